//! A model of neighbours in a model file. These structs are what a file holds, apart from those the program computes with:
//! they may gain fields at the end, and must not change.

use super::model::{Answers, Learned, OutlierLabel, Reach};
use super::votes::VoteWeights;
use crate::file::{FilePlaces, damaged, read, write};
use hornbook_core::{Result, Task};
use hornbook_data::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct FileVoting {
    places: FilePlaces,
    answers: FileAnswers,
    reach: FileReach,
    votes: FileVotes,
}

/// Earlier versions had a truth value here, whose bytes are those of the first two.
#[derive(Serialize, Deserialize)]
enum FileVotes {
    Uniform,
    Distance,
    SquaredDistance,
}

#[derive(Serialize, Deserialize)]
enum FileAnswers {
    Classes(Vec<u32>),
    Numbers(Vec<f64>),
}

#[derive(Serialize, Deserialize)]
enum FileReach {
    Nearest(u32),
    Within { radius: f64, everybody_else: bool },
}

pub(super) fn to_bytes(learned: &Learned) -> Result<Vec<u8>> {
    write(&FileVoting {
        places: FilePlaces::of(&learned.places)?,
        answers: match &learned.answers {
            Answers::Classes(codes) => FileAnswers::Classes(codes.clone()),
            Answers::Numbers(numbers) => FileAnswers::Numbers(numbers.clone()),
        },
        reach: match learned.reach {
            Reach::Nearest(k) => FileReach::Nearest(k),
            Reach::Within(radius, label) => FileReach::Within { radius, everybody_else: label.is_some() },
        },
        votes: match learned.votes {
            VoteWeights::Uniform => FileVotes::Uniform,
            VoteWeights::Distance => FileVotes::Distance,
            VoteWeights::SquaredDistance => FileVotes::SquaredDistance,
        },
    })
}

pub(super) fn from_bytes(schema: &Schema, bytes: &[u8]) -> Result<Learned> {
    let FileVoting { places, answers, reach, votes } = read(bytes)?;
    let places = places.places(schema)?;
    let (rows, target) = (places.index.rows(), &schema.target);
    let answers = match (answers, target.task) {
        (FileAnswers::Classes(codes), Task::Classification)
            if codes.len() == rows && codes.iter().all(|&code| (code as usize) < target.classes.len()) =>
        {
            Answers::Classes(codes)
        }
        (FileAnswers::Numbers(numbers), Task::Regression)
            if numbers.len() == rows && numbers.iter().all(|x| x.is_finite()) =>
        {
            Answers::Numbers(numbers)
        }
        _ => return Err(damaged("the targets of its rows do not fit")),
    };
    let reach = match reach {
        FileReach::Nearest(k) if k > 0 => Reach::Nearest(k),
        FileReach::Within { radius, everybody_else } if radius >= 0.0 => {
            Reach::Within(radius, everybody_else.then_some(OutlierLabel::MostFrequent))
        }
        _ => return Err(damaged("what it says of neighbours is not sound")),
    };
    let votes = match votes {
        FileVotes::Uniform => VoteWeights::Uniform,
        FileVotes::Distance => VoteWeights::Distance,
        FileVotes::SquaredDistance => VoteWeights::SquaredDistance,
    };
    Ok(Learned { places, answers, reach, votes })
}
