//! A model of neighbors in words, and who votes on a row.

use super::model::{KNeighborsModel, NeighborQuery, NeighborTargets};
use super::votes::{VoteCounts, VoteWeights};
use crate::explain::{NeighborColumn, index_section, neighbors_section};
use crate::training_index::WeightedNeighbor;
use hornbook_core::Result;
use hornbook_core::format::{cell, counted, rounded, significant};
use hornbook_learner::{ExplainedRow, Explanation, Section};
use serde_json::{Value, json};

/// The whole model.
pub(super) fn model(model: &KNeighborsModel) -> Explanation {
    let who = match model.state.query {
        NeighborQuery::Nearest(k) => {
            format!("the {} to a row", counted(k.into(), "nearest row"))
        }
        NeighborQuery::Within(radius, _) => format!("all rows within {} of a row", significant(radius)),
    };
    let what = match model.state.votes {
        VoteWeights::Uniform => "weighted uniformly",
        VoteWeights::Distance => "weighted by inverse distance",
        VoteWeights::SquaredDistance => "weighted by inverse squared distance",
    };
    let (verb, name) = match model.state.targets {
        NeighborTargets::Classes(_) => ("vote for", &model.info.schema.target.name),
        NeighborTargets::Numbers(_) => ("are averaged for", &model.info.schema.target.name),
    };
    let query = match model.state.query {
        NeighborQuery::Nearest(k) => json!({"neighbors": k}),
        NeighborQuery::Within(radius, _) => json!({"radius": radius}),
    };
    let json = json!({"reach": query, "weights": model.state.votes.name()});
    let votes = Section { heading: "votes", text: format!("{who} {verb} '{name}', {what}"), json };
    Explanation { sections: vec![index_section(&model.state.training_index), votes] }
}

/// Who votes on a row.
pub(super) fn row(model: &KNeighborsModel, row: &ExplainedRow<'_>) -> Result<Explanation> {
    let voters = model.voters(row.features())?.pop().unwrap_or_default();
    let target = &model.info.schema.target;
    let mut tally = VoteCounts::new(target.classes.len());
    model.tally_of(row.number(), &voters, &mut tally)?;
    let nearest = voters.first().map_or(0.0, |one| one.distance);
    let said = |one: &WeightedNeighbor| match &model.state.targets {
        NeighborTargets::Classes(codes) => {
            let class = &target.classes[codes[one.row as usize] as usize];
            (class.clone(), json!(class))
        }
        NeighborTargets::Numbers(numbers) => {
            let number = numbers[one.row as usize];
            (cell(number), json!(number))
        }
    };
    let vote = |one: &WeightedNeighbor| {
        let vote = model.state.votes.vote(one.distance, nearest) * one.weight;
        (significant(vote), json!(vote))
    };
    let beside = [
        NeighborColumn { name: &target.name, key: "target", value: &said },
        NeighborColumn { name: "vote", key: "vote", value: &vote },
    ];
    let neighbors = neighbors_section(&model.state.training_index, &voters, &beside);
    let outcome = match model.state.targets {
        NeighborTargets::Classes(_) => {
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
        NeighborTargets::Numbers(_) => {
            let mean = tally.mean();
            let text = format!("mean of {}: {}", target.name, cell(mean));
            Section { heading: "votes", text, json: json!({"mean": mean}) }
        }
    };
    Ok(Explanation { sections: vec![neighbors, outcome] })
}
