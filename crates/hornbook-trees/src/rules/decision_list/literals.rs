//! What tests are made of, each with the rows that it matches.

use crate::bits::set_bit;
use crate::rows::{TreeColumn, TreeRows, between, rank};
use crate::rules::Condition;
use hornbook_core::{Error, Result};

/// Most bits for the rows of all literals.
const MOST_BITS: usize = 1 << 32;

/// Says one thing of one column.
pub(super) struct Literal {
    pub condition: Condition,
    /// The rows that it matches, a bit a row.
    pub rows: Vec<u64>,
}

/// Every literal that some row matches, in the order of columns, and of levels or thresholds.
pub(super) fn literals(rows: &TreeRows<u32>, max_thresholds: usize) -> Result<Vec<Literal>> {
    let conditions: Vec<Vec<Condition>> = rows
        .features
        .iter()
        .enumerate()
        .map(|(column, feature)| match feature {
            TreeColumn::Code { codes, levels } => of_levels(column as u32, codes, *levels),
            TreeColumn::Number(numbers) => of_numbers(column as u32, numbers, &rows.labels, max_thresholds),
        })
        .collect();
    let count: usize = conditions.iter().map(Vec::len).sum();
    if count.saturating_mul(rows.len()) > MOST_BITS {
        return Err(Error::data(
            format!("there are {count} literals for {} rows, which is more than fits in memory", rows.len()),
            "leave out columns of very many levels, or try fewer thresholds",
        ));
    }
    let with_rows = |(condition, feature)| Literal { rows: matched(&condition, feature), condition };
    let pairs = conditions.into_iter().zip(&rows.features);
    Ok(pairs.flat_map(|(list, feature)| list.into_iter().map(move |c| (c, feature))).map(with_rows).collect())
}

/// A literal for each level that occurs.
fn of_levels(column: u32, codes: &[u32], levels: u32) -> Vec<Condition> {
    let mut seen = codes.to_vec();
    seen.sort_unstable();
    seen.dedup();
    // The level after the last is that of missing values.
    seen.iter().filter(|&&level| level < levels).map(|&level| Condition::levels(column, &[level])).collect()
}

/// Two literals for each threshold between values that are not all of one class.
fn of_numbers(column: u32, numbers: &[f64], labels: &[u32], most: usize) -> Vec<Condition> {
    let (ranked, distinct) = rank(numbers);
    // The class of each value, if it has one only.
    let mut pure: Vec<Option<Option<u32>>> = vec![None; distinct.len()];
    for (rank, at) in ranked {
        if let Some(class) = pure.get_mut(rank as usize) {
            let label = labels[at as usize];
            *class = Some(match *class {
                None => Some(label),
                Some(one) => one.filter(|&one| one == label),
            });
        }
    }
    let class = |rank: usize| pure[rank].flatten();
    let is_border = |&low: &usize| class(low).is_none() || class(low) != class(low + 1);
    let borders: Vec<usize> = (0..distinct.len().saturating_sub(1)).filter(is_border).collect();
    let kept = borders.len().min(most);
    let thresholds = (0..kept).map(|i| {
        let low = borders[(2 * i + 1) * borders.len() / (2 * kept)];
        between(distinct[low], distinct[low + 1])
    });
    let both =
        |t: f64| [Condition::range(column, f64::NEG_INFINITY, t), Condition::range(column, t, f64::INFINITY)];
    thresholds.flat_map(both).collect()
}

fn matched(condition: &Condition, feature: &TreeColumn) -> Vec<u64> {
    let meets = |row: usize| match feature {
        TreeColumn::Number(numbers) => condition.takes_number(numbers[row]),
        TreeColumn::Code { codes, levels } => codes[row] < *levels && condition.takes_level(codes[row]),
    };
    let count = match feature {
        TreeColumn::Number(numbers) => numbers.len(),
        TreeColumn::Code { codes, .. } => codes.len(),
    };
    let mut bits = vec![0u64; count.div_ceil(64)];
    (0..count).filter(|&row| meets(row)).for_each(|row| set_bit(&mut bits, row as u32));
    bits
}
