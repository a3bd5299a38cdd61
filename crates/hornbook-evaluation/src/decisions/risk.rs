//! Expected loss (risk), and the actions that minimize it.

use super::LossMatrix;
use super::loss_matrix::REJECT;
use crate::checks::{
    check_codes, check_distribution, check_distributions, check_length, total_weight, weight_of,
};
use hornbook_core::{Error, Result};
use hornbook_data::Matrix;
use hornbook_learner::first_largest;
use rayon::prelude::*;

/// The action of least loss for each case, and what it costs.
#[derive(Debug, Clone, PartialEq)]
pub struct BayesAction {
    /// An action a case, as a position among the matrix' actions.
    pub actions: Vec<u32>,
    /// The loss that is expected, or was met, with them.
    pub loss: f64,
}

/// Risks that differ by less than this fraction of the largest loss are equal.
const ROUNDING: f64 = 1e-12;
/// Rows that one task decides.
const ROWS_A_TASK: usize = 4096;

impl LossMatrix {
    /// The conditional risk of each action: $R(a_i \mid x) = \sum_k \lambda_{ik} P(C_k \mid x)$.
    pub fn risks(&self, probabilities: &[f64]) -> Result<Vec<f64>> {
        check_distribution(probabilities, self.classes().len(), None)?;
        Ok(self.unchecked_risks(probabilities))
    }

    /// The expected utility of each action: its conditional risk with the sign changed.
    pub fn expected_utilities(&self, probabilities: &[f64]) -> Result<Vec<f64>> {
        Ok(self.risks(probabilities)?.into_iter().map(|risk| 0.0 - risk).collect())
    }

    /// The discriminants $g_i = -R(a_i \mid x)$, of which the largest names the action of least risk: under the zero-one loss
    /// the same class as the posterior probabilities and as likelihood times prior, under other losses maybe another.
    pub fn discriminants(&self, probabilities: &[f64]) -> Result<Vec<f64>> {
        self.expected_utilities(probabilities)
    }

    /// The action of least conditional risk. The first of those that are equal up to rounding is taken, so that
    /// between a class and a rejection added after it the class wins.
    pub fn decide(&self, probabilities: &[f64]) -> Result<usize> {
        Ok(self.least(&self.risks(probabilities)?))
    }

    /// The action of least conditional risk for each row of a matrix of probabilities.
    pub fn decide_all(&self, probabilities: &Matrix) -> Result<Vec<u32>> {
        check_distributions(probabilities, self.classes().len())?;
        Ok((0..probabilities.rows())
            .into_par_iter()
            .with_min_len(ROWS_A_TASK)
            .map(|row| self.least(&self.unchecked_risks(probabilities.row(row))) as u32)
            .collect())
    }

    /// As [`decide_all`](LossMatrix::decide_all), where the losses of each row are multiplied by what it costs to misclassify
    /// it. To reject a row costs what it costs: the dearer the row, the sooner it is rejected. Without costs, each is 1.
    pub fn decide_with_costs(&self, probabilities: &Matrix, costs: &[f64]) -> Result<Vec<u32>> {
        if costs.is_empty() {
            return self.decide_all(probabilities);
        }
        check_length(costs.len(), "cost", probabilities.rows(), "rows")?;
        let risks = self.risks_all(probabilities)?;
        let decide = |row: usize| {
            let actions = 0..self.actions().len();
            let risks: Vec<f64> =
                actions.map(|action| self.factor(action, Some(costs[row])) * risks.at(row, action)).collect();
            self.least(&risks) as u32
        };
        Ok((0..probabilities.rows()).map(decide).collect())
    }

    /// What an action costs for a class in a row that it costs so much to misclassify; 1 if nothing is said.
    pub fn at_cost(&self, action: usize, class: usize, cost: Option<f64>) -> f64 {
        self.factor(action, cost) * self.at(action, class)
    }

    fn factor(&self, action: usize, cost: Option<f64>) -> f64 {
        if self.actions()[action] == REJECT { 1.0 } else { cost.unwrap_or(1.0) }
    }

    /// The conditional risks of each row of a matrix of probabilities, a column an action.
    pub fn risks_all(&self, probabilities: &Matrix) -> Result<Matrix> {
        check_distributions(probabilities, self.classes().len())?;
        let actions = self.actions().len();
        let mut risks = Matrix::zeros(probabilities.rows(), actions);
        risks.values_mut().par_chunks_mut(actions * ROWS_A_TASK).enumerate().for_each(|(task, out)| {
            for (i, out) in out.chunks_mut(actions).enumerate() {
                let row = probabilities.row(task * ROWS_A_TASK + i);
                out.iter_mut().enumerate().for_each(|(action, risk)| *risk = self.risk(action, row));
            }
        });
        Ok(risks)
    }

    /// The empirical loss: the mean by weight of what the decisions cost, given what was true.
    pub fn mean_loss(&self, decisions: &[u32], truth: &[u32], weights: Option<&[f64]>) -> Result<f64> {
        check_codes(truth, truth.len(), self.classes().len(), "class")?;
        check_codes(decisions, truth.len(), self.actions().len(), "action")?;
        let total = total_weight(weights, truth.len())?;
        let loss =
            |row: usize| self.at(decisions[row] as usize, truth[row] as usize) * weight_of(weights, row);
        Ok((0..truth.len()).map(loss).sum::<f64>() / total)
    }

    /// The overall risk of decisions when every case has known probabilities: the mean of their conditional risks.
    pub fn expected_loss(
        &self,
        decisions: &[u32],
        probabilities: &Matrix,
        weights: Option<&[f64]>,
    ) -> Result<f64> {
        check_distributions(probabilities, self.classes().len())?;
        check_codes(decisions, probabilities.rows(), self.actions().len(), "action")?;
        let total = total_weight(weights, decisions.len())?;
        let risk =
            |row: usize| self.risk(decisions[row] as usize, probabilities.row(row)) * weight_of(weights, row);
        Ok((0..decisions.len()).map(risk).sum::<f64>() / total)
    }

