//! The linear program, and the rows that matter for it.

use crate::linear_machine::LinearMachine;
use crate::training_rows::{RowClasses, TrainingRows};
use hornbook_core::{Error, Result};
use hornbook_math::matrix::Matrix;
use hornbook_math::optimize::{LinearProgram, LinearSolution};

/// Duality gaps below this are rounding, for columns between -1 and 1.
const ROUNDING: f64 = 1e-9;
/// Demands that an iteration adds at least, if there are so many.
const AT_LEAST: usize = 32;

/// A row must prefer its class to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MarginConstraint {
    pub row: usize,
    pub against: u32,
}

/// What the program comes to.
pub(super) enum LpOutcome {
    /// Weights for the columns as they are.
    Weights(LinearMachine),
    /// Demands that contradict each other: with these fractions they add up to nothing.
    Contradiction(Vec<(MarginConstraint, f64)>),
}

/// The columns less their middle, in units of half their range.
struct ScaledRows {
    values: Vec<f64>,
    middles: Vec<f64>,
    units: Vec<f64>,
}

impl ScaledRows {
    fn of(rows: &TrainingRows) -> ScaledRows {
        let width = rows.width;
        let (mut low, mut high) = (vec![f64::INFINITY; width], vec![f64::NEG_INFINITY; width]);
        for i in 0..rows.len() {
            for (j, &x) in rows.row(i).iter().enumerate() {
                low[j] = low[j].min(x);
                high[j] = high[j].max(x);
            }
        }
        let middles: Vec<f64> = low.iter().zip(&high).map(|(a, b)| 0.5 * a + 0.5 * b).collect();
        let half = |(a, b): (&f64, &f64)| if b > a { 0.5 * b - 0.5 * a } else { 1.0 };
        let units: Vec<f64> = low.iter().zip(&high).map(half).collect();
        let mut values = rows.values.clone();
        for row in values.chunks_exact_mut(width.max(1)) {
            for ((x, middle), unit) in row.iter_mut().zip(&middles).zip(&units) {
                *x = (*x - middle) / unit;
            }
        }
        ScaledRows { values, middles, units }
    }

    /// Weights for the columns as they were.
    fn unscaled(&self, machine: &LinearMachine) -> LinearMachine {
        let mut machine = machine.clone();
        let width = self.units.len();
        for own in machine.weights.chunks_exact_mut(width + 1) {
            for j in 0..width {
                own[j] /= self.units[j];
                own[width] -= own[j] * self.middles[j];
            }
        }
        machine
    }
}

pub(super) fn solve(rows: &TrainingRows, labels: &RowClasses) -> Result<LpOutcome> {
    let scaled = ScaledRows::of(rows);
    let width = rows.width;
    let row = |i: usize| &scaled.values[i * width..(i + 1) * width];
    let classes = labels.classes.len() as u32;
    let mut constraints = first_constraints(labels, classes);
    loop {
        let (gap, machine, shares) = solve_some(&constraints, row, labels, width)?;
        if gap <= ROUNDING {
            let used = constraints.iter().copied().zip(shares).filter(|(_, share)| *share > ROUNDING);
            let mut used: Vec<(MarginConstraint, f64)> = used.collect();
            used.sort_by_key(|(constraint, _)| {
                (labels.places[constraint.row], rows.positions[constraint.row], constraint.against)
            });
            return Ok(LpOutcome::Contradiction(used));
        }
        // The gap of the few is the largest there can be; a demand that is further behind was not among them.
        let (mut behind, mut least): (Vec<(f64, MarginConstraint)>, f64) = (Vec::new(), f64::INFINITY);
        for i in 0..rows.len() {
            let row_margin = machine.row_margin(labels.places[i], row(i));
            least = least.min(row_margin.lead);
            if row_margin.lead < gap - ROUNDING.max(1e-6 * gap) {
                behind.push((row_margin.lead, MarginConstraint { row: i, against: row_margin.rival }));
            }
        }
        let known: std::collections::BTreeSet<MarginConstraint> = constraints.iter().copied().collect();
        behind.retain(|(_, constraint)| !known.contains(constraint));
        if behind.is_empty() {
            return if least > 0.0 { Ok(LpOutcome::Weights(scaled.unscaled(&machine))) } else { Err(lost()) };
        }
        behind.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        behind.truncate(AT_LEAST.max(constraints.len() / 2));
        constraints.extend(behind.into_iter().map(|(_, constraint)| constraint));
    }
}

/// For each pair of classes a row that must prefer one to the other.
fn first_constraints(labels: &RowClasses, classes: u32) -> Vec<MarginConstraint> {
    let first = |class: u32| labels.places.iter().position(|&place| place == class).unwrap_or(0);
    let of_class = |class: u32| {
        let row = first(class);
        (0..classes)
            .filter(move |&other| other != class)
            .map(move |against| MarginConstraint { row, against })
    };
    (0..classes).flat_map(of_class).collect()
}

/// Solves the program for some demands: the gap, the weights that have it, and the fraction of each demand.
///
/// Each demand is a vector $d$, the row with a 1 behind it: for two classes with the sign of its class, for
/// more in the place of its class, and with a minus in that of the other. The program is the least $\sum_j
/// |\sum_i s_i d_{ij}|$ over the columns, of fractions $s \ge 0$ that add up to 1 and make the constants
/// cancel. Its duals are the weights.
fn solve_some<'r>(
    constraints: &[MarginConstraint],
    row: impl Fn(usize) -> &'r [f64],
    labels: &RowClasses,
    width: usize,
) -> Result<(f64, LinearMachine, Vec<f64>)> {
    let mut machine = LinearMachine::zero(labels.classes.len(), width);
    let (size, count) = (machine.weights.len(), constraints.len());
    let is_constant = |place: usize| place % (width + 1) == width;
    let free: Vec<usize> = (0..size).filter(|&place| !is_constant(place)).collect();
    let variables = count + 2 * free.len();
    let mut table = Matrix::zeros(size + 1, variables);
    for (column, constraint) in constraints.iter().enumerate() {
        let own = labels.places[constraint.row];
        let parts = match machine.outputs() {
            1 => vec![(0, if own == 1 { 1.0 } else { -1.0 })],
            _ => vec![(own as usize, 1.0), (constraint.against as usize, -1.0)],
        };
        for (output, sign) in parts {
            let start = output * (width + 1);
            for (j, x) in row(constraint.row).iter().chain([&1.0]).enumerate() {
                *table.at_mut(start + j, column) = sign * x;
            }
        }
        *table.at_mut(size, column) = 1.0;
    }
    for (k, &place) in free.iter().enumerate() {
        *table.at_mut(place, count + 2 * k) = -1.0;
        *table.at_mut(place, count + 2 * k + 1) = 1.0;
    }
    let costs: Vec<f64> = (0..variables).map(|column| f64::from(u8::from(column >= count))).collect();
    let mut right = vec![0.0; size];
    right.push(1.0);
    let LinearSolution::Optimal(found) = LinearProgram::new(costs).equal(table, right).solve()? else {
        return Err(lost());
    };
    // A dual says how the gap changes with a right side, which is minus the weight.
    machine.weights.iter_mut().zip(&found.equal_duals).for_each(|(w, dual)| *w = -dual);
    Ok((found.value, machine, found.x[..count].to_vec()))
}

fn lost() -> Error {
    Error::data("the search for a hyperplane was lost in rounding", "standardize the features")
}
