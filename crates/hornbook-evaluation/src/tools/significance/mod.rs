//! Tests of differences.

mod error_difference;
mod sample_size;
mod t_test;
mod two_sample_t_test;

use crate::significance::{Alternative, TestResult};
use hornbook_core::{Choice, ToolEntry, WorkedSolution};

pub(super) fn tool_entries() -> Vec<ToolEntry> {
    vec![
        ToolEntry::of::<t_test::TTestTool>(),
        ToolEntry::of::<two_sample_t_test::TwoSampleTTestTool>(),
        ToolEntry::of::<error_difference::ErrorDifferenceTool>(),
        ToolEntry::of::<sample_size::SampleSizeTool>(),
    ]
}

/// What a test sets against "there is no difference".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
enum TestAlternative {
    /// The difference is not 0 (two-tailed).
    TwoSided,
    /// The difference is below 0 (one-tailed).
    Less,
    /// The difference is above 0 (one-tailed).
    Greater,
}

impl TestAlternative {
    fn alternative(self) -> Alternative {
        match self {
            TestAlternative::TwoSided => Alternative::TwoSided,
            TestAlternative::Less => Alternative::Less,
            TestAlternative::Greater => Alternative::Greater,
        }
    }
}

/// What a test found, and what it means at a significance level.
fn add_test(solution: &mut WorkedSolution, test: &TestResult, alpha: f64) {
    solution.result("statistic", test.statistic);
    if let [degrees] = test.degrees.as_slice() {
        solution.labeled("degrees", "degrees of freedom", *degrees);
    }
    solution.labeled("p_value", "p-value", test.p_value);
    if let Some(difference) = test.difference {
        solution.result("difference", difference);
    }
    if let Some(interval) = &test.interval {
        solution.labeled(
            "low",
            &format!("{} % interval from", hornbook_core::in_digits(100.0 * interval.level)),
            interval.low,
        );
        solution.labeled("high", "to", interval.high);
    }
    solution.labeled(
        "reject",
        &format!("rejected at α = {}", hornbook_core::in_digits(alpha)),
        test.rejects(alpha),
    );
    test.notes.iter().for_each(|note| solution.say(note.clone()));
}
