//! The Bayes calculator: a test for something rare.

use super::hypothesis_table::HypothesisTable;
use hornbook_core::format::significant;
use hornbook_core::{Error, Result, Value};
use serde_json::json;
use std::fmt;

/// A test that finds something with some reliability, and how common that is.
///
/// ```
/// use hornbook_bayes::hypotheses::DiagnosticTest;
/// let test = DiagnosticTest::new("cancer", 0.008, 0.98, 0.97)?;
/// assert!((test.after(1, 0)? - 0.208510638).abs() < 1e-9);
/// assert!((test.after(2, 0)? - 0.895896).abs() < 1e-6);
/// assert_eq!(
///     test.in_natural_frequencies(),
///     "Of 100000, 800 have cancer and 99200 do not. The test is positive for 784 of the 800, and for 2976 of the 99200. \
///      So of 3760 with a positive test, 784 have cancer: 20.9 %."
/// );
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DiagnosticTest {
    condition: String,
    prior: f64,
    sensitivity: f64,
    specificity: f64,
}

impl DiagnosticTest {
    /// From what is tested for, the fraction that have it, the fraction of those whose test is positive
    /// (sensitivity), and the fraction of the others whose test is negative (specificity).
    pub fn new(
        condition: impl Into<String>,
        prior: f64,
        sensitivity: f64,
        specificity: f64,
    ) -> Result<DiagnosticTest> {
        for (name, value) in [("prior", prior), ("sensitivity", sensitivity), ("specificity", specificity)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(Error::data(format!("the {name} is {value}"), "give a probability from 0 to 1"));
            }
        }
        Ok(DiagnosticTest { condition: condition.into(), prior, sensitivity, specificity })
    }

    /// The table after so many positive and negative tests, whose mistakes are independent.
    pub fn table(&self, positive: u32, negative: u32) -> Result<HypothesisTable> {
        let names = [self.condition.clone(), format!("no {}", self.condition)];
        let mut table = HypothesisTable::new(&names, &[self.prior, 1.0 - self.prior])?;
        // Of nothing nothing: 0 · ln 0 is 0 here.
        let times = |count: u32, p: f64| if count == 0 { 0.0 } else { f64::from(count) * p.ln() };
        table.see_ln(&[
            times(positive, self.sensitivity) + times(negative, 1.0 - self.sensitivity),
            times(positive, 1.0 - self.specificity) + times(negative, self.specificity),
        ])?;
        Ok(table)
    }

    /// The probability of the condition after so many positive and negative tests.
    pub fn after(&self, positive: u32, negative: u32) -> Result<f64> {
        Ok(self.table(positive, negative)?.posterior()[0])
    }

    /// What a positive test multiplies the odds by; infinite if no healthy test is positive.
    pub fn positive_likelihood_ratio(&self) -> f64 {
        self.sensitivity / (1.0 - self.specificity)
    }

    /// What a negative test multiplies the odds by.
    pub fn negative_likelihood_ratio(&self) -> f64 {
        (1.0 - self.sensitivity) / self.specificity
    }

    /// The same in numbers of people, which most readers see at once.
    pub fn in_natural_frequencies(&self) -> String {
        let population = self.population();
        let having = (self.prior * population).round();
        let others = population - having;
        let (found, alarms) =
            ((self.sensitivity * having).round(), ((1.0 - self.specificity) * others).round());
        let (what, all) = (&self.condition, found + alarms);
        let start = format!(
            "Of {population}, {having} have {what} and {others} do not. The test is positive for {found} of the {having}, \
             and for {alarms} of the {others}."
        );
        if all == 0.0 {
            return format!("{start} So no test is positive.");
        }
        format!(
            "{start} So of {all} with a positive test, {found} have {what}: {:.1} %.",
            100.0 * found / all
        )
    }

    /// The least power of ten in which every group has a hundred people, so that rounding to whole ones does not show.
    fn population(&self) -> f64 {
        let groups = [
            self.prior * self.sensitivity,
            self.prior,
            (1.0 - self.prior) * (1.0 - self.specificity),
            1.0 - self.prior,
        ];
        let rarest = groups.into_iter().filter(|p| *p > 0.0).fold(1.0, f64::min);
        10f64.powf((100.0 / rarest).log10().ceil().clamp(2.0, 12.0))
    }

    /// The calculation for programs, after so many tests.
    pub fn to_json(&self, positive: u32, negative: u32) -> Result<Value> {
        let table = self.table(positive, negative)?;
        Ok(json!({
            "condition": self.condition, "prior": self.prior, "sensitivity": self.sensitivity,
            "specificity": self.specificity, "positive": positive, "negative": negative,
            "posterior": table.posterior()[0], "odds": table.odds(0), "evidence": table.ln_evidence().exp(),
            "natural_frequencies": self.in_natural_frequencies(),
        }))
    }
}

/// The table after one positive test, the odds and the sentence.
impl fmt::Display for DiagnosticTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.table(1, 0) {
            Ok(table) => {
                write!(f, "{table}")?;
                writeln!(
                    f,
                    "prior odds {} × likelihood ratio {} = posterior odds {}",
                    significant(self.prior / (1.0 - self.prior)),
                    significant(self.positive_likelihood_ratio()),
                    significant(table.odds(0))
                )?;
            }
            Err(error) => writeln!(f, "{error}")?,
        }
        writeln!(f, "{}", self.in_natural_frequencies())
    }
}
