//! Columns of objects: what they hold, and what becomes of them in files, views and schemas.

use hornbook_data::{
    BatchFile, Column, ColumnKind, Dataset, Feature, Features, Graph, Graphs, ImageShape, Images, InputKind,
    MISSING_CODE, NumberLists, Objects, Pixels, ReadOptions, Schema, SymbolLists, Table, TargetSchema,
};

fn graph(labels: &[&str], edges: &[(u32, u32, &str)], root: Option<u32>) -> Graph {
    Graph {
        nodes: labels.iter().map(|label| Some(label.to_string()).filter(|label| !label.is_empty())).collect(),
        edges: edges
            .iter()
            .map(|(a, b, label)| (*a, *b, Some(label.to_string()).filter(|l| !l.is_empty())))
            .collect(),
        root,
        directed: false,
    }
}

/// A column of every kind of object, each with a missing one.
pub fn every_kind() -> Table {
    let series =
        NumberLists::from_rows(&[Some(vec![1.0, f64::NAN, -2.5]), Some(vec![]), None, Some(vec![1e300])]);
    let sequence = SymbolLists::from_rows(&[Some(vec!["b", "a", "b"]), None, Some(vec![]), Some(vec!["c"])]);
    let items = [Some(vec!["milk", "bread", "milk"]), Some(vec![]), None, Some(vec!["tea"])];
    let shape = ImageShape { height: 2, width: 1, channels: 3 };
    let bytes = Pixels::Bytes((0..24).map(|x| x * 10).collect());
    let images = Images::new(shape, bytes, vec![true, true, true, false]).unwrap();
    let floats = Pixels::Floats(vec![0.5, 1.5, -2.0, 8.25].into());
    let gray = ImageShape { height: 1, width: 1, channels: 1 };
    let graphs = Graphs::from_rows(&[
        Some(graph(&["C", "", "O"], &[(0, 1, "single"), (1, 2, "")], None)),
        None,
        Some(graph(&[], &[], None)),
        Some(graph(&["C", "C"], &[(0, 1, "double")], Some(1))),
    ]);
    Table::builder()
        .number("id", vec![1.0, 2.0, 3.0, 4.0])
        .column("series", Column::Object(Objects::Series(series)))
        .column("sequence", Column::Object(Objects::Sequence(sequence)))
        .column(
            "items",
            ReadOptions::default()
                .kind("items", ColumnKind::Items)
                .read_from(
                    items
                        .iter()
                        .map(|set| serde_json::json!({"items": set}).to_string() + "\n")
                        .collect::<String>()
                        .as_bytes(),
                    "items",
                )
                .unwrap()
                .columns()[0]
                .clone(),
        )
        .column("image", Column::Object(Objects::Image(images)))
        .column("gray", Column::Object(Objects::Image(Images::new(gray, floats, vec![true; 4]).unwrap())))
        .column("graph", Column::Object(Objects::Graph(graphs.unwrap())))
        .build()
        .unwrap()
}

fn objects<'a>(table: &'a Table, name: &str) -> &'a Objects {
    match table.column(name).unwrap() {
        Column::Object(objects) => objects,
        other => panic!("{name} holds {}", other.kind()),
    }
}

/// What is in a table, whatever its memory looks like.
fn content(table: &Table) -> Vec<String> {
    let column = |(name, column): (&String, &Column)| {
        let labels: Vec<Option<String>> = (0..column.len()).map(|row| column.label(row)).collect();
        let prints = match column {
            Column::Object(objects) => objects.fingerprints(),
            _ => Vec::new(),
        };
        format!("{name} {} {labels:?} {prints:?}", column.kind())
    };
    table.names().iter().zip(table.columns()).map(column).collect()
}

#[test]
fn labels_are_short_and_missing_objects_have_none() {
    let table = every_kind();
    let labels = |name: &str| -> Vec<Option<String>> {
        let column = table.column(name).unwrap();
        (0..column.len()).map(|row| column.label(row)).collect()
    };
    let text = |label: &str| Some(label.to_string());
    assert_eq!(labels("series"), [text("[1, NaN, -2.5]"), text("[]"), None, Some(format!("[{}]", 1e300))]);
    assert_eq!(labels("sequence"), [text("[b, a, b]"), None, text("[]"), text("[c]")]);
    assert_eq!(labels("items"), [text("{bread, milk}"), text("{}"), None, text("{tea}")]);
    assert_eq!(labels("image")[..1], [text("image of 2 × 1 pixels of 3 channels")]);
    assert_eq!(labels("image")[3], None);
    assert_eq!(
        labels("graph"),
        [
            text("graph of 3 nodes and 2 edges"),
            None,
            text("graph of 0 nodes and 0 edges"),
            text("tree of 2 nodes and 1 edge")
        ]
    );
    let long = NumberLists::from_rows(&[Some((0..9).map(f64::from).collect::<Vec<_>>())]);
    assert_eq!(Objects::Series(long).label(0).as_deref(), Some("[0, 1, 2, 3, 4, … 9 in all]"));
    for name in ["series", "sequence", "items", "image", "graph"] {
        assert_eq!(
            (table.column(name).unwrap().len(), table.column(name).unwrap().missing()),
            (4, 1),
            "{name}"
        );
    }
}

