//! Readers of files that hold objects: baskets, long tables, lists, FASTA, images, graphs.

use hornbook_data::{Column, ColumnKind, Format, Objects, Pixels, ReadOptions, Table};
use image::{GrayImage, ImageBuffer, ImageFormat, Luma, RgbImage};
use std::fs;
use std::io::Cursor;
use std::path::Path;

fn read_as(format: Format, text: &str) -> hornbook_core::Result<Table> {
    ReadOptions::default().format(format).read_from(text.as_bytes(), "a")
}

fn labels(table: &Table, name: &str) -> Vec<String> {
    let column = table.column(name).unwrap();
    (0..column.len()).map(|row| column.label(row).unwrap_or("·".to_string())).collect()
}

#[test]
fn baskets_are_lines() {
    let table = read_as(Format::Baskets, "milk, bread,milk\n\n\"tea, black\",milk\r\n,\n").unwrap();
    assert_eq!(table.names(), ["items"]);
    assert_eq!(labels(&table, "items"), ["{bread, milk}", "{milk, tea, black}", "{}"]);
    assert_eq!(table.columns()[0].kind(), ColumnKind::Items);
    assert_eq!(labels(&read_as(Format::Baskets, "1 2 3\n2\n").unwrap(), "items"), ["{1, 2, 3}", "{2}"]);
    let spaced = ReadOptions::default().format(Format::Baskets).delimiter(b'/');
    let table = spaced.block_bytes(3).read_from(&b"whole milk/b,c\na/whole milk\n"[..], "a").unwrap();
    assert_eq!(labels(&table, "items"), ["{b,c, whole milk}", "{a, whole milk}"]);
    let said = read_as(Format::Baskets, "\n").unwrap_err().to_string();
    assert_eq!(said, "a: the file is empty; give the items of one basket a line");
}

#[test]
fn long_tables_are_gathered() {
    let long =
        "who,day,load,page,age\nb,2,5,home,40\na,3,1,cart,30\nb,1,4,shop,40\na,1,,home,30\nb,2,6,home,40\n";
    let read = |options: ReadOptions| options.read_from(long.as_bytes(), "long.csv");
    let table = read(ReadOptions::default().gather("who", Some("day"))).unwrap();
    assert_eq!(table.names(), ["who", "load", "page", "age"]);
    assert_eq!(labels(&table, "who"), ["b", "a"]);
    assert_eq!(labels(&table, "load"), ["[4, 5, 6]", "[NaN, 1]"]);
    assert_eq!(labels(&table, "page"), ["[shop, home, home]", "[home, cart]"]);
    assert_eq!(labels(&table, "age"), ["40", "30"]);
    let sets = read(ReadOptions::default().gather("who", None).kind("load", ColumnKind::Items)).unwrap();
    assert_eq!(labels(&sets, "page"), ["{home, shop}", "{cart, home}"]);
    assert_eq!(labels(&sets, "load"), ["{4, 5, 6}", "{1}"]);
    assert_eq!(labels(&sets, "day"), ["[2, 1, 2]", "[3, 1]"]);
    let said = |options: ReadOptions| read(options).unwrap_err().to_string();
    assert!(said(ReadOptions::default().gather("whom", None)).contains("there is no column 'whom'"));
    let order = said(ReadOptions::default().gather("who", Some("page")));
    assert!(order.contains("column 'page' holds category values and cannot say the order"), "{order}");
    let gap = said(ReadOptions::default().gather("load", None));
    assert!(gap.contains("column 'load' is missing in row 4, which then belongs to no group"), "{gap}");
    let words = said(ReadOptions::default().gather("who", None).kind("page", ColumnKind::Series));
    assert!(words.contains("column 'page' holds category values, and a series has numbers"), "{words}");
}

