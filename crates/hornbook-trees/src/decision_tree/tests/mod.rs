mod asked;
mod constraints;
mod criteria;
mod diagram;
mod missing;
mod model_trees;
mod shapley;

use super::*;
use hornbook_core::{Observer, ObserverAction, PerColumn, Run, TraceEvent};
use hornbook_data::{Dataset, Features, Table, Target};
use hornbook_learner::{Fit, Model, Predictions, TableBatches, TrainingInput};
use proptest::prelude::*;
use std::sync::{Arc, Mutex};

/// A table of categories from rows of words.
pub(crate) fn words(header: &str, rows: &str) -> Table {
    let names: Vec<&str> = header.split_whitespace().collect();
    let rows: Vec<Vec<&str>> = rows.lines().map(|l| l.split_whitespace().collect()).collect();
    let mut builder = Table::builder();
    for (i, name) in names.iter().enumerate() {
        let cells: Vec<Option<&str>> = rows.iter().map(|r| Some(r[i]).filter(|c| *c != "?")).collect();
        builder = builder.category(name, &cells);
    }
    builder.build().unwrap()
}

/// Mitchell's table 3.2.
pub(crate) fn play_tennis() -> Table {
    words("Outlook Temperature Humidity Wind Play", include_str!("../../../tests/data/play_tennis.txt"))
}

/// The restaurant table of Russell and Norvig, figure 18.3.
pub(crate) fn restaurant() -> Table {
    words(
        "Alt Bar Fri Hun Pat Price Rain Res Type Est WillWait",
        include_str!("../../../tests/data/restaurant.txt"),
    )
}

fn id3() -> DecisionTree {
    DecisionTree::default().criterion(Criterion::Entropy).categories(CategorySplits::Multiway)
}

/// Keeps the trace.
#[derive(Default)]
pub(crate) struct Notebook(pub(crate) Mutex<Vec<serde_json::Value>>);

impl Observer for Notebook {
    fn wants_trace(&self) -> bool {
        true
    }
    fn trace(&self, event: &dyn TraceEvent) {
        self.0.lock().unwrap().push(event.to_json());
    }
}

pub(crate) fn traced<L: Fit<Model = DecisionTreeModel>>(
    learner: &L,
    data: &Dataset,
) -> (DecisionTreeModel, Vec<serde_json::Value>) {
    let notebook = Arc::new(Notebook::default());
    let model = learner.fit_with(data, &Run::default().observer(notebook.clone())).unwrap();
    let events = notebook.0.lock().unwrap().clone();
    (model, events)
}

pub(crate) fn gain(event: &serde_json::Value, question: &str, field: &str) -> f64 {
    let all = event["considered"].as_array().unwrap();
    all.iter().find(|c| c["question"] == question).unwrap()[field].as_f64().unwrap()
}

/// How many rows of a table get their class.
pub(crate) fn right(model: &DecisionTreeModel, data: &Dataset, target: &str) -> usize {
    let Predictions::Classes(codes, levels) = model.predict(data.table()).unwrap().values else { panic!() };
    let truth = data.table().column(target).unwrap();
    let is_right = |row: usize| truth.label(row).as_deref() == Some(&levels[codes[row] as usize]);
    (0..codes.len()).filter(|&row| is_right(row)).count()
}

pub(crate) fn rules(model: &DecisionTreeModel) -> String {
    model.explain().sections[1].text.clone()
}

