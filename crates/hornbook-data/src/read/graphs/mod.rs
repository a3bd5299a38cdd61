//! Graphs: JSON in node-link form, GraphML, GML, folders of such files, and TU datasets.

mod gml;
mod graphml;
mod tu;

use super::folder::{self, FolderFile};
use super::source::ByteSource;
use crate::column::{Categories, Column};
use crate::objects::json::graph_from_json;
use crate::objects::{Graph, GraphsBuilder, Objects, problem_of};
use crate::table::Table;
use hornbook_core::{Error, Result};
use serde_json::Value;
pub(super) use tu::prefix as tu_prefix;

/// How the files of a folder of graphs end.
pub(super) const EXTENSIONS: &[&str] = &["graphml", "gml", "json"];

/// A graph of a file, and its label if the file says one.
#[derive(Debug, Default)]
struct LabeledGraph {
    graph: Graph,
    label: Option<String>,
}

/// What is wrong with a text, and in which line.
#[derive(Debug)]
struct GraphFault {
    line: Option<u64>,
    problem: String,
}

impl GraphFault {
    /// A fault at a byte of a text.
    fn at(text: &[u8], position: usize, problem: impl Into<String>) -> GraphFault {
        let before = &text[..position.min(text.len())];
        let line = Some(memchr::memchr_iter(b'\n', before).count() as u64 + 1);
        GraphFault { line, problem: problem.into() }
    }

    fn whole(problem: impl Into<String>) -> GraphFault {
        GraphFault { line: None, problem: problem.into() }
    }

    fn in_source(self, name: &str) -> Error {
        Error::Parse {
            source_name: name.to_string(),
            line: self.line,
            column: None,
            problem: self.problem,
            advice: "correct the graph, or leave it out".into(),
        }
    }
}

/// Reads a file or a folder, with notes about what was left out.
pub(crate) fn read(source: &ByteSource) -> Result<(Table, Vec<String>)> {
    let Some(path) = source.folder() else {
        return Ok((table_of(Vec::new(), &source.name, graphs_of(source)?)?, Vec::new()));
    };
    if let Some(prefix) = tu::prefix(path, source)? {
        return tu::read(path, &prefix);
    }
    let files = folder::files(path, source, EXTENSIONS)?;
    if files.is_empty() {
        return Err(source.unreadable("it is a folder without graphs (GraphML, GML, JSON, TU)"));
    }
    let mut graphs = Vec::with_capacity(files.len());
    for FolderFile { path, .. } in &files {
        let file = ByteSource::file(path);
        match <[LabeledGraph; 1]>::try_from(graphs_of(&file)?) {
            Ok([graph]) => graphs.push(graph),
            Err(several) => {
                let problem =
                    format!("the file has {} graphs, and a file of a folder is one row", several.len());
                return Err(GraphFault::whole(problem).in_source(&file.name));
            }
        }
    }
    Ok((table_of(folder::name_columns(&files), &source.name, graphs)?, Vec::new()))
}

/// The graphs of a file.
fn graphs_of(source: &ByteSource) -> Result<Vec<LabeledGraph>> {
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut source.text()?, &mut text).map_err(|e| source.unreadable(e))?;
    let text = match std::str::from_utf8(&text) {
        Ok(text) => text,
        Err(error) => {
            let fault = GraphFault::at(&text, error.valid_up_to(), "the text is not UTF-8");
            return Err(fault.in_source(&source.name));
        }
    };
    let graphs = match text.trim_start().as_bytes().first() {
        Some(b'<') => graphml::read(text),
        Some(b'{' | b'[') => from_json(text),
        _ => gml::read(text),
    };
    let graphs = graphs.map_err(|fault| fault.in_source(&source.name))?;
    match graphs.is_empty() {
        true => Err(GraphFault::whole("the file has no graph").in_source(&source.name)),
        false => Ok(graphs),
    }
}

/// A graph, or a list of graphs.
fn from_json(text: &str) -> Result<Vec<LabeledGraph>, GraphFault> {
    let value: Value = serde_json::from_str(text).map_err(|e| GraphFault {
        line: Some(e.line() as u64),
        problem: format!("this is not JSON ({e})"),
    })?;
    let list = match value {
        Value::Array(list) => list,
        one => vec![one],
    };
    let graph = |(place, value): (usize, &Value)| {
        let graph = graph_from_json(value)
            .map_err(|problem| GraphFault::whole(format!("graph {}: {problem}", place + 1)))?;
        let label = match value.get("label") {
            Some(Value::String(label)) => Some(label.clone()),
            Some(Value::Number(label)) => Some(label.to_string()),
            _ => None,
        };
        Ok(LabeledGraph { graph, label })
    };
    list.iter().enumerate().map(graph).collect()
}

/// The column `graph` after the first of these columns, and `label` if there is none yet and a graph has one.
fn table_of(
    mut columns: Vec<(String, Column)>,
    source_name: &str,
    graphs: Vec<LabeledGraph>,
) -> Result<Table> {
    let mut builder = GraphsBuilder::default();
    for (place, LabeledGraph { graph, .. }) in graphs.iter().enumerate() {
        builder.push(Some(graph)).map_err(|error| {
            GraphFault::whole(format!("graph {}: {}", place + 1, problem_of(error))).in_source(source_name)
        })?;
    }
    let has_labels = columns.iter().any(|(name, _)| name == "label");
    let column = Column::Object(Objects::Graph(builder.finish()));
    columns.insert(columns.len().min(1), ("graph".to_string(), column));
    let labels: Vec<Option<String>> = graphs.into_iter().map(|graph| graph.label).collect();
    if !has_labels && labels.iter().any(Option::is_some) {
        columns.push(("label".to_string(), Column::Category(Categories::from_labels(&labels))));
    }
    Table::new(columns)
}

/// The nodes of a graph by their ids, and edges between ids.
#[derive(Debug, Default)]
struct GraphById {
    graph: Graph,
    places: rustc_hash::FxHashMap<String, u32>,
}

impl GraphById {
    fn add_node(&mut self, id: &str, label: Option<String>) -> Result<(), String> {
        let place = self.graph.nodes.len() as u32;
        if self.places.insert(id.to_string(), place).is_some() {
            return Err(format!("found two nodes with the id '{id}'"));
        }
        self.graph.nodes.push(label);
        Ok(())
    }

    fn place(&self, id: &str) -> Result<u32, String> {
        self.places
            .get(id)
            .copied()
            .ok_or_else(|| format!("found an edge to the node '{id}', which is not there"))
    }

    fn add_edge(&mut self, source: &str, target: &str, label: Option<String>) -> Result<(), String> {
        let edge = (self.place(source)?, self.place(target)?, label);
        self.graph.edges.push(edge);
        Ok(())
    }
}
