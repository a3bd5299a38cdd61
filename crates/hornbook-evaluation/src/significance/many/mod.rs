//! Many learners on many data sets.

mod adjust;
mod diagram;
mod friedman;
mod logical;
mod post_hoc;
mod score_table;
mod signed_rank;
mod svg;

pub use adjust::{Adjustment, adjusted};
pub use diagram::CriticalDifference;
pub use friedman::{friedman, iman_davenport};
pub use post_hoc::{
    PairTest, PairTests, against_control, all_pairs, bonferroni_dunn_difference, nemenyi, nemenyi_difference,
};
pub use score_table::{ScoreDirection, ScoreTable};
pub use signed_rank::bayesian_signed_rank;
