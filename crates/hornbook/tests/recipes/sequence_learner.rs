//! A learner on sequences: the class of the nearest training sequence by edit distance.

use hornbook::data::{
    Column, ColumnRoles, Feature, Features, Levels, MISSING_CODE, Objects, ReadOptions, SymbolLists, Target,
};
use hornbook::evaluation::{CrossValidation, Resampling};
use hornbook::{
    Baseline, Dataset, Error, ExplainedRow, Explanation, Fit, LearnerSpec, Model, ModelInfo, OutputRequest,
    Predictor, Registry, RegistryEntry, Result, Run, Table, TargetOutputs, TrainingInput, model_file,
};
use hornbook_core::Learner;
use hornbook_learner::{LoadModel, TrainingSummary, taken_columns};

/// Nearest neighbor by edit distance: predicts the class of the training sequence that fewest edits turn into the row's.
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "edit-distance-neighbor",
    family = "recipes",
    tasks(classification),
    sequence,
    explicit_only
)]
pub struct EditDistanceNeighbor {
    /// What it costs to replace a symbol by another; inserting and deleting one costs 1.
    #[param(default = 1.0, range = "0..=2")]
    pub replacement_cost: f64,
}

#[derive(Debug)]
pub struct EditDistanceModel {
    info: ModelInfo,
    replacement_cost: f64,
    sequences: Vec<Vec<u32>>,
    classes: Vec<u32>,
}

/// The sequences of the only feature.
fn sequences(rows: &Features<'_>) -> Result<SymbolLists> {
    match (rows.width(), rows.column(0)) {
        (1, Feature::Object(Objects::Sequence(lists))) => Ok(lists),
        _ => Err(Error::data(
            "the learner needs one column of sequences and no other feature",
            "leave the others out",
        )),
    }
}

fn distance(a: &[u32], b: &[u32], replacement: f64) -> f64 {
    let mut above: Vec<f64> = (0..=b.len()).map(|place| place as f64).collect();
    for (row, x) in a.iter().enumerate() {
        let mut here = vec![row as f64 + 1.0];
        for (column, y) in b.iter().enumerate() {
            let replaced = above[column] + if x == y && *x != MISSING_CODE { 0.0 } else { replacement };
            here.push(replaced.min(above[column + 1] + 1.0).min(here[column] + 1.0));
        }
        above = here;
    }
    above[b.len()]
}

impl Fit for EditDistanceNeighbor {
    type Model = EditDistanceModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, _run: &Run) -> Result<EditDistanceModel> {
        let data = input.dataset()?;
        let lists = sequences(&data.row_features())?;
        let Target::Classes(labels) = data.require_target()?.1 else {
            return Err(Error::internal("the target was checked to be classes"));
        };
        let sequences =
            (0..data.rows().len()).map(|row| lists.at(row).unwrap_or_default().to_vec()).collect();
        let classes = data.rows().iter().map(|row| labels.codes[row as usize]).collect();
        let summary =
            TrainingSummary { rows: data.rows().len() as u64, converged: true, ..TrainingSummary::default() };
        let info = self.model_info(data, summary)?;
        Ok(EditDistanceModel { info, replacement_cost: self.replacement_cost, sequences, classes })
    }
}

impl Model for EditDistanceModel {
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
        serde_json::to_vec(&(self.replacement_cost, &self.sequences, &self.classes)).map_err(Error::internal)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for EditDistanceModel {
    fn raw_outputs(&self, rows: &Features<'_>, _request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let lists = sequences(rows)?;
        let nearest = |row: usize| {
            let own = lists.at(row).unwrap_or_default();
            let to = |place: &usize| distance(own, &self.sequences[*place], self.replacement_cost);
            (0..self.sequences.len())
                .min_by(|a, b| to(a).total_cmp(&to(b)))
                .map_or(0, |place| self.classes[place])
        };
        let levels: &Levels = &self.info.schema.target.classes;
        Ok(vec![TargetOutputs::of_classes((0..rows.rows()).map(nearest).collect(), levels)])
    }

    fn raw_row_explanation(&self, _row: &ExplainedRow<'_>) -> Result<Explanation> {
        Ok(self.raw_explanation())
    }
}

impl LoadModel for EditDistanceModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<EditDistanceModel> {
        let damaged =
            |e: serde_json::Error| Error::model_file(e.to_string(), "fetch or write the file again");
        let (replacement_cost, sequences, classes): (f64, Vec<Vec<u32>>, Vec<u32>) =
            serde_json::from_slice(bytes).map_err(damaged)?;
        Ok(EditDistanceModel { info, replacement_cost, sequences, classes })
    }
}

