//! The linear program of a quantile, solved through its interior (Portnoy and Koenker, Mehrotra).
//!
//! $\sum_i \rho_{\tau_i}(y_i - x_i^\top \beta)$ is to be minimized, with $\rho_\tau(r) = \max(\tau
//! r, (\tau - 1) r)$. Its dual asks for fractions $0 \le a_i \le 1$ with $X^\top a = X^\top (1 -
//! \tau)$ that make $y^\top a$ largest. Both are solved at once: $u$ and $l$ are the residuals
//! above and below the line, and $a_i l_i$ and $(1 - a_i) u_i$ go to zero.

use crate::blocks::add_products;
use hornbook_core::Result;
use hornbook_data::{Matrix, MatrixView, Scalars};
use hornbook_encoding::add_row_products;
use hornbook_math::algebra::HessianFactor;
use hornbook_math::algebra::{Gram, Lu};

/// How far steps go toward where a number would be zero.
const NEARLY: f64 = 0.99995;
/// The gap that ends the search, in fractions of the loss.
const GAP: f64 = 1e-13;
/// A gap from which on steps that gain nothing are rounding.
const SMALL_GAP: f64 = 1e-8;
/// Rows whose fractions are at least this far from 0 and 1 are on the line.
const BETWEEN: f64 = 1e-5;

/// Rows, each with its own level.
pub(super) struct QuantileLp {
    pub width: usize,
    /// Row by row.
    pub values: Vec<f64>,
    pub targets: Vec<f64>,
    pub levels: Vec<f64>,
}

/// A point of both programmes.
pub(super) struct PrimalDualPoint {
    pub weights: Vec<f64>,
    shares: Vec<f64>,
    /// One less the fractions, with digits of its own where it is small.
    rests: Vec<f64>,
    above: Vec<f64>,
    below: Vec<f64>,
}

/// Changes of a point.
struct NewtonDirection {
    weights: Vec<f64>,
    shares: Vec<f64>,
    above: Vec<f64>,
    below: Vec<f64>,
}

impl QuantileLp {
    fn rows(&self) -> usize {
        self.targets.len()
    }

