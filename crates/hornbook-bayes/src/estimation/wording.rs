//! Statements as people write them.

use super::prior_statement::{PriorStatement, USUAL_SHARE};
use hornbook_core::{Error, Result};
use std::fmt;
use std::str::FromStr;

/// From `between 1 and 3`, `between 1 and 3 with 0.9`, `close to 2, between 1 and 3` or `2, worth 10 rows`.
/// Without a fraction, it is [`USUAL_SHARE`].
///
/// ```
/// use hornbook_bayes::estimation::PriorStatement;
/// let stated: PriorStatement = "close to 2, between 1 and 3".parse()?;
/// assert_eq!(stated, PriorStatement::CloseTo { value: 2.0, between: (1.0, 3.0) });
/// assert!("about 2".parse::<PriorStatement>().is_err());
/// # Ok::<(), hornbook_core::Error>(())
/// ```
impl FromStr for PriorStatement {
    type Err = Error;

    fn from_str(text: &str) -> Result<PriorStatement> {
        let lower = text.to_lowercase().replace(',', " ");
        let words: Vec<&str> = lower.split_whitespace().collect();
        let number = |word: &str| {
            word.parse::<f64>().map_err(|_| {
                Error::data(format!("'{word}' in the statement '{text}' is no number"), "write it like 1.5")
            })
        };
        match words[..] {
            ["between", low, "and", high] => {
                Ok(PriorStatement::Between { low: number(low)?, high: number(high)?, share: USUAL_SHARE })
            }
            ["between", low, "and", high, "with", share] => {
                Ok(PriorStatement::Between { low: number(low)?, high: number(high)?, share: number(share)? })
            }
            ["close", "to", value, "between", low, "and", high] => {
                Ok(PriorStatement::CloseTo { value: number(value)?, between: (number(low)?, number(high)?) })
            }
            [mean, "worth", rows, "row" | "rows"] => {
                Ok(PriorStatement::WorthRows { mean: number(mean)?, rows: number(rows)? })
            }
            _ => Err(Error::data(
                format!("'{text}' does not read as a statement"),
                "write 'between 1 and 3', 'between 1 and 3 with 0.9', 'close to 2, between 1 and 3' or '2, worth 10 rows'",
            )),
        }
    }
}

/// As it can be read again.
impl fmt::Display for PriorStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PriorStatement::Between { low, high, share } => {
                write!(f, "between {low} and {high} with {share}")
            }
            PriorStatement::CloseTo { value, between: (low, high) } => {
                write!(f, "close to {value}, between {low} and {high}")
            }
            PriorStatement::WorthRows { mean, rows } => write!(f, "{mean}, worth {rows} rows"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read() {
        let read = |text: &str| text.parse::<PriorStatement>();
        let between = |share| PriorStatement::Between { low: -1.0, high: 3.0, share };
        assert_eq!(read("between -1 and 3").unwrap(), between(0.95));
        assert_eq!(read("  Between -1 and 3, with 0.5").unwrap(), between(0.5));
        assert_eq!(read("0.5, worth 4 rows").unwrap(), PriorStatement::WorthRows { mean: 0.5, rows: 4.0 });
        for text in ["between -1 and 3 with 0.5", "close to 2, between 1 and 3.5", "0.5, worth 4 rows"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        let said = read("between one and 3").unwrap_err().to_string();
        assert!(said.contains("'one'") && said.contains("no number"), "{said}");
        assert!(read("").is_err() && read("between 1 and").is_err());
    }
}
