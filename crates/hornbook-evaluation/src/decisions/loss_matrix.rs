//! The cost (loss) matrix.

use hornbook_core::format::{Align, aligned};
use hornbook_core::{Error, Result, ToJson, Value, closest_name};
use hornbook_data::{Column, ColumnKind, ReadOptions, Table};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// The name of the action that [`LossMatrix::with_reject`] adds.
pub const REJECT: &str = "reject";

/// What it costs to take an action when a class is true: a row an action, a column a class.
///
/// Most actions say a class, and have its name; others may be anything, such as asking an expert. A negative loss is
/// a gain.
///
/// ```
/// use hornbook_evaluation::decisions::LossMatrix;
/// let losses = LossMatrix::new(
///     &["stay", "go", "wait"],
///     &["sun", "rain"],
///     vec![5.0, 0.0, 0.0, 8.0, 2.0, 2.0],
/// )?;
/// assert_eq!(losses.risks(&[0.5, 0.5])?, [2.5, 4.0, 2.0]);
/// assert_eq!(losses.actions()[losses.decide(&[0.5, 0.5])?], "wait");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct LossMatrix {
    actions: Vec<String>,
    classes: Vec<String>,
    losses: Vec<f64>,
}

impl LossMatrix {
    /// A matrix from its losses, action by action.
    pub fn new<S: AsRef<str>>(actions: &[S], classes: &[S], losses: Vec<f64>) -> Result<LossMatrix> {
        let owned = |names: &[S]| names.iter().map(|name| name.as_ref().to_string()).collect::<Vec<_>>();
        let matrix = LossMatrix { actions: owned(actions), classes: owned(classes), losses };
        matrix.check()?;
        Ok(matrix)
    }

    /// A loss of 1 for every mistake: the least expected loss is that of the most probable class.
    pub fn zero_one<S: AsRef<str>>(classes: &[S]) -> Result<LossMatrix> {
        let k = classes.len();
        let losses = (0..k * k).map(|cell| if cell / k == cell % k { 0.0 } else { 1.0 }).collect();
        LossMatrix::new(classes, classes, losses)
    }

    /// Two classes, the second positive: what it costs to take a negative for a positive, and the reverse.
    pub fn two_classes(
        negative: &str,
        positive: &str,
        false_positive: f64,
        false_negative: f64,
    ) -> Result<LossMatrix> {
        let classes = [negative, positive];
        LossMatrix::new(&classes, &classes, vec![0.0, false_negative, false_positive, 0.0])
    }

    /// Two classes, divided at a probability: the losses for which the positive class is said where its probability
    /// is at least `threshold`. The action that says it comes first.
    pub fn at_threshold<S: AsRef<str>>(
        classes: &[S; 2],
        positive: usize,
        threshold: f64,
    ) -> Result<LossMatrix> {
        if !(0.0..=1.0).contains(&threshold) {
            return Err(Error::data(
                format!("the threshold {threshold} is no probability"),
                "give a number between 0 and 1",
            ));
        }
        if positive > 1 {
            return Err(Error::data(
                format!("there is no class {positive} of two"),
                "say 0 for the first or 1 for the second",
            ));
        }
        let names = [classes[0].as_ref(), classes[1].as_ref()];
        let mut losses = [0.0; 4];
        losses[1 - positive] = threshold;
        losses[2 + positive] = 1.0 - threshold;
        LossMatrix::new(&[names[positive], names[1 - positive]], &names, losses.to_vec())
    }

    /// A matrix from what each action is worth: the loss is the utility with its sign changed, so that the least
    /// expected loss is the greatest expected utility.
    pub fn from_utilities<S: AsRef<str>>(
        actions: &[S],
        classes: &[S],
        utilities: Vec<f64>,
    ) -> Result<LossMatrix> {
        // 0 − u, so that nothing becomes a negative zero.
        LossMatrix::new(actions, classes, utilities.into_iter().map(|utility| 0.0 - utility).collect())
    }

    /// A matrix from a table: actions in the first column, a column of losses for each class after it.
    pub fn from_table(table: &Table) -> Result<LossMatrix> {
        let Some((first, columns)) = table.columns().split_first() else {
            return Err(Error::data("the cost matrix is empty", "give actions and a column for each class"));
        };
        let label = |row: usize| {
            first.label(row).ok_or_else(|| {
                Error::data(
                    format!("row {} of the losses names no action", row + 1),
                    format!("fill in the column '{}'", table.names()[0]),
                )
            })
        };
        let actions = (0..table.rows()).map(label).collect::<Result<Vec<String>>>()?;
        let classes = table.names()[1..].to_vec();
        let columns =
            columns.iter().zip(&classes).map(|(c, name)| losses_of(c, name)).collect::<Result<Vec<_>>>()?;
        let losses = (0..table.rows()).flat_map(|row| columns.iter().map(move |c| c[row])).collect();
        LossMatrix::new(&actions, &classes, losses)
    }

