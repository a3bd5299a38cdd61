//! Columns whose cells hold more than a value: series, sequences, item sets, images, graphs.

pub(crate) mod arrow;
pub(crate) mod bounds;
mod graphs;
mod images;
pub(crate) mod json;
mod lists;

pub use graphs::{Graph, GraphView, Graphs};
pub(crate) use graphs::{GraphsBuilder, NO_ROOT};
pub(crate) use images::another_shape;
pub use images::{ImageShape, Images, Pixels};
pub(crate) use lists::SymbolListsBuilder;
pub use lists::{NumberLists, SymbolLists};

use crate::column::ColumnKind;
use crate::fingerprint::of_text;
use bounds::ListBounds;
use hornbook_core::format::counted;
use hornbook_core::{Error, Result, Seed};

/// A column of objects. Cloning shares the values.
#[derive(Debug, Clone)]
pub enum Objects {
    /// Sequences of numbers, such as time series.
    Series(NumberLists),
    /// Sequences of symbols.
    Sequence(SymbolLists),
    /// Item sets: symbols without an order, each once.
    Items(SymbolLists),
    /// Images of one shape.
    Image(Images),
    /// Graphs; those with a root are trees.
    Graph(Graphs),
}

impl Objects {
    /// The kind of a column of them.
    pub fn kind(&self) -> ColumnKind {
        match self {
            Objects::Series(_) => ColumnKind::Series,
            Objects::Sequence(_) => ColumnKind::Sequence,
            Objects::Items(_) => ColumnKind::Items,
            Objects::Image(_) => ColumnKind::Image,
            Objects::Graph(_) => ColumnKind::Graph,
        }
    }

    /// Item sets, each symbol of a list once.
    pub(crate) fn items(lists: &SymbolLists) -> Objects {
        Objects::Items(lists.as_sets())
    }

    /// Objects of a kind of which every one is missing.
    pub(crate) fn all_missing(kind: ColumnKind, shape: ImageShape, rows: usize) -> Result<Objects> {
        let no_symbols = || SymbolLists::from_rows(&vec![None::<Vec<String>>; rows]);
        Ok(match kind {
            ColumnKind::Sequence => Objects::Sequence(no_symbols()),
            ColumnKind::Items => Objects::Items(no_symbols()),
            ColumnKind::Image => Objects::Image(Images::all_missing(shape, rows)),
            ColumnKind::Graph => Objects::Graph(Graphs::from_rows(&vec![None; rows])?),
            _ => Objects::Series(NumberLists::from_rows(&vec![None::<Vec<f64>>; rows])),
        })
    }

