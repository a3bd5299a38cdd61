//! Estimates by the name of a family, for doors that know no types.

use super::estimate::Estimate;
use super::family::{ConjugateFamily, ConjugatePair};
use super::normal::NormalMean;
use super::normal_both::NormalBoth;
use super::normal_spread::{NormalPrecision, NormalVariance};
use super::outcomes::{BernoulliBeta, BinomialBeta, CategoricalDirichlet};
use super::rates::{ExponentialGamma, PoissonGamma};
use super::registry::conjugate_pairs;
use super::statement::Statement;
use super::summary::Summary;
use hornbook_core::{Error, Result, Run, Value, closest_name};
use hornbook_data::{Dataset, Feature};
use hornbook_learner::words::significant;
use hornbook_math::distributions::{Beta, Dirichlet, Gamma, InverseGamma, Normal, NormalGamma, Univariate};
use serde_json::json;
use std::fmt;

/// What is believed of the parameters of a family before there are rows.
#[derive(Debug, Clone, PartialEq)]
pub enum PriorBelief {
    /// All values are equally probable; only probabilities have such a prior.
    Uniform,
    /// The numbers of the prior, in the order of the [registry](super::conjugate_pairs).
    Numbers(Vec<f64>),
    /// What somebody says.
    Stated(Vec<Statement>),
}

/// What is known after the rows of one column.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnEstimate {
    /// The parameters and the beliefs.
    pub summary: Summary,
    /// What the next row will be.
    pub next: NextRow,
}

/// What the next row will be, whatever the parameters are.
#[derive(Debug, Clone, PartialEq)]
pub enum NextRow {
    /// Between these ends with this probability at least, and as probably below as above.
    Interval {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
        /// The probability.
        level: f64,
    },
    /// One of these outcomes, each with its probability.
    Outcomes(Vec<(String, f64)>),
}

/// Estimates the parameters of a family, by its name, from the one feature of a dataset.
///
/// `known` is what the family takes as known: the variance of `normal-mean`, the mean of `normal-precision` and
/// `normal-variance`, the trials of `binomial-beta`. The next row is between the ends of an interval with probability `level`.
/// Families of several columns have types of their own only.
///
/// ```
/// use hornbook_bayes::estimation::{PriorBelief, estimate_column};
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// let table = Table::builder().number("heads", vec![1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0]).build()?;
/// let (family, data) = ("bernoulli-beta", table.dataset());
/// let estimate = estimate_column(family, None, &PriorBelief::Uniform, &data, 0.95, &Run::default())?;
/// assert_eq!(estimate.summary.posterior, "Beta(5, 4)");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn estimate_column(
    family: &str,
    known: Option<f64>,
    prior: &PriorBelief,
    data: &Dataset,
    level: f64,
    run: &Run,
) -> Result<ColumnEstimate> {
    if !(level > 0.0 && level < 1.0) {
        return Err(Error::data(format!("the level is {level}"), "give a probability above 0 and below 1"));
    }
    conjugate_pair(family)?;
    let column = Column::of(data)?;
    let question = Question { family, known, prior, data, level, run };
    match family {
        "bernoulli-beta" => {
            question.nothing_known()?;
            // With one level nobody knows whether it is the success.
            if let Some(levels) = column.levels.as_ref().filter(|levels| levels.len() != 2) {
                return Err(Error::data(
                    format!(
                        "the levels of column '{}' are {}, and '{family}' is of two",
                        column.name,
                        levels.join(", ")
                    ),
                    "name a column of two levels or of 0 and 1, or take categorical-dirichlet",
                ));
            }
            let belief = question.belief(&BernoulliBeta, 2, true, |n| Beta::new(n[0], n[1]))?;
            let estimate = Estimate::of(BernoulliBeta, belief, data, run)?;
            let names = column.levels.unwrap_or_else(|| ["0", "1"].map(str::to_string).to_vec());
            let p = estimate.predictive()?.mean();
            let outcomes = names.iter().cloned().zip([1.0 - p, p]).collect();
            Ok(named(estimate.summary(), &names[1..], NextRow::Outcomes(outcomes)))
        }
        "categorical-dirichlet" => {
            question.nothing_known()?;
            let Some(levels) = column.levels else {
                return Err(Error::data(
                    format!("column '{}' holds numbers, and '{family}' is of categories", column.name),
                    format!("read it as categories (--type {}=category)", column.name),
                ));
            };
            let dirichlet = CategoricalDirichlet::new(levels.len())?;
            // One number is that of every outcome.
            let spread = match prior {
                PriorBelief::Numbers(one) if one.len() == 1 => {
                    PriorBelief::Numbers(vec![one[0]; levels.len()])
                }
                other => other.clone(),
            };
            let question = Question { prior: &spread, ..question };
            let belief = question.belief(&dirichlet, levels.len(), true, Dirichlet::new)?;
            let estimate = Estimate::of(dirichlet, belief, data, run)?;
            let outcomes = levels.iter().cloned().zip(estimate.expected()).collect();
            Ok(named(estimate.summary(), &levels, NextRow::Outcomes(outcomes)))
        }
        _ if column.levels.is_some() => Err(Error::data(
            format!("column '{}' holds categories, and '{family}' is of numbers", column.name),
            "name a column of numbers, or another family",
        )),
        "binomial-beta" => {
            let trials = question.known("the number of trials of a row")?;
            if !(trials >= 1.0 && trials.fract() == 0.0 && trials <= u64::MAX as f64) {
                return Err(question.refuse(
                    "known",
                    trials.to_string(),
                    "a whole number of trials, at least 1",
                ));
            }
            question.numbers(BinomialBeta::new(trials as u64)?, 2, true, |n| Beta::new(n[0], n[1]))
        }
        "poisson-gamma" => {
            question.nothing_known()?;
            question.numbers(PoissonGamma, 2, false, gamma)
        }
        "exponential-gamma" => {
            question.nothing_known()?;
            question.numbers(ExponentialGamma, 2, false, gamma)
        }
        "normal-mean" => {
            let known = NormalMean::new(question.known("the variance of the column")?)?;
            question.numbers(known, 2, false, |n| Normal::new(n[0], n[1].sqrt()))
        }
        "normal-precision" => {
            let known = NormalPrecision::new(question.known("the mean of the column")?)?;
            question.numbers(known, 2, false, gamma)
        }
        "normal-variance" => {
            let known = NormalVariance::new(question.known("the mean of the column")?)?;
            question.numbers(known, 2, false, |n| InverseGamma::new(n[0], n[1]))
        }
        "normal-gamma" => {
            question.nothing_known()?;
            question.numbers(NormalBoth, 4, false, |n| NormalGamma::new(n[0], n[1], n[2], n[3]))
        }
        _ => Err(Error::data(
            format!("'{family}' is of several columns, and one is named"),
            "estimate it in Rust with Estimate, or name a family of one column",
        )),
    }
}

