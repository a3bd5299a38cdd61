//! The columns that a polynomial is made of, orthogonal where they can be.

use super::params::PolynomialRegression;
use super::recurrence::ThreeTermRecurrence;
use crate::basis::{Monomial, kept, monomials, numbers_of, parted, unique_names};
use hornbook_core::Result;
use hornbook_data::{Dataset, Feature, Features, Input, InputKind, Schema};
use hornbook_math::double_double::DoubleDouble;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Products of the [polynomials](ThreeTermRecurrence) of each column of numbers. They say what products of powers say, and
/// are not nearly dependent on each other where those are.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct OrthogonalBasis {
    /// The inputs that are numbers, and the others, which stay as they are.
    pub numbers: Vec<usize>,
    pub others: Vec<usize>,
    /// The polynomials of each column of numbers.
    pub recurrences: Vec<ThreeTermRecurrence>,
    pub monomials: Vec<Monomial>,
}

impl OrthogonalBasis {
    /// The polynomials of a learner on these rows, and sentences about columns that have too few values for its degree.
    pub fn of(learner: &PolynomialRegression, data: &Dataset) -> Result<(OrthogonalBasis, Vec<String>)> {
        let schema = Schema::of(data)?;
        let (numbers, others) = parted(&schema.inputs);
        let (rows, weights) = (data.row_features(), data.row_weights());
        let highest = if learner.interaction_only { 1 } else { learner.degree };
        let recurrences: Vec<ThreeTermRecurrence> = (numbers.par_iter())
            .map(|&input| {
                ThreeTermRecurrence::of(&numbers_of(&rows, input), &weights, highest, learner.fit_intercept)
            })
            .collect();
        let is_known = |one: &Monomial| {
            one.powers().iter().all(|&(column, power)| power <= recurrences[column as usize].degree())
        };
        let all = monomials(numbers.len(), learner.degree, learner.interaction_only)?;
        let monomials = all.into_iter().filter(is_known).collect();
        let sentence = |(input, found): (&usize, &ThreeTermRecurrence)| {
            let name = &schema.inputs[*input].name;
            let left = match found.degree() {
                0 => "all of its powers are".to_string(),
                degree => format!("its powers above {degree} are"),
            };
            (found.degree() < highest)
                .then(|| format!("column '{name}' has too few different values: {left} left out"))
        };
        let warnings = numbers.iter().zip(&recurrences).filter_map(sentence).collect();
        Ok((OrthogonalBasis { numbers, others, recurrences, monomials }, warnings))
    }

    /// The space of parts that come from a file, if they fit each other and the inputs.
    pub fn from_parts(
        inputs: &[Input],
        recurrences: Vec<ThreeTermRecurrence>,
        monomials: Vec<Monomial>,
    ) -> Option<OrthogonalBasis> {
        let (numbers, others) = parted(inputs);
        let is_known = |one: &Monomial| {
            one.is_sound(numbers.len())
                && one.powers().iter().all(|&(column, power)| {
                    recurrences.get(column as usize).is_some_and(|own| power <= own.degree())
                })
        };
        let is_sound = recurrences.len() == numbers.len()
            && recurrences.iter().all(ThreeTermRecurrence::is_finite)
            && monomials.iter().all(is_known);
        is_sound.then_some(OrthogonalBasis { numbers, others, recurrences, monomials })
    }

    /// The names of the powers and products.
    pub fn names(&self, inputs: &[Input]) -> Vec<String> {
        let names: Vec<&str> = self.numbers.iter().map(|&input| inputs[input].name.as_str()).collect();
        self.monomials.iter().map(|one| one.name(&names)).collect()
    }

    /// What the model within sees: a number for each product, then the inputs that stay.
    pub fn inputs(&self, inputs: &[Input]) -> Vec<Input> {
        let others = || self.others.iter().map(|&input| kept(&inputs[input]));
        let mut names = self.names(inputs);
        names.extend(others().map(|input| input.name));
        let kinds = self.monomials.iter().map(|_| InputKind::Number).chain(others().map(|input| input.kind));
        unique_names(names).into_iter().zip(kinds).map(|(name, kind)| Input { name, kind }).collect()
    }

    /// Rows as the model within sees them.
    pub fn columns(&self, rows: &Features<'_>) -> Vec<Feature> {
        let mut products = vec![vec![0.0; rows.rows()]; self.monomials.len()];
        let columns: Vec<Vec<f64>> = self.numbers.iter().map(|&input| numbers_of(rows, input)).collect();
        for row in 0..rows.rows() {
            let found: Vec<Vec<f64>> =
                self.recurrences.iter().zip(&columns).map(|(own, column)| own.values(column[row])).collect();
            for (product, one) in products.iter_mut().zip(&self.monomials) {
                product[row] = one
                    .powers()
                    .iter()
                    .map(|&(column, power)| found[column as usize][power as usize])
                    .product();
            }
        }
        let others = self.others.iter().map(|&input| rows.column(input));
        products.into_iter().map(|product| Feature::Number(product.into())).chain(others).collect()
    }

    /// The products for one row of numbers, in double-double arithmetic.
    pub fn exact_products(&self, row: &[f64]) -> Vec<DoubleDouble> {
        let found: Vec<Vec<DoubleDouble>> =
            self.recurrences.iter().zip(row).map(|(own, &x)| own.exact_values(x)).collect();
        let product = |one: &Monomial| {
            let factors = one.powers().iter().map(|&(column, power)| found[column as usize][power as usize]);
            factors.fold(DoubleDouble::ONE, |product, factor| product * factor)
        };
        self.monomials.iter().map(product).collect()
    }

    /// Each product in plain powers: the positions of those (0 is the constant, then in the order of the monomials) with their
    /// factors.
    pub fn in_powers(&self) -> Vec<Vec<(usize, DoubleDouble)>> {
        let places: BTreeMap<&Monomial, usize> =
            self.monomials.iter().enumerate().map(|(at, one)| (one, at + 1)).collect();
        let tables: Vec<Vec<Vec<DoubleDouble>>> =
            self.recurrences.iter().map(ThreeTermRecurrence::powers).collect();
        let factor = |whole: &Monomial, part: &Monomial| {
            let mut powers = part.powers().iter().peekable();
            whole.powers().iter().fold(DoubleDouble::ONE, |product, &(column, degree)| {
                let own = powers.next_if(|next| next.0 == column).map_or(0, |next| next.1);
                product * tables[column as usize][degree as usize][own as usize]
            })
        };
        let expand = |whole: &Monomial| {
            let divisors = whole.divisors();
            // Powers that were left out are left out of all products, so that each divisor but one has a position.
            divisors
                .iter()
                .map(|part| (places.get(part).copied().unwrap_or(0), factor(whole, part)))
                .collect()
        };
        self.monomials.iter().map(expand).collect()
    }
}