    fn bounds(&self) -> Option<&ListBounds> {
        match self {
            Objects::Series(lists) => Some(lists.bounds()),
            Objects::Sequence(lists) | Objects::Items(lists) => Some(lists.bounds()),
            Objects::Graph(graphs) => Some(graphs.nodes().bounds()),
            Objects::Image(_) => None,
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        match self {
            Objects::Image(images) => images.rows(),
            other => other.bounds().map_or(0, ListBounds::rows),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the object at a row is missing.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Objects::Image(images) => images.is_missing(row),
            other => other.bounds().is_some_and(|bounds| bounds.is_missing(row)),
        }
    }

    /// How many objects are missing.
    pub fn missing(&self) -> usize {
        match self {
            Objects::Image(images) => images.present().map_or(0, |present| present.null_count()),
            other => other.bounds().map_or(0, ListBounds::missing),
        }
    }

    /// The objects at these rows, in this order.
    #[must_use]
    pub fn take(&self, rows: &[u32]) -> Objects {
        match self {
            Objects::Series(lists) => Objects::Series(lists.take(rows)),
            Objects::Sequence(lists) => Objects::Sequence(lists.take(rows)),
            Objects::Items(lists) => Objects::Items(lists.take(rows)),
            Objects::Image(images) => Objects::Image(images.take(rows)),
            Objects::Graph(graphs) => Objects::Graph(graphs.take(rows)),
        }
    }

    /// Neighboring rows; the values are shared. Panics if a row is out of range, as indexing does.
    #[must_use]
    pub fn slice(&self, start: usize, rows: usize) -> Objects {
        match self {
            Objects::Series(lists) => Objects::Series(lists.slice(start, rows)),
            Objects::Sequence(lists) => Objects::Sequence(lists.slice(start, rows)),
            Objects::Items(lists) => Objects::Items(lists.slice(start, rows)),
            Objects::Image(images) => Objects::Image(images.slice(start, rows)),
            Objects::Graph(graphs) => Objects::Graph(graphs.slice(start, rows)),
        }
    }

    /// Columns of one kind end to end, with all levels of all of them.
    pub(crate) fn concat(column: &str, parts: &[&Objects]) -> Result<Objects> {
        // Lists of which none holds anything may be lists of anything.
        let kind = parts.iter().find(|part| !part.holds_nothing()).or(parts.first()).map(|part| part.kind());
        let parts: Vec<Objects> = parts.iter().map(|part| part.empty_as(kind)).collect();
        macro_rules! all {
            ($variant:path) => {{
                let of_kind = parts.iter().map(|part| match part {
                    $variant(objects) => Ok(objects),
                    other => Err(mixed_kinds(column, kind, other.kind())),
                });
                of_kind.collect::<Result<Vec<_>>>()?
            }};
        }
        Ok(match parts.iter().find(|part| Some(part.kind()) == kind) {
            None | Some(Objects::Series(_)) => Objects::Series(NumberLists::concat(&all!(Objects::Series))),
            Some(Objects::Sequence(_)) => Objects::Sequence(SymbolLists::concat(&all!(Objects::Sequence))),
            Some(Objects::Items(_)) => Objects::items(&SymbolLists::concat(&all!(Objects::Items))),
            Some(Objects::Image(_)) => Objects::Image(Images::concat(column, &all!(Objects::Image))?),
            Some(Objects::Graph(_)) => Objects::Graph(Graphs::concat(column, &all!(Objects::Graph))?),
        })
    }

    /// Whether the column is nothing but missing and empty lists.
    fn holds_nothing(&self) -> bool {
        match self {
            Objects::Image(_) | Objects::Graph(_) => self.missing() == self.len(),
            lists => {
                lists.bounds().is_none_or(|bounds| bounds.ranges().flatten().all(|range| range.is_empty()))
            }
        }
    }

    /// Empty lists as empty lists of another kind.
    fn empty_as(&self, kind: Option<ColumnKind>) -> Objects {
        match (self, kind) {
            (Objects::Series(lists), Some(ColumnKind::Sequence | ColumnKind::Items))
                if self.holds_nothing() =>
            {
                let symbols = SymbolLists::new(lists.bounds().clone(), Vec::new().into(), Vec::new().into());
                let symbols = symbols.take(&(0..self.len() as u32).collect::<Vec<_>>());
                if kind == Some(ColumnKind::Items) {
                    Objects::Items(symbols)
                } else {
                    Objects::Sequence(symbols)
                }
            }
            _ => self.clone(),
        }
    }

    /// The same objects with their levels in the order of their names.
    pub(crate) fn with_sorted_levels(&self) -> Objects {
        match self {
            Objects::Sequence(lists) => Objects::Sequence(lists.with_sorted_levels()),
            Objects::Items(lists) => Objects::items(&lists.with_sorted_levels()),
            Objects::Graph(graphs) => Objects::Graph(graphs.with_sorted_levels()),
            Objects::Series(_) | Objects::Image(_) => self.clone(),
        }
    }

    /// Whether any number within a series or an image satisfies a condition.
    pub fn any_number(&self, is: impl Fn(f64) -> bool) -> bool {
        match self {
            Objects::Series(lists) => {
                lists.bounds().ranges().flatten().any(|range| lists.values()[range].iter().any(|&x| is(x)))
            }
            Objects::Image(images) => match images.pixels() {
                Pixels::Bytes(_) => false,
                Pixels::Floats(values) => values.iter().any(|&x| is(f64::from(x))),
            },
            Objects::Sequence(_) | Objects::Items(_) | Objects::Graph(_) => false,
        }
    }

    /// The object at a row in a few words, or `None` if it is missing.
    pub fn label(&self, row: usize) -> Option<String> {
        match self {
            Objects::Series(lists) => {
                let list = lists.at(row)?;
                Some(start_of(["[", "]"], list.len(), list.iter().map(f64::to_string)))
            }
            Objects::Sequence(lists) => {
                let list = lists.at(row)?;
                Some(start_of(["[", "]"], list.len(), list.iter().map(|&code| lists.name(code).to_string())))
            }
            Objects::Items(lists) => {
                let list = lists.at(row)?;
                Some(start_of(["{", "}"], list.len(), list.iter().map(|&code| lists.name(code).to_string())))
            }
            Objects::Image(images) => {
                (!images.is_missing(row)).then(|| format!("image of {}", images.shape()))
            }
            Objects::Graph(graphs) => {
                let graph = graphs.at(row)?;
                let what = if graph.root.is_some() { "tree" } else { "graph" };
                let nodes = counted(graph.nodes.len() as u64, "node");
                Some(format!("{what} of {nodes} and {}", counted(graph.edges.len() as u64, "edge")))
            }
        }
    }

    /// A number for each row that depends on nothing but its object: equal objects have equal numbers, whatever the codes of
    /// their symbols are. `None` for a missing object.
    pub fn fingerprints(&self) -> Vec<Option<u64>> {
        let all = |of: &dyn Fn(usize) -> Option<u64>| (0..self.len()).map(of).collect();
        match self {
            Objects::Series(lists) => all(&|row| Some(folded(lists.at(row)?.iter().map(|x| x.to_bits())))),
            Objects::Sequence(lists) => {
                let names = of_levels(lists);
                all(&|row| Some(folded(lists.at(row)?.iter().map(|&code| name(&names, code)))))
            }
            Objects::Items(lists) => {
                let names = of_levels(lists);
                all(&|row| {
                    let mut items: Vec<u64> = lists.at(row)?.iter().map(|&code| name(&names, code)).collect();
                    items.sort_unstable();
                    Some(folded(items.into_iter()))
                })
            }
            Objects::Image(images) => all(&|row| {
                Some(match images.at(row)? {
                    Pixels::Bytes(bytes) => folded(
                        bytes
                            .chunks(8)
                            .map(|chunk| chunk.iter().fold(0, |all, &byte| all << 8 | u64::from(byte))),
                    ),
                    Pixels::Floats(floats) => folded(floats.iter().map(|x| u64::from(x.to_bits()))),
                })
            }),
            Objects::Graph(graphs) => {
                let (nodes, edges) = (of_levels(graphs.nodes()), of_levels(graphs.edges()));
                all(&|row| {
                    let graph = graphs.at(row)?;
                    let ends = graph.sources.iter().zip(graph.targets);
                    let of_nodes = graph.nodes.iter().map(|&code| name(&nodes, code));
                    let of_edges = graph.edges.iter().map(|&code| name(&edges, code));
                    let of_ends = ends.map(|(&source, &target)| u64::from(source) << 32 | u64::from(target));
                    let root = u64::from(graph.root.unwrap_or(NO_ROOT));
                    Some(folded([root].into_iter().chain(of_nodes).chain(of_edges).chain(of_ends)))
                })
            }
        }
    }
}

/// What is wrong, without the advice, for a sentence that names the place.
pub(crate) fn problem_of(error: Error) -> String {
    match error {
        Error::Data { problem, .. } => problem,
        other => other.to_string(),
    }
}

/// The first few things in brackets, and how many there are if that is more.
fn start_of(brackets: [&str; 2], length: usize, things: impl Iterator<Item = String>) -> String {
    const SHOWN: usize = 5;
    let shown = things.take(SHOWN).collect::<Vec<_>>().join(", ");
    let [open, close] = brackets;
    match length > SHOWN {
        true => format!("{open}{shown}, … {length} in all{close}"),
        false => format!("{open}{shown}{close}"),
    }
}

fn of_levels(lists: &SymbolLists) -> Vec<u64> {
    lists.levels().iter().map(|level| of_text(level).0).collect()
}

fn name(names: &[u64], code: u32) -> u64 {
    names.get(code as usize).copied().unwrap_or(u64::from(code))
}

/// A number for a list of numbers, in their order.
fn folded(parts: impl Iterator<Item = u64>) -> u64 {
    parts.fold(Seed(0), |seed, part| seed.derive(part)).0
}

fn mixed_kinds(column: &str, kind: Option<ColumnKind>, other: ColumnKind) -> Error {
    let first = kind.map_or("nothing", ColumnKind::plural);
    Error::data(
        format!("column '{column}' mixes {first} and {}", other.plural()),
        "give the whole column objects of one kind",
    )
}
