//! Objects as Arrow arrays: lists of numbers, lists of dictionaries, fixed-shape tensors, and structs of nodes and edges.

use super::bounds::ListBounds;
use super::json::symbols_as;
use super::{Graphs, ImageShape, Images, NO_ROOT, NumberLists, Objects, Pixels, SymbolLists, another_shape};
use crate::column::{ColumnKind, MISSING_CODE};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float32Type, Float64Type, UInt8Type, UInt32Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, FixedSizeListArray, Float32Array, Float64Array,
    LargeListArray, LargeStringArray, StringArray, StructArray, UInt8Array, UInt32Array,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_cast::cast;
use arrow_schema::{DataType, Field, Fields};
use hornbook_core::{Error, Result};
use std::collections::HashMap;
use std::sync::Arc;

/// The field's note that a list is an item set.
const KIND: &str = "hornbook:kind";
/// Arrow's own notes of a type that is stored as another.
const EXTENSION: &str = "ARROW:extension:name";
const EXTENSION_METADATA: &str = "ARROW:extension:metadata";
const TENSOR: &str = "arrow.fixed_shape_tensor";

/// The array of a column; what its field must say goes to the notes.
pub(crate) fn to_arrow(objects: &Objects, notes: &mut HashMap<String, String>) -> Result<ArrayRef> {
    Ok(match objects {
        Objects::Series(lists) => {
            let values = lists.values().clone();
            let present = crate::arrow::nulls(values.len(), |i| values[i].is_nan());
            list_array(lists.bounds(), Arc::new(Float64Array::new(values, present)))?
        }
        Objects::Sequence(lists) => symbols_to_arrow(lists)?,
        Objects::Items(lists) => {
            notes.insert(KIND.to_string(), ColumnKind::Items.name().to_string());
            symbols_to_arrow(lists)?
        }
        Objects::Image(images) => {
            let ImageShape { height, width, channels } = images.shape();
            notes.insert(EXTENSION.to_string(), TENSOR.to_string());
            let shape = serde_json::json!({"shape": [height, width, channels]});
            notes.insert(EXTENSION_METADATA.to_string(), shape.to_string());
            images_to_arrow(images)?
        }
        Objects::Graph(graphs) => Arc::new(graphs_to_arrow(graphs)?),
    })
}

/// Whether arrays of this type are columns of objects.
pub(crate) fn is_object(kind: &DataType) -> bool {
    kind.is_nested() && !matches!(kind, DataType::Dictionary(..)) || is_binary(kind)
}

fn list_array(bounds: &ListBounds, values: ArrayRef) -> Result<ArrayRef> {
    let item = Arc::new(Field::new("item", values.data_type().clone(), true));
    let list = LargeListArray::try_new(item, bounds.offsets().clone(), values, bounds.present().cloned());
    Ok(Arc::new(list.map_err(Error::internal)?))
}

fn dictionary(lists: &SymbolLists) -> Result<ArrayRef> {
    let codes = lists.codes().clone();
    let present = crate::arrow::nulls(codes.len(), |i| codes[i] == MISSING_CODE);
    let levels = Arc::new(StringArray::from_iter_values(lists.levels().iter()));
    let array = DictionaryArray::try_new(UInt32Array::new(codes, present), levels);
    Ok(Arc::new(array.map_err(Error::internal)?))
}

fn symbols_to_arrow(lists: &SymbolLists) -> Result<ArrayRef> {
    list_array(lists.bounds(), dictionary(lists)?)
}

fn images_to_arrow(images: &Images) -> Result<ArrayRef> {
    let values: ArrayRef = match images.pixels() {
        Pixels::Bytes(values) => Arc::new(UInt8Array::new(values.clone(), None)),
        Pixels::Floats(values) => Arc::new(Float32Array::new(values.clone(), None)),
    };
    let item = Arc::new(Field::new("item", values.data_type().clone(), true));
    let size = i32::try_from(images.shape().size()).map_err(|_| {
        Error::data("images of more than 2 billion numbers have no Arrow form", "make them smaller")
    })?;
    let list = FixedSizeListArray::try_new(item, size, values, images.present().cloned());
    Ok(Arc::new(list.map_err(Error::internal)?))
}

