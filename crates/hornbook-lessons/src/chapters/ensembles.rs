//! Ensembles: majorities, samples of the rows, and boosting.

use super::Chapter;
use crate::format::{fixed, short, six, table};
use crate::lesson::LessonStep;
use crate::tables;
use crate::trace::{list, number, texts, traced};
use hornbook::ensembles::BoostAlgorithm;
use hornbook::ensembles::reports::majority_error;
use hornbook::math::distributions::binomial_probability;
use hornbook::{AdaBoost, DecisionTree, Fit, Model, RandomForest, Result, Run, Table};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "ensembles",
    title: "Ensembles: a majority of 21, samples of the rows, and boosting round by round",
    ids: &["001:27", "001:28", "002:R01", "002:R03", "002:R15", "002:R16", "002:R17"],
    steps: &[majority, samples, forest, boosting, boosted],
};

fn majority() -> Result<LessonStep> {
    let terms: Vec<f64> = (11..=21).map(|wrong| binomial_probability(wrong, 21, 0.3)).collect();
    let sum = majority_error(21, 0.3)?;
    let sizes = [1u64, 3, 5, 11, 21, 51];
    let by_size = sizes.iter().map(|&size| majority_error(size, 0.3)).collect::<Result<Vec<f64>>>()?;
    let coin = majority_error(21, 0.5)?;
    let worse = majority_error(21, 0.6)?;
    let rows = sizes.iter().zip(&by_size).map(|(size, &error)| [size.to_string(), fixed(error, 8)]);
    let shown = terms
        .iter()
        .take(4)
        .enumerate()
        .map(|(at, &term)| [format!("{} of 21 are wrong", at + 11), fixed(term, 10)]);
    Ok(LessonStep::new("A majority of 21")
        .says(
            "21 members, each wrong with probability 0.3 and independent of the others. The majority is wrong if 11 or more are: a \
             sum over the binomial distribution.",
        )
        .shows(table(["first terms", "probability"], shown))
        .shows(format!("All terms from 11 to 21: {}", fixed(sum, 10)))
        .shows(table(["members", "error of the majority"], rows))
        .shows(format!("25 members of error 0.35: {}", fixed(majority_error(25, 0.35)?, 7)))
        .value("majority", sum)
        .numbers("term", ["11", "12", "13", "14"].into_iter().zip(terms.iter().copied()))
        .numbers("members", sizes.iter().map(u64::to_string).zip(by_size))
        .value("majority.25", majority_error(25, 0.35)?)
        .value("majority.coins", coin)
        .erratum(
            "that the sum runs 'from i = 11 to 2'",
            format!("It runs from 11 to 21, and is {}", fixed(terms.iter().sum(), 4)),
        )
        .erratum(
            "that a classifier that is right 50 % of the time is an example of a weak learner",
            format!(
                "That is chance: 21 such members together are wrong with probability {}, and 21 that are wrong 6 times of 10 with {}. A weak \
                 learner must be somewhat better than chance",
                short(coin),
                short(worse)
            ),
        ))
}

fn samples() -> Result<LessonStep> {
    let share = |n: f64| 1.0 - (1.0 - 1.0 / n).powf(n);
    let sizes = [10.0, 100.0, 1000.0];
    let rows = sizes.map(|n| [short(n), six(share(n))]);
    Ok(LessonStep::new("Samples of the rows")
        .says(
            "Bagging gives every member as many rows as there are, drawn with replacement: some come twice and others not at all. A row is \
             in a sample of n with probability 1 - (1 - 1/n)^n, which nears 1 - 1/e.",
        )
        .shows(table(["rows", "share in a sample"], rows))
        .shows(format!("1 - 1/e = {}", six(1.0 - (-1.0f64).exp())))
        .numbers("share", sizes.map(|n| (short(n), share(n))))
        .erratum("that bagging is also known as arcing", "Arcing adapts its samples to earlier mistakes; bagging does not")
        .erratum(
            "that a sample has fewer rows than the table",
            "The usual bootstrap draws as many rows as there are; that they are fewer different ones comes of itself",
        ))
}

