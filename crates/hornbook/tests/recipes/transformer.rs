//! A transformer: numbers less their mean.

use hornbook::data::{Feature, Features, Input};
use hornbook::{
    ColumnOrigins, Fit, LearnerSpec, Predictions, Registry, RegistryEntry, Run, Table, TrainingInput,
    TransformedRows, Transformer, TransformerModel, model_file,
};
use hornbook_core::{Learner, Result};
use hornbook_learner::{FittedTransformer, Section};

/// Centering: subtracts the mean of the training rows from each feature. Numeric features only.
#[derive(Debug, Clone, Learner)]
#[learner(name = "center-columns", family = "recipes", tasks(transformation), explicit_only)]
pub struct CenterColumns {}

#[derive(Debug)]
pub struct ColumnMeans {
    inputs: Vec<Input>,
    means: Vec<f64>,
}

impl Fit for CenterColumns {
    type Model = TransformerModel<ColumnMeans>;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<Self::Model> {
        let data = input.dataset()?;
        let rows = data.row_features();
        let mean = |column: usize| match rows.column(column) {
            Feature::Number(values) => values.iter().sum::<f64>() / values.len() as f64,
            _ => 0.0,
        };
        let means = (0..rows.width()).map(mean).collect();
        TransformerModel::new(self, input.rows(), ColumnMeans { inputs: Input::of_dataset(data), means }, run)
    }
}

impl ColumnMeans {
    fn plus<'a>(&self, rows: &Features<'a>, sign: f64) -> TransformedRows<'a> {
        let column = |(at, mean): (usize, &f64)| match rows.column(at) {
            Feature::Number(values) => Feature::Number(values.iter().map(|x| x + sign * mean).collect()),
            other => other,
        };
        TransformedRows::of_columns(self.means.iter().enumerate().map(column).collect(), rows.rows())
    }
}

impl Transformer for ColumnMeans {
    fn outputs(&self) -> Vec<Input> {
        self.inputs.clone()
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.plus(rows, -1.0))
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        Ok(self.plus(rows, 1.0))
    }

    fn origins(&self) -> ColumnOrigins {
        ColumnOrigins::single(0..self.inputs.len())
    }
}

impl FittedTransformer for ColumnMeans {
    type Serialized = Vec<f64>;

    fn section(&self) -> Section {
        Section { heading: "means", text: format!("{:?}", self.means), json: self.means.clone().into() }
    }

    fn serialized(&self) -> Result<Vec<f64>> {
        Ok(self.means.clone())
    }

    fn from_serialized(inputs: &[Input], means: Vec<f64>) -> Option<ColumnMeans> {
        (means.len() == inputs.len()).then(|| ColumnMeans { inputs: inputs.to_vec(), means })
    }
}

/// By one line of a registry it stands in pipelines, in files, and goes back.
#[test]
fn it_stands_in_a_pipeline_and_goes_back() {
    let registry = Registry::fill(|| {
        let mut entries = hornbook_learner::registry_entries();
        entries.extend(hornbook_linear::registry_entries());
        entries.push(RegistryEntry::of::<CenterColumns>());
        entries
    });
    let x: Vec<f64> = (0..20).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|x| 3.0 * x + 1.0).collect();
    let table = Table::builder().number("x", x.clone()).number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    let spec = LearnerSpec::parse("pipeline(center-columns, linear-regression)").unwrap();
    let model = registry.learner(&spec).unwrap().fit_with(&data, &Run::default()).unwrap();
    let again = model_file::from_bytes(&model_file::to_bytes(&*model).unwrap(), registry).unwrap();
    for model in [&model, &again] {
        let predicted = model.predict(&table).unwrap().values;
        assert!(matches!(predicted, Predictions::Numbers(numbers) if (numbers[4] - 13.0).abs() < 1e-9));
        let weight = hornbook::attribute(model.inspect().members()[1], "intercept").unwrap();
        // The mean of the target: the pipeline's last step sees columns about zero.
        assert!(
            matches!(weight, hornbook::AttributeValue::Number(mean) if (mean - 29.5).abs() < 1e-9),
            "{weight:?}"
        );
    }
    let centered = CenterColumns::default().fit(&table.dataset().only(&["x"]).unwrap()).unwrap();
    let rows = table.dataset().only(&["x"]).unwrap().row_features();
    let there = centered.transform(&rows).unwrap();
    let back = centered.inverse_transform(&there.features()).unwrap();
    match (there.features().column(0), back.features().column(0)) {
        (Feature::Number(there), Feature::Number(back)) => {
            assert_eq!((there[0], there[19]), (-9.5, 9.5));
            assert_eq!(back.to_vec(), x);
        }
        other => panic!("{other:?}"),
    }
}
