use hornbook_core::{Choice, Learner};

/// Learning to rank: scores that put the rows of each group in the order of the target.
///
/// The rows have groups, such as the answers to one question, and only the order within a group counts. The score is a weighted
/// sum of the columns; its predictions are to be compared with each other, not with the target. Categories have a weight for
/// each level but the first.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "linear-ranking",
    family = "linear",
    python = "LinearRanking",
    tasks(regression),
    categories,
    weights,
    on_request,
    minds_scale
)]
pub struct LinearRanking {
    /// What is made small.
    #[param(default = RankingLoss::Pairwise, search = "every")]
    pub loss: RankingLoss,
    /// The gap between two scores from which on their order costs nothing, of the loss 'hinge'.
    #[param(default = 1.0, range = ">0..")]
    pub margin: f64,
    /// The price of half the squares of the weights, for columns in units of their deviations, beside the mean loss. The loss
    /// 'hinge' needs one above zero.
    #[param(default = 1e-4, range = "0..", search = "1e-6..1 log")]
    pub alpha: f64,
    /// Most steps.
    #[param(default = 1000, range = "1..")]
    pub max_iter: u32,
    /// How small the slope of the mean loss must be, for columns in units of their deviations; of the loss 'hinge', how far it
    /// may be from the smallest there is.
    #[param(default = 1e-6, range = "0..")]
    pub tol: f64,
}

/// What a ranking makes small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum RankingLoss {
    /// The negative log likelihood of the order of each pair of rows in a group (RankNet).
    Pairwise,
    /// The cross-entropy between who comes first by the target and by the score, in each group (ListNet).
    Listwise,
    /// What the gap between the scores of each pair of rows in a group lacks of the margin (the ranking machine).
    Hinge,
}
