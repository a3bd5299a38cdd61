//! Faults that are planted are found, in tables of every shape.

use super::made::{KINDS, Kind, MadeTable, SHAPES, Shape, normal, number};
use super::{checked, findings, of_kind};
use crate::record::Severity;
use hornbook_core::{Rng, Seed};
use hornbook_data::{Categories, Column, Table};

const ROWS: [usize; 3] = [120, 400, 2000];

/// Runs a test on tables of every shape and size that predict one of some kinds.
fn on_every(kinds: &[Kind], test: impl Fn(MadeTable, &mut Rng, String)) {
    for shape in SHAPES {
        for &kind in kinds {
            for (seed, rows) in ROWS.into_iter().enumerate() {
                let made = MadeTable::new(shape, kind, rows, 77 + seed as u64);
                test(made, &mut Seed(rows as u64).rng(), format!("{shape:?} {kind:?} {rows}"));
            }
        }
    }
}

/// The rows of a table, then some of them again.
fn with_copies(made: &MadeTable, copies: usize, rng: &mut Rng) -> Table {
    let mut rows: Vec<u32> = (0..made.rows() as u32).collect();
    rows.extend((0..copies).map(|_| rng.below(made.rows()) as u32));
    rng.shuffle(&mut rows);
    made.table().take(&rows)
}

#[test]
fn duplicate_rows() {
    on_every(&KINDS, |made, rng, what| {
        let copies = made.rows() / 4;
        let found = checked(&with_copies(&made, copies, rng).dataset().target("y").unwrap());
        let finding = of_kind(&found.record.findings, "duplicate_rows").unwrap_or_else(|| panic!("{what}"));
        assert_eq!(finding.severity, Severity::Warning);
        // Of few categories, a pair or two are copies by chance.
        let count: usize = finding.sentence.split(' ').find_map(|word| word.parse().ok()).unwrap();
        assert!((copies..copies + 4).contains(&count), "{}", finding.sentence);
        let groups = found.copies.unwrap();
        assert_eq!(groups.groups().len(), made.rows() + copies);
        assert!(groups.copied_rows() >= copies);
    });
}

#[test]
fn copies_with_other_classes_are_label_conflicts() {
    on_every(&[Kind::TwoClasses, Kind::ThreeClasses], |made, rng, what| {
        let copies = 40.max(made.rows() / 10);
        let again = (0..copies).map(|_| rng.below(made.rows()) as u32);
        let rows: Vec<u32> = (0..made.rows() as u32).chain(again).collect();
        let first = made.rows();
        let made = made.take(&rows);
        let classes = made.classes();
        let turned: Vec<Option<&str>> = (0..rows.len())
            .map(|row| {
                Some(
                    ["a", "b", "c"]
                        [if row < first { classes[row] } else { u32::from(classes[row] == 0) } as usize],
                )
            })
            .collect();
        let found =
            findings(&made.with("y", Column::Category(Categories::from_labels(&turned))).table(), "y");
        let finding = of_kind(&found, "label_conflicts").unwrap_or_else(|| panic!("{what}: {found:#?}"));
        assert!(finding.sentence.starts_with("Label noise"), "{}", finding.sentence);
    });
}

#[test]
fn near_duplicate_rows() {
    for shape in [Shape::Normal, Shape::Skewed] {
        for rows in ROWS {
            let made = MadeTable::new(shape, Kind::Numbers, rows, 5);
            let copies = (rows / 10).max(20);
            let mut rng = Seed(9).rng();
            let table = with_copies(&made, copies, &mut rng);
            let jittered = table.names().iter().zip(table.columns()).map(|(name, column)| {
                let Column::Number(values) = column else { panic!("{name}") };
                let values = values.dense().iter().map(|x| x + 1e-5 * normal(&mut rng)).collect();
                (name.clone(), number(values))
            });
            let table = Table::new(jittered.collect()).unwrap();
            let found = checked(&table.dataset().target("y").unwrap());
            assert!(of_kind(&found.record.findings, "near_duplicate_rows").is_some(), "{shape:?} {rows}");
            assert!(found.copies.unwrap().copied_rows() >= copies * 9 / 10);
        }
    }
}

