use super::*;
use crate::test_support::table;
use crate::{KNeighbors, Prototypes};
use hornbook_data::Table;
use hornbook_learner::{Fit, Model};

fn line(numbers: &[f64]) -> Matrix {
    Matrix::new(numbers.len(), 1, numbers.to_vec()).unwrap()
}

#[test]
fn condensing_keeps_the_borders() {
    let rows = line(&[0.0, 1.0, 2.0, 3.0, 5.0, 6.0, 7.0, 8.0]);
    let kept = condense(&rows, &Metric::Euclidean, &[0, 0, 0, 0, 1, 1, 1, 1], &Run::default()).unwrap();
    assert_eq!(
        kept,
        [0, 3, 4],
        "first the fifth row is wrong, then the fourth, which is nearer to that than to the first"
    );
    let same = condense(&rows, &Metric::Euclidean, &[5; 8], &Run::default()).unwrap();
    assert_eq!(same, [0]);
    assert!(condense(&rows, &Metric::Euclidean, &[0, 1], &Run::default()).is_err());
}

#[test]
fn what_is_kept_is_consistent() {
    for name in ["iris", "wine", "digits"] {
        let (table, target) = table(name);
        let data = table.dataset().target(target).unwrap();
        let learner = KNeighbors::default().n_neighbors(1).prototypes(Prototypes::Condensed);
        let model = learner.fit(&data).unwrap();
        let full = KNeighbors::default().n_neighbors(1).fit(&data).unwrap();
        let predicted = model.predict(&table).unwrap().values;
        assert_eq!(predicted, full.predict(&table).unwrap().values, "{name}: every row gets its own class");
        let kept = model.kept_rows();
        assert!(kept.len() < data.rows().len() * 2 / 3 && kept.is_sorted(), "{name}: {}", kept.len());
        assert_eq!(model.info().summary.details["kept_rows"], kept.len());
    }
}

#[test]
fn editing_leaves_out_noise() {
    let rows = line(&[0.0, 1.0, 2.0, 3.0, 4.0, 10.0, 11.0, 12.0, 13.0]);
    let classes = [0, 0, 1, 0, 0, 1, 1, 1, 1];
    let kept = edit(&rows, &Metric::Euclidean, &classes, 3, &Run::default()).unwrap();
    assert_eq!(kept, [0, 1, 3, 4, 5, 6, 7, 8]);
    let order: Vec<usize> = (0..9).rev().collect();
    let rotated = Matrix::from_fn(9, 1, |row, _| rows.at(order[row], 0));
    let turned_classes: Vec<u32> = order.iter().map(|&row| classes[row]).collect();
    let kept = edit(&rotated, &Metric::Euclidean, &turned_classes, 3, &Run::default()).unwrap();
    assert_eq!(kept, [0, 1, 2, 3, 4, 5, 7, 8], "in any order");
    let refused = edit(&line(&[0.0, 1.0]), &Metric::Euclidean, &[0, 1], 1, &Run::default()).unwrap_err();
    assert!(refused.to_string().starts_with("every row is misclassified"), "{refused}");
    assert!(edit(&rows, &Metric::Euclidean, &[0], 1, &Run::default()).is_err());
}

#[test]
fn editing_in_a_learner() {
    let x: Vec<f64> = (0..9).map(f64::from).collect();
    let class = ["a", "a", "b", "a", "a", "b", "b", "b", "b"].map(Some);
    let table = Table::builder().number("x", x).category("class", &class).build().unwrap();
    let data = table.dataset().target("class").unwrap();
    let learner = KNeighbors::default().n_neighbors(3).prototypes(Prototypes::Edited);
    let model = learner.fit(&data).unwrap();
    assert!(!model.kept_rows().contains(&2));
    assert_eq!(model.predict(&table).unwrap().values.label(2), "a");
    // Twice the same row agrees with itself.
    let heavy = data.with_weights(vec![1.0, 1.0, 3.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]).unwrap();
    assert!(learner.fit(&heavy).unwrap().kept_rows().contains(&2));
    let numbers = Table::builder().number("x", vec![0.0, 1.0]).number("y", vec![2.0, 3.0]).build().unwrap();
    let refused = learner.fit(&numbers.dataset().target("y").unwrap()).unwrap_err().to_string();
    assert!(refused.starts_with("prototype selection is for classification"), "{refused}");
}
