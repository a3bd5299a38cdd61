//! From documents to vocabularies.

use super::model::{BagOfWordsModel, FittedBagOfWords, InputEncoding, with_texts};
use super::params::BagOfWords;
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Features, InputKind, Schema, SparseMatrix};
use hornbook_learner::{
    ColumnBlock, Fit, Model, RowSource, TrainingInput, TransformedRows, TransformerModel, checked,
    transformer_schema,
};

const NO_TEXT: &str = "there is no text column, and the learner got the features unchanged: have a column read as text \
                       (--type COLUMN=text), and call with_kinds(&[ColumnKind::Text]) on the dataset in Rust";

impl Fit for BagOfWords {
    type Model = BagOfWordsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<BagOfWordsModel> {
        let data = input.dataset()?.with_nonzero_weight();
        Ok(self.vectorized(&data, run)?.0)
    }

    /// The counts are at hand when the vocabulary is: documents are cut into words once.
    fn fit_transform(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(BagOfWordsModel, Option<TransformedRows<'static>>)> {
        checked(self, data, run, |data| {
            let counted = data.with_nonzero_weight();
            let (model, made) = self.vectorized(&counted, run)?;
            Ok((model, (counted.rows().len() == data.rows().len()).then_some(made)))
        })
    }
}

impl BagOfWords {
    /// Vocabularies, and the rows as counts.
    fn vectorized(&self, data: &Dataset, run: &Run) -> Result<(BagOfWordsModel, TransformedRows<'static>)> {
        let inputs = Schema::predicting(transformer_schema(), data).inputs;
        let vectorizer = self.vectorizer();
        let rows = data.row_features();
        let weights = data.weights().map(|_| data.row_weights());
        let mut parts = Vec::with_capacity(inputs.len());
        let mut blocks = Vec::with_capacity(inputs.len());
        let mut without_words = 0;
        for (place, input) in inputs.iter().enumerate() {
            run.check()?;
            if input.kind != InputKind::Text {
                parts.push(InputEncoding::Column);
                blocks.push(ColumnBlock::Features(rows.select(&[place])));
                continue;
            }
            let (fitted, counts) =
                with_texts(&rows, place, |texts| vectorizer.fit(texts, weights.as_deref()))?;
            without_words += empty_rows(&counts);
            parts.push(InputEncoding::Words(fitted));
            blocks.push(ColumnBlock::Features(Features::Sparse(counts.into())));
        }
        let words: usize = parts.iter().map(InputEncoding::words).sum();
        let has_text = parts.iter().any(|part| matches!(part, InputEncoding::Words(_)));
        let fitted = FittedBagOfWords::new(inputs, parts);
        let mut model = TransformerModel::new(self, RowSource::Memory(data), fitted, run)?;
        let summary = &mut model.info_mut().summary;
        summary.details.insert("words".to_string(), words.into());
        if !has_text {
            summary.warnings.push(NO_TEXT.to_string());
        }
        if without_words > 0 {
            summary.warnings.push(format!("documents without any word of the vocabulary: {without_words}"));
        }
        Ok((model, TransformedRows::of_blocks(blocks, data.rows().len())?))
    }
}

fn empty_rows(matrix: &SparseMatrix) -> usize {
    matrix.starts.windows(2).filter(|bounds| bounds[0] == bounds[1]).count()
}
