//! No bytes make a reader panic: a small corpus, and thousands of mutations of it that are the same every time.

use hornbook_data::{Format, ReadOptions, Table};

const CORPUS: &[(Format, &[u8])] = &[
    (Format::Csv, b"a,b,c\n1,\"x, \"\"y\"\"\",2020-01-02\n2,NA,2021-01-02T03:04:05.678+01:00\n"),
    (Format::Csv, b"a;b\r\n1e5;true\r\n-inf;FALSE\r\n"),
    (Format::Csv, b"\xff\xfea\0,\0b\0\n\x001\0,\x002\0\n\0"),
    (Format::Tsv, b"\xef\xbb\xbfa\tb\n1\t\"\n\"\n"),
    (Format::Arff, b"@relation r\n@attribute a numeric\n@attribute 'b c' {x,'y z'}\n@attribute d date 'yyyy-MM-dd'\n@attribute s string\n@data\n1,x,2020-01-02,'q\\'s'\n{0 2, 1 'y z'}, {3}\n?,?,?,?\n"),
    (Format::Svmlight, b"1 qid:2 1:0.5 7:1e3 # c\n-1 2:nan\n"),
    (Format::JsonLines, b"{\"a\":1,\"b\":\"x\\u00e9\\n\",\"c\":true}\n{\"a\":null,\"d\":\"2020-01-01\"}\n"),
    (Format::JsonLines, b"{\"a\":[1,null,-2e5],\"b\":[\"x\",\"y\"],\"i\":[[1,2],[3,4]],\"g\":{\"nodes\":[{\"id\":0}],\"edges\":[[0,0,\"z\"]]}}\n{\"a\":[]}\n"),
    (Format::Baskets, b"milk, bread\n\"tea, black\";milk\n\n"),
    (Format::Fasta, b">name description\nACGT\nac-g*\n; note\n>two\n"),
    (Format::Graphs, b"graph [ directed 1\n node [ id 1 label \"A &amp; B\" ]\n node [ id 2 ]\n edge [ source 1 target 2 ]\n]\n"),
    (Format::Graphs, b"<?xml version=\"1.0\"?><!-- c --><graphml><key id='d' for='node' attr.name='label'/><graph edgedefault='directed'><node id='a'><data key='d'>x &#65;</data></node><edge source='a' target='a'/></graph></graphml>"),
    (Format::Graphs, b"[{\"nodes\": 2, \"edges\": [[0, 1]], \"root\": 0, \"label\": 1}]"),
    (Format::Images, b"P5 3 2 255\n\x01\x02\x03\x04\x05\x06"),
    (Format::Images, b"P3 1 1 255 1 2 3\n"),
    (Format::Csv, &[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0xd4, 0x49, 0xe2, 0x32, 0xd4, 0x31, 0xe2, 2, 0]),
    (Format::Csv, &[0x28, 0xb5, 0x2f, 0xfd, 0x24, 8, 0x41, 0, 0, b'a', b',', b'b', b'\n', b'1', b',', b'2', b'\n']),
];

/// Bytes that matter to some format, to be put where they hurt.
const SHARP: &[u8] = b"\"',;\t|\n\r{}[]:%?@#\\0e-+. \0\xff\xc3";

/// A small generator of its own, so that the inputs never change.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides.max(1)
    }

    fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.roll(4) {
            let at = self.roll(bytes.len() + 1);
            match self.roll(6) {
                0 if at < bytes.len() => bytes[at] = SHARP[self.roll(SHARP.len())],
                1 => bytes.insert(at, SHARP[self.roll(SHARP.len())]),
                2 if at < bytes.len() => drop(bytes.remove(at)),
                3 => bytes.truncate(at),
                4 => {
                    let end = (at + self.roll(20)).min(bytes.len());
                    let part = bytes[at..end].to_vec();
                    let to = self.roll(bytes.len() + 1);
                    bytes.splice(to..to, part);
                }
                _ if at < bytes.len() => bytes[at] ^= 1 << self.roll(8),
                _ => {}
            }
        }
    }
}

/// A damaged file is read, or refused with a sentence that says what to do. What decompression cannot read it says in its own words.
fn is_table_or_sentence(bytes: &[u8], read: hornbook_core::Result<Table>) {
    let is_compressed = bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    if let (Err(error), false) = (read, is_compressed) {
        let said = error.to_string();
        assert!(said.split_once("; ").is_some_and(|(_, advice)| !advice.trim().is_empty()), "{said}");
    }
}

