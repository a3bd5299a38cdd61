//! Quantile regression from rows to a model.

use super::events::RobustEvent;
use super::interior_point::{PrimalDualPoint, QuantileLp};
use super::params::QuantileRegression;
use super::quantile_errors::FittedQuantile;
use crate::blocks::for_blocks;
use crate::column_stats::ColumnStats;
use crate::design::{MOST_COLUMNS, check_width, design_of, targets_of, undetermined};
use crate::model::{FitStatistics, LinearModel, RobustFit, RobustLoss};
use crate::standardized_parameters::StandardizedParameters;
use hornbook_core::{Error, ObserverAction, Result, Run};
use hornbook_data::{Dataset, Matrix, Schema};
use hornbook_encoding::{CategoricalEncoding, Encoder};
use hornbook_learner::{Fit, RowSource, TrainingInput, TrainingSummary};
use hornbook_math::algebra::HessianFactor;
use hornbook_math::algebra::PivotedQr;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// A residual that is rounding, in fractions of the mean size of all.
const ON_THE_LINE: f64 = 1e-9;

/// A loss that is rounding, and one that may be, in units of the rounding of the targets.
const EXACT: f64 = 16.0;
const MAYBE_EXACT: f64 = 1e8;
/// Steps that may widen the gap.
const DETOURS: u32 = 20;

impl Fit for QuantileRegression {
    type Model = LinearModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<LinearModel> {
        let data = input.dataset()?;
        let schema = Schema::of(data)?;
        let encoding =
            if self.alpha > 0.0 { CategoricalEncoding::OneHot } else { CategoricalEncoding::Dummy };
        let design = design_of(&schema.inputs, encoding);
        check_width(&design, MOST_COLUMNS)?;
        let column_stats = ColumnStats::of(&design, &schema, RowSource::Memory(data), run)?;
        let parameters = StandardizedParameters::new(&column_stats, self.fit_intercept, 0.0);
        let variables: Vec<usize> =
            (0..=parameters.width()).filter(|&place| parameters.is_active(place)).collect();
        let (mut lp, row_weights) = rows_of(data, &design, &parameters, &variables, self.quantile)?;
        let targets: Vec<f64> = lp.targets.iter().zip(&row_weights).map(|(y, v)| y / v).collect();
        if self.alpha > 0.0 {
            add_l1_penalty(&mut lp, &parameters, &variables, self.alpha * column_stats.weight);
        }
        let hessian_factor = HessianFactor::new(&lp.products()?)?;
        let found = self.search_independent(&lp, &hessian_factor, column_stats.weight, run)?;
        let mut point = vec![0.0; parameters.width() + 1];
        variables.iter().zip(&found.weights).for_each(|(&place, weight)| point[place] = *weight);
        let (intercept, mut weights) = parameters.weights(&point);
        if self.alpha > 0.0 {
            set_small_to_zero(&mut weights, &column_stats.deviations, &lp);
        }
        let residuals: Vec<f64> =
            lp.residuals(&found.weights).iter().zip(&row_weights).map(|(r, v)| r / v).collect();
        let rounding = EXACT * f64::EPSILON * lp.targets.iter().map(|y| y.abs()).sum::<f64>();
        let is_tested = self.alpha == 0.0 && found.warning.is_none() && lp.loss(&found.weights) > rounding;
        let fitted = FittedQuantile {
            learner: self,
            lp: &lp,
            row_weights: &row_weights,
            residuals: &residuals,
            parameters: &parameters,
            variables: &variables,
            weight: column_stats.weight,
        };
        let errors = if is_tested { fitted.errors(run)? } else { None };
        let fit = RobustFit {
            loss: self.loss(&residuals, &row_weights, &targets, errors.as_ref().map(|errors| errors.degrees)),
            weight: column_stats.weight,
            intercept: self.fit_intercept,
            is_penalized: self.alpha > 0.0,
            objective: lp.loss(&found.weights) / column_stats.weight,
            steps: found.steps as u64,
            errors: errors.as_ref().map(|errors| errors.of_weights.clone()),
            deviations: column_stats.deviations,
        };
        let mut summary = TrainingSummary {
            rows: column_stats.rows,
            weight: column_stats.weight,
            converged: true,
            ..TrainingSummary::default()
        };
        summary.converged = found.warning.is_none();
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("loss".into(), fit.objective.into());
        summary.warnings.extend(found.warning);
        summary.warnings.extend(errors.and_then(|errors| errors.warning));
        if self.alpha == 0.0 {
            let mut is_determined = vec![false; design.width()];
            for (place, &variable) in
                variables.iter().enumerate().filter(|(_, variable)| **variable < parameters.width())
            {
                let mut alone = vec![0.0; variables.len()];
                alone[place] = 1.0;
                is_determined[variable] = hessian_factor.variance_of(&alone)?.is_some();
            }
            summary.warnings.extend(undetermined(&design, &is_determined));
        }
        let info = self.model_info(data, summary)?;
        let weights = Matrix::new(1, design.width(), weights)?;
        let model = LinearModel::new(info, design, vec![intercept], weights, column_stats.means);
        Ok(model.with_fit_statistics(FitStatistics::Robust(fit)))
    }
}

