//! Evaluation metrics by name, as evaluation, comparison and tuning use them.
//!
//! The plain functions behind them are in [`measures`](crate::measures).

use hornbook_core::format::{quantity, three_decimals};
use hornbook_core::{Error, Result, Task, as_text, closest_name};
use serde::{Serialize, Serializer};
use std::fmt;

/// An evaluation metric. Sample weights count as repeated rows.
///
/// Precision, recall, specificity and F are those of the positive class; with more than two classes they are the mean
/// over the classes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Measure {
    /// Fraction of rows whose class is predicted right.
    Accuracy,
    /// Misclassification rate: the fraction of rows whose class is predicted wrong.
    ErrorRate,
    /// Mean recall over the classes, so that a rare class counts as much as a common one.
    BalancedAccuracy,
    /// Positive predictive value: the fraction of rows predicted positive that are.
    Precision,
    /// True positive rate (sensitivity): the fraction of positive rows that are found.
    Recall,
    /// True negative rate: the fraction of negative rows predicted negative.
    Specificity,
    /// F-beta score: the harmonic mean of precision and recall, in which recall weighs β² times as much.
    F(f64),
    /// Macro-averaged F₁.
    MacroF1,
    /// Matthews correlation coefficient of true and predicted class: 1 is perfect, 0 is chance.
    Mcc,
    /// Cohen's kappa: agreement beyond what chance would give.
    Kappa,
    /// Log loss (cross-entropy): the mean of −ln p of the true class. Probabilities are taken as at least 2⁻⁵².
    LogLoss,
    /// Brier score: the mean of half the squared distance between the class probabilities and the truth: 0 to 1. For two classes
    /// it is the usual (p − y)².
    Brier,
    /// Area under the ROC curve (AUROC): the chance that a positive row gets a higher probability than a negative one. With
    /// more than two classes the mean over the classes, each against the rest. Over folds it is the mean of the folds'
    /// areas: probabilities of different models are not compared.
    RocAuc,
    /// Area under the precision-recall curve: precision averaged over recall. Over folds and classes as
    /// [`RocAuc`](Measure::RocAuc).
    AveragePrecision,
    /// Fraction of rows whose class is among the k most probable.
    TopK(u32),
    /// Expected calibration error (ECE): the mean distance of confidence and accuracy, over 15 bins.
    CalibrationError,
    /// Mean loss of the decisions under the loss matrix.
    ExpectedLoss,
    /// Root of the mean squared error.
    Rmse,
    /// Mean squared error.
    Mse,
    /// Mean absolute error.
    Mae,
    /// Median absolute error.
    MedianAbsoluteError,
    /// Largest absolute error.
    MaxError,
    /// Mean absolute error as a fraction of the true value (percentage error).
    Mape,
    /// Mean pinball (quantile) loss.
    Pinball(f64),
    /// Coefficient of determination: the fraction of the target's variance that is explained; below 0 is worse than the mean.
    RSquared,
    /// As R², without counting a constant error.
    ExplainedVariance,
    /// Pearson's correlation of predictions and truth.
    Pearson,
    /// Spearman's correlation of the ranks of predictions and truth.
    Spearman,
    /// Mean Poisson deviance; for counts.
    PoissonDeviance,
    /// Mean gamma deviance; for amounts above zero.
    GammaDeviance,
    /// Held-out log-likelihood: the mean log density of the test rows.
    LogLikelihood,
    /// Reconstruction error: the root of the mean squared distance between rows and what comes back from their transformed
    /// columns.
    ReconstructionError,
    /// Silhouette: how much nearer rows are to their own cluster than to the next one, from −1 to 1.
    Silhouette,
    /// Calinski-Harabasz index: dispersion between clusters over dispersion within.
    CalinskiHarabasz,
    /// Davies-Bouldin index: the mean similarity of each cluster with the one most like it.
    DaviesBouldin,
    /// Stability under resampling: the mean adjusted Rand index of the clusterings of two splits, on the rows that both were trained on.
    Stability,
    /// Adjusted Rand index (ARI): agreement of clusters with reference labels in pairs of rows, beyond chance.
    AdjustedRand,
    /// Adjusted mutual information (AMI) of clusters and reference labels, beyond chance.
    AdjustedMutualInformation,
    /// Normalized mutual information (NMI) of clusters and reference labels.
    NormalizedMutualInformation,
    /// V-measure: the harmonic mean of homogeneity and completeness.
    VMeasure,
    /// Purity: the fraction of rows in the most common reference label of their cluster.
    Purity,
}

use Measure::*;

