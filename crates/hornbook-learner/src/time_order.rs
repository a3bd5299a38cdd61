//! Rows in the order of time.

use hornbook_core::{Error, Result};
use hornbook_data::Dataset;

/// The rows of the view by time, each with its moment and its position in the view; ties are in the order of the rows. The
/// time is the dataset's order, or the order of the rows if it has none.
pub fn rows_by_time(data: &Dataset) -> Result<Vec<(f64, usize)>> {
    let rows = data.rows();
    let mut when: Vec<(f64, usize)> = match data.row_order() {
        Some(order) => rows.iter().map(|row| order[row as usize]).zip(0..).collect(),
        None => (0..rows.len()).map(|row| (row as f64, row)).collect(),
    };
    let missing = when.iter().filter(|(time, _)| time.is_nan()).count();
    if missing > 0 {
        return Err(Error::data(
            format!("the order of the rows is missing in {missing} of {} rows", when.len()),
            "fill it in, or leave those rows out",
        ));
    }
    when.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    Ok(when)
}

/// Where blocks of about equal weight begin and end in rows by time, or `None` if there are too few moments to fill them.
/// `weights` has the weight of each row of the view. Rows of one moment are not torn, so that a row of weight 2 is the row
/// twice.
pub fn time_blocks(by_time: &[(f64, usize)], weights: &[f64], blocks: usize) -> Option<Vec<usize>> {
    let mut ends = vec![(0, 0.0)];
    for moment in by_time.chunk_by(|a, b| a.0 == b.0) {
        let &(rows, weight) = ends.last()?;
        let more: f64 = moment.iter().map(|&(_, row)| weights[row]).sum();
        ends.push((rows + moment.len(), weight + more));
    }
    let total = ends.last()?.1;
    if blocks > by_time.len() {
        return None;
    }
    let cut = |block: usize| {
        // Everything is times the number of blocks, so that whole weights are compared without rounding.
        let goal = block as f64 * total;
        let beyond = ends.partition_point(|&(_, weight)| weight * blocks as f64 <= goal);
        let before = ends[beyond - 1];
        let misses_a_row = goal - before.1 * blocks as f64 >= blocks as f64;
        if misses_a_row { ends.get(beyond).map_or(before.0, |end| end.0) } else { before.0 }
    };
    let cuts: Vec<usize> = (0..=blocks).map(cut).collect();
    cuts.windows(2).all(|pair| pair[0] < pair[1]).then_some(cuts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    #[test]
    fn time_is_the_order_and_not_the_position() {
        let table = Table::builder()
            .number("day", vec![3.0, 1.0, 2.0, 1.0])
            .number("y", vec![0.0; 4])
            .build()
            .unwrap();
        let data = table.dataset().target("y").unwrap().order("day").unwrap();
        let rows: Vec<usize> = rows_by_time(&data).unwrap().iter().map(|&(_, row)| row).collect();
        assert_eq!(rows, [1, 3, 2, 0]);
        assert_eq!(rows_by_time(&data.select(vec![2, 0, 1])).unwrap()[0], (1.0, 2));
        let unknown = data.with_order(vec![1.0, f64::NAN, 2.0, 3.0]).unwrap();
        assert!(rows_by_time(&unknown).unwrap_err().to_string().contains("missing in 1 of 4 rows"));
    }

    #[test]
    fn blocks_do_not_tear_moments_and_count_weight() {
        let rows = |moments: &[f64]| -> Vec<(f64, usize)> { moments.iter().copied().zip(0..).collect() };
        let twelve: Vec<f64> = (0..12).map(f64::from).collect();
        assert_eq!(time_blocks(&rows(&twelve), &[1.0; 12], 5), Some(vec![0, 2, 4, 7, 9, 12]));
        let tied = [0.0, 0.0, 0.0, 1.0, 2.0, 2.0];
        assert_eq!(time_blocks(&rows(&tied), &[1.0; 6], 3), Some(vec![0, 3, 4, 6]));
        // The same rows, written once with their weight.
        let once = [0.0, 1.0, 2.0];
        assert_eq!(time_blocks(&rows(&once), &[3.0, 1.0, 2.0], 3), Some(vec![0, 1, 2, 3]));
        assert_eq!(time_blocks(&rows(&tied), &[1.0; 6], 4), None);
        assert_eq!(time_blocks(&[], &[], 1), None);
    }
}
