//! Folders of files, one a row: images or graphs, with the subfolder as the label.

use super::format::Format;
use super::source::ByteSource;
use crate::column::{Categories, Column};
use hornbook_core::Result;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders within folders, before we take them for a circle.
const DEEPEST: usize = 32;

/// A file of a folder.
#[derive(Debug)]
pub(super) struct FolderFile {
    pub path: PathBuf,
    /// Its path within the folder, with `/` between the names.
    pub name: String,
    /// The first folder on the way to it, if it is not in the outer one.
    pub label: Option<String>,
}

/// All files of a folder with these extensions, in the order of their names.
pub(super) fn files(folder: &Path, source: &ByteSource, extensions: &[&str]) -> Result<Vec<FolderFile>> {
    let mut found = Vec::new();
    collect(folder, &mut Vec::new(), source, extensions, &mut found)?;
    found.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(found)
}

fn collect(
    folder: &Path,
    names: &mut Vec<String>,
    source: &ByteSource,
    extensions: &[&str],
    found: &mut Vec<FolderFile>,
) -> Result<()> {
    if names.len() > DEEPEST {
        return Err(source.unreadable(format!("its folders are nested more than {DEEPEST} deep")));
    }
    let entries =
        fs::read_dir(folder).map_err(|e| source.unreadable(format!("{}: {e}", folder.display())))?;
    for entry in entries {
        let entry = entry.map_err(|e| source.unreadable(e))?;
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        // What starts with a dot belongs to other programs.
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            names.push(name);
            collect(&path, names, source, extensions, found)?;
            names.pop();
        } else if has_extension(&path, extensions) {
            let whole = names.iter().map(String::as_str).chain([name.as_str()]).collect::<Vec<_>>().join("/");
            found.push(FolderFile { path, name: whole, label: names.first().cloned() });
        }
    }
    Ok(())
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).map(str::to_ascii_lowercase);
    extension.is_some_and(|extension| extensions.contains(&extension.as_str()))
}

/// What the files of a folder are.
pub(super) fn format_of(folder: &Path, source: &ByteSource) -> Result<Format> {
    if super::graphs::tu_prefix(folder, source)?.is_some() {
        return Ok(Format::Graphs);
    }
    if !files(folder, source, Format::Images.extensions())?.is_empty() {
        return Ok(Format::Images);
    }
    if !files(folder, source, super::graphs::EXTENSIONS)?.is_empty() {
        return Ok(Format::Graphs);
    }
    Err(source.unreadable(
        "it is a folder without images (PNG, JPEG, PGM, PPM) and graphs (GraphML, GML, JSON, TU); give the path of a file in it",
    ))
}

/// The columns `file` and, if any file is in a subfolder, `label`.
pub(super) fn name_columns(files: &[FolderFile]) -> Vec<(String, Column)> {
    let names: Vec<Option<&str>> = files.iter().map(|file| Some(file.name.as_str())).collect();
    let mut columns = vec![("file".to_string(), Column::Text(names.into_iter().collect()))];
    let labels: Vec<Option<&str>> = files.iter().map(|file| file.label.as_deref()).collect();
    if labels.iter().any(Option::is_some) {
        columns.push(("label".to_string(), Column::Category(Categories::from_labels(&labels))));
    }
    columns
}
