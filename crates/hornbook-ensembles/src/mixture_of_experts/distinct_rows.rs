//! The rows as the search needs them.

use super::gating_tree::GatingTree;
use hornbook_core::{Result, Rng};
use hornbook_data::{ClassLabels, Dataset, Features, Matrix, Target};
use hornbook_encoding::encoded_features;

/// How much of a row is assigned evenly at an initialization, so that every expert sees a little of every row.
const EVEN: f64 = 0.1;

/// Different rows, each once with the weight of all its copies, in an order that depends on their content alone: so
/// neither the order of the rows nor how copies are written can matter.
pub(super) struct DistinctRows {
    /// For the experts.
    pub data: Dataset,
    pub features: Features<'static>,
    pub weights: Vec<f64>,
    pub total: f64,
    pub target: Target,
    /// The standard deviation of a numeric target.
    pub deviation: f64,
    /// For each gate: the rows once for each branch, which is their class.
    gates: Vec<Dataset>,
    /// Where the rows lie, in standard deviations of the columns.
    places: Matrix,
    /// The standardized target, if it is numeric.
    heights: Vec<f64>,
}

impl DistinctRows {
    pub fn of(data: &Dataset, shape: GatingTree) -> Result<DistinctRows> {
        let data = data.with_nonzero_weight();
        let (order, weights) = different(&data);
        let (name, target) = data.require_target()?;
        let target = match target {
            Target::Numbers(y) => Target::Numbers(order.iter().map(|&row| y[row as usize]).collect()),
            Target::Classes(classes) => Target::Classes(ClassLabels {
                codes: order.iter().map(|&row| classes.codes[row as usize]).collect(),
                levels: classes.levels.clone(),
            }),
        };
        let of_rows = |rows: &[u32]| data.table_rows(rows.to_vec()).materialized();
        let gates = of_rows(&order.repeat(shape.branches()))?;
        let codes: Vec<u32> =
            (0..shape.branches() as u32).flat_map(|branch| vec![branch; order.len()]).collect();
        let branches_of = |gate: usize| {
            let levels = shape.beneath(gate).map(|place| shape.name(place)).collect();
            let target = Target::Classes(ClassLabels { codes: codes.clone().into(), levels });
            gates.clone().with_target("branch", target)
        };
        let total = weights.iter().sum();
        let experts = of_rows(&order)?;
        let mut places = encoded_features(&experts)?;
        for column in 0..places.columns() {
            let mut values: Vec<f64> = (0..places.rows()).map(|row| places.at(row, column)).collect();
            to_units(&mut values, &weights, total);
            values.into_iter().enumerate().for_each(|(row, value)| *places.at_mut(row, column) = value);
        }
        let mut heights = match &target {
            Target::Numbers(y) => y.to_vec(),
            Target::Classes(_) => Vec::new(),
        };
        let deviation = to_units(&mut heights, &weights, total);
        Ok(DistinctRows {
            data: experts.with_target(name, target.clone())?,
            features: of_rows(&order)?.row_features(),
            gates: (0..shape.gates()).map(branches_of).collect::<Result<_>>()?,
            weights,
            total,
            target,
            deviation,
            places,
            heights,
        })
    }

    /// How many different rows there are.
    pub fn count(&self) -> usize {
        self.weights.len()
    }

    /// What a gate learns from: the rows that come to its branches, with how much of each does.
    pub fn of_gate(&self, gate: usize, branches: &[Vec<f64>]) -> Result<Dataset> {
        self.gates[gate].with_row_weights(&self.weighted(branches.iter().flatten()))
    }

    /// What an expert learns from: the rows, with how much of each is its own.
    pub fn of_expert(&self, own: &[f64]) -> Result<Dataset> {
        self.data.with_row_weights(&self.weighted(own))
    }

