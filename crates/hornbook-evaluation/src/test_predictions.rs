//! What was predicted for the test rows, beside what was true.

use crate::checks::{check_codes, check_distributions, check_length, check_one_target, total_weight};
use hornbook_core::format::{counted, quantity};
use hornbook_core::{Error, Result, Task};
use hornbook_data::{ClassLabels, Dataset, Feature, Features, Levels, Matrix, Target};
use hornbook_learner::{Model, OutputRequest, Predictions, first_largest};
use std::ops::Range;

/// How many rows a sentence names before it says that there are more.
const NAMED_ROWS: usize = 5;

/// The test rows of every split with their predictions, split after split.
#[derive(Debug, Clone, PartialEq)]
pub struct TestPredictions {
    /// The position of each row in the table.
    pub rows: Vec<u32>,
    /// The weight of each row; that of a row evaluated more than once is divided among the times.
    pub weights: Vec<f64>,
    /// Where the rows of each split end.
    pub ends: Vec<usize>,
    /// What was true and what was predicted.
    pub values: TargetsAndPredictions,
    /// What it costs to misclassify each row, if the rows have a cost; else empty.
    pub costs: Vec<f64>,
    /// The loss of the decision for each row, if there is a loss matrix or a cost; else empty, and a mistake costs 1.
    pub losses: Vec<f64>,
}

/// What was true and what was predicted, one entry a evaluated row.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetsAndPredictions {
    /// Classes.
    Classes {
        /// Their names.
        levels: Levels,
        /// The code of the true class.
        truth: Vec<u32>,
        /// The code of the predicted class.
        predicted: Vec<u32>,
        /// The probability of each class, a row a evaluated row.
        probabilities: Matrix,
    },
    /// Numbers.
    Numbers {
        /// The true values.
        truth: Vec<f64>,
        /// The predicted values.
        predicted: Vec<f64>,
    },
    /// A number that says how well a model without a target describes a row: its log density, or the squared error of its
    /// reconstruction.
    RowScores {
        /// Whether it is a density or a transformation.
        task: Task,
        /// What a lower number counts as, so that a row of zero density does not end every mean in −∞.
        least: f64,
        /// The numbers.
        values: Vec<f64>,
    },
    /// Clusters, which have no truth but perhaps labels to be compared with.
    Clusters {
        /// The cluster of each row; those of different splits are different clusters.
        clusters: Vec<u32>,
        /// The rows in the space of the clustering.
        points: Matrix,
        /// The reference label of each row.
        reference: Option<Vec<u32>>,
    },
}

impl TestPredictions {
    /// A model's predictions for the rows of a view: one split.
    pub fn of(model: &dyn Model, test: &Dataset) -> Result<TestPredictions> {
        TestPredictions::of_features(model, test, &test.row_features(), true)
    }

    /// A model's predictions for features that stand for those of a view's rows. Where nobody asks for probabilities the
    /// model is spared the work, and each predicted class counts as certain.
    pub(crate) fn of_features(
        model: &dyn Model,
        test: &Dataset,
        features: &Features<'_>,
        with_probabilities: bool,
    ) -> Result<TestPredictions> {
        check_one_target(model.info().schema.additional_targets.len())?;
        let rows: Vec<u32> = test.rows().iter().collect();
        let weights = rows.iter().map(|&row| test.weights().map_or(1.0, |w| w[row as usize])).collect();
        let at = |row: &u32| *row as usize;
        let task = model.info().schema.target.task;
        if !task.needs_target() {
            let values = without_target(model, test, features)?;
            return Ok(TestPredictions {
                ends: vec![rows.len()],
                rows,
                weights,
                values,
                costs: Vec::new(),
                losses: Vec::new(),
            });
        }
        let request = OutputRequest { probabilities: with_probabilities, ..OutputRequest::PREDICTIONS };
        let outputs = model.outputs(features, request)?;
        let values = match (test.require_target()?.1, outputs.predictions) {
            (Target::Classes(truth), Predictions::Classes(predicted, levels)) if levels == truth.levels => {
                let probabilities =
                    outputs.probabilities.unwrap_or_else(|| certain(&predicted, levels.len()));
                let truth = rows.iter().map(|row| truth.codes[at(row)]).collect();
                TargetsAndPredictions::Classes { levels, truth, predicted, probabilities }
            }
            (Target::Numbers(truth), Predictions::Numbers(predicted)) => TargetsAndPredictions::Numbers {
                truth: rows.iter().map(|row| truth[at(row)]).collect(),
                predicted,
            },
            _ => {
                return Err(Error::mismatch(
                    "the model predicts something else than the target",
                    "evaluate it on the target it was trained for, with the same classes",
                ));
            }
        };
        let costs = test.costs().map(|costs| rows.iter().map(|row| costs[at(row)]).collect());
        Ok(TestPredictions {
            ends: vec![rows.len()],
            rows,
            weights,
            values,
            costs: costs.unwrap_or_default(),
            losses: Vec::new(),
        })
    }

