//! Diagnostics in words.

use super::{Diagnostics, GlmResiduals};
use hornbook_core::Value;
use hornbook_core::format::{significant, table};
use hornbook_learner::{Explanation, Section};
use serde_json::json;

/// So many rows are listed in words; all are in the JSON.
const LISTED: usize = 10;
/// Rows that stand out are named up to this many.
const NAMED: usize = 5;

impl Diagnostics {
    /// What stands out, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if !self.are_training_rows {
            sentences.push(
                "these are not the training rows: leverage and what follows from it refer to the training rows"
                    .to_string(),
            );
        }
        let which = |stands_out: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..self.fitted.len()).filter(|&row| stands_out(row)).collect()
        };
        let typical = self.effective_dof / self.weight;
        let mut say = |rows: Vec<usize>, what: &str| {
            if !rows.is_empty() {
                sentences.push(format!("{} {what}", named(&rows)));
            }
        };
        say(which(&|row| self.cooks_distance[row] > 1.0), "is influential (Cook's distance above 1)");
        say(which(&|row| self.studentized[row].abs() > 3.0), "is an outlier (studentized residual beyond 3)");
        say(which(&|row| self.cooks_distance[row].is_nan()), "determines its own prediction (leverage 1)");
        say(
            which(&|row| self.leverage[row] > 2.0 * typical),
            &format!("has high leverage (above {})", significant(2.0 * typical)),
        );
        if let Some(test) = self.breusch_pagan.filter(|test| test.p_value < 0.05) {
            sentences.push(format!(
                "heteroscedasticity (Breusch–Pagan p {}): the residual variance depends on the features, and \
                 standard errors are unreliable",
                significant(test.p_value)
            ));
        }
        if let Some(statistic) = self.durbin_watson.filter(|statistic| !(1.0..=3.0).contains(statistic)) {
            sentences.push(format!(
                "autocorrelated residuals (Durbin–Watson {}): standard errors are unreliable",
                significant(statistic)
            ));
        }
        sentences
    }

    /// The most influential rows and what stands out in words; all rows as JSON.
    pub fn explanation(&self) -> Explanation {
        let head = ["row", "fitted", "residual", "leverage", "studentized", "Cook's distance", "DFFITS"];
        let columns = [
            &self.fitted,
            &self.residuals,
            &self.leverage,
            &self.studentized,
            &self.cooks_distance,
            &self.dffits,
        ];
        let mut lines = vec![head.map(str::to_string).to_vec()];
        for row in self.most_influential(LISTED) {
            let cells = columns.iter().map(|column| said(column[row]));
            lines.push(std::iter::once((row + 1).to_string()).chain(cells).collect());
        }
        let mut rows_json = json!({
            "fitted": numbers(&self.fitted), "residual": numbers(&self.residuals), "leverage": numbers(&self.leverage),
            "standardized": numbers(&self.standardized), "studentized": numbers(&self.studentized),
            "cooks_distance": numbers(&self.cooks_distance), "dffits": numbers(&self.dffits),
        });
        rows_json["most_influential"] =
            self.most_influential(LISTED).into_iter().map(|row| row + 1).collect();
        let mut whole = Vec::new();
        if let Some(statistic) = self.durbin_watson {
            whole.push(format!("Durbin–Watson statistic {}", significant(statistic)));
        }
        if let Some(test) = self.breusch_pagan {
            whole.push(format!(
                "Breusch–Pagan test {} on {} degrees of freedom, p {}",
                significant(test.statistic),
                significant(test.degrees),
                significant(test.p_value)
            ));
        }
        let sentences = self.sentences();
        whole.extend(sentences.iter().cloned());
        let whole_json = json!({
            "durbin_watson": self.durbin_watson,
            "breusch_pagan": self.breusch_pagan.map(|test| json!({
                "statistic": test.statistic, "degrees": test.degrees, "p_value": test.p_value,
            })),
            "training_rows": self.are_training_rows,
            "sentences": sentences,
        });
        Explanation {
            sections: vec![
                Section { heading: "most influential rows", text: table(&lines), json: rows_json },
                Section { heading: "residuals", text: whole.join("\n"), json: whole_json },
            ],
        }
    }
}

impl GlmResiduals {
    /// The rows with the largest residuals in words; all rows as JSON.
    pub fn explanation(&self) -> Explanation {
        let mut order: Vec<usize> = (0..self.fitted.len()).collect();
        let size = |row: usize| self.deviance[row].abs();
        order.sort_by(|&a, &b| size(b).total_cmp(&size(a)).then(a.cmp(&b)));
        let columns = [&self.fitted, &self.residuals, &self.pearson, &self.deviance];
        let mut lines =
            vec![["row", "fitted", "residual", "Pearson", "deviance"].map(str::to_string).to_vec()];
        for &row in order.iter().take(LISTED) {
            let cells = columns.iter().map(|column| said(column[row]));
            lines.push(std::iter::once((row + 1).to_string()).chain(cells).collect());
        }
        let json = json!({
            "fitted": numbers(&self.fitted), "residual": numbers(&self.residuals),
            "pearson": numbers(&self.pearson), "deviance": numbers(&self.deviance),
        });
        Explanation { sections: vec![Section { heading: "largest residuals", text: table(&lines), json }] }
    }
}

fn said(x: f64) -> String {
    if x.is_nan() { "not estimable".to_string() } else { significant(x) }
}

/// JSON has no NaN.
fn numbers(values: &[f64]) -> Value {
    values.iter().map(|x| if x.is_finite() { json!(x) } else { Value::Null }).collect()
}

/// "row 3", or "each of the rows 3, 5 and 2 more".
fn named(rows: &[usize]) -> String {
    let names: Vec<String> = rows.iter().take(NAMED).map(|row| (row + 1).to_string()).collect();
    match rows.len() {
        1 => format!("row {}", names[0]),
        count if count > NAMED => format!("each of the rows {} and {} more", names.join(", "), count - NAMED),
        _ => format!("each of the rows {}", names.join(", ")),
    }
}
