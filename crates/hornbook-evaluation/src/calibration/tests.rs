use super::*;
use hornbook_core::{Learner, Run, Seed, Value};
use hornbook_data::{Features, Table};
use hornbook_learner::{
    Baseline, ExplainedRow, Explanation, Fit, LoadModel, Model, ModelInfo, OutputRequest, Predictor,
    TargetOutputs, TrainingInput, TrainingSummary,
};
use proptest::prelude::*;

const ALL: [Calibration; 4] =
    [Calibration::Platt, Calibration::Isotonic, Calibration::Beta, Calibration::Temperature];

fn names(classes: usize) -> Vec<String> {
    (0..classes).map(|class| format!("class {class}")).collect()
}

fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn matrix(rows: &Value) -> Matrix {
    let rows: Vec<Vec<f64>> = rows.as_array().unwrap().iter().map(numbers).collect();
    Matrix::new(rows.len(), rows[0].len(), rows.concat()).unwrap()
}

/// A matrix for two classes from the probability of the second.
fn two(second: &[f64]) -> Matrix {
    Matrix::new(second.len(), 2, second.iter().flat_map(|&p| [1.0 - p, p]).collect()).unwrap()
}

#[test]
fn as_scikit_learn_and_scipy() {
    let cases: Value = serde_json::from_str(include_str!("../../tests/reference/calibration.json")).unwrap();
    let mut compared = 0;
    for case in cases.as_array().unwrap() {
        let probabilities = matrix(&case["probabilities"]);
        let truth: Vec<u32> = numbers(&case["truth"]).iter().map(|&y| y as u32).collect();
        let weights = numbers(&case["weights"]);
        for (name, expected) in case["expected"].as_object().unwrap() {
            let (method, tolerance) = match name.as_str() {
                "platt" => (Calibration::Platt, 1e-9),
                "isotonic" => (Calibration::Isotonic, 1e-12),
                "beta" => (Calibration::Beta, 1e-9),
                _ => (Calibration::Temperature, 1e-9),
            };
            let classes = names(probabilities.columns());
            let calibrator = method.fit(&probabilities, &truth, &classes, Some(&weights)).unwrap();
            assert!(calibrator.converged(), "{name}");
            assert_eq!(calibrator.method(), name);
            let mut fresh = matrix(&case["fresh"]);
            calibrator.apply(&mut fresh).unwrap();
            for (found, expected) in fresh.values().iter().zip(matrix(expected).values()) {
                assert!((found - expected).abs() < tolerance, "{name}: {found} is not {expected}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "only {compared} numbers");
}

/// Rows whose class is drawn with the probability `p`, for `p` uniform.
fn draw(rows: usize, seed: u64) -> (Vec<f64>, Vec<u32>) {
    let mut rng = Seed(seed).rng();
    (0..rows)
        .map(|_| {
            let p = rng.unit();
            (p, u32::from(rng.unit() < p))
        })
        .unzip()
}

fn log_loss(probabilities: &Matrix, truth: &[u32]) -> f64 {
    let loss = |(row, &class): (usize, &u32)| -probabilities.at(row, class as usize).max(1e-15).ln();
    truth.iter().enumerate().map(loss).sum::<f64>() / truth.len() as f64
}

/// Every pair of a positive and a negative row, a tie counting half.
fn roc_area(scores: &[f64], truth: &[u32]) -> f64 {
    let of = |class: u32| -> Vec<f64> {
        scores.iter().zip(truth).filter(|(_, t)| **t == class).map(|(s, _)| *s).collect()
    };
    let (positive, negative) = (of(1), of(0));
    let wins = |p: f64, n: f64| if p > n { 1.0 } else { f64::from(u8::from(p == n)) / 2.0 };
    let total: f64 = positive.iter().map(|&p| negative.iter().map(|&n| wins(p, n)).sum::<f64>()).sum();
    total / (positive.len() * negative.len()) as f64
}

#[test]
fn a_distorted_model_is_mended_and_a_good_one_left_alone() {
    let (p, truth) = draw(4000, 1);
    let (fresh, fresh_truth) = draw(4000, 2);
    // Odds to the third power are far too sure.
    let sharpen = |p: &f64| p.powi(3) / (p.powi(3) + (1.0 - p).powi(3));
    for method in ALL {
        let good = method.fit(&two(&p), &truth, &names(2), None).unwrap();
        let mut mapped = two(&fresh);
        good.apply(&mut mapped).unwrap();
        let (before, after) = (log_loss(&two(&fresh), &fresh_truth), log_loss(&mapped, &fresh_truth));
        assert!(after < before + 0.01, "{method:?}: {before} became {after}");

        let sharp: Vec<f64> = p.iter().map(sharpen).collect();
        let sharp_fresh: Vec<f64> = fresh.iter().map(sharpen).collect();
        let mended = method.fit(&two(&sharp), &truth, &names(2), None).unwrap();
        let mut mapped = two(&sharp_fresh);
        mended.apply(&mut mapped).unwrap();
        let (distorted, after) =
            (log_loss(&two(&sharp_fresh), &fresh_truth), log_loss(&mapped, &fresh_truth));
        assert!(after < distorted - 0.1, "{method:?}: {distorted} became {after}");
        assert!((after - before).abs() < 0.01, "{method:?}: {after} is far from {before}");

        let second: Vec<f64> = (0..mapped.rows()).map(|row| mapped.at(row, 1)).collect();
        let (area, was) = (roc_area(&second, &fresh_truth), roc_area(&sharp_fresh, &fresh_truth));
        // Isotonic calibration makes ties.
        let allowed = if method == Calibration::Isotonic { 0.005 } else { 1e-12 };
        assert!((area - was).abs() <= allowed, "{method:?}: {was} became {area}");
    }
}

#[test]
fn bad_input_is_refused() {
    let some = two(&[0.2, 0.7, 0.4]);
    for method in ALL {
        let text = |probabilities: &Matrix, truth: &[u32], weights: Option<&[f64]>| {
            method.fit(probabilities, truth, &names(2), weights).unwrap_err().to_string()
        };
        assert!(
            text(&some, &[1, 1, 1], None).contains("every row to calibrate with is of the class 'class 1'")
        );
        // A row of weight zero is absent.
        assert!(text(&some, &[1, 1, 0], Some(&[1.0, 1.0, 0.0])).contains("is of the class 'class 1'"));
        assert!(text(&some, &[0, 1, 1], Some(&[0.0; 3])).contains("every row has the weight zero"));
        assert!(text(&some, &[0, 1, 1], Some(&[1.0; 2])).contains("2 weights for 3 rows"));
        assert!(text(&some, &[0, 1], None).contains("a class for 2"));
        assert!(text(&some, &[0, 1, 7], None).contains("the class of row 3 is 7"));
        assert!(text(&two(&[0.2, 1.2, 0.4]), &[0, 1, 1], None).contains("in row 2"));
        assert!(text(&two(&[0.2, f64::NAN, 0.4]), &[0, 1, 1], None).contains("NaN in row 2"));
        assert!(text(&two(&[]), &[], None).contains("there are no rows"));
        let three = Matrix::new(1, 3, vec![0.2, 0.3, 0.5]).unwrap();
        assert!(text(&three, &[0], None).contains("of 3 classes where there are 2"));
    }
}

#[test]
fn extreme_rows_keep_the_numbers_finite() {
    // Told apart without a mistake, all alike, certain and wrong.
    for (p, truth) in [
        (vec![0.0, 0.1, 0.9, 1.0], vec![0, 0, 1, 1]),
        (vec![0.5; 4], vec![0, 1, 1, 1]),
        (vec![0.3; 4], vec![0, 1, 1, 1]),
        (vec![1.0, 1.0, 0.0, 0.0], vec![0, 0, 1, 1]),
    ] {
        for method in ALL {
            let calibrator = method.fit(&two(&p), &truth, &names(2), None).unwrap();
            let mut mapped = two(&[0.0, 0.25, 0.5, 1.0]);
            calibrator.apply(&mut mapped).unwrap();
            check_distributions(&mapped, 2).unwrap();
        }
    }
    let even = Calibration::Temperature.fit(&two(&[0.5; 4]), &[0, 1, 1, 1], &names(2), None).unwrap();
    assert_eq!(even.map(), &CalibrationMap::Temperature(1.0));
    let wrong = Calibration::Temperature.fit(&two(&[0.9, 0.1]), &[0, 1], &names(2), None).unwrap();
    assert!(!wrong.converged());
}

#[test]
fn a_class_of_many_without_rows_gets_next_to_nothing() {
    let even = Matrix::new(4, 3, [0.4, 0.4, 0.2].repeat(4)).unwrap();
    for method in [Calibration::Platt, Calibration::Isotonic, Calibration::Beta] {
        let calibrator = method.fit(&even, &[0, 1, 1, 0], &names(3), None).unwrap();
        let mut row = [0.4, 0.4, 0.2];
        calibrator.apply_row(&mut row).unwrap();
        assert!(row[2] < 0.15 && (row[0] - row[1]).abs() < 1e-9, "{method:?}: {row:?}");
    }
}

proptest! {
    #[test]
    fn weight_two_is_the_row_twice(rows in proptest::collection::vec((0.01f64..0.99, 0u32..2, 0usize..4), 8..40)) {
        prop_assume!((0..2).all(|class| rows.iter().any(|r| r.1 == class && r.2 > 0)));
        let p: Vec<f64> = rows.iter().map(|r| r.0).collect();
        let truth: Vec<u32> = rows.iter().map(|r| r.1).collect();
        let weights: Vec<f64> = rows.iter().map(|r| r.2 as f64).collect();
        let again: Vec<(f64, u32)> = rows.iter().flat_map(|r| vec![(r.0, r.1); r.2]).collect();
        let (p_again, truth_again): (Vec<f64>, Vec<u32>) = again.into_iter().unzip();
        for method in [Calibration::Platt, Calibration::Isotonic] {
            let weighted = method.fit(&two(&p), &truth, &names(2), Some(&weights)).unwrap();
            let repeated = method.fit(&two(&p_again), &truth_again, &names(2), None).unwrap();
            let (mut a, mut b) = (two(&[0.0, 0.1, 0.5, 0.8]), two(&[0.0, 0.1, 0.5, 0.8]));
            weighted.apply(&mut a).unwrap();
            repeated.apply(&mut b).unwrap();
            for (x, y) in a.values().iter().zip(b.values()) {
                prop_assert!((x - y).abs() < 1e-9, "{:?}: {} and {}", method, x, y);
            }
        }
    }

    /// No ascending steps fit better: moving any block's value, within its neighbors, adds to the squared error.
    #[test]
    fn isotonic_values_are_means_of_their_rows(rows in proptest::collection::vec((0u32..20, 0u32..2), 2..60)) {
        prop_assume!((0..2).all(|class| rows.iter().any(|r| r.1 == class)));
        let p: Vec<f64> = rows.iter().map(|r| f64::from(r.0) / 20.0).collect();
        let truth: Vec<u32> = rows.iter().map(|r| r.1).collect();
        let fitted = Calibration::Isotonic.fit(&two(&p), &truth, &names(2), None).unwrap();
        let mut mapped = two(&p);
        fitted.apply(&mut mapped).unwrap();
        let mut by_value: std::collections::BTreeMap<u64, (f64, f64)> = Default::default();
        for (row, &class) in truth.iter().enumerate() {
            let sums = by_value.entry(mapped.at(row, 1).to_bits()).or_default();
            *sums = (sums.0 + f64::from(class), sums.1 + 1.0);
        }
        for (bits, (ones, rows)) in by_value {
            prop_assert!((f64::from_bits(bits) - ones / rows).abs() < 1e-12);
        }
    }
}

/// Remembers the rows it was trained on, and is certain of them; of others it knows nothing.
#[derive(Debug, Clone, Learner)]
#[learner(name = "memory", family = "tests", tasks(classification), sample_weights)]
struct Memory {}

#[derive(Debug)]
struct MemoryModel {
    info: ModelInfo,
    known: Vec<(f64, u32)>,
}

impl Fit for Memory {
    type Model = MemoryModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, _run: &Run) -> Result<MemoryModel> {
        let data = input.dataset()?;
        let (_, hornbook_data::Target::Classes(classes)) = data.require_target()? else { panic!("numbers") };
        let hornbook_data::Feature::Number(x) = data.feature(0) else { panic!("codes") };
        let known = data.rows().iter().map(|r| (x[r as usize], classes.codes[r as usize])).collect();
        Ok(MemoryModel { info: self.model_info(data, TrainingSummary::default())?, known })
    }
}

impl Model for MemoryModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        Explanation { sections: Vec::new() }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(Vec::new())
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for MemoryModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let hornbook_data::Feature::Number(x) = rows.column(0) else { panic!("codes") };
        let second =
            |x: &f64| self.known.iter().find(|(k, _)| k == x).map_or(0.5, |&(_, class)| f64::from(class));
        let codes = vec![0; rows.rows()];
        let probabilities = two(&x.iter().map(second).collect::<Vec<_>>());
        let outputs = TargetOutputs::of_classes(codes, &self.info.schema.target.classes);
        Ok(vec![outputs.with_probabilities(probabilities)])
    }

    fn raw_row_explanation(&self, _row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
}

impl LoadModel for MemoryModel {
    fn from_bytes(info: ModelInfo, _bytes: &[u8]) -> Result<MemoryModel> {
        Ok(MemoryModel { info, known: Vec::new() })
    }
}

/// Forty rows, every fourth of class b.
fn rows() -> Table {
    let kinds: Vec<Option<&str>> = (0..40).map(|i| Some(if i % 4 == 0 { "b" } else { "a" })).collect();
    Table::builder().number("x", (0..40).map(f64::from).collect()).category("kind", &kinds).build().unwrap()
}

#[test]
fn calibration_never_sees_what_was_trained_on() {
    let data = rows().dataset().target("kind").unwrap();
    let model = calibrate(&Memory::default(), &data, Calibration::Platt, 5, &Run::default().seed(3)).unwrap();
    // In every fold the memory knew nothing: the map says the share of b, whatever it is given. Of the rows of
    // training it would have learned to believe the memory.
    let CalibrationMap::Curves(curves) = model.info().calibration.as_ref().unwrap().map() else { panic!() };
    let ClassCalibrator::Platt { slope, intercept } = curves[0] else { panic!() };
    assert_eq!(slope, 0.0);
    let wanted = (10.0 * (11.0 / 12.0) + 30.0 / 32.0) / 40.0;
    assert!((1.0 / (1.0 + (-intercept).exp()) - wanted).abs() < 1e-9);
    assert_eq!(model.predict(data.table()).unwrap().values.label(0), "a");
    assert_eq!(model.info().summary.details["calibration"], "platt, from 5 folds");
    assert!(model.explain().to_string().contains("Calibration\n  b: log odds"));
}

#[test]
fn threads_and_rows_of_no_weight_change_nothing() {
    let table = rows();
    let data = table.dataset().target("kind").unwrap();
    let calibrated = |data: &hornbook_data::Dataset, threads: usize| {
        let run = Run::default().seed(5).threads(threads);
        let model = calibrate(&Memory::default(), data, Calibration::Beta, 4, &run).unwrap();
        model.info().calibration.clone().unwrap()
    };
    let one = calibrated(&data.select((0..30).collect()), 1);
    assert_eq!(calibrated(&data.select((0..30).collect()), 4), one);
    let weights = (0..40).map(|i| if i < 30 { 1.0 } else { 0.0 }).collect();
    assert_eq!(calibrated(&data.with_weights(weights).unwrap(), 2), one);
}

#[test]
fn a_model_there_is_and_rows_held_out() {
    let table = rows();
    let data = table.dataset().target("kind").unwrap();
    let mut model = Memory::default().fit(&data.select((0..20).collect())).unwrap();
    let held_out = data.select((20..40).collect());
    calibrate_on(&mut model, &held_out, Calibration::Isotonic).unwrap();
    assert!((model.probabilities(&table).unwrap().at(0, 1) - 0.25).abs() < 1e-12);
    assert!(model.info().summary.warnings[0].contains("isotonic calibration from 20 rows may follow chance"));
    assert_eq!(model.info().summary.details["calibration"], "isotonic, from rows held out");

    // Levels in another order mean the same; levels the model has never seen are refused.
    let turned: Vec<Option<&str>> = vec![Some("b"), Some("a"), Some("a"), Some("a")];
    let levels: std::sync::Arc<[String]> = ["b".to_string(), "a".to_string()].into();
    let codes = turned.iter().map(|label| u32::from(*label == Some("a"))).collect::<Vec<_>>();
    let target = hornbook_data::Target::Classes(hornbook_data::ClassLabels { codes: codes.into(), levels });
    let few = Table::builder().number("x", vec![100.0, 101.0, 102.0, 103.0]).build().unwrap();
    calibrate_on(&mut model, &few.dataset().with_target("kind", target).unwrap(), Calibration::Isotonic)
        .unwrap();
    assert!((model.probabilities(&table).unwrap().at(0, 1) - 0.25).abs() < 1e-12);
    let other = few.with_column(
        "kind",
        Table::builder().category("k", &[Some("c"); 4]).build().unwrap().columns()[0].clone(),
    );
    let other = other.unwrap().dataset().target("kind").unwrap();
    let error = calibrate_on(&mut model, &other, Calibration::Platt).unwrap_err().to_string();
    assert!(error.starts_with("'c' in row 1 is no class of the model"), "{error}");
}

#[test]
fn requests_that_cannot_be_met() {
    let table = rows();
    let numbers = table.dataset().target("x").unwrap();
    let run = Run::default();
    let text = |data: &hornbook_data::Dataset, folds| {
        calibrate(&Baseline::default(), data, Calibration::Platt, folds, &run).unwrap_err().to_string()
    };
    assert!(text(&numbers, 5).contains("the target holds numbers"));
    let classes = table.dataset().target("kind").unwrap();
    assert!(text(&classes, 1).contains("at least 2"));
    let only = text(&classes.select(vec![1, 2, 3]), 3);
    assert!(only.contains("every row has the class 'a'"), "{only}");
    let zero = classes.clone().with_weights(vec![0.0; 40]).unwrap();
    assert!(text(&zero, 5).contains("every row has the weight zero"));
    let mut model = Baseline::default().fit(&numbers).unwrap();
    assert!(
        calibrate_on(&mut model, &classes, Calibration::Beta)
            .unwrap_err()
            .to_string()
            .contains("no class probabilities")
    );
    // One row of b: the fold that tests it cannot train on it.
    let rare = classes.select(vec![0, 1, 2, 3, 5, 6, 7]);
    let model = calibrate(&Baseline::default(), &rare, Calibration::Temperature, 3, &run).unwrap();
    let warnings = &model.info().summary.warnings;
    assert!(warnings.iter().any(|w| w.contains("had no rows of the class 'b' to train on")), "{warnings:?}");
}
