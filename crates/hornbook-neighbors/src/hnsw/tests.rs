use super::*;
use crate::{Algorithm, Index, IndexSettings, Metric};
use hornbook_core::{Run, Seed};

fn clusters(rows: usize, width: usize, seed: u64) -> Matrix {
    let mut rng = Seed(seed).rng();
    let mut normal = move || (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0;
    let centers = Matrix::from_fn(10, width, |_, _| 2.0 * normal());
    Matrix::from_fn(rows, width, |row, column| centers.at(row * 7 % 10, column) + normal())
}

fn index(rows: &Matrix, metric: Metric, hnsw: HnswSettings) -> Index {
    let settings = IndexSettings { algorithm: Algorithm::Hnsw, hnsw, ..IndexSettings::default() };
    Index::with_settings(rows.clone(), metric, &settings).unwrap()
}

#[test]
fn most_of_the_nearest_are_found() {
    let (rows, queries) = (clusters(4000, 12, 1), clusters(200, 12, 2));
    for metric in [Metric::Euclidean, Metric::Cosine] {
        let exact = Index::new(rows.clone(), metric.clone(), Algorithm::Brute).unwrap();
        let exact = exact.nearest(&queries, 10).unwrap();
        let mut last = 0.0;
        for ef_search in [10, 40, 200] {
            let found = index(&rows, metric.clone(), HnswSettings { ef_search, ..HnswSettings::default() });
            let found = found.nearest(&queries, 10).unwrap();
            let common =
                |query: usize| found.of(query).iter().filter(|one| exact.of(query).contains(one)).count();
            let recall = (0..200).map(common).sum::<usize>() as f64 / 2000.0;
            assert!(recall >= last && found.iter().all(|some| some.len() == 10 && some.is_sorted()));
            last = recall;
        }
        assert!(last > 0.99, "{metric:?}: {last}");
    }
}

#[test]
fn neither_threads_nor_chance_change_the_graph() {
    let rows = clusters(1500, 5, 3);
    let with = |threads, seed| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let settings = HnswSettings { seed: Seed(seed), ..HnswSettings::default() };
        pool.install(|| Hnsw::new(&rows, &settings, &Run::default()).graph.to_links())
    };
    assert_eq!(with(1, 7), with(3, 7));
    assert_ne!(with(1, 7), with(1, 8));
}

#[test]
fn graphs_of_files_are_checked() {
    let rows = clusters(300, 3, 4);
    let hnsw = Hnsw::new(&rows, &HnswSettings { m: 4, ..HnswSettings::default() }, &Run::default());
    let links = hnsw.graph.to_links();
    assert_eq!(HnswGraph::from_links(links.clone(), 300).as_ref(), Some(hnsw.graph()));
    assert!(links.levels.iter().any(|&level| level > 0) && links.counts.iter().all(|&count| count <= 8));
    assert_eq!(HnswGraph::from_links(links.clone(), 299), None);
    let mut rng = Seed(5).rng();
    let mut refused = 0;
    for _ in 0..500 {
        let mut damaged = links.clone();
        match rng.below(5) {
            0 => damaged.links[rng.below(links.links.len())] = rng.below(400) as u32,
            1 => damaged.counts[rng.below(links.counts.len())] = rng.below(20) as u32,
            2 => damaged.levels[rng.below(300)] = rng.below(20) as u8,
            3 => damaged.entry = rng.below(400) as u32,
            _ => damaged.most = rng.below(20),
        }
        match HnswGraph::from_links(damaged, 300) {
            None => refused += 1,
            Some(graph) => {
                let hnsw = Hnsw::with_graph(&rows, graph);
                hnsw.search(rows.row(0), 5, 10, &mut hnsw.graph_search(), |row| assert!(row < 300));
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[test]
fn odd_rows() {
    let one = Matrix::new(1, 2, vec![3.0, 4.0]).unwrap();
    let found = index(&one, Metric::Euclidean, HnswSettings::default()).nearest(&one, 5).unwrap();
    assert_eq!((found.of(0).len(), found.of(0)[0].distance), (1, 0.0));
    let same = Matrix::new(50, 1, vec![7.0; 50]).unwrap();
    let found = index(&same, Metric::Euclidean, HnswSettings::default()).nearest(&same, 3).unwrap();
    assert!(found.iter().all(|some| some.len() == 3 && some.iter().all(|one| one.distance == 0.0)));
    let far = Matrix::from_fn(60, 2, |row, _| if row == 0 { 1e300 } else { row as f64 });
    let found = index(&far, Metric::Euclidean, HnswSettings::default()).nearest(&far, 1).unwrap();
    assert_eq!(found.len(), 60);
    let refused = IndexSettings { algorithm: Algorithm::Hnsw, ..IndexSettings::default() };
    assert!(Index::with_settings(far.clone(), Metric::Manhattan, &refused).is_err());
    let index = index(&clusters(300, 2, 6), Metric::Euclidean, HnswSettings::default());
    let within = index.within(&clusters(3, 2, 6), 1.5).unwrap();
    let exact = Index::new(clusters(300, 2, 6), Metric::Euclidean, Algorithm::Brute).unwrap();
    assert_eq!(
        within,
        exact.within(&clusters(3, 2, 6), 1.5).unwrap(),
        "within a radius all rows are looked at"
    );
}

#[test]
fn many_copies_of_a_few_rows() {
    for (width, copies) in [(3, 30), (3, 300), (8, 100)] {
        let rows = Matrix::from_fn(width * copies, width, |i, j| f64::from(u8::from(i * 7 % width == j)));
        let index = index(&rows, Metric::Euclidean, HnswSettings::default());
        let found = index.nearest(&rows, 5).unwrap();
        for row in 0..rows.rows() {
            assert!(
                found.of(row).iter().all(|one| one.distance == 0.0),
                "{width} {copies} {row}: {:?}",
                found.of(row)
            );
        }
    }
}
