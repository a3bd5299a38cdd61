//! What every distribution of one number can do.

use super::sampling::open_unit;
use hornbook_core::{Rng, Seed};

/// A point in a distribution by the probability on one side of it, counted from the nearer end.
///
/// A probability near one has few digits of what is left to one; counted from the other end it has all of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tail {
    /// This much lies below; at most ½.
    #[non_exhaustive]
    Lower(f64),
    /// This much lies above; at most ½.
    #[non_exhaustive]
    Upper(f64),
}

impl Tail {
    /// The point with `p` below.
    pub fn below(p: f64) -> Tail {
        if p <= 0.5 { Tail::Lower(p) } else { Tail::Upper(1.0 - p) }
    }

    /// The point with `p` above.
    pub fn above(p: f64) -> Tail {
        Tail::below(p).mirrored()
    }

    /// The same point seen from the other end.
    pub fn mirrored(self) -> Tail {
        match self {
            Tail::Lower(p) => Tail::Upper(p),
            Tail::Upper(p) => Tail::Lower(p),
        }
    }

    /// How far a point with these tails is above the one wanted, and the derivative of that. In logarithms, in which
    /// Newton's method finds far tails in a few steps.
    pub(super) fn excess(self, (below, above): (f64, f64), density: f64) -> (f64, f64) {
        match self {
            Tail::Lower(p) => ((below / p).ln(), density / below),
            Tail::Upper(p) => ((p / above).ln(), density / above),
        }
    }
}

/// A distribution of one number, continuous or of integers or of listed values.
///
/// A tail is computed as itself, never as one minus the other, so small probabilities keep their digits. Where a
/// moment does not exist it is NaN, and infinite where it is. An `x` outside the support has density 0; a probability
/// outside 0 to 1 has the quantile NaN.
///
/// ```
/// use hornbook_core::Seed;
/// use hornbook_math::distributions::{Gamma, Normal, Univariate};
/// let families: [Box<dyn Univariate>; 2] = [Box::new(Normal::new(1.0, 2.0)?), Box::new(Gamma::new(3.0, 2.0)?)];
/// for family in &families {
///     assert!((family.cdf(family.quantile(0.3)) - 0.3).abs() < 1e-14);
///     assert_eq!(family.samples(3, Seed(1)), family.samples(3, Seed(1)));
/// }
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub trait Univariate {
    /// The least and the largest value there can be.
    fn support(&self) -> (f64, f64);

    /// The natural logarithm of [`density`](Univariate::density).
    fn ln_density(&self, x: f64) -> f64;

    /// The density at `x`; for integers and listed values, the probability of `x`.
    fn density(&self, x: f64) -> f64 {
        self.ln_density(x).exp()
    }

    /// The probabilities of at most `x` and of more than `x`.
    fn tails(&self, x: f64) -> (f64, f64);

    /// The probability of at most `x`.
    fn cdf(&self, x: f64) -> f64 {
        self.tails(x).0
    }

    /// The probability of more than `x`.
    fn upper(&self, x: f64) -> f64 {
        self.tails(x).1
    }

    /// The natural logarithm of [`cdf`](Univariate::cdf).
    fn ln_cdf(&self, x: f64) -> f64 {
        let (below, above) = self.tails(x);
        ln_of_tail(below, above)
    }

    /// The natural logarithm of [`upper`](Univariate::upper).
    fn ln_upper(&self, x: f64) -> f64 {
        let (below, above) = self.tails(x);
        ln_of_tail(above, below)
    }

    /// The probability of more than `low` and at most `high`; 0 if they are the wrong way round.
    fn between(&self, low: f64, high: f64) -> f64 {
        let (below_low, above_low) = self.tails(low);
        let (below_high, above_high) = self.tails(high);
        // The difference of the smaller tails keeps more digits.
        let inside = if above_low < below_high { above_low - above_high } else { below_high - below_low };
        inside.max(0.0)
    }

    /// The point of a tail that is neither 0 nor 1: the least value with at least so much at or below it.
    fn point(&self, tail: Tail) -> f64;

    /// The number that is not exceeded with probability `p`; for integers, the least whose
    /// [`cdf`](Univariate::cdf) is at least `p`.
    fn quantile(&self, p: f64) -> f64 {
        match p {
            0.0 => self.support().0,
            1.0 => self.support().1,
            p if p > 0.0 && p < 1.0 => self.point(Tail::below(p)),
            _ => f64::NAN,
        }
    }

    /// The number that is exceeded with probability `p`. For a small `p` this is more exact than the quantile of
    /// 1 − `p`.
    fn upper_quantile(&self, p: f64) -> f64 {
        match p {
            0.0 => self.support().1,
            1.0 => self.support().0,
            p if p > 0.0 && p < 1.0 => self.point(Tail::above(p)),
            _ => f64::NAN,
        }
    }

    /// The mean.
    fn mean(&self) -> f64;

    /// The variance.
    fn variance(&self) -> f64;

    /// The standard deviation.
    fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The skewness: the third central moment over the cube of the standard deviation.
    fn skewness(&self) -> f64;

    /// The excess kurtosis: the fourth central moment over the square of the variance, less 3.
    fn kurtosis(&self) -> f64;

    /// The entropy in nats; of a density, the differential entropy.
    fn entropy(&self) -> f64;

    /// Where the density is largest; the least of such points.
    fn mode(&self) -> f64;

    /// One random number.
    fn sample(&self, rng: &mut Rng) -> f64 {
        self.point(Tail::below(open_unit(rng)))
    }

    /// Some random numbers; the same seed gives the same ones.
    fn samples(&self, count: usize, seed: Seed) -> Vec<f64> {
        let mut rng = seed.rng();
        (0..count).map(|_| self.sample(&mut rng)).collect()
    }

    /// The log-likelihood of some values.
    fn ln_likelihood(&self, values: &[f64]) -> f64 {
        values.iter().map(|&x| self.ln_density(x)).sum()
    }
}

fn ln_of_tail(tail: f64, other: f64) -> f64 {
    if tail < 0.5 { tail.ln() } else { (-other).ln_1p() }
}

/// The tails of an `x` outside the support or NaN.
pub(super) fn tails_outside(x: f64, (low, high): (f64, f64)) -> Option<(f64, f64)> {
    match x {
        x if x.is_nan() => Some((f64::NAN, f64::NAN)),
        x if x < low => Some((0.0, 1.0)),
        x if x >= high => Some((1.0, 0.0)),
        _ => None,
    }
}

/// The log density of an `x` outside the support or NaN.
pub(super) fn ln_density_outside(x: f64, (low, high): (f64, f64)) -> Option<f64> {
    match x {
        x if x.is_nan() => Some(f64::NAN),
        x if x < low || x > high || x.is_infinite() => Some(f64::NEG_INFINITY),
        _ => None,
    }
}
