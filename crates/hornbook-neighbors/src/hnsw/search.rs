//! Distances in single precision, and the walk along the links of a graph.

use super::graph::HnswGraph;
use crate::principal_axes::PrincipalAxes;
use hornbook_math::matrix::Matrix;
use hornbook_math::prefetch::prefetch;
use hornbook_math::simd;

/// How many numbers are added up side by side.
const LANES: usize = 8;
/// How many lanes are added up before a distance is looked at: it may be too far already.
const AT_ONCE: usize = 3;

/// Rows in single precision, along their principal axes if they are long, and at most 1 on each, with zeros up to whole
/// [`LANES`].
#[derive(Debug)]
pub(crate) struct F32Vectors {
    axes: PrincipalAxes,
    reach: f64,
    width: usize,
    rows: Vec<[f32; LANES]>,
}

/// A row and its squared distance, in the order of both: the distance is not negative, so its bits are in its order.
pub(crate) type PackedNeighbor = u64;

pub(crate) fn packed_neighbor(distance: f32, row: u32) -> PackedNeighbor {
    u64::from(distance.to_bits()) << 32 | u64::from(row)
}

pub(crate) fn row_of(packed_neighbor: PackedNeighbor) -> u32 {
    packed_neighbor as u32
}

pub(crate) fn distance_of(packed_neighbor: PackedNeighbor) -> f32 {
    f32::from_bits((packed_neighbor >> 32) as u32)
}

impl F32Vectors {
    pub fn new(points: &Matrix) -> F32Vectors {
        // Where all columns are added up at once, turning them would only cost ties.
        let is_short = points.columns() <= AT_ONCE * LANES;
        let axes = if is_short { PrincipalAxes::unrotated(points) } else { PrincipalAxes::principal(points) };
        let rotated = axes.rotated_rows(points);
        let reach = rotated.largest().clamp(f64::MIN_POSITIVE, f64::MAX);
        let width = points.columns().div_ceil(LANES);
        let mut vectors = F32Vectors { axes, reach, width, rows: Vec::with_capacity(points.rows() * width) };
        for row in 0..points.rows() {
            let row = vectors.in_single(rotated.row(row));
            vectors.rows.extend(row);
        }
        vectors
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows.len() / self.width.max(1)
    }

    /// A row in single precision.
    pub fn row_of(&self, row: &[f64]) -> Vec<[f32; LANES]> {
        self.in_single(&self.axes.rotated(row))
    }

    fn in_single(&self, rotated: &[f64]) -> Vec<[f32; LANES]> {
        let mut numbers = vec![[0.0; LANES]; self.width];
        for (to, x) in numbers.as_flattened_mut().iter_mut().zip(rotated) {
            let x = x / self.reach;
            // Far beyond the rows all are equally far, and so is what is too large to be turned.
            *to = if x.is_nan() { 1e9 } else { x.clamp(-1e9, 1e9) as f32 };
        }
        numbers
    }

    #[inline(always)]
    pub fn row(&self, row: u32) -> &[[f32; LANES]] {
        &self.rows[row as usize * self.width..(row as usize + 1) * self.width]
    }

    /// Asks for the part of a row that is nearly always read.
    fn fetch(&self, row: u32) {
        prefetch(&self.rows, row as usize * self.width);
        prefetch(&self.rows, row as usize * self.width + AT_ONCE - 1);
    }
}

/// The squared distance.
#[inline(always)]
pub(crate) fn squared(one: &[[f32; LANES]], other: &[[f32; LANES]]) -> f32 {
    let mut sums = [0.0; LANES];
    one.iter().zip(other).for_each(|(a, b)| add_squares(&mut sums, a, b));
    sum(&sums)
}

/// The squared distance, unless it is larger than this. The widest axes come first: most that is too far is so on these.
#[inline(always)]
pub(crate) fn squared_up_to(one: &[[f32; LANES]], other: &[[f32; LANES]], most: f32) -> Option<f32> {
    let mut sums = [0.0; LANES];
    for (one, other) in one.chunks(AT_ONCE).zip(other.chunks(AT_ONCE)) {
        one.iter().zip(other).for_each(|(a, b)| add_squares(&mut sums, a, b));
        // Rounding never turns an order round: what is still to come makes no sum smaller.
        if sum(&sums) > most {
            return None;
        }
    }
    Some(sum(&sums))
}

