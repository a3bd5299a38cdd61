//! A test file beside the rows to train on.

use super::made::{KINDS, Kind, MadeTable, SHAPES, Shape, normal, number};
use crate::data_checks::{contamination_findings, covariate_shift_findings};
use hornbook_core::Seed;
use hornbook_data::{Column, Dataset, Table};

fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap()
}

#[test]
fn test_rows_of_the_same_distribution_raise_no_alarm() {
    let (mut pairs, mut alarms) = (0, Vec::new());
    for shape in SHAPES {
        for kind in KINDS {
            for (rows, seeds) in [(60, 8), (300, 5), (1500, 2)] {
                for seed in 0..seeds {
                    let training = data(&MadeTable::new(shape, kind, rows, seed).table());
                    let test = data(&MadeTable::new(shape, kind, rows / 2, 1000 + seed).table());
                    let mut found = contamination_findings(&training, &test).unwrap();
                    found.extend(covariate_shift_findings(&training, &test).unwrap());
                    pairs += 1;
                    alarms.extend(
                        found
                            .into_iter()
                            .map(|f| format!("{shape:?} {kind:?} {rows} {seed}: {}", f.sentence)),
                    );
                }
            }
        }
    }
    assert_eq!(pairs, 180);
    assert!(alarms.len() <= pairs / 20, "{alarms:#?}");
}

#[test]
fn copies_of_training_rows_are_contamination() {
    for shape in SHAPES {
        let training = MadeTable::new(shape, Kind::TwoClasses, 400, 1).table();
        let fresh = MadeTable::new(shape, Kind::TwoClasses, 100, 2).table();
        let mut rng = Seed(4).rng();
        let copied = training.take(&(0..40).map(|_| rng.below(400) as u32).collect::<Vec<u32>>());
        let joined = fresh.names().iter().map(|name| {
            let labels = |table: &Table| table.column(name).unwrap().clone();
            (name.clone(), appended(&labels(&fresh), &labels(&copied)))
        });
        let test = data(&Table::new(joined.collect()).unwrap());
        let found = contamination_findings(&data(&training), &test).unwrap();
        assert!(found[0].sentence.contains("40 of 140 test rows"), "{shape:?}: {}", found[0].sentence);
        assert!(found[0].sentence.contains("40 of them with the same target"), "{}", found[0].sentence);
        let unlabeled = contamination_findings(&data(&training), &test.without_targets()).unwrap();
        assert!(!unlabeled[0].sentence.contains("same target"));
    }
}

fn appended(first: &Column, second: &Column) -> Column {
    match (first, second) {
        (Column::Number(a), Column::Number(b)) => {
            number(a.dense().iter().chain(b.dense().iter()).copied().collect())
        }
        (a, b) => {
            let labels = |column: &Column| (0..column.len()).map(|row| column.label(row)).collect::<Vec<_>>();
            Column::Category(hornbook_data::Categories::from_labels(&[labels(a), labels(b)].concat()))
        }
    }
}

#[test]
fn shifted_columns_are_named() {
    for rows in [100, 400, 3000] {
        for shape in [Shape::Normal, Shape::Skewed] {
            let training = data(&MadeTable::new(shape, Kind::Numbers, rows, 1).table());
            let test = MadeTable::new(shape, Kind::Numbers, rows, 2);
            let moved = test.values("x2").iter().map(|x| 1.2 + 1.5 * x).collect();
            let test = data(&test.with("x2", number(moved)).table());
            let found = covariate_shift_findings(&training, &test).unwrap();
            assert!(
                found[0].sentence.contains("data drift in column 'x2'"),
                "{rows} {shape:?}: {}",
                found[0].sentence
            );
        }
    }
}

#[test]
fn columns_that_differ_only_together() {
    let table = |sign: f64, seed: u64| {
        let mut rng = Seed(seed).rng();
        let a: Vec<f64> = (0..1500).map(|_| normal(&mut rng)).collect();
        let b = a.iter().map(|a| sign * a + 0.3 * normal(&mut rng)).collect();
        let y = a.iter().map(|a| a + normal(&mut rng)).collect();
        data(&Table::builder().number("a", a).number("b", b).number("y", y).build().unwrap())
    };
    let found = covariate_shift_findings(&table(1.0, 1), &table(-1.0, 2)).unwrap();
    assert!(found[0].sentence.contains("only columns together do"), "{}", found[0].sentence);
}