fn graphs_to_arrow(graphs: &Graphs) -> Result<StructArray> {
    let bounds = graphs.nodes().bounds();
    let rows = bounds.rows();
    let [sources, targets] =
        graphs.ends().map(|ends| Arc::new(UInt32Array::new(ends.clone(), None)) as ArrayRef);
    let labels = dictionary(graphs.edges())?;
    let fields = Fields::from(vec![
        Field::new("source", DataType::UInt32, true),
        Field::new("target", DataType::UInt32, true),
        Field::new("label", labels.data_type().clone(), true),
    ]);
    let edges =
        StructArray::try_new(fields, vec![sources, targets, labels], None).map_err(Error::internal)?;
    let roots = graphs.roots().clone();
    let with_root = crate::arrow::nulls(rows, |row| roots[row] == NO_ROOT);
    let arrays: Vec<(&str, ArrayRef)> = vec![
        ("directed", Arc::new(BooleanArray::from(vec![graphs.is_directed(); rows]))),
        ("nodes", symbols_to_arrow(graphs.nodes())?),
        ("edges", list_array(graphs.edges().bounds(), Arc::new(edges))?),
        ("root", Arc::new(UInt32Array::new(roots, with_root))),
    ];
    let fields = arrays.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true));
    let fields: Fields = fields.collect();
    let arrays = arrays.into_iter().map(|(_, array)| array).collect();
    StructArray::try_new(fields, arrays, bounds.present().cloned()).map_err(Error::internal)
}

