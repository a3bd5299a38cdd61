//! Rows have length 1.

use super::*;
use hornbook_data::{Feature, Features, SparseMatrix, Table};
use hornbook_learner::{Fit, Model, Transformer};

#[test]
fn each_norm_becomes_1() {
    let table = Table::builder()
        .number("a", vec![3.0, 0.0, 1e300, 2.0])
        .category("k", &[Some("u"); 4])
        .number("b", vec![-4.0, 0.0, 1e300, f64::NAN])
        .build()
        .unwrap();
    let small = table.dataset().select(vec![0, 1, 3]);
    let of = |norm: RowNorm| {
        let model = Normalize::default().norm(norm).fit(&small).unwrap();
        let made = model.transformer().unwrap().transform(&table.dataset().row_features()).unwrap();
        match (made.features().column(0), made.features().column(2)) {
            (Feature::Number(a), Feature::Number(b)) => (a.to_vec(), b.to_vec()),
            _ => panic!("levels"),
        }
    };
    let (a, b) = of(RowNorm::L2);
    assert_eq!((a[0], b[0], a[1]), (0.6, -0.8, 0.0));
    assert!((a[2] - 0.5f64.sqrt()).abs() < 1e-15 && a[3] == 1.0 && b[3].is_nan());
    assert_eq!(of(RowNorm::L1).0[0], 3.0 / 7.0);
    assert_eq!(of(RowNorm::Max).1[0], -1.0);
}

#[test]
fn sparse_rows_stay_sparse() {
    let table = Table::builder().number("a", vec![1.0]).number("b", vec![1.0]).build().unwrap();
    let model = Normalize::default().norm(RowNorm::L1).fit(&table.dataset()).unwrap();
    let sparse = SparseMatrix::new(2, vec![0, 1, 3], vec![1, 0, 1], vec![-5.0, 1.0, 3.0]).unwrap();
    let made = model.fitted().transform(&Features::Sparse(sparse.into())).unwrap();
    let Features::Sparse(rows) = made.features() else { panic!("dense") };
    assert_eq!(rows.view().values(), [-1.0, 0.25, 0.75]);
}
