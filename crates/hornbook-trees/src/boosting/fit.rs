//! From a dataset to boosted trees.

use super::grow::Limits;
use super::losses::RowLoss;
use super::matrix::{BinMatrix, Binning};
use super::model::{GradientBoostingModel, Response};
use super::objective::{Labels, Objective};
use super::params::GradientBoosting;
use super::training::{Rows, Trained, Training};
use hornbook_core::{Declared, Error, Result, Run, Task};
use hornbook_data::{Dataset, Feature, Features, Schema, Target};
use hornbook_learner::{Fit, Summary};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// The curvature that is added to a level's own before the levels of a category are put in order.
const CATEGORY_SMOOTHING: f64 = 10.0;

impl Fit for GradientBoosting {
    type Model = GradientBoostingModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<GradientBoostingModel> {
        self.boost(data, Extras::default(), run)
    }
}

/// What a training may be given besides its rows.
#[derive(Default)]
struct Extras<'a> {
    validation: Option<&'a Dataset>,
    loss: Option<Box<dyn RowLoss>>,
    earlier: Option<&'a GradientBoostingModel>,
}

impl GradientBoosting {
    /// Learns, and stops once the loss on other rows no longer falls; the rounds after the lowest loss are dropped.
    pub fn fit_watching(
        &self,
        data: &Dataset,
        validation: &Dataset,
        run: &Run,
    ) -> Result<GradientBoostingModel> {
        let learner = self.clone().early_stopping(true);
        learner.checked(data, run, |learner| {
            learner.boost(data, Extras { validation: Some(validation), ..Extras::default() }, run)
        })
    }

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
                "a loss of your own needs a target of numbers",
                "give the classes as numbers",
            ));
        }
        self.checked(data, run, |learner| {
            learner.boost(data, Extras { loss: Some(loss), ..Extras::default() }, run)
        })
    }

    /// Adds rounds to a model that was trained before (a warm start). The columns must be those of the model.
    pub fn fit_more(
        &self,
        model: &GradientBoostingModel,
        data: &Dataset,
        run: &Run,
    ) -> Result<GradientBoostingModel> {
        if Schema::of(data)? != model.info.schema {
            return Err(Error::mismatch(
                "the rows do not have the columns, levels and target of the model",
                "train a new model, or give rows like those it was trained on",
            ));
        }
        self.checked(data, run, |learner| {
            learner.boost(data, Extras { earlier: Some(model), ..Extras::default() }, run)
        })
    }

    /// Checks what [`Fit::fit_with`] checks, then works on the run's threads.
    fn checked<T: Send>(
        &self,
        data: &Dataset,
        run: &Run,
        work: impl FnOnce(&GradientBoosting) -> Result<T> + Send,
    ) -> Result<T> {
        self.check_parameters()?;
        hornbook_learner::check_data(Self::declaration(), data)?;
        run.check()?;
        run.install(|| work(self))
    }

    fn boost(&self, data: &Dataset, extras: Extras<'_>, run: &Run) -> Result<GradientBoostingModel> {
        let schema = Schema::of(data)?;
        let classes = schema.target.classes.len();
        let loss = self.loss_for(schema.target.task, classes)?;
        let limits = self.limits(&schema)?;
        let mut warnings = Vec::new();
        let kept = kept_rows(data);
        let (train, held_out) = match extras.validation {
            None if self.early_stopping => self.hold_out(data, kept, run)?,
            _ => (kept, Vec::new()),
        };
        let is_custom = extras.loss.is_some();
        let labels = labels_of(data, &train)?;
        let objective = match extras.loss {
            Some(loss) => Objective::Row(loss),
            None => Objective::new(self, loss, classes, &labels)?,
        };
        let response = match extras.earlier {
            Some(model) => model.response,
            None if is_custom => Response::Identity,
            None => Response::of(loss, classes),
        };
        if let Some(only) = only_class(&labels, &schema) {
            warnings
                .push(format!("the target has only one class, '{only}': every prediction will be '{only}'"));
        }
        let features: Vec<Feature> = (0..schema.inputs.len()).map(|column| data.feature(column)).collect();
        let binning = Binning::of(&features, &train, self.max_bins as usize);
        let start = match extras.earlier {
            Some(model) => model.start.clone(),
            None => objective.start(&labels),
        };
        let rows = |features: &[Feature], kept: &[u32], labels: Labels| {
            let scores = match extras.earlier {
                Some(model) => earlier_scores(model, features, kept),
                None => start.iter().map(|&score| vec![score; kept.len()]).collect(),
            };
            Rows { matrix: BinMatrix::new(features, kept, &binning), labels, scores }
        };
        let watched = match extras.validation {
            Some(validation) => Some(watched_rows(validation, &schema)?),
            None if held_out.is_empty() => None,
            None => Some((features.clone(), held_out.clone(), labels_of(data, &held_out)?)),
        };
        let watched = match watched {
            None => None,
            Some((features, kept, labels)) => {
                let objective = Objective::new(self, loss, classes, &labels)?;
                Some((rows(&features, &kept, labels), objective))
            }
        };
        let weight = if labels.weights.is_empty() { train.len() as f64 } else { labels.weights.iter().sum() };
        let training = Training {
            learner: self,
            limits,
            objective,
            rows: rows(&features, &train, labels),
            watched,
            names: schema.inputs.iter().map(|input| input.name.clone()).collect(),
            levels: schema.inputs.iter().map(|input| input.kind.levels()).collect(),
            binning,
        };
        let done = extras.earlier.map_or(0, GradientBoostingModel::rounds);
        let Trained { grove, watched, stopped } = training.run(done, run)?;
        let grove = match extras.earlier {
            Some(model) => {
                let mut all = model.grove.clone();
                all.append(grove);
                all
            }
            None => grove,
        };
        let mut summary =
            Summary { rows: train.len() as u64, weight, converged: stopped, warnings, ..Summary::default() };
        summary.details.insert("rounds".into(), (grove.trees() / grove.outputs()).into());
        summary.details.insert("trees".into(), grove.trees().into());
        summary.details.insert("leaves".into(), grove.leaves().into());
        if let Some(best) = watched.iter().copied().min_by(f64::total_cmp) {
            summary.details.insert("validation_loss".into(), best.into());
        }
        Ok(GradientBoostingModel { info: self.model_info(data, summary)?, grove, start, response })
    }

    fn limits(&self, schema: &Schema) -> Result<Limits> {
        let name = Self::declaration().name;
        let columns: Vec<&str> = schema.inputs.iter().map(|input| input.name.as_str()).collect();
        let directions = match &self.monotonic_cst {
            None => Vec::new(),
            Some(given) => {
                if let Some(wrong) = given.numbers().find(|x| ![-1.0, 0.0, 1.0].contains(x)) {
                    return Err(self.refuse(
                        "monotonic_cst",
                        wrong.to_string(),
                        "-1, 0 or 1 for each column",
                    ));
                }
                let directions = given.for_columns((name, "monotonic_cst"), &columns, 0.0)?;
                let category = (0..columns.len())
                    .find(|&c| directions[c] != 0.0 && schema.inputs[c].kind.levels().is_some());
                if let Some(column) = category {
                    let found = format!("given for '{}', which holds categories", columns[column]);
                    return Err(self.refuse("monotonic_cst", found, "columns of numbers"));
                }
                if schema.target.classes.len() > 2 {
                    let found = format!("given with a target of {} classes", schema.target.classes.len());
                    return Err(self.refuse(
                        "monotonic_cst",
                        found,
                        "none, or a target of numbers or two classes",
                    ));
                }
                directions
            }
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
        Ok(Limits {
            max_leaves: self.max_leaf_nodes as usize,
            max_depth: self.max_depth,
            min_leaf: self.min_samples_leaf,
            l2: self.l2_regularization,
            category_smoothing: CATEGORY_SMOOTHING,
            min_gain: self.min_split_gain,
            column_share: self.max_features,
            directions,
            interactions,
            column_keys: columns.iter().map(key).collect(),
        })
    }

    /// Divides rows into those to learn from and those to watch; whole groups if there are groups.
    fn hold_out(&self, data: &Dataset, kept: Vec<u32>, run: &Run) -> Result<(Vec<u32>, Vec<u32>)> {
        let seed = run.root_seed().derive(2 << 32);
        let groups = data.groups();
        let key = |row: u32| groups.map_or(u64::from(row), |groups| u64::from(groups[row as usize]));
        let draw = |row: u32| (seed.derive(key(row)).0 >> 11) as f64 / (1u64 << 53) as f64;
        let (watched, train): (Vec<u32>, Vec<u32>) =
            kept.into_iter().partition(|&row| draw(row) < self.validation_fraction);
        if watched.is_empty() || train.is_empty() {
            return Err(Error::data(
                "there are too few rows to hold some out for early stopping",
                "set early_stopping to false, or give more rows",
            ));
        }
        Ok((train, watched))
    }
}