/// The objects of an array, if its type is one of theirs.
pub(crate) fn from_arrow(field: &Field, array: &dyn Array) -> Option<Result<Objects>> {
    use DataType as T;
    let name = field.name();
    let note = |key: &str| field.metadata().get(key).map(String::as_str);
    match array.data_type() {
        T::FixedSizeList(..) if note(EXTENSION) == Some(TENSOR) => {
            Some(tensor(name, note(EXTENSION_METADATA).unwrap_or_default(), array))
        }
        T::List(item)
        | T::LargeList(item)
        | T::FixedSizeList(item, _)
        | T::ListView(item)
        | T::LargeListView(item) => match item.data_type() {
            T::List(_) | T::LargeList(_) | T::FixedSizeList(..) => Some(nested_lists(name, array)),
            inner if is_text(inner) => {
                let kind = note(KIND).and_then(ColumnKind::from_name).unwrap_or(ColumnKind::Sequence);
                Some(symbols(name, array).map(|lists| symbols_as(lists, kind)))
            }
            inner if inner.is_numeric() || *inner == T::Null => {
                Some(series(name, array).map(Objects::Series))
            }
            _ => None,
        },
        T::Struct(fields) if fields.find("nodes").is_some() && fields.find("edges").is_some() => {
            Some(graphs(name, array).map(Objects::Graph))
        }
        // Encoded images, as datasets of images keep them.
        T::Struct(fields) if fields.find("bytes").is_some_and(|(_, bytes)| is_binary(bytes.data_type())) => {
            let bytes = array.as_struct().column_by_name("bytes")?.clone();
            Some(crate::read::images::from_binary(name, &bytes, array.nulls()).map(Objects::Image))
        }
        inner if is_binary(inner) => {
            let bytes = arrow_array::make_array(array.to_data());
            Some(crate::read::images::from_binary(name, &bytes, None).map(Objects::Image))
        }
        _ => None,
    }
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

fn is_binary(kind: &DataType) -> bool {
    matches!(kind, DataType::Binary | DataType::LargeBinary | DataType::BinaryView)
}

fn refused(name: &str, kind: &DataType, reason: impl std::fmt::Display) -> Error {
    Error::data(
        format!("column '{name}' of the type {kind} cannot be read ({reason})"),
        "convert it before reading, or leave it out",
    )
}

/// Any array of lists, with offsets of 64 bits.
fn large_list(name: &str, array: &dyn Array) -> Result<LargeListArray> {
    let kind = array.data_type();
    let item = match kind {
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => item,
        DataType::ListView(item) | DataType::LargeListView(item) => item,
        _ => return Err(refused(name, kind, "it is no list")),
    };
    let list = cast(array, &DataType::LargeList(item.clone())).map_err(|e| refused(name, kind, e))?;
    Ok(list.as_list::<i64>().clone())
}

fn bounds_of(list: &LargeListArray) -> ListBounds {
    ListBounds::new(list.offsets().clone(), list.nulls().cloned())
}

fn series(name: &str, array: &dyn Array) -> Result<NumberLists> {
    let list = large_list(name, array)?;
    let values = cast(list.values(), &DataType::Float64).map_err(|e| refused(name, array.data_type(), e))?;
    let values = crate::arrow::numbers(values.as_primitive::<Float64Type>());
    Ok(NumberLists::new(bounds_of(&list), values))
}

fn symbols(name: &str, array: &dyn Array) -> Result<SymbolLists> {
    let list = large_list(name, array)?;
    let lists = labels(name, &list)?;
    let holds_gap = |row: &usize| lists.at(*row).is_some_and(|list| list.contains(&MISSING_CODE));
    let gap = (0..list.len()).find(holds_gap);
    match gap {
        None => Ok(lists),
        Some(row) => Err(Error::data(
            format!("a symbol in the list of column '{name}' in row {} is missing", row + 1),
            "leave it out of the list, or give it a name",
        )),
    }
}

/// Lists of text as codes; text without a dictionary has its levels sorted.
fn labels(name: &str, list: &LargeListArray) -> Result<SymbolLists> {
    let failed = |e: arrow_schema::ArrowError| refused(name, list.data_type(), e);
    let categories = match list.values().data_type() {
        DataType::Dictionary(..) => {
            let kind = DataType::Dictionary(Box::new(DataType::UInt32), Box::new(DataType::Utf8));
            let values = cast(list.values(), &kind).map_err(failed)?;
            return Ok(with_categories(list, crate::arrow::categories(values.as_dictionary::<UInt32Type>())));
        }
        _ => {
            let values = cast(list.values(), &DataType::LargeUtf8).map_err(failed)?;
            let labels: &LargeStringArray = values.as_string::<i64>();
            crate::column::Categories::from_labels(&labels.iter().collect::<Vec<_>>())
        }
    };
    Ok(with_categories(list, categories).with_sorted_levels())
}

fn with_categories(list: &LargeListArray, categories: crate::column::Categories) -> SymbolLists {
    SymbolLists::new(bounds_of(list), categories.codes, categories.levels)
}

/// Images as Arrow's tensors of a fixed shape.
fn tensor(name: &str, metadata: &str, array: &dyn Array) -> Result<Objects> {
    let wrong = |why: &str| refused(name, array.data_type(), why);
    let metadata: serde_json::Value =
        serde_json::from_str(metadata).map_err(|_| wrong("its shape is not JSON"))?;
    let order = metadata.get("permutation").and_then(|order| order.as_array());
    if order
        .is_some_and(|order| !order.iter().enumerate().all(|(at, place)| place.as_u64() == Some(at as u64)))
    {
        return Err(wrong("its dimensions are permuted"));
    }
    let shape: Option<Vec<usize>> = metadata.get("shape").and_then(|shape| {
        let sizes = shape.as_array()?.iter().map(|size| usize::try_from(size.as_u64()?).ok());
        sizes.collect()
    });
    let list = array.as_fixed_size_list();
    match shape.as_deref() {
        // A tensor of one dimension is a series.
        Some([_]) => Ok(Objects::Series(series(name, array)?)),
        Some(&[height, width]) => {
            image_column(name, ImageShape { height, width, channels: 1 }, list.values(), list)
        }
        Some(&[height, width, channels]) => {
            image_column(name, ImageShape { height, width, channels }, list.values(), list)
        }
        _ => Err(wrong("its shape is not that of an image, height and width and perhaps channels")),
    }
}

fn image_column(name: &str, shape: ImageShape, values: &ArrayRef, rows: &dyn Array) -> Result<Objects> {
    let kind = values.data_type();
    let start =
        if let Some(list) = rows.as_fixed_size_list_opt() { list.value_offset(0) as usize } else { 0 };
    let length = shape.size().saturating_mul(rows.len());
    if start.checked_add(length).is_none_or(|end| end > values.len()) {
        return Err(refused(name, kind, format!("it holds no images of {shape}")));
    }
    let values = values.slice(start, length);
    let pixels = match kind {
        DataType::UInt8 => Pixels::Bytes(values.as_primitive::<UInt8Type>().values().clone()),
        _ => {
            let floats = cast(&values, &DataType::Float32).map_err(|e| refused(name, kind, e))?;
            Pixels::Floats(floats.as_primitive::<Float32Type>().values().clone())
        }
    };
    let present = (0..rows.len()).map(|row| rows.is_valid(row)).collect();
    Images::new(shape, pixels, present).map(Objects::Image)
}

/// Lists of lists of numbers as images of one shape.
fn nested_lists(name: &str, array: &dyn Array) -> Result<Objects> {
    let rows = large_list(name, array)?;
    let lines = large_list(name, rows.values().as_ref())?;
    let by_channels = matches!(
        lines.value_type(),
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..)
    );
    let pixels = if by_channels { Some(large_list(name, lines.values().as_ref())?) } else { None };
    let numbers = pixels.as_ref().map_or(lines.values(), |pixels| pixels.values());
    let is_bytes = *numbers.data_type() == DataType::UInt8;
    let numbers = cast(numbers, &DataType::Float32).map_err(|e| refused(name, array.data_type(), e))?;
    let numbers = numbers.as_primitive::<Float32Type>().values();
    let (lines, pixels) = (bounds_of(&lines), pixels.as_ref().map(bounds_of));
    let (mut shape, mut values): (Option<ImageShape>, Vec<f32>) = (None, Vec::new());
    let mut gaps = 0;
    for (row, range) in (1..).zip(bounds_of(&rows).ranges()) {
        let Some(range) = range else {
            match shape {
                Some(shape) => values.resize(values.len() + shape.size(), 0.0),
                None => gaps += 1,
            }
            continue;
        };
        let image = one_image(&lines, pixels.as_ref(), range, numbers).ok_or_else(|| {
            Error::data(
                format!("the image of column '{name}' in row {row} is ragged: its lists differ in length"),
                "give every line of an image as many pixels, and every pixel as many channels",
            )
        })?;
        let first = *shape.get_or_insert_with(|| {
            values.resize(gaps * image.0.size(), 0.0);
            image.0
        });
        if first != image.0 {
            return Err(another_shape(name, first, image.0));
        }
        values.extend(image.1);
    }
    let shape = shape.unwrap_or(ImageShape { height: 1, width: 1, channels: 1 });
    values.resize(shape.size() * rows.len(), 0.0);
    let pixels = match is_bytes {
        true => Pixels::Bytes(values.iter().map(|&x| x as u8).collect()),
        false => Pixels::Floats(values.into()),
    };
    Images::new(shape, pixels, (0..rows.len()).map(|row| rows.is_valid(row)).collect()).map(Objects::Image)
}

