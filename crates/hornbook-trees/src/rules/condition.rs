use crate::bits::{has_bit, set_bit};
use hornbook_data::{Feature, Input, MISSING_CODE};
use hornbook_learner::format::range;

/// What a rule requires of one column: that its value is in a range, or one of some levels.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    column: u32,
    values: ConditionValues,
    missing: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ConditionValues {
    /// Above the first number, and at most the second; infinite where there is no bound.
    Range(f64, f64),
    /// A bit a level.
    Levels(Vec<u64>),
}

impl Condition {
    /// A number above `low` and at most `high`; an infinite bound is none.
    pub fn range(column: u32, low: f64, high: f64) -> Condition {
        Condition { column, values: ConditionValues::Range(low, high), missing: false }
    }

    /// One of these levels, by their codes.
    pub fn levels(column: u32, levels: &[u32]) -> Condition {
        let words = levels.iter().max().map_or(0, |&last| last as usize / 64 + 1);
        let mut bits = vec![0; words];
        levels.iter().for_each(|&level| set_bit(&mut bits, level));
        Condition { column, values: ConditionValues::Levels(bits), missing: false }
    }

    /// The same, which a missing value meets too, or does not.
    #[must_use]
    pub fn or_missing(self, missing: bool) -> Condition {
        Condition { missing, ..self }
    }

    /// The position of the column among the model's inputs.
    pub fn column(&self) -> u32 {
        self.column
    }

    /// Whether a missing value meets it.
    pub fn takes_missing(&self) -> bool {
        self.missing
    }

    /// The number that a value must be above and the one that it may at most be, if the column holds numbers.
    pub fn bounds(&self) -> Option<(f64, f64)> {
        match self.values {
            ConditionValues::Range(low, high) => Some((low, high)),
            ConditionValues::Levels(_) => None,
        }
    }

    /// The codes of the levels that meet it, ascending, if the column holds levels.
    pub fn codes(&self) -> Option<Vec<u32>> {
        match &self.values {
            ConditionValues::Range(..) => None,
            ConditionValues::Levels(bits) => {
                Some((0..64 * bits.len() as u32).filter(|&level| has_bit(bits, level)).collect())
            }
        }
    }

    /// Whether the value of a row meets it; a column of another kind never does. The row must be there.
    pub fn holds(&self, feature: &Feature, row: usize) -> bool {
        match feature {
            Feature::Number(values) if values[row].is_nan() => self.missing && self.bounds().is_some(),
            Feature::Number(values) => self.takes_number(values[row]),
            Feature::Code(codes, _) if codes[row] == MISSING_CODE => self.missing && self.bounds().is_none(),
            Feature::Code(codes, _) => self.takes_level(codes[row]),
            Feature::Text(_) | Feature::Object(_) => false,
        }
    }

    pub(crate) fn takes_number(&self, x: f64) -> bool {
        matches!(self.values, ConditionValues::Range(low, high) if x > low && x <= high)
    }

    pub(crate) fn takes_level(&self, level: u32) -> bool {
        matches!(&self.values, ConditionValues::Levels(bits) if has_bit(bits, level))
    }

    /// What meets both conditions, which must be about one column.
    pub(crate) fn and(&self, other: &Condition) -> Condition {
        let values = match (&self.values, &other.values) {
            (ConditionValues::Range(low, high), ConditionValues::Range(a, b)) => {
                ConditionValues::Range(low.max(*a), high.min(*b))
            }
            (ConditionValues::Levels(these), ConditionValues::Levels(those)) => {
                ConditionValues::Levels(these.iter().zip(those).map(|(a, b)| a & b).collect())
            }
            (values, _) => values.clone(),
        };
        Condition { column: self.column, values, missing: self.missing && other.missing }
    }

    /// Whether no value meets it.
    pub(crate) fn is_empty(&self) -> bool {
        !self.missing && self.has_no_value()
    }

    /// Whether every value meets it, of a column of that many levels.
    pub(crate) fn is_all(&self, levels: Option<usize>) -> bool {
        self.missing && self.has_every_value(levels)
    }

    fn has_no_value(&self) -> bool {
        match &self.values {
            ConditionValues::Range(low, high) => low >= high,
            ConditionValues::Levels(bits) => bits.iter().all(|&word| word == 0),
        }
    }

    fn has_every_value(&self, levels: Option<usize>) -> bool {
        match &self.values {
            ConditionValues::Range(low, high) => *low == f64::NEG_INFINITY && *high == f64::INFINITY,
            ConditionValues::Levels(bits) => {
                (0..levels.unwrap_or(0) as u32).all(|level| has_bit(bits, level))
            }
        }
    }

    /// The conditions with one demand less: a bound is a demand, and so is a set. Those that demand nothing more are none.
    pub(crate) fn relaxed(&self) -> Vec<Option<Condition>> {
        match self.values {
            ConditionValues::Range(low, high) if low.is_finite() && high.is_finite() => {
                let with =
                    |low, high| Some(Condition { values: ConditionValues::Range(low, high), ..self.clone() });
                vec![with(f64::NEG_INFINITY, high), with(low, f64::INFINITY)]
            }
            _ => vec![None],
        }
    }

    /// `2 < x <= 5`, `Outlook in {Rain, Sunny} or missing`.
    pub fn words(&self, input: &Input) -> String {
        let known = self.known_words(input);
        match self.missing {
            true if self.has_no_value() => format!("{} missing", input.name),
            true => format!("{known} or missing"),
            false => known,
        }
    }

    /// The same of known values only.
    pub(crate) fn known_words(&self, input: &Input) -> String {
        let name = &input.name;
        let levels = input.kind.levels();
        if self.has_every_value(levels) {
            return format!("{name} known");
        }
        match &self.values {
            ConditionValues::Range(low, high) => range(name, *low, *high),
            ConditionValues::Levels(bits) => {
                let named = |inside: bool| -> Vec<&str> {
                    let codes = 0..levels.unwrap_or(0) as u32;
                    codes.filter(|&l| has_bit(bits, l) == inside).map(|l| input.kind.level(l)).collect()
                };
                let (inside, outside) = (named(true), named(false));
                // A long list is told by what it lacks, if that is shorter.
                if inside.len() > LONG && outside.len() < inside.len() {
                    return match outside.as_slice() {
                        [one] => format!("{name} != {one}"),
                        many => format!("{name} not in {{{}}}", many.join(", ")),
                    };
                }
                match inside.as_slice() {
                    [one] => format!("{name} = {one}"),
                    many => format!("{name} in {{{}}}", many.join(", ")),
                }
            }
        }
    }
}

/// The conditions with one more; none if no value can meet them.
pub(super) fn with(conditions: &[Condition], more: Condition, inputs: &[Input]) -> Option<Vec<Condition>> {
    let mut all = conditions.to_vec();
    match all.iter_mut().find(|c| c.column() == more.column()) {
        Some(same) => {
            *same = same.and(&more);
            (!same.is_empty()).then_some(all)
        }
        None if more.is_empty() => None,
        None => {
            if !more.is_all(inputs[more.column() as usize].kind.levels()) {
                all.push(more);
            }
            Some(all)
        }
    }
}

/// A list of more levels than this is long.
const LONG: usize = 8;
