//! Out-of-core training gives the model of training in memory.

use crate::answers::ModelAnswers;
use crate::cases::{CaseSettings, LearnerCase, suits};
use crate::laws::says_what_to_do;
use crate::tables::{TestDataset, datasets};
use hornbook::{Dataset, Run, model_file};
use hornbook_learner::{CHUNK_ROWS, TableBatches, TrainingInput};
use std::sync::OnceLock;

/// Trains in memory and in batches: of the chunks that memory is folded in, which must give the same bytes, and of any number of
/// rows, which must give the same answers.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    if !case.learner.capabilities().out_of_core {
        return broken;
    }
    let run = Run::default().seed(5);
    let mut asked: Vec<(&TestDataset, &str, Dataset)> = Vec::new();
    for one in &case.datasets {
        asked.push((one, "batches of 16 rows", one.data.clone()));
        if case.learner.capabilities().sample_weights {
            let weights: Vec<f64> = (0..one.data.rows().len()).map(|row| 0.7 * (row % 4) as f64).collect();
            let weighted = one.data.with_row_weights(&weights).unwrap();
            asked.push((one, "batches of 16 rows with weights of 0", weighted));
        }
    }
    for (one, batch, data) in asked {
        let memory = case.learner.fit_with(&data, &run);
        let batches = case.learner.fit_with(TrainingInput::in_batches(&TableBatches::new(data, 16)), &run);
        let what = match (memory, batches) {
            (Ok(memory), Ok(batches)) => {
                let ask = |model: &dyn hornbook::Model| ModelAnswers::without_words(model, one.data.table());
                match (ask(memory.as_ref()), ask(batches.as_ref())) {
                    (Ok(memory), Ok(batches)) if memory.distance(&batches) <= 1e-9 => continue,
                    (Ok(memory), Ok(batches)) => format!("answers are {:e} apart", memory.distance(&batches)),
                    (memory, batches) => format!("{:?} and {:?}", memory.err(), batches.err()),
                }
            }
            // An option may need all rows at once, and says so.
            (Ok(_), Err(error)) if !case.is_default() && says_what_to_do(&error.to_string()) => continue,
            (memory, batches) => format!("{:?} and {:?}", memory.err(), batches.err()),
        };
        broken.push(format!("{} on {}, {batch}: {what}", case.text, one.name));
    }
    broken.extend(same_bytes(case));
    broken
}

/// Training on more than two chunks: with one thread in memory, and with three in batches.
fn same_bytes(case: &LearnerCase) -> Option<String> {
    if case.settings == CaseSettings::Option {
        return None;
    }
    static LARGE: OnceLock<Vec<TestDataset>> = OnceLock::new();
    let large = LARGE.get_or_init(|| datasets(2 * CHUNK_ROWS + 77, 2));
    // The first small dataset that suits, which is the one of most kinds of columns.
    let name = case.datasets.first()?.name;
    let one = large.iter().find(|one| one.name == name && suits(case.learner.as_ref(), one))?;
    static RUNS: OnceLock<[Run; 2]> = OnceLock::new();
    let [one_thread, three_threads] =
        RUNS.get_or_init(|| [1, 3].map(|threads| Run::default().seed(5).threads(threads)));
    let bytes = |model: hornbook::Result<Box<dyn hornbook::Model>>| {
        model.and_then(|model| model_file::to_bytes(model.as_ref()))
    };
    let memory = bytes(case.learner.fit_with(&one.data, one_thread));
    let batches = bytes(case.learner.fit_with(
        TrainingInput::in_batches(&TableBatches::new(one.data.clone(), CHUNK_ROWS)),
        three_threads,
    ));
    match (memory, batches) {
        (Ok(memory), Ok(batches)) if memory == batches => None,
        (Ok(_), Err(error)) if !case.is_default() && says_what_to_do(&error.to_string()) => None,
        (Ok(_), Ok(_)) => Some(format!("{} on {}: batches give other bytes", case.text, one.name)),
        (memory, batches) => {
            Some(format!("{} on {}: {:?} and {:?}", case.text, one.name, memory.err(), batches.err()))
        }
    }
}
