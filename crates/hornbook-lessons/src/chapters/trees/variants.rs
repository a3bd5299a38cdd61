//! Columns that ID3 was not made for: identifiers, costly ones, numbers, and columns with missing values.

use super::growing::{counts, days, gain_at, gain_of, in_words};
use crate::format::{fixed, six, table};
use crate::lesson::LessonStep;
use crate::tables;
use crate::trace::{texts, traced};
use hornbook::trees::decision_tree::{CategorySplits, Criterion, Missing};
use hornbook::trees::reports::ranking;
use hornbook::{DecisionTree, Fit, Id3, Model, Result, Table};

pub(super) fn identity() -> Result<LessonStep> {
    let data = days()?;
    let names: Vec<Option<String>> = (1..=data.table().rows()).map(|day| Some(format!("D{day}"))).collect();
    let column = Table::builder().category("Day", &names).build()?.column("Day")?.clone();
    let all = ranking(&data.table().with_column("Day", column)?.dataset().target("Play")?)?;
    let rows = all.iter().map(|one| [one.name.clone(), six(one.gain), six(one.gain_ratio)]);
    let day = all.iter().find(|one| one.name == "Day");
    let (gain, ratio) = day.map_or((f64::NAN, f64::NAN), |day| (day.gain, day.gain_ratio));
    Ok(LessonStep::new("A column that is different every day")
        .says(
            "Give every day its name as a column. It gains all there is to gain, and says nothing about tomorrow. C4.5 compares \
             gain ratios instead; with as few as fourteen days even that does not cure it.",
        )
        .shows(table(["column", "gain", "gain ratio"], rows))
        .value("gain.Day", gain)
        .value("ratio.Day", ratio))
}

pub(super) fn costs() -> Result<LessonStep> {
    let all = ranking(&days()?)?;
    let cost = |name: &str| if name == "Outlook" { 4.0 } else { 1.0 };
    let priced: Vec<(String, f64, f64)> = all
        .iter()
        .map(|one| (one.name.clone(), one.gain / cost(&one.name), one.gain * one.gain / cost(&one.name)))
        .collect();
    let rows = priced
        .iter()
        .map(|(name, plain, squared)| [name.clone(), fixed(cost(name), 0), six(*plain), six(*squared)]);
    Ok(LessonStep::new("Questions that cost something")
        .says(
            "If a look at the sky costs 4 and any other look 1, the gain is set against the cost, itself or its square: both now \
             prefer Humidity.",
        )
        .shows(table(["column", "cost", "gain / cost", "gain^2 / cost"], rows))
        .numbers("by_cost", priced.iter().map(|(name, plain, _)| (name.clone(), *plain)))
        .numbers("square_by_cost", priced.iter().map(|(name, _, squared)| (name.clone(), *squared))))
}

pub(super) fn thresholds() -> Result<LessonStep> {
    let degrees = [40.0, 48.0, 60.0, 72.0, 80.0, 90.0];
    let plays = [false, false, true, true, true, false];
    let gain_below = |threshold: f64| {
        let mut parts = [[0.0; 2]; 2];
        for (degree, play) in degrees.iter().zip(plays) {
            parts[usize::from(*degree > threshold)][usize::from(!play)] += 1.0;
        }
        gain_of(&parts)
    };
    let middles: Vec<f64> = degrees.windows(2).map(|pair| (pair[0] + pair[1]) / 2.0).collect();
    let rows = middles.iter().zip(plays.windows(2)).map(|(&middle, pair)| {
        let place = if pair[0] == pair[1] { "same class on both sides" } else { "the class changes" };
        [format!("Temperature <= {middle}"), six(gain_below(middle)), place.to_string()]
    });
    let labels = plays.map(|play| Some(if play { "Yes" } else { "No" }));
    let warmth =
        Table::builder().number("Temperature", degrees.to_vec()).category("Play", &labels).build()?;
    let (_, said) =
        traced(|run| Id3::default().max_depth(1).fit_with(&warmth.dataset().target("Play")?, run))?;
    Ok(LessonStep::new("A number to ask about")
        .says(
            "Temperature in degrees, on six days. A threshold between two days of the same class is never the best, so only 54 \
             and 85 are worth a look. The learner finds the same.",
        )
        .shows(table(["question", "gain", ""], rows))
        .shows(texts(&said))
        .numbers("threshold", middles.iter().map(|&middle| (middle.to_string(), gain_below(middle))))
        .value("threshold.chosen", gain_at(&said, &[], "Temperature <= 54")))
}

pub(super) fn gaps() -> Result<LessonStep> {
    // The first day is a No with weak wind, which is now unknown.
    let all = counts(&tables::play_tennis()?, "Wind")?;
    let (strong, weak) = (all[0].1, [all[1].1[0], all[1].1[1] - 1.0]);
    let size = |part: [f64; 2]| part[0] + part[1];
    let share = size(weak) / (size(weak) + size(strong));
    let filled =
        |to_weak: f64| gain_of(&[[weak[0], weak[1] + to_weak], [strong[0], strong[1] + 1.0 - to_weak]]);
    let known = gain_of(&[weak, strong]) * 13.0 / 14.0;
    let is_weak_common = f64::from(u8::from(size(weak) > size(strong)));
    let is_weak_common_among_no = f64::from(u8::from(weak[1] > strong[1]));
    let ways = [
        ("the most common value", "node", filled(is_weak_common)),
        ("the most common value of its class", "class", filled(is_weak_common_among_no)),
        ("both values, in fractions", "fractions", filled(share)),
        ("13/14 of the gain of the known days (C4.5)", "c45", known),
    ];
    let rows = ways.iter().map(|(way, _, gain)| [way.to_string(), six(*gain)]);
    let words = in_words(&[("Strong".to_string(), strong), ("Weak".to_string(), weak)]);
    Ok(LessonStep::new("A value that is missing")
        .says("The wind of the first day was not written down. There are four ways to count its gain without it.")
        .shows(format!("Known: {words}"))
        .shows(table(["the first day counts as", "gain of Wind"], rows))
        .numbers("gap", ways.map(|(_, name, gain)| (name, gain))))
}

pub(super) fn fractions() -> Result<LessonStep> {
    let learner = DecisionTree::default()
        .criterion(Criterion::Entropy)
        .categories(CategorySplits::Multiway)
        .missing(Missing::Fractional);
    let model = learner.fit(&days()?)?;
    let lines = ["? Mild High Weak", "? Mild Normal Strong", "? Mild High Strong", "Sunny Mild ? Weak"];
    let asked = tables::words(&["Outlook", "Temperature", "Humidity", "Wind"], &lines)?;
    let yes = model.probabilities(&asked)?.column(1);
    let rows = lines.iter().zip(&yes).map(|(line, &yes)| [line.to_string(), six(yes), six(1.0 - yes)]);
    let names = ["high_weak", "normal_strong", "high_strong", "sunny"];
    Ok(LessonStep::new("Asking with a gap")
        .says(
            "To classify a day of unknown outlook, C4.5 sends it down every branch, in fractions as large as the branches' shares \
             of the training days, and adds up what the leaves say.",
        )
        .shows(table(["day", "Yes", "No"], rows))
        .numbers("fraction", names.into_iter().zip(yes.iter().copied())))
}
