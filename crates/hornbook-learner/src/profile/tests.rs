//! Profiles, and drift against them.

use super::*;
use crate::{Baseline, Fit, Model};
use hornbook_core::Rng;
use hornbook_data::Table;

/// Two columns of numbers, one of integers, and levels; some are missing.
fn table(rows: usize, seed: u64, change: impl Fn(&mut [f64; 3], &mut usize)) -> Table {
    let mut rng = Seed(seed).rng();
    let normal = |rng: &mut Rng| (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
    let (mut columns, mut levels, mut y) = ([Vec::new(), Vec::new(), Vec::new()], Vec::new(), Vec::new());
    let names = ["a", "b", "c", "d", "e"];
    for _ in 0..rows {
        let first = normal(&mut rng);
        let second = if rng.unit() < 0.1 { f64::NAN } else { normal(&mut rng).exp() };
        let mut numbers = [first, second, rng.below(3) as f64];
        let mut level = (rng.unit() * rng.unit() * 4.0) as usize;
        change(&mut numbers, &mut level);
        columns.iter_mut().zip(numbers).for_each(|(column, x)| column.push(x));
        levels.push(names.get(level).copied());
        y.push(rng.unit());
    }
    let [x, z, whole] = columns;
    let table = Table::builder().number("x", x).number("z", z).number("whole", whole);
    table.category("kind", &levels).number("y", y).build().unwrap()
}

fn same(_: &mut [f64; 3], _: &mut usize) {}

fn trained(rows: usize, seed: u64) -> (Profile, Schema) {
    let data = table(rows, seed, same);
    let data = data.dataset().target("y").unwrap();
    (Profile::of(&data).unwrap(), Schema::of(&data).unwrap())
}

fn counted(profile: &Profile, schema: &Schema, table: &Table) -> DriftCounts {
    let mut counts = DriftCounts::new(profile);
    let (features, _) = schema.features(table).unwrap();
    counts.add(profile, schema, table, &features).unwrap();
    counts
}

#[test]
fn a_profile_of_a_small_table() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 2.0, f64::NAN, 9.0])
        .category("k", &[Some("u"), Some("v"), None, Some("v"), Some("w")])
        .number("w", vec![1.0, 2.0, 1.0, 1.0, 0.0])
        .build()
        .unwrap();
    let profile = Profile::of(&table.dataset().weight("w").unwrap()).unwrap();
    assert_eq!(profile.size, 5.0);
    assert_eq!(profile.columns[0].missing, 0.2);
    let numbers = ValueProfile::Numbers { cuts: vec![1.0, 1.5, 2.0], below: vec![0.25, 0.25, 1.0] };
    assert_eq!(profile.columns[0].values, numbers);
    let levels = ValueProfile::Levels { shares: vec![(0, 0.25), (1, 0.75), (2, 0.0)], rest: 0.0 };
    assert_eq!(profile.columns[1].values, levels);
    let text = serde_json::to_string(&profile).unwrap();
    assert_eq!(serde_json::from_str::<Profile>(&text).unwrap(), profile);
    assert!(Profile::of(&table.dataset().select(vec![])).is_err());
}

#[test]
fn weights_are_copies_and_order_does_not_matter() {
    let one = table(300, 1, same);
    let weights: Vec<f64> = (0..300).map(|row| f64::from(row % 3)).collect();
    let copies: Vec<u32> = (0..300u32).rev().flat_map(|row| vec![row; (row % 3) as usize]).collect();
    let weighed = Profile::of(&one.dataset().with_weights(weights).unwrap()).unwrap();
    assert_eq!(weighed, Profile::of(&one.dataset().select(copies)).unwrap());
}

#[test]
fn very_many_rows_are_sampled_to_be_cut() {
    let rows = 2 * MOST_SORTED + 7;
    let x: Vec<f64> = (0..rows).map(|row| row as f64).collect();
    let table = Table::builder().number("x", x).build().unwrap();
    let profile = Profile::of(&table.dataset()).unwrap();
    assert_eq!(profile, Profile::of(&table.dataset()).unwrap());
    let ValueProfile::Numbers { cuts, below } = &profile.columns[0].values else { panic!("numbers") };
    for (cut, share) in cuts.iter().zip(below) {
        assert!((cut.floor() + 1.0 - share * rows as f64).abs() < 1e-6, "shares are of all rows");
    }
    assert!((below[10] - 0.5).abs() < 0.01);
}

