use super::bandwidth::mean_by_others;
use super::*;
use crate::densities::rows::WeightedPoints;
use crate::densities::{DensityEstimator, density_curve, density_grid};
use hornbook_core::{Observer, ParameterValue, Run, Seed, TraceEvent};
use hornbook_data::{Dataset, Features, Matrix, Table};
use hornbook_learner::{Fit, Inspect, Model, Predictions};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

pub(in crate::densities) fn reference() -> Value {
    serde_json::from_str(include_str!("../../../tests/reference/densities.json")).unwrap()
}

pub(in crate::densities) fn shipped(name: &str) -> Table {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    Table::read(folder.join(format!("{name}.csv"))).unwrap()
}

pub(in crate::densities) fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap_or(f64::NEG_INFINITY)).collect()
}

fn column(entry: &Value) -> Dataset {
    let table = shipped(entry["table"].as_str().unwrap());
    table.dataset().only(&[entry["column"].as_str().unwrap()]).unwrap()
}

fn predict(model: &dyn Model, rows: &Matrix) -> Vec<f64> {
    let Predictions::Numbers(values) = model.predict_matrix(rows.view()).unwrap() else { panic!("classes") };
    values
}

fn kernel_sum(width: f64, kernel: Kernel) -> KernelDensity {
    KernelDensity::default().bandwidth(Bandwidth::Number(width)).kernel(kernel)
}

fn one_column(values: &[f64]) -> Table {
    Table::builder().number("x", values.to_vec()).build().unwrap()
}

const KERNELS: [Kernel; 6] = [
    Kernel::Gaussian,
    Kernel::Tophat,
    Kernel::Epanechnikov,
    Kernel::Exponential,
    Kernel::Linear,
    Kernel::Cosine,
];

#[test]
fn rules_agree_with_scipy() {
    let all = reference();
    let entries = all["scipy"].as_array().unwrap();
    assert_eq!(entries.len(), 14);
    for entry in entries {
        let rule = Bandwidth::from_value(&entry["rule"]).unwrap();
        let model = KernelDensity::default().bandwidth(rule).fit(&column(entry)).unwrap();
        let at = numbers(&entry["at"]);
        let found = predict(&model, &Matrix::new(at.len(), 1, at).unwrap());
        for (ours, theirs) in found.iter().zip(numbers(&entry["log_density"])) {
            assert!((ours - theirs).abs() < 1e-9, "{entry}: {ours} for {theirs}");
        }
    }
}

// proves: 000b:CL37
#[test]
fn kernels_agree_with_scikit_learn() {
    let iris = shipped("iris");
    let all = reference();
    let entries = all["sklearn"].as_array().unwrap();
    assert_eq!(entries.len(), 68);
    for entry in entries {
        let width = entry["width"].as_u64().unwrap() as usize;
        let names: Vec<String> = iris.names()[..width].to_vec();
        let mut data = iris.dataset().only(&names).unwrap();
        if entry["weights"].is_array() {
            data = data.with_weights(numbers(&entry["weights"])).unwrap();
        }
        let kernel = Kernel::from_value(&entry["kernel"]).unwrap();
        let model = kernel_sum(entry["bandwidth"].as_f64().unwrap(), kernel).fit(&data).unwrap();
        let rows: Vec<Vec<f64>> = entry["at"].as_array().unwrap().iter().map(numbers).collect();
        let found = predict(&model, &Matrix::from_rows(&rows).unwrap());
        for (ours, theirs) in found.iter().zip(numbers(&entry["log_density"])) {
            let agrees = *ours == theirs || (ours - theirs).abs() < 1e-9 * theirs.abs().max(1.0);
            assert!(agrees, "{kernel:?} {width} {}: {ours} for {theirs}", entry["bandwidth"]);
        }
    }
}

// proves: 000b:CL36
#[test]
fn cross_validation_finds_the_likeliest_bandwidth() {
    let all = reference();
    let entries = all["best"].as_array().unwrap();
    assert_eq!(entries.len(), 3);
    for entry in entries {
        let data = column(entry);
        let model = KernelDensity::default().bandwidth(Bandwidth::CrossValidation).fit(&data).unwrap();
        let (found, expected) = (model.bandwidths()[0], entry["bandwidth"].as_f64().unwrap());
        // A maximum is flat: half of the digits are sure.
        assert!((found / expected - 1.0).abs() < 1e-6, "{entry}: {found}");
        let mean = mean_by_others(&WeightedPoints::of(&data).unwrap(), Kernel::Gaussian, vec![found]);
        assert!((mean - entry["mean"].as_f64().unwrap()).abs() < 1e-12, "{entry}: {mean}");
    }
}

