use hornbook_core::{Choice, ColumnTransformers, Learner};

/// Column transformer: different transformers for different columns, by name or by type.
///
/// Like scikit-learn's ColumnTransformer: `columns(age+fare=scale-columns, @category=one-hot, @text=bag-of-words)`. Columns are
/// selected by name, by type (`@number`, `@category`, `@boolean`, `@date`, `@text`), all (`@all`) or all that are left
/// (`@rest`); `keep` and `drop` stand for transformers that do so. A column may be given to several transformers.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "columns",
    aliases("column-transformer", "by-column"),
    sklearn = "ColumnTransformer, make_column_transformer",
    r = "recipes::step_*",
    weka = "PartitionedMultiFilter",
    family = "learner",
    tasks(transformation),
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    composite,
    explicit_only
)]
pub struct ColumnTransformer {
    /// The transformers, each with its columns.
    pub transformers: ColumnTransformers,
    /// What becomes of columns that are given to no transformer.
    #[param(default = Remainder::Passthrough)]
    pub remainder: Remainder,
}

/// What becomes of columns that are given to no transformer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Remainder {
    /// They stay as they are, behind the others.
    #[choice(alias = "keep")]
    Passthrough,
    /// They are left out.
    Drop,
}
