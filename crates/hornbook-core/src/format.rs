//! Numbers, counts and tables as people read them: the one place that decides how.

/// A sentence that begins with a capital letter.
pub fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
