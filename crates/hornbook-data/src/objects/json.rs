//! Objects as JSON writes them: lists of numbers are series, lists of strings are sequences, lists of lists of numbers are
//! images, and objects with nodes and edges are graphs.

use super::{
    Graph, GraphView, Graphs, GraphsBuilder, ImageShape, Images, NumberLists, Objects, Pixels, SymbolLists,
};
use super::{SymbolListsBuilder, another_shape, problem_of};
use crate::column::{ColumnKind, MISSING_CODE};
use crate::write::write_number;
use hornbook_core::Result;
use rustc_hash::FxHashMap;
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::{self, Write};

/// One cell.
#[derive(Debug)]
pub(crate) enum JsonCell {
    /// A list of nothing, which may be of anything.
    Empty,
    Numbers(Vec<f64>),
    Symbols(Vec<String>),
    Image(ImageShape, Vec<f64>),
    Graph(Graph),
}

impl JsonCell {
    /// Reads a list or an object.
    pub fn read(raw: &str) -> Result<JsonCell, String> {
        if raw.starts_with('{') {
            let value: Value = serde_json::from_str(raw).map_err(|e| format!("this is not JSON ({e})"))?;
            return graph_from_json(&value).map(JsonCell::Graph);
        }
        let list: Vec<&RawValue> =
            serde_json::from_str(raw).map_err(|e| format!("this is not JSON ({e})"))?;
        match list.iter().find(|item| item.get() != "null").map(|item| item.get().as_bytes()[0]) {
            None if list.is_empty() => Ok(JsonCell::Empty),
            Some(b'[') => image(&list),
            Some(b'{') => Err("found a list of objects, which is no kind of column".to_string()),
            Some(b'"' | b't' | b'f') => {
                Ok(JsonCell::Symbols(list.iter().map(|item| symbol(item.get())).collect::<Result<_, _>>()?))
            }
            _ => Ok(JsonCell::Numbers(list.iter().map(|item| number(item.get())).collect::<Result<_, _>>()?)),
        }
    }

    fn kind(&self) -> Option<ColumnKind> {
        match self {
            JsonCell::Empty => None,
            JsonCell::Numbers(_) => Some(ColumnKind::Series),
            JsonCell::Symbols(_) => Some(ColumnKind::Sequence),
            JsonCell::Image(..) => Some(ColumnKind::Image),
            JsonCell::Graph(_) => Some(ColumnKind::Graph),
        }
    }

    fn symbols(&self) -> Option<Vec<String>> {
        match self {
            JsonCell::Empty => Some(Vec::new()),
            JsonCell::Symbols(symbols) => Some(symbols.clone()),
            JsonCell::Numbers(numbers) if numbers.iter().all(|x| !x.is_nan()) => {
                Some(numbers.iter().map(f64::to_string).collect())
            }
            _ => None,
        }
    }

    fn numbers(&self) -> Option<Vec<f64>> {
        match self {
            JsonCell::Empty => Some(Vec::new()),
            JsonCell::Numbers(numbers) => Some(numbers.clone()),
            JsonCell::Symbols(symbols) => {
                symbols.iter().map(|symbol| crate::read::values::number(symbol.as_bytes())).collect()
            }
            _ => None,
        }
    }
}

fn number(raw: &str) -> Result<f64, String> {
    match raw {
        "null" => Ok(f64::NAN),
        _ => raw.parse().map_err(|_| format!("found {} in a list of numbers", shown(raw))),
    }
}

fn symbol(raw: &str) -> Result<String, String> {
    match raw.as_bytes().first() {
        Some(b'"') => serde_json::from_str(raw).map_err(|e| format!("this is not JSON ({e})")),
        Some(b't' | b'f') => Ok(raw.to_string()),
        _ => Err(format!("found {} in a list of strings", shown(raw))),
    }
}

fn shown(raw: &str) -> String {
    const SHOWN: usize = 40;
    let start: String = raw.chars().take(SHOWN).collect();
    format!("{start}{}", if start.len() < raw.len() { "…" } else { "" })
}

