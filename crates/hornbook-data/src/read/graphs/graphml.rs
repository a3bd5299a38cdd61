//! GraphML, by a small reader of XML: elements, attributes and text, without entities of one's own.

use super::{GraphById, GraphFault, LabeledGraph};
use std::borrow::Cow;

/// Elements within elements, before a text is taken for nonsense.
const DEEPEST: usize = 64;

/// One piece of XML.
#[derive(Debug)]
enum XmlPiece<'a> {
    Start { name: &'a str, attributes: Vec<(&'a str, String)>, is_empty: bool },
    End(&'a str),
    Text(Cow<'a, str>),
}

struct XmlReader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> XmlReader<'a> {
    fn fault(&self, problem: impl Into<String>) -> GraphFault {
        GraphFault::at(self.text.as_bytes(), self.at, problem)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips to after a mark.
    fn skip_past(&mut self, mark: &str) -> Result<&'a str, GraphFault> {
        let length =
            self.rest().find(mark).ok_or_else(|| self.fault(format!("the text ends before a '{mark}'")))?;
        let skipped = &self.rest()[..length];
        self.at += length + mark.len();
        Ok(skipped)
    }

    fn next(&mut self) -> Result<Option<XmlPiece<'a>>, GraphFault> {
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return Ok(None);
            } else if rest.starts_with("<?") {
                self.skip_past("?>")?;
            } else if rest.starts_with("<!--") {
                self.skip_past("-->")?;
            } else if rest.starts_with("<![CDATA[") {
                self.at += "<![CDATA[".len();
                return Ok(Some(XmlPiece::Text(Cow::Borrowed(self.skip_past("]]>")?))));
            } else if rest.starts_with("<!") {
                if self.skip_past(">")?.contains('[') {
                    return Err(
                        self.fault("found a document type with declarations of its own, which is not read")
                    );
                }
            } else if rest.starts_with("</") {
                self.at += 2;
                return Ok(Some(XmlPiece::End(local_name(self.skip_past(">")?.trim()))));
            } else if rest.starts_with('<') {
                self.at += 1;
                return self.start().map(Some);
            } else {
                let length = rest.find('<').unwrap_or(rest.len());
                self.at += length;
                return Ok(Some(XmlPiece::Text(unescaped(&rest[..length]).into())));
            }
        }
    }

    /// The start of an element, after its bracket.
    fn start(&mut self) -> Result<XmlPiece<'a>, GraphFault> {
        let name = self.name()?;
        let mut attributes = Vec::new();
        loop {
            self.at += self.rest().len() - self.rest().trim_start().len();
            if self.rest().starts_with("/>") {
                self.at += 2;
                return Ok(XmlPiece::Start { name, attributes, is_empty: true });
            }
            if self.rest().starts_with('>') {
                self.at += 1;
                return Ok(XmlPiece::Start { name, attributes, is_empty: false });
            }
            let key = self.name()?;
            self.at += self.rest().len() - self.rest().trim_start().len();
            if !self.rest().starts_with('=') {
                return Err(self.fault(format!("the attribute '{key}' has no value; this is not XML")));
            }
            self.at += 1;
            self.at += self.rest().len() - self.rest().trim_start().len();
            let quote = if self.rest().starts_with('"') { "\"" } else { "'" };
            if !self.rest().starts_with(quote) {
                return Err(self
                    .fault(format!("the value of the attribute '{key}' is not in quotes; this is not XML")));
            }
            self.at += 1;
            attributes.push((local_name(key), unescaped(self.skip_past(quote)?)));
        }
    }

    fn name(&mut self) -> Result<&'a str, GraphFault> {
        let is_end = |c: char| c.is_whitespace() || matches!(c, '=' | '>' | '/' | '<' | '"' | '\'');
        let length = self.rest().find(is_end).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.fault("found a '<' that starts no element; this is not XML"));
        }
        let name = &self.rest()[..length];
        self.at += length;
        Ok(local_name(name))
    }
}

