//! A table as a problem of sparse weights: tall ones become sums of products, wide ones columns.

use super::centre::Centre;
use super::columns::Columns;
use super::descent::{Ended, Limits, Sums, Watch, descend};
use super::gather::{Gathered, Origin, gather_all};
use super::penalty::Prices;
use super::working_set::WorkingSet;
use crate::design::{Coding, Design};
use crate::source::Source;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Schema};

/// A table with more columns than these is never squared as a whole.
const MOST_SQUARED: usize = 2000;

/// How the inputs become columns, and in which order their weights are found.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub design: Design,
    /// The columns of the design by name: where columns are alike, the order of the table does not say which has a weight.
    pub order: Vec<usize>,
    pub names: Vec<String>,
}

impl Layout {
    pub fn of(data: &Dataset) -> Result<Layout> {
        let schema = Schema::of(data)?;
        let design = Design::of(&schema.inputs, Coding::Full);
        let names: Vec<String> = (0..design.width()).map(|column| design.name(&schema, column)).collect();
        let mut order: Vec<usize> = (0..design.width()).collect();
        order.sort_by(|&a, &b| names[a].cmp(&names[b]));
        Ok(Layout { design, order, names })
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

/// A table as a problem. Columns are in the order of its [`Layout`].
#[derive(Debug)]
pub(super) struct Problem {
    pub centre: Centre,
    form: Form,
}

#[derive(Debug)]
enum Form {
    Sums(Sums),
    Columns(Columns),
}

impl Problem {
    /// The problem of a table.
    pub fn of(source: Source<'_>, layout: &Layout, intercept: bool, run: &Run) -> Result<Problem> {
        if let Source::Memory(data) = source {
            let counting = data.weights().map(|_| data.row_weights().iter().filter(|w| **w > 0.0).count());
            if !layout.is_tall(counting.unwrap_or(data.rows().len())) {
                return Problem::unsquared(&data.counting_rows(), layout, intercept);
            }
        }
        let (gathered, origin) = gather_all(source, &layout.design, intercept, run)?;
        Problem::of_sums(&gathered, &origin, layout, intercept)
    }

    /// As columns of rows that all count.
    pub fn unsquared(data: &Dataset, layout: &Layout, intercept: bool) -> Result<Problem> {
        let columns = Columns::of(data, &layout.design, &layout.order, intercept)?;
        let centre = Centre {
            rows: data.rows().len() as u64,
            weight: columns.weight,
            means: columns.means.clone(),
            target_mean: columns.target_mean,
            intercept,
        };
        Ok(Problem { centre, form: Form::Columns(columns) })
    }

    /// The problem of rows whose sums are known.
    pub fn of_sums(
        gathered: &Gathered,
        origin: &Origin,
        layout: &Layout,
        intercept: bool,
    ) -> Result<Problem> {
        let (sums, centre) = gathered.centred(&layout.order, origin, intercept)?;
        Ok(Problem { centre, form: Form::Sums(sums) })
    }

    /// What finds weights, one price after the other.
    pub fn solver(&self) -> Solver<'_> {
        match &self.form {
            Form::Sums(sums) => Solver::Sums(sums),
            Form::Columns(columns) => Solver::Columns(Box::new(WorkingSet::new(columns))),
        }
    }
}

/// Finds weights, and remembers what helps at the next price.
pub(super) enum Solver<'a> {
    Sums(&'a Sums),
    Columns(Box<WorkingSet<'a>>),
}

impl Solver<'_> {
    /// The mean square of the target.
    pub fn squares(&self) -> f64 {
        match self {
            Solver::Sums(sums) => sums.squares,
            Solver::Columns(set) => set.squares(),
        }
    }

    /// The smallest price of absolute values at which all weights are zero.
    pub fn largest_price(&self) -> f64 {
        match self {
            Solver::Sums(sums) => sums.products.iter().fold(0.0, |most: f64, x| most.max(x.abs())),
            Solver::Columns(set) => set.largest_product(),
        }
    }

    /// Moves weights to where they are best, starting from where they are.
    pub fn solve(
        &mut self,
        prices: Prices,
        weights: &mut [f64],
        limits: Limits,
        watch: &mut Watch<'_>,
    ) -> Result<Ended> {
        match self {
            Solver::Sums(sums) => descend(sums, &prices, weights, limits, watch),
            Solver::Columns(set) => set.solve(prices, weights, limits, watch),
        }
    }
}
