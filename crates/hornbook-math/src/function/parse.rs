//! From text to a formula, by recursive descent.

use super::{Call, ScalarFunction, Term, wrong};
use hornbook_core::Result;
use std::collections::BTreeSet;

/// How deep brackets may stand in brackets; no formula of people comes near, and text cannot make us recurse without end.
const DEEPEST: usize = 200;

/// The functions of one argument, and of two.
const FUNCTIONS: [(&str, Call, usize); 18] = [
    ("exp", Call::Exp, 1),
    ("ln", Call::Ln, 1),
    ("log", Call::Ln, 1),
    ("log2", Call::Log2, 1),
    ("log10", Call::Log10, 1),
    ("sqrt", Call::Sqrt, 1),
    ("abs", Call::Abs, 1),
    ("sin", Call::Sin, 1),
    ("cos", Call::Cos, 1),
    ("tan", Call::Tan, 1),
    ("tanh", Call::Tanh, 1),
    ("atan", Call::Atan, 1),
    ("arctan", Call::Atan, 1),
    ("sigmoid", Call::Sigmoid, 1),
    ("step", Call::Step, 1),
    ("min", Call::Min, 2),
    ("max", Call::Max, 2),
    ("pow", Call::Power, 2),
];

/// A word, a number or a mark.
#[derive(Debug, Clone, PartialEq)]
enum FormulaToken {
    Number(f64),
    Word(String),
    Mark(char),
}

pub(super) fn function(text: &str, variables: Option<Vec<String>>) -> Result<ScalarFunction> {
    let tokens = tokens(text)?;
    let variables = variables.unwrap_or_else(|| names(&tokens));
    let mut reader = FormulaReader { text, tokens: &tokens, at: 0, depth: 0, variables: &variables };
    let root = reader.sum()?;
    match reader.peek() {
        None => {}
        Some(token) => return Err(wrong(text, format!("{} is not expected", shown(token)))),
    }
    Ok(ScalarFunction { text: text.trim().to_string(), root, variables })
}

/// The words that are neither functions nor constants, `x2` before `x10`.
fn names(tokens: &[FormulaToken]) -> Vec<String> {
    let is_variable =
        |word: &&String| constant(word).is_none() && !FUNCTIONS.iter().any(|(name, ..)| name == word);
    let words = tokens.iter().filter_map(|token| match token {
        FormulaToken::Word(word) => Some(word),
        _ => None,
    });
    let found: BTreeSet<&String> = words.filter(is_variable).collect();
    let mut names: Vec<String> = found.into_iter().cloned().collect();
    names.sort_by_key(|name| {
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        (stem.to_string(), name[stem.len()..].parse::<u64>().unwrap_or(0))
    });
    names
}

fn constant(word: &str) -> Option<f64> {
    match word {
        "pi" | "π" => Some(std::f64::consts::PI),
        "e" => Some(std::f64::consts::E),
        _ => None,
    }
}

fn tokens(text: &str) -> Result<Vec<FormulaToken>> {
    let chars: Vec<char> = text.replace("**", "^").replace('·', "*").replace('−', "-").chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        let c = chars[at];
        if c.is_whitespace() {
            at += 1;
        } else if c.is_ascii_digit() || c == '.' {
            while at < chars.len() && (chars[at].is_ascii_digit() || chars[at] == '.') {
                at += 1;
            }
            // An exponent is one only if digits follow, so that `2e` is two times e.
            let signed = usize::from(matches!(chars.get(at + 1), Some('+' | '-')));
            if matches!(chars.get(at), Some('e' | 'E'))
                && chars.get(at + 1 + signed).is_some_and(char::is_ascii_digit)
            {
                at += 1 + signed;
                while at < chars.len() && chars[at].is_ascii_digit() {
                    at += 1;
                }
            }
            let number: String = chars[start..at].iter().collect();
            let parsed = number.parse().map_err(|_| wrong(text, format!("'{number}' is no number")))?;
            tokens.push(FormulaToken::Number(parsed));
        } else if c.is_alphabetic() || c == '_' {
            while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                at += 1;
            }
            tokens.push(FormulaToken::Word(chars[start..at].iter().collect()));
        } else if "+-*/^(),|".contains(c) {
            tokens.push(FormulaToken::Mark(c));
            at += 1;
        } else {
            return Err(wrong(text, format!("'{c}' is not expected")));
        }
    }
    Ok(tokens)
}

