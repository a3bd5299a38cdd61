//! Products of powers of columns.

use super::PolynomialFeaturesModel;
use crate::names::unique_names;
use hornbook_core::format::counted;
use hornbook_core::{Error, Learner, Result, Run};
use hornbook_data::{Feature, Features, Input, InputKind};
use hornbook_encoding::basis::{Monomial, monomials};
use hornbook_learner::{
    ColumnOrigins, Fit, FittedTransformer, Section, TrainingInput, TransformedRows, Transformer,
    TransformerModel,
};
use rayon::prelude::*;
use serde_json::json;

/// Polynomial features: powers and products (interactions) of the numeric features, up to a degree.
///
/// A transformer for a pipeline, like scikit-learn's PolynomialFeatures. Dates, categorical, boolean and text features stay, behind
/// the products. Missing values stay missing.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "polynomial-features",
    aliases("interaction terms", "powers", "PolynomialFeatures"),
    sklearn = "PolynomialFeatures",
    r = "poly, recipes::step_poly",
    family = "preprocessing",
    tasks(transformation),
    applied = "expanded to polynomials",
    missing,
    categories,
    text,
    sample_weights,
    out_of_core,
    explicit_only
)]
pub struct PolynomialFeatures {
    /// Highest degree of a product.
    #[param(default = 2, range = "0..=100", search = "1..4", aliases("max_degree"))]
    pub degree: u32,
    /// Lowest degree of a product, but for the constant.
    #[param(default = 0, range = "0..=100")]
    pub min_degree: u32,
    /// Whether products are of different features only, without powers.
    #[param(default = false, search = "every")]
    pub interaction_only: bool,
    /// Whether there is a column of ones.
    #[param(default = true)]
    pub include_bias: bool,
}

/// The products that are made of some inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct PolynomialProducts {
    inputs: Vec<Input>,
    /// The inputs that are numbers.
    numbers: Vec<usize>,
    has_bias: bool,
    /// Of the numbers, in their order.
    products: Vec<Monomial>,
}

impl Fit for PolynomialFeatures {
    type Model = PolynomialFeaturesModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<PolynomialFeaturesModel> {
        if self.min_degree > self.degree {
            return Err(Error::data(
                format!("min_degree is {} and degree {}", self.min_degree, self.degree),
                "give a min_degree that is at most the degree",
            ));
        }
        let inputs = Input::of_dataset(input.rows().prototype());
        let numbers = numbers_among(&inputs);
        let mut products = monomials(numbers.len(), self.degree, self.interaction_only)?;
        products.retain(|product| product.degree() >= self.min_degree);
        let fitted = PolynomialProducts { inputs, numbers, has_bias: self.include_bias, products };
        TransformerModel::new(self, input.rows(), fitted, run)
    }
}

fn numbers_among(inputs: &[Input]) -> Vec<usize> {
    (0..inputs.len()).filter(|&place| inputs[place].kind == InputKind::Number).collect()
}

impl PolynomialProducts {
    /// The inputs that stay.
    fn others(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.inputs.len()).filter(|place| !self.numbers.contains(place))
    }
}

impl Transformer for PolynomialProducts {
    fn outputs(&self) -> Vec<Input> {
        let names: Vec<&str> = self.numbers.iter().map(|&place| self.inputs[place].name.as_str()).collect();
        let number = |name: String| Input { name, kind: InputKind::Number };
        let bias = self.has_bias.then(|| number("1".to_string()));
        let products = self.products.iter().map(|product| number(product.name(&names)));
        let others = self.others().map(|place| self.inputs[place].clone());
        unique_names(bias.into_iter().chain(products).chain(others).collect())
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let columns: Vec<Feature> = self.numbers.iter().map(|&place| rows.column(place)).collect();
        let product = |product: &Monomial| {
            let mut made = vec![1.0; rows.rows()];
            for &(column, power) in product.powers() {
                if let Feature::Number(values) = &columns[column as usize] {
                    made.iter_mut().zip(values.iter()).for_each(|(made, x)| *made *= x.powi(power as i32));
                }
            }
            Feature::Number(made.into())
        };
        let products: Vec<Feature> = self.products.par_iter().map(product).collect();
        let bias = self.has_bias.then(|| Feature::Number(vec![1.0; rows.rows()].into()));
        let others = self.others().map(|place| rows.column(place));
        let all = bias.into_iter().chain(products).chain(others).collect();
        Ok(TransformedRows::of_columns(all, rows.rows()))
    }

    fn origins(&self) -> ColumnOrigins {
        let mut origins = ColumnOrigins::default();
        if self.has_bias {
            origins.push([]);
        }
        for product in &self.products {
            origins.push(product.powers().iter().map(|&(column, _)| self.numbers[column as usize]));
        }
        self.others().for_each(|place| origins.push([place]));
        origins
    }
}

impl FittedTransformer for PolynomialProducts {
    type Serialized = (Vec<Monomial>, bool);

    fn section(&self) -> Section {
        let made = counted(self.products.len() as u64, "product");
        let names: Vec<String> = self.outputs().into_iter().map(|output| output.name).collect();
        let text = format!("{made} of {}", counted(self.numbers.len() as u64, "numeric feature"));
        Section { heading: "polynomial features", text, json: json!({"columns": names}) }
    }

    fn serialized(&self) -> Result<Self::Serialized> {
        Ok((self.products.clone(), self.has_bias))
    }

    fn from_serialized(
        inputs: &[Input],
        (products, has_bias): Self::Serialized,
    ) -> Option<PolynomialProducts> {
        let numbers = numbers_among(inputs);
        let is_sound = products.iter().all(|product| product.is_sound(numbers.len()));
        is_sound.then(|| PolynomialProducts { inputs: inputs.to_vec(), numbers, has_bias, products })
    }
}
