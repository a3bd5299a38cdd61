//! Rankings against logistic regression on differences, against a quadratic program, and against
//! themselves.

use super::objective::RankingObjective;
use super::*;
use crate::basis::numbers_of;
use crate::design::design_of;
use crate::testing::{LinearTraceRecorder, close, learned, list};
use crate::training_rows::{RowOrder, TrainingRows};
use crate::{LinearModel, LogisticRegression, WeightPenalty};
use hornbook_core::{Run, Seed};
use hornbook_data::{Dataset, Schema, Table};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::{Fit, Model};
use hornbook_math::optimize::check_gradient;
use proptest::prelude::*;
use serde_json::Value;
use std::sync::Arc;

/// Groups of seven rows, whose targets follow two columns within the group but not between groups.
fn some_rows(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut a, mut b, mut y, mut w, mut groups) = (vec![], vec![], vec![], vec![], vec![]);
    for i in 0..rows {
        let (group, x, z) = (i / 7, rng.unit() * 4.0, 100.0 + 10.0 * rng.unit());
        let score = 2.0 * x - 0.3 * z + 4.0 * rng.unit() + 1e3 * (group % 2) as f64;
        a.push(x + 10.0 * (group % 3) as f64);
        b.push(z);
        y.push((score * 0.5).round() % 500.0);
        w.push(rng.below(3) as f64);
        groups.push(group as f64);
    }
    let table = Table::builder().number("a", a).number("b", b).number("y", y).number("w", w);
    table.number("g", groups).build().unwrap()
}

fn data(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().group("g").unwrap().without(&["w"]).unwrap()
}

fn weighted(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap().group("g").unwrap().weight("w").unwrap()
}

fn all() -> [LinearRanking; 3] {
    let tight = LinearRanking::default().tol(1e-10);
    [tight.clone(), tight.clone().loss(RankingLoss::Listwise), tight.loss(RankingLoss::Hinge).alpha(0.2)]
}

/// The coefficients in units of the standard deviations of the columns, which are what is penalized.
fn standardized(model: &LinearModel, data: &Dataset) -> Vec<f64> {
    let weights = data.row_weights();
    let total: f64 = weights.iter().sum();
    let rows = data.row_features();
    let deviation = |column: usize| {
        let values = numbers_of(&rows, column);
        let mean = values.iter().zip(weights.iter()).map(|(x, w)| w * x).sum::<f64>() / total;
        let squares = values.iter().zip(weights.iter()).map(|(x, w)| w * (x - mean).powi(2)).sum::<f64>();
        (squares / total).sqrt()
    };
    model.weights().row(0).iter().enumerate().map(|(column, w)| w * deviation(column)).collect()
}

// proves: 001:7, 000b:LD20
#[test]
fn pairs_are_logistic_regression_on_differences() {
    let table = some_rows(70, 1);
    let data = data(&table);
    let column = |name: &str| {
        hornbook_encoding::encoded_features(&table.dataset().only(&[name]).unwrap()).unwrap().into_values()
    };
    let (a, b, y) = (column("a"), column("b"), column("y"));
    let (mut da, mut db, mut class) = (vec![], vec![], vec![]);
    for i in 0..70 {
        for j in 0..70 {
            if i / 7 == j / 7 && y[i] > y[j] {
                for (sign, name) in [(1.0, "yes"), (-1.0, "no")] {
                    da.push(sign * (a[i] - a[j]));
                    db.push(sign * (b[i] - b[j]));
                    class.push(Some(name));
                }
            }
        }
    }
    let differences = Table::builder().number("a", da).number("b", db).category("c", &class).build().unwrap();
    let logistic = LogisticRegression::default().penalty(WeightPenalty::None).fit_intercept(false).tol(1e-10);
    let expected = logistic.fit(&differences.dataset().target("c").unwrap()).unwrap();
    let found = LinearRanking::default().alpha(0.0).tol(1e-10).fit(&data).unwrap();
    close(found.weights().row(0), expected.weights().row(0), 1e-6);
    let loss = found.info().summary.details["loss"].as_f64().unwrap();
    let pairs = differences.rows() as f64;
    close(&[loss], &[expected.likelihood_fit().unwrap().deviance / (2.0 * pairs)], 1e-9);
}

