use super::*;
use hornbook_core::Task;
use hornbook_data::Feature;
use hornbook_data::{Features, Matrix, Schema, Table};

/// Two trees over a number and a category of three levels.
fn ensemble() -> TreeEnsemble {
    let mut ensemble = TreeEnsemble::new(1, 1);
    let node = |split, weight| BuilderNode { split, weight, gain: 1.0 };
    ensemble.push(&TreeBuilder {
        nodes: vec![
            node(
                BuilderSplit::AtMost { column: 0, threshold: 1.5, missing_first: false, children: [2, 1] },
                4.0,
            ),
            node(BuilderSplit::Leaf(1), 1.0),
            node(
                BuilderSplit::OneOf {
                    column: 1,
                    levels: vec![0b001],
                    known: vec![0b011],
                    missing_first: true,
                    children: [3, 4],
                },
                3.0,
            ),
            node(BuilderSplit::Leaf(0), 2.0),
            node(BuilderSplit::Leaf(2), 1.0),
        ],
        values: vec![10.0, 20.0, 30.0],
    });
    ensemble.push(&TreeBuilder { nodes: vec![node(BuilderSplit::Leaf(0), 4.0)], values: vec![0.5] });
    ensemble
}

fn table() -> Table {
    Table::builder()
        .number("x", vec![1.0, 1.5, 2.0, f64::NAN, 0.0, 0.0])
        .category("c", &[Some("a"), Some("b"), Some("a"), Some("b"), None, Some("c")])
        .number("y", vec![0.0; 6])
        .build()
        .unwrap()
}

#[test]
fn rows_are_added_up() {
    let (ensemble, table) = (ensemble(), table());
    let schema = Schema::of(&table.dataset().target("y").unwrap()).unwrap();
    let (rows, _) = schema.features(&table).unwrap();
    let mut out = vec![1.0; 6];
    ensemble.predict_into(&rows, 0..2, &mut out);
    // Missing numbers go second; missing levels, and the third, which training never saw, go first.
    assert_eq!(out, [11.5, 31.5, 21.5, 21.5, 11.5, 11.5]);
    let ends = ensemble.apply(&rows);
    assert_eq!(ends.len(), 12);
    assert!(ends.iter().all(|&node| matches!(ensemble.test(node as usize), SplitTest::Leaf(_))));
    assert_eq!(ensemble.gains_of_columns(0..2, 2), [1.0, 1.0]);
    assert_eq!((ensemble.trees(), ensemble.nodes(), ensemble.leaves()), (2, 6, 4));
}

#[test]
fn a_file_gives_the_grove_back() {
    let ensemble = ensemble();
    let schema = Schema::of(&table().dataset().target("y").unwrap()).unwrap();
    assert_eq!(schema.target.task, Task::Regression);
    let back = from_file(to_file(&ensemble), &schema, 1).unwrap();
    assert_eq!(back, ensemble);
    assert!(from_file(to_file(&ensemble), &schema, 2).is_err());
    let numbers = table().dataset().only(&["x"]).unwrap().target("y").unwrap();
    assert!(from_file(to_file(&ensemble), &Schema::of(&numbers).unwrap(), 1).is_err(), "asks about a column");
}