/// Rows of pixels, each a number or a list of channels.
fn image(rows: &[&RawValue]) -> Result<JsonCell, String> {
    let (mut values, mut width, mut channels) = (Vec::new(), None, None);
    let ragged = |what: &str, first: usize, other: usize| {
        format!("found a ragged list of lists: {what} of {first} numbers and one of {other}")
    };
    for row in rows {
        let pixels: Vec<&RawValue> =
            serde_json::from_str(row.get()).map_err(|_| format!("found {} among lists", shown(row.get())))?;
        let first = *width.get_or_insert(pixels.len());
        if first != pixels.len() {
            return Err(ragged("one list", first, pixels.len()));
        }
        for pixel in pixels {
            let channel_count = if pixel.get().starts_with('[') {
                let numbers: Vec<f64> = serde_json::from_str(pixel.get()).map_err(|_| {
                    format!("found {} where the numbers of a pixel were expected", shown(pixel.get()))
                })?;
                values.extend_from_slice(&numbers);
                numbers.len()
            } else {
                values.push(number(pixel.get())?);
                1
            };
            let first = *channels.get_or_insert(channel_count);
            if first != channel_count {
                return Err(ragged("one pixel", first, channel_count));
            }
        }
    }
    let shape = ImageShape { height: rows.len(), width: width.unwrap_or(0), channels: channels.unwrap_or(0) };
    if shape.size() == 0 {
        return Err("found a list of empty lists, which is no image".to_string());
    }
    Ok(JsonCell::Image(shape, values))
}

/// A column from its cells; the error has the row of the cell that does not fit.
pub(crate) fn column_of_cells(
    name: &str,
    cells: &[Option<JsonCell>],
    asked: Option<ColumnKind>,
) -> Result<Objects, (usize, String)> {
    let kind =
        asked.or_else(|| cells.iter().flatten().find_map(JsonCell::kind)).unwrap_or(ColumnKind::Series);
    let misfit = |row: usize, cell: &JsonCell| {
        let found = cell.kind().map_or("an empty list", ColumnKind::noun);
        (row, format!("found {found} where {} was expected", kind.noun()))
    };
    match kind {
        ColumnKind::Series => {
            let lists = cells.iter().enumerate().map(|(row, cell)| match cell {
                None => Ok(None),
                Some(cell) => cell.numbers().map(Some).ok_or_else(|| misfit(row, cell)),
            });
            Ok(Objects::Series(NumberLists::from_rows(&lists.collect::<Result<Vec<_>, _>>()?)))
        }
        ColumnKind::Sequence | ColumnKind::Items => {
            let mut builder = SymbolListsBuilder::default();
            for (row, cell) in cells.iter().enumerate() {
                match cell {
                    None => builder.push_missing(),
                    Some(cell) => {
                        let symbols = cell.symbols().ok_or_else(|| misfit(row, cell))?;
                        builder.push(symbols.iter().map(String::as_str));
                    }
                }
            }
            Ok(symbols_as(builder.finish(), kind))
        }
        ColumnKind::Graph => {
            let mut builder = GraphsBuilder::default();
            for (row, cell) in cells.iter().enumerate() {
                let graph = match cell {
                    None => None,
                    Some(JsonCell::Graph(graph)) => Some(graph),
                    Some(other) => return Err(misfit(row, other)),
                };
                builder.push(graph).map_err(|error| (row, problem_of(error)))?;
            }
            Ok(Objects::Graph(builder.finish()))
        }
        _ => images_of_cells(name, cells, misfit),
    }
}

/// Lists of symbols as sequences or as item sets.
pub(crate) fn symbols_as(lists: SymbolLists, kind: ColumnKind) -> Objects {
    if kind == ColumnKind::Items { Objects::items(&lists) } else { Objects::Sequence(lists) }
}