/// The quadratic program over weights and what each pair lacks, as another solver finds it.
// proves: 000b:LD20
#[test]
fn the_hinge_is_the_quadratic_programme() {
    let found: Value = serde_json::from_str(include_str!("../../tests/reference/ranking.json")).unwrap();
    let mut builder = Table::builder();
    for (place, column) in found["x"].as_array().unwrap().iter().enumerate() {
        builder = builder.number(&format!("x{place}"), list(column));
    }
    let table = builder.number("y", list(&found["y"])).number("g", list(&found["groups"])).build().unwrap();
    let data = table.dataset().target("y").unwrap().group("g").unwrap();
    for fit in found["fits"].as_array().unwrap() {
        let of = |key: &str| fit[key].as_f64().unwrap();
        let learner =
            LinearRanking::default().loss(RankingLoss::Hinge).alpha(of("alpha")).margin(of("margin"));
        let model = learner.tol(1e-12).fit(&data).unwrap();
        let summary = &model.info().summary;
        assert!(summary.converged, "{fit}: {summary:?}");
        close(&[summary.details["loss"].as_f64().unwrap()], &[of("loss")], 1e-9);
        close(model.weights().row(0), &list(&fit["weights"]), 1e-4);
        // What was learned puts more pairs in order than chance would.
        assert!(summary.details["pairs_in_order"].as_f64().unwrap() > 0.7);
    }
}

#[test]
fn the_hinge_of_two_by_hand() {
    // In units of their standard deviation the rows are 2 apart: with the weight w of that unit the loss is
    // [1 - 2w]+ and w²/20.
    let table = Table::builder().number("x", vec![5.0, 3.0]).number("y", vec![1.0, 0.0]).build().unwrap();
    let data = table.dataset().target("y").unwrap().with_groups(vec![4, 4]).unwrap();
    let hinge = LinearRanking::default().loss(RankingLoss::Hinge).tol(1e-12);
    let model = hinge.clone().alpha(0.1).fit(&data).unwrap();
    close(model.weights().row(0), &[0.5], 1e-9);
    close(&[model.info().summary.details["loss"].as_f64().unwrap()], &[0.0125], 1e-12);
    // A penalty of 8 is met before the margin is: the gradient 2 is 8w.
    close(hinge.clone().alpha(8.0).fit(&data).unwrap().weights().row(0), &[0.25], 1e-9);
    let said = hinge.alpha(0.0).fit(&data).unwrap_err().to_string();
    assert!(said.contains("alpha") && said.contains("above 0 for the loss 'hinge'"), "{said}");
}

/// A group of many rows, whose pairs no memory would hold, with a proof of how good the weights are.
#[test]
fn the_hinge_of_one_large_group() {
    let table = some_rows(4000, 6);
    let data = table
        .dataset()
        .target("y")
        .unwrap()
        .without(&["w", "g"])
        .unwrap()
        .with_groups(vec![0; 4000])
        .unwrap();
    let notes = Arc::new(LinearTraceRecorder::default());
    let run = Run::default().observer(notes.clone());
    let learner = LinearRanking::default().loss(RankingLoss::Hinge).alpha(0.01).tol(1e-5);
    let model = learner.fit_with(&data, &run).unwrap();
    let (events, summary) = (notes.events(), &model.info().summary);
    assert!(summary.converged, "{summary:?}");
    let (first, last) = (&events[0].1, &events.last().unwrap().1);
    let number = |event: &Value, key: &str| event[key].as_f64().unwrap();
    assert_eq!((number(first, "loss"), number(first, "violated")), (1.0, 1.0));
    assert!(number(last, "loss") - number(last, "bound") <= 1e-5 && number(last, "violated") < 1.0);
    assert!(events.last().unwrap().0.contains("fraction of pairs within the margin"));
}

#[test]
fn a_list_of_two_by_hand() {
    // Targets 1 and 0 make shares of e / (1 + e), which the scores meet if they differ by 1 as well.
    let table = Table::builder().number("x", vec![5.0, 3.0]).number("y", vec![1.0, 0.0]).build().unwrap();
    let data = table.dataset().target("y").unwrap().with_groups(vec![4, 4]).unwrap();
    let model =
        LinearRanking::default().loss(RankingLoss::Listwise).alpha(0.0).tol(1e-12).fit(&data).unwrap();
    close(model.weights().row(0), &[0.5], 1e-9);
    let scores = model.decisions(&data.row_features()).unwrap();
    close(scores.values(), &[0.5, -0.5], 1e-9);
    let share = 1.0_f64.exp() / (1.0 + 1.0_f64.exp());
    let entropy = -(share * share.ln() + (1.0 - share) * (1.0 - share).ln());
    close(&[model.info().summary.details["loss"].as_f64().unwrap()], &[entropy], 1e-12);
    assert_eq!(model.info().summary.details["pairs_in_order"], 1.0);
}

