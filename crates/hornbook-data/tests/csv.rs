//! CSV: what is read, whatever the blocks, and what comes back after writing.

use crate::common::{picture, read};
use hornbook_data::{Column, ColumnKind, Format, ReadOptions, Table};
use proptest::prelude::*;

fn kinds(table: &Table) -> Vec<&'static str> {
    table.columns().iter().map(|c| c.kind().name()).collect()
}

#[test]
fn every_kind_is_found() {
    let table = read(
        "n,i,t,d,c,big,none\n\
         1.5,3,true,2020-01-02,red,9007199254740993,\n\
         -2e3,NA,FALSE,2020/01/03 10:00,\"blue, \"\"dark\"\"\",1,NA\n\
         ?,+4,,,red,,?\n",
    )
    .expect("a table");
    assert_eq!(kinds(&table), ["number", "number", "boolean", "date", "category", "category", "number"]);
    assert_eq!(
        picture(&table),
        [
            r#""n" number  "1.5" "-2000" ·"#,
            r#""i" number  "3" · "4""#,
            r#""t" boolean  "true" "false" ·"#,
            r#""d" date  "2020-01-02" "2020-01-03T10:00:00" ·"#,
            r#""c" category ["blue, \"dark\"", "red"] "red" "blue, \"dark\"" "red""#,
            r#""big" category ["1", "9007199254740993"] "9007199254740993" "1" ·"#,
            r#""none" number  · · ·"#,
        ]
    );
}

