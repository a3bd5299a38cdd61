//! A supervised learner with a declared value among its parameters, and an attribute of its models: the class whose training rows are most
//! alike to a row, by a kernel.

use hornbook::data::{Features, Matrix, Target};
use hornbook::evaluation::model_selection::{SearchSpace, Strategy, Tuner};
use hornbook::{
    AttributeKind, AttributeSpec, AttributeValue, Declared, Error, ExplainedRow, Explanation, Fit, Inspect,
    LearnerSpec, Model, ModelInfo, OutputRequest, Predictor, Registry, RegistryEntry, Result, Run, Table,
    TargetOutputs, TrainingInput, attribute, attributes_of, model_file,
};
use hornbook_core::{Choice, Learner};
use hornbook_encoding::{Encoder, EncoderOptions};
use hornbook_learner::{LoadModel, TrainingSummary, read_model_part, write_model_part};

/// How alike two rows are.
#[derive(Debug, Clone, PartialEq, Choice)]
pub enum RowKernel {
    /// The inner product.
    Linear,
    /// The Gaussian exp(−γ‖x − y‖²).
    Rbf {
        /// γ: how fast it falls with the squared distance.
        #[param(default = 1.0, range = ">0..", search = "1e-3..10 log")]
        gamma: f64,
    },
    /// A sum of kernels.
    Sum {
        /// The kernels.
        #[param(rest)]
        of: Vec<RowKernel>,
    },
}

impl RowKernel {
    fn of(&self, a: &[f64], b: &[f64]) -> f64 {
        let pairs = || a.iter().zip(b);
        match self {
            RowKernel::Linear => pairs().map(|(x, y)| x * y).sum(),
            RowKernel::Rbf { gamma } => (-gamma * pairs().map(|(x, y)| (x - y).powi(2)).sum::<f64>()).exp(),
            RowKernel::Sum { of } => of.iter().map(|kernel| kernel.of(a, b)).sum(),
        }
    }
}

const CLASS_COUNT: &[AttributeSpec] =
    &[AttributeSpec::new("class_count", AttributeKind::Counts, "How many training rows each class has.")];

/// Kernel mean classifier: predicts the class with the largest mean kernel to its training rows.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "kernel-mean-classifier",
    family = "recipes",
    tasks(classification),
    attributes(CLASS_COUNT),
    explicit_only
)]
pub struct KernelMeanClassifier {
    /// How alike two rows are.
    #[param(default = RowKernel::Rbf { gamma: 1.0 })]
    pub kernel: RowKernel,
}

#[derive(Debug)]
pub struct KernelMeanModel {
    info: ModelInfo,
    kernel: RowKernel,
    encoder: Encoder,
    rows: Vec<Vec<f64>>,
    classes: Vec<u32>,
}

impl Fit for KernelMeanClassifier {
    type Model = KernelMeanModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, _run: &Run) -> Result<KernelMeanModel> {
        let data = input.dataset()?;
        let Target::Classes(labels) = data.require_target()?.1 else {
            return Err(Error::internal("the target was checked to be classes"));
        };
        let summary =
            TrainingSummary { rows: data.rows().len() as u64, converged: true, ..TrainingSummary::default() };
        let info = self.model_info(data, summary)?;
        let encoder = Encoder::of(&info.schema.inputs, EncoderOptions::default());
        let rows = encoded(&encoder, &data.row_features());
        let classes = data.rows().iter().map(|row| labels.codes[row as usize]).collect();
        Ok(KernelMeanModel { info, kernel: self.kernel.clone(), encoder, rows, classes })
    }
}

fn encoded(encoder: &Encoder, rows: &Features<'_>) -> Vec<Vec<f64>> {
    let columns = encoder.columns(rows);
    (0..rows.rows()).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

impl Model for KernelMeanModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        Explanation { sections: Vec::new() }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        write_model_part(&(&self.rows, &self.classes))
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Inspect for KernelMeanModel {
    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        let count = |class: usize| self.classes.iter().filter(|&&own| own as usize == class).count() as u64;
        let classes = self.info.schema.target.classes.len();
        Ok((name == "class_count").then(|| AttributeValue::Counts((0..classes).map(count).collect())))
    }
}

impl Predictor for KernelMeanModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let levels = &self.info.schema.target.classes;
        let nearest = |row: &Vec<f64>| {
            let mut sums = vec![(0.0, 0.0); levels.len()];
            for (own, &class) in self.rows.iter().zip(&self.classes) {
                sums[class as usize].0 += self.kernel.of(row, own);
                sums[class as usize].1 += 1.0;
            }
            let mean = |class: &usize| sums[*class].0 / sums[*class].1;
            (0..levels.len()).max_by(|a, b| mean(a).total_cmp(&mean(b))).unwrap_or(0) as u32
        };
        let codes = encoded(&self.encoder, rows).iter().map(nearest).collect();
        Ok(vec![TargetOutputs::of_classes(codes, levels)])
    }

    fn raw_row_explanation(&self, _row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
}

