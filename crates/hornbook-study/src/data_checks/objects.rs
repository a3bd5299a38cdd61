//! Summary statistics of columns of objects.

use super::description::{counted_levels, most_common};
use hornbook_core::format::{counted, significant};
use hornbook_core::{ToJson, Value};
use hornbook_data::{Graphs, ImageShape, Images, NumberLists, Objects, Pixels, SymbolLists};
use hornbook_math::quantiles::median;
use serde::Serialize;
use serde_json::json;
use std::collections::HashSet;

/// What the objects of a column are.
#[derive(Debug, Clone)]
pub enum ObjectSummary {
    /// Series.
    Series {
        /// How many numbers they have.
        lengths: SizeRange,
        /// The smallest and the largest number, if there is one.
        range: Option<[f64; 2]>,
    },
    /// Sequences or item sets.
    Symbols {
        /// What they are called: symbols or items.
        noun: &'static str,
        /// How many they have.
        lengths: SizeRange,
        /// The symbols and their counts, the most common first.
        levels: Vec<(String, usize)>,
    },
    /// Images.
    Images {
        /// Their shape.
        shape: ImageShape,
        /// The smallest and the largest number, if there is one.
        range: Option<[f64; 2]>,
    },
    /// Graphs.
    Graphs {
        /// How many nodes they have.
        nodes: SizeRange,
        /// How many edges they have.
        edges: SizeRange,
        /// The labels of nodes and their counts, the most common first.
        node_labels: Vec<(String, usize)>,
        /// The labels of edges, likewise.
        edge_labels: Vec<(String, usize)>,
        /// Whether the edges have a direction.
        directed: bool,
        /// How many of them are trees with a root.
        trees: usize,
    },
}

/// How large things are.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SizeRange {
    /// The size of the smallest.
    #[serde(rename = "min")]
    pub low: usize,
    /// The median of the sizes.
    pub median: f64,
    /// The size of the largest.
    #[serde(rename = "max")]
    pub high: usize,
}

impl SizeRange {
    fn of(sizes: impl Iterator<Item = usize>) -> SizeRange {
        let mut sizes: Vec<usize> = sizes.collect();
        sizes.sort_unstable();
        let numbers: Vec<f64> = sizes.iter().map(|&size| size as f64).collect();
        let (low, high) = (sizes.first().copied().unwrap_or(0), sizes.last().copied().unwrap_or(0));
        SizeRange { low, median: if numbers.is_empty() { 0.0 } else { median(&numbers) }, high }
    }

    fn in_words(self, noun: &str) -> String {
        let SizeRange { low, median, high } = self;
        match low == high {
            true => counted(low as u64, noun),
            false => format!("{low} to {} (median {})", counted(high as u64, noun), significant(median)),
        }
    }
}

impl ObjectSummary {
    /// The summary of a column, and how many different objects it has.
    pub fn of(objects: &Objects) -> (ObjectSummary, usize) {
        let distinct = objects.fingerprints().into_iter().flatten().collect::<HashSet<u64>>().len();
        let summary = match objects {
            Objects::Series(lists) => of_series(lists, objects.len()),
            Objects::Sequence(lists) => of_symbols("symbol", lists, objects.len()),
            Objects::Items(lists) => of_symbols("item", lists, objects.len()),
            Objects::Image(images) => of_images(images),
            Objects::Graph(graphs) => of_graphs(graphs, objects.len()),
        };
        (summary, distinct)
    }

