//! Two hypotheses or two learners.

mod correlated_t;
mod error_rates;
mod five_by_two;
mod mcnemar;
mod permutation;
mod sample_size;
mod sign;
mod student;
mod two_sample;
mod wilcoxon;

pub use correlated_t::correlated_t;
pub use error_rates::{error_rates, error_rates_paired, error_rates_same_rows};
pub use five_by_two::{five_by_two_f, five_by_two_t};
pub use mcnemar::{McNemar, PairedOutcomes, mcnemar};
pub use permutation::permutation_test;
pub use sample_size::{power, required_sample_size};
pub use sign::sign_test;
pub use student::{corrected_resampled_t, one_sample_t, paired_t};
pub use two_sample::{SampleVariances, TwoSampleTest, two_sample_t};
pub use wilcoxon::{WilcoxonMethod, ZeroMethod, wilcoxon};
