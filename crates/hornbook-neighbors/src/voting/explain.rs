//! A model of neighbours in words, and who votes on a row.

use super::model::{Answers, NeighboursModel, Reach};
use super::votes::{Tally, VoteWeights};
use crate::places::Places;
use hornbook_core::Result;
use hornbook_data::Features;
use hornbook_learner::words::{aligned, counted, rounded, significant};
use hornbook_learner::{Explanation, Section};
use serde_json::{Value, json};

/// Neighbours that are listed; the others are only counted.
const SHOWN: usize = 50;

/// The rows of a model and how they are searched.
pub(crate) fn index_section(places: &Places) -> Section {
    let (index, metric) = (&places.index, places.index.metric().name());
    let text = format!(
        "{} of {}, found by {}\ndistance: {metric}",
        counted(index.rows() as u64, "row", "rows"),
        counted(index.width() as u64, "column of numbers", "columns of numbers"),
        index.algorithm().name(),
    );
    let json = json!({
        "rows": index.rows(), "columns": index.width(), "algorithm": index.algorithm().name(), "metric": metric,
        "weight": places.total_weight(),
    });
    Section { heading: "rows", text, json }
}

/// The whole model.
pub(super) fn model(model: &NeighboursModel) -> Explanation {
    let who = match model.learned.reach {
        Reach::Nearest(k) => format!("the {} to a row", counted(k.into(), "nearest row", "nearest rows")),
        Reach::Within(radius, _) => format!("all rows within {} of a row", significant(radius)),
    };
    let what = match model.learned.votes {
        VoteWeights::Uniform => "each with its weight",
        VoteWeights::Distance => "each with its weight over its distance",
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
    let mut lines = vec![["row", "distance", target.name.as_str(), "vote"].map(str::to_string).to_vec()];
    let mut list = Vec::new();
    for one in voters.iter().take(SHOWN) {
        let number = model.learned.places.number(one.row) + 1;
        let vote = model.learned.votes.vote(one.distance, nearest) * one.weight;
        let (said, value) = match &model.learned.answers {
            Answers::Classes(codes) => {
                let class = &target.classes[codes[one.row as usize] as usize];
                (class.clone(), json!(class))
            }
            Answers::Numbers(numbers) => {
                let number = numbers[one.row as usize];
                (number.to_string(), json!(number))
            }
        };
        lines.push(vec![number.to_string(), significant(one.distance), said, significant(vote)]);
        list.push(json!({"row": number, "distance": one.distance, "target": value, "vote": vote}));
    }
    let mut text = aligned(&lines);
    match voters.len() {
        0 => text = "there are none".to_string(),
        many if many > SHOWN => text.push_str(&format!("\nand {} more", many - SHOWN)),
        _ => {}
    }
    let neighbours = Section { heading: "neighbours", text, json: Value::Array(list) };
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
