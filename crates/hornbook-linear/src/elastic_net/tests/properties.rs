//! What holds for any table.

use super::super::columns::ScaledColumns;
use super::super::descent::{CoordinateDescentLimits, GramSums, descend};
use super::super::gram::gather;
use super::super::penalty::{CoordinatePenalty, ElasticNetPenalty, LqPenalty};
use super::super::problem::ProblemLayout;
use super::super::working_set::WorkingSet;
use super::*;
use proptest::prelude::*;

/// Both forms of a problem.
fn forms(data: &Dataset, intercept: bool) -> (ProblemLayout, GramSums, ScaledColumns) {
    let layout = ProblemLayout::of(data).unwrap();
    let (gathered, origin) =
        gather(std::slice::from_ref(data), &layout.design, intercept, &Run::default()).unwrap();
    let sums = gathered[0].centered(&layout.order, &origin, intercept).unwrap().0;
    let columns =
        ScaledColumns::of(&data.with_nonzero_weight(), &layout.design, &layout.order, intercept).unwrap();
    (layout, sums, columns)
}

const UNWATCHED: fn(u32, f64, usize) -> hornbook_core::Result<()> = |_, _, _| Ok(());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Where a weight is not zero the gradient is the penalty; where it is zero, it is no larger.
    #[test]
    fn weights_keep_the_conditions_of_a_minimum(
        rows in 2usize..60,
        width in 1usize..40,
        seed in 0u64..1000,
        share in 0.001f64..1.2,
        l1_ratio in prop::sample::select(vec![1.0, 0.9, 0.3]),
        intercept: bool,
        together: bool,
        powers in prop::collection::vec(-3i32..4, 40),
    ) {
        let x = noise(rows, width, seed);
        let y = target(&x, seed + 1);
        // Units of all sizes, and columns that go together.
        let x = Matrix::from_fn(rows, width, |i, j| {
            let value = if together { x.at(i, 0) + 0.01 * x.at(i, j) } else { x.at(i, j) };
            value * 10f64.powi(powers[j])
        });
        let (_, sums, columns) = forms(&dataset(&x, &y), intercept);
        let largest = sums.products.iter().fold(0.0, |most: f64, p| most.max(p.abs()));
        let penalty = ElasticNetPenalty::new(share * largest / l1_ratio, l1_ratio);
        // Products of columns that all but depend on each other have few digits.
        let tol = if together { 1e-10 } else { 1e-14 };
        let limits = CoordinateDescentLimits { gap: tol * sums.squares, sweeps: 100_000 };
        let mut by_sums = vec![0.0; width];
        let ended = descend(&sums, &penalty, &mut by_sums, limits, &mut UNWATCHED.clone()).unwrap();
        prop_assert!(ended.gap <= limits.gap);
        let gradients = sums.gradients(&by_sums);
        for (j, (&w, &gradient)) in by_sums.iter().zip(&gradients).enumerate() {
            let gradient = gradient - penalty.l2 * w;
            let unit = (sums.matrix[j][j] + penalty.l2).sqrt() * sums.squares.sqrt();
            let broken = if w == 0.0 { (gradient.abs() - penalty.l1).max(0.0) } else { (gradient - penalty.l1 * w.signum()).abs() };
            // A gap of g leaves gradients that are off by the root of g.
            prop_assert!(broken <= 10.0 * tol.sqrt() * unit, "{w}: {gradient} and {}, unit {unit}", penalty.l1);
        }
        if share > 1.0 {
            prop_assert!(by_sums.iter().all(|w| *w == 0.0));
        }

        let mut by_columns = vec![0.0; width];
        let mut set = WorkingSet::new(&columns);
        let ended = set.solve(penalty, &mut by_columns, limits, &mut UNWATCHED.clone()).unwrap();
        prop_assert!(ended.gap <= limits.gap);
        let fits = |weights: &[f64]| {
            let gradients = sums.gradients(weights);
            0.5 * sums.residual_squares(weights, &gradients)
                + penalty.l1 * weights.iter().map(|w| w.abs()).sum::<f64>()
                + 0.5 * penalty.l2 * weights.iter().map(|w| w * w).sum::<f64>()
        };
        prop_assert!((fits(&by_sums) - fits(&by_columns)).abs() <= (2.0 * tol + 1e-12) * sums.squares);
        // A set that is crowded soon, or from the start, goes on without sums.
        for most in [0, 5] {
            let mut plainly = vec![0.0; width];
            let mut set = WorkingSet::new(&columns);
            set.most = most;
            let loose = if together { 1e-4 } else { 1e-8 };
            let loose = CoordinateDescentLimits { gap: loose * sums.squares, sweeps: 1_000_000 };
            let ended = set.solve(penalty, &mut plainly, loose, &mut UNWATCHED.clone()).unwrap();
            prop_assert!(ended.gap <= loose.gap);
            prop_assert!((fits(&by_sums) - fits(&plainly)).abs() <= loose.gap + 1e-12 * sums.squares);
        }
        if rows > width + 2 && !together {
            for (j, (a, b)) in by_sums.iter().zip(&by_columns).enumerate() {
                prop_assert!((a - b).abs() < 1e-5 * 10f64.powi(-powers[j]), "{a} and {b}");
            }
        }
    }

    /// The gap bounds how far any weights are from the best.
    #[test]
    fn no_objective_is_farther_from_the_best_than_its_gap(
        rows in 2usize..40,
        width in 1usize..10,
        seed in 0u64..1000,
        share in 0.01f64..1.0,
        l1_ratio in prop::sample::select(vec![1.0, 0.5, 0.0]),
        exponent in prop::sample::select(vec![1.3, 2.0, 4.0]),
        anywhere in prop::collection::vec(-2.0f64..2.0, 10),
    ) {
        let x = noise(rows, width, seed);
        let y = target(&x, seed + 1);
        let (_, sums, _) = forms(&dataset(&x, &y), true);
        let largest = sums.products.iter().fold(1e-3, |most: f64, p| most.max(p.abs()));
        let weights = &anywhere[..width];
        let gradients = sums.gradients(weights);
        let squares = sums.residual_squares(weights, &gradients);
        let limits = CoordinateDescentLimits { gap: 1e-12 * sums.squares, sweeps: 100_000 };

        let penalty = ElasticNetPenalty::new(share * largest, l1_ratio);
        let net = |w: &f64| penalty.l1 * w.abs() + 0.5 * penalty.l2 * w * w;
        let power = LqPenalty { alpha: share * largest, exponent };
        let powered = |w: &f64| power.alpha * w.abs().powf(exponent);
        let check = |gap: f64, best: &[f64], alpha: &dyn Fn(&f64) -> f64| {
            let least = 0.5 * sums.residual_squares(best, &sums.gradients(best)) + best.iter().map(alpha).sum::<f64>();
            let here = 0.5 * squares + weights.iter().map(alpha).sum::<f64>();
            assert!(here - least <= gap + 1e-9 * here, "{here} and {least}, gap {gap}");
            assert!(here - least >= -1e-9 * here);
        };
        let mut best = vec![0.0; width];
        let ended = descend(&sums, &penalty, &mut best, limits, &mut UNWATCHED.clone()).unwrap();
        prop_assert!(ended.gap <= limits.gap);
        check(penalty.gap(weights, &gradients, squares), &best, &net);
        let mut best = vec![0.0; width];
        descend(&sums, &power, &mut best, limits, &mut UNWATCHED.clone()).unwrap();
        check(power.gap(weights, &gradients, squares), &best, &powered);
    }
}