impl LoadModel for KernelMeanModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<KernelMeanModel> {
        let (rows, classes) = read_model_part(bytes, "rows")?;
        let kernel = KernelMeanClassifier::from_parameters(&info.parameters)?.kernel;
        let encoder = Encoder::of(&info.schema.inputs, EncoderOptions::default());
        Ok(KernelMeanModel { info, kernel, encoder, rows, classes })
    }
}

/// A ring around a spot: no line parts them.
fn ring() -> Table {
    let angle = |i: usize| i as f64 * 0.7;
    let far = |i: usize| if i.is_multiple_of(2) { 0.3 } else { 3.0 };
    let x = (0..60).map(|i| far(i) * angle(i).cos()).collect();
    let y = (0..60).map(|i| far(i) * angle(i).sin()).collect();
    let kind: Vec<Option<&str>> = (0..60).map(|i| Some(if i % 2 == 0 { "spot" } else { "ring" })).collect();
    Table::builder().number("x", x).number("y", y).category("kind", &kind).build().unwrap()
}

#[test]
fn its_kernel_is_said_in_text_and_json_and_kept_in_the_file() {
    let registry = Registry::new(vec![RegistryEntry::of::<KernelMeanClassifier>()]);
    let data = ring().dataset().target("kind").unwrap();
    let text = "kernel-mean-classifier(kernel=sum(rbf(2), rbf(gamma=0.5)))";
    let json = r#"{"learner": "kernel-mean-classifier", "parameters": {"kernel": {"name": "sum", "parameters": {"of": ["rbf(2)",
        {"name": "rbf", "parameters": {"gamma": 0.5}}]}}}}"#;
    let mut files = Vec::new();
    for spec in [text, json] {
        let learner = registry.learner(&LearnerSpec::parse(spec).unwrap()).unwrap();
        let model = learner.fit_with(&data, &Run::default()).unwrap();
        files.push(model_file::to_bytes(&*model).unwrap());
    }
    assert_eq!(files[0], files[1]);
    let built = KernelMeanClassifier::default()
        .kernel(RowKernel::Sum { of: vec![RowKernel::Rbf { gamma: 2.0 }, RowKernel::Rbf { gamma: 0.5 }] });
    assert_eq!(
        LearnerSpec::of(&built).to_string(),
        "kernel-mean-classifier(kernel=sum(of=[rbf(gamma=2.0), rbf(gamma=0.5)]))"
    );
    assert_eq!(model_file::to_bytes(&built.fit(&data).unwrap()).unwrap(), files[0]);
    let again = model_file::from_bytes(&files[0], &registry).unwrap();
    assert_eq!(again.info().parameters["kernel"]["name"], "sum");
    let points = Matrix::new(2, 2, vec![0.1, 0.1, 2.9, 0.3]).unwrap();
    let predicted = again.predict_matrix(points.view()).unwrap();
    assert_eq!([predicted.label(0), predicted.label(1)], ["spot", "ring"]);
}

#[test]
fn a_parameter_within_the_kernel_is_tuned_by_its_path() {
    let learner = KernelMeanClassifier::default();
    let data = ring().dataset().target("kind").unwrap();
    let space = SearchSpace::parse(&learner, &["kernel.gamma=0.000001,1"]).unwrap();
    let tuned = Tuner::new(space, Strategy::Grid { points: 2 }).tune(&learner, &data).unwrap();
    assert_eq!(tuned.parameters()["kernel.gamma"], 1.0);
    // Whole kernels, too: commas within brackets belong to them.
    let space = SearchSpace::parse(&learner, &["kernel=linear,sum(linear, rbf(2))"]).unwrap();
    let tuned = Tuner::new(space, Strategy::Grid { points: 2 }).tune(&learner, &data).unwrap();
    assert_eq!(tuned.parameters()["kernel"]["name"], "sum");
    let unknown = SearchSpace::parse(&learner, &["kernel.gama=1,2"]).unwrap_err().to_string();
    assert_eq!(unknown, "rbf: parameter 'gama' is not known; expected 'gamma'?");
}

#[test]
fn what_it_declares_can_be_read_off_its_model() {
    hornbook::registry();
    let data = ring().dataset().target("kind").unwrap();
    let model = KernelMeanClassifier::default().fit(&data).unwrap();
    assert_eq!(model.inspect().attribute("class_count").unwrap(), Some(AttributeValue::Counts(vec![30, 30])));
    let page = KernelMeanClassifier::declaration().reference_page();
    assert!(
        page.contains("| `class_count` | ndarray of int | How many training rows each class has. |"),
        "{page}"
    );
    // Of a learner of the registry, by name, with the nearest name if there is none.
    let forest = hornbook::RandomForest::default().n_estimators(3).fit(&data).unwrap();
    assert_eq!(attributes_of(&forest).unwrap()[0].name, "oob_score");
    let said = attribute(&forest, "oob_scor").unwrap_err().to_string();
    assert_eq!(said, "the model of 'random-forest' has no attribute 'oob_scor'; did you mean 'oob_score'?");
    let said = attribute(&forest, "oob_score").unwrap_err().to_string();
    assert_eq!(said, "there is no out-of-bag score; fit with oob_score = true and enough trees");
}