    /// The expected generalization loss of a rule over a finite world: a row of `joint` for each case $x$ and a
    /// column for each class $y$, with $P(x, y)$; `rule` has an action for each case.
    /// $\sum_{x,y} \lambda(h(x), y) P(x, y)$.
    pub fn generalization_loss(&self, rule: &[u32], joint: &Matrix) -> Result<f64> {
        check_joint(joint, self.classes().len())?;
        check_codes(rule, joint.rows(), self.actions().len(), "action")?;
        Ok((0..joint.rows()).map(|case| self.risk(rule[case] as usize, joint.row(case))).sum())
    }

    /// The rule of least expected generalization loss over a finite world, and that loss: the Bayes risk.
    pub fn best_rule(&self, joint: &Matrix) -> Result<BayesAction> {
        check_joint(joint, self.classes().len())?;
        let decide = |case| self.least(&self.unchecked_risks(joint.row(case))) as u32;
        let actions: Vec<u32> = (0..joint.rows()).map(decide).collect();
        let loss = self.generalization_loss(&actions, joint)?;
        Ok(BayesAction { actions, loss })
    }

    /// Which of some hypotheses has the least expected generalization loss over a finite world, the first of equals: $h^*$, the
    /// best of a hypothesis space. Each has an action for each case. `best_rule` is best among all functions of the case.
    pub fn best_hypothesis<H: AsRef<[u32]>>(&self, hypotheses: &[H], joint: &Matrix) -> Result<(usize, f64)> {
        let losses = hypotheses.iter().map(|rule| self.generalization_loss(rule.as_ref(), joint));
        let losses = losses.collect::<Result<Vec<f64>>>()?;
        let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
        let slack = ROUNDING * self.size();
        losses.iter().position(|&loss| loss <= least + slack).map(|place| (place, losses[place])).ok_or_else(
            || {
                Error::data(
                    "the hypothesis space is empty",
                    "give at least one hypothesis, with an action for each case",
                )
            },
        )
    }

    /// The rule of least empirical loss when only the case of each row is known: `cases` has a number below
    /// `count` for each row. A case without rows takes the first action.
    pub fn best_empirical_rule(
        &self,
        cases: &[u32],
        count: usize,
        truth: &[u32],
        weights: Option<&[f64]>,
    ) -> Result<BayesAction> {
        check_codes(truth, truth.len(), self.classes().len(), "class")?;
        check_codes(cases, truth.len(), count, "case")?;
        let total = total_weight(weights, truth.len())?;
        let classes = self.classes().len();
        let mut shares = Matrix::zeros(count, classes);
        for (row, (&case, &class)) in cases.iter().zip(truth).enumerate() {
            shares.values_mut()[case as usize * classes + class as usize] += weight_of(weights, row) / total;
        }
        self.best_rule(&shares)
    }

    /// Where to cut the probability of the second of two classes: at this value and above, saying the second class costs
    /// less on average. $\frac{\lambda_{10} - \lambda_{00}}{(\lambda_{10} - \lambda_{00}) + (\lambda_{01} -
    /// \lambda_{11})}$.
    pub fn threshold(&self) -> Result<f64> {
        if self.classes().len() != 2 || self.actions() != self.classes() {
            return Err(Error::data(
                "a threshold follows only from two classes with an action for each",
                "decide by the risks instead",
            ));
        }
        let false_positive = self.at(1, 0) - self.at(0, 0);
        let false_negative = self.at(0, 1) - self.at(1, 1);
        if false_positive < 0.0 || false_negative < 0.0 || false_positive + false_negative <= 0.0 {
            return Err(Error::data(
                "a mistake costs less than being right, so that no threshold is best",
                "give losses that are larger for mistakes",
            ));
        }
        Ok(false_positive / (false_positive + false_negative))
    }

    pub(super) fn unchecked_risks(&self, probabilities: &[f64]) -> Vec<f64> {
        (0..self.actions().len()).map(|action| self.risk(action, probabilities)).collect()
    }

    fn risk(&self, action: usize, probabilities: &[f64]) -> f64 {
        self.losses_of(action).iter().zip(probabilities).map(|(loss, p)| loss * p).sum()
    }

    fn least(&self, risks: &[f64]) -> usize {
        let least = risks.iter().copied().fold(f64::INFINITY, f64::min);
        let slack = ROUNDING * self.size();
        risks.iter().position(|&risk| risk <= least + slack).unwrap_or(0)
    }
}

/// The chance that the most probable class is not the true one: $1 - \max_k P(C_k \mid x)$.
pub fn conditional_error(probabilities: &[f64]) -> Result<f64> {
    check_distribution(probabilities, probabilities.len(), None)?;
    Ok(1.0 - probabilities[first_largest(probabilities)])
}

/// The Bayes error of a finite world, the least that any rule can reach: $1 - \sum_x \max_y P(x, y)$, with a row of
/// `joint` for each $x$. For densities, give the mass of the cells of a fine grid.
pub fn bayes_error(joint: &Matrix) -> Result<f64> {
    check_joint(joint, joint.columns())?;
    let right = |case| joint.row(case).iter().copied().fold(0.0, f64::max);
    Ok(1.0 - (0..joint.rows()).map(right).sum::<f64>())
}

/// Checks that a matrix holds the probabilities of cases and classes together.
pub(super) fn check_joint(joint: &Matrix, classes: usize) -> Result<()> {
    check_length(joint.columns(), "column of the joint distribution", classes, "classes")?;
    check_distribution(joint.values(), joint.values().len(), None)
}
