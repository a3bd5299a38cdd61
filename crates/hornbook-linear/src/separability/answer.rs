//! The answer, which explains itself.

use super::program::{LpOutcome, MarginConstraint};
use crate::geometry::Hyperplane;
use crate::linear_machine::LinearMachine;
use crate::training_rows::{RowClasses, TrainingRows};
use hornbook_core::Result;
use hornbook_core::format::{significant, table};
use hornbook_data::{Dataset, Levels, Matrix, Schema};
use hornbook_encoding::Encoder;
use hornbook_math::algebra::vectors;
use std::fmt::Write as _;

/// More rows or columns than these are not listed in words.
const MOST_LISTED: usize = 20;

/// Whether hyperplanes separate the classes.
#[derive(Debug, Clone, PartialEq)]
pub enum Separability {
    /// They do, and these are some.
    Separable(SeparatingHyperplanes),
    /// None do: averages of rows coincide.
    Touching(HullIntersection),
}

/// Hyperplanes that separate the classes.
#[derive(Debug, Clone, PartialEq)]
pub struct SeparatingHyperplanes {
    /// The codes of the classes, in order.
    pub classes: Vec<u32>,
    /// The intercept of each sum: one sum for two classes, above zero for the second, and else one a class, of which the
    /// largest wins.
    pub intercepts: Vec<f64>,
    /// The weights: a row for each sum.
    pub weights: Matrix,
    /// How far the nearest row is from the boundary of its class. It is not the largest margin there is: distances were
    /// measured by columns, each in units of its range.
    pub margin: f64,
    /// The names of the columns that the weights are for.
    pub columns: Vec<String>,
    levels: Levels,
}

/// Averages of rows that coincide, so that nothing parts their classes.
#[derive(Debug, Clone, PartialEq)]
pub struct HullIntersection {
    /// The rows and their fractions, which add up to 1.
    pub points: Vec<HullWeight>,
    /// The names of the columns whose averages coincide.
    pub columns: Vec<String>,
    levels: Levels,
    values: Vec<Vec<f64>>,
}

/// A row with its fraction in an average.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullWeight {
    /// The row of the table, from 0.
    pub row: u32,
    /// Its class.
    pub class: u32,
    /// The class that it would have to be parted from.
    pub against: u32,
    /// Its weight in the convex combination.
    pub share: f64,
}

impl Separability {
    /// Whether the classes can be parted.
    pub fn is_separable(&self) -> bool {
        matches!(self, Separability::Separable(_))
    }

    /// The answer in words.
    pub fn explain(&self) -> String {
        match self {
            Separability::Separable(machine) => machine.explain(),
            Separability::Touching(hulls) => hulls.explain(),
        }
    }
}

impl SeparatingHyperplanes {
    /// The hyperplane between two classes, above which the second is; none if there are more.
    pub fn hyperplane(&self) -> Option<Hyperplane> {
        match self.intercepts[..] {
            [offset] => Hyperplane::new(self.weights.row(0).to_vec(), offset).ok(),
            _ => None,
        }
    }

    /// The weights and the margin, in words.
    pub fn explain(&self) -> String {
        let class = |code: &u32| format!("'{}'", self.levels[*code as usize]);
        let names: Vec<String> = self.classes.iter().map(class).collect();
        let mut text = match &names[..] {
            [first, second] => {
                format!(
                    "linearly separable: a hyperplane separates {first} (below 0) from {second} (above 0)"
                )
            }
            many => format!(
                "linearly separable: a linear machine separates {}, the largest score wins",
                many.join(", ")
            ),
        };
        let mut head = vec!["feature".to_string()];
        head.extend(match self.intercepts.len() {
            1 => vec!["coefficient".to_string()],
            _ => names,
        });
        let mut lines = vec![head, [vec!["(intercept)".to_string()], in_words(&self.intercepts)].concat()];
        for (j, name) in self.columns.iter().enumerate().take(MOST_LISTED) {
            lines.push([vec![name.clone()], in_words(&self.weights.column(j))].concat());
        }
        let _ = write!(
            text,
            "\n{}\nmargin {} (distance of the nearest row)",
            table(&lines),
            significant(self.margin)
        );
        text
    }
}

fn in_words(numbers: &[f64]) -> Vec<String> {
    numbers.iter().map(|x| significant(*x)).collect()
}

impl HullIntersection {
    /// The average of the chosen rows of a class, and that of the chosen rows of others that would have to be parted from it:
    /// they are the same. None if no row of the class is among them.
    pub fn averages(&self, class: u32) -> Option<(Vec<f64>, Vec<f64>)> {
        Some((self.average(|point| point.class == class)?, self.average(|point| point.against == class)?))
    }

