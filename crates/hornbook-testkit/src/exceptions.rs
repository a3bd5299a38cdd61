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

const EXACT_SPLITS: &str = "exact splits sort all rows; in batches it takes histogram splits, as it says, and is that tree \
     (`exact_splits_in_batches_are_histogram_splits`). Their thresholds lie between bins rather than between the values of a \
     node, where rows may lie that were not learned from";
const EQUAL_DISTANCES: &str = "of several rows at the distance of the last neighbor the first ones are taken \
     (`the_order_of_rows_matters_only_among_equals`)";
const ONE_ROW_OF_A_SEQUENCE: &str =
    "a row of weight 2 is one row of its sequence: a copy would be its own past";
const AS_THEY_STAND: &str = "rows without an order, or of one place in it, follow each other as they stand";
const IN_ORDER: &str = "shuffle=false is to learn from the rows in their order";

/// All exceptions.
pub const EXCEPTIONS: &[LawException] = &[
    except(
        "weights_are_repetitions",
        "linear-ranking",
        "loss=hinge",
        "it stops at a duality gap of tol; the objective is alpha-strongly convex, so that alpha / 2 times the squared distance to \
         the minimum is at most tol: two fits may be 2 sqrt(2 tol / alpha) apart, and are no more \
         (`hinge_coefficients_stay_within_the_duality_gap`)",
    ),
    except(
        "weights_are_repetitions",
        "stacking",
        "groups, relevance",
        "not proved: folds follow the content and answers are without rounding; ties between splits of its trees are left",
    ),
    except_unless("weights_are_repetitions", "lags", ("on ", "0 and 1"), ONE_ROW_OF_A_SEQUENCE),
    except_unless("weights_are_repetitions", "rolling-windows", ("on ", "0 and 1"), ONE_ROW_OF_A_SEQUENCE),
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
        EXACT_SPLITS,
    ),
    except(
        "batches_equal_memory",
        "decision-tree",
        "monotonic_cst=x=1, max_depth=5) on mixed columns with missing values, a number: batches give other bytes",
        EXACT_SPLITS,
    ),
    except(
        "batches_equal_memory",
        "decision-tree",
        "splits=histogram, criterion=poisson) on mixed columns with missing values, a number: batches give other bytes",
        "memory adds the numbers of a node in the order of its rows, batches in that of the file: the means differ in their last \
         bits, the answers by less than 1e-9",
    ),
    except_unless(
        "batches_equal_memory",
        "decision-tree",
        ("with weights of 0: answers are", "splits=histogram"),
        EXACT_SPLITS,
    ),
    except("the_order_of_rows_does_not_matter", "lags", "on ", AS_THEY_STAND),
    except("the_order_of_rows_does_not_matter", "rolling-windows", "on ", AS_THEY_STAND),
    except("the_order_of_rows_does_not_matter", "perceptron", "shuffle=false", IN_ORDER),
    except("the_order_of_rows_does_not_matter", "delta-rule", "shuffle=false", IN_ORDER),
    except("the_order_of_rows_does_not_matter", "k-neighbors", "on counts", EQUAL_DISTANCES),
    except("the_order_of_rows_does_not_matter", "k-neighbors", "on categories", EQUAL_DISTANCES),
    except("the_order_of_rows_does_not_matter", "k-neighbors", "metric=chebyshev", EQUAL_DISTANCES),
    except("the_order_of_rows_does_not_matter", "k-neighbors", "metric=hamming", EQUAL_DISTANCES),
    except("the_order_of_rows_does_not_matter", "k-neighbors", "metric=gower", EQUAL_DISTANCES),
    except(
        "the_order_of_rows_does_not_matter",
        "k-neighbors",
        "prototypes=condensed",
        "Hart's rule goes through the rows in their order and keeps those that the ones kept before get wrong",
    ),
    except("the_order_of_rows_does_not_matter", "local-outlier-factor", "metric=chebyshev", EQUAL_DISTANCES),
    except("the_order_of_rows_does_not_matter", "local-outlier-factor", "metric=hamming", EQUAL_DISTANCES),
    except(
        "the_order_of_rows_does_not_matter",
        "gradient-boosting",
        "loss=lambdarank",
        "rows of one group, score and relevance have ranks all the same, whose discounts differ: the first row is pushed harder",
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
