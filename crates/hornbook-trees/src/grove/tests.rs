use super::*;
use hornbook_core::Task;
use hornbook_data::{Features, Matrix, Schema, Table};

/// Two trees over a number and a category of three levels.
fn grove() -> Grove {
    let mut grove = Grove::new(1, 1);
    let node = |split, weight| SaplingNode { split, weight, gain: 1.0 };
    grove.push(&Sapling {
        nodes: vec![
            node(Split::AtMost { column: 0, threshold: 1.5, missing_first: false, children: [2, 1] }, 4.0),
            node(Split::Leaf(1), 1.0),
            node(
                Split::OneOf {
                    column: 1,
                    levels: vec![0b001],
                    known: vec![0b011],
                    missing_first: true,
                    children: [3, 4],
                },
                3.0,
            ),
            node(Split::Leaf(0), 2.0),
            node(Split::Leaf(2), 1.0),
        ],
        values: vec![10.0, 20.0, 30.0],
    });
    grove.push(&Sapling { nodes: vec![node(Split::Leaf(0), 4.0)], values: vec![0.5] });
    grove
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
    let (grove, table) = (grove(), table());
    let schema = Schema::of(&table.dataset().target("y").unwrap()).unwrap();
    let (rows, _) = schema.features(&table).unwrap();
    let mut out = vec![1.0; 6];
    grove.add_up(&rows, 0..2, &mut out);
    // Missing numbers go second; missing levels, and the third, which training never saw, go first.
    assert_eq!(out, [11.5, 31.5, 21.5, 21.5, 11.5, 11.5]);
    let ends = grove.ends(&rows);
    assert_eq!(ends.len(), 12);
    assert!(ends.iter().all(|&node| matches!(grove.ask(node as usize), Ask::Leaf(_))));
    assert_eq!(grove.gains_of_columns(2), [1.0, 1.0]);
    assert_eq!((grove.trees(), grove.nodes(), grove.leaves()), (2, 6, 4));
}

#[test]
fn a_file_gives_the_grove_back() {
    let grove = grove();
    let schema = Schema::of(&table().dataset().target("y").unwrap()).unwrap();
    assert_eq!(schema.target.task, Task::Regression);
    let back = from_file(to_file(&grove), &schema, 1).unwrap();
    assert_eq!(back, grove);
    assert!(from_file(to_file(&grove), &schema, 2).is_err());
    let numbers = table().dataset().only(&["x"]).unwrap().target("y").unwrap();
    assert!(from_file(to_file(&grove), &Schema::of(&numbers).unwrap(), 1).is_err(), "asks about a column");
}

#[test]
fn a_grove_of_leaves_needs_no_column() {
    let mut grove = Grove::new(2, 2);
    let leaf = SaplingNode { split: Split::Leaf(0), weight: 1.0, gain: 0.0 };
    grove.push(&Sapling { nodes: vec![leaf], values: vec![0.25, 0.75] });
    let matrix = Matrix::zeros(3, 1);
    let mut out = vec![0.0; 6];
    grove.add_up(&Features::Matrix(matrix.view()), 0..1, &mut out);
    assert_eq!(out, [0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
    let mut out = vec![0.0; 6];
    grove.add_up(&Features::Columns(Vec::new(), 3), 0..1, &mut out);
    assert_eq!(out, [0.25, 0.75, 0.25, 0.75, 0.25, 0.75]);
}
