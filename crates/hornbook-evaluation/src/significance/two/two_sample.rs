//! Student's t on two independent samples.

use crate::intervals::{IntervalMethod, moments, student};
use crate::significance::check::{share, size, usable, without_rounding};
use crate::significance::{Alternative, TestResult};
use hornbook_core::Result;

/// Fewer values than this in a sample make the normality that t assumes matter.
const FEW: usize = 5;

/// What the standard error of a difference of two means is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SampleVariances {
    /// The variance of each sample by itself (Welch), $s_1^2/n_1 + s_2^2/n_2$, with the degrees of freedom of Welch and
    /// Satterthwaite.
    #[default]
    Separate,
    /// One variance of both (Student), $s_p^2 (1/n_1 + 1/n_2)$, with $n_1 + n_2 - 2$ degrees of freedom; it assumes that the
    /// variances are equal.
    Pooled,
}

/// What two independent samples say of the difference of their means.
struct SampleMoments {
    counts: [f64; 2],
    means: [f64; 2],
    variances: [f64; 2],
}

impl SampleMoments {
    fn of(first: &[f64], second: &[f64]) -> Result<SampleMoments> {
        usable(first, 2).map_err(|error| error.in_context("the first sample"))?;
        usable(second, 2).map_err(|error| error.in_context("the second sample"))?;
        let scale = size(first).max(size(second));
        let of = [first, second].map(moments);
        Ok(SampleMoments {
            counts: of.map(|(n, ..)| n),
            means: of.map(|(_, mean, _)| mean),
            variances: of.map(|(.., variance)| without_rounding(variance, scale)),
        })
    }

    /// The degrees of freedom within the samples.
    fn within(&self) -> [f64; 2] {
        self.counts.map(|n| n - 1.0)
    }

    fn pooled_variance(&self) -> f64 {
        let within = self.within();
        (within[0] * self.variances[0] + within[1] * self.variances[1]) / (within[0] + within[1])
    }

    /// The squared standard error of the difference, and its degrees of freedom.
    fn error(&self, variances: SampleVariances) -> (f64, f64) {
        let (counts, within) = (self.counts, self.within());
        let both = within[0] + within[1];
        let parts = [0, 1].map(|i| self.variances[i] / counts[i]);
        let sum = parts[0] + parts[1];
        match variances {
            SampleVariances::Pooled => (self.pooled_variance() * (1.0 / counts[0] + 1.0 / counts[1]), both),
            SampleVariances::Separate if sum == 0.0 => (0.0, both),
            SampleVariances::Separate => {
                // Shares of the sum, whose squares neither vanish nor overflow.
                let shares = parts.map(|part| part / sum);
                (sum, 1.0 / (shares[0] * shares[0] / within[0] + shares[1] * shares[1] / within[1]))
            }
        }
    }
}

/// A test of two independent samples, and the size of their difference.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoSampleTest {
    /// The test; its difference is that of the means.
    pub test: TestResult,
    /// The mean of each sample.
    pub means: [f64; 2],
    /// The standard error of the difference.
    pub standard_error: f64,
    /// Cohen's d, the effect size: the difference in standard deviations, those of both samples pooled. About 0.2 is called small,
    /// 0.5 medium and 0.8 large.
    pub effect_size: f64,
}