fn forest() -> Result<LessonStep> {
    let data = tables::iris()?.dataset().target("species")?;
    let run = Run::default().seed(1);
    let forest = RandomForest::default().n_estimators(100).oob_score(true).fit_with(&data, &run)?;
    let again = RandomForest::default().n_estimators(100).oob_score(true).fit_with(&data, &run)?;
    let (value, low, high) = forest
        .oob_score()
        .map_or((f64::NAN, f64::NAN, f64::NAN), |score| (score.value, score.low, score.high));
    let same = again.oob_score().map(|s| s.value) == Some(value);
    Ok(LessonStep::new("A random forest judges itself")
        .says(
            "The rows that a tree has not seen can judge it. 100 trees on the 150 irises, each on a sample of the rows, and each node \
             on a few columns drawn at random: every row is predicted by the trees that did not see it.",
        )
        .shows(format!("Right out of bag: {}, 95 % interval {} to {}", fixed(value, 4), fixed(low, 4), fixed(high, 4)))
        .value("forest.right", value)
        .value("forest.low", low)
        .value("forest.high", high)
        .value("forest.is_repeatable", same))
}

fn ten_points() -> Result<Table> {
    let signs = ["+", "+", "+", "-", "-", "-", "+", "+", "+", "-"].map(Some);
    Table::builder().number("x", (0..10).map(f64::from).collect()).category("y", &signs).build()
}

fn boosting() -> Result<LessonStep> {
    let table_of_points = ten_points()?;
    let learner = AdaBoost::default()
        .algorithm(BoostAlgorithm::M1)
        .estimator(DecisionTree::default().max_depth(1))
        .n_estimators(3);
    let (_, said) = traced(|run| learner.fit_with(&table_of_points.dataset().target("y")?, run))?;
    let mut step = LessonStep::new("AdaBoost, round by round").says(
        "Ten points on a line, + + + - - - + + + -, and stumps: one question each. After a round the weights of the points that were \
         right shrink by beta = error / (1 - error), and all are scaled to sum to 1; the stump's vote is log(1/beta).",
    );
    for (at, one) in said.iter().enumerate() {
        let weights = list(&one.json, "weights");
        for (what, value) in [
            ("error", number(&one.json, "error")),
            ("beta", number(&one.json, "beta")),
            ("vote", number(&one.json, "vote")),
            ("together", number(&one.json, "ensemble_error")),
        ] {
            step = step.value(format!("{what}.{}", at + 1), value);
        }
        for point in [0, 3, 6] {
            step = step
                .value(format!("weight.{}.{point}", at + 1), weights.get(point).copied().unwrap_or(f64::NAN));
        }
    }
    Ok(step.shows(texts(&said)))
}

fn boosted() -> Result<LessonStep> {
    let points = ten_points()?;
    let data = points.dataset().target("y")?;
    let stump = DecisionTree::default().max_depth(1).fit(&data)?;
    let all =
        AdaBoost::default().estimator(DecisionTree::default().max_depth(1)).n_estimators(3).fit(&data)?;
    let truth = "+++---+++-";
    let said = |model: &dyn Model| -> Result<String> {
        let values = model.predict(&points)?.values;
        Ok((0..values.len()).map(|row| values.label(row)).collect())
    };
    let wrong = |answer: &str| answer.chars().zip(truth.chars()).filter(|(a, b)| a != b).count();
    let (one, three) = (said(&stump)?, said(&all)?);
    let mut rows = vec![["the classes".to_string(), truth.to_string(), String::new()]];
    for (name, answer) in [("one stump", &one), ("three stumps, by their votes", &three)] {
        rows.push([name.to_string(), answer.clone(), wrong(answer).to_string()]);
    }
    Ok(LessonStep::new("Three stumps together")
        .says("No stump can say + - +. Three of them, weighed by their votes, get every point right.")
        .shows(table(["", "points 0 to 9", "wrong"], rows))
        .value("wrong.one", wrong(&one))
        .value("wrong.three", wrong(&three)))
}