#[test]
fn files_keep_it_and_refuse_another() {
    let table = table(50, 3, same);
    let data = table.dataset().target("y").unwrap();
    let mut model = Baseline::default().fit(&data).unwrap();
    model.info_mut().profile = Some(Profile::of(&data).unwrap());
    let entry = crate::RegistryEntry::of::<Baseline>();
    let bytes = model.to_bytes().unwrap();
    assert!(entry.model(model.info().clone(), &bytes).is_ok());
    let mut other = model.info().clone();
    other.schema.inputs.swap(0, 3);
    let fault = entry.model(other, &bytes).unwrap_err().to_string();
    assert!(fault.contains("profile"), "{fault}");
}

#[test]
fn counts_of_parts_are_the_counts_of_all() {
    let (profile, schema) = trained(400, 5);
    let new = table(300, 6, same);
    let whole = counted(&profile, &schema, &new);
    let part = |rows: std::ops::Range<u32>| counted(&profile, &schema, &new.take(&rows.collect::<Vec<_>>()));
    let mut parts = part(0..100);
    parts.merge(&part(100..101));
    parts.merge(&part(101..300));
    assert_eq!(parts, whole);
}

#[test]
fn rows_of_the_same_kind_raise_no_alarm() {
    let mut alarms = 0;
    for seed in 0..200 {
        let (profile, schema) = trained(150 + 20 * (seed as usize % 50), 1000 + seed);
        let new = table(20 + 30 * (seed as usize % 40), 5000 + seed, same);
        let report = counted(&profile, &schema, &new).report(&profile, &schema);
        alarms += usize::from(report.drifted().next().is_some());
    }
    assert!(alarms <= 10, "{alarms} of 200 files");
}

#[test]
fn planted_drift_is_found() {
    type Change = fn(&mut [f64; 3], &mut usize);
    let changes: [(&str, Change, &str); 5] = [
        ("x", |row, _| row[0] += 0.7, "of its values are at most"),
        ("z", |row, _| row[1] = if row[0] > 0.0 { f64::NAN } else { row[1] }, "of its values are missing"),
        ("whole", |row, _| row[2] = row[2].min(1.0), "of its values are at most 1, and"),
        ("kind", |_, level| *level = (*level + 1) % 4, "of its values are '"),
        (
            "kind",
            |row, level| *level = if row[0] > 0.3 { 4 } else { *level },
            "of its values are any other level",
        ),
    ];
    for (column, change, words) in changes {
        let (mut found, mut others) = (0, 0);
        for seed in 0..20 {
            let (profile, schema) = trained(600, 100 + seed);
            let report =
                counted(&profile, &schema, &table(400, 900 + seed, change)).report(&profile, &schema);
            found += usize::from(report.drifted().any(|drift| drift.column == column));
            others += report.drifted().filter(|drift| drift.column != column).count();
            if let Some(drift) = report.drifted().find(|drift| drift.column == column) {
                assert!(drift.sentence().contains(words), "{}", drift.sentence());
            }
        }
        assert!(found >= 19 && others <= 1, "{column}: found {found} of 20, and {others} others");
    }
    let (profile, schema) = trained(600, 1);
    let report = counted(&profile, &schema, &table(400, 2, changes[4].1)).report(&profile, &schema);
    assert!(report.columns[3].unseen > 100 && report.columns[3].missing_now < 0.01);
    assert_eq!(report.to_json()["drifted"], serde_json::json!(["kind"]));
}

#[test]
fn a_few_rows_and_empty_columns_say_nothing() {
    let (profile, schema) = trained(300, 8);
    let new = table(3, 9, |row, _| row[0] += 0.5);
    assert!(counted(&profile, &schema, &new).report(&profile, &schema).sentences().is_empty());
    let none = DriftCounts::new(&profile).report(&profile, &schema);
    assert!(none.sentences().is_empty());
    let gaps = Table::builder().number("x", vec![f64::NAN; 30]).build().unwrap();
    let schema = Schema::predicting(TargetSchema::log_density(), &gaps.dataset());
    let profile = Profile::of(&gaps.dataset()).unwrap();
    let full = Table::builder().number("x", vec![1.0; 30]).build().unwrap();
    let report = counted(&profile, &schema, &full).report(&profile, &schema);
    assert_eq!(report.drifted().count(), 1, "a column that was empty and is full");
}
