//! Builds a graph in waves.

use super::HnswSettings;
use super::graph::{HIGHEST, HnswGraph};
use super::search::{
    F32Vectors, GraphSearch, PackedNeighbor, distance_of, packed_neighbor, row_of, squared, squared_up_to,
};
use hornbook_core::Run;
use hornbook_math::simd;
use rayon::prelude::*;
use std::ops::Range;

/// A wave is at most this fraction of the rows that are in the graph, and so many rows.
const SHARE: usize = 8;
const LARGEST_WAVE: usize = 512;

/// The links of all rows.
pub(super) fn build(vectors: &F32Vectors, settings: &HnswSettings, run: &Run) -> HnswGraph {
    let (rows, m) = (vectors.rows(), settings.m.clamp(2, 1 << 10));
    let levels = (0..rows as u64).map(|row| {
        let height = -settings.seed.derive(row).rng().unit().max(f64::MIN_POSITIVE).ln() / (m as f64).ln();
        (height as u8).min(HIGHEST)
    });
    let mut graph = HnswGraph::new(levels.collect(), 2 * m);
    let mut done = 1;
    // Whoever made the run knows that the graph of a canceled one is not whole.
    while done < rows && run.check().is_ok() {
        let wave = done..(done + (done / SHARE).clamp(1, LARGEST_WAVE)).min(rows);
        let chosen = choose_links(vectors, &graph, wave.clone(), m, settings.ef_construction.max(m));
        add_wave(vectors, &mut graph, &chosen);
        for row in wave.clone() {
            if graph.level(row as u32) > graph.top() {
                graph.set_entry(row as u32);
            }
        }
        done = wave.end;
    }
    graph
}

/// The links of a row on a level.
struct ChosenLinks {
    row: u32,
    level: usize,
    links: Vec<PackedNeighbor>,
}

/// Chooses the links of the rows of a wave, each in the graph as it stands and among those before it in the wave.
fn choose_links(
    vectors: &F32Vectors,
    graph: &HnswGraph,
    wave: Range<usize>,
    m: usize,
    candidates: usize,
) -> Vec<ChosenLinks> {
    let first = wave.start as u32;
    let choose = |walk: &mut GraphSearch, row: usize| {
        let (row, query) = (row as u32, vectors.row(row as u32));
        let mut before: Vec<PackedNeighbor> =
            (first..row).map(|other| packed_neighbor(squared_wide(vectors, other, row), other)).collect();
        before.sort_unstable();
        let mut start = vec![packed_neighbor(squared_wide(vectors, graph.entry(), row), graph.entry())];
        let mut chosen = Vec::new();
        let height = graph.level(row);
        for level in (0..=graph.top().max(height)).rev() {
            let ef = if level > height { 1 } else { candidates };
            if level <= graph.top() {
                walk.search_layer(vectors, graph, query, level, ef, &start);
                start.clear();
                start.extend(walk.best());
            }
            if level <= height {
                let of_graph = start.iter().copied().filter(|_| level <= graph.top());
                let of_wave = before.iter().copied().filter(|&other| graph.level(row_of(other)) >= level);
                let mut all: Vec<PackedNeighbor> = of_graph.chain(of_wave).collect();
                all.sort_unstable();
                all.truncate(candidates);
                chosen.push(ChosenLinks { row, level, links: select_neighbors(vectors, &all, m) });
            }
        }
        chosen
    };
    let all = wave.into_par_iter().with_min_len(8).map_init(|| GraphSearch::new(vectors.rows()), choose);
    all.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// Sets the links of new rows, and the links back.
fn add_wave(vectors: &F32Vectors, graph: &mut HnswGraph, chosen: &[ChosenLinks]) {
    let mut back: Vec<(usize, u32, PackedNeighbor)> = Vec::new();
    for ChosenLinks { row, level, links } in chosen {
        let rows: Vec<u32> = links.iter().map(|&link| row_of(link)).collect();
        graph.set_links(*row, *level, &rows);
        let link_back =
            |&link: &PackedNeighbor| (*level, row_of(link), packed_neighbor(distance_of(link), *row));
        back.extend(links.iter().map(link_back));
    }
    back.sort_unstable();
    let changed: Vec<(usize, u32, Vec<u32>)> = {
        let graph = &*graph;
        let groups: Vec<&[(usize, u32, PackedNeighbor)]> =
            back.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).collect();
        let change = |&group: &&[(usize, u32, PackedNeighbor)]| {
            let (level, row, _) = group[0];
            let most = graph.most(level);
            let there = graph.links(row, level);
            let mut links: Vec<u32> = there.to_vec();
            if there.len() + group.len() <= most {
                links.extend(group.iter().map(|(_, _, link)| row_of(*link)));
            } else {
                let mut all: Vec<PackedNeighbor> = there
                    .iter()
                    .map(|&other| packed_neighbor(squared_wide(vectors, other, row), other))
                    .collect();
                all.extend(group.iter().map(|(_, _, link)| *link));
                all.sort_unstable();
                links = select_neighbors(vectors, &all, most).into_iter().map(row_of).collect();
            }
            (level, row, links)
        };
        groups.par_iter().with_min_len(16).map(change).collect()
    };
    for (level, row, links) in changed {
        graph.set_links(row, level, &links);
    }
}

/// Of candidates, nearest first, at most so many that lie in different directions: each is nearer to the row than to any
/// that was chosen before.
fn select_neighbors(vectors: &F32Vectors, candidates: &[PackedNeighbor], most: usize) -> Vec<PackedNeighbor> {
    struct SelectNeighbors<'a>(&'a F32Vectors, &'a [PackedNeighbor], usize);
    impl simd::SimdKernel for SelectNeighbors<'_> {
        type Output = Vec<PackedNeighbor>;
        #[inline(always)]
        fn run(self) -> Vec<PackedNeighbor> {
            let SelectNeighbors(vectors, candidates, most) = self;
            let mut chosen: Vec<PackedNeighbor> = Vec::with_capacity(most);
            for &one in candidates {
                if chosen.len() >= most {
                    break;
                }
                let (row, far) = (vectors.row(row_of(one)), distance_of(one));
                let is_farther = |&other: &PackedNeighbor| {
                    squared_up_to(vectors.row(row_of(other)), row, far).is_none_or(|away| away >= far)
                };
                if chosen.iter().all(is_farther) {
                    chosen.push(one);
                }
            }
            chosen
        }
    }
    simd::run(SelectNeighbors(vectors, candidates, most))
}

fn squared_wide(vectors: &F32Vectors, one: u32, other: u32) -> f32 {
    struct SquaredDistance<'a>(&'a F32Vectors, u32, u32);
    impl simd::SimdKernel for SquaredDistance<'_> {
        type Output = f32;
        #[inline(always)]
        fn run(self) -> f32 {
            squared(self.0.row(self.1), self.0.row(self.2))
        }
    }
    simd::run(SquaredDistance(vectors, one, other))
}
