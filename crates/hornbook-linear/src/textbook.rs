//! Worked numbers of the textbooks that cross several learners, each recomputed to its printed digits or closer.

use crate::testing::{LinearTraceRecorder, boolean, close, learned};
use crate::{
    Activation, Basis, BasisExpansion, BasisKind, BayesianRidge, DeltaRule, DeltaRuleLoss, KnotSet, Lasso,
    LinearModel, LinearRegression, PolynomialRegression, Reduction, Ridge, UpdateMode,
};
use hornbook_core::Run;
use hornbook_data::{Dataset, Table};
use hornbook_learner::{
    Fit, LoadModel, Model, Pipeline, PipelineModel, Predictions, Registry, RegistryEntry,
};
use std::sync::Arc;

fn dataset(columns: &[(&str, Vec<f64>)]) -> Dataset {
    let builder =
        columns.iter().fold(Table::builder(), |all, (name, values)| all.number(name, values.clone()));
    builder.build().unwrap().dataset().target("y").unwrap()
}

fn line(x: &[f64], y: &[f64]) -> Dataset {
    dataset(&[("x", x.to_vec()), ("y", y.to_vec())])
}

fn numbers_at(model: &dyn Model, x: &[f64]) -> Vec<f64> {
    let table = Table::builder().number("x", x.to_vec()).build().unwrap();
    let Predictions::Numbers(values) = model.predict(&table).unwrap().values else { panic!("classes") };
    values
}

fn batch(rate: f64) -> DeltaRule {
    DeltaRule::default().mode(UpdateMode::Batch).reduction(Reduction::Sum).eta0(rate).shuffle(false).tol(0.0)
}

/// x = 1, 2, 3, 4 and y = 2, 3, 5, 6.
fn four_points() -> Dataset {
    line(&[1.0, 2.0, 3.0, 4.0], &[2.0, 3.0, 5.0, 6.0])
}

// proves: 002:H01, 002:H05, 000a:F4
#[test]
fn four_points_by_least_squares_and_by_steps() {
    let data = four_points();
    let model = LinearRegression::default().fit(&data).unwrap();
    close(&learned(&model), &[0.5, 1.4], 1e-12);
    let errors: Vec<f64> = numbers_at(&model, &[1.0, 2.0, 3.0, 4.0])
        .iter()
        .zip([2.0, 3.0, 5.0, 6.0])
        .map(|(o, y)| y - o)
        .collect();
    close(&[errors.iter().map(|e| e * e).sum()], &[0.2], 1e-12);
    close(&[errors.iter().map(|e| e.abs()).sum::<f64>() / 4.0], &[0.2], 1e-12);
    // One step of all rows, from zero.
    close(&learned(&batch(0.01).max_iter(1).fit(&data).unwrap()), &[0.16, 0.47], 1e-12);
    // One pass row by row: the weights after each row are those after a pass over the rows so far.
    let each = DeltaRule::default().eta0(0.01).shuffle(false).tol(0.0).max_iter(1);
    let expected = [[0.02, 0.02], [0.0494, 0.0788], [0.096542, 0.220226], [0.14676754, 0.42112816]];
    for (rows, expected) in (1..=4).zip(expected) {
        close(&learned(&each.fit(&data.slice(0..rows)).unwrap()), &expected, 1e-12);
    }
}

