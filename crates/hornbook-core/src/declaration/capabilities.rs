//! What kinds of data a learner handles, and what a transformer leaves none of.

use std::fmt;

/// What kinds of data a learner handles natively.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Capabilities {
    /// Missing values in the features.
    pub missing: bool,
    /// Categorical features, without encoding.
    pub categories: bool,
    /// Categories of many levels with few rows each, without learning them by heart.
    pub many_levels: bool,
    /// Text features.
    pub text: bool,
    /// Series: sequences of numbers.
    pub series: bool,
    /// Sequences of symbols.
    pub sequence: bool,
    /// Item sets.
    pub items: bool,
    /// Images.
    pub image: bool,
    /// Graphs.
    pub graph: bool,
    /// Sample weights.
    pub sample_weights: bool,
    /// Out-of-core training: files larger than memory, in batches.
    pub out_of_core: bool,
    /// Multi-output: several targets at once.
    pub multi_output: bool,
    /// Incremental learning (`partial_fit`): updates a fitted model with more rows.
    pub incremental: bool,
    /// An offset: a column added to the linear predictor with coefficient 1.
    pub offset: bool,
    /// Early stopping: a validation set that says when training has gone on for long enough.
    pub early_stopping: bool,
    /// Warm start: goes on from a model that was trained before.
    pub warm_start: bool,
}

impl Capabilities {
    /// Numbers only, all of them there, and all rows in memory.
    pub const NONE: Capabilities = Capabilities {
        missing: false,
        categories: false,
        many_levels: false,
        text: false,
        series: false,
        sequence: false,
        items: false,
        image: false,
        graph: false,
        sample_weights: false,
        out_of_core: false,
        multi_output: false,
        incremental: false,
        offset: false,
        early_stopping: false,
        warm_start: false,
    };

    /// What is left where a learner is trained on rows in memory, from the start, and without a validation set.
    #[must_use]
    pub fn for_rows_in_memory(self) -> Capabilities {
        Capabilities {
            out_of_core: false,
            incremental: false,
            early_stopping: false,
            warm_start: false,
            ..self
        }
    }
}

impl fmt::Display for Capabilities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = vec!["numeric features"];
        for (has, word) in [
            (self.categories, "categorical features (no encoding needed)"),
            (self.many_levels, "categories of many levels"),
            (self.text, "text"),
            (self.series, "series"),
            (self.sequence, "sequences"),
            (self.items, "item sets"),
            (self.image, "images"),
            (self.graph, "graphs"),
            (self.missing, "missing values (no imputation needed)"),
            (self.sample_weights, "sample weights"),
            (self.out_of_core, "out-of-core training"),
            (self.multi_output, "multi-output"),
            (self.incremental, "incremental learning (`partial_fit`)"),
            (self.offset, "an offset"),
            (self.early_stopping, "early stopping on a validation set"),
            (self.warm_start, "warm start"),
        ] {
            if has {
                words.push(word);
            }
        }
        f.write_str(&words.join(", "))
    }
}

/// What a transformer leaves none of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemovedKinds {
    /// Missing values in the features.
    pub missing: bool,
    /// Categorical features.
    pub categories: bool,
    /// Text features.
    pub text: bool,
    /// Dates.
    pub dates: bool,
    /// Differences in scale between features.
    pub scale: bool,
}

impl RemovedKinds {
    /// Nothing.
    pub const NONE: RemovedKinds =
        RemovedKinds { missing: false, categories: false, text: false, dates: false, scale: false };
}