fn images_of_cells(
    name: &str,
    cells: &[Option<JsonCell>],
    misfit: impl Fn(usize, &JsonCell) -> (usize, String),
) -> Result<Objects, (usize, String)> {
    let mut all: Option<(ImageShape, Vec<f64>)> = None;
    let mut present = Vec::with_capacity(cells.len());
    let mut gaps = 0;
    for (row, cell) in cells.iter().enumerate() {
        present.push(cell.is_some());
        match (cell, &mut all) {
            (None, Some((shape, values))) => values.resize(values.len() + shape.size(), 0.0),
            (None, None) => gaps += 1,
            (Some(JsonCell::Image(shape, values)), None) => {
                let mut start = vec![0.0; gaps * shape.size()];
                start.extend_from_slice(values);
                all = Some((*shape, start));
            }
            (Some(JsonCell::Image(shape, values)), Some((first, pixels))) => {
                if shape != first {
                    return Err((row, problem_of(another_shape(name, *first, *shape))));
                }
                pixels.extend_from_slice(values);
            }
            (Some(other), _) => return Err(misfit(row, other)),
        }
    }
    let (shape, values) =
        all.unwrap_or((ImageShape { height: 1, width: 1, channels: 1 }, vec![0.0; cells.len()]));
    let is_byte = |x: &f64| x.fract() == 0.0 && (0.0..=255.0).contains(x);
    let pixels = match values.iter().all(is_byte) {
        true => Pixels::Bytes(values.iter().map(|&x| x as u8).collect()),
        false => Pixels::Floats(values.iter().map(|&x| x as f32).collect()),
    };
    Images::new(shape, pixels, present).map(Objects::Image).map_err(|error| (0, problem_of(error)))
}

/// A graph in node-link form, as networkx and D3 write it: `{"nodes": [{"id": 0, "label": "C"}], "edges": [{"source": 0,
/// "target": 0}]}`. Nodes may be ids alone, or their number; edges may be called links, and be pairs.
pub(crate) fn graph_from_json(value: &Value) -> Result<Graph, String> {
    let nodes = value.get("nodes").ok_or("found an object without \"nodes\", which is no graph")?;
    let edges = value.get("edges").or(value.get("links"));
    let directed = value.get("directed").and_then(Value::as_bool).unwrap_or(false);
    let mut graph = Graph { directed, ..Graph::default() };
    let mut places: FxHashMap<String, u32> = FxHashMap::default();
    match nodes {
        Value::Array(nodes) => {
            for node in nodes {
                let id = node.get("id").or((!node.is_object()).then_some(node));
                let id = id.and_then(scalar).unwrap_or_else(|| places.len().to_string());
                if places.insert(id.clone(), graph.nodes.len() as u32).is_some() {
                    return Err(format!("found two nodes with the id {}", shown(&id)));
                }
                graph.nodes.push(node.get("label").and_then(scalar));
            }
        }
        other => {
            let count = other.as_u64().filter(|&count| count <= MOST_UNNAMED).ok_or_else(|| {
                format!("\"nodes\" is neither a list nor a number of at most {MOST_UNNAMED}")
            })?;
            graph.nodes = vec![None; count as usize];
            places = (0..count as u32).map(|node| (node.to_string(), node)).collect();
        }
    }
    let place = |id: Option<&Value>| {
        let id = id.and_then(scalar).ok_or("found an edge without a source and a target")?;
        places
            .get(&id)
            .copied()
            .ok_or_else(|| format!("found an edge to the node {}, which is not there", shown(&id)))
    };
    let edges = match edges {
        None => &[],
        Some(edges) => edges.as_array().ok_or("the edges of a graph are no list")?.as_slice(),
    };
    for edge in edges {
        let [source, target, label] = match edge {
            Value::Array(ends) => [ends.first(), ends.get(1), ends.get(2)],
            named => ["source", "target", "label"].map(|key| named.get(key)),
        };
        graph.edges.push((place(source)?, place(target)?, label.and_then(scalar)));
    }
    graph.root = match value.get("root") {
        None | Some(Value::Null) => None,
        root => Some(place(root).map_err(|_| "the root of a graph is none of its nodes".to_string())?),
    };
    graph.check().map_err(problem_of)?;
    Ok(graph)
}