#[inline(always)]
fn add_squares(sums: &mut [f32; LANES], one: &[f32; LANES], other: &[f32; LANES]) {
    for lane in 0..LANES {
        let difference = one[lane] - other[lane];
        sums[lane] += difference * difference;
    }
}

#[inline(always)]
fn sum([a, b, c, d, e, f, g, h]: &[f32; LANES]) -> f32 {
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// What a search remembers: where it was, and the best that it has met.
#[derive(Debug)]
pub(crate) struct GraphSearch {
    /// The search in which a row was met last.
    visited: Vec<u32>,
    search: u32,
    /// The best, nearest first; and whether their links were followed.
    best: Vec<(PackedNeighbor, bool)>,
}

impl GraphSearch {
    pub fn new(rows: usize) -> GraphSearch {
        GraphSearch { visited: vec![0; rows], search: 0, best: Vec::new() }
    }

    /// The best that were met, nearest first.
    pub fn best(&self) -> impl Iterator<Item = PackedNeighbor> {
        self.best.iter().map(|(packed_neighbor, _)| *packed_neighbor)
    }

    pub fn rows(&self) -> impl Iterator<Item = u32> {
        self.best().map(row_of)
    }

    /// Finds rows near a query, as many as are to be kept in sight.
    pub fn nearest(&mut self, vectors: &F32Vectors, graph: &HnswGraph, query: &[[f32; LANES]], ef: usize) {
        let mut start = vec![packed_neighbor(squared(vectors.row(graph.entry()), query), graph.entry())];
        for level in (0..=graph.top()).rev() {
            let ef = if level == 0 { ef } else { 1 };
            self.search_layer(vectors, graph, query, level, ef, &start);
            start.clear();
            start.extend(self.best());
        }
    }

    /// Walks on one level, from where it is told.
    pub fn search_layer(
        &mut self,
        vectors: &F32Vectors,
        graph: &HnswGraph,
        query: &[[f32; LANES]],
        level: usize,
        ef: usize,
        start: &[PackedNeighbor],
    ) {
        simd::run(SearchLayer { walk: self, vectors, graph, query, level, ef, start });
    }

    /// A row is met; whether for the first time.
    #[inline(always)]
    fn visit(&mut self, row: u32) -> bool {
        std::mem::replace(&mut self.visited[row as usize], self.search) != self.search
    }

    /// The squared distance beyond which no row has a position among the best.
    #[inline(always)]
    fn most(&self, ef: usize) -> f32 {
        match self.best.last() {
            Some((last, _)) if self.best.len() >= ef => distance_of(*last),
            _ => f32::INFINITY,
        }
    }

    /// Puts a row among the best; its place there, if it has one.
    #[inline(always)]
    fn put(&mut self, one: PackedNeighbor, ef: usize) -> Option<usize> {
        if self.best.len() >= ef {
            if self.best.last().is_some_and(|(last, _)| *last <= one) {
                return None;
            }
            self.best.pop();
        }
        let place = self.best.partition_point(|(other, _)| *other < one);
        self.best.insert(place, (one, false));
        Some(place)
    }
}

struct SearchLayer<'a> {
    walk: &'a mut GraphSearch,
    vectors: &'a F32Vectors,
    graph: &'a HnswGraph,
    query: &'a [[f32; LANES]],
    level: usize,
    ef: usize,
    start: &'a [PackedNeighbor],
}

impl simd::SimdKernel for SearchLayer<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SearchLayer { walk, vectors, graph, query, level, ef, start } = self;
        walk.search += 1;
        walk.best.clear();
        for &one in start {
            if walk.visit(row_of(one)) {
                walk.put(one, ef);
            }
        }
        let mut place = 0;
        while place < walk.best.len() {
            let (one, is_followed) = &mut walk.best[place];
            if *is_followed {
                place += 1;
                continue;
            }
            *is_followed = true;
            let links = graph.links(row_of(*one), level);
            links.iter().for_each(|&row| vectors.fetch(row));
            let mut first = place + 1;
            for &row in links {
                if walk.visit(row)
                    && let Some(squared) = squared_up_to(vectors.row(row), query, walk.most(ef))
                    // Who is nearer than the row whose links these are is followed next.
                    && let Some(put) = walk.put(packed_neighbor(squared, row), ef)
                {
                    first = first.min(put);
                }
            }
            place = first;
        }
    }
}
