//! What is known of each row beside its features: targets, weight, group, order, cost and fold.

use crate::column::MISSING_CODE;
use crate::dataset::{ClassLabels, RowSelection, Target};
use arrow_buffer::ScalarBuffer;
use hornbook_core::{Error, Result};

/// The values of the row roles, each with the name of its column and one value a row of the table.
///
/// [`ColumnRoles`](crate::ColumnRoles) reads them from the columns of a table; who has them as arrays fills them in.
/// [`Dataset::with_row_roles`](crate::Dataset::with_row_roles) checks them.
#[derive(Debug, Clone, Default)]
pub struct RowRoles {
    /// What to predict; several for multi-output learners.
    pub targets: Vec<(String, Target)>,
    /// Sample weights.
    pub weight: Option<(String, ScalarBuffer<f64>)>,
    /// Groups, as codes.
    pub group: Option<(String, ScalarBuffer<u32>)>,
    /// Moments in time, or whatever puts the rows in order.
    pub order: Option<(String, ScalarBuffer<f64>)>,
    /// What it costs to misclassify each row.
    pub cost: Option<(String, ScalarBuffer<f64>)>,
    /// The fold that each row is tested in, as codes; a row of [`MISSING_CODE`] is trained on in every fold.
    pub fold: Option<(String, ScalarBuffer<u32>)>,
    /// Labels that nobody learns from: what is found without a target is compared with them.
    pub reference: Option<(String, ClassLabels)>,
}

impl RowRoles {
    /// The roles of these rows of the table, in their order. No role is left behind: whatever makes a table of some rows
    /// calls this.
    pub(crate) fn taken(&self, rows: &RowSelection) -> RowRoles {
        let numbers = |values: &ScalarBuffer<f64>| -> ScalarBuffer<f64> {
            rows.iter().map(|row| values[row as usize]).collect()
        };
        let codes = |codes: &ScalarBuffer<u32>| -> ScalarBuffer<u32> {
            rows.iter().map(|row| codes[row as usize]).collect()
        };
        let number_role = |role: &Option<(String, ScalarBuffer<f64>)>| {
            role.as_ref().map(|(name, values)| (name.clone(), numbers(values)))
        };
        let code_role = |role: &Option<(String, ScalarBuffer<u32>)>| {
            role.as_ref().map(|(name, values)| (name.clone(), codes(values)))
        };
        let labels = |classes: &ClassLabels| ClassLabels {
            codes: codes(&classes.codes),
            levels: classes.levels.clone(),
        };
        let target = |(name, target): &(String, Target)| {
            let target = match target {
                Target::Numbers(values) => Target::Numbers(numbers(values)),
                Target::Classes(classes) => Target::Classes(labels(classes)),
            };
            (name.clone(), target)
        };
        RowRoles {
            targets: self.targets.iter().map(target).collect(),
            weight: number_role(&self.weight),
            group: code_role(&self.group),
            order: number_role(&self.order),
            cost: number_role(&self.cost),
            fold: code_role(&self.fold),
            reference: self.reference.as_ref().map(|(name, classes)| (name.clone(), labels(classes))),
        }
    }

    /// The columns that say something about the rows rather than of them: all but the targets.
    pub(crate) fn columns(&self) -> Vec<&str> {
        let names = [
            self.weight.as_ref().map(|role| &role.0),
            self.group.as_ref().map(|role| &role.0),
            self.order.as_ref().map(|role| &role.0),
            self.cost.as_ref().map(|role| &role.0),
            self.fold.as_ref().map(|role| &role.0),
            self.reference.as_ref().map(|role| &role.0),
        ];
        names.into_iter().flatten().map(String::as_str).collect()
    }

    /// Refuses what cannot be: another number of values than rows, a target twice, a weight or a cost below zero.
    pub(crate) fn check(&self, rows: usize) -> Result<()> {
        for (at, (name, target)) in self.targets.iter().enumerate() {
            let length = match target {
                Target::Classes(classes) => classes.codes.len(),
                Target::Numbers(values) => values.len(),
            };
            check_length("target", length, rows)?;
            if self.targets[..at].iter().any(|(before, _)| before == name) {
                return Err(Error::data(
                    format!("'{name}' is twice among the targets"),
                    "name each target once",
                ));
            }
        }
        for (role, found) in [("weight", &self.weight), ("order", &self.order), ("cost", &self.cost)] {
            let Some((name, values)) = found else { continue };
            check_length(role, values.len(), rows)?;
            if role != "order" {
                check_amounts(role, name, values)?;
            }
        }
        if let Some((_, labels)) = &self.reference {
            check_length("reference", labels.codes.len(), rows)?;
        }
        for (role, found) in [("group", &self.group), ("fold", &self.fold)] {
            let Some((_, codes)) = found else { continue };
            check_length(role, codes.len(), rows)?;
        }
        Ok(())
    }

    /// Refuses roles that a person cannot mean for a whole table, but that some of its rows, or the same rows with another
    /// target, may well have: a single fold, and a cost of misclassifying numbers.
    pub(crate) fn check_whole(&self) -> Result<()> {
        let is_numbers = |(_, target): &(String, Target)| matches!(target, Target::Numbers(_));
        match &self.cost {
            Some((name, _)) if self.targets.is_empty() || self.targets.iter().any(is_numbers) => {
                return Err(Error::data(
                    format!("'{name}' is the cost of misclassifying a row, and the target is no class"),
                    "leave it out, use it as the sample weight, or take the target's values as classes",
                ));
            }
            _ => {}
        }
        self.fold.as_ref().map_or(Ok(()), |(name, codes)| check_folds(name, codes))
    }
}

fn check_length(role: &str, length: usize, rows: usize) -> Result<()> {
    if length == rows {
        return Ok(());
    }
    Err(Error::data(
        format!("the {role} has {length} values and the table {rows} rows"),
        format!("give one {role} a row"),
    ))
}

fn check_amounts(role: &str, name: &str, values: &[f64]) -> Result<()> {
    match values.iter().position(|value| !value.is_finite() || *value < 0.0) {
        None => Ok(()),
        Some(row) => Err(Error::data(
            format!("the {role} '{name}' of row {} is {}", row + 1, values[row]),
            format!("give every row a finite {role} of at least 0"),
        )),
    }
}

/// A fold that is tested needs other rows to train on.
fn check_folds(name: &str, codes: &[u32]) -> Result<()> {
    let several = codes.iter().any(|code| *code != codes[0]);
    let tested = codes.iter().any(|code| *code != MISSING_CODE);
    if codes.is_empty() || (several && tested) {
        return Ok(());
    }
    let found =
        if tested { "only one fold, so that no row is left to train on" } else { "no fold to test in" };
    Err(Error::data(
        format!("the fold column '{name}' has {found}"),
        "give rows of at least two folds; an empty cell or -1 is a row that is trained on in every fold",
    ))
}
