//! The hypergeometric distribution.

use super::binomial::ln_binomial;
use super::checks::{trials, wrong};
use super::univariate::{Tail, Univariate, tails_outside};
use super::whole::{summed_tails, whole, whole_entropy, whole_point};
use hornbook_core::Result;

/// The number of marked things among those drawn without putting back.
///
/// ```
/// use hornbook_math::distributions::{Hypergeometric, Univariate};
/// // Aces in a hand of five.
/// let aces = Hypergeometric::new(52, 4, 5)?;
/// assert!((aces.density(2.0) - 103_776.0 / 2_598_960.0).abs() < 1e-15);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Hypergeometric {
    total: u64,
    marked: u64,
    drawn: u64,
}

impl Hypergeometric {
    /// From the number of things, of marked ones among them, and of those drawn.
    pub fn new(total: u64, marked: u64, drawn: u64) -> Result<Hypergeometric> {
        trials("hypergeometric", "total", total)?;
        for (name, part) in [("marked", marked), ("drawn", drawn)] {
            if part > total {
                return Err(wrong("hypergeometric", name, part, &format!("at most the total of {total}")));
            }
        }
        Ok(Hypergeometric { total, marked, drawn })
    }

    /// The total, marked and drawn things as numbers.
    fn numbers(&self) -> (f64, f64, f64) {
        (self.total as f64, self.marked as f64, self.drawn as f64)
    }
}

impl Univariate for Hypergeometric {
    fn support(&self) -> (f64, f64) {
        let unmarked = self.total - self.marked;
        (self.drawn.saturating_sub(unmarked) as f64, self.drawn.min(self.marked) as f64)
    }

    fn ln_density(&self, x: f64) -> f64 {
        let Some(k) = whole(x, self.support()) else {
            return if x.is_nan() { x } else { f64::NEG_INFINITY };
        };
        if self.total == 0 {
            return 0.0;
        }
        // A quotient of binomials of any one probability; with this one no large logarithms cancel.
        let (total, _, drawn) = self.numbers();
        let (p, q) = (drawn / total, (total - drawn) / total);
        ln_binomial(k, self.marked, p, q) + ln_binomial(self.drawn - k, self.total - self.marked, p, q)
            - ln_binomial(self.drawn, self.total, p, q)
    }

    fn tails(&self, x: f64) -> (f64, f64) {
        let (total, marked, drawn) = self.numbers();
        let ratio = |k: f64, upwards: bool| {
            let (with, without) = (marked - k, total - marked - drawn + k);
            if upwards {
                with * (drawn - k) / ((k + 1.0) * (without + 1.0))
            } else {
                k * without / ((with + 1.0) * (drawn - k + 1.0))
            }
        };
        tails_outside(x, self.support()).unwrap_or_else(|| summed_tails(self, x.floor(), true, ratio))
    }

    fn point(&self, tail: Tail) -> f64 {
        whole_point(self, tail)
    }

    fn mean(&self) -> f64 {
        let (total, marked, drawn) = self.numbers();
        if total == 0.0 { 0.0 } else { drawn * (marked / total) }
    }

    fn variance(&self) -> f64 {
        let (total, marked, drawn) = self.numbers();
        if total <= 1.0 {
            return 0.0;
        }
        drawn * (marked / total) * ((total - marked) / total) * ((total - drawn) / (total - 1.0))
    }

    fn skewness(&self) -> f64 {
        let (total, marked, drawn) = self.numbers();
        (total - 2.0 * marked) / total * ((total - 2.0 * drawn) / (total - 2.0)) / self.deviation()
    }

    fn kurtosis(&self) -> f64 {
        let (t, m, d) = self.numbers();
        let (marks, draws) = (m * (t - m), d * (t - d));
        let first = (t - 1.0) * t * t * (t * (t + 1.0) - 6.0 * marks - 6.0 * draws);
        let second = 6.0 * marks * draws * (5.0 * t - 6.0);
        (first + second) / (marks * draws * (t - 2.0) * (t - 3.0))
    }

    /// In nats. Adds up the likely numbers, so its cost grows with the standard deviation.
    fn entropy(&self) -> f64 {
        whole_entropy(self)
    }

    fn mode(&self) -> f64 {
        let (total, marked, drawn) = self.numbers();
        let (low, high) = self.support();
        ((drawn + 1.0) * ((marked + 1.0) / (total + 2.0)) - 1.0).ceil().clamp(low, high)
    }
}
