//! Quantile regression from rows to a model.

use super::events::RobustEvent;
use super::params::QuantileRegression;
use super::programme::{Interior, Programme};
use super::quantile_errors::FittedQuantile;
use crate::blocks::for_blocks;
use crate::design::{Coding, Design, targets_of};
use crate::frame::Frame;
use crate::model::{Facts, LinearModel, RobustFit, RobustLoss};
use crate::source::Source;
use crate::survey::Survey;
use crate::system::{MOST_COLUMNS, System};
use hornbook_core::{Error, Result, Run, Verdict};
use hornbook_data::{Dataset, Matrix, Schema};
use hornbook_learner::{Fit, Summary};
use hornbook_math::algebra::PivotedQr;

/// A residual that is rounding, in shares of the mean size of all.
const ON_THE_LINE: f64 = 1e-9;

/// A loss that is rounding, and one that may be, in units of the rounding of the targets.
const EXACT: f64 = 16.0;
const MAYBE_EXACT: f64 = 1e8;
/// Steps that may widen the gap.
const DETOURS: u32 = 20;

impl Fit for QuantileRegression {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
        let schema = Schema::of(data)?;
        let coding = if self.alpha > 0.0 { Coding::Full } else { Coding::Reference };
        let design = Design::of(&schema.inputs, coding);
        design.check_width(&schema, MOST_COLUMNS)?;
        let survey = Survey::of(&design, &schema, Source::Memory(data), run)?;
        let frame = Frame::new(&survey, self.fit_intercept, 0.0);
        let variables: Vec<usize> = (0..=frame.width()).filter(|&place| frame.is_active(place)).collect();
        let (mut programme, row_weights) = rows_of(data, &design, &frame, &variables, self.quantile)?;
        let targets: Vec<f64> = programme.targets.iter().zip(&row_weights).map(|(y, v)| y / v).collect();
        if self.alpha > 0.0 {
            price_sizes(&mut programme, &frame, &variables, self.alpha * survey.weight);
        }
        let system = System::new(&programme.products()?)?;
        let found = self.search_independent(&programme, &system, survey.weight, run)?;
        let mut point = vec![0.0; frame.width() + 1];
        variables.iter().zip(&found.weights).for_each(|(&place, weight)| point[place] = *weight);
        let (constant, mut weights) = frame.weights(&point);
        if self.alpha > 0.0 {
            set_small_to_zero(&mut weights, &survey.deviations, &programme);
        }
        let residuals: Vec<f64> =
            programme.residuals(&found.weights).iter().zip(&row_weights).map(|(r, v)| r / v).collect();
        let rounding = EXACT * f64::EPSILON * programme.targets.iter().map(|y| y.abs()).sum::<f64>();
        let is_tested =
            self.alpha == 0.0 && found.warning.is_none() && programme.loss(&found.weights) > rounding;
        let fitted = FittedQuantile {
            learner: self,
            programme: &programme,
            row_weights: &row_weights,
            residuals: &residuals,
            frame: &frame,
            variables: &variables,
            weight: survey.weight,
        };
        let errors = if is_tested { fitted.errors(run)? } else { None };
        let fit = RobustFit {
            loss: self.loss(&residuals, &row_weights, &targets, errors.as_ref().map(|errors| errors.degrees)),
            weight: survey.weight,
            intercept: self.fit_intercept,
            is_penalised: self.alpha > 0.0,
            objective: programme.loss(&found.weights) / survey.weight,
            steps: found.steps as u64,
            errors: errors.as_ref().map(|errors| errors.of_weights.clone()),
            deviations: survey.deviations,
        };
        let mut summary =
            Summary { rows: survey.rows, weight: survey.weight, converged: true, ..Summary::default() };
        summary.converged = found.warning.is_none();
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("loss".into(), fit.objective.into());
        summary.warnings.extend(found.warning);
        summary.warnings.extend(errors.and_then(|errors| errors.warning));
        if self.alpha == 0.0 {
            let mut is_determined = vec![false; design.width()];
            for (place, &variable) in
                variables.iter().enumerate().filter(|(_, variable)| **variable < frame.width())
            {
                let mut alone = vec![0.0; variables.len()];
                alone[place] = 1.0;
                is_determined[variable] = system.variance_of(&alone)?.is_some();
            }
            summary.warnings.extend(design.undetermined(&schema, &is_determined));
        }
        let info = self.model_info(data, summary)?;
        let weights = Matrix::new(1, design.width(), weights)?;
        let model = LinearModel::new(info, design, vec![constant], weights, survey.means);
        Ok(model.with_facts(Facts::Robust(fit)))
    }
}

/// Where the search ended.
pub(super) struct Found {
    pub weights: Vec<f64>,
    steps: usize,
    warning: Option<String>,
}