// proves: 000a:H8, 001:15, 002:B20
#[test]
fn play_tennis_golden() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let (model, events) = traced(&id3(), &data);
    for (column, exact) in [
        ("Outlook", 0.246749819774439),
        ("Temperature", 0.029222565658955),
        ("Humidity", 0.151835501362342),
        ("Wind", 0.048127030408269),
    ] {
        assert!((gain(&events[0], column, "gain") - exact).abs() < 1e-9, "{column}");
    }
    assert!((events[0]["impurity"].as_f64().unwrap() - 0.940285958670631).abs() < 1e-9);
    // The nodes after the root, in order of the levels: Rain, then Sunny (Overcast is pure).
    assert!((gain(&events[1], "Wind", "gain") - 0.970950594454669).abs() < 1e-9);
    assert!((gain(&events[1], "Temperature", "gain") - 0.019973094021975).abs() < 1e-9);
    assert!((gain(&events[2], "Humidity", "gain") - 0.970950594454669).abs() < 1e-9);
    assert!((gain(&events[2], "Temperature", "gain") - 0.570950594454669).abs() < 1e-9);
    assert!((gain(&events[2], "Wind", "gain") - 0.019973094021975).abs() < 1e-9);
    assert_eq!(events.len(), 3);
    assert_eq!(events[2]["path"], serde_json::json!(["Outlook = Sunny"]));
    assert_eq!((model.nodes(), model.leaves(), model.depth()), (8, 5, 2));
    assert_eq!(
        rules(&model),
        "if Outlook = Overcast then Yes (4 rows)\n\
         if Outlook = Rain or missing and Wind = Strong then No (2 rows)\n\
         if Outlook = Rain or missing and Wind = Weak or missing then Yes (3 rows)\n\
         if Outlook = Sunny and Humidity = High or missing then No (3 rows)\n\
         if Outlook = Sunny and Humidity = Normal then Yes (2 rows)"
    );
    let query = words("Wind Humidity Temperature Outlook", "Strong High Hot Sunny");
    assert_eq!(model.predict(&query).unwrap().values.label(0), "No");
}

#[test]
fn play_tennis_gain_ratios() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let (_, events) = traced(&id3().criterion(Criterion::GainRatio), &data);
    for (column, exact) in [
        ("Outlook", 0.156427562421175),
        ("Temperature", 0.018772646222419),
        ("Humidity", 0.151835501362342),
        ("Wind", 0.048848615511521),
    ] {
        assert!((gain(&events[0], column, "merit") - exact).abs() < 1e-9, "{column}");
    }
}

// proves: 002:B04, 000a:H9
#[test]
fn restaurant_golden() {
    let data = restaurant().dataset().target("WillWait").unwrap();
    let (model, events) = traced(&id3(), &data);
    for (column, exact) in [
        ("Alt", 0.0),
        ("Bar", 0.0),
        ("Fri", 0.020720839623907805),
        ("Hun", 0.19570962879973075),
        ("Pat", 0.5408520829727552),
        ("Price", 0.19570962879973075),
        ("Rain", 0.020720839623907805),
        ("Res", 0.020720839623907805),
        ("Type", 0.0),
        ("Est", 0.20751874963942185),
    ] {
        assert!((gain(&events[0], column, "gain") - exact).abs() < 1e-9, "{column}");
    }
    // Five columns tie at the second node; the first of them is asked.
    for column in ["Hun", "Price", "Res", "Type", "Est"] {
        assert!((gain(&events[1], column, "gain") - 0.2516291673878229).abs() < 1e-9, "{column}");
    }
    assert!((gain(&events[2], "Type", "gain") - 0.5).abs() < 1e-9);
    // Where no row of a level was seen the node above answers; its classes tie, and the first in order wins.
    assert_eq!(
        model.explain().sections[0].text.split_once("\n\n").unwrap().1,
        "Pat = Full or missing\n\
         |   Hun = No: No (2 rows)\n\
         |   Hun = Yes or missing\n\
         |   |   Type = Burger: Yes (1 row)\n\
         |   |   Type = French: No (no rows; as the node above)\n\
         |   |   Type = Italian: No (1 row)\n\
         |   |   Type = Thai or missing\n\
         |   |   |   Fri = No or missing: No (1 row)\n\
         |   |   |   Fri = Yes: Yes (1 row)\n\
         Pat = None: No (2 rows)\n\
         Pat = Some: Yes (4 rows)\n"
    );
    let Predictions::Classes(codes, levels) = model.predict(&restaurant()).unwrap().values else { panic!() };
    let truth: Vec<String> =
        (0..12).map(|i| restaurant().column("WillWait").unwrap().label(i).unwrap()).collect();
    assert!(codes.iter().zip(&truth).all(|(&c, t)| levels[c as usize] == *t));
}

