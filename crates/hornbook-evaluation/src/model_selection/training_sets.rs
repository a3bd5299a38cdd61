//! Training sets of several sizes, drawn from one table.

use super::learning_curve::LearningCurveOptions;
use crate::resampling::{HoldOut, Resampling, ShuffleSplit, Split, SplitPlan, wrong};
use hornbook_core::{Error, Result, Seed};
use hornbook_data::Dataset;
use hornbook_learner::FoldScheme;
use std::sync::Arc;

/// The sizes of the training sets of a learning curve.
#[derive(Debug, Clone, PartialEq)]
pub enum TrainingSizes {
    /// So many rows.
    Rows(Vec<usize>),
    /// These fractions of the rows that may be trained on.
    Shares(Vec<f64>),
}

impl Default for TrainingSizes {
    /// Nine fractions from 2 % to 90 %, denser where curves bend.
    fn default() -> TrainingSizes {
        TrainingSizes::Shares(vec![0.02, 0.04, 0.07, 0.12, 0.2, 0.32, 0.48, 0.68, 0.9])
    }
}

/// Which rows evaluate the models of a learning curve.
#[derive(Debug, Clone, Default)]
pub enum TestRows {
    /// All rows that a model was not trained on. If the rows have an order or predefined folds, a fifth of them as
    /// [`HoldOut`](crate::HoldOut) picks it: the last rows, or whole folds.
    #[default]
    Rest,
    /// This fraction of the rows, held out anew for each repeat; training sets come from the others.
    Share(f64),
    /// The test rows of each split of a design; training sets come from its training rows.
    Design(Arc<dyn Resampling>),
}

/// The most training sets of a size, as the textbook has them.
const REPEATS: usize = 20;
/// The fraction of rows that is held out where an order or predefined folds say which.
const HELD_OUT: f64 = 0.2;
/// As many as this number of rows allows, and no fewer than three.
const ROWS_OF_ALL_REPEATS: usize = 200_000;
/// The name of what is refused in sentences.
const SUBJECT: &str = "learning curve";

/// A plan for each size.
pub(super) struct TrainingSets {
    pub design: String,
    pub plans: Vec<SplitPlan>,
    pub notes: Vec<String>,
}

impl TrainingSets {
    pub fn draw(data: &Dataset, options: &LearningCurveOptions) -> Result<TrainingSets> {
        let rows = data.rows().len();
        if rows < 2 {
            return Err(Error::data(
                format!(
                    "a learning curve needs rows to train on and rows to validate on, and there {}",
                    if rows == 1 { "is one row" } else { "are no rows" }
                ),
                "give at least two rows, better a hundred",
            ));
        }
        let usual = match options.test {
            TestRows::Design(_) => 1,
            _ => (ROWS_OF_ALL_REPEATS / rows).clamp(3, REPEATS),
        };
        let repeats = options.repeats.unwrap_or(usual);
        if repeats == 0 {
            return Err(wrong(SUBJECT, "repeats", repeats, "an integer at least 1"));
        }
        let seed = Seed(options.seed);
        let drawn = format!("{repeats} training sets a size");
        match &options.test {
            TestRows::Rest if FoldScheme::of(data) != FoldScheme::KFold => {
                // The other rows would be of the past, or of the same fold.
                let held_out = HoldOut::new(HELD_OUT).seed(options.seed).plan(data)?;
                Self::from_splits(data, options, held_out, repeats, drawn)
            }
            TestRows::Rest => {
                let sizes = options.sizes.within(rows, rows - 1)?;
                let design = format!("{drawn}, validated on the other rows, seed {}", options.seed);
                Self::collect(&sizes, design, Vec::new(), |place, size| {
                    from_all_rows(data, size, repeats, seed.derive(place))
                })
            }
            TestRows::Share(share) => {
                let held_out = ShuffleSplit::new(*share, repeats).seed(options.seed).plan(data)?;
                Self::from_splits(data, options, held_out, 1, drawn)
            }
            TestRows::Design(design) => {
                let plan = design.plan(data)?;
                Self::from_splits(data, options, plan, repeats, format!("{drawn} and split"))
            }
        }
    }

