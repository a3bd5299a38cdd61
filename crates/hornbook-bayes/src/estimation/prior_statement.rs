//! Priors from what people say: "close to 2, between 1 and 3".

use hornbook_core::{Error, Result};
use hornbook_math::distributions::{Normal, Univariate, normal_quantile};

/// How much lies between the ends of a [`PriorStatement::CloseTo`].
pub const USUAL_SHARE: f64 = 0.95;

/// What somebody believes about a parameter before there are rows.
///
/// ```
/// use hornbook_bayes::estimation::{ConjugateFamily, NormalMean, PriorStatement};
/// use hornbook_math::distributions::Univariate;
/// // The mean is close to 2, and between 1 and 3.
/// let family = NormalMean::new(4.0)?;
/// let prior = family.stated(&[PriorStatement::CloseTo { value: 2.0, between: (1.0, 3.0) }])?;
/// assert_eq!(prior.mean(), 2.0);
/// assert!((prior.between(1.0, 3.0) - 0.95).abs() < 1e-12);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PriorStatement {
    /// The parameter is between two ends with this probability, and as probably below as above them.
    Between {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
        /// The probability of being between them.
        share: f64,
    },
    /// The parameter is this on average, and between two ends with probability 0.95.
    CloseTo {
        /// The mean.
        value: f64,
        /// The ends.
        between: (f64, f64),
    },
    /// As sure as if so many rows had been seen that make this value most likely.
    WorthRows {
        /// The value.
        mean: f64,
        /// How many rows; need not be whole.
        rows: f64,
    },
}

/// A statement that cannot be made about this parameter.
pub(super) fn impossible(statement: &PriorStatement, why: impl Into<String>) -> Error {
    Error::data(format!("no prior says '{statement}'"), why)
}

/// An error unless there are so many statements.
pub(super) fn one_for_each(statements: &[PriorStatement], parameters: &[String]) -> Result<()> {
    if statements.len() == parameters.len() {
        return Ok(());
    }
    Err(Error::data(
        format!("there are {} statements for {} parameters", statements.len(), parameters.len()),
        format!("say something about each of {}", parameters.join(", ")),
    ))
}

/// The ends and the fraction of a statement that has them, checked against the numbers that the parameter
/// can be.
fn ends(statement: &PriorStatement, (least, most): (f64, f64)) -> Result<(f64, f64, f64)> {
    let (low, high, share) = match *statement {
        PriorStatement::Between { low, high, share } => (low, high, share),
        PriorStatement::CloseTo { value, between: (low, high) } => {
            if !(low < value && value < high) {
                return Err(impossible(statement, "give a value between the two ends"));
            }
            (low, high, USUAL_SHARE)
        }
        PriorStatement::WorthRows { .. } => return Err(impossible(statement, "give two ends")),
    };
    if !(low.is_finite() && high.is_finite() && low < high) {
        return Err(impossible(statement, "give two finite ends, the lower one first"));
    }
    if !(share > 0.0 && share < 1.0) {
        return Err(impossible(statement, "give a share above 0 and below 1"));
    }
    if low < least || high > most {
        return Err(impossible(statement, format!("the parameter is between {least} and {most}")));
    }
    Ok((low, high, share))
}

/// The rows of a statement that has them.
pub(super) fn worth(statement: &PriorStatement, allowed: impl Fn(f64) -> bool) -> Result<Option<(f64, f64)>> {
    match *statement {
        PriorStatement::WorthRows { mean, rows } if rows > 0.0 && rows.is_finite() && allowed(mean) => {
            Ok(Some((mean, rows)))
        }
        PriorStatement::WorthRows { .. } => {
            Err(impossible(statement, "give a value that the parameter can have, and more than 0 rows"))
        }
        _ => Ok(None),
    }
}

/// The normal distribution of which a statement with two ends is true.
pub(super) fn normal(statement: &PriorStatement) -> Result<Normal> {
    let (low, high, share) = ends(statement, (f64::NEG_INFINITY, f64::INFINITY))?;
    match *statement {
        PriorStatement::CloseTo { value, .. } => {
            with_share(statement, low, high, share, |size| Normal::new(value, (high - low) / size.sqrt()))
        }
        _ => Normal::new(0.5 * (low + high), 0.5 * (high - low) / normal_quantile(0.5 + 0.5 * share)),
    }
}

/// The member of a family of which a statement with two ends is true. `member` is that of a mean and a size: the
/// larger the size, the nearer all of it lies to the mean.
pub(super) fn member<D: Univariate>(
    statement: &PriorStatement,
    support: (f64, f64),
    member: impl Fn(f64, f64) -> Result<D>,
) -> Result<D> {
    let (low, high, share) = ends(statement, support)?;
    if let PriorStatement::CloseTo { value, .. } = *statement {
        return with_share(statement, low, high, share, |size| member(value, size));
    }
    if low <= support.0 || high >= support.1 {
        return Err(impossible(
            statement,
            "give ends that something can lie beyond, or say what it is close to",
        ));
    }
    // Where the mean must be for as much to lie below as above: the nearer to an end, the more lies beyond it.
    let (mut left, mut right) = (low, high);
    for _ in 0..STEPS {
        let mean = 0.5 * (left + right);
        let found = with_share(statement, low, high, share, |size| member(mean, size))?;
        match found.cdf(low) > found.upper(high) {
            true => left = mean,
            false => right = mean,
        }
    }
    with_share(statement, low, high, share, |size| member(0.5 * (left + right), size))
}

/// Halvings until two neighboring numbers are left.
const STEPS: usize = 80;

/// The size at which a fraction lies between two ends.
fn with_share<D: Univariate>(
    statement: &PriorStatement,
    low: f64,
    high: f64,
    share: f64,
    of_size: impl Fn(f64) -> Result<D>,
) -> Result<D> {
    let (mut wide, mut narrow) = (-18f64, 27f64);
    let is_wide = |ln_size: f64| Ok::<bool, Error>(of_size(ln_size.exp())?.between(low, high) < share);
    if !is_wide(wide)? || is_wide(narrow)? {
        return Err(impossible(statement, "no distribution of the family has so much between these ends"));
    }
    for _ in 0..STEPS {
        let middle = 0.5 * (wide + narrow);
        match is_wide(middle)? {
            true => wide = middle,
            false => narrow = middle,
        }
    }
    of_size(narrow.exp())
}
