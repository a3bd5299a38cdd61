//! Exact random variates, from which those of all distributions are made.

use hornbook_core::Rng;

/// A number strictly between 0 and 1.
pub(super) fn open_unit(rng: &mut Rng) -> f64 {
    ((rng.bits() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// A standard normal variate, by Marsaglia's polar method.
pub(super) fn standard_normal(rng: &mut Rng) -> f64 {
    loop {
        let (x, y) = (2.0 * open_unit(rng) - 1.0, 2.0 * open_unit(rng) - 1.0);
        let square = x * x + y * y;
        if square < 1.0 && square > 0.0 {
            return x * (-2.0 * square.ln() / square).sqrt();
        }
    }
}

/// A gamma variate of rate 1.
pub(super) fn standard_gamma(rng: &mut Rng, shape: f64) -> f64 {
    ln_standard_gamma(rng, shape).exp()
}

/// The logarithm of a gamma variate of rate 1: one of a small shape may be too small for a number.
///
/// By Marsaglia and Tsang's rejection from the cube of a normal; a shape below 1 is raised by one and undone by a
/// power of an even variate.
pub(super) fn ln_standard_gamma(rng: &mut Rng, shape: f64) -> f64 {
    if shape < 1.0 {
        return ln_standard_gamma(rng, shape + 1.0) + open_unit(rng).ln() / shape;
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let z = standard_normal(rng);
        let root = 1.0 + c * z;
        if root <= 0.0 {
            continue;
        }
        let ln_cube = 3.0 * root.ln();
        if open_unit(rng).ln() < 0.5 * z * z + d * (1.0 - root.powi(3) + ln_cube) {
            return d.ln() + ln_cube;
        }
    }
}

/// A beta variate.
pub(super) fn beta(rng: &mut Rng, a: f64, b: f64) -> f64 {
    let difference = ln_standard_gamma(rng, b) - ln_standard_gamma(rng, a);
    1.0 / (1.0 + difference.exp())
}

/// A binomial variate: trials halved by drawing where the middle one of so many even numbers falls (Relles 1972), so
/// that the cost grows with the logarithm of the trials.
pub(super) fn binomial(rng: &mut Rng, mut trials: u64, mut p: f64) -> u64 {
    let mut successes = 0;
    while trials > 16 {
        let middle = trials / 2 + 1;
        let place = beta(rng, middle as f64, (trials + 1 - middle) as f64);
        if place <= p {
            successes += middle;
            trials -= middle;
            p = ((p - place) / (1.0 - place)).clamp(0.0, 1.0);
        } else {
            trials = middle - 1;
            p = (p / place).min(1.0);
        }
    }
    successes + (0..trials).filter(|_| open_unit(rng) < p).count() as u64
}

/// A Poisson variate: the time of a late event of the process tells where to go on counting (Ahrens and Dieter 1974),
/// so that the cost grows with the logarithm of the mean.
pub(super) fn poisson(rng: &mut Rng, mut mean: f64) -> f64 {
    let mut events = 0.0;
    while mean > 16.0 {
        let late = (0.875 * mean).floor();
        let time = standard_gamma(rng, late);
        if time > mean {
            return events + binomial(rng, late as u64 - 1, mean / time) as f64;
        }
        events += late;
        mean -= time;
    }
    let mut time = -open_unit(rng).ln();
    while time < mean {
        events += 1.0;
        time -= open_unit(rng).ln();
    }
    events
}
