//! Bad inputs and the sentences they get.

use crate::common::read;
use hornbook_data::{Format, ReadOptions, Table};

fn complaint(text: impl AsRef<[u8]>) -> String {
    read(text).expect_err("bad input").to_string()
}

fn complaint_in(format: Format, text: &str) -> String {
    ReadOptions::default().format(format).read_from(text.as_bytes(), "a").expect_err("bad input").to_string()
}

#[test]
fn csv() {
    assert_eq!(complaint(""), "a.csv: the file is empty; give a file with a header or rows");
    assert_eq!(complaint("\n \n"), "a.csv: the file is empty; give a file with a header or rows");
    assert_eq!(
        complaint("a,b\n1,2\n3\n"),
        "a.csv, line 3: found 1 field where 2 were expected; correct the line, or quote the cells that contain ','"
    );
    assert_eq!(
        complaint("a,b\n\"x\ny\",2\n3,4,5\n"),
        "a.csv, line 4: found 3 fields where 2 were expected; correct the line, or quote the cells that contain ','"
    );
    assert_eq!(
        complaint("a,b,a\n1,2,3\n"),
        "a.csv: two columns are named 'a' (columns 1 and 3); rename one of them"
    );
    assert_eq!(
        complaint("a,b\n1,2\n\"3,4\n5,6\n"),
        "a.csv, line 3: a quote opens here and never closes; close it, or double it if it is part of the text"
    );
    assert_eq!(
        complaint("a,b\n\"x\"y,2\n"),
        "a.csv, line 2: there is text after a closing quote; double the quotes that are part of a quoted cell"
    );
    assert_eq!(
        complaint("a,b\n1,\0\n"),
        "a.csv, line 2: found a NUL byte, which no text contains; save the file as plain text in UTF-8, or name its format if it is not text"
    );
    assert_eq!(
        complaint(b"a,b\n1,caf\xe9\n"),
        "a.csv, line 2: found the byte 0xe9, which is not UTF-8; convert the file to UTF-8, for example from Latin-1 with 'iconv -f latin1 -t utf8'"
    );
    let header_only = read("a,b\n").expect("a table");
    assert_eq!((header_only.rows(), header_only.width()), (0, 2));
}

#[test]
fn lines_are_counted_over_blocks() {
    let lines: String = (0..5000).map(|i| format!("{i},\"x\n{i}\"\n")).collect();
    let text = format!("a,b\n{lines}1,2,3\n");
    for size in [7, 100, 1000, 1 << 20] {
        let error =
            ReadOptions::default().block_bytes(size).read_from(text.as_bytes(), "a.csv").expect_err("ragged");
        assert!(error.to_string().starts_with("a.csv, line 10002: found 3 fields"), "{error}");
    }
}

#[test]
fn files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let sentence = |path: &std::path::Path| Table::read(path).expect_err("no table").to_string();
    assert_eq!(
        sentence(path),
        format!(
            "cannot read '{}': it is a folder without images (PNG, JPEG, PGM, PPM) and graphs (GraphML, GML, JSON, TU); give the path of a file in it",
            path.display()
        )
    );
    let absent = path.join("absent.csv");
    assert_eq!(
        sentence(&absent),
        format!("cannot read '{}': No such file or directory (os error 2)", absent.display())
    );
    let table = Table::builder().number("a", vec![1.0]).build().expect("a table");
    let odd = path.join("a.xlsx");
    assert_eq!(
        table.write(&odd).expect_err("no format").to_string(),
        format!(
            "cannot write '{}': its extension names no known format; end the name in .csv, .tsv, .parquet, .arrow, .arff, .svm or .jsonl",
            odd.display()
        )
    );
    let long = (0..5000).map(f64::from).collect::<Vec<f64>>();
    let table = Table::builder().number("a", long).build().expect("a table");
    for name in ["cut.csv.gz", "cut.csv.zst", "cut.jsonl.gz", "cut.arff.gz"] {
        let cut = path.join(name);
        table.write(&cut).expect("written");
        let bytes = std::fs::read(&cut).expect("read");
        // Cut in the middle, cut in the checksum, one byte flipped.
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 2] ^= 255;
        for damaged in [&bytes[..bytes.len() / 2], &bytes[..bytes.len() - 2], &flipped] {
            std::fs::write(&cut, damaged).expect("written");
            let found = sentence(&cut);
            let expected =
                format!("cannot read '{}': its compressed bytes are damaged or end too soon", cut.display());
            assert!(found.starts_with(&expected), "{name}: {found}");
            assert!(found.contains("copy or download it again"), "{name}: {found}");
        }
    }
}

