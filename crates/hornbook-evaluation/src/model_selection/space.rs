//! Hyperparameter search spaces.

use hornbook_core::format::significant;
use hornbook_core::{
    Declaration, DefaultSearchSpace, Error, LearnerSpec, ParameterKind, ParameterSpec, Parameters, Result,
    Rng, Value,
};
use hornbook_learner::{Learner, all_parameters, parameter_of};
use serde_json::json;
use std::fmt;

/// A search space, with a dimension for each hyperparameter.
///
/// ```
/// use hornbook_core::Declared;
/// use hornbook_evaluation::model_selection::{SearchSpace, ParameterDomain};
/// use hornbook_learner::Baseline;
/// let space = SearchSpace::default().vary("max_depth", ParameterDomain::whole(1, 20)).vary("bins", ParameterDomain::list([63, 255]));
/// assert_eq!(space.grid(3).len(), 6);
/// # let _ = Baseline::declaration();
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SearchSpace {
    dimensions: Vec<Dimension>,
}

/// The values of one hyperparameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Dimension {
    /// The parameter's name.
    pub parameter: String,
    /// What is tried.
    pub values: ParameterDomain,
}

/// The values that are tried of a hyperparameter.
#[derive(Debug, Clone, PartialEq)]
pub enum ParameterDomain {
    /// These values.
    List(Vec<Value>),
    /// Numbers between two ends, both of them included.
    Between {
        /// The smallest.
        low: f64,
        /// The largest.
        high: f64,
        /// Whether orders of magnitude are spread evenly, rather than the numbers themselves.
        logarithmic: bool,
        /// Whether only integers are tried.
        whole: bool,
    },
}

impl ParameterDomain {
    /// Integers between two ends.
    pub fn whole(low: u32, high: u32) -> ParameterDomain {
        ParameterDomain::Between {
            low: f64::from(low),
            high: f64::from(high),
            logarithmic: false,
            whole: true,
        }
    }

    /// Numbers between two ends.
    pub fn real(low: f64, high: f64) -> ParameterDomain {
        ParameterDomain::Between { low, high, logarithmic: false, whole: false }
    }

    /// Numbers between two ends, their orders of magnitude spread evenly.
    pub fn magnitudes(low: f64, high: f64) -> ParameterDomain {
        ParameterDomain::Between { low, high, logarithmic: true, whole: false }
    }

    /// These values.
    pub fn list<V: Into<Value>>(values: impl IntoIterator<Item = V>) -> ParameterDomain {
        ParameterDomain::List(values.into_iter().map(Into::into).collect())
    }

    /// What a parameter's declaration says is worth trying.
    fn declared(spec: &ParameterSpec) -> Option<ParameterDomain> {
        match (spec.search?, spec.kind) {
            (DefaultSearchSpace::Between { low, high, logarithmic }, kind) => {
                Some(ParameterDomain::Between {
                    low,
                    high,
                    logarithmic,
                    whole: kind == ParameterKind::Integer,
                })
            }
            (DefaultSearchSpace::Every, ParameterKind::Choice(options)) => {
                Some(ParameterDomain::List(options.iter().map(|(name, _)| json!(name)).collect()))
            }
            (DefaultSearchSpace::Every, _) => Some(ParameterDomain::list([false, true])),
        }
    }

    /// `1..20`, `1e-4..1 log`, or values with commas between.
    fn parse(declaration: &Declaration, spec: &ParameterSpec, text: &str) -> Result<ParameterDomain> {
        let wrong = |found: &str| Error::Parameter {
            learner: declaration.name.to_string(),
            parameter: spec.name.to_string(),
            found: format!("to be searched in '{found}'"),
            expected: "a range such as 1..20 or 1e-4..1:log, or values with commas between".to_string(),
        };
        let Some((low, high)) = text.split_once("..") else {
            let values: Vec<Value> = LearnerSpec::split(text)?
                .into_iter()
                .map(|value| spec.parse(declaration, value))
                .collect::<Result<_>>()?;
            return Ok(ParameterDomain::List(values));
        };
        let (high, logarithmic) = match high.strip_suffix(":log") {
            Some(high) => (high, true),
            None => (high, false),
        };
        let number = |end: &str| end.trim().parse::<f64>().map_err(|_| wrong(text));
        let (low, high) = (number(low)?, number(high)?);
        let whole = spec.kind == ParameterKind::Integer;
        if !matches!(spec.kind, ParameterKind::Integer | ParameterKind::Float) {
            return Err(wrong(text));
        }
        Ok(ParameterDomain::Between { low, high, logarithmic, whole })
    }