/// The sum over a fine grid, in one and two columns, of every kernel.
#[test]
fn densities_enclose_one() {
    let table =
        Table::builder().number("x", vec![1.0, 1.4, 3.0]).number("y", vec![-1.0, 0.5, 0.2]).build().unwrap();
    for kernel in KERNELS {
        let curve = density_curve(
            &kernel_sum(0.7, kernel).fit(&table.dataset().only(&["x"]).unwrap()).unwrap(),
            20_001,
        )
        .unwrap();
        let area = curve.density.iter().sum::<f64>() * (curve.x[1] - curve.x[0]);
        // The tails of exponential windows beyond three bandwidths.
        let missing = if kernel == Kernel::Exponential { 0.03 } else { 2e-3 };
        assert!((area - 1.0).abs() < missing, "{kernel:?}: {area}");
        let grid = density_grid(&kernel_sum(0.7, kernel).fit(&table.dataset()).unwrap(), 401).unwrap();
        let cell = (grid.x[1] - grid.x[0]) * (grid.y[1] - grid.y[0]);
        let volume = grid.density.values().iter().sum::<f64>() * cell;
        let missing = if kernel == Kernel::Exponential { 0.15 } else { 1e-2 };
        assert!((volume - 1.0).abs() < missing, "{kernel:?}: {volume}");
    }
    let three = kernel_sum(0.7, Kernel::Gaussian).fit(&table.dataset()).unwrap();
    assert!(density_curve(&three, 10).is_err());
    let one = kernel_sum(0.7, Kernel::Gaussian).fit(&table.dataset().only(&["x"]).unwrap()).unwrap();
    assert!(density_grid(&one, 10).is_err() && density_curve(&one, 1).is_err());
}

#[test]
fn far_tails_have_their_logarithm() {
    let model = kernel_sum(0.5, Kernel::Gaussian).fit(&one_column(&[0.0, 1.0, 1.0]).dataset()).unwrap();
    let found = predict(&model, &Matrix::new(2, 1, vec![1e6, -1e6]).unwrap());
    let ln_norm = (0.5 * (2.0 * std::f64::consts::PI).sqrt()).ln();
    let expected = -0.5 * ((1e6 - 1.0) / 0.5f64).powi(2) + (2.0f64 / 3.0).ln() - ln_norm;
    assert!((found[0] / expected - 1.0).abs() < 1e-14, "{} for {expected}", found[0]);
    assert!(found[1].is_finite());
    let model = kernel_sum(0.5, Kernel::Exponential).fit(&one_column(&[0.0, 1.0]).dataset()).unwrap();
    assert!(predict(&model, &Matrix::new(1, 1, vec![1e9]).unwrap())[0].is_finite());
    let model = kernel_sum(0.5, Kernel::Linear).fit(&one_column(&[0.0, 1.0]).dataset()).unwrap();
    assert_eq!(predict(&model, &Matrix::new(1, 1, vec![9.0]).unwrap())[0], f64::NEG_INFINITY);
    // Far in the other column: the nearest in the first says little of what there is.
    let rows = Table::builder().number("x", vec![0.0, 5.0]).number("y", vec![1e4, 0.0]).build().unwrap();
    let model = kernel_sum(0.5, Kernel::Gaussian).fit(&rows.dataset()).unwrap();
    let found = predict(&model, &Matrix::new(1, 2, vec![0.0, 0.0]).unwrap())[0];
    let expected = -50.0 - 2.0f64.ln() - 2.0 * ln_norm;
    assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
}