#[test]
fn leaks_by_single_columns_at_any_balance() {
    on_every(&[Kind::TwoClasses, Kind::RareClass, Kind::ThreeClasses], |made, rng, what| {
        let classes = made.classes();
        let rarest = if classes.contains(&2) { 2 } else { 1 };
        // A code of its own for one class, as in an outcome that is known afterwards.
        let code =
            classes.iter().map(|&class| if class == rarest { 9.0 } else { rng.below(9) as f64 }).collect();
        let found = findings(&made.with("status_code", number(code)).table(), "y");
        let leak = of_kind(&found, "leak").unwrap_or_else(|| panic!("{what}: {found:#?}"));
        assert_eq!(leak.column.as_deref(), Some("status_code"), "{what}: {}", leak.sentence);
        assert!(
            leak.sentence.starts_with("Possible target leakage: column 'status_code' alone"),
            "{}",
            leak.sentence
        );
    });
}

#[test]
fn leaks_by_numbers() {
    on_every(&[Kind::Numbers], |made, rng, what| {
        let (_, _, variance) = hornbook_math::estimates::moments(&made.values("y"));
        let nearly = made.values("y").iter().map(|y| 3.0 * y + 0.2 * variance.sqrt() * normal(rng)).collect();
        let found = findings(&made.with("afterwards", number(nearly)).table(), "y");
        let leak = of_kind(&found, "leak").unwrap_or_else(|| panic!("{what}: {found:#?}"));
        assert_eq!(leak.column.as_deref(), Some("afterwards"), "{what}: {}", leak.sentence);
    });
}

#[test]
fn leaks_by_levels_of_which_there_are_hundreds() {
    let made = MadeTable::new(Shape::Normal, Kind::TwoClasses, 4000, 3);
    let mut rng = Seed(1).rng();
    // Ten rows a level on average, all of one class.
    let labels: Vec<Option<String>> = made
        .classes()
        .iter()
        .map(|class| Some(format!("{}", 2 * rng.below(200) + *class as usize)))
        .collect();
    let found =
        findings(&made.with("branch", Column::Category(Categories::from_labels(&labels))).table(), "y");
    assert_eq!(of_kind(&found, "leak").unwrap().column.as_deref(), Some("branch"));
}

#[test]
fn gaps_can_give_a_class_away() {
    let made = MadeTable::new(Shape::Normal, Kind::RareClass, 500, 3);
    let mut rng = Seed(1).rng();
    let values = made.classes().iter().map(|&class| if class == 1 { f64::NAN } else { rng.unit() }).collect();
    let found = findings(&made.with("closed", number(values)).table(), "y");
    assert_eq!(of_kind(&found, "leak").unwrap().column.as_deref(), Some("closed"));
}

/// The formula that is found where a target is made of two columns of whole numbers.
fn formula(rows: usize, seed: u64, target: impl Fn(f64, f64) -> f64) -> Option<String> {
    let made = MadeTable::new(Shape::Normal, Kind::Numbers, rows, seed);
    let mut rng = Seed(seed).rng();
    let casual: Vec<f64> = (0..rows).map(|_| (40.0 * normal(&mut rng).exp()).round() + 1.0).collect();
    let registered: Vec<f64> = (0..rows).map(|_| (90.0 + 150.0 * rng.unit()).round()).collect();
    // What is nearly the target is taken first by any greedy search.
    let bikers: Vec<f64> = casual.iter().zip(&registered).map(|(a, b)| target(*a, *b)).collect();
    let (_, _, variance) = hornbook_math::estimates::moments(&bikers);
    let decoy = bikers.iter().map(|y| y + 0.1 * variance.sqrt() * normal(&mut rng)).collect();
    let made = made.with("casual", number(casual)).with("registered", number(registered));
    let found = findings(&made.with("decoy", number(decoy)).with("y", number(bikers)).table(), "y");
    let finding = of_kind(&found, "formula")?;
    assert_eq!(finding.severity, Severity::Serious);
    assert!(finding.sentence.contains("--without"), "{}", finding.sentence);
    let rest = finding.sentence.strip_prefix("Target leakage by a formula: ")?;
    Some(rest.split(" in every row").next()?.to_string())
}

