//! The number of threads changes no bit of a model.

use crate::cases::{CaseSettings, LearnerCase};
use crate::tables::{TestDataset, datasets};
use hornbook::{Error, Run, model_file};
use std::sync::OnceLock;

/// Trains with 1, 2 and 3 threads on small tables, and with 1 and 3 on one that is large enough to be shared among them.
pub fn check(case: &LearnerCase) -> Vec<String> {
    static RUNS: OnceLock<[Run; 3]> = OnceLock::new();
    static LARGE: OnceLock<Vec<TestDataset>> = OnceLock::new();
    let [one, two, three] =
        RUNS.get_or_init(|| [1, 2, 3].map(|threads| Run::default().seed(5).threads(threads)));
    let mut broken = Vec::new();
    for small in &case.datasets {
        broken.extend(compare(case, small, one, &[two, three]));
    }
    if case.settings != CaseSettings::Option {
        let large = LARGE.get_or_init(|| datasets(large_rows(), 4));
        let first = large.iter().find(|large| large.name == case.datasets[0].name);
        if let Some(large) = first {
            broken.extend(compare(case, large, one, &[three]));
        }
    }
    broken
}

fn large_rows() -> usize {
    if std::env::var_os("HORNBOOK_FULL").is_some() { 40_000 } else { 5_000 }
}

fn compare(case: &LearnerCase, data: &TestDataset, one: &Run, others: &[&Run]) -> Vec<String> {
    let file = |run: &Run| {
        let model = case.learner.train(&data.data, run).map_err(|error: Error| error.to_string())?;
        model_file::to_bytes(model.as_ref()).map_err(|error| error.to_string())
    };
    let by_one = file(one);
    let broken = others.iter().filter(|other| file(other) != by_one).map(|other| {
        let (rows, threads) = (data.data.rows().len(), other.thread_count());
        format!("{} on {}, {rows} rows: {threads} threads give another model", case.text, data.name)
    });
    broken.collect()
}
