//! Regression diagnostics: residuals, leverage and influence of rows, tests of heteroscedasticity and
//! autocorrelation.
//!
//! With the residual $e_i = y_i - \hat y_i$ of a row, its leverage $h_i$ (how far the prediction follows
//! the row's own target), the residual standard error $s$ and $p$ free coefficients, the intercept among
//! them:
//!
//! | what | formula | it stands out |
//! |---|---|---|
//! | leverage | $h_i$, the diagonal of $X (X^\top X)^{-1} X^\top$ | above $2 p / n$ |
//! | standardized residual | $r_i = e_i / (s \sqrt{1 - h_i})$ | |
//! | studentized residual | $t_i$: the same with $s$ of a fit without the row | beyond 3 |
//! | Cook's distance | $D_i = r_i^2 h_i / (p (1 - h_i))$: how far all predictions move without the row | above 1 |
//! | DFFITS | $t_i \sqrt{h_i / (1 - h_i)}$: how far its own prediction moves, in standard errors | |
//!
//! A row whose leverage is 1 decides its own prediction, so that nothing can be said of its residual: NaN.
//!
//! Of all residuals: the Durbin–Watson statistic is near 2 if neighboring rows have nothing to do with each
//! other, and falls toward 0 if they go together; the Breusch–Pagan test (with Koenker's correction) asks
//! whether the size of the residuals depends on the columns. Weight 2 is the row twice here too: what is
//! said of a row is said of one copy of it.
//!
//! Generalized models and logistic regression have residuals of other kinds: see [`GlmResiduals`].
//!
//! Belsley, Kuh and Welsch, *Regression diagnostics* (1980); Koenker, *A note on studentizing a test for heteroscedasticity*
//! (1981).

mod format;
mod glm;
mod rows;

#[cfg(test)]
mod tests;

pub use glm::GlmResiduals;
pub use rows::{BreuschPagan, Diagnostics};

use crate::model::LinearModel;
use crate::polynomial::PolynomialModel;
use hornbook_core::{Error, Result};
use hornbook_data::{Dataset, Features, Target};
use hornbook_learner::{Explanation, Model, PipelineModel};
use std::any::Any;

/// The rows of a view as a model knows them.
struct KnownRows {
    features: Features<'static>,
    weights: Vec<f64>,
}

/// The rows of a view that count, with the levels that the model knows.
fn known_rows(model: &dyn Model, data: &Dataset) -> Result<KnownRows> {
    let rows: Vec<u32> = data.rows().iter().collect();
    let (features, _) = model.info().schema.features(&data.table().take(&rows))?;
    Ok(KnownRows { features, weights: data.row_weights() })
}

/// The targets of the rows as numbers.
fn numbers_of_target(data: &Dataset) -> Result<Vec<f64>> {
    let Target::Numbers(y) = data.require_target()?.1 else {
        return Err(Error::data(
            "the target is classes",
            "give the column of numbers that the model predicts",
        ));
    };
    let y: Vec<f64> = data.rows().iter().map(|row| y[row as usize]).collect();
    match y.iter().position(|y| !y.is_finite()) {
        Some(row) => Err(Error::data(
            format!("the target of row {} is {}", row + 1, y[row]),
            "leave out rows without a target",
        )),
        None => Ok(y),
    }
}

impl LinearModel {
    /// Which training rows are influential, and what its residuals look like; for models of least
    /// squares without a penalty. The rows must have the target.
    ///
    /// ```
    /// use hornbook_data::Table;
    /// use hornbook_learner::Fit;
    /// use hornbook_linear::LinearRegression;
    ///
    /// // One of the points that Anscombe drew is far from the line of the others.
    /// let table = Table::builder()
    ///     .number("x", vec![10.0, 8.0, 13.0, 9.0, 11.0, 14.0, 6.0, 4.0, 12.0, 7.0, 5.0])
    ///     .number("y", vec![7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73])
    ///     .build()?;
    /// let data = table.dataset().target("y")?;
    /// let found = LinearRegression::default().fit(&data)?.diagnostics(&data)?;
    /// assert_eq!(found.most_influential(1), [2]);
    /// assert!(found.studentized[2] > 1000.0 && found.cooks_distance[2] > 1.0);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn diagnostics(&self, data: &Dataset) -> Result<Diagnostics> {
        let KnownRows { features, weights } = known_rows(self, data)?;
        rows::of(self, &features, &numbers_of_target(data)?, &weights)
    }
}

impl PolynomialModel {
    /// Which training rows are influential, and what its residuals look like. The rows must have the target.
    pub fn diagnostics(&self, data: &Dataset) -> Result<Diagnostics> {
        let KnownRows { features, weights } = known_rows(self, data)?;
        rows::of(self.within(), &self.expanded(&features), &numbers_of_target(data)?, &weights)
    }
}

/// What can be said of the residuals of any model: diagnostics in words, for those that have them.
///
/// Linear and polynomial regression, also at the end of a pipeline, have [`Diagnostics`]; generalized models and
/// logistic regression of two classes have [`GlmResiduals`].
pub fn diagnostics(model: &dyn Model, data: &Dataset) -> Result<Explanation> {
    let any: &dyn Any = model;
    if let Some(model) = any.downcast_ref::<PolynomialModel>() {
        return Ok(model.diagnostics(data)?.explanation());
    }
    if let Some(model) = any.downcast_ref::<LinearModel>() {
        return match model.fitted().is_some() {
            true => Ok(model.diagnostics(data)?.explanation()),
            false => Ok(model.glm_residuals(data)?.explanation()),
        };
    }
    if let Some(model) = any.downcast_ref::<PipelineModel>()
        && let Some(last) = (model.last() as &dyn Any).downcast_ref::<LinearModel>()
        && last.fitted().is_some()
    {
        let KnownRows { features, weights } = known_rows(model, data)?;
        let made = model.transform_inputs(&features)?;
        return Ok(rows::of(last, &made.features(), &numbers_of_target(data)?, &weights)?.explanation());
    }
    Err(Error::mismatch(
        format!("a model of '{}' has no diagnostics", model.info().learner),
        "ask for those of linear, polynomial, logistic or generalized linear regression",
    ))
}