    /// At most this many values, evenly spread.
    pub(super) fn spread(&self, points: usize) -> Vec<Value> {
        match self {
            ParameterDomain::List(values) => values.clone(),
            ParameterDomain::Between { .. } => {
                let share = |i: usize| if points < 2 { 0.5 } else { i as f64 / (points - 1) as f64 };
                let mut values: Vec<Value> = (0..points.max(1)).map(|i| self.at(share(i))).collect();
                values.dedup();
                values
            }
        }
    }

    /// A value near another one: at most this fraction of the way from the low end to the high one away; of a list mostly the same.
    pub fn near(&self, value: &Value, step: f64, rng: &mut Rng) -> Value {
        match (self, self.place(value)) {
            (ParameterDomain::Between { .. }, Some(place)) => {
                self.at((place + step * (2.0 * rng.unit() - 1.0)).clamp(0.0, 1.0))
            }
            (ParameterDomain::List(_), Some(_)) if rng.unit() > step => value.clone(),
            _ => self.draw(rng),
        }
    }

    /// The value at a fraction of the way from the low end to the high one; of a list, the one in that place.
    pub(super) fn at(&self, share: f64) -> Value {
        match self {
            ParameterDomain::List(values) => {
                let place = (share * values.len() as f64) as usize;
                values.get(place.min(values.len().saturating_sub(1))).cloned().unwrap_or(Value::Null)
            }
            ParameterDomain::Between { low, high, logarithmic, whole } => {
                let x = if *logarithmic {
                    (low.ln() + share * (high.ln() - low.ln())).exp()
                } else {
                    low + share * (high - low)
                };
                // Not `clamp`, which panics at ends in the wrong order: those are refused where the space is used.
                let x = x.max(*low).min(*high);
                if *whole { json!(x.round() as i64) } else { json!(x) }
            }
        }
    }

    /// Where a value lies between the low end and the high one, from 0 to 1; of a list, its position.
    pub(super) fn place(&self, value: &Value) -> Option<f64> {
        match self {
            ParameterDomain::List(values) => values.iter().position(|v| v == value).map(|place| place as f64),
            ParameterDomain::Between { low, high, logarithmic, .. } => {
                let x = value.as_f64()?;
                Some(if *logarithmic {
                    (x.ln() - low.ln()) / (high.ln() - low.ln())
                } else {
                    (x - low) / (high - low)
                })
            }
        }
    }

    /// A value drawn at random.
    pub(super) fn draw(&self, rng: &mut Rng) -> Value {
        match self {
            ParameterDomain::List(_) => self.at(rng.unit()),
            // Half a step beyond both ends, so that rounding gives every integer the same chance.
            ParameterDomain::Between { low, high, logarithmic: false, whole: true } => {
                let x = low - 0.5 + rng.unit() * (high - low + 1.0);
                json!(x.round().max(*low).min(*high) as i64)
            }
            ParameterDomain::Between { .. } => self.at(rng.unit()),
        }
    }

    fn check(&self, learner: &str, parameter: &str) -> Result<()> {
        let expected = match self {
            ParameterDomain::List(values) if values.is_empty() => "at least one value",
            ParameterDomain::Between { low, high, .. }
                if !(low < high && low.is_finite() && high.is_finite()) =>
            {
                "a range from a smaller number to a larger one"
            }
            ParameterDomain::Between { low, logarithmic: true, .. } if *low <= 0.0 => {
                "a range above zero, as its magnitudes are searched"
            }
            _ => return Ok(()),
        };
        Err(Error::Parameter {
            learner: learner.to_string(),
            parameter: parameter.to_string(),
            found: format!("to be searched in {self}"),
            expected: expected.to_string(),
        })
    }
}

impl fmt::Display for ParameterDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParameterDomain::List(values) => {
                let words: Vec<String> = values.iter().map(shown).collect();
                f.write_str(&words.join(", "))
            }
            ParameterDomain::Between { low, high, logarithmic, .. } => {
                write!(f, "{low} to {high}{}", if *logarithmic { " by magnitude" } else { "" })
            }
        }
    }
}