const ROWS: &str = r#"{"dna": ["A", "C", "G", "T"], "kind": "mixed", "length": 4}
{"dna": ["A", "C", "T"], "kind": "mixed", "length": 3}
{"dna": ["G", "G", "G"], "kind": "plain", "length": 3}
{"dna": ["G", "G", "G", "G"], "kind": "plain", "length": 4}
"#;

fn read(text: &str) -> Table {
    ReadOptions::default().read_from(text.as_bytes(), "rows").unwrap()
}

/// The roles as every interface gives them: the learner says which kinds of columns it takes.
fn dataset(table: &Table, without: &[&str]) -> Dataset {
    let roles = ColumnRoles {
        targets: vec!["kind".to_string()],
        without: without.iter().map(|name| name.to_string()).collect(),
        taken: taken_columns(&EditDistanceNeighbor::default()),
        ..ColumnRoles::default()
    };
    roles.apply(table).unwrap()
}

#[test]
fn it_gets_sequences_by_name_through_a_registry_and_a_file() {
    let registry = Registry::new(vec![RegistryEntry::of::<EditDistanceNeighbor>()]);
    let spec = LearnerSpec::parse("edit-distance-neighbor(replacement_cost=1.5)").unwrap();
    let learner = registry.learner(&spec).unwrap();
    let data = dataset(&read(ROWS), &["length"]);
    assert_eq!(data.feature_names(), ["dna"]);
    let model = learner.fit_with(&data, &Run::default()).unwrap();
    let bytes = model_file::to_bytes(model.as_ref()).unwrap();
    let again = model_file::from_bytes(&bytes, &registry).unwrap();
    // Other levels in another order, and a symbol that training never saw.
    let other = read("{\"x\": 1, \"dna\": [\"T\", \"C\", \"A\", \"N\"]}\n{\"dna\": [\"G\", \"N\", \"G\"]}\n");
    for model in [model, again] {
        let predicted = model.predict(&other).unwrap();
        assert_eq!(
            (predicted.values.label(0), predicted.values.label(1)),
            ("mixed".to_string(), "plain".to_string())
        );
        assert!(predicted.warnings[0].contains("2 unseen values, such as 'N'"), "{:?}", predicted.warnings);
    }
}

#[test]
fn it_is_evaluated_beside_the_baseline() {
    let rows = ROWS.repeat(5);
    let data = dataset(&read(&rows), &["length"]);
    let run = CrossValidation::new(2).seed(1).evaluate(&EditDistanceNeighbor::default(), &data);
    assert!(run.unwrap().to_string().contains("accuracy"));
    assert!(Baseline::default().fit(&data).is_ok(), "it needs no features");
}

#[test]
fn everybody_else_refuses_sequences_by_name() {
    let table = read(ROWS);
    let data = dataset(&table, &[]).only(&["length", "dna"]).unwrap();
    for entry in hornbook::registry().entries() {
        let takes = entry.declaration.capabilities;
        if takes.sequence
            || entry.declaration.composite
            || !entry.declaration.tasks.contains(&hornbook::Task::Classification)
        {
            continue;
        }
        let learner = entry.learner(&Default::default()).unwrap();
        let said = learner.fit_with(&data, &Run::default()).unwrap_err().to_string();
        let name = entry.declaration.name;
        assert!(
            said.contains("column 'dna' holds sequences (lists of symbols), which the learner"),
            "{name}: {said}"
        );
    }
    // Where nobody asked for them, they are left out with a note.
    let plain = table.dataset().target("kind").unwrap();
    assert_eq!(plain.notes(), ["sequence columns are not used as features: 'dna'"]);
    assert!(hornbook::DecisionTree::default().fit(&plain).is_ok());
    let said = EditDistanceNeighbor::default().fit(&dataset(&table, &[]));
    assert!(said.unwrap_err().to_string().contains("needs one column of sequences"));
    let missing = Table::builder()
        .column("dna", Column::Object(Objects::Sequence(SymbolLists::from_rows(&[None, Some(vec!["A"])]))))
        .category("kind", &[Some("a"), Some("b")])
        .build()
        .unwrap();
    let said = EditDistanceNeighbor::default().fit(&dataset(&missing, &[])).unwrap_err().to_string();
    assert!(said.contains("column 'dna' is missing (NaN) in row 1"), "{said}");
}
