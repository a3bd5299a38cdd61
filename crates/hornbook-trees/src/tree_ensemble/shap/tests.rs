use super::super::{BuilderNode, BuilderSplit, TreeBuilder};
use super::*;
use crate::shapley::tests::by_definition;
use hornbook_data::{Matrix, MatrixView, Scalars};

/// A tree that splits on a column again below itself.
fn ensemble(outputs: usize) -> TreeEnsemble {
    let mut ensemble = TreeEnsemble::new(outputs, outputs);
    let test = |column, threshold, children, weight| BuilderNode {
        split: BuilderSplit::AtMost { column, threshold, missing_first: false, children },
        weight,
        gain: 1.0,
    };
    let leaf = |leaf, weight| BuilderNode { split: BuilderSplit::Leaf(leaf), weight, gain: 0.0 };
    let values = |numbers: &[f64]| -> Vec<f64> {
        numbers.iter().flat_map(|&x| (0..outputs).map(move |output| x * (output as f64 + 1.0))).collect()
    };
    ensemble.push(&TreeBuilder {
        nodes: vec![
            test(0, 1.0, [1, 2], 10.0),
            test(1, 0.5, [3, 4], 6.0),
            test(0, 2.0, [5, 6], 4.0),
            leaf(0, 1.0),
            leaf(1, 5.0),
            leaf(2, 1.0),
            test(2, 3.0, [7, 8], 3.0),
            leaf(3, 2.0),
            leaf(4, 1.0),
        ],
        values: values(&[1.0, -2.0, 4.0, 0.5, 7.0]),
    });
    ensemble.push(&TreeBuilder {
        nodes: vec![test(2, 1.0, [1, 2], 10.0), leaf(0, 4.0), leaf(1, 6.0)],
        values: values(&[-1.0, 3.0]),
    });
    ensemble
}

/// What is expected of a row when only some columns are known, by walking down every way.
fn expected(ensemble: &TreeEnsemble, row: &[f64], known: u32) -> f64 {
    fn walk(ensemble: &TreeEnsemble, node: usize, row: &[f64], known: u32) -> f64 {
        match ensemble.test(node) {
            SplitTest::Leaf(numbers) => numbers[0],
            test => {
                let (children, column) = (test.children().unwrap(), test.column().unwrap());
                if known >> column & 1 == 1 {
                    return walk(ensemble, children[side_of(&test, row)], row, known);
                }
                let part = |child: usize| ensemble.weight(child) * walk(ensemble, child, row, known);
                (part(children[0]) + part(children[1])) / ensemble.weight(node)
            }
        }
    }
    (0..ensemble.trees()).map(|tree| walk(ensemble, ensemble.nodes_of(tree).start, row, known)).sum()
}

const ROWS: [[f64; 3]; 5] =
    [[0.0, 0.0, 0.0], [1.5, 1.0, 5.0], [3.0, 0.0, 2.0], [3.0, 1.0, 9.0], [f64::NAN, f64::NAN, 1.0]];

#[test]
fn path_dependent_values_follow_the_definition() {
    let ensemble = ensemble(1);
    let matrix = Matrix::new(5, 3, ROWS.concat()).unwrap();
    let found = ensemble
        .shap_values(&Features::Matrix(matrix.view()), None, (&[10.0], 2.0), &Run::default())
        .unwrap();
    for (at, row) in ROWS.iter().enumerate() {
        let defined = by_definition(3, |known| 2.0 * expected(&ensemble, row, known));
        for (column, value) in defined.iter().enumerate() {
            assert!((found.value(at, column, 0) - value).abs() < 1e-12);
        }
        assert!((found.base()[0] - 10.0 - 2.0 * expected(&ensemble, row, 0)).abs() < 1e-12);
    }
}

#[test]
fn interventional_values_follow_the_definition() {
    let ensemble = ensemble(1);
    let matrix = Matrix::new(5, 3, ROWS.concat()).unwrap();
    let rows = Features::Matrix(matrix.view());
    let found = ensemble.shap_values(&rows, Some(&rows), (&[0.0], 1.0), &Run::default()).unwrap();
    let predict = |row: &[f64]| {
        let mut out = [0.0];
        let view = MatrixView::new(1, 3, Scalars::F64(row)).unwrap();
        ensemble.predict_into(&Features::Matrix(view), 0..2, &mut out);
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
    let ensemble = ensemble(3);
    let matrix = Matrix::new(5, 3, ROWS.concat()).unwrap();
    let rows = Features::Matrix(matrix.view());
    for background in [None, Some(&rows)] {
        let found =
            ensemble.shap_values(&rows, background, (&[0.5, 0.0, -1.0], 0.25), &Run::default()).unwrap();
        let mut sums = vec![0.0; 15];
        ensemble.predict_into(&rows, 0..2, &mut sums);
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
