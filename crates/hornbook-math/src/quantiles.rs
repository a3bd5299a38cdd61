//! Quantiles of a sample, with or without weights, by the usual definitions.

/// How far two sums of weights may lie apart, as a fraction of all, and still be the same but for rounding.
const ROUNDING: f64 = 1e-12;

/// Which number a quantile is where no value, or more than one, has exactly the wanted fraction of the sample below it. The
/// names are those of `numpy.quantile`, the types those of Hyndman and Fan (1996) and of R's `quantile`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuantileMethod {
    /// The smallest value that has at least the fraction of the weight at or below it: always a value of the sample.
    /// `inverted_cdf`, type 1.
    InvertedCdf,
    /// The same, but where the fraction ends between two values, the midpoint of the two; at 0.5 the usual median.
    /// `averaged_inverted_cdf`, type 2.
    AveragedInvertedCdf,
    /// On a straight line between the two nearest ranks. `linear`, type 7, the default of numpy and R; the rounding is
    /// numpy's, too. A value of weight 2 is two values, so that weights are counts: unlike for the others, multiplying all
    /// weights by a number changes the result.
    Linear,
    /// The value of the rank nearest to the fraction, the even one of two. `closest_observation`, type 3.
    ClosestObservation,
    /// On a straight line between the steps of the distribution. `interpolated_inverted_cdf`, type 4.
    InterpolatedInvertedCdf,
    /// The same from the middle of each step. `hazen`, type 5.
    Hazen,
    /// As if the values divided the population into equal parts. `weibull`, type 6.
    Weibull,
    /// Near the median of the order statistics whatever the distribution. `median_unbiased`, type 8.
    MedianUnbiased,
    /// Near the mean of the order statistics of a normal distribution. `normal_unbiased`, type 9.
    NormalUnbiased,
}

/// The empirical distribution of a sample: its values in ascending order with the weight up to each, sorted once and
/// read at any level.
///
/// A value of weight 2 is there twice, one of weight 0 not at all, and the order of the sample does not matter, not even in
/// the last bit.
///
/// ```
/// use hornbook_math::quantiles::{EmpiricalDistribution, QuantileMethod::*};
/// let sample = EmpiricalDistribution::of([(1.0, 1.0), (9.0, 1.0), (4.0, 2.0)]);
/// assert_eq!(sample.quantiles(&[0.0, 0.25, 0.5, 1.0], AveragedInvertedCdf), [1.0, 2.5, 4.0, 9.0]);
/// assert_eq!(sample.quantiles(&[0.0, 0.25, 0.5, 1.0], InvertedCdf), [1.0, 1.0, 4.0, 9.0]);
/// assert_eq!(sample.quantiles(&[0.0, 0.25, 0.5, 1.0], Linear), [1.0, 3.25, 4.0, 9.0]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct EmpiricalDistribution {
    /// Values, ascending, each with the weight up to and including it.
    cumulative: Vec<(f64, f64)>,
}

impl EmpiricalDistribution {
    /// The distribution of values with their weights.
    pub fn of(weighted: impl IntoIterator<Item = (f64, f64)>) -> EmpiricalDistribution {
        let mut cumulative: Vec<(f64, f64)> =
            weighted.into_iter().filter(|(_, weight)| *weight > 0.0).collect();
        cumulative.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let mut total = 0.0;
        for (_, weight) in &mut cumulative {
            total += *weight;
            *weight = total;
        }
        EmpiricalDistribution { cumulative }
    }

    /// The distribution of values that all count the same.
    pub fn unweighted(values: impl IntoIterator<Item = f64>) -> EmpiricalDistribution {
        EmpiricalDistribution::of(values.into_iter().map(|value| (value, 1.0)))
    }

    /// The sum of the weights.
    pub fn total(&self) -> f64 {
        self.cumulative.last().map_or(0.0, |last| last.1)
    }

    /// The values that occur, ascending, each once.
    pub fn distinct(&self) -> Vec<f64> {
        let mut values: Vec<f64> = self.cumulative.iter().map(|value| value.0).collect();
        values.dedup();
        values
    }

