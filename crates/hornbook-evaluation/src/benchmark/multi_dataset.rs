use super::comparison::Comparison;
use super::rope_of;
use crate::measure::Measure;
use crate::policy::SIGNIFICANCE_LEVEL;
use crate::significance::{
    Adjustment, ComparisonPosterior, CriticalDifference, PairTests, ScoreDirection, ScoreTable, TestResult,
    all_pairs, bayesian_signed_rank, friedman, iman_davenport, nemenyi,
};
use hornbook_core::format::{Align, aligned, three_decimals};
use hornbook_core::{Error, Result, Seed, ToJson, Value};
use serde_json::json;
use std::fmt;

/// Draws of the Bayesian signed rank test: its probabilities are then good to half a point.
const DRAWS: u64 = 50_000;
/// Bergmann and Hommel's adjustment goes through all ways to group the learners: up to so many of them.
const MOST_FOR_BERGMANN_HOMMEL: usize = 8;

/// Learners on several tables: their scores, whether they differ at all, and which do.
#[derive(Debug, Clone, PartialEq)]
pub struct MultiDatasetComparison {
    /// The tables' names.
    pub tables: Vec<String>,
    /// What came of each table.
    pub comparisons: Vec<Comparison>,
    /// What is compared.
    pub measure: Measure,
    /// Friedman's test.
    pub friedman: TestResult,
    /// Iman and Davenport's test.
    pub iman_davenport: TestResult,
    /// Nemenyi's test of all pairs.
    pub nemenyi: PairTests,
    /// All pairs with the most powerful adjustment there is time for: Bergmann and Hommel's, or Holm's.
    pub pairs: PairTests,
    /// How probable it is that one learner of a pair beats the other on a table like these.
    pub posteriors: Vec<(String, String, ComparisonPosterior)>,
    /// The mean ranks, and which are not significantly different.
    pub diagram: CriticalDifference,
}

impl MultiDatasetComparison {
    pub(super) fn of(
        tables: Vec<String>,
        comparisons: Vec<Comparison>,
        rope: Option<f64>,
    ) -> Result<MultiDatasetComparison> {
        let Some(first) = comparisons.first() else {
            return Err(Error::data("there are no tables to compare on", "give at least two"));
        };
        let measure = first.measure;
        if let Some(place) = comparisons.iter().position(|comparison| comparison.measure != measure) {
            return Err(Error::data(
                format!(
                    "'{}' is evaluated by {} and '{}' by {measure}",
                    tables[place], comparisons[place].measure, tables[0]
                ),
                "compare on tables of one task, or name a metric that suits them all",
            ));
        }
        let names: Vec<&str> = first.names.iter().map(String::as_str).collect();
        let rows: Vec<Vec<f64>> = comparisons
            .iter()
            .map(|comparison| comparison.evaluations.iter().map(|e| e.scores[0].value).collect())
            .collect();
        let better = if measure.higher_is_better() { ScoreDirection::Higher } else { ScoreDirection::Lower };
        let results = ScoreTable::new(&names, &rows, better)?;
        let adjustment = match names.len() <= MOST_FOR_BERGMANN_HOMMEL {
            true => Adjustment::BergmannHommel,
            false => Adjustment::Holm,
        };
        let column = |learner: usize| rows.iter().map(|row| row[learner]).collect::<Vec<f64>>();
        let mut posteriors = Vec::new();
        for a in 0..names.len() {
            for b in a + 1..names.len() {
                let (x, y) = (column(a), column(b));
                let rope = rope_of(rope, measure, &[x.as_slice(), &y].concat());
                let posterior = bayesian_signed_rank(&x, &y, rope, DRAWS, Seed(0))?;
                posteriors.push((names[a].to_string(), names[b].to_string(), posterior));
            }
        }
        Ok(MultiDatasetComparison {
            friedman: friedman(&results),
            iman_davenport: iman_davenport(&results),
            nemenyi: nemenyi(&results),
            pairs: all_pairs(&results, adjustment)?,
            posteriors,
            diagram: CriticalDifference::of(&results, SIGNIFICANCE_LEVEL)?,
            tables,
            measure,
            comparisons,
        })
    }

    fn scores(&self) -> String {
        let names = &self.comparisons[0].names;
        let mut rows = vec![[vec![self.measure.to_string()], names.clone()].concat()];
        for (table, comparison) in self.tables.iter().zip(&self.comparisons) {
            let best = comparison.ranked()[0];
            let cell = |place: usize| {
                let score = &comparison.evaluations[place].scores[0];
                let show = |x: f64| self.measure.show(x);
                let interval = score
                    .interval
                    .map_or(String::new(), |i| format!(" ({} to {})", show(i.low), show(i.high)));
                format!("{}{}{interval}", if place == best { "*" } else { "" }, show(score.value))
            };
            rows.push([vec![table.clone()], (0..names.len()).map(cell).collect()].concat());
        }
        aligned(&rows, Align::first_left)
    }
}

impl MultiDatasetComparison {
    fn probabilities(&self) -> String {
        let heads = ["pair", "mean difference", "P(first greater)", "P(equivalent)", "P(second greater)"];
        let mut rows = vec![heads.map(str::to_string).to_vec()];
        for (first, second, posterior) in &self.posteriors {
            let mut row = vec![format!("{first} − {second}"), self.measure.show(posterior.difference)];
            row.extend(
                [posterior.first_greater, posterior.equivalent, posterior.second_greater].map(three_decimals),
            );
            rows.push(row);
        }
        aligned(&rows, Align::first_left)
    }
}

impl ToJson for MultiDatasetComparison {
    fn to_json(&self) -> Value {
        let table = |(name, comparison): (&String, &Comparison)| json!({"table": name, "comparison": comparison.to_json()});
        let posterior = |(first, second, posterior): &(String, String, ComparisonPosterior)| json!({"first": first, "second": second, "posterior": posterior});
        json!({
            "measure": self.measure,
            "tables": self.tables.iter().zip(&self.comparisons).map(table).collect::<Vec<_>>(),
            "friedman": self.friedman,
            "iman_davenport": self.iman_davenport,
            "nemenyi": self.nemenyi,
            "pairs": self.pairs,
            "bayesian_signed_rank": self.posteriors.iter().map(posterior).collect::<Vec<_>>(),
            "critical_difference": self.diagram.to_json(),
        })
    }
}

impl fmt::Display for MultiDatasetComparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let design = &self.comparisons[0].evaluations[0].design;
        writeln!(
            f,
            "{} learners on {} datasets, {design}\n",
            self.comparisons[0].names.len(),
            self.tables.len()
        )?;
        writeln!(f, "{}\n{}\n{}\n", self.scores(), self.friedman, self.iman_davenport)?;
        writeln!(f, "{}\n{}", self.pairs, self.diagram)?;
        writeln!(f, "probability that one is better on a new dataset (Bayesian signed-rank test, ROPE)\n")?;
        f.write_str(&self.probabilities())
    }
}
