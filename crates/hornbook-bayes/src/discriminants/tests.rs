use super::*;
use crate::testing::{Tables, close, columns, list, matrix, right, with_classes};
use hornbook_core::{Run, Seed};
use hornbook_data::{Dataset, Features, Matrix, Table};
use hornbook_learner::{CHUNK_ROWS, Fit, LoadModel, Model, Predictor, TrainingInput};
use proptest::prelude::*;
use serde_json::Value;

fn two(covariances: ClassCovariances) -> NormalClasses {
    let means = Matrix::from_rows(&[[0.0, 0.0], [4.0, 2.0]]).unwrap();
    NormalClasses::new(vec![0.7, 0.3], means, covariances).unwrap()
}

fn skewed() -> Matrix {
    Matrix::from_rows(&[[2.0, 0.5], [0.5, 1.0]]).unwrap()
}

// proves: 001:102, 001:103, 001:104, 001:105, 000b:LD14, 000b:LD16
#[test]
fn planes_and_quadrics_of_the_textbook() {
    let plane = two(ClassCovariances::Spherical(2.0)).hyperplane(0, 1).unwrap();
    // The textbook leaves the variance out of w.
    close(&plane.w.iter().map(|w| 2.0 * w).collect::<Vec<_>>(), &[-4.0, -2.0], 1e-14);
    close(&plane.x0, &[2.338919144155, 1.169459572077], 1e-12);
    assert!(plane.log_odds(&plane.x0).unwrap().abs() < 1e-12);
    let shared = two(ClassCovariances::Shared(skewed()));
    let plane = shared.hyperplane(0, 1).unwrap();
    close(&plane.w, &[-1.714285714286, -1.142857142857], 1e-12);
    close(&plane.x0, &[2.370692813919, 1.18534640696], 1e-11);
    assert!((plane.sigmoid(&[1.0, 3.0]).unwrap() - shared.posterior(&[1.0, 3.0]).unwrap()[0]).abs() < 1e-12);
    let diagonal = Matrix::diagonal(&[1.0, 4.0]);
    let full = two(ClassCovariances::Full(vec![skewed(), diagonal]));
    let g = full.discriminants(&[2.0, 1.0]).unwrap();
    close(&g, &[-1.7793399807635866, -4.022119984885881], 1e-12);
    assert!(full.hyperplane(0, 1).is_err());
    let quadric = full.quadric(0, 1).unwrap();
    assert!((quadric.log_odds(&[2.0, 1.0]).unwrap() - (g[0] - g[1])).abs() < 1e-12);
    assert_eq!(quadric.kind, QuadricKind::Hyperhyperboloid);
    assert!((full.log_odds(&[2.0, 1.0], 0, 1).unwrap() - (g[0] - g[1])).abs() < 1e-12);
}

#[test]
fn kinds_of_quadrics() {
    let kind = |a: [f64; 2], b: [f64; 2], mean: [f64; 2]| {
        let means = Matrix::from_rows(&[[0.0, 0.0], mean]).unwrap();
        let covariances = ClassCovariances::Full(vec![Matrix::diagonal(&a), Matrix::diagonal(&b)]);
        NormalClasses::new(vec![0.5, 0.5], means, covariances).unwrap().quadric(0, 1).unwrap().kind
    };
    assert_eq!(kind([1.0, 1.0], [1.0, 1.0], [3.0, 0.0]), QuadricKind::DiscriminantHyperplane);
    assert_eq!(kind([1.0, 1.0], [4.0, 4.0], [3.0, 0.0]), QuadricKind::Hypersphere);
    assert_eq!(kind([1.0, 1.0], [4.0, 9.0], [3.0, 0.0]), QuadricKind::Hyperellipsoid);
    assert_eq!(kind([1.0, 4.0], [4.0, 1.0], [3.0, 0.0]), QuadricKind::Hyperhyperboloid);
    assert_eq!(kind([1.0, 1.0], [4.0, 1.0], [0.0, 3.0]), QuadricKind::Hyperparaboloid);
    assert_eq!(kind([1.0, 1.0], [4.0, 1.0], [3.0, 0.0]), QuadricKind::PairOfHyperplanes);
}

