//! The learner that makes columns before another learns.

use super::knots::KnotPlacement;
use super::model::BasisModel;
use super::{Basis, FittedBasis};
use hornbook_core::{Choice, Learner, Result, Run};
use hornbook_learner::{Fit, Model, TrainingInput, TransformerModel};

/// Basis expansion: polynomial features, Gaussian (RBF) and sigmoid basis functions,
/// splines, Fourier features, logarithms or indicator functions.
///
/// A linear model on basis functions fits nonlinear curves, and stays as interpretable and as fast as a
/// linear model. Knots and centers are fitted on the training data. Categorical features are passed to the
/// learner unchanged.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_learner::{Fit, Model, Pipeline, Registry, RegistryEntry};
/// use hornbook_linear::{BasisExpansion, Ridge};
///
/// Registry::fill(|| vec![RegistryEntry::of::<BasisExpansion>(), RegistryEntry::of::<Ridge>()]); // or hornbook::registry()
/// let x: Vec<f64> = (0..50).map(|i| 0.2 * f64::from(i)).collect();
/// let table = Table::builder().number("y", x.iter().map(|x| x.sin()).collect()).number("x", x).build()?;
/// let splines = Pipeline::default().step(BasisExpansion::default().n_knots(8)).step(Ridge::default().alpha(1e-6));
/// let model = splines.fit(&table.dataset().target("y")?)?;
/// assert_eq!(model.last().info().schema.inputs.len(), 9);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "basis-expansion",
    aliases("polynomial features", "splines", "fourier features"),
    sklearn = "PolynomialFeatures, SplineTransformer",
    r = "splines::bs, splines::ns, poly",
    family = "linear",
    tasks(transformation),
    categories,
    sample_weights,
    explicit_only
)]
pub struct BasisExpansion {
    /// Basis functions: polynomial features (with interaction terms), Gaussian radial basis functions (RBF),
    /// sigmoids, B-splines, natural cubic splines, a Fourier basis, logarithms or indicator functions.
    #[param(default = BasisKind::Spline, search = "every")]
    pub basis: BasisKind,
    /// Degree of the polynomial or spline, or number of Fourier harmonics; none takes 2 for polynomials, else
    /// 3.
    #[param(range = "1..=100")]
    pub degree: Option<u32>,
    /// Whether polynomial features are interaction terms only (products of different features, no powers).
    #[param(default = false)]
    pub interaction_only: bool,
    /// Number of spline knots, with both boundary knots, or of centers of Gaussian and sigmoid basis
    /// functions; indicator functions have a threshold at each but the boundary knots.
    #[param(default = 5, range = "2..=10000", search = "3..20")]
    pub n_knots: u32,
    /// Placement of knots and centers: at equal distances or at quantiles.
    #[param(default = KnotPlacement::Uniform, search = "every")]
    pub knots: KnotPlacement,
    /// Width of Gaussian and sigmoid basis functions, or period of the Fourier basis; none derives it from
    /// the feature.
    #[param(range = ">0..")]
    pub width: Option<f64>,
}

/// Basis functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BasisKind {
    /// Polynomial features: powers and interaction terms (products).
    Polynomial,
    /// Gaussian radial basis functions (RBF) around centers.
    Gaussian,
    /// Sigmoid basis functions at centers.
    Sigmoid,
    /// B-splines, constant beyond the boundary knots.
    Spline,
    /// Natural cubic splines: linear beyond the boundary knots.
    NaturalSpline,
    /// Sines and cosines.
    Fourier,
    /// Natural logarithms; features with values that are not above zero stay as they are.
    Log,
    /// Indicator functions: 1 if the feature is above a threshold, else 0 (piecewise constant).
    Indicator,
}

impl BasisExpansion {
    fn functions(&self) -> Basis {
        let places = || self.knots.places(self.n_knots);
        match self.basis {
            BasisKind::Polynomial => Basis::Polynomial {
                degree: self.degree.unwrap_or(2),
                interaction_only: self.interaction_only,
            },
            BasisKind::Gaussian => Basis::Gaussian { centers: places(), width: self.width },
            BasisKind::Sigmoid => Basis::Sigmoid { centers: places(), width: self.width },
            BasisKind::Spline => {
                Basis::Spline { degree: self.degree.unwrap_or(3), knots: places(), include_bias: false }
            }
            BasisKind::NaturalSpline => Basis::NaturalSpline { knots: places() },
            BasisKind::Fourier => Basis::Fourier { harmonics: self.degree.unwrap_or(3), period: self.width },
            BasisKind::Log => Basis::Log,
            BasisKind::Indicator => Basis::Indicator { thresholds: places() },
        }
    }
}

impl Fit for BasisExpansion {
    type Model = BasisModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<BasisModel> {
        let basis: FittedBasis = self.functions().fit(input.dataset()?)?;
        let mut model = TransformerModel::new(self, input.rows(), basis, run)?;
        let functions = model.fitted().names().len();
        let without_log: Vec<String> = match self.basis {
            BasisKind::Log => model.fitted().unchanged().into_iter().map(str::to_string).collect(),
            _ => Vec::new(),
        };
        let summary = &mut model.info_mut().summary;
        summary.details.insert("functions".to_string(), functions.into());
        summary.warnings.extend(without_log.into_iter().map(|column| {
            format!("column '{column}' has values that are not above zero, so it has no logarithm and stays as it is")
        }));
        Ok(model)
    }
}
