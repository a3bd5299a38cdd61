//! Decisions: losses, doubts, utilities, and columns that are missing or noisy.

use super::Chapter;
use crate::format::{short, six, table};
use crate::lesson::LessonStep;
use hornbook::Result;
use hornbook::evaluation::decisions::{LossMatrix, chow, posterior};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "decisions",
    title: "Decisions: what mistakes cost, when to refuse, and what is left if a column is missing",
    ids: &[
        "001:98", "001:100", "001:107", "001:108", "001:109", "002:D02", "002:D03", "002:J03", "002:J04",
        "002:J05", "002:J06", "002:J10",
    ],
    steps: &[spam, risks, doubts, utilities, gaps_and_noise],
};

fn spam() -> Result<LessonStep> {
    let losses = LossMatrix::two_classes("good", "spam", 10.0, 1.0)?;
    // A lets spam through in 1 of 100 mails; B throws away good mail in 1 of 200.
    let a = losses.mean_loss(&[0, 1, 0], &[1, 1, 0], Some(&[1.0, 49.0, 50.0]))?;
    let b = losses.mean_loss(&[1, 1, 0], &[0, 1, 0], Some(&[0.5, 49.5, 50.0]))?;
    let threshold = losses.threshold()?;
    let mut rows = Vec::new();
    for p in [0.9, 0.95] {
        let risks = losses.risks(&[1.0 - p, p])?;
        let answer = &losses.actions()[losses.decide(&[1.0 - p, p])?];
        rows.push([short(p), short(risks[1]), short(risks[0]), answer.clone()]);
    }
    let at = |p: f64| -> Result<String> { Ok(losses.actions()[losses.decide(&[1.0 - p, p])?].clone()) };
    Ok(LessonStep::new("Mistakes that do not cost the same")
        .says(
            "To throw away a good mail costs 10, to let spam through costs 1. Program A is wrong in 1 % of the mails and always lets \
             spam through; program B is wrong in half as many, but always with good mail.",
        )
        .shows(table(
            ["program", "errors", "expected loss"],
            [["A".to_string(), short(0.01), short(a)], ["B".to_string(), short(0.005), short(b)]],
        ))
        .shows(format!("Say spam only if P(spam) is at least 10 / (10 + 1) = {}", six(threshold)))
        .shows(table(["P(spam)", "risk of saying spam", "risk of saying good", "say"], rows))
        .value("loss.A", a)
        .value("loss.B", b)
        .value("threshold", threshold)
        .value("at.0.9", at(0.9)?)
        .value("at.0.95", at(0.95)?))
}

fn risks() -> Result<LessonStep> {
    let classes = ["class 1", "class 2", "class 3"];
    let p = [0.6, 0.3, 0.1];
    let given = LossMatrix::new(
        &["action 1", "action 2", "action 3"],
        &classes,
        vec![0.0, 1.0, 12.0, 2.0, 0.0, 1.0, 3.0, 2.0, 0.0],
    )?;
    let plain = LossMatrix::zero_one(&classes)?;
    let (risks, plain_risks) = (given.risks(&p)?, plain.risks(&p)?);
    let line = |action: usize| {
        let losses = (0..3).map(|class| short(given.at(action, class))).collect::<Vec<_>>().join(" ");
        [given.actions()[action].clone(), losses, six(risks[action]), six(plain_risks[action])]
    };
    let (choice, plain_choice) = (given.decide(&p)?, plain.decide(&p)?);
    Ok(LessonStep::new("The risk of an action")
        .says(
            "The classes have the probabilities 0.6, 0.3 and 0.1. The risk of an action is its loss in each class times the \
             probability of the class. If every mistake costs 1, that is one less the probability of the class said, and the most \
             probable class is best; other losses may say otherwise.",
        )
        .shows(table(["action", "losses", "risk", "risk of 0/1 loss"], (0..3).map(line)))
        .shows(format!("Least risk: {}; by 0/1 loss: {}.", given.actions()[choice], plain.actions()[plain_choice]))
        .numbers("risk", ["1", "2", "3"].into_iter().zip(risks.iter().copied()))
        .value("choice", choice)
        .value("choice.zero_one", plain_choice)
        .erratum(
            "that the risk of class i is the sum of P(k) over all k, i included",
            format!(
                "It is the sum over all other classes: {} for class 1, where the sum over all is 1 for every class",
                short(plain_risks[0])
            ),
        ))
}

