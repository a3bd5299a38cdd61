//! Classes that can be parted, and classes that cannot.

use super::*;
use crate::Perceptron;
use crate::testing::iris;
use crate::testing::{boolean, gate};
use hornbook_core::Seed;
use hornbook_data::Table;
use hornbook_learner::Fit;
use proptest::prelude::*;

fn machine(data: &Dataset) -> SeparatingHyperplanes {
    match separability(data).unwrap() {
        Separability::Separable(machine) => machine,
        Separability::Touching(hulls) => panic!("{}", hulls.explain()),
    }
}

fn hulls(data: &Dataset) -> HullIntersection {
    match separability(data).unwrap() {
        Separability::Separable(machine) => panic!("{}", machine.explain()),
        Separability::Touching(hulls) => hulls,
    }
}

/// The certificate proves itself: shares of one, and averages that are the same.
fn check_hulls(hulls: &HullIntersection, scale: f64) {
    assert!((hulls.points.iter().map(|point| point.share).sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(hulls.points.iter().all(|point| point.share > 0.0 && point.class != point.against));
    let mut classes: Vec<u32> = hulls.points.iter().map(|point| point.class).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes {
        let (own, others) = hulls.averages(class).unwrap();
        for (a, b) in own.iter().zip(&others) {
            assert!((a - b).abs() < 1e-7 * scale, "{own:?} and {others:?}");
        }
    }
}

// proves: 000a:I3, 002:I02
#[test]
fn booleans() {
    for low in [0.0, -1.0] {
        for function in
            [|a, b| a && b, |a, b| a || b, |a, b| !(a && b), |a, _b| a] as [fn(bool, bool) -> bool; 4]
        {
            let data = boolean(low, function);
            let machine = machine(&data);
            assert!(machine.margin > 0.1 && machine.hyperplane().is_some(), "{}", machine.explain());
        }
        let hulls = hulls(&boolean(low, |a, b| a != b));
        check_hulls(&hulls, 1.0);
        // Both diagonals meet in the middle.
        let mut rows: Vec<u32> = hulls.points.iter().map(|point| point.row).collect();
        rows.sort_unstable();
        assert_eq!(rows, [0, 1, 2, 3]);
        assert!(hulls.points.iter().all(|point| (point.share - 0.25).abs() < 1e-12));
        let middle = 0.5 * (low + 1.0);
        assert!(hulls.averages(0).unwrap().0.iter().all(|x| (x - middle).abs() < 1e-12));
        assert!(hulls.explain().contains("row 1 (0.5), row 4 (0.5)"), "{}", hulls.explain());
    }
}

#[test]
fn the_kinds_of_iris() {
    let table = iris();
    let all = table.dataset().target("species").unwrap();
    // Setosa is apart; the others mix.
    let of_two = |first: u32| all.select((first * 50..first * 50 + 100).collect());
    let parted = machine(&of_two(0));
    assert!(parted.margin > 0.3, "{}", parted.explain());
    check_hulls(&hulls(&of_two(1)), 10.0);
    check_hulls(&hulls(&all), 10.0);
    let rows: Vec<u32> = (0..150).filter(|i| ![70, 77, 83, 106, 119, 126, 133, 138].contains(i)).collect();
    let most = separability(&all.select(rows)).unwrap();
    assert!(most.is_separable(), "{}", most.explain());
    let Separability::Separable(machine) = most else { panic!() };
    assert!(machine.intercepts.len() == 3 && machine.margin > 0.0 && machine.hyperplane().is_none());
}

#[test]
fn a_gap_by_hand() {
    // (0, 0) and (4, 3) part in the middle; the other rows are farther away.
    let data = gate(&[&[0.0, 0.0], &[-1.0, 0.0], &[4.0, 3.0], &[5.0, 3.0]], &[false, false, true, true]);
    let machine = machine(&data);
    let plane = machine.hyperplane().unwrap();
    assert!((plane.distance(&[0.0, 0.0]).unwrap() + machine.margin).abs() < 1e-9);
    assert!((plane.distance(&[4.0, 3.0]).unwrap() - machine.margin).abs() < 1e-9);
    assert!(machine.margin > 1.5 && machine.margin <= 2.5 + 1e-9);
}

#[test]
fn odd_tables() {
    let said = |data: &Dataset| separability(data).unwrap_err().to_string();
    assert!(said(&gate(&[&[1.0], &[2.0]], &[true, true])).contains("only one class"));
    assert!(said(&gate(&[&[1.0], &[f64::INFINITY]], &[true, false])).contains("infinite"));
    let weightless = gate(&[&[1.0], &[2.0]], &[true, false]).with_weights(vec![0.0, 0.0]).unwrap();
    assert!(said(&weightless).contains("weight zero"));
    let numbers = Table::builder().number("x", vec![1.0]).number("y", vec![1.0]).build().unwrap();
    assert!(said(&numbers.dataset().target("y").unwrap()).contains("regression"));
    // Rows that are the same but for their class; columns that are all the same.
    check_hulls(&hulls(&gate(&[&[7.0], &[7.0]], &[true, false])), 1.0);
    assert!(machine(&gate(&[&[7.0, 1.0], &[7.0, 2.0]], &[true, false])).margin > 0.4);
    // A row of weight zero is not in the way.
    let data =
        gate(&[&[1.0], &[2.0], &[3.0]], &[true, false, true]).with_weights(vec![1.0, 1.0, 0.0]).unwrap();
    assert!(separability(&data).unwrap().is_separable());
    // Far from the origin, and in very different units.
    let far = gate(&[&[1e9, 1e-9], &[1e9 + 1.0, 2e-9], &[1e9 + 2.0, 1e-9]], &[true, false, true]);
    assert!(separability(&far).unwrap().is_separable());
}

fn cloud(rows: usize, columns: usize, classes: usize, noise: f64, seed: u64) -> Dataset {
    let mut rng = Seed(seed).rng();
    let x: Vec<Vec<f64>> =
        (0..rows).map(|_| (0..columns).map(|_| rng.unit() * 2.0 - 1.0).collect()).collect();
    let weights: Vec<Vec<f64>> =
        (0..classes).map(|_| (0..columns).map(|_| rng.unit() * 2.0 - 1.0).collect()).collect();
    let names = ["a", "b", "c", "d"];
    let mut labels = Vec::new();
    for row in &x {
        let sums =
            weights.iter().map(|w| w.iter().zip(row).map(|(w, x)| w * x).sum::<f64>() + noise * rng.unit());
        let sums: Vec<f64> = sums.collect();
        labels.push(Some(names[hornbook_learner::first_largest(&sums)]));
    }
    let mut builder = Table::builder();
    for j in 0..columns {
        builder = builder.number(&format!("x{j}"), x.iter().map(|row| row[j]).collect::<Vec<_>>());
    }
    builder.category("y", &labels).build().unwrap().dataset().target("y").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_answer_proves_itself(seed in 0u64..10_000, columns in 1usize..5, classes in 2usize..5, noise in 0usize..3) {
        let data = cloud(60, columns, classes, 0.5 * noise as f64, seed);
        let hornbook_data::Target::Classes(target) = data.target_values().unwrap().1.clone() else { panic!("classes") };
        let answer = match separability(&data) {
            Ok(answer) => answer,
            Err(error) => {
                prop_assert!(error.to_string().contains("only one class"));
                return Ok(());
            }
        };
        match answer {
            Separability::Separable(machine) => {
                prop_assert!(machine.margin > 0.0);
                let x = hornbook_encoding::encoded_features(&data).unwrap();
                for row in 0..60 {
                    let sum = |k: usize| machine.intercepts[k]
                        + machine.weights.row(k).iter().zip(x.row(row)).map(|(w, x)| w * x).sum::<f64>();
                    let sums: Vec<f64> = (0..machine.intercepts.len()).map(sum).collect();
                    let chosen = match sums[..] {
                        [sum] => usize::from(sum > 0.0),
                        _ => hornbook_learner::first_largest(&sums),
                    };
                    prop_assert_eq!(machine.classes[chosen], target.codes[row]);
                }
                prop_assert!(noise < 3);
            }
            Separability::Touching(hulls) => {
                check_hulls(&hulls, 1.0);
                // What no hyperplane parts, no perceptron does.
                let model = Perceptron::default().max_iter(50).fit(&data).unwrap();
                prop_assert!(!model.margin_fit().unwrap().is_separated());
                prop_assert!(noise > 0, "classes by sums without noise are parted by them");
            }
        }
    }
}

#[test]
fn many_rows_are_no_trouble() {
    let data = cloud(20_000, 6, 3, 0.0, 1);
    assert!(separability(&data).unwrap().is_separable());
    let data = cloud(20_000, 6, 3, 0.3, 1);
    check_hulls(&hulls(&data), 1.0);
}

#[test]
fn missing_values_are_refused_in_its_own_words() {
    let table = Table::builder()
        .number("x", vec![1.0, f64::NAN, 3.0])
        .category("kind", &[Some("r"), Some("s"), None])
        .category("y", &[Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    for (columns, expected) in
        [("x", "column 'x' is missing (NaN) in row 2"), ("kind", "'kind' is missing (NaN) in row 3")]
    {
        let said = separability(&data.clone().only(&[columns]).unwrap()).unwrap_err().to_string();
        assert!(said.contains(expected) && said.contains("linear separability depends"), "{said}");
        assert!(!said.contains("perceptron"));
    }
    let numbers = table.dataset().target("x").unwrap();
    assert!(
        separability(&numbers)
            .unwrap_err()
            .to_string()
            .contains("'separability' does not support regression")
    );
}
