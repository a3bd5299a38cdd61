//! What holds for any table.

use super::super::columns::Columns;
use super::super::descent::{Limits, Sums, descend};
use super::super::gather::gather;
use super::super::penalty::{Penalty, Power, Prices};
use super::super::problem::Layout;
use super::super::working_set::WorkingSet;
use super::*;
use hornbook_learner::Fit;
use proptest::prelude::*;

/// Both forms of a problem.
fn forms(data: &Dataset, intercept: bool) -> (Layout, Sums, Columns) {
    let layout = Layout::of(data).unwrap();
    let (gathered, origin) =
        gather(std::slice::from_ref(data), &layout.design, intercept, &Run::default()).unwrap();
    let sums = gathered[0].centred(&layout.order, &origin, intercept).unwrap().0;
    let columns = Columns::of(&data.counting_rows(), &layout.design, &layout.order, intercept).unwrap();
    (layout, sums, columns)
}

const UNWATCHED: fn(u32, f64, usize) -> hornbook_core::Result<()> = |_, _, _| Ok(());

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Where a weight is not zero the slope is the price; where it is zero, it is no larger.
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
        let prices = Prices::new(share * largest / l1_ratio, l1_ratio);
        // Products of columns that all but depend on each other have few digits.
        let tol = if together { 1e-10 } else { 1e-14 };
        let limits = Limits { gap: tol * sums.squares, sweeps: 100_000 };
        let mut by_sums = vec![0.0; width];
        let ended = descend(&sums, &prices, &mut by_sums, limits, &mut UNWATCHED.clone()).unwrap();
        prop_assert!(ended.gap <= limits.gap);
        let slopes = sums.slopes(&by_sums);
        for (j, (&w, &slope)) in by_sums.iter().zip(&slopes).enumerate() {
            let slope = slope - prices.l2 * w;
            let unit = (sums.matrix[j][j] + prices.l2).sqrt() * sums.squares.sqrt();
            let broken = if w == 0.0 { (slope.abs() - prices.l1).max(0.0) } else { (slope - prices.l1 * w.signum()).abs() };
            // A gap of g leaves slopes that are off by the root of g.
            prop_assert!(broken <= 10.0 * tol.sqrt() * unit, "{w}: {slope} and {}, unit {unit}", prices.l1);
        }
        if share > 1.0 {
            prop_assert!(by_sums.iter().all(|w| *w == 0.0));
        }

        let mut by_columns = vec![0.0; width];
        let mut set = WorkingSet::new(&columns);
        let ended = set.solve(prices, &mut by_columns, limits, &mut UNWATCHED.clone()).unwrap();
        prop_assert!(ended.gap <= limits.gap);
        let fits = |weights: &[f64]| {
            let slopes = sums.slopes(weights);
            0.5 * sums.residual_squares(weights, &slopes)
                + prices.l1 * weights.iter().map(|w| w.abs()).sum::<f64>()
                + 0.5 * prices.l2 * weights.iter().map(|w| w * w).sum::<f64>()
        };
        prop_assert!((fits(&by_sums) - fits(&by_columns)).abs() <= (2.0 * tol + 1e-12) * sums.squares);
        // A set that is crowded soon, or from the start, goes on without sums.
        for most in [0, 5] {
            let mut plainly = vec![0.0; width];
            let mut set = WorkingSet::new(&columns);
            set.most = most;
            let loose = if together { 1e-4 } else { 1e-8 };
            let loose = Limits { gap: loose * sums.squares, sweeps: 1_000_000 };
            let ended = set.solve(prices, &mut plainly, loose, &mut UNWATCHED.clone()).unwrap();
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
        let slopes = sums.slopes(weights);
        let squares = sums.residual_squares(weights, &slopes);
        let limits = Limits { gap: 1e-12 * sums.squares, sweeps: 100_000 };

        let prices = Prices::new(share * largest, l1_ratio);
        let net = |w: &f64| prices.l1 * w.abs() + 0.5 * prices.l2 * w * w;
        let power = Power { price: share * largest, exponent };
        let powered = |w: &f64| power.price * w.abs().powf(exponent);
        let check = |gap: f64, best: &[f64], price: &dyn Fn(&f64) -> f64| {
            let least = 0.5 * sums.residual_squares(best, &sums.slopes(best)) + best.iter().map(price).sum::<f64>();
            let here = 0.5 * squares + weights.iter().map(price).sum::<f64>();
            assert!(here - least <= gap + 1e-9 * here, "{here} and {least}, gap {gap}");
            assert!(here - least >= -1e-9 * here);
        };
        let mut best = vec![0.0; width];
        let ended = descend(&sums, &prices, &mut best, limits, &mut UNWATCHED.clone()).unwrap();
        prop_assert!(ended.gap <= limits.gap);
        check(prices.gap(weights, &slopes, squares), &best, &net);
        let mut best = vec![0.0; width];
        descend(&sums, &power, &mut best, limits, &mut UNWATCHED.clone()).unwrap();
        check(power.gap(weights, &slopes, squares), &best, &powered);
    }

    /// Copies, weights, and the orders of rows and columns.
    #[test]
    fn weights_are_copies_and_orders_do_not_matter(
        rows in 3usize..40,
        width in 1usize..30,
        seed in 0u64..1000,
        counts in prop::collection::vec(0u32..4, 40),
    ) {
        let x = noise(rows, width, seed);
        let y = target(&x, seed + 1);
        let mut counts = counts[..rows].to_vec();
        counts[0] += 1;
        counts[1] += 1;
        let data = dataset(&x, &y);
        let learner = Lasso::default().alpha(0.05);
        let weighted = data.clone().with_weights(counts.iter().map(|c| f64::from(*c)).collect()).unwrap();
        let copies: Vec<u32> =
            (0..rows as u32).rev().flat_map(|row| vec![row; counts[row as usize] as usize]).collect();
        let names: Vec<String> = (0..width).rev().map(|column| format!("x{column}")).collect();
        let turned = data.clone().select(copies).only(&names).unwrap();
        let (one, other) = (learner.fit(&weighted).unwrap(), learner.fit(&turned).unwrap());
        let mut back = weights_of(&other).to_vec();
        back.reverse();
        assert_near(&back, weights_of(&one), 1e-9, "copies in another order");
        assert_near(one.intercepts(), other.intercepts(), 1e-9, "copies in another order");
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
            let prices = Prices::new(share * largest, l1_ratio);
            let limits = Limits { gap: 1e-12 * sums.squares, sweeps: 100_000 };
            let one = descend(&sums, &prices, &mut by_sums, limits, &mut UNWATCHED.clone()).unwrap();
            let other = set.solve(prices, &mut by_columns, limits, &mut UNWATCHED.clone()).unwrap();
            assert!(one.gap <= limits.gap && other.gap <= limits.gap, "{one:?} {other:?}");
            for (weights, squares) in [(&by_sums, one.squares), (&by_columns, other.squares)] {
                let slopes = sums.slopes(weights);
                assert!((sums.residual_squares(weights, &slopes) - squares).abs() < 1e-9 * sums.squares);
                for (j, (&w, &slope)) in weights.iter().zip(&slopes).enumerate() {
                    let slope = slope - prices.l2 * w;
                    let held =
                        if w == 0.0 { slope.clamp(-prices.l1, prices.l1) } else { prices.l1 * w.signum() };
                    let unit = sums.matrix[j][j].sqrt() * sums.squares.sqrt();
                    assert!((slope - held).abs() <= 1e-5 * unit, "{w}: {slope} and {held}");
                }
            }
        }
        assert!(by_sums.iter().filter(|w| **w != 0.0).count() > 100);
    }
}