// proves: 000a:H26, 001:26
#[test]
fn a_missing_wind_by_fractions() {
    // Wind of the first day unknown: 7/13 weak and 6/13 strong.
    let text = include_str!("../../../tests/data/play_tennis.txt").replacen("Weak", "?", 1);
    let table = words("Outlook Temperature Humidity Wind Play", &text);
    let data = table.dataset().target("Play").unwrap().only(&["Wind"]).unwrap();
    let (model, events) = traced(&id3().missing(Missing::Fractional), &data);
    assert!((gain(&events[0], "Wind", "gain") - 0.087362).abs() < 1e-6);
    let leaves: Vec<&[f64]> = (1..3).map(|node| model.tree.tally(node)).collect();
    // Levels in order: Strong, Weak; classes in order: No, Yes.
    assert!((leaves[0][0] - 3.461538).abs() < 1e-6 && leaves[0][1] == 3.0);
    assert!((leaves[1][0] - 1.538462).abs() < 1e-6 && leaves[1][1] == 6.0);
    // A missing value at prediction time is spread in the same shares.
    let probabilities = model.probabilities(&table).unwrap();
    let expected = 6.0 / 13.0 * (3.461538 / 6.461538) + 7.0 / 13.0 * (1.538462 / 7.538462);
    assert!((probabilities.at(0, 0) - expected).abs() < 1e-6);
    assert!((probabilities.row(0).iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

/// Numbers in which the wanted split is known.
fn steps() -> Table {
    Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 10.0, 11.0, 12.0, f64::NAN, f64::NAN])
        .number("y", vec![0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 5.0, 5.0])
        .build()
        .unwrap()
}

// proves: 000a:H27, 001:24
#[test]
fn thresholds_where_the_class_changes() {
    // Mitchell's temperatures: of the two places where the class changes, 54 gains more; the column is split again below it.
    let table = Table::builder()
        .number("t", vec![40.0, 48.0, 60.0, 72.0, 80.0, 90.0])
        .category("play", &["No", "No", "Yes", "Yes", "Yes", "No"].map(Some))
        .build()
        .unwrap();
    let data = table.dataset().target("play").unwrap();
    let (model, events) = traced(&id3(), &data);
    assert_eq!(events.len(), 2);
    for (event, question, exact) in [(0, "t <= 54", 0.459147917027245), (1, "t <= 85", 0.811278124459133)] {
        let best = &events[event]["considered"][0];
        assert!(best["question"].as_str().unwrap().starts_with(question), "{best}");
        assert!((best["gain"].as_f64().unwrap() - exact).abs() < 1e-9, "{best}");
    }
    assert_eq!((model.nodes(), model.leaves(), model.depth()), (5, 3, 2));
    assert_eq!(right(&model, &data, "play"), 6);
}

// proves: 001:6, 000a:H28
#[test]
fn leaves_of_numbers_are_means() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 10.0, 11.0, 12.0])
        .number("y", vec![1.0, 2.0, 3.0, 7.0, 8.0, 9.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let model = DecisionTree::default().splits(splits).max_depth(1).fit(&data).unwrap();
        let Predictions::Numbers(values) = model.predict(&table).unwrap().values else { panic!() };
        for (found, exact) in values.iter().zip([2.0, 2.0, 2.0, 8.0, 8.0, 8.0]) {
            assert!((found - exact).abs() < 1e-12, "{values:?}");
        }
    }
}