#[test]
fn delimiters_headers_and_spaces() {
    for delimiter in [';', '\t', '|', ','] {
        let text = "a,b,c\n1,x,3\n2,y,4\n".replace(',', &delimiter.to_string());
        assert_eq!(read(&text).expect("a table").names(), ["a", "b", "c"], "{delimiter}");
    }
    let numbers = read("1,2\n3,4\n").expect("a table");
    assert_eq!((numbers.names(), numbers.rows()), (&["column_1".to_string(), "column_2".into()][..], 2));
    let recurring = read("red,small\nblue,small\nred,large\n").expect("a table");
    assert_eq!((recurring.names()[0].as_str(), recurring.rows()), ("column_1", 3));
    let names = read("name,city\nbob,rome\nann,oslo\n").expect("a table");
    assert_eq!((names.names()[0].as_str(), names.rows()), ("name", 2));
    let index = read(",a\n0,5\n1,6\n").expect("a table");
    assert_eq!(index.names(), ["column_1", "a"]);
    let spaced = read("a, b\n1, \"x, y\"\n2, z \n").expect("a table");
    assert_eq!(picture(&spaced)[1], r#""b" category ["x, y", "z"] "x, y" "z""#);
    let forced =
        ReadOptions::default().header(false).read_from("a,b\nc,d\n".as_bytes(), "a.csv").expect("a table");
    assert_eq!(forced.rows(), 2);
    let (_, notes) = {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.csv");
        std::fs::write(&path, "1,2\n").expect("written");
        ReadOptions::default().read_with_notes(&path).expect("a table")
    };
    assert!(notes[0].ends_with(
        "the first row looks like data, not like names, so the columns are named column_1, column_2, …"
    ));
}

#[test]
fn line_ends_marks_and_encodings() {
    let plain = picture(&read("a,b\n1,é\n2,ü\n").expect("a table"));
    assert_eq!(picture(&read("a,b\r\n1,é\r\n2,ü").expect("a table")), plain);
    assert_eq!(picture(&read("\u{feff}a,b\n\n1,é\n2,ü\n\n\n").expect("a table")), plain);
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let utf16: Vec<u8> = "\u{feff}a,b\n1,é\n2,ü\n".encode_utf16().flat_map(order).collect();
        assert_eq!(picture(&read(utf16).expect("a table")), plain);
    }
    let quoted = read("a,b\n\"\",\"1\"\nx,\"\"\n").expect("a table");
    assert_eq!(picture(&quoted), [r#""a" category ["x"] · "x""#, r#""b" number  "1" ·"#]);
    let marks = ReadOptions::default().na_values(vec!["-".into()]);
    let marked = marks.read_from("a,b\n1,NA\n-,x\n".as_bytes(), "a.csv").expect("a table");
    assert_eq!(picture(&marked), [r#""a" number  "1" ·"#, r#""b" category ["NA", "x"] "NA" "x""#]);
    let inches = read("a,b\n5\" pipe,1\n6\" pipe,2\n").expect("a table");
    assert_eq!(picture(&inches)[0], r#""a" category ["5\" pipe", "6\" pipe"] "5\" pipe" "6\" pipe""#);
}

#[test]
fn few_levels_are_a_category_and_many_are_text() {
    let kind = |levels: usize, rows: usize| {
        let lines: String = (0..rows).map(|i| format!("w{},1\n", i % levels)).collect();
        read(format!("a,b\n{lines}")).expect("a table").columns()[0].kind()
    };
    assert_eq!(kind(20, 20), ColumnKind::Category);
    // Names of rows, one each, are not a category.
    assert_eq!(kind(32, 32), ColumnKind::Text);
    assert_eq!(kind(51, 101), ColumnKind::Text);
    assert_eq!(kind(51, 102), ColumnKind::Category);
    assert_eq!(kind(70_000, 140_000), ColumnKind::Text);
}

#[test]
fn kinds_can_be_asked_for() {
    let options = ReadOptions::default().kind("a", ColumnKind::Category).kind("b", ColumnKind::Text);
    let table = options.read_from("a,b\n007,x\n8,x\n".as_bytes(), "a.csv").expect("a table");
    assert_eq!(kinds(&table), ["category", "text"]);
    let wrong =
        ReadOptions::default().kind("b", ColumnKind::Number).read_from("a,b\n1,x\n".as_bytes(), "a.csv");
    assert_eq!(
        wrong.expect_err("no number").to_string(),
        "a.csv, line 2, column 'b': found 'x' where a number was expected; correct it, leave it empty, or let the column have another type"
    );
    let unknown =
        ReadOptions::default().kind("aa", ColumnKind::Number).read_from("a,b\n1,x\n".as_bytes(), "a.csv");
    assert_eq!(unknown.expect_err("no column").to_string(), "there is no column 'aa'; did you mean 'a'?");
}

#[test]
fn a_hundred_thousand_columns() {
    let names: Vec<String> = (0..100_000).map(|i| format!("c{i}")).collect();
    let row = vec!["1"; 100_000].join(",");
    let table = read(format!("{}\n{row}\n{row}\n", names.join(","))).expect("a table");
    assert_eq!((table.width(), table.rows()), (100_000, 2));
}

fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("NA".to_string()),
        "-?[0-9]{1,3}(\\.[0-9]{1,3})?",
        Just("true".to_string()),
        Just("2021-03-04".to_string()),
        "[a-c]{1,2}",
        "\"[a, \n]{0,4}(\"\")?\"",
        "[a\" ]{1,4}",
    ]
}

fn column_cells() -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        proptest::collection::vec("-?[0-9]{1,3}", 12),
        proptest::collection::vec(prop_oneof![Just("true".to_string()), Just("NA".to_string())], 12),
        proptest::collection::vec(cell(), 12),
    ]
}

proptest! {
    #[test]
    fn blocks_do_not_matter(columns in proptest::collection::vec(column_cells(), 1..5), size in 1usize..60) {
        let rows = (0..12).map(|row| columns.iter().map(|c| c[row].as_str()).collect::<Vec<_>>().join(","));
        let header = (0..columns.len()).map(|i| format!("name {i}")).collect::<Vec<_>>().join(",");
        let text = std::iter::once(header).chain(rows).collect::<Vec<_>>().join("\n");
        let options = ReadOptions::default().delimiter(b',').header(true);
        let whole = options.read_from(text.as_bytes(), "a.csv");
        let blocks = options.block_bytes(size).read_from(text.as_bytes(), "a.csv");
        match (whole, blocks) {
            (Ok(whole), Ok(blocks)) => prop_assert_eq!(picture(&whole), picture(&blocks)),
            (whole, blocks) => prop_assert_eq!(whole.err(), blocks.err()),
        }
    }

    #[test]
    fn tables_survive_writing(
        numbers in proptest::collection::vec(prop_oneof![4 => proptest::num::f64::NORMAL | proptest::num::f64::ZERO, 1 => Just(f64::NAN), 1 => Just(f64::INFINITY)], 1..20),
        words in proptest::collection::vec(proptest::option::of("[ a-c,;\"\n\r|é]{1,5}x"), 20),
        dates in proptest::collection::vec(-60_000_000_000_000i64..200_000_000_000_000, 20),
        truths in proptest::collection::vec(0u8..3, 20),
    ) {
        let rows = numbers.len();
        let table = Table::builder()
            .number("some, number", numbers)
            .category("\"word\"", &words[..rows])
            .column("date", Column::Date(dates[..rows].to_vec().into()))
            .column("truth", Column::Boolean(hornbook_data::Booleans(truths[..rows].to_vec().into())))
            .build()
            .expect("a table");
        for format in [Format::Csv, Format::Tsv, Format::JsonLines] {
            let mut file = Vec::new();
            table.write_to(&mut file, format).expect("written");
            let options = ReadOptions::default().format(format).header(true).delimiter(if format == Format::Tsv { b'\t' } else { b',' })
                .kind("date", ColumnKind::Date).kind("truth", ColumnKind::Boolean)
                .kind("some, number", ColumnKind::Number).kind("\"word\"", ColumnKind::Category);
            let back = options.read_from(file.as_slice(), "a.csv").expect("read back");
            prop_assert_eq!(picture(&table), picture(&back), "{}", format);
        }
    }
}

#[test]
fn blank_lines_before_the_header_do_not_hide_it() {
    let text = "\n\n\n\n\n\n\n\n\n\nname,size\na,1\n";
    let whole = read(text).expect("a table");
    let options = ReadOptions::default().format(Format::Csv).block_bytes(4);
    let blocks = options.read_from(text.as_bytes(), "test").expect("a table");
    assert_eq!((whole.rows(), whole.names()), (1, blocks.names()));
    assert_eq!(blocks.rows(), 1);
}

#[test]
fn a_long_stream_comes_in_parts() {
    // Twenty megabytes, with line ends within cells and a number that appears late.
    let mut text = "id,size,note,kind\n".to_string();
    let mut rows = 0;
    while text.len() < 20 << 20 {
        let note = if rows % 7 == 0 { "\"two\nlines, and a \"\"quote\"\"\"" } else { "plain" };
        text += &format!("00{rows},{}.5,{note},{}\n", rows % 100, ["u", "v", "7"][rows % 3]);
        rows += 1;
    }
    let kind_of = |name: &str, _: ColumnKind| match name {
        "size" => Some(ColumnKind::Number),
        "kind" => Some(ColumnKind::Category),
        _ => None,
    };
    let (mut seen, mut parts, mut largest) = (0, 0, 0);
    let stream = std::io::Cursor::new(text.clone().into_bytes());
    ReadOptions::default()
        .for_each_part(stream, "stream", &kind_of, &mut |part| {
            for row in [0, part.rows() - 1] {
                let at = seen + row;
                assert_eq!(part.column("id")?.label(row), Some(format!("00{at}")), "as it is written");
                assert_eq!(part.column("size")?.label(row), Some(format!("{}.5", at % 100)));
                assert_eq!(part.column("kind")?.label(row).as_deref(), Some(["u", "v", "7"][at % 3]));
                let note = if at % 7 == 0 { "two\nlines, and a \"quote\"" } else { "plain" };
                assert_eq!(part.column("note")?.label(row).as_deref(), Some(note));
            }
            seen += part.rows();
            parts += 1;
            largest = largest.max(part.rows());
            Ok(())
        })
        .unwrap();
    assert_eq!(seen, rows);
    assert!(parts >= 3 && largest < rows / 2, "{parts} parts, the largest of {largest} rows");

    // What is wrong is named with its line in the whole stream.
    let line = text.lines().count() + 1;
    text += "1,oops,plain,u\n";
    let stream = std::io::Cursor::new(text.into_bytes());
    let fault =
        ReadOptions::default().for_each_part(stream, "stream", &kind_of, &mut |_| Ok(())).unwrap_err();
    assert!(
        fault.to_string().contains(&format!("line {line}")) && fault.to_string().contains("oops"),
        "{fault}"
    );
}

#[test]
fn a_short_stream_is_one_table_of_the_kinds_that_are_needed() {
    let kind_of = |name: &str, _: ColumnKind| (name == "id").then_some(ColumnKind::Category);
    let mut tables = Vec::new();
    let stream = "id,size\n007,1\n008,2\n".as_bytes();
    ReadOptions::default()
        .for_each_part(stream, "stream", &kind_of, &mut |part| {
            tables.push(part);
            Ok(())
        })
        .unwrap();
    assert_eq!(tables.len(), 1);
    assert_eq!(tables[0].column("id").unwrap().label(0).as_deref(), Some("007"));
    assert_eq!(tables[0].column("size").unwrap().kind(), ColumnKind::Number);
}
