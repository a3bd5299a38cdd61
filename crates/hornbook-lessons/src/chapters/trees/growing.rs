//! From the entropy of all days to the tree.

use crate::format::{fixed, six, table};
use crate::lesson::LessonStep;
use crate::tables;
use crate::trace::{TraceRecord, number, texts, traced};
use hornbook::bayes::hypotheses::CountTable;
use hornbook::math::information::{entropy, information_gain, split_information};
use hornbook::trees::DecisionTreeModel;
use hornbook::trees::reports::{RankedFeature, ranking};
use hornbook::{BfsId3, Dataset, Fit, Id3, Model, Result, Table, Value};

/// The days, with what is to be predicted.
pub(super) fn days() -> Result<Dataset> {
    tables::play_tennis()?.dataset().target("Play")
}

/// How many days of each class there are for each value of a column: the value, then Yes and No.
pub(super) fn counts(table: &Table, column: &str) -> Result<Vec<(String, [f64; 2])>> {
    let counted = CountTable::of(&table.dataset().only(&[column, "Play"])?)?;
    let values = counted.variables().first().map(|variable| variable.values.clone()).unwrap_or_default();
    // The classes are No and Yes, in this order; the books write Yes first.
    let pairs = counted.counts().chunks(2).map(|pair| [pair[1], pair[0]]);
    Ok(values.into_iter().zip(pairs).collect())
}

/// `Sunny 2+ 3-`.
pub(super) fn in_words(counts: &[(String, [f64; 2])]) -> String {
    let words = counts.iter().map(|(value, [yes, no])| format!("{value} {yes}+ {no}-"));
    words.collect::<Vec<_>>().join(", ")
}

pub(super) fn gain_of(parts: &[[f64; 2]]) -> f64 {
    information_gain(&parts.iter().map(|part| part.as_slice()).collect::<Vec<_>>())
}

pub(super) fn entropies() -> Result<LessonStep> {
    let of_play = CountTable::of(&tables::play_tennis()?.dataset().only(&["Play"])?)?.counts().to_vec();
    let (no, yes) = (of_play[0], of_play[1]);
    let all = entropy(&[yes, no]);
    let cases = [
        ("all of one class", vec![14.0, 0.0]),
        ("half and half", vec![7.0, 7.0]),
        ("80 % of one class", vec![0.8, 0.2]),
        ("a coin that shows heads 99 times of 100", vec![99.0, 1.0]),
        ("a die with four sides", vec![1.0; 4]),
    ];
    let names = ["pure", "even", "eighty", "coin", "die"];
    let bits: Vec<f64> = cases.iter().map(|(_, counts)| entropy(counts)).collect();
    let rows = cases.iter().zip(&bits).map(|((name, _), &bits)| [name.to_string(), six(bits)]);
    Ok(LessonStep::new("How mixed are the days?")
        .says(
            "Fourteen days, and whether tennis was played. Entropy says how many bits it takes, on average, to say the class \
             of a day: 0 if all days are alike, 1 if two classes are equally frequent, at most log2 c for c classes.",
        )
        .shows(format!(
            "{yes} days Yes, {no} days No\n\
             Entropy = -({yes}/14) log2({yes}/14) - ({no}/14) log2({no}/14) = {}",
            six(all)
        ))
        .shows(table(["other cases", "bits"], rows))
        .value("entropy", all)
        .numbers("entropy", names.into_iter().zip(bits.iter().copied()))
        .erratum(
            "that the entropy of the coin with 99 heads is 'close to zero, but +1'",
            format!("It is {} bits: close to zero, but positive", fixed(bits[3], 4)),
        ))
}

fn ranked<'a>(all: &'a [RankedFeature], name: &str) -> Option<&'a RankedFeature> {
    all.iter().find(|one| one.name == name)
}

