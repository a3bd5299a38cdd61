//! Graphs, one a row.

use super::lists::{SymbolLists, SymbolListsBuilder};
use super::problem_of;
use crate::column::Levels;
use arrow_buffer::ScalarBuffer;
use hornbook_core::{Error, Result};

/// The root of a graph that has none.
pub(crate) const NO_ROOT: u32 = u32::MAX;

/// A graph a row: nodes and edges, each perhaps with a label. A graph with a root is a tree.
#[derive(Debug, Clone)]
pub struct Graphs {
    /// The labels of the nodes; a node without one has [`MISSING_CODE`](crate::MISSING_CODE).
    nodes: Box<SymbolLists>,
    /// The labels of the edges, likewise.
    edges: Box<SymbolLists>,
    /// The ends of each edge, as nodes of its graph, beside the labels of the edges.
    sources: ScalarBuffer<u32>,
    targets: ScalarBuffer<u32>,
    roots: ScalarBuffer<u32>,
    directed: bool,
}

/// One graph.
#[derive(Debug, Clone, Copy)]
pub struct GraphView<'a> {
    /// The label of each node, as a code of [`Graphs::node_labels`]; [`MISSING_CODE`](crate::MISSING_CODE) for none.
    pub nodes: &'a [u32],
    /// The label of each edge, as a code of [`Graphs::edge_labels`]; [`MISSING_CODE`](crate::MISSING_CODE) for none.
    pub edges: &'a [u32],
    /// Where each edge starts.
    pub sources: &'a [u32],
    /// Where each edge ends.
    pub targets: &'a [u32],
    /// The root, if the graph is a tree.
    pub root: Option<u32>,
}

/// A graph as it is read, its nodes by their place.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Graph {
    /// The label of each node, if it has one.
    pub nodes: Vec<Option<String>>,
    /// Where each edge starts and ends, and its label.
    pub edges: Vec<(u32, u32, Option<String>)>,
    /// The root, if it is a tree.
    pub root: Option<u32>,
    /// Whether its edges have a direction.
    pub directed: bool,
}

impl Graph {
    /// Refuses an edge to nowhere, and a root where there is no tree.
    pub fn check(&self) -> Result<()> {
        let count = self.nodes.len();
        let is_node = |node: u32| (node as usize) < count;
        for (place, (source, target, _)) in (1..).zip(&self.edges) {
            if let Some(end) = [source, target].into_iter().find(|end| !is_node(**end)) {
                return Err(Error::data(
                    format!(
                        "edge {place} of a graph has an end at node {end}, and the graph has {count} nodes"
                    ),
                    "number the nodes from 0, or leave the edge out",
                ));
            }
        }
        match self.root {
            Some(root) => self.check_tree(root),
            None => Ok(()),
        }
    }

    fn check_tree(&self, root: u32) -> Result<()> {
        let count = self.nodes.len();
        let no_tree = |why: String| {
            Err(Error::data(
                format!("a graph has the root {root} and is no tree: {why}"),
                "leave the root out, or give every other node one way to it",
            ))
        };
        if root as usize >= count {
            return no_tree(format!("it has {count} nodes"));
        }
        if self.edges.len() + 1 != count {
            return no_tree(format!("it has {count} nodes and {} edges", self.edges.len()));
        }
        let mut neighbors = vec![Vec::new(); count];
        for &(source, target, _) in &self.edges {
            neighbors[source as usize].push(target);
            neighbors[target as usize].push(source);
        }
        let mut reached = vec![false; count];
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut reached[node as usize], true) {
                open.extend(neighbors[node as usize].iter().filter(|next| !reached[**next as usize]));
            }
        }
        match reached.iter().position(|reached| !reached) {
            Some(node) => no_tree(format!("no way leads from it to node {node}")),
            None => Ok(()),
        }
    }
}

impl Graphs {
    /// Graphs in memory; `None` is missing. All are directed, or none.
    pub fn from_rows(rows: &[Option<Graph>]) -> Result<Graphs> {
        let mut builder = GraphsBuilder::default();
        rows.iter().try_for_each(|graph| builder.push(graph.as_ref()))?;
        Ok(builder.finish())
    }

    pub(crate) fn from_parts(
        nodes: SymbolLists,
        edges: SymbolLists,
        ends: [ScalarBuffer<u32>; 2],
        roots: ScalarBuffer<u32>,
        directed: bool,
    ) -> Graphs {
        let [sources, targets] = ends;
        let (nodes, edges) = (Box::new(nodes), Box::new(edges));
        Graphs { nodes, edges, sources, targets, roots, directed }
    }

