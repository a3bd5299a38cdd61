//! Every format: what its files mean, and that batches are the same as the whole.

use crate::common::picture;
use hornbook_data::{BatchFile, Booleans, Column, Format, Numbers, ReadOptions, Table, TableFile};

fn read(format: Format, text: &str) -> Table {
    ReadOptions::default().format(format).read_from(text.as_bytes(), "a").expect("a table")
}

#[test]
fn arff_means() {
    let table = read(
        Format::Arff,
        "% a comment\n@RELATION 'my table'\n@Attribute \"a b\" REAL\n@attribute c {red, 'dark blue', \"it's\"}\n\
         @attribute d date 'dd.MM.yyyy'\n@attribute s string\n@attribute weight integer\n@DATA\n\
         1.5,'dark blue',02.01.1970,'it\\'s\\n',3\n% another\n?,red,?,?,4, {2.5}\n\n{0 7, 1 \"it's\"}\n",
    );
    assert_eq!(
        picture(&table),
        [
            r#""a b" number  "1.5" · "7""#,
            r#""c" category ["red", "dark blue", "it's"] "dark blue" "red" "it's""#,
            r#""d" date  "1970-01-02" · "1970-01-01""#,
            r#""s" text  "it's\n" · ·"#,
            r#""weight" number  "3" "4" "0""#,
            r#""weight_2" number  "1" "2.5" "1""#,
        ]
    );
    let sparse = read(Format::Arff, "@attribute a numeric\n@data\n{}\n{}\n{0 5}\n{}\n");
    let Column::Number(Numbers::Sparse(numbers)) = &sparse.columns()[0] else { panic!("not sparse") };
    assert_eq!((numbers.rows, &*numbers.indices), (4, &[2u32][..]));
}

#[test]
fn svmlight_means() {
    let table = read(Format::Svmlight, "# header\n1 qid:3 1:0.5 3:2 # note\n-1 2:1e-3\n\n");
    assert_eq!(
        picture(&table),
        [
            r#""label" number  "1" "-1""#,
            r#""qid" number  "3" ·"#,
            r#""f1" number  "0.5" "0""#,
            r#""f2" number  "0" "0.001""#,
            r#""f3" number  "2" "0""#,
        ]
    );
    assert_eq!(read(Format::Svmlight, "1 0:1 2:3\n").names(), ["label", "f0", "f1", "f2"]);
    assert!(matches!(table.columns()[2], Column::Number(Numbers::SparseMatrix(_))));
}

#[test]
fn json_lines_mean() {
    let table = read(
        Format::JsonLines,
        "{\"a\":1,\"b\":\"x\\ny\",\"t\":true}\n{\"c\":\"2020-01-01\",\"a\":null,\"big\":12345678901234567890}\n{\"a\":2.5,\"b\":\"\"}\n",
    );
    assert_eq!(
        picture(&table),
        [
            r#""a" number  "1" · "2.5""#,
            r#""b" category ["", "x\ny"] "x\ny" · """#,
            r#""t" boolean  "true" · ·"#,
            r#""c" date  · "2020-01-01" ·"#,
            r#""big" category ["12345678901234567890"] · "12345678901234567890" ·"#,
        ]
    );
}

/// Rows of every kind, many enough for several blocks.
fn mixed(rows: usize) -> Table {
    let word = |i: usize| (!i.is_multiple_of(7)).then(|| format!("level {}", i * i % 11));
    let words: Vec<Option<String>> = (0..rows).map(word).collect();
    let text: Vec<Option<String>> =
        (0..rows).map(|i| (!i.is_multiple_of(5)).then(|| format!("text, {i}"))).collect();
    Table::builder()
        .number(
            "x",
            (0..rows).map(|i| if i.is_multiple_of(13) { f64::NAN } else { i as f64 / 7.0 }).collect(),
        )
        .category("word", &words)
        .column("text", Column::Text(text.into_iter().collect()))
        .column("when", Column::Date((0..rows as i64).map(|i| i * 86_400_000).collect()))
        .column("truth", Column::Boolean(Booleans((0..rows).map(|i| (i % 3) as u8).collect())))
        .build()
        .expect("a table")
}

fn numbers(rows: usize) -> Table {
    Table::builder()
        .number("label", (0..rows).map(|i| (i % 2) as f64).collect())
        .number("f1", (0..rows).map(|i| i as f64 / 3.0).collect())
        .number("f2", (0..rows).map(|i| if i.is_multiple_of(10) { i as f64 } else { 0.0 }).collect())
        .build()
        .expect("a table")
}

#[test]
fn files_come_back_and_batches_are_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = ["csv", "tsv", "csv.gz", "csv.zst", "jsonl", "jsonl.gz", "arff", "arff.zst", "svm", "svm.gz"];
    let columnar = &["parquet", "arrow", "feather", "parquet.gz"];
    for extension in all.iter().chain(columnar) {
        let table = if extension.starts_with("svm") { numbers(2500) } else { mixed(2500) };
        let path = folder.path().join(format!("table.{extension}"));
        table.write(&path).expect("written");
        let whole = Table::read(&path).expect("read");
        if extension.starts_with("arff") {
            // ARFF has no booleans: they come back as categories.
            assert_eq!(picture(&table)[..4], picture(&whole)[..4], "{extension}");
        } else {
            assert_eq!(picture(&table), picture(&whole), "{extension}");
        }
        for batch_rows in [1000, 2500, 10_000] {
            let options = ReadOptions::default().block_bytes(5000);
            let file = BatchFile::open(&path, &options, batch_rows).expect("opened");
            for _ in 0..2 {
                let mut batches = Vec::new();
                file.for_each(&mut |batch| {
                    batches.push(batch);
                    Ok(())
                })
                .expect("read in batches");
                let (last, full) = batches.split_last().expect("a batch");
                assert!(
                    full.iter().all(|b| b.rows() == batch_rows) && last.rows() <= batch_rows,
                    "{extension}"
                );
                assert_eq!(batches.iter().map(Table::rows).sum::<usize>(), whole.rows(), "{extension}");
                let mut start = 0;
                for batch in &batches {
                    let rows: Vec<u32> = (start..start + batch.rows() as u32).collect();
                    assert_eq!(picture(batch), picture(&whole.take(&rows)), "{extension}");
                    start += batch.rows() as u32;
                }
                let kinds = |t: &Table| t.columns().iter().map(Column::kind).collect::<Vec<_>>();
                assert_eq!(kinds(file.shape()), kinds(&whole), "{extension}");
            }
        }
    }
}

