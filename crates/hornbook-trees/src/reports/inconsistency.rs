use super::{classes_of, weight_of};
use hornbook_core::Result;
use hornbook_data::{Dataset, Feature};
use hornbook_math::sort::ordered_bits;
use std::cmp::Ordering;

/// Rows that contradict each other.
#[derive(Debug, Clone, PartialEq)]
pub struct InconsistencyReport {
    /// Rows with the same features and different classes, in the order of their first rows.
    pub groups: Vec<InconsistentGroup>,
    /// The weight of the rows that no model of these features can get right, beyond the most common class of each group.
    pub least_errors: f64,
}

/// Rows with the same features and different classes.
#[derive(Debug, Clone, PartialEq)]
pub struct InconsistentGroup {
    /// Their positions in the table, ascending.
    pub rows: Vec<u32>,
    /// The weight of each class among them.
    pub tally: Vec<f64>,
}

/// Finds rows with the same features and different classes: mistakes, chance, or a column that is not there. Missing
/// values are the same as each other; rows without weight do not count. O(p·n·log n) for p columns.
pub fn inconsistent_rows(data: &Dataset) -> Result<InconsistencyReport> {
    let classes = classes_of(data)?;
    let features: Vec<Feature> = (0..data.features().len()).map(|i| data.feature(i)).collect();
    let compare = |a: u32, b: u32| {
        let orders = features.iter().map(|feature| key(feature, a).cmp(&key(feature, b)));
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    };
    let mut rows: Vec<u32> = data.rows().iter().filter(|&row| weight_of(data, row) > 0.0).collect();
    rows.sort_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
    let alike = rows.chunk_by(|&a, &b| compare(a, b).is_eq());
    let of_chunk = |rows: &[u32]| {
        let mut tally = vec![0.0; classes.levels.len()];
        rows.iter().for_each(|&row| tally[classes.codes[row as usize] as usize] += weight_of(data, row));
        InconsistentGroup { rows: rows.to_vec(), tally }
    };
    let differ = |group: &InconsistentGroup| group.tally.iter().filter(|&&weight| weight > 0.0).count() > 1;
    let mut groups: Vec<InconsistentGroup> = alike.map(of_chunk).filter(differ).collect();
    groups.sort_by_key(|group| group.rows[0]);
    let errors = |group: &InconsistentGroup| {
        group.tally.iter().sum::<f64>() - group.tally.iter().copied().fold(0.0, f64::max)
    };
    let least_errors = groups.iter().map(errors).fold(0.0, |sum, errors| sum + errors);
    Ok(InconsistencyReport { groups, least_errors })
}

/// What makes two values the same.
fn key(feature: &Feature, row: u32) -> u64 {
    match feature {
        Feature::Number(values) if values[row as usize].is_nan() => u64::MAX,
        // Adding zero makes -0.0 the same value as 0.0.
        Feature::Number(values) => ordered_bits(values[row as usize] + 0.0),
        Feature::Code(codes, _) => u64::from(codes[row as usize]),
        Feature::Text(_) | Feature::Object(_) => u64::from(row),
    }
}