#[test]
fn leaks_by_formulas() {
    for (seed, rows) in [40, 300, 3000].into_iter().enumerate() {
        let formula = |of: fn(f64, f64) -> f64| formula(rows, 11 + seed as u64, of);
        assert_eq!(formula(|a, b| a + b).as_deref(), Some("y = casual + registered"));
        assert_eq!(formula(|a, b| 2.0 * a - b + 30.0).as_deref(), Some("y = 2·casual − registered + 30"));
        assert_eq!(formula(|a, b| a * b).as_deref(), Some("y = casual·registered"));
        assert_eq!(formula(|a, b| 1.5 * a / b).as_deref(), Some("y = 1.5·casual / registered"));
        assert_eq!(
            formula(|a, b| (0.01 * a + 0.02 * b).exp()).as_deref(),
            Some("log(y) = 0.01·casual + 0.02·registered")
        );
        // Rounded to a tenth.
        let rounded = formula(|a, b| (3.0 * a + 2.5 * b).round() / 10.0).unwrap();
        assert!(rounded.contains("·casual") && rounded.contains("·registered"), "{rounded}");
        // With an error that no rounding explains.
        assert_eq!(formula(|a, b| a + b + 20.0 * (a * b).sin()), None);
    }
}

#[test]
fn repeated_subjects() {
    on_every(&[Kind::Numbers, Kind::TwoClasses], |made, rng, what| {
        let subjects = made.rows() / 6;
        let who: Vec<usize> = (0..made.rows()).map(|_| rng.below(subjects)).collect();
        let level: Vec<f64> = (0..subjects).map(|_| 4.0 * normal(rng)).collect();
        let own: Vec<f64> = who.iter().map(|&subject| level[subject]).collect();
        let shifted: Vec<f64> = made.signal.iter().zip(&own).map(|(x, own)| x + own).collect();
        let target = match made.columns.last() {
            Some((_, Column::Number(_))) => number(shifted),
            _ => Column::Category(Categories::from_labels(
                &shifted.iter().map(|x| Some(if *x > 0.0 { "a" } else { "b" })).collect::<Vec<_>>(),
            )),
        };
        let numbers = number(who.iter().map(|&subject| subject as f64).collect());
        let labels: Vec<Option<String>> = who.iter().map(|subject| Some(format!("P{subject}"))).collect();
        let labels = Column::Category(Categories::from_labels(&labels));
        let columns = [
            ("patient", numbers.clone()),
            ("patient_name", labels.clone()),
            ("code", numbers),
            ("who", labels),
        ];
        // What has no name of subjects needs more levels.
        let some = if subjects < 30 { 2 } else { 4 };
        for (column, values) in columns.into_iter().take(some) {
            let found = findings(&made.clone().with(column, values).with("y", target.clone()).table(), "y");
            let finding =
                of_kind(&found, "repeated_subjects").unwrap_or_else(|| panic!("{what} {column}: {found:#?}"));
            assert!(finding.sentence.contains(&format!("--group {column}")), "{}", finding.sentence);
            // A category without such a name may just have an effect.
            let severity = if column == "who" { Severity::Note } else { Severity::Warning };
            assert_eq!(finding.severity, severity, "{what} {column}");
        }
    });
}

#[test]
fn measurements_are_no_subjects() {
    let mut rng = Seed(6).rng();
    let age: Vec<f64> = (0..1000).map(|_| (18 + rng.below(60)) as f64).collect();
    let y = age.iter().map(|age| 0.1 * (age - 40.0).powi(2) + 3.0 * normal(&mut rng)).collect();
    let table = Table::builder()
        .number("age", age)
        .number("x", (0..1000).map(|_| rng.unit()).collect())
        .number("y", y);
    let found = findings(&table.build().unwrap(), "y");
    assert_eq!(of_kind(&found, "repeated_subjects"), None);
}

#[test]
fn rows_that_depend_on_their_neighbors() {
    on_every(&[Kind::Numbers, Kind::TwoClasses], |made, rng, what| {
        let mut drift = 0.0;
        let moved: Vec<f64> = made
            .signal
            .iter()
            .map(|x| {
                drift = 0.9 * drift + 1.5 * normal(rng);
                x + drift
            })
            .collect();
        let target = match made.columns.last() {
            Some((_, Column::Number(_))) => number(moved),
            _ => Column::Category(Categories::from_labels(
                &moved.iter().map(|x| Some(if *x > 0.0 { "a" } else { "b" })).collect::<Vec<_>>(),
            )),
        };
        let found = findings(&made.with("y", target).table(), "y");
        let finding = of_kind(&found, "autocorrelation").unwrap_or_else(|| panic!("{what}: {found:#?}"));
        assert_eq!(finding.severity, Severity::Warning);
    });
}

