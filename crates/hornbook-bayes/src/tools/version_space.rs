//! Conjunctions of attribute values: FIND-S, the version space, and MAP learning.

use crate::hypotheses::HypothesisTable;
use hornbook_core::{Choice, Error, Result, Run, Tool, WorkedSolution, same_length};
use hornbook_data::{Column, TableArgument};

/// Most hypotheses that are looked at.
const MOST_HYPOTHESES: usize = 200_000;

/// Most hypotheses of the version space that are listed.
const MOST_LISTED: usize = 50;

/// The probabilities of hypotheses before the examples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum ConjunctionPrior {
    /// All the same: every consistent hypothesis is a MAP hypothesis.
    Uniform,
    /// Half as probable for every attribute that does not count: more specific hypotheses are more probable.
    Specific,
}

/// Version space of conjunctions: all hypotheses `a=1 and b=? …` that agree with the examples, by brute-force MAP learning, and FIND-S, the
/// most specific of them, as a MAP learner.
///
/// P(D) is the share of consistent hypotheses, |VS|/|H|; with a uniform prior each has the posterior 1/|VS|.
#[derive(Debug, Tool)]
#[tool(
    name = "version-space",
    chapter = "Bayesian learning",
    aliases("find-s", "enjoysport", "most specific hypothesis", "consistent hypotheses")
)]
pub struct VersionSpaceTool {
    /// The table of categories.
    table: TableArgument,
    /// Target column.
    target: String,
    /// Label of the positive examples; the first one by default.
    positive: Option<String>,
    /// Number of values of each attribute, if not all of them are in the table.
    #[param(range = "1..")]
    levels: Option<Vec<f64>>,
    /// Prior of the hypotheses.
    #[param(default = ConjunctionPrior::Uniform)]
    prior: ConjunctionPrior,
}

/// A hypothesis: for each attribute a value, or any; none covers nothing.
type Conjunction = Option<Vec<Option<u32>>>;

fn covers(hypothesis: &Conjunction, instance: &[u32]) -> bool {
    hypothesis.as_ref().is_some_and(|asked| {
        asked.iter().zip(instance).all(|(asked, value)| asked.is_none_or(|asked| asked == *value))
    })
}

/// All conjunctions, the empty one last.
fn conjunctions(levels: &[usize]) -> Result<Vec<Conjunction>> {
    let count = levels
        .iter()
        .try_fold(1usize, |count, levels| count.checked_mul(levels + 1))
        .filter(|count| *count <= MOST_HYPOTHESES);
    let Some(count) = count else {
        return Err(Error::data(
            format!("{} attributes have more than {MOST_HYPOTHESES} conjunctions", levels.len()),
            "give fewer attributes, or fewer values",
        ));
    };
    let one = |mut code: usize| -> Conjunction {
        let mut asked = Vec::with_capacity(levels.len());
        for levels in levels {
            let value = code % (levels + 1);
            asked.push((value < *levels).then_some(value as u32));
            code /= levels + 1;
        }
        Some(asked)
    };
    Ok((0..count).map(one).chain([None]).collect())
}

/// FIND-S: the first positive example, made more general by each further one.
fn find_s(rows: &[(Vec<u32>, bool)]) -> Conjunction {
    let mut positive = rows.iter().filter(|(_, is_positive)| *is_positive).map(|(instance, _)| instance);
    let mut found: Vec<Option<u32>> = positive.next()?.iter().map(|value| Some(*value)).collect();
    for instance in positive {
        for (asked, value) in found.iter_mut().zip(instance) {
            *asked = asked.filter(|asked| asked == value);
        }
    }
    Some(found)
}

impl Tool for VersionSpaceTool {
    type Report = WorkedSolution;

