//! From documents to a model.

use super::model::{BagOfWordsModel, Part, names_of, with_texts};
use super::params::BagOfWords;
use hornbook_core::{Error, LearnerSpec, Result, Run, Task};
use hornbook_data::{Column, Dataset, InputKind, Numbers, Schema, SparseMatrix, SparseRows};
use hornbook_learner::{Fit, Registry};

impl Fit for BagOfWords {
    type Model = BagOfWordsModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<BagOfWordsModel> {
        let data = data.counting_rows();
        let inputs = Schema::of(&data)?.inputs;
        if !inputs.iter().any(|input| input.kind == InputKind::Text) {
            return Err(Error::data(
                "there is no text column to learn from",
                "have the column read as text (--kind COLUMN=text), and call with_text() on the dataset in Rust",
            ));
        }
        let usual = match data.task()? {
            Task::Classification => LearnerSpec::new("multinomial-naive-bayes"),
            _ => LearnerSpec::new("ridge"),
        };
        let learner = Registry::filled()?.learner(self.estimator.as_ref().unwrap_or(&usual))?;
        let (vectoriser, rows) = (self.vectoriser(), data.row_features());
        let weights = data.weights().map(|_| data.row_weights());
        let (mut parts, mut columns, mut without_words) = (Vec::new(), Vec::new(), 0);
        for (place, input) in inputs.iter().enumerate() {
            run.check()?;
            if input.kind == InputKind::Text {
                let (fitted, counts) =
                    with_texts(&rows, place, |texts| vectoriser.fit(texts, weights.as_deref()))?;
                without_words += empty_rows(&counts);
                columns.extend(
                    SparseRows::from(counts)
                        .columns()
                        .into_iter()
                        .map(Numbers::SparseMatrix)
                        .map(Column::Number),
                );
                parts.push(Part::Words(fitted));
            } else {
                columns.push(rows.column(place).into());
                parts.push(Part::Column);
            }
        }
        let names = names_of(&parts, &inputs);
        // The learner within writes the trace.
        let within = learner.train(&data.with_columns(names.into_iter().zip(columns).collect())?, run)?;
        let mut summary = within.info().summary.clone();
        summary.details.insert("words".to_string(), parts.iter().map(Part::words).sum::<usize>().into());
        if without_words > 0 {
            summary.warnings.push(format!("documents without any word that counts: {without_words}"));
        }
        Ok(BagOfWordsModel { info: self.model_info(&data, summary)?, parts, within })
    }
}

fn empty_rows(matrix: &SparseMatrix) -> usize {
    matrix.starts.windows(2).filter(|bounds| bounds[0] == bounds[1]).count()
}
