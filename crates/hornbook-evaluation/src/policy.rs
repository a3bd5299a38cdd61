//! Conventions that users meet in several places, each decided once: when classes are imbalanced, when a difference is
//! significant, when it is clear.

use hornbook_core::format::percent;
use std::fmt;

/// The smallest class of an imbalanced target has less than this fraction of the rows.
///
/// Then always predicting the majority class has an accuracy of up to 80 %, so that accuracy says little, and a study of two
/// classes selects by ROC AUC. Google's machine-learning guides put the boundary between mild and moderate imbalance at the
/// same 20 %.
pub const IMBALANCED_FRACTION: f64 = 0.2;

/// The significance level of every test whose conclusion is put into words, and of the choices a study makes: Fisher's
/// 5 %.
pub const SIGNIFICANCE_LEVEL: f64 = 0.05;

/// How many standard errors a difference of two scores must have for a diagnosis, such as overfitting, to rest on it: about
/// those of a 95 % confidence interval.
pub const CLEAR_STANDARD_ERRORS: f64 = 2.0;

/// The smallest class of an imbalanced target. Its text is the warning that every interface shows.
///
/// ```
/// use hornbook_evaluation::policy::ClassImbalance;
/// let rare = ClassImbalance::of([("ill", 15.0), ("well", 85.0)]).unwrap();
/// assert_eq!((rare.class.as_str(), rare.fraction), ("ill", 0.15));
/// assert!(ClassImbalance::of([("ill", 25.0), ("well", 75.0)]).is_none());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ClassImbalance {
    /// The smallest class.
    pub class: String,
    /// Its fraction of the rows.
    pub fraction: f64,
}

impl ClassImbalance {
    /// The smallest class of those given with their rows (or weights), if it makes the target imbalanced: it has less than
    /// [`IMBALANCED_FRACTION`] of the rows, and less than half of what it would have if all classes were equal, since each
    /// of many classes is small. Classes without rows do not count.
    pub fn of<'a>(rows_by_class: impl IntoIterator<Item = (&'a str, f64)>) -> Option<ClassImbalance> {
        let occurring: Vec<(&str, f64)> = rows_by_class.into_iter().filter(|(_, rows)| *rows > 0.0).collect();
        let total: f64 = occurring.iter().map(|(_, rows)| rows).sum();
        let (class, rows) = occurring.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let fraction = rows / total;
        let half_of_equal = 0.5 / occurring.len() as f64;
        (fraction < IMBALANCED_FRACTION && fraction < half_of_equal)
            .then(|| ClassImbalance { class: class.to_string(), fraction })
    }
}

impl fmt::Display for ClassImbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "class imbalance: class '{}' has {} of the rows, so accuracy is misleading; see ROC AUC, recall and \
             balanced accuracy",
            self.class,
            percent(self.fraction)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_is_rare_below_the_fraction_and_far_below_the_others() {
        let fraction = |rows: &[f64]| {
            ClassImbalance::of(rows.iter().map(|&rows| ("class", rows))).map(|found| found.fraction)
        };
        assert_eq!(fraction(&[19.0, 81.0]), Some(0.19));
        assert_eq!(fraction(&[20.0, 80.0]), None);
        // Ten classes of ten rows each are not imbalanced, and one of six rows among them is not far below the others.
        assert_eq!(fraction(&[10.0; 10]), None);
        assert_eq!(fraction(&[6.0, 31.0, 31.0, 32.0]), Some(0.06));
        assert_eq!(fraction(&[6.0, 10.0, 10.0, 10.0, 10.0, 10.0, 11.0, 11.0, 11.0, 11.0]), None);
        // What has no rows is no class, and one class alone has no other to be smaller than.
        assert_eq!(fraction(&[0.0, 50.0, 50.0]), None);
        assert_eq!(fraction(&[5.0]), None);
        assert_eq!(fraction(&[]), None);
    }
}
