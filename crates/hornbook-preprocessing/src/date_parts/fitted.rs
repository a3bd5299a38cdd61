//! Dates as columns of their parts.

use super::DatePartsModel;
use super::calendar::DatePart;
use crate::column_wise::{ColumnWise, FittedColumn, numbers};
use hornbook_core::{Error, Learner, Result, Run, Value};
use hornbook_data::{Feature, Input, InputKind};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::f64::consts::TAU;

/// Parts of dates: year, month, day, weekday, hour and others in place of a date.
///
/// A transformer for a pipeline, like recipes' step_date. Features that are no dates are passed through, and missing dates stay
/// missing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "date-parts",
    aliases("date features", "calendar features"),
    r = "recipes::step_date, lubridate::month",
    weka = "DateToNumeric",
    family = "preprocessing",
    tasks(transformation),
    removes(dates),
    applied = "divided into parts of dates",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct DateParts {
    /// The parts, with `+` between: year, quarter, month, day, day_of_year, weekday (0 is Monday), weekend, hour, minute, second.
    #[param(default = "year+month+day+weekday+hour".to_string())]
    pub parts: String,
    /// Whether parts that come round again become a sine and a cosine.
    #[param(default = false)]
    pub cyclic: bool,
}

/// The parts of a feature of dates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DateColumn {
    parts: Vec<DatePart>,
    is_cyclic: bool,
}

impl DateParts {
    fn named_parts(&self) -> Result<Vec<DatePart>> {
        let part = |name: &str| {
            DatePart::ALL.into_iter().find(|part| part.name() == name).ok_or_else(|| {
                let names = DatePart::ALL.map(DatePart::name);
                Error::data(
                    format!("'{name}' is no part of a date"),
                    format!("name some of {}, with + between", names.join(", ")),
                )
            })
        };
        self.parts.split('+').map(|name| part(name.trim())).collect()
    }
}

impl Fit for DateParts {
    type Model = DatePartsModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<DatePartsModel> {
        let parts = self.named_parts()?;
        let inputs = Input::of_dataset(input.rows().prototype());
        let column = |input: &Input| {
            let parts = || DateColumn { parts: parts.clone(), is_cyclic: self.cyclic };
            (input.kind == InputKind::Date).then(parts)
        };
        let columns = inputs.iter().map(column).collect();
        TransformerModel::new(self, input.rows(), ColumnWise::new(inputs, columns), run)
    }
}

impl DateColumn {
    /// The cycle of a part that is a sine and a cosine.
    fn cycle(&self, part: DatePart) -> Option<(f64, f64)> {
        part.cycle().filter(|_| self.is_cyclic)
    }
}

impl FittedColumn for DateColumn {
    const HEADING: &'static str = "parts of dates";
    const NOTHING: &'static str = "no dates";

    fn fits(&self, input: &Input) -> bool {
        input.kind == InputKind::Date
    }

    fn outputs(&self, input: &Input) -> Vec<Input> {
        let mut made = Vec::new();
        for &part in &self.parts {
            let name = format!("{} {}", input.name, part.name());
            match self.cycle(part) {
                Some(_) => made.extend([format!("sin({name})"), format!("cos({name})")]),
                None => made.push(name),
            }
        }
        made.into_iter().map(|name| Input { name, kind: InputKind::Number }).collect()
    }

    fn apply(&self, input: &Input, column: &Feature) -> Result<Vec<Feature>> {
        let seconds = numbers(input, column)?;
        let mut made = Vec::new();
        for &part in &self.parts {
            let values = || seconds.iter().map(move |&moment| part.of(moment));
            match self.cycle(part) {
                Some((first, count)) => {
                    let angle = move |x: f64| TAU * (x - first) / count;
                    made.push(Feature::Number(values().map(|x| angle(x).sin()).collect()));
                    made.push(Feature::Number(values().map(|x| angle(x).cos()).collect()));
                }
                None => made.push(Feature::Number(values().collect())),
            }
        }
        Ok(made)
    }

    fn explained(&self, _input: &Input) -> (String, Value) {
        let names: Vec<&str> = self.parts.iter().map(|part| part.name()).collect();
        let how = if self.is_cyclic { " (cyclic)" } else { "" };
        (format!("{}{how}", names.join(", ")), json!({"parts": names, "cyclic": self.is_cyclic}))
    }
}
