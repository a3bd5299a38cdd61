//! The linear program, and the rows that matter for it.

use crate::linear_machine::LinearMachine;
use crate::training_rows::{Labels, TrainingRows};
use hornbook_core::{Error, Result};
use hornbook_math::matrix::Matrix;
use hornbook_math::optimise::{LinearProgram, LinearSolution};

/// Gaps below this are rounding, for columns between -1 and 1.
const ROUNDING: f64 = 1e-9;
/// Demands that a round adds at least, if there are so many.
const AT_LEAST: usize = 32;

/// A row must prefer its class to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Demand {
    pub row: usize,
    pub against: u32,
}

/// What the program comes to.
pub(super) enum Found {
    /// Weights for the columns as they are.
    Weights(LinearMachine),
    /// Demands that contradict each other: with these shares they add up to nothing.
    Contradiction(Vec<(Demand, f64)>),
}

/// The columns less their middle, in units of half their range.
struct Scaled {
    values: Vec<f64>,
    middles: Vec<f64>,
    units: Vec<f64>,
}

impl Scaled {
    fn of(rows: &TrainingRows) -> Scaled {
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
        Scaled { values, middles, units }
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

pub(super) fn solve(rows: &TrainingRows, labels: &Labels) -> Result<Found> {
    let scaled = Scaled::of(rows);
    let width = rows.width;
    let row = |i: usize| &scaled.values[i * width..(i + 1) * width];
    let classes = labels.classes.len() as u32;
    let mut demands = first_demands(labels, classes);
    loop {
        let (gap, machine, shares) = solve_some(&demands, row, labels, width)?;
        if gap <= ROUNDING {
            let used = demands.iter().copied().zip(shares).filter(|(_, share)| *share > ROUNDING);
            let mut used: Vec<(Demand, f64)> = used.collect();
            used.sort_by_key(|(demand, _)| {
                (labels.places[demand.row], rows.positions[demand.row], demand.against)
            });
            return Ok(Found::Contradiction(used));
        }
        // The gap of the few is the largest there can be; a demand that is further behind was not among them.
        let (mut behind, mut least): (Vec<(f64, Demand)>, f64) = (Vec::new(), f64::INFINITY);
        for i in 0..rows.len() {
            let standing = machine.standing(labels.places[i], row(i));
            least = least.min(standing.lead);
            if standing.lead < gap - ROUNDING.max(1e-6 * gap) {
                behind.push((standing.lead, Demand { row: i, against: standing.rival }));
            }
        }
        let known: std::collections::BTreeSet<Demand> = demands.iter().copied().collect();
        behind.retain(|(_, demand)| !known.contains(demand));
        if behind.is_empty() {
            return if least > 0.0 { Ok(Found::Weights(scaled.unscaled(&machine))) } else { Err(lost()) };
        }
        behind.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        behind.truncate(AT_LEAST.max(demands.len() / 2));
        demands.extend(behind.into_iter().map(|(_, demand)| demand));
    }
}

/// For each pair of classes a row that must prefer one to the other.
fn first_demands(labels: &Labels, classes: u32) -> Vec<Demand> {
    let first = |class: u32| labels.places.iter().position(|&place| place == class).unwrap_or(0);
    let of_class = |class: u32| {
        let row = first(class);
        (0..classes).filter(move |&other| other != class).map(move |against| Demand { row, against })
    };
    (0..classes).flat_map(of_class).collect()
}

/// Solves the program for some demands: the gap, the weights that have it, and the share of each demand.
///
/// Each demand is a vector $d$, the row with a 1 behind it: for two classes with the sign of its class, for more in the
/// place of its class, and with a minus in that of the other. The program is the least $\sum_j |\sum_i s_i d_{ij}|$ over the
/// columns, of shares $s \ge 0$ that add up to 1 and make the constants cancel. Its duals are the weights.
fn solve_some<'r>(
    demands: &[Demand],
    row: impl Fn(usize) -> &'r [f64],
    labels: &Labels,
    width: usize,
) -> Result<(f64, LinearMachine, Vec<f64>)> {
    let mut machine = LinearMachine::zero(labels.classes.len(), width);
    let (size, count) = (machine.weights.len(), demands.len());
    let is_constant = |place: usize| place % (width + 1) == width;
    let free: Vec<usize> = (0..size).filter(|&place| !is_constant(place)).collect();
    let variables = count + 2 * free.len();
    let mut table = Matrix::zeros(size + 1, variables);
    for (column, demand) in demands.iter().enumerate() {
        let own = labels.places[demand.row];
        let parts = match machine.outputs() {
            1 => vec![(0, if own == 1 { 1.0 } else { -1.0 })],
            _ => vec![(own as usize, 1.0), (demand.against as usize, -1.0)],
        };
        for (output, sign) in parts {
            let start = output * (width + 1);
            for (j, x) in row(demand.row).iter().chain([&1.0]).enumerate() {
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
    Error::data("the search for a hyperplane was lost in rounding", "bring the columns to one scale")
}
