//! A learner takes the data that it declares to take, and refuses all others with a sentence about the column.

use crate::answers::ModelAnswers;
use crate::cases::{LearnerCase, asked_tasks};
use hornbook::data::{
    Column, ColumnKind, Graph, Graphs, ImageShape, Images, NumberLists, Objects, Pixels, SymbolLists,
};
use hornbook::{Dataset, Run, Table, Task};

const ROWS: usize = 60;

/// Missing values, text, objects, targets with gaps, sample weights, and one class.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    if !case.is_default() {
        return broken;
    }
    let (takes, learner) = (case.learner.capabilities(), case.learner.as_ref());
    let table = table();
    for task in asked_tasks(learner) {
        let of = |features: &[&str]| with_target(&table, task).only(features).unwrap();
        let refused = |data: &Dataset| match learner.fit_with(data, &Run::default()) {
            Ok(model) => {
                let answers = ModelAnswers::without_words(&*model, data.table()).unwrap();
                let sound = answers.check(&*model, data.table().rows());
                assert_eq!(sound, Ok(()), "{}", case.text);
                None
            }
            Err(error) => Some(error.to_string()),
        };
        // A learner that needs groups or counts refuses whatever comes, in its own words.
        if refused(&of(&["x"])).is_some() {
            continue;
        }
        let mut expect = |what: &str, data: &Dataset, taken: bool, words: &str| match (refused(data), taken) {
            (None, true) => {}
            (Some(sentence), false) if sentence.contains(words) => {}
            (None, false) => {
                broken.push(format!("{} ({task}) takes {what}, and does not declare it", case.text))
            }
            (Some(sentence), _) => broken.push(format!("{} ({task}) refuses {what}: {sentence}", case.text)),
        };
        expect(
            "a column without a value",
            &of(&["x", "gap"]),
            learner.capabilities().missing,
            "'gap' is missing",
        );
        let weighted = of(&["x"]).with_weights((0..ROWS).map(|row| (row % 3) as f64).collect()).unwrap();
        expect("sample weights", &weighted, takes.sample_weights, "takes no sample weights");
        if task.needs_target() {
            let holes = match task {
                Task::Classification => table.dataset().target("class with a gap"),
                _ => table.dataset().target("number with a gap"),
            };
            let holes = holes.unwrap().only(&["x"]).unwrap();
            expect("a target with a gap", &holes, false, "is missing in 1 of 60 rows");
        }
        // What hands text on is refused in the words of the learner within.
        let text = of(&["x", "text"]).with_kinds(&[ColumnKind::Text]);
        match refused(&text) {
            None if takes.text => {}
            None => broken.push(format!("{} ({task}) takes text, and does not declare it", case.text)),
            Some(sentence) => {
                let is_within = !sentence.contains(&format!("'{}'", case.declaration().name));
                if takes.text && !is_within || !sentence.contains("'text' holds text") {
                    broken.push(format!("{} ({task}) refuses text: {sentence}", case.text));
                }
            }
        }
        for kind in ColumnKind::ALL.into_iter().filter(|kind| kind.is_object()) {
            let sentence = refused(&of(&["x", kind.name()]));
            let words = format!("'{kind}' holds {}", kind.plural());
            match (sentence, kind.is_taken_by(takes)) {
                (None, true) => {}
                (Some(sentence), false) if sentence.contains(&words) => {}
                (sentence, _) => {
                    broken.push(format!(
                        "{} ({task}) on a column of {}: {sentence:?}",
                        case.text,
                        kind.plural()
                    ));
                }
            }
        }
        if task == Task::Classification {
            let one = table.dataset().target("one class").unwrap().only(&["x"]).unwrap();
            if let Some(sentence) = refused(&one).filter(|sentence| !sentence.contains("class")) {
                broken.push(format!("{} refuses one class: {sentence}", case.text));
            }
        }
    }
    broken
}

fn with_target(table: &Table, task: Task) -> Dataset {
    match task {
        Task::Classification => table.dataset().target("class").unwrap(),
        Task::Regression => table.dataset().target("number").unwrap(),
        _ => table.dataset(),
    }
}

fn table() -> Table {
    let numbers: Vec<f64> = (0..ROWS).map(|i| (i * 37 % 101) as f64 + 1.0).collect();
    let classes: Vec<_> = numbers.iter().map(|&x| Some(if x > 50.0 { "high" } else { "low" })).collect();
    let (mut holes, mut gaps) = (numbers.clone(), classes.clone());
    holes[7] = f64::NAN;
    gaps[7] = None;
    let texts: Vec<Option<String>> = (0..ROWS).map(|i| Some(format!("document number {i}"))).collect();
    let symbols = SymbolLists::from_rows(&vec![Some(vec!["a", "b"]); ROWS]);
    let shape = ImageShape { height: 1, width: 2, channels: 1 };
    let images = Images::new(shape, Pixels::Bytes(vec![7; 2 * ROWS].into()), vec![true; ROWS]);
    let graph = Graph { nodes: vec![None; 2], edges: vec![(0, 1, None)], ..Graph::default() };
    Table::builder()
        .number("x", numbers.clone())
        .number("gap", vec![f64::NAN; ROWS])
        .column("text", Column::Text(texts.into()))
        .column(
            "series",
            Column::Object(Objects::Series(NumberLists::from_rows(&vec![Some([1.0, 2.0]); ROWS]))),
        )
        .column("sequence", Column::Object(Objects::Sequence(symbols.clone())))
        .column("items", Column::Object(Objects::Items(symbols)))
        .column("image", Column::Object(Objects::Image(images.unwrap())))
        .column("graph", Column::Object(Objects::Graph(Graphs::from_rows(&vec![Some(graph); ROWS]).unwrap())))
        .category("class", &classes)
        .number("number", numbers)
        .category("class with a gap", &gaps)
        .number("number with a gap", holes)
        .category("one class", &[Some("only"); ROWS])
        .build()
        .unwrap()
}
