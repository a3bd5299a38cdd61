//! One-hot targets: a column of 0 and 1 for each class.

use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Matrix, Target};

/// The target of the rows of a view as indicators: a column for each class, with exactly one 1 in each row (label binarization,
/// like scikit-learn's LabelBinarizer for more than two classes).
///
/// ```
/// use hornbook_data::Table;
/// let table = Table::builder().category("kind", &[Some("b"), Some("a"), Some("c")]).build()?;
/// let indicators = hornbook_preprocessing::class_indicators(&table.dataset().target("kind")?)?;
/// assert_eq!(indicators.values(), [0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn class_indicators(data: &Dataset) -> Result<Matrix> {
    let (name, target) = data.require_target()?;
    let Target::Classes(labels) = target else {
        return Err(Error::data(
            format!("the target '{name}' is a number, which has no classes"),
            "give a target of classes, or call classify() on the dataset",
        ));
    };
    let mut indicators = Matrix::zeros(data.rows().len(), labels.levels.len());
    for (at, row) in data.rows().iter().enumerate() {
        let class = labels.codes[row as usize] as usize;
        match indicators.row_mut(at).get_mut(class) {
            Some(cell) => *cell = 1.0,
            None => {
                return Err(Error::data(
                    format!("the target '{name}' is missing in row {}", row + 1),
                    "leave those rows out with drop_missing_target(), or correct them",
                ));
            }
        }
    }
    Ok(indicators)
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    #[test]
    fn each_row_has_one_1_in_the_column_of_its_class() {
        let labels = ["v", "u", "w", "v"].map(Some);
        let table = Table::builder()
            .category("k", &labels)
            .category("gap", &[Some("a"), None, Some("b"), Some("a")])
            .number("x", vec![1.0; 4])
            .build()
            .unwrap();
        let data = table.dataset().target("k").unwrap().select(vec![3, 1, 2]);
        let indicators = class_indicators(&data).unwrap();
        assert_eq!(indicators.row(0), [0.0, 1.0, 0.0]);
        assert_eq!(indicators.row(1), [1.0, 0.0, 0.0]);
        assert_eq!(indicators.row(2), [0.0, 0.0, 1.0]);
        let said = |target: &str| {
            class_indicators(&table.dataset().target(target).unwrap()).unwrap_err().to_string()
        };
        assert!(said("x").contains("the target 'x' is a number"));
        assert!(said("gap").contains("the target 'gap' is missing in row 2"));
    }
}
