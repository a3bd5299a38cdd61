//! Text as numbers: which words a document has, how often, and how telling they are.
//!
//! | item | what it is |
//! |---|---|
//! | [`Grams`] | how a document is cut into words or pieces |
//! | [`Vectoriser`] | documents as rows of counts, marks or tf-idf, by a vocabulary or by hashing |
//! | [`BagOfWords`] | any learner on text columns |
//!
//! ```
//! use hornbook_text::Vectoriser;
//! let documents = ["ball goal ball", "goal team"].map(Some);
//! let (fitted, counts) = Vectoriser::default().fit(&documents, None)?;
//! assert_eq!(fitted.words().unwrap_or_default(), ["ball", "goal", "team"]);
//! assert_eq!(counts.to_dense().row(0), [2.0, 1.0, 0.0]);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod bag_of_words;
mod counting;
mod grams;
mod hashing;
mod vectoriser;

pub use bag_of_words::{BagOfWords, BagOfWordsModel, WordWeights};
pub use grams::{Grams, Pieces};
pub use vectoriser::{FittedVectoriser, Limits, Norm, Rarity, Vectoriser, Weighting};
