//! Model files: those of earlier releases load and predict as they did, and damaged ones do no harm.

use hornbook::Seed;
use hornbook_testkit::damage::damaged;
use hornbook_testkit::kept_models;
use hornbook_testkit::laws::model_files::read_hostile;

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
        let predictions = model.predict(&kept_models::table()).unwrap().values;
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
    for (name, model) in kept_models::models() {
        assert!(folder.join(format!("{name}.hornbook")).exists(), "run `cargo dev generate`");
        let bytes = hornbook::model_file::to_bytes(model.as_ref()).unwrap();
        let again = hornbook::model_file::from_bytes(&bytes, hornbook::registry()).unwrap();
        assert_eq!(hornbook::model_file::to_bytes(again.as_ref()).unwrap(), bytes);
    }
}

/// The header of one learner does not pass for that of another, whose code never meets its task.
#[test]
fn a_task_that_the_learner_does_not_do_is_refused() {
    let models = kept_models::models();
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
    let table = kept_models::table();
    let mut refused = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "hornbook") {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let mut rng = Seed(bytes.len() as u64).rng();
        for round in 0..600 {
            let mut hostile = damaged(&bytes, &mut rng);
            if round % 4 > 0 {
                hornbook::model_file::mend_checksum(&mut hostile);
            }
            match read_hostile(&hostile, &table) {
                Ok(was_refused) => refused += usize::from(was_refused),
                Err(harm) => panic!("{}, damage {round}: {harm}", path.display()),
            }
        }
    }
    assert!(refused > 1000, "only {refused} were refused");
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
