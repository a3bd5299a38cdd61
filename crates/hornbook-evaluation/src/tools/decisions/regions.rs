//! Where each class or action is best.

use super::{loss_matrix, names};
use crate::decisions::{Crossing, bayes_error, posterior, regions_of_line, regions_of_plane};
use hornbook_core::{AnswerValue, Error, FormulaText, Result, Run, Tool, WorkedSolution};
use hornbook_data::Matrix;
use hornbook_math::function::ScalarFunction;
use hornbook_math::interpolate::equidistant_points;
use hornbook_math::optimize::Objective;
use hornbook_math::probability::integrate;

/// Decision regions and boundaries of classes with known densities, over one feature x or two features x and y, as a map of a grid;
/// and the Bayes error over one feature.
///
/// `hornbook compute decision-regions 'exp(-(x-1)^2/2);exp(-(x+1)^2/2)' --low -4 --high 4`.
#[derive(Debug, Tool)]
#[tool(
    name = "decision-regions",
    chapter = "Decisions",
    aliases("decision boundary", "region map", "bayes error")
)]
pub struct DecisionRegionsTool {
    /// Density p(x | C) of each class: formulas of x, or of x and y.
    densities: Vec<FormulaText>,
    /// Prior probability of each class; all the same by default.
    #[param(range = "0..=1")]
    priors: Option<Vec<f64>>,
    /// Losses: a row for each action, a column for each class; 1 for every mistake by default.
    losses: Option<Matrix>,
    /// Cost of rejecting, which is an action more.
    #[param(range = "0..")]
    reject: Option<f64>,
    /// Names of the classes.
    classes: Option<Vec<String>>,
    /// Left end of the grid.
    #[param(default = -5.0)]
    low: f64,
    /// Right end of the grid.
    #[param(default = 5.0)]
    high: f64,
    /// Points of the grid along each feature.
    #[param(default = 41, range = "2..=2000")]
    points: usize,
}

impl Tool for DecisionRegionsTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let count = self.densities.len();
        if self.low >= self.high {
            return Err(Error::data(
                format!("the grid goes from {} to {}", self.low, self.high),
                "give a low end below the high end",
            ));
        }
        let classes = names(self.classes.as_ref(), count, "classes")?;
        let functions = self
            .densities
            .iter()
            .map(|one| ScalarFunction::parse_of(&one.0, &["x", "y"]))
            .collect::<Result<Vec<_>>>()?;
        let is_plane = self
            .densities
            .iter()
            .map(|one| ScalarFunction::parse(&one.0))
            .any(|f| f.is_ok_and(|f| f.variables().iter().any(|name| name == "y")));
        let priors = self.priors.clone().unwrap_or_else(|| vec![1.0 / count as f64; count]);
        hornbook_core::same_length(("priors", priors.len()), ("densities", count))?;
        let losses = loss_matrix(self.losses.as_ref(), None, &classes, self.reject)?;
        let grid = equidistant_points(self.low, self.high, self.points);
        // Where no density is above 0 nothing is known but the priors.
        let at = |x: f64, y: f64| {
            let likelihoods: Vec<f64> = functions.iter().map(|f| f.value(&[x, y])).collect();
            posterior(&likelihoods, &priors).unwrap_or_else(|_| priors.clone())
        };
        let mut solution = WorkedSolution::by("R_i = {x: the action i has the least risk}");
        let name = |action: u32| losses.actions()[action as usize].as_str();
        let crossings = |solution: &mut WorkedSolution, boundaries: &[Crossing]| {
            let rows = boundaries.iter().map(|one| {
                let place = [AnswerValue::from(one.x), AnswerValue::from(one.y)];
                let actions = [AnswerValue::from(name(one.before)), AnswerValue::from(name(one.after))];
                place.into_iter().take(if is_plane { 2 } else { 1 }).chain(actions).collect()
            });
            let columns: &[&str] =
                if is_plane { &["x", "y", "before", "after"] } else { &["x", "before", "after"] };
            solution.table("boundaries", columns, rows.collect());
        };
        if is_plane {
            let regions = regions_of_plane(&losses, &grid, &grid, at)?;
            let map = regions
                .actions
                .iter()
                .rev()
                .map(|row| row.iter().map(|action| letter(*action)).collect::<String>());
            solution.show("map, y upward", "");
            let map: Vec<String> = map.collect();
            map.iter().for_each(|line| solution.formula(line));
            solution.value("map", map.into());
            solution.value("actions", regions.actions.into());
            crossings(&mut solution, &regions.boundaries);
        } else {
            let regions = regions_of_line(&losses, &grid, |x| at(x, 0.0))?;
            solution.labeled(
                "map",
                "map",
                regions.actions.iter().map(|action| letter(*action)).collect::<String>(),
            );
            solution.value("actions", regions.actions.into());
            crossings(&mut solution, &regions.boundaries);
            let wrong = |x: f64| {
                let joint: Vec<f64> =
                    functions.iter().zip(&priors).map(|(f, p)| f.value(&[x, 0.0]) * p).collect();
                joint.iter().sum::<f64>() - joint.iter().copied().fold(0.0, f64::max)
            };
            let total =
                |x: f64| functions.iter().zip(&priors).map(|(f, p)| f.value(&[x, 0.0]) * p).sum::<f64>();
            // Between the boundaries the integrand is smooth.
            let ends: Vec<f64> = [self.low]
                .into_iter()
                .chain(regions.boundaries.iter().map(|one| one.x))
                .chain([self.high])
                .collect();
            let (error, mass) = ends.windows(2).fold((0.0, 0.0), |(error, mass), ends| {
                (error + integrate(wrong, ends[0], ends[1]), mass + integrate(total, ends[0], ends[1]))
            });
            let discrete = Matrix::from_fn(grid.len(), count, |i, class| {
                functions[class].value(&[grid[i], 0.0]) * priors[class]
            });
            let sum: f64 = discrete.values().iter().sum();
            solution.labeled("bayes_error", "Bayes error within the grid", error / mass);
            solution.labeled(
                "grid_error",
                "the same as a sum over the grid",
                bayes_error(&discrete.scaled(1.0 / sum))?,
            );
        }
        let legend: Vec<String> = losses
            .actions()
            .iter()
            .enumerate()
            .map(|(i, action)| format!("{} = {action}", letter(i as u32)))
            .collect();
        solution.labeled("legend", "letters", legend.join(", "));
        Ok(solution)
    }
}

/// What stands for an action on a map.
fn letter(action: u32) -> char {
    char::from_u32('A' as u32 + action % 26).unwrap_or('?')
}