    fn view(&self) -> Result<MatrixView<'_>> {
        MatrixView::new(self.rows(), self.width, Scalars::F64(&self.values))
    }

    /// $X \beta$.
    fn sums(&self, weights: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.rows()];
        add_row_products(&self.values, self.width, weights, &mut sums);
        sums
    }

    pub fn residuals(&self, weights: &[f64]) -> Vec<f64> {
        self.targets.iter().zip(self.sums(weights)).map(|(y, sum)| y - sum).collect()
    }

    /// The loss of given weights.
    pub fn loss(&self, weights: &[f64]) -> f64 {
        let of_row = |(r, level): (&f64, &f64)| (level * r).max((level - 1.0) * r);
        self.residuals(weights).iter().zip(&self.levels).map(of_row).sum()
    }

    /// $X^\top X$.
    pub fn products(&self) -> Result<Matrix> {
        let mut gram = Gram::new(self.width, 0);
        gram.add(self.view()?, &[], None)?;
        Ok(gram.matrix())
    }

    /// $X^\top D X$.
    pub fn weighted_products(&self, weights: &[f64]) -> Result<Matrix> {
        let mut gram = Gram::new(self.width, 0);
        gram.add(self.view()?, &[], Some(weights))?;
        Ok(gram.matrix())
    }

    /// Its equations.
    fn hessian_factor(&self, weights: &[f64]) -> Result<HessianFactor> {
        HessianFactor::new(&self.weighted_products(weights)?)
    }

    /// The same rows, all with another level.
    pub fn at_level(&self, level: f64) -> QuantileLp {
        QuantileLp {
            width: self.width,
            values: self.values.clone(),
            targets: self.targets.clone(),
            levels: vec![level; self.rows()],
        }
    }

    /// The same rows with some of their variables only.
    pub fn only(&self, variables: &[usize]) -> QuantileLp {
        let rows = self.values.chunks_exact(self.width.max(1));
        QuantileLp {
            width: variables.len(),
            values: rows.flat_map(|row| variables.iter().map(|&variable| row[variable])).collect(),
            targets: self.targets.clone(),
            levels: self.levels.clone(),
        }
    }

    /// Least squares, and residuals above and below that leave room.
    pub fn start(&self) -> Result<PrimalDualPoint> {
        let mut right = vec![0.0; self.width];
        add_products(&self.values, &self.targets, &mut right);
        let weights = self.hessian_factor(&vec![1.0; self.rows()])?.solve(&right)?;
        let residuals = self.residuals(&weights);
        let mean = residuals.iter().map(|r| r.abs()).sum::<f64>() / self.rows().max(1) as f64;
        let room = if mean > 0.0 { mean } else { 1.0 };
        Ok(PrimalDualPoint {
            weights,
            shares: self.levels.iter().map(|level| 1.0 - level).collect(),
            rests: self.levels.clone(),
            above: residuals.iter().map(|r| r.max(0.0) + room).collect(),
            below: residuals.iter().map(|r| (-r).max(0.0) + room).collect(),
        })
    }

    /// One step of Mehrotra's method: a look ahead, and a step that corrects for what it saw.
    pub fn step(&self, at: &PrimalDualPoint) -> Result<Option<PrimalDualPoint>> {
        let curvature: Vec<f64> =
            at.rows().map(|row| 1.0 / (row.below / row.share + row.above / row.rest)).collect();
        if !curvature.iter().all(|x| x.is_finite()) {
            return Ok(None);
        }
        let hessian_factor = self.hessian_factor(&curvature)?;
        let residuals = self.residuals(&at.weights);
        let nothing = vec![(0.0, 0.0); self.rows()];
        let ahead = self.change(at, &hessian_factor, &curvature, &residuals, &nothing)?;
        let (to_shares, to_rest) = at.room(&ahead);
        let gap = at.gap();
        let seen = at.moved(&ahead, to_shares, to_rest).gap();
        let mean = gap / (2.0 * self.rows() as f64);
        let center = (seen / gap).powi(3) * mean;
        let corrections: Vec<(f64, f64)> = ahead
            .shares
            .iter()
            .zip(ahead.above.iter().zip(&ahead.below))
            .map(|(a, (u, l))| (center - a * l, center + a * u))
            .collect();
        let change = self.change(at, &hessian_factor, &curvature, &residuals, &corrections)?;
        let (to_shares, to_rest) = at.room(&change);
        let next = at.moved(&change, NEARLY * to_shares, NEARLY * to_rest);
        Ok(next.is_inside().then_some(next))
    }

    /// The step that makes each product of a fraction with its residual what is asked for: `(of below, of
    /// above)`.
    fn change(
        &self,
        at: &PrimalDualPoint,
        hessian_factor: &HessianFactor,
        curvature: &[f64],
        residuals: &[f64],
        asked: &[(f64, f64)],
    ) -> Result<NewtonDirection> {
        // What a fraction must change by if the coefficients stay: its residual is not yet the one above
        // less the one below.
        let pulls: Vec<f64> = at
            .rows()
            .zip(residuals)
            .zip(asked)
            .map(|((row, r), (of_below, of_above))| {
                (of_below / row.share - row.below) - (of_above / row.rest - row.above)
                    + (r - row.above + row.below)
            })
            .collect();
        let weighted: Vec<f64> =
            pulls.iter().zip(curvature).map(|(pull, curvature)| pull * curvature).collect();
        // What rounding has left of the condition on the fractions is taken off, too.
        let off: Vec<f64> =
            at.shares.iter().zip(&self.levels).map(|(share, level)| share - (1.0 - level)).collect();
        let mut right = vec![0.0; self.width];
        add_products(&self.values, &weighted, &mut right);
        add_products(&self.values, &off, &mut right);
        let weights = hessian_factor.solve(&right)?;
        let sums = self.sums(&weights);
        let shares: Vec<f64> = sums
            .iter()
            .zip(&pulls)
            .zip(curvature)
            .map(|((sum, pull), curvature)| curvature * (pull - sum))
            .collect();
        let parts = || at.rows().zip(&shares).zip(asked);
        Ok(NewtonDirection {
            below: parts()
                .map(|((row, change), (asked, _))| (asked - row.below * change) / row.share - row.below)
                .collect(),
            above: parts()
                .map(|((row, change), (_, asked))| (asked + row.above * change) / row.rest - row.above)
                .collect(),
            weights,
            shares,
        })
    }

    /// The corner that the interior leads to: weights with which as many rows as there are weights lie on
    /// the line, if the fractions say clearly which.
    pub fn corner(&self, at: &PrimalDualPoint) -> Result<Option<Vec<f64>>> {
        let between = |row: usize| at.shares[row].min(at.rests[row]);
        let mut rows: Vec<usize> = (0..self.rows()).filter(|&row| between(row) > BETWEEN).collect();
        rows.sort_by(|&a, &b| between(b).total_cmp(&between(a)).then(a.cmp(&b)));
        let (mut basis, mut chosen): (Vec<Vec<f64>>, Vec<usize>) = (Vec::new(), Vec::new());
        for row in rows {
            if chosen.len() == self.width {
                break;
            }
            let mut rest = self.row(row).to_vec();
            let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
            let whole = length(&rest);
            for axis in &basis {
                let part: f64 = axis.iter().zip(&rest).map(|(a, b)| a * b).sum();
                rest.iter_mut().zip(axis).for_each(|(x, a)| *x -= part * a);
            }
            let left = length(&rest);
            if left > 1e-6 * whole {
                rest.iter_mut().for_each(|x| *x /= left);
                basis.push(rest);
                chosen.push(row);
            }
        }
        if chosen.len() < self.width || self.width == 0 {
            return Ok(None);
        }
        let matrix = Matrix::from_fn(self.width, self.width, |i, j| self.row(chosen[i])[j]);
        let lu = Lu::new(&matrix)?;
        if lu.is_singular() {
            return Ok(None);
        }
        Ok(Some(lu.solve(&chosen.iter().map(|&row| self.targets[row]).collect::<Vec<f64>>())?))
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.values[row * self.width..(row + 1) * self.width]
    }
}

