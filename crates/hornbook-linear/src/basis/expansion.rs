//! The learner that makes columns before another learns.

use super::model::BasisModel;
use super::places::Knots;
use super::{Basis, FittedBasis};
use hornbook_core::{Choice, Learner, LearnerSpec, Result, Run, Task};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Registry, Summary};

/// Any learner on functions of the columns: powers and products, bumps, steps, splines or waves.
///
/// A linear model of such functions follows curves, and stays as easy to read and as quick as a linear model. Knots and
/// centres are placed by the rows. Columns that are not numbers go to the learner as they are.
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_learner::{Entry, Fit, Registry};
/// use hornbook_linear::{BasisExpansion, BasisKind, LinearRegression, Ridge};
///
/// Registry::fill(|| vec![Entry::of::<LinearRegression>(), Entry::of::<Ridge>()]); // or hornbook::registry()
/// let x: Vec<f64> = (0..50).map(|i| 0.2 * f64::from(i)).collect();
/// let table = Table::builder().number("y", x.iter().map(|x| x.sin()).collect()).number("x", x).build()?;
/// let splines = BasisExpansion::default().n_knots(8).estimator(Ridge::default().alpha(1e-6));
/// let model = splines.fit(&table.dataset().target("y")?)?;
/// assert!(model.basis().names().len() == 9 && model.within().info().learner == "ridge");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "basis-expansion",
    family = "linear",
    tasks(classification, regression),
    categories,
    weights,
    on_request
)]
pub struct BasisExpansion {
    /// Which functions of the columns there are.
    #[param(default = BasisKind::Spline, search = "every")]
    pub basis: BasisKind,
    /// The degree of powers or splines, or how many waves; none takes 2 for powers, and 3 else.
    #[param(range = "1..=100")]
    pub degree: Option<u32>,
    /// Whether products of different columns are taken only, and no powers.
    #[param(default = false)]
    pub interaction_only: bool,
    /// How many knots of splines, with both ends, or centres of bumps and steps.
    #[param(default = 5, range = "2..=10000", search = "3..20")]
    pub n_knots: u32,
    /// How knots and centres are placed.
    #[param(default = Knots::Uniform, search = "every")]
    pub knots: Knots,
    /// How wide bumps and steps are, or the length of the longest wave; none follows from the column.
    #[param(range = ">0..")]
    pub width: Option<f64>,
    /// The learner; none takes linear regression for numbers, and logistic regression for classes.
    pub estimator: Option<LearnerSpec>,
}

/// Which functions of columns there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BasisKind {
    /// Powers and products.
    Polynomial,
    /// Bumps around centres.
    Gaussian,
    /// Steps at centres.
    Sigmoid,
    /// B-splines, constant beyond the ends.
    Spline,
    /// Cubic splines that are straight lines beyond the ends.
    NaturalSpline,
    /// Sines and cosines.
    Fourier,
}

impl BasisExpansion {
    fn functions(&self) -> Basis {
        let places = || self.knots.places(self.n_knots);
        match self.basis {
            BasisKind::Polynomial => Basis::Polynomial {
                degree: self.degree.unwrap_or(2),
                interaction_only: self.interaction_only,
            },
            BasisKind::Gaussian => Basis::Gaussian { centres: places(), width: self.width },
            BasisKind::Sigmoid => Basis::Sigmoid { centres: places(), width: self.width },
            BasisKind::Spline => {
                Basis::Spline { degree: self.degree.unwrap_or(3), knots: places(), include_bias: false }
            }
            BasisKind::NaturalSpline => Basis::NaturalSpline { knots: places() },
            BasisKind::Fourier => Basis::Fourier { harmonics: self.degree.unwrap_or(3), period: self.width },
        }
    }
}

impl Fit for BasisExpansion {
    type Model = BasisModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<BasisModel> {
        let data = data.counting_rows();
        let usual = match data.task()? {
            Task::Classification => LearnerSpec::new("logistic-regression"),
            _ => LearnerSpec::new("linear-regression"),
        };
        let learner = Registry::filled()?.learner(self.estimator.as_ref().unwrap_or(&usual))?;
        let basis: FittedBasis = self.functions().fit(&data)?;
        // The learner within writes the trace.
        let within = learner.train(&basis.dataset(&data)?, run)?;
        let mut summary: Summary = within.info().summary.clone();
        summary.details.insert("functions".to_string(), basis.names().len().into());
        Ok(BasisModel { info: self.model_info(&data, summary)?, basis, within })
    }
}
