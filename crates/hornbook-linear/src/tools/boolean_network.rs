//! Boolean formulas as two layers of perceptrons.

use super::equation_of;
use crate::geometry::Hyperplane;
use hornbook_core::{AnswerValue, Error, Result, Run, Tool, WorkedSolution};

/// Most variables, whose truth table has a million rows.
const MOST_VARIABLES: usize = 20;

/// Boolean formula in disjunctive or conjunctive normal form as a two-layer perceptron network: a unit for each term, and one that joins
/// them.
///
/// `hornbook compute boolean-network 'a & !b | !a & b'`. A formula may need exponentially many units.
#[derive(Debug, Tool)]
#[tool(
    name = "boolean-network",
    chapter = "Linear models",
    aliases("dnf network", "cnf network", "boolean formula as a network", "two-layer perceptron")
)]
pub struct BooleanNetworkTool {
    /// Formula: terms of literals joined by &, joined by | (DNF); or clauses joined by | in brackets, joined by & (CNF). ! is not.
    formula: String,
    /// Values of the variables, in order of their first occurrence, 0 or 1: what the units say.
    #[param(range = "0..=1")]
    inputs: Option<Vec<f64>>,
}

/// A formula in normal form: literals by the place of their variable.
struct NormalForm {
    variables: Vec<String>,
    terms: Vec<Vec<(usize, bool)>>,
    is_dnf: bool,
}

impl NormalForm {
    fn parse(text: &str) -> Result<NormalForm> {
        let wrong = |problem: String| {
            Error::data(
                format!("the formula '{text}' cannot be read: {problem}"),
                "write it like a & !b | c, or like (a | !b) & c",
            )
        };
        let plain = text.replace('∧', "&").replace('∨', "|").replace(['¬', '~'], "!");
        let plain = plain.replace(" and ", "&").replace(" or ", "|").replace("not ", "!");
        // Clauses stand in brackets in a conjunctive normal form; terms of a disjunctive one need none.
        let is_dnf =
            !plain.split('(').skip(1).any(|part| part.split(')').next().unwrap_or_default().contains('|'))
                && (plain.contains('|') || !plain.contains('('));
        let (outer, inner) = if is_dnf { ('|', '&') } else { ('&', '|') };
        let mut form = NormalForm { variables: Vec::new(), terms: Vec::new(), is_dnf };
        for part in plain.split(outer) {
            let part = part.trim().trim_start_matches('(').trim_end_matches(')');
            let mut term = Vec::new();
            for literal in part.split(inner) {
                let literal = literal.trim();
                let name = literal.trim_start_matches('!');
                let is_true = (literal.len() - name.len()) % 2 == 0;
                let name = name.trim();
                if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                    return Err(wrong(format!("'{literal}' is no literal of a normal form")));
                }
                let place = form.variables.iter().position(|known| known == name).unwrap_or_else(|| {
                    form.variables.push(name.to_string());
                    form.variables.len() - 1
                });
                term.push((place, is_true));
            }
            form.terms.push(term);
        }
        match form.variables.len() {
            count if count > MOST_VARIABLES => {
                Err(wrong(format!("it has {count} variables, more than {MOST_VARIABLES}")))
            }
            _ => Ok(form),
        }
    }

    /// What a unit asks of each variable; a term with a literal and its negation asks what cannot be.
    fn asks(&self, term: &[(usize, bool)]) -> Result<Vec<Option<bool>>> {
        let mut asked = vec![None; self.variables.len()];
        for (place, is_true) in term {
            if asked[*place].is_some_and(|before| before != *is_true) {
                return Err(Error::data(
                    format!("a term asks for '{0}' and for !{0}", self.variables[*place]),
                    "leave out the term",
                ));
            }
            asked[*place] = Some(*is_true);
        }
        Ok(asked)
    }
}

impl Tool for BooleanNetworkTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let form = NormalForm::parse(&self.formula)?;
        let join = |bits: &[Option<bool>], all: bool| {
            if all { Hyperplane::all_of(bits) } else { Hyperplane::any_of(bits) }
        };
        let hidden =
            form.terms.iter().map(|term| join(&form.asks(term)?, form.is_dnf)).collect::<Result<Vec<_>>>()?;
        let output = join(&vec![Some(true); hidden.len()], !form.is_dnf)?;
        let mut solution = WorkedSolution::by(match form.is_dnf {
            true => "DNF: a hidden unit for each conjunction, an OR of them at the output",
            false => "CNF: a hidden unit for each disjunction, an AND of them at the output",
        });
        let rows = hidden.iter().enumerate().map(|(at, unit)| {
            let equation = equation_of(&form.variables, unit.normal(), unit.offset());
            vec![AnswerValue::from(format!("h{}", at + 1)), AnswerValue::from(format!("{equation} > 0"))]
        });
        solution.table("hidden_units", &["unit", "fires if"], rows.collect());
        let names: Vec<String> = (1..=hidden.len()).map(|i| format!("h{i}")).collect();
        solution.labeled(
            "output",
            "output",
            format!("{} > 0", equation_of(&names, output.normal(), output.offset())),
        );
        solution.labeled("units", "hidden units", hidden.len());
        solution.value("weights", hidden.iter().map(|unit| unit.augmented()).collect::<Vec<_>>().into());
        solution.value("variables", form.variables.clone().into());
        let says = |bits: &[bool]| -> Result<(Vec<f64>, bool)> {
            let x: Vec<f64> = bits.iter().map(|bit| f64::from(*bit)).collect();
            let fired = hidden
                .iter()
                .map(|unit| Ok(f64::from(unit.value(&x)? > 0.0)))
                .collect::<Result<Vec<f64>>>()?;
            let value = output.value(&fired)?;
            Ok((fired, value > 0.0))
        };
        let mut true_rows = Vec::new();
        for code in 0..1usize << form.variables.len() {
            let bits: Vec<bool> =
                (0..form.variables.len()).rev().map(|place| code >> place & 1 == 1).collect();
            if says(&bits)?.1 {
                true_rows.push(code as f64);
            }
        }
        solution.labeled("true_rows", "rows of the truth table that are true (from 0)", true_rows);
        if let Some(inputs) = &self.inputs {
            hornbook_core::same_length(("inputs", inputs.len()), ("variables", form.variables.len()))?;
            let (fired, value) = says(&inputs.iter().map(|x| *x > 0.5).collect::<Vec<_>>())?;
            solution.labeled("fired", "hidden units that fire", fired);
            solution.labeled("value", "the network says", value);
        }
        Ok(solution)
    }
}