// proves: 002:H13, 002:H11
#[test]
fn four_points_with_penalties() {
    let data = four_points();
    let origin = LinearRegression::default().fit_intercept(false).fit(&data).unwrap();
    close(&[origin.weights().at(0, 0)], &[47.0 / 30.0], 1e-12);
    let three = line(&[1.0, 2.0, 3.0], &[2.0, 3.9, 6.1]);
    let origin = LinearRegression::default().fit_intercept(false).fit(&three).unwrap();
    close(&[origin.weights().at(0, 0)], &[28.1 / 14.0], 1e-12);
    // The bias is penalized as well: it is the weight of a column of ones.
    let with_ones =
        dataset(&[("one", vec![1.0; 4]), ("x", vec![1.0, 2.0, 3.0, 4.0]), ("y", vec![2.0, 3.0, 5.0, 6.0])]);
    for (penalty, expected) in
        [(0.1, [0.4955147, 1.3968390]), (1.0, [0.4727273, 1.3636364]), (10.0, [0.3695652, 1.0826087])]
    {
        let ridge = Ridge::default().alpha(penalty).fit_intercept(false).fit(&with_ones).unwrap();
        close(ridge.weights().row(0), &expected, 5e-8);
    }
    // Half the squared errors plus a multiple of |w|; the learner's alpha is for the mean over the rows.
    for (penalty, expected) in [(10.0, 37.0 / 30.0), (45.0, 2.0 / 30.0), (60.0, 0.0)] {
        let lasso = Lasso::default().alpha(penalty / 4.0).fit_intercept(false).tol(1e-14).fit(&data).unwrap();
        close(&[lasso.weights().at(0, 0)], &[expected], 1e-9);
    }
}

/// Half the squared errors plus λ w² with λ = ½ on (1, 1) and (2, 3): the mode of the posterior under a normal prior of
/// variance 1 / 2λ.
// proves: 002:H13
#[test]
fn weight_decay_is_the_mode_of_a_posterior() {
    let data = line(&[1.0, 2.0], &[1.0, 3.0]);
    let decay = 0.5;
    let ridge = Ridge::default().alpha(2.0 * decay).fit_intercept(false).fit(&data).unwrap();
    close(&[ridge.weights().at(0, 0)], &[7.0 / 6.0], 1e-12);
    let posterior = BayesianRidge::default()
        .noise_precision(1.0)
        .prior_precision(2.0 * decay)
        .fit_intercept(false)
        .fit(&data)
        .unwrap();
    close(&[posterior.weights().at(0, 0)], &[7.0 / 6.0], 1e-12);
}

// proves: 000a:F4, 000a:F6
#[test]
fn a_line_and_a_parabola_through_five_points() {
    let (x, y) = ([1.0, 2.0, 3.0, 4.0, 5.0], [2.1, 3.9, 6.2, 7.8, 10.1]);
    let data = line(&x, &y);
    let squares = |fitted: &[f64]| fitted.iter().zip(y).map(|(o, y)| (y - o) * (y - o)).sum::<f64>();
    let log_likelihood = |squares: f64| -0.5 * squares - 2.5 * std::f64::consts::TAU.ln();
    let model = LinearRegression::default().fit(&data).unwrap();
    close(&learned(&model), &[0.05, 1.99], 1e-12);
    let fitted = numbers_at(&model, &x);
    close(&[squares(&fitted), squares(&fitted) / 5.0], &[0.107, 0.0214], 1e-12);
    close(&[fitted.iter().zip(y).map(|(o, y)| (y - o).abs()).sum::<f64>() / 5.0], &[0.136], 1e-12);
    close(&[log_likelihood(squares(&fitted))], &[-4.64819267], 5e-9);
    // Other lines are less likely under normal errors, as their squares are larger.
    for (w0, w1, expected_squares, expected) in [(0.0, 2.0, 0.11, -4.64969267), (0.3, 1.9, 0.19, -4.68969267)]
    {
        let other = squares(&x.map(|x| w0 + w1 * x));
        close(&[other, log_likelihood(other)], &[expected_squares, expected], 5e-9);
        assert!(other > squares(&fitted));
    }
    let parabola = PolynomialRegression::default().degree(2).fit(&data).unwrap();
    let weights: Vec<f64> = parabola.coefficients().iter().map(|one| one.estimate).collect();
    close(&weights, &[0.2, 1.8614285714, 0.0214285714], 1e-10);
    close(&[squares(&numbers_at(&parabola, &x)) / 5.0], &[0.0201142857], 1e-10);
}

