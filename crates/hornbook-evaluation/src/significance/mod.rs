//! Whether one learner is better than another: tests of differences.
//!
//! Everything here is a function of numbers, such as scores by fold or errors on rows; nothing trains a learner.
//!
//! | what is at hand | what to use |
//! |---|---|
//! | two hypotheses, one test set | [`mcnemar`], [`error_rates_paired`] |
//! | two hypotheses, two test sets | [`error_rates`]; [`required_sample_size`] before collecting them |
//! | two independent samples of anything | [`two_sample_t`] |
//! | two learners, folds of one data set | [`corrected_resampled_t`], [`correlated_t`] |
//! | two learners, five times two folds | [`five_by_two_f`], [`five_by_two_t`] |
//! | two learners, many data sets | [`wilcoxon`], [`sign_test`], [`permutation_test`], [`bayesian_signed_rank`] |
//! | many learners, many data sets | [`friedman`], [`iman_davenport`], then [`nemenyi`], [`all_pairs`], [`against_control`] |
//! | many learners, a picture | [`CriticalDifference`] |
//!
//! The frequentist tests give a [`TestResult`], the Bayesian ones a [`ComparisonPosterior`]; each prints itself as a sentence. A
//! difference is always the first minus the second.

mod check;
mod many;
mod posterior;
mod ranking;
mod test_result;
mod two;

pub use many::{
    Adjustment, CriticalDifference, PairTest, PairTests, ScoreDirection, ScoreTable, adjusted,
    against_control, all_pairs, bayesian_signed_rank, bonferroni_dunn_difference, friedman, iman_davenport,
    nemenyi, nemenyi_difference,
};
pub use posterior::ComparisonPosterior;
pub use test_result::{Alternative, TestResult};
pub use two::{
    McNemar, PairedOutcomes, SampleVariances, TwoSampleTest, WilcoxonMethod, ZeroMethod,
    corrected_resampled_t, correlated_t, error_rates, error_rates_paired, error_rates_same_rows,
    five_by_two_f, five_by_two_t, mcnemar, one_sample_t, paired_t, permutation_test, power,
    required_sample_size, sign_test, two_sample_t, wilcoxon,
};