// proves: 000a:H29
#[test]
fn errors_and_missing_values_do_not_move_the_split() {
    // Of ten rows one has the other class, one the number of a row of the other class, and one no number.
    let class = |is_high: bool| Some(if is_high { "high" } else { "low" });
    let number = |i: usize| match i % 10 {
        6 => f64::NAN,
        8 => 199.0 - i as f64,
        _ => i as f64,
    };
    let noisy: Vec<Option<&str>> = (0..200).map(|i| class((i >= 100) != (i % 10 == 3))).collect();
    let noisy = Table::builder().number("x", (0..200).map(number).collect()).category("class", &noisy);
    let noisy = noisy.build().unwrap().dataset().target("class").unwrap();
    let clean: Vec<Option<&str>> = (0..200).map(|i| class(i >= 100)).collect();
    let clean = Table::builder().number("x", (0..200).map(f64::from).collect()).category("class", &clean);
    let clean = clean.build().unwrap().dataset().target("class").unwrap();
    for missing in [Missing::Direction, Missing::Fractional] {
        let model = DecisionTree::default().missing(missing).max_depth(1).fit(&noisy).unwrap();
        assert_eq!(right(&model, &clean, "class"), 200, "{missing:?}");
    }
}

#[test]
fn missing_values_learn_their_direction() {
    for splits in [Splits::Exact, Splits::Histogram] {
        let model =
            DecisionTree::default().splits(splits).fit(&steps().dataset().target("y").unwrap()).unwrap();
        assert_eq!(rules(&model), "if x <= 6.5 then 0 (3 rows)\nif x > 6.5 or missing then 5 (5 rows)");
        assert_eq!(
            model.predict(&steps()).unwrap().values,
            Predictions::Numbers(vec![0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 5.0, 5.0])
        );
    }
    let fractional = DecisionTree::default().missing(Missing::Fractional);
    let model = fractional.fit(&steps().dataset().target("y").unwrap()).unwrap();
    let Predictions::Numbers(values) = model.predict(&steps()).unwrap().values else { panic!() };
    assert!(values[6] > 0.0 && values[6] < 5.0);
}

#[test]
fn known_against_missing() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, f64::NAN, f64::NAN])
        .category("c", &[Some("a"), Some("a"), Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let model =
            DecisionTree::default().splits(splits).fit(&table.dataset().target("c").unwrap()).unwrap();
        assert_eq!(model.leaves(), 2);
        assert_eq!(
            model.predict(&table).unwrap().values,
            Predictions::Classes(vec![0, 0, 0, 1, 1], ["a".into(), "b".into()].into())
        );
    }
}

// proves: 001:3, 001:4
#[test]
fn subsets_of_levels() {
    let labels: Vec<Option<&str>> = ["a", "b", "c", "d"].iter().cycle().take(40).map(|l| Some(*l)).collect();
    let y = labels.iter().map(|l| if matches!(l, Some("a" | "c")) { 1.0 } else { 9.0 }).collect();
    let table = Table::builder().category("c", &labels).number("y", y).build().unwrap();
    let model = DecisionTree::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    assert_eq!(rules(&model), "if c in {a, c} or missing then 1 (20 rows)\nif c in {b, d} then 9 (20 rows)");
    let unseen = Table::builder().category("c", &[Some("z"), None]).build().unwrap();
    let prediction = model.predict(&unseen).unwrap();
    assert_eq!(prediction.values, Predictions::Numbers(vec![1.0, 1.0]));
    assert!(prediction.warnings[0].starts_with("column 'c' has 1 unseen value, such as 'z'"));
    // Three classes.
    let kinds: Vec<Option<&str>> = labels
        .iter()
        .map(|l| {
            Some(match l {
                Some("a") => "u",
                Some("b") => "v",
                _ => "w",
            })
        })
        .collect();
    let table = Table::builder().category("c", &labels).category("k", &kinds).build().unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let model =
            DecisionTree::default().splits(splits).fit(&table.dataset().target("k").unwrap()).unwrap();
        assert_eq!((model.leaves(), model.depth()), (3, 2));
    }
}