/// A name without its prefix.
fn local_name(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Text with the entities that XML knows by itself; others stay as they are written.
pub(super) fn unescaped(text: &str) -> String {
    if !text.contains('&') {
        return text.to_string();
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('&') {
        plain.push_str(&rest[..start]);
        rest = &rest[start..];
        let found = rest.find(';').and_then(|end| Some((end, entity(&rest[1..end])?)));
        match found {
            Some((end, character)) => {
                plain.push(character);
                rest = &rest[end + 1..];
            }
            None => {
                plain.push('&');
                rest = &rest[1..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

fn entity(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)
        }
    }
}

/// What `data` elements of nodes, edges and graphs mean: their keys by what they are for.
#[derive(Debug, Default)]
struct GraphmlKeys(Vec<GraphmlKey>);

#[derive(Debug)]
struct GraphmlKey {
    id: String,
    of: String,
    name: String,
}

impl GraphmlKeys {
    /// The key of the labels of some things: the one that is called `label`, or else the only one.
    fn label(&self, of: &str) -> Option<&str> {
        let mut own = self.0.iter().filter(|key| key.of == of || key.of == "all");
        let named = own.clone().find(|key| key.name.eq_ignore_ascii_case("label"));
        let only = own.next().filter(|_| own.next().is_none());
        named.or(only).map(|key| key.id.as_str())
    }
}

/// A node or an edge that is being read.
#[derive(Debug)]
struct GraphmlPart {
    attributes: Vec<(String, String)>,
    label: Option<String>,
    position: usize,
}

impl GraphmlPart {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// The elements that are open, and what was read of them.
#[derive(Debug, Default)]
struct GraphmlState {
    keys: GraphmlKeys,
    graphs: Vec<LabeledGraph>,
    graph: Option<GraphById>,
    graph_label: Option<String>,
    part: Option<GraphmlPart>,
    /// Edges may stand before their nodes.
    edges: Vec<GraphmlPart>,
    /// The key and the text of a `data` element.
    data: Option<(String, String)>,
}

/// All graphs of a text.
pub(super) fn read(text: &str) -> Result<Vec<LabeledGraph>, GraphFault> {
    let mut xml = XmlReader { text, at: 0 };
    let mut state = GraphmlState::default();
    let mut open: Vec<&str> = Vec::new();
    while let Some(piece) = xml.next()? {
        match piece {
            XmlPiece::Text(text) => {
                if let Some((_, value)) = &mut state.data {
                    value.push_str(&text);
                }
            }
            XmlPiece::Start { name, attributes, is_empty } => {
                state.start(name, &attributes, xml.at).map_err(|problem| xml.fault(problem))?;
                match is_empty {
                    true => state.end(name).map_err(|(at, problem)| fault(text, at, &xml, problem))?,
                    false if open.len() == DEEPEST => {
                        return Err(xml.fault(format!("elements are nested more than {DEEPEST} deep")));
                    }
                    false => open.push(name),
                }
            }
            XmlPiece::End(name) if open.pop() == Some(name) => {
                state.end(name).map_err(|(at, problem)| fault(text, at, &xml, problem))?;
            }
            XmlPiece::End(name) => {
                return Err(
                    xml.fault(format!("found the end of '{name}', which is not the element that is open"))
                );
            }
        }
    }
    match open.last() {
        Some(name) => Err(xml.fault(format!("the text ends within the element '{name}'"))),
        None => Ok(state.graphs),
    }
}

fn fault(text: &str, position: Option<usize>, xml: &XmlReader<'_>, problem: String) -> GraphFault {
    GraphFault::at(text.as_bytes(), position.unwrap_or(xml.at), problem)
}

impl GraphmlState {
    fn start(&mut self, name: &str, attributes: &[(&str, String)], position: usize) -> Result<(), String> {
        let value =
            |key: &str| attributes.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone());
        match name {
            "key" => self.keys.0.push(GraphmlKey {
                id: value("id").unwrap_or_default(),
                of: value("for").unwrap_or_else(|| "all".to_string()),
                name: value("attr.name").unwrap_or_default(),
            }),
            "graph" if self.graph.is_some() => {
                return Err("found a graph within a graph, which is not read".into());
            }
            "graph" => {
                let mut graph = GraphById::default();
                graph.graph.directed = value("edgedefault").as_deref() == Some("directed");
                self.graph = Some(graph);
            }
            "hyperedge" => return Err("found an edge of more than two nodes, which is not read".into()),
            "node" | "edge" => {
                let attributes =
                    attributes.iter().map(|(key, value)| ((*key).to_string(), value.clone())).collect();
                self.part = Some(GraphmlPart { attributes, label: None, position });
            }
            "data" => self.data = Some((value("key").unwrap_or_default(), String::new())),
            _ => {}
        }
        Ok(())
    }

    /// Ends an element; what is wrong is told with its place, if that is another.
    fn end(&mut self, name: &str) -> Result<(), (Option<usize>, String)> {
        match name {
            "data" => self.end_data(),
            "node" => {
                let (Some(part), Some(graph)) = (self.part.take(), &mut self.graph) else { return Ok(()) };
                let id =
                    part.attribute("id").ok_or_else(|| (None, "found a node without an id".to_string()))?;
                graph.add_node(id, part.label.clone()).map_err(|problem| (None, problem))?;
            }
            "edge" => self.edges.extend(self.part.take()),
            "graph" => {
                let Some(mut graph) = self.graph.take() else { return Ok(()) };
                for edge in std::mem::take(&mut self.edges) {
                    let at = Some(edge.position);
                    let ends = (edge.attribute("source"), edge.attribute("target"));
                    let (Some(source), Some(target)) = ends else {
                        return Err((at, "found an edge without a source and a target".to_string()));
                    };
                    graph.add_edge(source, target, edge.label.clone()).map_err(|problem| (at, problem))?;
                }
                self.graphs.push(LabeledGraph { graph: graph.graph, label: self.graph_label.take() });
            }
            _ => {}
        }
        Ok(())
    }

    /// Keeps the text of a `data` element if it is a label.
    fn end_data(&mut self) {
        let Some((key, value)) = self.data.take() else { return };
        let value = Some(value.trim().to_string());
        match &mut self.part {
            Some(part) => {
                let of = if part.attribute("source").is_some() { "edge" } else { "node" };
                if self.keys.label(of) == Some(&key) {
                    part.label = value;
                }
            }
            None if self.graph.is_some() && self.keys.label("graph") == Some(&key) => {
                self.graph_label = value
            }
            None => {}
        }
    }
}