/// All metrics with their usual parameters.
const CLASSIFICATION: [Measure; 17] = [
    Accuracy,
    ErrorRate,
    BalancedAccuracy,
    Precision,
    Recall,
    Specificity,
    F(1.0),
    MacroF1,
    Mcc,
    Kappa,
    LogLoss,
    Brier,
    RocAuc,
    AveragePrecision,
    TopK(2),
    CalibrationError,
    ExpectedLoss,
];

const REGRESSION: [Measure; 13] = [
    Rmse,
    Mse,
    Mae,
    MedianAbsoluteError,
    MaxError,
    Mape,
    Pinball(0.5),
    RSquared,
    ExplainedVariance,
    Pearson,
    Spearman,
    PoissonDeviance,
    GammaDeviance,
];

/// Measures of clusters alone, and of their agreement with reference labels.
const CLUSTER_SHAPE: [Measure; 3] = [Silhouette, CalinskiHarabasz, DaviesBouldin];
const CLUSTER_AGREEMENT: [Measure; 5] =
    [AdjustedRand, AdjustedMutualInformation, NormalizedMutualInformation, VMeasure, Purity];
const CLUSTERING: [Measure; 9] = [
    Silhouette,
    CalinskiHarabasz,
    DaviesBouldin,
    Stability,
    AdjustedRand,
    AdjustedMutualInformation,
    NormalizedMutualInformation,
    VMeasure,
    Purity,
];

/// The tasks that have measures, in the order in which they are listed.
pub const EVALUATED_TASKS: [Task; 5] =
    [Task::Classification, Task::Regression, Task::Density, Task::Transformation, Task::Clustering];

/// Other names that people know, in the form of [`plain`].
const ALIASES: [(&str, Measure); 47] = [
    // Names of earlier versions.
    ("rocarea", RocAuc),
    ("medianerror", MedianAbsoluteError),
    ("largesterror", MaxError),
    ("calibrationerror", CalibrationError),
    ("expectedcalibrationerror", CalibrationError),
    ("auroc", RocAuc),
    ("rootmeansquarederror", Rmse),
    ("meansquarederror", Mse),
    ("meanabsoluteerror", Mae),
    ("meanabsolutepercentageerror", Mape),
    ("error", ErrorRate),
    ("sensitivity", Recall),
    ("f1macro", MacroF1),
    ("mcc", Mcc),
    ("matthews", Mcc),
    ("matthewscorrcoef", Mcc),
    ("cohenkappa", Kappa),
    ("neglogloss", LogLoss),
    ("crossentropy", LogLoss),
    ("brier", Brier),
    ("negbrierscore", Brier),
    ("auc", RocAuc),
    ("ap", AveragePrecision),
    ("ece", CalibrationError),
    ("loss", ExpectedLoss),
    ("negrootmeansquarederror", Rmse),
    ("negmeansquarederror", Mse),
    ("negmeanabsoluteerror", Mae),
    ("negmedianabsoluteerror", MedianAbsoluteError),
    ("negmeanabsolutepercentageerror", Mape),
    ("r2", RSquared),
    ("correlation", Pearson),
    ("pearson", Pearson),
    ("spearman", Spearman),
    ("negmaxerror", MaxError),
    ("negmeanpoissondeviance", PoissonDeviance),
    ("negmeangammadeviance", GammaDeviance),
    ("rocaucovr", RocAuc),
    ("topkaccuracy", TopK(2)),
    ("loglikelihood", LogLikelihood),
    ("clusterstability", Stability),
    ("ari", AdjustedRand),
    ("adjustedrandscore", AdjustedRand),
    ("ami", AdjustedMutualInformation),
    ("nmi", NormalizedMutualInformation),
    ("calinskiharabaszscore", CalinskiHarabasz),
    ("daviesbouldinscore", DaviesBouldin),
];

