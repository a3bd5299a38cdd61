//! TU datasets: a folder of text files that list the edges of all graphs, the graph of each node, and labels.

use super::GraphFault;
use crate::column::{Categories, Column};
use crate::objects::{Graph, GraphsBuilder, Objects, problem_of};
use crate::read::source::ByteSource;
use crate::table::Table;
use hornbook_core::{Error, Result};
use rustc_hash::FxHashSet;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// How the file of the edges ends, after the name of the dataset.
const EDGES: &str = "_A.txt";

/// The name of the dataset, if the folder holds one.
pub(crate) fn prefix(folder: &Path, source: &ByteSource) -> Result<Option<String>> {
    let entries = std::fs::read_dir(folder).map_err(|e| source.unreadable(e))?;
    let names = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<String> = names
        .filter_map(|name| name.strip_suffix(EDGES).map(str::to_string))
        .filter(|name| folder.join(format!("{name}_graph_indicator.txt")).is_file())
        .collect();
    found.sort_unstable();
    Ok(found.into_iter().next())
}

/// One of the files.
struct TuFile {
    name: String,
    lines: Vec<String>,
}

impl TuFile {
    fn read(folder: &Path, prefix: &str, what: &str) -> Result<TuFile> {
        let source = ByteSource::file(&folder.join(format!("{prefix}_{what}.txt")));
        let mut lines = Vec::new();
        for line in BufReader::new(source.text()?).lines() {
            lines.push(line.map_err(|e| source.unreadable(e))?);
        }
        while lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        Ok(TuFile { name: source.name, lines })
    }

    fn optional(folder: &Path, prefix: &str, what: &str) -> Result<Option<TuFile>> {
        let is_there = folder.join(format!("{prefix}_{what}.txt")).is_file();
        is_there.then(|| TuFile::read(folder, prefix, what)).transpose()
    }

    fn fault(&self, line: usize, problem: impl Into<String>) -> Error {
        GraphFault { line: Some(line as u64 + 1), problem: problem.into() }.in_source(&self.name)
    }

    /// As many lines as there are things.
    fn of_length(self, expected: usize, things: &str) -> Result<TuFile> {
        if self.lines.len() == expected {
            return Ok(self);
        }
        let problem = format!("the file has {} lines, and there are {expected} {things}", self.lines.len());
        Err(GraphFault::whole(problem).in_source(&self.name))
    }

    /// Numbers that count from one, as numbers that count from zero.
    fn places(&self, line: usize) -> Result<Vec<usize>> {
        let place = |text: &str| text.trim().parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let places: Option<Vec<usize>> = self.lines[line].split(',').map(place).collect();
        places.ok_or_else(|| {
            self.fault(
                line,
                format!("found '{}' where numbers that count from 1 were expected", self.lines[line].trim()),
            )
        })
    }
}

