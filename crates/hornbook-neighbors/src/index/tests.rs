use super::brute::Brute;
use super::kd_tree::KdTree;
use super::*;
use proptest::prelude::*;
use std::sync::Arc;

/// The definition: all distances, sorted.
fn naive(rows: &Matrix, metric: &Metric, query: &[f64]) -> Vec<Neighbor> {
    let distance = |row: usize| metric.distance(rows.row(row), query).unwrap();
    let mut all: Vec<Neighbor> =
        (0..rows.rows()).map(|row| Neighbor { row: row as u32, distance: distance(row) }).collect();
    all.sort();
    all
}

fn own() -> Metric {
    Metric::custom(Arc::new(|a, b| a.iter().zip(b).map(|(x, y)| (x - y).abs().sqrt()).sum()))
}

/// Metrics with the algorithms that take them.
fn metrics(width: usize, rows: &Matrix) -> Vec<(Metric, Vec<Algorithm>)> {
    use Algorithm::{Auto, BallTree, Brute, KdTree};
    let all = || vec![Auto, Brute, KdTree, BallTree];
    let mut metrics = vec![
        (Metric::Euclidean, all()),
        (Metric::Manhattan, all()),
        (Metric::Chebyshev, all()),
        (Metric::Minkowski(3.0), all()),
        (Metric::Minkowski(1.5), all()),
        (Metric::Hamming, vec![Auto, Brute, BallTree]),
        (Metric::Gower(Gower::of_rows(rows, &vec![false; width]).unwrap()), vec![Auto, Brute]),
        (own(), vec![Auto, Brute, BallTree]),
    ];
    if let Ok(whitening) = Whitening::of_rows(rows, &vec![1.0; rows.rows()]) {
        metrics.push((Metric::Mahalanobis(whitening), all()));
    }
    let all_directed = (0..rows.rows()).all(|row| rows.row(row).iter().any(|x| *x != 0.0));
    if all_directed {
        metrics.push((Metric::Cosine, all()));
    }
    if width == 2 {
        metrics.push((Metric::Haversine, vec![Auto, Brute, BallTree]));
    }
    metrics
}

use crate::metric::{Gower, Whitening};

fn check(rows: &Matrix, queries: &Matrix, k: usize, radius_of: usize) {
    for (metric, algorithms) in metrics(rows.columns(), rows) {
        let is_askable = (0..queries.rows()).all(|q| queries.row(q).iter().any(|x| *x != 0.0));
        if matches!(metric, Metric::Cosine) && !is_askable {
            continue;
        }
        let expected: Vec<Vec<Neighbor>> =
            (0..queries.rows()).map(|q| naive(rows, &metric, queries.row(q))).collect();
        // A radius that some row is exactly at.
        let radius = expected[0][radius_of % rows.rows()].distance;
        for algorithm in algorithms {
            let settings = IndexSettings { algorithm, leaf_size: 3, ..IndexSettings::default() };
            let index = Index::with_settings(rows.clone(), metric.clone(), &settings).unwrap();
            let (nearest, within) =
                (index.nearest(queries, k).unwrap(), index.within(queries, radius).unwrap());
            assert_eq!((nearest.len(), within.len()), (queries.rows(), queries.rows()));
            for (query, expected) in expected.iter().enumerate() {
                assert_eq!(
                    nearest.of(query),
                    &expected[..k.min(expected.len())],
                    "{metric:?} by {algorithm:?}, query {query}"
                );
                let inside = expected.partition_point(|one| one.distance <= radius);
                assert_eq!(
                    within.of(query),
                    &expected[..inside],
                    "{metric:?} by {algorithm:?}, radius {radius}"
                );
            }
        }
    }
}

