//! From a dataset to boosted trees.

use super::grow::BoostingLimits;
use super::losses::RowLoss;
use super::matrix::{BinMatrix, MatrixBinning, RawColumn};
use super::model::{BoostingResponse, GradientBoostingModel};
use super::objective::{BoostingObjective, BoostingTargets};
use super::params::{BoostingLoss, GradientBoosting};
use super::training::{BoostingOutcome, BoostingRows, BoostingTraining};
use crate::held_out::held_out;
use crate::monotonic::monotonic_directions;
use hornbook_core::format::weight as weight_text;
use hornbook_core::{Declared, Error, Result, Run, Task};
use hornbook_data::{Dataset, Feature, Features, Schema, Target};
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, RowSampler, TrainingInput, TrainingSummary, checked};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// How many rows are added to those of a level before the levels of a category are put in order.
const LEVEL_ROWS: f64 = 10.0;
/// So many of classes, which say less: at even odds, four of them have the Hessian of one squared error.
const LEVEL_ROWS_OF_CLASSES: f64 = 4.0 * LEVEL_ROWS;

impl Fit for GradientBoosting {
    type Model = GradientBoostingModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<GradientBoostingModel> {
        let data = input.dataset()?;
        let validation = input.validation();
        let earlier = input.warm_start_as::<GradientBoostingModel>()?;
        let extras = FitExtras { validation, earlier, ..FitExtras::default() };
        match validation {
            // The iterations after the lowest loss are dropped.
            Some(_) => self.clone().early_stopping(true).boost(data, extras, run),
            None => self.boost(data, extras, run),
        }
    }
}

/// What a training may be given besides its rows.
#[derive(Default)]
struct FitExtras<'a> {
    validation: Option<&'a Dataset>,
    loss: Option<Box<dyn RowLoss>>,
    earlier: Option<&'a GradientBoostingModel>,
}

impl GradientBoosting {
    /// Learns with a loss of your own, for targets that are numbers. The model predicts scores: what they mean, only you
    /// know.
    pub fn fit_loss(
        &self,
        data: &Dataset,
        loss: Box<dyn RowLoss>,
        run: &Run,
    ) -> Result<GradientBoostingModel> {
        if data.task()? != Task::Regression {
            return Err(Error::data(
                "a custom objective needs a numeric target",
                "encode the classes as numbers",
            ));
        }
        checked(self, data, run, |data| {
            self.boost(data, FitExtras { loss: Some(loss), ..FitExtras::default() }, run)
        })
    }

