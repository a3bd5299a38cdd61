//! A tree of boxes around rows on a grid, along their principal axes.

use super::candidates::CandidateSet;
use super::collector::Collector;
use super::quantizer::{QuantizedRows, Quantizer};
use crate::metric::kernel::DistanceKernel;
use crate::principal_axes::PrincipalAxes;
use hornbook_math::int16::{Int16Boxes, Int16Queries, Int16Rows, SIDE_BY_SIDE};
use hornbook_math::matrix::Matrix;
use rayon::prelude::*;
use std::ops::Range;

/// Leaves of fewer rows cost more boxes than they save rows.
const SMALLEST_LEAF: usize = 4 * SIDE_BY_SIDE;
/// More rows are halved on threads of their own.
const WORTH_THREADS: usize = 4096;

/// Rows halved again and again, those of each leaf together.
#[derive(Debug)]
pub(super) struct QuantizedKdTree {
    quantizer: Quantizer,
    nodes: Vec<KdNode>,
    boxes: Int16Boxes,
    /// The rows, those of each leaf together, and their numbers.
    rows: Int16Rows,
    numbers: Vec<u32>,
    outside: Vec<u32>,
}

/// A node and where its rows are.
#[derive(Debug)]
struct KdNode {
    rows: Range<usize>,
    /// The first of two children, one after the other; none for a leaf.
    children: Option<usize>,
}

impl QuantizedKdTree {
    /// None if a grid is not worth while.
    pub fn new(points: &Matrix, leaf_size: usize) -> Option<QuantizedKdTree> {
        let quantized = QuantizedRows::new(points, PrincipalAxes::principal)?;
        let mut outside = quantized.outside.iter().copied().peekable();
        let inside = (0..points.rows() as u32).filter(|row| outside.next_if_eq(row).is_none());
        let mut order: Vec<u64> = inside.map(u64::from).collect();
        // Leaves are whole groups of rows that stand side by side.
        let leaf_size = leaf_size.max(SMALLEST_LEAF).next_multiple_of(SIDE_BY_SIDE);
        halve(&quantized, leaf_size, &mut order);
        let numbers: Vec<u32> = order.into_iter().map(|row| row as u32).collect();

        let nodes = nodes(numbers.len(), leaf_size);
        let mut boxes = Int16Boxes::new(quantized.parts, nodes.len());
        for (which, node) in nodes.iter().enumerate().rev() {
            match node.children {
                Some(first) => [first, first + 1].iter().for_each(|&child| boxes.take_in_box(which, child)),
                None => {
                    numbers[node.rows.clone()]
                        .iter()
                        .for_each(|&row| boxes.take_in(which, quantized.row(row)));
                }
            }
        }
        let rows = Int16Rows::new(points.columns(), numbers.len(), |place, whole| {
            whole.copy_from_slice(&quantized.row(numbers[place]).as_flattened()[..whole.len()]);
            true
        });
        let QuantizedRows { quantizer, outside, .. } = quantized;
        Some(QuantizedKdTree { quantizer, nodes, boxes, rows, numbers, outside })
    }

    /// Queries in an order in which each looks at much the same rows as the one before it, which are then still at hand.
    pub fn order(&self, queries: &[f64]) -> Vec<u32> {
        let leaves =
            queries.par_chunks(self.quantizer.width()).with_min_len(64).map(|query| self.leaf_of(query));
        let mut order: Vec<(u32, u32)> = leaves.collect::<Vec<u32>>().into_iter().zip(0..).collect();
        order.par_sort_unstable();
        order.into_iter().map(|(_, query)| query).collect()
    }

    /// The leaf that a query is in or near, by where its rows begin.
    fn leaf_of(&self, query: &[f64]) -> u32 {
        let (place, _) = self.quantizer.quantize(query);
        let mut node = &self.nodes[0];
        while let Some(first) = node.children {
            let [one, other] = self.boxes.squared_to_two(first, &place);
            node = &self.nodes[if other < one { first + 1 } else { first }];
        }
        node.rows.start as u32
    }

    pub fn search<K: DistanceKernel, C: Collector>(
        &self,
        kernel: &K,
        points: &Matrix,
        query: &[f64],
        collector: &mut C,
    ) {
        let (place, slack) = self.quantizer.quantize(query);
        let width = self.quantizer.width();
        let short = Int16Queries::<1>::new(width, 1, |_, whole| {
            whole.copy_from_slice(&place.as_flattened()[..width]);
        });
        let mut candidates = CandidateSet::new(collector.wanted(), slack, &self.quantizer, kernel);
        let mut ahead = vec![(0, 0)];
        while let Some((squared, which)) = ahead.pop() {
            if squared > candidates.limit() {
                continue;
            }
            let node = &self.nodes[which];
            let Some(first) = node.children else {
                self.rows.visit_near(
                    node.rows.clone(),
                    &short,
                    0,
                    &mut [candidates.limit()],
                    |_, place, squared| candidates.take(self.numbers[place], squared),
                );
                continue;
            };
            let [one, other] = self.boxes.squared_to_two(first, &place);
            // The nearer is looked at next.
            let (now, later) = if other < one {
                ((other, first + 1), (one, first))
            } else {
                ((one, first), (other, first + 1))
            };
            if later.0 <= candidates.limit() {
                ahead.push(later);
            }
            ahead.push(now);
        }
        candidates.offer(kernel, points, query, &self.outside, collector);
    }
}

/// How many of some rows are in the first half.
fn middle(rows: usize) -> usize {
    (rows / 2).next_multiple_of(SIDE_BY_SIDE)
}

/// The nodes over so many rows, parents first. How rows are halved depends on their number alone.
fn nodes(rows: usize, leaf_size: usize) -> Vec<KdNode> {
    let mut nodes = vec![KdNode { rows: 0..rows, children: None }];
    let mut which = 0;
    while which < nodes.len() {
        let Range { start, end } = nodes[which].rows;
        if end - start > leaf_size {
            nodes[which].children = Some(nodes.len());
            let middle = start + middle(end - start);
            nodes.extend([start..middle, middle..end].map(|rows| KdNode { rows, children: None }));
        }
        which += 1;
    }
    nodes
}

/// Puts the rows of each half together, and so on. The lower 32 bits of an entry are the number of its row; the upper ones are
/// overwritten at each level by what the rows are ordered by there.
fn halve(quantized: &QuantizedRows, leaf_size: usize, rows: &mut [u64]) {
    if rows.len() <= leaf_size {
        return;
    }
    let mut around = Int16Boxes::new(quantized.parts, 1);
    rows.iter().for_each(|&row| around.take_in(0, quantized.row(row as u32)));
    let column = around.widest(0);
    for row in rows.iter_mut() {
        let number = *row as u32;
        let value = quantized.row(number).as_flattened()[column];
        *row = u64::from(value.cast_unsigned() ^ 0x8000) << 32 | u64::from(number);
    }
    let middle = middle(rows.len());
    rows.select_nth_unstable(middle);
    let (low, high) = rows.split_at_mut(middle);
    if low.len() < WORTH_THREADS {
        halve(quantized, leaf_size, low);
        halve(quantized, leaf_size, high);
    } else {
        rayon::join(|| halve(quantized, leaf_size, low), || halve(quantized, leaf_size, high));
    }
}