pub(super) fn gains() -> Result<LessonStep> {
    let data = days()?;
    let all = ranking(&data)?;
    let mut step = LessonStep::new("What does each column tell?").says(
        "The gain of a column is the entropy less what is left on average when its value is known. The gain ratio divides it by \
         the entropy of the column itself, so that columns of many values do not win just because of that.",
    );
    let (mut rows, mut parts) = (Vec::new(), Vec::new());
    for one in &all {
        let counts = counts(data.table(), &one.name)?;
        let pairs: Vec<&[f64]> = counts.iter().map(|(_, pair)| pair.as_slice()).collect();
        let split = split_information(&pairs);
        rows.push([one.name.clone(), six(one.gain), six(split), six(one.gain_ratio)]);
        parts.push(format!("{}: {}", one.name, in_words(&counts)));
        let names = ["gain", "split", "ratio"].map(|what| format!("{what}.{}", one.name));
        step = names
            .into_iter()
            .zip([one.gain, split, one.gain_ratio])
            .fold(step, |step, (name, number)| step.value(name, number));
    }
    let wind = counts(data.table(), "Wind")?;
    // The values come in the order of the alphabet.
    let (strong, weak) = (entropy(&wind[0].1), entropy(&wind[1].1));
    let formula = format!(
        "Gain(Wind) = {} - (8/14) {} - (6/14) {} = {}",
        fixed(entropy(&[9.0, 5.0]), 3),
        fixed(weak, 3),
        fixed(strong, 2),
        six(ranked(&all, "Wind").map_or(f64::NAN, |wind| wind.gain))
    );
    Ok(step
        .shows(parts.join("\n"))
        .shows(table(["column", "gain", "of the split", "gain ratio"], rows))
        .shows(formula)
        .value("entropy.Weak", weak)
        .value("entropy.Strong", strong))
}

/// The gain of a split on a column at the node with this path.
pub(super) fn gain_at(said: &[TraceRecord], path: &[&str], column: &str) -> f64 {
    let node = said.iter().find(|one| one.json["path"] == Value::from(path.to_vec()));
    let questions = node.and_then(|node| node.json["considered"].as_array()).into_iter().flatten();
    let mut found =
        questions.filter(|one| one["question"].as_str().is_some_and(|words| words.starts_with(column)));
    found.next().map_or(f64::NAN, |one| number(one, "gain"))
}

pub(super) fn nodes() -> Result<LessonStep> {
    let (model, said) = traced(|run| Id3::default().fit_with(&days()?, run))?;
    let sunny = ["Humidity", "Temperature", "Wind"].map(|name| gain_at(&said, &["Outlook = Sunny"], name));
    let rain = ["Wind", "Temperature", "Humidity"].map(|name| gain_at(&said, &["Outlook = Rain"], name));
    let start = entropy(&[2.0, 3.0]);
    Ok(LessonStep::new("ID3 grows the tree")
        .says(
            "ID3 asks about the column of the highest gain, divides the days by its values, and goes on with each part until \
             its days are all of one class. This is the learner's own trace: a star marks the question that is asked.",
        )
        .shows(texts(&said))
        .value("entropy.sunny", start)
        .numbers("gain.sunny", ["Humidity", "Temperature", "Wind"].into_iter().zip(sunny))
        .numbers("gain.rain", ["Wind", "Temperature", "Humidity"].into_iter().zip(rain))
        .value("nodes", model.nodes())
        .value("leaves", model.leaves())
        .value("depth", model.depth())
        .erratum(
            "that the entropy of the sunny days is .970, and that Humidity, Temperature and Wind gain .970, .570 and .019",
            format!(
                "They cut digits off where they should round: {}, and {}, {} and {}",
                fixed(start, 3),
                fixed(sunny[0], 3),
                fixed(sunny[1], 3),
                fixed(sunny[2], 3)
            ),
        ))
}

pub(super) fn rules_of(model: &DecisionTreeModel) -> String {
    let schema = &model.info().schema;
    model.rules().iter().map(|rule| rule.words(schema)).collect::<Vec<_>>().join("\n")
}

