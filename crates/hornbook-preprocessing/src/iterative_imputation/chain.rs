//! The chain of models that fills missing values.

use super::posterior;
use crate::fill_missing::{ImputationValue, ImputationValues};
use hornbook_core::format::counted;
use hornbook_core::{Error, Result, Seed, Task};
use hornbook_data::{Feature, Features, Input, InputKind, Levels, MISSING_CODE, Schema};
use hornbook_learner::{
    ColumnOrigins, FittedTransformer, Model, Predictions, Section, TransformedRows, Transformer,
    load_nested_model, nested_header, read_model_part, transformer_schema, write_model_part,
};
use serde_json::json;

/// A model that fills one feature from the others.
#[derive(Debug)]
pub(super) struct ImputationStep {
    /// The feature.
    pub place: usize,
    /// The features that it is predicted from.
    pub others: Vec<usize>,
    pub model: Box<dyn Model>,
}

/// What missing values are first filled with, and the models that then predict them, one after the other.
#[derive(Debug)]
pub struct ChainedImputer {
    pub(super) start: ImputationValues,
    /// The smallest and the largest number that each feature is imputed with.
    pub(super) limits: Vec<(f64, f64)>,
    pub(super) steps: Vec<ImputationStep>,
    /// The seed of draws from the predictive distributions of the models; without, missing values are what these predict.
    pub(super) draws: Option<Seed>,
}

/// No limits.
pub(super) const UNLIMITED: (f64, f64) = (f64::NEG_INFINITY, f64::INFINITY);

/// What stands in a file in place of the header of a model where the limits of a feature are.
const LIMITS: &str = "limits";
/// The same where the seed of draws is.
const DRAWS: &str = "draws";

/// Columns that are being filled.
pub(super) struct FilledColumns {
    pub columns: Vec<Feature>,
    /// The rows in which each is missing.
    pub missing: Vec<Vec<u32>>,
}

impl FilledColumns {
    /// The columns of some rows with what they are first filled with.
    pub fn of(start: &ImputationValues, rows: &Features<'_>) -> FilledColumns {
        let (mut columns, mut missing) = (Vec::new(), Vec::new());
        for place in 0..rows.width() {
            let column = rows.column(place);
            let gaps = (0..rows.rows()).filter(|&row| column.is_missing(row)).map(|row| row as u32);
            missing.push(gaps.collect());
            columns.push(start.filled(place, column));
        }
        FilledColumns { columns, missing }
    }

    /// Predicts the missing values of a column anew, or draws them by a seed; gives how far the farthest number moved, or 1 if a level
    /// changed.
    pub fn predict(
        &mut self,
        step: &ImputationStep,
        (low, high): (f64, f64),
        draws: Option<Seed>,
    ) -> Result<f64> {
        let gaps = &self.missing[step.place];
        if gaps.is_empty() {
            return Ok(0.0);
        }
        let rows = step.others.iter().map(|&place| self.columns[place].take(gaps)).collect();
        let rows = Features::Columns(rows, gaps.len());
        let predicted = match draws {
            None => step.model.predict_features(&rows)?,
            Some(seed) => posterior::draw(&*step.model, &rows, gaps, (low, high), seed)?,
        };
        let mut change = 0.0f64;
        self.columns[step.place] = match (&self.columns[step.place], predicted) {
            (Feature::Number(values), Predictions::Numbers(predicted)) => {
                let mut values = values.to_vec();
                for (&row, x) in gaps.iter().zip(predicted) {
                    let x = x.clamp(low, high);
                    change = change.max((values[row as usize] - x).abs());
                    values[row as usize] = x;
                }
                Feature::Number(values.into())
            }
            (Feature::Code(codes, levels), Predictions::Classes(predicted, classes)) => {
                let mut codes = codes.to_vec();
                for (&row, class) in gaps.iter().zip(predicted) {
                    let code = code_of(levels, classes.get(class as usize));
                    if code != MISSING_CODE && codes[row as usize] != code {
                        (change, codes[row as usize]) = (1.0, code);
                    }
                }
                Feature::Code(codes.into(), levels.clone())
            }
            _ => return Err(Error::internal("a feature was predicted as another type")),
        };
        Ok(change)
    }
}

fn code_of(levels: &Levels, class: Option<&String>) -> u32 {
    let code = class.and_then(|class| levels.iter().position(|level| level == class));
    code.map_or(MISSING_CODE, |code| code as u32)
}

/// The seed of the draws of a step.
pub(super) fn draws_of_step(draws: Option<Seed>, step: usize) -> Option<Seed> {
    draws.map(|seed| seed.derive(step as u64))
}

