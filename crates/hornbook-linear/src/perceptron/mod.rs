//! The perceptron: a mistake-driven linear classifier.
//!
//! # The model
//!
//! Of two classes, the second is predicted where $w_0 + w^\top x > 0$. Of more, each class has a sum and the largest wins: a
//! linear machine. There are no probabilities; the predicted class has the probability 1, and
//! [`decisions`](crate::LinearModel::decisions) gives the sums.
//!
//! # The algorithm
//!
//! The weights start at zero. A row of the class $y = \pm 1$ whose sum has the wrong sign is added to them,
//! $w \leftarrow w + \eta\,y\,x$; with targets of -1 and 1 the error $y - h$ is $\pm 2$, and steps are
//! twice as long (`coding`). Of more classes, the row is added to the weights of its class and taken from
//! those of the class that won (Kessler's construction). Stochastic, the weights change after each row; in
//! batches, all mistakes of an epoch are added up first, which goes down the gradient of the perceptron
//! criterion $\sum_{wrong} -y\,(w_0 + w^\top x)$. A sum of exactly zero is a mistake, or belongs to a class
//! (`at_zero`): books differ.
//!
//! If some weights part the rows by the margin $\gamma$, in lengths of weights and rows with their
//! constant, and no row is longer than $R$, there are at most $(R/\gamma)^2$ mistakes (Novikoff). The model
//! has that number for the weights it found
//! ([`MarginFit::mistake_bound`](crate::MarginFit::mistake_bound)). If nothing separates the classes the
//! rule never converges; then the mean of all weights (`averaged`) or the best ones (`pocket`) are better
//! than the last.
//!
//! # Sample weights and order of rows
//!
//! A row of weight 3 is met three times in an epoch, exactly as three copies would be; a fraction that is
//! left over is a row that moves the weights by that fraction. (Rows that weigh more than 64 on average,
//! or sixteen million together, are met less often, and each meeting stands for several: time follows the
//! rows, not their weights.) A batch multiplies by the weight. Rows are put in an order that depends on their content,
//! and each epoch shuffles them by the seed and its number: the order of the table does not matter. Without
//! `shuffle` it does: rows are met as they stand, as books do.
//!
//! # Out-of-core training and warm start
//!
//! In batches the epochs go over the file, and weights, sums and counts continue from batch to batch; each
//! epoch reads it a second time for the training curve. Without `shuffle` the weights, the curve, the
//! radius and the margin are those of memory to the last bit, whatever the size of the batches; with it,
//! the rows of each batch are shuffled among themselves. The pocket needs all rows at hand.
//!
//! With a warm start on more rows ([`TrainingInput::with_warm_start`](hornbook_learner::TrainingInput::with_warm_start)) the rule continues
//! from the weights of the model (warm start), and its epochs are counted on: continuing with the same rows
//! is a fit with more epochs. A model of the variant `averaged` continues from its mean, and the new mean
//! is that of the later weights. A class that comes later has weights of zero at first. Which rows are
//! misclassified, and the margin, are known of the last rows only; counts, curves and where the columns lie
//! are those of all.
//!
//! # Cost
//!
//! O(n p K) time an epoch, with a second look at all rows for the training curve; O(n p) memory, in batches
//! that of one.
//!
//! # When to use something else
//!
//! Where no hyperplane separates the classes, or where probabilities are wanted: logistic regression. To
//! check whether one does: [`separability`](crate::separability()).
//!
//! # References
//!
//! Rosenblatt, *The perceptron* (1958); Novikoff, *On convergence proofs for perceptrons* (1962); Gallant, *Perceptron-based
//! learning algorithms* (1990); Freund and Schapire, *Large margin classification using the perceptron algorithm* (1999).
//!
//! # Example
//!
//! ```
//! use hornbook_data::Table;
//! use hornbook_learner::{Fit, Model};
//! use hornbook_linear::Perceptron;
//!
//! let table = Table::builder()
//!     .number("a", vec![0.0, 0.0, 1.0, 1.0])
//!     .number("b", vec![0.0, 1.0, 0.0, 1.0])
//!     .category("and", &[Some("no"), Some("no"), Some("no"), Some("yes")])
//!     .build()?;
//! let model = Perceptron::default().shuffle(false).fit(&table.dataset().target("and")?)?;
//! assert_eq!((model.intercepts(), model.weights().row(0)), (&[-4.0][..], &[3.0, 2.0][..]));
//! assert!(model.margin_fit().is_some_and(|fit| fit.is_separated() && fit.updates as f64 <= fit.mistake_bound().unwrap()));
//! # Ok::<(), hornbook_core::Error>(())
//! ```

mod events;
mod fit;
mod params;
mod training;

#[cfg(test)]
mod tests;

pub use events::PerceptronEvent;
pub use params::{AtZero, Perceptron, PerceptronPenalty, PerceptronVariant, TargetCoding, UpdateMode};
