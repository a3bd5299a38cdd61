//! Which column of a table is what.

use crate::column::{Column, ColumnKind};
use crate::dataset::Dataset;
use crate::objects::Objects;
use crate::table::Table;
use crate::taken_columns::TakenColumns;
use hornbook_core::{Error, Result, Run};
use serde::{Deserialize, Serialize};

/// Column roles: which columns of a table are the target, the sample weight, the group, …; all others are features.
///
/// The command, Python and a study all apply them by this one type, so that a role means the same everywhere.
///
/// ```
/// use hornbook_data::{ColumnRoles, Table};
/// let table = Table::builder()
///     .number("size", vec![1.0, 2.0, 3.0])
///     .number("day", vec![3.0, 1.0, 2.0])
///     .category("kind", &[Some("a"), Some("b"), Some("b")])
///     .build()?;
/// let roles = ColumnRoles {
///     targets: vec!["kind".to_string()],
///     order: Some("day".to_string()),
///     ..ColumnRoles::default()
/// };
/// let data = roles.apply(&table)?;
/// assert_eq!((data.feature_names(), data.role_columns()), (vec!["size"], vec!["day"]));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ColumnRoles {
    /// What to predict; several for multi-output learners, none for learners without a target.
    pub targets: Vec<String>,
    /// Whether the values of the targets are classes even if they are numbers.
    pub classify: bool,
    /// Sample weight: 2 is the row twice, 0 the row absent.
    pub weight: Option<String>,
    /// Group: all rows of a group are on the same side of every split.
    pub group: Option<String>,
    /// Order of the rows in time: splits train on the past and test on the future.
    pub order: Option<String>,
    /// Offset: added to the linear predictor with coefficient 1.
    pub offset: Option<String>,
    /// What it costs to misclassify each row.
    pub cost: Option<String>,
    /// Predefined folds: the fold that each row is tested in.
    pub fold: Option<String>,
    /// Labels for scoring only: what is found without a target is compared with them.
    pub reference: Option<String>,
    /// Features to exclude.
    pub without: Vec<String>,
    /// The only features to use, if named.
    pub only: Option<Vec<String>>,
    /// Columns that are features beside numbers, categories, booleans and dates, for the learner that takes them.
    pub taken: TakenColumns,
}

impl ColumnRoles {
    /// A table's rows with these roles.
    pub fn apply(&self, table: &Table) -> Result<Dataset> {
        self.check_once()?;
        let takes = |kind: ColumnKind| self.taken.kinds.contains(&kind);
        let mut data = match takes(ColumnKind::Items) && !takes(ColumnKind::Sequence) {
            true => with_sequences_as_items(table)?.dataset(),
            false => table.dataset(),
        };
        // First, because it would take up again what another role has taken out.
        if let Some(only) = &self.only {
            data = data.only(only)?;
        }
        if !self.targets.is_empty() {
            data = data.targets(&self.targets)?;
        }
        data = data.without(&self.without)?;
        if self.classify {
            data = data.classify()?;
        }
        if let Some(weight) = &self.weight {
            data = data.weight(weight)?;
        }
        if let Some(group) = &self.group {
            data = data.group(group)?;
        }
        if let Some(order) = &self.order {
            data = data.order(order)?;
        }
        if let Some(cost) = &self.cost {
            data = data.cost(cost)?;
        }
        if let Some(fold) = &self.fold {
            data = data.fold(fold)?;
        }
        if let Some(reference) = &self.reference {
            data = data.reference(reference)?;
        }
        if let Some(offset) = &self.offset {
            data = data.offset(offset)?;
        }
        let data = data.taking(&self.taken)?;
        data.row_roles().check_whole()?;
        Ok(data)
    }

    /// A table's rows with these roles, without those whose target is missing, of which the run is told.
    pub fn usable(&self, table: &Table, run: &Run) -> Result<Dataset> {
        let data = self.apply(table)?;
        if self.targets.is_empty() {
            return Ok(data);
        }
        let (data, dropped) = data.drop_missing_target()?;
        self.tell_dropped(dropped as u64, table.rows() as u64, run);
        Ok(data)
    }

