//! The columns a model was trained on, and how to find them again in other tables.

use crate::column::{Booleans, Column, ColumnKind, Levels, MISSING_CODE};
use crate::dataset::{Dataset, RowSelection, Target};
use crate::features::{Feature, Features};
use crate::objects::{ImageShape, Objects, SymbolLists};
use crate::sparse_rows::SparseRows;
use crate::table::Table;
use hornbook_core::{Error, Result, Task};
use hornbook_math::matrix::MatrixView;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What a model needs in each row, and what it predicts. Part of every model file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Schema {
    /// The features, in the order the model knows them.
    pub inputs: Vec<Input>,
    /// What is predicted.
    pub target: TargetSchema,
    /// What else is predicted, by models of several targets.
    #[serde(rename = "more_targets", default, skip_serializing_if = "Vec::is_empty")]
    pub additional_targets: Vec<TargetSchema>,
    /// Which of the inputs is added to the linear predictor (offset).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
}

/// One feature a model needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// The column's name.
    pub name: String,
    /// The column's type.
    #[serde(flatten)]
    pub kind: InputKind,
}

/// The type of a feature, with the levels seen in training.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum InputKind {
    /// Numbers.
    Number,
    /// Dates, which a model sees as seconds since 1970.
    Date,
    /// True or false.
    #[serde(rename = "truth")]
    Boolean,
    /// One of these levels.
    Category {
        /// The levels' names, in the order of their codes.
        levels: Levels,
    },
    /// Free text, for models that take it.
    Text,
    /// Sequences of numbers.
    Series,
    /// Sequences of these symbols.
    Sequence {
        /// The symbols' names, in the order of their codes.
        levels: Levels,
    },
    /// Sets of these items.
    Items {
        /// The items' names, in the order of their codes.
        levels: Levels,
    },
    /// Images of this shape.
    Image {
        /// Height, width and channels.
        shape: ImageShape,
    },
    /// Graphs.
    Graph {
        /// The names of the labels of nodes, in the order of their codes.
        node_labels: Levels,
        /// The names of the labels of edges, in the order of their codes.
        edge_labels: Levels,
        /// Whether the edges have a direction.
        directed: bool,
    },
}

/// What a model predicts: the target that it learned from or, without one, its own answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TargetSchema {
    /// The target's name; without a target, a name for the answers.
    pub name: String,
    /// What was asked for.
    pub task: Task,
    /// The names of the classes that are predicted, in the order of their codes; empty for numbers.
    #[serde(default)]
    pub classes: Levels,
}

impl InputKind {
    /// That of a column.
    pub fn of(column: &Column) -> InputKind {
        match column {
            Column::Number(_) => InputKind::Number,
            Column::Date(_) => InputKind::Date,
            Column::Boolean(_) => InputKind::Boolean,
            Column::Category(c) => InputKind::Category { levels: c.levels.clone() },
            Column::Text(_) => InputKind::Text,
            Column::Object(Objects::Series(_)) => InputKind::Series,
            Column::Object(Objects::Sequence(lists)) => {
                InputKind::Sequence { levels: lists.levels().clone() }
            }
            Column::Object(Objects::Items(lists)) => InputKind::Items { levels: lists.levels().clone() },
            Column::Object(Objects::Image(images)) => InputKind::Image { shape: images.shape() },
            Column::Object(Objects::Graph(graphs)) => InputKind::Graph {
                node_labels: graphs.node_labels().clone(),
                edge_labels: graphs.edge_labels().clone(),
                directed: graphs.is_directed(),
            },
        }
    }

    /// The kind of the column that it is read from.
    pub fn kind(&self) -> ColumnKind {
        match self {
            InputKind::Number => ColumnKind::Number,
            InputKind::Date => ColumnKind::Date,
            InputKind::Boolean => ColumnKind::Boolean,
            InputKind::Category { .. } => ColumnKind::Category,
            InputKind::Text => ColumnKind::Text,
            InputKind::Series => ColumnKind::Series,
            InputKind::Sequence { .. } => ColumnKind::Sequence,
            InputKind::Items { .. } => ColumnKind::Items,
            InputKind::Image { .. } => ColumnKind::Image,
            InputKind::Graph { .. } => ColumnKind::Graph,
        }
    }

