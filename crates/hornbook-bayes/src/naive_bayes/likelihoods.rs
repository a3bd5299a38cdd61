//! From sums over rows to the likelihood of every column.

use super::kernels::ColumnKernels;
use super::params::Likelihood;
use super::scores::Scores;
use super::settings::{NaiveBayesSettings, Prior};
use super::statistics::{NaiveBayesStatistics, StatisticsLayout};
use hornbook_core::{Error, Result};
use hornbook_data::{InputKind, Schema};

/// All that predicting needs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ClassLikelihoods {
    /// The class priors; 0 for classes without rows.
    pub priors: Vec<f64>,
    pub columns: Vec<Scores>,
    /// What is added to the variances.
    pub added_variance: f64,
    /// Of each Gaussian column, class by class, the variance with what is added.
    pub variances: Vec<f64>,
    /// Cells of tables whose count is zero and was left so: column and class.
    pub zeros: Vec<(usize, usize)>,
}

/// From sums to likelihoods.
pub(super) fn learned(
    settings: &NaiveBayesSettings,
    layout: &StatisticsLayout,
    statistics: &NaiveBayesStatistics,
    schema: &Schema,
) -> Result<ClassLikelihoods> {
    let mut maker = LikelihoodBuilder { settings, layout, statistics, schema, zeros: Vec::new() };
    let (added_variance, variances) = maker.variances()?;
    let mut columns: Vec<Scores> = vec![Scores::Silent; settings.likelihoods.len()];
    for (column, &likelihood) in settings.likelihoods.iter().enumerate() {
        let place = layout.places[column];
        columns[column] = match likelihood {
            Likelihood::Gaussian => maker.normal(place, column, &variances),
            Likelihood::Kernel => maker.kernels(place, column)?,
            Likelihood::Categorical => maker.table(place, column),
            Likelihood::Bernoulli => maker.truth(place, column),
            Likelihood::Multinomial | Likelihood::Complement => continue,
        };
    }
    for kind in [Likelihood::Multinomial, Likelihood::Complement] {
        maker.events(kind, &mut columns);
    }
    Ok(ClassLikelihoods {
        priors: priors(settings, statistics),
        columns,
        added_variance,
        variances,
        zeros: maker.zeros,
    })
}

fn priors(settings: &NaiveBayesSettings, statistics: &NaiveBayesStatistics) -> Vec<f64> {
    let weights = &statistics.class_weights;
    let present = weights.iter().filter(|weight| **weight > 0.0).count() as f64;
    let total = statistics.weight();
    let of = |(class, weight): (usize, &f64)| match &settings.prior {
        _ if *weight == 0.0 => 0.0,
        Prior::Shares => weight / total,
        Prior::Uniform => 1.0 / present,
        Prior::Given(priors) => priors[class],
    };
    weights.iter().enumerate().map(of).collect()
}

struct LikelihoodBuilder<'a> {
    settings: &'a NaiveBayesSettings,
    layout: &'a StatisticsLayout,
    statistics: &'a NaiveBayesStatistics,
    schema: &'a Schema,
    zeros: Vec<(usize, usize)>,
}

