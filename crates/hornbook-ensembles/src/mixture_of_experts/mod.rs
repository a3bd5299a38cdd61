//! A mixture of experts: a gate divides the rows softly among linear models, and both are learned together.

mod explain;
mod rows;
mod search;
mod shape;
#[cfg(test)]
mod tests;

pub(crate) use explain::{answers_of_row, part_name, sections};
pub(crate) use shape::{Shape, are_sound, numbers, probabilities};

use crate::ensemble;
use crate::members::Member;
use crate::model::EnsembleModel;
use crate::rule::Rule;
use hornbook_core::{Error, Learner, Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Fit, Summary};
use rows::Rows;
use search::{Found, Search};

/// Linear models, each for a part of the inputs, and a gate that says how much each of them counts for a row.
///
/// The gate is a softmax regression: expert $k$ counts $g_k(x) = e^{v_k \cdot x} / \sum_j e^{v_j \cdot x}$. The experts
/// are least squares with a Gaussian noise of their own for numbers, $p_k(y \mid x) = N(y; w_k \cdot x, \sigma_k^2)$, and
/// logistic regressions for classes. The prediction is $\sum_k g_k(x)\, w_k \cdot x$, or the mixture of the experts'
/// probabilities. With a `depth` above 1 the gates form a tree: a gate divides the rows among the gates beneath it, and
/// the last ones among the experts, so that there are `experts` to the power of `depth` of these (a hierarchical mixture).
///
/// They are trained together by expectation and maximisation (EM), which raises
/// $\sum_i \log \sum_k g_k(x_i)\, p_k(y_i \mid x_i)$ less the price of the weights in every round. The first step asks how
/// much of each row is the doing of each expert, $h_{ik} \propto g_k(x_i)\, p_k(y_i \mid x_i)$. The second fits every expert to
/// the rows weighted by its share, and the gates to the shares as if they were classes. Where the experts' regions
/// separate, the weights of a gate would grow without end, so that they have a small price, `alpha`; the same holds for
/// experts that predict classes. Prices make sense only among columns of one scale. The noise of an expert is at least a
/// thousandth of the deviation of the target, since an expert that goes exactly through a few rows would be infinitely
/// likely.
///
/// EM finds the nearest top, not the highest. So `n_init` starts are made, each with the rows dealt to centres that are drawn
/// from them; after ten rounds the best one goes on. A round costs a fit of each expert to all rows, and of each gate to the
/// rows as often as it has branches. An expert that loses all its rows keeps its weights and counts for nothing. Rows are
/// drawn by weight, in an order that depends on their content, so that a weight of 2 is the row twice and neither the order of
/// the rows nor the number of threads matters.
///
/// Use it where a few linear rules hold in different regions and should be read. The price also keeps a gate soft: where the
/// target jumps from one rule to the next, take a smaller `alpha`, or a `decision-tree` with linear leaves, whose borders are
/// sharp. For bare accuracy boosted trees are better.
///
/// Jacobs, Jordan, Nowlan and Hinton, *Adaptive mixtures of local experts* (1991); Jordan and Jacobs, *Hierarchical
/// mixtures of experts and the EM algorithm* (1994).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::MixtureOfExperts;
/// use hornbook_learner::{Fit, Model};
///
/// let x: Vec<f64> = (-50..=50).map(|i| f64::from(i) / 10.0).collect();
/// let y = x.iter().map(|x| x.abs() + 0.1 * (40.0 * x).sin()).collect();
/// let table = Table::builder().number("x", x).number("y", y).build()?;
/// let model = MixtureOfExperts::default().fit(&table.dataset().target("y")?)?;
/// let new = Table::builder().number("x", vec![-3.0, 4.0]).build()?;
/// let values = model.predict(&new)?.values;
/// assert_eq!([values.label(0), values.label(1)].map(|v| v.parse::<f64>().unwrap().round()), [3.0, 4.0]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "mixture-of-experts",
    family = "ensembles",
    tasks(classification, regression),
    categories,
    weights,
    on_request
)]
pub struct MixtureOfExperts {
    /// Among how many a gate divides the rows.
    #[param(default = 2, range = "1..", search = "2..6")]
    pub experts: u32,
    /// How many gates there are on the way to an expert.
    #[param(default = 1, range = "1..")]
    pub depth: u32,
    /// The price of half the squares of the weights, of gates and of experts for classes, beside the log-likelihood.
    #[param(default = 1e-2, range = ">0..", search = "1e-4..1 log")]
    pub alpha: f64,
    /// How many starts are made.
    #[param(default = 8, range = "1..")]
    pub n_init: u32,
    /// Most rounds of a start.
    #[param(default = 200, range = "1..")]
    pub max_iter: u32,
    /// How much a round must add to the mean log-likelihood of a row.
    #[param(default = 1e-5, range = "0..")]
    pub tol: f64,
}

impl Fit for MixtureOfExperts {
    type Model = EnsembleModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<EnsembleModel> {
        let shape = self.shape()?;
        let rows = Rows::of(data, shape)?;
        let Found { parts, round, start, rounds, is_settled, starved } =
            Search { learner: self, rows: &rows, shape, run }.run()?;
        let mut summary = Summary::default();
        let mut note = |name: &str, value| summary.details.insert(name.to_string(), value);
        note("experts", shape.experts().into());
        note("rounds", rounds.into());
        note("start", start.into());
        note("log_likelihood", round.log_likelihood.into());
        if !is_settled {
            summary.warnings.push(format!(
                "the log-likelihood still rose after {rounds} rounds: allow more (max_iter), or a larger gain (tol)"
            ));
        }
        if starved > 0 {
            summary.warnings.push(format!(
                "{starved} of {} experts have lost all their rows, and count for nothing: ask for fewer",
                shape.experts()
            ));
        }
        if shape.experts() > rows.count() {
            summary.warnings.push(format!(
                "there are more experts ({}) than different rows ({}): ask for fewer",
                shape.experts(),
                rows.count()
            ));
        }
        let (gates, experts, deviations) = (parts.gates, parts.experts, parts.deviations);
        let members = gates.into_iter().chain(experts).map(|model| Member::of(Box::new(model))).collect();
        let mut model = ensemble(
            self,
            data,
            members,
            Rule::Experts { shape, shares: round.shares, deviations },
            summary,
        )?;
        model.info.summary.converged = is_settled;
        Ok(model)
    }
}

impl MixtureOfExperts {
    fn shape(&self) -> Result<Shape> {
        Shape::new(self.experts, self.depth).ok_or_else(|| Error::Parameter {
            learner: "mixture-of-experts".to_string(),
            parameter: "experts".to_string(),
            found: format!("{} with a depth of {}", self.experts, self.depth),
            expected: format!(
                "at most {} experts, the number of branches to the power of depth",
                shape::MOST
            ),
        })
    }
}
