//! Mixture of experts: linear experts combined by a softmax gating network, trained by EM.

mod distinct_rows;
mod em;
mod explain;
mod gating_tree;
#[cfg(test)]
mod tests;

pub(crate) use explain::{answers_of_row, part_name, sections};
pub(crate) use gating_tree::{GatingTree, are_sound, numbers, probabilities};

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::members::Member;
use crate::model::EnsembleModel;
use distinct_rows::DistinctRows;
use em::{EmResult, EmSearch};
use hornbook_core::{Error, Learner, Result, Run};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// Mixture of experts: linear experts combined by a softmax gating network, trained by EM; hierarchical with
/// `depth` > 1.
///
/// The gating network is a softmax regression: expert $k$ counts $g_k(x) = e^{v_k \cdot x} / \sum_j e^{v_j
/// \cdot x}$. The experts are linear regressions with Gaussian noise of their own for regression, $p_k(y \mid
/// x) = N(y; w_k \cdot x, \sigma_k^2)$, and logistic regressions for classification. The prediction is
/// $\sum_k g_k(x)\, w_k \cdot x$, or the mixture of the experts' probabilities. With a `depth` above 1 the
/// gates form a tree: a gate divides the rows among the gates beneath it, and the last ones among the
/// experts, so that there are `experts` to the power of `depth` of these (hierarchical mixture of experts).
///
/// All are trained together by expectation-maximization (EM), which increases the penalized log-likelihood
/// $\sum_i \log \sum_k g_k(x_i)\, p_k(y_i \mid x_i)$ minus the L2 penalty in every iteration. E-step: the
/// responsibilities of the experts for each row, $h_{ik} \propto g_k(x_i)\, p_k(y_i \mid x_i)$. M-step: each
/// expert is fitted to the rows weighted by its responsibilities, and the gates to the responsibilities as
/// soft class labels. Where the regions of the experts are separable, the coefficients of a gate would
/// diverge, so they have a small L2 penalty of regularization strength `alpha`; the same holds for
/// classification experts. Penalties assume features on one scale: standardize first. The noise standard
/// deviation of an expert is at least a thousandth of that of the target, since an expert that interpolates a
/// few rows would have infinite likelihood.
///
/// EM converges to a local maximum, so `n_init` random initializations are run, each with the rows assigned
/// to randomly drawn centers; after ten iterations the best one is continued. An iteration costs a fit of
/// each expert to all rows, and of each gate to the rows once per branch. An expert that loses all its rows
/// keeps its coefficients and gets zero gate probability. Rows are drawn by weight, in an order that depends
/// on their content, so that a weight of 2 is the row twice and neither the order of the rows nor the number
/// of threads matters.
///
/// Use it where a few linear rules hold in different regions and the model must be interpretable. The penalty
/// also keeps a gate soft: where the target jumps between regions, take a smaller `alpha`, or a
/// `decision-tree` with linear leaves (model tree), whose boundaries are sharp. For accuracy alone, gradient
/// boosting is better.
///
/// Jacobs, Jordan, Nowlan and Hinton, *Adaptive mixtures of local experts* (1991); Jordan and Jacobs,
/// *Hierarchical mixtures of experts and the EM algorithm* (1994).
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
    aliases("moe", "hierarchical mixture of experts", "gating network"),
    family = "ensembles",
    tasks(classification, regression),
    categories,
    sample_weights,
    explicit_only
)]
pub struct MixtureOfExperts {
    /// Number of experts (or subtrees) per gate.
    #[param(default = 2, range = "1..", search = "2..6")]
    pub experts: u32,
    /// Depth of the gating tree: gates on the way to an expert.
    #[param(default = 1, range = "1..")]
    pub depth: u32,
    /// L2 regularization strength of the gates (and of classification experts), relative to the
    /// log-likelihood.
    #[param(default = 1e-2, range = ">0..", search = "1e-4..1 log")]
    pub alpha: f64,
    /// Number of random initializations (restarts) of EM.
    #[param(default = 8, range = "1..")]
    pub n_init: u32,
    /// Maximum number of EM iterations.
    #[param(default = 200, range = "1..")]
    pub max_iter: u32,
    /// Convergence tolerance: minimum increase of the mean log-likelihood per iteration.
    #[param(default = 1e-5, range = "0..")]
    pub tol: f64,
}

impl Fit for MixtureOfExperts {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let shape = self.shape()?;
        let rows = DistinctRows::of(data, shape)?;
        let EmResult { parts, round, start, rounds, converged, starved } =
            EmSearch { learner: self, rows: &rows, shape, run }.run()?;
        let mut summary = TrainingSummary::default();
        let mut note = |name: &str, value| summary.details.insert(name.to_string(), value);
        note("experts", shape.experts().into());
        note("rounds", rounds.into());
        note("start", start.into());
        note("log_likelihood", round.log_likelihood.into());
        if !converged {
            summary
                .warnings
                .push(format!("EM did not converge in {rounds} iterations: raise max_iter or tol"));
        }
        if starved > 0 {
            summary.warnings.push(format!(
                "{starved} of {} experts have zero responsibility for all rows: use fewer experts",
                shape.experts()
            ));
        }
        if shape.experts() > rows.count() {
            summary.warnings.push(format!(
                "there are more experts ({}) than distinct rows ({}): use fewer experts",
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
            CombinationRule::Experts { shape, shares: round.shares, deviations },
            summary,
        )?;
        model.info.summary.converged = converged;
        Ok(model)
    }
}

impl MixtureOfExperts {
    fn shape(&self) -> Result<GatingTree> {
        GatingTree::new(self.experts, self.depth).ok_or_else(|| Error::Parameter {
            learner: "mixture-of-experts".to_string(),
            parameter: "experts".to_string(),
            found: format!("{} with a depth of {}", self.experts, self.depth),
            expected: format!(
                "at most {} experts, the number of branches to the power of depth",
                gating_tree::MOST
            ),
        })
    }
}
