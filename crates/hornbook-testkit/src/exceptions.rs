//! What a learner honestly cannot keep, and why: the only place where a law spares anybody.
//!
//! An exception that nothing needs any more fails its law, so that the list stays as short as it can be.

/// A law that some settings of a learner do not keep.
pub struct LawException {
    /// The function of the law in `crates/hornbook/tests/laws.rs`.
    pub law: &'static str,
    /// The learner.
    pub learner: &'static str,
    /// What the complaint says: settings, a dataset.
    pub about: &'static str,
    /// Settings that keep the law all the same.
    pub unless: Option<&'static str>,
    /// Why it cannot be kept.
    pub reason: &'static str,
}

const fn except(
    law: &'static str,
    learner: &'static str,
    about: &'static str,
    reason: &'static str,
) -> LawException {
    LawException { law, learner, about, unless: None, reason }
}

const fn except_unless(
    law: &'static str,
    learner: &'static str,
    (about, unless): (&'static str, &'static str),
    reason: &'static str,
) -> LawException {
    LawException { law, learner, about, unless: Some(unless), reason }
}

const ORDER_OF_ROWS: &str = "stochastic updates follow the order of the rows: memory shuffles all of them by their content, batches shuffle each \
     batch by itself";
const ORDER_OF_SUMS: &str = "memory adds the rows of a batch update in the order of their content, batches in that of the file: the sums differ \
     in their last bits, the answers by less than 1e-9";

/// All exceptions.
pub const EXCEPTIONS: &[LawException] = &[
    except(
        "weights_are_repetitions",
        "linear-ranking",
        "loss=hinge",
        "it stops at a duality gap of tol, which leaves the coefficients room of about its square root",
    ),
    except(
        "weights_are_repetitions",
        "stacking",
        "groups, relevance",
        "not proved: folds follow the content and answers are without rounding; ties between splits of its trees are left",
    ),
    except_unless("batches_equal_memory", "perceptron", ("apart", "mode=batch"), ORDER_OF_ROWS),
    except_unless("batches_equal_memory", "perceptron", ("other bytes", "mode=batch"), ORDER_OF_ROWS),
    except(
        "batches_equal_memory",
        "perceptron",
        "mode=batch, variant=averaged, max_iter=30) on numbers, two classes: batches give other bytes",
        ORDER_OF_SUMS,
    ),
    except_unless("batches_equal_memory", "delta-rule", ("apart", "mode=batch"), ORDER_OF_ROWS),
    except_unless("batches_equal_memory", "delta-rule", ("other bytes", "mode=batch"), ORDER_OF_ROWS),
    except(
        "batches_equal_memory",
        "delta-rule",
        "unit=sigmoid, max_iter=30) on numbers, two classes: batches give other bytes",
        ORDER_OF_SUMS,
    ),
    except(
        "batches_equal_memory",
        "decision-tree",
        "on mixed columns with missing values, three classes: batches give other bytes",
        "exact splits sort all rows; in batches there are histogram splits, as it says, whose own case equals memory",
    ),
];

impl LawException {
    /// Whether a complaint about a learner is this one.
    pub fn covers(&self, law: &str, learner: &str, complaint: &str) -> bool {
        let is_about = complaint.contains(self.about);
        let is_spared = self.unless.is_some_and(|settings| complaint.contains(settings));
        self.law == law && self.learner == learner && is_about && !is_spared
    }
}
