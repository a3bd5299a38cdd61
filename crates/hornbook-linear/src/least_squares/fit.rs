//! From rows to a model.

use super::conjugate_gradient;
use super::params::{LinearRegression, Ridge};
use super::passes::{LeastSquaresConfig, LeastSquaresPasses};
use super::solve::NormalEquationSolution;
use super::wide;
use crate::design::{design_of, sparse_rows_of, undetermined};
use crate::model::{FitStatistics, FittedTarget, LeastSquaresFit, LinearModel};
use crate::source::fit_from_sources;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::{CategoricalEncoding, Encoder};
use hornbook_learner::{Fit, RowSource, TrainingSummary};

fit_from_sources!(LinearRegression, Ridge);

impl LinearRegression {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        learn(
            self,
            LeastSquaresConfig { intercept: self.fit_intercept, l2_penalty: 0.0, standardize: false },
            source,
            run,
        )
    }
}

impl Ridge {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let config = LeastSquaresConfig {
            intercept: self.fit_intercept,
            l2_penalty: self.alpha,
            standardize: self.standardize,
        };
        learn(self, config, source, run)
    }
}

fn learn<L: Fit<Model = LinearModel>>(
    learner: &L,
    config: LeastSquaresConfig,
    source: RowSource<'_>,
    run: &Run,
) -> Result<LinearModel> {
    let like = source.prototype();
    // A penalty decides between levels that the sums could not tell apart, so no level need be left out.
    let encoding =
        if config.l2_penalty > 0.0 { CategoricalEncoding::OneHot } else { CategoricalEncoding::Dummy };
    let design = design_of(&Schema::of(like)?.inputs, encoding);
    if let (RowSource::Memory(data), true) = (source, design.width() > conjugate_gradient::MOST_SQUARED)
        && let Some(rows) = sparse_rows_of(&design, data)
    {
        return conjugate_gradient::learn(learner, data, design, &rows, config, run);
    }
    if let RowSource::Memory(data) = source
        && design.width() >= wide::FEWEST_COLUMNS.max(data.rows().len())
        && !data.rows().is_empty()
    {
        return wide::learn(learner, data, design, config, run);
    }
    let mut passes = LeastSquaresPasses::new(&design, config, like)?;
    source.run_query(&mut passes, run)?;
    let rows = passes.rows;
    let solution = passes.into_solution().ok_or_else(Error::no_rows)?;
    LeastSquaresSolution { design, config, rows, solution }.model(learner, like)
}

/// What the share of the variance that is explained is called, of one of so many targets.
pub(super) fn r_squared_name(target: usize, targets: usize) -> String {
    if targets == 1 { "r_squared".to_string() } else { format!("r_squared_{}", target + 1) }
}

/// What was found, and in which columns.
struct LeastSquaresSolution {
    design: Encoder,
    config: LeastSquaresConfig,
    rows: u64,
    solution: NormalEquationSolution,
}

impl LeastSquaresSolution {
    fn model<L: Fit<Model = LinearModel>>(self, learner: &L, like: &Dataset) -> Result<LinearModel> {
        let LeastSquaresSolution { design, config, rows, solution } = self;
        let intercept = f64::from(u8::from(config.intercept));
        let targets = solution.weights.rows();
        let degrees = solution.weight - solution.degrees - intercept;
        let fitted = LeastSquaresFit {
            weight: solution.weight,
            intercept: config.intercept,
            l2_penalty: config.l2_penalty,
            degrees,
            effective_dof: solution.degrees,
            condition: solution.condition,
            targets: (0..targets)
                .map(|target| FittedTarget {
                    residual_squares: solution.residual_squares[target],
                    total_squares: solution.total_squares[target],
                })
                .collect(),
            inverse: solution.inverse,
            is_determined: solution.is_determined,
            inflation: solution.inflation,
        };
        let mut summary =
            TrainingSummary { rows, weight: fitted.weight, converged: true, ..TrainingSummary::default() };
        summary.details.insert("columns".into(), design.width().into());
        for (target, found) in fitted.targets.iter().enumerate() {
            summary.details.insert(r_squared_name(target, targets), found.r_squared().into());
        }
        let mut info = learner.model_info(like, summary)?;
        if config.l2_penalty == 0.0 {
            info.summary.warnings.extend(undetermined(&design, &fitted.is_determined));
        }
        let model = LinearModel::new(info, design, solution.intercepts, solution.weights, solution.means);
        Ok(model.with_fit_statistics(FitStatistics::LeastSquares(fitted)))
    }
}
