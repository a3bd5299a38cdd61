//! Documents as rows of numbers.

use crate::counting::{SparseLines, count, count_known};
use crate::ngrams::NgramOptions;
use hornbook_core::{CountOrFraction, Error, Result};
use hornbook_data::SparseMatrix;
use hornbook_encoding::hashed_column;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// The most columns of a vocabulary or a hash.
const MOST_COLUMNS: usize = 1 << 28;

/// What becomes of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermWeightingOptions {
    /// Whether a count above 1 is 1.
    pub binary: bool,
    /// Whether the logarithm of a count is taken, plus one: a word that stands there ten times does not tell ten times as
    /// much.
    pub sublinear: bool,
    /// Whether, and how, counts are multiplied by how rare their gram is among documents.
    pub idf: IdfKind,
    /// The length to which rows are brought.
    pub norm: Norm,
}

impl TermWeightingOptions {
    /// Counts as they are.
    pub const COUNTS: TermWeightingOptions =
        TermWeightingOptions { binary: false, sublinear: false, idf: IdfKind::None, norm: Norm::None };
    /// Counts times rarity, and rows of length 1.
    pub const TF_IDF: TermWeightingOptions =
        TermWeightingOptions { idf: IdfKind::Smooth, norm: Norm::Euclidean, ..TermWeightingOptions::COUNTS };
}

/// How rare a gram is: the logarithm of how many documents there are for each that holds it, plus one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum IdfKind {
    /// Not looked at.
    None,
    /// As if there were one document more, which holds every gram.
    Smooth,
    /// By the documents alone.
    Plain,
}

/// The length of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Norm {
    /// As it is.
    None,
    /// The sizes of a row's numbers add up to 1.
    Sum,
    /// The squares of a row's numbers add up to 1.
    Euclidean,
}

/// Which grams have a column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VocabularyLimits {
    /// Grams that are in fewer documents are left out.
    pub min_documents: CountOrFraction,
    /// Grams that are in more documents are left out.
    pub max_documents: CountOrFraction,
    /// At most so many grams, the most frequent of all.
    pub most: Option<u32>,
}

impl Default for VocabularyLimits {
    fn default() -> VocabularyLimits {
        VocabularyLimits {
            min_documents: CountOrFraction::Count(1),
            max_documents: CountOrFraction::Fraction(1.0),
            most: None,
        }
    }
}

/// Turns documents into rows of numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Vectorizer {
    /// How documents are cut.
    pub grams: NgramOptions,
    /// Which grams have a column.
    pub limits: VocabularyLimits,
    /// What the numbers stand for.
    pub weighting: TermWeightingOptions,
    /// Columns by a hash, so many of them, instead of a vocabulary; with signs if the second says so.
    pub hashed: Option<(u32, bool)>,
}

impl Default for Vectorizer {
    fn default() -> Vectorizer {
        Vectorizer {
            grams: NgramOptions::default(),
            limits: VocabularyLimits::default(),
            weighting: TermWeightingOptions::COUNTS,
            hashed: None,
        }
    }
}

/// How to turn documents into rows, as learned from some.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FittedVectorizer {
    grams: NgramOptions,
    weighting: TermWeightingOptions,
    columns: VectorizerColumns,
    /// How rare each gram is, if that is looked at.
    idf: Vec<f64>,
}

/// What a column stands for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum VectorizerColumns {
    /// The grams that have one, sorted.
    Words(Vec<String>),
    Hashed {
        columns: u32,
        signed: bool,
    },
}

impl Vectorizer {
    /// Learns from documents which grams there are, and turns them into rows. A missing document is an empty one. Weights
    /// say how often each document counts.
    pub fn fit(
        &self,
        documents: &[Option<&str>],
        weights: Option<&[f64]>,
    ) -> Result<(FittedVectorizer, SparseMatrix)> {
        self.grams.check()?;
        if weights.is_some_and(|weights| weights.len() != documents.len()) {
            return Err(Error::data("there is not one sample weight for each document", "give as many"));
        }
        let all = weights.map_or(documents.len() as f64, |weights| weights.iter().sum());
        let (columns, lines, in_documents): (VectorizerColumns, SparseLines, Vec<f64>) = match self.hashed {
            Some((0, _)) => {
                return Err(Error::data("feature hashing into 0 columns", "give at least one column"));
            }
            Some((columns, signed)) => {
                let lines =
                    count_known(&self.grams, documents, |gram| Some(hashed_column(gram, columns, signed)));
                let holding = documents_of_columns(&lines, columns, weights);
                (VectorizerColumns::Hashed { columns, signed }, lines, holding)
            }
            None => {
                let counted = count(&self.grams, documents, weights);
                let mut kept = self.limits.kept(&counted.documents, &counted.total, &counted.words, all);
                if kept.is_empty() {
                    return Err(nothing_left(counted.words.is_empty()));
                }
                kept.sort_unstable_by_key(|&word| &counted.words[word]);
                let mut places = vec![None; counted.words.len()];
                kept.iter().zip(0..).for_each(|(&word, column)| places[word] = Some(column));
                let words = kept.iter().map(|&word| counted.words[word].to_string()).collect();
                let holding = kept.iter().map(|&word| counted.documents[word]).collect();
                (VectorizerColumns::Words(words), counted.rows(&places), holding)
            }
        };
        let more = match self.weighting.idf {
            IdfKind::None => None,
            IdfKind::Smooth => Some(1.0),
            IdfKind::Plain => Some(0.0),
        };
        let rare =
            |more: f64| in_documents.iter().map(move |holding| ((more + all) / (more + holding)).ln() + 1.0);
        let idf = more.map_or(Vec::new(), |more| rare(more).collect());
        let fitted = FittedVectorizer { grams: self.grams.clone(), weighting: self.weighting, columns, idf };
        let rows = fitted.weighed(lines);
        Ok((fitted, rows))
    }
}

