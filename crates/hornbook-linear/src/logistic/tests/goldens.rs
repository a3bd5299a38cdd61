//! Numbers of the curriculum.

use super::*;
use hornbook_learner::Model;

/// Rows at some places, twice each: of the second class with the weight of its probability, and of the first.
fn expected_rows(places: &[[f64; 2]], probability: impl Fn(&[f64; 2]) -> f64) -> Dataset {
    let twice = |at: usize| places.iter().chain(places).map(|place| place[at]).collect();
    let side = |name| std::iter::repeat_n(Some(name), places.len());
    let table = Table::builder()
        .number("x1", twice(0))
        .number("x2", twice(1))
        .category("class", &side("0").chain(side("1")).collect::<Vec<_>>())
        .build()
        .unwrap();
    let of_second = places.iter().map(&probability);
    let weights = of_second.clone().map(|p| 1.0 - p).chain(of_second).collect();
    table.dataset().target("class").unwrap().with_weights(weights).unwrap()
}

fn grid() -> Vec<[f64; 2]> {
    (0..5).flat_map(|i| (0..5).map(move |j| [f64::from(i) * 1.5, f64::from(j) - 0.7])).collect()
}

// proves: 000b:LD16, 000a:I12, 002:I05, 002:I08
#[test]
fn earthquakes_and_explosions() {
    // Curriculum 002 X11: the boundary -4.9 + 1.7 x1 - x2 = 0, with a soft edge.
    let sigmoid = |[a, b]: &[f64; 2]| 1.0 / (1.0 + (4.9 - 1.7 * a + b).exp());
    let model = free().tol(1e-13).fit(&expected_rows(&grid(), sigmoid)).unwrap();
    close(&learned(&model), &[-4.9, 1.7, -1.0], 1e-9);
    let asked =
        Table::builder().number("x1", vec![5.0, 5.0, 6.0]).number("x2", vec![3.0, 4.0, 4.0]).build().unwrap();
    let probabilities = model.probabilities(&asked).unwrap();
    assert!((probabilities.at(0, 1) - 0.645_656_3).abs() < 5e-8);
    let classes = model.predict(&asked).unwrap().values;
    assert_eq!([0, 1, 2].map(|row| classes.label(row)), ["1", "0", "1"]);
}

// proves: 000b:LD15
#[test]
fn log_odds_of_two_normal_classes() {
    // Curriculum 000 LD15: w = S^-1 (m1 - m2) and w0 = -(m1 + m2)' S^-1 (m1 - m2) / 2 + ln P1/P2, with S = [[2, .5], [.5, 1]],
    // m1 = (1, 2), m2 = (0, -1), P1 = 0.3; the inverse of S is [[1, -.5], [-.5, 2]] / 1.75.
    let (w1, w2) = ((1.0 - 1.5) / 1.75, (-0.5 + 6.0) / 1.75);
    let w0 = -0.5 * (1.0 * w1 + 1.0 * w2) + (0.3f64 / 0.7).ln();
    let distance = |x: &[f64; 2], mean: [f64; 2]| {
        let [a, b] = [x[0] - mean[0], x[1] - mean[1]];
        (a * a - a * b + 2.0 * b * b) / 1.75
    };
    let posterior = |x: &[f64; 2]| {
        let (one, two) =
            (0.3 * (-0.5 * distance(x, [1.0, 2.0])).exp(), 0.7 * (-0.5 * distance(x, [0.0, -1.0])).exp());
        one / (one + two)
    };
    let model = free().tol(1e-13).fit(&expected_rows(&grid(), posterior)).unwrap();
    close(&learned(&model), &[w0, w1, w2], 1e-8);
}

// proves: 000a:K12, 002:A17
#[test]
fn shares_alone() {
    // Curriculum 000: 92 of 100 like patients survive; the likeliest probability is .92, with a loss of 0.2787693718 each.
    let lives: Vec<Option<&str>> = (0..100).map(|i| Some(if i < 92 { "yes" } else { "no" })).collect();
    let table = Table::builder().number("same", vec![1.0; 100]).category("survives", &lives).build().unwrap();
    let model = free().fit(&table.dataset().target("survives").unwrap()).unwrap();
    let survives = table.dataset().target("survives").unwrap();
    let yes = survives.target_values().unwrap().1;
    let hornbook_data::Target::Classes(classes) = yes else { panic!("classes") };
    let place = classes.levels.iter().position(|level| level == "yes").unwrap();
    assert!((model.probabilities(&table).unwrap().at(0, place) - 0.92).abs() < 1e-12);
    assert!((model.likelihood_fit().unwrap().deviance / 200.0 - 0.278_769_371_8).abs() < 1e-10);
}

// proves: 000b:LD14
#[test]
fn even_odds_are_one_half() {
    // Curriculum 000 LD16: sigmoid(0) = .5, and the first of equally likely classes is taken.
    let table = Table::builder()
        .number("x", vec![-1.0, 1.0])
        .category("class", &[Some("a"), Some("b")])
        .build()
        .unwrap();
    let model = LogisticRegression::default().fit(&table.dataset().target("class").unwrap()).unwrap();
    let middle = Table::builder().number("x", vec![0.0]).build().unwrap();
    let probabilities = model.probabilities(&middle).unwrap();
    assert!((probabilities.at(0, 0) - 0.5).abs() < 1e-12);
    assert_eq!(model.intercepts()[0], 0.0);
    assert_eq!(model.predict(&middle).unwrap().values.label(0), "a");
    // Curriculum 000 LD14: the weight is the change of the log odds.
    let ahead = model.probabilities(&Table::builder().number("x", vec![1.0]).build().unwrap()).unwrap();
    let log_odds = (ahead.at(0, 1) / ahead.at(0, 0)).ln();
    assert!((log_odds - model.weights().at(0, 0)).abs() < 1e-12);
}