/// Where the search ended.
pub(super) struct QuantileResult {
    pub weights: Vec<f64>,
    steps: usize,
    warning: Option<String>,
}

impl QuantileRegression {
    /// Where variables depend on each other, some of them are enough for the search; then the smallest weights that fit as
    /// well are taken.
    pub(super) fn search_independent(
        &self,
        lp: &QuantileLp,
        hessian_factor: &HessianFactor,
        weight: f64,
        run: &Run,
    ) -> Result<QuantileResult> {
        if hessian_factor.free_directions() == 0 {
            return self.search(lp, weight, run);
        }
        let products = lp.products()?;
        let order = PivotedQr::new(&products)?.order;
        let kept = &order[..lp.width - hessian_factor.free_directions()];
        let found = self.search(&lp.only(kept), weight, run)?;
        let mut weights = vec![0.0; lp.width];
        kept.iter().zip(&found.weights).for_each(|(&variable, x)| weights[variable] = *x);
        let weights = hessian_factor.solve(&products.times(&weights)?)?;
        Ok(QuantileResult { weights, ..found })
    }

    fn search(&self, lp: &QuantileLp, weight: f64, run: &Run) -> Result<QuantileResult> {
        if lp.width == 0 {
            return Ok(QuantileResult { weights: Vec::new(), steps: 0, warning: None });
        }
        let mut at = lp.start()?;
        // Where the fit is exact, the loss is rounding of the targets.
        let rounding = f64::EPSILON * lp.targets.iter().map(|y| y.abs()).sum::<f64>();
        if lp.loss(&at.weights) <= MAYBE_EXACT * rounding
            && let Some(weights) = lp.corner(&at)?
            && lp.loss(&weights) <= EXACT * rounding
        {
            return Ok(QuantileResult { weights, steps: 0, warning: None });
        }
        let (mut steps, mut detours) = (0, DETOURS);
        let warning = loop {
            run.check()?;
            let loss = lp.loss(&at.weights);
            run.trace(|| RobustEvent::Quantile { step: steps, loss: loss / weight, gap: at.gap() / weight });
            let action = run.progress("fitting", steps as u64, Some(u64::from(self.max_iter)));
            if loss <= EXACT * rounding || at.is_settled(loss) {
                break None;
            }
            if action == ObserverAction::Finish {
                break Some(format!("stopped after {steps} iterations, before convergence"));
            }
            let is_over = steps as u64 >= u64::from(self.max_iter);
            let next = if is_over { None } else { lp.step(&at)? };
            // Near a corner that several lines share, a step may widen the gap before others close it.
            let is_detour = next.as_ref().is_some_and(|next| next.gap() >= at.gap());
            let next = next.filter(|next| next.gap().is_finite() && (!is_detour || detours > 0));
            detours -= u32::from(is_detour && detours > 0);
            match next {
                Some(next) => (at, steps) = (next, steps + 1),
                None if at.is_nearly_settled(loss) => break None,
                None => {
                    break Some(format!("did not converge in {steps} iterations: raise max_iter"));
                }
            }
        };
        let weights = if warning.is_none() { corner_or_interior(lp, at)? } else { at.weights };
        Ok(QuantileResult { weights, steps, warning })
    }