#[test]
fn many_levels_do_not_fit_a_byte() {
    let names: Vec<String> = (0..400).map(|i| format!("l{i:03}")).collect();
    let labels: Vec<Option<&String>> = (0..2000).map(|i| Some(&names[i % 400])).collect();
    let y: Vec<f64> = (0..2000).map(|i| f64::from(u8::from(i % 400 >= 250))).collect();
    let table = Table::builder().category("c", &labels).number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap();
    for learner in [DecisionTree::default(), DecisionTree::default().splits(Splits::Histogram)] {
        assert_eq!(learner.fit(&data).unwrap().leaves(), 2);
    }
}

// proves: 000a:H10, 000a:H13, 001:22
#[test]
fn limits() {
    let data = some_data(500, 3);
    let leaves = |learner: DecisionTree| learner.fit(&data).unwrap();
    assert_eq!(leaves(DecisionTree::default().max_depth(3)).depth(), 3);
    for learner in [DecisionTree::default(), DecisionTree::default().splits(Splits::Histogram)] {
        let model = leaves(learner.clone().min_samples_leaf(40.0));
        let small = |n: &tree::Node| n.split == tree::TreeSplit::Leaf && n.weight < 40.0;
        assert!(!model.tree.nodes.iter().any(small) && model.leaves() > 2);
        let model = leaves(learner.clone().min_samples_split(100.0));
        assert!(model.tree.nodes.iter().all(|n| n.split == tree::TreeSplit::Leaf || n.weight >= 100.0));
        let model = leaves(learner.min_impurity_decrease(0.02));
        assert!(
            model
                .tree
                .nodes
                .iter()
                .all(|n| n.split == tree::TreeSplit::Leaf || n.gain * n.weight / 500.0 >= 0.02)
        );
    }
    assert!(DecisionTree::default().max_depth(0).fit(&data).is_err());
    let wrong = DecisionTree::default().criterion(Criterion::Variance).fit(&data).unwrap_err().to_string();
    assert_eq!(
        wrong,
        "decision-tree: parameter 'criterion' is 'variance', which is not for classification; expected gini, entropy, gain_ratio, chi_square, mdl or none"
    );
    let wrong = DecisionTree::default().splits(Splits::Histogram).missing(Missing::Fractional).fit(&data);
    assert!(wrong.unwrap_err().to_string().contains("together with histogram splits"));
}

/// Numbers with ties and missing values, a category, and a noisy rule for the class.
pub(crate) fn some_data(rows: usize, seed: u64) -> Dataset {
    let mut rng = hornbook_core::Seed(seed).rng();
    let mut x: Vec<Vec<f64>> = vec![Vec::new(); 3];
    let (mut kinds, mut labels) = (Vec::new(), Vec::new());
    for _ in 0..rows {
        let row = [rng.unit(), (rng.unit() * 8.0).floor(), rng.unit() * 100.0];
        let kind = rng.below(5);
        let class = usize::from(row[0] > 0.5) + usize::from(row[1] + kind as f64 > 6.0);
        let class = if rng.below(10) == 0 { rng.below(3) } else { class };
        for (column, &value) in x.iter_mut().zip(&row) {
            column.push(if rng.below(12) == 0 { f64::NAN } else { value });
        }
        kinds.push((rng.below(20) > 0).then(|| format!("k{kind}")));
        labels.push(Some(format!("c{class}")));
    }
    let [a, b, c] = <[Vec<f64>; 3]>::try_from(x).unwrap();
    let table = Table::builder()
        .number("a", a)
        .number("b", b)
        .number("c", c)
        .category("kind", &kinds)
        .category("class", &labels);
    table.build().unwrap().dataset().target("class").unwrap()
}

