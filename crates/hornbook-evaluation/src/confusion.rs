use crate::measure::{Judged, Outcome};
use crate::text::{Align, aligned, count};
use hornbook_core::Value;
use hornbook_data::Levels;
use serde_json::json;
use std::fmt;

/// How often each class was taken for each other, by weight.
#[derive(Debug, Clone, PartialEq)]
pub struct ConfusionMatrix {
    classes: Levels,
    counts: Vec<f64>,
}

/// A matrix wider than this is shown as a list of its largest mistakes.
const WIDEST: usize = 20;
/// How many mistakes that list has.
const LISTED: usize = 10;

impl ConfusionMatrix {
    pub(crate) fn of(classes: Levels, outcomes: &[Outcome]) -> ConfusionMatrix {
        let k = classes.len();
        let mut counts = vec![0.0; k * k];
        for outcome in outcomes {
            if let Judged::Class { truth, predicted, .. } = outcome.judged {
                counts[truth as usize * k + predicted as usize] += outcome.weight;
            }
        }
        ConfusionMatrix { classes, counts }
    }

    /// The classes, in the order of rows and columns.
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The weight of the rows of class `truth` that were predicted as `predicted`.
    pub fn at(&self, truth: usize, predicted: usize) -> f64 {
        self.counts[truth * self.classes.len() + predicted]
    }

    /// The matrix for programs: the counts row by row, a row a true class.
    pub fn to_json(&self) -> Value {
        let rows: Vec<&[f64]> = self.counts.chunks(self.classes.len().max(1)).collect();
        json!({"classes": &*self.classes, "counts": rows})
    }

    fn largest_mistakes(&self) -> Vec<(usize, usize)> {
        let k = self.classes.len();
        let mut cells: Vec<(usize, usize)> = (0..k * k)
            .map(|cell| (cell / k, cell % k))
            .filter(|&(t, p)| t != p && self.at(t, p) > 0.0)
            .collect();
        // The sort is stable: equal counts stay in the order of the classes.
        cells.sort_by(|&(a, b), &(c, d)| self.at(c, d).total_cmp(&self.at(a, b)));
        cells.truncate(LISTED);
        cells
    }
}

impl fmt::Display for ConfusionMatrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = self.classes.len();
        if k > WIDEST {
            writeln!(f, "{k} classes; the largest mistakes:")?;
            let rows: Vec<Vec<String>> = self
                .largest_mistakes()
                .into_iter()
                .map(|(t, p)| {
                    vec![
                        count(self.at(t, p)),
                        format!("'{}' taken for '{}'", self.classes[t], self.classes[p]),
                    ]
                })
                .collect();
            return f
                .write_str(&aligned(&rows, |column| if column == 0 { Align::Right } else { Align::Left }));
        }
        let mut rows = vec![[vec!["truth / predicted".to_string()], self.classes.to_vec()].concat()];
        for truth in 0..k {
            let counts = (0..k).map(|predicted| count(self.at(truth, predicted)));
            rows.push([self.classes[truth].clone()].into_iter().chain(counts).collect());
        }
        f.write_str(&aligned(&rows, |column| if column == 0 { Align::Left } else { Align::Right }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(pairs: &[(u32, u32)]) -> Vec<Outcome> {
        let judged = |&(truth, predicted): &(u32, u32)| Judged::class(truth, predicted, &[]);
        pairs.iter().map(|pair| Outcome { row: 0, weight: 1.0, judged: judged(pair) }).collect()
    }

    #[test]
    fn text_and_json() {
        let classes: Levels = ["no".to_string(), "yes".to_string()].into();
        let matrix = ConfusionMatrix::of(classes, &outcomes(&[(0, 0), (0, 1), (1, 1), (1, 1)]));
        assert_eq!(
            matrix.to_string(),
            "truth / predicted  no  yes\nno                  1    1\nyes                 0    2\n"
        );
        assert_eq!(matrix.to_json()["counts"], json!([[1.0, 1.0], [0.0, 2.0]]));
    }

    #[test]
    fn many_classes_become_a_list() {
        let classes: Levels = (0..30).map(|i| format!("c{i}")).collect();
        let matrix = ConfusionMatrix::of(classes, &outcomes(&[(0, 0), (7, 3), (7, 3), (1, 2)]));
        assert_eq!(
            matrix.to_string(),
            "30 classes; the largest mistakes:\n2  'c7' taken for 'c3'\n1  'c1' taken for 'c2'\n"
        );
    }
}