/// How much weight the documents have that hold something in each column.
fn documents_of_columns(
    (starts, indices, _): &SparseLines,
    columns: u32,
    weights: Option<&[f64]>,
) -> Vec<f64> {
    let mut holding = vec![0.0; columns as usize];
    for (row, bounds) in starts.windows(2).enumerate() {
        let weight = weights.map_or(1.0, |weights| weights[row]);
        indices[bounds[0]..bounds[1]].iter().for_each(|&column| holding[column as usize] += weight);
    }
    holding
}

fn nothing_left(are_empty: bool) -> Error {
    match are_empty {
        true => Error::data(
            "the documents have no words",
            "look at the column; words have two letters or more, and stop words do not count",
        ),
        false => Error::data(
            "no word has a document frequency between min_df and max_df",
            "lower min_df, or raise max_df",
        ),
    }
}

impl VocabularyLimits {
    /// The grams that have a column.
    fn kept(&self, documents: &[f64], total: &[f64], words: &[Box<str>], all: f64) -> Vec<usize> {
        let bound = |amount: CountOrFraction| match amount {
            CountOrFraction::Count(count) => f64::from(count),
            CountOrFraction::Fraction(share) => share * all,
        };
        let (low, high) = (bound(self.min_documents), bound(self.max_documents));
        // A gram of documents without weight is in none.
        let is_kept =
            |&word: &usize| documents[word] > 0.0 && documents[word] >= low && documents[word] <= high;
        let mut kept: Vec<usize> = (0..documents.len()).filter(is_kept).collect();
        if let Some(most) = self.most {
            kept.sort_by(|&a, &b| total[b].total_cmp(&total[a]).then_with(|| words[a].cmp(&words[b])));
            kept.truncate(most as usize);
        }
        kept
    }
}

impl FittedVectorizer {
    /// The gram of each column, unless columns are hashed.
    pub fn words(&self) -> Option<&[String]> {
        match &self.columns {
            VectorizerColumns::Words(words) => Some(words),
            VectorizerColumns::Hashed { .. } => None,
        }
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        match &self.columns {
            VectorizerColumns::Words(words) => words.len(),
            VectorizerColumns::Hashed { columns, .. } => *columns as usize,
        }
    }

    /// The name of a column: its gram, or its number.
    pub fn name(&self, column: usize) -> String {
        self.words().and_then(|words| words.get(column)).cloned().unwrap_or_else(|| format!("hash {column}"))
    }

    /// How rare each gram is; empty but for tf-idf.
    pub fn idf(&self) -> &[f64] {
        &self.idf
    }

    /// Documents as rows. Grams without a column are left out.
    pub fn apply(&self, documents: &[Option<&str>]) -> SparseMatrix {
        self.weighed(match &self.columns {
            VectorizerColumns::Words(words) => {
                let found: FxHashMap<&str, u32> = words.iter().map(String::as_str).zip(0..).collect();
                count_known(&self.grams, documents, |gram| found.get(gram).map(|&column| (column, 1.0)))
            }
            &VectorizerColumns::Hashed { columns, signed } => {
                count_known(&self.grams, documents, |gram| Some(hashed_column(gram, columns, signed)))
            }
        })
    }

    /// Counts as what they are to stand for.
    fn weighed(&self, (starts, indices, mut values): SparseLines) -> SparseMatrix {
        let TermWeightingOptions { binary, sublinear, norm, .. } = self.weighting;
        if binary {
            values.iter_mut().for_each(|value| *value = 1.0);
        }
        if sublinear {
            values.iter_mut().filter(|value| **value > 0.0).for_each(|value| *value = value.ln() + 1.0);
        }
        if !self.idf.is_empty() {
            let rare = indices.iter().map(|&column| self.idf[column as usize]);
            values.iter_mut().zip(rare).for_each(|(value, rare)| *value *= rare);
        }
        for bounds in starts.windows(2).filter(|_| norm != Norm::None) {
            let row = &mut values[bounds[0]..bounds[1]];
            let length = match norm {
                Norm::Euclidean => row.iter().map(|value| value * value).sum::<f64>().sqrt(),
                _ => row.iter().map(|value| value.abs()).sum(),
            };
            if length > 0.0 {
                row.iter_mut().for_each(|value| *value /= length);
            }
        }
        SparseMatrix { columns: self.width(), starts, indices, values }
    }

    /// Whether what a file says can be true.
    pub(crate) fn is_sound(&self) -> bool {
        let columns = match &self.columns {
            VectorizerColumns::Words(words) => words.is_sorted() && !words.is_empty(),
            VectorizerColumns::Hashed { columns, .. } => *columns > 0 && (*columns as usize) <= MOST_COLUMNS,
        };
        let rarities = if self.weighting.idf == IdfKind::None { 0 } else { self.width() };
        columns && self.idf.len() == rarities && self.grams.check().is_ok()
    }
}
