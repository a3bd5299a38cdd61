use super::edges;
use super::grid::{HistogramCells, HistogramGrid};
use super::model::HistogramModel;
use super::params::Histogram;
use crate::densities::events::DensityEvent;
use crate::densities::rows::rows_of;
use crate::distinct_values::DistinctValues;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Input, TargetSchema};
use hornbook_learner::{Fit, PassOutcome, StatisticalQuery, TrainingInput, TrainingSummary};
use hornbook_math::double_double::DoubleDoubleSum;
use serde_json::json;

impl Fit for Histogram {
    type Model = HistogramModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<HistogramModel> {
        let prototype = input.rows().prototype();
        let mut passes = HistogramPasses::new(self, prototype)?;
        if let Some(model) = input.warm_start_as::<HistogramModel>()? {
            passes.edges = Some(model.grid.edges.clone());
            passes.found = HistogramStatistic::of(model);
        }
        input.rows().run_query(&mut passes, run)?;
        passes.model(prototype, run)
    }
}

/// Two passes: one that finds the edges of the bins, unless they are given, and one that counts rows in cells.
struct HistogramPasses<'a> {
    learner: &'a Histogram,
    names: Vec<String>,
    /// The edges of each column, once they are known.
    edges: Option<Vec<Vec<f64>>>,
    warnings: Vec<String>,
    /// What was counted, earlier rows included.
    found: HistogramStatistic,
}

/// What is gathered in a pass.
#[derive(Default)]
struct HistogramStatistic {
    numbers: Vec<DistinctValues>,
    cells: HistogramCells,
    rows: u64,
    weight: DoubleDoubleSum,
}

impl HistogramStatistic {
    /// What a model has counted.
    fn of(model: &HistogramModel) -> HistogramStatistic {
        let TrainingSummary { rows, weight: all, .. } = model.info.summary;
        let mut weight = DoubleDoubleSum::default();
        weight.add(all);
        HistogramStatistic { numbers: Vec::new(), cells: HistogramCells::of(&model.grid), rows, weight }
    }

    fn merge(&mut self, other: HistogramStatistic) {
        self.numbers.iter_mut().zip(other.numbers).for_each(|(into, from)| into.merge(from));
        self.cells.merge(other.cells);
        self.rows += other.rows;
        self.weight.merge(other.weight);
    }
}

impl<'a> HistogramPasses<'a> {
    fn new(learner: &'a Histogram, data: &Dataset) -> Result<HistogramPasses<'a>> {
        let names: Vec<String> = data.feature_names().into_iter().map(str::to_string).collect();
        if names.is_empty() {
            return Err(Error::data("there is no column of numbers", "give at least one"));
        }
        let edges = edges::given(learner)?.map(|edges| vec![edges; names.len()]);
        Ok(HistogramPasses {
            learner,
            names,
            edges,
            warnings: Vec::new(),
            found: HistogramStatistic::default(),
        })
    }

    fn model(self, data: &Dataset, run: &Run) -> Result<HistogramModel> {
        let HistogramPasses { learner, names, edges, mut warnings, found } = self;
        let edges = edges.unwrap_or_default();
        for (name, edges) in names.iter().zip(&edges) {
            run.trace(|| DensityEvent::Bins {
                column: name.clone(),
                bins: edges.len() - 1,
                low: edges[0],
                high: edges[edges.len() - 1],
            });
        }
        let bins: Vec<usize> = edges.iter().map(|edges| edges.len() - 1).collect();
        let grid = HistogramGrid::new(edges, found.cells, learner.alpha);
        if grid.cells.is_empty() {
            return Err(Error::data("no row lies within the edges", "give edges around the rows"));
        }
        let (inside, all): (f64, f64) = (grid.weights.iter().sum(), found.weight.value());
        let beyond = 100.0 * (1.0 - inside / all);
        // Weights that are not integers may differ in their last digits.
        if beyond > 1e-9 {
            warnings.push(format!("{beyond:.1} % of the rows lie beyond the edges and count in no bin"));
        }
        let mut summary = TrainingSummary {
            rows: found.rows,
            weight: all,
            converged: true,
            warnings,
            ..TrainingSummary::default()
        };
        summary.details.insert("bins".to_string(), json!(bins));
        summary.details.insert("cells".to_string(), json!(grid.cells.len()));
        Ok(HistogramModel {
            info: learner.model_info_predicting(TargetSchema::log_density(), data, summary),
            grid,
        })
    }
}

impl StatisticalQuery for HistogramPasses<'_> {
    type Statistic = HistogramStatistic;

    fn empty(&self) -> HistogramStatistic {
        let columns = if self.edges.is_some() { 0 } else { self.names.len() };
        HistogramStatistic {
            numbers: vec![DistinctValues::default(); columns],
            ..HistogramStatistic::default()
        }
    }

    fn add(&self, gathered: &mut HistogramStatistic, rows: &Dataset, _first: u64) -> Result<()> {
        let rows = &rows.with_nonzero_weight();
        let (values, weights) =
            (rows_of(&Input::of_dataset(rows), &rows.features_in_place()), rows.row_weights());
        let width = self.names.len();
        let Some(edges) = &self.edges else {
            for (column, numbers) in gathered.numbers.iter_mut().enumerate() {
                let of_column = values.iter().copied().skip(column).step_by(width);
                numbers.add(of_column.zip(weights.iter().copied()));
            }
            return Ok(());
        };
        for (row, &weight) in values.chunks_exact(width).zip(&weights) {
            gathered.cells.add(edges, row, weight);
            gathered.weight.add(weight);
        }
        gathered.rows += weights.len() as u64;
        Ok(())
    }

    fn merge(&self, into: &mut HistogramStatistic, from: HistogramStatistic) -> Result<()> {
        into.merge(from);
        Ok(())
    }

    fn update(&mut self, gathered: HistogramStatistic) -> Result<PassOutcome> {
        if self.edges.is_some() {
            self.found.merge(gathered);
            return Ok(PassOutcome::Done);
        }
        let mut all = Vec::with_capacity(self.names.len());
        for (numbers, name) in gathered.numbers.iter().zip(&self.names) {
            let (edges, warning) = edges::by_rule(self.learner.bins, numbers, name)?;
            self.warnings.extend(warning);
            all.push(edges);
        }
        self.edges = Some(all);
        Ok(PassOutcome::AnotherPass)
    }
}
