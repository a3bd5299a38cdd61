//! From a dataset to boosted trees.

use super::grow::Limits;
use super::losses::RowLoss;
use super::matrix::{BinMatrix, Binning, Cells};
use super::model::{GradientBoostingModel, Response};
use super::objective::{Labels, Objective};
use super::params::{BoostingLoss, GradientBoosting};
use super::training::{Rows, Trained, Training};
use crate::held_out::held_out;
use hornbook_core::{Declared, Error, Result, Run, Task};
use hornbook_data::{Dataset, Feature, Features, Schema, Target};
use hornbook_learner::words::only_one_class;
use hornbook_learner::{Fit, Summary, Urn, checked};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// How many rows are added to those of a level before the levels of a category are put in order.
const LEVEL_ROWS: f64 = 10.0;
/// So many of classes, which say less: at even odds, four of them have the curvature of one squared error.
const LEVEL_ROWS_OF_CLASSES: f64 = 4.0 * LEVEL_ROWS;

impl Fit for GradientBoosting {
    type Model = GradientBoostingModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<GradientBoostingModel> {
        self.boost(data, Extras::default(), run)
    }

    /// The rounds after the lowest loss are dropped.
    fn learn_watching(
        &self,
        data: &Dataset,
        validation: &Dataset,
        run: &Run,
    ) -> Result<GradientBoostingModel> {
        let learner = self.clone().early_stopping(true);
        learner.boost(data, Extras { validation: Some(validation), ..Extras::default() }, run)
    }

    /// Adds rounds.
    fn learn_more(
        &self,
        model: &GradientBoostingModel,
        data: &Dataset,
        run: &Run,
    ) -> Result<GradientBoostingModel> {
        self.boost(data, Extras { earlier: Some(model), ..Extras::default() }, run)
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
        checked(self, data, run, || self.boost(data, Extras { loss: Some(loss), ..Extras::default() }, run))
    }

    fn boost(&self, data: &Dataset, extras: Extras<'_>, run: &Run) -> Result<GradientBoostingModel> {
        let schema = Schema::of(data)?;
        let classes = schema.target.classes.len();
        let loss = self.loss_for(schema.target.task, classes)?;
        let limits = self.limits(&schema)?;
        let mut warnings = Vec::new();
        let (training_data, held_out) = match extras.validation {
            None if self.early_stopping => self.hold_out(data, run)?,
            _ => (data.clone(), None),
        };
        let training_data = training_data.counting_rows();
        let train: Vec<u32> = training_data.rows().iter().collect();
        let is_custom = extras.loss.is_some();
        let labels = labels_of(&training_data)?;
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
            warnings.push(only_one_class(only));
        }
        let cells = Cells::of(data);
        let binning = Binning::of(&cells, &train, self.max_bins as usize);
        let start = match extras.earlier {
            Some(model) => model.start.clone(),
            None => objective.start(&labels),
        };
        let rows = |cells: &[Cells], kept: &[u32], labels: Labels| {
            let scores = match extras.earlier {
                Some(model) => earlier_scores(model, cells, kept),
                None => start.iter().map(|&score| vec![score; kept.len()]).collect(),
            };
            Rows { matrix: BinMatrix::new(cells, kept, &binning), labels, scores }
        };
        let watched = match (extras.validation, held_out) {
            (Some(validation), _) => Some(watched_rows(validation, &schema)?),
            (None, Some(held_out)) => {
                let held_out = held_out.counting_rows();
                Some((cells.clone(), held_out.rows().iter().collect(), labels_of(&held_out)?))
            }
            (None, None) => None,
        };
        let watched = match watched {
            None => None,
            Some((cells, kept, labels)) => {
                let objective = match is_custom {
                    true => None,
                    false => Some(Objective::new(self, loss, classes, &labels)?),
                };
                Some((rows(&cells, &kept, labels), objective))
            }
        };
        let weight = if labels.weights.is_empty() { train.len() as f64 } else { labels.weights.iter().sum() };
        let training = Training {
            learner: self,
            limits,
            objective,
            rows: rows(&cells, &train, labels),
            watched,
            names: schema.inputs.iter().map(|input| input.name.clone()).collect(),
            levels: schema.inputs.iter().map(|input| input.kind.levels()).collect(),
            urn: (self.subsample < 1.0).then(|| Urn::of(&training_data)),
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
            // Without rows to watch, the rounds asked for are all there is to do.
            Summary { rows: train.len() as u64, weight, converged: stopped || watched.is_empty(), warnings, ..Summary::default() };
        summary.details.insert("rounds".into(), (grove.trees() / grove.outputs()).into());
        summary.details.insert("trees".into(), grove.trees().into());
        summary.details.insert("leaves".into(), grove.leaves().into());
        if let Some(best) = watched.iter().copied().min_by(f64::total_cmp) {
            summary.details.insert("validation_loss".into(), best.into());
        }
        // Beside growing it costs nothing, and the first prediction need not wait for it.
        grove.lay_out(schema.inputs.len());
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
        let is_numbers = schema.target.classes.is_empty();
        Ok(Limits {
            max_leaves: self.max_leaf_nodes as usize,
            max_depth: self.max_depth,
            min_leaf: self.min_samples_leaf,
            l2: self.l2_regularization,
            level_rows: if is_numbers { LEVEL_ROWS } else { LEVEL_ROWS_OF_CLASSES },
            slopes_vary_as_curved: !is_numbers && self.loss.is_none_or(|loss| loss == BoostingLoss::LogLoss),
            min_gain: self.min_split_gain,
            column_share: self.max_features,
            directions,
            interactions,
            column_keys: columns.iter().map(key).collect(),
        })
    }

    /// Divides rows into those to learn from and those to watch; whole groups if there are groups.
    fn hold_out(&self, data: &Dataset, run: &Run) -> Result<(Dataset, Option<Dataset>)> {
        let seed = run.root_seed().derive(2 << 32);
        let Some(groups) = data.groups() else {
            let (train, watched) = held_out(data, self.validation_fraction, seed)?;
            return Ok((train, Some(watched)));
        };
        let draw = |row: u32| seed.derive(u64::from(groups[row as usize])).rng().unit();
        let (watched, train): (Vec<u32>, Vec<u32>) = (0..data.rows().len() as u32)
            .partition(|&at| draw(data.rows().at(at as usize)) < self.validation_fraction);
        if watched.is_empty() || train.is_empty() {
            return Err(Error::data(
                "there are too few groups to hold some out for early stopping",
                "set early_stopping to false, or give more groups",
            ));
        }
        Ok((data.select(train), Some(data.select(watched))))
    }
}

fn labels_of(data: &Dataset) -> Result<Labels> {
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
fn watched_rows(validation: &Dataset, schema: &Schema) -> Result<(Vec<Cells>, Vec<u32>, Labels)> {
    let (features, _) = schema.features(validation.table())?;
    let columns = (0..features.width()).map(|column| features.column(column).into()).collect();
    let validation = validation.counting_rows();
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
fn earlier_scores(model: &GradientBoostingModel, cells: &[Cells], rows: &[u32]) -> Vec<Vec<f64>> {
    let features: Vec<Feature> = cells.iter().map(Cells::feature).collect();
    let count = features.first().map_or(0, Feature::len);
    let scores = model.scores(&Features::Columns(features, count), None);
    (0..model.grove.outputs())
        .map(|output| rows.iter().map(|&row| scores.row(row as usize)[output]).collect())
        .collect()
}
