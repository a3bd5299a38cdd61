//! A table as a problem of sparse weights: tall ones become sums of products, wide ones columns.

use super::columns::ScaledColumns;
use super::descent::{CoordinateDescentLimits, CoordinateDescentResult, GramSums, SweepObserver, descend};
use super::gram::{GramStatistic, SumOrigin, gather_all};
use super::intercept::InterceptSums;
use super::penalty::ElasticNetPenalty;
use super::working_set::WorkingSet;
use crate::design::design_of;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Schema};
use hornbook_encoding::{CategoricalEncoding, Encoder};
use hornbook_learner::RowSource;

/// A table with more columns than these is never squared as a whole.
const MOST_SQUARED: usize = 2000;

/// How the inputs become columns, and in which order their weights are found.
#[derive(Debug, Clone)]
pub(super) struct ProblemLayout {
    pub design: Encoder,
    /// The columns of the design by name: where columns are alike, the order of the table does not say which has a weight.
    pub order: Vec<usize>,
    pub names: Vec<String>,
}

impl ProblemLayout {
    pub fn of(data: &Dataset) -> Result<ProblemLayout> {
        let schema = Schema::of(data)?;
        let design = design_of(&schema.inputs, CategoricalEncoding::OneHot);
        let names: Vec<String> = (0..design.width()).map(|column| design.name(column)).collect();
        let mut order: Vec<usize> = (0..design.width()).collect();
        order.sort_by(|&a, &b| names[a].cmp(&names[b]));
        Ok(ProblemLayout { design, order, names })
    }

    /// Numbers of the problem's columns in the order of the design.
    pub fn in_design_order(&self, values: &[f64]) -> Vec<f64> {
        let mut ordered = vec![0.0; values.len()];
        self.order.iter().zip(values).for_each(|(&column, &value)| ordered[column] = value);
        ordered
    }

    /// Whether sums of products of all columns are cheaper than the columns themselves.
    pub fn is_tall(&self, rows: usize) -> bool {
        rows >= 2 * self.design.width() && self.design.width() <= MOST_SQUARED
    }
}

/// A table as a problem. Columns are in the order of its [`ProblemLayout`].
#[derive(Debug)]
pub(super) struct ElasticNetProblem {
    pub center: InterceptSums,
    form: ProblemForm,
}

#[derive(Debug)]
enum ProblemForm {
    Sums(GramSums),
    Columns(ScaledColumns),
}

impl ElasticNetProblem {
    /// The problem of a table.
    pub fn of(
        source: RowSource<'_>,
        layout: &ProblemLayout,
        intercept: bool,
        run: &Run,
    ) -> Result<ElasticNetProblem> {
        if let RowSource::Memory(data) = source {
            let counting = data.weights().map(|_| data.row_weights().iter().filter(|w| **w > 0.0).count());
            if !layout.is_tall(counting.unwrap_or(data.rows().len())) {
                return ElasticNetProblem::unsquared(&data.with_nonzero_weight(), layout, intercept);
            }
        }
        let (gathered, origin) = gather_all(source, &layout.design, intercept, run)?;
        ElasticNetProblem::of_sums(&gathered, &origin, layout, intercept)
    }

    /// As columns of rows that all count.
    pub fn unsquared(data: &Dataset, layout: &ProblemLayout, intercept: bool) -> Result<ElasticNetProblem> {
        let columns = ScaledColumns::of(data, &layout.design, &layout.order, intercept)?;
        let center = InterceptSums {
            rows: data.rows().len() as u64,
            weight: columns.weight,
            means: columns.means.clone(),
            target_mean: columns.target_mean,
            intercept,
        };
        Ok(ElasticNetProblem { center, form: ProblemForm::Columns(columns) })
    }

    /// The problem of rows whose sums are known.
    pub fn of_sums(
        gathered: &GramStatistic,
        origin: &SumOrigin,
        layout: &ProblemLayout,
        intercept: bool,
    ) -> Result<ElasticNetProblem> {
        let (sums, center) = gathered.centered(&layout.order, origin, intercept)?;
        Ok(ElasticNetProblem { center, form: ProblemForm::Sums(sums) })
    }

    /// What finds weights, one alpha after the other.
    pub fn solver(&self) -> ElasticNetSolver<'_> {
        match &self.form {
            ProblemForm::Sums(sums) => ElasticNetSolver::Sums(sums),
            ProblemForm::Columns(columns) => ElasticNetSolver::Columns(Box::new(WorkingSet::new(columns))),
        }
    }
}

/// Finds weights, and remembers what helps at the next alpha.
pub(super) enum ElasticNetSolver<'a> {
    Sums(&'a GramSums),
    Columns(Box<WorkingSet<'a>>),
}

impl ElasticNetSolver<'_> {
    /// The mean square of the target.
    pub fn squares(&self) -> f64 {
        match self {
            ElasticNetSolver::Sums(sums) => sums.squares,
            ElasticNetSolver::Columns(set) => set.squares(),
        }
    }

    /// The smallest alpha of absolute values at which all coefficients are zero.
    pub fn alpha_max(&self) -> f64 {
        match self {
            ElasticNetSolver::Sums(sums) => sums.products.iter().fold(0.0, |most: f64, x| most.max(x.abs())),
            ElasticNetSolver::Columns(set) => set.largest_product(),
        }
    }

    /// Moves weights to where they are best, starting from where they are.
    pub fn solve(
        &mut self,
        penalty: ElasticNetPenalty,
        weights: &mut [f64],
        limits: CoordinateDescentLimits,
        watch: &mut SweepObserver<'_>,
    ) -> Result<CoordinateDescentResult> {
        match self {
            ElasticNetSolver::Sums(sums) => descend(sums, &penalty, weights, limits, watch),
            ElasticNetSolver::Columns(set) => set.solve(penalty, weights, limits, watch),
        }
    }
}