fn shown(token: &FormulaToken) -> String {
    match token {
        FormulaToken::Number(number) => format!("'{number}'"),
        FormulaToken::Word(word) => format!("'{word}'"),
        FormulaToken::Mark(mark) => format!("'{mark}'"),
    }
}

struct FormulaReader<'a> {
    text: &'a str,
    tokens: &'a [FormulaToken],
    at: usize,
    depth: usize,
    variables: &'a [String],
}

impl FormulaReader<'_> {
    fn peek(&self) -> Option<&FormulaToken> {
        self.tokens.get(self.at)
    }

    fn takes(&mut self, mark: char) -> bool {
        let found = self.peek() == Some(&FormulaToken::Mark(mark));
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, mark: char) -> Result<()> {
        if self.takes(mark) { Ok(()) } else { Err(wrong(self.text, format!("a '{mark}' is missing"))) }
    }

    fn sum(&mut self) -> Result<Term> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(wrong(self.text, "brackets stand too deep in brackets"));
        }
        let mut term = self.product()?;
        loop {
            let call = if self.takes('+') {
                Call::Add
            } else if self.takes('-') {
                Call::Subtract
            } else {
                break;
            };
            term = Term::Call(call, vec![term, self.product()?]);
        }
        self.depth -= 1;
        Ok(term)
    }

    fn product(&mut self) -> Result<Term> {
        let mut term = self.signed()?;
        loop {
            let call = if self.takes('*') {
                Call::Multiply
            } else if self.takes('/') {
                Call::Divide
            } else if self.begins_factor() {
                // `2x` and `3(x + 1)`.
                term = Term::Call(Call::Multiply, vec![term, self.power()?]);
                continue;
            } else {
                return Ok(term);
            };
            term = Term::Call(call, vec![term, self.signed()?]);
        }
    }

    fn begins_factor(&self) -> bool {
        matches!(self.peek(), Some(FormulaToken::Word(_) | FormulaToken::Mark('(')))
    }

    /// A sign binds less than a power: −2² is −4.
    fn signed(&mut self) -> Result<Term> {
        let mut negative = false;
        loop {
            if self.takes('-') {
                negative = !negative;
            } else if !self.takes('+') {
                break;
            }
        }
        let term = self.power()?;
        Ok(if negative { Term::Call(Call::Negate, vec![term]) } else { term })
    }

    /// Powers are read from the right: 2^3^2 is 2^9.
    fn power(&mut self) -> Result<Term> {
        let base = self.factor()?;
        if !self.takes('^') {
            return Ok(base);
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(wrong(self.text, "powers stand too deep in powers"));
        }
        let exponent = self.signed()?;
        self.depth -= 1;
        Ok(Term::Call(Call::Power, vec![base, exponent]))
    }

    fn factor(&mut self) -> Result<Term> {
        let Some(token) = self.peek().cloned() else {
            return Err(wrong(self.text, "it ends where a number or a variable should stand"));
        };
        self.at += 1;
        match token {
            FormulaToken::Number(number) => Ok(Term::Number(number)),
            FormulaToken::Mark('(') => {
                let term = self.sum()?;
                self.expect(')')?;
                Ok(term)
            }
            FormulaToken::Mark('|') => {
                let term = self.sum()?;
                self.expect('|')?;
                Ok(Term::Call(Call::Abs, vec![term]))
            }
            FormulaToken::Word(word) => self.word(&word),
            FormulaToken::Mark(_) => Err(wrong(self.text, format!("{} is not expected", shown(&token)))),
        }
    }

    fn word(&mut self, word: &str) -> Result<Term> {
        if let Some(at) = self.variables.iter().position(|name| name == word) {
            // Who writes f(x) means a function, not a product.
            if self.peek() == Some(&FormulaToken::Mark('(')) {
                let what = format!("there is no function '{word}', and a product is written {word}*(…)");
                return Err(wrong(self.text, what));
            }
            return Ok(Term::Variable(at));
        }
        if let Some(number) = constant(word) {
            return Ok(Term::Number(number));
        }
        let Some((_, call, count)) = FUNCTIONS.iter().find(|(name, ..)| *name == word) else {
            let known = self.variables.join(", ");
            return Err(wrong(self.text, format!("'{word}' is no variable; there are {known}")));
        };
        self.expect('(')?;
        let mut terms = vec![self.sum()?];
        while terms.len() < *count {
            self.expect(',')?;
            terms.push(self.sum()?);
        }
        self.expect(')')?;
        Ok(Term::Call(*call, terms))
    }
}
