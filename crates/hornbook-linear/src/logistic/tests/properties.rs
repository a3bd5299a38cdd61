//! What must hold for any rows.

use super::*;
use hornbook_core::Run;
use hornbook_data::{Column, Numbers, SharedMatrix, SharedScalars};
use hornbook_learner::{Model, Predictor};
use proptest::prelude::*;

/// One of each way to search.
fn learners() -> Vec<LogisticRegression> {
    let of = |penalty| LogisticRegression::default().penalty(penalty).tol(1e-10);
    vec![
        of(WeightPenalty::None),
        of(WeightPenalty::L2),
        of(WeightPenalty::L1),
        of(WeightPenalty::Elasticnet).fit_intercept(false),
    ]
}

/// The derivatives of the sum of losses by constants and weights, from the definition: $\sum v (p - y) x$.
fn gradients(model: &LinearModel, data: &Dataset) -> Vec<f64> {
    let x = crate::design::rows_of(model.design(), data);
    let (width, weights) = (model.design().width(), data.row_weights());
    let probabilities = model.raw_probabilities(&data.row_features()).unwrap();
    let hornbook_data::Target::Classes(target) = data.target_values().unwrap().1 else { panic!("classes") };
    let classes: Vec<usize> = match model.response() {
        crate::ResponseType::Logistic { classes } => vec![classes[1] as usize],
        crate::ResponseType::Softmax { classes } => classes.iter().map(|&code| code as usize).collect(),
        other => panic!("{other:?}"),
    };
    let mut gradients = vec![0.0; classes.len() * (width + 1)];
    for (i, row) in data.rows().iter().enumerate() {
        for (k, &class) in classes.iter().enumerate() {
            let is_own = f64::from(u8::from(target.codes[row as usize] as usize == class));
            let miss = weights[i] * (probabilities.at(i, class) - is_own);
            gradients[k * (width + 1)] += miss;
            for j in 0..width {
                gradients[k * (width + 1) + 1 + j] += miss * x[i * width + j];
            }
        }
    }
    gradients
}

/// That two models have the same weights. Sizes alone may leave some open: with a constant, those of all
/// levels can be moved one way, and of many classes those of all classes, while their sizes add up to the
/// same. What has converged then is how much farther levels are apart for one class than for another.
fn same_weights(learner: &LogisticRegression, one: &LinearModel, other: &LinearModel) {
    let settled = |model: &LinearModel| {
        let (width, all) = (model.design().width(), learned(model));
        let of_output = |output: &[f64]| -> Vec<f64> {
            let spans = (0..model.info().schema.inputs.len()).map(|input| model.design().span(input));
            let apart = |span: std::ops::Range<usize>| {
                let weights = &output[1..][span];
                let first = if weights.len() > 1 { weights[0] } else { 0.0 };
                weights.iter().map(move |weight| weight - first).collect::<Vec<_>>()
            };
            spans.flat_map(apart).collect()
        };
        let outputs: Vec<Vec<f64>> = all.chunks_exact(width + 1).map(of_output).collect();
        match &outputs[..] {
            [only] => only.clone(),
            [first, others @ ..] => {
                others.iter().flat_map(|own| own.iter().zip(first).map(|(a, b)| a - b)).collect()
            }
            [] => Vec::new(),
        }
    };
    match learner.penalty {
        WeightPenalty::L1 => close(&settled(one), &settled(other), 1e-6),
        _ => close(&learned(one), &learned(other), 1e-6),
    }
}