#[test]
fn sorted_by_the_target_is_no_dependence() {
    for kind in [Kind::Numbers, Kind::ThreeClasses] {
        let made = MadeTable::new(Shape::Normal, kind, 400, 8);
        let mut order: Vec<u32> = (0..400).collect();
        order.sort_by(|&a, &b| made.signal[a as usize].total_cmp(&made.signal[b as usize]));
        let found = findings(&made.table().take(&order), "y");
        assert_eq!(of_kind(&found, "autocorrelation"), None);
        assert_eq!(of_kind(&found, "sorted_by_target").unwrap().severity, Severity::Note);
    }
}

#[test]
fn a_column_that_is_constant_where_there_is_a_target() {
    let y = (0..60).map(|row| if row < 50 { f64::from(row * 7 % 50) } else { f64::NAN }).collect();
    let same = (0..60).map(|row| if row < 50 { 1.0 } else { 2.0 }).collect();
    let x = (0..60).map(|row| f64::from(row % 7)).collect();
    let table = Table::builder().number("x", x).number("same", same).number("y", y).build().unwrap();
    let found = findings(&table, "y");
    assert_eq!(of_kind(&found, "constant").unwrap().column.as_deref(), Some("same"));
}

#[test]
fn files_sorted_by_a_feature_are_no_alarm() {
    for shape in [Shape::Normal, Shape::Categories] {
        let made = MadeTable::new(shape, Kind::Numbers, 600, 8);
        let column = made.columns[0].1.clone();
        let label = |row: u32| column.label(row as usize).unwrap();
        let mut order: Vec<u32> = (0..600).collect();
        order.sort_by(|&a, &b| match &column {
            Column::Number(values) => values.at(a as usize).total_cmp(&values.at(b as usize)),
            _ => label(a).cmp(&label(b)),
        });
        let found = findings(&made.take(&order).table(), "y");
        assert_eq!(of_kind(&found, "sorted_rows").unwrap().column.as_deref(), Some("x0"));
        assert_eq!(of_kind(&found, "autocorrelation"), None);
        // Nearly sorted: the features still account for it.
        order.swap(3, 500);
        let found = findings(&made.take(&order).table(), "y");
        assert_eq!(of_kind(&found, "autocorrelation").unwrap().severity, Severity::Note);
    }
}

#[test]
fn many_strong_columns_are_no_leak() {
    let mut made = MadeTable::new(Shape::Normal, Kind::Numbers, 800, 4);
    let mut rng = Seed(2).rng();
    for place in 0..5 {
        let close = made.signal.iter().map(|x| x + 0.15 * normal(&mut rng)).collect();
        made = made.with(&format!("sensor{place}"), number(close));
    }
    let found = findings(&made.table(), "y");
    assert_eq!(of_kind(&found, "leak"), None);
    assert!(found.iter().filter(|finding| finding.kind == "strong_column").count() == 5);
}

#[test]
fn several_leaks_do_not_vouch_for_each_other() {
    for count in [2, 4] {
        let made = MadeTable::new(Shape::Normal, Kind::Numbers, 600, 4);
        let mut rng = Seed(2).rng();
        let classes: Vec<bool> = (0..600).map(|_| rng.unit() < 0.4).collect();
        let labels: Vec<Option<&str>> =
            classes.iter().map(|&is| Some(if is { "paid" } else { "open" })).collect();
        let mut made = made.with("y", Column::Category(Categories::from_labels(&labels)));
        for place in 0..count {
            let value = |is: &bool| f64::from(u8::from(*is)) + 0.4 * rng.unit();
            made = made.with(&format!("leak{place}"), number(classes.iter().map(value).collect()));
        }
        let found = findings(&made.table(), "y");
        assert_eq!(found.iter().filter(|finding| finding.kind == "leak").count(), count, "{found:#?}");
    }
}