impl QuantileRegression {
    /// Where variables depend on each other, some of them are enough for the search; then the smallest weights that fit as
    /// well are taken.
    pub(super) fn search_independent(
        &self,
        programme: &Programme,
        system: &System,
        weight: f64,
        run: &Run,
    ) -> Result<Found> {
        if system.free_directions() == 0 {
            return self.search(programme, weight, run);
        }
        let products = programme.products()?;
        let order = PivotedQr::new(&products)?.order;
        let kept = &order[..programme.width - system.free_directions()];
        let found = self.search(&programme.only(kept), weight, run)?;
        let mut weights = vec![0.0; programme.width];
        kept.iter().zip(&found.weights).for_each(|(&variable, x)| weights[variable] = *x);
        let weights = system.solve(&products.times(&weights)?)?;
        Ok(Found { weights, ..found })
    }

    fn search(&self, programme: &Programme, weight: f64, run: &Run) -> Result<Found> {
        if programme.width == 0 {
            return Ok(Found { weights: Vec::new(), steps: 0, warning: None });
        }
        let mut at = programme.start()?;
        // Where the fit is exact, the loss is rounding of the targets.
        let rounding = f64::EPSILON * programme.targets.iter().map(|y| y.abs()).sum::<f64>();
        if programme.loss(&at.weights) <= MAYBE_EXACT * rounding
            && let Some(weights) = programme.corner(&at)?
            && programme.loss(&weights) <= EXACT * rounding
        {
            return Ok(Found { weights, steps: 0, warning: None });
        }
        let (mut steps, mut detours) = (0, DETOURS);
        let warning = loop {
            run.check()?;
            let loss = programme.loss(&at.weights);
            run.trace(|| RobustEvent::Quantile { step: steps, loss: loss / weight, gap: at.gap() / weight });
            let verdict = run.progress("fitting", steps as u64, Some(u64::from(self.max_iter)));
            if loss <= EXACT * rounding || at.is_settled(loss) {
                break None;
            }
            if verdict == Verdict::Finish {
                break Some(format!("stopped after {steps} steps, before the weights were settled"));
            }
            let is_over = steps as u64 >= u64::from(self.max_iter);
            let next = if is_over { None } else { programme.step(&at)? };
            // Near a corner that several lines share, a step may widen the gap before others close it.
            let is_detour = next.as_ref().is_some_and(|next| next.gap() >= at.gap());
            let next = next.filter(|next| next.gap().is_finite() && (!is_detour || detours > 0));
            detours -= u32::from(is_detour && detours > 0);
            match next {
                Some(next) => (at, steps) = (next, steps + 1),
                None if at.is_nearly_settled(loss) => break None,
                None => {
                    break Some(format!(
                        "the weights are not settled after {steps} steps: allow more (max_iter)"
                    ));
                }
            }
        };
        let weights = if warning.is_none() { corner_or_interior(programme, at)? } else { at.weights };
        Ok(Found { weights, steps, warning })
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
fn corner_or_interior(programme: &Programme, at: Interior) -> Result<Vec<f64>> {
    let corner = programme.corner(&at)?;
    let limit = programme.loss(&at.weights) + at.gap();
    Ok(corner.filter(|corner| programme.loss(corner) <= limit).unwrap_or(at.weights))
}

/// The rows of a programme, each times its weight, in the variables that can be moved; and the weights.
fn rows_of(
    data: &Dataset,
    design: &Design,
    frame: &Frame,
    variables: &[usize],
    level: f64,
) -> Result<(Programme, Vec<f64>)> {
    let (mut values, mut targets, mut weights) = (Vec::new(), Vec::new(), Vec::new());
    let width = design.width();
    for_blocks(design, data, &frame.origin, &targets_of(data)?, |block| {
        for (row, (y, &v)) in block.targets.iter().zip(block.weights).enumerate() {
            if v == 0.0 {
                continue;
            }
            let line = &block.values[row * width..(row + 1) * width];
            values.extend(variables.iter().map(|&j| v * frame.unit(j) * line.get(j).copied().unwrap_or(1.0)));
            targets.push(v * y);
            weights.push(v);
        }
        Ok(())
    })?;
    if !values.iter().chain(&targets).all(|x| x.is_finite()) {
        return Err(Error::data(
            "the numbers are too large",
            "measure the columns and the target in other units",
        ));
    }
    let levels = vec![level; targets.len()];
    Ok((Programme { width: variables.len(), values, targets, levels }, weights))
}

/// The price of the size of a weight is the loss of a row that has it for its residual, twice, at the median.
fn price_sizes(programme: &mut Programme, frame: &Frame, variables: &[usize], price: f64) {
    for (place, &variable) in variables.iter().enumerate().filter(|(_, variable)| **variable < frame.width())
    {
        let mut row = vec![0.0; variables.len()];
        row[place] = 2.0 * price * frame.unit(variable);
        programme.values.extend(row);
        programme.targets.push(0.0);
        programme.levels.push(0.5);
    }
}

/// What an interior leaves of a weight whose price is too high.
fn set_small_to_zero(weights: &mut [f64], deviations: &[f64], programme: &Programme) {
    let size = programme.targets.iter().fold(0.0, |most: f64, y| most.max(y.abs()));
    for (weight, deviation) in weights.iter_mut().zip(deviations) {
        if weight.abs() * deviation <= 1e-13 * size {
            *weight = 0.0;
        }
    }
}
