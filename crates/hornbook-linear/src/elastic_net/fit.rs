//! From rows to a model.

use super::alpha_selection::{AlphaSelection, SelectedAlpha, choose};
use super::params::{ElasticNet, ElasticNetCV, Lasso, LassoCV};
use super::path::{PathPoint, PathSolver, walk};
use super::problem::{ElasticNetProblem, ProblemLayout};
use crate::column_stats::{ColumnStats, uneven_columns};
use crate::model::LinearModel;
use crate::source::fit_from_sources;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Matrix, Schema};
use hornbook_learner::{Fit, Model, RowSource, TrainingInput, TrainingSummary};
use serde_json::json;

fit_from_sources!(Lasso, ElasticNet);

impl Lasso {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let search = PathSolver { l1_ratio: 1.0, max_iter: self.max_iter, tol: self.tol };
        learn(self, self.alpha, self.fit_intercept, search, source, run)
    }
}

impl ElasticNet {
    fn learn_from(&self, source: RowSource<'_>, run: &Run) -> Result<LinearModel> {
        let search = PathSolver { l1_ratio: self.l1_ratio, max_iter: self.max_iter, tol: self.tol };
        learn(self, self.alpha, self.fit_intercept, search, source, run)
    }
}

fn learn<L: Fit<Model = LinearModel>>(
    learner: &L,
    alpha: f64,
    intercept: bool,
    search: PathSolver,
    source: RowSource<'_>,
    run: &Run,
) -> Result<LinearModel> {
    let layout = ProblemLayout::of(source.prototype())?;
    let problem = ElasticNetProblem::of(source, &layout, intercept, run)?;
    model(learner, source.prototype(), layout, &problem, alpha, search, run)
}

impl Fit for LassoCV {
    type Model = LinearModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<LinearModel> {
        let data = input.dataset()?;
        let LassoCV { n_alphas, eps, folds, one_standard_error, fit_intercept, max_iter, tol } = *self;
        let all = ElasticNetCV {
            l1_ratio: 1.0,
            n_alphas,
            eps,
            folds,
            one_standard_error,
            fit_intercept,
            max_iter,
            tol,
        };
        at_selected_alpha(self, data, &all, run)
    }
}

impl Fit for ElasticNetCV {
    type Model = LinearModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<LinearModel> {
        let data = input.dataset()?;
        at_selected_alpha(self, data, self, run)
    }
}

fn at_selected_alpha<L: Fit<Model = LinearModel>>(
    learner: &L,
    data: &Dataset,
    settings: &ElasticNetCV,
    run: &Run,
) -> Result<LinearModel> {
    let choice = AlphaSelection {
        search: PathSolver { l1_ratio: settings.l1_ratio, max_iter: settings.max_iter, tol: settings.tol },
        intercept: settings.fit_intercept,
        n_alphas: settings.n_alphas as usize,
        eps: settings.eps,
        folds: settings.folds as usize,
        one_standard_error: settings.one_standard_error,
    };
    let layout = ProblemLayout::of(data)?;
    let SelectedAlpha { problem, curve, folds, alpha } = choose(data, &layout, choice, run)?;
    let columns = ColumnStats::of(&layout.design, &Schema::of(data)?, RowSource::Memory(data), run)?;
    let uneven = uneven_columns(&layout.design, &columns.deviations);
    let mut model = model(learner, data, layout, &problem, alpha, choice.search, run)?;
    let summary = &mut model.info_mut().summary;
    // A penalty that such a column needs leaves no other column in the model.
    summary.warnings.extend(uneven);
    let details = &mut summary.details;
    details.insert("folds".into(), folds.into());
    let points = curve.alphas.iter().zip(&curve.errors).zip(&curve.standard_errors);
    let points = points.map(|((alpha, error), standard_error)| {
        json!({"alpha": alpha, "error": error, "standard_error": standard_error})
    });
    details.insert("curve".into(), points.collect());
    Ok(model)
}

fn model<L: Fit<Model = LinearModel>>(
    learner: &L,
    data: &Dataset,
    layout: ProblemLayout,
    problem: &ElasticNetProblem,
    alpha: f64,
    search: PathSolver,
    run: &Run,
) -> Result<LinearModel> {
    let squares = problem.solver().squares();
    let PathPoint { weights, intercept, ended } = walk(problem, &[alpha], search, run)?.swap_remove(0);
    let weights = layout.in_design_order(&weights);
    let converged = ended.gap <= search.tol * squares;
    let mut summary = TrainingSummary {
        rows: problem.center.rows,
        weight: problem.center.weight,
        converged,
        ..TrainingSummary::default()
    };
    let zeros = weights.iter().filter(|w| **w == 0.0).count();
    let mut is_used = vec![false; data.features().len()];
    for (column, weight) in layout.design.encoded_columns().iter().zip(&weights) {
        is_used[column.input] |= *weight != 0.0;
    }
    let unused = data.feature_names().into_iter().zip(is_used).filter(|(_, used)| !used);
    let details = &mut summary.details;
    details.insert("alpha".into(), alpha.into());
    details.insert("columns".into(), weights.len().into());
    details.insert("zero_weights".into(), zeros.into());
    details.insert("inputs_without_weight".into(), unused.map(|(name, _)| name).collect());
    details.insert("rounds".into(), ended.sweeps.into());
    details.insert("gap".into(), ended.gap.into());
    if squares > 0.0 {
        details.insert("r_squared".into(), (1.0 - ended.squares / squares).into());
    }
    if !converged {
        summary.warnings.push(format!(
            "did not converge in {} sweeps: the duality gap is {:.1e}, above the tolerance {:.1e}; raise max_iter or \
             tol, or standardize the features",
            ended.sweeps,
            ended.gap,
            search.tol * squares
        ));
    }
    let means = layout.in_design_order(&problem.center.means);
    let info = learner.model_info(data, summary)?;
    let weights = Matrix::new(1, weights.len(), weights)?;
    Ok(LinearModel::new(info, layout.design, vec![intercept], weights, means))
}
