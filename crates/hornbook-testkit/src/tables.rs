//! Small tables of every shape that a learner may meet, made by a rule: they need no file and never change.

use hornbook::data::{Booleans, Column, ColumnKind};
use hornbook::{Dataset, Seed, Table};

/// A dataset and what is special about it.
#[derive(Debug, Clone)]
pub struct TestDataset {
    /// What it is, for messages.
    pub name: &'static str,
    /// The rows.
    pub data: Dataset,
    /// Whether features have missing values.
    pub has_missing: bool,
    /// Whether some features are categories.
    pub has_categories: bool,
    /// Whether some features are text.
    pub has_text: bool,
    /// Whether there is more than one target.
    pub has_several_targets: bool,
    /// Whether a column is an offset.
    pub has_offset: bool,
}

impl TestDataset {
    fn new(name: &'static str, data: Dataset) -> TestDataset {
        TestDataset {
            name,
            data,
            has_missing: false,
            has_categories: false,
            has_text: false,
            has_several_targets: false,
            has_offset: false,
        }
    }
}

/// All columns that the datasets are made of. Values repeat, so that there are ties; the targets follow from the features, with
/// noise.
fn columns(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let x: Vec<f64> = (0..rows).map(|_| rng.below(29) as f64 / 4.0).collect();
    let y: Vec<f64> = (0..rows).map(|_| (0..4).map(|_| rng.unit()).sum::<f64>() - 2.0).collect();
    let words: Vec<f64> = (0..rows).map(|_| (rng.below(7) * rng.below(3) / 2) as f64).collect();
    let gap: Vec<f64> =
        (0..rows).map(|_| if rng.below(7) == 3 { f64::NAN } else { rng.below(40) as f64 / 8.0 }).collect();
    let color: Vec<usize> = (0..rows).map(|_| rng.below(3)).collect();
    let place: Vec<usize> = (0..rows).map(|_| rng.below(5)).collect();
    let noise: Vec<f64> = (0..rows).map(|_| rng.unit() - 0.5).collect();
    let signal = |row: usize| {
        let filled = if gap[row].is_nan() { 2.0 } else { gap[row] };
        x[row]
            + 1.5 * y[row]
            + 0.4 * words[row]
            + 0.3 * filled
            + [0.0, 2.0, -1.0][color[row]]
            + 2.0 * noise[row]
    };
    let three = |row| {
        if signal(row) < 3.5 {
            "a"
        } else if signal(row) < 6.0 {
            "b"
        } else {
            "c"
        }
    };
    let two = |row| if signal(row) < 4.5 { "no" } else { "yes" };
    let label = |names: &'static [&'static str], at: usize| names.get(at).copied();
    let documents: Vec<Option<String>> = (0..rows)
        .map(|row| {
            let word = ["red apple", "green pear", "blue plum"][color[row]];
            let text = format!(
                "the {word} {} {}",
                ["is", "was"][row % 2],
                if signal(row) < 4.5 { "bad" } else { "good" }
            );
            (place[row] != 4 || row % 3 > 0).then_some(text)
        })
        .collect();
    let flags = Booleans(place.iter().map(|&at| [1, 0, 1, 0, Booleans::MISSING][at]).collect());
    Table::builder()
        .number("x", x.clone())
        .number("y", y.clone())
        .number("words", words.clone())
        .number("gap", gap.clone())
        .category("color", &color.iter().map(|&at| label(&["red", "green", "blue"], at)).collect::<Vec<_>>())
        .category(
            "place",
            &place.iter().map(|&at| label(&["here", "there", "far", "near"], at)).collect::<Vec<_>>(),
        )
        .column("flag", Column::Boolean(flags))
        .column("document", Column::Text(documents.into()))
        .category("class", &(0..rows).map(|row| Some(three(row))).collect::<Vec<_>>())
        .category("answer", &(0..rows).map(|row| Some(two(row))).collect::<Vec<_>>())
        .number("price", (0..rows).map(|row| signal(row) + 8.0).collect())
        .number("visits", (0..rows).map(|row| (signal(row) / 2.0 + 2.0).max(0.0).floor()).collect())
        .number("exposure", (0..rows).map(|row| 0.5 + (row % 4) as f64 / 4.0).collect())
        .number("query", (0..rows).map(|row| (row / 6) as f64).collect())
        .number("relevance", (0..rows).map(|row| (signal(row) / 3.0).clamp(0.0, 3.0).floor()).collect())
        .build()
        .unwrap()
}

/// A dataset of each shape, of so many rows.
pub fn datasets(rows: usize, seed: u64) -> Vec<TestDataset> {
    let table = columns(rows, seed);
    let of =
        |target: &str, features: &[&str]| table.dataset().target(target).unwrap().only(features).unwrap();
    let mixed = ["x", "gap", "color", "place", "flag"];
    let numbers = ["x", "y", "words"];
    let with_gaps =
        |name, data| TestDataset { has_missing: true, has_categories: true, ..TestDataset::new(name, data) };
    let with_categories = |name, data| TestDataset { has_categories: true, ..TestDataset::new(name, data) };
    let two_targets = |first, second, features: &[&str]| {
        table.dataset().targets(&[first, second]).unwrap().only(features).unwrap()
    };
    vec![
        with_gaps("mixed columns with missing values, three classes", of("class", &mixed)),
        with_gaps("mixed columns with missing values, a number", of("price", &mixed)),
        TestDataset::new("numbers, two classes", of("answer", &numbers)),
        TestDataset::new("numbers, three classes", of("class", &numbers)),
        TestDataset::new("counts, three classes", of("class", &["x", "words"])),
        with_categories("categories, three classes", of("class", &["color"])),
        TestDataset::new("numbers, a number", of("price", &numbers)),
        with_categories("numbers and categories, a count", of("visits", &["x", "y", "color"])),
        TestDataset::new("groups, relevance", of("relevance", &numbers).group("query").unwrap()),
        TestDataset {
            has_text: true,
            has_missing: true,
            has_categories: true,
            ..TestDataset::new(
                "documents, two classes",
                table
                    .dataset()
                    .target("answer")
                    .unwrap()
                    .only(&["document"])
                    .unwrap()
                    .with_kinds(&[ColumnKind::Text]),
            )
        },
        TestDataset {
            has_text: true,
            has_missing: true,
            has_categories: true,
            ..TestDataset::new(
                "documents, a number",
                table
                    .dataset()
                    .target("price")
                    .unwrap()
                    .only(&["document"])
                    .unwrap()
                    .with_kinds(&[ColumnKind::Text]),
            )
        },
        TestDataset {
            has_offset: true,
            ..TestDataset::new(
                "an offset, a count",
                of("visits", &["x", "y", "exposure"]).offset("exposure").unwrap(),
            )
        },
        TestDataset {
            has_several_targets: true,
            ..TestDataset::new("numbers, two targets of classes", two_targets("class", "answer", &numbers))
        },
        TestDataset {
            has_several_targets: true,
            ..TestDataset::new("numbers, two targets of numbers", two_targets("price", "visits", &numbers))
        },
        TestDataset::new("numbers without a target", table.dataset().only(&numbers).unwrap()),
        TestDataset::new("one column without a target", table.dataset().only(&["y"]).unwrap()),
        with_gaps(
            "mixed columns with missing values, without a target",
            table.dataset().only(&mixed).unwrap(),
        ),
    ]
}
