//! All metrics of some evaluated rows: their values, and their values when rows count otherwise, as resampling asks.

use crate::intervals::{Bootstrap, Interval, IntervalMethod, effective_size, wilson};
use crate::measure::Measure;
use crate::metric_sums::{self, MetricSums};
use crate::options::MetricOptions;
use crate::rowwise_metrics::RowwiseMetrics;
use crate::score::Score;
use crate::test_predictions::TestPredictions;
use hornbook_core::{Result, Run, Seed};

/// More units than this are first put together at random. Sums over random blocks vary as sums over rows do, so
/// the interval stays what it was, and its cost no longer grows with the rows.
const MOST_UNITS: usize = 10_000;
/// Nor are there more units than this many sums in all; many classes make many sums.
const MOST_SUMS: usize = 1_000_000;

/// What is drawn as a whole: a row with all its repeated predictions, or a group, or a block of these.
pub(crate) struct ResamplingUnits {
    /// The unit of each row of the table; rows that are not evaluated have none.
    of_row: Vec<u32>,
    pub count: usize,
    pub grouped: bool,
}

impl ResamplingUnits {
    /// The units of some evaluated rows; `groups` gives the group of a row of the table.
    pub fn of(test_predictions: &TestPredictions, groups: Option<&[u32]>, seed: Seed) -> ResamplingUnits {
        let most = test_predictions.rows.iter().max().map_or(0, |&row| row as usize + 1);
        let mut of_row = vec![u32::MAX; most];
        for &row in &test_predictions.rows {
            of_row[row as usize] = groups.map_or(row, |groups| groups[row as usize]);
        }
        // Numbered in the order of rows or groups, whatever order the folds are in.
        let mut keys: Vec<u32> = of_row.iter().copied().filter(|&key| key != u32::MAX).collect();
        keys.sort_unstable();
        keys.dedup();
        let most_units = MOST_UNITS.min(MOST_SUMS / metric_sums::width(test_predictions)).max(500);
        let mut places: Vec<u32> = (0..keys.len() as u32).collect();
        if keys.len() > most_units {
            seed.rng().shuffle(&mut places);
            places.iter_mut().for_each(|place| *place %= most_units as u32);
        }
        for unit in of_row.iter_mut().filter(|unit| **unit != u32::MAX) {
            *unit = keys.binary_search(unit).map_or(u32::MAX, |at| places[at]);
        }
        ResamplingUnits { of_row, count: keys.len().min(most_units), grouped: groups.is_some() }
    }

    /// The interval with the method that the units make of it.
    pub fn label(&self, interval: Interval) -> Interval {
        if self.grouped { Interval { method: IntervalMethod::GroupBootstrap, ..interval } } else { interval }
    }

    /// How many rows were evaluated.
    pub fn rows(&self) -> usize {
        self.of_row.iter().filter(|&&unit| unit != u32::MAX).count()
    }

    fn of_judged(&self, test_predictions: &TestPredictions) -> Vec<u32> {
        test_predictions.rows.iter().map(|&row| self.of_row[row as usize]).collect()
    }
}

/// Evaluated rows made ready for all metrics.
pub(crate) struct MetricSet<'a> {
    test_predictions: &'a TestPredictions,
    measures: &'a [Measure],
    rules: &'a MetricOptions,
    direct: RowwiseMetrics<'a>,
}