/// Few values, so that ties and duplicates abound; or any numbers.
fn cells(width: usize, rows: std::ops::Range<usize>) -> impl Strategy<Value = Matrix> {
    let coarse = (-3i32..4).prop_map(f64::from);
    let fine = -1000.0..1000.0;
    let quantizer = prop::collection::vec(prop::collection::vec(coarse, width), rows.clone());
    let real = prop::collection::vec(prop::collection::vec(fine, width), rows);
    prop_oneof![quantizer, real].prop_map(|rows| Matrix::from_rows(&rows).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_row_is_not_its_own_neighbor(
        rows in (1usize..4).prop_flat_map(|width| cells(width, 1..40)),
        k in 0usize..12,
        radius in 0.0..4.0,
    ) {
        for algorithm in [Algorithm::Brute, Algorithm::KdTree, Algorithm::BallTree] {
            let index = Index::new(rows.clone(), Metric::Euclidean, algorithm).unwrap();
            let (nearest, within) = (index.nearest_others(k), index.others_within(radius).unwrap());
            prop_assert_eq!((nearest.len(), within.len()), (rows.rows(), rows.rows()));
            for row in 0..rows.rows() {
                let mut others = naive(&rows, &Metric::Euclidean, rows.row(row));
                others.retain(|one| one.row as usize != row);
                prop_assert_eq!(nearest.of(row), &others[..k.min(others.len())]);
                others.retain(|one| one.distance <= radius);
                prop_assert_eq!(within.of(row), &others[..]);
            }
            prop_assert!(index.others_within(-1.0).is_err() && index.others_within(f64::NAN).is_err());
        }
    }

    #[test]
    fn every_index_finds_the_same_rows(
        (rows, queries) in (1usize..5).prop_flat_map(|width| (cells(width, 1..60), cells(width, 1..6))),
        k in 1usize..12,
        radius_of in 0usize..60,
    ) {
        check(&rows, &queries, k, radius_of);
    }

    #[test]
    fn the_grid_finds_the_same_rows(
        (rows, queries) in (1usize..9).prop_flat_map(|width| (cells(width, 256..400), cells(width, 1..9))),
        k in 1usize..40,
        stretch in 0i32..3,
        far in 0usize..3,
        radius_of in 0usize..256,
    ) {
        // Offsets and columns of other sizes, and a row far out.
        let mut rows = Matrix::from_fn(rows.rows(), rows.columns(), |i, j| {
            rows.at(i, j) * 10f64.powi(stretch * j as i32) + 1e4 * f64::from(stretch)
        });
        for row in 0..far {
            rows.row_mut(row * 7).fill(1e7 * (row + 1) as f64);
        }
        let queries = Matrix::from_fn(queries.rows(), queries.columns(), |i, j| {
            if i == 1 { 1e9 } else { queries.at(i, j) * 10f64.powi(stretch * j as i32) + 1e4 * f64::from(stretch) }
        });
        let index = Index::new(rows.clone(), Metric::Euclidean, Algorithm::Brute).unwrap();
        let is_on_grid = matches!(&index.search, NeighborSearch::Brute(Brute::Quantized(_)));
        prop_assert!(is_on_grid);
        let tree = Index::new(rows.clone(), Metric::Euclidean, Algorithm::KdTree).unwrap();
        let is_on_grid = matches!(&tree.search, NeighborSearch::KdTree(KdTree::Quantized(_)));
        prop_assert!(is_on_grid);
        let nearest = index.nearest(&queries, k).unwrap();
        prop_assert_eq!(&nearest, &tree.nearest(&queries, k).unwrap());
        for query in 0..queries.rows() {
            let expected = naive(&rows, &Metric::Euclidean, queries.row(query));
            prop_assert_eq!(nearest.of(query), &expected[..k]);
            let radius = expected[radius_of].distance;
            let inside = expected.partition_point(|one| one.distance <= radius);
            let single = Matrix::from_rows(&[queries.row(query)]).unwrap();
            let within = index.within(&single, radius).unwrap();
            prop_assert_eq!(within.of(0), &expected[..inside]);
            prop_assert_eq!(&within, &tree.within(&single, radius).unwrap());
        }
    }
}

#[test]
fn many_columns_on_the_grid() {
    let rows = Matrix::from_fn(700, 131, |i, j| ((i * 37 + j * 101) as f64 * 0.73).sin() * (1.0 + j as f64));
    let queries = Matrix::from_fn(9, 131, |i, j| ((i * 31 + j * 11) as f64).cos() * (1.0 + j as f64));
    for metric in [Metric::Euclidean, Metric::Cosine] {
        let found = Index::new(rows.clone(), metric.clone(), Algorithm::Brute).unwrap();
        let found = found.nearest(&queries, 25).unwrap();
        for query in 0..9 {
            assert_eq!(found.of(query), &naive(&rows, &metric, queries.row(query))[..25]);
        }
    }
}

/// Rows that vary in three directions, and a little in all others.
fn three_directions(rows: usize, width: usize) -> Matrix {
    Matrix::from_fn(rows, width, |i, j| {
        let along = |direction: usize| ((i * (direction * 97 + 31)) as f64 * 0.618).sin() * 10.0;
        let mixed: f64 = (0..3).map(|d| along(d) * ((d * 7 + j * 3) as f64).cos()).sum();
        mixed + ((i * 13 + j * 29) as f64).sin() * 0.05
    })
}

#[test]
fn a_tree_of_many_leaves_along_the_axes() {
    let (rows, queries) = (three_directions(5000, 20), three_directions(300, 20));
    let index = |algorithm| Index::new(rows.clone(), Metric::Euclidean, algorithm).unwrap();
    let (auto, brute) = (index(Algorithm::Auto), index(Algorithm::Brute));
    assert_eq!(auto.algorithm(), Algorithm::KdTree, "few dimensions, though many columns");
    for k in [1, 10, 400] {
        assert_eq!(auto.nearest(&queries, k).unwrap(), brute.nearest(&queries, k).unwrap());
    }
    for radius in [0.0, 1.0, 8.0] {
        assert_eq!(auto.within(&queries, radius).unwrap(), brute.within(&queries, radius).unwrap());
    }
    assert_eq!(auto.nearest_others(3), brute.nearest_others(3));
    let mut rng = hornbook_core::Seed(3).rng();
    let even = Matrix::from_fn(5000, 20, |_, _| rng.unit());
    let auto = Index::new(even, Metric::Euclidean, Algorithm::Auto).unwrap();
    assert_eq!(auto.algorithm(), Algorithm::Brute, "as many dimensions as columns");
}

#[test]
fn threads_change_nothing() {
    let rows = Matrix::from_fn(1500, 3, |i, j| ((i * 17 + j * 5) % 23) as f64);
    for algorithm in [Algorithm::Brute, Algorithm::KdTree, Algorithm::BallTree] {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let index = Index::new(rows.clone(), Metric::Euclidean, algorithm).unwrap();
            pool.install(|| index.nearest(&rows, 7).unwrap())
        };
        assert_eq!(with(1), with(3));
    }
}