// proves: 001:106
#[test]
fn surfaces_of_equal_density() {
    let classes = two(ClassCovariances::Shared(Matrix::diagonal(&[9.0, 4.0])));
    let surface = classes.hyperellipsoid(1, 0.95).unwrap();
    // The 95 % quantile of chi-square with two degrees of freedom.
    let distance = (-2.0 * 0.05f64.ln()).sqrt();
    close(&surface.half_lengths, &[3.0 * distance, 2.0 * distance], 1e-9);
    assert_eq!((surface.center, surface.axes.row(0).to_vec()), (vec![4.0, 2.0], vec![1.0, 0.0]));
    assert!(classes.hyperellipsoid(1, 1.0).is_err() && classes.hyperellipsoid(2, 0.5).is_err());
}

// proves: 001:99
#[test]
fn the_error_of_the_best_decision() {
    let line = |means: [f64; 2], variances: [f64; 2], p: f64| {
        let covariances = variances.map(|v| Matrix::diagonal(&[v])).to_vec();
        let means = Matrix::from_columns(&[means]).unwrap();
        NormalClasses::new(vec![p, 1.0 - p], means, ClassCovariances::Full(covariances)).unwrap()
    };
    let exact = 0.13874852997086579;
    let roots = line([0.0, 2.0], [1.0, 1.0], 0.7).bayes_error().unwrap();
    assert!(matches!(roots, BayesError::Exact(error) if (error - exact).abs() < 1e-12), "{roots:?}");
    let shared = NormalClasses::new(
        vec![0.7, 0.3],
        Matrix::from_rows(&[[0.0, 5.0], [2.0, 5.0]]).unwrap(),
        ClassCovariances::Shared(Matrix::identity(2)),
    )
    .unwrap();
    assert!((shared.bayes_error().unwrap().value() - exact).abs() < 1e-12);
    assert!((shared.hyperplane(0, 1).unwrap().x0[0] - 1.4236489301936017).abs() < 1e-12);
    // Two roots, checked by summing the smaller of both densities.
    let wide = line([0.0, 0.5], [1.0, 9.0], 0.6);
    let density =
        |x: f64, m: f64, v: f64| (-0.5 * (x - m) * (x - m) / v).exp() / (std::f64::consts::TAU * v).sqrt();
    let smaller = |x: f64| (0.6 * density(x, 0.0, 1.0)).min(0.4 * density(x, 0.5, 9.0));
    let sum: f64 = (-400_000..400_000).map(|i| smaller(f64::from(i) * 1e-4) * 1e-4).sum();
    assert!((wide.bayes_error().unwrap().value() - sum).abs() < 1e-7);
    // Bounds hold, and Chernoff's is the better one.
    let covariances = ClassCovariances::Full(vec![skewed(), Matrix::diagonal(&[1.0, 4.0])]);
    let BayesError::AtMost { bhattacharyya, chernoff } = two(covariances).bayes_error().unwrap() else {
        panic!("no formula is known")
    };
    assert!(chernoff <= bhattacharyya && chernoff > 0.0 && bhattacharyya < 0.3, "{bhattacharyya} {chernoff}");
    let mut rng = Seed(3).rng();
    let full = two(ClassCovariances::Full(vec![skewed(), Matrix::diagonal(&[1.0, 4.0])]));
    let root = hornbook_math::algebra::Cholesky::new(&skewed()).unwrap();
    let mut normal =
        || hornbook_math::distributions::normal_quantile((rng.below(1 << 30) as f64 + 0.5) / 2f64.powi(30));
    let wrong = (0..20_000).filter(|i| {
        let (z, class) = ([normal(), normal()], usize::from(i % 10 >= 7));
        let x = match class {
            0 => root.lower().times(&z).unwrap(),
            _ => vec![4.0 + z[0], 2.0 + 2.0 * z[1]],
        };
        let g = full.discriminants(&x).unwrap();
        usize::from(g[1] > g[0]) != class
    });
    assert!((wrong.count() as f64 / 20_000.0) < chernoff);
}