#[test]
fn text_readers_survive() {
    let mut dice = Dice(1);
    for round in 0..4000 {
        let (format, seed) = CORPUS[round % CORPUS.len()];
        let mut bytes = seed.to_vec();
        if round >= CORPUS.len() {
            dice.mutate(&mut bytes);
        }
        let text_formats = [
            format,
            Format::Csv,
            Format::Arff,
            Format::Svmlight,
            Format::JsonLines,
            Format::Baskets,
            Format::Fasta,
            Format::Graphs,
            Format::Images,
        ];
        let size = [3, 17, 1 << 18][dice.roll(3)];
        for format in text_formats {
            let options = ReadOptions::default().format(format).block_bytes(size);
            is_table_or_sentence(&bytes, options.read_from(bytes.as_slice(), "hostile"));
        }
        is_table_or_sentence(&bytes, ReadOptions::default().read_from(bytes.as_slice(), "hostile"));
    }
}

/// Encoded images, of which most mutations are none.
#[test]
fn image_readers_survive() {
    let picture = image::RgbImage::from_fn(9, 7, |x, y| image::Rgb([x as u8, y as u8, 200]));
    let mut dice = Dice(3);
    for format in [image::ImageFormat::Png, image::ImageFormat::Jpeg, image::ImageFormat::Pnm] {
        let mut seed = Vec::new();
        picture.write_to(&mut std::io::Cursor::new(&mut seed), format).expect("written");
        for _ in 0..1000 {
            let mut bytes = seed.clone();
            dice.mutate(&mut bytes);
            let options = ReadOptions::default().format(Format::Images);
            is_table_or_sentence(&bytes, options.read_from(bytes.as_slice(), "hostile"));
        }
    }
}

#[test]
fn columnar_readers_survive() {
    let single = Table::builder()
        .number("x", vec![1.0, f64::NAN, 3.0])
        .category("c", &[Some("a"), None, Some("b")])
        .build()
        .expect("a table");
    for table in [single, crate::objects::every_kind()] {
        columnar_readers_survive_mutations_of(&table);
    }
}

fn columnar_readers_survive_mutations_of(table: &Table) {
    let mut dice = Dice(2);
    // The decoders' own panics are caught; their messages would only fill the log.
    std::panic::set_hook(Box::new(|_| {}));
    for format in [Format::Parquet, Format::Arrow] {
        let mut seed = Vec::new();
        table.write_to(&mut seed, format).expect("written");
        for _ in 0..400 {
            let mut bytes = seed.clone();
            dice.mutate(&mut bytes);
            let _ = ReadOptions::default().format(format).read_from(bytes.as_slice(), "hostile");
        }
    }
}

/// Files of a few bytes that claim to hold more than any memory: run lengths, sizes of pages and of values, nesting, rows
/// without columns, compressed buffers.
#[test]
fn files_that_claim_too_much_are_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile");
    for (name, words) in [
        ("children2e9.parquet", "claims 2147483647 children"),
        ("deep_10000.parquet", "nested more than 64 deep"),
        ("flba_2e9.parquet", "HORNBOOK_READ_MEMORY"),
        ("lz4_stream_8000_4611686018427387904.arrow", "4611686018427387904 bytes of memory"),
        ("nocols_1e12.parquet", "1000000000000 rows and has no columns"),
        ("rle_1e9.parquet", "8000000000 bytes of memory"),
        ("unc_snappy_2147483647.parquet", "a page would take 2147483647 bytes of memory"),
        ("zstd_file_8000_4611686018427387904.arrow", "4611686018427387904 bytes of memory"),
    ] {
        let path = folder.join(name);
        let from_file = Table::read(&path).expect_err(name).to_string();
        assert!(from_file.contains(words), "{name}: {from_file}");
        let bytes = std::fs::read(&path).expect(name);
        let format = if name.ends_with("parquet") { Format::Parquet } else { Format::Arrow };
        let options = ReadOptions::default().format(format);
        let from_memory = options.read_from(bytes.as_slice(), name).expect_err(name).to_string();
        assert!(from_memory.contains(words), "{name}: {from_memory}");
    }
}