    fn from_splits(
        data: &Dataset,
        options: &LearningCurveOptions,
        plan: SplitPlan,
        repeats: usize,
        drawn: String,
    ) -> Result<TrainingSets> {
        let most = plan.splits.iter().map(|split| split.train.len()).min().unwrap_or(0);
        let sizes = options.sizes.within(most, most)?;
        let design = format!("{drawn}, {}", plan.design);
        Self::collect(&sizes, design, plan.notes, |place, size| {
            let mut splits = Vec::with_capacity(plan.splits.len() * repeats);
            let mut notes = Vec::new();
            for (index, split) in (0..).zip(&plan.splits) {
                let seed = Seed(options.seed).derive(place).derive(index);
                let part = from_training_rows(data, split, size, repeats, seed)?;
                splits.extend(part.splits);
                notes.extend(part.notes);
            }
            Ok(SplitPlan { design: String::new(), splits, notes, seed: options.seed, out_of_bag: None })
        })
    }

    fn collect(
        sizes: &[usize],
        design: String,
        mut notes: Vec<String>,
        plan: impl Fn(u64, usize) -> Result<SplitPlan>,
    ) -> Result<TrainingSets> {
        let plans: Vec<SplitPlan> =
            (0..).zip(sizes).map(|(place, &size)| plan(place, size)).collect::<Result<_>>()?;
        for note in plans.iter().flat_map(|plan| &plan.notes) {
            if !notes.contains(note) {
                notes.push(note.clone());
            }
        }
        Ok(TrainingSets { design, plans, notes })
    }
}

impl TrainingSizes {
    /// The sizes in rows, ascending, each once; fractions are of `rows`, and no size is above `most`.
    fn within(&self, rows: usize, most: usize) -> Result<Vec<usize>> {
        let mut sizes: Vec<usize> = match self {
            TrainingSizes::Rows(sizes) => sizes.clone(),
            TrainingSizes::Shares(shares) => {
                if let Some(share) = shares.iter().find(|share| !(**share > 0.0 && **share <= 1.0)) {
                    return Err(wrong(SUBJECT, "sizes", share, "shares above 0 and at most 1"));
                }
                let rows_of = |share: &f64| ((share * rows as f64).round() as usize).clamp(1, most.max(1));
                shares.iter().map(rows_of).collect()
            }
        };
        if sizes.is_empty() {
            return Err(wrong(SUBJECT, "sizes", "none", "at least one training size"));
        }
        if let Some(&size) = sizes.iter().find(|size| !(1..=most).contains(*size)) {
            return Err(wrong(
                SUBJECT,
                "sizes",
                size,
                &format!("sizes from 1 to {most}, to leave rows to validate on"),
            ));
        }
        sizes.sort_unstable();
        sizes.dedup();
        Ok(sizes)
    }
}

/// Training sets of all rows, evaluated by the others: a hold-out whose smaller part is trained on.
fn from_all_rows(data: &Dataset, size: usize, repeats: usize, seed: Seed) -> Result<SplitPlan> {
    let share = size as f64 / data.rows().len() as f64;
    let mut plan = ShuffleSplit::new(share, repeats).seed(seed.0).plan(data)?;
    plan.splits.iter_mut().for_each(|split| std::mem::swap(&mut split.train, &mut split.test));
    Ok(plan)
}

/// Training sets from the training rows of a split, evaluated by its test rows.
fn from_training_rows(
    data: &Dataset,
    split: &Split,
    size: usize,
    repeats: usize,
    seed: Seed,
) -> Result<SplitPlan> {
    let all = split.train.len();
    if size >= all {
        let splits = vec![split.clone(); repeats];
        return Ok(SplitPlan {
            design: String::new(),
            splits,
            notes: Vec::new(),
            seed: seed.0,
            out_of_bag: None,
        });
    }
    let mut plan = from_all_rows(&data.select(split.train.clone()).without_order(), size, repeats, seed)?;
    for drawn in &mut plan.splits {
        drawn.train.iter_mut().for_each(|row| *row = split.train[*row as usize]);
        drawn.test.clone_from(&split.test);
    }
    Ok(plan)
}