impl<'a> MetricSet<'a> {
    pub fn new(
        test_predictions: &'a TestPredictions,
        measures: &'a [Measure],
        rules: &'a MetricOptions,
    ) -> Result<MetricSet<'a>> {
        Ok(MetricSet {
            test_predictions,
            measures,
            rules,
            direct: RowwiseMetrics::new(test_predictions, measures, rules)?,
        })
    }

    /// The same metrics of other rows.
    pub fn of_other_rows<'b>(&self, test_predictions: &'b TestPredictions) -> Result<MetricSet<'b>>
    where
        'a: 'b,
    {
        MetricSet::new(test_predictions, self.measures, self.rules)
    }

    /// Sentences about what the values do not show.
    pub fn notes(&self) -> Vec<String> {
        if !self.direct.ranked_together {
            return Vec::new();
        }
        let sentence = "no fold holds all classes, so the AUC is pooled across folds, which is biased downward; use fewer \
                        folds";
        vec![sentence.to_string()]
    }

    pub fn measures(&self) -> &[Measure] {
        self.measures
    }

    /// The value of each metric over all rows.
    pub fn values(&self) -> Vec<f64> {
        let sums = MetricSums::new(self.test_predictions).of(0..self.test_predictions.len());
        self.values_of(&sums, &self.test_predictions.weights)
    }

    fn values_of(&self, sums: &[f64], weights: &[f64]) -> Vec<f64> {
        let value = |&measure: &Measure| {
            if metric_sums::suffice(measure) {
                metric_sums::value(measure, sums, self.rules)
            } else {
                self.direct.value(measure, weights)
            }
        };
        self.measures.iter().map(value).collect()
    }

    /// The panel ready for resampling.
    pub fn in_units<'p>(&'p self, units: &'p ResamplingUnits) -> MetricSetByUnit<'p> {
        let width = metric_sums::width(self.test_predictions);
        let unit_of = units.of_judged(self.test_predictions);
        let adder = MetricSums::new(self.test_predictions);
        let mut sums = vec![0.0; width * units.count];
        for (row, &unit) in unit_of.iter().enumerate() {
            adder.add(row, &mut sums[unit as usize * width..][..width]);
        }
        let only_sums = self.measures.iter().all(|&measure| metric_sums::suffice(measure));
        let no_sums = !self.measures.iter().any(|&measure| metric_sums::suffice(measure));
        MetricSetByUnit { panel: self, unit_of, sums, width, only_sums, no_sums }
    }

    /// A score a metric, over all evaluated rows together, each with its interval. Without a method it is Wilson's for
    /// proportions of rows, DeLong's for ROC AUC, and by resampling for all others.
    pub fn scores(
        &self,
        units: &ResamplingUnits,
        method: Option<IntervalMethod>,
        bootstrap: &Bootstrap,
        run: &Run,
    ) -> Result<Vec<Score>> {
        let (closed, resampled) =
            method.map_or((true, true), |method| (!method.resamples(), method.resamples()));
        let values = self.values();
        let unit_of = units.of_judged(self.test_predictions);
        let mut intervals: Vec<Option<Interval>> = self
            .measures
            .iter()
            .zip(&values)
            .map(|(measure, &value)| match measure {
                // Rows of one group are not independent, which Wilson's interval supposes.
                Measure::Accuracy | Measure::ErrorRate if closed && !units.grouped => {
                    let n = self.effective_rows();
                    wilson((value * n).clamp(0.0, n), n, bootstrap.level)
                }
                Measure::RocAuc if closed => {
                    self.direct.area_interval(&unit_of, units.count, bootstrap.level)
                }
                _ => None,
            })
            .collect();
        let is_open = |m: &usize| resampled && intervals[*m].is_none() && self.measures[*m].has_resamples();
        let open: Vec<usize> = (0..intervals.len()).filter(is_open).collect();
        for (m, interval) in open.iter().zip(self.resampled(&open, units, bootstrap, run)?) {
            intervals[*m] = interval;
        }
        let rows = units.rows();
        let score = |((&measure, value), interval): ((&Measure, f64), Option<Interval>)| Score {
            measure,
            value,
            interval: interval.filter(|_| value.is_finite()),
            rows,
            over_folds: None,
        };
        Ok(self.measures.iter().zip(values).zip(intervals).map(score).collect())
    }

    /// Intervals by resampling, for some of the metrics.
    fn resampled(
        &self,
        which: &[usize],
        units: &ResamplingUnits,
        bootstrap: &Bootstrap,
        run: &Run,
    ) -> Result<Vec<Option<Interval>>> {
        if which.is_empty() {
            return Ok(Vec::new());
        }
        let measures: Vec<Measure> = which.iter().map(|&m| self.measures[m]).collect();
        let panel = MetricSet { measures: &measures, direct: self.direct.clone(), ..*self };
        let ready = panel.in_units(units);
        let statistics = |times: &[f64], values: &mut [f64]| values.copy_from_slice(&ready.values(times));
        let found = bootstrap.intervals(units.count, measures.len(), statistics, run)?;
        Ok(found.into_iter().map(|interval| interval.map(|i| units.label(i))).collect())
    }

    fn effective_rows(&self) -> f64 {
        let most = self.test_predictions.rows.iter().max().map_or(0, |&row| row as usize + 1);
        let mut weight = vec![0.0; most];
        for (&row, w) in self.test_predictions.rows.iter().zip(&self.test_predictions.weights) {
            weight[row as usize] += w;
        }
        effective_size(weight.into_iter())
    }
}

/// A panel whose rows are gathered in units.
pub(crate) struct MetricSetByUnit<'p> {
    panel: &'p MetricSet<'p>,
    unit_of: Vec<u32>,
    sums: Vec<f64>,
    width: usize,
    /// What the metrics do not need is not made ready for every draw.
    only_sums: bool,
    no_sums: bool,
}

impl MetricSetByUnit<'_> {
    /// The value of each metric if the units count so many times.
    pub fn values(&self, times: &[f64]) -> Vec<f64> {
        let mut total = vec![0.0; self.width];
        let units = if self.no_sums { &[][..] } else { &self.sums[..] };
        for (unit, &times) in units.chunks_exact(self.width).zip(times) {
            if times > 0.0 {
                total.iter_mut().zip(unit).for_each(|(total, x)| *total += times * x);
            }
        }
        let weights: Vec<f64> = if self.only_sums {
            Vec::new()
        } else {
            let base = &self.panel.test_predictions.weights;
            base.iter().zip(&self.unit_of).map(|(w, &unit)| w * times[unit as usize]).collect()
        };
        self.panel.values_of(&total, &weights)
    }
}
