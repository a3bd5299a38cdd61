//! Model files from anywhere: damaged at random, with and without a checksum that fits. None may panic, and what
//! still loads must predict and explain.

mod common;

use hornbook::Seed;

#[test]
fn damaged_files_are_refused_or_harmless() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let (registry, table) = (hornbook::registry(), common::table());
    let mut refused = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "hornbook") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut rng = Seed(bytes.len() as u64).rng();
        for round in 0..600 {
            let mut damaged = bytes.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(damaged.len());
                match rng.below(4) {
                    0 => damaged[at] = rng.bits() as u8,
                    1 => damaged[at] ^= 1 << rng.below(8),
                    2 => drop(damaged.splice(at..at, [0xff; 3])),
                    _ => damaged.truncate(at.max(1)),
                }
            }
            if round % 4 > 0 {
                hornbook::model_file::mend_checksum(&mut damaged);
            }
            match hornbook::model_file::from_bytes(&damaged, &registry) {
                Ok(model) => {
                    let _ = (model.predict(&table), model.explain());
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000, "only {refused} were refused");
}
