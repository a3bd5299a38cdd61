//! The text of a call, `name(parameter=value, …)`, taken apart.

/// How deep calls may be nested in text; nobody who means it comes near.
const DEEPEST: usize = 16;

/// Names that tell things apart in paths: their own, with a number behind those that come again.
pub fn numbered_names(names: &[&str]) -> Vec<String> {
    let numbered =
        |(at, name): (usize, &&str)| match names[..at].iter().filter(|earlier| *earlier == name).count() {
            0 => (*name).to_string(),
            before => format!("{name}-{}", before + 1),
        };
    names.iter().enumerate().map(numbered).collect()
}

/// A parameter and its value, at the first `=` outside all brackets.
pub(crate) fn name_and_value(part: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    let at = part.char_indices().find(|&(_, c)| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == '=' && depth == 0
    })?;
    Some((part[..at.0].trim(), part[at.0 + 1..].trim()))
}

/// The parts between separators that stand outside all brackets, trimmed; none if brackets do not match.
pub(crate) fn parts(text: &str, separator: char) -> Option<Vec<&str>> {
    let mut open: Vec<char> = Vec::new();
    let mut cuts = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(c) => return None,
            c if c == separator && open.is_empty() => {
                cuts.push(text[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
        if open.len() > DEEPEST {
            return None;
        }
    }
    cuts.push(text[start..].trim());
    let is_blank = cuts.len() == 1 && cuts[0].is_empty();
    open.is_empty().then(|| if is_blank { Vec::new() } else { cuts })
}
