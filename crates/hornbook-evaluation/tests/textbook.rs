//! Worked numbers and definitions of the textbooks.

use hornbook_evaluation::model_selection::{least_cost, regularized_cost};
use hornbook_evaluation::significance::{Alternative, one_sample_t};
use proptest::prelude::*;

/// Accuracies of ten folds against a mean of 0.8: T = 0.015 / √(0.000516667 / 10) with 9 degrees of freedom.
// proves: 001:94
#[test]
fn ten_accuracies_against_a_mean() {
    let values = [0.81, 0.79, 0.84, 0.80, 0.83, 0.78, 0.82, 0.85, 0.80, 0.83];
    let test = |mean: f64, alternative| one_sample_t(&values, mean, alternative, 0.95).unwrap();
    let two = test(0.8, Alternative::TwoSided);
    assert!((two.statistic - 2.086825030920762).abs() < 1e-10, "{}", two.statistic);
    assert_eq!(two.degrees, [9.0]);
    assert!((two.p_value - 0.06652498954150277).abs() < 1e-10, "{}", two.p_value);
    // |T| is below the critical value 2.262 of two tails, and above 1.833 of one.
    assert!(!two.rejects(0.05) && two.rejects(0.1));
    let greater = test(0.8, Alternative::Greater);
    assert!((greater.p_value - 0.03326249477075138).abs() < 1e-10 && greater.rejects(0.05));
    assert!((test(0.8, Alternative::Less).p_value - (1.0 - 0.03326249477075138)).abs() < 1e-10);
    // Rejected exactly where |T| reaches the critical value.
    let critical = 2.262157162798205 * 0.007187952884282598;
    assert!(test(0.815 - critical - 1e-9, Alternative::TwoSided).rejects(0.05));
    assert!(!test(0.815 - critical + 1e-9, Alternative::TwoSided).rejects(0.05));
}

proptest! {
    /// Cost(h) = loss + λ complexity, and the least of them, whatever complexity is measured by.
    // proves: 002:D05
    #[test]
    fn the_least_regularized_cost(
        rows in proptest::collection::vec((0.0..1.0f64, 1.0..50.0f64), 1..20),
        lambda in 0.0..0.2f64,
    ) {
        let (losses, nodes): (Vec<f64>, Vec<f64>) = rows.iter().copied().unzip();
        let bits: Vec<f64> = nodes.iter().map(|n| n.log2()).collect();
        for complexity in [&nodes, &bits] {
            let cost = |h: usize| losses[h] + lambda * complexity[h];
            let found = least_cost(&losses, complexity, lambda).unwrap();
            prop_assert!((regularized_cost(losses[found], complexity[found], lambda) - cost(found)).abs() < 1e-15);
            for other in 0..losses.len() {
                prop_assert!(cost(found) <= cost(other) + 1e-15, "{found} and {other}");
            }
        }
    }
}

/// λ converts complexity into loss: where it passes 0.05, the small hypothesis becomes the better one.
// proves: 002:D05
#[test]
fn the_rate_of_conversion() {
    let (losses, complexities) = ([0.30, 0.10], [1.0, 5.0]);
    assert_eq!(least_cost(&losses, &complexities, 0.049).unwrap(), 1);
    assert_eq!(least_cost(&losses, &complexities, 0.051).unwrap(), 0);
    assert!(least_cost(&losses, &complexities, -0.1).is_err());
}