/// The rows of weight above zero, as positions in the table.
fn kept_rows(data: &Dataset) -> Vec<u32> {
    match data.weights() {
        Some(weights) => data.rows().iter().filter(|&row| weights[row as usize] > 0.0).collect(),
        None => data.rows().iter().collect(),
    }
}

fn labels_of(data: &Dataset, rows: &[u32]) -> Result<Labels> {
    let targets = match data.require_target()?.1 {
        Target::Classes(classes) => rows.iter().map(|&row| f64::from(classes.codes[row as usize])).collect(),
        Target::Numbers(numbers) => rows.iter().map(|&row| numbers[row as usize]).collect(),
    };
    let weights = match data.weights() {
        Some(weights) if rows.iter().any(|&row| weights[row as usize] != 1.0) => {
            rows.iter().map(|&row| weights[row as usize]).collect()
        }
        _ => Vec::new(),
    };
    let groups = data.groups().map(|groups| rows.iter().map(|&row| groups[row as usize]).collect());
    Ok(Labels { targets, weights, groups })
}

/// The class of all rows, if they have one and the same.
fn only_class<'a>(labels: &Labels, schema: &'a Schema) -> Option<&'a str> {
    let first = *labels.targets.first()?;
    let same = labels.targets.iter().all(|&target| target == first);
    (same && schema.target.task == Task::Classification)
        .then(|| schema.target.classes[first as usize].as_str())
}