    fn compute(&self, run: &Run) -> Result<WorkedSolution> {
        let table = self.table.table(run)?;
        let names: Vec<String> = table.names().iter().filter(|name| **name != self.target).cloned().collect();
        let mut columns = Vec::new();
        for name in &names {
            columns.push(coded(name, table.column(name)?)?);
        }
        let (classes, truth) = coded(&self.target, table.column(&self.target)?)?;
        let positive = match &self.positive {
            Some(label) => classes.iter().position(|class| class == label).ok_or_else(|| {
                Error::data(
                    format!("'{}' has no label '{label}'", self.target),
                    format!("there are {}", classes.join(", ")),
                )
            })?,
            None => truth.first().map_or(0, |code| *code as usize),
        };
        let mut levels: Vec<usize> = columns.iter().map(|(values, _)| values.len()).collect();
        if let Some(given) = &self.levels {
            same_length(("levels", given.len()), ("attributes", levels.len()))?;
            levels = given.iter().zip(&levels).map(|(given, found)| (*given as usize).max(*found)).collect();
        }
        let rows: Vec<(Vec<u32>, bool)> = (0..table.rows())
            .map(|row| {
                (columns.iter().map(|(_, codes)| codes[row]).collect(), truth[row] as usize == positive)
            })
            .collect();
        let words = |hypothesis: &Conjunction| match hypothesis {
            None => "nothing".to_string(),
            Some(asked) => {
                let parts = asked.iter().enumerate().map(|(at, asked)| match asked {
                    Some(code) => {
                        columns[at].0.get(*code as usize).cloned().unwrap_or_else(|| "(other)".to_string())
                    }
                    None => "?".to_string(),
                });
                format!("⟨{}⟩", parts.collect::<Vec<_>>().join(", "))
            }
        };
        self.solve(&conjunctions(&levels)?, &rows, &words)
    }
}

impl VersionSpaceTool {
    fn solve(
        &self,
        all: &[Conjunction],
        rows: &[(Vec<u32>, bool)],
        words: &dyn Fn(&Conjunction) -> String,
    ) -> Result<WorkedSolution> {
        let labels: Vec<String> = (0..all.len()).map(|at| at.to_string()).collect();
        let weights: Vec<f64> = match self.prior {
            ConjunctionPrior::Uniform => vec![1.0; all.len()],
            ConjunctionPrior::Specific => {
                let free = |one: &Conjunction| {
                    one.as_ref().map_or(0, |asked| asked.iter().filter(|value| value.is_none()).count())
                };
                all.iter().map(|one| 0.5f64.powi(free(one) as i32)).collect()
            }
        };
        let sum: f64 = weights.iter().sum();
        let mut table = HypothesisTable::new(&labels, &weights.iter().map(|w| w / sum).collect::<Vec<_>>())?;
        let mut solution = WorkedSolution::by(
            "P(h) = 1/|H|, P(D | h) = 1 if h is consistent else 0, P(D) = |VS|/|H|, P(h | D) = 1/|VS|",
        );
        for (at, (instance, is_positive)) in rows.iter().enumerate() {
            let consistent: Vec<bool> = all.iter().map(|h| covers(h, instance) == *is_positive).collect();
            table.keep(&consistent).map_err(|_| {
                Error::data(
                    "no conjunction agrees with all examples",
                    "the hypothesis space is not realizable; use `consistency`, or another learner",
                )
            })?;
            solution.step(format!(
                "after example {}: {} hypotheses are left",
                at + 1,
                table.posterior().iter().filter(|p| **p > 0.0).count()
            ));
        }
        let posterior = table.posterior();
        let left: Vec<usize> = (0..all.len()).filter(|&at| posterior[at] > 0.0).collect();
        let found = find_s(rows);
        let place = all.iter().position(|one| *one == found);
        let most_probable = table.most_probable();
        solution.labeled("hypotheses", "hypotheses |H|", all.len());
        solution.labeled("consistent", "version space |VS|", left.len());
        solution.labeled("evidence", "P(D)", table.ln_evidence().exp());
        solution.labeled("find_s", "FIND-S finds", words(&found));
        solution.labeled(
            "find_s_is_map",
            "it is a MAP hypothesis",
            place.is_some_and(|at| most_probable.contains(&at)),
        );
        solution.labeled("find_s_posterior", "its posterior", place.map_or(0.0, |at| posterior[at]));
        solution.labeled("map_count", "MAP hypotheses", most_probable.len());
        let shown: Vec<String> = left.iter().take(MOST_LISTED).map(|&at| words(&all[at])).collect();
        solution.labeled("version_space", "consistent hypotheses", shown);
        Ok(solution)
    }
}

/// The values of a column that has no gaps, and the value of each row.
fn coded(name: &str, column: &Column) -> Result<(Vec<String>, Vec<u32>)> {
    let (mut values, mut codes) = (Vec::<String>::new(), Vec::new());
    for row in 0..column.len() {
        let label = column.label(row).ok_or_else(|| {
            Error::data(
                format!("'{name}' is missing in row {}", row + 1),
                "give a table without missing values",
            )
        })?;
        let place = values.iter().position(|known| *known == label).unwrap_or_else(|| {
            values.push(label);
            values.len() - 1
        });
        codes.push(place as u32);
    }
    Ok((values, codes))
}