#[test]
fn cells_of_text_are_split_if_asked() {
    let text = "tags,dna,load\na;b c,ACGA,1 2.5 3\nb c,GG,\n\"[\"\"x\"\", \"\"b c\"\"]\",,[4]\n";
    let options = ReadOptions::default().kind("tags", ColumnKind::Items);
    let options = options.kind("dna", ColumnKind::Sequence).kind("load", ColumnKind::Series);
    let table = options.read_from(text.as_bytes(), "a.csv").unwrap();
    assert_eq!(labels(&table, "tags"), ["{a, b c}", "{b c}", "{b c, x}"]);
    assert_eq!(labels(&table, "dna"), ["[A, C, G, A]", "[G, G]", "·"]);
    assert_eq!(labels(&table, "load"), ["[1, 2.5, 3]", "·", "[4]"]);
    let said =
        ReadOptions::default().kind("load", ColumnKind::Series).read_from(&b"load\n1 2\n1 x\n"[..], "a.csv");
    let said = said.unwrap_err().to_string();
    assert!(
        said.contains("column 'load', row 2: found a list of strings where a list of numbers was expected"),
        "{said}"
    );
}

#[test]
fn lists_of_json_are_objects() {
    let text = r#"{"a": [], "b": ["x"], "i": [[1, 2], [3, 4]], "g": {"nodes": ["p", "q"], "links": [["p", "q"]]}}
{"a": [1, null, 1e999], "b": [], "i": null}
{"a": null, "b": ["y", "x", true], "i": [[0, 255], [7, 0]], "g": {"nodes": 3, "edges": [[0, 1], [2, 1, "z"]]}}
"#;
    for bytes in [4, 1 << 18] {
        let options = ReadOptions::default().block_bytes(bytes);
        let table = options.read_from(text.as_bytes(), "a.jsonl").unwrap();
        let kinds: Vec<ColumnKind> = table.columns().iter().map(Column::kind).collect();
        assert_eq!(kinds, [ColumnKind::Series, ColumnKind::Sequence, ColumnKind::Image, ColumnKind::Graph]);
        assert_eq!(labels(&table, "a"), ["[]", "[1, NaN, inf]", "·"]);
        assert_eq!(labels(&table, "b"), ["[x]", "[]", "[y, x, true]"]);
        assert_eq!(labels(&table, "i")[2], "image of 2 × 2 pixels");
        assert_eq!(labels(&table, "g")[2], "graph of 3 nodes and 2 edges");
        let Column::Object(Objects::Image(images)) = &table.columns()[2] else { panic!("images") };
        assert!(matches!(images.at(2), Some(Pixels::Bytes(values)) if *values == [0, 255, 7, 0]));
    }
    let said = |text: &str| read_as(Format::JsonLines, text).unwrap_err().to_string();
    let place = "a, line 2, column 'x': ";
    for (second, words) in [
        (r#"{"x": 5}"#, "found '5' where a list was expected"),
        (r#"{"x": ["a"]}"#, "found a list of strings where a list of numbers was expected"),
        (r#"{"x": [1, "a"]}"#, "found \"a\" in a list of numbers"),
        (r#"{"x": [[1, 2], [3]]}"#, "found a ragged list of lists: one list of 2 numbers and one of 1"),
        (r#"{"x": [{"a": 1}]}"#, "found a list of objects, which is no kind of column"),
        (r#"{"x": {"a": 1}}"#, "found an object without \"nodes\", which is no graph"),
        (r#"{"x": {"nodes": 2, "edges": [[0, 5]]}}"#, "found an edge to the node 5, which is not there"),
        (r#"{"x": {"nodes": 99999999999}}"#, "\"nodes\" is neither a list nor a number of at most 1000000"),
    ] {
        let said = said(&format!("{{\"x\": [1]}}\n{second}\n"));
        assert!(said.starts_with(&format!("{place}{words}")), "{said}");
    }
    let images = said("{\"x\": [[1, 2]]}\n{\"x\": [[1], [2]]}\n");
    assert!(
        images.starts_with(&format!(
            "{place}column 'x' has an image of 2 × 1 pixels where the others have 1 × 2"
        )),
        "{images}"
    );
    let tree = said("{\"x\": {\"nodes\": 2, \"edges\": [], \"root\": 0}}\n");
    assert!(tree.contains("has the root 0 and is no tree: it has 2 nodes and 0 edges"), "{tree}");
}

#[test]
fn fasta_has_names_and_symbols() {
    let text = ">seq1 a first one\nACG\nTT\n; note\n\n>seq2\n>\nac-g*\n";
    let table = ReadOptions::default().read_from(text.as_bytes(), "a").unwrap();
    assert_eq!(table.names(), ["name", "description", "sequence"]);
    assert_eq!(labels(&table, "name"), ["seq1", "seq2", "·"]);
    assert_eq!(labels(&table, "description"), ["a first one", "·", "·"]);
    assert_eq!(labels(&table, "sequence"), ["[A, C, G, T, T]", "[]", "[a, c, -, g, *]"]);
    let said = |text: &str| read_as(Format::Fasta, text).unwrap_err().to_string();
    assert!(said(">a\nAC1\n").starts_with("a, line 2: found '1', which is no symbol of a sequence"));
    assert!(said("ACG\n").starts_with("a, line 1: found a sequence without a name"));
    assert!(said("").contains("the file has no sequences"));
}

fn png(image: &GrayImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    bytes
}

fn gray(width: u32, height: u32, shade: u8) -> GrayImage {
    GrayImage::from_fn(width, height, |x, y| Luma([shade + (y * width + x) as u8]))
}

#[test]
fn folders_of_images_are_tables() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    write("cat/b.png", &png(&gray(3, 2, 10)));
    write("cat/deep/c.png", &png(&gray(3, 2, 20)));
    write("dog/a.PGM", b"P5 3 2 255\n\x01\x02\x03\x04\x05\x06");
    write("dog/notes.txt", b"not an image");
    write(".hidden/x.png", b"nothing");
    let table = Table::read(folder.path()).unwrap();
    assert_eq!(table.names(), ["file", "image", "label"]);
    assert_eq!(labels(&table, "file"), ["cat/b.png", "cat/deep/c.png", "dog/a.PGM"]);
    assert_eq!(labels(&table, "label"), ["cat", "cat", "dog"]);
    let Column::Object(Objects::Image(images)) = table.column("image").unwrap() else { panic!("images") };
    assert_eq!(images.shape().to_string(), "2 × 3 pixels");
    assert!(matches!(images.at(0), Some(Pixels::Bytes(values)) if *values == [10, 11, 12, 13, 14, 15]));
    assert!(matches!(images.at(2), Some(Pixels::Bytes(values)) if *values == [1, 2, 3, 4, 5, 6]));
    // One file is one row.
    let one = Table::read(folder.path().join("cat/b.png")).unwrap();
    assert_eq!((one.names(), one.rows()), (&["image".to_string()][..], 1));
    let said = |name: &str, bytes: &[u8]| {
        write(name, bytes);
        let said = Table::read(folder.path()).unwrap_err().to_string();
        fs::remove_file(folder.path().join(name)).unwrap();
        assert!(said.contains(name), "{said}");
        said
    };
    let none = said("cat/z.png", b"nonsense");
    assert!(
        none.contains("this is not a readable image (its first bytes are those of no known format)"),
        "{none}"
    );
    let cut = said("cat/z.png", &png(&gray(3, 2, 0))[..40]);
    assert!(cut.contains("this is not a readable image ("), "{cut}");
    let large = said("dog/z.png", &png(&gray(4, 2, 0)));
    assert!(
        large.contains("the image has 2 × 4 pixels, and the first") && large.contains("has 2 × 3 pixels"),
        "{large}"
    );
    // A few bytes may claim any size.
    let claim = tempfile::tempdir().unwrap();
    fs::write(claim.path().join("a.pgm"), b"P5 2000000000 2000000000 255\n").unwrap();
    let claim = Table::read(claim.path()).unwrap_err().to_string();
    assert!(claim.contains("this is not a readable image ("), "{claim}");
}

#[test]
fn images_of_every_encoding_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let shape = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let table = Table::read(&path).unwrap();
        let Column::Object(Objects::Image(images)) = &table.columns()[0] else { panic!("images") };
        (images.shape().to_string(), images.at(0).unwrap())
    };
    let color = RgbImage::from_fn(2, 2, |x, y| image::Rgb([100 * x as u8, 100 * y as u8, 7]));
    let mut jpeg = Vec::new();
    color.write_to(&mut Cursor::new(&mut jpeg), ImageFormat::Jpeg).unwrap();
    assert_eq!(shape("a.jpg", &jpeg).0, "2 × 2 pixels of 3 channels");
    let (_, pixels) = shape("a.ppm", b"P3 1 1 255 1 2 3\n");
    assert!(matches!(pixels, Pixels::Bytes(values) if *values == [1, 2, 3]));
    let deep: ImageBuffer<Luma<u16>, Vec<u16>> = ImageBuffer::from_fn(2, 1, |x, _| Luma([1000 * x as u16]));
    let mut bytes = Vec::new();
    deep.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).unwrap();
    let (_, pixels) = shape("deep.png", &bytes);
    assert!(matches!(pixels, Pixels::Floats(values) if *values == [0.0, 1000.0]));
}

const GRAPHML: &str = r#"<?xml version="1.0"?>
<!-- two molecules -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="element" attr.type="string"/>
  <key id="d1" for="edge" attr.name="label" attr.type="string"/>
  <key id="d2" for="edge" attr.name="weight" attr.type="double"/>
  <key id="d3" for="graph" attr.name="label" attr.type="string"/>
  <graph id="G" edgedefault="undirected">
    <data key="d3">toxic</data>
    <edge source="n0" target="n1"><data key="d2">2</data><data key="d1">a&lt;b</data></edge>
    <node id="n0"><data key="d0">C</data></node>
    <node id="n1"><data key="d0"><![CDATA[O]]></data></node>
  </graph>
  <graph edgedefault="undirected"><node id="x"/></graph>
</graphml>
"#;

const GML: &str = "Creator \"us\"\n# a comment\ngraph [\n  directed 0 label \"ring\"\n  node [ id 7 label \"A &amp; B\" ]\n  node [ id 8 ]\n  edge [ source 7 target 8 label \"x\" weight 1.5 ]\n]\n";

#[test]
fn graphs_of_every_notation_are_read() {
    let graph = |table: &Table, row: usize| -> String {
        let mut bytes = Vec::new();
        table.take(&[row as u32]).write_to(&mut bytes, Format::JsonLines).unwrap();
        String::from_utf8(bytes).unwrap()
    };
    let graphml = ReadOptions::default().read_from(GRAPHML.as_bytes(), "a").unwrap();
    assert_eq!(
        graph(&graphml, 0),
        "{\"graph\":{\"directed\":false,\"nodes\":[{\"id\":0,\"label\":\"C\"},{\"id\":1,\"label\":\"O\"}],\
         \"edges\":[{\"source\":0,\"target\":1,\"label\":\"a<b\"}]},\"label\":\"toxic\"}\n"
    );
    assert_eq!((graphml.rows(), labels(&graphml, "label")[1].as_str()), (2, "·"));
    let gml = ReadOptions::default().read_from(GML.as_bytes(), "a").unwrap();
    assert_eq!(
        graph(&gml, 0),
        "{\"graph\":{\"directed\":false,\"nodes\":[{\"id\":0,\"label\":\"A & B\"},{\"id\":1}],\
         \"edges\":[{\"source\":0,\"target\":1,\"label\":\"x\"}]},\"label\":\"ring\"}\n"
    );
    // The form of networkx and D3, on one line or on many.
    let json = r#"{"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "a", "label": 1}, {"id": "b"}],
                   "links": [{"source": "b", "target": "a"}], "root": "b"}"#;
    for text in [json.to_string(), json.replace('\n', " ")] {
        let table = ReadOptions::default().read_from(text.as_bytes(), "a").unwrap();
        assert_eq!(labels(&table, "graph"), ["tree of 2 nodes and 1 edge"]);
    }
    let list = read_as(Format::Graphs, "[{\"nodes\": 1}, {\"nodes\": 2, \"label\": 5}]").unwrap();
    assert_eq!(labels(&list, "label"), ["·", "5"]);
}

#[test]
fn graphs_that_are_none_are_refused_with_a_line() {
    let said = |text: &str| read_as(Format::Graphs, text).unwrap_err().to_string();
    for (text, words) in [
        (
            "graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]",
            "a, line 2: found an edge to the node '2', which is not there",
        ),
        ("graph [\nnode [ id 1 ]", "a, line 2: the text ends within a list"),
        ("graph [ node [ id 1 ]\nnode [ id 1 ] ]", "a, line 2: found two nodes with the id '1'"),
        ("graph 5", "a, line 1: found a graph that is no list"),
        ("nonsense", "a, line 1: the key 'nonsense' has no value; this is not GML"),
        ("a 1", "a: the file has no graph"),
        (
            "<graphml>\n<graph><edge source='a' target='b'/></graph></graphml>",
            "a, line 2: found an edge to the node 'a'",
        ),
        (
            "<graphml><graph><node id='a'></graph></graphml>",
            "a, line 1: found the end of 'graph', which is not the element that is open",
        ),
        ("<graphml><graph><node/></graph>", "a, line 1: found a node without an id"),
        ("<graphml><graph>", "a, line 1: the text ends within the element 'graph'"),
        (
            "<!DOCTYPE x [<!ENTITY a 'b'>]><graphml/>",
            "a, line 1: found a document type with declarations of its own",
        ),
        ("{\"nodes\": 1,\n\"edges\": [[0]]}", "a: graph 1: found an edge without a source and a target"),
        ("{\"nodes\": 1,\n", "a, line 2: this is not JSON"),
        (
            "[{\"nodes\": 1}, {\"nodes\": 1, \"directed\": true}]",
            "a: graph 2: column 'graph' has directed and undirected graphs",
        ),
    ] {
        assert!(said(text).starts_with(words), "{text}: {}", said(text));
    }
    assert!(said(&"a [ ".repeat(100)).contains("lists are nested more than 64 deep"));
    assert!(said(&"<a>".repeat(100)).contains("elements are nested more than 64 deep"));
}

fn tu(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        fs::write(folder.join(format!("TOY_{name}.txt")), text).unwrap();
    }
}

#[test]
fn tu_folders_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    tu(
        path,
        &[
            ("A", "1, 2\n2, 1\n4, 5\n5, 4\n"),
            ("graph_indicator", "1\n1\n1\n2\n2\n"),
            ("graph_labels", "1\n-1\n"),
            ("node_labels", "0\n1\n0\n2\n2\n"),
            ("edge_labels", "7\n7\n8\n8\n"),
            ("graph_attributes", "0.5\n1.5\n"),
            ("node_attributes", "1\n1\n1\n1\n1\n"),
        ],
    );
    let (table, notes) = ReadOptions::default().read_with_notes(path).unwrap();
    assert_eq!(table.names(), ["graph", "label", "attribute"]);
    assert_eq!(labels(&table, "graph"), ["graph of 3 nodes and 1 edge", "graph of 2 nodes and 1 edge"]);
    assert_eq!(labels(&table, "label"), ["1", "-1"]);
    assert!(notes[0].contains("TOY_node_attributes.txt are not read"), "{notes:?}");
    let Column::Object(Objects::Graph(graphs)) = table.column("graph").unwrap() else { panic!("graphs") };
    assert_eq!(
        (graphs.is_directed(), &**graphs.edge_labels()),
        (false, &["7".to_string(), "8".to_string()][..])
    );
    let said = |name: &str, text: &str, words: &str| {
        let before = fs::read_to_string(path.join(format!("TOY_{name}.txt"))).unwrap();
        tu(path, &[(name, text)]);
        let said = Table::read(path).unwrap_err().to_string();
        assert!(said.contains(words) && said.contains(&format!("TOY_{name}.txt")), "{said}");
        tu(path, &[(name, &before)]);
    };
    said("A", "1, 2\n2, 1\n4, 6\n5, 4\n", "line 3: found an edge to node 6, and there are 5");
    said("A", "1, 2\n2, 4\n4, 5\n5, 4\n", "line 2: found an edge between two graphs");
    said(
        "A",
        "1, 2\n2, x\n4, 5\n5, 4\n",
        "line 2: found '2, x' where numbers that count from 1 were expected",
    );
    said("node_labels", "0\n", "the file has 1 lines, and there are 5 nodes");
    said("graph_indicator", "1\n1\n1\n2\n9\n", "line 5: found no number of a graph");
    said("graph_attributes", "0.5\nx\n", "line 2: found 'x' where 1 numbers were expected");
}

#[test]
fn folders_of_graphs_have_labels() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("ring/a.gml", GML), ("path/b.json", "{\"nodes\": 2, \"edges\": [[0, 1]]}")] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let table = Table::read(folder.path()).unwrap();
    assert_eq!(table.names(), ["file", "graph", "label"]);
    assert_eq!(labels(&table, "label"), ["path", "ring"]);
    fs::write(folder.path().join("two.graphml"), GRAPHML).unwrap();
    let said = Table::read(folder.path()).unwrap_err().to_string();
    assert!(said.contains("two.graphml: the file has 2 graphs, and a file of a folder is one row"), "{said}");
}
