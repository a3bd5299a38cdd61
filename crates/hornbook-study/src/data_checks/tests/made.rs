//! Made tables without faults.

use hornbook_core::{Rng, Seed};
use hornbook_data::{Categories, Column, Table};
use hornbook_math::distributions::normal_quantile;

/// What the features look like.
#[derive(Debug, Clone, Copy)]
pub(super) enum Shape {
    Normal,
    Skewed,
    Categories,
}

/// What is predicted.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Numbers,
    TwoClasses,
    RareClass,
    ThreeClasses,
}

pub(super) const SHAPES: [Shape; 3] = [Shape::Normal, Shape::Skewed, Shape::Categories];
pub(super) const KINDS: [Kind; 4] = [Kind::Numbers, Kind::TwoClasses, Kind::RareClass, Kind::ThreeClasses];

pub(super) fn normal(rng: &mut Rng) -> f64 {
    normal_quantile(rng.unit().clamp(1e-12, 1.0 - 1e-12))
}

/// Columns with an effect on the target `y`, which stands last, and without any fault.
#[derive(Clone)]
pub(super) struct MadeTable {
    pub columns: Vec<(String, Column)>,
    /// What the target was made of.
    pub signal: Vec<f64>,
}

impl MadeTable {
    pub(super) fn new(shape: Shape, kind: Kind, rows: usize, seed: u64) -> MadeTable {
        let mut rng = Seed(seed).derive(rows as u64).rng();
        let mut columns: Vec<(String, Column)> = Vec::new();
        let mut signal = vec![0.0; rows];
        for place in 0..4 {
            let effect = [1.0, 0.6, 0.3, 0.0][place];
            let name = format!("x{place}");
            match shape {
                Shape::Normal | Shape::Skewed => {
                    let base: Vec<f64> = (0..rows).map(|_| normal(&mut rng)).collect();
                    signal.iter_mut().zip(&base).for_each(|(sum, x)| *sum += effect * x);
                    let value = |x: &f64| if matches!(shape, Shape::Skewed) { x.exp() } else { *x };
                    columns.push((name, number(base.iter().map(value).collect())));
                }
                Shape::Categories => {
                    let levels = [3, 2, 5, 4][place];
                    let codes: Vec<usize> =
                        (0..rows).map(|_| rng.below(levels).min(rng.below(levels))).collect();
                    signal.iter_mut().zip(&codes).for_each(|(sum, &code)| *sum += effect * code as f64);
                    let labels: Vec<Option<String>> =
                        codes.iter().map(|code| Some(format!("level {code}"))).collect();
                    columns.push((name, Column::Category(Categories::from_labels(&labels))));
                }
            }
        }
        if matches!(shape, Shape::Categories) {
            columns
                .push(("age".to_string(), number((0..rows).map(|_| (20 + rng.below(60)) as f64).collect())));
            columns.push((
                "size".to_string(),
                number((0..rows).map(|_| (100.0 * normal(&mut rng)).round() / 10.0).collect()),
            ));
        }
        signal.iter_mut().for_each(|sum| *sum += 0.7 * normal(&mut rng));
        let mut made = MadeTable { columns, signal };
        let target = made.target(shape, kind);
        made.columns.push(("y".to_string(), target));
        made
    }

    fn target(&self, shape: Shape, kind: Kind) -> Column {
        let mut sorted = self.signal.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| sorted[(share * (sorted.len() - 1) as f64) as usize];
        let cuts = match kind {
            Kind::Numbers => {
                let of = |x: &f64| if matches!(shape, Shape::Skewed) { (0.8 * x).exp() } else { *x };
                return number(self.signal.iter().map(of).collect());
            }
            Kind::TwoClasses => vec![at(0.55)],
            Kind::RareClass => vec![at(0.93)],
            Kind::ThreeClasses => vec![at(0.4), at(0.7)],
        };
        let class = |x: &f64| Some(["a", "b", "c"][cuts.iter().filter(|cut| x > cut).count()]);
        Column::Category(Categories::from_labels(&self.signal.iter().map(class).collect::<Vec<_>>()))
    }

    pub(super) fn rows(&self) -> usize {
        self.signal.len()
    }

    /// The same with another column, or that column replaced.
    pub(super) fn with(mut self, name: &str, column: Column) -> MadeTable {
        self.columns.retain(|(other, _)| other != name);
        self.columns.push((name.to_string(), column));
        self
    }

    /// Some of the rows.
    pub(super) fn take(&self, rows: &[u32]) -> MadeTable {
        MadeTable {
            columns: self.columns.iter().map(|(name, column)| (name.clone(), column.take(rows))).collect(),
            signal: rows.iter().map(|&row| self.signal[row as usize]).collect(),
        }
    }

    pub(super) fn table(&self) -> Table {
        Table::new(self.columns.clone()).unwrap()
    }

    /// A column of numbers.
    pub(super) fn values(&self, name: &str) -> Vec<f64> {
        match &self.columns.iter().find(|(other, _)| other == name).unwrap().1 {
            Column::Number(values) => values.dense().to_vec(),
            other => panic!("{name} has the kind {}", other.kind()),
        }
    }

    /// The class of each row.
    pub(super) fn classes(&self) -> Vec<u32> {
        match &self.columns.iter().find(|(name, _)| name == "y").unwrap().1 {
            Column::Category(categories) => categories.codes.to_vec(),
            other => panic!("{} is no column of classes", other.kind()),
        }
    }
}

pub(super) fn number(values: Vec<f64>) -> Column {
    Column::Number(values.into())
}