impl LikelihoodBuilder<'_> {
    fn classes(&self) -> usize {
        self.layout.classes
    }

    /// What is added to the variances of normal columns, and the variances with it.
    fn variances(&self) -> Result<(f64, Vec<f64>)> {
        let moments = &self.statistics.moments;
        let width = moments.width();
        let overall = |column: usize| {
            let all = moments.of_all(column);
            if all.weight > 0.0 { all.squares / all.weight } else { 0.0 }
        };
        // The variance of seconds since 1970 says nothing of other columns, and would drown them.
        let is_date = |place: usize| self.schema.inputs[self.layout.gaussian[place]].kind == InputKind::Date;
        let largest = (0..width).filter(|&place| !is_date(place)).map(overall).fold(0.0, f64::max);
        // Where no column varies, there is no scale to take a fraction of.
        let smoothing =
            |variance: f64| self.settings.var_smoothing * if variance > 0.0 { variance } else { 1.0 };
        let added = smoothing(largest);
        let less = f64::from(u8::from(self.settings.sample_variance));
        let divided = |squares: f64, weight: f64, less: f64| match weight > less {
            true => squares / (weight - less),
            false => 0.0,
        };
        let mut variances = vec![0.0; self.classes() * width];
        for (at, variance) in variances.iter_mut().enumerate() {
            let (class, place) = (at / width, at % width);
            let moment = moments.at(class, place);
            let (weight, squares) = moments.within(place);
            // A class without a value of the column is taken to be like all others.
            *variance = match (self.settings.shared_variance, moment.weight == 0.0) {
                (true, _) => divided(squares, weight, less * self.present_classes(place)),
                (false, true) => overall(place),
                (false, false) => divided(moment.squares, moment.weight, less),
            } + if is_date(place) { smoothing(overall(place)) } else { added };
            let is_needed = moment.weight > 0.0;
            if *variance == 0.0 && is_needed {
                let column = self.layout.gaussian[place];
                return Err(Error::data(
                    format!(
                        "column '{}' has one value only in the class '{}', so its variance is zero",
                        self.schema.inputs[column].name, self.schema.target.classes[class]
                    ),
                    "set var_smoothing above 0, or leave the column out",
                ));
            }
        }
        Ok((added, variances))
    }

    /// In how many classes a normal column has values.
    fn present_classes(&self, place: usize) -> f64 {
        let has = |class: &usize| self.statistics.moments.at(*class, place).weight > 0.0;
        (0..self.classes()).filter(has).count() as f64
    }

    fn normal(&self, place: usize, column: usize, variances: &[f64]) -> Scores {
        let moments = &self.statistics.moments;
        let all = moments.of_all(place);
        if all.weight == 0.0 {
            return Scores::Silent;
        }
        let noise = self.settings.noise[column];
        let (mut means, mut factors, mut constants) = (Vec::new(), Vec::new(), Vec::new());
        for class in 0..self.classes() {
            let moment = moments.at(class, place);
            let variance = (variances[class * moments.width() + place] + noise).max(f64::MIN_POSITIVE);
            means.push(if moment.weight > 0.0 { moment.mean } else { all.mean });
            factors.push(0.5 / variance);
            constants.push(-0.5 * (std::f64::consts::TAU * variance).ln());
        }
        Scores::Normal { means, factors, constants }
    }

    fn kernels(&self, place: usize, column: usize) -> Result<Scores> {
        let classes = self.classes();
        let points = &self.statistics.points[place * classes..][..classes];
        let all: Vec<(f64, f64)> = points.concat();
        if all.is_empty() {
            return Ok(Scores::Silent);
        }
        let noise = self.settings.noise[column];
        let pooled = ColumnKernels::new(all, self.settings.bandwidth, noise, None);
        let of = |points: &Vec<(f64, f64)>| match points.is_empty() {
            true => pooled.clone(),
            false => ColumnKernels::new(points.clone(), self.settings.bandwidth, noise, Some(pooled.width())),
        };
        Ok(Scores::Kernel(points.iter().map(of).collect()))
    }

    /// A smoothed probability. The fraction of the value among all rows stands in where nothing else is
    /// known.
    fn probability(&mut self, at: (usize, usize), count: f64, all: f64, values: usize, share: f64) -> f64 {
        let (more, more_of_all) = self.settings.smoothing.pseudo_counts(values, share);
        if all + more_of_all <= 0.0 {
            return share;
        }
        if count + more == 0.0 && self.zeros.last() != Some(&at) {
            self.zeros.push(at);
        }
        (count + more) / (all + more_of_all)
    }

    fn table(&mut self, place: usize, column: usize) -> Scores {
        let classes = self.classes();
        let counts = &self.statistics.counts[place];
        let levels = counts.len() / classes.max(1);
        let count = |level: usize, class: usize| counts[level * classes + class];
        let total: f64 = counts.iter().sum();
        if levels == 0 || total == 0.0 {
            return Scores::Silent;
        }
        let mut logs = Vec::with_capacity(classes * levels);
        for class in 0..classes {
            let all: f64 = (0..levels).map(|level| count(level, class)).sum();
            for level in 0..levels {
                let share = (0..classes).map(|class| count(level, class)).sum::<f64>() / total;
                let p = self.probability((column, class), count(level, class), all, levels, share);
                logs.push(flipped(p, self.settings.noise[column], levels).ln());
            }
        }
        Scores::Table { levels, logs }
    }

    fn truth(&mut self, place: usize, column: usize) -> Scores {
        let (statistics, width) = (self.statistics, self.layout.bernoulli.len());
        let observed =
            |class: usize| statistics.class_weights[class] - statistics.absent[class * width + place];
        let yes = |class: usize| statistics.truths[class * width + place];
        let (all, all_yes): (f64, f64) =
            (0..self.classes()).fold((0.0, 0.0), |(n, t), class| (n + observed(class), t + yes(class)));
        if all <= 0.0 {
            return Scores::Silent;
        }
        let mut logs = Vec::with_capacity(self.classes());
        for class in 0..self.classes() {
            let noise = self.settings.noise[column];
            let share = all_yes / all;
            // Weights that are not integers may differ in their last digits.
            let no_count = (observed(class) - yes(class)).max(0.0);
            let p = self.probability((column, class), yes(class), observed(class), 2, share);
            let q = self.probability((column, class), no_count, observed(class), 2, 1.0 - share);
            logs.push([flipped(q, noise, 2).ln(), flipped(p, noise, 2).ln()]);
        }
        Scores::Truth { threshold: self.settings.threshold(), logs }
    }

    /// The weights of all columns of one kind that count events, which share their probability.
    fn events(&mut self, kind: Likelihood, to: &mut [Scores]) {
        let columns = self.settings.columns(&[kind]);
        let (classes, width) = (self.classes(), self.layout.events.len());
        let sums = &self.statistics.events;
        let places: Vec<usize> = columns.iter().map(|&column| self.layout.places[column]).collect();
        let count = |class: usize, place: usize| sums[class * width + place];
        let of_kind = |place: usize| (0..classes).map(|class| count(class, place)).sum::<f64>();
        let kinds: Vec<f64> = places.iter().map(|&place| of_kind(place)).collect();
        let total: f64 = kinds.iter().sum();
        let even = 1.0 / columns.len().max(1) as f64;
        let share = |kind: f64| if total > 0.0 { kind / total } else { even };
        let mut weights = vec![Vec::with_capacity(classes); columns.len()];
        for class in 0..classes {
            let own = |at: usize| match kind {
                Likelihood::Complement => kinds[at] - count(class, places[at]),
                _ => count(class, places[at]),
            };
            let all: f64 = (0..columns.len()).map(own).sum();
            let mut logs: Vec<f64> = Vec::with_capacity(columns.len());
            for (at, &column) in columns.iter().enumerate() {
                let p = self.probability((column, class), own(at), all, columns.len(), share(kinds[at]));
                logs.push(p.ln());
            }
            if kind == Likelihood::Complement {
                // Rare among the others speaks for the class.
                let sum = if self.settings.norm { logs.iter().sum::<f64>() } else { -1.0 };
                logs.iter_mut().for_each(|log| *log /= sum);
            }
            weights.iter_mut().zip(logs).for_each(|(weights, log)| weights.push(log));
        }
        for (&column, weights) in columns.iter().zip(weights) {
            to[column] = Scores::Events(weights);
        }
    }
}

/// The probability to see one of so many values where another may be seen instead.
fn flipped(p: f64, noise: f64, values: usize) -> f64 {
    if values < 2 || noise == 0.0 {
        return p;
    }
    (1.0 - noise) * p + noise * (1.0 - p) / (values - 1) as f64
}
