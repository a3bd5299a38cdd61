//! The bins of a column.

use super::params::BinEncoding;
use crate::column_wise::{FittedColumn, codes, numbers};
use crate::names::unlike;
use hornbook_core::format::{counted, significant};
use hornbook_core::{Error, Result, Value};
use hornbook_data::{Feature, Input, InputKind, MISSING_CODE};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The bins of a column, and what they become.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FittedBins {
    encode: BinEncoding,
    /// The ends of the bins, ascending: one more than there are bins; none if the column does not vary, and is one bin.
    edges: Vec<f64>,
}

impl FittedBins {
    pub(super) fn new(encode: BinEncoding, edges: Vec<f64>) -> FittedBins {
        FittedBins { encode, edges }
    }

    /// The ends of the bins, ascending: one more than there are bins; none if the column does not vary, and is one bin.
    pub fn edges(&self) -> &[f64] {
        &self.edges
    }

    /// How many bins there are.
    pub fn count(&self) -> usize {
        self.edges.len().saturating_sub(1).max(1)
    }

    /// The cuts between bins.
    fn cuts(&self) -> &[f64] {
        match self.edges.as_slice() {
            [_, cuts @ .., _] => cuts,
            _ => &[],
        }
    }

    /// The bin of a number; a number on a cut is in the bin above it.
    fn bin(&self, x: f64) -> usize {
        self.cuts().partition_point(|cut| *cut <= x)
    }

    /// The middle of a bin.
    fn center(&self, bin: usize) -> f64 {
        match self.edges.get(bin..bin + 2) {
            Some([low, high]) => f64::midpoint(*low, *high),
            _ => 0.0,
        }
    }

    /// The names of the bins.
    fn names(&self) -> Vec<String> {
        let cuts = self.cuts();
        let mut names: Vec<String> = Vec::with_capacity(self.count());
        for bin in 0..self.count() {
            let below = bin.checked_sub(1).and_then(|bin| cuts.get(bin)).map(|cut| significant(*cut));
            let above = cuts.get(bin).map(|cut| significant(*cut));
            let name = match (below, above) {
                (None, None) => "all".to_string(),
                (None, Some(above)) => format!("below {above}"),
                (Some(below), None) => format!("from {below}"),
                (Some(below), Some(above)) => format!("{below} to {above}"),
            };
            let name = unlike(name, |name| names.iter().any(|other| other == name));
            names.push(name);
        }
        names
    }
}

impl FittedColumn for FittedBins {
    const HEADING: &'static str = "binning";
    const NOTHING: &'static str = "no numeric features";

    fn fits(&self, input: &Input) -> bool {
        let is_number = matches!(input.kind, InputKind::Number | InputKind::Date);
        let is_sound = self.edges.iter().all(|edge| edge.is_finite());
        is_number && is_sound && self.edges.len() != 1 && self.edges.is_sorted()
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        let name = &input.name;
        match self.encode {
            BinEncoding::Onehot => {
                let column = |bin: String| Input { name: format!("{name} {bin}"), kind: InputKind::Number };
                self.names().into_iter().map(column).collect()
            }
            BinEncoding::Ordinal => vec![Input { name: name.clone(), kind: InputKind::Number }],
            BinEncoding::Category => {
                let kind = InputKind::Category { levels: self.names().into() };
                vec![Input { name: name.clone(), kind }]
            }
        }
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let numbers = numbers(input, column)?;
        Ok(match self.encode {
            BinEncoding::Onehot => {
                let mut columns = vec![vec![0.0; numbers.len()]; self.count()];
                for (row, &x) in numbers.iter().enumerate() {
                    match x.is_nan() {
                        true => columns.iter_mut().for_each(|column| column[row] = f64::NAN),
                        false => columns[self.bin(x)][row] = 1.0,
                    }
                }
                columns.into_iter().map(|column| Feature::Number(column.into())).collect()
            }
            BinEncoding::Ordinal => {
                let number = |&x: &f64| if x.is_nan() { x } else { self.bin(x) as f64 };
                vec![Feature::Number(numbers.iter().map(number).collect())]
            }
            BinEncoding::Category => {
                let code = |&x: &f64| if x.is_nan() { MISSING_CODE } else { self.bin(x) as u32 };
                vec![Feature::Code(numbers.iter().map(code).collect(), self.names().into())]
            }
        })
    }

    /// A bin becomes its middle.
    fn invert(&self, input: &Input, columns: &[Feature]) -> Result<Feature> {
        let Some(first) = columns.first() else { return Err(Error::internal("bins without a column")) };
        let last = self.count() - 1;
        let numbers: Vec<f64> = match self.encode {
            BinEncoding::Category => (codes(input, first)?.iter())
                .map(
                    |&code| {
                        if code == MISSING_CODE { f64::NAN } else { self.center((code as usize).min(last)) }
                    },
                )
                .collect(),
            BinEncoding::Ordinal => (numbers(input, first)?.iter())
                .map(|&x| if x.is_nan() { x } else { self.center((x.max(0.0) as usize).min(last)) })
                .collect(),
            BinEncoding::Onehot => {
                let mut centers = vec![f64::NAN; first.len()];
                for (bin, column) in columns.iter().enumerate() {
                    let marked = numbers(input, column)?.iter().zip(&mut centers);
                    marked.filter(|(x, _)| **x > 0.5).for_each(|(_, center)| *center = self.center(bin));
                }
                centers
            }
        };
        Ok(Feature::Number(numbers.into()))
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let cuts: Vec<String> = self.cuts().iter().map(|cut| significant(*cut)).collect();
        let at = if cuts.is_empty() { String::new() } else { format!(", cut at {}", cuts.join(", ")) };
        (format!("{}{at}", counted(self.count() as u64, "bin")), json!({"edges": self.edges}))
    }
}
