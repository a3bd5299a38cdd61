//! Columns that look like repeated subjects: several rows a level, whose targets are alike.

use super::check_input::CheckInput;
use super::command_argument::argument;
use super::copy_groups::CopyGroups;
use super::finding_list::finding;
use super::midranks::midranks;
use crate::record::{Finding, Severity};
use hornbook_core::format::{p_statement, percent, trimmed};
use hornbook_data::{Feature, MISSING_CODE, Target};
use hornbook_math::distributions::fisher_upper;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Rows a level that subjects have on average.
const ROWS_A_LEVEL: std::ops::RangeInclusive<f64> = 2.0..=50.0;
/// Fewer levels are rather categories; with a name of subjects, fewer do.
const FEWEST_LEVELS: usize = 20;
const FEWEST_NAMED_LEVELS: usize = 5;
/// The means of levels differ if chance makes such differences less often than this.
const P_VALUE: f64 = 1e-6;
/// Numbers are codes rather than measurements if neighboring levels differ at least by this fraction of what levels do altogether.
const UNORDERED: f64 = 0.3;
/// Rows of a level stand together in the file if there are at most so many stretches of equal levels for each level.
const STRETCHES_A_LEVEL: f64 = 1.1;
/// Classes that are looked at one by one, the most common ones.
const MOST_CLASSES: usize = 10;
/// Words of names of subjects.
const NAMES: [&str; 24] = [
    "id",
    "ids",
    "subject",
    "patient",
    "person",
    "participant",
    "user",
    "customer",
    "client",
    "member",
    "household",
    "family",
    "student",
    "player",
    "animal",
    "group",
    "cluster",
    "school",
    "site",
    "device",
    "sensor",
    "batch",
    "session",
    "visitor",
];

/// The columns that look so, a finding each; none if groups are given.
pub(super) fn subject_findings(input: &CheckInput, copies: Option<&CopyGroups>) -> Vec<Finding> {
    // Copies of a row are alike in every column.
    let are_first = copies.map(CopyGroups::are_first);
    let responses = responses(&input.target);
    // A date is an order, and the finding of time says so.
    let found: Vec<Option<Finding>> = (0..input.features.len())
        .into_par_iter()
        .filter(|&place| !input.are_dates[place])
        .map(|place| of_column(&input.names[place], &input.features[place], are_first.as_deref(), &responses))
        .collect();
    found.into_iter().flatten().collect()
}

/// What the means of levels are compared of: ranks of numbers, which no extreme row decides, or whether a row is of a class.
fn responses(target: &Target) -> Vec<Vec<f64>> {
    match target {
        Target::Numbers(values) => vec![midranks(values)],
        Target::Classes(classes) => {
            let mut counts = vec![0usize; classes.levels.len()];
            classes.codes.iter().for_each(|&code| counts[code as usize] += 1);
            let mut order: Vec<u32> =
                (0..counts.len() as u32).filter(|&code| counts[code as usize] > 0).collect();
            order.sort_by_key(|&code| std::cmp::Reverse(counts[code as usize]));
            // Of two classes, one says what the other does.
            let shown = if order.len() == 2 { 1 } else { order.len().min(MOST_CLASSES) };
            let is_of =
                |class: u32| classes.codes.iter().map(|&code| f64::from(u8::from(code == class))).collect();
            order.into_iter().take(shown).map(is_of).collect()
        }
    }
}

fn of_column(
    name: &str,
    feature: &Feature,
    are_looked_at: Option<&[bool]>,
    responses: &[Vec<f64>],
) -> Option<Finding> {
    let levels = SubjectLevels::of(feature, are_looked_at)?;
    let is_named = name_says_so(name);
    let fewest = if is_named { FEWEST_NAMED_LEVELS } else { FEWEST_LEVELS };
    let a_level = levels.rows as f64 / levels.count() as f64;
    if levels.count() < fewest || !ROWS_A_LEVEL.contains(&a_level) {
        return None;
    }
    let tests = responses.iter().map(|response| VarianceAnalysis::of(&levels, response));
    let best = tests.min_by(|a, b| a.p.total_cmp(&b.p))?;
    if best.p * responses.len() as f64 >= P_VALUE {
        return None;
    }
    let stands_together = (levels.stretches as f64) <= STRETCHES_A_LEVEL * levels.count() as f64;
    if levels.are_numbers && !is_named && !best.is_unordered {
        return None;
    }
    let severity = match is_named || stands_together || levels.are_numbers {
        true => Severity::Warning,
        // Any category with an effect looks like this.
        false => Severity::Note,
    };
    Some(finding(
        severity,
        "repeated_subjects",
        Some(name),
        format!(
            "Column '{name}' may be repeated subjects: {} levels with {} rows each on average, which account for {} of the variance of the target \
         (ANOVA, {}). If rows to predict are of new levels, rows of one level in training and test at once make the score too good: \
         use --group {}.",
            levels.count(),
            trimmed(a_level, 1),
            percent(best.explained),
            p_statement(best.p),
            argument(name)
        ),
    ))
}

fn name_says_so(name: &str) -> bool {
    let plain = name.to_lowercase();
    let mut words = plain.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.any(|word| NAMES.contains(&word) || NAMES.contains(&word.trim_end_matches('s')))
}

/// The rows of each level, in the order of the levels.
struct SubjectLevels {
    /// The values of numbers, or positions of levels.
    values: Vec<f64>,
    members: Vec<Vec<u32>>,
    are_numbers: bool,
    rows: usize,
    /// Stretches of equal levels in the file.
    stretches: usize,
}

