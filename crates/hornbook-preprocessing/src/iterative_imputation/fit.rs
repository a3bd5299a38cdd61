//! Models of features, trained where these are known.

use super::IterativeImputationModel;
use super::chain::{ChainedImputer, FilledColumns, ImputationStep, predictors};
use super::params::IterativeImputation;
use crate::fill_missing::{CategoricalStrategy, FillMissing, ImputationValues};
use hornbook_core::{Capabilities, Declared, Error, Result, Run, Task};
use hornbook_data::{ClassLabels, Column, Dataset, Feature, Input, InputKind, Table, Target};
use hornbook_encoding::{FeatureStatistics, InputStatistics};
use hornbook_learner::{
    Fit, Learner, Model, Registry, RowSource, TrainingInput, TransformedRows, Transformer, TransformerModel,
};

impl Fit for IterativeImputation {
    type Model = IterativeImputationModel;

    fn capabilities(&self) -> Capabilities {
        let declared = <Self as Declared>::declaration().capabilities;
        let weights = self.learner().map(|learner| learner.capabilities().sample_weights);
        Capabilities { sample_weights: weights.unwrap_or(declared.sample_weights), ..declared }
    }

    fn check_learners(&self) -> Result<()> {
        self.learner().map(drop)
    }

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<IterativeImputationModel> {
        let (fitted, rounds) = self.chain(&input.dataset()?.with_nonzero_weight(), run)?;
        let mut model = TransformerModel::new(self, input.rows(), fitted, run)?;
        model.info_mut().summary.details.insert("rounds".to_string(), rounds.into());
        Ok(model)
    }
}

impl IterativeImputation {
    fn learner(&self) -> Result<Box<dyn Learner>> {
        Registry::filled()?.learner(&self.estimator)
    }

    /// The models, and how many rounds they took.
    fn chain(&self, data: &Dataset, run: &Run) -> Result<(ChainedImputer, u32)> {
        let learner = self.learner()?;
        let inputs = Input::of_dataset(data);
        let known = FeatureStatistics::gather(&inputs, true, RowSource::Memory(data), run)?;
        let first = FillMissing::default().add_indicator(false).categories(CategoricalStrategy::MostFrequent);
        let start = ImputationValues::of(&first, inputs, &known);
        let mut filled = FilledColumns::of(&start, &data.row_features());
        let order = order_of_features(&*learner, &start.outputs(), &known);
        let mut steps = Vec::new();
        let mut rounds = 0;
        while rounds < self.max_iter {
            rounds += 1;
            let mut is_settled = true;
            for &place in &order {
                run.check()?;
                let model = learner.fit_with(&training_rows(&start, &filled, place, data)?, run);
                let name = &start.outputs()[place].name;
                let model = model.map_err(|error| {
                    error.in_context(&format!("the learner that imputes column '{name}'"))
                })?;
                let step = ImputationStep { place, model };
                let change = filled.predict(&start, &step)?;
                steps.push(step);
                is_settled &= change <= self.tol * largest(&known.inputs[place]);
            }
            if is_settled {
                break;
            }
        }
        Ok((ChainedImputer { start, steps }, rounds))
    }
}

/// The largest known number; zero of levels, of which none may change.
fn largest(known: &InputStatistics) -> f64 {
    known.numbers().map_or(0.0, |numbers| numbers.low().abs().max(numbers.high().abs()))
}

/// The features that are predicted, those with the fewest missing values first: some values are missing and some are known, there
/// are others to predict them from, and the learner does such a task.
fn order_of_features(learner: &dyn Learner, inputs: &[Input], known: &FeatureStatistics) -> Vec<usize> {
    let is_predicted = |place: &usize| {
        let missing = known.inputs[*place].missing();
        let task = match inputs[*place].kind {
            InputKind::Number | InputKind::Date => Task::Regression,
            _ => Task::Classification,
        };
        let has_others = !predictors(inputs, *place).is_empty();
        missing > 0.0 && missing < known.weight && has_others && learner.tasks().contains(&task)
    };
    let mut order: Vec<usize> = (0..inputs.len()).filter(is_predicted).collect();
    order.sort_by(|&a, &b| known.inputs[a].missing().total_cmp(&known.inputs[b].missing()));
    order
}

/// The rows in which a feature is known, with the others as they are filled by now, and the feature as their target.
fn training_rows(
    start: &ImputationValues,
    filled: &FilledColumns,
    place: usize,
    data: &Dataset,
) -> Result<Dataset> {
    let inputs = start.outputs();
    let others = predictors(&inputs, place);
    let kinds: Vec<Input> = others.iter().map(|&other| inputs[other].clone()).collect();
    let columns = others.iter().map(|&other| filled.columns[other].clone()).collect();
    let columns = TransformedRows::of_columns(columns, data.rows().len()).into_columns(&kinds)?;
    let named: Vec<(String, Column)> = kinds.into_iter().map(|kind| kind.name).zip(columns).collect();
    let target = match &filled.columns[place] {
        Feature::Number(values) => Target::Numbers(values.clone()),
        Feature::Code(codes, levels) => {
            Target::Classes(ClassLabels { codes: codes.clone(), levels: levels.clone() })
        }
        _ => return Err(Error::internal("only numbers and levels are imputed")),
    };
    let mut rows = Table::new(named)?.dataset().with_target(&inputs[place].name, target)?;
    if data.weights().is_some() {
        rows = rows.with_weights(data.row_weights())?;
    }
    let mut is_known = vec![true; data.rows().len()];
    filled.missing[place].iter().for_each(|&row| is_known[row as usize] = false);
    Ok(rows.select((0..is_known.len() as u32).filter(|&row| is_known[row as usize]).collect()))
}
