//! What naive Bayes knows of the rows: sums by class, which merge.

use super::moments::ClassMoments;
use super::params::Likelihood;
use super::settings::NaiveBayesSettings;
use hornbook_data::Schema;

/// The columns by what is gathered of them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct StatisticsLayout {
    pub classes: usize,
    pub gaussian: Vec<usize>,
    pub kernel: Vec<usize>,
    pub categorical: Vec<usize>,
    pub bernoulli: Vec<usize>,
    /// Multinomial and complement columns.
    pub events: Vec<usize>,
    /// The levels of each categorical column that are known a priori.
    pub levels: Vec<usize>,
    /// Whether each categorical column holds numbers, whose levels are found in the rows.
    pub are_numbers: Vec<bool>,
    /// The position of each column among those of its kind.
    pub places: Vec<usize>,
}

impl StatisticsLayout {
    pub fn new(settings: &NaiveBayesSettings, schema: &Schema) -> StatisticsLayout {
        let (gaussian, kernel) =
            (settings.columns(&[Likelihood::Gaussian]), settings.columns(&[Likelihood::Kernel]));
        let categorical = settings.columns(&[Likelihood::Categorical]);
        let bernoulli = settings.columns(&[Likelihood::Bernoulli]);
        let events = settings.columns(&[Likelihood::Multinomial, Likelihood::Complement]);
        let mut places = vec![0; settings.likelihoods.len()];
        for group in [&gaussian, &kernel, &categorical, &bernoulli, &events] {
            group.iter().enumerate().for_each(|(place, &column)| places[column] = place);
        }
        let levels_of = |&column: &usize| schema.inputs[column].kind.levels();
        let least = settings.min_categories as usize;
        StatisticsLayout {
            classes: schema.target.classes.len(),
            levels: categorical.iter().map(|column| levels_of(column).unwrap_or(0).max(least)).collect(),
            are_numbers: categorical.iter().map(|column| levels_of(column).is_none()).collect(),
            gaussian,
            kernel,
            categorical,
            bernoulli,
            events,
            places,
        }
    }
}

/// Sums over rows, by class.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct NaiveBayesStatistics {
    /// Rows that weigh something.
    pub rows: u64,
    pub class_weights: Vec<f64>,
    /// Of the Gaussian columns.
    pub moments: ClassMoments,
    /// Of each kernel column and class the values with their weights, ascending once
    /// [`in_order`](NaiveBayesStatistics::in_order).
    pub points: Vec<Vec<(f64, f64)>>,
    /// Of each categorical column the weight of each level, level by level, class by class.
    pub counts: Vec<Vec<f64>>,
    /// The weight of the rows where a truth is true, class by class, column by column.
    pub truths: Vec<f64>,
    /// The weight of the rows where it is missing.
    pub absent: Vec<f64>,
    /// The weighted sums of the columns that count events, class by class, column by column.
    pub events: Vec<f64>,
}

impl NaiveBayesStatistics {
    pub fn new(layout: &StatisticsLayout) -> NaiveBayesStatistics {
        let classes = layout.classes;
        let truths = vec![0.0; classes * layout.bernoulli.len()];
        NaiveBayesStatistics {
            rows: 0,
            class_weights: vec![0.0; classes],
            moments: ClassMoments::new(classes, layout.gaussian.len()),
            points: vec![Vec::new(); classes * layout.kernel.len()],
            counts: layout.levels.iter().map(|levels| vec![0.0; levels * classes]).collect(),
            absent: truths.clone(),
            truths,
            events: vec![0.0; classes * layout.events.len()],
        }
    }

    pub fn merge(&mut self, other: NaiveBayesStatistics) {
        self.rows += other.rows;
        add(&mut self.class_weights, &other.class_weights);
        self.moments.merge(&other.moments);
        self.points.iter_mut().zip(other.points).for_each(|(into, from)| into.extend(from));
        for (into, from) in self.counts.iter_mut().zip(&other.counts) {
            into.resize(into.len().max(from.len()), 0.0);
            add(into, from);
        }
        add(&mut self.truths, &other.truths);
        add(&mut self.absent, &other.absent);
        add(&mut self.events, &other.events);
    }

    /// The same with the values of kernel columns ascending, each once.
    #[must_use]
    pub fn in_order(mut self) -> NaiveBayesStatistics {
        for points in &mut self.points {
            points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
            points.dedup_by(|next, kept| {
                let is_same = next.0 == kept.0;
                if is_same {
                    kept.1 += next.1;
                }
                is_same
            });
        }
        self
    }

    /// The weight of all rows.
    pub fn weight(&self) -> f64 {
        self.class_weights.iter().sum()
    }
}

fn add(into: &mut [f64], from: &[f64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into += from);
}
