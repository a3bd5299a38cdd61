//! Weights, threads, batches, more rows and sparse rows change nothing that they should not.

use super::*;
use hornbook_core::{ColumnSets, Rng, Seed};
use hornbook_data::{SparseMatrix, SparseRows};
use hornbook_learner::TrainingInput;
use proptest::prelude::*;

/// All kinds of columns, with gaps.
fn mixed(rows: usize, seed: u64) -> Dataset {
    let mut rng = Seed(seed).rng();
    let y: Vec<u32> = (0..rows).map(|_| rng.below(3) as u32).collect();
    let gap = |x: f64, rng: &mut Rng| if rng.below(10) == 0 { f64::NAN } else { x };
    let number = |rng: &mut Rng, y: &[u32]| -> Vec<f64> {
        y.iter().map(|&class| gap(f64::from(class) + rng.below(1000) as f64 / 250.0, rng)).collect()
    };
    let count = |rng: &mut Rng, y: &[u32]| -> Vec<f64> {
        y.iter().map(|&class| gap(rng.below(3 + class as usize) as f64, rng)).collect()
    };
    let (normal, window) = (number(&mut rng, &y), number(&mut rng, &y));
    let (code, truth, a, b, c, d) = (
        count(&mut rng, &y),
        count(&mut rng, &y),
        count(&mut rng, &y),
        count(&mut rng, &y),
        count(&mut rng, &y),
        count(&mut rng, &y),
    );
    let kinds: Vec<Option<&str>> =
        y.iter().map(|&class| ["u", "v", "w"].get(rng.below(4).min(class as usize + 1)).copied()).collect();
    let table = Table::builder()
        .number("normal", normal)
        .number("window", window)
        .number("code", code)
        .number("truth", truth)
        .number("a", a)
        .number("b", b)
        .number("c", c)
        .number("d", d)
        .category("kind", &kinds)
        .build()
        .unwrap();
    with_classes(&table, &y)
}

fn learner() -> NaiveBayes {
    NaiveBayes::default()
        .kernel_columns(ColumnSets::named(&[&["window"]]))
        .categorical_columns(ColumnSets::named(&[&["code"]]))
        .bernoulli_columns(ColumnSets::named(&[&["truth"]]))
        .multinomial_columns(ColumnSets::named(&[&["a", "b"]]))
        .complement_columns(ColumnSets::named(&[&["c", "d"]]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn more_rows_are_one_fit(seed in 0u64..1000, cut in 1usize..119) {
        let data = mixed(120, seed);
        let all = learner().fit(&data).unwrap();
        let first = learner().fit(&data.slice(0..cut)).unwrap();
        let both = learner().fit_with(TrainingInput::from(&data.slice(cut..120)).with_warm_start(&first), &Run::default()).unwrap();
        prop_assert_eq!(both.info().summary.rows, 120);
        prop_assert_eq!(both.class_weights(), all.class_weights());
        prop_assert_eq!(both.category_counts(2), all.category_counts(2));
        prop_assert_eq!(both.feature_counts(), all.feature_counts());
        close(both.means().values(), all.means().values(), 1e-12);
        close(&probabilities(&both, &data), &probabilities(&all, &data), 1e-9);
    }

    #[test]
    fn a_missing_column_is_a_model_without_it(seed in 0u64..1000) {
        let data = mixed(100, seed).without(&["a", "b", "c", "d"]).unwrap();
        let learner = NaiveBayes::default().bernoulli_columns(ColumnSets::named(&[&["truth"]]));
        let (all, less) = (learner.fit(&data).unwrap(), learner.fit(&data.clone().without(&["kind"]).unwrap()).unwrap());
        let mut cells: Vec<(String, Column)> = data.table().names().iter().cloned().zip(data.table().columns().iter().cloned()).collect();
        let gaps = Table::builder().category("kind", &[None::<&str>; 100]).build().unwrap();
        cells.retain(|(name, _)| name != "kind");
        cells.push(("kind".to_string(), gaps.columns()[0].clone()));
        let empty = Table::new(cells).unwrap();
        let without = less.probabilities(data.table()).unwrap();
        close(all.probabilities(&empty).unwrap().values(), without.values(), 1e-12);
    }
}

#[test]
fn sparse_rows_are_not_filled_up() {
    let mut rng = Seed(5).rng();
    let mut x = vec![vec![0.0; 40]; 500];
    let y: Vec<u32> = (0..500).map(|_| rng.below(3) as u32).collect();
    for (row, &class) in x.iter_mut().zip(&y) {
        for _ in 0..5 {
            let column = (rng.below(20) + 10 * class as usize) % 40;
            row[column] = if rng.below(30) == 0 { f64::NAN } else { 1.0 + rng.below(4) as f64 };
        }
    }
    let dense = columns(&x, &y);
    let matrix = hornbook_data::Matrix::from_rows(&x).unwrap();
    let sparse = SparseRows::from(SparseMatrix::from_dense(&matrix));
    let named = sparse.columns().into_iter().enumerate();
    let table =
        Table::new(named.map(|(i, c)| (format!("x{i}"), Column::Number(Numbers::SparseMatrix(c)))).collect());
    let sparse = with_classes(&table.unwrap(), &y);
    assert!(matches!(sparse.row_features(), Features::Sparse(_)));
    let same = |learner: &NaiveBayes| {
        let (one, other) = (learner.fit(&dense).unwrap(), learner.fit(&sparse).unwrap());
        // Blocks of sparse rows have another height, so sums of squares differ in their last digits.
        if learner.numbers != Likelihood::Gaussian {
            assert_eq!(one.statistics, other.statistics, "{:?}", learner.numbers);
        }
        close(&probabilities(&one, &dense), &probabilities(&other, &sparse), 1e-9);
        close(&probabilities(&one, &sparse), &probabilities(&other, &dense), 1e-9);
    };
    for numbers in
        [Likelihood::Multinomial, Likelihood::Complement, Likelihood::Bernoulli, Likelihood::Gaussian]
    {
        same(&NaiveBayes::default().numbers(numbers));
    }
    same(&NaiveBayes::default().numbers(Likelihood::Bernoulli).binarize(-1.0));
    same(&NaiveBayes::default().numbers(Likelihood::Bernoulli).binarize(2.5).alpha(0.0));
    same(&NaiveBayes::default().numbers(Likelihood::Multinomial).alpha(0.0));
}

#[test]
fn means_far_from_zero_keep_their_digits() {
    let y: Vec<u32> = (0..1000).map(|i| i % 2).collect();
    let near: Vec<Vec<f64>> = (0..1000).map(|i| vec![f64::from(i % 2) + f64::from(i % 17) / 16.0]).collect();
    let far: Vec<Vec<f64>> = near.iter().map(|row| vec![row[0] + 1e9]).collect();
    let model = |x: &[Vec<f64>]| GaussianNaiveBayes::default().fit(&matrix(x, &y)).unwrap();
    close(model(&far).variances().values(), model(&near).variances().values(), 1e-9);
}