// proves: 002:A04
#[test]
fn points_of_a_line_of_a_polynomial_and_of_a_sine() {
    let x: Vec<f64> = (0..8).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 0.4 * x + 3.0).collect();
    let model = LinearRegression::default().fit(&line(&x, &y)).unwrap();
    close(&learned(&model), &[3.0, 0.4], 1e-12);
    close(&numbers_at(&model, &x), &y, 1e-12);
    // Every polynomial of a higher degree is as consistent, with nothing added beyond the line.
    for degree in 1..=6 {
        let higher = PolynomialRegression::default().degree(degree).fit(&line(&x, &y)).unwrap();
        close(&numbers_at(&higher, &x), &y, 1e-9);
        let weights: Vec<f64> = higher.coefficients().iter().map(|one| one.estimate).collect();
        let expected: Vec<f64> =
            (0..=degree).map(|k| [3.0, 0.4].get(k as usize).copied().unwrap_or(0.0)).collect();
        close(&weights, &expected, 1e-9);
    }
    // x^5 + 3 x^2 + 2 is found again by degree 5 and by none below.
    let x: Vec<f64> = (-1..=5).map(f64::from).collect();
    let y = [4.0, 2.0, 6.0, 46.0, 272.0, 1074.0, 3202.0];
    let off = |degree: u32| {
        let model = PolynomialRegression::default().degree(degree).fit(&line(&x, &y)).unwrap();
        numbers_at(&model, &x).iter().zip(y).map(|(o, y)| (y - o).abs()).fold(0.0, f64::max)
    };
    assert!(off(5) < 1e-8 && (1..5).all(|degree| off(degree) > 1.0));
    // Seven points that are on no line: a polynomial of degree 6 fits them, and so does a x + b + c sin x, with less.
    let y: Vec<f64> = x.iter().map(|x| 0.5 * x + 1.0 + 2.0 * x.sin()).collect();
    let data = line(&x, &y);
    let sixth = PolynomialRegression::default().degree(6).fit(&data).unwrap();
    close(&numbers_at(&sixth, &x), &y, 1e-8);
    let sine = Basis::Functions(vec![
        crate::BasisFunction::new("x", |row| row[0]),
        crate::BasisFunction::new("sin x", |row| row[0].sin()),
    ]);
    let model = LinearRegression::default().fit(&sine.fit(&data).unwrap().dataset(&data).unwrap()).unwrap();
    close(&learned(&model), &[1.0, 0.5, 2.0], 1e-12);
}

/// Price in thousands by square feet: the points of the figure are not printed, so these are some whose line is the book's.
// proves: 002:H01
#[test]
fn the_house_of_2000_square_feet() {
    let x: Vec<f64> = (0..8).map(|i| 1000.0 + 300.0 * f64::from(i)).collect();
    // Errors that have no sum and no slope against equally spaced sizes.
    let errors = [9.0, -13.0, 5.0, -1.0, -1.0, 5.0, -13.0, 9.0];
    let y: Vec<f64> = x.iter().zip(errors).map(|(x, e)| 0.232 * x + 246.0 + e).collect();
    let model = LinearRegression::default().fit(&line(&x, &y)).unwrap();
    close(&learned(&model), &[246.0, 0.232], 1e-9);
    close(&numbers_at(&model, &[2000.0]), &[710.0], 1e-9);
}

