//! Names of columns as arguments of a command.

/// A name that can be copied into a shell: in quotes if it has more than letters, digits and what needs none.
pub(super) fn argument(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-.,:/".contains(c);
    match !name.is_empty() && name.chars().all(is_plain) {
        true => name.to_string(),
        false => format!("'{}'", name.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_spaces_are_quoted() {
        assert_eq!([argument("year"), argument("a,b_2")], ["year", "a,b_2"]);
        assert_eq!(
            [argument("Date Egg"), argument("it's"), argument("")],
            ["'Date Egg'", "'it'\\''s'", "''"]
        );
    }
}