/// The shape and the numbers of an image, unless it is ragged.
fn one_image(
    lines: &ListBounds,
    pixels: Option<&ListBounds>,
    rows: std::ops::Range<usize>,
    numbers: &[f32],
) -> Option<(ImageShape, Vec<f32>)> {
    let (mut width, mut channels, mut values) = (None, None, Vec::new());
    let height = rows.len();
    for line in rows {
        let line = lines.range(line)?;
        if *width.get_or_insert(line.len()) != line.len() {
            return None;
        }
        for pixel in line {
            let range = match pixels {
                Some(pixels) => pixels.range(pixel)?,
                None => pixel..pixel + 1,
            };
            if *channels.get_or_insert(range.len()) != range.len() {
                return None;
            }
            values.extend_from_slice(&numbers[range]);
        }
    }
    let shape = ImageShape { height, width: width?, channels: channels? };
    (shape.size() > 0).then_some((shape, values))
}

fn graphs(name: &str, array: &dyn Array) -> Result<Graphs> {
    let wrong = |why: &str| refused(name, array.data_type(), why);
    let rows = array.as_struct();
    let part = |part: &str| rows.column_by_name(part);
    let nodes = part("nodes").ok_or_else(|| wrong("it has no nodes"))?;
    let edges = large_list(name, part("edges").ok_or_else(|| wrong("it has no edges"))?.as_ref())?;
    let nodes = large_list(name, nodes.as_ref())?;
    let ends = edges.values().as_struct_opt().ok_or_else(|| wrong("its edges are no structs"))?;
    let end = |which: &str| -> Result<ScalarBuffer<u32>> {
        let values =
            ends.column_by_name(which).ok_or_else(|| wrong("its edges have no source and target"))?;
        let values = cast(values, &DataType::UInt32).map_err(|e| refused(name, array.data_type(), e))?;
        if values.null_count() > 0 {
            return Err(wrong("an edge has no source or target"));
        }
        Ok(values.as_primitive::<UInt32Type>().values().clone())
    };
    let (sources, targets) = (end("source")?, end("target")?);
    let edge_labels = match ends.column_by_name("label") {
        Some(labels) => labels.clone(),
        None => arrow_array::new_null_array(&DataType::Utf8, ends.len()),
    };
    let present = |list: &LargeListArray| NullBuffer::union(list.nulls(), rows.nulls());
    let with_labels = |list: &LargeListArray, values: ArrayRef| -> Result<SymbolLists> {
        let item = Arc::new(Field::new("item", values.data_type().clone(), true));
        let list = LargeListArray::try_new(item, list.offsets().clone(), values, present(list));
        labels(name, &list.map_err(Error::internal)?)
    };
    let is_named = is_text(nodes.values().data_type());
    let node_labels = match is_named {
        true => nodes.values().clone(),
        false => arrow_array::new_null_array(&DataType::Utf8, nodes.values().len()),
    };
    let node_lists = with_labels(&nodes, node_labels)?;
    let edge_lists = with_labels(&edges, edge_labels)?;
    let flags = part("directed").and_then(|flags| flags.as_boolean_opt());
    let is_present = |row: &usize| !node_lists.bounds().is_missing(*row);
    let directed = |row: usize| flags.is_some_and(|flags| flags.is_valid(row) && flags.value(row));
    let first = (0..rows.len()).find(is_present).is_some_and(directed);
    if (0..rows.len()).filter(is_present).any(|row| directed(row) != first) {
        return Err(wrong("some graphs are directed and some are not"));
    }
    let roots: ScalarBuffer<u32> = match part("root") {
        None => vec![NO_ROOT; rows.len()].into(),
        Some(roots) => {
            let roots = cast(roots, &DataType::UInt32).map_err(|e| refused(name, array.data_type(), e))?;
            roots.as_primitive::<UInt32Type>().iter().map(|root| root.unwrap_or(NO_ROOT)).collect()
        }
    };
    let graphs = Graphs::from_parts(node_lists, edge_lists, [sources, targets], roots, first);
    graphs.checked(name)
}
