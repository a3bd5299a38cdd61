use crate::significance::check::size;
use crate::significance::ranking::ranks;
use hornbook_core::{Error, Result};

/// Which scores are the better ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoreDirection {
    /// Higher ones, as of accuracy.
    Higher,
    /// Lower ones, as of an error.
    Lower,
}

/// Scores of several learners on several data sets: a row a data set, a column a learner.
///
/// ```
/// use hornbook_evaluation::significance::{ScoreDirection, ScoreTable};
/// let rows = [vec![0.8, 0.7, 0.9], vec![0.6, 0.6, 0.5]];
/// let results = ScoreTable::new(&["tree", "forest", "boosting"], &rows, ScoreDirection::Higher)?;
/// assert_eq!(results.mean_ranks(), [1.75, 2.25, 2.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ScoreTable {
    learners: Vec<String>,
    ranks: Vec<Vec<f64>>,
}

impl ScoreTable {
    /// The table of scores: at least two learners with different names and two data sets, and no score missing.
    pub fn new(learners: &[&str], rows: &[Vec<f64>], better: ScoreDirection) -> Result<ScoreTable> {
        if learners.len() < 2 {
            return Err(Error::data(
                format!("there are {} learners", learners.len()),
                "give the scores of at least two",
            ));
        }
        if rows.len() < 2 {
            return Err(Error::data(
                format!("there are {} data sets", rows.len()),
                "give the scores on at least two; on one, compare two learners by their folds",
            ));
        }
        if let Some(name) = learners.iter().enumerate().find(|(i, name)| learners[..*i].contains(name)) {
            return Err(Error::data(
                format!("there are two learners named '{}'", name.1),
                "give each a name of its own",
            ));
        }
        for (place, row) in rows.iter().enumerate() {
            if row.len() != learners.len() {
                return Err(Error::data(
                    format!(
                        "data set {} has {} scores for {} learners",
                        place + 1,
                        row.len(),
                        learners.len()
                    ),
                    "give a score a learner",
                ));
            }
            if let Some((name, score)) = learners.iter().zip(row).find(|(_, score)| !score.is_finite()) {
                return Err(Error::data(
                    format!("the score of '{name}' on data set {} is {score}", place + 1),
                    "leave out the data set, or the learner",
                ));
            }
        }
        let ranked = |row: &Vec<f64>| {
            let sign = if better == ScoreDirection::Higher { -1.0 } else { 1.0 };
            ranks(&row.iter().map(|score| sign * score).collect::<Vec<f64>>(), size(row))
        };
        Ok(ScoreTable {
            learners: learners.iter().map(|name| name.to_string()).collect(),
            ranks: rows.iter().map(ranked).collect(),
        })
    }

    /// The names of the learners.
    pub fn learners(&self) -> &[String] {
        &self.learners
    }

    /// How many data sets there are.
    pub fn data_sets(&self) -> usize {
        self.ranks.len()
    }

    /// The ranks of the learners on each data set, 1 for the best. Scores that are equal within rounding share the
    /// mean of their positions.
    pub fn ranks(&self) -> &[Vec<f64>] {
        &self.ranks
    }

    /// The mean rank of each learner over the data sets.
    pub fn mean_ranks(&self) -> Vec<f64> {
        let mean = |learner: usize| self.ranks.iter().map(|row| row[learner]).sum::<f64>();
        (0..self.learners.len()).map(|learner| mean(learner) / self.ranks.len() as f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_tables_get_a_sentence() {
        let message = |learners: &[&str], rows: &[Vec<f64>]| {
            ScoreTable::new(learners, rows, ScoreDirection::Lower).unwrap_err().to_string()
        };
        let row = vec![1.0, 2.0];
        assert!(message(&["a"], &[vec![1.0], vec![2.0]]).starts_with("there are 1 learners"));
        assert!(message(&["a", "b"], std::slice::from_ref(&row)).starts_with("there are 1 data sets"));
        assert!(message(&["a", "a"], &[row.clone(), row.clone()]).contains("two learners named 'a'"));
        assert!(
            message(&["a", "b"], &[row.clone(), vec![1.0]])
                .starts_with("data set 2 has 1 scores for 2 learners")
        );
        assert!(
            message(&["a", "b"], &[row, vec![1.0, f64::NAN]])
                .starts_with("the score of 'b' on data set 2 is NaN")
        );
    }
}
