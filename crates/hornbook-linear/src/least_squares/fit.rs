//! From rows to a model.

use super::conjugate;
use super::params::{LinearRegression, Ridge};
use super::passes::{Passes, Plan};
use super::solve::Solution;
use crate::design::{Coding, Design};
use crate::model::{Facts, Fitted, FittedTarget, LinearModel};
use hornbook_core::{Declared, Error, Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_learner::{Batches, Fit, Summary, learn_in_batches, learn_in_memory};

impl Fit for LinearRegression {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
        match by_vectors(self, data, self.plan(), self.coding(), run)? {
            Some(model) => Ok(model),
            None => self.learn_by(data, |passes| learn_in_memory(passes, data, run)),
        }
    }

    fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<LinearModel> {
        let like = batches.prototype();
        self.learn_by(like, |passes| learn_in_batches(Self::declaration(), passes, batches, run))
    }
}

impl LinearRegression {
    fn learn_by(
        &self,
        like: &Dataset,
        passes: impl FnOnce(&mut Passes<'_>) -> Result<()>,
    ) -> Result<LinearModel> {
        learn(self.plan(), self.coding(), like, passes)?.model(self, like)
    }

    fn plan(&self) -> Plan {
        Plan { intercept: self.fit_intercept, price: 0.0, standardize: false }
    }

    fn coding(&self) -> Coding {
        Coding::Reference
    }
}

impl Fit for Ridge {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
        match by_vectors(self, data, self.plan(), self.coding(), run)? {
            Some(model) => Ok(model),
            None => self.learn_by(data, |passes| learn_in_memory(passes, data, run)),
        }
    }

    fn learn_in_batches(&self, batches: &dyn Batches, run: &Run) -> Result<LinearModel> {
        let like = batches.prototype();
        self.learn_by(like, |passes| learn_in_batches(Self::declaration(), passes, batches, run))
    }
}

impl Ridge {
    fn learn_by(
        &self,
        like: &Dataset,
        passes: impl FnOnce(&mut Passes<'_>) -> Result<()>,
    ) -> Result<LinearModel> {
        learn(self.plan(), self.coding(), like, passes)?.model(self, like)
    }

    fn plan(&self) -> Plan {
        Plan { intercept: self.fit_intercept, price: self.alpha, standardize: self.standardize }
    }

    fn coding(&self) -> Coding {
        if self.alpha > 0.0 { Coding::Full } else { Coding::Reference }
    }
}

/// A model of sparse rows of many columns, if that is what they are.
fn by_vectors<L: Fit<Model = LinearModel>>(
    learner: &L,
    data: &Dataset,
    plan: Plan,
    coding: Coding,
    run: &Run,
) -> Result<Option<LinearModel>> {
    let design = Design::of(&Schema::of(data)?.inputs, coding);
    if design.width() <= conjugate::MOST_SQUARED {
        return Ok(None);
    }
    match design.sparse_rows_of(data) {
        Some(rows) => conjugate::learn(learner, data, design, &rows, plan, run).map(Some),
        None => Ok(None),
    }
}

/// What was found, and in which columns.
struct Found {
    design: Design,
    plan: Plan,
    rows: u64,
    solution: Solution,
}

fn learn(
    plan: Plan,
    coding: Coding,
    like: &Dataset,
    run: impl FnOnce(&mut Passes<'_>) -> Result<()>,
) -> Result<Found> {
    let design = Design::of(&Schema::of(like)?.inputs, coding);
    let mut passes = Passes::new(&design, plan, like)?;
    run(&mut passes)?;
    let rows = passes.rows;
    let solution = passes.into_solution().ok_or_else(|| {
        Error::data("there are no rows to learn from", "give at least one row with a weight above zero")
    })?;
    Ok(Found { design, plan, rows, solution })
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
