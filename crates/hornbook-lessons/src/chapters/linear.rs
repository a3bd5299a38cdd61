//! Linear models: least squares, descent, perceptrons and the delta rule.

use super::Chapter;
use crate::format::{short, six, table, vector};
use crate::lesson::LessonStep;
use crate::tables::{bits, line};
use crate::trace::{list, number, texts, traced};
use hornbook::linear::{AtZero, Hyperplane, LinearModel, LossSurface, Reduction, TargetCoding, UpdateMode};
use hornbook::{Dataset, DeltaRule, Fit, LinearRegression, Model, Perceptron, Result};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "linear",
    title: "Linear models: least squares by hand, descent step by step, perceptrons and the delta rule",
    ids: &[
        "001:179", "001:180", "001:181", "001:186", "001:188", "001:189", "002:H01", "002:H02", "002:H03",
        "002:H04", "002:H05", "002:H10", "002:I03", "002:I04",
    ],
    steps: &[least_squares, surface, descent, and_by_hand, perceptron, without_a_line, delta_rule, distance],
};

fn learned(model: &LinearModel) -> Vec<f64> {
    [&model.intercepts()[..1], model.weights().row(0)].concat()
}

fn batches(rate: f64, rounds: u32) -> DeltaRule {
    DeltaRule::default()
        .shuffle(false)
        .tol(0.0)
        .mode(UpdateMode::Batch)
        .reduction(Reduction::Sum)
        .eta0(rate)
        .max_iter(rounds)
}

fn least_squares() -> Result<LessonStep> {
    let (x, y) = ([1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 5.0, 6.0]);
    let data = line(&x, &y)?;
    let model = LinearRegression::default().fit(&data)?;
    let origin = learned(&LinearRegression::default().fit_intercept(false).fit(&data)?)[1];
    let squares = model.fitted().map_or(f64::NAN, |fitted| fitted.targets[0].residual_squares);
    let sum = |f: fn(f64, f64) -> f64| x.iter().zip(y).map(|(x, y)| f(*x, y)).sum::<f64>();
    let (sx, sy, sxy, sxx) = (sum(|x, _| x), sum(|_, y| y), sum(|x, y| x * y), sum(|x, _| x * x));
    let w1 = (4.0 * sxy - sx * sy) / (4.0 * sxx - sx * sx);
    let found = learned(&model);
    Ok(LessonStep::new("Least squares by hand")
        .says("Four points (1, 2), (2, 3), (3, 5), (4, 6). The derivatives of the squared errors are zero at one place.")
        .shows(format!(
            "sums: x {sx}, y {sy}, xy {sxy}, xx {sxx}\n\
             w1 = (4 x {sxy} - {sx} x {sy}) / (4 x {sxx} - {sx}^2) = {}\nw0 = ({sy} - w1 x {sx}) / 4 = {}",
            short(w1),
            short((sy - w1 * sx) / 4.0)
        ))
        .shows(format!(
            "linear-regression finds {}, squared errors {}; through the origin w = {}",
            vector(&found),
            short(squares),
            six(origin)
        ))
        .value("w0", found[0])
        .value("w1", found[1])
        .value("squares", squares)
        .value("origin", origin)
        .erratum(
            "that the loss is least 'when w0 and w1 are zero'",
            format!("Its derivatives by w0 and w1 are zero there; the weights are {}", vector(&found)),
        )
        .erratum(
            "w0 = 24.6 for the line of house prices, 0.232 x + w0",
            format!("The book's line has w0 = 246: 2000 square feet cost {} thousand dollars", short(0.232 * 2000.0 + 246.0)),
        ))
}

fn surface() -> Result<LessonStep> {
    let intercepts = [-0.5, 0.0, 0.5, 1.0, 1.5];
    let slopes = [1.0, 1.2, 1.4, 1.6, 1.8];
    let surface =
        LossSurface::new(&[1.0, 2.0, 3.0, 4.0], &[2.0, 3.0, 5.0, 6.0], intercepts.to_vec(), slopes.to_vec())?;
    let row = |(i, w0): (usize, &f64)| {
        let losses: [String; 5] = std::array::from_fn(|j| short(surface.loss(i, j)));
        let [a, b, c, d, e] = losses;
        [format!("w0 = {w0}"), a, b, c, d, e]
    };
    let head = ["", "w1 = 1", "1.2", "1.4", "1.6", "1.8"];
    let (i, j) = surface.lowest();
    Ok(LessonStep::new("The loss of every line")
        .says(
            "The squared errors of the same four points, for lines all around: a bowl with one lowest place.",
        )
        .shows(table(head, intercepts.iter().enumerate().map(row)))
        .shows(format!(
            "lowest: w0 = {}, w1 = {}, with {}",
            intercepts[i],
            slopes[j],
            short(surface.loss(i, j))
        ))
        .value("surface.lowest", vec![intercepts[i], slopes[j], surface.loss(i, j)])
        .value("surface.corner", surface.loss(0, 0)))
}