#[test]
fn slopes_are_slopes() {
    let data = weighted(&some_rows(50, 3));
    let design = design_of(&Schema::of(&data).unwrap().inputs, CategoricalEncoding::Dummy);
    let rows = TrainingRows::of(&data, &design, RowOrder::Given).unwrap();
    let all = crate::design::targets_of(&data).unwrap();
    let column_stats = rows.column_stats(&data, &design).unwrap();
    for loss in [RankingLoss::Pairwise, RankingLoss::Listwise] {
        let targets = rows.positions.iter().map(|&i| all[i as usize]).collect();
        let codes: Vec<u32> = rows.positions.iter().map(|&i| i / 7).collect();
        let learner = LinearRanking::default().loss(loss).alpha(0.1);
        let ranking = RankingObjective::new(&rows, &column_stats, targets, &codes, &learner);
        let checks = check_gradient(&ranking, &[0.3, -0.7]).unwrap();
        assert!(checks.len() == 2 && checks.iter().all(|check| check.agrees()), "{checks:?}");
    }
}

#[test]
fn the_order_between_groups_does_not_count() {
    let table = some_rows(210, 2);
    for learner in all() {
        // A high penalty of weights bends the order of pairs.
        let model = learner.clone().alpha(learner.alpha.min(0.02)).fit(&data(&table)).unwrap();
        let details = &model.info().summary.details;
        assert!(details["pairs_in_order"].as_f64().unwrap() > 0.75, "{details:?}");
        assert!(model.weights().at(0, 0) > 0.0 && model.weights().at(0, 1) < 0.0);
    }
}

#[test]
fn odd_tables() {
    let table = some_rows(14, 1);
    for learner in all() {
        let said = |data: Dataset| learner.fit(&data).unwrap_err().to_string();
        let without = table.dataset().target("y").unwrap();
        assert!(said(without).contains("have no groups"));
        assert!(said(data(&table).with_groups((0..14).collect()).unwrap()).contains("no order to learn"));
        assert!(said(data(&table).with_weights(vec![0.0; 14]).unwrap()).contains("weight zero"));
        let infinite = Table::builder().number("x", vec![1.0, f64::INFINITY]).number("y", vec![1.0, 2.0]);
        let infinite =
            infinite.build().unwrap().dataset().target("y").unwrap().with_groups(vec![0, 0]).unwrap();
        assert!(said(infinite).contains("infinite"));
        let constant =
            Table::builder().number("x", vec![7.0, 7.0]).number("y", vec![1.0, 2.0]).build().unwrap();
        let model =
            learner.fit(&constant.dataset().target("y").unwrap().with_groups(vec![0, 0]).unwrap()).unwrap();
        assert_eq!(
            (learned(&model), &model.info().summary.details["pairs_in_order"]),
            (vec![0.0, 0.0], &0.5.into())
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn hinge_coefficients_stay_within_the_duality_gap(seed in 0u64..1000) {
        let table = some_rows(63, seed);
        let weighted = weighted(&table);
        let copies: Vec<u32> =
            weighted.row_weights().iter().enumerate().flat_map(|(row, &w)| vec![row as u32; w as usize]).collect();
        let backwards = weighted.select((0..63).rev().collect());
        let alpha = 0.2;
        for tol in [1e-6, 1e-10] {
            let learner = LinearRanking::default().loss(RankingLoss::Hinge).alpha(alpha).tol(tol);
            let model = learner.fit(&weighted).unwrap();
            prop_assert!(model.info().summary.converged);
            // The minimum of an alpha-strongly convex objective is no farther than the root of 2 tol / alpha from either.
            let most = 2.0 * (2.0 * tol / alpha).sqrt();
            for other in [learner.fit(&data(&table).select(copies.clone())).unwrap(), learner.fit(&backwards).unwrap()] {
                let one = standardized(&model, &weighted);
                let two = standardized(&other, &weighted);
                let distance = one.iter().zip(&two).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt();
                prop_assert!(distance <= most, "{} {}", distance, most);
            }
        }
    }
}
