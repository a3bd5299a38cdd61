use hornbook_core::{Choice, Learner};

/// Learning to rank with a linear model: pairwise (RankNet, RankSVM) or listwise (ListNet) loss.
///
/// Rows have groups, such as the documents of one query, and only the order within a group counts. The score
/// is a linear predictor; predictions are scores to be compared within a group, not estimates of the target.
/// Categorical features use dummy coding; the first level is the reference category.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-ranking",
    aliases("ranknet", "ranksvm", "listnet", "learning to rank"),
    family = "linear",
    python = "LinearRanking",
    tasks(regression),
    categories,
    sample_weights,
    explicit_only,
    scale_sensitive,
    attributes(crate::model::attributes::COEFFICIENTS, crate::model::attributes::LOSS_CURVE),
    python_mixins("linear.Ranking"),
    poor_score
)]
pub struct LinearRanking {
    /// Loss function: `pairwise` (logistic loss, RankNet), `listwise` (ListNet) or `hinge` (hinge loss,
    /// RankSVM).
    #[param(default = RankingLoss::Pairwise, search = "every")]
    pub loss: RankingLoss,
    /// Margin of the hinge loss: pairs whose scores differ by at least this have no loss.
    #[param(default = 1.0, range = ">0..")]
    pub margin: f64,
    /// L2 regularization strength (on standardized features): the objective is the mean loss + alpha/2·‖w‖₂².
    /// The loss 'hinge' needs one above 0.
    #[param(default = 1e-4, range = "0..", search = "1e-6..1 log")]
    pub alpha: f64,
    /// Maximum number of iterations.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// Convergence tolerance on the gradient of the mean loss (features standardized); for the loss 'hinge',
    /// on the distance of the objective from its minimum (duality gap).
    #[param(default = 1e-6, range = "0..")]
    pub tol: f64,
}

/// Loss function of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum RankingLoss {
    /// Pairwise logistic loss: the negative log-likelihood of the order of each pair of rows in a group
    /// (RankNet).
    Pairwise,
    /// Listwise loss: the cross-entropy between the top-one probabilities of targets and scores in each group
    /// (ListNet).
    Listwise,
    /// Pairwise hinge loss on score differences, with the given margin (RankSVM).
    Hinge,
}
