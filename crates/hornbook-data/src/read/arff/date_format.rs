//! Date formats in the letters of Java's `SimpleDateFormat`, as far as data files use them.

use crate::read::values::moment;

/// A date format.
#[derive(Debug, Clone)]
pub(super) struct DateFormat {
    pub(super) pattern: String,
    parts: Vec<DateFormatPart>,
}

#[derive(Debug, Clone, PartialEq)]
enum DateFormatPart {
    Literal(u8),
    /// A letter, and how many digits the number has at least and at most.
    Field(u8, usize, usize),
}

impl Default for DateFormat {
    fn default() -> DateFormat {
        const PATTERN: &str = "yyyy-MM-dd'T'HH:mm:ss";
        DateFormat::new(PATTERN).unwrap_or(DateFormat { pattern: PATTERN.into(), parts: Vec::new() })
    }
}

impl DateFormat {
    /// A format from its pattern; the error is the letter that is not known.
    pub(super) fn new(pattern: &str) -> Result<DateFormat, char> {
        let bytes = pattern.as_bytes();
        let mut parts = Vec::new();
        let mut i = 0;
        while i < bytes.len() {
            let byte = bytes[i];
            let run = bytes[i..].iter().take_while(|&&b| b == byte).count();
            match byte {
                b'\'' if bytes.get(i + 1) == Some(&b'\'') => {
                    parts.push(DateFormatPart::Literal(b'\''));
                    i += 2;
                }
                b'\'' => {
                    let close =
                        bytes[i + 1..].iter().position(|&b| b == b'\'').unwrap_or(bytes.len() - i - 1);
                    parts.extend(bytes[i + 1..i + 1 + close].iter().map(|&b| DateFormatPart::Literal(b)));
                    i += close + 2;
                }
                b'y' | b'M' | b'd' | b'H' | b'm' | b's' | b'S' => {
                    let is_next_letter = bytes.get(i + run).is_some_and(u8::is_ascii_alphabetic);
                    // Digits that run into the next field's must be exactly as many as the letters.
                    let most = if is_next_letter {
                        run
                    } else {
                        run.max(if byte == b'y' {
                            4
                        } else if byte == b'S' {
                            3
                        } else {
                            2
                        })
                    };
                    parts.push(DateFormatPart::Field(byte, if is_next_letter { run } else { 1 }, most));
                    i += run;
                }
                _ if byte.is_ascii_alphabetic() => return Err(char::from(byte)),
                _ => {
                    parts.push(DateFormatPart::Literal(byte));
                    i += 1;
                }
            }
        }
        Ok(DateFormat { pattern: pattern.to_string(), parts })
    }

    /// Milliseconds since 1970 UTC.
    pub(super) fn parse(&self, text: &[u8]) -> Option<i64> {
        let (mut year, mut month, mut day, mut milliseconds) = (1970, 1, 1, 0);
        let mut rest = text;
        for part in &self.parts {
            match *part {
                DateFormatPart::Literal(byte) => {
                    rest = rest.strip_prefix(&[byte])?;
                }
                DateFormatPart::Field(letter, least, most) => {
                    let digits = rest.iter().take(most).take_while(|b| b.is_ascii_digit()).count();
                    if digits < least {
                        return None;
                    }
                    let number = rest[..digits]
                        .iter()
                        .fold(0i64, |n, b| n.saturating_mul(10).saturating_add(i64::from(b - b'0')));
                    rest = &rest[digits..];
                    match letter {
                        b'y' if number > 9999 => return None,
                        b'y' => year = number,
                        b'M' => month = number,
                        b'd' => day = number,
                        b'H' if number < 24 => milliseconds += number * 3_600_000,
                        b'm' if number < 60 => milliseconds += number * 60_000,
                        b's' if number <= 60 => milliseconds += number * 1000,
                        b'S' if number < 1000 => milliseconds += number,
                        _ => return None,
                    }
                }
            }
        }
        if rest.is_empty() { moment(year, month, day, milliseconds) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let parse =
            |pattern: &str, text: &str| DateFormat::new(pattern).ok().and_then(|f| f.parse(text.as_bytes()));
        assert_eq!(parse("yyyy-MM-dd'T'HH:mm:ss", "1970-01-02T00:00:01"), Some(86_401_000));
        assert_eq!(parse("dd.MM.yyyy", "2.1.1970"), Some(86_400_000));
        assert_eq!(parse("yyyyMMdd HHmm", "19700102 0001"), Some(86_460_000));
        assert_eq!(parse("HH 'o''clock'", "01 o"), None);
        assert_eq!(parse("yyyy-MM-dd", "1970-02-30"), None);
        assert_eq!(parse("yyyy-MM-dd", "1970-01-01x"), None);
        assert_eq!(parse("ss.SSS", "01.002"), Some(1002));
        assert_eq!(DateFormat::new("yyyy-MMM-dd EEE").err(), Some('E'));
    }
}
