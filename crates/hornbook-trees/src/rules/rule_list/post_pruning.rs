//! Dropping what a rule demands.

use crate::pruning::error_bound;
use crate::rules::{Conclusion, Condition, Rule, RuleEvent};
use hornbook_data::{Feature, Schema};
use hornbook_learner::first_largest;

/// Rows to evaluate rules on: their features, and the class and weight of each row that counts.
pub(super) struct ValidationRows<'a> {
    pub columns: &'a [Feature],
    pub rows: Vec<(u32, u32, f64)>,
    pub classes: usize,
}

/// How rules are scored.
pub(super) struct RuleEvaluator<'a> {
    pub growing: ValidationRows<'a>,
    pub validation: Option<ValidationRows<'a>>,
    pub confidence: f64,
    pub schema: &'a Schema,
}

/// A way to demand less: which condition, and what becomes of it; none drops it.
struct DroppedCondition {
    condition: usize,
    weaker: Option<Condition>,
}

impl DroppedCondition {
    fn of(rule: &Rule) -> Vec<DroppedCondition> {
        let conditions = rule.conditions.iter().enumerate();
        let of = |(condition, c): (usize, &Condition)| {
            c.relaxed().into_iter().map(move |weaker| DroppedCondition { condition, weaker })
        };
        conditions.flat_map(of).collect()
    }

    fn apply(&self, rule: &mut Rule) {
        match &self.weaker {
            Some(weaker) => rule.conditions[self.condition] = weaker.clone(),
            None => drop(rule.conditions.remove(self.condition)),
        }
    }
}

impl ValidationRows<'_> {
    /// The weights of the classes among the rows that a rule matches, and those that each relaxation adds.
    fn tallies(&self, rule: &Rule, relaxations: &[DroppedCondition]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let mut matched = vec![0.0; self.classes];
        let mut added = vec![vec![0.0; self.classes]; relaxations.len()];
        for &(row, class, weight) in &self.rows {
            let holds = |c: &Condition| c.holds(&self.columns[c.column() as usize], row as usize);
            let mut failing = rule.conditions.iter().enumerate().filter(|(_, c)| !holds(c));
            match (failing.next(), failing.next()) {
                (None, _) => matched[class as usize] += weight,
                // A relaxation changes one condition, so it only helps rows that fail no other.
                (Some((only, _)), None) => {
                    for (relaxation, tally) in relaxations.iter().zip(&mut added) {
                        if relaxation.condition == only && relaxation.weaker.as_ref().is_none_or(holds) {
                            tally[class as usize] += weight;
                        }
                    }
                }
                _ => {}
            }
        }
        added.iter_mut().for_each(|tally| tally.iter_mut().zip(&matched).for_each(|(a, m)| *a += m));
        (matched, added)
    }
}

impl RuleEvaluator<'_> {
    /// The accuracy of a rule for this class, of its matches among the growing and the held-out rows.
    fn estimate(&self, class: usize, growing: &[f64], validation: Option<&[f64]>) -> f64 {
        let total = |tally: &[f64]| tally.iter().sum::<f64>();
        match validation {
            Some(tally) if total(tally) > LEAST => tally[class] / total(tally),
            _ => 1.0 - error_bound(total(growing) - growing[class], total(growing), self.confidence),
        }
    }

    /// The rule without what it does as well without, its estimated accuracy, and how that came about.
    pub fn relaxed(&self, mut rule: Rule, is_traced: bool) -> (Rule, f64, Vec<RuleEvent>) {
        let class = match rule.conclusion {
            Conclusion::Class(class) => class as usize,
            _ => 0,
        };
        let mut events = Vec::new();
        loop {
            let relaxations = DroppedCondition::of(&rule);
            let (growing, wider) = self.growing.tallies(&rule, &relaxations);
            let held_out =
                self.validation.as_ref().map(|validation_rows| validation_rows.tallies(&rule, &relaxations));
            let now = self.estimate(class, &growing, held_out.as_ref().map(|(tally, _)| tally.as_slice()));
            let mut best: Option<(usize, f64)> = None;
            for (place, tally) in wider.iter().enumerate() {
                let held_out = held_out.as_ref().map(|(_, wider)| wider[place].as_slice());
                let without = self.estimate(class, tally, held_out);
                let is_better = best.is_none_or(|(_, best)| without > best + ROUNDING);
                if first_largest(tally) == class && is_better {
                    best = Some((place, without));
                }
            }
            let dropped = best.is_some_and(|(_, without)| without >= now - ROUNDING);
            if let (true, Some((place, without))) = (is_traced, best) {
                let condition = &rule.conditions[relaxations[place].condition];
                events.push(RuleEvent::Relaxed {
                    rule: rule.words(self.schema),
                    condition: condition.words(&self.schema.inputs[condition.column() as usize]),
                    with: now,
                    without,
                    dropped,
                });
            }
            rule.weight = growing.iter().sum();
            rule.tally = growing;
            match best {
                Some((place, _)) if dropped => relaxations[place].apply(&mut rule),
                _ => return (rule, now, events),
            }
        }
    }
}

/// Held-out rows of less weight are rounding: little weight is parted in fractions of rows.
const LEAST: f64 = 1e-9;
/// Estimates that differ by less are equal.
const ROUNDING: f64 = 1e-12;