#[test]
fn samples_are_of_the_density() {
    let table = Table::builder().number("x", vec![1.0, 4.0]).number("w", vec![3.0, 1.0]).build().unwrap();
    let data = table.dataset().weight("w").unwrap();
    for kernel in KERNELS {
        let model = kernel_sum(0.8, kernel).fit(&data).unwrap();
        let drawn = model.sample(40_000, Seed(3));
        assert_eq!(drawn, model.sample(40_000, Seed(3)));
        // Shares in stretches of the line against sums of the density.
        for (low, high) in [(0.0, 1.0), (1.0, 1.3), (3.2, 4.1)] {
            let share = drawn.values().iter().filter(|x| (low..high).contains(*x)).count() as f64 / 40_000.0;
            let step = (high - low) / 2000.0;
            let places: Vec<f64> = (0..2000).map(|at| low + (f64::from(at) + 0.5) * step).collect();
            let area: f64 = predict(&model, &Matrix::new(2000, 1, places).unwrap())
                .iter()
                .map(|ln| ln.exp() * step)
                .sum();
            let error = (area * (1.0 - area) / 40_000.0).sqrt();
            assert!((share - area).abs() < 3.0 * error, "{kernel:?} {low}: {share} for {area}");
        }
    }
    let three = Table::builder()
        .number("x", vec![1.0])
        .number("y", vec![1.0])
        .number("z", vec![1.0])
        .build()
        .unwrap();
    // In three dimensions the mean squared radius of a ball is 3/5, of a Gaussian 3, of an exponential window 12.
    // The variances of squared radii: 3/7 - 9/25, 6 and 216, from the fourth moments 3/7, 15 and 360.
    for (kernel, expected, variance) in [
        (Kernel::Tophat, 0.6, 3.0 / 7.0 - 0.36),
        (Kernel::Gaussian, 3.0, 6.0),
        (Kernel::Exponential, 12.0, 216.0),
    ] {
        let model = kernel_sum(1.0, kernel).fit(&three.dataset()).unwrap();
        let drawn = model.sample_table(20_000, Seed(4)).unwrap();
        let squares = (0..3).map(|c| {
            hornbook_encoding::encoded_features(&drawn.dataset())
                .unwrap()
                .column(c)
                .iter()
                .map(|x| (x - 1.0).powi(2))
                .sum::<f64>()
        });
        let mean = squares.sum::<f64>() / 20_000.0;
        let error = (variance / 20_000.0f64).sqrt();
        assert!((mean - expected).abs() < 3.0 * error, "{kernel:?}: {mean}");
        assert_eq!(drawn.names(), ["x", "y", "z"]);
    }
}

/// A value that is missing leaves its column out: the density of the other.
#[test]
fn missing_values_are_left_out() {
    let table =
        Table::builder().number("x", vec![1.0, 1.4, 3.0]).number("y", vec![-1.0, 0.5, 0.2]).build().unwrap();
    let both = kernel_sum(0.7, Kernel::Gaussian).fit(&table.dataset()).unwrap();
    for (name, row) in [("x", [2.0, f64::NAN]), ("y", [f64::NAN, 2.0])] {
        let alone = kernel_sum(0.7, Kernel::Gaussian).fit(&table.dataset().only(&[name]).unwrap()).unwrap();
        let found = predict(&both, &Matrix::new(1, 2, row.to_vec()).unwrap())[0];
        let expected = predict(&alone, &Matrix::new(1, 1, vec![2.0]).unwrap())[0];
        assert!((found - expected).abs() < 1e-13, "{name}: {found} for {expected}");
    }
    let nothing = Matrix::new(1, 2, vec![f64::NAN; 2]).unwrap();
    assert_eq!(predict(&both, &nothing), [0.0], "all features missing: nothing is asked");
    let ends = kernel_sum(0.7, Kernel::Linear).fit(&table.dataset()).unwrap();
    let error = ends.predict_matrix(nothing.view()).unwrap_err().to_string();
    assert!(error.contains("only the Gaussian kernel can leave features out"), "{error}");
}

