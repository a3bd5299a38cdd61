use crate::grams::{Grams, Pieces};
use crate::vectoriser::{Limits, Vectoriser, Weighting};
use hornbook_core::{Amount, Choice, Learner, LearnerSpec};

/// Any learner on the words of text columns, each of which becomes a column of counts.
///
/// Give a table with a text column and a target; the learner is naive Bayes if none is named. Other columns go to the learner
/// as they are, beside the counts. Words that training has not seen are left out when predicting.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bag-of-words",
    family = "text",
    tasks(classification, regression),
    categories,
    text,
    weights,
    on_request
)]
pub struct BagOfWords {
    /// The learner on the counts; none takes naive Bayes for classes, and ridge regression for numbers.
    pub estimator: Option<LearnerSpec>,
    /// What documents are cut into.
    #[param(default = Pieces::Word)]
    pub analyzer: Pieces,
    /// The fewest pieces of a gram.
    #[param(default = 1, range = "1..=20")]
    pub ngram_min: u32,
    /// The most pieces of a gram: 2 takes pairs of neighbours, too.
    #[param(default = 1, range = "1..=20", search = "1..2")]
    pub ngram_max: u32,
    /// Whether capitals are made small.
    #[param(default = true)]
    pub lowercase: bool,
    /// Words to leave out, with spaces or commas between.
    pub stop_words: Option<String>,
    /// Words in fewer documents are left out: a number of documents, or a share of all with a point.
    #[param(default = Amount::Count(1))]
    pub min_df: Amount,
    /// Words in more documents are left out: a number of documents, or a share of all with a point.
    #[param(default = Amount::Share(1.0))]
    pub max_df: Amount,
    /// At most so many words, the most frequent; none takes all.
    #[param(range = "1..")]
    pub max_features: Option<u32>,
    /// What a number stands for.
    #[param(default = WordWeights::Counts, search = "every")]
    pub weighting: WordWeights,
    /// Whether the logarithm of a count is taken, plus one.
    #[param(default = false)]
    pub sublinear_tf: bool,
    /// So many columns by a hash of the word, in the place of a vocabulary; none keeps a vocabulary.
    #[param(range = "1..=268435456")]
    pub hash_columns: Option<u32>,
}

/// What a number of a document stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum WordWeights {
    /// How often the word stands in the document.
    Counts,
    /// 1 if it stands there at all.
    Binary,
    /// Counts times how rare the word is among documents, and rows brought to one length.
    TfIdf,
}

impl BagOfWords {
    /// How documents become rows.
    pub fn vectoriser(&self) -> Vectoriser {
        let words = self.stop_words.as_deref().unwrap_or_default();
        let mut stop_words: Vec<String> = (words.split(|c: char| c == ',' || c.is_whitespace()))
            .filter(|word| !word.is_empty())
            .map(|word| if self.lowercase { word.to_lowercase() } else { word.to_string() })
            .collect();
        stop_words.sort_unstable();
        stop_words.dedup();
        let weighting = match self.weighting {
            WordWeights::Counts => Weighting::COUNTS,
            WordWeights::Binary => Weighting { binary: true, ..Weighting::COUNTS },
            WordWeights::TfIdf => Weighting::TF_IDF,
        };
        Vectoriser {
            grams: Grams {
                pieces: self.analyzer,
                shortest: self.ngram_min,
                longest: self.ngram_max,
                lowercase: self.lowercase,
                stop_words,
            },
            limits: Limits {
                min_documents: self.min_df,
                max_documents: self.max_df,
                most: self.max_features,
            },
            weighting: Weighting { sublinear: self.sublinear_tf, ..weighting },
            // Naive Bayes wants counts, which have no sign.
            hashed: self.hash_columns.map(|columns| (columns, false)),
        }
    }
}
