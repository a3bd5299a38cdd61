//! The design matrix: how a linear learner encodes its inputs, and what it says of the columns.

use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Features, Input, MatrixView, Scalars, SparseRows, Target};
use hornbook_encoding::{
    CategoricalEncoding, Encoder, EncoderOptions, MissingValues, Scaling, UnknownLevels,
};

/// The encoder of these inputs. Every level of a category has a column where a penalty tells them apart, and else all but the
/// first ([`CategoricalEncoding::Dummy`]), which the others are compared with.
pub(crate) fn design_of(inputs: &[Input], categories: CategoricalEncoding) -> Encoder {
    let (unknown, missing) = (UnknownLevels::Zeros, MissingValues::Keep);
    Encoder::of(inputs, EncoderOptions { scaling: Scaling::None, categories, unknown, missing })
}

/// More columns than these have no room for the products of all with all.
pub(crate) const MOST_COLUMNS: usize = 4000;

/// An error if there are more columns than a method takes.
pub(crate) fn check_width(design: &Encoder, most: usize) -> Result<()> {
    if design.width() <= most {
        return Ok(());
    }
    let levels = |input: &&Input| input.kind.levels().unwrap_or(0);
    let widest = design.inputs().iter().rev().max_by_key(levels).filter(|input| levels(input) > 0);
    let widest =
        widest.map_or(String::new(), |one| format!("; '{}' alone has {} levels", one.name, levels(&one)));
    Err(Error::data(
        format!(
            "the design matrix has {} columns after one-hot encoding, and this learner takes at most {most}{widest}",
            design.width()
        ),
        "leave out high-cardinality features, or use a learner that handles categories natively, such as gradient-boosting",
    ))
}

/// A sentence about the columns whose weights the rows do not determine, if there are any.
pub(crate) fn undetermined(design: &Encoder, is_determined: &[bool]) -> Option<String> {
    let names: Vec<String> = (0..design.width())
        .filter(|&column| !is_determined[column])
        .map(|column| format!("'{}'", design.name(column)))
        .collect();
    let (which, some) = match names.len() {
        0 => return None,
        1 => ("the coefficient of", names[0].clone()),
        2..=5 => ("the coefficients of", names.join(", ")),
        many => ("the coefficients of", format!("{} and {} more", names[..5].join(", "), many - 5)),
    };
    Some(format!(
        "rank-deficient design, not estimable: {which} {some} (features are constant or collinear); the \
         minimum-norm solution is taken"
    ))
}

/// An error that names the first number that is missing.
pub(crate) fn missing_number(design: &Encoder, rows: &Features<'_>) -> Error {
    match design.first_missing(rows) {
        Some((row, input)) => Error::data(
            format!(
                "column '{}' is missing (NaN) in row {}, and a linear model needs every number",
                design.inputs()[input].name,
                row + 1
            ),
            "impute it, or use a learner that handles missing values, such as gradient-boosting",
        ),
        None => Error::data(
            "a prediction is too large for a number",
            "look for values far beyond those of training",
        ),
    }
}

/// The columns of the rows of a view, row by row.
pub(crate) fn rows_of(design: &Encoder, data: &Dataset) -> Vec<f64> {
    let mut values = Vec::new();
    design.write_rows(&data.features_in_place(), None, &mut values);
    values
}

/// The rows of a view without their zeros, if most numbers are zero.
pub(crate) fn sparse_rows_of(design: &Encoder, data: &Dataset) -> Option<SparseRows> {
    match data.sparse_rows() {
        Some(rows) => design.sparse_if_thin(&Features::Sparse(rows)),
        // Rows that were picked are not copied in vain.
        None if design.is_thin() => design.sparse(&data.features_in_place()),
        None => None,
    }
}

/// Visits the columns of the rows of a view: all at once where they lie in memory, and else in copies of some rows that
/// do not fill it.
pub(crate) fn for_views(
    design: &Encoder,
    data: &Dataset,
    mut visit: impl FnMut(MatrixView<'_>, &Dataset) -> Result<()>,
) -> Result<()> {
    const MOST_VALUES: usize = 1 << 22;
    if let Some(matrix) = data.matrix() {
        return visit(matrix, data);
    }
    let (rows, width) = (data.rows().len(), design.width());
    let height = (MOST_VALUES / width.max(1)).max(1);
    for start in (0..rows).step_by(height) {
        let part = data.slice(start..(start + height).min(rows));
        let values = rows_of(design, &part);
        visit(MatrixView::new(part.rows().len(), width, Scalars::F64(&values))?, &part)?;
    }
    Ok(())
}

/// The targets of the rows of a view, row by row.
pub(crate) fn targets_of(data: &Dataset) -> Result<Vec<f64>> {
    data.require_target()?;
    let targets: Vec<_> = data.all_targets().map(|(_, target)| target).collect();
    let mut values = Vec::with_capacity(data.rows().len() * targets.len());
    for row in data.rows().iter() {
        values.extend(targets.iter().map(|target| match target {
            Target::Numbers(values) => values[row as usize],
            Target::Classes(classes) => f64::from(classes.codes[row as usize]),
        }));
    }
    Ok(values)
}
