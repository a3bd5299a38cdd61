//! Columns of time: an order that nobody gave, and dates in the future.

use super::check_input::CheckInput;
use super::command_argument::argument;
use super::finding_list::finding;
use super::midranks::midranks;
use super::row_order;
use crate::record::{Finding, Severity};
use hornbook_core::format::{counted, trimmed};
use hornbook_data::{Column, Dataset, Feature, MISSING_DATE, Target};
use hornbook_evaluation::measures::pearson;

/// Fewer rows than this have no order to speak of.
const ENOUGH_ROWS: usize = 20;
/// The target changes with time if neighbors in time are alike by more standard errors than this.
const CLEAR: f64 = 4.0;
/// Words of names of columns that put rows in the order of time.
const NAMES: [&str; 13] = [
    "time",
    "timestamp",
    "date",
    "datetime",
    "year",
    "month",
    "week",
    "day",
    "hour",
    "minute",
    "period",
    "quarter",
    "epoch",
];

/// Which columns could be the order of the rows in time, if none is given.
pub(super) fn time_findings(data: &Dataset, input: &CheckInput) -> Vec<Finding> {
    if data.row_order().is_some() || input.rows < ENOUGH_ROWS {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (place, name) in input.names.iter().enumerate() {
        let feature = &input.features[place];
        let Feature::Number(moments) = feature else { continue };
        let is_date = input.are_dates[place];
        let is_sorted_time = name_says_so(name) && row_order::is_sorted(feature);
        if !is_date && !is_sorted_time {
            continue;
        }
        let order = argument(name);
        let changes = changes_with_time(moments, &input.target);
        let what =
            if is_date { "is a date" } else { "rises with the rows of the file and has a name of time" };
        findings.push(match changes {
            Some(errors) => finding(Severity::Warning, "time", Some(name), format!(
                "Column '{name}' {what}, and rows that follow each other in time have similar targets ({} standard errors from 0). If the \
                 future is to be predicted from the past, shuffled folds make the score too good: use --order {order}.",
                trimmed(errors, 1)
            )),
            None => finding(Severity::Note, "time", Some(name), format!(
                "Column '{name}' {what}. If the future is to be predicted from the past, use --order {order}: the last rows are then the \
                 test set."
            )),
        });
    }
    findings
}

fn name_says_so(name: &str) -> bool {
    let plain = name.to_lowercase();
    plain.split(|c: char| !c.is_alphabetic()).any(|word| NAMES.contains(&word))
}

/// By how many standard errors targets are alike that follow each other in time, if clearly. Of rows of one moment, in the order of the
/// file, only the first is looked at.
fn changes_with_time(moments: &[f64], target: &Target) -> Option<f64> {
    let mut order: Vec<usize> = (0..moments.len()).filter(|&row| moments[row].is_finite()).collect();
    order.sort_by(|&a, &b| moments[a].total_cmp(&moments[b]));
    order.dedup_by(|later, first| moments[*later] == moments[*first]);
    if order.len() < ENOUGH_ROWS {
        return None;
    }
    let responses: Vec<Vec<f64>> = match target {
        Target::Numbers(values) => {
            vec![midranks(&order.iter().map(|&row| values[row]).collect::<Vec<f64>>())]
        }
        Target::Classes(classes) => {
            let is_of = |class: usize| {
                order.iter().map(|&row| f64::from(u8::from(classes.codes[row] as usize == class))).collect()
            };
            (0..classes.levels.len().min(10)).map(is_of).collect()
        }
    };
    let errors = |response: &Vec<f64>| {
        let last = response.len() - 1;
        let correlation = pearson(&response[..last], &response[1..], None).ok()?;
        correlation.is_finite().then_some(correlation * (last as f64).sqrt())
    };
    responses.iter().filter_map(errors).filter(|&errors| errors > CLEAR).max_by(f64::total_cmp)
}

/// Dates after now, given in milliseconds since 1970, of the features.
pub(super) fn future_date_findings(data: &Dataset, now: i64) -> Vec<Finding> {
    let table = data.table();
    let of_column = |&position: &usize| {
        let column = &table.columns()[position];
        let Column::Date(dates) = column else { return None };
        let known = || data.rows().iter().filter(|&row| dates[row as usize] != MISSING_DATE);
        let later: Vec<u32> = known().filter(|&row| dates[row as usize] > now).collect();
        let last = later.iter().copied().max_by_key(|&row| dates[row as usize])?;
        let name = table.names()[position].as_str();
        Some(finding(
            Severity::Warning,
            "future_dates",
            Some(name),
            format!(
                "Column '{name}' has {} after today among {} (the last is {}). A plan, such as a due date, is fine; otherwise they are mistakes or \
             stand for a missing value: correct them or leave them empty.",
                counted(later.len() as u64, "date"),
                known().count(),
                column.label(last as usize).unwrap_or_default()
            ),
        ))
    };
    data.features().iter().filter_map(of_column).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Seed;
    use hornbook_data::Table;

    const DAY: i64 = 86_400_000;

    fn data(target: Vec<f64>, rows: usize) -> Dataset {
        let mut order: Vec<i64> = (0..rows as i64).collect();
        Seed(5).rng().shuffle(&mut order);
        let values = order.iter().map(|&day| target[day as usize]).collect();
        let dates: Vec<i64> = order.iter().map(|day| 20_000 * DAY + day * DAY).collect();
        let table =
            Table::builder().column("when", Column::Date(dates.into())).number("y", values).build().unwrap();
        table.dataset().target("y").unwrap()
    }

    #[test]
    fn dates_offer_an_order() {
        let mut rng = Seed(3).rng();
        let noise: Vec<f64> = (0..300).map(|_| rng.unit()).collect();
        let look = |target: Vec<f64>| {
            let data = data(target, 300);
            let found = time_findings(&data, &CheckInput::of(&data).unwrap());
            assert!(found[0].sentence.contains("--order when"));
            let ordered = data.order("when").unwrap();
            assert!(time_findings(&ordered, &CheckInput::of(&ordered).unwrap()).is_empty());
            found[0].severity
        };
        assert_eq!(look(noise.clone()), Severity::Note);
        let season = noise.iter().enumerate().map(|(day, x)| x + (day as f64 / 20.0).sin()).collect();
        assert_eq!(look(season), Severity::Warning);
    }

    #[test]
    fn dates_in_the_future() {
        let data = data((0..300).map(f64::from).collect(), 300);
        assert!(future_date_findings(&data, 20_300 * DAY).is_empty());
        let found = future_date_findings(&data, 20_290 * DAY);
        assert!(
            found[0].sentence.contains("9 dates after today among 300 (the last is 2025-07-30"),
            "{}",
            found[0].sentence
        );
    }
}