    /// Classes that were predicted, without their probabilities: each counts as certain. Truth and prediction are
    /// positions in `levels`.
    pub fn of_classes(
        levels: Levels,
        truth: Vec<u32>,
        predicted: Vec<u32>,
        weights: Option<Vec<f64>>,
    ) -> Result<TestPredictions> {
        check_codes(&predicted, truth.len(), levels.len(), "predicted class")?;
        let probabilities = certain(&predicted, levels.len());
        TestPredictions::of_answers(
            TargetsAndPredictions::Classes { levels, truth, predicted, probabilities },
            weights,
        )
    }

    /// Probabilities that were predicted, a column for each of `levels`. The predicted class is the most probable one.
    pub fn of_probabilities(
        levels: Levels,
        truth: Vec<u32>,
        probabilities: Matrix,
        weights: Option<Vec<f64>>,
    ) -> Result<TestPredictions> {
        check_distributions(&probabilities, levels.len())?;
        let predicted =
            (0..probabilities.rows()).map(|row| first_largest(probabilities.row(row)) as u32).collect();
        TestPredictions::of_answers(
            TargetsAndPredictions::Classes { levels, truth, predicted, probabilities },
            weights,
        )
    }

    /// Numbers that were predicted.
    pub fn of_numbers(
        truth: Vec<f64>,
        predicted: Vec<f64>,
        weights: Option<Vec<f64>>,
    ) -> Result<TestPredictions> {
        TestPredictions::of_answers(TargetsAndPredictions::Numbers { truth, predicted }, weights)
    }

    /// One split of rows in their order.
    fn of_answers(values: TargetsAndPredictions, weights: Option<Vec<f64>>) -> Result<TestPredictions> {
        let rows = match &values {
            TargetsAndPredictions::Classes { truth, .. } => truth.len(),
            TargetsAndPredictions::Numbers { truth, .. } => truth.len(),
            TargetsAndPredictions::RowScores { values, .. } => values.len(),
            TargetsAndPredictions::Clusters { clusters, .. } => clusters.len(),
        };
        let test_predictions = TestPredictions {
            rows: (0..rows as u32).collect(),
            weights: weights.unwrap_or_else(|| vec![1.0; rows]),
            ends: vec![rows],
            values,
            costs: Vec::new(),
            losses: Vec::new(),
        };
        test_predictions.check()?;
        Ok(test_predictions)
    }

    /// Refuses parts that do not belong together: anyone can put a `TestPredictions` together.
    pub(crate) fn check(&self) -> Result<()> {
        let rows = self.rows.len();
        if rows == 0 {
            return Err(Error::data("there are no test rows", "give at least one"));
        }
        total_weight(Some(&self.weights), rows)?;
        if !self.ends.is_sorted() || self.ends.last() != Some(&rows) {
            return Err(Error::data("the splits do not end with the rows", "let the last one end there"));
        }
        for (values, word) in [(&self.losses, "loss"), (&self.costs, "cost")] {
            if !values.is_empty() {
                check_length(values.len(), word, rows, "rows")?;
            }
        }
        match &self.values {
            TargetsAndPredictions::Classes { levels, truth, predicted, probabilities } => {
                check_codes(truth, rows, levels.len(), "class")?;
                check_codes(predicted, rows, levels.len(), "predicted class")?;
                check_length(probabilities.rows(), "row of probabilities", rows, "rows")?;
                check_distributions(probabilities, levels.len())
            }
            TargetsAndPredictions::Numbers { truth, predicted } => {
                check_length(truth.len(), "true value", rows, "rows")?;
                check_length(predicted.len(), "prediction", rows, "rows")?;
                match truth.iter().zip(predicted).position(|(t, p)| !t.is_finite() || !p.is_finite()) {
                    None => Ok(()),
                    Some(row) => Err(Error::data(
                        format!(
                            "in row {} the truth is {} and the prediction {}",
                            row + 1,
                            truth[row],
                            predicted[row]
                        ),
                        "give numbers that are finite",
                    )),
                }
            }
            TargetsAndPredictions::RowScores { values, .. } => {
                check_length(values.len(), "score", rows, "rows")
            }
            TargetsAndPredictions::Clusters { clusters, points, reference } => {
                check_length(clusters.len(), "cluster", rows, "rows")?;
                check_length(points.rows(), "point", rows, "rows")?;
                reference.as_ref().map_or(Ok(()), |labels| check_length(labels.len(), "label", rows, "rows"))
            }
        }
    }