/// Whether two independent samples differ in their means: $t = (\bar x_1 - \bar x_2) / s_d$, with the standard error $s_d$ that
/// [`SampleVariances`] says. Welch's test is the one to take unless the variances are known to be equal.
///
/// Values that are all the same in each sample give p = 1 if the samples agree, else an infinite statistic.
///
/// ```
/// use hornbook_evaluation::significance::{Alternative, SampleVariances, two_sample_t};
/// let (treated, control) = ([6.1, 5.8, 6.4, 7.0, 6.6], [5.2, 5.9, 5.1, 5.5]);
/// let found = two_sample_t(&treated, &control, SampleVariances::Separate, Alternative::TwoSided, 0.95)?;
/// assert!((found.test.statistic - 3.494_36).abs() < 1e-5);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn two_sample_t(
    first: &[f64],
    second: &[f64],
    variances: SampleVariances,
    alternative: Alternative,
    level: f64,
) -> Result<TwoSampleTest> {
    share("level", level)?;
    let sample = SampleMoments::of(first, second)?;
    let (squared_error, degrees) = sample.error(variances);
    let (difference, error) = (sample.means[0] - sample.means[1], squared_error.sqrt());
    // No difference is none in any unit, be it zero.
    let in_units = |unit: f64| if difference == 0.0 { 0.0 } else { difference / unit };
    let statistic = in_units(error);
    let mut notes = Vec::new();
    if error == 0.0 {
        notes.push("the values of each sample are all the same, so the variance is zero".to_string());
    }
    let fewest = first.len().min(second.len());
    if fewest < FEW {
        notes.push(format!("{fewest} values are few: the t-test then relies on normality"));
    }
    let test = TestResult {
        name: match variances {
            SampleVariances::Separate => "Welch's two-sample t test",
            SampleVariances::Pooled => "two-sample t test of pooled variance",
        },
        statistic,
        degrees: vec![degrees],
        p_value: if statistic == 0.0 && error == 0.0 {
            1.0
        } else {
            alternative.p_student(statistic, degrees)
        },
        alternative,
        difference: Some(difference),
        interval: Some(student(difference, error, degrees, level, IntervalMethod::Student)),
        notes,
    };
    let effect_size = in_units(sample.pooled_variance().sqrt());
    Ok(TwoSampleTest { test, means: sample.means, standard_error: error, effect_size })
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f64; 4] = [5.0, 7.0, 6.0, 8.0];
    const B: [f64; 3] = [4.0, 4.5, 3.5];

    #[test]
    fn no_spread() {
        let found = |first: &[f64], second: &[f64]| {
            two_sample_t(first, second, SampleVariances::Separate, Alternative::TwoSided, 0.95).unwrap()
        };
        let equal = found(&[2.0, 2.0], &[2.0, 2.0, 2.0]);
        assert_eq!((equal.test.statistic, equal.test.p_value, equal.effect_size), (0.0, 1.0, 0.0));
        assert!(equal.test.notes[0].contains("variance is zero"));
        let apart = found(&[2.0, 2.0], &[1.0, 1.0]);
        assert_eq!((apart.test.statistic, apart.test.p_value), (f64::INFINITY, 0.0));
        assert_eq!((apart.standard_error, apart.effect_size), (0.0, f64::INFINITY));
    }

    #[test]
    fn samples_that_swap_turn_the_sign() {
        for variances in [SampleVariances::Separate, SampleVariances::Pooled] {
            let found = |first: &[f64], second: &[f64]| {
                two_sample_t(first, second, variances, Alternative::Less, 0.9).unwrap()
            };
            let (one, other) = (found(&A, &B), found(&B, &A));
            assert_eq!((one.test.statistic, one.effect_size), (-other.test.statistic, -other.effect_size));
            assert_eq!(one.test.degrees, other.test.degrees);
            assert!((one.test.p_value + other.test.p_value - 1.0).abs() < 1e-15);
            assert!((one.test.interval.unwrap().low + other.test.interval.unwrap().high).abs() < 1e-14);
        }
    }

    #[test]
    fn bad_input() {
        let message = |first: &[f64], second: &[f64], level: f64| {
            let variances = SampleVariances::default();
            let test = two_sample_t(first, second, variances, Alternative::TwoSided, level);
            test.unwrap_err().to_string()
        };
        let few = message(&A, &[1.0], 0.95);
        assert!(few.starts_with("the second sample: there are 1 values, the test needs at least 2"), "{few}");
        let missing = message(&[1.0, f64::NAN, 2.0], &B, 0.95);
        assert!(missing.starts_with("the first sample: value 2 is NaN"), "{missing}");
        assert!(message(&A, &B, 1.0).contains("parameter 'level' is 1"));
    }
}
