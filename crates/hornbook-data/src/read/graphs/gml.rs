//! GML: keys, each with a number, a string in quotes, or a list in brackets.

use super::{GraphById, GraphFault, LabeledGraph};

/// Lists within lists, before a text is taken for nonsense.
const DEEPEST: usize = 64;

/// A value and where it stands.
#[derive(Debug)]
enum GmlValue<'a> {
    Word(&'a str),
    Text(String),
    List(Vec<GmlPair<'a>>),
}

#[derive(Debug)]
struct GmlPair<'a> {
    key: &'a str,
    position: usize,
    value: GmlValue<'a>,
}

struct GmlParser<'a> {
    text: &'a str,
    at: usize,
}

/// All graphs of a text.
pub(super) fn read(text: &str) -> Result<Vec<LabeledGraph>, GraphFault> {
    let mut parser = GmlParser { text, at: 0 };
    let pairs = parser.pairs(0)?;
    let graphs = pairs.iter().filter(|pair| pair.key.eq_ignore_ascii_case("graph"));
    graphs.map(|pair| graph(text, pair)).collect()
}

impl<'a> GmlParser<'a> {
    fn fault(&self, problem: impl Into<String>) -> GraphFault {
        GraphFault::at(self.text.as_bytes(), self.at, problem)
    }

    fn rest(&self) -> &'a [u8] {
        &self.text.as_bytes()[self.at..]
    }

    /// Skips spaces, and comments, which are lines that start with `#`.
    fn skip_space(&mut self) {
        while let Some(&byte) = self.rest().first() {
            match byte {
                b'#' => self.at += memchr::memchr(b'\n', self.rest()).unwrap_or(self.rest().len()),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    /// What stands until the next space or bracket.
    fn word(&mut self) -> &'a str {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'[' | b']' | b'"');
        let length = self.rest().iter().position(is_end).unwrap_or(self.rest().len());
        let word = &self.text[self.at..self.at + length];
        self.at += length;
        word
    }

    /// Keys and values until the list or the text ends.
    fn pairs(&mut self, depth: usize) -> Result<Vec<GmlPair<'a>>, GraphFault> {
        if depth > DEEPEST {
            return Err(self.fault(format!("lists are nested more than {DEEPEST} deep")));
        }
        let mut pairs = Vec::new();
        loop {
            self.skip_space();
            match self.rest().first() {
                None if depth == 0 => return Ok(pairs),
                None => return Err(self.fault("the text ends within a list: a ']' is missing")),
                Some(b']') if depth > 0 => {
                    self.at += 1;
                    return Ok(pairs);
                }
                _ => {}
            }
            let (position, key) = (self.at, self.word());
            if key.is_empty() {
                return Err(
                    self.fault("found a bracket or a quote where a key was expected; this is not GML")
                );
            }
            self.skip_space();
            let value = match self.rest().first() {
                Some(b'[') => {
                    self.at += 1;
                    GmlValue::List(self.pairs(depth + 1)?)
                }
                Some(b'"') => {
                    self.at += 1;
                    let length = memchr::memchr(b'"', self.rest());
                    let length = length.ok_or_else(|| self.fault("the text ends within a string"))?;
                    let string = &self.text[self.at..self.at + length];
                    self.at += length + 1;
                    GmlValue::Text(super::graphml::unescaped(string))
                }
                _ => match self.word() {
                    "" => return Err(self.fault(format!("the key '{key}' has no value; this is not GML"))),
                    word => GmlValue::Word(word),
                },
            };
            pairs.push(GmlPair { key, position, value });
        }
    }
}

fn scalar(pairs: &[GmlPair<'_>], key: &str) -> Option<String> {
    pairs.iter().find(|pair| pair.key.eq_ignore_ascii_case(key)).and_then(|pair| match &pair.value {
        GmlValue::Word(word) => Some((*word).to_string()),
        GmlValue::Text(text) => Some(text.clone()),
        GmlValue::List(_) => None,
    })
}

fn graph(text: &str, pair: &GmlPair<'_>) -> Result<LabeledGraph, GraphFault> {
    let at = |position: usize, problem: String| GraphFault::at(text.as_bytes(), position, problem);
    let GmlValue::List(pairs) = &pair.value else {
        return Err(at(pair.position, "found a graph that is no list".to_string()));
    };
    let mut made = GraphById::default();
    made.graph.directed = scalar(pairs, "directed").as_deref() == Some("1");
    let parts = |key: &'static str| {
        pairs.iter().filter(move |part| part.key.eq_ignore_ascii_case(key)).map(|part| match &part.value {
            GmlValue::List(values) => (part.position, values.as_slice()),
            _ => (part.position, &[][..]),
        })
    };
    for (position, node) in parts("node") {
        let id = scalar(node, "id").ok_or_else(|| at(position, "found a node without an id".to_string()))?;
        made.add_node(&id, scalar(node, "label")).map_err(|problem| at(position, problem))?;
    }
    for (position, edge) in parts("edge") {
        let [source, target] = ["source", "target"].map(|end| scalar(edge, end));
        let (Some(source), Some(target)) = (source, target) else {
            return Err(at(position, "found an edge without a source and a target".to_string()));
        };
        made.add_edge(&source, &target, scalar(edge, "label")).map_err(|problem| at(position, problem))?;
    }
    Ok(LabeledGraph { graph: made.graph, label: scalar(pairs, "label") })
}