fn bytes(learner: &DecisionTree, data: &Dataset, threads: usize) -> Vec<u8> {
    learner.fit_with(data, &Run::default().threads(threads)).unwrap().to_bytes().unwrap()
}

#[test]
fn traces_change_nothing() {
    let data = some_data(2_000, 1);
    for learner in [
        DecisionTree::default(),
        DecisionTree::default().splits(Splits::Histogram),
        id3(),
        DecisionTree::default().missing(Missing::Fractional).max_depth(5),
        DecisionTree::default().missing(Missing::Surrogate).max_depth(6),
        DecisionTree::default().criterion(Criterion::ChiSquare).max_leaf_nodes(40),
        DecisionTree::default().pruning(Pruning::ReducedError),
    ] {
        let (model, events) = traced(&learner, &data);
        assert!(model.to_bytes().unwrap() == bytes(&learner, &data, 2), "{learner:?}");
        assert!(!events.is_empty());
    }
}

#[test]
fn exact_splits_in_batches_are_histogram_splits() {
    let data = some_data(40_000, 2);
    let numbers = data.table().dataset().target("c").unwrap().drop_missing_target().unwrap().0;
    for data in [data, numbers] {
        let exact = DecisionTree::default().max_depth(5);
        let histogram = exact.clone().splits(Splits::Histogram).fit(&data).unwrap();
        for batch_rows in [1000, 16_384, 50_000] {
            let batches = TableBatches::new(data.clone(), batch_rows);
            let model = exact.fit_with(TrainingInput::in_batches(&batches), &Run::default()).unwrap();
            assert!(model.info().summary.warnings[0].contains("histogram splits were used"));
            // The sums of numbers are added up batch by batch, and the same but for rounding.
            same_tree(&model, &histogram).unwrap();
        }
        assert_ne!(exact.fit(&data).unwrap().tree, histogram.tree);
    }
}

#[test]
fn a_matrix_and_a_table_agree() {
    let data = some_data(3000, 4).only(&["a", "b", "c"]).unwrap();
    let model = DecisionTree::default().fit(&data).unwrap();
    let matrix = hornbook_encoding::encoded_features(&data).unwrap();
    let from_table = model.predict(data.table()).unwrap().values;
    assert_eq!(model.predict_matrix(matrix.view()).unwrap(), from_table);
    let features = model.info().schema.matrix(matrix.view()).unwrap();
    let probabilities = model.probabilities_of(&features).unwrap();
    let Predictions::Classes(codes, _) = from_table else { panic!() };
    for (row, &code) in codes.iter().enumerate() {
        assert_eq!(DecisionTreeModel::decide(probabilities.row(row)), code);
    }
    // The quick walk and the plain one end at the same node.
    let mut plain = vec![0u32; matrix.rows()];
    model.tree.place(&features, &mut plain, |node, slot| *slot = node);
    let mut quick = vec![0u32; matrix.rows()];
    tree::CompactTree::of(&model.tree).unwrap().place(&features, &mut quick, |node, slot| *slot = node);
    assert_eq!(plain, quick);
}

// proves: 000a:H1, 002:B01
#[test]
fn one_row_explained() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let model = id3().fit(&data).unwrap();
    let (features, _) = model.info().schema.features(data.table()).unwrap();
    let text = model.explain_row(&features, 0).unwrap().to_string();
    assert_eq!(
        text,
        "Reasons\n  Outlook is Sunny: Outlook = Sunny\n  Humidity is High: Humidity = High or missing\n  so Play is No (3 rows)\n"
    );
    assert!(model.explain_row(&features, 14).unwrap_err().to_string().starts_with("there is no row 15"));
}

