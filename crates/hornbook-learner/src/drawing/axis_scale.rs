//! From numbers to positions in a picture.

use hornbook_core::format::rounded;

/// A straight scale: numbers of a range as positions on a stretch of pixels, which may run backwards.
///
/// ```
/// use hornbook_learner::drawing::AxisScale;
/// let up = AxisScale::new((0.0, 10.0), (200.0, 0.0));
/// assert_eq!(up.at(2.5), 150.0);
/// assert_eq!(up.ticks(), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AxisScale {
    range: (f64, f64),
    pixels: (f64, f64),
}

impl AxisScale {
    /// A scale of a range of numbers, of which the first is the lower one.
    pub fn new(range: (f64, f64), pixels: (f64, f64)) -> AxisScale {
        AxisScale { range, pixels }
    }

    /// Where a number stands.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value - self.range.0) / (self.range.1 - self.range.0);
        self.pixels.0 + (self.pixels.1 - self.pixels.0) * share
    }

    /// Whether a number lies on it.
    pub fn holds(&self, value: f64) -> bool {
        (self.range.0..=self.range.1).contains(&value)
    }

    /// Round numbers on it: about five.
    pub fn ticks(&self) -> Vec<f64> {
        let (low, high) = self.range;
        let rough = (high - low) / 5.0;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * power).into_iter().find(|step| *step >= rough);
        let step = step.unwrap_or(rough);
        let first = (low / step).ceil();
        // A last tick that rounding pushes a hair beyond the end still counts.
        let end = high + 1e-9 * step;
        (0..20).map(|at| (first + f64::from(at)) * step).take_while(|tick| *tick <= end).collect()
    }
}

/// The least and the largest of some numbers; apart, if they are not.
pub fn bounds(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) =
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
    match low < high {
        true if (high - low).is_finite() => (low, high),
        _ if low.is_finite() => (low - 0.5, low + 0.5),
        _ => (0.0, 1.0),
    }
}

/// A range with a little room at both ends, so that nothing lies on an edge.
pub fn with_room((low, high): (f64, f64)) -> (f64, f64) {
    let room = 0.04 * (high - low);
    (low - room, high + room)
}

/// A number of a scale, without what rounding has added.
pub fn tick_text(x: f64) -> String {
    match x.abs() {
        size if size > 0.0 && !(1e-3..1e6).contains(&size) => format!("{x:.1e}"),
        _ => rounded(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_on_the_scale() {
        for range in [(0.0, 1.0), (-3.7, 12.2), (0.913, 0.942), (1e6, 1e7), (-5e-7, 2e-7)] {
            let scale = AxisScale::new(range, (0.0, 100.0));
            let ticks = scale.ticks();
            assert!((3..=8).contains(&ticks.len()), "{range:?}: {ticks:?}");
            assert!(ticks.iter().all(|&tick| (-1e-6..=100.0 + 1e-6).contains(&scale.at(tick))), "{ticks:?}");
        }
        // 0.1 · 3 is more than 0.3, and is a tick of it.
        assert_eq!(AxisScale::new((0.0, 0.3), (0.0, 1.0)).ticks().len(), 4);
    }

    #[test]
    fn bounds_are_apart() {
        assert_eq!(bounds([2.0, -1.0].into_iter()), (-1.0, 2.0));
        assert_eq!(bounds([2.0].into_iter()), (1.5, 2.5));
        assert_eq!(bounds(std::iter::empty()), (0.0, 1.0));
    }

    #[test]
    fn numbers_of_a_scale_are_short() {
        let texts = [0.1 + 0.2, -0.0, 2.5e-5, 12_000_000.0].map(tick_text);
        assert_eq!(texts, ["0.3", "0", "2.5e-5", "1.2e7"]);
    }
}
