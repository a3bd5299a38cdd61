//! The tree-structured Parzen estimator (Bergstra et al. 2011): where are good trials denser than poor ones?
//!
//! Each parameter by itself: the good trials give a density $l$, the others a density $g$; of some values drawn from
//! $l$, the one with the largest $l/g$ is tried next.

use super::space::{ParameterDomain, SearchSpace};
use hornbook_core::{Parameters, Rng, Value};

/// Trials that are drawn at random before there is anything to learn from.
pub(super) const STARTUP: usize = 10;
/// Values drawn for each parameter.
const DRAWS: usize = 24;

/// The next combination, from those tried so far with the best in front.
pub(super) fn propose(space: &SearchSpace, best_first: &[&Parameters], rng: &mut Rng) -> Parameters {
    // A quarter are good, but never so many that the search cannot narrow.
    let good = best_first.len().div_ceil(4).min(25);
    let (good, poor) = best_first.split_at(good);
    let propose = |dimension: &super::Dimension| {
        let of = |trials: &[&Parameters]| -> Vec<Value> {
            trials.iter().filter_map(|trial| trial.get(&dimension.parameter).cloned()).collect()
        };
        (dimension.parameter.clone(), value(&dimension.values, &of(good), &of(poor), rng))
    };
    space.dimensions().iter().map(propose).collect()
}

fn value(values: &ParameterDomain, good: &[Value], poor: &[Value], rng: &mut Rng) -> Value {
    let places = |tried: &[Value]| tried.iter().filter_map(|value| values.place(value)).collect::<Vec<f64>>();
    let (good, poor) = (places(good), places(poor));
    match values {
        ParameterDomain::List(list) => {
            let (good, poor) = (shares(&good, list.len()), shares(&poor, list.len()));
            let candidates = (0..DRAWS).map(|_| drawn(&good, rng));
            let best = candidates.max_by(|&a, &b| (good[a] / poor[a]).total_cmp(&(good[b] / poor[b])));
            best.and_then(|place| list.get(place)).cloned().unwrap_or(Value::Null)
        }
        ParameterDomain::Between { .. } => {
            let (good, poor) = (ParzenMixture::of(good), ParzenMixture::of(poor));
            let ratio = |x: f64| good.density(x) / poor.density(x);
            let candidates = (0..DRAWS).map(|_| good.draw(rng));
            let best = candidates.max_by(|&a, &b| ratio(a).total_cmp(&ratio(b)));
            values.at(best.unwrap_or(0.5))
        }
    }
}

/// How often each position of a list was tried, with one imagined trial spread over all of them.
fn shares(places: &[f64], count: usize) -> Vec<f64> {
    let mut shares = vec![1.0 / count as f64; count];
    places.iter().for_each(|&place| shares[place as usize] += 1.0);
    let total = places.len() as f64 + 1.0;
    shares.iter().map(|share| share / total).collect()
}

fn drawn(shares: &[f64], rng: &mut Rng) -> usize {
    let mut left = rng.unit();
    shares
        .iter()
        .position(|share| {
            left -= share;
            left < 0.0
        })
        .unwrap_or(shares.len() - 1)
}

/// Normal bumps at the positions tried, and one broad bump over the whole range, cut off at 0 and 1.
struct ParzenMixture {
    bumps: Vec<(f64, f64)>,
}

impl ParzenMixture {
    /// A bump is as broad as the larger missing value to its neighbors, within limits: narrow where trials are dense.
    fn of(mut places: Vec<f64>) -> ParzenMixture {
        places.sort_by(f64::total_cmp);
        let narrowest = 1.0 / (1.0 + places.len() as f64).min(100.0);
        let mut bumps = vec![(0.5, 1.0)];
        for (at, &place) in places.iter().enumerate() {
            let before = if at == 0 { place } else { place - places[at - 1] };
            let after = if at + 1 == places.len() { 1.0 - place } else { places[at + 1] - place };
            bumps.push((place, before.max(after).clamp(narrowest, 1.0)));
        }
        ParzenMixture { bumps }
    }

    fn draw(&self, rng: &mut Rng) -> f64 {
        let (center, width) = self.bumps[rng.below(self.bumps.len())];
        loop {
            let x = center + width * normal(rng);
            if (0.0..=1.0).contains(&x) {
                return x;
            }
        }
    }

    fn density(&self, x: f64) -> f64 {
        use hornbook_math::distributions::normal_cdf;
        let bump = |&(center, width): &(f64, f64)| {
            let inside = normal_cdf((1.0 - center) / width) - normal_cdf(-center / width);
            (-0.5 * ((x - center) / width).powi(2)).exp() / (width * inside)
        };
        self.bumps.iter().map(bump).sum::<f64>() / self.bumps.len() as f64
    }
}

/// A standard normal number (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.unit()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    #[test]
    fn densities_are_densities() {
        let mixture = ParzenMixture::of(vec![0.1, 0.15, 0.9]);
        let n = 10_000;
        let mass: f64 =
            (0..n).map(|i| mixture.density((f64::from(i) + 0.5) / f64::from(n))).sum::<f64>() / f64::from(n);
        assert!(
            (mass - 0.398_942_280_4_f64.recip()).abs() < 1e-3,
            "a normal density without its constant: {mass}"
        );
    }

    /// The search moves to where the good trials were, more often than chance would.
    #[test]
    fn proposals_follow_the_good_ones() {
        let space = SearchSpace::default()
            .vary("x", ParameterDomain::real(0.0, 1.0))
            .vary("k", ParameterDomain::list(["a", "b", "c"]));
        let mut rng = Seed(3).rng();
        let mut trials: Vec<Parameters> = (0..40).map(|_| space.draw(&mut rng)).collect();
        let loss =
            |p: &Parameters| (p["x"].as_f64().unwrap() - 0.8).abs() + if p["k"] == "c" { 0.0 } else { 0.5 };
        trials.sort_by(|a, b| loss(a).total_cmp(&loss(b)));
        let best_first: Vec<&Parameters> = trials.iter().collect();
        let proposals: Vec<Parameters> = (0..200).map(|_| propose(&space, &best_first, &mut rng)).collect();
        let near = proposals.iter().filter(|p| (p["x"].as_f64().unwrap() - 0.8).abs() < 0.2).count();
        let right = proposals.iter().filter(|p| p["k"] == "c").count();
        assert!(near > 120 && right > 150, "{near} {right}");
    }
}
