//! What polynomial regression learns.

use super::file;
use super::orthogonal_basis::OrthogonalBasis;
use crate::model::{Coefficient, LeastSquaresFit, LinearModel, least_squares_in_words};
use hornbook_core::format::significant;
use hornbook_core::{Result, Run};
use hornbook_data::{Features, Input, InputKind};
use hornbook_learner::format::ranked;
use hornbook_learner::{
    ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest, Predictor, Section,
    ShapValues, TargetOutputs,
};
use serde_json::json;

/// A polynomial of the inputs that are numbers, and a weighted sum of the others.
///
/// It predicts by orthogonal polynomials, which are exact where sums of plain powers would lose digits; the
/// [weights](PolynomialModel::weights) are those of the plain powers.
#[derive(Debug)]
pub struct PolynomialModel {
    pub(super) info: ModelInfo,
    pub(super) space: OrthogonalBasis,
    pub(super) within: LinearModel,
    /// Of plain powers, the intercept first.
    pub(super) weights: Vec<f64>,
    pub(super) variances: Vec<f64>,
}

impl PolynomialModel {
    pub(super) fn new(
        info: ModelInfo,
        space: OrthogonalBasis,
        within: LinearModel,
        weights: Vec<f64>,
        variances: Vec<f64>,
    ) -> PolynomialModel {
        PolynomialModel { info, space, within, weights, variances }
    }

    /// The intercept; 0 if there is none.
    pub fn intercept(&self) -> f64 {
        self.weights[0]
    }

    /// The coefficients of the plain powers and products, in the order of
    /// [`names`](PolynomialModel::names).
    pub fn weights(&self) -> &[f64] {
        &self.weights[1..]
    }

    /// The names of the powers, the products and the levels that have weights.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.space.names(&self.info.schema.inputs);
        let design = self.within.design();
        names.extend((names.len()..design.width()).map(|column| design.name(column)));
        names
    }

    /// What is known of the fit. The condition is that of the orthogonal polynomials.
    pub fn fitted(&self) -> Option<&LeastSquaresFit> {
        self.within.fitted()
    }

    /// The coefficients of plain powers with their tests, the intercept first if there is one.
    pub fn coefficients(&self) -> Vec<Coefficient> {
        let has_intercept = self.fitted().is_none_or(|fitted| fitted.intercept);
        let mut names = self.names();
        names.insert(0, "(intercept)".to_string());
        let all = names.into_iter().zip(self.weights.iter().zip(&self.variances));
        all.skip(usize::from(!has_intercept))
            .map(|(name, (&weight, &variance))| {
                let variance = Some(variance).filter(|x| !x.is_nan());
                self.within.coefficient(name, weight, 0, variance, None)
            })
            .collect()
    }

    /// The linear model of the orthogonal polynomials.
    pub(crate) fn within(&self) -> &LinearModel {
        &self.within
    }

    /// Rows as the model within sees them.
    pub(crate) fn expanded(&self, rows: &Features<'_>) -> Features<'static> {
        Features::Columns(self.space.columns(rows), rows.rows())
    }

    /// For each column within, the inputs that it is made of.
    fn makers(&self) -> Vec<Vec<usize>> {
        let of_products =
            self.space.monomials.iter().map(|one| {
                one.powers().iter().map(|&(column, _)| self.space.numbers[column as usize]).collect()
            });
        of_products.chain(self.space.others.iter().map(|&input| vec![input])).collect()
    }
}

impl Model for PolynomialModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        least_squares_in_words(&self.within, &self.coefficients())
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(self)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for PolynomialModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        self.within.raw_outputs(&self.expanded(rows), request)
    }

    /// How far the powers of each column, and the products of several, move the prediction from that of a row of means.
    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let expanded = self.expanded(row.features());
        let Some(moves) = self.within.shap_values(&expanded, None, &Run::default())? else {
            return Ok(Explanation { sections: Vec::new() });
        };
        let inputs = &self.info.schema.inputs;
        let (mut groups, mut sizes): (Vec<Vec<usize>>, Vec<f64>) = (Vec::new(), Vec::new());
        for (column, makers) in self.makers().into_iter().enumerate() {
            let place = groups.iter().position(|group| *group == makers).unwrap_or_else(|| {
                groups.push(makers);
                sizes.push(0.0);
                groups.len() - 1
            });
            sizes[place] += moves.value(0, column, 0);
        }
        let name = |group: &Vec<usize>| {
            group.iter().map(|&input| inputs[input].name.as_str()).collect::<Vec<_>>().join("·")
        };
        let named: Vec<Input> =
            groups.iter().map(|group| Input { name: name(group), kind: InputKind::Number }).collect();
        let distances: Vec<f64> = sizes.iter().map(|x| x.abs()).collect();
        let (lines, json) = ranked(&named, &distances, |place| {
            let values: Vec<String> =
                groups[place].iter().map(|&input| row.value(&inputs[input], input).to_string()).collect();
            let sign = if sizes[place] < 0.0 { "" } else { "+" };
            let text = format!("{sign}{} (is {})", significant(sizes[place]), values.join(" and "));
            (text, json!({"value": values.join(" and "), "moves": sizes[place]}))
        });
        let (start, end) = (moves.base()[0], moves.base()[0] + sizes.iter().sum::<f64>());
        let target = &self.info.schema.target.name;
        let text = format!(
            "{target}: base value {}, the mean prediction; contributions of the terms:\n{lines}\nsum {}",
            significant(start),
            significant(end)
        );
        let json = json!({"target": target, "starts": start, "parts": json, "ends": end});
        Ok(Explanation { sections: vec![Section { heading: "feature contributions", text, json }] })
    }

    /// Exact where there are no products of columns; else none.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        let makers = self.makers();
        if makers.iter().any(|group| group.len() > 1) {
            return Ok(None);
        }
        let background = background.map(|background| self.expanded(background));
        let Some(within) = self.within.shap_values(&self.expanded(rows), background.as_ref(), run)? else {
            return Ok(None);
        };
        let inputs = self.info.schema.inputs.len();
        let mut values = vec![0.0; rows.rows() * inputs];
        for row in 0..rows.rows() {
            for (column, group) in makers.iter().enumerate() {
                group.iter().for_each(|&input| values[row * inputs + input] += within.value(row, column, 0));
            }
        }
        Ok(Some(ShapValues::new(within.base().to_vec(), values, rows.rows(), inputs)))
    }
}

impl Inspect for PolynomialModel {
    fn size(&self) -> Option<f64> {
        self.within.size()
    }
}

impl LoadModel for PolynomialModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<PolynomialModel> {
        file::from_bytes(info, bytes)
    }
}
