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
    /// Why it cannot be kept.
    pub reason: &'static str,
}

const fn except(
    law: &'static str,
    learner: &'static str,
    about: &'static str,
    reason: &'static str,
) -> LawException {
    LawException { law, learner, about, reason }
}

const ORDER_OF_ROWS: &str =
    "stochastic updates depend on the order of the rows, and batches are shuffled one by one";

const TIES: &str = "the last bits of sums that weights and copies add up in another order decide between splits of equal gain";

/// All exceptions.
pub const EXCEPTIONS: &[LawException] = &[
    except(
        "weights_are_repetitions",
        "linear-ranking",
        "loss=hinge",
        "it stops at a duality gap of tol, which leaves the coefficients room of about its square root",
    ),
    except("weights_are_repetitions", "stacking", "relevance", TIES),
    except("weights_are_repetitions", "ada-boost", "resampling=true, learning_rate=0.7", TIES),
    except("batches_equal_memory", "perceptron", "apart", ORDER_OF_ROWS),
    except("batches_equal_memory", "perceptron", "other bytes", ORDER_OF_ROWS),
    except("batches_equal_memory", "delta-rule", "apart", ORDER_OF_ROWS),
    except("batches_equal_memory", "delta-rule", "other bytes", ORDER_OF_ROWS),
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
        self.law == law && self.learner == learner && complaint.contains(self.about)
    }
}
