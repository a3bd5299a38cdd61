//! Tokenization: a document as word or character n-grams.

use hornbook_core::{Choice, Error, Result};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Tokenization: what documents are split into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice, Serialize, Deserialize)]
pub enum Analyzer {
    /// Word tokens of two or more letters, digits or underscores.
    Word,
    /// Character n-grams, across spaces.
    Char,
    /// Character n-grams within word boundaries, padded with a space.
    CharWb,
}

/// How a document is cut.
///
/// A word is letters, digits and underscores of any script, and at least two of them. Neighboring words or characters
/// make up grams: from `ngram_min` to `ngram_max` of them are taken together, words with a space between.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NgramOptions {
    /// What documents are cut into.
    pub analyzer: Analyzer,
    /// The fewest pieces of a gram.
    pub ngram_min: u32,
    /// The most pieces of a gram.
    pub ngram_max: u32,
    /// Whether capitals are made small.
    pub lowercase: bool,
    /// Words that are left out, sorted.
    pub stop_words: Vec<String>,
}

impl Default for NgramOptions {
    fn default() -> NgramOptions {
        NgramOptions {
            analyzer: Analyzer::Word,
            ngram_min: 1,
            ngram_max: 1,
            lowercase: true,
            stop_words: Vec::new(),
        }
    }
}

/// What cutting needs over and over.
#[derive(Debug, Default)]
pub(crate) struct NgramBuffers {
    text: String,
    spans: Vec<Range<usize>>,
    gram: String,
}

impl NgramOptions {
    /// An error if there are no such grams.
    pub(crate) fn check(&self) -> Result<()> {
        if self.ngram_min >= 1 && self.ngram_min <= self.ngram_max && self.stop_words.is_sorted() {
            return Ok(());
        }
        Err(Error::data(
            format!("the n-gram range is {} to {}", self.ngram_min, self.ngram_max),
            "give ngram_min of at least 1, and ngram_max no smaller",
        ))
    }

    /// Hands on each gram of a document, in its order; shorter grams before longer ones.
    pub fn for_each(&self, document: &str, take: impl FnMut(&str)) {
        self.for_each_with(&mut NgramBuffers::default(), document, take);
    }

    pub(crate) fn for_each_with(
        &self,
        scratch: &mut NgramBuffers,
        document: &str,
        mut take: impl FnMut(&str),
    ) {
        let NgramBuffers { text, spans, gram } = scratch;
        text.clear();
        match (self.lowercase, document.is_ascii()) {
            (false, _) => text.push_str(document),
            (true, true) => {
                text.push_str(document);
                text.make_ascii_lowercase();
            }
            // A final sigma is written in another way than others, which only the whole text tells.
            (true, false) => *text = document.to_lowercase(),
        }
        match self.analyzer {
            Analyzer::Word => {
                words(text, spans);
                if !self.stop_words.is_empty() {
                    spans.retain(|span| {
                        self.stop_words
                            .binary_search_by(|word| word.as_str().cmp(&text[span.clone()]))
                            .is_err()
                    });
                }
                self.for_each_of_words(text, spans, gram, take);
            }
            Analyzer::Char => {
                join_spaces(text, gram);
                boundaries(gram, spans);
                for size in self.sizes() {
                    spans.windows(size).for_each(|window| take(&gram[joined(window)]));
                }
            }
            Analyzer::CharWb => {
                for word in text.split_whitespace() {
                    gram.clear();
                    gram.extend([" ", word, " "]);
                    boundaries(gram, spans);
                    for size in self.sizes() {
                        spans.windows(size).for_each(|window| take(&gram[joined(window)]));
                        // A word that is shorter than its gram counts once, whole.
                        if spans.len() <= size {
                            if spans.len() < size {
                                take(gram);
                            }
                            break;
                        }
                    }
                }
            }
        }
    }

    fn sizes(&self) -> impl Iterator<Item = usize> {
        self.ngram_min as usize..=self.ngram_max as usize
    }