#[test]
fn what_cannot_be_found() {
    let rows = Matrix::from_rows(&[[0.0, 1.0], [2.0, 3.0]]).unwrap();
    let index = Index::new(rows.clone(), Metric::Euclidean, Algorithm::Auto).unwrap();
    assert_eq!(index.algorithm(), Algorithm::Brute);
    assert_eq!(index.nearest(&rows, 9).unwrap().of(0).len(), 2, "no more than there are");
    assert!(index.nearest(&rows, 0).unwrap().of(1).is_empty());
    assert!(index.within(&rows, -1.0).is_err() && index.within(&rows, f64::NAN).is_err());
    assert!(index.nearest(&Matrix::zeros(1, 3), 1).is_err());
    assert!(index.nearest(&Matrix::zeros(0, 0), 1).unwrap().is_empty());
    assert!(index.nearest(&Matrix::from_rows(&[[f64::NAN, 0.0]]).unwrap(), 1).is_err());
    let build = |rows: &Matrix, metric, algorithm| Index::new(rows.clone(), metric, algorithm).map(|_| ());
    assert!(build(&Matrix::zeros(0, 2), Metric::Euclidean, Algorithm::Auto).is_err());
    assert!(build(&Matrix::zeros(2, 0), Metric::Euclidean, Algorithm::Auto).is_err());
    assert!(build(&Matrix::zeros(2, 2), Metric::Cosine, Algorithm::Auto).is_err(), "no direction");
    assert!(build(&rows, Metric::Hamming, Algorithm::KdTree).is_err());
    let gower = Gower::of_rows(&rows, &[false, true]).unwrap();
    assert!(build(&rows, Metric::Gower(gower.clone()), Algorithm::BallTree).is_err());
    let empty = Matrix::from_rows(&[[f64::NAN, f64::NAN], [1.0, 2.0]]).unwrap();
    let refused = build(&empty, Metric::Gower(gower), Algorithm::Auto).unwrap_err().to_string();
    assert!(refused.starts_with("row 1 has only missing values"), "{refused}");
}

#[test]
fn numbers_at_the_ends_of_the_range() {
    for size in [1e200, 1e-200, 1e-310] {
        let rows = Matrix::from_fn(400, 2, |i, j| ((i * 7 + j * 3) % 50) as f64 * size);
        let queries = Matrix::from_fn(3, 2, |i, _| i as f64 * 10.0 * size);
        for algorithm in [Algorithm::Brute, Algorithm::KdTree, Algorithm::BallTree] {
            let index = Index::new(rows.clone(), Metric::Euclidean, algorithm).unwrap();
            let found = index.nearest(&queries, 5).unwrap();
            for query in 0..3 {
                let expected = naive(&rows, &Metric::Euclidean, queries.row(query));
                assert_eq!(found.of(query), &expected[..5], "{size} by {algorithm:?}");
            }
        }
    }
}
