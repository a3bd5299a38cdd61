//! From rows to hyperplanes.

use super::events::LeastSquaresClassifierEvent;
use super::params::{HyperplaneScheme, LeastSquaresClassifier};
use crate::design::design_of;
use crate::least_squares::{LinearRegression, Ridge};
use crate::linear_machine::{LinearMachine, TrainingErrors, response_of};
use crate::model::{FitStatistics, LinearModel, MarginFit, ResponseType, pairs};
use crate::row_blocks::{RowBlock, RowBlocks};
use crate::training_rows::RowOrder;
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Matrix, Schema, Target};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::format::only_one_class;
use hornbook_learner::{Fit, Model as _, Predictor, RowSource, TrainingInput, TrainingSummary};

impl Fit for LeastSquaresClassifier {
    type Model = LinearModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<LinearModel> {
        let data = input.dataset()?;
        let encoding =
            if self.alpha > 0.0 { CategoricalEncoding::OneHot } else { CategoricalEncoding::Dummy };
        let schema = Schema::of(data)?;
        let design = design_of(&schema.inputs, encoding);
        let blocks = RowBlocks::of(RowSource::Memory(data), &design, RowOrder::Given, None, run)?;
        let Some(block) = blocks.whole() else { return Err(Error::no_rows()) };
        let planes = HyperplaneFitter { learner: self, data, block, run };
        let name = |place: u32| schema.target.classes[blocks.classes[place as usize] as usize].clone();
        let (response, parts, mut warnings) = match (&blocks.classes[..], self.planes) {
            (&[only], _) => {
                let said = only_one_class(&name(0));
                let parts = (vec![0.0], Matrix::zeros(1, blocks.width()));
                (ResponseType::Scores { classes: vec![only] }, parts, vec![said])
            }
            (classes, HyperplaneScheme::Pairwise) if classes.len() > 2 => {
                let (parts, warnings) = planes.between_pairs(name)?;
                (ResponseType::Pairs { classes: classes.to_vec() }, parts, warnings)
            }
            (classes, _) => {
                let of = if classes.len() == 2 { vec![1] } else { (0..classes.len() as u32).collect() };
                let (parts, warnings) = planes.of(None, &of)?;
                for (plane, &place) in of.iter().enumerate() {
                    let against = (classes.len() == 2).then(|| name(0));
                    planes.trace(&parts, plane, name(place), against, block.rows.len());
                }
                (response_of(classes, false), parts, warnings)
            }
        };
        warnings.dedup();
        self.model(data, &blocks, block, response, parts, warnings)
    }
}

type PlaneCoefficients = (Vec<f64>, Matrix);

/// Finds hyperplanes between the classes of some rows.
struct HyperplaneFitter<'a> {
    learner: &'a LeastSquaresClassifier,
    data: &'a Dataset,
    block: &'a RowBlock,
    run: &'a Run,
}

