//! Levels have the columns of their hashes.

use super::*;
use hornbook_data::{Features, Table};
use hornbook_learner::{Fit, Transformer};

#[test]
fn levels_are_hashed_by_name() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0])
        .category("color", &[Some("red"), Some("blue"), None])
        .build()
        .unwrap();
    let data = table.dataset();
    let model =
        FeatureHashing::default().n_features(16).fit(&data.clone().only(&["color"]).unwrap()).unwrap();
    let rows = data.clone().only(&["color"]).unwrap().row_features();
    let made = model.fitted().transform(&rows).unwrap();
    let Features::Sparse(sparse) = made.features() else { panic!("dense") };
    for (row, word) in ["color=red", "color=blue"].into_iter().enumerate() {
        let (column, sign) = hornbook_encoding::hashed_column(word, 16, true);
        assert_eq!(sparse.view().row(row), (&[column][..], &[sign][..]));
    }
    assert!(sparse.view().row(2).0.is_empty(), "what is missing has no column");
    let both = FeatureHashing::default().n_features(4).fit(&data).unwrap();
    assert_eq!(both.fitted().outputs()[4].name, "x");
    assert_eq!(both.fitted().origins().of(4), [0]);
}