    /// What was to be done.
    pub(crate) fn task(&self) -> Task {
        match &self.values {
            TargetsAndPredictions::Classes { .. } => Task::Classification,
            TargetsAndPredictions::Numbers { .. } => Task::Regression,
            TargetsAndPredictions::RowScores { task, .. } => *task,
            TargetsAndPredictions::Clusters { .. } => Task::Clustering,
        }
    }

    /// The predictions of all splits together. The weight of a row that is evaluated in several is divided among them.
    pub(crate) fn joined(parts: Vec<TestPredictions>) -> Result<TestPredictions> {
        let (mut rows, mut weights, mut losses) = (Vec::new(), Vec::new(), Vec::new());
        let (mut ends, mut values) = (Vec::new(), Vec::new());
        let mut costs = Vec::new();
        for part in parts {
            costs.extend(part.costs);
            losses.extend(part.losses);
            rows.extend(part.rows);
            weights.extend(part.weights);
            ends.push(rows.len());
            values.push(part.values);
        }
        let most = rows.iter().max().map_or(0, |&row| row as usize + 1);
        let mut times = vec![0.0; most];
        rows.iter().for_each(|&row| times[row as usize] += 1.0);
        rows.iter().zip(&mut weights).for_each(|(&row, weight)| *weight /= times[row as usize]);
        let values = TargetsAndPredictions::joined(values)?;
        Ok(TestPredictions { rows, weights, ends, values, costs, losses })
    }

    /// The first `count` rows and the others, as a split each.
    pub(crate) fn cut(mut self, count: usize) -> Result<(TestPredictions, TestPredictions)> {
        let count = count.min(self.rows.len());
        let rows = self.rows.split_off(count);
        let weights = self.weights.split_off(count);
        let costs = self.costs.split_off(count.min(self.costs.len()));
        let losses = self.losses.split_off(count.min(self.losses.len()));
        let (first, others) = self.values.cut(count)?;
        let others = TestPredictions { ends: vec![rows.len()], rows, weights, values: others, costs, losses };
        Ok((TestPredictions { ends: vec![count], values: first, ..self }, others))
    }

    /// A sentence about the rows that a density holds for impossible, if there are any.
    pub(crate) fn zero_density_note(&self, learner: &str) -> Option<String> {
        let TargetsAndPredictions::RowScores { task: Task::Density, least, values } = &self.values else {
            return None;
        };
        let has_zero = |(_, value): &(&u32, &f64)| **value == f64::NEG_INFINITY;
        let mut rows: Vec<u32> =
            self.rows.iter().zip(values).filter(has_zero).map(|(row, _)| row + 1).collect();
        rows.sort_unstable();
        rows.dedup();
        let named: Vec<String> = rows.iter().take(NAMED_ROWS).map(u32::to_string).collect();
        let word = if rows.len() == 1 { "row" } else { "rows" };
        let more = if rows.len() > NAMED_ROWS { ", …" } else { "" };
        (!rows.is_empty()).then(|| {
            format!(
                "{learner} gives {} a density of zero ({word} {}{more}), whose log-likelihood is −∞: each counts as {}; smooth more, \
                 as with a larger bandwidth or a kernel without bounds",
                counted(rows.len() as u64, "test row"),
                named.join(", "),
                quantity(*least),
            )
        })
    }

    /// How many rows were evaluated, counting each time.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The positions of each split's rows.
    pub fn splits(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| start..end)
    }
}