/// The features that another is predicted from: all other numbers and levels.
pub(super) fn predictors(inputs: &[Input], place: usize) -> Vec<usize> {
    let is_value =
        |kind: &InputKind| matches!(kind, InputKind::Number | InputKind::Date) || kind.levels().is_some();
    (0..inputs.len()).filter(|&other| other != place && is_value(&inputs[other].kind)).collect()
}

impl Transformer for ChainedImputer {
    fn outputs(&self) -> Vec<Input> {
        self.start.outputs()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut filled = FilledColumns::of(&self.start, rows);
        for (at, step) in self.steps.iter().enumerate() {
            filled.predict(step, self.limits[step.place], draws_of_step(self.draws, at))?;
        }
        Ok(TransformedRows::of_columns(filled.columns, rows.rows()))
    }

    fn origins(&self) -> ColumnOrigins {
        self.start.origins()
    }

    /// Equal rows get different draws, so that a row draws by its place.
    fn is_row_wise(&self) -> bool {
        self.draws.is_none()
    }
}

/// What stands for the schema of the models within, which have their own.
fn no_schema() -> Schema {
    Schema { inputs: Vec::new(), target: transformer_schema(), additional_targets: Vec::new(), offset: None }
}

impl FittedTransformer for ChainedImputer {
    /// What features are first filled with; of each model the feature, its header and its bytes, and behind them limits and the seed of
    /// draws.
    type Serialized = (Vec<ImputationValue>, Vec<(u32, String, Vec<u8>)>);

    fn section(&self) -> Section {
        let inputs = self.start.outputs();
        let (mut lines, mut json) = (Vec::new(), serde_json::Map::new());
        for (place, input) in inputs.iter().enumerate() {
            let steps: Vec<&ImputationStep> = self.steps.iter().filter(|step| step.place == place).collect();
            if let Some(step) = steps.first() {
                let learner = &step.model.info().learner;
                let rounds = counted(steps.len() as u64, "round");
                let how = if self.draws.is_some() { "drawn from the posterior of" } else { "predicted by" };
                lines.push(format!("{}: {how} {learner} in {rounds}", input.name));
                json.insert(input.name.clone(), json!({"learner": learner, "rounds": steps.len()}));
            }
        }
        if lines.is_empty() {
            lines.push("no missing values that other features predict".to_string());
        }
        Section { heading: "iterative imputation", text: lines.join("\n"), json: json.into() }
    }

    fn members(&self) -> Vec<&dyn Model> {
        self.steps.iter().map(|step| &*step.model).collect()
    }

    fn serialized(&self) -> Result<Self::Serialized> {
        let step = |step: &ImputationStep| {
            let header = nested_header(&*step.model, &no_schema())?;
            Ok((step.place as u32, header, step.model.to_bytes()?))
        };
        let mut steps: Vec<(u32, String, Vec<u8>)> = self.steps.iter().map(step).collect::<Result<_>>()?;
        for (place, limits) in self.limits.iter().enumerate().filter(|(_, limits)| **limits != UNLIMITED) {
            steps.push((place as u32, LIMITS.to_string(), write_model_part(limits)?));
        }
        if let Some(seed) = self.draws {
            steps.push((0, DRAWS.to_string(), write_model_part(&seed.0)?));
        }
        Ok((self.start.values().to_vec(), steps))
    }

    fn from_serialized(inputs: &[Input], (values, steps): Self::Serialized) -> Option<ChainedImputer> {
        let start = ImputationValues::from_serialized(inputs, values)?;
        let outputs = start.outputs();
        if outputs.len() != inputs.len() {
            return None;
        }
        let mut loaded = Vec::with_capacity(steps.len());
        let mut limits = vec![UNLIMITED; outputs.len()];
        let mut draws = None;
        for (place, header, bytes) in steps {
            let place = place as usize;
            if header == LIMITS {
                let read = read_model_part(&bytes, "limits").ok();
                *limits.get_mut(place)? = read.filter(|(low, high): &(f64, f64)| low <= high)?;
                continue;
            }
            if header == DRAWS {
                draws = Some(Seed(read_model_part(&bytes, "seed").ok()?));
                continue;
            }
            let model = load_nested_model(&header, &bytes, &no_schema()).ok()?;
            let all = predictors(&outputs, place);
            let of_name = |input: &Input| all.iter().copied().find(|&other| outputs[other] == *input);
            let others: Vec<usize> = model.info().schema.inputs.iter().map(of_name).collect::<Option<_>>()?;
            let task = match outputs.get(place)?.kind {
                InputKind::Number | InputKind::Date => Task::Regression,
                InputKind::Boolean | InputKind::Category { .. } => Task::Classification,
                _ => return None,
            };
            if model.info().schema.target.task != task {
                return None;
            }
            loaded.push(ImputationStep { place, others, model });
        }
        Some(ChainedImputer { start, limits, steps: loaded, draws })
    }
}
