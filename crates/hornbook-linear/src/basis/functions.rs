//! Functions of the user's own.

use std::fmt;
use std::sync::Arc;

/// A number of the numbers of a row.
type OfRow = dyn Fn(&[f64]) -> f64 + Send + Sync;

/// A function of the columns of numbers of a row, with a name.
#[derive(Clone)]
pub struct BasisFunction {
    name: String,
    function: Arc<OfRow>,
}

impl BasisFunction {
    /// A function of the numbers of a row, in the order of the columns.
    pub fn new(name: &str, function: impl Fn(&[f64]) -> f64 + Send + Sync + 'static) -> BasisFunction {
        BasisFunction { name: name.to_string(), function: Arc::new(function) }
    }

    /// A power of the length of a row, $\|x\|^j$.
    pub fn norm_power(power: u32) -> BasisFunction {
        let name = format!("‖x‖^{power}");
        BasisFunction::new(&name, move |row| {
            squared_distance(row, &vec![0.0; row.len()]).sqrt().powf(power.into())
        })
    }

    /// A bump around a point of all columns, $e^{-\|x - u\|^2 / 2 s^2}$.
    pub fn bump(center: Vec<f64>, width: f64) -> BasisFunction {
        BasisFunction::new(&format!("bump({center:?})"), move |row| {
            (-0.5 * squared_distance(row, &center) / (width * width)).exp()
        })
    }

    /// A sigmoid of the distance from a point of all columns, $1 / (1 + e^{-\|x - u\|^2 / s})$.
    pub fn distance_sigmoid(center: Vec<f64>, width: f64) -> BasisFunction {
        BasisFunction::new(&format!("sigmoid({center:?})"), move |row| {
            1.0 / (1.0 + (-squared_distance(row, &center) / width).exp())
        })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its value.
    pub fn value(&self, row: &[f64]) -> f64 {
        (self.function)(row)
    }
}

/// NaN if the point is of other columns than the row.
fn squared_distance(row: &[f64], center: &[f64]) -> f64 {
    match row.len() == center.len() {
        true => row.iter().zip(center).map(|(x, u)| (x - u).powi(2)).sum(),
        false => f64::NAN,
    }
}

impl fmt::Debug for BasisFunction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BasisFunction({})", self.name)
    }
}
