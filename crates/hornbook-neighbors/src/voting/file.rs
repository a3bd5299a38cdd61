//! A model of neighbors in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::{KnnState, NeighborQuery, NeighborTargets, OutlierLabel};
use super::votes::VoteWeights;
use crate::file::FileTrainingIndex;
use hornbook_core::{Error, Result, Task};
use hornbook_data::Schema;
use hornbook_learner::{read_model_part, write_model_part};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileVoting {
    training_index: FileTrainingIndex,
    targets: FileNeighborTargets,
    query: FileNeighborQuery,
    votes: FileVotes,
}

/// Earlier versions had a boolean here, whose bytes are those of the first two.
#[derive(Serialize, Deserialize)]
enum FileVotes {
    Uniform,
    Distance,
    SquaredDistance,
}

#[derive(Serialize, Deserialize)]
enum FileNeighborTargets {
    Classes(Vec<u32>),
    Numbers(Vec<f64>),
}

#[derive(Serialize, Deserialize)]
enum FileNeighborQuery {
    Nearest(u32),
    Within { radius: f64, everybody_else: bool },
}

pub(super) fn to_bytes(state: &KnnState) -> Result<Vec<u8>> {
    write_model_part(&FileVoting {
        training_index: FileTrainingIndex::of(&state.training_index)?,
        targets: match &state.targets {
            NeighborTargets::Classes(codes) => FileNeighborTargets::Classes(codes.clone()),
            NeighborTargets::Numbers(numbers) => FileNeighborTargets::Numbers(numbers.clone()),
        },
        query: match state.query {
            NeighborQuery::Nearest(k) => FileNeighborQuery::Nearest(k),
            NeighborQuery::Within(radius, label) => {
                FileNeighborQuery::Within { radius, everybody_else: label.is_some() }
            }
        },
        votes: match state.votes {
            VoteWeights::Uniform => FileVotes::Uniform,
            VoteWeights::Distance => FileVotes::Distance,
            VoteWeights::SquaredDistance => FileVotes::SquaredDistance,
        },
    })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<KnnState> {
    let FileVoting { training_index, targets, query, votes } = read_model_part(bytes, "rows")?;
    let training_index = training_index.training_index(schema)?;
    let (rows, target) = (training_index.index.rows(), &schema.target);
    let targets = match (targets, target.task) {
        (FileNeighborTargets::Classes(codes), Task::Classification)
            if codes.len() == rows && codes.iter().all(|&code| (code as usize) < target.classes.len()) =>
        {
            NeighborTargets::Classes(codes)
        }
        (FileNeighborTargets::Numbers(numbers), Task::Regression)
            if numbers.len() == rows && numbers.iter().all(|x| x.is_finite()) =>
        {
            NeighborTargets::Numbers(numbers)
        }
        _ => return Err(Error::damaged("the targets of its rows do not fit")),
    };
    let query = match query {
        FileNeighborQuery::Nearest(k) if k > 0 => NeighborQuery::Nearest(k),
        FileNeighborQuery::Within { radius, everybody_else } if radius >= 0.0 => {
            NeighborQuery::Within(radius, everybody_else.then_some(OutlierLabel::MostFrequent))
        }
        _ => return Err(Error::damaged("what it says of neighbors is not sound")),
    };
    let votes = match votes {
        FileVotes::Uniform => VoteWeights::Uniform,
        FileVotes::Distance => VoteWeights::Distance,
        FileVotes::SquaredDistance => VoteWeights::SquaredDistance,
    };
    Ok(KnnState { training_index, targets, query, votes })
}
