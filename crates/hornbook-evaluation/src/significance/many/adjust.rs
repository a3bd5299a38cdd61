//! P-values that allow for how many there are.

use super::logical::{bergmann_hommel, learners_of, shaffer};
use hornbook_core::{Error, Result};

/// How p-values of several comparisons are adjusted, so that a family without any difference is found to have one
/// no more often than the level says. From the weakest to the strongest for all pairs: Bonferroni, Holm, Hochberg
/// and Shaffer, Bergmann and Hommel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// Each times their number. Against a control it is Bonferroni and Dunn's procedure.
    Bonferroni,
    /// Step down: the smallest times their number, the next times one less, and so on.
    Holm,
    /// Step up from the largest, for p-values that are not negatively dependent.
    Hochberg,
    /// Step down, times how many hypotheses can be true at once when all pairs are compared.
    Shaffer,
    /// By all sets of pairs that can be equal at once: the strongest, for up to 12 learners.
    BergmannHommel,
}

impl Adjustment {
    /// Its name on every interface.
    pub fn name(self) -> &'static str {
        match self {
            Adjustment::Bonferroni => "Bonferroni",
            Adjustment::Holm => "Holm",
            Adjustment::Hochberg => "Hochberg",
            Adjustment::Shaffer => "Shaffer",
            Adjustment::BergmannHommel => "Bergmann-Hommel",
        }
    }

    /// Whether it is for all pairs of some learners, and for nothing else.
    pub(super) fn needs_all_pairs(self) -> bool {
        matches!(self, Adjustment::Shaffer | Adjustment::BergmannHommel)
    }
}

/// The adjusted p-values, in the order of the p-values. Compare each with the level itself.
///
/// [`Adjustment::Shaffer`] and [`Adjustment::BergmannHommel`] take those of all pairs of some learners, in the order
/// (1, 2), (1, 3), …, (2, 3), ….
///
/// ```
/// use hornbook_evaluation::significance::{Adjustment, adjusted};
/// let holm = adjusted(&[0.01, 0.04, 0.03], Adjustment::Holm)?;
/// assert!(holm.iter().zip([0.03, 0.06, 0.06]).all(|(a, b)| (a - b).abs() < 1e-15));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn adjusted(p_values: &[f64], adjustment: Adjustment) -> Result<Vec<f64>> {
    if let Some(p) = p_values.iter().find(|p| !(0.0..=1.0).contains(*p)) {
        return Err(Error::data(format!("a p-value is {p}"), "give numbers from 0 to 1"));
    }
    let m = p_values.len();
    Ok(match adjustment {
        Adjustment::Bonferroni => p_values.iter().map(|p| (p * m as f64).min(1.0)).collect(),
        Adjustment::Holm => step_down(p_values, |place| (m - place) as f64),
        Adjustment::Hochberg => step_up(p_values),
        Adjustment::Shaffer => shaffer(p_values, learners_of(m)?),
        Adjustment::BergmannHommel => bergmann_hommel(p_values, learners_of(m)?)?,
    })
}

/// From the smallest p-value up: each times `factor(position)`, and no smaller than the one before.
pub(super) fn step_down(p_values: &[f64], factor: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut adjusted = vec![0.0; p_values.len()];
    let mut most: f64 = 0.0;
    for (place, which) in ascending(p_values).into_iter().enumerate() {
        most = most.max((p_values[which] * factor(place)).min(1.0));
        adjusted[which] = most;
    }
    adjusted
}

/// From the largest p-value down: times 1, 2, …, and no larger than the one before.
fn step_up(p_values: &[f64]) -> Vec<f64> {
    let mut adjusted = vec![0.0; p_values.len()];
    let mut least: f64 = 1.0;
    for (place, which) in ascending(p_values).into_iter().rev().enumerate() {
        least = least.min(p_values[which] * (place + 1) as f64);
        adjusted[which] = least;
    }
    adjusted
}

fn ascending(p_values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn nonsense() {
        assert!(adjusted(&[0.5, f64::NAN], Adjustment::Holm).is_err());
        assert!(adjusted(&[1.5], Adjustment::Bonferroni).is_err());
        assert!(adjusted(&[0.1, 0.2], Adjustment::Shaffer).unwrap_err().to_string().contains("2 p-values"));
        assert!(
            adjusted(&[0.1; 78], Adjustment::BergmannHommel).unwrap_err().to_string().contains("13 learners")
        );
        assert_eq!(adjusted(&[], Adjustment::Holm).unwrap(), [0.0; 0]);
    }

    proptest! {
        /// Each procedure is at least as strong as the one before, and none undercuts the p-value itself.
        #[test]
        fn from_weak_to_strong(p in prop::collection::vec(0.0f64..1.0, 10)) {
            let by = |adjustment| adjusted(&p, adjustment).unwrap();
            let weak_to_strong =
                [Adjustment::Bonferroni, Adjustment::Holm, Adjustment::Shaffer, Adjustment::BergmannHommel].map(by);
            for pair in weak_to_strong.windows(2) {
                prop_assert!(pair[0].iter().zip(&pair[1]).all(|(a, b)| a >= &(b - 1e-15)), "{pair:?}");
            }
            for list in weak_to_strong.iter().chain([&by(Adjustment::Hochberg)]) {
                prop_assert!(list.iter().zip(&p).all(|(a, p)| a >= p && *a <= 1.0));
            }
            prop_assert!(weak_to_strong[1].iter().zip(by(Adjustment::Hochberg)).all(|(holm, up)| *holm >= up - 1e-15));
        }
    }
}
