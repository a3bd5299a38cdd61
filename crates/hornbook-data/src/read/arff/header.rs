//! The header of an ARFF file: the attributes and where the rows begin.

use super::date_format::DateFormat;
use super::tokens::ArffTokens;
use crate::column::Levels;
use crate::read::source::{ByteSource, SkippedText};
use hornbook_core::{Error, Result};
use std::io::{BufRead, BufReader};

/// One declared column.
pub(super) struct ArffAttribute {
    pub(super) name: String,
    pub(super) kind: ArffType,
}

/// The declared type of a column.
pub(super) enum ArffType {
    Numeric,
    Nominal(Levels),
    Date(DateFormat),
    Text,
}

/// The declared columns.
pub(super) struct ArffHeader {
    pub(super) attributes: Vec<ArffAttribute>,
}

impl ArffHeader {
    /// Reads up to `@data`, and says how much text that was.
    pub(super) fn read(source: &ByteSource) -> Result<(ArffHeader, SkippedText)> {
        let mut text = BufReader::new(source.text()?);
        let mut skipped = SkippedText::default();
        let mut attributes = Vec::new();
        let mut line = Vec::new();
        let wrong = |line: Option<u64>, problem: String, advice: &str| Error::Parse {
            source_name: source.name.clone(),
            line,
            column: None,
            problem,
            advice: advice.to_string(),
        };
        loop {
            line.clear();
            let read = text.read_until(b'\n', &mut line).map_err(|e| source.unreadable(e))?;
            if read == 0 {
                return Err(wrong(None, "there is no @data line".into(), "end the header with @data"));
            }
            skipped.bytes += read as u64;
            skipped.lines += 1;
            let at = Some(skipped.lines);
            let content = line.trim_ascii();
            if content.is_empty() || content[0] == b'%' {
                continue;
            }
            let word_end = content.iter().position(u8::is_ascii_whitespace).unwrap_or(content.len());
            let (keyword, rest) = content.split_at(word_end);
            match keyword.to_ascii_lowercase().as_slice() {
                b"@relation" => {}
                b"@attribute" => {
                    attributes.push(attribute(rest).map_err(|(problem, advice)| wrong(at, problem, advice))?);
                }
                b"@data" if attributes.is_empty() => {
                    return Err(wrong(
                        at,
                        "no attributes are declared before @data".into(),
                        "declare each column with @attribute",
                    ));
                }
                b"@data" => return Ok((ArffHeader { attributes }, skipped)),
                other => {
                    let shown: String = String::from_utf8_lossy(other).chars().take(40).collect();
                    return Err(wrong(
                        at,
                        format!("found '{shown}' in the header"),
                        "write @relation, @attribute or @data",
                    ));
                }
            }
        }
    }

    /// This name, or the first of name_2, name_3, … that no attribute has.
    pub(super) fn free_name(&self, name: &str) -> String {
        let is_taken = |name: &str| self.attributes.iter().any(|a| a.name == name);
        let numbered = |i: usize| if i == 1 { name.to_string() } else { format!("{name}_{i}") };
        (1..).map(numbered).find(|name| !is_taken(name)).unwrap_or_default()
    }
}

type ProblemAndAdvice = (String, &'static str);

fn attribute(declaration: &[u8]) -> Result<ArffAttribute, ProblemAndAdvice> {
    const ADVICE: &str = "write @attribute, a name and a type";
    let mut tokens = ArffTokens::new(declaration);
    let name = tokens.value().map_err(|problem| (problem.into_owned(), ADVICE))?.into_string();
    if tokens.take(b'{') {
        return Ok(ArffAttribute { kind: ArffType::Nominal(levels(&mut tokens, &name)?), name });
    }
    let word = tokens.value().map_err(|_| (format!("attribute '{name}' has no type"), ADVICE))?.into_string();
    let kind = match word.to_ascii_lowercase().as_str() {
        "numeric" | "real" | "integer" => ArffType::Numeric,
        "string" => ArffType::Text,
        "date" if tokens.is_at_end() => ArffType::Date(DateFormat::default()),
        "date" => {
            let pattern = tokens.value().map_err(|problem| (problem.into_owned(), ADVICE))?.into_string();
            let format = DateFormat::new(&pattern).map_err(|letter| {
                (
                    format!("the date format '{pattern}' of attribute '{name}' has the letter '{letter}'"),
                    "use only y, M, d, H, m, s and S, and quote other text",
                )
            })?;
            ArffType::Date(format)
        }
        "relational" => {
            let problem = format!("attribute '{name}' is relational: it holds a table in each row");
            return Err((
                problem,
                "flatten it into plain attributes, for example with Weka's MultiInstanceToPropositional",
            ));
        }
        other => {
            let problem = format!("attribute '{name}' has the type '{other}'");
            return Err((problem, "use numeric, real, integer, string, date or a list of values in braces"));
        }
    };
    let rest = tokens.rest();
    if !tokens.is_at_end() {
        let shown: String = String::from_utf8_lossy(rest).chars().take(40).collect();
        return Err((format!("found '{shown}' after the type of attribute '{name}'"), ADVICE));
    }
    Ok(ArffAttribute { name, kind })
}

fn levels(tokens: &mut ArffTokens<'_>, name: &str) -> Result<Levels, ProblemAndAdvice> {
    const ADVICE: &str = "write the values in braces, with commas between them";
    let mut levels: Vec<String> = Vec::new();
    while !tokens.take(b'}') {
        let level = tokens
            .value()
            .map_err(|problem| (format!("{problem} among the values of attribute '{name}'"), ADVICE))?;
        levels.push(level.into_string());
        if !tokens.take(b',') && !tokens.peek(b'}') {
            return Err((format!("the values of attribute '{name}' do not end with '}}'"), ADVICE));
        }
    }
    let mut sorted: Vec<&String> = levels.iter().collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err((
            format!("attribute '{name}' declares the value '{}' twice", pair[0]),
            "declare each value once",
        ));
    }
    Ok(levels.into())
}