    /// The graph of a row, or `None` if it is missing.
    pub fn at(&self, row: usize) -> Option<GraphView<'_>> {
        let edges = self.edges.bounds().range(row)?;
        Some(GraphView {
            nodes: self.nodes.at(row)?,
            edges: &self.edges.codes()[edges.clone()],
            sources: &self.sources[edges.clone()],
            targets: &self.targets[edges],
            root: Some(self.roots[row]).filter(|&root| root != NO_ROOT),
        })
    }

    /// The names of the labels of nodes.
    pub fn node_labels(&self) -> &Levels {
        self.nodes.levels()
    }

    /// The names of the labels of edges.
    pub fn edge_labels(&self) -> &Levels {
        self.edges.levels()
    }

    /// Whether the edges have a direction.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    pub(crate) fn nodes(&self) -> &SymbolLists {
        &self.nodes
    }

    pub(crate) fn edges(&self) -> &SymbolLists {
        &self.edges
    }

    pub(crate) fn ends(&self) -> [&ScalarBuffer<u32>; 2] {
        [&self.sources, &self.targets]
    }

    pub(crate) fn roots(&self) -> &ScalarBuffer<u32> {
        &self.roots
    }

    /// The graphs as they are, if all edges end at nodes and all that have a root are trees.
    pub(crate) fn checked(self, column: &str) -> Result<Graphs> {
        for row in 0..self.roots.len() {
            let is_missing = [&self.nodes, &self.edges].map(|lists| lists.bounds().is_missing(row));
            let fault = match (is_missing, self.at(row)) {
                ([true, true], _) => Ok(()),
                (_, Some(view)) => view.to_graph().check(),
                (_, None) => {
                    Err(Error::data("it has nodes without a list of edges, or edges without nodes", ""))
                }
            };
            fault.map_err(|error| {
                Error::data(
                    format!("row {} of column '{column}': {}", row + 1, problem_of(error)),
                    "correct the graph, or leave the row out",
                )
            })?;
        }
        Ok(self)
    }

    pub(super) fn slice(&self, start: usize, rows: usize) -> Graphs {
        Graphs {
            nodes: self.nodes.slice(start, rows).into(),
            edges: self.edges.slice(start, rows).into(),
            roots: self.roots.slice(start, rows),
            ..self.clone()
        }
    }

    pub(super) fn take(&self, rows: &[u32]) -> Graphs {
        let ranges = || rows.iter().map(|&row| self.edges.bounds().range(row as usize));
        Graphs {
            nodes: self.nodes.take(rows).into(),
            edges: self.edges.take(rows).into(),
            sources: super::bounds::copied(&self.sources, ranges()).1.into(),
            targets: super::bounds::copied(&self.targets, ranges()).1.into(),
            roots: rows.iter().map(|&row| self.roots[row as usize]).collect(),
            directed: self.directed,
        }
    }

    pub(super) fn concat(column: &str, parts: &[&Graphs]) -> Result<Graphs> {
        let directed = parts.iter().any(|part| part.directed);
        // A part without a graph says nothing about directions.
        let has_graph = |part: &Graphs| part.nodes.bounds().missing() < part.nodes.bounds().rows();
        if parts.iter().any(|part| part.directed != directed && has_graph(part)) {
            return Err(mixed_directions(column));
        }
        let ends = |which: usize| -> ScalarBuffer<u32> {
            let copy =
                |part: &&Graphs| super::bounds::copied(part.ends()[which], part.edges.bounds().ranges()).1;
            parts.iter().flat_map(copy).collect()
        };
        Ok(Graphs {
            nodes: SymbolLists::concat(&parts.iter().map(|part| &*part.nodes).collect::<Vec<_>>()).into(),
            edges: SymbolLists::concat(&parts.iter().map(|part| &*part.edges).collect::<Vec<_>>()).into(),
            sources: ends(0),
            targets: ends(1),
            roots: parts.iter().flat_map(|part| part.roots.iter().copied()).collect(),
            directed,
        })
    }

    pub(crate) fn with_sorted_levels(&self) -> Graphs {
        let (nodes, edges) = (self.nodes.with_sorted_levels(), self.edges.with_sorted_levels());
        self.relabeled(nodes, edges)
    }

    /// The same graphs with other codes for their labels.
    pub(crate) fn relabeled(&self, nodes: SymbolLists, edges: SymbolLists) -> Graphs {
        // The bounds of relabeled lists start at zero, and so must what stands beside them.
        let ends = self.ends().map(|ends| super::bounds::copied(ends, self.edges.bounds().ranges()).1.into());
        let edges = SymbolLists::concat(&[&edges]);
        Graphs::from_parts(nodes, edges, ends, self.roots.clone(), self.directed)
    }
}

fn mixed_directions(column: &str) -> Error {
    Error::data(
        format!("column '{column}' has directed and undirected graphs"),
        "make all of them directed, or none",
    )
}

/// Collects graphs row by row.
#[derive(Debug, Default)]
pub(crate) struct GraphsBuilder {
    nodes: SymbolListsBuilder,
    edges: SymbolListsBuilder,
    sources: Vec<u32>,
    targets: Vec<u32>,
    roots: Vec<u32>,
    directed: Option<bool>,
}

impl GraphsBuilder {
    /// Adds a graph that has an edge to nowhere only if that is an error.
    pub fn push(&mut self, graph: Option<&Graph>) -> Result<()> {
        let Some(graph) = graph else {
            self.nodes.push_missing();
            self.edges.push_missing();
            self.roots.push(NO_ROOT);
            return Ok(());
        };
        graph.check()?;
        if *self.directed.get_or_insert(graph.directed) != graph.directed {
            return Err(mixed_directions("graph"));
        }
        self.nodes.push_some(graph.nodes.iter().map(Option::as_deref));
        self.edges.push_some(graph.edges.iter().map(|(_, _, label)| label.as_deref()));
        self.sources.extend(graph.edges.iter().map(|(source, _, _)| *source));
        self.targets.extend(graph.edges.iter().map(|(_, target, _)| *target));
        self.roots.push(graph.root.unwrap_or(NO_ROOT));
        Ok(())
    }

    pub fn rows(&self) -> usize {
        self.nodes.rows()
    }

    pub fn finish(self) -> Graphs {
        let ends = [self.sources.into(), self.targets.into()];
        let directed = self.directed.unwrap_or(false);
        Graphs::from_parts(self.nodes.finish(), self.edges.finish(), ends, self.roots.into(), directed)
    }
}

impl GraphView<'_> {
    /// Its nodes and edges alone, without their labels.
    fn to_graph(self) -> Graph {
        Graph {
            nodes: vec![None; self.nodes.len()],
            edges: self
                .sources
                .iter()
                .zip(self.targets)
                .map(|(&source, &target)| (source, target, None))
                .collect(),
            root: self.root,
            directed: false,
        }
    }
}
