//! Formulas of propositional logic as truth tables and as trees.

use crate::decision_tree::{CategorySplits, Criterion};
use crate::{DecisionTree, DecisionTreeModel};
use hornbook_core::{Error, Result};
use hornbook_data::Table;
use hornbook_learner::{Fit, Model as _};

/// Longest formula, in symbols; a formula is walked as deep as it is long.
const MOST_SYMBOLS: usize = 400;
/// Most variables: the truth table has a row for each of their 2ⁿ cases.
const MOST_VARIABLES: usize = 16;

/// A formula of propositional logic.
///
/// From the one that binds closest: `not` (`!`, `~`, `¬`), `and` (`&`, `∧`), `xor` (`^`, `⊕`), `or` (`|`, `∨`),
/// `implies` (`->`, `→`; from the right), `iff` (`<->`, `↔`). Brackets, `true` and `false` are as usual, and any other
/// word is a variable.
///
/// ```
/// use hornbook_trees::rules::Formula;
/// let formula = Formula::parse("patrons_some or (patrons_full and friday)")?;
/// assert_eq!(formula.variables(), ["patrons_some", "patrons_full", "friday"]);
/// assert_eq!(formula.value(&[false, true, true]), Some(true));
/// let tree = formula.tree()?;
/// assert_eq!(
///     tree.dnf("true")?.to_string(),
///     "(patrons_some = false and patrons_full = true and friday = true) or (patrons_some = true)"
/// );
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Formula {
    variables: Vec<String>,
    root: Expression,
}

#[derive(Debug, Clone, PartialEq)]
enum Expression {
    Constant(bool),
    Variable(usize),
    Not(Box<Expression>),
    Pair(Connective, Box<[Expression; 2]>),
}

/// What joins two formulas, the one that binds least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Connective {
    Iff,
    Implies,
    Or,
    Xor,
    And,
}

const BY_BINDING: [Connective; 5] =
    [Connective::Iff, Connective::Implies, Connective::Or, Connective::Xor, Connective::And];

#[derive(Debug, Clone, PartialEq)]
enum Symbol {
    Open,
    Close,
    Not,
    Join(Connective),
    Constant(bool),
    Variable(String),
}

impl Formula {
    /// Reads a formula.
    pub fn parse(text: &str) -> Result<Formula> {
        let symbols = symbols(text)?;
        if symbols.len() > MOST_SYMBOLS {
            return Err(Error::data(
                format!("the formula has {} symbols", symbols.len()),
                format!("give one of at most {MOST_SYMBOLS}"),
            ));
        }
        let mut parser = FormulaParser { symbols: &symbols, at: 0, variables: Vec::new() };
        let root = parser.joined(0)?;
        match parser.symbols.get(parser.at) {
            None => Ok(Formula { variables: parser.variables, root }),
            Some(symbol) => Err(unexpected(Some(symbol), "a word that joins, or the end")),
        }
    }

    /// The variables, in the order of their first occurrences.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// Whether it is true of these values, one a variable; none if there are more or fewer.
    pub fn value(&self, values: &[bool]) -> Option<bool> {
        (values.len() == self.variables.len()).then(|| self.root.value(values))
    }

    /// The truth table: a column a variable, and `result` (with an underscore behind it if a variable is called so). The
    /// first variable changes slowest, from false to true.
    pub fn truth_table(&self) -> Result<Table> {
        let count = self.variables.len();
        if count > MOST_VARIABLES {
            return Err(Error::data(
                format!("the formula has {count} variables"),
                format!("give one of at most {MOST_VARIABLES}: the truth table doubles with each"),
            ));
        }
        let rows = 1usize << count;
        let value = |row: usize, variable: usize| row >> (count - 1 - variable) & 1 == 1;
        let word = |truth: bool| Some(if truth { "true" } else { "false" });
        let mut builder = Table::builder();
        for (variable, name) in self.variables.iter().enumerate() {
            let column: Vec<_> = (0..rows).map(|row| word(value(row, variable))).collect();
            builder = builder.category(name, &column);
        }
        let case = |row: usize| (0..count).map(|variable| value(row, variable)).collect::<Vec<bool>>();
        let results: Vec<_> = (0..rows).map(|row| word(self.root.value(&case(row)))).collect();
        builder.category(&self.result_name(), &results).build()
    }

    /// A tree that is true where the formula is: grown from the truth table by information gain. It always exists, but
    /// may be large; a tree with more leaves than half the cases has a warning in its summary.
    pub fn tree(&self) -> Result<DecisionTreeModel> {
        let table = self.truth_table()?;
        let learner =
            DecisionTree::default().criterion(Criterion::Entropy).categories(CategorySplits::Multiway);
        let mut model = learner.fit(&table.dataset().target(&self.result_name())?)?;
        let (leaves, rows) = (model.leaves(), table.rows());
        if 2 * leaves > rows && rows > 2 {
            let sentence = format!("the tree is not concise: it has {leaves} leaves for {rows} cases");
            model.info_mut().summary.warnings.push(sentence);
        }
        Ok(model)
    }

    fn result_name(&self) -> String {
        let mut name = "result".to_string();
        while self.variables.contains(&name) {
            name.push('_');
        }
        name
    }
}

