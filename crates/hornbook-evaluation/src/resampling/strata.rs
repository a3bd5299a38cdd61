use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, MISSING_CODE, Target};
use std::collections::{BTreeMap, BTreeSet};

/// What must be spread evenly and what must stay whole, one entry a row of the view.
pub(super) struct Strata {
    target: String,
    /// The class of each row; all the same for a target of numbers.
    pub class: Vec<u32>,
    /// Names and counts of the classes that occur.
    classes: Vec<(String, usize)>,
    pub group: Option<Vec<u32>>,
}

impl Strata {
    pub fn of(data: &Dataset) -> Result<Strata> {
        let Some((name, target)) = data.target_values() else {
            // Without a target all rows are alike.
            return Strata::with_groups(String::new(), vec![0; data.rows().len()], Vec::new(), data);
        };
        let missing = match target {
            Target::Classes(c) => data.rows().iter().filter(|&r| c.codes[r as usize] == MISSING_CODE).count(),
            Target::Numbers(y) => data.rows().iter().filter(|&r| y[r as usize].is_nan()).count(),
        };
        if missing > 0 {
            return Err(Error::data(
                format!("the target '{name}' is missing in {missing} of {} rows", data.rows().len()),
                "fill them in, or leave those rows out with drop_missing_target()",
            ));
        }
        let (class, classes) = match target {
            Target::Classes(c) => {
                let class: Vec<u32> = data.rows().iter().map(|row| c.codes[row as usize]).collect();
                let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
                class.iter().for_each(|&class| *counts.entry(class).or_default() += 1);
                let named: Vec<(String, usize)> =
                    counts.into_iter().map(|(class, n)| (c.levels[class as usize].clone(), n)).collect();
                if let [(only, _)] = named.as_slice() {
                    return Err(Error::data(
                        format!("every row has the class '{only}' in the target '{name}'"),
                        "there is nothing to tell apart; choose another target or give rows of other classes",
                    ));
                }
                (class, named)
            }
            Target::Numbers(_) => (vec![0; data.rows().len()], Vec::new()),
        };
        Strata::with_groups(name.to_string(), class, classes, data)
    }

    fn with_groups(
        target: String,
        class: Vec<u32>,
        classes: Vec<(String, usize)>,
        data: &Dataset,
    ) -> Result<Strata> {
        let group: Option<Vec<u32>> =
            data.groups().map(|group| data.rows().iter().map(|row| group[row as usize]).collect());
        if let Some(missing) =
            group.as_ref().map(|g| g.iter().filter(|&&g| g == MISSING_CODE).count()).filter(|&n| n > 0)
        {
            return Err(Error::data(
                format!("the group is missing in {missing} of {} rows", class.len()),
                "fill it in, or leave those rows out",
            ));
        }
        Ok(Strata { target, class, classes, group })
    }

    pub fn check_groups(&self, parts: usize, word: &str) -> Result<()> {
        let Some(group) = &self.group else { return Ok(()) };
        let groups = group.iter().collect::<BTreeSet<_>>().len();
        if groups < parts {
            return Err(Error::data(
                format!("there {} for {parts} {word}, and groups stay whole", number_of(groups, "group")),
                "ask for fewer, or give rows of more groups",
            ));
        }
        Ok(())
    }

    pub fn rare_classes(&self, folds: usize) -> Vec<String> {
        self.classes
            .iter()
            .filter(|(_, n)| *n < folds)
            .map(|(class, n)| {
                let rows = if *n == 1 { "row" } else { "rows" };
                format!(
                    "class '{class}' of '{}' has {n} {rows}, fewer than the {folds} parts: some hold none of it",
                    self.target
                )
            })
            .collect()
    }

    /// Notes about an order or predefined folds that the design does not keep.
    pub fn ignored_roles(&self, data: &Dataset) -> Vec<String> {
        let fold = data.fold_name().map(|name| {
            format!("the column '{name}' predefines folds, and this design does not test in them")
        });
        self.order_ignored(data).into_iter().chain(fold).collect()
    }

    /// A note if the rows have an order that the design does not keep.
    pub fn order_ignored(&self, data: &Dataset) -> Option<String> {
        data.row_order().map(|_| {
            "the rows have a time order, and this predicts some rows from later ones (look-ahead leakage); a hold-out or \
             time-series cross-validation tests on the last rows"
                .to_string()
        })
    }
}

/// A number of things in the middle of a sentence: `are 3 rows`.
pub(super) fn number_of(n: usize, noun: &str) -> String {
    match n {
        0 => format!("are no {noun}s"),
        1 => format!("is 1 {noun}"),
        _ => format!("are {n} {noun}s"),
    }
}

pub(super) fn rows_in_words(rows: usize) -> String {
    number_of(rows, "row")
}
