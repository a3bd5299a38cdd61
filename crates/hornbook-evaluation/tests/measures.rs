//! The measures against scikit-learn and SciPy; `reference/measures.py` made the numbers.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_evaluation::ConfusionMatrix;
use hornbook_evaluation::measures::*;
use serde_json::Value;

const TOLERANCE: f64 = 1e-12;

/// The inputs of a case, by name.
struct Case(Value);

impl Case {
    fn size(&self, name: &str) -> usize {
        self.0[name].as_u64().unwrap() as usize
    }

    fn numbers(&self, name: &str) -> Vec<f64> {
        self.0[name].as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
    }

    fn codes(&self, name: &str) -> Vec<u32> {
        self.0[name].as_array().unwrap().iter().map(|x| x.as_u64().unwrap() as u32).collect()
    }

    fn flags(&self, name: &str) -> Vec<bool> {
        self.0[name].as_array().unwrap().iter().map(|x| x.as_bool().unwrap()).collect()
    }

    fn weights(&self) -> Option<Vec<f64>> {
        (!self.0["weights"].is_null()).then(|| self.numbers("weights"))
    }

    /// Compares everything that is expected with what `found` makes of its name.
    fn compare(&self, found: impl Fn(&str) -> Vec<f64>) {
        for (name, expected) in self.0["expected"].as_object().unwrap() {
            let expected: Vec<f64> = match expected {
                Value::Array(items) => items.iter().map(number).collect(),
                one => vec![number(one)],
            };
            let found = found(name);
            assert_eq!(found.len(), expected.len(), "{name} of {}", self.0);
            for (found, expected) in found.iter().zip(&expected) {
                let same = found == expected || (found.is_nan() && expected.is_nan());
                let close = (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0);
                assert!(same || close, "{name}: {found} where {expected} is expected, of {}", self.0);
            }
        }
    }
}

fn number(value: &Value) -> f64 {
    match value {
        Value::Null => f64::NAN,
        Value::String(text) => text.parse().unwrap(),
        other => other.as_f64().unwrap(),
    }
}

fn cases(kind: &str) -> Vec<Case> {
    let all: Vec<Value> = serde_json::from_str(include_str!("reference/measures.json")).unwrap();
    let cases: Vec<Case> = all.into_iter().filter(|case| case["kind"] == kind).map(Case).collect();
    assert!(!cases.is_empty());
    cases
}

fn class_measure(name: &str) -> ClassMeasure {
    match name {
        "precision" => ClassMeasure::Precision,
        "recall" => ClassMeasure::Recall,
        "f1" => ClassMeasure::FBeta(1.0),
        "f0.5" => ClassMeasure::FBeta(0.5),
        "jaccard" => ClassMeasure::Jaccard,
        other => panic!("no measure {other}"),
    }
}

fn average_of(name: &str) -> Average {
    match name {
        "micro" => Average::Micro,
        "macro" => Average::Macro,
        "weighted" => Average::Weighted,
        other => panic!("no average {other}"),
    }
}

/// As scikit-learn lays out a matrix of one class against the rest.
fn four(counts: &[ClassCounts]) -> Vec<f64> {
    let of = |c: &ClassCounts| [c.true_negatives, c.false_positives, c.false_negatives, c.true_positives];
    counts.iter().flat_map(of).collect()
}

#[test]
fn classes_agree_with_scikit_learn() {
    for case in cases("classes") {
        let (k, truth, predicted) = (case.size("classes"), case.codes("truth"), case.codes("predicted"));
        let weights = case.weights();
        let matrix = ConfusionMatrix::new(k, &truth, &predicted, weights.as_deref()).unwrap();
        case.compare(|name| match name.split(' ').collect::<Vec<_>>()[..] {
            ["confusion"] => (0..k * k).map(|cell| matrix.at(cell / k, cell % k)).collect(),
            ["accuracy"] => vec![matrix.accuracy()],
            ["balanced_accuracy"] => vec![matrix.balanced_accuracy()],
            ["adjusted_balanced_accuracy"] => vec![matrix.adjusted_balanced_accuracy()],
            ["kappa"] => vec![matrix.kappa(KappaWeights::Equal)],
            ["kappa_linear"] => vec![matrix.kappa(KappaWeights::Linear)],
            ["kappa_quadratic"] => vec![matrix.kappa(KappaWeights::Quadratic)],
            ["matthews"] => vec![matrix.matthews()],
            ["zero_one"] => {
                let loss = zero_one_loss(&truth, &predicted, weights.as_deref()).unwrap();
                assert!((matrix.error() - loss).abs() < TOLERANCE);
                vec![loss]
            }
            ["one_vs_rest"] => four(&matrix.all_class_counts()),
            [measure, average, undefined] => {
                let undefined = undefined.parse().unwrap();
                vec![matrix.average(class_measure(measure), average_of(average), undefined)]
            }
            _ => panic!("{name}"),
        });
    }
}

