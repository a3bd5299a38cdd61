//! Label noise: rows whose class a model contradicts, by confident learning (Northcutt, Jiang and Chuang, 2021).

use super::finding_list::finding;
use crate::record::{Finding, Severity};
use hornbook_core::format::{counted, percent, three_decimals};

/// Suspects that are listed.
const MOST_SUSPECTS: usize = 10;
/// Suspects that the sentence names.
const NAMED: usize = 3;

/// A row whose class may be wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelSuspect {
    /// The row, as a position in the classes that were given.
    pub row: usize,
    /// Its class.
    pub given: u32,
    /// The class that the model is confident of.
    pub suggested: u32,
    /// The out-of-fold probability of its class.
    pub given_probability: f64,
    /// The out-of-fold probability of the other class.
    pub suggested_probability: f64,
}

/// What confident learning says of the classes.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelNoise {
    /// The rows whose class is contradicted most, at most ten.
    pub suspects: Vec<LabelSuspect>,
    /// How many rows are flagged altogether.
    pub flagged: usize,
    /// How many rows were looked at.
    pub rows: usize,
}

/// Looks for wrong classes in out-of-fold probabilities, a row of `class_count` for each class. A row is flagged if another class than
/// its own has a probability as high as rows of that class have on average, and a higher one than any other such class.
pub fn label_noise(classes: &[u32], probabilities: &[f64], class_count: usize) -> LabelNoise {
    let nothing = LabelNoise { suspects: Vec::new(), flagged: 0, rows: classes.len() };
    let is_well_formed = class_count >= 2
        && probabilities.len() == classes.len() * class_count
        && classes.iter().all(|&class| (class as usize) < class_count)
        && probabilities.iter().all(|p| p.is_finite());
    if !is_well_formed {
        return nothing;
    }
    let mut confidence = vec![(0.0, 0.0); class_count];
    for (&class, row) in classes.iter().zip(probabilities.chunks_exact(class_count)) {
        let (sum, rows) = &mut confidence[class as usize];
        *sum += row[class as usize];
        *rows += 1.0;
    }
    // A class without rows has no threshold, and nobody is confident of it.
    let threshold = |class: usize| match confidence[class] {
        (_, 0.0) => f64::INFINITY,
        (sum, rows) => sum / rows,
    };
    let thresholds: Vec<f64> = (0..class_count).map(threshold).collect();
    let mut suspects: Vec<LabelSuspect> = Vec::new();
    for (row, (&given, of_row)) in classes.iter().zip(probabilities.chunks_exact(class_count)).enumerate() {
        let confident = (0..class_count).filter(|&class| of_row[class] >= thresholds[class]);
        let best = confident.rev().max_by(|&a, &b| of_row[a].total_cmp(&of_row[b]));
        if let Some(suggested) = best.filter(|&class| class != given as usize) {
            suspects.push(LabelSuspect {
                row,
                given,
                suggested: suggested as u32,
                given_probability: of_row[given as usize],
                suggested_probability: of_row[suggested],
            });
        }
    }
    let margin = |suspect: &LabelSuspect| suspect.suggested_probability - suspect.given_probability;
    suspects.sort_by(|a, b| margin(b).total_cmp(&margin(a)));
    let flagged = suspects.len();
    suspects.truncate(MOST_SUSPECTS);
    LabelNoise { suspects, flagged, rows: classes.len() }
}

impl LabelNoise {
    /// The finding, if any row is flagged. `row_names` has the number of each row in the file, as people count them.
    pub fn finding(&self, class_names: &[String], row_names: &[usize]) -> Option<Finding> {
        let name = |class: u32| class_names.get(class as usize).map_or("?", String::as_str);
        let of_suspect = |suspect: &LabelSuspect| {
            let row = row_names.get(suspect.row).copied().unwrap_or(suspect.row + 1);
            format!(
                "row {row} is '{}', where the model expects '{}' with a probability of {}",
                name(suspect.given),
                name(suspect.suggested),
                three_decimals(suspect.suggested_probability)
            )
        };
        if self.suspects.is_empty() {
            return None;
        }
        let named: Vec<String> = self.suspects.iter().take(NAMED).map(of_suspect).collect();
        Some(finding(
            Severity::Note,
            "label_noise",
            None,
            format!(
                "Label noise suspects: confident learning flags {} of {} ({}); most of all, {}. On clean data it flags up to about the Bayes error, \
             rows that are merely unusual, so none was dropped: check the first few by hand.",
                counted(self.flagged as u64, "row"),
                self.rows,
                percent(self.flagged as f64 / self.rows as f64),
                named.join("; ")
            ),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;

    /// Rows of two normal classes at these distances from 0, with their exact probabilities; some classes are turned.
    fn rows(count: usize, turned: usize, distance: f64, seed: u64) -> (Vec<u32>, Vec<f64>) {
        let mut rng = Seed(seed).rng();
        let mut classes = Vec::new();
        let mut probabilities = Vec::new();
        for row in 0..count {
            let class = u32::from(rng.unit() < 0.5);
            let center = (2.0 * f64::from(class) - 1.0) * distance;
            let x = center + (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
            let p = 1.0 / (1.0 + (-2.0 * distance * x).exp());
            probabilities.extend([1.0 - p, p]);
            classes.push(if row < turned { 1 - class } else { class });
        }
        (classes, probabilities)
    }

    #[test]
    fn turned_classes_are_the_first_suspects() {
        let mut caught = 0;
        for seed in 0..20 {
            let (classes, probabilities) = rows(500, 8, 2.0, seed);
            let found = label_noise(&classes, &probabilities, 2);
            caught += found.suspects.iter().filter(|suspect| suspect.row < 8).count();
            assert!(found.suspects.len() <= 10);
        }
        assert!(caught >= 120, "{caught} of 160");
    }

    #[test]
    fn not_more_than_about_the_bayes_error_is_flagged_on_clean_data() {
        for (distance, bayes_error) in [(2.0, 0.0228), (1.0, 0.1587), (0.5, 0.3085)] {
            let of_seed = |seed| {
                let (classes, probabilities) = rows(500, 0, distance, seed);
                label_noise(&classes, &probabilities, 2).flagged
            };
            let flagged = (0..20).map(of_seed).sum::<usize>() as f64 / 1e4;
            assert!(flagged > 0.0 && flagged < 1.2 * bayes_error, "{flagged} at {distance}");
        }
    }

    #[test]
    fn the_sentence_names_rows_and_classes() {
        let probabilities = [0.9, 0.1, 0.8, 0.2, 0.1, 0.9, 0.97, 0.03];
        let found = label_noise(&[0, 0, 1, 1], &probabilities, 2);
        assert_eq!((found.flagged, found.suspects[0].row, found.suspects[0].suggested), (1, 3, 0));
        let names = ["well".to_string(), "ill".to_string()];
        let sentence = found.finding(&names, &[2, 3, 4, 5]).unwrap().sentence;
        assert!(
            sentence.contains(
                "flags 1 row of 4 (25 %); most of all, row 5 is 'ill', where the model expects 'well'"
            ),
            "{sentence}"
        );
        assert_eq!(label_noise(&[0, 0], &[0.9, 0.1, 0.8, 0.2], 2).finding(&names, &[]), None);
        // What does not fit is no reason to panic.
        assert_eq!(label_noise(&[0, 3], &[0.9, 0.1], 2).flagged, 0);
    }
}