fn gamma(numbers: &[f64]) -> Result<Gamma> {
    Gamma::new(numbers[0], numbers[1])
}

/// The line of the registry of this name, or an error that says what is near.
pub fn conjugate_pair(name: &str) -> Result<&'static ConjugatePair> {
    let pairs = conjugate_pairs();
    if let Some(pair) = pairs.iter().find(|pair| pair.name == name) {
        return Ok(pair);
    }
    let names: Vec<&str> = pairs.iter().map(|pair| pair.name).collect();
    let start = name.to_lowercase();
    let has_part = |pair: &&str| !start.is_empty() && pair.split('-').any(|part| part.starts_with(&start));
    let similar: Vec<&str> = names.iter().copied().filter(has_part).collect();
    let advice = match (closest_name(name, &names), &similar[..]) {
        (Some(near), _) => format!("did you mean '{near}'?"),
        (None, []) => format!("there are {}", names.join(", ")),
        (None, some) => format!("did you mean '{}'?", some.join("' or '")),
    };
    Err(Error::data(format!("there is no family '{name}'"), advice))
}

/// The summary with other names of its parameters: `P(Yes)` in the place of `p`.
fn named(mut summary: Summary, levels: &[String], next: NextRow) -> ColumnEstimate {
    for (parameter, level) in summary.parameters.iter_mut().zip(levels) {
        parameter.name = format!("P({level})");
    }
    ColumnEstimate { summary, next }
}

/// The one feature of a dataset.
struct Column {
    name: String,
    /// What its codes mean, if it holds categories.
    levels: Option<Vec<String>>,
}

impl Column {
    fn of(data: &Dataset) -> Result<Column> {
        let [name] = data.feature_names()[..] else {
            return Err(Error::data(
                format!("there are {} columns to estimate from", data.feature_names().len()),
                "name one column of numbers or categories with only(…)",
            ));
        };
        let levels = match data.feature(0) {
            Feature::Code(_, levels) => Some(levels.to_vec()),
            Feature::Number(_) => None,
        };
        Ok(Column { name: name.to_string(), levels })
    }
}