#[test]
fn sizes_that_leave_levels_open_settle_how_far_they_are_apart() {
    let table = some_table(120, 3, 737);
    let weighted = weighted(&table);
    let copies = weighted.row_weights().iter().zip(0..).flat_map(|(&w, row)| vec![row; w as usize]).collect();
    let learner = LogisticRegression::default().penalty(WeightPenalty::L1).tol(1e-10);
    let (one, other) = (learner.fit(&weighted).unwrap(), learner.fit(&data(&table).select(copies)).unwrap());
    same_weights(&learner, &one, &other);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    // proves: 000b:LD18, 002:I07
    #[test]
    fn the_slope_is_zero_at_the_minimum(seed in 0u64..1000, classes in 2usize..4, c in 0.01f64..10.0) {
        let table = some_table(150, classes, seed);
        let data = weighted(&table);
        for learner in learners() {
            let learner = learner.C(c);
            let (model, penalties) = (learner.fit(&data).unwrap(), learner.penalties());
            if !model.info().summary.converged {
                continue;
            }
            let width = model.design().width();
            for (place, (derivative, weight)) in gradients(&model, &data).iter().zip(learned(&model)).enumerate() {
                // Slopes are sums over rows whose columns are as large as 1000.
                let tolerance = 1e-4;
                if place % (width + 1) == 0 {
                    prop_assert!(!learner.fit_intercept || derivative.abs() < tolerance, "{derivative} at a constant");
                } else if weight == 0.0 {
                    prop_assert!(derivative.abs() <= penalties.l1 + tolerance, "{derivative} at zero");
                } else {
                    let whole = derivative + penalties.l2 * weight + penalties.l1.copysign(weight);
                    prop_assert!(whole.abs() < tolerance, "{whole} at {weight}");
                }
            }
        }
    }

    #[test]
    fn probabilities_add_up(seed in 0u64..1000, classes in 2usize..5) {
        let table = some_table(80, classes, seed);
        for learner in learners() {
            let model = learner.fit(&data(&table)).unwrap();
            let probabilities = model.probabilities(&table).unwrap();
            for row in 0..80 {
                prop_assert!((probabilities.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-14);
                prop_assert!(probabilities.row(row).iter().all(|p| (0.0..=1.0).contains(p)));
            }
        }
    }
}

/// Columns of numbers from 0 to 1 row by row, and a target that depends on the first and the last by chance.
fn matrix_rows(rows: usize, width: usize) -> (Vec<f32>, Vec<Option<&'static str>>) {
    let mut rng = hornbook_core::Seed(3).rng();
    let values: Vec<f32> = (0..rows * width).map(|_| rng.unit() as f32).collect();
    let mut class = |row: &[f32]| f64::from(row[0] + row[width - 1]) + rng.unit() > 1.5;
    let ys = values.chunks(width).map(|row| Some(if class(row) { "yes" } else { "no" })).collect();
    (values, ys)
}

/// The same rows as one matrix, read where it lies, or as a column each.
fn by_matrix(values: SharedScalars, width: usize, ys: &[Option<&str>]) -> Dataset {
    let columns = SharedMatrix::new(ys.len(), width, values).unwrap().columns();
    let mut builder = Table::builder();
    for (place, column) in columns.into_iter().enumerate() {
        builder = builder.column(&format!("c{place}"), Column::Number(Numbers::Matrix(column)));
    }
    builder.category("y", ys).build().unwrap().dataset().target("y").unwrap()
}

fn by_columns(values: &[f32], width: usize, ys: &[Option<&str>]) -> Dataset {
    let mut builder = Table::builder();
    for place in 0..width {
        let column = values.iter().skip(place).step_by(width).map(|&x| f64::from(x)).collect();
        builder = builder.number(&format!("c{place}"), column);
    }
    builder.category("y", ys).build().unwrap().dataset().target("y").unwrap()
}

#[test]
fn a_matrix_is_the_same_as_columns() {
    let (single, ys) = matrix_rows(3000, 9);
    let double: Vec<f64> = single.iter().map(|&x| f64::from(x)).collect();
    let columns = by_columns(&single, 9, &ys);
    let of_single = by_matrix(SharedScalars::F32(single.into()), 9, &ys);
    let of_double = by_matrix(SharedScalars::F64(double.clone().into()), 9, &ys);
    assert!(of_single.matrix().is_some() && columns.matrix().is_none());
    for learner in learners() {
        let model = learner.fit(&columns).unwrap();
        assert_eq!(learner.fit(&of_single).unwrap().to_bytes().unwrap(), model.to_bytes().unwrap());
        assert_eq!(learner.fit(&of_double).unwrap().to_bytes().unwrap(), model.to_bytes().unwrap());
        let matrix = hornbook_data::Matrix::new(3000, 9, double.clone()).unwrap();
        assert_eq!(
            model.predict_matrix(matrix.view()).unwrap(),
            model.predict(columns.table()).unwrap().values
        );
    }
}

#[test]
fn many_columns_have_errors_too() {
    // More variables than Newton's method takes.
    let (values, ys) = matrix_rows(4000, 405);
    let data = by_matrix(SharedScalars::F32(values.into()), 405, &ys);
    let model = free().fit(&data).unwrap();
    assert!(model.info().summary.converged && model.info().summary.warnings.is_empty());
    assert!(gradients(&model, &data).iter().all(|derivative| derivative.abs() < 4000.0 * 1e-6));
    let coefficients = model.coefficients(0);
    assert!(coefficients[1].p_value.unwrap() < 1e-6 && coefficients[405].p_value.unwrap() < 1e-6);
    // The other columns say nothing: their weights are as far from zero as their errors let one expect.
    let squares: f64 = coefficients[2..405].iter().map(|one| one.statistic.unwrap().powi(2)).sum();
    assert!((0.7..1.4).contains(&(squares / 403.0)), "{squares}");
}

#[test]
fn the_searches_agree() {
    // The same minimum by all second derivatives, by some of them, and by gradients alone.
    use super::super::{first_order::descend, problem::LogisticProblem, search};
    use crate::column_stats::ColumnStats;
    use hornbook_learner::RowSource;
    let run = Run::default();
    for classes in [2, 3] {
        let table = some_table(400, classes, 11);
        let data = weighted(&table);
        for learner in learners() {
            let schema = hornbook_data::Schema::of(&data).unwrap();
            let design =
                crate::design::design_of(&schema.inputs, hornbook_encoding::CategoricalEncoding::Dummy);
            let source = RowSource::Memory(&data);
            let column_stats = ColumnStats::of(&design, &schema, source, &run).unwrap();
            let problem = LogisticProblem::new(
                &design,
                source,
                &run,
                &column_stats,
                learner.penalties(),
                learner.fit_intercept,
            );
            let watch = search::LogisticStopping { run: &run, tolerance: 1e-8, most_steps: 20_000 };
            let one = search::newton(&problem, watch, 400).unwrap();
            let other = match problem.has_l1_penalty() {
                // Two columns at a time.
                true => search::newton(&problem, watch, 3 * problem.outputs()).unwrap(),
                false => descend(&problem, watch).unwrap(),
            };
            assert_eq!(
                (one.end, other.end),
                (search::LogisticStopReason::Converged, search::LogisticStopReason::Converged)
            );
            assert!((one.evaluation.value - other.evaluation.value).abs() < 1e-12);
            close(problem.weights_of(&other.x).1.values(), problem.weights_of(&one.x).1.values(), 1e-4);
        }
    }
}

#[test]
fn a_weak_direction_is_no_crawl() {
    // Without a constant, a column far from zero takes its place; all classes may move along it alike, and
    // next to nothing bends there. One variable after the other took hundreds of thousands of iterations.
    let mixed = LogisticRegression::default().penalty(WeightPenalty::Elasticnet).fit_intercept(false);
    for seed in 0..8 {
        let model = mixed.clone().tol(1e-10).fit(&data(&some_table(80, 4, seed))).unwrap();
        assert!(model.info().summary.converged && model.likelihood_fit().unwrap().steps < 12);
    }
}
