//! Which columns of a table a learner takes, and as what it reads them.

use crate::column::{Categories, Column, ColumnKind};
use crate::dataset::Dataset;
use crate::schema::Schema;
use hornbook_core::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which columns a learner takes as features beside numbers, categories, booleans and dates, which are features of every dataset.
///
/// A column of strings is text if it has many different values, else categories, in every interface. Text is left out by a learner
/// that takes none, with a note; a column that is named is not left out, whatever it holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TakenColumns {
    /// The kinds of columns that it takes: text and objects ([`ColumnKind::taken_by`]).
    pub kinds: Vec<ColumnKind>,
    /// The columns that it names, and whether what gets them reads strings as text or as categories, if it takes one only.
    pub named: BTreeMap<String, Option<ColumnKind>>,
    /// Whether it turns text into numbers wherever it stands: then all strings are text if no column is by itself, as in a
    /// table of few rows.
    pub vectorizes: bool,
}

impl TakenColumns {
    /// Columns of these kinds.
    pub fn of_kinds(kinds: &[ColumnKind]) -> TakenColumns {
        TakenColumns { kinds: kinds.to_vec(), ..TakenColumns::default() }
    }

    /// The same columns for two learners: kinds that both take, and what either names.
    #[must_use]
    pub fn shared_with(mut self, other: TakenColumns) -> TakenColumns {
        self.kinds.retain(|kind| other.kinds.contains(kind));
        for (name, kind) in other.named {
            let own = self.named.entry(name).or_insert(kind);
            *own = own.filter(|own| kind == Some(*own));
        }
        self.vectorizes &= other.vectorizes;
        self
    }
}

impl Schema {
    /// The inputs of a model, with strings read as they were in training.
    pub fn taken_columns(&self) -> TakenColumns {
        let named = self.inputs.iter().map(|input| {
            let kind = Some(input.kind.kind()).filter(|kind| holds_strings(*kind));
            (input.name.clone(), kind)
        });
        TakenColumns { named: named.collect(), ..TakenColumns::default() }
    }
}

fn holds_strings(kind: ColumnKind) -> bool {
    matches!(kind, ColumnKind::Category | ColumnKind::Text)
}

impl Dataset {
    /// Takes these columns as features, too.
    pub fn taking(self, taken: &TakenColumns) -> Result<Dataset> {
        let mut data = self.with_kinds(&taken.kinds).with_features_named(taken.named.keys());
        let has_text = data.feature_kinds().any(|(_, kind)| kind == ColumnKind::Text);
        let wanted: Vec<(usize, ColumnKind)> = data
            .feature_kinds()
            .filter(|(_, kind)| holds_strings(*kind))
            .filter_map(|(position, kind)| {
                let wanted = match taken.named.get(&data.table().names()[position]) {
                    Some(named) => (*named)?,
                    None if taken.vectorizes && !has_text => ColumnKind::Text,
                    None => return None,
                };
                (wanted != kind).then_some((position, wanted))
            })
            .collect();
        for (position, kind) in wanted {
            let column = strings_as(kind, &data.table().columns()[position]);
            data = data.with_column_at(position, column)?;
        }
        Ok(data)
    }
}

/// A column of strings as text or as categories.
fn strings_as(kind: ColumnKind, column: &Column) -> Column {
    let labels = (0..column.len()).map(|row| column.label(row));
    match kind {
        ColumnKind::Text => Column::Text(labels.collect()),
        _ => Column::Category(Categories::from_labels(&labels.collect::<Vec<_>>())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    const FEW: [Option<&str>; 3] = [Some("red"), Some("blue"), None];

    fn table() -> Table {
        let words = FEW.map(|word| word.map(str::to_string));
        Table::builder()
            .number("x", vec![1.0, 2.0, 3.0])
            .category("color", &FEW)
            .column("notes", Column::Text(words.into_iter().collect()))
            .build()
            .unwrap()
    }

    fn kinds_of(data: &Dataset) -> Vec<String> {
        let names = data.feature_names();
        names.iter().zip(data.feature_kinds()).map(|(name, (_, kind))| format!("{name} {kind}")).collect()
    }

    fn taken(named: &[(&str, Option<ColumnKind>)]) -> TakenColumns {
        let named = named.iter().map(|(name, kind)| (name.to_string(), *kind));
        TakenColumns { named: named.collect(), ..TakenColumns::default() }
    }

    #[test]
    fn a_column_that_is_named_is_a_feature_whatever_it_holds() {
        let data = |taken: &TakenColumns| table().dataset().taking(taken).unwrap();
        assert_eq!(kinds_of(&data(&TakenColumns::default())), ["x number", "color category"]);
        let named = data(&taken(&[("notes", None), ("gone", None)]));
        assert_eq!(kinds_of(&named), ["x number", "color category", "notes text"]);
        assert!(named.notes().is_empty());
        let read = data(&taken(&[
            ("notes", Some(ColumnKind::Category)),
            ("color", Some(ColumnKind::Text)),
            ("x", Some(ColumnKind::Text)),
        ]));
        assert_eq!(kinds_of(&read), ["x number", "color text", "notes category"]);
        assert_eq!(read.table().columns()[2].label(1).as_deref(), Some("blue"));
        assert_eq!(read.table().columns()[1].missing(), 1);
        let target = table().dataset().target("notes").unwrap().taking(&taken(&[("notes", None)])).unwrap();
        assert_eq!(kinds_of(&target), ["x number", "color category"]);
    }

    #[test]
    fn strings_are_text_to_a_vectorizer_if_no_column_is_text_by_itself() {
        let vectorizer =
            TakenColumns { kinds: vec![ColumnKind::Text], vectorizes: true, ..TakenColumns::default() };
        let both = table().dataset().taking(&vectorizer).unwrap();
        assert_eq!(kinds_of(&both), ["x number", "color category", "notes text"]);
        let few = table().dataset().without(&["notes"]).unwrap().taking(&vectorizer).unwrap();
        assert_eq!(kinds_of(&few), ["x number", "color text"]);
    }

    #[test]
    fn several_learners_share_what_all_take_and_each_names() {
        let first = TakenColumns {
            kinds: vec![ColumnKind::Text, ColumnKind::Graph],
            vectorizes: true,
            ..taken(&[("a", Some(ColumnKind::Text)), ("b", Some(ColumnKind::Text))])
        };
        let second = TakenColumns {
            kinds: vec![ColumnKind::Text],
            ..taken(&[("b", Some(ColumnKind::Category)), ("c", None)])
        };
        let shared = first.shared_with(second);
        assert_eq!((shared.kinds.as_slice(), shared.vectorizes), (&[ColumnKind::Text][..], false));
        assert_eq!(shared.named, taken(&[("a", Some(ColumnKind::Text)), ("b", None), ("c", None)]).named);
    }
}