struct Question<'a> {
    family: &'a str,
    known: Option<f64>,
    prior: &'a PriorBelief,
    data: &'a Dataset,
    level: f64,
    run: &'a Run,
}

impl Question<'_> {
    fn refuse(&self, parameter: &str, found: impl Into<String>, expected: impl Into<String>) -> Error {
        Error::Parameter {
            learner: self.family.to_string(),
            parameter: parameter.to_string(),
            found: found.into(),
            expected: expected.into(),
        }
    }

    fn known(&self, what: &str) -> Result<f64> {
        self.known.ok_or_else(|| self.refuse("known", "not said", what))
    }

    fn nothing_known(&self) -> Result<()> {
        match self.known {
            None => Ok(()),
            Some(known) => {
                Err(self.refuse("known", known.to_string(), "none: the family takes nothing as known"))
            }
        }
    }

    /// The prior of a family that has so many numbers.
    fn belief<F: ConjugateFamily>(
        &self,
        family: &F,
        width: usize,
        of_probabilities: bool,
        from_numbers: impl Fn(&[f64]) -> Result<F::Belief>,
    ) -> Result<F::Belief> {
        let expected = format!("the {width} numbers of {}, or statements", family.pair().prior);
        match self.prior {
            PriorBelief::Uniform if of_probabilities => from_numbers(&vec![1.0; width]),
            // All means and rates cannot be equally probable.
            PriorBelief::Uniform => Err(self.refuse("prior", "not said", expected)),
            PriorBelief::Numbers(numbers) if numbers.len() == width => from_numbers(numbers),
            PriorBelief::Numbers(numbers) => Err(self.refuse("prior", format!("{numbers:?}"), expected)),
            PriorBelief::Stated(statements) => family.stated(statements),
        }
    }

    fn numbers<F: ConjugateFamily>(
        &self,
        family: F,
        width: usize,
        of_probabilities: bool,
        from_numbers: impl Fn(&[f64]) -> Result<F::Belief>,
    ) -> Result<ColumnEstimate>
    where
        F::Predictive: Univariate,
    {
        let belief = self.belief(&family, width, of_probabilities, from_numbers)?;
        let estimate = Estimate::of(family, belief, self.data, self.run)?;
        let (predictive, tail) = (estimate.predictive()?, 0.5 * (1.0 - self.level));
        let next = NextRow::Interval {
            low: predictive.quantile(tail),
            high: predictive.quantile(1.0 - tail),
            level: self.level,
        };
        Ok(ColumnEstimate { summary: estimate.summary(), next })
    }
}

impl ColumnEstimate {
    /// The estimate for programs.
    pub fn to_json(&self) -> Value {
        let mut object = self.summary.to_json();
        object["next"] = match &self.next {
            NextRow::Interval { low, high, level } => json!({"low": low, "high": high, "level": level}),
            NextRow::Outcomes(outcomes) => {
                json!(
                    outcomes
                        .iter()
                        .map(|(name, p)| (name.clone(), json!(p)))
                        .collect::<serde_json::Map<_, _>>()
                )
            }
        };
        object
    }
}