/// The gradient at weights that are not zero, of a linear unit: minus the sum of errors times inputs.
// proves: 000a:I8
#[test]
fn the_gradient_of_the_squared_error_at_any_weights() {
    let (a, b, t) = ([0.5, 2.0, -1.5], [-1.0, 0.3, 0.7], [1.0, -2.0, 0.5]);
    let data = dataset(&[("a", a.to_vec()), ("b", b.to_vec()), ("y", t.to_vec())]);
    for w in [[0.0, 0.0, 0.0], [0.3, -0.7, 1.9], [-4.0, 2.5, 0.01]] {
        let at = batch(0.1).gradient(&data, &w).unwrap();
        let error = |i: usize| t[i] - (w[0] + w[1] * a[i] + w[2] * b[i]);
        let sum = |x: &dyn Fn(usize) -> f64| (0..3).map(|i| -error(i) * x(i)).sum::<f64>();
        close(&at.analytic, &[sum(&|_| 1.0), sum(&|i| a[i]), sum(&|i| b[i])], 1e-13);
        close(&[at.loss], &[(0..3).map(|i| 0.5 * error(i) * error(i)).sum()], 1e-13);
        close(&at.numeric, &at.analytic, 1e-9);
        // It points to where the loss grows, and a short step against it makes the loss smaller.
        let moved: Vec<f64> = w.iter().zip(&at.analytic).map(|(w, g)| w - 1e-3 * g).collect();
        assert!(batch(0.1).gradient(&data, &moved).unwrap().loss < at.loss);
    }
    let refusal = batch(0.1).gradient(&data, &[1.0, 2.0]).unwrap_err().to_string();
    assert!(
        refusal.contains("there are 2 weights") && refusal.contains("give 3 finite weights"),
        "{refusal}"
    );
}

/// Sigmoid units, both losses, more classes than two and row weights: the formula agrees with differences everywhere, and the
/// trace of a fit has the gradient at its weights.
// proves: 000a:I8
#[test]
fn the_gradient_of_every_unit_agrees_with_differences() {
    let iris = crate::testing::iris();
    let many = iris.dataset().target("species").unwrap();
    let two = boolean(-1.0, |a, b| a || b);
    let weighted = two.clone().with_weights(vec![1.0, 0.5, 2.0, 3.0]).unwrap();
    let sigmoid = batch(0.1).unit(Activation::Sigmoid);
    let units = [batch(0.1), sigmoid.clone(), sigmoid.loss(DeltaRuleLoss::CrossEntropy)];
    for unit in &units {
        for (data, count) in [(&two, 3), (&weighted, 3), (&many, 15)] {
            let weights: Vec<f64> = (0..count).map(|i| 0.1 * f64::from(i) - 0.3).collect();
            let at = unit.gradient(data, &weights).unwrap();
            for ((formula, numeric), error) in at.analytic.iter().zip(&at.numeric).zip(&at.numeric_error) {
                let tolerance = 4.0 * error + 1e-8 * formula.abs().max(1.0);
                assert!((formula - numeric).abs() <= tolerance, "{formula} and {numeric}");
            }
        }
    }
    let notes = Arc::new(LinearTraceRecorder::default());
    batch(0.1).max_iter(3).fit_with(&two, &Run::default().observer(notes.clone())).unwrap();
    for (_, json) in notes.events() {
        let list = |name: &str| crate::testing::list(&json[name]);
        close(&list("gradient"), &batch(0.1).gradient(&two, &list("weights")).unwrap().analytic, 1e-14);
    }
}

fn fill() {
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<crate::LogisticRegression>(),
            RegistryEntry::of::<Ridge>(),
            RegistryEntry::of::<BasisExpansion>(),
        ]
    });
}

/// Linear regression on the functions of a basis.
fn on_basis(basis: &BasisExpansion) -> Pipeline {
    Pipeline::default().step(basis.clone()).step(LinearRegression::default())
}

/// The names of the columns that the last model of a pipeline sees.
fn made_by(model: &PipelineModel) -> Vec<&str> {
    model.last().info().schema.inputs.iter().map(|input| input.name.as_str()).collect()
}