#[test]
fn refusals() {
    let same = one_column(&[2.0, 2.0, 2.0]);
    for rule in [Bandwidth::Scott, Bandwidth::Silverman, Bandwidth::CrossValidation] {
        let model = KernelDensity::default().bandwidth(rule).fit(&same.dataset()).unwrap();
        let said = &model.info().summary.warnings;
        assert!(said.len() == 1 && said[0].contains("column 'x' does not vary"), "{said:?}");
        assert!(predict(&model, &Matrix::new(1, 1, vec![2.0]).unwrap())[0].is_finite());
    }
    let alone = KernelDensity::default().fit(&one_column(&[2.0]).dataset()).unwrap();
    assert_eq!(alone.bandwidths(), [1.0], "one row");
    assert!(kernel_sum(0.1, Kernel::Gaussian).fit(&same.dataset()).is_ok());
    assert!(kernel_sum(0.0, Kernel::Gaussian).fit(&same.dataset()).is_err());
    assert!(kernel_sum(f64::NAN, Kernel::Gaussian).fit(&same.dataset()).is_err());
    let gap = one_column(&[1.0, f64::NAN]);
    assert!(
        KernelDensity::default()
            .fit(&gap.dataset())
            .unwrap_err()
            .to_string()
            .contains("takes no missing values")
    );
    let labeled = shipped("iris");
    let target = labeled.dataset().target(labeled.names().last().unwrap()).unwrap();
    assert!(KernelDensity::default().fit(&target).unwrap_err().to_string().contains("takes no target"));
    // Two far rows: no window that ends and is narrow enough to be tried reaches from one to the other.
    let mut values: Vec<f64> = (0..200).map(|i| f64::from(i) * 0.01).collect();
    values.push(1e6);
    let learner = KernelDensity::default().bandwidth(Bandwidth::CrossValidation).kernel(Kernel::Tophat);
    let error = learner.fit(&one_column(&values).dataset()).unwrap_err().to_string();
    assert!(error.contains("density is zero at every bandwidth"), "{error}");
    // Rounded values: copies expect each other the better, the narrower the windows.
    let rounded: Vec<f64> = (0..400).map(|i| f64::from(i % 4)).collect();
    let model = KernelDensity::default()
        .bandwidth(Bandwidth::CrossValidation)
        .fit(&one_column(&rounded).dataset())
        .unwrap();
    assert!(
        model.info().summary.warnings[0].contains("many rows are duplicates"),
        "{:?}",
        model.info().summary
    );
}

#[test]
fn parameters_read_as_written() {
    for value in [json!(0.5), json!("scott"), json!("silverman"), json!("cross-validation")] {
        assert_eq!(Bandwidth::from_value(&value).unwrap().to_value(), value);
    }
    assert_eq!((Bandwidth::from_value(&json!("wide")), Bandwidth::from_value(&json!(null))), (None, None));
}

#[test]
fn explanations_and_traces() {
    struct Lines(Mutex<Vec<String>>);
    impl Observer for Lines {
        fn wants_trace(&self) -> bool {
            true
        }
        fn trace(&self, event: &dyn TraceEvent) {
            assert!(event.to_json()["event"].is_string());
            self.0.lock().unwrap().push(event.to_string());
        }
    }
    let lines = Arc::new(Lines(Mutex::new(Vec::new())));
    let table = one_column(&[1.0, 2.0, 2.0, 4.5]);
    let run = Run::default().observer(lines.clone());
    let model = KernelDensity::default()
        .bandwidth(Bandwidth::CrossValidation)
        .fit_with(&table.dataset(), &run)
        .unwrap();
    let lines = lines.0.lock().unwrap();
    assert!(
        lines.len() > 60 && lines[0].starts_with("0.02 × Scott's bandwidth: mean log density"),
        "{}",
        lines[0]
    );
    assert!(lines.last().unwrap().starts_with("bandwidth of x: "));
    let text = kernel_sum(0.5, Kernel::Gaussian).fit(&table.dataset()).unwrap().explain().to_string();
    assert_eq!(
        text,
        "Windows\n  gaussian kernels around 3 distinct rows\n  column  bandwidth\n  x             0.5\n"
    );
    let rows = model.info().schema.features(&table).unwrap().0;
    let why = kernel_sum(0.5, Kernel::Gaussian)
        .fit(&table.dataset())
        .unwrap()
        .explain_row(&rows, 3)
        .unwrap()
        .to_string();
    assert_eq!(
        why,
        "Density\n  log density -1.6121, density 0.1995\n\nNearest rows\n  bandwidths away  weight    x\n  \
         asked                    4.5\n  0.0000                1  4.5\n  5.0000                2    2\n  \
         7.0000                1    1\n"
    );
    assert!(model.size().is_some() && model.probabilities_of(&rows).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// A row by itself has the density that it has among others.
    #[test]
    fn rows_have_their_density_alone_and_among_others(
        rows in prop::collection::vec((0u8..20, -5.0..5.0f64), 2..40), kernel in 0usize..6
    ) {
        let table = Table::builder()
            .number("a", rows.iter().map(|row| f64::from(row.0)).collect())
            .number("b", rows.iter().map(|row| row.1).collect())
            .build()
            .unwrap();
        let learner = KernelDensity::default().kernel(KERNELS[kernel]).bandwidth(Bandwidth::Number(0.8));
        let model = learner.fit(&table.dataset()).unwrap();
        let features: Features<'_> = model.info().schema.features(&table).unwrap().0;
        let all = model.ln_densities(&features).unwrap();
        let last = model.ln_densities(&features.single(rows.len() - 1)).unwrap()[0];
        prop_assert!(last == all[rows.len() - 1]);
    }
}