    fn boost(&self, data: &Dataset, extras: FitExtras<'_>, run: &Run) -> Result<GradientBoostingModel> {
        let schema = Schema::of(data)?;
        let classes = schema.target.classes.len();
        let loss = self.loss_for(schema.target.task, classes)?;
        let limits = self.limits(&schema)?;
        let mut warnings = Vec::new();
        let (training_data, held_out) = match extras.validation {
            None if self.early_stopping => self.hold_out(data, run)?,
            _ => (data.clone(), None),
        };
        let training_data = training_data.with_nonzero_weight();
        let train: Vec<u32> = training_data.rows().iter().collect();
        let is_custom = extras.loss.is_some();
        let labels = labels_of(&training_data)?;
        let objective = match extras.loss {
            Some(loss) => BoostingObjective::Row(loss),
            None => BoostingObjective::new(self, loss, classes, &labels)?,
        };
        let response = match extras.earlier {
            Some(model) => model.response,
            None if is_custom => BoostingResponse::Identity,
            None => BoostingResponse::of(loss, classes),
        };
        if let Some(only) = only_class(&labels, &schema) {
            warnings.push(only_one_class(only));
        }
        let cells = RawColumn::of(data);
        let binning = MatrixBinning::of(&cells, &train, &labels.weights, self.max_bins as usize);
        let start = match extras.earlier {
            Some(model) => model.start.clone(),
            None => objective.init_score(&labels),
        };
        let rows = |cells: &[RawColumn], kept: &[u32], labels: BoostingTargets| {
            let scores = match extras.earlier {
                Some(model) => earlier_scores(model, cells, kept),
                None => start.iter().map(|&score| vec![score; kept.len()]).collect(),
            };
            BoostingRows { matrix: BinMatrix::new(cells, kept, &binning), labels, scores }
        };
        let validation_rows = match (extras.validation, held_out) {
            (Some(validation), _) => Some(prepare_validation(validation, &schema)?),
            (None, Some(held_out)) => {
                let held_out = held_out.with_nonzero_weight();
                Some((cells.clone(), held_out.rows().iter().collect(), labels_of(&held_out)?))
            }
            (None, None) => None,
        };
        let validation_rows = match validation_rows {
            None => None,
            Some((cells, kept, labels)) => {
                let objective = match is_custom {
                    true => None,
                    false => Some(BoostingObjective::new(self, loss, classes, &labels)?),
                };
                Some((rows(&cells, &kept, labels), objective))
            }
        };
        let weight = if labels.weights.is_empty() { train.len() as f64 } else { labels.weights.iter().sum() };
        // As many rows of weight 1 would do; that fewer rows are too few is plain.
        if weight < 2.0 * self.min_samples_leaf && train.len() as f64 >= 2.0 * self.min_samples_leaf {
            warnings.push(no_room_for_a_split(weight, self.min_samples_leaf));
        }
        let training = BoostingTraining {
            learner: self,
            limits,
            objective,
            rows: rows(&cells, &train, labels),
            validation_rows,
            names: schema.inputs.iter().map(|input| input.name.clone()).collect(),
            levels: schema.inputs.iter().map(|input| input.kind.levels()).collect(),
            sampler: (self.subsample < 1.0).then(|| RowSampler::of(&training_data)),
            binning,
        };
        let done = extras.earlier.map_or(0, GradientBoostingModel::iterations);
        let BoostingOutcome { ensemble, validation_losses, stopped } = training.run(done, run)?;
        let ensemble = match extras.earlier {
            Some(model) => {
                let mut all = model.ensemble.clone();
                all.append(ensemble);
                all
            }
            None => ensemble,
        };
        let mut summary =
            // Without a validation set, the given iterations are all there is to do.
            TrainingSummary { rows: train.len() as u64, weight, converged: stopped || validation_losses.is_empty(), warnings, ..TrainingSummary::default() };
        summary.details.insert("rounds".into(), (ensemble.trees() / ensemble.outputs()).into());
        summary.details.insert("trees".into(), ensemble.trees().into());
        summary.details.insert("leaves".into(), ensemble.leaves().into());
        if let Some(best) = validation_losses.iter().copied().min_by(f64::total_cmp) {
            summary.details.insert("validation_loss".into(), best.into());
        }
        // Beside growing it costs nothing, and the first prediction need not wait for it.
        ensemble.build_layout(schema.inputs.len());
        Ok(GradientBoostingModel { info: self.model_info(data, summary)?, ensemble, start, response })
    }

    fn limits(&self, schema: &Schema) -> Result<BoostingLimits> {
        let name = Self::declaration().name;
        let columns: Vec<&str> = schema.inputs.iter().map(|input| input.name.as_str()).collect();
        let directions = match &self.monotonic_cst {
            None => Vec::new(),
            Some(constraints) => monotonic_directions(name, constraints, schema)?,
        };
        let interactions = match &self.interaction_cst {
            None => Vec::new(),
            Some(sets) => {
                let mut sets = sets.positions((name, "interaction_cst"), &columns)?;
                for column in 0..columns.len() {
                    if !sets.iter().any(|set| set.contains(&column)) {
                        sets.push(vec![column]);
                    }
                }
                sets
            }
        };
        let key = |name: &&str| {
            let mut hasher = FxHasher::default();
            hasher.write(name.as_bytes());
            hasher.finish()
        };
        let is_numbers = schema.target.classes.is_empty();
        Ok(BoostingLimits {
            max_leaves: self.max_leaf_nodes as usize,
            max_depth: self.max_depth,
            min_leaf: self.min_samples_leaf,
            l2: self.l2_regularization,
            level_rows: if is_numbers { LEVEL_ROWS } else { LEVEL_ROWS_OF_CLASSES },
            gradient_variance_is_hessian: !is_numbers
                && self.loss.is_none_or(|loss| loss == BoostingLoss::LogLoss),
            min_gain: self.min_split_gain,
            column_share: self.max_features,
            directions,
            interactions,
            column_keys: columns.iter().map(key).collect(),
        })
    }