/// What a model that learned without a target says of test rows.
fn without_target(
    model: &dyn Model,
    test: &Dataset,
    features: &Features<'_>,
) -> Result<TargetsAndPredictions> {
    let reference = || test.reference_labels();
    match model.info().schema.target.task {
        task @ Task::Density => match model.predict_features(features)? {
            Predictions::Numbers(values) => {
                // The smallest density that a number can hold, in each column.
                let least = features.width().max(1) as f64 * f64::MIN_POSITIVE.ln();
                Ok(TargetsAndPredictions::RowScores { task, least, values })
            }
            Predictions::Classes(..) => Err(Error::internal("a density predicts classes")),
        },
        task @ Task::Transformation => {
            let values = reconstruction_errors(model, features)?;
            Ok(TargetsAndPredictions::RowScores { task, least: 0.0, values })
        }
        Task::Clustering => match model.predict_features(features)? {
            Predictions::Classes(clusters, _) => {
                let labels = reference().map(|labels| row_codes(test, &labels.codes));
                let points = model.clusterer()?.points(features)?;
                Ok(TargetsAndPredictions::Clusters { clusters, points, reference: labels })
            }
            Predictions::Numbers(_) => Err(Error::internal("a clustering predicts numbers")),
        },
        Task::Outliers => match reference() {
            Some(labels) => outliers_against(model, test, labels, features),
            None => Err(Error::data(
                "outlier detection learns without a target, and there are no labels to compare its answers with",
                "name a column of labels for scoring only, as its reference",
            )),
        },
        task => Err(Error::data(
            format!("there are no measures of {task} yet"),
            "fit it, and look at what it says of the rows",
        )),
    }
}

fn row_codes(test: &Dataset, codes: &[u32]) -> Vec<u32> {
    test.rows().iter().map(|row| codes[row as usize]).collect()
}

/// The mean squared distance of each row from what comes back from its transformed columns. A category that comes back as
/// another is as far as 1.
fn reconstruction_errors(model: &dyn Model, features: &Features<'_>) -> Result<Vec<f64>> {
    let transformer = model.transformer()?;
    let made = transformer.transform(features)?;
    let back = transformer.inverse_transform(&made.features())?;
    let back = back.features();
    let width = features.width().max(1) as f64;
    let mut errors = vec![0.0; features.rows()];
    for column in 0..features.width() {
        match (features.column(column), back.column(column)) {
            (Feature::Number(given), Feature::Number(found)) => {
                for ((error, x), y) in errors.iter_mut().zip(given.iter()).zip(found.iter()) {
                    // What is missing cannot be compared.
                    let distance = if x.is_nan() { 0.0 } else { x - y };
                    *error += distance * distance / width;
                }
            }
            (Feature::Code(given, _), Feature::Code(found, _)) => {
                for ((error, x), y) in errors.iter_mut().zip(given.iter()).zip(found.iter()) {
                    *error += f64::from(u8::from(x != y)) / width;
                }
            }
            _ => return Err(Error::internal("a transformer gives back columns of another type")),
        }
    }
    Ok(errors)
}

/// Outliers that were found beside those that labels call so: the label with the model's own name for them, or the rarer of two.
/// A row's probability is the fraction of rows with no higher anomaly score.
fn outliers_against(
    model: &dyn Model,
    test: &Dataset,
    labels: &ClassLabels,
    features: &Features<'_>,
) -> Result<TargetsAndPredictions> {
    let outputs = model.outputs(features, OutputRequest::SCORES)?;
    let (Predictions::Classes(predicted, levels), Some(scores)) = (outputs.predictions, outputs.scores)
    else {
        return Err(Error::internal("outlier detection gives no scores"));
    };
    let outlier = outlier_label(labels)?;
    let truth: Vec<u32> =
        row_codes(test, &labels.codes).into_iter().map(|code| u32::from(code == outlier)).collect();
    let scores = scores.into_values();
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    let mut probabilities = Matrix::zeros(scores.len(), 2);
    let count = scores.len().max(1) as f64;
    for tied in order.chunk_by(|&a, &b| scores[a] == scores[b]) {
        let last = order.partition_point(|&row| scores[row] <= scores[tied[0]]);
        for &row in tied {
            let share = last as f64 / count;
            probabilities.row_mut(row).copy_from_slice(&[1.0 - share, share]);
        }
    }
    Ok(TargetsAndPredictions::Classes { levels, truth, predicted, probabilities })
}

/// The code of the label that stands for outliers.
fn outlier_label(labels: &ClassLabels) -> Result<u32> {
    if let Some(own) = labels.levels.iter().position(|level| level == "outlier") {
        return Ok(own as u32);
    }
    if labels.levels.len() != 2 {
        return Err(Error::data(
            format!(
                "the reference has {} labels, and outliers are told from all others",
                labels.levels.len()
            ),
            "give labels of two values, or call the outliers 'outlier'",
        ));
    }
    let count = |code: u32| labels.codes.iter().filter(|&&other| other == code).count();
    Ok(u32::from(count(1) <= count(0)))
}

/// A probability of 1 for each predicted class.
fn certain(predicted: &[u32], classes: usize) -> Matrix {
    let mut probabilities = Matrix::zeros(predicted.len(), classes);
    for (row, &class) in predicted.iter().enumerate() {
        probabilities.values_mut()[row * classes + class as usize] = 1.0;
    }
    probabilities
}