    fn average(&self, is_of: impl Fn(&HullWeight) -> bool) -> Option<Vec<f64>> {
        let chosen = || self.points.iter().zip(&self.values).filter(|(point, _)| is_of(point));
        let total: f64 = chosen().map(|(point, _)| point.share).sum();
        let mut average = vec![0.0; self.columns.len()];
        for (point, values) in chosen() {
            average.iter_mut().zip(values).for_each(|(sum, x)| *sum += point.share / total * x);
        }
        (total > 0.0).then_some(average)
    }

    /// The rows and their averages, in words.
    pub fn explain(&self) -> String {
        let name = |code: u32| &self.levels[code as usize];
        let mut classes: Vec<u32> = self.points.iter().map(|point| point.class).collect();
        classes.sort_unstable();
        classes.dedup();
        let mut text = "not linearly separable: the convex hulls intersect".to_string();
        for class in classes {
            let list = |is_of: &dyn Fn(&HullWeight) -> bool| {
                let chosen: Vec<&HullWeight> = self.points.iter().filter(|point| is_of(point)).collect();
                let total: f64 = chosen.iter().map(|point| point.share).sum();
                let said = chosen
                    .iter()
                    .take(MOST_LISTED)
                    .map(|point| format!("row {} ({})", point.row + 1, significant(point.share / total)));
                said.collect::<Vec<_>>().join(", ")
            };
            let (own, others) = (list(&|point| point.class == class), list(&|point| point.against == class));
            let _ = write!(
                text,
                "\n'{}': {own} have the same weighted mean as {others} of other classes",
                name(class)
            );
            if let Some((average, _)) = self.averages(class).filter(|_| self.columns.len() <= MOST_LISTED) {
                let pairs =
                    self.columns.iter().zip(&average).map(|(n, x)| format!("{n} {}", significant(*x)));
                let _ = write!(text, ": {}", pairs.collect::<Vec<_>>().join(", "));
            }
        }
        text
    }
}

/// Turns what the program found into an answer.
pub(super) fn of(
    found: LpOutcome,
    data: &Dataset,
    schema: &Schema,
    design: Encoder,
    rows: &TrainingRows,
    labels: &RowClasses,
) -> Result<Separability> {
    let columns: Vec<String> = (0..design.width()).map(|column| design.name(column)).collect();
    let levels = schema.target.classes.clone();
    Ok(match found {
        LpOutcome::Weights(machine) => {
            let margin = geometric_margin(&machine, rows, labels)?;
            let (intercepts, weights) = machine.into_parts();
            let classes = labels.classes.clone();
            Separability::Separable(SeparatingHyperplanes {
                classes,
                intercepts,
                weights,
                margin,
                columns,
                levels,
            })
        }
        LpOutcome::Contradiction(constraints) => {
            let point = |&(MarginConstraint { row, against }, share): &(MarginConstraint, f64)| HullWeight {
                row: data.rows().at(rows.positions[row] as usize),
                class: labels.classes[labels.places[row] as usize],
                against: labels.classes[against as usize],
                share,
            };
            let points = constraints.iter().map(point).collect();
            let values =
                constraints.iter().map(|(constraint, _)| rows.row(constraint.row).to_vec()).collect();
            Separability::Touching(HullIntersection { points, columns, levels, values })
        }
    })
}

/// How far the nearest row is from the boundary to any other class.
fn geometric_margin(machine: &LinearMachine, rows: &TrainingRows, labels: &RowClasses) -> Result<f64> {
    let (_, weights) = machine.clone().into_parts();
    if machine.outputs() == 1 {
        let length = vectors::norm(weights.row(0));
        return Ok(-rows.largest(|i| -machine.row_margin(labels.places[i], rows.row(i)).lead) / length);
    }
    let outputs = machine.outputs();
    let mut lengths = Matrix::zeros(outputs, outputs);
    for k in 0..outputs {
        for l in 0..outputs {
            *lengths.at_mut(k, l) = vectors::distance(weights.row(k), weights.row(l))?;
        }
    }
    let nearest = |i: usize| {
        let own = labels.places[i] as usize;
        let sum = machine.sum(own, rows.row(i));
        let others = (0..outputs).filter(|&other| other != own);
        let distance = |other: usize| (sum - machine.sum(other, rows.row(i))) / lengths.at(own, other);
        others.map(distance).fold(f64::INFINITY, f64::min)
    };
    Ok(-rows.largest(|i| -nearest(i)))
}