/// Reads a dataset into the columns `graph`, `label` and those of the attributes of graphs.
pub(super) fn read(folder: &Path, prefix: &str) -> Result<(Table, Vec<String>)> {
    let indicator = TuFile::read(folder, prefix, "graph_indicator")?;
    let node_count = indicator.lines.len();
    let mut graph_of = Vec::with_capacity(node_count);
    let (mut graphs, mut place_of): (Vec<Graph>, Vec<u32>) = (Vec::new(), Vec::with_capacity(node_count));
    let node_labels = TuFile::optional(folder, prefix, "node_labels")?;
    let node_labels = node_labels.map(|file| file.of_length(node_count, "nodes")).transpose()?;
    for node in 0..node_count {
        let graph = match indicator.places(node)?[..] {
            // A graph has at least a node, so that no line can claim more graphs than there are lines.
            [graph] if graph < node_count => graph,
            _ => return Err(indicator.fault(node, "found no number of a graph")),
        };
        if graphs.len() <= graph {
            graphs.resize_with(graph + 1, Graph::default);
        }
        place_of.push(graphs[graph].nodes.len() as u32);
        graphs[graph].nodes.push(node_labels.as_ref().map(|file| first_label(&file.lines[node])));
        graph_of.push(graph);
    }
    let edges = TuFile::read(folder, prefix, "A")?;
    let edge_labels = TuFile::optional(folder, prefix, "edge_labels")?;
    let edge_labels = edge_labels.map(|file| file.of_length(edges.lines.len(), "edges")).transpose()?;
    let mut pairs = Vec::with_capacity(edges.lines.len());
    for line in 0..edges.lines.len() {
        let [source, target] = edges.places(line)?[..] else {
            return Err(edges.fault(line, "found no two nodes of an edge"));
        };
        if let Some(end) = [source, target].into_iter().find(|end| *end >= node_count) {
            return Err(
                edges.fault(line, format!("found an edge to node {}, and there are {node_count}", end + 1))
            );
        }
        if graph_of[source] != graph_of[target] {
            return Err(edges.fault(line, "found an edge between two graphs"));
        }
        pairs.push((source, target));
    }
    // An undirected edge is listed in both directions.
    let listed: FxHashSet<(usize, usize)> = pairs.iter().copied().collect();
    let directed = pairs.iter().any(|&(source, target)| !listed.contains(&(target, source)));
    for (line, &(source, target)) in pairs.iter().enumerate() {
        if directed || source <= target {
            let label = edge_labels.as_ref().map(|file| first_label(&file.lines[line]));
            graphs[graph_of[source]].edges.push((place_of[source], place_of[target], label));
        }
    }
    let mut builder = GraphsBuilder::default();
    for (place, graph) in graphs.iter_mut().enumerate() {
        graph.directed = directed;
        builder.push(Some(graph)).map_err(|error| {
            GraphFault::whole(format!("graph {}: {}", place + 1, problem_of(error)))
                .in_source(&indicator.name)
        })?;
    }
    let count = builder.rows();
    let mut columns = vec![("graph".to_string(), Column::Object(Objects::Graph(builder.finish())))];
    if let Some(file) = TuFile::optional(folder, prefix, "graph_labels")? {
        let file = file.of_length(count, "graphs")?;
        let labels: Vec<Option<String>> = file.lines.iter().map(|line| Some(first_label(line))).collect();
        columns.push(("label".to_string(), Column::Category(Categories::from_labels(&labels))));
    }
    if let Some(file) = TuFile::optional(folder, prefix, "graph_attributes")? {
        columns.extend(attributes(&file.of_length(count, "graphs")?)?);
    }
    Ok((Table::new(columns)?, notes(folder, prefix)))
}

fn first_label(line: &str) -> String {
    line.split(',').next().unwrap_or_default().trim().to_string()
}

/// Numbers of each graph, one column each.
fn attributes(file: &TuFile) -> Result<Vec<(String, Column)>> {
    let width = file.lines.first().map_or(0, |line| line.split(',').count());
    let mut columns = vec![Vec::with_capacity(file.lines.len()); width];
    for (line, text) in file.lines.iter().enumerate() {
        let numbers: Option<Vec<f64>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.filter(|numbers| numbers.len() == width) {
            Some(numbers) => columns.iter_mut().zip(numbers).for_each(|(column, number)| column.push(number)),
            None => {
                return Err(
                    file.fault(line, format!("found '{}' where {width} numbers were expected", text.trim()))
                );
            }
        }
    }
    let name =
        |place: usize| if width == 1 { "attribute".to_string() } else { format!("attribute {}", place + 1) };
    let named = |(place, column): (usize, Vec<f64>)| (name(place), Column::Number(column.into()));
    Ok(columns.into_iter().enumerate().map(named).collect())
}

/// What is there and not read.
fn notes(folder: &Path, prefix: &str) -> Vec<String> {
    let attributes = ["node_attributes", "edge_attributes"].into_iter();
    let names =
        attributes.map(|what| format!("{prefix}_{what}.txt")).filter(|name| folder.join(name).is_file());
    names
        .map(|name| format!("the numbers in {name} are not read: nodes and edges have labels only"))
        .collect()
}
