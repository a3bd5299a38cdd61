//! From rows to a model.

use super::conjugate;
use super::params::{LinearRegression, Ridge};
use super::passes::{Passes, Plan};
use super::solve::Solution;
use crate::design::{Coding, Design};
use crate::model::{Facts, Fitted, FittedTarget, LinearModel};
use crate::source::{Source, fit_from_sources};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Fit, Summary};

fit_from_sources!(LinearRegression, Ridge);

impl LinearRegression {
    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel> {
        learn(self, Plan { intercept: self.fit_intercept, price: 0.0, standardize: false }, source, run)
    }
}

impl Ridge {
    fn learn_from(&self, source: Source<'_>, run: &Run) -> Result<LinearModel> {
        let plan = Plan { intercept: self.fit_intercept, price: self.alpha, standardize: self.standardize };
        learn(self, plan, source, run)
    }
}

fn learn<L: Fit<Model = LinearModel>>(
    learner: &L,
    plan: Plan,
    source: Source<'_>,
    run: &Run,
) -> Result<LinearModel> {
    let like = source.like();
    // A price decides between levels that the sums could not tell apart, so no level need be left out.
    let coding = if plan.price > 0.0 { Coding::Full } else { Coding::Reference };
    let design = Design::of(&Schema::of(like)?.inputs, coding);
    if let (Source::Memory(data), true) = (source, design.width() > conjugate::MOST_SQUARED)
        && let Some(rows) = design.sparse_rows_of(data)
    {
        return conjugate::learn(learner, data, design, &rows, plan, run);
    }
    let mut passes = Passes::new(&design, plan, like)?;
    source.ask(&mut passes, run)?;
    let rows = passes.rows;
    let solution = passes.into_solution().ok_or_else(Error::no_rows)?;
    Found { design, plan, rows, solution }.model(learner, like)
}

/// What was found, and in which columns.
struct Found {
    design: Design,
    plan: Plan,
    rows: u64,
    solution: Solution,
}

impl Found {
    fn model<L: Fit<Model = LinearModel>>(self, learner: &L, like: &Dataset) -> Result<LinearModel> {
        let Found { design, plan, rows, solution } = self;
        let constant = f64::from(u8::from(plan.intercept));
        let targets = solution.weights.rows();
        let degrees = solution.weight - solution.degrees - constant;
        let fitted = Fitted {
            weight: solution.weight,
            intercept: plan.intercept,
            price: plan.price,
            degrees,
            used: solution.degrees,
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
        let mut summary = Summary { rows, weight: fitted.weight, converged: true, ..Summary::default() };
        summary.details.insert("columns".into(), design.width().into());
        for (target, found) in fitted.targets.iter().enumerate() {
            let name =
                if targets == 1 { "r_squared".to_string() } else { format!("r_squared_{}", target + 1) };
            summary.details.insert(name, found.r_squared().into());
        }
        let mut info = learner.model_info(like, summary)?;
        if plan.price == 0.0 {
            info.summary.warnings.extend(design.undetermined(&info.schema, &fitted.is_determined));
        }
        let model = LinearModel::new(info, design, solution.intercepts, solution.weights, solution.means);
        Ok(model.with_facts(Facts::Squares(fitted)))
    }
}
