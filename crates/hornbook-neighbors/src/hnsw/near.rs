//! Distances in single precision, and the walk along the links of a graph.

use super::graph::Graph;
use crate::axes::Axes;
use hornbook_math::matrix::Matrix;
use hornbook_math::prefetch::prefetch;
use hornbook_math::wide;

/// How many numbers are added up side by side.
const LANES: usize = 8;
/// How many lanes are added up before a distance is looked at: it may be too far already.
const AT_ONCE: usize = 3;

/// Rows in single precision, along their principal axes if they are long, and at most 1 on each, with zeros up to whole [`LANES`].
#[derive(Debug)]
pub(crate) struct Near {
    axes: Axes,
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
        // Where all columns are added up at once, turning them would only cost ties.
        let is_short = points.columns() <= AT_ONCE * LANES;
        let axes = if is_short { Axes::as_they_lie(points) } else { Axes::principal(points) };
        let turned = axes.turned_rows(points);
        let reach = turned.largest().clamp(f64::MIN_POSITIVE, f64::MAX);
        let width = points.columns().div_ceil(LANES);
        let mut near = Near { axes, reach, width, rows: Vec::with_capacity(points.rows() * width) };
        for row in 0..points.rows() {
            let row = near.in_single(turned.row(row));
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
        self.in_single(&self.axes.turned(row))
    }

    fn in_single(&self, turned: &[f64]) -> Vec<[f32; LANES]> {
        let mut numbers = vec![[0.0; LANES]; self.width];
        for (to, x) in numbers.as_flattened_mut().iter_mut().zip(turned) {
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

    /// The squared distance beyond which no row has a place among the best.
    #[inline(always)]
    fn most(&self, in_sight: usize) -> f32 {
        match self.best.last() {
            Some((last, _)) if self.best.len() >= in_sight => distance_of(*last),
            _ => f32::INFINITY,
        }
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
                if walk.meet(row)
                    && let Some(squared) = squared_up_to(near.row(row), query, walk.most(in_sight))
                    // Who is nearer than the row whose links these are is followed next.
                    && let Some(put) = walk.put(ranked(squared, row), in_sight)
                {
                    first = first.min(put);
                }
            }
            place = first;
        }
    }
}