/// Rows to watch as the training sees them: the same columns, levels and classes.
fn watched_rows(validation: &Dataset, schema: &Schema) -> Result<(Vec<Feature>, Vec<u32>, Labels)> {
    let (features, _) = schema.features(validation.table())?;
    let columns = (0..features.width()).map(|column| features.column(column)).collect();
    let kept = kept_rows(validation);
    let mut labels = labels_of(validation, &kept)?;
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
                            "the rows to watch have the class '{name}', which the training rows do not have"
                        ),
                        "leave those rows out, or train on rows of every class",
                    )
                })?;
            }
        }
        (Target::Numbers(_), Task::Regression) => {
            if labels.targets.iter().any(|y| !y.is_finite()) {
                return Err(Error::data(
                    "the rows to watch have a target that is missing or infinite",
                    "leave those rows out",
                ));
            }
        }
        _ => {
            return Err(Error::data(
                "the rows to watch have another kind of target than the training rows",
                "give both the same target",
            ));
        }
    }
    if kept.is_empty() {
        return Err(Error::data("there are no rows to watch", "give at least one row of weight above zero"));
    }
    Ok((columns, kept, labels))
}

/// The scores that an earlier model gives to some rows, output by output.
fn earlier_scores(model: &GradientBoostingModel, features: &[Feature], rows: &[u32]) -> Vec<Vec<f64>> {
    let count = features.first().map_or(0, Feature::len);
    let scores = model.scores(&Features::Columns(features.to_vec(), count), None);
    (0..model.grove.outputs())
        .map(|output| rows.iter().map(|&row| scores.row(row as usize)[output]).collect())
        .collect()
}
