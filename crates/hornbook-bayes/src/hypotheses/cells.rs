//! The cells of a table over several named variables.

use hornbook_core::{Error, Result};

/// More cells than anybody fills.
const MOST_CELLS: usize = 1 << 24;

/// A variable of a table: its name and the values that it can have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// What it can be.
    pub values: Vec<String>,
}

impl Variable {
    /// From a name and the values.
    pub fn new<S: AsRef<str>>(name: impl Into<String>, values: &[S]) -> Variable {
        Variable {
            name: name.into(),
            values: values.iter().map(|value| value.as_ref().to_string()).collect(),
        }
    }
}

/// Some variables and a number for each combination of their values; the last variable runs fastest.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TableCells {
    pub variables: Vec<Variable>,
    pub numbers: Vec<f64>,
}

impl TableCells {
    /// How many cells these variables need, if they can be a table.
    pub fn size(variables: &[Variable]) -> Result<usize> {
        for (at, variable) in variables.iter().enumerate() {
            let twice = |values: &[String]| (1..values.len()).any(|i| values[..i].contains(&values[i]));
            if variable.values.is_empty() || twice(&variable.values) {
                return Err(Error::data(
                    format!("the variable '{}' has no values, or one twice", variable.name),
                    "list each of its values once",
                ));
            }
            if variables[..at].iter().any(|before| before.name == variable.name) {
                return Err(Error::data(
                    format!("the variable '{}' is there twice", variable.name),
                    "name each variable once",
                ));
            }
        }
        let size = variables.iter().try_fold(1usize, |size, v| size.checked_mul(v.values.len()));
        size.filter(|&size| size <= MOST_CELLS).ok_or_else(|| {
            Error::data(
                format!("{} variables make a table of more than {MOST_CELLS} cells", variables.len()),
                "leave out variables that do not matter",
            )
        })
    }

    pub fn new(variables: Vec<Variable>, numbers: Vec<f64>) -> Result<TableCells> {
        let size = TableCells::size(&variables)?;
        if numbers.len() != size {
            return Err(Error::data(
                format!("there are {} numbers for {size} combinations of values", numbers.len()),
                "give a number for every combination, the last variable running fastest",
            ));
        }
        Ok(TableCells { variables, numbers })
    }

    /// The position of a variable.
    pub fn variable(&self, name: &str) -> Result<usize> {
        self.variables.iter().position(|variable| variable.name == name).ok_or_else(|| Error::NoSuchColumn {
            name: name.to_string(),
            known: self.variables.iter().map(|variable| variable.name.clone()).collect(),
        })
    }

    /// The positions of some variables, none of them twice.
    pub fn places(&self, names: &[&str]) -> Result<Vec<usize>> {
        let places: Vec<usize> = names.iter().map(|name| self.variable(name)).collect::<Result<_>>()?;
        match (1..places.len()).find(|&at| places[..at].contains(&places[at])) {
            Some(at) => {
                Err(Error::data(format!("'{}' is named twice", names[at]), "name each variable once"))
            }
            None => Ok(places),
        }
    }

    /// The position of a variable and of one of its values.
    pub fn value(&self, (name, value): (&str, &str)) -> Result<(usize, usize)> {
        let place = self.variable(name)?;
        let values = &self.variables[place].values;
        let found = values.iter().position(|known| known == value).ok_or_else(|| {
            Error::data(format!("'{name}' is never '{value}'"), format!("give one of {}", values.join(", ")))
        })?;
        Ok((place, found))
    }

    /// The values of a cell, by the variables' places.
    pub fn values_at(&self, mut cell: usize) -> Vec<usize> {
        let mut values = vec![0; self.variables.len()];
        for (value, variable) in values.iter_mut().zip(&self.variables).rev() {
            *value = cell % variable.values.len();
            cell /= variable.values.len();
        }
        values
    }

    /// For each cell, which combination of the values of some variables it belongs to; and how many there are.
    pub fn groups(&self, places: &[usize]) -> (Vec<usize>, usize) {
        let sizes: Vec<usize> = places.iter().map(|&place| self.variables[place].values.len()).collect();
        let group = |cell: usize| {
            let values = self.values_at(cell);
            places.iter().zip(&sizes).fold(0, |group, (&place, size)| group * size + values[place])
        };
        ((0..self.numbers.len()).map(group).collect(), sizes.iter().product())
    }

    /// The sums over all variables but some, in the order that these are named.
    pub fn summed(&self, places: &[usize]) -> TableCells {
        let (groups, count) = self.groups(places);
        let mut numbers = vec![0.0; count];
        groups.iter().zip(&self.numbers).for_each(|(&group, number)| numbers[group] += number);
        TableCells { variables: places.iter().map(|&place| self.variables[place].clone()).collect(), numbers }
    }
}