fn doubts() -> Result<LessonStep> {
    let p = [0.5, 0.3, 0.2];
    let (mut rows, mut step) = (Vec::new(), LessonStep::new("The right to refuse"));
    let words =
        |found: Option<usize>| found.map_or("reject".to_string(), |class| format!("class {}", class + 1));
    for theta in [0.0, 0.4, 0.5, 0.6, 1.0] {
        let losses = LossMatrix::zero_one(&["class 1", "class 2", "class 3"])?.with_reject(theta)?;
        let by_risk = losses.actions()[losses.decide(&p)?].clone();
        let by_rule = words(chow(&p, theta)?);
        let least = losses.risks(&p)?.into_iter().take(3).fold(f64::INFINITY, f64::min);
        rows.push([short(theta), short(least), by_risk, by_rule.clone()]);
        step = step.value(format!("rule.{theta}"), by_rule);
    }
    let never = words(chow(&p, 1.0)?);
    Ok(step
        .says(
            "A mistake costs 1 and leaving the row to somebody else costs theta. By the risks, reject if theta is less than the \
             least risk; by Chow's rule, unless the highest probability is above 1 - theta. The two differ only in ties. The \
             probabilities here are 0.5, 0.3 and 0.2.",
        )
        .shows(table(["theta", "least risk of a class", "by the risks", "by the rule"], rows))
        .erratum(
            "that theta > 1 never rejects",
            format!("Neither does theta = 1, unless no class has any probability: here it says {never}"),
        ))
}

fn utilities() -> Result<LessonStep> {
    let worth = LossMatrix::from_utilities(&["take", "leave"], &["rain", "dry"], vec![0.0, -1.0, -5.0, 0.0])?;
    let p = [0.7, 0.3];
    let expected = worth.expected_utilities(&p)?;
    let choice = worth.actions()[worth.decide(&p)?].clone();
    let line = |action: usize| {
        [
            worth.actions()[action].clone(),
            short(0.0 - worth.at(action, 0)),
            short(0.0 - worth.at(action, 1)),
            short(expected[action]),
        ]
    };
    Ok(LessonStep::new("An umbrella")
        .says(
            "The grass is wet, so that it rains with probability 0.7. To carry the umbrella through dry weather is worth -1, to be \
             without it in rain -5. Utilities are losses with the sign turned: the action of the greatest expected utility wins.",
        )
        .shows(table(["umbrella", "rain", "dry", "expected utility"], (0..2).map(line)))
        .shows(format!("Decision: {choice} it."))
        .value("utility.take", expected[0])
        .value("utility.leave", expected[1])
        .value("umbrella", choice))
}

fn gaps_and_noise() -> Result<LessonStep> {
    let priors = [0.6, 0.4];
    let (first, second) = ([0.2, 0.7], [0.5, 0.9]);
    let flip = 0.1;
    let given = |of_second: [f64; 2]| posterior(&[first[0] * of_second[0], first[1] * of_second[1]], &priors);
    // What is not known is summed over: the probabilities of both values are 1 together.
    let missing = given([1.0, 1.0])?;
    let clean = given(second.map(|p| 1.0 - p))?;
    // A zero was seen: it is a true zero that was kept, or a one that was flipped.
    let noisy = given(second.map(|p| (1.0 - p) * (1.0 - flip) + p * flip))?;
    let cases = [
        ("x2 is missing", "missing", missing),
        ("x2 = 0 was seen", "clean", clean),
        ("x2 = 0, wrong 1 time in 10", "noisy", noisy),
    ];
    let rows = cases.iter().map(|(case, _, p)| [case.to_string(), six(p[0]), six(p[1])]);
    let kept =
        cases.iter().flat_map(|(_, name, p)| [(format!("{name}.1"), p[0]), (format!("{name}.2"), p[1])]);
    Ok(LessonStep::new("A column that is missing or noisy")
        .says(
            "Two classes of probability 0.6 and 0.4; x1 = 1 has the probability 0.2 in one and 0.7 in the other, x2 = 1 has 0.5 and \
             0.9. x1 = 1 was seen. A value that is missing is summed over, and so is the true value behind a noisy one.",
        )
        .shows(table(["given x1 = 1 and", "class 1", "class 2"], rows))
        .numbers("posterior", kept.collect::<Vec<_>>()))
}
