//! Neighbors: distances, votes, and units.

use super::Chapter;
use crate::format::{fixed, short, six, table, vector};
use crate::lesson::LessonStep;
use crate::tables::features;
use hornbook::neighbors::{FeatureScaling, Metric, VoteWeights};
use hornbook::{Fit, KNeighbors, Model, Predictions, Result, Table, Value};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "neighbors",
    title: "Nearest neighbors: distances, votes, and why units matter",
    ids: &[
        "001:30", "001:31", "001:32", "001:33", "001:34", "002:Q01", "002:Q02", "002:Q03", "002:Q04",
        "002:Q05", "002:Q06", "002:Q07", "002:Q08",
    ],
    steps: &[distances, votes, means, another_table, units],
};

const X: [f64; 5] = [0.0, 1.0, 0.0, 3.0, 4.0];
const Y: [f64; 5] = [0.0, 0.0, 2.0, 3.0, 3.0];
const CLASSES: [&str; 5] = ["a", "a", "b", "b", "b"];
const NUMBERS: [f64; 5] = [1.0, 2.0, 4.0, 8.0, 10.0];

fn points(x: &[f64], y: &[f64], classes: &[&str]) -> Result<Table> {
    let classes: Vec<Option<&str>> = classes.iter().map(|class| Some(*class)).collect();
    Table::builder().number("x", x.to_vec()).number("y", y.to_vec()).category("class", &classes).build()
}

fn query(x: f64, y: f64) -> Result<Table> {
    Table::builder().number("x", vec![x]).number("y", vec![y]).build()
}

fn distances() -> Result<LessonStep> {
    let names = ["1", "2", "3", "4", "5"];
    let place = |row: usize| [X[row], Y[row]];
    let straight = (0..5)
        .map(|row| Metric::Euclidean.distance(&[1.0, 1.0], &place(row)))
        .collect::<Result<Vec<f64>>>()?;
    let along = (0..5)
        .map(|row| Metric::Manhattan.distance(&[1.0, 1.0], &place(row)))
        .collect::<Result<Vec<f64>>>()?;
    let rows = (0..5).map(|row| {
        let [x, y] = place(row);
        [
            format!("({x}, {y})"),
            CLASSES[row].to_string(),
            short(NUMBERS[row]),
            six(straight[row]),
            short(along[row]),
        ]
    });
    Ok(LessonStep::new("How far is each row?")
        .says(
            "Five rows with a class and a number, and a question at (1, 1). Nothing is learned beforehand: the rows are the model. \
             The distance of Euclid is the root of the sum of the squared differences.",
        )
        .shows(table(["row", "class", "number", "Euclid", "along the axes"], rows))
        .numbers("distance", names.into_iter().zip(straight)))
}

/// The votes for each class, and the class that wins.
fn ballot(data: &Table, k: u32, weights: VoteWeights, at: [f64; 2]) -> Result<(Vec<(String, f64)>, String)> {
    let model =
        KNeighbors::default().n_neighbors(k).weights(weights).fit(&data.dataset().target("class")?)?;
    let query = query(at[0], at[1])?;
    let json = model.explain_row(&features(&model, &query)?, 0)?.to_json();
    let of = |(class, votes): (&String, &Value)| (class.clone(), votes["votes"].as_f64().unwrap_or(f64::NAN));
    let votes = json["votes"].as_object().into_iter().flatten().map(of).collect();
    Ok((votes, model.predict(&query)?.values.label(0)))
}

fn name_of(weights: VoteWeights) -> &'static str {
    match weights {
        VoteWeights::Uniform => "uniform",
        VoteWeights::Distance => "distance",
        VoteWeights::SquaredDistance => "squared_distance",
    }
}

/// A step about votes at several k, by both kinds of votes.
fn voted(mut step: LessonStep, data: &Table, ks: &[u32], at: [f64; 2], of: &str) -> Result<LessonStep> {
    let mut rows = Vec::new();
    for &k in ks {
        for weights in [VoteWeights::Uniform, VoteWeights::Distance] {
            let (votes, class) = ballot(data, k, weights, at)?;
            let words =
                votes.iter().map(|(class, vote)| format!("{class} {}", six(*vote))).collect::<Vec<_>>();
            rows.push([format!("k = {k}"), name_of(weights).to_string(), words.join(", "), class.clone()]);
            let key = format!("{of}.{k}.{}", name_of(weights));
            step = step.value(format!("{key}.class"), class).numbers(&key, votes);
        }
    }
    Ok(step.shows(table(["neighbors", "votes", "sums", "class"], rows)))
}

fn votes() -> Result<LessonStep> {
    let step = LessonStep::new("They vote").says(
        "The class with most votes among the k nearest wins. A vote counts 1, or one over the distance. With k = 5 the two disagree: \
         the far rows are many, and the near ones near.",
    );
    let step = voted(step, &points(&X, &Y, &CLASSES)?, &[3, 5], [1.0, 1.0], "votes")?;
    Ok(step
        .erratum(
            "that the largest sum is searched 'over x_y'",
            "It is searched over the classes y; and one over a distance of 0 has no value, so that rows exactly at the question vote \
             alone",
        )
        .erratum(
            "I(y = y_i) and d(x*, x_1) in the sums",
            "They are I(y_k = y_i) for the class y_k, and d(x*, x_i): every neighbor has its own distance",
        ))
}

