//! Models of features, trained where these are known.

use super::IterativeImputationModel;
use super::chain::{ChainedImputer, FilledColumns, ImputationStep, UNLIMITED, draws_of_step, predictors};
use super::params::{ImputationOrder, IterativeImputation};
use crate::fill_missing::{CategoricalStrategy, FillMissing, ImputationValues};
use hornbook_core::{Capabilities, Declared, Error, PerColumn, Result, Run, Seed, Task};
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
        let first = FillMissing::default()
            .strategy(self.initial_strategy)
            .fill_value(self.fill_value)
            .add_indicator(false)
            .categories(CategoricalStrategy::MostFrequent);
        let limits = self.limits(&inputs)?;
        let start = ImputationValues::of(&first, inputs, &known);
        let mut filled = FilledColumns::of(&start, &data.row_features());
        let features = self.features_to_impute(&*learner, &start.outputs(), &known);
        let weights = data.row_weights();
        let mut steps = Vec::new();
        // Rounds have the seeds behind this one.
        let draws = self.sample_posterior.then(|| run.root_seed().derive(0));
        let mut rounds = 0;
        while rounds < self.max_iter {
            rounds += 1;
            // Draws do not settle.
            let mut is_settled = !self.sample_posterior;
            let seed = run.root_seed().derive(u64::from(rounds));
            for place in self.in_order(&features, &known, seed) {
                run.check()?;
                let others = self.nearest_features(&start.outputs(), (&filled, &weights), place, seed);
                let in_column = |error: Error| {
                    let name = &start.outputs()[place].name;
                    error.in_context(&format!("the learner that imputes column '{name}'"))
                };
                let rows = training_rows(&start, &filled, (place, &others), data)?;
                let model = learner.fit_with(&rows, run).map_err(in_column)?;
                let step = ImputationStep { place, others, model };
                let drawn = draws_of_step(draws, steps.len());
                let change = filled.predict(&step, limits[place], drawn).map_err(in_column)?;
                steps.push(step);
                is_settled &= change <= self.tol * largest(&known.inputs[place]);
            }
            if is_settled {
                break;
            }
        }
        Ok((ChainedImputer { start, limits, steps, draws }, rounds))
    }

    /// The smallest and the largest number that each feature is imputed with.
    fn limits(&self, inputs: &[Input]) -> Result<Vec<(f64, f64)>> {
        let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
        let learner = <Self as Declared>::declaration().name;
        let given = |numbers: &Option<PerColumn>| numbers.clone().unwrap_or_default();
        let low = given(&self.min_values).for_columns((learner, "min_values"), &names, UNLIMITED.0)?;
        let high = given(&self.max_values).for_columns((learner, "max_values"), &names, UNLIMITED.1)?;
        let limits: Vec<(f64, f64)> = low.into_iter().zip(high).collect();
        match limits.iter().zip(names).find(|((low, high), _)| low > high) {
            Some(((low, high), name)) => Err(Error::data(
                format!("column '{name}' is to be imputed with numbers from {low} to {high}"),
                "give a smallest number that is at most the largest",
            )),
            None => Ok(limits),
        }
    }

    /// The features that are predicted: some values are known, and some missing if complete ones are skipped; there are others to predict
    /// them from, and the learner does such a task.
    fn features_to_impute(
        &self,
        learner: &dyn Learner,
        inputs: &[Input],
        known: &FeatureStatistics,
    ) -> Vec<usize> {
        let is_predicted = |place: &usize| {
            let missing = known.inputs[*place].missing();
            let task = match inputs[*place].kind {
                InputKind::Number | InputKind::Date => Task::Regression,
                InputKind::Boolean | InputKind::Category { .. } => Task::Classification,
                _ => return false,
            };
            let has_others = !predictors(inputs, *place).is_empty();
            let is_asked = missing > 0.0 || !self.skip_complete;
            is_asked && missing < known.weight && has_others && learner.tasks().contains(&task)
        };
        (0..inputs.len()).filter(is_predicted).collect()
    }

    /// The features in the order in which a round imputes them.
    fn in_order(&self, features: &[usize], known: &FeatureStatistics, seed: Seed) -> Vec<usize> {
        let mut order = features.to_vec();
        let by_missing =
            |&a: &usize, &b: &usize| known.inputs[a].missing().total_cmp(&known.inputs[b].missing());
        match self.imputation_order {
            ImputationOrder::Ascending => order.sort_by(by_missing),
            ImputationOrder::Descending => {
                order.sort_by(by_missing);
                order.reverse();
            }
            ImputationOrder::Roman => {}
            ImputationOrder::Arabic => order.reverse(),
            ImputationOrder::Random => order.sort_by_key(|&place| seed.derive(place as u64).0),
        }
        order
    }

    /// The features that another is predicted from, in their order.
    fn nearest_features(
        &self,
        inputs: &[Input],
        (filled, weights): (&FilledColumns, &[f64]),
        place: usize,
        seed: Seed,
    ) -> Vec<usize> {
        let all = predictors(inputs, place);
        let Some(count) =
            self.n_nearest_features.map(|count| count as usize).filter(|count| *count < all.len())
        else {
            return all;
        };
        let mut rng = seed.derive(place as u64).rng();
        let weight = |&other: &usize| {
            correlation(&filled.columns[place], &filled.columns[other], weights).abs().max(LEAST)
        };
        // Drawn without replacement in proportion to the weights: the smallest of exponential variables (Efraimidis and Spirakis).
        let mut drawn: Vec<(f64, usize)> =
            all.iter().map(|other| (-(1.0 - rng.unit()).ln() / weight(other), *other)).collect();
        drawn.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut nearest: Vec<usize> = drawn[..count].iter().map(|(_, other)| *other).collect();
        nearest.sort_unstable();
        nearest
    }
}

/// Features whose correlation is smaller are drawn as if it were this, as in scikit-learn.
const LEAST: f64 = 1e-6;

/// Pearson's correlation of two features in rows of these weights, zero where one is of levels or does not vary.
fn correlation(one: &Feature, other: &Feature, weights: &[f64]) -> f64 {
    let (Feature::Number(one), Feature::Number(other)) = (one, other) else { return 0.0 };
    let total: f64 = weights.iter().sum();
    let mean = |values: &[f64]| values.iter().zip(weights).map(|(x, weight)| x * weight).sum::<f64>() / total;
    let around = |values: &[f64], mean: f64| -> Vec<f64> { values.iter().map(|x| x - mean).collect() };
    let one = around(one, mean(one));
    let other = around(other, mean(other));
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).zip(weights).map(|((x, y), weight)| x * y * weight).sum()
    };
    let correlation = product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt();
    if correlation.is_finite() { correlation } else { 0.0 }
}

/// The largest known number; zero of levels, of which none may change.
fn largest(known: &InputStatistics) -> f64 {
    known.numbers().map_or(0.0, |numbers| numbers.low().abs().max(numbers.high().abs()))
}

/// The rows in which a feature is known, with the others as they are filled by now, and the feature as their target.
fn training_rows(
    start: &ImputationValues,
    filled: &FilledColumns,
    (place, others): (usize, &[usize]),
    data: &Dataset,
) -> Result<Dataset> {
    let inputs = start.outputs();
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