    /// A matrix from a file, laid out as [`from_table`](LossMatrix::from_table) says.
    pub fn read(path: impl AsRef<Path>) -> Result<LossMatrix> {
        let path = path.as_ref();
        // Classes called 0 and 1 look like values, not names; actions called so, or losses that are all 0 and 1,
        // look like booleans.
        let mut options = ReadOptions::default().header(true);
        let shape = options.read(path)?;
        for (index, name) in shape.names().iter().enumerate() {
            options = options.kind(name, if index == 0 { ColumnKind::Category } else { ColumnKind::Number });
        }
        LossMatrix::from_table(&options.read(path)?)
    }

    /// The matrix with one more action, and its loss for each class.
    pub fn with_action(mut self, name: &str, losses: &[f64]) -> Result<LossMatrix> {
        if losses.len() != self.classes.len() {
            return Err(Error::data(
                format!("the action '{name}' has {} losses for {} classes", losses.len(), self.classes.len()),
                "give a loss for each class",
            ));
        }
        self.actions.push(name.to_string());
        self.losses.extend_from_slice(losses);
        self.check()?;
        Ok(self)
    }

    /// The matrix with the action [`REJECT`], which costs the same whatever is true.
    pub fn with_reject(self, cost: f64) -> Result<LossMatrix> {
        let losses = vec![cost; self.classes.len()];
        self.with_action(REJECT, &losses)
    }

    /// The matrix with its columns in the order of a model's classes. They must be the same ones.
    pub fn for_classes<S: AsRef<str>>(&self, classes: &[S]) -> Result<LossMatrix> {
        let wanted: Vec<String> = classes.iter().map(|class| class.as_ref().to_string()).collect();
        if let Some(unknown) = self.classes.iter().find(|class| !wanted.contains(class)) {
            let advice = match closest_name(unknown, &wanted) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("the classes are {}", wanted.join(", ")),
            };
            return Err(Error::data(format!("there are losses for '{unknown}', which is no class"), advice));
        }
        let place = |class: &String| {
            self.classes.iter().position(|known| known == class).ok_or_else(|| {
                Error::data(
                    format!("there are no losses for the class '{class}'"),
                    "give a column of losses for each class",
                )
            })
        };
        let places = wanted.iter().map(place).collect::<Result<Vec<usize>>>()?;
        let losses = (0..self.actions.len())
            .flat_map(|action| places.iter().map(move |&class| self.at(action, class)))
            .collect();
        LossMatrix::new(&self.actions, &wanted, losses)
    }

    /// The actions, in the order of the rows.
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// The classes, in the order of the columns.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The loss of an action when a class is true. Panics if there is no such action or class, as indexing does.
    pub fn at(&self, action: usize, class: usize) -> f64 {
        self.losses_of(action)[class]
    }

    pub(super) fn losses_of(&self, action: usize) -> &[f64] {
        &self.losses[action * self.classes.len()..(action + 1) * self.classes.len()]
    }

    /// The largest loss or gain, to measure rounding by.
    pub(super) fn size(&self) -> f64 {
        self.losses.iter().fold(0.0, |size, loss| size.max(loss.abs()))
    }

    fn check(&self) -> Result<()> {
        check_names(&self.actions, "action")?;
        check_names(&self.classes, "class")?;
        let (actions, classes) = (self.actions.len(), self.classes.len());
        if self.losses.len() != actions * classes {
            return Err(Error::data(
                format!("{} losses do not fit {actions} actions and {classes} classes", self.losses.len()),
                "give a loss for each action and class, action by action",
            ));
        }
        match self.losses.iter().position(|loss| !loss.is_finite()) {
            None => Ok(()),
            Some(cell) => Err(Error::data(
                format!(
                    "the loss of '{}' for the class '{}' is {}",
                    self.actions[cell / classes],
                    self.classes[cell % classes],
                    self.losses[cell]
                ),
                "give a finite number",
            )),
        }
    }
}

fn check_names(names: &[String], noun: &str) -> Result<()> {
    if names.is_empty() {
        return Err(Error::data(format!("the losses have no {noun}"), "give at least one"));
    }
    let mut seen = BTreeSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        None => Ok(()),
        Some(twice) => Err(Error::data(
            format!("the losses name the {noun} '{twice}' twice"),
            "give each a name of its own",
        )),
    }
}

fn losses_of(column: &Column, name: &str) -> Result<Vec<f64>> {
    match column {
        Column::Number(numbers) => Ok(numbers.dense().to_vec()),
        Column::Boolean(truths) => {
            Ok(truths.codes().iter().map(|&c| if c < 2 { f64::from(c) } else { f64::NAN }).collect())
        }
        _ => Err(Error::data(
            format!("the losses for the class '{name}' are not numbers"),
            "write actions in the first column and numbers in the others",
        )),
    }
}

impl ToJson for LossMatrix {
    fn to_json(&self) -> Value {
        let rows: Vec<&[f64]> = self.losses.chunks(self.classes.len()).collect();
        json!({"actions": self.actions, "classes": self.classes, "losses": rows})
    }
}

impl fmt::Display for LossMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = vec![[vec!["action / true class".to_string()], self.classes.clone()].concat()];
        for (index, action) in self.actions.iter().enumerate() {
            let losses = self.losses_of(index).iter().map(f64::to_string);
            rows.push([action.clone()].into_iter().chain(losses).collect());
        }
        f.write_str(&aligned(&rows, Align::first_left))
    }
}