    fn weighted<'a>(&self, parts: impl IntoIterator<Item = &'a f64>) -> Vec<f64> {
        parts.into_iter().zip(self.weights.iter().cycle()).map(|(part, weight)| part * weight).collect()
    }

    /// The weight of parts of the rows, as a fraction of that of all.
    pub fn share(&self, parts: &[f64]) -> f64 {
        self.weights.iter().zip(parts).map(|(weight, part)| weight * part).sum::<f64>() / self.total
    }

    /// How much of each row comes to each position at a start: a gate sends a row to the nearest of its centers, which are drawn
    /// from its rows. Nearness is that of the inputs, or also of the target.
    pub fn start(&self, shape: GatingTree, sees_target: bool, rng: &mut Rng) -> Vec<Vec<f64>> {
        let (mut parts, even) = (vec![Vec::new(); shape.places()], EVEN / shape.branches() as f64);
        parts[0] = vec![1.0; self.count()];
        for gate in 0..shape.gates() {
            let nearest = self.nearest(&parts[gate], shape.branches(), sees_target, rng);
            for (branch, place) in shape.beneath(gate).enumerate() {
                let of_row = |(part, &center): (&f64, &usize)| {
                    part * if center == branch { 1.0 - EVEN + even } else { even }
                };
                parts[place] = parts[gate].iter().zip(&nearest).map(of_row).collect();
            }
        }
        parts
    }

    /// Draws centers, each the more likely the farther a row is from those before it; gives the nearest one of each row.
    fn nearest(&self, parts: &[f64], count: usize, sees_target: bool, rng: &mut Rng) -> Vec<usize> {
        let mut nearest = vec![(f64::INFINITY, 0); self.count()];
        for center in 0..count {
            let chance = |row: usize| {
                let distance = nearest[row].0;
                self.weights[row] * parts[row] * if distance.is_finite() { distance } else { 1.0 }
            };
            let at = draw((0..self.count()).map(chance), rng.unit());
            for (row, found) in nearest.iter_mut().enumerate() {
                let distance = self.distance(row, at, sees_target);
                if distance < found.0 {
                    *found = (distance, center);
                }
            }
        }
        nearest.into_iter().map(|found| found.1).collect()
    }

    fn distance(&self, a: usize, b: usize, sees_target: bool) -> f64 {
        let square = |(x, y): (&f64, &f64)| (x - y) * (x - y);
        let across: f64 = self.places.row(a).iter().zip(self.places.row(b)).map(square).sum();
        let up = match (self.heights.get(a), self.heights.get(b)) {
            (Some(x), Some(y)) if sees_target => square((x, y)),
            _ => 0.0,
        };
        across + up
    }
}

/// The first of each set of equal rows in the order of their fingerprints, as rows of the table, and the weight of the set.
fn different(data: &Dataset) -> (Vec<u32>, Vec<f64>) {
    let mut keyed: Vec<(u64, u32)> = data.fingerprints().into_iter().zip(0..).collect();
    keyed.sort_unstable();
    let of_view = data.row_weights();
    let sets = keyed.chunk_by(|a, b| a.0 == b.0);
    sets.map(|set| {
        (data.rows().at(set[0].1 as usize), set.iter().map(|(_, row)| of_view[*row as usize]).sum::<f64>())
    })
    .unzip()
}

/// The position in a list at a fraction of its sum; 0 if that is nothing.
fn draw(chances: impl Iterator<Item = f64> + Clone, share: f64) -> usize {
    let goal = share * chances.clone().sum::<f64>();
    let mut sum = 0.0;
    let mut last = 0;
    for (place, chance) in chances.enumerate().filter(|(_, chance)| *chance > 0.0) {
        (sum, last) = (sum + chance, place);
        if sum > goal {
            break;
        }
    }
    last
}

/// Standardizes values (z-score), and gives the standard deviation; values that are all the same become 0.
fn to_units(values: &mut [f64], weights: &[f64], total: f64) -> f64 {
    let mean_of = |of: &dyn Fn(f64) -> f64| {
        values.iter().zip(weights).map(|(&x, weight)| weight * of(x)).sum::<f64>() / total
    };
    let mean = mean_of(&|x| x);
    let deviation = mean_of(&|x| (x - mean) * (x - mean)).sqrt();
    let varies = deviation > 1e-12 * mean.abs() && deviation.is_finite();
    values.iter_mut().for_each(|x| *x = if varies { (*x - mean) / deviation } else { 0.0 });
    if varies { deviation } else { 0.0 }
}