#[test]
fn a_grove_of_leaves_needs_no_column() {
    let mut ensemble = TreeEnsemble::new(2, 2);
    let leaf = BuilderNode { split: BuilderSplit::Leaf(0), weight: 1.0, gain: 0.0 };
    ensemble.push(&TreeBuilder { nodes: vec![leaf], values: vec![0.25, 0.75] });
    let matrix = Matrix::zeros(3, 1);
    let mut out = vec![0.0; 6];
    ensemble.predict_into(&Features::Matrix(matrix.view()), 0..1, &mut out);
    assert_eq!(out, [0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
    let mut out = vec![0.0; 6];
    ensemble.predict_into(&Features::Columns(Vec::new(), 3), 0..1, &mut out);
    assert_eq!(out, [0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
}

#[test]
fn groves_are_joined() {
    let (mut one, other) = (ensemble(), ensemble());
    let table = table();
    let schema = Schema::of(&table.dataset().target("y").unwrap()).unwrap();
    let (rows, _) = schema.features(&table).unwrap();
    let mut before = vec![0.0; 6];
    one.predict_into(&rows, 0..2, &mut before);
    one.append(other);
    assert_eq!((one.trees(), one.nodes(), one.leaves()), (4, 12, 8));
    let mut after = vec![0.0; 6];
    one.predict_into(&rows, 2..4, &mut after);
    assert_eq!(before, after);
    assert_eq!(from_file(to_file(&one), &schema, 1).unwrap(), one);
    assert_eq!(one.gains_of_columns(2..3, 2), [1.0, 1.0]);
    assert_eq!(one.gains_of_columns(3..4, 2), [0.0, 0.0]);
}

/// A tree that splits two columns at some thresholds, missing values now first, now second.
fn thresholds(count: usize) -> TreeEnsemble {
    let mut builder = TreeBuilder::default();
    for i in 0..count {
        let (node, column) = (builder.nodes.len(), (i % 2) as u32);
        let threshold = if i == 5 { f64::INFINITY } else { (i * 7 % count) as f64 };
        let children = [node + 1, node + 2];
        let split = BuilderSplit::AtMost { column, threshold, missing_first: i % 3 == 0, children };
        builder.nodes.push(BuilderNode { split, weight: 1.0, gain: 0.0 });
        builder.nodes.push(BuilderNode { split: BuilderSplit::Leaf(i), weight: 1.0, gain: 0.0 });
        builder.values.push(i as f64 + 0.25);
    }
    builder.nodes.push(BuilderNode { split: BuilderSplit::Leaf(count), weight: 1.0, gain: 0.0 });
    builder.values.push(-1.0);
    let mut ensemble = TreeEnsemble::new(1, 1);
    ensemble.push(&builder);
    ensemble
}

/// Two columns with odd numbers among them.
fn odd_rows() -> Features<'static> {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 13.0, 199.0, 0.0, -0.0];
    let numbers = (0..1003).map(|i| if i % 9 == 0 { odd[i / 9 % 8] } else { (i * 31 % 401) as f64 / 2.0 });
    let one: Vec<f64> = numbers.collect();
    let other: Vec<f64> = one.iter().rev().copied().collect();
    Features::Columns(vec![Feature::Number(one.into()), Feature::Number(other.into())], 1003)
}

/// The form adds up what the walk does, bit for bit.
fn adds_up_the_same(ensemble: &TreeEnsemble, layout: &InferenceLayout) {
    let rows = odd_rows();
    let (mut plain, mut quick) = (vec![0.5; 1003 * ensemble.outputs], vec![0.5; 1003 * ensemble.outputs]);
    ensemble.predict_into_plain(&rows, 0..ensemble.trees(), &mut plain);
    layout.predict_into(ensemble, &rows, 0..ensemble.trees(), &mut quick);
    assert_eq!(plain, quick);
    assert!(plain.iter().any(|&x| x != plain[0]));
}

#[test]
fn bytes_walk_the_same_way() {
    let ensemble = thresholds(200);
    let layout = InferenceLayout::of(&ensemble, 2).unwrap();
    assert!(matches!(layout, InferenceLayout::Quantized(_)), "a tree of 201 leaves");
    adds_up_the_same(&ensemble, &layout);
}

#[test]
fn masks_end_in_the_same_leaves() {
    for count in [1, 7, 8, 9, 30, 63] {
        let mut ensemble = thresholds(count);
        ensemble.append(thresholds(2 * count / 3 + 1));
        let layout = InferenceLayout::of(&ensemble, 2).unwrap();
        assert!(matches!(layout, InferenceLayout::QuickScorer(_)), "{count} questions");
        adds_up_the_same(&ensemble, &layout);
    }
}

proptest::proptest! {
    /// Trees of any shape whose leaves hold a number for each of two outputs.
    #[test]
    fn masks_take_any_shape(splits in proptest::collection::vec((0usize..64, 0u32..2, 0u8..200, proptest::bool::ANY), 1..60)) {
        let mut builder = TreeBuilder::default();
        let leaf = |builder: &mut TreeBuilder| {
            let number = builder.values.len() / 2;
            builder.values.extend([number as f64, -0.5 * number as f64]);
            BuilderNode { split: BuilderSplit::Leaf(number), weight: 1.0, gain: 0.0 }
        };
        let root = leaf(&mut builder);
        builder.nodes.push(root);
        for (pick, column, threshold, missing_first) in splits {
            let leaves: Vec<usize> =
                (0..builder.nodes.len()).filter(|&i| matches!(builder.nodes[i].split, BuilderSplit::Leaf(_))).collect();
            let node = leaves[pick % leaves.len()];
            let next = builder.nodes.len();
            let first = builder.nodes[node].clone();
            let second = leaf(&mut builder);
            builder.nodes.extend([first, second]);
            let children = [next, next + 1];
            builder.nodes[node].split = BuilderSplit::AtMost { column, threshold: f64::from(threshold), missing_first, children };
        }
        let mut ensemble = TreeEnsemble::new(2, 2);
        ensemble.push(&builder);
        let layout = InferenceLayout::of(&ensemble, 2).unwrap();
        assert!(matches!(layout, InferenceLayout::QuickScorer(_)));
        adds_up_the_same(&ensemble, &layout);
    }
}

#[test]
fn other_forms_are_for_few_thresholds_of_numbers() {
    assert!(InferenceLayout::of(&thresholds(600), 2).is_none(), "300 thresholds of a column");
    assert!(InferenceLayout::of(&ensemble(), 2).is_none(), "levels");
    assert!(InferenceLayout::of(&thresholds(4), 0).is_none(), "no column");
}