#[test]
fn types_that_mix_late_are_settled_before_the_first_batch() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("late.csv");
    let rows: String =
        (0..1000).map(|i| format!("{},{}\n", i, if i < 999 { "2020-01-01" } else { "soon" })).collect();
    std::fs::write(&path, format!("n,d\n{rows}x,2020-01-01\n")).expect("written");
    let whole = Table::read(&path).expect("read");
    let options = ReadOptions::default().block_bytes(200);
    assert_eq!(picture(&options.read(&path).expect("read")), picture(&whole));
    let mut labels = Vec::new();
    BatchFile::open(&path, &options, 64)
        .expect("opened")
        .for_each(&mut |batch| {
            labels.extend(
                (0..batch.rows()).map(|row| (batch.columns()[0].label(row), batch.columns()[1].label(row))),
            );
            Ok(())
        })
        .expect("read");
    let expected: Vec<_> =
        (0..whole.rows()).map(|row| (whole.columns()[0].label(row), whole.columns()[1].label(row))).collect();
    assert_eq!(labels, expected);
}

/// A file that is longer than what is looked at before it is trusted, and ends with this line.
fn long_file(path: &std::path::Path, last: &str) {
    let rows = "-1234.5678901234567,0.00015243678901\n".repeat(300_000);
    std::fs::write(path, format!("n,d\n{rows}{last}\n")).expect("written");
}

#[test]
fn numbers_are_trusted_until_a_cell_is_something_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.csv");
    for (last, deceives) in [("1,2", false), ("1,", false), ("1,soon", true), ("1,2,3", true)] {
        long_file(&path, last);
        let options = ReadOptions::default();
        let file = BatchFile::open_optimistic(&path, &options, 1000).expect("opened").expect("trusted");
        let mut rows = 0;
        let read = file.for_each(&mut |batch| {
            rows += batch.rows();
            Ok(())
        });
        assert_eq!((read.is_err(), file.type_assumption_failed()), (deceives, deceives), "{last}");
        assert!(deceives || rows == 300_001, "{last}: {rows} rows");
    }
    // What refuses a batch deceives nobody.
    let file =
        BatchFile::open_optimistic(&path, &ReadOptions::default(), 1000).expect("opened").expect("trusted");
    assert!(file.for_each(&mut |_| Err(hornbook_core::Error::Canceled)).is_err());
    assert!(!file.type_assumption_failed());
    // Words at the start are no numbers, and asking for a category settles that.
    let of =
        |options: ReadOptions| BatchFile::open_optimistic(&path, &options, 10).expect("opened").is_some();
    assert!(!of(ReadOptions::default().kind("d", hornbook_data::ColumnKind::Category)));
    std::fs::write(&path, "n,d\n1,2\n1,soon\n").expect("written");
    assert!(!of(ReadOptions::default()));
}

#[test]
fn an_error_in_a_batch_ends_the_reading() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.csv");
    mixed(100).write(&path).expect("written");
    let mut seen = 0;
    let ended = BatchFile::open(&path, &ReadOptions::default(), 10).expect("opened").for_each(&mut |_| {
        seen += 1;
        Err(hornbook_core::Error::Canceled)
    });
    assert_eq!((ended, seen), (Err(hornbook_core::Error::Canceled), 1));
}

#[test]
fn formats_are_sniffed() {
    let options = ReadOptions::default();
    let names = |bytes: &[u8]| options.read_from(bytes, "standard input").expect("a table").names().to_vec();
    assert_eq!(names(b"{\"k\":1}\n"), ["k"]);
    assert_eq!(names(b"@relation r\n@attribute k numeric\n@data\n1\n"), ["k"]);
    for format in Format::ALL.into_iter() {
        if format != Format::Svmlight && format.is_written() {
            let mut bytes = Vec::new();
            mixed(5).write_to(&mut bytes, format).expect("written");
            assert_eq!(names(&bytes), mixed(5).names(), "{format}");
        }
    }
}

#[test]
fn a_file_is_read_as_plain_data_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    std::fs::write(&path, "1;-;2\n3;x;4\n").unwrap();
    let text = format!(
        r#"{{"file": {path:?}, "format": "csv", "delimiter": ";", "header": false, "na_values": ["-"], "types": {{"column_2": "text"}}}}"#
    );
    let file: TableFile = serde_json::from_str(&text).unwrap();
    assert!(!file.is_plain() && TableFile::default().at("a.csv").is_plain());
    let table = file.read().unwrap();
    assert_eq!((table.rows(), table.names().len()), (2, 3));
    assert_eq!(table.columns()[1].missing(), 1);
}