/// A row of a point.
struct RowState {
    share: f64,
    rest: f64,
    above: f64,
    below: f64,
}

impl PrimalDualPoint {
    fn rows(&self) -> impl Iterator<Item = RowState> {
        let shares = self.shares.iter().zip(&self.rests);
        shares.zip(self.above.iter().zip(&self.below)).map(|((&share, &rest), (&above, &below))| RowState {
            share,
            rest,
            above,
            below,
        })
    }

    /// How far the loss is from the smallest, at most.
    pub fn gap(&self) -> f64 {
        self.rows().map(|row| row.share * row.below + row.rest * row.above).sum()
    }

    /// Whether the gap is rounding beside the loss.
    pub fn is_settled(&self, loss: f64) -> bool {
        self.gap() <= GAP * loss
    }

    /// Whether it is small enough that a step which is not possible says nothing.
    pub fn is_nearly_settled(&self, loss: f64) -> bool {
        self.gap() <= SMALL_GAP * loss
    }

    fn is_inside(&self) -> bool {
        self.rows().all(|row| [row.share, row.rest, row.above, row.below].iter().all(|&x| x > 0.0))
            && self.weights.iter().all(|x| x.is_finite())
    }

    /// How far one can go along a change before a fraction, or a residual, is at its end.
    fn room(&self, change: &NewtonDirection) -> (f64, f64) {
        let (mut to_shares, mut to_rest) = (1.0_f64, 1.0_f64);
        let until = |x: f64, change: f64| if change < 0.0 { -x / change } else { f64::INFINITY };
        for (place, row) in self.rows().enumerate() {
            let share = change.shares[place];
            to_shares = to_shares.min(until(row.share, share)).min(until(row.rest, -share));
            to_rest =
                to_rest.min(until(row.above, change.above[place])).min(until(row.below, change.below[place]));
        }
        (to_shares, to_rest)
    }

    fn moved(&self, change: &NewtonDirection, of_shares: f64, of_rest: f64) -> PrimalDualPoint {
        let go = |from: &[f64], change: &[f64], rate: f64| -> Vec<f64> {
            from.iter().zip(change).map(|(x, d)| x + rate * d).collect()
        };
        PrimalDualPoint {
            weights: go(&self.weights, &change.weights, of_rest),
            shares: go(&self.shares, &change.shares, of_shares),
            rests: go(&self.rests, &change.shares, -of_shares),
            above: go(&self.above, &change.above, of_rest),
            below: go(&self.below, &change.below, of_rest),
        }
    }
}