impl Expression {
    fn value(&self, values: &[bool]) -> bool {
        match self {
            Expression::Constant(truth) => *truth,
            Expression::Variable(at) => values[*at],
            Expression::Not(inner) => !inner.value(values),
            Expression::Pair(connective, pair) => {
                let [a, b] = [pair[0].value(values), pair[1].value(values)];
                match connective {
                    Connective::Iff => a == b,
                    Connective::Implies => !a || b,
                    Connective::Or => a || b,
                    Connective::Xor => a != b,
                    Connective::And => a && b,
                }
            }
        }
    }
}

/// Reads symbols from the left.
struct FormulaParser<'a> {
    symbols: &'a [Symbol],
    at: usize,
    variables: Vec<String>,
}

impl FormulaParser<'_> {
    /// Formulas joined by the connective of this binding or closer ones.
    fn joined(&mut self, binding: usize) -> Result<Expression> {
        let Some(&connective) = BY_BINDING.get(binding) else { return self.single() };
        let mut left = self.joined(binding + 1)?;
        while self.symbols.get(self.at) == Some(&Symbol::Join(connective)) {
            self.at += 1;
            // a implies b implies c is a implies (b implies c).
            let is_last = connective == Connective::Implies;
            let right = self.joined(if is_last { binding } else { binding + 1 })?;
            left = Expression::Pair(connective, Box::new([left, right]));
        }
        Ok(left)
    }

    fn single(&mut self) -> Result<Expression> {
        let symbol = self.symbols.get(self.at);
        self.at += 1;
        match symbol {
            Some(Symbol::Not) => Ok(Expression::Not(Box::new(self.single()?))),
            Some(Symbol::Constant(truth)) => Ok(Expression::Constant(*truth)),
            Some(Symbol::Variable(name)) => {
                let known = self.variables.iter().position(|other| other == name);
                Ok(Expression::Variable(known.unwrap_or_else(|| {
                    self.variables.push(name.clone());
                    self.variables.len() - 1
                })))
            }
            Some(Symbol::Open) => {
                let inner = self.joined(0)?;
                let close = self.symbols.get(self.at);
                self.at += 1;
                if close == Some(&Symbol::Close) { Ok(inner) } else { Err(unexpected(close, "')'")) }
            }
            other => Err(unexpected(other, "a variable, 'not' or '('")),
        }
    }
}

fn unexpected(found: Option<&Symbol>, expected: &str) -> Error {
    let found = match found {
        None => "the formula ends too early".to_string(),
        Some(Symbol::Open) => "the formula has '(' at the wrong place".to_string(),
        Some(Symbol::Close) => "the formula has ')' at the wrong place".to_string(),
        Some(Symbol::Not) => "the formula has 'not' at the wrong place".to_string(),
        Some(Symbol::Join(join)) => {
            format!("the formula has '{}' at the wrong place", format!("{join:?}").to_lowercase())
        }
        Some(Symbol::Constant(truth)) => format!("the formula has '{truth}' at the wrong place"),
        Some(Symbol::Variable(name)) => format!("the formula has '{name}' at the wrong place"),
    };
    Error::data(found, format!("give {expected} there"))
}

/// Signs, longer ones before their beginnings.
const SIGNS: [(&str, Symbol); 24] = [
    ("<->", Symbol::Join(Connective::Iff)),
    ("<=>", Symbol::Join(Connective::Iff)),
    ("->", Symbol::Join(Connective::Implies)),
    ("=>", Symbol::Join(Connective::Implies)),
    ("&&", Symbol::Join(Connective::And)),
    ("||", Symbol::Join(Connective::Or)),
    ("↔", Symbol::Join(Connective::Iff)),
    ("⇔", Symbol::Join(Connective::Iff)),
    ("≡", Symbol::Join(Connective::Iff)),
    ("→", Symbol::Join(Connective::Implies)),
    ("⇒", Symbol::Join(Connective::Implies)),
    ("&", Symbol::Join(Connective::And)),
    ("∧", Symbol::Join(Connective::And)),
    ("|", Symbol::Join(Connective::Or)),
    ("∨", Symbol::Join(Connective::Or)),
    ("^", Symbol::Join(Connective::Xor)),
    ("⊕", Symbol::Join(Connective::Xor)),
    ("!", Symbol::Not),
    ("~", Symbol::Not),
    ("¬", Symbol::Not),
    ("(", Symbol::Open),
    (")", Symbol::Close),
    ("⊤", Symbol::Constant(true)),
    ("⊥", Symbol::Constant(false)),
];

fn symbols(text: &str) -> Result<Vec<Symbol>> {
    let mut symbols = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if let Some((sign, symbol)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            symbols.push(symbol.clone());
            rest = &rest[sign.len()..];
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            symbols.push(word(&rest[..end]));
            rest = &rest[end..];
        } else {
            return Err(Error::data(
                format!("the formula has '{first}', which is no sign of logic"),
                "write and, or, not, xor, implies, iff, brackets and names",
            ));
        }
        rest = rest.trim_start();
    }
    Ok(symbols)
}

fn word(text: &str) -> Symbol {
    match text.to_lowercase().as_str() {
        "and" => Symbol::Join(Connective::And),
        "or" => Symbol::Join(Connective::Or),
        "xor" => Symbol::Join(Connective::Xor),
        "implies" => Symbol::Join(Connective::Implies),
        "iff" => Symbol::Join(Connective::Iff),
        "not" => Symbol::Not,
        "true" => Symbol::Constant(true),
        "false" => Symbol::Constant(false),
        _ => Symbol::Variable(text.to_string()),
    }
}
