use super::super::{Sapling, SaplingNode, Split};
use super::*;
use crate::shapley::tests::by_definition;
use hornbook_data::{Matrix, MatrixView, Scalars};

/// A tree that asks about a column again below itself.
fn grove(outputs: usize) -> Grove {
    let mut grove = Grove::new(outputs, outputs);
    let ask = |column, threshold, children, weight| SaplingNode {
        split: Split::AtMost { column, threshold, missing_first: false, children },
        weight,
        gain: 1.0,
    };
    let leaf = |leaf, weight| SaplingNode { split: Split::Leaf(leaf), weight, gain: 0.0 };
    let values = |numbers: &[f64]| -> Vec<f64> {
        numbers.iter().flat_map(|&x| (0..outputs).map(move |output| x * (output as f64 + 1.0))).collect()
    };
    grove.push(&Sapling {
        nodes: vec![
            ask(0, 1.0, [1, 2], 10.0),
            ask(1, 0.5, [3, 4], 6.0),
            ask(0, 2.0, [5, 6], 4.0),
            leaf(0, 1.0),
            leaf(1, 5.0),
            leaf(2, 1.0),
            ask(2, 3.0, [7, 8], 3.0),
            leaf(3, 2.0),
            leaf(4, 1.0),
        ],
        values: values(&[1.0, -2.0, 4.0, 0.5, 7.0]),
    });
    grove.push(&Sapling {
        nodes: vec![ask(2, 1.0, [1, 2], 10.0), leaf(0, 4.0), leaf(1, 6.0)],
        values: values(&[-1.0, 3.0]),
    });
    grove
}

/// What is expected of a row when only some columns are known, by walking down every way.
fn expected(grove: &Grove, row: &[f64], known: u32) -> f64 {
    fn walk(grove: &Grove, node: usize, row: &[f64], known: u32) -> f64 {
        match grove.ask(node) {
            Ask::Leaf(numbers) => numbers[0],
            ask => {
                let (children, column) = (ask.children().unwrap(), ask.column().unwrap());
                if known >> column & 1 == 1 {
                    return walk(grove, children[side_of(&ask, row)], row, known);
                }
                let part = |child: usize| grove.weight(child) * walk(grove, child, row, known);
                (part(children[0]) + part(children[1])) / grove.weight(node)
            }
        }
    }
    (0..grove.trees()).map(|tree| walk(grove, grove.nodes_of(tree).start, row, known)).sum()
}

const ROWS: [[f64; 3]; 5] =
    [[0.0, 0.0, 0.0], [1.5, 1.0, 5.0], [3.0, 0.0, 2.0], [3.0, 1.0, 9.0], [f64::NAN, f64::NAN, 1.0]];

#[test]
fn path_dependent_values_follow_the_definition() {
    let grove = grove(1);
    let matrix = Matrix::new(5, 3, ROWS.concat()).unwrap();
    let found = grove.contributions(&Features::Matrix(matrix.view()), None, &[10.0], 2.0).unwrap();
    for (at, row) in ROWS.iter().enumerate() {
        let defined = by_definition(3, |known| 2.0 * expected(&grove, row, known));
        for (column, value) in defined.iter().enumerate() {
            assert!((found.value(at, column, 0) - value).abs() < 1e-12);
        }
        assert!((found.base()[0] - 10.0 - 2.0 * expected(&grove, row, 0)).abs() < 1e-12);
    }
}

#[test]
fn interventional_values_follow_the_definition() {
    let grove = grove(1);
    let matrix = Matrix::new(5, 3, ROWS.concat()).unwrap();
    let rows = Features::Matrix(matrix.view());
    let found = grove.contributions(&rows, Some(&rows), &[0.0], 1.0).unwrap();
    let predict = |row: &[f64]| {
        let mut out = [0.0];
        let view = MatrixView::new(1, 3, Scalars::F64(row)).unwrap();
        grove.add_up(&Features::Matrix(view), 0..2, &mut out);
        out[0]
    };
    for (at, row) in ROWS.iter().enumerate() {
        let value = |known: u32| {
            let mixed = |other: &[f64; 3]| -> Vec<f64> {
                (0..3).map(|c| if known >> c & 1 == 1 { row[c] } else { other[c] }).collect()
            };
            ROWS.iter().map(|other| predict(&mixed(other))).sum::<f64>() / 5.0
        };
        for (column, value) in by_definition(3, value).iter().enumerate() {
            assert!((found.value(at, column, 0) - value).abs() < 1e-12);
        }
    }
}

#[test]
fn every_output_adds_up() {
    let grove = grove(3);
    let matrix = Matrix::new(5, 3, ROWS.concat()).unwrap();
    let rows = Features::Matrix(matrix.view());
    for background in [None, Some(&rows)] {
        let found = grove.contributions(&rows, background, &[0.5, 0.0, -1.0], 0.25).unwrap();
        let mut sums = vec![0.0; 15];
        grove.add_up(&rows, 0..2, &mut sums);
        for row in 0..5 {
            for (output, start) in [0.5, 0.0, -1.0].into_iter().enumerate() {
                let total: f64 =
                    found.base()[output] + (0..3).map(|c| found.value(row, c, output)).sum::<f64>();
                assert!((total - start - 0.25 * sums[row * 3 + output]).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn orders_are_shares() {
    assert_eq!(orders(0, 0), 1.0);
    assert!((orders(1, 1) - 1.0 / 6.0).abs() < 1e-15);
    assert!((orders(2, 3) - 12.0 / 720.0).abs() < 1e-15);
}