// proves: 000b:LD07
#[test]
fn logarithms_and_indicators_as_bases() {
    fill();
    // y = 3 + 2 ln x, which the logarithm finds exactly.
    let x: Vec<f64> = (1..=9).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 3.0 + 2.0 * x.ln()).collect();
    let log = BasisExpansion::default().basis(BasisKind::Log);
    let model = on_basis(&log).fit(&line(&x, &y)).unwrap();
    assert_eq!(made_by(&model), ["log(x)"]);
    close(&numbers_at(&model, &[1.0, std::f64::consts::E, 8.0]), &[3.0, 5.0, 3.0 + 2.0 * 8f64.ln()], 1e-12);
    // Below the training rows it stays what it is at their smallest value; a number at or below zero is no error.
    close(&numbers_at(&model, &[0.0, -2.0]), &[3.0, 3.0], 1e-12);
    // A column without a logarithm stays, and that is said.
    let shifted: Vec<f64> = x.iter().map(|x| x - 1.0).collect();
    let plain = on_basis(&log).fit(&line(&shifted, &y)).unwrap();
    assert_eq!(made_by(&plain), ["x"]);
    assert!(plain.info().summary.warnings[0].contains("column 'x' has values that are not above zero"));
    // A staircase: the heights of the steps are the weights of the indicators.
    let stairs = [1.0, 1.0, 1.0, 4.0, 4.0, 4.0, 9.0, 9.0, 9.0];
    let at = Basis::Indicator { thresholds: KnotSet::At(vec![3.5, 6.5]) };
    let data = line(&x, &stairs);
    let fitted = at.fit(&data).unwrap();
    assert_eq!(fitted.names(), ["x > 3.5", "x > 6.5"]);
    let model = LinearRegression::default().fit(&fitted.dataset(&data).unwrap()).unwrap();
    close(&learned(&model), &[1.0, 3.0, 5.0], 1e-12);
    // By the rows: at equal distances, without both ends; on a threshold is not above it.
    let indicators = BasisExpansion::default().basis(BasisKind::Indicator);
    let model = on_basis(&indicators.clone().n_knots(5)).fit(&line(&x, &y)).unwrap();
    assert_eq!(made_by(&model), ["x > 3", "x > 5", "x > 7"]);
    let mean = |from: usize, to: usize| y[from..to].iter().sum::<f64>() / (to - from) as f64;
    close(&numbers_at(&model, &[3.0, 3.1, 99.0]), &[mean(0, 3), mean(3, 5), mean(7, 9)], 1e-12);
    let refusal = on_basis(&indicators.n_knots(2)).fit(&data).unwrap_err();
    assert!(refusal.to_string().contains("give at least 3"), "{refusal}");
    // Both through a file.
    for kind in [BasisKind::Log, BasisKind::Indicator] {
        let model = on_basis(&BasisExpansion::default().basis(kind)).fit(&line(&x, &y)).unwrap();
        let back = PipelineModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
        assert_eq!(numbers_at(&back, &x), numbers_at(&model, &x));
    }
}

/// $f(x) = w^\top \phi(x)$ with $\phi_0 = 1$ is a linear model of the columns that the basis makes.
// proves: 002:H14
#[test]
fn a_basis_reduces_to_a_linear_model() {
    fill();
    let x: Vec<f64> = (0..12).map(|i| 0.4 * f64::from(i)).collect();
    let y: Vec<f64> = x.iter().map(|x| x.sin() + 0.1 * x).collect();
    let data = line(&x, &y);
    for kind in [BasisKind::Polynomial, BasisKind::Gaussian, BasisKind::Fourier, BasisKind::Indicator] {
        let expansion = BasisExpansion::default().basis(kind).n_knots(4);
        let model = on_basis(&expansion).fit(&data).unwrap();
        let fitted = expansion.fit(&data.without_targets()).unwrap();
        let basis = fitted.fitted();
        let columns = basis.dataset(&data).unwrap();
        let direct: LinearModel = LinearRegression::default().fit(&columns).unwrap();
        close(&numbers_at(&model, &x), &crate::testing::numbers(&direct, &columns), 1e-12);
        // By hand: w_0 times φ_0 = 1, and each weight times its function.
        let phi = columns.row_features();
        for (row, predicted) in numbers_at(&model, &x).into_iter().enumerate() {
            let value = |j: usize| match phi.column(j) {
                hornbook_data::Feature::Number(values) => values[row],
                _ => panic!("no number"),
            };
            let sum: f64 = (0..basis.names().len()).map(|j| direct.weights().at(0, j) * value(j)).sum();
            close(&[predicted], &[direct.intercepts()[0] + sum], 1e-12);
        }
        // φ_0 = 1 as a column of its own, in place of the intercept.
        let mut functions = vec![crate::BasisFunction::new("one", |_| 1.0)];
        for (j, name) in basis.names().iter().enumerate() {
            let basis = basis.clone();
            functions.push(crate::BasisFunction::new(name, move |row| {
                let one = Table::builder().number("x", row.to_vec()).build().unwrap();
                match basis.apply(&one.dataset().row_features()).unwrap().column(j) {
                    hornbook_data::Feature::Number(values) => values[0],
                    _ => f64::NAN,
                }
            }));
        }
        let with_one = Basis::Functions(functions).fit(&data).unwrap().dataset(&data).unwrap();
        let without = LinearRegression::default().fit_intercept(false).fit(&with_one).unwrap();
        close(&without.weights().row(0)[..1], direct.intercepts(), 1e-8);
        close(&without.weights().row(0)[1..], direct.weights().row(0), 1e-8);
    }
}

