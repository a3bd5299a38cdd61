//! Text columns as counts of words.
//!
//! Each text column is cut into words, and each word becomes a column of counts; the order of the words is forgotten, hence
//! the bag. Columns that are not text are passed through, beside the counts. Nothing is stored for words that a
//! document does not have, so that a vocabulary of a hundred thousand words costs no more than the documents are long.
//!
//! Naive Bayes ($P(c)\prod_w P(w \mid c)^{n_w}$, a multinomial over words) is the usual learner and a good first one;
//! logistic regression on tf-idf is often better with many documents. Words that no training document has are left out
//! when predicting: with no known word, naive Bayes predicts by the fractions of the classes alone.
//!
//! References: McCallum and Nigam, *A comparison of event models for naive Bayes text classification* (1998); Salton and
//! Buckley, *Term-weighting approaches in automatic text retrieval* (1988); Weinberger et al., *Feature hashing for large
//! scale multitask learning* (2009).

mod fit;
mod model;
mod params;
#[cfg(test)]
mod tests;

pub use model::{BagOfWordsModel, FittedBagOfWords, InputEncoding};
pub use params::{BagOfWords, TermWeighting};