impl SubjectLevels {
    /// Of integers, categories and names, in all rows or some; nothing else stands for subjects.
    fn of(feature: &Feature, are_looked_at: Option<&[bool]>) -> Option<SubjectLevels> {
        let mut codes: Vec<Option<i64>> = match feature {
            Feature::Number(values) => {
                let is_code = |x: &f64| x.is_nan() || (x.fract() == 0.0 && x.abs() < 1e15);
                if !values.iter().all(is_code) {
                    return None;
                }
                values.iter().map(|x| (!x.is_nan()).then_some(*x as i64)).collect()
            }
            Feature::Code(codes, _) => {
                codes.iter().map(|&code| (code != MISSING_CODE).then_some(i64::from(code))).collect()
            }
            Feature::Text(texts) => {
                let mut code_of: BTreeMap<&str, i64> = BTreeMap::new();
                texts
                    .iter()
                    .map(|text| {
                        text.map(|text| {
                            let next = code_of.len() as i64;
                            *code_of.entry(text).or_insert(next)
                        })
                    })
                    .collect()
            }
            Feature::Object(_) => return None,
        };
        if let Some(are_looked_at) = are_looked_at {
            codes.iter_mut().zip(are_looked_at).filter(|(_, is)| !**is).for_each(|(code, _)| *code = None);
        }
        let mut sorted: Vec<(i64, u32)> =
            codes.iter().zip(0..).filter_map(|(code, row)| code.map(|code| (code, row))).collect();
        sorted.sort_unstable();
        let groups = || sorted.chunk_by(|a, b| a.0 == b.0);
        let mut known = codes.iter().flatten();
        let first = usize::from(known.next().is_some());
        let changes = codes.iter().flatten().zip(known).filter(|(a, b)| a != b).count();
        Some(SubjectLevels {
            values: groups().map(|rows| rows[0].0 as f64).collect(),
            members: groups().map(|rows| rows.iter().map(|&(_, row)| row).collect()).collect(),
            are_numbers: matches!(feature, Feature::Number(_)),
            rows: sorted.len(),
            stretches: first + changes,
        })
    }

    fn count(&self) -> usize {
        self.members.len()
    }
}

/// The analysis of variance of a response by levels.
struct VarianceAnalysis {
    /// How likely chance makes such differences.
    p: f64,
    /// The fraction of the variance that levels account for, corrected for their number (ω²).
    explained: f64,
    /// Whether neighboring levels differ as levels do that are codes.
    is_unordered: bool,
}

impl VarianceAnalysis {
    fn of(levels: &SubjectLevels, response: &[f64]) -> VarianceAnalysis {
        let sizes: Vec<f64> = levels.members.iter().map(|rows| rows.len() as f64).collect();
        let mean_of =
            |rows: &Vec<u32>| rows.iter().map(|&row| response[row as usize]).sum::<f64>() / rows.len() as f64;
        let means: Vec<f64> = levels.members.iter().map(mean_of).collect();
        let all: f64 = sizes.iter().sum();
        let mean = sizes.iter().zip(&means).map(|(size, mean)| size * mean).sum::<f64>() / all;
        let between: f64 = sizes.iter().zip(&means).map(|(size, of)| size * (of - mean) * (of - mean)).sum();
        let square = |(rows, mean): (&Vec<u32>, &f64)| {
            rows.iter().map(|&row| (response[row as usize] - mean).powi(2)).sum::<f64>()
        };
        let within: f64 = levels.members.iter().zip(&means).map(square).sum();
        let (above, below) = (sizes.len() as f64 - 1.0, all - sizes.len() as f64);
        let error = within / below;
        let p = p_of(between / above, error, above, below);
        let explained = ((between - above * error) / (between + within + error)).clamp(0.0, 1.0);
        VarianceAnalysis { p, explained, is_unordered: is_unordered(levels, &sizes, &means, error, below) }
    }
}

fn p_of(mean_square: f64, error: f64, above: f64, below: f64) -> f64 {
    match (mean_square > 0.0, error > 0.0) {
        (false, _) => 1.0,
        (true, false) => 0.0,
        (true, true) => fisher_upper(mean_square / error, above, below),
    }
}

/// Whether the mean of a level lies elsewhere than between those of its neighbors, as it does for codes: a measurement has an effect that
/// is smooth. Levels are taken by threes, so that each says something of its own.
fn is_unordered(levels: &SubjectLevels, sizes: &[f64], means: &[f64], error: f64, below: f64) -> bool {
    let (mut squares, mut in_errors, mut threes) = (0.0, 0.0, 0.0);
    for at in (0..means.len().saturating_sub(2)).step_by(3) {
        let [low, middle, high] = [at, at + 1, at + 2].map(|place| levels.values[place]);
        let weight = (middle - low) / (high - low);
        let contrast = means[at + 1] - (1.0 - weight) * means[at] - weight * means[at + 2];
        let shape = [(at, 1.0 - weight), (at + 1, 1.0), (at + 2, weight)];
        let of_codes: f64 = shape.iter().map(|(_, factor)| factor * factor).sum();
        let of_noise: f64 = shape.iter().map(|(place, factor)| factor * factor / sizes[*place]).sum();
        squares += contrast * contrast / of_codes;
        in_errors += contrast * contrast / of_noise;
        threes += 1.0;
    }
    if threes == 0.0 || p_of(in_errors / threes, error, threes, below) >= P_VALUE {
        return false;
    }
    let (_, _, variance) = hornbook_math::estimates::moments(means);
    squares / threes >= UNORDERED * variance
}