#[test]
fn arff() {
    let complaint = |text: &str| complaint_in(Format::Arff, text);
    assert_eq!(complaint("@relation x\n"), "a: there is no @data line; end the header with @data");
    assert_eq!(
        complaint("@relation x\n@attribute a relational\n@data\n"),
        "a, line 2: attribute 'a' is relational: it holds a table in each row; flatten it into plain attributes, for example with Weka's MultiInstanceToPropositional"
    );
    assert_eq!(
        complaint("@attribute a complex\n@data\n"),
        "a, line 1: attribute 'a' has the type 'complex'; use numeric, real, integer, string, date or a list of values in braces"
    );
    assert_eq!(
        complaint("@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n2,z\n"),
        "a, line 5, column 'b': found 'z' where one of the declared values was expected; correct it, or write ? if it is unknown"
    );
    assert_eq!(
        complaint("@attribute a numeric\n@attribute b numeric\n@data\n1\n"),
        "a, line 4: found 1 value where 2 were expected; give each row one value for each attribute"
    );
    assert_eq!(
        complaint("@attribute a numeric\n@data\n{1 2}\n"),
        "a, line 3: found '1' where an attribute's number was expected; number the attributes from 0"
    );
    assert_eq!(
        complaint("@attribute a {x,x}\n@data\n"),
        "a, line 1: attribute 'a' declares the value 'x' twice; declare each value once"
    );
}

#[test]
fn svmlight() {
    let complaint = |text: &str| complaint_in(Format::Svmlight, text);
    assert_eq!(
        complaint("1 1:2\nx 1:2\n"),
        "a, line 2: the label 'x' is not a number; start each line with a number"
    );
    assert_eq!(
        complaint("1 1:2 2\n"),
        "a, line 1: found '2' where index:value was expected; write each value as index:value"
    );
    assert_eq!(complaint("1 1:2 1:3\n"), "a, line 1: the index 1 occurs twice; give each index once a line");
    assert_eq!(
        complaint("1 4000000000:1\n"),
        "a: the largest index is 4000000000 and there are only 1 values; number the features from 1 without large gaps"
    );
}

#[test]
fn json_lines() {
    let complaint = |text: &str| complaint_in(Format::JsonLines, text);
    assert_eq!(complaint(""), "a: the file is empty; give one JSON object with keys a line");
    assert_eq!(
        complaint("{\"a\":1}\n{\"a\":{\"b\":1}}\n"),
        "a, line 2, column 'a': found an object where a single value was expected; give every row a list of numbers, a list of strings, a list of lists of numbers (an image) or an object with nodes and edges (a graph)"
    );
    assert_eq!(
        complaint("{\"a\":1}\n{\"a\":[1]}\n"),
        "a, line 2, column 'a': found a list where a single value was expected; give every row a list of numbers, a list of strings, a list of lists of numbers (an image) or an object with nodes and edges (a graph)"
    );
    assert!(complaint("[1]\n").starts_with("a, line 1: this is not a JSON object ("));
}

#[test]
fn columnar() {
    assert!(
        complaint_in(Format::Parquet, "nonsense").starts_with("a: this is not a readable parquet file (")
    );
    assert!(complaint_in(Format::Arrow, "ARROW1").starts_with("a: this is not a readable arrow file ("));
}
