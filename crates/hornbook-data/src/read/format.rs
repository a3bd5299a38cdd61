//! The formats, and how a file says which it is.

use std::fmt;
use std::path::Path;

/// A file format for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Comma-separated values, or values separated by `;`, `|` or a tab.
    Csv,
    /// Tab-separated values.
    Tsv,
    /// Apache Parquet.
    Parquet,
    /// Arrow IPC, as a file (also called Feather) or as a stream.
    Arrow,
    /// Weka's attribute-relation files.
    Arff,
    /// Sparse rows as `label index:value …`, also called libsvm.
    Svmlight,
    /// One JSON object a line.
    JsonLines,
    /// One basket (transaction) of items a line.
    Baskets,
    /// Biological sequences, each after a line with its name.
    Fasta,
    /// An image (PNG, JPEG, PGM, PPM), or a folder of images.
    Images,
    /// Graphs: JSON (node-link), GraphML, GML, a folder of such files, or a folder of a TU dataset.
    Graphs,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 11] = [
        Format::Csv,
        Format::Tsv,
        Format::Parquet,
        Format::Arrow,
        Format::Arff,
        Format::Svmlight,
        Format::JsonLines,
        Format::Baskets,
        Format::Fasta,
        Format::Images,
        Format::Graphs,
    ];

    /// The word for this format in every interface.
    pub fn name(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Tsv => "tsv",
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
            Format::Arff => "arff",
            Format::Svmlight => "svmlight",
            Format::JsonLines => "jsonl",
            Format::Baskets => "baskets",
            Format::Fasta => "fasta",
            Format::Images => "images",
            Format::Graphs => "graphs",
        }
    }

    /// The format of this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// How names of such files end, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Csv => &["csv", "txt"],
            Format::Tsv => &["tsv", "tab"],
            Format::Parquet => &["parquet"],
            Format::Arrow => &["arrow", "feather", "ipc"],
            Format::Arff => &["arff"],
            Format::Svmlight => &["svm", "svmlight", "libsvm"],
            Format::JsonLines => &["jsonl", "ndjson"],
            Format::Baskets => &["basket", "baskets"],
            Format::Fasta => &["fasta", "fa", "fna", "faa"],
            Format::Images => &["png", "jpg", "jpeg", "pgm", "ppm", "pnm"],
            Format::Graphs => &["graphml", "gml"],
        }
    }

    /// Whether files of this format are written, too.
    pub fn is_written(self) -> bool {
        !matches!(self, Format::Baskets | Format::Fasta | Format::Images | Format::Graphs)
    }

    /// Whether files of this format can hold columns of objects beside others.
    pub fn holds_objects(self) -> bool {
        matches!(self, Format::JsonLines | Format::Arrow | Format::Parquet)
    }

    /// Whether files of this format say what the types of their columns are.
    pub fn has_types(self) -> bool {
        !matches!(self, Format::Csv | Format::Tsv | Format::JsonLines)
    }

    /// The format a path's extension stands for; `.gz` and `.zst` are looked through.
    pub fn from_path(path: impl AsRef<Path>) -> Option<Format> {
        let path = path.as_ref();
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "gz" | "zst" => Format::from_path(path.file_stem()?),
            other => Format::ALL.into_iter().find(|format| format.extensions().contains(&other)),
        }
    }

    /// The format that the first bytes suggest; CSV if they say nothing.
    pub(crate) fn sniff(start: &[u8]) -> Format {
        let text = start.trim_ascii_start();
        let keyword = b"@relation";
        if start.starts_with(b"PAR1") {
            Format::Parquet
        } else if start.starts_with(b"ARROW1") {
            Format::Arrow
        } else if text.get(..keyword.len()).is_some_and(|t| t.eq_ignore_ascii_case(keyword)) {
            Format::Arff
        } else if text.starts_with(b"{") && !starts_with_graph(text) {
            Format::JsonLines
        } else if start.starts_with(b"\x89PNG") || start.starts_with(&[0xff, 0xd8, 0xff]) {
            Format::Images
        } else if text.starts_with(b">") {
            Format::Fasta
        } else if text.starts_with(b"{")
            || text.starts_with(b"<?xml")
            || text.starts_with(b"<graphml")
            || is_gml(text)
        {
            Format::Graphs
        } else {
            Format::Csv
        }
    }
}

/// Whether the first JSON object has the key `nodes` itself.
fn starts_with_graph(text: &[u8]) -> bool {
    let (mut depth, mut quote, mut escaped, mut start) = (0usize, false, false, 0);
    for (place, &byte) in text.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quote => escaped = true,
            b'"' => {
                if quote && depth == 1 && &text[start..place] == b"nodes" {
                    return true;
                }
                (quote, start) = (!quote, place + 1);
            }
            _ if quote => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth <= 1 => return false,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Whether a text starts as GML does: `graph [`, perhaps after who made it.
fn is_gml(text: &[u8]) -> bool {
    let word = |word: &[u8]| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let after = text.iter().skip(b"graph".len()).find(|byte| !byte.is_ascii_whitespace());
    (word(b"graph") && after == Some(&b'[')) || word(b"creator \"")
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_by_path_name_and_first_bytes() {
        assert_eq!(Format::from_path("a/b.CSV.gz"), Some(Format::Csv));
        assert_eq!(Format::from_path("b.tab"), Some(Format::Tsv));
        assert_eq!(Format::from_path("b.feather"), Some(Format::Arrow));
        assert_eq!(Format::from_path("b.gz"), None);
        assert_eq!(Format::from_path("b"), None);
        for format in Format::ALL {
            assert_eq!(Format::from_name(format.name()), Some(format));
            for extension in format.extensions() {
                assert_eq!(Format::from_path(format!("x.{extension}.zst")), Some(format));
            }
        }
        assert_eq!(Format::sniff(b"PAR1...."), Format::Parquet);
        assert_eq!(Format::sniff(b"  @RELATION x"), Format::Arff);
        assert_eq!(Format::sniff(b"{\"a\":1}"), Format::JsonLines);
        assert_eq!(Format::sniff(b"a,b"), Format::Csv);
    }
}