#[test]
fn odd_tables() {
    let one_class = words("a c", "x u\ny u");
    let model = DecisionTree::default().fit(&one_class.dataset().target("c").unwrap()).unwrap();
    assert_eq!(
        model.info().summary.warnings,
        ["the target has only one class, 'u': every prediction will be 'u'"]
    );
    assert_eq!(model.nodes(), 1);
    assert_eq!(model.predict(&one_class).unwrap().values.label(1), "u");
    let one_row = words("a c", "x u");
    assert_eq!(DecisionTree::default().fit(&one_row.dataset().target("c").unwrap()).unwrap().nodes(), 1);
    // No feature at all, a constant one, and one that is always missing.
    let table = Table::builder()
        .number("k", vec![1.0; 4])
        .number("m", vec![f64::NAN; 4])
        .number("y", vec![1.0, 2.0, 3.0, 4.0]);
    let data = table.build().unwrap().dataset().target("y").unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        let model = DecisionTree::default().splits(splits).fit(&data).unwrap();
        assert_eq!(
            (model.nodes(), model.predict(data.table()).unwrap().values),
            (1, Predictions::Numbers(vec![2.5; 4]))
        );
        let model =
            DecisionTree::default().splits(splits).fit(&data.clone().only::<&str>(&[]).unwrap()).unwrap();
        assert_eq!(model.predict(data.table()).unwrap().values, Predictions::Numbers(vec![2.5; 4]));
    }
    let infinite =
        Table::builder().number("x", vec![1.0, f64::INFINITY]).number("y", vec![1.0, 2.0]).build().unwrap();
    let refusal =
        DecisionTree::default().fit(&infinite.dataset().target("y").unwrap()).unwrap_err().to_string();
    assert_eq!(refusal, "column 'x' is infinite in row 2; correct the value or leave it empty (missing)");
}

/// Says enough after the first report.
struct Enough;

impl Observer for Enough {
    fn progress(&self, _: hornbook_core::Progress) -> ObserverAction {
        ObserverAction::Finish
    }
}

#[test]
fn stopping_early() {
    let data = some_data(20_000, 6);
    let full = DecisionTree::default().fit(&data).unwrap();
    let early = DecisionTree::default().fit_with(&data, &Run::default().observer(Arc::new(Enough))).unwrap();
    assert!(early.nodes() < full.nodes() / 2);
}

/// The rows with random weights from 0 to 3, and the same rows so many times.
fn weighted_and_copied(data: &Dataset, seed: u64) -> (Dataset, Dataset) {
    let mut rng = hornbook_core::Seed(seed).rng();
    let weights: Vec<usize> = (0..data.table().rows()).map(|_| rng.below(4)).collect();
    let rows = data.rows().iter().enumerate();
    let copies = rows.flat_map(|(at, row)| vec![at as u32; weights[row as usize]]).collect();
    let weighted = data.clone().with_weights(weights.iter().map(|&w| w as f64).collect()).unwrap();
    (weighted, data.select(copies))
}

