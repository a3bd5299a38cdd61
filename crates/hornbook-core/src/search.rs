//! Words that people search for.

/// The words of a text as a search compares them: in lower case, without a plural's s. Names of classes, such as `OneHotEncoder`, are
/// several words.
///
/// ```
/// assert_eq!(hornbook_core::search_words("OneHotEncoder, L2 penalties"), ["one", "hot", "encoder", "l2", "penaltie"]);
/// ```
pub fn search_words(text: &str) -> Vec<String> {
    let mut apart = String::new();
    let mut was_lower = false;
    for letter in text.chars() {
        if was_lower && letter.is_uppercase() {
            apart.push(' ');
        }
        was_lower = letter.is_lowercase();
        apart.push(letter);
    }
    let words = apart.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let singular = |word: String| match word.strip_suffix('s') {
        Some(stem) if stem.len() > 3 && !stem.ends_with('s') => stem.to_string(),
        _ => word,
    };
    words.map(|word| singular(word.to_lowercase())).collect()
}