    fn for_each_of_words(
        &self,
        text: &str,
        spans: &[Range<usize>],
        gram: &mut String,
        mut take: impl FnMut(&str),
    ) {
        for size in self.sizes() {
            for window in spans.windows(size) {
                match window {
                    [one] => take(&text[one.clone()]),
                    several => {
                        gram.clear();
                        for (place, span) in several.iter().enumerate() {
                            if place > 0 {
                                gram.push(' ');
                            }
                            gram.push_str(&text[span.clone()]);
                        }
                        take(gram);
                    }
                }
            }
        }
    }
}

fn joined(window: &[Range<usize>]) -> Range<usize> {
    window.first().map_or(0, |first| first.start)..window.last().map_or(0, |last| last.end)
}

/// Where the words of a text stand.
fn words(text: &str, spans: &mut Vec<Range<usize>>) {
    spans.clear();
    if text.is_ascii() {
        let (bytes, mut at) = (text.as_bytes(), 0);
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        while at < bytes.len() {
            let start = at;
            while at < bytes.len() && is_part(bytes[at]) {
                at += 1;
            }
            if at - start >= 2 {
                spans.push(start..at);
            }
            at += 1;
        }
        return;
    }
    let (mut start, mut length) = (0, 0);
    for (at, character) in text.char_indices().chain([(text.len(), ' ')]) {
        if character.is_alphanumeric() || character == '_' {
            if length == 0 {
                start = at;
            }
            length += 1;
        } else {
            if length >= 2 {
                spans.push(start..at);
            }
            length = 0;
        }
    }
}

/// The text with one space where there are several white characters in a row.
fn join_spaces(text: &str, to: &mut String) {
    to.clear();
    let mut run = None;
    for character in text.chars() {
        match (run, character.is_whitespace()) {
            (None, true) => {
                to.push(character);
                run = Some(to.len() - character.len_utf8());
            }
            (Some(start), true) => {
                to.truncate(start);
                to.push(' ');
            }
            (_, false) => {
                to.push(character);
                run = None;
            }
        }
    }
}

/// Where the characters of a text stand.
fn boundaries(text: &str, spans: &mut Vec<Range<usize>>) {
    spans.clear();
    spans.extend(text.char_indices().map(|(at, character)| at..at + character.len_utf8()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(grams: &NgramOptions, document: &str) -> Vec<String> {
        let mut all = Vec::new();
        grams.for_each(document, |gram| all.push(gram.to_string()));
        all
    }

    #[test]
    fn words_are_two_letters_or_more() {
        let grams = NgramOptions::default();
        assert_eq!(cut(&grams, "A Ball, a_b -- x1! I'm 42."), ["ball", "a_b", "x1", "42"]);
        assert_eq!(cut(&grams, "Äpfel ÜBER straße Ωmega é"), ["äpfel", "über", "straße", "ωmega"]);
        assert!(cut(&grams, " . a b ").is_empty());
        assert_eq!(
            cut(&NgramOptions { lowercase: false, ..NgramOptions::default() }, "The Ball"),
            ["The", "Ball"]
        );
    }

    #[test]
    fn grams_of_several_words_leave_stop_words_out() {
        let grams = NgramOptions { ngram_max: 2, stop_words: vec!["the".into()], ..NgramOptions::default() };
        let expected = ["dog", "ate", "the_", "homework", "dog ate", "ate the_", "the_ homework"];
        assert_eq!(cut(&grams, "The dog ate the the_ homework"), expected);
    }

    #[test]
    fn characters_with_and_without_words() {
        let grams =
            NgramOptions { analyzer: Analyzer::Char, ngram_min: 2, ngram_max: 3, ..NgramOptions::default() };
        assert_eq!(cut(&grams, "ab \n c"), ["ab", "b ", " c", "ab ", "b c"]);
        let grams = NgramOptions {
            analyzer: Analyzer::CharWb,
            ngram_min: 3,
            ngram_max: 4,
            ..NgramOptions::default()
        };
        assert_eq!(cut(&grams, "a béé"), [" a ", " bé", "béé", "éé ", " béé", "béé "]);
    }

    #[test]
    fn no_grams_of_nothing() {
        assert!(NgramOptions { ngram_min: 0, ..NgramOptions::default() }.check().is_err());
        assert!(NgramOptions { ngram_min: 3, ngram_max: 2, ..NgramOptions::default() }.check().is_err());
    }
}