#[test]
fn rows_are_picked_and_cut_alike() {
    let table = every_kind();
    let picked = table.take(&[3, 0, 0]);
    let whole = content(&table.take(&[0, 1, 2, 3]));
    assert_eq!(whole, content(&table));
    assert_eq!(picked.rows(), 3);
    for name in ["series", "sequence", "items", "image", "graph"] {
        let (all, some) = (objects(&table, name).fingerprints(), objects(&picked, name).fingerprints());
        assert_eq!(some, [all[3], all[0], all[0]], "{name}");
        let part = objects(&table, name).slice(1, 2);
        assert_eq!(part.fingerprints(), all[1..3], "{name}");
        assert_eq!(part.take(&[1]).fingerprints(), all[2..3], "{name}");
        assert_eq!((part.len(), part.is_missing(0)), (2, objects(&table, name).is_missing(1)), "{name}");
    }
}

#[test]
fn files_that_can_hold_objects_bring_them_back() {
    let table = every_kind();
    let folder = tempfile::tempdir().unwrap();
    for extension in ["jsonl", "jsonl.gz", "arrow", "parquet"] {
        let path = folder.path().join(format!("objects.{extension}"));
        table.write(&path).unwrap();
        let asked = ReadOptions::default().kind("items", ColumnKind::Items);
        for options in [asked.clone(), asked.block_bytes(7)] {
            assert_eq!(content(&options.read(&path).unwrap()), content(&table), "{extension}");
        }
        if !extension.starts_with("jsonl") {
            // The file itself says what is a set.
            assert_eq!(content(&Table::read(&path).unwrap()), content(&table), "{extension}");
        }
        let mut rows = 0;
        let file = BatchFile::open(&path, &ReadOptions::default(), 3).unwrap();
        assert_eq!(file.shape().column("graph").unwrap().kind(), ColumnKind::Graph);
        file.for_each(&mut |batch| {
            rows += batch.rows();
            assert_eq!(batch.column("image").unwrap().kind(), ColumnKind::Image);
            Ok(())
        })
        .unwrap();
        assert_eq!(rows, 4);
    }
    for extension in ["csv", "arff", "svm"] {
        let said = table.write(folder.path().join(format!("objects.{extension}"))).unwrap_err().to_string();
        assert!(
            said.contains("column 'series' holds series (lists of numbers), and") && said.contains(".jsonl"),
            "{said}"
        );
    }
    let said = table.write(folder.path().join("objects.fasta")).unwrap_err().to_string();
    assert!(said.contains("fasta files are read, but not written"), "{said}");
}

#[test]
fn objects_are_features_only_where_asked_for() {
    let table = every_kind();
    let data = table.dataset();
    assert_eq!(data.feature_names(), ["id"]);
    assert!(
        data.notes().iter().any(|note| note == "image columns are not used as features: 'image', 'gray'")
    );
    let some = data.clone().with_kinds(&[ColumnKind::Sequence, ColumnKind::Graph]);
    assert_eq!(some.feature_names(), ["id", "sequence", "graph"]);
    assert_eq!(data.clone().only(&["series"]).unwrap().feature_names(), ["series"]);
    for (role, said) in [
        ("target", data.clone().target("graph").unwrap_err()),
        ("group", data.clone().group("graph").unwrap_err()),
        ("fold", data.clone().fold("graph").unwrap_err()),
    ] {
        assert!(
            said.to_string().contains(&format!("column 'graph' holds graphs and cannot be the {role}")),
            "{said}"
        );
    }
    assert!(data.weight("series").is_err());
    // The rows of a view keep their objects, and equal rows have equal fingerprints.
    let view = some.select(vec![3, 0, 3]);
    let prints = view.fingerprints();
    assert_eq!(prints[0], prints[2]);
    assert_ne!(prints[0], prints[1]);
    let Features::Columns(columns, 3) = view.row_features() else { panic!("columns") };
    let Feature::Object(Objects::Sequence(lists)) = &columns[1] else { panic!("a sequence") };
    assert_eq!((lists.at(0), lists.at(1)), (Some(&[2][..]), Some(&[1, 0, 1][..])));
    let made: Dataset = view.materialized().unwrap();
    assert_eq!(made.feature_names(), ["id", "sequence", "graph"]);
}