fn means() -> Result<LessonStep> {
    let data = Table::builder()
        .number("x", X.to_vec())
        .number("y", Y.to_vec())
        .number("number", NUMBERS.to_vec())
        .build()?;
    let data = data.dataset().target("number")?;
    let (mut rows, mut step) = (Vec::new(), LessonStep::new("Or their numbers are averaged"));
    for k in [3, 5] {
        for weights in [VoteWeights::Uniform, VoteWeights::Distance] {
            let model = KNeighbors::default().n_neighbors(k).weights(weights).fit(&data)?;
            let found = match model.predict(&query(1.0, 1.0)?)?.values {
                Predictions::Numbers(values) => values[0],
                Predictions::Classes(..) => f64::NAN,
            };
            rows.push([format!("k = {k}"), name_of(weights).to_string(), six(found)]);
            step = step.value(format!("mean.{k}.{}", name_of(weights)), found);
        }
    }
    Ok(step
        .says("For numbers the neighbors are averaged, plainly or weighed by one over the distance.")
        .shows(table(["neighbors", "weights", "prediction"], rows)))
}

fn another_table() -> Result<LessonStep> {
    let data = points(&[1.0, 2.0, 4.0, 5.0, 4.0], &[1.0, 1.0, 4.0, 4.0, 5.0], &["A", "A", "B", "B", "B"])?;
    let step = LessonStep::new("How many neighbors?").says(
        "Another table: A at (1, 1) and (2, 1), B at (4, 4), (5, 4) and (4, 5), and a question at (2, 2). One neighbor follows every \
         accident; five of five rows forget where the question was.",
    );
    let nearest = KNeighbors::default().n_neighbors(5).fit(&data.dataset().target("class")?)?;
    let found = nearest.nearest(&features(&nearest, &query(2.0, 2.0)?)?, 5)?;
    // The other notes weigh a vote by one over the squared distance.
    let squared = |from: usize, to: usize| -> f64 {
        let of = |row: u32| (from..to).contains(&(row as usize));
        found.of(0).iter().filter(|one| of(one.row)).map(|one| 1.0 / (one.distance * one.distance)).sum()
    };
    let (a, b) = (squared(0, 2), squared(2, 5));
    let step = voted(step, &data, &[1, 3, 5], [2.0, 2.0], "other")?;
    Ok(step
        .shows(format!("With one over the squared distance, all five: A {}, B {}", six(a), six(b)))
        .value("squared.A", a)
        .value("squared.B", b))
}

fn units() -> Result<LessonStep> {
    let (low, high) = ([1.5, 10_000.0], [1.8, 10_000_000.0]);
    let into_unit = |x: f64, column: usize| (x - low[column]) / (high[column] - low[column]);
    let (height, income) = (into_unit(1.65, 0), into_unit(73_600.0, 1));
    let heights = vec![1.5, 1.8, 1.52, 1.78];
    let incomes = vec![10_000.0, 10_000_000.0, 9_000_000.0, 1_000_000.0];
    let people = Table::builder()
        .number("height", heights)
        .number("income", incomes)
        .category("size", &["short", "tall", "short", "tall"].map(Some))
        .build()?;
    let someone =
        Table::builder().number("height", vec![1.79]).number("income", vec![8_800_000.0]).build()?;
    let mut rows = Vec::new();
    let mut answers = Vec::new();
    for (scale, name) in [
        (FeatureScaling::None, "as they are"),
        (FeatureScaling::MinMax, "from 0 to 1"),
        (FeatureScaling::Standard, "in deviations"),
    ] {
        let model =
            KNeighbors::default().n_neighbors(1).scale(scale).fit(&people.dataset().target("size")?)?;
        let answer = model.predict(&someone)?.values.label(0);
        rows.push([name.to_string(), answer.clone()]);
        answers.push(answer);
    }
    let numbers = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
    let normal = hornbook::math::distributions::Normal::fit(&numbers, None)?;
    let scaled: Vec<f64> = numbers.iter().map(|&x| normal.standardize(x)).collect();
    Ok(LessonStep::new("Units")
        .says(
            "Heights lie between 1.5 and 1.8 meters, incomes between 10,000 and 10,000,000. Taken as they are, only the income counts. \
             Who is 1.79 m tall and earns 8.8 million is taken for short, until the columns have comparable units.",
        )
        .shows(format!("From 0 to 1: 1.65 m becomes {}, and 73,600 becomes {}", short(height), fixed(income, 8)))
        .shows(table(["columns", "the nearest row is"], rows))
        .shows(format!("In deviations, {} becomes\n{}", vector(&numbers), vector(&scaled)))
        .value("unit.height", height)
        .value("unit.income", income)
        .value("answer.plain", answers[0].clone())
        .value("answer.min_max", answers[1].clone())
        .value("answer.standard", answers[2].clone())
        .value("standardized", scaled))
}
