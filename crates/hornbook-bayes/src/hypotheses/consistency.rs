//! Whether hypotheses agree with all rows.

use hornbook_core::format::{counted, table};
use hornbook_core::{Error, Result};
use std::fmt;

/// Whether a hypothesis agrees with rows, and with which it does not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Consistency {
    /// How many rows were looked at.
    pub rows: usize,
    /// The positions, from 0, of those that the hypothesis says something else about.
    pub disagreements: Vec<usize>,
}

impl Consistency {
    /// Of a hypothesis with rows, each of which is an instance and what is true of it.
    ///
    /// ```
    /// use hornbook_bayes::hypotheses::Consistency;
    /// let rows = [(1.0, 1.0), (2.0, 4.0), (3.0, 7.0)];
    /// let line = Consistency::of(|x: &f64| 3.0 * x - 2.0, &rows);
    /// assert!(line.is_consistent());
    /// assert_eq!(Consistency::of(|x: &f64| x * x, &rows).disagreements, [2]);
    /// ```
    pub fn of<X, Y: PartialEq>(hypothesis: impl Fn(&X) -> Y, rows: &[(X, Y)]) -> Consistency {
        let disagrees =
            |(at, (instance, truth)): (usize, &(X, Y))| (hypothesis(instance) != *truth).then_some(at);
        Consistency {
            rows: rows.len(),
            disagreements: rows.iter().enumerate().filter_map(disagrees).collect(),
        }
    }

    /// Whether it agrees with all rows.
    pub fn is_consistent(&self) -> bool {
        self.disagreements.is_empty()
    }
}

/// Whether a list of hypotheses has one that agrees with all rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Realizability {
    /// The hypotheses by name, in their order.
    pub hypotheses: Vec<(String, Consistency)>,
}

impl Realizability {
    /// Of hypotheses with names, and rows. At least one of each.
    ///
    /// ```
    /// use hornbook_bayes::hypotheses::Realizability;
    /// // No single input is the exclusive or.
    /// let rows = [([0, 0], 0), ([0, 1], 1), ([1, 0], 1), ([1, 1], 0)];
    /// let input = |at: usize| move |x: &[i32; 2]| x[at];
    /// let report = Realizability::of(&[("first", input(0)), ("second", input(1))], &rows)?;
    /// assert!(!report.is_realizable());
    /// assert_eq!(report.nearest(), ["first", "second"]);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn of<X, Y: PartialEq>(
        hypotheses: &[(impl AsRef<str>, impl Fn(&X) -> Y)],
        rows: &[(X, Y)],
    ) -> Result<Realizability> {
        if hypotheses.is_empty() || rows.is_empty() {
            return Err(Error::data(
                format!("there are {} hypotheses and {} rows", hypotheses.len(), rows.len()),
                "give at least one of each",
            ));
        }
        let each = hypotheses.iter().map(|(name, h)| (name.as_ref().to_string(), Consistency::of(h, rows)));
        Ok(Realizability { hypotheses: each.collect() })
    }

    /// Whether one agrees with all rows.
    pub fn is_realizable(&self) -> bool {
        self.hypotheses.iter().any(|(_, consistency)| consistency.is_consistent())
    }

    /// Those that disagree with the fewest rows: the consistent ones, if there are any.
    pub fn nearest(&self) -> Vec<&str> {
        let wrong = |(_, consistency): &&(String, Consistency)| consistency.disagreements.len();
        let least = self.hypotheses.iter().map(|one| wrong(&one)).min().unwrap_or(0);
        self.hypotheses.iter().filter(|one| wrong(one) == least).map(|(name, _)| name.as_str()).collect()
    }
}

/// The answer, and the rows that each hypothesis disagrees with, counted from 1.
impl fmt::Display for Realizability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nearest = self.nearest().join(", ");
        match self.is_realizable() {
            true => writeln!(f, "realizable: {nearest}")?,
            false => {
                writeln!(f, "not realizable: every hypothesis disagrees with a row; nearest is {nearest}")?
            }
        }
        let mut lines = vec![["hypothesis", "wrong", "rows"].map(str::to_string).to_vec()];
        for (name, Consistency { rows, disagreements }) in &self.hypotheses {
            let places: Vec<String> = disagreements.iter().map(|row| (row + 1).to_string()).collect();
            let wrong = format!("{} of {}", disagreements.len(), counted(*rows as u64, "row"));
            lines.push(vec![name.clone(), wrong, places.join(" ")]);
        }
        writeln!(f, "{}", table(&lines))
    }
}
