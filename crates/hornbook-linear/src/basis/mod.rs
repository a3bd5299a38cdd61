//! Basis expansion: polynomial features, Gaussian (RBF) and sigmoid basis functions, splines, Fourier
//! features, logarithms, indicator functions, and functions of the user's own.
//!
//! # The model
//!
//! $f(x) = \sum_j w_j \, \phi_j(x)$ is not linear in $x$ but in its coefficients, so that every linear
//! learner can find them. A [`Basis`] says which functions $\phi_j$ there are; [`fit`](Basis::fit) places
//! their knots and centers by the rows, and the [`FittedBasis`] makes their columns for any rows.
//! [`BasisExpansion`] does both as a transformer, before any learner in a pipeline.
//!
//! | basis | functions of a column $x$ |
//! |---|---|
//! | polynomial | $x, x^2, …$ and all products of columns up to the degree |
//! | Gaussian | $e^{-(x - u)^2 / 2 s^2}$ around centers $u$: what happens here changes nothing far away |
//! | sigmoid | $1 / (1 + e^{-(x - u)/s})$: steps at the centers |
//! | spline | B-splines: polynomials from knot to knot that join smoothly, and are constant beyond the ends |
//! | natural spline | cubic ones that are linear beyond the ends |
//! | Fourier | $\sin(2 \pi k x / T)$ and $\cos(2 \pi k x / T)$: what repeats |
//! | log | $\ln x$: equal factors of $x$ have equal effects |
//! | indicator | 1 if $x > c$ and else 0, for each threshold $c$: piecewise constant |
//!
//! Columns that do not vary, and inputs that are not numbers, stay as they are; so do columns without a logarithm,
//! with a warning. Below the smallest training value the logarithm stays what it is there. B-splines of a column add
//! up to 1; with a learner that has an intercept the last one is left out (`include_bias`), and
//! scikit-learn's `SplineTransformer` makes the same columns then.
//!
//! # Cost
//!
//! O(n p) time and memory for $n$ rows and $p$ columns that are made, and what the learner costs on $p$ columns: products of
//! many columns are expensive, where kernels are not.
//!
//! # References
//!
//! de Boor, *A practical guide to splines* (1978); Hastie, Tibshirani and Friedman, *The elements of statistical learning*
//! (2009), chapter 5.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::{Basis, BasisFunction, LinearRegression};
//!
//! // y = 0.5 x + 2 sin(x) + 1, which lines and parabolas cannot follow.
//! let x: Vec<f64> = (0..20).map(|i| 0.7 * f64::from(i)).collect();
//! let y: Vec<f64> = x.iter().map(|x| 0.5 * x + 2.0 * x.sin() + 1.0).collect();
//! let table = Table::builder().number("x", x).number("y", y).build()?;
//! let data = table.dataset().target("y")?;
//! let basis = Basis::Functions(vec![BasisFunction::new("x", |row| row[0]), BasisFunction::new("sin", |row| row[0].sin())]);
//! let model = LinearRegression::default().fit(&basis.fit(&data)?.dataset(&data)?)?;
//! assert!((model.weights().at(0, 1) - 2.0).abs() < 1e-12);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod column;
mod expansion;
mod fitted;
mod functions;
mod knots;
mod model;

#[cfg(test)]
mod tests;

pub use expansion::{BasisExpansion, BasisKind};
pub use fitted::FittedBasis;
pub(crate) use fitted::numbers_of;
pub use functions::BasisFunction;
pub use hornbook_encoding::basis::{Monomial, monomials};
pub use knots::{KnotPlacement, KnotSet};
pub use model::BasisModel;

use hornbook_data::{Booleans, Input, InputKind};

/// Most waves of a column.
const MOST_HARMONICS: u32 = 1000;

/// Which functions of the columns of numbers there are.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Basis {
    /// All products of powers up to a degree.
    Polynomial {
        /// The highest degree.
        degree: u32,
        /// Whether products of different columns are taken only, and no powers.
        interaction_only: bool,
    },
    /// Gaussian radial basis functions (RBF) around centers.
    Gaussian {
        /// The centers.
        centers: KnotSet,
        /// The width; none takes the mean distance between centers.
        width: Option<f64>,
    },
    /// Sigmoid basis functions at centers.
    Sigmoid {
        /// The centers.
        centers: KnotSet,
        /// The width; none takes the mean distance between centers.
        width: Option<f64>,
    },
    /// B-splines, constant beyond the ends.
    Spline {
        /// Their degree: 3 is cubic.
        degree: u32,
        /// The knots, with both ends.
        knots: KnotSet,
        /// Whether all are taken, which add up to 1; else the last is left out.
        include_bias: bool,
    },
    /// Cubic splines that are linear beyond the ends.
    NaturalSpline {
        /// The knots, with both ends.
        knots: KnotSet,
    },
    /// Sines and cosines.
    Fourier {
        /// How many of each; the shortest wave is that part of the period.
        harmonics: u32,
        /// The length of the longest wave; none takes that of the column, from its smallest to its largest value.
        period: Option<f64>,
    },
    /// The natural logarithm of each column whose values are all above zero; others stay as they are.
    Log,
    /// Indicator functions: 1 where a value is above a threshold, and else 0.
    Indicator {
        /// The thresholds. Of knots placed by the rows, those at both ends are left out.
        thresholds: KnotSet,
    },
    /// Functions of the user's own, of all columns of numbers.
    Functions(Vec<BasisFunction>),
}

/// The inputs that are numbers, and the others.
pub(crate) fn parted(inputs: &[Input]) -> (Vec<usize>, Vec<usize>) {
    let is_number = |&i: &usize| matches!(inputs[i].kind, InputKind::Number | InputKind::Date);
    (0..inputs.len()).partition(is_number)
}

/// An input that stays as it is. Truth values are seen as categories within.
pub(crate) fn kept(input: &Input) -> Input {
    let kind = match &input.kind {
        InputKind::Boolean => InputKind::Category { levels: Booleans::levels() },
        other => other.clone(),
    };
    Input { name: input.name.clone(), kind }
}

/// The names, of which none comes twice: a later one gets a mark.
pub(crate) fn unique_names(names: Vec<String>) -> Vec<String> {
    let mut unique: Vec<String> = Vec::with_capacity(names.len());
    let mut seen = std::collections::BTreeSet::new();
    for mut name in names {
        while !seen.insert(name.clone()) {
            name.push('\'');
        }
        unique.push(name);
    }
    unique
}
