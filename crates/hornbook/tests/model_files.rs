//! Model files: those of earlier releases load and predict as they did, and damaged ones do no harm.

use crate::common;

use hornbook::Seed;

#[test]
fn kept_files_load_for_ever() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "hornbook") {
            continue;
        }
        let model = hornbook::model_file::load(&path, hornbook::registry()).unwrap();
        let predictions = model.predict(&common::table()).unwrap().values;
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        let found: Vec<String> = (0..predictions.len()).map(|row| predictions.label(row)).collect();
        assert_eq!(found, expected.lines().collect::<Vec<_>>(), "{}", path.display());
        assert!(!model.explain().to_string().is_empty());
        count += 1;
    }
    assert!(count >= 6, "only {count} files are kept");
}

#[test]
fn every_kind_of_model_has_a_kept_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    for (name, model) in common::models() {
        assert!(folder.join(format!("{name}.hornbook")).exists(), "run `cargo dev generate`");
        let bytes = hornbook::model_file::to_bytes(model.as_ref()).unwrap();
        let again = hornbook::model_file::from_bytes(&bytes, hornbook::registry()).unwrap();
        assert_eq!(hornbook::model_file::to_bytes(again.as_ref()).unwrap(), bytes);
    }
}

/// The header of one learner does not pass for that of another, whose code never meets its task.
#[test]
fn a_task_that_the_learner_does_not_do_is_refused() {
    let models = common::models();
    let (_, outliers) = models.iter().find(|(name, _)| *name == "isolation-forest").unwrap();
    for learner in ["baseline", "decision-tree", "random-forest", "bagging"] {
        let entry = hornbook::registry().find(learner).unwrap();
        let refused = entry.model(outliers.info().clone(), &outliers.to_bytes().unwrap()).unwrap_err();
        let sentence = format!("it says outliers, which its learner '{learner}' does not do");
        assert!(refused.to_string().contains(&sentence), "{refused}");
    }
}

/// Damaged at random, with and without a checksum that fits: none may panic, and what still loads must predict and
/// explain.
#[test]
fn damaged_files_are_refused_or_harmless() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let (registry, table) = (hornbook::registry(), common::table());
    let (mut refused, mut unsound) = (0, 0);
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
            match hornbook::model_file::from_bytes(&damaged, registry) {
                Ok(model) => {
                    let _ = (model.predict(&table), model.explain());
                    // What is loaded knows what it says: its probabilities are some.
                    if let Err(error) = model.probabilities(&table) {
                        let sentence = error.to_string();
                        unsound += usize::from(sentence.contains("that sum to"));
                        if sentence.contains("that sum to") {
                            eprintln!("{}: {sentence}", path.display());
                        }
                    }
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000, "only {refused} were refused");
    assert_eq!(unsound, 0, "loaded, though their probabilities are none");
}

/// Damage that every index survives, though no meaning does: degrees of freedom of 1e300, surrogates of a leaf.
#[test]
fn files_that_mean_nothing_are_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/damaged");
    for (name, words) in [
        ("explain-hang-linear-regression-dof", "degrees of freedom"),
        ("explain-hang-tweedie-dof", "degrees of freedom"),
        ("explain-panic-cart", "is not sound"),
    ] {
        let path = folder.join(format!("{name}.hornbook"));
        let refused = hornbook::model_file::load(&path, hornbook::registry()).expect_err(name).to_string();
        assert!(refused.contains(words), "{name}: {refused}");
    }
}
