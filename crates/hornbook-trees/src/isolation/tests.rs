use super::*;
use hornbook_core::{CountOrFraction, Error, Observer, ObserverAction, Run, Seed, Task, TraceEvent};
use hornbook_data::{Features, Table};
use hornbook_learner::{Fit, Inspect, LoadModel, Model, Predictor};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// Numbers with ties and gaps, a category with a rare level, and some rows far away.
fn some_table(rows: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut a, mut b, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..rows {
        let far = if row % 25 == 7 { 6.0 } else { 0.0 };
        a.push(if rng.below(12) == 0 { f64::NAN } else { rng.unit() + far });
        b.push((rng.unit() * 8.0).floor());
        kinds.push((rng.below(20) > 0).then(|| format!("k{}", rng.below(3))));
    }
    Table::builder().number("a", a).number("b", b).category("kind", &kinds).build().unwrap()
}

fn forest(trees: u32) -> IsolationForest {
    IsolationForest::default().n_estimators(trees)
}

fn features(model: &IsolationForestModel, table: &Table) -> Features<'static> {
    model.info().schema.features(table).unwrap().0
}

fn scores(model: &IsolationForestModel, table: &Table) -> Vec<f64> {
    model.scores(table).unwrap().unwrap()
}

/// How often an outlier has a higher score than an inlier.
fn area(scores: &[f64], is_outlier: &[bool]) -> f64 {
    let of = |wanted: bool| scores.iter().zip(is_outlier).filter(move |(_, is)| **is == wanted).map(|s| *s.0);
    let (mut wins, mut pairs) = (0.0, 0.0);
    for outlier in of(true) {
        for inlier in of(false) {
            wins += if outlier > inlier { 1.0 } else { f64::from(u8::from(outlier == inlier)) / 2.0 };
            pairs += 1.0;
        }
    }
    wins / pairs
}

#[test]
fn as_good_as_scikit_learn() {
    let reference: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/reference/isolation.json")).unwrap();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for name in ["two_clumps", "ring", "breast_cancer"] {
        let table = Table::read(folder.join(format!("{name}.csv"))).unwrap();
        let truth = table.column("target").unwrap();
        let is_outlier: Vec<bool> =
            (0..table.rows()).map(|row| truth.label(row).as_deref() == Some("c0")).collect();
        let data = table.dataset().without(&["target"]).unwrap();
        let seeds = 100;
        let areas = (0..seeds).map(|seed| {
            let model = forest(100).fit_with(&data, &Run::default().seed(seed)).unwrap();
            area(&scores(&model, &table), &is_outlier)
        });
        let ours = areas.sum::<f64>() / seeds as f64;
        let theirs = reference[name]["mean"].as_f64().unwrap();
        assert!((ours - theirs).abs() < 0.01, "{name}: {ours} and {theirs}");
    }
}

/// Three rows at 0, 1 and 10: the first split cuts the last one off nine times of ten, else the first.
#[test]
fn questions_of_three_rows_golden() {
    let table = Table::builder().number("x", vec![0.0, 1.0, 10.0]).build().unwrap();
    let model = forest(40_000).fit(&table.dataset()).unwrap();
    assert!((model.expected_path_length() - 5.0 / 3.0).abs() < 1e-12);
    let rows = features(&model, &table);
    for (found, expected) in model.path_lengths(&rows).into_iter().zip([1.9, 2.0, 1.1]) {
        assert!((found - expected).abs() < 0.01, "{found} and {expected}");
    }
    let score = scores(&model, &table)[2];
    assert!((score - 2f64.powf(-1.1 * 3.0 / 5.0)).abs() < 0.003, "{score}");
}

#[test]
fn the_seed_counts() {
    let data = some_table(200, 1).dataset();
    let of = |seed: u64| forest(15).fit_with(&data, &Run::default().seed(seed)).unwrap().to_bytes().unwrap();
    assert!(of(0) == of(0) && of(0) != of(1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_order_of_columns_does_not_matter(rows in 5usize..60, seed in 0u64..1000, bootstrap: bool) {
        let table = some_table(rows, seed);
        let learner = forest(10).bootstrap(bootstrap).max_features(CountOrFraction::Count(2));
        let turned = Table::new(
            ["kind", "b", "a"].map(|name| (name.to_string(), table.column(name).unwrap().clone())).to_vec(),
        ).unwrap();
        let (one, other) = (learner.fit(&table.dataset()).unwrap(), learner.fit(&turned.dataset()).unwrap());
        prop_assert_eq!(scores(&one, &table), scores(&other, &table));
    }

    #[test]
    fn scores_lie_between_0_and_1_and_gains_add_up(rows in 1usize..80, seed in 0u64..1000) {
        let table = some_table(rows, seed);
        let model = forest(10).fit(&table.dataset()).unwrap();
        let all = features(&model, &table);
        let (scores, questions) = (scores(&model, &table), model.path_lengths(&all));
        prop_assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)));
        let contributions = model.shap_values(&all, None, &Run::default()).unwrap().unwrap();
        for row in 0..rows {
            let why = model.explain_row(&all, row).unwrap();
            let columns = why.sections[1].json.as_object().unwrap();
            let fewer: f64 = columns.values().map(|column| column["questions_fewer"].as_f64().unwrap()).sum();
            prop_assert!((fewer - (model.expected_path_length() - questions[row])).abs() < 1e-10);
            prop_assert_eq!(why.sections[0].json["score"].as_f64().unwrap(), scores[row]);
            let moved: f64 = (0..3).map(|column| contributions.value(row, column, 0)).sum();
            prop_assert!((contributions.base()[0] + moved - scores[row].log2()).abs() < 1e-10);
        }
    }
}