// proves: 002:F08
#[test]
fn binary_scores_agree_with_scikit_learn() {
    for case in cases("binary") {
        let (positive, p, weights) = (case.flags("positive"), case.numbers("p"), case.weights());
        let weights = weights.as_deref();
        let ranked = SortedScores::new(&positive, &p, weights).unwrap();
        let roc = RocCurve::of(&ranked, false);
        let curve = PrecisionRecallCurve::of(&ranked, false);
        let area = AucComponents::of(&ranked);
        let other =
            AucComponents::of(&SortedScores::new(&positive, &case.numbers("other"), weights).unwrap());
        let comparison = area.compare(&other).unwrap();
        let calibration = |bins| {
            let bins = CalibrationCurve::of(&positive, &p, weights, bins).unwrap().bins;
            bins.iter().map(|bin| bin.predicted).chain(bins.iter().map(|bin| bin.observed)).collect()
        };
        case.compare(|name| match name.split(' ').collect::<Vec<_>>()[..] {
            ["roc_fpr"] => roc.false_positive_rates.clone(),
            ["roc_tpr"] => roc.true_positive_rates.clone(),
            ["roc_thresholds"] => roc.thresholds.clone(),
            ["roc_light_thresholds"] => RocCurve::of(&ranked, true).thresholds,
            ["roc_area"] => {
                assert!((roc.area() - ranked.area()).abs() < TOLERANCE);
                vec![ranked.area()]
            }
            ["roc_area", most] => vec![roc.partial_area(most.parse().unwrap()).unwrap()],
            ["precisions"] => curve.precisions.clone(),
            ["recalls"] => curve.recalls.clone(),
            ["pr_thresholds"] => curve.thresholds[1..].to_vec(),
            ["pr_few_thresholds"] => PrecisionRecallCurve::of(&ranked, true).thresholds[1..].to_vec(),
            ["pr_area"] => vec![curve.area()],
            ["average_precision"] => vec![average_precision(&ranked)],
            ["ks"] => vec![kolmogorov_smirnov(&ranked).0],
            ["log_loss"] => vec![binary_log_loss(&positive, &p, weights).unwrap()],
            ["brier"] => vec![binary_brier(&positive, &p, weights).unwrap()],
            ["hinge"] => vec![binary_hinge_loss(&positive, &case.numbers("decisions"), weights).unwrap()],
            ["calibration", "uniform", bins] => {
                calibration(CalibrationBinning::Uniform(bins.parse().unwrap()))
            }
            ["calibration", "quantile", bins] => {
                calibration(CalibrationBinning::Quantile(bins.parse().unwrap()))
            }
            ["delong_area"] => vec![area.area()],
            ["delong_variance"] => vec![area.variance()],
            ["delong_covariance"] => vec![area.covariance(&other).unwrap()],
            ["delong_z"] => vec![comparison.z],
            ["delong_p"] => vec![comparison.p_value],
            ["delong_low"] => vec![area.interval(0.9).unwrap().low],
            ["delong_high"] => vec![area.interval(0.9).unwrap().high],
            _ => panic!("{name}"),
        });
    }
}

