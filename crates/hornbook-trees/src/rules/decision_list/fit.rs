use super::literals::literals;
use super::params::{DecisionList, OnFailure};
use super::search::{RuleSearch, positions};
use crate::bits::has_bit;
use crate::default_class::default_class;
use crate::rows::TreeRows;
use crate::rules::condition::with;
use crate::rules::{Conclusion, Condition, Rule, RuleEvent, RuleListModel};
use hornbook_core::format::rounded;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema, Target};
use hornbook_learner::{Fit, TrainingSummary, first_largest};

impl Fit for DecisionList {
    type Model = RuleListModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<RuleListModel> {
        let class = default_class::<DecisionList>(self.default_class.as_ref(), data)?;
        let schema = Schema::of(data)?;
        let Target::Classes(classes) = data.require_target()?.1 else {
            return Err(Error::data(
                "decision lists are for classification",
                "call classify() on the dataset",
            ));
        };
        let width = classes.levels.len();
        let rows = TreeRows::gather(data, |row| classes.codes[row]);
        let literals = literals(&rows, self.max_thresholds as usize)?;
        let search = RuleSearch::new(&rows, &literals, width);
        let mut left = all_of(rows.len());
        let weight = search.weight(&left);
        let mut rules = Vec::new();
        let mut rest = weight;
        while rest > 0.0 {
            run.check()?;
            run.progress("rows", rules.len() as u64, None);
            let Some(test) = search.best(&left, self.max_literals as usize) else { break };
            left.iter_mut().zip(&test.rows).for_each(|(left, taken)| *left &= !taken);
            rest = if left.iter().all(|&word| word == 0) { 0.0 } else { search.weight(&left) };
            let conditions: Vec<Condition> = test.literals.iter().fold(Vec::new(), |all, &literal| {
                with(&all, literals[literal].condition.clone(), &schema.inputs).unwrap_or_default()
            });
            let rule = rule(&rows, conditions, &test.rows, width);
            run.trace(|| RuleEvent::Test {
                test: rule.conditions_in_words(&schema).join(" and "),
                class: rule.conclusion_in_words(&schema),
                matched: test.weight,
                left: rest,
            });
            rules.push(rule);
        }
        // Rows of one class need no test: the end of the list is right about them.
        let mut classes_left =
            (0..rows.len()).filter(|&row| has_bit(&left, row as u32)).map(|row| rows.labels[row]);
        let first_left = classes_left.next();
        let is_right = classes_left.all(|class| Some(class) == first_left);
        let mut summary = TrainingSummary {
            rows: rows.len() as u64,
            weight,
            converged: is_right,
            ..TrainingSummary::default()
        };
        let mut default = rule(&rows, Vec::new(), &left, width);
        if rest == 0.0 {
            default.conclusion = Conclusion::Class(class as u32);
        } else if !is_right {
            let failure = format!(
                "no rule of at most {} matches rows of one class only among {} of {} rows",
                hornbook_core::format::counted(u64::from(self.max_literals), "literal"),
                rounded(rest),
                rounded(weight),
            );
            if self.on_failure == OnFailure::Fail {
                let advice = "allow more literals or thresholds, or take the majority of those rows with \
                              on_failure 'majority'";
                return Err(Error::data(failure, advice));
            }
            summary.warnings.push(format!("{failure}; their majority class is the default"));
        }
        Ok(RuleListModel::new(self.model_info(data, summary)?, rules, default, Vec::new()))
    }
}

/// A bit for each row.
fn all_of(rows: usize) -> Vec<u64> {
    let bits = |word: usize| match rows - word * 64 {
        part if part < 64 => (1 << part) - 1,
        _ => u64::MAX,
    };
    (0..rows.div_ceil(64)).map(bits).collect()
}

/// The rule that some rows make.
fn rule(rows: &TreeRows<u32>, conditions: Vec<Condition>, matched: &[u64], classes: usize) -> Rule {
    let mut tally = vec![0.0; classes];
    for row in positions(matched) {
        tally[rows.labels[row] as usize] += rows.weights.get(row).copied().unwrap_or(1.0);
    }
    let weight = tally.iter().sum();
    Rule { conditions, conclusion: Conclusion::Class(first_largest(&tally) as u32), tally, weight }
}
