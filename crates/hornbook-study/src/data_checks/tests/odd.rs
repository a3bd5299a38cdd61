//! Odd tables end in sentences, and never in a panic.

use super::made::{Kind, MadeTable, Shape, number};
use super::{NOW, checked, of_kind};
use crate::data_checks::{
    check_data_at, contamination_findings, covariate_shift_findings, label_noise, residual_order_finding,
};
use hornbook_core::Seed;
use hornbook_data::{Categories, Column, ColumnKind, MISSING_DATE, Table};
use proptest::prelude::*;

/// Numbers that break what is careless.
fn odd_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-3i32..4).prop_map(f64::from),
        2 => -1e3..1e3,
        1 => prop_oneof![
            Just(f64::NAN), Just(f64::INFINITY), Just(f64::NEG_INFINITY), Just(-0.0), Just(1.7e308), Just(-1.7e308), Just(5e-324),
        ],
    ]
}

fn odd_column(rows: usize) -> impl Strategy<Value = Column> {
    let words = prop::collection::vec(prop::option::of("[a-d]{0,2}"), rows);
    let dates = prop_oneof![Just(MISSING_DATE), Just(i64::MAX), Just(i64::MIN + 1), 0i64..4_000_000_000_000];
    prop_oneof![
        3 => prop::collection::vec(odd_number(), rows).prop_map(number),
        1 => (odd_number(), Just(rows)).prop_map(|(x, rows)| number(vec![x; rows])),
        2 => words.prop_map(|labels| Column::Category(Categories::from_labels(&labels))),
        1 => prop::collection::vec(dates, rows).prop_map(|dates| Column::Date(dates.into())),
    ]
}

fn odd_table() -> impl Strategy<Value = Table> {
    (1usize..90).prop_flat_map(|rows| {
        prop::collection::vec(odd_column(rows), 2..6).prop_map(|columns| {
            let names = ["y", "a", "b id", "year", "d"].into_iter().map(str::to_string);
            Table::new(names.zip(columns).collect()).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn odd_tables_do_not_panic(table in odd_table(), other in odd_table()) {
        let data = table.dataset().target("y").unwrap().with_kinds(&[ColumnKind::Text]);
        if let Ok(checked) = check_data_at(&data, NOW) {
            prop_assert!(checked.record.findings.iter().all(|finding| finding.sentence.ends_with('.')));
            if let Some(copies) = checked.copies {
                prop_assert_eq!(copies.groups().len(), checked.data.rows().len());
            }
        }
        let test = other.dataset();
        for found in [contamination_findings(&data, &test), covariate_shift_findings(&data, &test)].into_iter().flatten() {
            prop_assert!(found.iter().all(|finding| finding.sentence.ends_with('.')));
        }
    }

    #[test]
    fn odd_probabilities_do_not_panic(
        classes in prop::collection::vec(0u32..4, 0..30),
        probabilities in prop::collection::vec(odd_number(), 0..90),
        count in 0usize..4,
    ) {
        prop_assert!(label_noise(&classes, &probabilities, count).suspects.len() <= 10);
        residual_order_finding(&probabilities);
    }

    /// What is a copy does not depend on the order of the rows.
    #[test]
    fn copies_do_not_depend_on_order(seed in 0u64..1000, copies in 0usize..60) {
        let made = MadeTable::new(Shape::Normal, Kind::Numbers, 120, seed);
        let mut rng = Seed(seed).rng();
        let mut rows: Vec<u32> = (0..120).chain((0..copies).map(|_| rng.below(120) as u32)).collect();
        let count = |rows: &[u32]| {
            let data = made.take(rows).table().dataset().target("y").unwrap();
            checked(&data).copies.map(|copies| copies.copied_rows())
        };
        let ordered = count(&rows);
        rng.shuffle(&mut rows);
        prop_assert_eq!(ordered, count(&rows));
        prop_assert_eq!(ordered, (copies >= 10).then_some(copies).or(ordered.filter(|_| copies > 0)));
    }
}

#[test]
fn tens_of_thousands_of_levels() {
    let made = MadeTable::new(Shape::Normal, Kind::TwoClasses, 40_000, 1);
    let mut rng = Seed(3).rng();
    let labels: Vec<Option<String>> = (0..40_000).map(|_| Some(format!("Z{}", rng.below(20_000)))).collect();
    let table = made.with("zip", Column::Category(Categories::from_labels(&labels))).table();
    let found = checked(&table.dataset().target("y").unwrap()).record.findings;
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn numbers_too_large_for_a_variance() {
    let mut rng = Seed(3).rng();
    let mut column = || number((0..100).map(|_| 1.7e308 * rng.unit()).collect());
    let columns = ["a", "b", "c", "y"].map(|name| (name.to_string(), column()));
    let table = Table::new(columns.into()).unwrap();
    assert!(checked(&table.dataset().target("y").unwrap()).copies.is_none());
}

#[test]
fn hundreds_of_columns_of_noise() {
    let mut rng = Seed(3).rng();
    let mut columns = MadeTable::new(Shape::Normal, Kind::TwoClasses, 200, 1).columns;
    columns.extend(
        (0..300).map(|place| (format!("noise{place}"), number((0..200).map(|_| rng.unit()).collect()))),
    );
    let found = checked(&Table::new(columns).unwrap().dataset().target("y").unwrap()).record.findings;
    assert_eq!(of_kind(&found, "leak"), None);
    assert!(found.is_empty(), "{found:#?}");
}
