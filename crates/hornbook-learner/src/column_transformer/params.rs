use hornbook_core::{
    Choice, ColumnSelector, ColumnTransformers, Declared, Learner, LearnerSpec, ParameterValue, Value,
};

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

impl ColumnTransformer {
    /// One transformer for the columns of these names; the others stay as they are.
    pub fn of_columns(names: &[String], transformer: LearnerSpec) -> ColumnTransformer {
        let columns = ColumnSelector::new(names.iter().cloned());
        ColumnTransformer::default().transformers(ColumnTransformers(vec![(columns, transformer)]))
    }

    /// The transformer of a column transformer that has only one.
    pub fn only_part_of(spec: &LearnerSpec) -> Option<LearnerSpec> {
        let declaration = ColumnTransformer::declaration();
        if !declaration.is_called(&spec.name) {
            return None;
        }
        let parts = match spec.parameters.get("transformers") {
            Some(parts) => ColumnTransformers::from_value(parts)?.0,
            // In the text of a call a selection of columns stands for the name of a parameter.
            None => {
                let is_entry = |(name, _): &(&String, &Value)| declaration.parameter(name).is_err();
                let entries = spec.parameters.iter().filter(is_entry);
                entries
                    .map(|(columns, part)| ColumnTransformers::entry(columns, part).ok())
                    .collect::<Option<Vec<_>>>()?
            }
        };
        match &parts[..] {
            [(_, only)] => Some(only.clone()),
            _ => None,
        }
    }
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
