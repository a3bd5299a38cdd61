use super::*;
use crate::decision_tree::tests::{play_tennis, restaurant, words};
use hornbook_data::Table;
use hornbook_learner::Fit;

fn by_name<'a>(all: &'a [RankedFeature], name: &str) -> &'a RankedFeature {
    all.iter().find(|one| one.name == name).unwrap()
}

fn near(found: f64, expected: f64, digits: f64) -> bool {
    (found - expected).abs() < digits
}

// proves: 002:B12
#[test]
fn restaurant_columns_in_order() {
    let all = ranking(&restaurant().dataset().target("WillWait").unwrap()).unwrap();
    for (name, gain, ratio, chi_square, degrees, p) in [
        ("Alt", 0.0, 0.0, 0.0, 1.0, 1.0),
        ("Fri", 0.020721, 0.021147, 0.342857, 1.0, 0.55818),
        ("Hun", 0.195710, 0.199730, 3.085714, 1.0, 0.07898),
        ("Pat", 0.540852, 0.370663, 6.666667, 2.0, 0.03567),
        ("Price", 0.195710, 0.141365, 2.476190, 2.0, 0.28994),
        ("Type", 0.0, 0.0, 0.0, 3.0, 1.0),
        ("Est", 0.207519, 0.115772, 2.666667, 3.0, 0.44592),
    ] {
        let one = by_name(&all, name);
        assert!(near(one.gain, gain, 1e-6) && near(one.gain_ratio, ratio, 1e-6), "{one:?}");
        assert!(near(one.chi_square, chi_square, 1e-6) && one.degrees == degrees, "{one:?}");
        assert!(near(one.p_value, p, 1e-5), "{one:?}");
    }
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names[..2], ["Pat", "Est"]);
    // Six of six: Gini's impurity is 1/2, and 1/2 · 4/9 is left of it.
    assert!(near(by_name(&all, "Pat").gini, 0.5 - 2.0 / 9.0, 1e-12));
}

#[test]
fn play_tennis_columns_in_order() {
    let all = ranking(&play_tennis().dataset().target("Play").unwrap()).unwrap();
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Outlook", "Humidity", "Wind", "Temperature"]);
    for (one, p) in all.iter().zip([0.16977, 0.09426, 0.33400, 0.75188]) {
        assert!(near(one.p_value, p, 1e-5), "{one:?}");
    }
}

#[test]
fn numbers_and_gaps() {
    // Mitchell's temperatures: the better of the two thresholds is 54.
    let table = Table::builder()
        .number("t", vec![40.0, 48.0, 60.0, 72.0, 80.0, 90.0])
        .number("constant", vec![1.0; 6])
        .number("gap", vec![f64::NAN; 6])
        .category("play", &["No", "No", "Yes", "Yes", "Yes", "No"].map(Some))
        .build()
        .unwrap();
    let data = table.dataset().target("play").unwrap();
    let all = ranking(&data).unwrap();
    assert_eq!((all[0].name.as_str(), all[0].threshold), ("t", Some(54.0)));
    assert!(near(all[0].gain, 0.459148, 1e-6));
    for name in ["constant", "gap"] {
        let one = by_name(&all, name);
        assert_eq!((one.gain, one.p_value, one.threshold), (0.0, 1.0, None));
    }
    // Two copies of a row are its weight twice.
    let weights = vec![1.0, 2.0, 0.0, 1.0, 3.0, 1.0];
    let copies = data.select(vec![0, 1, 1, 3, 4, 4, 4, 5]);
    assert_eq!(ranking(&data.clone().with_weights(weights).unwrap()).unwrap(), ranking(&copies).unwrap());
    let numbers = table.dataset().target("t").unwrap();
    assert!(ranking(&numbers).unwrap_err().to_string().starts_with("the target is numeric"));
}

// proves: 002:B21
#[test]
fn rows_that_contradict_each_other() {
    let table = words("a b c", "x 1 y\nx 1 n\nx 2 y\n? 1 y\n? 1 n\n? 1 n\nx 2 y");
    let data = table.dataset().target("c").unwrap();
    let report = inconsistent_rows(&data).unwrap();
    let rows: Vec<&[u32]> = report.groups.iter().map(|group| group.rows.as_slice()).collect();
    assert_eq!(rows, [[0, 1].as_slice(), &[3, 4, 5]]);
    assert_eq!(report.groups[1].tally, [2.0, 1.0]);
    assert_eq!(report.least_errors, 2.0);
    let weighted = data.with_weights(vec![1.0, 0.0, 1.0, 5.0, 1.0, 1.0, 1.0]).unwrap();
    let report = inconsistent_rows(&weighted).unwrap();
    assert_eq!((report.groups.len(), report.least_errors), (1, 2.0));
    let clean = inconsistent_rows(&restaurant().dataset().target("WillWait").unwrap()).unwrap();
    assert_eq!(clean, InconsistencyReport { groups: Vec::new(), least_errors: 0.0 });
}

// proves: 000a:H12
#[test]
fn a_small_tree_that_asks_for_the_outlook_first() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let bias = inductive_bias(&crate::Id3::default().fit(&data).unwrap());
    assert_eq!((bias.nodes, bias.leaves, bias.depth), (8, 5, 2));
    // Four overcast days are told after one split, the other ten after two.
    assert!(near(bias.mean_depth, 24.0 / 14.0, 1e-12));
    let places: Vec<(&str, usize, usize)> =
        bias.columns.iter().map(|one| (one.name.as_str(), one.splits, one.first_depth)).collect();
    assert_eq!(places, [("Humidity", 1, 1), ("Wind", 1, 1), ("Outlook", 1, 0)]);
    assert!(near(bias.columns[2].gain, 0.246749819774439, 1e-12));
    assert!(near(bias.columns[0].gain, 5.0 / 14.0 * 0.970950594454669, 1e-12));
    // All of the entropy is gone.
    assert!(near(bias.columns.iter().map(|one| one.gain).sum(), 0.940285958670631, 1e-12));
}
