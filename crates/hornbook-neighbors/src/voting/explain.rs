//! A model of neighbours in words, and who votes on a row.

use super::model::{Answers, NeighboursModel, Reach};
use super::votes::{Tally, VoteWeights};
use crate::explain::{Beside, index_section, neighbours_section};
use crate::places::Counted;
use hornbook_core::Result;
use hornbook_data::Features;
use hornbook_learner::words::{counted, rounded, significant};
use hornbook_learner::{Explanation, Section};
use serde_json::{Value, json};

/// The whole model.
pub(super) fn model(model: &NeighboursModel) -> Explanation {
    let who = match model.learned.reach {
        Reach::Nearest(k) => format!("the {} to a row", counted(k.into(), "nearest row", "nearest rows")),
        Reach::Within(radius, _) => format!("all rows within {} of a row", significant(radius)),
    };
    let what = match model.learned.votes {
        VoteWeights::Uniform => "each with its weight",
        VoteWeights::Distance => "each with its weight over its distance",
        VoteWeights::SquaredDistance => "each with its weight over the square of its distance",
    };
    let (verb, name) = match model.learned.answers {
        Answers::Classes(_) => ("vote for", &model.info.schema.target.name),
        Answers::Numbers(_) => ("are averaged for", &model.info.schema.target.name),
    };
    let reach = match model.learned.reach {
        Reach::Nearest(k) => json!({"neighbours": k}),
        Reach::Within(radius, _) => json!({"radius": radius}),
    };
    let json = json!({"reach": reach, "weights": model.learned.votes.name()});
    let votes = Section { heading: "votes", text: format!("{who} {verb} '{name}', {what}"), json };
    Explanation { sections: vec![index_section(&model.learned.places), votes] }
}

/// Who votes on a row.
pub(super) fn row(model: &NeighboursModel, rows: &Features<'_>, row: usize) -> Result<Explanation> {
    let voters = model.voters(&rows.single(row))?.pop().unwrap_or_default();
    let target = &model.info.schema.target;
    let mut tally = Tally::new(target.classes.len());
    model.tally_of(row, &voters, &mut tally)?;
    let nearest = voters.first().map_or(0.0, |one| one.distance);
    let said = |one: &Counted| match &model.learned.answers {
        Answers::Classes(codes) => {
            let class = &target.classes[codes[one.row as usize] as usize];
            (class.clone(), json!(class))
        }
        Answers::Numbers(numbers) => {
            let number = numbers[one.row as usize];
            (number.to_string(), json!(number))
        }
    };
    let vote = |one: &Counted| {
        let vote = model.learned.votes.vote(one.distance, nearest) * one.weight;
        (significant(vote), json!(vote))
    };
    let beside = [
        Beside { name: &target.name, key: "target", value: &said },
        Beside { name: "vote", key: "vote", value: &vote },
    ];
    let neighbours = neighbours_section(&model.learned.places, &voters, &beside);
    let outcome = match model.learned.answers {
        Answers::Classes(_) => {
            let mut shares = vec![0.0; target.classes.len()];
            tally.write_shares(&mut shares);
            let line = |(class, name): (usize, &String)| {
                format!("{name}: {} ({})", significant(tally.votes(class)), rounded(shares[class]))
            };
            let text: Vec<String> = target.classes.iter().enumerate().map(line).collect();
            let votes = target.classes.iter().enumerate().map(|(class, name)| {
                (name.clone(), json!({"votes": tally.votes(class), "share": shares[class]}))
            });
            let json = Value::Object(votes.collect());
            Section { heading: "votes", text: text.join("\n"), json }
        }
        Answers::Numbers(_) => {
            let mean = tally.mean();
            let text = format!("mean of {}: {mean}", target.name);
            Section { heading: "votes", text, json: json!({"mean": mean}) }
        }
    };
    Ok(Explanation { sections: vec![neighbours, outcome] })
}
