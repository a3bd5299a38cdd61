//! Trees that are cut back.

use super::growing::{days, rules_of};
use crate::format::{fixed, six, table};
use crate::lesson::LessonStep;
use crate::tables;
use crate::trace::{texts, traced};
use hornbook::trees::DecisionTreeModel;
use hornbook::trees::pruning::{PruningRule, pessimistic_error};
use hornbook::trees::reports::ranking;
use hornbook::{Dataset, Fit, Id3, Model, Result};

pub(super) fn chi_square() -> Result<LessonStep> {
    let data = days()?;
    let all = ranking(&data)?;
    let tested = Id3::default().significance(0.05).fit(&data)?;
    let rows = all
        .iter()
        .map(|one| [one.name.clone(), six(one.chi_square), fixed(one.degrees, 0), fixed(one.p_value, 6)]);
    let chi = all.iter().map(|one| (one.name.clone(), one.chi_square)).collect::<Vec<_>>();
    let p = all.iter().map(|one| (one.name.clone(), one.p_value)).collect::<Vec<_>>();
    Ok(LessonStep::new("Could it be chance?")
        .says(
            "Quinlan's test for noise: if a column had nothing to do with the class, how often would the counts differ so much \
             from what is expected? With fourteen days no question passes at 5 %, and ID3 with that test does not ask any.",
        )
        .shows(table(["column", "chi-square", "degrees", "p"], rows))
        .shows(format!("ID3 with the test: {}", rules_of(&tested)))
        .numbers("chi", chi)
        .numbers("p", p)
        .value("tested_leaves", tested.leaves())
        .erratum(
            "how many rows of each class are expected in a branch, and stop there",
            "The statistic is the sum of (found - expected)^2 / expected over branches and classes, with one degree of \
             freedom less than there are branches (for two classes)",
        ))
}

fn right(model: &DecisionTreeModel, rows: &Dataset, truth: &[&str]) -> Result<usize> {
    let answers = model.predict(rows.table())?.values;
    Ok(truth.iter().enumerate().filter(|(row, truth)| answers.label(*row) == **truth).count())
}

pub(super) fn reduced_error() -> Result<LessonStep> {
    let lines = [
        "Rain Mild High Strong Yes",
        "Rain Mild High Weak Yes",
        "Sunny Mild High Weak No",
        "Sunny Mild Normal Weak Yes",
        "Overcast Mild High Weak Yes",
    ];
    let truth: Vec<&str> = lines.iter().filter_map(|line| line.split_whitespace().last()).collect();
    let names = ["Outlook", "Temperature", "Humidity", "Wind", "Play"];
    let validation = tables::words(&names, &lines)?.dataset().target("Play")?;
    let model = Id3::default().fit(&days()?)?;
    let rule = PruningRule::ReducedError { validation: &validation };
    let (pruned, said) = traced(|run| model.pruned_with(&rule, run))?;
    let (before, after) = (right(&model, &validation, &truth)?, right(&pruned, &validation, &truth)?);
    Ok(LessonStep::new("Reduced-error pruning")
        .says(
            "Five days that the tree has not seen. A node becomes a leaf with the most common class of its training days if that \
             does not cost a mistake on the new days, and the cut that helps most is made first.",
        )
        .shows(texts(&said))
        .shows(format!("Right on the new days: {before} of 5 before, {after} of 5 after."))
        .shows(rules_of(&pruned))
        .value("right_before", before)
        .value("right_after", after)
        .value("pruned_leaves", pruned.leaves()))
}

pub(super) fn pessimistic() -> Result<LessonStep> {
    let trees = [("left", 4.0, 7), ("right", 6.0, 4)];
    let mut step = LessonStep::new("A price for leaves").says(
        "Without new rows: two trees for 24 records, and each leaf costs as much as some errors. Which of them is better depends on \
         the price.",
    );
    let mut rows = Vec::new();
    for price in [0.5, 1.0] {
        for (name, errors, leaves) in trees {
            let share = pessimistic_error(errors, leaves, price) / 24.0;
            rows.push([format!("{name}: {errors} errors, {leaves} leaves"), fixed(price, 1), six(share)]);
            step = step.value(format!("pessimistic.{name}.{price}"), share);
        }
    }
    Ok(step.shows(table(["tree", "price of a leaf", "error"], rows)))
}