impl Measure {
    /// The metrics that a task's evaluation shows if none are named, the one to look at first in front.
    pub fn usual(task: Task) -> &'static [Measure] {
        match task {
            Task::Classification => &[Accuracy, BalancedAccuracy, MacroF1, RocAuc, LogLoss, Brier],
            Task::Regression => &[Rmse, Mae, RSquared],
            Task::Density => &[LogLikelihood],
            Task::Transformation => &[ReconstructionError],
            Task::Clustering => &CLUSTER_SHAPE,
            Task::Outliers => &[RocAuc, AveragePrecision, Precision, Recall, F(1.0)],
            _ => &[],
        }
    }

    /// Every metric of a task; those with a parameter stand there with their usual one.
    pub fn all(task: Task) -> &'static [Measure] {
        match task {
            Task::Classification => &CLASSIFICATION,
            Task::Regression => &REGRESSION,
            Task::Density => &[LogLikelihood],
            Task::Transformation => &[ReconstructionError],
            Task::Clustering => &CLUSTERING,
            _ => &[],
        }
    }

    /// The measures of a clustering that is compared with reference labels.
    pub(crate) fn of_agreement() -> Vec<Measure> {
        CLUSTER_AGREEMENT.into_iter().chain(CLUSTER_SHAPE).collect()
    }

    /// Whether its interval comes from resamples of the rows. Measures of the shape of clusters take distances between all rows,
    /// too many to draw thousands of resamples of, and a measure of a design is none of rows: their spread over folds shows how
    /// sure they are.
    pub(crate) fn has_resamples(self) -> bool {
        !CLUSTER_SHAPE.contains(&self) && !self.is_of_design()
    }

    /// Whether it compares the models of the splits of a design with each other, so that no rows of a single model have it.
    pub(crate) fn is_of_design(self) -> bool {
        self == Stability
    }

    /// Whether it compares with reference labels.
    pub(crate) fn needs_reference(self) -> bool {
        CLUSTER_AGREEMENT.contains(&self)
    }

    /// The metric of this name. Capitals, spaces, dashes and underscores do not matter; `F2`, `top-3` and
    /// `pinball 0.9` carry their parameter; scikit-learn's scorer names are understood.
    ///
    /// ```
    /// use hornbook_evaluation::Measure;
    /// assert_eq!(Measure::from_name("balanced_accuracy")?, Measure::BalancedAccuracy);
    /// assert_eq!(Measure::from_name("F0.5")?, Measure::F(0.5));
    /// assert!(Measure::from_name("acuracy").unwrap_err().to_string().contains("did you mean 'accuracy'?"));
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn from_name(name: &str) -> Result<Measure> {
        let wanted = plain(name);
        let known = || EVALUATED_TASKS.into_iter().flat_map(Measure::all).copied();
        let parameter = |prefix: &str| wanted.strip_prefix(prefix).and_then(|text| text.parse::<f64>().ok());
        known()
            .find(|measure| plain(&measure.to_string()) == wanted)
            .or_else(|| ALIASES.iter().find(|(alias, _)| *alias == wanted).map(|&(_, measure)| measure))
            .or_else(|| parameter("f").filter(|&beta| beta > 0.0 && beta.is_finite()).map(F))
            .or_else(|| {
                let k = parameter("top").filter(|&k| k >= 1.0 && k.fract() == 0.0 && k < 1e6);
                k.map(|k| TopK(k as u32))
            })
            .or_else(|| {
                parameter("pinballloss").or(parameter("pinball")).filter(|&q| q > 0.0 && q < 1.0).map(Pinball)
            })
            .ok_or_else(|| {
                let names: Vec<String> = known().map(|measure| measure.to_string()).collect();
                Error::data(
                    format!("there is no measure '{name}'"),
                    match closest_name(name, &names) {
                        Some(near) => format!("did you mean '{near}'?"),
                        None => format!("there are {}", names.join(", ")),
                    },
                )
            })
    }

    /// The task it evaluates.
    pub fn task(self) -> Task {
        let same = |other: &Measure| std::mem::discriminant(other) == std::mem::discriminant(&self);
        let does = |task: &Task| Measure::all(*task).iter().any(same);
        EVALUATED_TASKS.into_iter().find(does).unwrap_or(Task::Classification)
    }

    /// Whether higher is better.
    pub fn higher_is_better(self) -> bool {
        match self {
            Accuracy
            | BalancedAccuracy
            | Precision
            | Recall
            | Specificity
            | F(_)
            | MacroF1
            | Mcc
            | Kappa
            | RocAuc
            | AveragePrecision
            | TopK(_)
            | RSquared
            | ExplainedVariance
            | Pearson
            | Spearman
            | LogLikelihood
            | Silhouette
            | CalinskiHarabasz
            | Stability
            | AdjustedRand
            | AdjustedMutualInformation
            | NormalizedMutualInformation
            | VMeasure
            | Purity => true,
            ErrorRate | LogLoss | Brier | CalibrationError | ExpectedLoss | Rmse | Mse | Mae
            | MedianAbsoluteError | MaxError | Mape | Pinball(_) | PoissonDeviance | GammaDeviance
            | ReconstructionError | DaviesBouldin => false,
        }
    }

    /// How far a value is from perfect: more is worse. Every metric of which more is better ends at 1, every other at 0; but a
    /// log-likelihood and the index of Calinski and Harabasz have no best value, and their loss may be below 0.
    pub fn loss(self, value: f64) -> f64 {
        if self.higher_is_better() { 1.0 - value } else { value }
    }

    /// The value with this loss.
    pub fn of_loss(self, loss: f64) -> f64 {
        // The same reflection leads back.
        self.loss(loss)
    }

    /// Whether it evaluates probabilities, so that predicted classes alone do not do.
    pub fn needs_probabilities(self) -> bool {
        matches!(self, LogLoss | Brier | RocAuc | AveragePrecision | TopK(_) | CalibrationError)
    }

    /// A value of the metric as people read it.
    pub fn show(self, value: f64) -> String {
        match self {
            Rmse | Mse | Mae | MedianAbsoluteError | MaxError | Pinball(_) | ExpectedLoss
            | PoissonDeviance | LogLikelihood | ReconstructionError | CalinskiHarabasz => quantity(value),
            _ => three_decimals(value),
        }
    }

    /// A mean and its standard error as two cells of a table; the second is empty if it is unknown.
    pub(crate) fn show_estimate(self, mean: f64, standard_error: f64) -> [String; 2] {
        let error = if standard_error.is_nan() { String::new() } else { self.show(standard_error) };
        [self.show(mean), error]
    }
}