    /// Divides rows into a training and a validation set, as their roles ask for.
    fn hold_out(&self, data: &Dataset, run: &Run) -> Result<(Dataset, Option<Dataset>)> {
        let seed = run.root_seed().derive(2 << 32);
        let (train, validation_rows) = held_out(data, self.validation_fraction, seed)?;
        Ok((train, Some(validation_rows)))
    }
}

fn labels_of(data: &Dataset) -> Result<BoostingTargets> {
    let rows = || data.rows().iter().map(|row| row as usize);
    let targets = match data.require_target()?.1 {
        Target::Classes(classes) => rows().map(|row| f64::from(classes.codes[row])).collect(),
        Target::Numbers(numbers) => rows().map(|row| numbers[row]).collect(),
    };
    let weights = match data.weights() {
        Some(weights) if rows().any(|row| weights[row] != 1.0) => rows().map(|row| weights[row]).collect(),
        _ => Vec::new(),
    };
    let groups = data.groups().map(|groups| rows().map(|row| groups[row]).collect());
    Ok(BoostingTargets { targets, weights, groups })
}

/// What is said where no split can leave enough weight on both sides.
fn no_room_for_a_split(weight: f64, least: f64) -> String {
    format!(
        "nothing can be learned: every leaf must hold a sample weight of {} (min_samples_leaf), and all rows together have {}; lower \
         min_samples_leaf, or give weights whose mean is 1",
        weight_text(least),
        weight_text(weight)
    )
}

/// The class of all rows, if they have one and the same.
fn only_class<'a>(labels: &BoostingTargets, schema: &'a Schema) -> Option<&'a str> {
    let first = *labels.targets.first()?;
    let same = labels.targets.iter().all(|&target| target == first);
    (same && schema.target.task == Task::Classification)
        .then(|| schema.target.classes[first as usize].as_str())
}

/// The validation set as training sees it: the same columns, levels and classes.
fn prepare_validation(
    validation: &Dataset,
    schema: &Schema,
) -> Result<(Vec<RawColumn>, Vec<u32>, BoostingTargets)> {
    let (features, _) = schema.features(validation.table())?;
    let columns = (0..features.width()).map(|column| features.column(column).into()).collect();
    let validation = validation.with_nonzero_weight();
    let kept: Vec<u32> = validation.rows().iter().collect();
    let mut labels = labels_of(&validation)?;
    let (_, target) = validation.require_target()?;
    match (target, schema.target.task) {
        (Target::Classes(classes), Task::Classification) => {
            let code = |name: &String| schema.target.classes.iter().position(|class| class == name);
            let codes: Vec<Option<usize>> = classes.levels.iter().map(code).collect();
            for target in &mut labels.targets {
                let class = *target as usize;
                *target = codes.get(class).copied().flatten().map(|code| code as f64).ok_or_else(|| {
                    let name = classes.levels.get(class).map_or("missing", String::as_str);
                    Error::data(
                        format!(
                            "the validation set has the class '{name}', which the training set does not have"
                        ),
                        "leave those rows out, or train on rows of every class",
                    )
                })?;
            }
        }
        (Target::Numbers(_), Task::Regression) => {
            if labels.targets.iter().any(|y| !y.is_finite()) {
                return Err(Error::data(
                    "the validation set has missing or infinite targets",
                    "leave those rows out",
                ));
            }
        }
        _ => {
            return Err(Error::data(
                "the validation set has another kind of target than the training set",
                "give both the same target",
            ));
        }
    }
    if kept.is_empty() {
        return Err(Error::data("the validation set is empty", "give at least one row of weight above zero"));
    }
    Ok((columns, kept, labels))
}

/// The scores that an earlier model gives to some rows, output by output.
fn earlier_scores(model: &GradientBoostingModel, cells: &[RawColumn], rows: &[u32]) -> Vec<Vec<f64>> {
    let features: Vec<Feature> = cells.iter().map(RawColumn::feature).collect();
    let count = features.first().map_or(0, Feature::len);
    let scores = model.scores(&Features::Columns(features, count), None);
    (0..model.ensemble.outputs())
        .map(|output| rows.iter().map(|&row| scores.row(row as usize)[output]).collect())
        .collect()
}