#[test]
fn multiclass_scores_agree_with_scikit_learn() {
    for case in cases("multiclass") {
        let (k, truth, p, weights) =
            (case.size("classes"), case.codes("truth"), case.numbers("p"), case.weights());
        let weights = weights.as_deref();
        case.compare(|name| match name.split(' ').collect::<Vec<_>>()[..] {
            ["ovr"] => one_vs_rest_areas(k, &truth, &p, weights).unwrap(),
            ["ovr", average] => {
                vec![one_vs_rest_area(k, &truth, &p, weights, average_of(average)).unwrap()]
            }
            ["ovo", average] => vec![one_vs_one_area(k, &truth, &p, weights, average_of(average)).unwrap()],
            ["log_loss"] => vec![log_loss(k, &truth, &p, weights).unwrap()],
            ["brier"] => vec![brier(k, &truth, &p, weights, false).unwrap()],
            ["brier_half"] => vec![brier(k, &truth, &p, weights, true).unwrap()],
            ["d2_log_loss"] => vec![d2_log_loss(k, &truth, &p, weights).unwrap()],
            ["d2_brier"] => vec![d2_brier(k, &truth, &p, weights).unwrap()],
            ["hinge"] => vec![hinge_loss(k, &truth, &case.numbers("decisions"), weights).unwrap()],
            ["top", top] => vec![top_k_accuracy(k, &truth, &p, top.parse().unwrap(), weights).unwrap()],
            ["delong_macro_variance"] => {
                let area = AucComponents::macro_average(k, &truth, &p, weights).unwrap();
                let mean = one_vs_rest_area(k, &truth, &p, weights, Average::Macro).unwrap();
                assert!((area.area() - mean).abs() < TOLERANCE);
                vec![area.variance()]
            }
            _ => panic!("{name}"),
        });
        let predicted: Vec<u32> = truth.iter().map(|&code| (code + code % 2) % k as u32).collect();
        let all = ClassificationMeasures::of(k, &truth, &predicted, &p, weights).unwrap();
        assert_eq!(all.log_loss, log_loss(k, &truth, &p, weights).unwrap());
        let area = one_vs_rest_area(k, &truth, &p, weights, Average::Macro).unwrap();
        assert!((all.roc_area - area).abs() < TOLERANCE);
        assert_eq!(all.confusion, ConfusionMatrix::new(k, &truth, &predicted, weights).unwrap());
    }
}

#[test]
fn labels_agree_with_scikit_learn() {
    for case in cases("multilabel") {
        let (truth, predicted, weights) = (case.flags("truth"), case.flags("predicted"), case.weights());
        let labels = Multilabel::new(case.size("labels"), &truth, &predicted, weights.as_deref()).unwrap();
        case.compare(|name| match name.split(' ').collect::<Vec<_>>()[..] {
            ["accuracy"] => vec![labels.accuracy()],
            ["hamming"] => vec![labels.hamming_loss()],
            ["label_counts"] => four(&labels.label_counts()),
            ["row_counts"] => four(&labels.row_counts()),
            [measure, "samples", undefined] => {
                vec![labels.average_over_rows(class_measure(measure), undefined.parse().unwrap())]
            }
            [measure, average, undefined] => {
                let undefined = undefined.parse().unwrap();
                vec![labels.average(class_measure(measure), average_of(average), undefined)]
            }
            _ => panic!("{name}"),
        });
    }
}

#[test]
fn numbers_agree_with_scikit_learn() {
    use regression::*;
    for case in cases("regression") {
        let (y, f, weights) = (case.numbers("truth"), case.numbers("predicted"), case.weights());
        let w = weights.as_deref();
        let found = |name: &str| match name.split(' ').collect::<Vec<_>>()[..] {
            ["mse"] => mean_squared_error(&y, &f, w),
            ["rmse"] => root_mean_squared_error(&y, &f, w),
            ["mae"] => mean_absolute_error(&y, &f, w),
            ["median"] => median_absolute_error(&y, &f, w),
            ["max"] => max_error(&y, &f, w),
            ["mape"] => mean_absolute_percentage_error(&y, &f, w),
            ["msle"] => mean_squared_log_error(&y, &f, w),
            ["rmsle"] => root_mean_squared_log_error(&y, &f, w),
            ["r2"] => r_squared(&y, &f, w),
            ["explained_variance"] => explained_variance(&y, &f, w),
            ["d2_absolute"] => d2_quantile(&y, &f, w, 0.5),
            ["pearson"] => pearson(&y, &f, w),
            ["spearman"] => spearman(&y, &f, w),
            ["kendall"] => kendall(&y, &f),
            ["pinball", alpha] => quantile_loss(&y, &f, w, alpha.parse().unwrap()),
            ["d2_pinball", alpha] => d2_quantile(&y, &f, w, alpha.parse().unwrap()),
            ["tweedie", power] => mean_tweedie_deviance(&y, &f, w, power.parse().unwrap()),
            ["d2_tweedie", power] => d2_tweedie(&y, &f, w, power.parse().unwrap()),
            _ => panic!("{name}"),
        };
        case.compare(|name| vec![found(name).unwrap()]);
    }
}