/// A parameter's value as people read it.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Null => "none".to_string(),
        Value::String(text) => text.clone(),
        Value::Number(number) => match number.as_f64() {
            Some(x) if x.fract() != 0.0 => significant(x),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

impl SearchSpace {
    /// What the declarations of a learner, and of the steps of a pipeline, say is worth trying.
    pub fn declared(learner: &dyn Learner) -> SearchSpace {
        let mut space = SearchSpace::default();
        for (parameter, spec) in all_parameters(learner) {
            if let Some(values) = ParameterDomain::declared(spec) {
                space = space.vary(&parameter, values);
            }
        }
        space
    }

    /// A space from texts such as `max_depth=1..20`, `min_samples_leaf=1..100:log`, `criterion=gini,entropy` or, of a step of a
    /// pipeline, `ridge.alpha=0.1..10`.
    pub fn parse<S: AsRef<str>>(learner: &dyn Learner, texts: &[S]) -> Result<SearchSpace> {
        let mut space = SearchSpace::default();
        for text in texts {
            let text = text.as_ref();
            let Some((name, values)) = text.split_once('=') else {
                return Err(Error::data(
                    format!("'{text}' does not say a parameter and what to try"),
                    "write it like max_depth=1..20 or criterion=gini,entropy",
                ));
            };
            let name = name.trim();
            let (declaration, spec) = parameter_of(learner, name)?;
            let path = match name.rsplit_once('.') {
                Some((step, _)) => format!("{step}.{}", spec.name),
                None => spec.name.to_string(),
            };
            space = space.vary(&path, ParameterDomain::parse(declaration, spec, values.trim())?);
        }
        Ok(space)
    }

    /// Tries values of a parameter, instead of those that were there for it.
    #[must_use]
    pub fn vary(mut self, parameter: &str, values: ParameterDomain) -> SearchSpace {
        self.dimensions.retain(|dimension| dimension.parameter != parameter);
        self.dimensions.push(Dimension { parameter: parameter.to_string(), values });
        self
    }

    /// The parameters and what is tried of each.
    pub fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// Refuses a space that a learner cannot be searched in.
    pub(super) fn check(&self, learner: &dyn Learner) -> Result<()> {
        let declaration = learner.declaration();
        if self.dimensions.is_empty() {
            return Err(Error::data(
                format!("there is nothing to search of the learner '{}'", declaration.name),
                "name parameters and what to try, as in max_depth=1..20",
            ));
        }
        for dimension in &self.dimensions {
            parameter_of(learner, &dimension.parameter)?;
            dimension.values.check(declaration.name, &dimension.parameter)?;
        }
        Ok(())
    }

    /// Every combination of at most `points` values a parameter.
    pub fn grid(&self, points: usize) -> Vec<Parameters> {
        let mut grid = vec![Parameters::new()];
        for dimension in &self.dimensions {
            let values = dimension.values.spread(points);
            grid = grid
                .iter()
                .flat_map(|parameters| {
                    values.iter().map(|value| {
                        let mut parameters = parameters.clone();
                        parameters.insert(dimension.parameter.clone(), value.clone());
                        parameters
                    })
                })
                .collect();
        }
        grid
    }

    /// How many combinations [`grid`](SearchSpace::grid) would give.
    pub(super) fn grid_size(&self, points: usize) -> usize {
        let sizes = self.dimensions.iter().map(|dimension| dimension.values.spread(points).len());
        sizes.fold(1, usize::saturating_mul)
    }

    /// A combination drawn at random.
    pub fn draw(&self, rng: &mut Rng) -> Parameters {
        let draw = |d: &Dimension| (d.parameter.clone(), d.values.draw(rng));
        self.dimensions.iter().map(draw).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    #[test]
    fn grids() {
        let space = SearchSpace::default()
            .vary("depth", ParameterDomain::whole(1, 3))
            .vary("rate", ParameterDomain::magnitudes(0.01, 1.0))
            .vary("kind", ParameterDomain::list(["a", "b"]));
        let grid = space.grid(3);
        assert_eq!((grid.len(), space.grid_size(3)), (18, 18));
        assert_eq!(grid[0]["depth"], 1);
        assert!((grid[2]["rate"].as_f64().unwrap() - 0.1).abs() < 1e-12);
        assert_eq!(grid[17]["kind"], "b");
        // Integers that come out the same are tried once.
        assert_eq!(space.grid_size(10), 3 * 10 * 2);
    }

    #[test]
    fn draws_stay_inside_and_are_even() {
        let space = SearchSpace::default()
            .vary("n", ParameterDomain::whole(1, 4))
            .vary("x", ParameterDomain::magnitudes(0.1, 10.0));
        let mut counts = [0; 5];
        let mut below = 0;
        let mut rng = Seed(1).rng();
        for _ in 0..4000 {
            let drawn = space.draw(&mut rng);
            counts[drawn["n"].as_u64().unwrap() as usize] += 1;
            let x = drawn["x"].as_f64().unwrap();
            assert!((0.1..=10.0).contains(&x));
            below += usize::from(x < 1.0);
        }
        assert!(counts[1..].iter().all(|&n| (900..1100).contains(&n)), "{counts:?}");
        assert!((1850..2150).contains(&below), "{below}");
    }

    #[test]
    fn places_lead_back() {
        for values in [ParameterDomain::real(-1.0, 3.0), ParameterDomain::magnitudes(1e-4, 1.0)] {
            for share in [0.0, 0.3, 1.0] {
                let place = values.place(&values.at(share)).unwrap();
                assert!((place - share).abs() < 1e-12);
            }
        }
    }
}