// proves: 000b:CL01, 000b:LD13, 000b:LD15, 001:192
#[test]
fn the_two_groups_of_the_lecture() {
    let x: Vec<Vec<f64>> =
        [[1, 2], [2, 3], [3, 3], [4, 5], [5, 5], [1, 0], [2, 1], [3, 1], [3, 2], [5, 3], [6, 5]]
            .iter()
            .map(|row| row.iter().map(|&v| f64::from(v)).collect())
            .collect();
    let data = columns(&x, &[0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
    let model = GaussianDiscriminant::default().fit(&data).unwrap();
    close(model.classes().means().values(), &[3.0, 3.6, 10.0 / 3.0, 2.0], 1e-12);
    let plane = model.classes().hyperplane(0, 1).unwrap();
    close(&plane.w, &[-8.7293577982, 9.7889908257], 1e-9);
    assert!((plane.w0 - 0.0514704921).abs() < 1e-9);
    assert!((plane.log_odds(&[3.0, 2.0]).unwrap() + 6.5586212510).abs() < 1e-8);
    assert!((model.classes().posterior(&[3.0, 2.0]).unwrap()[0] - 0.0014158318).abs() < 1e-9);
    let directions = model.directions().unwrap().unwrap();
    let along = directions.matrix.column(0);
    assert!((along[1] / along[0] - 0.8899082569 / -0.7935779817).abs() < 1e-8);
}

fn agrees<L: Fit<Model = GaussianDiscriminantModel>>(
    learner: &L,
    data: &Dataset,
    expected: &Value,
) -> GaussianDiscriminantModel {
    assert!(!expected.is_null());
    let model = learner.fit(data).unwrap();
    let seventh: Vec<u32> = (0..data.rows().len() as u32).step_by(7).collect();
    let logs = model.log_probabilities(&data.select(seventh).row_features()).unwrap();
    close(logs.values(), &list(&expected["every_seventh"]), 1e-8);
    assert_eq!(right(&model, data) as u64, expected["right"].as_u64().unwrap());
    if let Some((weights, constants)) = model.coefficients().filter(|_| !expected["coef_"].is_null()) {
        close(weights.values(), &list(&expected["coef_"]), 1e-8);
        close(&constants, &list(&expected["intercept_"]), 1e-8);
    }
    model
}

#[test]
fn scikit_learn_finds_the_same() {
    let tables = Tables::read(include_str!("../../tests/reference/discriminants.json"));
    for name in ["iris", "wine", "breast_cancer", "digits"] {
        let (x, y) = tables.table(name);
        let of = |kind: &str| tables.expected(&format!("{name} {kind}"));
        let given = Tables::given(&y);
        for data in [matrix(&x, &y), columns(&x, &y)] {
            let model = agrees(&LinearDiscriminant::default(), &data, of("svd"));
            let directions = model.directions().unwrap().unwrap();
            close(&directions.shares, &list(&of("svd")["explained_variance_ratio_"]), 1e-8);
            let projected = model.project(&data.slice(0..5).row_features()).unwrap();
            let lengths: Vec<f64> =
                (0..5).map(|row| projected.row(row).iter().map(|x| x * x).sum::<f64>().sqrt()).collect();
            close(&lengths, &list(&of("svd")["lengths"]), 1e-8);
            agrees(&LinearDiscriminant::default().priors(given.clone()), &data, of("svd given"));
            let lsqr = LinearDiscriminant::default().solver(DiscriminantSolver::Lsqr);
            agrees(&lsqr.clone().shrinkage(Shrinkage::Share(0.3)), &data, of("shrunk"));
            let eigen = LinearDiscriminant::default().solver(DiscriminantSolver::Eigen);
            agrees(&eigen.clone().shrinkage(Shrinkage::Auto), &data, of("ledoit"));
            if name != "digits" {
                agrees(&lsqr, &data, of("lsqr"));
                agrees(&eigen.priors(given.clone()), &data, of("eigen given"));
                let quadratic = QuadraticDiscriminant::default();
                agrees(&quadratic.clone().tol(1e-16), &data, of("qda"));
                agrees(&quadratic.reg_param(0.2).priors(given.clone()), &data, of("qda reg"));
            }
        }
    }
}

/// Three classes of four columns that go together.
fn some(rows: usize, seed: u64) -> Dataset {
    let mut rng = Seed(seed).rng();
    let y: Vec<u32> = (0..rows).map(|_| rng.below(3) as u32).collect();
    let mut draw = || rng.below(1000) as f64 / 100.0;
    let x: Vec<Vec<f64>> = y
        .iter()
        .map(|&class| {
            let (a, b, c, d) = (draw(), draw(), draw(), draw());
            vec![a + f64::from(class), a + b, b - c * f64::from(class + 1), d]
        })
        .collect();
    matrix(&x, &y)
}

fn probabilities(model: &GaussianDiscriminantModel, data: &Dataset) -> Vec<f64> {
    model.raw_probabilities(&data.row_features()).unwrap().into_values()
}

fn shapes() -> Vec<GaussianDiscriminant> {
    use CovarianceType::{Diagonal, Full, Regularized, Shared, Spherical};
    let of = |shape| GaussianDiscriminant::default().covariance(shape);
    let drawn = of(Regularized).gamma(0.2).unbiased(true);
    vec![of(Spherical), of(Diagonal), of(Shared), of(Full), drawn]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn more_rows_are_one_fit(seed in 0u64..1000, cut in 60usize..100) {
        let data = some(120, seed);
        for learner in shapes() {
            let first = learner.fit(&data.slice(0..cut)).unwrap();
            let both = learner.fit_with(TrainingInput::from(&data.slice(cut..120)).with_warm_start(&first), &Run::default()).unwrap();
            let all = learner.fit(&data).unwrap();
            prop_assert_eq!(both.class_weights(), all.class_weights());
            close(&probabilities(&both, &data), &probabilities(&all, &data), 1e-9);
        }
    }

    /// Scores of many rows are the discriminants of each.
    // proves: 001:101
    #[test]
    fn scores_are_discriminants(seed in 0u64..1000) {
        let data = some(60, seed);
        for learner in shapes() {
            let model = learner.fit(&data).unwrap();
            let p = model.raw_probabilities(&data.row_features()).unwrap();
            let view = hornbook_encoding::encoded_features(&data).unwrap();
            for row in 0..60 {
                close(&model.classes().posterior(view.row(row)).unwrap(), p.row(row), 1e-9);
            }
            if let Some(parts) = model.shap_values(&data.row_features(), None, &Run::default()).unwrap() {
                let scores = model.decision_scores(&data.row_features()).unwrap();
                for row in 0..60 {
                    for class in 0..3 {
                        let sum: f64 = (0..4).map(|column| parts.value(row, column, class)).sum();
                        prop_assert!((parts.base()[class] + sum - scores.at(row, class)).abs() < 1e-8);
                    }
                }
            }
        }
    }
}

#[test]
fn predictions_depend_on_no_thread_and_shrinkage_on_all_rows() {
    let data = some(2 * CHUNK_ROWS + 77, 4);
    let run = |threads: usize| Run::default().threads(threads);
    for learner in shapes() {
        let model = learner.fit(&data).unwrap();
        let p = |threads: usize| run(threads).install(|| probabilities(&model, &data));
        assert_eq!(p(1), p(3));
    }
    let ledoit = LinearDiscriminant::default().solver(DiscriminantSolver::Eigen).shrinkage(Shrinkage::Auto);
    let one = ledoit.fit(&data).unwrap();
    let sentence =
        ledoit.fit_with(TrainingInput::from(&data).with_warm_start(&one), &run(1)).unwrap_err().to_string();
    assert!(sentence.contains("needs all rows at once"), "{sentence}");
}

#[test]
fn singular_covariances_get_a_little_more_or_lose_directions() {
    /// What is said of a fit that works all the same.
    fn said<L: Fit<Model = GaussianDiscriminantModel>>(learner: L, data: &Dataset) -> String {
        let model = learner.fit(data).unwrap();
        let found = probabilities(&model, data);
        assert!(found.iter().all(|p| p.is_finite()), "{found:?}");
        let [only] = &model.info().summary.warnings[..] else {
            panic!("{:?}", model.info().summary.warnings)
        };
        let again =
            GaussianDiscriminantModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
        assert_eq!(again.info().summary.warnings, model.info().summary.warnings);
        only.clone()
    }

    let x: Vec<Vec<f64>> = (0..40)
        .map(|i| {
            let (a, b) = (f64::from(i * 37 % 11) + f64::from(i % 2), f64::from(i * 17 % 7));
            vec![a, b, a + b]
        })
        .collect();
    let y: Vec<u32> = (0..40).map(|i| i % 2).collect();
    let data = columns(&x, &y);
    let less = data.clone().only(&["x0", "x1"]).unwrap();
    for sentence in [
        said(GaussianDiscriminant::default(), &data),
        said(LinearDiscriminant::default().solver(DiscriminantSolver::Eigen), &data),
        said(QuadraticDiscriminant::default(), &data),
    ] {
        assert!(sentence.contains("is singular") && sentence.contains("collinear"), "{sentence}");
    }
    let svd = LinearDiscriminant::default();
    let (all, two) = (svd.fit(&data).unwrap(), svd.fit(&less).unwrap());
    close(&probabilities(&all, &data), &probabilities(&two, &less), 1e-9);
    assert!(QuadraticDiscriminant::default().reg_param(0.1).fit(&data).is_ok());
    assert!(
        GaussianDiscriminant::default().covariance(CovarianceType::Regularized).gamma(0.1).fit(&data).is_ok()
    );
    // A column that does not vary is named.
    let constant: Vec<Vec<f64>> = x.iter().map(|row| vec![row[0], 3.0]).collect();
    let data = columns(&constant, &y);
    let sentence = said(GaussianDiscriminant::default(), &data);
    assert!(sentence.contains("column 'x1' does not vary within the classes"), "{sentence}");
    let diagonal = GaussianDiscriminant::default().covariance(CovarianceType::Diagonal);
    assert!(said(diagonal, &data).contains("'x1' does not vary"));
    assert!(svd.fit(&data).is_ok());
    // A class of one row has no covariance of its own.
    let lonely = columns(&x[..9], &[0, 0, 0, 0, 0, 0, 0, 0, 1]).only(&["x0", "x1"]).unwrap();
    let sentence = said(QuadraticDiscriminant::default(), &lonely);
    assert!(sentence.contains("the class '1' is singular"), "{sentence}");
}

#[test]
fn missing_values_of_rows_to_predict_are_summed_over() {
    let data = some(200, 9);
    for learner in shapes() {
        let model = learner.fit(&data).unwrap();
        let less = learner.fit(&data.clone().only(&["x0", "x1", "x3"]).unwrap()).unwrap();
        let gap = Matrix::from_rows(&[[1.0, 4.0, f64::NAN, 2.0], [f64::NAN; 4]]).unwrap();
        let p = model.raw_probabilities(&Features::Matrix(gap.view())).unwrap();
        let known = Matrix::from_rows(&[[1.0, 4.0, 2.0]]).unwrap();
        if !matches!(learner.covariance, CovarianceType::Spherical | CovarianceType::Regularized) {
            close(p.row(0), less.raw_probabilities(&Features::Matrix(known.view())).unwrap().row(0), 1e-9);
        }
        close(p.row(1), model.classes().priors(), 1e-12);
    }
}

#[test]
fn odd_input() {
    let data = some(60, 2);
    let sentence =
        LinearDiscriminant::default().priors(vec![0.5, 0.6, 0.1]).fit(&data).unwrap_err().to_string();
    assert!(sentence.contains("sums to 1.2") && sentence.contains("linear-discriminant"), "{sentence}");
    let sentence =
        LinearDiscriminant::default().shrinkage(Shrinkage::Auto).fit(&data).unwrap_err().to_string();
    assert!(sentence.contains("given with the solver 'svd'"), "{sentence}");
    let shared = GaussianDiscriminant::default().fit(&data).unwrap();
    let full = GaussianDiscriminant::default().covariance(CovarianceType::Full);
    let sentence = full
        .fit_with(TrainingInput::from(&data).with_warm_start(&shared), &Run::default())
        .unwrap_err()
        .to_string();
    assert!(sentence.contains("other sufficient statistics"), "{sentence}");
    let narrow = Matrix::from_rows(&[[1.0, 2.0]]).unwrap();
    assert!(shared.raw_probabilities(&Features::Matrix(narrow.view())).is_err());
    let means = Matrix::from_rows(&[[0.0], [1.0]]).unwrap();
    assert!(NormalClasses::new(vec![0.5, 0.6], means.clone(), ClassCovariances::Spherical(1.0)).is_err());
    assert!(NormalClasses::new(vec![0.5, 0.5], means.clone(), ClassCovariances::Spherical(0.0)).is_err());
    assert!(
        NormalClasses::new(vec![0.5, 0.5], means, ClassCovariances::Shared(Matrix::identity(2))).is_err()
    );
    // A class of the target that has no row is never predicted.
    let table = Table::builder().number("x", vec![1.0, 2.0, 7.0, 9.0, 4.0]).build().unwrap();
    let data = with_classes(&table, &[0, 0, 2, 2, 3]).slice(0..4);
    for learner in shapes() {
        let model = learner.fit(&data).unwrap();
        assert!(
            probabilities(&model, &data)
                .chunks_exact(4)
                .all(|p| p[1] == 0.0 && p[3] == 0.0 && p[0] + p[2] > 0.99)
        );
    }
}

#[test]
fn words() {
    let data = some(60, 2);
    let model = GaussianDiscriminant::default().fit(&data).unwrap();
    let text = model.explain().to_string();
    assert!(text.contains("one covariance for all classes, from 60 rows"), "{text}");
    assert!(text.contains("Bayes error rate under the fitted model: at most"), "{text}");
    let row = model.explain_row(&data.row_features(), 3).unwrap().to_string();
    assert!(row.contains("discriminant") && row.contains("Contributions"), "{row}");
    let pair = data.select((0..60).filter(|&i| data_class(&data, i) < 2).collect());
    let only = with_two_classes(&pair);
    let text = GaussianDiscriminant::default().fit(&only).unwrap().explain().to_string();
    assert!(text.contains("of 1 against 0: linear in the features, with coefficients"), "{text}");
    assert!(text.contains("Bayes error rate under the fitted model"), "{text}");
}

fn data_class(data: &Dataset, row: u32) -> u32 {
    crate::naive_bayes::classes_of(&data.slice(row as usize..row as usize + 1)).unwrap()[0]
}

fn with_two_classes(data: &Dataset) -> Dataset {
    let x = hornbook_encoding::encoded_features(data).unwrap();
    let rows: Vec<Vec<f64>> = (0..x.rows()).map(|row| x.row(row).to_vec()).collect();
    columns(&rows, &crate::naive_bayes::classes_of(data).unwrap())
}

#[test]
fn far_from_zero_no_digits_are_lost() {
    let data = some(300, 6);
    let near = hornbook_encoding::encoded_features(&data).unwrap();
    let far: Vec<Vec<f64>> = (0..300).map(|row| near.row(row).iter().map(|x| x + 1e8).collect()).collect();
    let y = crate::naive_bayes::classes_of(&data).unwrap();
    let far = matrix(&far, &y);
    for learner in shapes() {
        let (a, b) = (learner.fit(&data).unwrap(), learner.fit(&far).unwrap());
        // The numbers themselves have seven digits after the point.
        close(&probabilities(&a, &data), &probabilities(&b, &far), 1e-6);
    }
}

/// Priors of a file are those of somebody who gave them, and so must sum to 1.
#[test]
fn priors_of_files_sum_to_one() {
    let data = columns(&[vec![1.0], vec![2.0], vec![4.0], vec![7.0]], &[0, 0, 1, 1]);
    let model = LinearDiscriminant::default().priors(vec![0.375, 0.625]).fit(&data).unwrap();
    let mut bytes = model.to_bytes().unwrap();
    let at = bytes.windows(8).position(|part| part == 0.375f64.to_le_bytes()).unwrap();
    assert!(GaussianDiscriminantModel::from_bytes(model.info().clone(), &bytes).is_ok());
    bytes[at..at + 8].copy_from_slice(&0.75f64.to_le_bytes());
    assert!(GaussianDiscriminantModel::from_bytes(model.info().clone(), &bytes).is_err());
}