#[test]
fn schemas_know_objects_and_files_of_older_ones_load() {
    let table = every_kind();
    let data = table.dataset().with_kinds(&ColumnKind::ALL);
    let schema = Schema::predicting(TargetSchema::log_density(), &data);
    let text = serde_json::to_string(&schema).unwrap();
    assert_eq!(serde_json::from_str::<Schema>(&text).unwrap(), schema);
    assert!(text.contains(r#""name":"sequence","kind":"sequence","levels":["a","b","c"]"#), "{text}");
    let older = r#"{"inputs":[{"name":"x","kind":"number"},{"name":"t","kind":"truth"},{"name":"s","kind":"text"}],
                    "target":{"name":"y","task":"regression"}}"#;
    let older: Schema = serde_json::from_str(older).unwrap();
    assert_eq!(older.inputs[2].kind, InputKind::Text);
    // The same table fits its own schema, and symbols that training never saw are told.
    let (Features::Columns(columns, 4), warnings) = schema.features(&table).unwrap() else {
        panic!("columns")
    };
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(columns.len(), 7);
    let other = SymbolLists::from_rows(&[Some(vec!["b", "new"])]);
    let rows = table.take(&[0]);
    let with = |name: &str, column: Column| {
        let columns =
            rows.names().iter().zip(rows.columns()).map(|(known, old)| {
                (known.clone(), if known == name { column.clone() } else { old.clone() })
            });
        Table::new(columns.collect()).unwrap()
    };
    let unseen = with("sequence", Column::Object(Objects::Sequence(other)));
    let (Features::Columns(columns, 1), warnings) = schema.features(&unseen).unwrap() else {
        panic!("columns")
    };
    let Feature::Object(Objects::Sequence(lists)) = &columns[2] else { panic!("a sequence") };
    assert_eq!(lists.at(0), Some(&[1, MISSING_CODE][..]));
    assert!(warnings[0].contains("column 'sequence' has 1 unseen value, such as 'new'"), "{warnings:?}");
    // An image of another size, and a column of another kind.
    let small = Images::new(
        ImageShape { height: 1, width: 1, channels: 3 },
        Pixels::Bytes(vec![1, 2, 3].into()),
        vec![true],
    );
    let said = schema
        .features(&with("image", Column::Object(Objects::Image(small.unwrap()))))
        .unwrap_err()
        .to_string();
    assert!(
        said.contains(
            "has images of 1 × 1 pixels of 3 channels, and the model was trained on 2 × 1 pixels of 3"
        ),
        "{said}"
    );
    let said = schema.features(&with("series", Column::Number(vec![1.0].into()))).unwrap_err().to_string();
    assert!(said.contains("column 'series' holds number values where the model needs series"), "{said}");
    // A column without any value has no type of its own.
    let empty = with("graph", Column::Number(vec![f64::NAN].into()));
    assert!(schema.features(&empty).unwrap().0.column(6).is_missing(0));
    let directed = Graphs::from_rows(&[Some(Graph { directed: true, ..graph(&["C"], &[], None) })]).unwrap();
    let said =
        schema.features(&with("graph", Column::Object(Objects::Graph(directed)))).unwrap_err().to_string();
    assert!(said.contains("has directed graphs, and the model was trained on undirected ones"), "{said}");
}

#[test]
fn what_is_no_object_is_refused_with_a_sentence() {
    let ragged = NumberLists::from_rows(&[Some(vec![1.0, 2.0]), None, Some(vec![1.0])]);
    let said = ragged.common_length("load").unwrap_err().to_string();
    assert!(
        said.contains("the series of column 'load' are ragged: row 1 has 2 values and row 3 has 1"),
        "{said}"
    );
    let edge = |edge: (u32, u32, &str), root| Graphs::from_rows(&[Some(graph(&["a", "b"], &[edge], root))]);
    let said = edge((0, 2, ""), None).unwrap_err().to_string();
    assert!(said.contains("edge 1 of a graph has an end at node 2, and the graph has 2 nodes"), "{said}");
    let said = edge((0, 0, ""), Some(1)).unwrap_err().to_string();
    assert!(said.contains("has the root 1 and is no tree: no way leads from it to node 0"), "{said}");
    let shape = ImageShape { height: 2, width: 2, channels: 1 };
    assert!(Images::new(shape, Pixels::Bytes(vec![0; 7].into()), vec![true, true]).is_err());
}