    /// The name of the type in every interface.
    pub fn name(&self) -> &'static str {
        self.kind().name()
    }

    /// How many levels the feature has, for a boolean or a category.
    pub fn levels(&self) -> Option<usize> {
        match self {
            InputKind::Boolean => Some(2),
            InputKind::Category { levels } => Some(levels.len()),
            _ => None,
        }
    }

    /// The name of a level.
    pub fn level(&self, code: u32) -> &str {
        match (self, code) {
            (InputKind::Boolean, 0) => "false",
            (InputKind::Boolean, 1) => "true",
            (InputKind::Category { levels }, _) => levels.get(code as usize).map_or("?", String::as_str),
            _ => "?",
        }
    }
}

impl TargetSchema {
    /// That of a dataset with a target, the first if it has several.
    pub fn of(data: &Dataset) -> Result<TargetSchema> {
        let (name, target) = data.require_target()?;
        Ok(TargetSchema::of_target(name, target))
    }

    fn of_target(name: &str, target: &Target) -> TargetSchema {
        let classes = match target {
            Target::Classes(classes) => classes.levels.clone(),
            Target::Numbers(_) => Levels::default(),
        };
        TargetSchema { name: name.to_string(), task: target.task(), classes }
    }

    /// What a model of densities predicts.
    pub fn log_density() -> TargetSchema {
        TargetSchema { name: "log density".to_string(), task: Task::Density, classes: Levels::default() }
    }

    /// How many numbers say what a model knows of it: a probability for each class, or one number.
    pub fn outputs(&self) -> usize {
        self.classes.len().max(1)
    }
}

impl Schema {
    /// The schema of a dataset with a target.
    pub fn of(data: &Dataset) -> Result<Schema> {
        Ok(Schema::predicting(TargetSchema::of(data)?, data))
    }

    /// The schema of a model that predicts this from the features of a dataset.
    pub fn predicting(target: TargetSchema, data: &Dataset) -> Schema {
        let more =
            data.additional_targets().iter().map(|(name, target)| TargetSchema::of_target(name, target));
        Schema {
            inputs: Input::of_dataset(data),
            target,
            additional_targets: more.collect(),
            offset: data.offset_feature(),
        }
    }

    /// All that is predicted.
    pub fn targets(&self) -> impl Iterator<Item = &TargetSchema> {
        std::iter::once(&self.target).chain(&self.additional_targets)
    }

    /// How many features there are: all inputs but the offset.
    pub fn feature_count(&self) -> usize {
        self.inputs.len() - usize::from(self.offset_name().is_some())
    }

    /// The name of the input that is an offset, if one is.
    pub fn offset_name(&self) -> Option<&str> {
        Some(self.inputs.get(self.offset?)?.name.as_str())
    }

    /// Finds the inputs in a table by name, whatever their order, and gives categories the codes the model
    /// knows. Unseen categories become missing, with a warning; missing columns and other types are
    /// errors.
    pub fn features(&self, table: &Table) -> Result<(Features<'static>, Vec<String>)> {
        let absent: Vec<&str> =
            self.inputs.iter().filter(|i| table.find(&i.name).is_none()).map(|i| i.name.as_str()).collect();
        if let Some(offset) = self.offset_name().filter(|name| absent.contains(name)) {
            return Err(Error::mismatch(
                format!("the model needs its offset '{offset}' in every row, and the table lacks it"),
                "add the column: it is a part of every prediction",
            ));
        }
        if !absent.is_empty() {
            return Err(Error::mismatch(
                format!(
                    "the model needs {} that the table lacks: {}",
                    if absent.len() == 1 { "a column" } else { "columns" },
                    list(&absent)
                ),
                "add them (empty if unknown), or train without them",
            ));
        }
        if let Some(rows) = self.sparse_rows(table) {
            return Ok((Features::Sparse(rows), Vec::new()));
        }
        let mut warnings = Vec::new();
        let mut columns = Vec::with_capacity(self.inputs.len());
        for input in &self.inputs {
            columns.push(input.read(table.column(&input.name)?, &mut warnings)?);
        }
        Ok((Features::Columns(columns, table.rows()), warnings))
    }

