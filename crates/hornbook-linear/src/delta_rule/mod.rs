//! The delta rule: gradient descent on the errors of one unit.
//!
//! # The model
//!
//! A linear unit has the output $o = w_0 + w^\top x$; a sigmoid unit $o = 1/(1 + e^{-(w_0 + w^\top x)})$. The rule makes
//! $E(w) = \frac12 \sum_i v_i (t_i - o_i)^2$ small, where $t$ is a number, or -1 and 1 (or 0 and 1) for classes and $v_i$
//! the weight of row $i$. More than two classes have a unit each, and the largest sum wins. A sigmoid unit of two classes
//! gives probabilities, and may make the cross-entropy small instead; linear units give none.
//!
//! # The algorithm
//!
//! The weights start at zero and go against the gradient (gradient descent). In batches all rows make one
//! step, $\Delta w = \eta \sum_i v_i (t_i - o_i)\,x_i$ (`reduction` `sum`) or $1/\sum v_i$ of it (`mean`);
//! stochastic, each row makes one, $\Delta w = \eta\,(t - o)\,x$: least mean squares, the rule of Widrow
//! and Hoff. A sigmoid unit has the factor $o (1 - o)$ in both, unless its loss is the cross-entropy. Rates
//! stay, fall by $\eta_t = \eta_0 / (1 + d t)$, or are searched for along the gradient; momentum lets a
//! part of the last step go on.
//!
//! Batches of a linear unit converge for rates below $2/\lambda$, with the largest curvature $\lambda$ of
//! $E$; the summary has that number. With a larger rate the loss grows: that is said, and the best weights
//! on the way are kept.
//!
//! # Sample weights and order of rows
//!
//! As for the perceptron: stochastic, a row of weight 3 is met three times in an epoch, and a fraction is a
//! smaller step; a batch multiplies by the weight. Rows are shuffled from an order that depends on their
//! content, or are met as they stand.
//!
//! # Out-of-core training and warm start
//!
//! As for the perceptron: in batches a stochastic epoch is a pass over the file, with momentum and steps of
//! several rows going on from batch to batch, and a second pass has the loss and the training curve; all
//! rows together make a step by sums over the batches. Without `shuffle` the weights and the curves are
//! those of memory to the last bit.
//!
//! With a warm start on more rows ([`TrainingInput::with_warm_start`](hornbook_learner::TrainingInput::with_warm_start)) the weights of the
//! model are the start, a decaying rate goes on falling, and momentum starts anew.
//!
//! # Cost
//!
//! O(n p K) time an epoch, twice that with the loss after it, and O(n p) memory, in batches that of one.
//!
//! # When to use something else
//!
//! For numbers `linear-regression` has the minimum at once; for classes `logistic-regression` is surer and faster. This learner
//! is for seeing how descent works, and for the units that networks are made of.
//!
//! # References
//!
//! Widrow and Hoff, *Adaptive switching circuits* (1960); Mitchell, *Machine learning* (1997), 4.4.
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::Fit;
//! use hornbook_linear::{DeltaRule, UpdateMode};
//!
//! let table = Table::builder()
//!     .number("x", vec![0.0, 1.0, 2.0, 3.0])
//!     .number("y", vec![1.0, 2.0, 2.0, 4.0])
//!     .build()?;
//! let learner = DeltaRule::default().mode(UpdateMode::Batch).eta0(0.2).max_iter(10_000).tol(1e-15);
//! let model = learner.fit(&table.dataset().target("y")?)?;
//! assert!((model.intercepts()[0] - 0.9).abs() < 1e-6 && (model.weights().at(0, 0) - 0.9).abs() < 1e-6);
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod descent;
mod events;
mod fit;
mod gradient;
mod objective;
mod params;

#[cfg(test)]
mod tests;

pub use events::DeltaRuleEvent;
pub use gradient::LossGradient;
pub use params::{Activation, DeltaRule, DeltaRuleLoss, LearningRateSchedule, Reduction};
