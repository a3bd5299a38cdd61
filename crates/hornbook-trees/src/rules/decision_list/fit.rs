use super::literals::literals;
use super::params::{DecisionList, OnFailure};
use super::search::{RuleSearch, TestChooser, UniformTest, positions};
use crate::bits::has_bit;
use crate::default_class::default_class;
use crate::plurality::plurality_value;
use crate::rows::TreeRows;
use crate::rules::condition::with;
use crate::rules::{Conclusion, Condition, Rule, RuleEvent, RuleListModel};
use hornbook_core::format::rounded;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Schema, Target};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary, checked, first_largest};

impl Fit for DecisionList {
    type Model = RuleListModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<RuleListModel> {
        let data = input.dataset()?;
        self.learn_by(data, run, TestChooser::Selection(self.selection))
    }
}

impl DecisionList {
    /// Learns a list with a selection of one's own: of the uniform tests the one with the largest score is taken, the first
    /// of equals; one whose score is NaN never is. All tests of at most `max_literals` literals are scored, and the
    /// parameter `selection` does not count.
    ///
    /// ```
    /// use hornbook_core::Run;
    /// use hornbook_data::Table;
    /// use hornbook_trees::DecisionList;
    ///
    /// let table = Table::builder()
    ///     .category("a", &[Some("x"), Some("x"), Some("y")])
    ///     .category("c", &[Some("no"), Some("no"), Some("yes")])
    ///     .build()?;
    /// // Tests for the second class first, whatever they match.
    /// let score = |test: &hornbook_trees::rules::decision_list::UniformTest| f64::from(test.class);
    /// let model = DecisionList::default().fit_by(&table.dataset().target("c")?, &Run::default(), &score)?;
    /// assert_eq!(model.rules()[0].weight, 1.0);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn fit_by(
        &self,
        data: &Dataset,
        run: &Run,
        score: &(dyn Fn(&UniformTest) -> f64 + Sync),
    ) -> Result<RuleListModel> {
        checked(self, data, run, |data| self.learn_by(data, run, TestChooser::Score(score)))
    }

    fn learn_by(&self, data: &Dataset, run: &Run, chooser: TestChooser<'_>) -> Result<RuleListModel> {
        let seed = run.root_seed();
        let class = default_class::<DecisionList>(self.default_class.as_ref(), self.ties, data, seed)?;
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
            let Some(test) = search.best(&left, self.max_literals as usize, chooser) else { break };
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
        if let Some(class) = plurality_value(&default.tally, self.ties, seed) {
            default.conclusion = Conclusion::Class(class as u32);
        }
        summary.details.insert("literals".into(), literals.len().into());
        let tests = sets_of_at_most(self.max_literals as usize, literals.len());
        summary.details.insert("candidate_tests".into(), tests.into());
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

/// How many sets of one to `most` things there are.
fn sets_of_at_most(most: usize, things: usize) -> f64 {
    let (mut term, mut sum) = (1.0, 0.0);
    for i in 0..most.min(things) {
        term *= (things - i) as f64 / (i + 1) as f64;
        sum += term;
    }
    sum
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
