//! From documents to a model.

use super::model::{BagOfWordsModel, InputEncoding, names_of, with_texts};
use super::params::BagOfWords;
use hornbook_core::{LearnerSpec, Result, Run, Task};
use hornbook_data::{Column, Input, InputKind, Numbers, Schema, SparseMatrix, SparseRows};
use hornbook_learner::{Fit, Registry, TrainingInput};

const NO_TEXT: &str = "there is no text column, and the learner got the features unchanged: have a column read as text \
                       (--type COLUMN=text), and call with_kinds(&[ColumnKind::Text]) on the dataset in Rust";

impl Fit for BagOfWords {
    type Model = BagOfWordsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<BagOfWordsModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let inputs = Schema::of(&data)?.inputs;
        let learner = self.estimator.clone().unwrap_or_else(|| usual(data.task().ok(), &inputs));
        let learner = Registry::filled()?.learner(&learner)?;
        let (vectorizer, rows) = (self.vectorizer(), data.row_features());
        let weights = data.weights().map(|_| data.row_weights());
        let (mut parts, mut columns, mut without_words) = (Vec::new(), Vec::new(), 0);
        for (place, input) in inputs.iter().enumerate() {
            run.check()?;
            if input.kind == InputKind::Text {
                let (fitted, counts) =
                    with_texts(&rows, place, |texts| vectorizer.fit(texts, weights.as_deref()))?;
                without_words += empty_rows(&counts);
                columns.extend(
                    SparseRows::from(counts)
                        .columns()
                        .into_iter()
                        .map(Numbers::SparseMatrix)
                        .map(Column::Number),
                );
                parts.push(InputEncoding::Words(fitted));
            } else {
                columns.push(rows.column(place).into());
                parts.push(InputEncoding::Column);
            }
        }
        let names = names_of(&parts, &inputs);
        // The learner within writes the trace.
        let within = learner.fit_with(&data.with_columns(names.into_iter().zip(columns).collect())?, run)?;
        let mut summary = within.info().summary.clone();
        summary
            .details
            .insert("words".to_string(), parts.iter().map(InputEncoding::words).sum::<usize>().into());
        if !parts.iter().any(|part| matches!(part, InputEncoding::Words(_))) {
            summary.warnings.push(NO_TEXT.to_string());
        }
        if without_words > 0 {
            summary.warnings.push(format!("documents without any word of the vocabulary: {without_words}"));
        }
        Ok(BagOfWordsModel { info: self.model_info(&data, summary)?, parts, within })
    }
}

/// Naive Bayes for classes, in which words are events and other numbers are normal; ridge regression for numbers.
fn usual(task: Option<Task>, inputs: &[Input]) -> LearnerSpec {
    let has_text = inputs.iter().any(|input| input.kind == InputKind::Text);
    if task != Some(Task::Classification) {
        return LearnerSpec::new("ridge");
    }
    if has_text && inputs.len() == 1 {
        return LearnerSpec::new("multinomial-naive-bayes");
    }
    let is_number = |input: &&Input| matches!(input.kind, InputKind::Number | InputKind::Date);
    let numbers: Vec<&str> = inputs.iter().filter(is_number).map(|input| input.name.as_str()).collect();
    let spec = LearnerSpec::new("naive-bayes");
    match (has_text, numbers.is_empty()) {
        (false, _) => spec,
        (true, true) => spec.with("numbers", "multinomial"),
        (true, false) => {
            spec.with("numbers", "multinomial").with("gaussian_columns", serde_json::json!([numbers]))
        }
    }
}

fn empty_rows(matrix: &SparseMatrix) -> usize {
    matrix.starts.windows(2).filter(|bounds| bounds[0] == bounds[1]).count()
}
