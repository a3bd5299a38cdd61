//! Linear programs against scipy (`reference/linear_program.py` made the numbers), and against their duals.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_core::Seed;
use hornbook_math::matrix::Matrix;
use hornbook_math::optimize::{LinearOptimum, LinearProgram, LinearSolution};
use proptest::prelude::*;
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn matrix(value: &Value, columns: usize) -> Matrix {
    let rows: Vec<Vec<f64>> = value.as_array().unwrap().iter().map(numbers).collect();
    if rows.is_empty() { Matrix::zeros(0, columns) } else { Matrix::from_rows(&rows).unwrap() }
}

/// A program in parts.
struct Parts {
    costs: Vec<f64>,
    at_most: Matrix,
    limits: Vec<f64>,
    equal: Matrix,
    values: Vec<f64>,
    bounds: Vec<(f64, f64)>,
}

impl Parts {
    fn program(&self) -> LinearProgram {
        LinearProgram::new(self.costs.clone())
            .at_most(self.at_most.clone(), self.limits.clone())
            .equal(self.equal.clone(), self.values.clone())
            .bounds(self.bounds.clone())
    }

    /// Every row and bound is kept, and the duals prove that nothing is less.
    fn prove(&self, name: &str, found: &LinearOptimum) {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-8 * (1.0 + a.abs().max(b.abs()));
        for (sum, &limit) in self.at_most.times(&found.x).unwrap().iter().zip(&self.limits) {
            assert!(*sum <= limit || near(*sum, limit), "{name}: {sum} above {limit}");
        }
        for (sum, &value) in self.equal.times(&found.x).unwrap().iter().zip(&self.values) {
            assert!(near(*sum, value), "{name}: {sum} and not {value}");
        }
        for (&x, &(low, high)) in found.x.iter().zip(&self.bounds) {
            assert!((x >= low || near(x, low)) && (x <= high || near(x, high)), "{name}: {x}");
        }
        assert!(found.limit_duals.iter().all(|&dual| dual <= 1e-9), "{name}: {:?}", found.limit_duals);
        // What is left of the costs belongs to the bounds.
        let mut left = self.costs.clone();
        for (duals, rows) in [(&found.limit_duals, &self.at_most), (&found.equal_duals, &self.equal)] {
            for (place, &dual) in duals.iter().enumerate() {
                left.iter_mut().zip(rows.row(place)).for_each(|(left, a)| *left -= dual * a);
            }
        }
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let mut bound = product(&found.limit_duals, &self.limits) + product(&found.equal_duals, &self.values);
        for (&left, &(low, high)) in left.iter().zip(&self.bounds) {
            if left.abs() > 1e-9 {
                bound += left * if left > 0.0 { low } else { high };
            }
        }
        assert!(near(bound, found.value), "{name}: the dual is {bound}, the value {}", found.value);
    }
}

#[test]
fn the_values_of_scipy() {
    let cases: Value = serde_json::from_str(include_str!("reference/linear_program.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let costs = numbers(&case["costs"]);
        let bound = |pair: &Value| {
            (pair[0].as_f64().unwrap_or(f64::NEG_INFINITY), pair[1].as_f64().unwrap_or(f64::INFINITY))
        };
        let parts = Parts {
            at_most: matrix(&case["at_most"], costs.len()),
            limits: numbers(&case["limits"]),
            equal: matrix(&case["equal"], costs.len()),
            values: numbers(&case["values"]),
            bounds: case["bounds"].as_array().unwrap().iter().map(bound).collect(),
            costs,
        };
        match (case["status"].as_str().unwrap(), parts.program().solve().unwrap()) {
            ("optimal", LinearSolution::Optimal(found)) => {
                let value = case["value"].as_f64().unwrap();
                assert!((found.value - value).abs() <= 1e-9 * (1.0 + value.abs()), "{name}: {}", found.value);
                parts.prove(name, &found);
            }
            ("infeasible", LinearSolution::Infeasible(broken)) => assert!(broken > 1e-6, "{name}"),
            ("unbounded", LinearSolution::Unbounded) => {}
            (expected, found) => panic!("{name}: {found:?} and not {expected}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_gap_to_the_dual_is_zero(seed in 0u64..100_000, rows in 1usize..12, columns in 1usize..10, grid in 1u32..4) {
        // Few different numbers make many ties.
        let mut rng = Seed(seed).rng();
        let mut number = || (rng.unit() * 8.0 - 4.0) * f64::from(grid);
        let mut whole = || number().round();
        let at_most = Matrix::from_fn(rows, columns, |_, _| whole());
        let limits: Vec<f64> = (0..rows).map(|_| whole().abs()).collect();
        let costs: Vec<f64> = (0..columns).map(|_| whole()).collect();
        let parts = Parts {
            costs,
            at_most,
            limits,
            equal: Matrix::zeros(0, columns),
            values: Vec::new(),
            bounds: (0..columns).map(|j| if j % 3 == 0 { (-3.0, 9.0) } else { (0.0, 20.0) }).collect(),
        };
        // Where lower bounds break a row, nothing may fit.
        match parts.program().solve().unwrap() {
            LinearSolution::Optimal(found) => parts.prove("random", &found),
            LinearSolution::Infeasible(broken) => prop_assert!(broken > 0.0),
            LinearSolution::Unbounded => prop_assert!(false, "all variables are bounded"),
        }
    }
}

#[test]
fn programs_that_do_not_fit_together_are_refused() {
    let rows = || Matrix::from_rows(&[[1.0, 1.0]]).unwrap();
    let good = LinearProgram::new(vec![1.0, 1.0]).at_most(rows(), vec![1.0]);
    assert!(matches!(good.solve().unwrap(), LinearSolution::Optimal(found) if found.value == 0.0));
    for bad in [
        LinearProgram::new(vec![1.0]).at_most(rows(), vec![1.0]),
        LinearProgram::new(vec![1.0, 1.0]).at_most(rows(), vec![1.0, 2.0]),
        LinearProgram::new(vec![1.0, 1.0]).equal(rows(), Vec::new()),
        LinearProgram::new(vec![1.0, f64::NAN]),
        LinearProgram::new(vec![1.0, 1.0]).at_most(rows(), vec![f64::INFINITY]),
        LinearProgram::new(vec![1.0, 1.0]).bounds(vec![(0.0, 1.0)]),
        LinearProgram::new(vec![1.0]).bounds(vec![(1.0, 0.0)]),
        LinearProgram::new(vec![1.0]).bounds(vec![(f64::INFINITY, f64::INFINITY)]),
        LinearProgram::new(vec![1.0]).bounds(vec![(f64::NAN, 1.0)]),
    ] {
        assert!(bad.solve().is_err(), "{bad:?}");
    }
    // Without variables there is nothing to choose.
    assert!(matches!(LinearProgram::new(Vec::new()).solve().unwrap(), LinearSolution::Optimal(_)));
}
