use super::params::{RuleAccuracyEstimate, RuleList};
use super::post_pruning::{RuleEvaluator, ValidationRows};
use crate::DecisionTree;
use crate::decision_tree::fit::AlgorithmVariant;
use crate::decision_tree::tree::columns_of;
use crate::held_out::held_out;
use crate::rules::{Conclusion, Rule, RuleListModel};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, Target};
use hornbook_learner::{Fit, Model as _, TrainingInput, first_largest};
use rayon::prelude::*;

impl RuleList {
    /// The tree whose rules these are.
    pub fn tree(&self) -> DecisionTree {
        DecisionTree::default()
            .criterion(self.criterion)
            .categories(self.categories)
            .max_depth(self.max_depth)
            .min_samples_leaf(self.min_samples_leaf)
    }
}

impl Fit for RuleList {
    type Model = RuleListModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<RuleListModel> {
        let data = input.dataset()?;
        let (growing, validation) = match self.estimate {
            RuleAccuracyEstimate::Pessimistic => (data.clone(), None),
            RuleAccuracyEstimate::Validation => {
                let (growing, validation) = held_out(data, self.validation_fraction, run.root_seed())?;
                (growing, Some(validation))
            }
        };
        let tree = self.tree().fit_variant(AlgorithmVariant::default(), &growing, run)?;
        run.check()?;
        let schema = &tree.info().schema;
        let columns = columns_of(&schema.features(data.table())?.0);
        let evaluator = RuleEvaluator {
            growing: validation_rows(&growing, &columns)?,
            validation: validation.map(|held_out| validation_rows(&held_out, &columns)).transpose()?,
            confidence: self.confidence,
            schema,
        };
        // What no row has made has nothing to be scored by.
        let rules: Vec<Rule> = tree.rules().into_iter().filter(|rule| rule.weight > 0.0).collect();
        let relax = |rule: Rule| run.check().map(|()| evaluator.relaxed(rule, run.is_traced()));
        let relaxed = rules.into_par_iter().map(relax).collect::<Result<Vec<_>>>()?;
        let mut rules: Vec<(Rule, f64)> = Vec::with_capacity(relaxed.len());
        for (rule, estimate, events) in relaxed {
            events.into_iter().for_each(|event| run.trace(|| event));
            rules.push((rule, estimate));
        }
        let (rules, estimates): (Vec<Rule>, Vec<f64>) = in_order(rules).into_iter().unzip();
        let default = default_rule(&rules, &evaluator.growing);
        let mut info = self.model_info(data, tree.info().summary.clone())?;
        info.summary.details.clear();
        Ok(RuleListModel::new(info, rules, default, estimates))
    }
}

fn validation_rows<'a>(data: &Dataset, columns: &'a [Feature]) -> Result<ValidationRows<'a>> {
    let Target::Classes(classes) = data.require_target()?.1 else {
        return Err(Error::data("rule lists are for classification", "call classify() on the dataset"));
    };
    let weight = |row: u32| data.weights().map_or(1.0, |w| w[row as usize]);
    let rows = data.rows().iter().map(|row| (row, classes.codes[row as usize], weight(row)));
    let rows = rows.filter(|&(_, _, weight)| weight > 0.0).collect();
    Ok(ValidationRows { columns, rows, classes: classes.levels.len() })
}

/// The rules without doubles, the most accurate first; nothing comes after a rule that always fires.
fn in_order(rules: Vec<(Rule, f64)>) -> Vec<(Rule, f64)> {
    let mut kept: Vec<(Rule, f64)> = Vec::with_capacity(rules.len());
    let mut rules = rules;
    // What differs by rounding only is equal, so that copies of a row sort as its weight does.
    let coarse = |x: f64| (x * 1e9).round();
    rules.sort_by(|(a, x), (b, y)| {
        coarse(*y).total_cmp(&coarse(*x)).then(coarse(b.weight).total_cmp(&coarse(a.weight)))
    });
    for (rule, estimate) in rules {
        let always = rule.conditions.is_empty();
        // Doubles match the same rows, so they are as accurate and stand together.
        let same_rows = kept.iter().rev().take_while(|(_, other)| coarse(*other) == coarse(estimate));
        if same_rows.into_iter().all(|(other, _)| other.conditions != rule.conditions) {
            kept.push((rule, estimate));
        }
        if always {
            break;
        }
    }
    kept
}

/// What answers where no rule fires: the most common class there, or of all rows.
fn default_rule(rules: &[Rule], growing: &ValidationRows<'_>) -> Rule {
    let tally_of = |counts: &dyn Fn(u32) -> bool| {
        let mut tally = vec![0.0; growing.classes];
        for &(_, class, weight) in growing.rows.iter().filter(|(row, ..)| counts(*row)) {
            tally[class as usize] += weight;
        }
        tally
    };
    let uncovered = tally_of(&|row| rules.iter().all(|rule| !rule.fires(growing.columns, row as usize)));
    let is_covered = uncovered.iter().all(|&weight| weight == 0.0);
    let class = first_largest(&if is_covered { tally_of(&|_| true) } else { uncovered.clone() });
    let weight = uncovered.iter().sum();
    Rule { conditions: Vec::new(), conclusion: Conclusion::Class(class as u32), tally: uncovered, weight }
}