    /// The objects in a few words.
    pub fn in_words(&self) -> String {
        let from = |range: &Option<[f64; 2]>| match range {
            Some([low, high]) => format!(", from {} to {}", significant(*low), significant(*high)),
            None => String::new(),
        };
        match self {
            ObjectSummary::Series { lengths, range } => {
                format!("{}{}", lengths.in_words("value"), from(range))
            }
            ObjectSummary::Symbols { noun, lengths, levels } => {
                format!("{}, {} distinct: {}", lengths.in_words(noun), levels.len(), most_common(levels))
            }
            ObjectSummary::Images { shape, range } => format!("{shape}{}", from(range)),
            ObjectSummary::Graphs { nodes, edges, node_labels, edge_labels, directed, trees } => {
                let mut words = vec![nodes.in_words("node"), edges.in_words("edge")];
                for (labels, noun) in [(node_labels, "node label"), (edge_labels, "edge label")] {
                    if !labels.is_empty() {
                        words.push(format!(
                            "{}: {}",
                            counted(labels.len() as u64, noun),
                            most_common(labels)
                        ));
                    }
                }
                words.push(if *directed { "directed" } else { "undirected" }.to_string());
                if *trees > 0 {
                    words.push(counted(*trees as u64, "tree"));
                }
                words.join("; ")
            }
        }
    }

    /// The summary for programs, as keys of its column.
    pub fn add_json(&self, object: &mut Value) {
        let counts = |levels: &[(String, usize)]| -> Value {
            levels.iter().map(|(level, count)| json!({"level": level, "count": count})).collect()
        };
        let mut set = |key: &str, value: Value| object[key] = value;
        match self {
            ObjectSummary::Series { lengths, range } => {
                set("lengths", lengths.to_json());
                set("min", json!(range.map(|[low, _]| low)));
                set("max", json!(range.map(|[_, high]| high)));
            }
            ObjectSummary::Symbols { lengths, levels, .. } => {
                set("lengths", lengths.to_json());
                set("levels", counts(levels));
            }
            ObjectSummary::Images { shape, range } => {
                set("shape", json!([shape.height, shape.width, shape.channels]));
                set("min", json!(range.map(|[low, _]| low)));
                set("max", json!(range.map(|[_, high]| high)));
            }
            ObjectSummary::Graphs { nodes, edges, node_labels, edge_labels, directed, trees } => {
                set("nodes", nodes.to_json());
                set("edges", edges.to_json());
                set("node_labels", counts(node_labels));
                set("edge_labels", counts(edge_labels));
                set("directed", json!(directed));
                set("trees", json!(trees));
            }
        }
    }
}

/// The smallest and the largest of the numbers that are finite.
fn range_of(numbers: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    numbers.filter(|x| x.is_finite()).fold(None, |range: Option<[f64; 2]>, x| {
        let [low, high] = range.unwrap_or([x, x]);
        Some([low.min(x), high.max(x)])
    })
}

fn of_series(lists: &NumberLists, rows: usize) -> ObjectSummary {
    let present = || (0..rows).filter_map(|row| lists.at(row));
    ObjectSummary::Series {
        lengths: SizeRange::of(present().map(<[f64]>::len)),
        range: range_of(present().flatten().copied()),
    }
}

fn of_symbols(noun: &'static str, lists: &SymbolLists, rows: usize) -> ObjectSummary {
    let present = || (0..rows).filter_map(|row| lists.at(row));
    ObjectSummary::Symbols {
        noun,
        lengths: SizeRange::of(present().map(<[u32]>::len)),
        levels: counted_levels(lists.levels(), present().flatten().copied()),
    }
}

fn of_images(images: &Images) -> ObjectSummary {
    let range = match images.pixels() {
        Pixels::Bytes(values) => range_of(values.iter().map(|&x| f64::from(x))),
        Pixels::Floats(values) => range_of(values.iter().map(|&x| f64::from(x))),
    };
    ObjectSummary::Images { shape: images.shape(), range }
}

fn of_graphs(graphs: &Graphs, rows: usize) -> ObjectSummary {
    let present = || (0..rows).filter_map(|row| graphs.at(row));
    ObjectSummary::Graphs {
        nodes: SizeRange::of(present().map(|graph| graph.nodes.len())),
        edges: SizeRange::of(present().map(|graph| graph.edges.len())),
        node_labels: counted_levels(
            graphs.node_labels(),
            present().flat_map(|graph| graph.nodes.iter().copied()),
        ),
        edge_labels: counted_levels(
            graphs.edge_labels(),
            present().flat_map(|graph| graph.edges.iter().copied()),
        ),
        directed: graphs.is_directed(),
        trees: present().filter(|graph| graph.root.is_some()).count(),
    }
}
