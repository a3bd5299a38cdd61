//! Text columns as counts, and learners behind them.

use super::*;
use hornbook_core::{Run, Task};
use hornbook_data::{Column, ColumnKind, Table};
use hornbook_learner::{Baseline, Fit, LoadModel, Model, Pipeline, PipelineModel, Registry, RegistryEntry};
use std::any::Any;

fn table() -> Table {
    let texts = ["ball goal ball", "goal team", "code bug code team"];
    Table::builder()
        .column("text", Column::Text(texts.map(Some).to_vec().into()))
        .number("size", vec![1.0, 2.0, 3.0])
        .category("kind", &[Some("u"), Some("u"), Some("v")])
        .category("class", &[Some("sport"), Some("sport"), Some("tech")])
        .build()
        .unwrap()
}

fn learner() -> Pipeline {
    Registry::fill(|| vec![RegistryEntry::of::<Baseline>(), RegistryEntry::of::<BagOfWords>()]);
    Pipeline::default().step(BagOfWords::default()).step(Baseline::default())
}

fn vectorizer_of(model: &PipelineModel) -> &FittedBagOfWords {
    let step: &dyn Any = model.transformers().next().unwrap();
    step.downcast_ref::<BagOfWordsModel>().unwrap().fitted()
}

// proves: 001:176, 000a:K21
#[test]
fn words_become_columns_of_the_learner_behind() {
    let data =
        table().dataset().target("class").unwrap().only(&["text"]).unwrap().with_kinds(&[ColumnKind::Text]);
    let model = learner().fit(&data).unwrap();
    let names: Vec<&str> = model.last().info().schema.inputs.iter().map(|i| i.name.as_str()).collect();
    assert_eq!(names, ["ball", "bug", "code", "goal", "team"]);
    assert_eq!(model.info().schema.inputs[0].name, "text");
    assert_eq!(model.info().summary.details["words"], 5);
    assert_eq!(vectorizer_of(&model).vectorizer("text").unwrap().width(), 5);
    assert_eq!(model.predict(&table()).unwrap().values.label(2), "sport");
}

#[test]
fn other_columns_stand_beside_the_words() {
    for without in [&["kind"][..], &[]] {
        let data = table()
            .dataset()
            .target("class")
            .unwrap()
            .without(without)
            .unwrap()
            .with_kinds(&[ColumnKind::Text]);
        let model = learner().fit(&data).unwrap();
        let inputs = &model.last().info().schema.inputs;
        assert_eq!(inputs[0].name, "text: ball");
        assert_eq!(inputs.len(), 5 + 2 - without.len());
        assert_eq!(model.probabilities(&table()).unwrap().rows(), 3);
        let mut again = PipelineModel::from_bytes(model.info().clone(), &model.to_bytes().unwrap()).unwrap();
        assert_eq!(again.probabilities(&table()).unwrap(), model.probabilities(&table()).unwrap());
        assert_eq!(again.info_mut().schema.target.task, Task::Classification);
    }
}

#[test]
fn a_table_without_text_is_left_to_the_learner() {
    let data = table()
        .dataset()
        .target("class")
        .unwrap()
        .without(&["text"])
        .unwrap()
        .with_kinds(&[ColumnKind::Text]);
    let model = learner().fit(&data).unwrap();
    assert!(model.info().summary.warnings[0].contains("no text column"));
    assert_eq!(model.last().info().schema.inputs.len(), 2);
}

#[test]
fn documents_without_words_are_counted() {
    let texts = vec![Some("ball"), None, Some("?"), Some("goal")];
    let classes = [Some("a"), Some("b"), Some("a"), Some("b")];
    let table =
        Table::builder().column("t", Column::Text(texts.into())).category("y", &classes).build().unwrap();
    let model = learner()
        .fit_with(&table.dataset().target("y").unwrap().with_kinds(&[ColumnKind::Text]), &Run::default())
        .unwrap();
    assert_eq!(model.info().summary.warnings, ["documents without any word of the vocabulary: 2"]);
}