#[test]
fn what_is_rare_is_an_outlier() {
    let kinds: Vec<Option<&str>> = (0..300).map(|i| Some(["a", "b", "c"][i % 3])).collect();
    let rare: Vec<Option<&str>> = (0..300).map(|i| Some(if i == 40 { "rare" } else { "usual" })).collect();
    let mut x: Vec<f64> = (0..300).map(|i| f64::from(i * 7 % 50)).collect();
    x[200] = 500.0;
    let table =
        Table::builder().category("kind", &kinds).category("rare", &rare).number("x", x).build().unwrap();
    let model = forest(200).contamination(Contamination::Share(2.0 / 300.0)).fit(&table.dataset()).unwrap();
    let predictions = model.predict(&table).unwrap().values;
    let outliers: Vec<usize> = (0..300).filter(|&row| predictions.label(row) == "outlier").collect();
    assert_eq!(outliers, [40, 200]);
    let all = features(&model, &table);
    for (row, column) in [(40, "rare"), (200, "x")] {
        let why = model.explain_row(&all, row).unwrap();
        let first = why.sections[1].json.as_object().unwrap().keys().next().unwrap().clone();
        assert_eq!(first, column);
        assert!(why.to_string().contains("shorter path"), "{why}");
    }
    let importances = model.importances().unwrap();
    assert!((importances.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(importances[2] > importances[0], "{importances:?}");
    let learned = model.explain().to_string();
    assert!(
        learned.contains("200 trees, each from a subsample of 256")
            && learned.contains("Feature importances"),
        "{learned}"
    );
}

#[test]
fn contamination_is_the_share_of_outliers() {
    let x: Vec<f64> = (0..400).map(|i| Seed(3).derive(i).rng().unit().powi(3)).collect();
    let table = Table::builder().number("x", x).build().unwrap();
    for share in [0.05, 0.1, 0.5] {
        let model = forest(100).contamination(Contamination::Share(share)).fit(&table.dataset()).unwrap();
        let above = scores(&model, &table).into_iter().filter(|&score| score > model.threshold()).count();
        assert!((above as f64 - share * 400.0).abs() <= 2.0, "{share}: {above}");
    }
    assert_eq!(forest(5).fit(&table.dataset()).unwrap().threshold(), 0.5);
    let wrong = forest(5).contamination(Contamination::Share(0.7)).fit(&table.dataset()).unwrap_err();
    assert!(wrong.to_string().contains("'contamination' is 0.7"), "{wrong}");
}

/// Missing values go with one side as a whole, by chance: over many trees as often as rows do.
#[test]
fn missing_values_are_not_unusual() {
    let mut x: Vec<f64> = (0..200).map(f64::from).collect();
    x.extend([f64::NAN; 5]);
    x.push(2000.0);
    let table = Table::builder().number("x", x).build().unwrap();
    let found = scores(&forest(400).fit(&table.dataset()).unwrap(), &table);
    assert_eq!(found[200], found[204]);
    assert!(found[200] < 0.6 && found[205] > 0.7, "{} and {}", found[200], found[205]);
}

#[test]
fn a_file_with_other_answers_is_refused() {
    let model =
        forest(4).contamination(Contamination::Share(0.2)).fit(&some_table(120, 15).dataset()).unwrap();
    let mut info = model.info().clone();
    info.schema.target.classes = vec!["inlier".to_string()].into();
    assert!(IsolationForestModel::from_bytes(info, &model.to_bytes().unwrap()).is_err());
}

#[test]
fn odd_tables() {
    let build = |x: Vec<f64>| Table::builder().number("x", x).build().unwrap();
    for table in [build(vec![3.0]), build(vec![3.0; 9]), build(vec![f64::NAN; 9])] {
        let model = forest(3).fit(&table.dataset()).unwrap();
        assert!(scores(&model, &table).iter().all(|score| *score == 0.5), "nothing tells rows apart");
        assert_eq!(model.predict(&table).unwrap().values.label(0), "inlier");
        let all = features(&model, &table);
        assert!(model.explain_row(&all, 0).unwrap().to_string().contains("0.5000"));
        assert!(model.shap_values(&all, None, &Run::default()).unwrap().is_some());
    }
    let table = build(vec![1.0, 2.0]);
    let without = forest(3).fit(&table.dataset().without(&["x"]).unwrap()).unwrap();
    assert_eq!(scores(&without, &table), [0.5, 0.5]);
    let ends = build(vec![-1e150, 1e150, 0.0, -1e150]);
    assert!(scores(&forest(9).fit(&ends.dataset()).unwrap(), &ends).iter().all(|score| score.is_finite()));
    let light = table.dataset().with_weights(vec![0.01, 0.02]).unwrap();
    assert_eq!(scores(&forest(3).fit(&light).unwrap(), &table), [0.5, 0.5]);

    // A share of weights far above 1 is no number of rows to draw.
    let heavy = table.dataset().with_weights(vec![1e12, 2e12]).unwrap();
    for bootstrap in [false, true] {
        let share = MaxSamples::CountOrFraction(CountOrFraction::Fraction(0.9));
        let model = forest(3).max_samples(share).bootstrap(bootstrap).fit(&heavy).unwrap();
        assert!(scores(&model, &table).iter().all(|score| score.is_finite()));
    }

    let ids: Vec<Option<String>> = (0..20_000).map(|i| Some(format!("id{i}"))).collect();
    let many = Table::builder().category("id", &ids).number("x", (0..20_000).map(f64::from).collect());
    let many = many.build().unwrap();
    let model = forest(3).fit(&many.dataset()).unwrap();
    assert_eq!(model.info().summary.warnings, ["column 'id' has more than 16384 levels and is not split on"]);
    assert_eq!(model.importances().unwrap()[0], 0.0);
}

#[test]
fn there_is_no_target() {
    let table = some_table(50, 3);
    let model = forest(3).fit(&table.dataset()).unwrap();
    assert_eq!(model.info().schema.target.task, Task::Outliers);
    let refused = forest(3).fit(&table.dataset().target("b").unwrap()).unwrap_err().to_string();
    assert_eq!(
        refused,
        "the learner 'isolation-forest' is unsupervised and takes no target, and 'b' is one; name no target, and \
         leave the column out if it should not be a feature"
    );
    let refused = model.probabilities(&table).unwrap_err().to_string();
    assert!(refused.starts_with("this model gives anomaly scores, not probabilities"), "{refused}");
    let empty = forest(3).fit(&table.dataset().select(vec![])).unwrap_err();
    assert!(matches!(empty, Error::Data { .. }), "{empty}");
}

/// Keeps the trace, and says enough after some trees.
#[derive(Default)]
struct Notebook {
    events: Mutex<Vec<serde_json::Value>>,
    enough: u64,
}

impl Observer for Notebook {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn TraceEvent) {
        assert!(event.to_string().starts_with("tree "));
        self.events.lock().unwrap().push(event.to_json());
    }
    fn progress(&self, progress: hornbook_core::Progress) -> ObserverAction {
        if progress.done == self.enough { ObserverAction::Finish } else { ObserverAction::Continue }
    }
}

#[test]
fn traced_and_stopped() {
    let data = some_table(300, 17).dataset();
    let notebook = Arc::new(Notebook { enough: 6, ..Notebook::default() });
    let model = forest(100).fit_with(&data, &Run::default().observer(notebook.clone())).unwrap();
    let events = notebook.events.lock().unwrap().clone();
    assert_eq!((events.len(), model.trees()), (6, 6));
    assert_eq!((&events[5]["tree"], &events[5]["rows"]), (&6.into(), &256.into()));
    let nodes: u64 = events.iter().map(|event| event["nodes"].as_u64().unwrap()).sum();
    assert_eq!(nodes, model.nodes() as u64);
    assert!(events.iter().all(|event| event["depth"].as_u64().unwrap() <= 8), "the logarithm of 256");
    let first = forest(6).fit(&data).unwrap();
    assert_eq!(first.state, model.state, "a trace changes nothing, and fewer trees are the first of more");
}

#[test]
fn a_tree_is_drawn() {
    let model = forest(3).fit(&some_table(120, 4).dataset()).unwrap();
    assert_eq!((model.diagrams(), model.diagram(3)), (3, None));
    let diagrams: Vec<_> = (0..3).map(|tree| model.diagram(tree).unwrap()).collect();
    assert_eq!(diagrams[1].title, "tree 2 of 3 of isolation-forest: path length of a row");
    assert_eq!(diagrams.iter().map(|diagram| diagram.nodes().len()).sum::<usize>(), model.nodes());
    for diagram in &diagrams {
        let root = &diagram.nodes()[0];
        assert!(root.branches.len() == 2 && !root.question.is_empty());
        let questions = |answer: &str| answer.split(' ').next().unwrap().parse::<f64>().unwrap();
        let leaves: Vec<_> = diagram.nodes().iter().filter(|node| node.branches.is_empty()).collect();
        // What takes fewest splits has the strongest color, what takes most the weakest.
        let fewest = leaves.iter().map(|leaf| questions(&leaf.answer[0])).fold(f64::INFINITY, f64::min);
        for leaf in &leaves {
            assert_eq!(leaf.tint.strength == 1.0, questions(&leaf.answer[0]) == fewest, "{leaf:?}");
        }
        assert!(leaves.iter().any(|leaf| leaf.tint.strength == 0.0));
        assert!(diagram.to_svg(Some(2)).starts_with("<svg") && diagram.to_dot().starts_with("digraph"));
    }
}