/// Problems with hundreds of weights, which are found by other means than those of a few.
#[test]
fn many_weights_keep_the_conditions_too() {
    for (rows, width, together) in [(600, 250, 0.0), (600, 250, 0.95), (250, 900, 0.5)] {
        let own = noise(rows, width, 41);
        let mut x = own.clone();
        for (i, j) in (0..rows).flat_map(|i| (1..width).map(move |j| (i, j))) {
            *x.at_mut(i, j) += together * x.at(i, j - 1);
        }
        let y: Vec<f64> = (0..rows).map(|i| x.row(i).iter().step_by(2).sum()).collect();
        let (_, sums, columns) = forms(&dataset(&x, &y), true);
        let largest = sums.products.iter().fold(0.0, |most: f64, p| most.max(p.abs()));
        let mut set = WorkingSet::new(&columns);
        let (mut by_sums, mut by_columns) = (vec![0.0; width], vec![0.0; width]);
        for (share, l1_ratio) in [(0.3, 1.0), (0.01, 1.0), (0.002, 0.9)] {
            let penalty = ElasticNetPenalty::new(share * largest, l1_ratio);
            let limits = CoordinateDescentLimits { gap: 1e-12 * sums.squares, sweeps: 100_000 };
            let one = descend(&sums, &penalty, &mut by_sums, limits, &mut UNWATCHED.clone()).unwrap();
            let other = set.solve(penalty, &mut by_columns, limits, &mut UNWATCHED.clone()).unwrap();
            assert!(one.gap <= limits.gap && other.gap <= limits.gap, "{one:?} {other:?}");
            for (weights, squares) in [(&by_sums, one.squares), (&by_columns, other.squares)] {
                let gradients = sums.gradients(weights);
                assert!((sums.residual_squares(weights, &gradients) - squares).abs() < 1e-9 * sums.squares);
                for (j, (&w, &gradient)) in weights.iter().zip(&gradients).enumerate() {
                    let gradient = gradient - penalty.l2 * w;
                    let held = if w == 0.0 {
                        gradient.clamp(-penalty.l1, penalty.l1)
                    } else {
                        penalty.l1 * w.signum()
                    };
                    let unit = sums.matrix[j][j].sqrt() * sums.squares.sqrt();
                    assert!((gradient - held).abs() <= 1e-5 * unit, "{w}: {gradient} and {held}");
                }
            }
        }
        assert!(by_sums.iter().filter(|w| **w != 0.0).count() > 100);
    }
}