impl HyperplaneFitter<'_> {
    /// Hyperplanes of some classes against the others, among some rows or all.
    fn of(&self, among: Option<&[u32]>, places: &[u32]) -> Result<(PlaneCoefficients, Vec<String>)> {
        let RowBlock { rows, labels, .. } = self.block;
        let all: Vec<u32>;
        let members = match among {
            Some(some) => some,
            None => {
                all = (0..rows.len() as u32).collect();
                &all
            }
        };
        let position = |i: u32| rows.positions[i as usize];
        let target = |place: u32| {
            let mut values = vec![0.0; self.data.table().rows()];
            for &i in members {
                values[self.data.rows().at(position(i) as usize) as usize] =
                    if labels.places[i as usize] == place { 1.0 } else { -1.0 };
            }
            (format!("class {place}"), Target::Numbers(values.into()))
        };
        let targets = places.iter().map(|&place| target(place)).collect();
        let mut numbers = self.data.clone().with_targets(targets)?;
        // Rows that are picked are copied; those of weight zero do no harm.
        if among.is_some() {
            numbers = numbers.select(members.iter().map(|&i| position(i)).collect());
        }
        let LeastSquaresClassifier { alpha, fit_intercept, .. } = *self.learner;
        let numbers = TrainingInput::from(&numbers);
        let model = match alpha > 0.0 {
            true => {
                Ridge::default().alpha(alpha).fit_intercept(fit_intercept).fit_checked(&numbers, self.run)?
            }
            false => {
                LinearRegression::default().fit_intercept(fit_intercept).fit_checked(&numbers, self.run)?
            }
        };
        let parts = (model.intercepts().to_vec(), model.weights().clone());
        Ok((parts, model.info().summary.warnings.clone()))
    }

    /// A hyperplane for each pair of classes, on the rows of the two.
    fn between_pairs(&self, name: impl Fn(u32) -> String) -> Result<(PlaneCoefficients, Vec<String>)> {
        let RowBlock { rows, labels, .. } = self.block;
        let places: Vec<u32> = (0..labels.classes.len() as u32).collect();
        let (mut intercepts, mut weights, mut warnings) = (Vec::new(), Vec::new(), Vec::new());
        for (a, b) in pairs(&places) {
            self.run.check()?;
            let is_of_two = |i: &u32| [a, b].contains(&labels.places[*i as usize]);
            let among: Vec<u32> = (0..rows.len() as u32).filter(is_of_two).collect();
            let (parts, said) = self.of(Some(&among), &[b])?;
            self.trace(&parts, 0, name(b), Some(name(a)), among.len());
            intercepts.extend(parts.0);
            weights.extend_from_slice(parts.1.values());
            warnings.extend(said);
        }
        Ok(((intercepts.clone(), Matrix::new(intercepts.len(), rows.width, weights)?), warnings))
    }

    fn trace(
        &self,
        (intercepts, weights): &PlaneCoefficients,
        plane: usize,
        class: String,
        against: Option<String>,
        rows: usize,
    ) {
        self.run.trace(|| LeastSquaresClassifierEvent::Plane {
            class,
            against,
            rows,
            intercept: intercepts[plane],
            weights: weights.row(plane).to_vec(),
        });
    }
}

impl LeastSquaresClassifier {
    fn model(
        &self,
        data: &Dataset,
        blocks: &RowBlocks<'_>,
        RowBlock { rows, labels, .. }: &RowBlock,
        response: ResponseType,
        (intercepts, weights): PlaneCoefficients,
        warnings: Vec<String>,
    ) -> Result<LinearModel> {
        let machine = machine(&intercepts, &weights);
        // Pairs are no machine whose sums are compared with each other.
        let is_machine = !matches!(response, ResponseType::Pairs { .. });
        let TrainingErrors { radius, margin, .. } =
            machine.training_errors(blocks, self.fit_intercept, false)?;
        let mut fit = MarginFit {
            weight: rows.weight,
            intercept: self.fit_intercept,
            rounds: 1,
            updates: 1,
            curve: Vec::new(),
            losses: Vec::new(),
            wrong: 0.0,
            radius,
            margin: margin.filter(|_| is_machine),
            deviations: blocks.column_stats.deviations.clone(),
        };
        let mut summary = TrainingSummary {
            rows: rows.len() as u64,
            weight: rows.weight,
            converged: true,
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), blocks.width().into());
        summary.details.insert("hyperplanes".into(), intercepts.len().into());
        summary.warnings = warnings;
        let info = self.model_info(data, summary)?;
        let model = LinearModel::new(
            info,
            blocks.design().clone(),
            intercepts,
            weights,
            blocks.column_stats.means.clone(),
        );
        let mut model = model.with_response(response);
        let found = model.raw_predictions(&data.row_features())?;
        let hornbook_learner::Predictions::Classes(codes, _) = found else { return Ok(model) };
        fit.wrong =
            rows.share(|i| codes[rows.positions[i] as usize] != labels.classes[labels.places[i] as usize]);
        fit.curve = vec![fit.wrong];
        model.info_mut().summary.details.insert("wrong".into(), fit.wrong.into());
        Ok(model.with_fit_statistics(FitStatistics::Margin(fit)))
    }
}

fn machine(intercepts: &[f64], weights: &Matrix) -> LinearMachine {
    let of_sum = |(k, intercept): (usize, &f64)| [weights.row(k), &[*intercept]].concat();
    LinearMachine::with(intercepts.len(), intercepts.iter().enumerate().flat_map(of_sum).collect())
}
