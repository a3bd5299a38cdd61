//! Every chapter against the numbers of the books.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use hornbook_lessons::{Lesson, chapter, chapters};

fn lesson(name: &str) -> Lesson {
    chapter(name).unwrap().lesson().unwrap()
}

/// Compares numbers by name, to within half of the last digit that is given or closer.
fn near(lesson: &Lesson, tolerance: f64, expected: &[(&str, f64)]) {
    for (name, exact) in expected {
        let found = lesson.number(name).unwrap_or_else(|| panic!("{} has no number '{name}'", lesson.name));
        assert!((found - exact).abs() <= tolerance, "{}: {name} is {found} and not {exact}", lesson.name);
    }
}

fn list(lesson: &Lesson, name: &str) -> Vec<f64> {
    lesson.value(name).unwrap().as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

fn near_list(lesson: &Lesson, name: &str, expected: &[f64]) {
    let found = list(lesson, name);
    let is_near =
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
    assert!(is_near, "{}: {name} is {found:?} and not {expected:?}", lesson.name);
}

fn word(lesson: &Lesson, name: &str) -> String {
    lesson.value(name).unwrap().as_str().unwrap().to_string()
}

#[test]
fn chapters_fit_and_are_the_same_each_time() {
    let ids = include_str!("../../../docs/curriculum-ids.txt");
    for chapter in chapters() {
        let lesson = chapter.lesson().unwrap();
        assert_eq!(lesson, chapter.lesson().unwrap());
        assert!(
            chapter.ids.iter().all(|id| ids.lines().any(|known| known.split('\t').next() == Some(id))),
            "{}",
            chapter.name
        );
        for step in &lesson.steps {
            assert!(!step.prose.is_empty() && !step.values.is_empty(), "{}: {}", chapter.name, step.heading);
            let text = step.to_string();
            let wide = text.lines().find(|line| line.chars().count() > 100);
            assert_eq!(wide, None, "{}: {}", chapter.name, step.heading);
            assert!(!text.contains("NaN"), "{}: {text}", chapter.name);
        }
    }
}

#[test]
fn an_unknown_chapter_names_the_nearest() {
    assert_eq!(chapter("tree").unwrap_err().to_string(), "there is no chapter 'tree'; did you mean 'trees'?");
    assert!(chapter("alchemy").unwrap_err().to_string().contains("there are trees, bayes"));
}

#[test]
fn trees_of_the_books() {
    let found = lesson("trees");
    near(
        &found,
        1e-6,
        &[
            ("entropy", 0.9402859586706311),
            ("entropy.pure", 0.0),
            ("entropy.even", 1.0),
            ("entropy.eighty", 0.7219280948873623),
            ("entropy.coin", 0.0807931359),
            ("entropy.die", 2.0),
            ("gain.Outlook", 0.246749819774439),
            ("gain.Humidity", 0.151835501362342),
            ("gain.Wind", 0.048127030408269),
            ("gain.Temperature", 0.029222565658955),
            ("split.Outlook", 1.577406282852345),
            ("split.Wind", 0.985228136034252),
            ("ratio.Outlook", 0.156427562421175),
            ("ratio.Temperature", 0.018772646222419),
            ("entropy.Weak", 0.8112781244591328),
            ("entropy.Strong", 1.0),
            ("entropy.sunny", 0.9709505944546686),
            ("gain.sunny.Humidity", 0.9709505944546686),
            ("gain.sunny.Temperature", 0.5709505944546686),
            ("gain.sunny.Wind", 0.01997309402197489),
            ("gain.rain.Wind", 0.970951),
            ("gain.rain.Humidity", 0.019973),
            ("nodes", 8.0),
            ("leaves", 5.0),
            ("depth", 2.0),
            ("gain15.Outlook", 0.279982),
            ("gain15.Temperature", 0.063641),
            ("gain15.sunny.Temperature", 0.584963),
            ("gain15.sunny.Humidity", 0.459148),
            ("restaurant.gain.Patrons", 0.540852),
            ("restaurant.gain.Type", 0.0),
            ("restaurant.ratio.Hungry", 0.199730),
            ("restaurant.chi.Patrons", 6.666667),
            ("chi.Outlook", 3.546667),
            ("p.Outlook", 0.169766),
            ("p.Humidity", 0.094264),
            ("tested_leaves", 1.0),
            ("right_before", 4.0),
            ("right_after", 5.0),
            ("pessimistic.left.0.5", 0.3125),
            ("pessimistic.right.0.5", 0.333333),
            ("pessimistic.left.1", 0.458333),
            ("pessimistic.right.1", 0.416667),
            ("gain.Day", 0.940285958670631),
            ("ratio.Day", 0.246965669846843),
            ("by_cost.Outlook", 0.061687),
            ("square_by_cost.Humidity", 0.023054),
            ("threshold.54", 0.459147917027245),
            ("threshold.85", 0.190874504621109),
            ("threshold.66", 0.081704),
            ("threshold.chosen", 0.459147917027245),
            ("gap.node", 0.048127),
            ("gap.class", 0.151836),
            ("gap.fractions", 0.087362),
            ("gap.c45", 0.102477),
            ("fraction.high_weak", 9.0 / 14.0),
            ("fraction.normal_strong", 9.0 / 14.0),
            ("fraction.high_strong", 4.0 / 14.0),
            ("fraction.sunny", 0.4),
        ],
    );
    near(&found, 1e-5, &[("restaurant.p.Patrons", 0.03567)]);
    assert_eq!(word(&found, "answer"), "No");
    assert_eq!(found.value("is_smallest").unwrap(), true);
    assert_eq!(found.value("depth_one_is_enough").unwrap(), false);
}

#[test]
fn bayes_of_the_books() {
    let found = lesson("bayes");
    near(
        &found,
        1e-6,
        &[
            ("joint.cancer", 0.00784),
            ("joint.none", 0.02976),
            ("evidence", 0.0376),
            ("cancer", 0.208510638),
            ("cancer.twice", 0.895896),
            ("cancer.negative", 0.000166251),
            ("plus", 0.4),
            ("minus", 0.6),
            ("gibbs_error", 0.48),
            ("bits.h1", 1.321928),
            ("bits.h2", 1.736966),
            ("sport.evidence", 0.006166495),
            ("sport.posterior", 1.0 / 6.0),
            ("product.Yes", 0.005291005),
            ("product.No", 0.020571429),
            ("p.No", 0.795417349),
            ("smooth.Laplace.Yes", 0.007083825),
            ("smooth.Laplace.No", 0.018221574),
            ("smooth.m = 1.Yes", 0.006125),
            ("smooth.m = 1.No", 0.019290123),
            ("smooth.m = 2.Yes", 0.006869164),
            ("smooth.m = 5.No", 0.015888889),
            ("overcast", 0.125),
            ("wind.none", 0.6590815232),
            ("wind.3.1", 0.5833333),
            ("wind.0.5", 0.25),
        ],
    );
    near_list(&found, "version_space", &[973.0, 64.0, 32.0, 28.0, 6.0]);
    let words = ["map", "optimal", "of_map", "v_nb"].map(|name| word(&found, name));
    assert_eq!(words, ["no cancer", "-", "+", "No"]);
}

#[test]
fn decisions_of_the_books() {
    let found = lesson("decisions");
    near(
        &found,
        1e-6,
        &[
            ("loss.A", 0.01),
            ("loss.B", 0.05),
            ("threshold", 10.0 / 11.0),
            ("risk.1", 1.5),
            ("risk.2", 1.3),
            ("risk.3", 2.4),
            ("choice", 1.0),
            ("choice.zero_one", 0.0),
            ("utility.take", -0.3),
            ("utility.leave", -3.5),
            ("posterior.missing.1", 0.3),
            ("posterior.noisy.1", 0.54347826087),
            ("posterior.clean.1", 0.681818),
        ],
    );
    let words = ["at.0.9", "at.0.95", "rule.0", "rule.0.4", "rule.0.5", "rule.0.6", "rule.1", "umbrella"];
    let expected = ["good", "spam", "reject", "reject", "reject", "class 1", "class 1", "take"];
    assert_eq!(words.map(|name| word(&found, name)), expected);
}

#[test]
fn evaluation_of_the_books() {
    near(
        &lesson("evaluation"),
        1e-6,
        &[
            ("sigma", 0.07245688373094719),
            ("z.50", 0.674490),
            ("z.68", 0.994458),
            ("z.95", 1.959964),
            ("z.99", 2.575829),
            ("binomial", 0.136573821),
            ("binomial.up_to", 0.577180925),
            ("exact.low", 0.165627),
            ("exact.high", 0.465316),
            ("wilson.low", 0.180748),
            ("wilson.high", 0.454300),
            ("difference", 0.1),
            ("mean", 0.021),
            ("t", 2.9731538),
            ("t.half", 0.0159780836),
            ("measure.accuracy", 0.85),
            ("measure.F1", 8.0 / 11.0),
            ("measure.F2", 10.0 / 13.0),
            ("measure.F0.5", 20.0 / 29.0),
            ("printed_f1", 2.0),
            ("paradox.accuracy", 0.99),
            ("paradox.recall", 0.0),
            ("area", 0.56),
        ],
    );
    // The books take 1.96 for z.
    near(
        &lesson("evaluation"),
        1e-5,
        &[("low", 0.1579845), ("high", 0.4420155), ("difference.half", 0.119222)],
    );
}

#[test]
fn linear_models_of_the_books() {
    let found = lesson("linear");
    near(
        &found,
        1e-6,
        &[
            ("w0", 0.5),
            ("w1", 1.4),
            ("squares", 0.2),
            ("origin", 1.5666667),
            ("surface.corner", 17.0),
            ("sum", 5.0),
            ("away", 1.0),
        ],
    );
    near(&found, 1e-9, &[("loss.1", 1.04), ("loss.2", 0.6944), ("loss.3", 0.569984)]);
    for (name, expected) in [
        ("surface.lowest", vec![0.5, 1.4, 0.2]),
        ("round.1", vec![0.45, 0.9]),
        ("round.2", vec![0.54, 1.035]),
        ("round.3", vec![0.5715, 1.0485]),
        ("descent.end", vec![0.9, 0.9]),
        ("sums.printed", vec![-4.0, -3.0, -3.0, -2.0]),
        ("sums.right", vec![-1.8, -0.8, -0.8, 0.2]),
        ("and", vec![-0.2, 0.2, 0.2]),
        ("or", vec![0.2, 0.2, 0.2]),
        ("bits.AND", vec![-4.0, 3.0, 2.0]),
        ("bits.OR", vec![-1.0, 2.0, 2.0]),
        ("bits.NAND", vec![4.0, -3.0, -2.0]),
        ("delta.1", vec![-0.2, 0.2, 0.2]),
        ("delta.3", vec![-0.392, 0.392, 0.392]),
        ("delta.end", vec![-0.5, 0.5, 0.5]),
        ("near", vec![1.4, 0.2]),
    ] {
        near_list(&found, name, &expected);
    }
    assert_eq!(found.value("settles.XOR").unwrap(), false);
}

#[test]
fn neighbors_of_the_books() {
    let found = lesson("neighbors");
    near(
        &found,
        1e-6,
        &[
            ("distance.1", 2f64.sqrt()),
            ("distance.4", 8f64.sqrt()),
            ("votes.3.uniform.a", 2.0),
            ("votes.3.distance.a", 1.7071067811865475),
            ("votes.3.distance.b", 0.7071067811865475),
            ("votes.5.distance.b", 1.338010),
            ("mean.3.uniform", 7.0 / 3.0),
            ("mean.3.distance", 2.2928932188134525),
            ("mean.5.uniform", 5.0),
            ("mean.5.distance", 3.6574823972230264),
            ("squared.A", 1.5),
            ("squared.B", 0.278846),
            ("unit.height", 0.5),
            ("unit.income", 0.00636637),
        ],
    );
    near_list(&found, "standardized", &[-1.5, -0.5, -0.5, -0.5, 0.0, 0.0, 1.0, 2.0]);
    let words =
        ["votes.5.uniform.class", "votes.5.distance.class", "other.1.uniform.class", "other.5.uniform.class"];
    assert_eq!(words.map(|name| word(&found, name)), ["b", "a", "A", "B"]);
    assert_eq!(["answer.plain", "answer.min_max"].map(|name| word(&found, name)), ["short", "tall"]);
}

#[test]
fn ensembles_of_the_books() {
    let found = lesson("ensembles");
    near(
        &found,
        1e-6,
        &[
            ("majority", 0.0263899407),
            ("term.11", 0.0176497827),
            ("members.3", 0.216),
            ("members.51", 0.00136409),
            ("majority.25", 0.0604449),
            ("majority.coins", 0.5),
            ("error.1", 0.3),
            ("beta.1", 0.428571),
            ("vote.1", 0.847298),
            ("weight.1.0", 1.0 / 14.0),
            ("weight.1.6", 1.0 / 6.0),
            ("error.2", 0.214286),
            ("vote.2", 1.299283),
            ("weight.2.3", 0.166667),
            ("error.3", 0.181818),
            ("vote.3", 1.504077),
            ("weight.3.0", 0.125),
            ("together.3", 0.0),
            ("wrong.one", 3.0),
            ("wrong.three", 0.0),
        ],
    );
    assert_eq!(found.value("forest.is_repeatable").unwrap(), true);
}

#[test]
fn estimates_of_the_notes() {
    let found = lesson("estimation");
    near(
        &found,
        1e-9,
        &[
            ("mean", 6.0),
            ("variance", 2.0),
            ("log_likelihood", -8.827560617423227),
            ("after.mean", 60.0 / 11.0),
            ("after.variance", 4.0 / 11.0),
            ("next.variance", 26.0 / 11.0),
            ("worth", 0.5),
            ("degrees", 9.0),
            ("scale.squared", 5.962962962962963),
            ("density.6", 0.14489382650464755),
            ("evidence", 1.0 / 210.0),
            ("beta.density", 2.1609),
            ("beta.variance", 10.0 / 392.0),
        ],
    );
    near_list(&found, "likeliest", &[0.6, 0.0, 0.4]);
    near_list(&found, "expected", &[0.5, 0.125, 0.375]);
}

#[test]
fn normal_classes_of_the_notes() {
    let found = lesson("discriminants");
    near(
        &found,
        1e-9,
        &[
            ("g1", -1.7793399807635866),
            ("g2", -4.022119984885881),
            ("log_odds", 2.2427800041222944),
            ("threshold", 1.4236489301936017),
            ("bayes_error", 0.13874852997086579),
        ],
    );
    near_list(&found, "spheres.w", &[-4.0, -2.0]);
    near_list(&found, "spheres.x0", &[2.338919144155, 1.169459572077]);
    near_list(&found, "shared.w", &[-1.714285714286, -1.142857142857]);
    near_list(&found, "shared.x0", &[2.370692813919, 1.18534640696]);
}
