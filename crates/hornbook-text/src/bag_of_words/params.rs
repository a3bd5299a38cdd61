use crate::ngrams::{Analyzer, NgramOptions};
use crate::vectorizer::{TermWeightingOptions, Vectorizer, VocabularyLimits};
use hornbook_core::{Choice, CountOrFraction, Learner};

/// Bag-of-words text features: tokenization, n-grams, counts or TF-IDF (document-term
/// matrix).
///
/// Vectorizes the text columns into a sparse document-term matrix over a vocabulary fitted on the training
/// data, or by feature hashing; a transformer for a pipeline, like CountVectorizer and TfidfVectorizer:
/// `pipeline(bag-of-words, multinomial-naive-bayes)`. Other features are passed through beside the counts.
/// Out-of-vocabulary words are ignored when predicting.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "bag-of-words",
    aliases("bow", "tf-idf", "tfidf", "text vectorizer"),
    sklearn = "CountVectorizer, TfidfVectorizer, HashingVectorizer",
    r = "tm::DocumentTermMatrix",
    weka = "StringToWordVector",
    family = "text",
    tasks(transformation),
    removes(text),
    applied = "vectorized",
    missing,
    categories,
    text,
    sample_weights,
    explicit_only
)]
pub struct BagOfWords {
    /// Tokenization: word or character n-grams.
    #[param(default = Analyzer::Word)]
    pub analyzer: Analyzer,
    /// Minimum n of the n-gram range.
    #[param(default = 1, range = "1..=20")]
    pub ngram_min: u32,
    /// Maximum n of the n-gram range: 2 adds bigrams (pairs of neighboring tokens).
    #[param(default = 1, range = "1..=20", search = "1..2")]
    pub ngram_max: u32,
    /// Convert to lowercase before tokenization.
    #[param(default = true)]
    pub lowercase: bool,
    /// Stop words: words to leave out, with spaces or commas between.
    pub stop_words: Option<String>,
    /// Minimum document frequency: words in fewer documents are left out; a count, or a fraction with a
    /// point.
    #[param(default = CountOrFraction::Count(1))]
    pub min_df: CountOrFraction,
    /// Maximum document frequency: words in more documents are left out; a count, or a fraction with a point.
    #[param(default = CountOrFraction::Fraction(1.0))]
    pub max_df: CountOrFraction,
    /// Maximum vocabulary size: the most frequent words are kept; none keeps all.
    #[param(range = "1..")]
    pub max_features: Option<u32>,
    /// Term weighting: counts, binary or TF-IDF.
    #[param(default = TermWeighting::Counts, search = "every")]
    pub weighting: TermWeighting,
    /// Sublinear term frequency: 1 + log(count) instead of the count.
    #[param(default = false)]
    pub sublinear_tf: bool,
    /// Feature hashing (hashing trick) into this many columns instead of a vocabulary; none keeps a
    /// vocabulary.
    #[param(range = "1..=268435456")]
    pub hash_columns: Option<u32>,
}

/// Term weighting: what an entry of the document-term matrix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum TermWeighting {
    /// Term frequency: how often the word occurs in the document.
    Counts,
    /// 1 if the word occurs in the document, else 0.
    Binary,
    /// TF-IDF: term frequency × inverse document frequency, rows L2-normalized.
    TfIdf,
}

impl BagOfWords {
    /// The vectorizer: how documents become rows.
    pub fn vectorizer(&self) -> Vectorizer {
        let words = self.stop_words.as_deref().unwrap_or_default();
        let mut stop_words: Vec<String> = (words.split(|c: char| c == ',' || c.is_whitespace()))
            .filter(|word| !word.is_empty())
            .map(|word| if self.lowercase { word.to_lowercase() } else { word.to_string() })
            .collect();
        stop_words.sort_unstable();
        stop_words.dedup();
        let weighting = match self.weighting {
            TermWeighting::Counts => TermWeightingOptions::COUNTS,
            TermWeighting::Binary => TermWeightingOptions { binary: true, ..TermWeightingOptions::COUNTS },
            TermWeighting::TfIdf => TermWeightingOptions::TF_IDF,
        };
        Vectorizer {
            grams: NgramOptions {
                analyzer: self.analyzer,
                ngram_min: self.ngram_min,
                ngram_max: self.ngram_max,
                lowercase: self.lowercase,
                stop_words,
            },
            limits: VocabularyLimits {
                min_documents: self.min_df,
                max_documents: self.max_df,
                most: self.max_features,
            },
            weighting: TermWeightingOptions { sublinear: self.sublinear_tf, ..weighting },
            // Naive Bayes wants counts, which have no sign.
            hashed: self.hash_columns.map(|columns| (columns, false)),
        }
    }
}