    /// How many rows lie below the line and on it.
    fn loss(
        &self,
        residuals: &[f64],
        row_weights: &[f64],
        targets: &[f64],
        degrees: Option<f64>,
    ) -> RobustLoss {
        let size =
            residuals.iter().take(targets.len()).map(|r| r.abs()).sum::<f64>() / targets.len().max(1) as f64;
        let largest = targets.iter().fold(0.0, |most: f64, y| most.max(y.abs()));
        let near = ON_THE_LINE * size + 64.0 * f64::EPSILON * largest;
        let (mut below, mut on) = (0.0, 0.0);
        for (r, v) in residuals.iter().zip(row_weights) {
            below += if *r < -near { *v } else { 0.0 };
            on += if r.abs() <= near { *v } else { 0.0 };
        }
        RobustLoss::Quantile { level: self.quantile, below, on, degrees }
    }
}

/// The corner that the interior points to, if it is no worse.
fn corner_or_interior(lp: &QuantileLp, at: PrimalDualPoint) -> Result<Vec<f64>> {
    let corner = lp.corner(&at)?;
    let limit = lp.loss(&at.weights) + at.gap();
    Ok(corner.filter(|corner| lp.loss(corner) <= limit).unwrap_or(at.weights))
}

/// The rows of a programme, each times its weight, in the variables that can be moved; and the weights. Equal rows are one of
/// their weight: where several planes are optimal, which of them the interior leads to depends on how many rows there are.
fn rows_of(
    data: &Dataset,
    design: &Encoder,
    parameters: &StandardizedParameters,
    variables: &[usize],
    level: f64,
) -> Result<(QuantileLp, Vec<f64>)> {
    let (mut values, mut targets, mut weights) = (Vec::new(), Vec::new(), Vec::<f64>::new());
    let mut place_of = HashMap::new();
    let width = design.width();
    for_blocks(design, data, &parameters.center, &targets_of(data)?, |block| {
        for (row, (y, &v)) in block.targets.iter().zip(block.weights).enumerate() {
            if v == 0.0 {
                continue;
            }
            let line = &block.values[row * width..(row + 1) * width];
            let inputs = variables.iter().map(|&j| parameters.unit(j) * line.get(j).copied().unwrap_or(1.0));
            let key: Vec<u64> = inputs.clone().chain([*y]).map(|x| (x + 0.0).to_bits()).collect();
            match place_of.entry(key) {
                Entry::Occupied(place) => weights[*place.get()] += v,
                Entry::Vacant(place) => {
                    place.insert(weights.len());
                    values.extend(inputs);
                    targets.push(*y);
                    weights.push(v);
                }
            }
        }
        Ok(())
    })?;
    for (row, &v) in weights.iter().enumerate() {
        targets[row] *= v;
        values[row * variables.len()..(row + 1) * variables.len()].iter_mut().for_each(|x| *x *= v);
    }
    if !values.iter().chain(&targets).all(|x| x.is_finite()) {
        return Err(Error::data(
            "the numbers are too large",
            "measure the columns and the target in other units",
        ));
    }
    let levels = vec![level; targets.len()];
    Ok((QuantileLp { width: variables.len(), values, targets, levels }, weights))
}

/// The penalty of the size of a weight is the loss of a row that has it for its residual, twice, at the
/// median.
fn add_l1_penalty(lp: &mut QuantileLp, parameters: &StandardizedParameters, variables: &[usize], alpha: f64) {
    for (place, &variable) in
        variables.iter().enumerate().filter(|(_, variable)| **variable < parameters.width())
    {
        let mut row = vec![0.0; variables.len()];
        row[place] = 2.0 * alpha * parameters.unit(variable);
        lp.values.extend(row);
        lp.targets.push(0.0);
        lp.levels.push(0.5);
    }
}

/// What an interior leaves of a weight whose penalty is too high.
fn set_small_to_zero(weights: &mut [f64], deviations: &[f64], lp: &QuantileLp) {
    let size = lp.targets.iter().fold(0.0, |most: f64, y| most.max(y.abs()));
    for (weight, deviation) in weights.iter_mut().zip(deviations) {
        if weight.abs() * deviation <= 1e-13 * size {
            *weight = 0.0;
        }
    }
}
