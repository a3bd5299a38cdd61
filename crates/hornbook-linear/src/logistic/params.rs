// scikit-learn's name of the inverse regularization strength is `C`.
#![allow(non_snake_case)]

use hornbook_core::{Choice, Learner};

/// Logistic regression: binary or multinomial (softmax) classification with a linear predictor for the log
/// odds; L2-regularized by default.
///
/// The first model to try for classification: it gives probabilities, and exp(coefficient) is the odds ratio
/// of a feature while the others are held fixed. Two classes have one linear predictor for the log odds
/// (logit) of the second; more have one each (softmax). An L2 penalty shrinks the coefficients, an L1 penalty
/// makes them sparse; penalties assume features on one scale, so standardize first. Without a penalty
/// (`penalty = none`) there are standard errors, p-values and confidence intervals, and categorical features
/// use dummy coding with the first level as the reference category; with a penalty they are one-hot encoded.
/// If the optimizer does not converge, it warns.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "logistic-regression",
    aliases("logit", "softmax regression", "multinomial logistic regression", "maximum entropy"),
    sklearn = "LogisticRegression, LogisticRegressionCV",
    r = "glm(family = binomial), nnet::multinom",
    weka = "Logistic",
    family = "linear",
    python = "LogisticRegression",
    tasks(classification),
    categories,
    sample_weights,
    out_of_core,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS),
    python_mixins("linear.LinearClassifier"),
    work = "10 * classes * (rows * columns^2 + columns^3)",
    study("C=0.1", "C=10", "C=0.01")
)]
pub struct LogisticRegression {
    /// Penalty (regularization): `none`, `l2` (ridge), `l1` (lasso, sparse) or `elasticnet`.
    #[param(default = WeightPenalty::L2)]
    pub penalty: WeightPenalty,
    /// Inverse regularization strength, as in scikit-learn and LIBLINEAR: the objective is C·(sum of log
    /// losses) + penalty, so smaller values regularize more.
    #[param(default = 1.0, range = ">0..", search = "1e-3..1e3 log")]
    pub C: f64,
    /// Elastic-net mixing parameter of the penalty `elasticnet`: 1 is pure L1, 0 is pure L2.
    #[param(default = 0.5, range = "0..=1")]
    pub l1_ratio: f64,
    /// Whether to fit an intercept (bias term); it is never penalized.
    #[param(default = true)]
    pub fit_intercept: bool,
    /// Convergence tolerance on the gradient of the mean loss (features standardized).
    #[param(default = 1e-6, range = "0..")]
    pub tol: f64,
    /// Maximum number of iterations.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
}

/// Penalty (regularization): `none`, `l2` (ridge), `l1` (lasso, sparse) or `elasticnet`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum WeightPenalty {
    /// No penalty (maximum likelihood).
    None,
    /// L2 penalty (ridge): ‖w‖₂²/2.
    L2,
    /// L1 penalty (lasso): ‖w‖₁, which makes coefficients sparse.
    L1,
    /// Elastic net: a mixture of the L1 and L2 penalties.
    Elasticnet,
}

impl LogisticRegression {
    /// The L1 and L2 penalties relative to the sum of the losses.
    pub(super) fn penalties(&self) -> LogisticPenalty {
        let (sizes, squares) = match self.penalty {
            WeightPenalty::None => (0.0, 0.0),
            WeightPenalty::L2 => (0.0, 1.0),
            WeightPenalty::L1 => (1.0, 0.0),
            WeightPenalty::Elasticnet => (self.l1_ratio, 1.0 - self.l1_ratio),
        };
        // An infinite penalty would make NaN of a coefficient of zero.
        let strength = |share: f64| (share / self.C).min(f64::MAX);
        LogisticPenalty { l1: strength(sizes), l2: strength(squares) }
    }
}

/// The penalties on the coefficients, relative to the sum of the losses.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LogisticPenalty {
    pub l1: f64,
    pub l2: f64,
}

impl LogisticPenalty {
    pub fn is_free(self) -> bool {
        self.l1 == 0.0 && self.l2 == 0.0
    }
}