/// A name without what people write differently.
fn plain(name: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || *c == '.';
    name.chars().filter(kept).flat_map(char::to_lowercase).map(|c| if c == '²' { '2' } else { c }).collect()
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        as_text(self, serializer)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Accuracy => "accuracy",
            ErrorRate => "error rate",
            BalancedAccuracy => "balanced accuracy",
            Precision => "precision",
            Recall => "recall",
            Specificity => "specificity",
            F(beta) => return f.pad(&format!("F{beta}")),
            MacroF1 => "macro F1",
            Mcc => "Matthews correlation",
            Kappa => "kappa",
            LogLoss => "log loss",
            Brier => "Brier score",
            RocAuc => "ROC AUC",
            AveragePrecision => "average precision",
            TopK(k) => return f.pad(&format!("top-{k} accuracy")),
            CalibrationError => "ECE (expected calibration error)",
            ExpectedLoss => "expected loss",
            Rmse => "RMSE",
            Mse => "MSE",
            Mae => "MAE",
            MedianAbsoluteError => "median absolute error",
            MaxError => "max error",
            Mape => "MAPE",
            Pinball(q) => return f.pad(&format!("pinball loss {q}")),
            RSquared => "R²",
            ExplainedVariance => "explained variance",
            Pearson => "Pearson correlation",
            Spearman => "Spearman correlation",
            PoissonDeviance => "Poisson deviance",
            GammaDeviance => "gamma deviance",
            LogLikelihood => "log-likelihood",
            ReconstructionError => "reconstruction error",
            Silhouette => "silhouette",
            CalinskiHarabasz => "Calinski-Harabasz",
            DaviesBouldin => "Davies-Bouldin",
            Stability => "stability",
            AdjustedRand => "adjusted Rand",
            AdjustedMutualInformation => "adjusted mutual information",
            NormalizedMutualInformation => "normalized mutual information",
            VMeasure => "V-measure",
            Purity => "purity",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for &measure in EVALUATED_TASKS.into_iter().flat_map(Measure::all) {
            assert_eq!(Measure::from_name(&measure.to_string()).unwrap(), measure);
        }
        let of = |name: &str| Measure::from_name(name).unwrap();
        assert_eq!((of("roc_auc"), of("R2"), of("f1_macro")), (RocAuc, RSquared, MacroF1));
        let former = (of("ROC area"), of("median error"), of("largest error"), of("calibration error"));
        assert_eq!(former, (RocAuc, MedianAbsoluteError, MaxError, CalibrationError));
        assert_eq!((of("AUROC"), of("ece"), of("mcc")), (RocAuc, CalibrationError, Mcc));
        assert_eq!((of("F2"), of("top-3"), of("pinball 0.9")), (F(2.0), TopK(3), Pinball(0.9)));
        assert_eq!((of("Balanced-Accuracy"), of("neg_log_loss")), (BalancedAccuracy, LogLoss));
        for wrong in ["F-1x", "top-0", "pinball 1.5", "", "precison"] {
            assert!(Measure::from_name(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_measure_has_its_task() {
        assert!(CLASSIFICATION.iter().all(|m| m.task() == Task::Classification));
        for task in EVALUATED_TASKS {
            assert!(Measure::all(task).iter().all(|measure| measure.task() == task), "{task}");
        }
        assert_eq!((F(3.0).task(), Pinball(0.1).task()), (Task::Classification, Task::Regression));
    }
}