    /// The rows of a table without their zeros, if the inputs are numbers and sparse columns there.
    fn sparse_rows(&self, table: &Table) -> Option<SparseRows> {
        let columns = self.inputs.iter().map(|input| match (&input.kind, table.column(&input.name)) {
            (InputKind::Number, Ok(Column::Number(numbers))) => Some(numbers),
            _ => None,
        });
        SparseRows::gather(&columns.collect::<Option<Vec<_>>>()?, &RowSelection::Span(0..table.rows() as u32))
    }

    /// Checks that a matrix of numbers can be the inputs: all must be numbers, in the model's order.
    pub fn matrix<'a>(&self, matrix: MatrixView<'a>) -> Result<Features<'a>> {
        self.check_width(matrix.columns())?;
        Ok(Features::Matrix(matrix))
    }

    /// The same for a sparse matrix.
    pub fn sparse_matrix(&self, rows: SparseRows) -> Result<Features<'static>> {
        self.check_width(rows.width())?;
        Ok(Features::Sparse(rows))
    }

    fn check_width(&self, columns: usize) -> Result<()> {
        if columns != self.inputs.len() {
            return Err(Error::mismatch(
                format!("the matrix has {columns} columns and the model needs {}", self.inputs.len()),
                "give the columns the model was trained on, in that order",
            ));
        }
        if let Some(input) = self.inputs.iter().find(|i| i.kind != InputKind::Number) {
            return Err(Error::mismatch(
                format!("the model needs a {} in column '{}', not a number", input.kind.kind(), input.name),
                "predict from a table with named columns",
            ));
        }
        Ok(())
    }
}

impl Input {
    /// The features of a dataset.
    pub fn of_dataset(data: &Dataset) -> Vec<Input> {
        let table = data.table();
        let input = |&position: &usize| {
            let kind = InputKind::of(&table.columns()[position]);
            Input { name: table.names()[position].clone(), kind }
        };
        data.features().iter().map(input).collect()
    }

    fn read(&self, column: &Column, warnings: &mut Vec<String>) -> Result<Feature> {
        // A column with no value at all has no type of its own: it is all missing, whatever is expected.
        let empty = column.missing() == column.len();
        let wrong = || {
            Error::mismatch(
                format!(
                    "column '{}' holds {} values where the model needs {}",
                    self.name,
                    column.kind(),
                    self.kind.kind()
                ),
                "give the column the type it had in training",
            )
        };
        match &self.kind {
            InputKind::Number | InputKind::Date if empty => {
                Ok(Feature::Number(vec![f64::NAN; column.len()].into()))
            }
            InputKind::Text => Ok(Feature::Text(match column {
                Column::Text(texts) => texts.clone(),
                other => (0..other.len()).map(|row| other.label(row)).collect(),
            })),
            InputKind::Number | InputKind::Date => match (column.kind(), Feature::of(column)) {
                (kind, feature) if kind == self.kind.kind() => Ok(feature),
                // A boolean column may have been 0 and 1 in the training file.
                (ColumnKind::Boolean, Feature::Code(codes, _)) if self.kind == InputKind::Number => {
                    let number = |&c: &u32| if c == MISSING_CODE { f64::NAN } else { f64::from(c) };
                    Ok(Feature::Number(codes.iter().map(number).collect()))
                }
                _ => Err(wrong()),
            },
            InputKind::Boolean => self.codes(column, &Booleans::levels(), warnings),
            InputKind::Category { levels } => self.codes(column, levels, warnings),
            InputKind::Series
            | InputKind::Sequence { .. }
            | InputKind::Items { .. }
            | InputKind::Image { .. }
            | InputKind::Graph { .. } => match column {
                Column::Object(objects) if objects.kind() == self.kind.kind() => {
                    self.objects(objects, warnings).map(Feature::Object)
                }
                // A file of predictions may have lists where training had sets.
                Column::Object(Objects::Sequence(lists)) if self.kind.kind() == ColumnKind::Items => {
                    self.objects(&Objects::items(lists), warnings).map(Feature::Object)
                }
                _ if empty => {
                    let shape = match self.kind {
                        InputKind::Image { shape } => shape,
                        _ => ImageShape { height: 1, width: 1, channels: 1 },
                    };
                    Objects::all_missing(self.kind.kind(), shape, column.len()).map(Feature::Object)
                }
                _ => Err(wrong()),
            },
        }
    }

