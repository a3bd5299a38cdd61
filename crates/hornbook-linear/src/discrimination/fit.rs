//! From rows to hyperplanes.

use super::params::{LinearDiscrimination, Planes};
use crate::design::{Coding, Design};
use crate::least_squares::{LinearRegression, Ridge};
use crate::linear_machine::{LinearMachine, response_of};
use crate::model::{Facts, LinearModel, Response, ScoreFit, pairs};
use crate::training_rows::{Labels, RowOrder, TrainingRows};
use hornbook_core::{Result, Run};
use hornbook_data::{Dataset, Matrix, Schema, Target};
use hornbook_learner::words::only_one_class;
use hornbook_learner::{Fit, Model as _, Summary};

impl Fit for LinearDiscrimination {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
        let coding = if self.alpha > 0.0 { Coding::Full } else { Coding::Reference };
        let design = Design::of(&Schema::of(data)?.inputs, coding);
        let rows = TrainingRows::of(data, &design, RowOrder::Given)?;
        let labels = Labels::of(data, &rows)?;
        let (response, parts, mut warnings) = match (&labels.classes[..], self.planes) {
            (&[only], _) => {
                let name = Schema::of(data)?.target.classes[only as usize].clone();
                let said = only_one_class(&name);
                let parts = (vec![0.0], Matrix::zeros(1, rows.width));
                (Response::Scores { classes: vec![only] }, parts, vec![said])
            }
            (classes, Planes::Pairwise) if classes.len() > 2 => {
                let (parts, warnings) = self.between_pairs(data, &rows, &labels, run)?;
                (Response::Pairs { classes: classes.to_vec() }, parts, warnings)
            }
            (classes, _) => {
                let of = if classes.len() == 2 { vec![1] } else { (0..classes.len() as u32).collect() };
                let all: Vec<u32> = (0..rows.len() as u32).collect();
                let (parts, warnings) = self.planes_of(data, &rows, &labels, &all, &of, run)?;
                (response_of(classes, false), parts, warnings)
            }
        };
        warnings.dedup();
        self.model(data, design, &rows, &labels, response, parts, warnings)
    }
}

type Parts = (Vec<f64>, Matrix);

impl LinearDiscrimination {
    /// Hyperplanes of some classes against the others, among some rows.
    fn planes_of(
        &self,
        data: &Dataset,
        rows: &TrainingRows,
        labels: &Labels,
        among: &[u32],
        places: &[u32],
        run: &Run,
    ) -> Result<(Parts, Vec<String>)> {
        let positions: Vec<u32> = among.iter().map(|&i| rows.positions[i as usize]).collect();
        let target = |place: u32| {
            let mut values = vec![f64::NAN; data.table().rows()];
            for (&i, &position) in among.iter().zip(&positions) {
                values[data.rows().at(position as usize) as usize] =
                    if labels.places[i as usize] == place { 1.0 } else { -1.0 };
            }
            (format!("class {place}"), Target::Numbers(values.into()))
        };
        let numbers = data.clone().with_targets(places.iter().map(|&place| target(place)).collect())?;
        let numbers = numbers.select(positions);
        let model = match self.alpha > 0.0 {
            true => {
                let ridge = Ridge::default().alpha(self.alpha).fit_intercept(self.fit_intercept);
                ridge.learn(&numbers, run)?
            }
            false => LinearRegression::default().fit_intercept(self.fit_intercept).learn(&numbers, run)?,
        };
        let parts = (model.intercepts().to_vec(), model.weights().clone());
        Ok((parts, model.info().summary.warnings.clone()))
    }

    /// A hyperplane for each pair of classes, on the rows of the two.
    fn between_pairs(
        &self,
        data: &Dataset,
        rows: &TrainingRows,
        labels: &Labels,
        run: &Run,
    ) -> Result<(Parts, Vec<String>)> {
        let places: Vec<u32> = (0..labels.classes.len() as u32).collect();
        let (mut intercepts, mut weights, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for (a, b) in pairs(&places) {
            run.check()?;
            let is_of_two = |i: &u32| [a, b].contains(&labels.places[*i as usize]);
            let among: Vec<u32> = (0..rows.len() as u32).filter(is_of_two).collect();
            let ((constant, row), said) = self.planes_of(data, rows, labels, &among, &[b], run)?;
            intercepts.extend(constant);
            weights.extend_from_slice(row.values());
            warnings.extend(said);
        }
        Ok(((intercepts.clone(), Matrix::new(intercepts.len(), rows.width, weights)?), warnings))
    }

    #[allow(clippy::too_many_arguments, reason = "all parts of a model, put together in one place")]
    fn model(
        &self,
        data: &Dataset,
        design: Design,
        rows: &TrainingRows,
        labels: &Labels,
        response: Response,
        (intercepts, weights): Parts,
        warnings: Vec<String>,
    ) -> Result<LinearModel> {
        let machine = machine(&intercepts, &weights);
        // Pairs are no machine whose sums are compared with each other.
        let is_machine = !matches!(response, Response::Pairs { .. });
        let mut fit = ScoreFit {
            weight: rows.weight,
            intercept: self.fit_intercept,
            rounds: 1,
            updates: 1,
            curve: Vec::new(),
            losses: Vec::new(),
            wrong: 0.0,
            radius: machine.radius(rows, self.fit_intercept),
            margin: if is_machine { machine.margin(rows, labels) } else { None },
            deviations: rows.deviations.clone(),
        };
        let mut summary =
            Summary { rows: rows.len() as u64, weight: rows.weight, converged: true, ..Summary::default() };
        summary.details.insert("columns".into(), design.width().into());
        summary.details.insert("hyperplanes".into(), intercepts.len().into());
        summary.warnings = warnings;
        let info = self.model_info(data, summary)?;
        let model = LinearModel::new(info, design, intercepts, weights, rows.means.clone());
        let mut model = model.with_response(response);
        let found = model.raw_predictions(&data.row_features())?;
        let hornbook_learner::Predictions::Classes(codes, _) = found else { return Ok(model) };
        fit.wrong =
            rows.share(|i| codes[rows.positions[i] as usize] != labels.classes[labels.places[i] as usize]);
        fit.curve = vec![fit.wrong];
        model.info_mut().summary.details.insert("wrong".into(), fit.wrong.into());
        Ok(model.with_facts(Facts::Scores(fit)))
    }
}

fn machine(intercepts: &[f64], weights: &Matrix) -> LinearMachine {
    let of_sum = |(k, constant): (usize, &f64)| [weights.row(k), &[*constant]].concat();
    LinearMachine::with(intercepts.len(), intercepts.iter().enumerate().flat_map(of_sum).collect())
}