    /// The quantile at a level from 0 to 1; NaN if nothing weighs anything.
    pub fn quantile(&self, level: f64, method: QuantileMethod) -> f64 {
        let Some(last) = self.cumulative.len().checked_sub(1) else { return f64::NAN };
        let total = self.total();
        let wanted = level * total;
        let slack = ROUNDING * total;
        let first_reaching = || self.cumulative.partition_point(|value| value.1 < wanted - slack).min(last);
        match method {
            QuantileMethod::InvertedCdf => self.cumulative[first_reaching()].0,
            QuantileMethod::AveragedInvertedCdf if level <= 0.0 => self.cumulative[0].0,
            QuantileMethod::AveragedInvertedCdf => {
                let first_beyond =
                    self.cumulative.partition_point(|value| value.1 <= wanted + slack).min(last);
                f64::midpoint(self.cumulative[first_reaching()].0, self.cumulative[first_beyond].0)
            }
            QuantileMethod::ClosestObservation => {
                let rank = wanted - 1.5;
                let is_even = rank.fract() == 0.0 && rank.rem_euclid(2.0) == 1.0;
                self.at_rank(if is_even { rank } else { rank.floor() + 1.0 })
            }
            QuantileMethod::Linear => self.between_ranks(level * (total - 1.0).max(0.0)),
            QuantileMethod::InterpolatedInvertedCdf => self.at_plotting_position(level, (0.0, 1.0)),
            QuantileMethod::Hazen => self.at_plotting_position(level, (0.5, 0.5)),
            QuantileMethod::Weibull => self.at_plotting_position(level, (0.0, 0.0)),
            QuantileMethod::MedianUnbiased => self.at_plotting_position(level, (1.0 / 3.0, 1.0 / 3.0)),
            QuantileMethod::NormalUnbiased => self.at_plotting_position(level, (3.0 / 8.0, 3.0 / 8.0)),
        }
    }

    /// By the formula of ranks of Hyndman and Fan with its two constants.
    fn at_plotting_position(&self, level: f64, (alpha, beta): (f64, f64)) -> f64 {
        let total = self.total();
        let rank = level * total + (alpha + level * (1.0 - alpha - beta)) - 1.0;
        self.between_ranks(rank.clamp(0.0, (total - 1.0).max(0.0)))
    }

    /// On the straight line between the values of two ranks.
    fn between_ranks(&self, rank: f64) -> f64 {
        let fraction = rank.fract();
        let low = self.at_rank(rank.floor());
        if fraction == 0.0 {
            return low;
        }
        let high = self.at_rank(rank.floor() + 1.0);
        // As numpy does it, so that a value that lies on a quantile there lies on it here.
        match fraction < 0.5 {
            true => low + (high - low) * fraction,
            false => high - (high - low) * (1.0 - fraction),
        }
    }

    /// The quantiles at several levels.
    pub fn quantiles(&self, levels: &[f64], method: QuantileMethod) -> Vec<f64> {
        levels.iter().map(|&level| self.quantile(level, method)).collect()
    }

    /// The median: the value in the middle, or the midpoint of the two that are.
    pub fn median(&self) -> f64 {
        self.quantile(0.5, QuantileMethod::AveragedInvertedCdf)
    }

    /// The value of a rank, from 0, among all copies.
    fn at_rank(&self, rank: f64) -> f64 {
        let index = self.cumulative.partition_point(|value| value.1 <= rank);
        self.cumulative[index.min(self.cumulative.len() - 1)].0
    }
}

/// The quantile of values, with weights or without, at a level from 0 to 1. To read one sample at several levels, make an
/// [`EmpiricalDistribution`] of it.
///
/// ```
/// use hornbook_math::quantiles::{QuantileMethod, quantile};
/// assert_eq!(quantile(&[2.0, 1.0, 4.0, 3.0], None, 0.25, QuantileMethod::Linear), 1.75);
/// ```
pub fn quantile(values: &[f64], weights: Option<&[f64]>, level: f64, method: QuantileMethod) -> f64 {
    let values = values.iter().copied();
    let distribution = match weights {
        Some(weights) => EmpiricalDistribution::of(values.zip(weights.iter().copied())),
        None => EmpiricalDistribution::unweighted(values),
    };
    distribution.quantile(level, method)
}

/// The median of values that all count the same: the one in the middle, or the midpoint of the two that are. NaN if
/// there are none.
pub fn median(values: &[f64]) -> f64 {
    quantile(values, None, 0.5, QuantileMethod::AveragedInvertedCdf)
}

#[cfg(test)]
mod tests {
    use super::QuantileMethod::{AveragedInvertedCdf, InvertedCdf, Linear};
    use super::*;

    const METHODS: [QuantileMethod; 3] = [InvertedCdf, AveragedInvertedCdf, Linear];