impl fmt::Display for ColumnEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.summary)?;
        match &self.next {
            NextRow::Interval { low, high, level } => writeln!(
                f,
                "the next row: between {} and {} with probability {level}",
                significant(*low),
                significant(*high)
            ),
            NextRow::Outcomes(outcomes) => {
                let said: Vec<String> =
                    outcomes.iter().map(|(name, p)| format!("{name} {}", significant(*p))).collect();
                writeln!(f, "the next row: {}", said.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    fn asked(family: &str, known: Option<f64>, prior: PriorBelief, values: &[f64]) -> Result<ColumnEstimate> {
        let table = Table::builder().number("x", values.to_vec()).build()?;
        estimate_column(family, known, &prior, &table.dataset(), 0.9, &Run::default())
    }

    /// The golden of the curriculum: rows 4 6 5 7 8 after a normal-gamma(0, 1, 2, 3).
    #[test]
    fn numbers_by_name_are_those_of_the_types() {
        let prior = PriorBelief::Numbers(vec![0.0, 1.0, 2.0, 3.0]);
        let estimate = asked("normal-gamma", None, prior, &[4.0, 6.0, 5.0, 7.0, 8.0]).unwrap();
        assert_eq!(estimate.summary.posterior, "normal-gamma(mean 5 worth 6 rows, shape 4.5, rate 23)");
        let NextRow::Interval { low, high, level } = estimate.next else { panic!("no interval") };
        assert!(level == 0.9 && (0.5 * (low + high) - 5.0).abs() < 1e-12, "{low} {high}");
        // Student's t with 9 degrees of freedom and squared scale 23 · 7 / (4.5 · 6).
        assert!((high - 5.0 - 1.833112932656124 * (161.0f64 / 27.0).sqrt()).abs() < 1e-9, "{high}");
    }

    #[test]
    fn every_family_of_one_column_has_a_name() {
        let stated = |text: &str| PriorBelief::Stated(vec![text.parse().unwrap()]);
        let rows = [1.0, 0.0, 1.0];
        for (family, known, prior) in [
            ("bernoulli-beta", None, PriorBelief::Uniform),
            ("binomial-beta", Some(3.0), PriorBelief::Uniform),
            ("poisson-gamma", None, stated("1, worth 2 rows")),
            ("exponential-gamma", None, PriorBelief::Numbers(vec![2.0, 1.0])),
            ("normal-mean", Some(1.0), stated("close to 2, between 1 and 3")),
            ("normal-precision", Some(0.0), PriorBelief::Numbers(vec![2.0, 1.0])),
            ("normal-variance", Some(0.0), stated("between 0.5 and 2")),
        ] {
            let estimate = asked(family, known, prior, &rows).unwrap();
            assert_eq!((estimate.summary.family, estimate.summary.weight), (family, 3.0));
            assert!(estimate.summary.ln_evidence.unwrap().is_finite());
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let said =
            |family: &str, known, prior| asked(family, known, prior, &[1.0, 2.0]).unwrap_err().to_string();
        let numbers = |n: &[f64]| PriorBelief::Numbers(n.to_vec());
        assert!(said("normal-gama", None, PriorBelief::Uniform).contains("did you mean 'normal-gamma'?"));
        assert!(said("beta", None, PriorBelief::Uniform).contains("'bernoulli-beta' or 'binomial-beta'"));
        assert!(
            said("normal-mean", None, numbers(&[0.0, 1.0]))
                .contains("'known' is not said; expected the variance")
        );
        assert!(
            said("normal-mean", Some(1.0), numbers(&[0.0]))
                .contains("is [0.0]; expected the 2 numbers of normal")
        );
        assert!(said("normal-mean", Some(1.0), numbers(&[0.0, -1.0])).contains("deviation"));
        assert!(said("normal-gamma", None, PriorBelief::Uniform).contains("expected the 4 numbers"));
        assert!(said("poisson-gamma", Some(2.0), numbers(&[1.0, 1.0])).contains("takes nothing as known"));
        assert!(said("bernoulli-beta", None, PriorBelief::Uniform).contains("0 and 1"));
        assert!(said("normal-wishart", None, PriorBelief::Uniform).contains("several columns"));
        assert!(said("categorical-dirichlet", None, PriorBelief::Uniform).contains("--type x=category"));
        assert!(
            said("binomial-beta", Some(1.5), PriorBelief::Uniform)
                .contains("is 1.5; expected a whole number of trials")
        );
    }

    #[test]
    fn outcomes_have_their_names() {
        let table =
            Table::builder().category("play", &[Some("no"), Some("yes"), Some("yes"), None]).build().unwrap();
        let of = |family: &str| {
            let prior = PriorBelief::Uniform;
            estimate_column(family, None, &prior, &table.dataset(), 0.95, &Run::default()).unwrap()
        };
        let (coin, die) = (of("bernoulli-beta"), of("categorical-dirichlet"));
        assert_eq!(coin.summary.parameters[0].name, "P(yes)");
        assert_eq!(die.summary.parameters[1].name, "P(yes)");
        assert_eq!((coin.summary.incomplete, coin.summary.weight), (1, 3.0));
        assert_eq!(coin.next, die.next);
        assert_eq!(coin.next, NextRow::Outcomes(vec![("no".into(), 0.4), ("yes".into(), 0.6)]));
        let constant = Table::builder().category("play", &[Some("yes"), Some("yes")]).build().unwrap();
        let (prior, run) = (PriorBelief::Uniform, Run::default());
        let said = estimate_column("bernoulli-beta", None, &prior, &constant.dataset(), 0.95, &run);
        assert!(said.unwrap_err().to_string().contains("the levels of column 'play' are yes,"));
    }
}