#[test]
fn rankings_agree_with_scikit_learn() {
    for case in cases("ranking") {
        let (width, scores, weights) = (case.size("width"), case.numbers("scores"), case.weights());
        let labels: Vec<f64> = case.flags("labels").iter().map(|&label| f64::from(u8::from(label))).collect();
        let graded = Queries::by_width(width, &case.numbers("relevance"), &scores).unwrap();
        let labeled = Queries::by_width(width, &labels, &scores).unwrap();
        let found = |name: &str| match name.split(' ').collect::<Vec<_>>()[..] {
            ["coverage"] => labeled.mean(QueryMeasure::Coverage, weights.as_deref()),
            ["lrap"] => labeled.mean(QueryMeasure::LabelRankingPrecision, weights.as_deref()),
            ["map"] => labeled.mean(QueryMeasure::AveragePrecision, weights.as_deref()),
            ["pairs"] => labeled.mean(QueryMeasure::PairAccuracy, weights.as_deref()),
            [measure, k] => {
                let (k, ignore_ties) = (k.parse().ok(), measure.ends_with("in_order"));
                let measure = match measure {
                    "dcg" => QueryMeasure::Dcg { k, log_base: 2.0, ignore_ties },
                    "dcg_e" => QueryMeasure::Dcg { k, log_base: std::f64::consts::E, ignore_ties },
                    _ => QueryMeasure::Ndcg { k, ignore_ties },
                };
                graded.mean(measure, weights.as_deref())
            }
            _ => panic!("{name}"),
        };
        case.compare(|name| vec![found(name).unwrap()]);
    }
}

// proves: 001:78
#[test]
fn clusters_agree_with_scikit_learn() {
    let mean_of = |name: &str| match name {
        "min" => EntropyMean::Min,
        "geometric" => EntropyMean::Geometric,
        "arithmetic" => EntropyMean::Arithmetic,
        "max" => EntropyMean::Max,
        other => panic!("no mean {other}"),
    };
    for case in cases("clustering") {
        let table = Contingency::new(&case.codes("classes"), &case.codes("clusters"), None).unwrap();
        case.compare(|name| {
            vec![match name.split(' ').collect::<Vec<_>>()[..] {
                ["rand"] => table.rand(),
                ["adjusted_rand"] => table.adjusted_rand(),
                ["mutual_information"] => table.mutual_information(),
                ["homogeneity"] => table.homogeneity(),
                ["completeness"] => table.completeness(),
                ["v", beta] => table.v_measure(beta.parse().unwrap()),
                ["fowlkes_mallows"] => table.fowlkes_mallows(),
                ["purity"] => table.purity(),
                ["nmi", mean] => table.normalized_mutual_information(mean_of(mean)),
                ["ami", mean] => table.adjusted_mutual_information(mean_of(mean)).unwrap(),
                _ => panic!("{name}"),
            }]
        });
    }
}

#[test]
fn cluster_shapes_agree_with_scikit_learn() {
    use cluster_shape::*;
    for case in cases("shape") {
        let (columns, matrix, clusters) =
            (case.size("columns"), case.numbers("matrix"), case.codes("clusters"));
        case.compare(|name| match name {
            "silhouettes" => silhouettes(columns, &matrix, &clusters, None).unwrap(),
            "silhouette" => vec![silhouette(columns, &matrix, &clusters, None).unwrap()],
            "davies_bouldin" => vec![davies_bouldin(columns, &matrix, &clusters, None).unwrap()],
            "calinski_harabasz" => vec![calinski_harabasz(columns, &matrix, &clusters, None).unwrap()],
            other => panic!("{other}"),
        });
    }
}