    #[test]
    fn copies_and_weights_are_the_same() {
        let levels: Vec<f64> = (0..=20).map(|i| f64::from(i) / 20.0).collect();
        let weighted =
            EmpiricalDistribution::of([(3.0, 2.0), (1.0, 3.0), (7.0, 0.0), (2.0, 1.0), (9.0, 4.0)]);
        let copies = EmpiricalDistribution::unweighted([9.0, 1.0, 3.0, 9.0, 1.0, 2.0, 9.0, 3.0, 1.0, 9.0]);
        for method in METHODS {
            assert_eq!(weighted.quantiles(&levels, method), copies.quantiles(&levels, method));
        }
    }

    #[test]
    fn quantiles_as_numpy() {
        // numpy.quantile(copies, [0, .25, .3, .5, .6, .85, 1], method=…)
        let copies = EmpiricalDistribution::unweighted([9.0, 1.0, 3.0, 9.0, 1.0, 2.0, 9.0, 3.0, 1.0, 9.0]);
        let levels = [0.0, 0.25, 0.3, 0.5, 0.6, 0.85, 1.0];
        assert_eq!(copies.quantiles(&levels, InvertedCdf), [1.0, 1.0, 1.0, 3.0, 3.0, 9.0, 9.0]);
        assert_eq!(copies.quantiles(&levels, AveragedInvertedCdf), [1.0, 1.0, 1.5, 3.0, 6.0, 9.0, 9.0]);
        let found = copies.quantiles(&levels, Linear);
        let expected = [1.0, 1.25, 1.7, 3.0, 5.4, 9.0, 9.0];
        assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        // numpy.quantile([0.1, 0.7], 0.6) to the last bit
        assert_eq!(quantile(&[0.1, 0.7], None, 0.6, Linear), 0.459_999_999_999_999_96);
    }

    #[test]
    fn other_types_as_numpy() {
        // numpy.quantile([4, 1, 7, 10, 2], [0, .1, .3, .5, .9, 1], method=…)
        let sample = EmpiricalDistribution::unweighted([4.0, 1.0, 7.0, 10.0, 2.0]);
        let levels = [0.0, 0.1, 0.3, 0.5, 0.9, 1.0];
        for (method, expected) in [
            (QuantileMethod::ClosestObservation, [1.0, 1.0, 2.0, 2.0, 7.0, 10.0]),
            (QuantileMethod::InterpolatedInvertedCdf, [1.0, 1.0, 1.5, 3.0, 8.5, 10.0]),
            (QuantileMethod::Hazen, [1.0, 1.0, 2.0, 4.0, 10.0, 10.0]),
            (QuantileMethod::Weibull, [1.0, 1.0, 1.8, 4.0, 10.0, 10.0]),
            (QuantileMethod::MedianUnbiased, [1.0, 1.0, 1.9333333333333333, 4.0, 10.0, 10.0]),
            (QuantileMethod::NormalUnbiased, [1.0, 1.0, 1.95, 4.0, 10.0, 10.0]),
        ] {
            let found = sample.quantiles(&levels, method);
            assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{method:?}: {found:?}");
        }
    }

    #[test]
    fn scale_and_order_do_not_matter() {
        let values = [(0.3, 0.1), (0.7, 0.2), (0.1, 0.3), (0.9, 0.4)];
        let sample = EmpiricalDistribution::of(values);
        let turned = EmpiricalDistribution::of(values.into_iter().rev());
        let scaled = EmpiricalDistribution::of(values.map(|(x, w)| (x, w * 1e-3)));
        for level in [0.0, 0.1, 0.3, 0.5, 0.6, 1.0] {
            for method in METHODS {
                assert_eq!(sample.quantile(level, method), turned.quantile(level, method));
            }
            for method in [InvertedCdf, AveragedInvertedCdf] {
                assert_eq!(sample.quantile(level, method), scaled.quantile(level, method));
            }
        }
    }

    #[test]
    fn medians_and_nothing() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[f64::MAX, f64::MAX]), f64::MAX);
        assert_eq!(EmpiricalDistribution::of([(1.0, 0.25), (2.0, 0.25)]).median(), 1.5);
        for method in METHODS {
            assert!(quantile(&[1.0], Some(&[0.0]), 0.5, method).is_nan());
            assert_eq!(quantile(&[0.7], Some(&[0.25]), 0.5, method), 0.7);
        }
    }
}