impl TargetsAndPredictions {
    /// The first `count` answers and the others.
    fn cut(self, count: usize) -> Result<(TargetsAndPredictions, TargetsAndPredictions)> {
        match self {
            TargetsAndPredictions::Classes { levels, mut truth, mut predicted, probabilities } => {
                let other_truth = truth.split_off(count);
                let classes = probabilities.columns();
                let mut values = probabilities.into_values();
                let other_values = values.split_off(count * classes);
                let others = TargetsAndPredictions::Classes {
                    levels: levels.clone(),
                    predicted: predicted.split_off(count),
                    probabilities: Matrix::new(other_truth.len(), classes, other_values)?,
                    truth: other_truth,
                };
                let probabilities = Matrix::new(count, classes, values)?;
                Ok((TargetsAndPredictions::Classes { levels, truth, predicted, probabilities }, others))
            }
            TargetsAndPredictions::Numbers { mut truth, mut predicted } => {
                let others = TargetsAndPredictions::Numbers {
                    truth: truth.split_off(count),
                    predicted: predicted.split_off(count),
                };
                Ok((TargetsAndPredictions::Numbers { truth, predicted }, others))
            }
            TargetsAndPredictions::RowScores { task, least, mut values } => {
                let others =
                    TargetsAndPredictions::RowScores { task, least, values: values.split_off(count) };
                Ok((TargetsAndPredictions::RowScores { task, least, values }, others))
            }
            TargetsAndPredictions::Clusters { mut clusters, points, mut reference } => {
                let columns = points.columns();
                let mut values = points.into_values();
                let other_values = values.split_off(count * columns);
                let other_clusters = clusters.split_off(count);
                let others = TargetsAndPredictions::Clusters {
                    points: Matrix::new(other_clusters.len(), columns, other_values)?,
                    clusters: other_clusters,
                    reference: reference.as_mut().map(|labels| labels.split_off(count)),
                };
                let points = Matrix::new(count, columns, values)?;
                Ok((TargetsAndPredictions::Clusters { clusters, points, reference }, others))
            }
        }
    }

    fn joined(parts: Vec<TargetsAndPredictions>) -> Result<TargetsAndPredictions> {
        let fault = || Error::internal("the splits do not all predict the same");
        let mut all = parts.into_iter();
        match all.next().ok_or_else(fault)? {
            TargetsAndPredictions::Classes { levels, mut truth, mut predicted, probabilities } => {
                let mut values = probabilities.into_values();
                for part in all {
                    let TargetsAndPredictions::Classes { truth: t, predicted: p, probabilities: m, .. } =
                        part
                    else {
                        return Err(fault());
                    };
                    truth.extend(t);
                    predicted.extend(p);
                    values.extend(m.into_values());
                }
                let probabilities = Matrix::new(truth.len(), levels.len(), values)?;
                Ok(TargetsAndPredictions::Classes { levels, truth, predicted, probabilities })
            }
            TargetsAndPredictions::Numbers { mut truth, mut predicted } => {
                for part in all {
                    let TargetsAndPredictions::Numbers { truth: t, predicted: p } = part else {
                        return Err(fault());
                    };
                    truth.extend(t);
                    predicted.extend(p);
                }
                Ok(TargetsAndPredictions::Numbers { truth, predicted })
            }
            TargetsAndPredictions::RowScores { task, least, mut values } => {
                for part in all {
                    let TargetsAndPredictions::RowScores { values: more, .. } = part else {
                        return Err(fault());
                    };
                    values.extend(more);
                }
                Ok(TargetsAndPredictions::RowScores { task, least, values })
            }
            TargetsAndPredictions::Clusters { mut clusters, points, mut reference } => {
                let columns = points.columns();
                let mut values = points.into_values();
                for part in all {
                    let TargetsAndPredictions::Clusters { clusters: c, points: p, reference: r } = part
                    else {
                        return Err(fault());
                    };
                    if p.columns() != columns {
                        return Err(Error::data(
                            "the models of different splits measure distances in different spaces",
                            "name a measure of agreement with a reference, or encode the columns before",
                        ));
                    }
                    clusters.extend(c);
                    values.extend(p.into_values());
                    reference = reference.zip(r).map(|(mut labels, more)| {
                        labels.extend(more);
                        labels
                    });
                }
                let points = Matrix::new(clusters.len(), columns, values)?;
                Ok(TargetsAndPredictions::Clusters { clusters, points, reference })
            }
        }
    }
}
