//! Distances in single precision, and the walk along the links of a graph.

use super::graph::Graph;
use hornbook_math::matrix::Matrix;
use hornbook_math::prefetch::prefetch;
use hornbook_math::wide;

/// How many numbers are added up side by side.
const LANES: usize = 8;

/// Rows in single precision, around their centre and at most 1 in each column, with zeros up to whole [`LANES`].
#[derive(Debug)]
pub(crate) struct Near {
    centre: Vec<f64>,
    reach: f64,
    width: usize,
    rows: Vec<[f32; LANES]>,
}

/// A row and its squared distance, in the order of both: the distance is not negative, so its bits are in its order.
pub(crate) type Ranked = u64;

pub(crate) fn ranked(distance: f32, row: u32) -> Ranked {
    u64::from(distance.to_bits()) << 32 | u64::from(row)
}

pub(crate) fn row_of(ranked: Ranked) -> u32 {
    ranked as u32
}

pub(crate) fn distance_of(ranked: Ranked) -> f32 {
    f32::from_bits((ranked >> 32) as u32)
}

impl Near {
    pub fn new(points: &Matrix) -> Near {
        let count = points.rows();
        let mut centre = vec![0.0; points.columns()];
        for row in 0..count {
            centre.iter_mut().zip(points.row(row)).for_each(|(mean, x)| *mean += x / count as f64);
        }
        let sizes =
            (0..count).flat_map(|row| points.row(row).iter().zip(&centre)).map(|(x, c)| (x - c).abs());
        let reach = sizes.fold(0.0, f64::max).clamp(f64::MIN_POSITIVE, f64::MAX);
        let width = points.columns().div_ceil(LANES);
        let mut near = Near { centre, reach, width, rows: Vec::with_capacity(count * width) };
        for row in 0..count {
            let row = near.row_of(points.row(row));
            near.rows.extend(row);
        }
        near
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows.len() / self.width.max(1)
    }

    /// A row in single precision.
    pub fn row_of(&self, row: &[f64]) -> Vec<[f32; LANES]> {
        let mut numbers = vec![[0.0; LANES]; self.width];
        let flat = numbers.as_flattened_mut();
        for ((to, x), c) in flat.iter_mut().zip(row).zip(&self.centre) {
            // Far beyond the rows all are equally far.
            *to = ((x - c) / self.reach).clamp(-1e9, 1e9) as f32;
        }
        numbers
    }

    #[inline(always)]
    pub fn row(&self, row: u32) -> &[[f32; LANES]] {
        &self.rows[row as usize * self.width..(row as usize + 1) * self.width]
    }

    fn fetch(&self, row: u32) {
        prefetch(&self.rows, row as usize * self.width);
    }
}

/// The squared distance.
#[inline(always)]
pub(crate) fn squared(one: &[[f32; LANES]], other: &[[f32; LANES]]) -> f32 {
    let mut sums = [0.0f32; LANES];
    for (a, b) in one.iter().zip(other) {
        for lane in 0..LANES {
            let difference = a[lane] - b[lane];
            sums[lane] += difference * difference;
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    ((a + b) + (c + d)) + ((e + f) + (g + h))
}

/// What a search remembers: where it was, and the best that it has met.
#[derive(Debug)]
pub(crate) struct Walk {
    /// The search in which a row was met last.
    met: Vec<u32>,
    search: u32,
    /// The best, nearest first; and whether their links were followed.
    best: Vec<(Ranked, bool)>,
}

impl Walk {
    pub fn new(rows: usize) -> Walk {
        Walk { met: vec![0; rows], search: 0, best: Vec::new() }
    }

    /// The best that were met, nearest first.
    pub fn best(&self) -> impl Iterator<Item = Ranked> {
        self.best.iter().map(|(ranked, _)| *ranked)
    }

    pub fn rows(&self) -> impl Iterator<Item = u32> {
        self.best().map(row_of)
    }

    /// Finds rows near a query, as many as are to be kept in sight.
    pub fn nearest(&mut self, near: &Near, graph: &Graph, query: &[[f32; LANES]], in_sight: usize) {
        let mut start = vec![ranked(squared(near.row(graph.entry()), query), graph.entry())];
        for level in (0..=graph.top()).rev() {
            let in_sight = if level == 0 { in_sight } else { 1 };
            self.on_level(near, graph, query, level, in_sight, &start);
            start.clear();
            start.extend(self.best());
        }
    }

    /// Walks on one level, from where it is told.
    pub fn on_level(
        &mut self,
        near: &Near,
        graph: &Graph,
        query: &[[f32; LANES]],
        level: usize,
        in_sight: usize,
        start: &[Ranked],
    ) {
        wide::run(OnLevel { walk: self, near, graph, query, level, in_sight, start });
    }

    /// A row is met; whether for the first time.
    #[inline(always)]
    fn meet(&mut self, row: u32) -> bool {
        std::mem::replace(&mut self.met[row as usize], self.search) != self.search
    }

    /// Puts a row among the best; its place there, if it has one.
    #[inline(always)]
    fn put(&mut self, one: Ranked, in_sight: usize) -> Option<usize> {
        if self.best.len() >= in_sight {
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

struct OnLevel<'a> {
    walk: &'a mut Walk,
    near: &'a Near,
    graph: &'a Graph,
    query: &'a [[f32; LANES]],
    level: usize,
    in_sight: usize,
    start: &'a [Ranked],
}

impl wide::Work for OnLevel<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let OnLevel { walk, near, graph, query, level, in_sight, start } = self;
        walk.search += 1;
        walk.best.clear();
        for &one in start {
            if walk.meet(row_of(one)) {
                walk.put(one, in_sight);
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
            links.iter().for_each(|&row| near.fetch(row));
            let mut first = place + 1;
            for &row in links {
                if walk.meet(row) {
                    let one = ranked(squared(near.row(row), query), row);
                    // Who is nearer than the row whose links these are is followed next.
                    if let Some(put) = walk.put(one, in_sight) {
                        first = first.min(put);
                    }
                }
            }
            place = first;
        }
    }
}