/// Whether two models ask the same and predict the same, up to rounding.
fn same_tree(one: &DecisionTreeModel, other: &DecisionTreeModel) -> Result<(), TestCaseError> {
    let questions = |model: &DecisionTreeModel| -> Vec<tree::TreeSplit> {
        model.tree.nodes.iter().map(|node| node.split.clone()).collect()
    };
    prop_assert_eq!(questions(one), questions(other));
    for (a, b) in one.tree.tallies.iter().zip(&other.tree.tallies) {
        prop_assert!((a - b).abs() < 1e-9, "{} {}", a, b);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// A tree without limits knows its training rows, unless equal rows have different classes.
    #[test]
    fn a_full_tree_knows_its_rows(seed in 0u64..1000) {
        let data = some_data(150, seed);
        let model = DecisionTree::default().fit(&data).unwrap();
        let right = right(&model, &data, "class");
        prop_assert!(right >= 147, "{}", right);
    }

    /// Exact and histogram splits are the same when every value has its own bin.
    #[test]
    fn few_values_need_no_exact_search(seed in 0u64..1000) {
        let data = some_data(200, seed);
        let exact = DecisionTree::default().fit(&data).unwrap();
        let histogram = DecisionTree::default().splits(Splits::Histogram).fit(&data).unwrap();
        prop_assert_eq!(exact.leaves(), histogram.leaves());
        prop_assert_eq!(exact.predict(data.table()).unwrap().values, histogram.predict(data.table()).unwrap().values);
    }
}

#[test]
fn features_of_no_rows() {
    let model = DecisionTree::default().fit(&some_data(100, 7)).unwrap();
    let none = some_data(100, 7).table().take(&[]);
    assert!(model.predict(&none).unwrap().values.is_empty());
    let (features, _) = model.info().schema.features(&none).unwrap();
    assert!(matches!(features, Features::Columns(_, 0)));
}

/// A tree from rows that were prepared is the tree of a fit with those weights, where the bins are the same.
#[test]
fn prepared_rows_give_the_same_trees() {
    use hornbook_learner::ReweightedTrainer;
    let n = 900u32;
    let number = |i: u32, m: u32| f64::from(i * 7919 % m);
    let color: Vec<Option<&str>> =
        (0..n).map(|i| ["red", "green", "blue"].get((i % 4) as usize).copied()).collect();
    let kind: Vec<Option<&str>> =
        (0..n).map(|i| Some(["a", "b", "c"][(number(i, 101) / 40.0) as usize])).collect();
    let x: Vec<f64> =
        (0..n).map(|i| if i % 13 == 0 { f64::NAN } else { number(i, 101) + number(i, 7) }).collect();
    let table = Table::builder().number("x", x).category("colour", &color).category("kind", &kind);
    let table = table.number("y", (0..n).map(|i| number(i, 97) + number(i, 5)).collect()).build().unwrap();
    let plain = vec![1.0; n as usize];
    let uneven: Vec<f64> = (0..n).map(|i| 0.3 + number(i, 11)).collect();
    let holes: Vec<f64> = (0..n).map(|i| f64::from(i % 3)).collect();
    for (target, other) in [("kind", "y"), ("y", "kind")] {
        let data = table.dataset().target(target).unwrap().without(&[other]).unwrap();
        for depth in [1, 9] {
            let tree = DecisionTree::default().splits(Splits::Histogram).max_depth(depth);
            let retrainer = ReweightedTrainer::new(&tree, &data).unwrap();
            for weights in [&plain, &uneven, &holes] {
                let again = retrainer.fit(weights, &Run::default()).unwrap();
                let afresh = tree.fit(&data.with_row_weights(weights).unwrap()).unwrap();
                assert_eq!(again.to_bytes().unwrap(), afresh.to_bytes().unwrap());
                assert_eq!(again.info(), afresh.info());
            }
            assert!(retrainer.fit(&plain[1..], &Run::default()).is_err());
            assert!(retrainer.fit(&vec![0.0; n as usize], &Run::default()).is_err());
        }
    }
    let exact = DecisionTree::default();
    let data = table.dataset().target("kind").unwrap();
    let again = ReweightedTrainer::new(&exact, &data).unwrap().fit(&uneven, &Run::default()).unwrap();
    let afresh = exact.fit(&data.with_row_weights(&uneven).unwrap()).unwrap();
    assert_eq!(again.to_bytes().unwrap(), afresh.to_bytes().unwrap());
}

#[test]
fn levels_with_equal_means_keep_their_order() {
    // Under a constraint a cut between levels of equal means was the best that was allowed, and rounding chose it.
    let data = some_data(120, 766).table().dataset().target("b").unwrap().drop_missing_target().unwrap().0;
    let (weighted, copies) = weighted_and_copied(&data, 766);
    let learner = DecisionTree::default().max_depth(5).monotonic_cst(PerColumn::named([("a", 1.0)]));
    same_tree(&learner.fit(&weighted).unwrap(), &learner.fit(&copies).unwrap()).unwrap();
}
