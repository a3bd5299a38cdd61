//! Functions of the probability of a class that can be a weighted sum.

use hornbook_math::distributions::{ln_normal_cdf, normal_quantile};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// The largest exponential that is told from others: beyond it, products with it would be infinite.
const LARGEST: f64 = 1e300;

/// What of the probability of the second of two classes is a linear predictor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClassLink {
    /// The log odds.
    Logit,
    /// The point below which the normal distribution has this probability.
    Probit,
    /// The complementary log-log: the logarithm of the negative logarithm of the probability of the first class.
    Cloglog,
    /// The point below which Cauchy's distribution has this probability.
    Cauchit,
}

/// The logarithms of what a sum says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Logs {
    /// Of the probability of the first class.
    pub first: f64,
    /// Of that of the second.
    pub second: f64,
    /// Of how fast the probability of the second grows with the sum.
    pub rate: f64,
}

impl ClassLink {
    /// The sum that belongs to a probability of the second class.
    pub fn sum(self, probability: f64) -> f64 {
        match self {
            ClassLink::Logit => (probability / (1.0 - probability)).ln(),
            ClassLink::Probit => normal_quantile(probability),
            ClassLink::Cloglog => (-(-probability).ln_1p()).ln(),
            ClassLink::Cauchit => -1.0 / (PI * probability).tan(),
        }
    }

    /// Logarithms, since far from zero one probability is too close to 1 for its difference to be known.
    pub(crate) fn logs(self, sum: f64) -> Logs {
        match self {
            ClassLink::Logit => {
                let small = (-sum.abs()).exp().ln_1p();
                let (first, second) = (-(sum.max(0.0) + small), -((-sum).max(0.0) + small));
                Logs { first, second, rate: first + second }
            }
            ClassLink::Probit => Logs {
                first: ln_normal_cdf(-sum),
                second: ln_normal_cdf(sum),
                rate: -0.5 * (sum * sum + TAU.ln()),
            },
            ClassLink::Cloglog => {
                let hazard = sum.exp().min(LARGEST);
                // The logarithm of a probability that is too small for numbers is the sum itself.
                let second = if hazard > 0.0 { (-(-hazard).exp_m1()).ln() } else { sum };
                Logs { first: -hazard, second, rate: sum - hazard }
            }
            ClassLink::Cauchit => Logs {
                first: below_in_cauchy(-sum).ln(),
                second: below_in_cauchy(sum).ln(),
                rate: -(PI * (1.0 + sum * sum)).ln(),
            },
        }
    }

    /// What the sum is, in words.
    pub(super) fn words(self, second: &str, first: &str) -> String {
        match self {
            ClassLink::Logit => format!("log odds of '{second}' against '{first}'"),
            ClassLink::Probit => format!("probit of '{second}' against '{first}'"),
            ClassLink::Cloglog => format!("complementary log-log of '{second}' against '{first}'"),
            ClassLink::Cauchit => format!("cauchit of '{second}' against '{first}'"),
        }
    }
}

/// What Cauchy's distribution has below a point, with all digits far below zero, too.
fn below_in_cauchy(x: f64) -> f64 {
    if x < -1.0 { (-1.0 / x).atan() / PI } else { 0.5 + x.atan() / PI }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINKS: [ClassLink; 4] =
        [ClassLink::Logit, ClassLink::Probit, ClassLink::Cloglog, ClassLink::Cauchit];

    #[test]
    fn there_and_back_with_the_rate_between() {
        for link in LINKS {
            for probability in [0.01, 0.3, 0.5, 0.632, 0.97] {
                let sum = link.sum(probability);
                let logs = link.logs(sum);
                assert!((logs.second.exp() - probability).abs() < 1e-14, "{link:?}");
                assert!((logs.first.exp() + probability - 1.0).abs() < 1e-14, "{link:?}");
                let step = 1e-5;
                let rate =
                    (link.logs(sum + step).second.exp() - link.logs(sum - step).second.exp()) / (2.0 * step);
                assert!(
                    (logs.rate.exp() - rate).abs() < 1e-8,
                    "{link:?}: {} and not {rate}",
                    logs.rate.exp()
                );
            }
        }
    }

    #[test]
    fn far_sums_have_finite_logarithms() {
        for link in LINKS {
            for sum in [-700.0, -40.0, 40.0] {
                let Logs { first, second, rate } = link.logs(sum);
                assert!(first.is_finite() && second.is_finite() && rate.is_finite(), "{link:?} at {sum}");
                // The gradient of the log likelihood, and the expected second derivative of a row, are numbers.
                assert!((rate - second).exp().is_finite() && (2.0 * rate - first - second).exp().is_finite());
            }
        }
        // The negative logarithm of the chance of a normal number below -40, as series give it.
        assert!((ClassLink::Probit.logs(-40.0).second + 804.608_442).abs() < 1e-5);
        assert!((ClassLink::Cloglog.logs(-800.0).second + 800.0).abs() < 1e-9);
    }
}