pub(super) fn rules() -> Result<LessonStep> {
    let model = Id3::default().fit(&days()?)?;
    let smallest = BfsId3::default().fit(&days()?)?;
    let shallow = BfsId3::default().max_depth(1).fit(&days()?)?;
    let asked = tables::words(&["Outlook", "Temperature", "Humidity", "Wind"], &["Sunny Hot High Strong"])?;
    let answer = model.predict(&asked)?.values.label(0);
    let is_smallest = rules_of(&model) == rules_of(&smallest);
    let alone = if is_smallest { "the same tree" } else { "another tree" };
    let none = if shallow.info().summary.converged { "some tree" } else { "no tree" };
    Ok(LessonStep::new("The tree as rules")
        .says(
            "Each path from the root to a leaf is a rule, and the paths to one class together are a disjunction of \
             conjunctions. A search of all trees, the shallowest first (BFS-ID3), says whether a smaller one would do.",
        )
        .shows(rules_of(&model))
        .shows(format!("Yes if {}", model.dnf("Yes")?))
        .shows(format!(
            "(Sunny, Hot, High, Strong) is classified {answer}.\n\
             Of depth 1, {none} has all days right; the search of depth 2 finds {alone}."
        ))
        .value("rules", model.rules().len())
        .value("answer", answer)
        .value("is_smallest", is_smallest)
        .value("depth_one_is_enough", shallow.info().summary.converged))
}

pub(super) fn fifteenth_day() -> Result<LessonStep> {
    let mut lines: Vec<String> = Vec::new();
    let names = ["Outlook", "Temperature", "Humidity", "Wind", "Play"];
    let text = include_str!("../../../../../data/play_tennis.csv");
    lines.extend(text.lines().skip(1).map(|line| line.replace(',', " ")));
    lines.push("Sunny Hot Normal Strong No".to_string());
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let data = tables::words(&names, &lines)?.dataset().target("Play")?;
    let (model, said) = traced(|run| Id3::default().fit_with(&data, run))?;
    let root = names[..4].iter().map(|name| (*name, gain_at(&said, &[], name)));
    let sunny = ["Temperature", "Humidity"].map(|name| (name, gain_at(&said, &["Outlook = Sunny"], name)));
    let gains = sunny.map(|(name, gain)| format!("{name} {}", six(gain))).join(", ");
    Ok(LessonStep::new("A fifteenth day")
        .says(
            "A noisy day arrives: sunny, hot, normal humidity, strong wind, and no tennis. The book says that the tree only grows \
             below Humidity = Normal. But the gains change, and with them the question that is asked on sunny days.",
        )
        .shows(format!("Gains on sunny days: {gains}"))
        .shows(rules_of(&model))
        .numbers("gain15", root.collect::<Vec<_>>())
        .numbers("gain15.sunny", sunny))
}

pub(super) fn restaurant() -> Result<LessonStep> {
    let all = ranking(&tables::restaurant()?.dataset().target("WillWait")?)?;
    let rows = all.iter().map(|one| {
        [one.name.clone(), six(one.gain), six(one.gain_ratio), six(one.chi_square), fixed(one.p_value, 5)]
    });
    let kept = |what: fn(&RankedFeature) -> f64| {
        all.iter().map(move |one| (one.name.clone(), what(one))).collect::<Vec<_>>()
    };
    Ok(LessonStep::new("Which question is useful at the restaurant?")
        .says(
            "Twelve guests, six of whom waited for a table. The notes call Patrons fairly good and Type useless: here are the \
             numbers, with the chi-square test that asks whether chance alone could do as well.",
        )
        .shows(table(["column", "gain", "gain ratio", "chi-square", "p"], rows))
        .numbers("restaurant.gain", kept(|one| one.gain))
        .numbers("restaurant.ratio", kept(|one| one.gain_ratio))
        .numbers("restaurant.chi", kept(|one| one.chi_square))
        .numbers("restaurant.p", kept(|one| one.p_value)))
}