/// The sigmoid and its derivative g' = g (1 - g), as the gradient of a sigmoid unit has them: of one row with target 0, the
/// squared error is g²/2, whose slope is g g'.
// proves: 002:I05
#[test]
fn the_logistic_function_and_its_derivative() {
    let one = Table::builder().number("x", vec![1.0, 2.0]).category("y", &[Some("no"), Some("yes")]).build();
    let data = one.unwrap().dataset().target("y").unwrap().with_weights(vec![1.0, 0.0]).unwrap();
    let unit = batch(0.1).unit(Activation::Sigmoid);
    for z in [-6.0f64, -2.0, -0.5, 0.0, 0.3, 1.0, 4.0] {
        let g = 1.0 / (1.0 + (-z).exp());
        // The sum of weights (w0, w1) at x = 1 is z.
        let at = unit.gradient(&data, &[z - 0.25, 0.25]).unwrap();
        close(&[at.loss], &[0.5 * g * g], 1e-13);
        close(&at.analytic, &[g * g * (1.0 - g); 2], 1e-13);
        close(&at.numeric, &at.analytic, 1e-9);
        let entropy =
            unit.clone().loss(DeltaRuleLoss::CrossEntropy).gradient(&data, &[z - 0.25, 0.25]).unwrap();
        close(&[entropy.loss], &[-(1.0 - g).ln()], 1e-12);
        close(&entropy.analytic, &[g; 2], 1e-13);
    }
}

/// ρ = min y f, the geometric margin ρ / ‖w‖, and the canonical plane with ρ = 1 and margin 1 / ‖w‖.
// proves: 001:193
#[test]
fn margins_and_the_canonical_plane() {
    let plane = crate::Hyperplane::new(vec![3.0, 4.0], -5.0).unwrap();
    // Values 20, 5 and -5 - 10 = -15 and -5: the nearest rows are at a distance of 1 on both sides.
    let (points, above) = ([[3.0, 4.0], [2.0, 1.0], [-2.0, -1.0], [0.0, 0.0]], [true, true, false, false]);
    assert_eq!(plane.functional_margin(&points, &above).unwrap(), 5.0);
    assert_eq!(plane.geometric_margin(&points, &above).unwrap(), 1.0);
    let canonical = plane.canonical(&points, &above).unwrap();
    close(canonical.normal(), &[0.6, 0.8], 1e-15);
    close(&[canonical.offset()], &[-1.0], 1e-15);
    close(&[canonical.functional_margin(&points, &above).unwrap()], &[1.0], 1e-15);
    let length = canonical.normal().iter().map(|w| w * w).sum::<f64>().sqrt();
    close(&[canonical.geometric_margin(&points, &above).unwrap()], &[1.0 / length], 1e-15);
    // A row on the wrong side has a margin below zero, and no canonical plane.
    let turned = [true, false, false, false];
    assert_eq!(plane.functional_margin(&points, &turned).unwrap(), -5.0);
    assert!(plane.canonical(&points, &turned).is_err());
}