    /// Tells a run how many of these rows lack what is to be predicted.
    pub fn tell_dropped(&self, dropped: u64, rows: u64, run: &Run) {
        if dropped > 0 {
            let (word, are) = if dropped == 1 { ("row", "is") } else { ("rows", "are") };
            let what = match &self.targets[..] {
                [target] => format!("the target '{target}'"),
                _ => "one of the targets".to_string(),
            };
            run.warn(&format!("{dropped} {word} of {rows} {are} left out: {what} is missing"));
        }
    }

    /// A target that is also the weight, say, would be a mistake; a group may well be the fold or the order.
    fn check_once(&self) -> Result<()> {
        let others = [
            ("weight", &self.weight),
            ("group", &self.group),
            ("order", &self.order),
            ("offset", &self.offset),
            ("cost", &self.cost),
            ("fold", &self.fold),
            ("reference", &self.reference),
        ];
        for (role, name) in others {
            if let Some(name) = name.as_ref().filter(|name| self.targets.contains(name)) {
                return Err(Error::data(
                    format!("column '{name}' is the target and cannot be the {role}"),
                    "name another column",
                ));
            }
        }
        Ok(())
    }
}

/// The table with its sequences as item sets, for learners that take no order: data frames have lists, but no sets.
fn with_sequences_as_items(table: &Table) -> Result<Table> {
    let as_items = |column: &Column| match column {
        Column::Object(Objects::Sequence(lists)) => Column::Object(Objects::items(lists)),
        other => other.clone(),
    };
    Table::new(table.names().iter().cloned().zip(table.columns().iter().map(as_items)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::MISSING_CODE;

    fn table() -> Table {
        Table::builder()
            .number("x", vec![1.0, 2.0, 3.0, 4.0])
            .category("kind", &[Some("a"), Some("b"), Some("b"), Some("a")])
            .number("n", vec![1.0, 0.0, 2.0, 1.0])
            .number("day", vec![4.0, 3.0, 2.0, 1.0])
            .number("part", vec![0.0, 1.0, -1.0, 1.0])
            .category("who", &[Some("u"), Some("v"), Some("v"), Some("u")])
            .number("loss", vec![5.0, 1.0, 1.0, 2.0])
            .build()
            .unwrap()
    }

    fn named(name: &str) -> Option<String> {
        Some(name.to_string())
    }

    fn every_role() -> ColumnRoles {
        ColumnRoles {
            targets: vec!["kind".to_string()],
            weight: named("n"),
            group: named("who"),
            order: named("day"),
            offset: named("x"),
            cost: named("loss"),
            fold: named("part"),
            ..ColumnRoles::default()
        }
    }

    #[test]
    fn every_role_is_applied_and_survives_what_makes_a_table_of_some_rows() {
        let view = every_role().apply(&table()).unwrap().select(vec![3, 0]);
        let x = view.table().column("x").unwrap().clone();
        let taken = x.take(&[3, 0]);
        let made = [view.materialized().unwrap(), view.with_columns(vec![("x".to_string(), taken)]).unwrap()];
        for (view, rows) in [(&view, [3, 0]), (&made[0], [0, 1]), (&made[1], [0, 1])] {
            let of = |values: &[f64]| rows.map(|row: usize| values[row]);
            let codes = |values: &[u32]| rows.map(|row: usize| values[row]);
            assert_eq!(view.target_values().map(|(name, _)| name), Some("kind"));
            assert_eq!(of(view.weights().unwrap()), [1.0, 1.0]);
            assert_eq!(of(view.row_order().unwrap()), [1.0, 4.0]);
            assert_eq!(of(view.costs().unwrap()), [2.0, 5.0]);
            assert_eq!(codes(view.groups().unwrap()), [0, 0]);
            assert_eq!(codes(view.folds().unwrap()), [1, 0]);
            assert_eq!(view.offset_name(), Some("x"));
            assert_eq!(view.role_columns(), ["n", "who", "day", "loss", "part"]);
        }
        assert_eq!(made[0].feature_names(), ["x"]);
    }

    #[test]
    fn an_offset_that_new_columns_leave_out_is_our_fault() {
        let data = every_role().apply(&table()).unwrap();
        let other = data.table().column("day").unwrap().clone();
        let error = data.with_columns(vec![("other".to_string(), other)]).unwrap_err();
        assert_eq!(error.code(), "internal");
    }

    #[test]
    fn folds_are_levels_and_minus_one_is_always_trained_on() {
        let data = every_role().apply(&table()).unwrap();
        assert_eq!(**data.folds().unwrap(), [0, 1, MISSING_CODE, 1]);
        let by_name = ColumnRoles { fold: named("who"), group: None, ..every_role() };
        assert_eq!(**by_name.apply(&table()).unwrap().folds().unwrap(), [0, 1, 1, 0]);
        let constant = Table::builder()
            .category("kind", &[Some("a"), Some("b")])
            .number("part", vec![3.0, 3.0])
            .build()
            .unwrap();
        let roles =
            ColumnRoles { targets: vec!["kind".to_string()], fold: named("part"), ..ColumnRoles::default() };
        let said = roles.apply(&constant).unwrap_err().to_string();
        assert!(said.contains("'part' has only one fold"), "{said}");
    }

    #[test]
    fn roles_that_cannot_be_are_refused_with_a_sentence() {
        let said = |roles: ColumnRoles| roles.apply(&table()).unwrap_err().to_string();
        let twice = ColumnRoles { weight: named("kind"), ..every_role() };
        assert!(said(twice).contains("'kind' is the target and cannot be the weight"));
        let numbers = ColumnRoles { targets: vec!["x".to_string()], offset: None, ..every_role() };
        assert!(said(numbers).contains("'loss' is the cost of misclassifying a row"));
        let below = ColumnRoles { cost: named("part"), fold: None, ..every_role() };
        assert!(said(below).contains("the cost 'part' of row 3 is -1"));
        let unknown = ColumnRoles { fold: named("fold"), ..every_role() };
        assert!(said(unknown).contains("there is no column 'fold'"));
    }

    #[test]
    fn lists_are_sets_for_learners_that_take_no_order() {
        let lists = crate::SymbolLists::from_rows(&[Some(vec!["b", "a", "b"])]);
        let table =
            Table::builder().column("tags", Column::Object(Objects::Sequence(lists))).build().unwrap();
        let kind = |kinds: &[ColumnKind]| {
            let taken = TakenColumns::of_kinds(kinds);
            let roles = ColumnRoles { taken, ..ColumnRoles::default() };
            let data = roles.apply(&table).unwrap();
            (data.feature_names().len(), data.table().columns()[0].label(0).unwrap())
        };
        assert_eq!(kind(&[]), (0, "[b, a, b]".to_string()));
        assert_eq!(kind(&[ColumnKind::Items]), (1, "{a, b}".to_string()));
        assert_eq!(kind(&[ColumnKind::Items, ColumnKind::Sequence]), (1, "[b, a, b]".to_string()));
    }

    #[test]
    fn they_are_plain_data() {
        let text = serde_json::to_string(&every_role()).unwrap();
        assert_eq!(serde_json::from_str::<ColumnRoles>(&text).unwrap(), every_role());
        let short: ColumnRoles = serde_json::from_str(r#"{"targets": ["kind"]}"#).unwrap();
        assert_eq!(short, ColumnRoles { targets: vec!["kind".to_string()], ..ColumnRoles::default() });
        assert!(serde_json::from_str::<ColumnRoles>(r#"{"weights": "n"}"#).is_err());
    }
}