fn descent() -> Result<LessonStep> {
    let data = line(&[0.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 2.0, 4.0])?;
    let (_, said) = traced(|run| batches(0.05, 3).fit_with(&data, run))?;
    let weights: Vec<Vec<f64>> = said.iter().map(|one| list(&one.json, "weights")).collect();
    let end = learned(&LinearRegression::default().fit(&data)?);
    let rows = weights
        .iter()
        .zip(&said)
        .enumerate()
        .map(|(round, (w, one))| [round.to_string(), vector(w), six(number(&one.json, "loss"))]);
    let step =
        weights.iter().enumerate().fold(LessonStep::new("Descent, step by step"), |step, (round, w)| {
            step.value(format!("round.{round}"), w.clone())
        });
    Ok(step
        .says("Instead of solving, go downhill: w = w - rate x gradient, from zero with a rate of 0.05, on half the squared errors.")
        .shows(table(["round", "weights", "loss"], rows))
        .shows(format!("The end of the way, by least squares: {}", vector(&end)))
        .value("descent.end", end)
        .erratum("w = w + rate x gradient", "The minus sign was lost: with a plus the loss would grow"))
}

fn and_by_hand() -> Result<LessonStep> {
    let rows = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
    let sums = |w0: f64| -> Result<Vec<f64>> {
        let plane = Hyperplane::new(vec![0.5, 0.5], w0)?;
        rows.iter().map(|row| plane.value(row)).collect()
    };
    let (printed, right) = (sums(-3.0)?, sums(-0.8)?);
    let lines = (0..4).map(|at| [vector(&rows[at]), short(printed[at]), short(right[at])]);
    Ok(LessonStep::new("AND as a perceptron")
        .says("With -1 and 1 for false and true, and w1 = w2 = 0.5: the sum must be above zero for (1, 1) only.")
        .shows(table(["row", "w0 = -3", "w0 = -0.8"], lines))
        .value("sums.printed", printed.clone())
        .value("sums.right", right)
        .erratum(
            "w0 = -3",
            format!("The largest sum is then {}, so that the answer is always -1; w0 is -0.8", short(printed[3])),
        ))
}

/// Updates and rounds of a perceptron that meets the rows in their order.
fn rule(learner: &Perceptron, data: &Dataset) -> Result<(LinearModel, String)> {
    let (model, said) = traced(|run| learner.fit_with(data, run))?;
    Ok((model, texts(&said)))
}

fn perceptron() -> Result<LessonStep> {
    let mitchell =
        Perceptron::default().shuffle(false).eta0(0.1).coding(TargetCoding::PlusMinus).at_zero(AtZero::First);
    let (model, said) = rule(&mitchell, &bits(-1.0, |a, b| a && b)?)?;
    let (or, _) = rule(&mitchell, &bits(-1.0, |a, b| a || b)?)?;
    Ok(LessonStep::new("The perceptron learns AND")
        .says("Each row on the wrong side is added to the weights, times 0.1 (t - o), until a round has no mistake.")
        .shows(said)
        .value("and", learned(&model))
        .value("or", learned(&or)))
}

fn without_a_line() -> Result<LessonStep> {
    let learner = Perceptron::default().shuffle(false);
    type TruthFunction = fn(bool, bool) -> bool;
    let functions: [(&str, TruthFunction); 4] =
        [("AND", |a, b| a && b), ("OR", |a, b| a || b), ("NAND", |a, b| !(a && b)), ("XOR", |a, b| a != b)];
    let (mut rows, mut step) = (Vec::new(), LessonStep::new("What a line can part, and what not"));
    for (name, function) in functions {
        let model = learner.fit(&bits(0.0, function)?)?;
        let settled = model.info().summary.converged;
        let weights = if settled { vector(&learned(&model)) } else { "never settles".to_string() };
        rows.push([name.to_string(), weights]);
        step = step.value(format!("bits.{name}"), learned(&model)).value(format!("settles.{name}"), settled);
    }
    Ok(step
        .says("With 0 and 1, a rate of 1 and a start at zero: three functions have a line, and XOR has none.")
        .shows(table(["function", "weights"], rows)))
}

fn delta_rule() -> Result<LessonStep> {
    let data = bits(-1.0, |a, b| a && b)?;
    let (_, said) = traced(|run| batches(0.1, 3).fit_with(&data, run))?;
    let end = learned(&batches(0.1, 1000).fit(&data)?);
    let rows = said.iter().enumerate().map(|(round, one)| {
        [round.to_string(), vector(&list(&one.json, "weights")), six(number(&one.json, "loss"))]
    });
    let step = said.iter().enumerate().fold(LessonStep::new("The delta rule"), |step, (round, one)| {
        step.value(format!("delta.{round}"), list(&one.json, "weights"))
            .value(format!("loss.{round}"), number(&one.json, "loss"))
    });
    Ok(step
        .says(
            "The delta rule looks at how far a sum is from -1 or 1, and settles at the least squared error.",
        )
        .shows(table(["round", "weights", "half the squared errors"], rows))
        .shows(format!("After 1000 rounds: {}", vector(&end)))
        .value("delta.end", end))
}

fn distance() -> Result<LessonStep> {
    let plane = Hyperplane::new(vec![3.0, 4.0], -5.0)?;
    let (value, away, near) =
        (plane.value(&[2.0, 1.0])?, plane.distance(&[2.0, 1.0])?, plane.projection(&[2.0, 1.0])?);
    Ok(LessonStep::new("Sides and distances")
        .says("The plane 3 x1 + 4 x2 - 5 = 0 and the point (2, 1): the sum, divided by the length of the weights, is the distance.")
        .shows(format!("sum {}, distance {}, nearest point of the plane {}", short(value), short(away), vector(&near)))
        .value("sum", value)
        .value("away", away)
        .value("near", near))
}
