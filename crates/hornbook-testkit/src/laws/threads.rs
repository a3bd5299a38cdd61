//! The number of threads changes no bit of a model.

use crate::cases::{CaseSettings, LearnerCase};
use crate::tables::{TestDataset, datasets};
use hornbook::{Error, Learner, LearnerSpec, Run, Value, model_file};
use std::sync::OnceLock;

/// Trains with 1, 2 and 3 threads on small tables, and with 1 and 3 on one that is large enough to be shared among them.
pub fn check(case: &LearnerCase) -> Vec<String> {
    static RUNS: OnceLock<[Run; 3]> = OnceLock::new();
    static LARGE: OnceLock<Vec<TestDataset>> = OnceLock::new();
    let [one, two, three] =
        RUNS.get_or_init(|| [1, 2, 3].map(|threads| Run::default().seed(5).threads(threads)));
    let mut broken = Vec::new();
    for small in &case.datasets {
        broken.extend(compare(case, case.learner.as_ref(), small, one, &[two, three]));
    }
    if case.settings != CaseSettings::Option {
        let large = LARGE.get_or_init(|| datasets(large_rows(), 4));
        let first = large.iter().find(|large| large.name == case.datasets[0].name);
        if let Some(large) = first {
            broken.extend(compare(case, few_iterations(case).as_ref(), large, one, &[three]));
        }
    }
    broken
}

fn large_rows() -> usize {
    if std::env::var_os("HORNBOOK_FULL").is_some() { 40_000 } else { 5_000 }
}

/// The learner with few iterations, if it counts them: more repeat the same steps, which take long on a large table.
fn few_iterations(case: &LearnerCase) -> Box<dyn Learner> {
    const FEW: u64 = 4;
    let mut spec = LearnerSpec::parse(&case.text).unwrap();
    // What is parsed is text until the learner reads it.
    let most = spec.parameters.get("max_iter").and_then(Value::as_str).and_then(|most| most.parse().ok());
    if most.is_some_and(|most: u64| most > FEW) {
        spec = spec.with("max_iter", FEW);
    }
    hornbook::registry().learner(&spec).unwrap()
}

fn compare(
    case: &LearnerCase,
    learner: &dyn Learner,
    data: &TestDataset,
    one: &Run,
    others: &[&Run],
) -> Vec<String> {
    let file = |run: &Run| {
        let model = learner.fit_with(&data.data, run).map_err(|error: Error| error.to_string())?;
        model_file::to_bytes(model.as_ref()).map_err(|error| error.to_string())
    };
    let by_one = file(one);
    if let Err(error) = &by_one {
        return vec![format!("{} on {}: {error}", case.text, data.name)];
    }
    let broken = others.iter().filter(|other| file(other) != by_one).map(|other| {
        let (rows, threads) = (data.data.rows().len(), other.thread_count());
        format!("{} on {}, {rows} rows: {threads} threads give another model", case.text, data.name)
    });
    broken.collect()
}
