//! Text as numbers: which words a document has, how often, and how telling they are.
//!
//! | item | what it is |
//! |---|---|
//! | [`NgramOptions`] | how a document is cut into words or pieces |
//! | [`Vectorizer`] | documents as rows of counts, marks or tf-idf, by a vocabulary or by hashing |
//! | [`BagOfWords`] | text columns as counts of words, before any learner in a pipeline |
//!
//! ```
//! use hornbook_text::Vectorizer;
//! let documents = ["ball goal ball", "goal team"].map(Some);
//! let (fitted, counts) = Vectorizer::default().fit(&documents, None)?;
//! assert_eq!(fitted.words().unwrap_or_default(), ["ball", "goal", "team"]);
//! assert_eq!(counts.to_dense().row(0), [2.0, 1.0, 0.0]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bag_of_words;
mod counting;
mod ngrams;
mod vectorizer;

pub use bag_of_words::{BagOfWords, BagOfWordsModel, FittedBagOfWords, InputEncoding, TermWeighting};
pub use ngrams::{Analyzer, NgramOptions};
pub use vectorizer::{FittedVectorizer, IdfKind, Norm, TermWeightingOptions, Vectorizer, VocabularyLimits};

/// The learners of this crate, as the registry lists them.
///
/// Here and not where the registry is filled: the code behind an entry is compiled with its family.
pub fn registry_entries() -> Vec<hornbook_learner::RegistryEntry> {
    use hornbook_learner::{FittedPart, RegistryEntry, load_earlier_pipeline};
    vec![RegistryEntry::of::<BagOfWords>().with_earlier_files(|info, bytes| {
        load_earlier_pipeline::<FittedBagOfWords>(FittedPart::Bytes, info, bytes)
    })]
}