/// A few digits can claim any number of nodes.
const MOST_UNNAMED: u64 = 1_000_000;

/// A string, number or boolean as text.
fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(boolean) => Some(boolean.to_string()),
        _ => None,
    }
}

/// Writes the object at a row, or null.
pub(crate) fn write(objects: &Objects, row: usize, stream: &mut impl Write) -> io::Result<()> {
    if objects.is_missing(row) {
        return stream.write_all(b"null");
    }
    match objects {
        Objects::Series(lists) => {
            write_list(stream, lists.at(row).unwrap_or_default(), |stream, &x| write_json_number(stream, x))
        }
        Objects::Sequence(lists) | Objects::Items(lists) => {
            write_list(stream, lists.at(row).unwrap_or_default(), |stream, &code| {
                Ok(serde_json::to_writer(stream, lists.name(code))?)
            })
        }
        Objects::Image(images) => match images.at(row) {
            None => stream.write_all(b"null"),
            Some(Pixels::Bytes(values)) => write_image(stream, images.shape(), &values),
            Some(Pixels::Floats(values)) => write_image(stream, images.shape(), &values),
        },
        Objects::Graph(graphs) => match graphs.at(row) {
            None => stream.write_all(b"null"),
            Some(graph) => write_graph(stream, graphs, graph),
        },
    }
}

fn write_list<W: Write, T>(
    stream: &mut W,
    list: &[T],
    mut write: impl FnMut(&mut W, &T) -> io::Result<()>,
) -> io::Result<()> {
    stream.write_all(b"[")?;
    for (place, item) in list.iter().enumerate() {
        if place > 0 {
            stream.write_all(b",")?;
        }
        write(stream, item)?;
    }
    stream.write_all(b"]")
}

/// JSON has no infinity, but a number too large for any double reads as one.
pub(crate) fn write_json_number(stream: &mut impl Write, x: f64) -> io::Result<()> {
    match x {
        _ if x.is_nan() => stream.write_all(b"null"),
        f64::INFINITY => stream.write_all(b"1e999"),
        f64::NEG_INFINITY => stream.write_all(b"-1e999"),
        x => write_number(stream, x),
    }
}

fn write_image<T: Copy + Into<f64>>(
    stream: &mut impl Write,
    shape: ImageShape,
    values: &[T],
) -> io::Result<()> {
    let rows: Vec<&[T]> = values.chunks(shape.width * shape.channels).collect();
    write_list(stream, &rows, |stream, row| match shape.channels {
        1 => write_list(stream, row, |stream, &x| write_json_number(stream, x.into())),
        channels => {
            let pixels: Vec<&[T]> = row.chunks(channels).collect();
            write_list(stream, &pixels, |stream, pixel| {
                write_list(stream, pixel, |stream, &x| write_json_number(stream, x.into()))
            })
        }
    })
}

fn write_graph(stream: &mut impl Write, graphs: &Graphs, graph: GraphView<'_>) -> io::Result<()> {
    let label = |lists: &SymbolLists, code: u32| (code != MISSING_CODE).then(|| lists.name(code).to_string());
    let node = |(id, &code): (usize, &u32)| match label(graphs.nodes(), code) {
        Some(label) => serde_json::json!({"id": id, "label": label}),
        None => serde_json::json!({"id": id}),
    };
    let edge = |(place, &code): (usize, &u32)| {
        let (source, target) = (graph.sources[place], graph.targets[place]);
        match label(graphs.edges(), code) {
            Some(label) => serde_json::json!({"source": source, "target": target, "label": label}),
            None => serde_json::json!({"source": source, "target": target}),
        }
    };
    let mut object = serde_json::json!({
        "directed": graphs.is_directed(),
        "nodes": graph.nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
        "edges": graph.edges.iter().enumerate().map(edge).collect::<Vec<_>>(),
    });
    if let Some(root) = graph.root {
        object["root"] = root.into();
    }
    Ok(serde_json::to_writer(stream, &object)?)
}