    /// Objects with their symbols as codes of the model's levels.
    fn objects(&self, objects: &Objects, warnings: &mut Vec<String>) -> Result<Objects> {
        let mut known = |lists: &SymbolLists, levels: &Levels| {
            let (known, unseen) = lists.with_levels(levels);
            warnings.extend(unseen.example.map(|example| self.unseen(unseen.count, &example, levels)));
            known
        };
        Ok(match (&self.kind, objects) {
            (InputKind::Sequence { levels }, Objects::Sequence(lists)) => {
                Objects::Sequence(known(lists, levels))
            }
            (InputKind::Items { levels }, Objects::Items(lists)) => Objects::items(&known(lists, levels)),
            (InputKind::Image { shape }, Objects::Image(images)) if images.shape() != *shape => {
                return Err(Error::mismatch(
                    format!(
                        "column '{}' has images of {}, and the model was trained on {shape}",
                        self.name,
                        images.shape()
                    ),
                    "bring the images to the size and the channels of training",
                ));
            }
            (InputKind::Graph { directed, .. }, Objects::Graph(graphs))
                if graphs.is_directed() != *directed && objects.missing() < objects.len() =>
            {
                let word = |directed: bool| if directed { "directed" } else { "undirected" };
                return Err(Error::mismatch(
                    format!(
                        "column '{}' has {} graphs, and the model was trained on {} ones",
                        self.name,
                        word(!directed),
                        word(*directed)
                    ),
                    "give graphs like those of training",
                ));
            }
            (InputKind::Graph { node_labels, edge_labels, .. }, Objects::Graph(graphs)) => {
                let nodes = known(graphs.nodes(), node_labels);
                let edges = known(graphs.edges(), edge_labels);
                Objects::Graph(graphs.relabeled(nodes, edges))
            }
            _ => objects.clone(),
        })
    }

    /// What is said of values that training never saw.
    fn unseen(&self, count: usize, example: &str, levels: &Levels) -> String {
        let first: Vec<&str> = levels.iter().take(5).map(String::as_str).collect();
        format!(
            "column '{}' has {count} unseen value{}, such as '{example}' (training had {}{}); taken as missing",
            self.name,
            if count == 1 { "" } else { "s" },
            list(&first),
            if levels.len() > 5 { ", …" } else { "" },
        )
    }

    /// A column's values as codes of the model's levels.
    fn codes(&self, column: &Column, levels: &Levels, warnings: &mut Vec<String>) -> Result<Feature> {
        if let Column::Category(c) = column
            && (std::sync::Arc::ptr_eq(&c.levels, levels) || c.levels == *levels)
        {
            return Ok(Feature::Code(c.codes.clone(), levels.clone()));
        }
        let known: FxHashMap<&str, u32> =
            levels.iter().enumerate().map(|(i, l)| (l.as_str(), i as u32)).collect();
        let (mut unseen, mut example) = (0usize, None);
        let mut code_of = |label: &str| {
            known.get(label).copied().unwrap_or_else(|| {
                unseen += 1;
                example.get_or_insert_with(|| label.to_string());
                MISSING_CODE
            })
        };
        let codes: ScalarCodes = match column {
            Column::Category(c) => {
                // Look each level up once, then translate the codes that occur.
                let map: Vec<Option<u32>> = c.levels.iter().map(|l| known.get(l.as_str()).copied()).collect();
                c.codes
                    .iter()
                    .map(|&code| match map.get(code as usize) {
                        Some(Some(new)) => *new,
                        Some(None) => code_of(&c.levels[code as usize]),
                        None => MISSING_CODE,
                    })
                    .collect()
            }
            // A file of predictions may show numbers where training showed text, and the other way round.
            other => (0..other.len())
                .map(|row| other.label(row).map_or(MISSING_CODE, |label| code_of(&label)))
                .collect(),
        };
        warnings.extend(example.map(|example| self.unseen(unseen, &example, levels)));
        Ok(Feature::Code(codes, levels.clone()))
    }
}

type ScalarCodes = arrow_buffer::ScalarBuffer<u32>;

fn list(names: &[&str]) -> String {
    const SHOWN: usize = 8;
    let mut text = names.iter().take(SHOWN).map(|n| format!("'{n}'")).collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        text.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    text
}
