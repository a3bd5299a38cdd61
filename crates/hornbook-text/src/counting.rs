//! How often each gram stands in each document.

use crate::ngrams::{NgramBuffers, NgramOptions};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Documents that one task cuts.
const PART: usize = 256;

/// The grams of some documents: a number for each that is met, and how often it stands in each document.
struct DocumentBatch {
    words: Vec<Box<str>>,
    /// Where the counts of each document end.
    ends: Vec<usize>,
    /// Numbers of words, and counts.
    counts: Vec<(u32, u32)>,
}

/// The grams of all documents.
pub(crate) struct NgramCounts {
    /// All grams, in the order in which they are met first.
    pub words: Vec<Box<str>>,
    /// How much weight the documents have that hold each gram, and how often each stands in all of them.
    pub documents: Vec<f64>,
    pub total: Vec<f64>,
    parts: Vec<DocumentBatch>,
    /// The number among all grams of each gram of a part.
    numbers: Vec<Vec<u32>>,
}

/// Counts. Weights count documents; without them each counts once.
pub(crate) fn count(grams: &NgramOptions, texts: &[Option<&str>], weights: Option<&[f64]>) -> NgramCounts {
    let parts: Vec<DocumentBatch> =
        texts.par_chunks(PART).map(|texts| DocumentBatch::of(grams, texts)).collect();
    let mut found: FxHashMap<&str, u32> = FxHashMap::default();
    let (mut documents, mut total, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    for (at, part) in parts.iter().enumerate() {
        let mut own = Vec::with_capacity(part.words.len());
        for word in &part.words {
            let next = found.len() as u32;
            own.push(*found.entry(word).or_insert(next));
        }
        documents.resize(found.len(), 0.0);
        total.resize(found.len(), 0.0);
        for (document, counts) in part.documents().enumerate() {
            let weight = weights.map_or(1.0, |weights| weights[at * PART + document]);
            for &(word, count) in counts {
                let number = own[word as usize] as usize;
                documents[number] += weight;
                total[number] += weight * f64::from(count);
            }
        }
        numbers.push(own);
    }
    let mut words = vec![Box::<str>::default(); found.len()];
    #[expect(clippy::iter_over_hash_type, reason = "each word goes to its own place")]
    for (word, number) in found {
        words[number as usize] = word.into();
    }
    NgramCounts { words, documents, total, parts, numbers }
}

impl NgramCounts {
    /// The counts of each document, for grams that have a column, with columns ascending: where rows start, the columns
    /// and the counts.
    pub fn rows(&self, columns: &[Option<u32>]) -> (Vec<usize>, Vec<u32>, Vec<f64>) {
        let of_part = |(part, numbers): (&DocumentBatch, &Vec<u32>)| {
            let (mut row, mut lengths) = (Vec::new(), Vec::with_capacity(part.ends.len()));
            let (mut indices, mut values) = (Vec::new(), Vec::new());
            for counts in part.documents() {
                row.clear();
                let placed = |&(word, count): &(u32, u32)| {
                    columns[numbers[word as usize] as usize].map(|column| (column, count))
                };
                row.extend(counts.iter().filter_map(placed));
                row.sort_unstable();
                indices.extend(row.iter().map(|&(column, _)| column));
                values.extend(row.iter().map(|&(_, count)| f64::from(count)));
                lengths.push(row.len());
            }
            (lengths, indices, values)
        };
        gathered(self.parts.par_iter().zip(&self.numbers).map(of_part).collect())
    }
}

/// Rows of parts, end to end: where they start, their columns and values.
pub(crate) type SparseLines = (Vec<usize>, Vec<u32>, Vec<f64>);

/// Parts of which each has the lengths of its rows, end to end.
pub(crate) fn gathered(parts: Vec<SparseLines>) -> SparseLines {
    let stored = parts.iter().map(|(_, indices, _)| indices.len()).sum();
    let (mut starts, mut indices, mut values) =
        (vec![0], Vec::with_capacity(stored), Vec::with_capacity(stored));
    let mut end = 0;
    for (lengths, of_part, numbers) in parts {
        starts.extend(lengths.into_iter().map(|length| {
            end += length;
            end
        }));
        indices.extend(of_part);
        values.extend(numbers);
    }
    (starts, indices, values)
}

impl DocumentBatch {
    fn of(grams: &NgramOptions, texts: &[Option<&str>]) -> DocumentBatch {
        let mut found: FxHashMap<Box<str>, u32> = FxHashMap::default();
        let (mut part, mut scratch) = (
            DocumentBatch { words: Vec::new(), ends: Vec::new(), counts: Vec::new() },
            NgramBuffers::default(),
        );
        // Where the count of a word stands, if this document has had it.
        let mut places: Vec<usize> = Vec::new();
        for text in texts {
            let start = part.counts.len();
            grams.for_each_with(&mut scratch, text.unwrap_or_default(), |gram| {
                let number = match found.get(gram) {
                    Some(&number) => number,
                    None => {
                        let number = found.len() as u32;
                        found.insert(gram.into(), number);
                        part.words.push(gram.into());
                        places.push(usize::MAX);
                        number
                    }
                };
                let place = &mut places[number as usize];
                match *place != usize::MAX && *place >= start {
                    true => part.counts[*place].1 += 1,
                    false => {
                        *place = part.counts.len();
                        part.counts.push((number, 1));
                    }
                }
            });
            part.ends.push(part.counts.len());
        }
        part
    }

    fn documents(&self) -> impl Iterator<Item = &[(u32, u32)]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.counts[start..end])
    }
}

/// The grams of documents that have a column, without looking at others.
pub(crate) fn count_known(
    grams: &NgramOptions,
    texts: &[Option<&str>],
    column: impl Fn(&str) -> Option<(u32, f64)> + Sync,
) -> SparseLines {
    let of_part = |texts: &[Option<&str>]| {
        let (mut scratch, mut row) = (NgramBuffers::default(), Vec::<(u32, f64)>::new());
        let (mut lengths, mut indices, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for text in texts {
            row.clear();
            grams.for_each_with(&mut scratch, text.unwrap_or_default(), |gram| row.extend(column(gram)));
            row.sort_by_key(|&(column, _)| column);
            let before = indices.len();
            for same in row.chunk_by(|a, b| a.0 == b.0) {
                indices.push(same[0].0);
                values.push(same.iter().map(|(_, value)| value).sum());
            }
            lengths.push(indices.len() - before);
        }
        (lengths, indices, values)
    };
    gathered(texts.par_chunks(PART).map(of_part).collect())
}
