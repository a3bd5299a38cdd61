//! Trees and curves as pictures in files.

use crate::arguments::option;
use crate::failure::Failure;
use crate::output::{Output, note};
use clap::{Arg, ArgMatches, value_parser};
use hornbook::drawing::diagram_of;
use hornbook::{Error, Model};
use serde_json::json;

pub fn flags() -> [Arg; 4] {
    [
        option("svg", "FILE", "Draw the tree, or the plot of --partial-dependence or --ale, as SVG"),
        option("dot", "FILE", "Write the tree as a Graphviz DOT file").conflicts_with("reading"),
        option("tree", "NUMBER", "Which tree of a forest or of boosted trees to draw; the first is 1")
            .value_parser(value_parser!(u64).range(1..))
            .conflicts_with("reading"),
        option("max-depth", "DEPTH", "Maximum depth drawn; the drawing marks what is left out")
            .value_parser(value_parser!(u64).range(0..=10_000))
            .conflicts_with("reading"),
    ]
}

/// Draws the tree of a model if that is asked for. Says whether it is.
pub fn tree(model: &dyn Model, matches: &ArgMatches, output: &Output) -> Result<bool, Failure> {
    let (svg, dot) = (matches.get_one::<String>("svg"), matches.get_one::<String>("dot"));
    if svg.is_none() && dot.is_none() {
        if let Some(flag) = ["tree", "max-depth"].into_iter().find(|flag| matches.contains_id(flag)) {
            return Err(Failure::Usage(format!("--{flag} needs a drawing; add --svg or --dot")));
        }
        return Ok(false);
    }
    let number = |name: &str| matches.get_one::<u64>(name).map(|&n| usize::try_from(n).unwrap_or(usize::MAX));
    let diagram = diagram_of(model, number("tree").map(|tree| tree - 1)).map_err(|error| {
        // The library does not know our flags.
        match model.inspect().diagrams() > 1 && number("tree").is_none() {
            true => Failure::Usage(format!(
                "this model has {} trees; say which one with --tree",
                model.inspect().diagrams()
            )),
            false => Failure::Hornbook(error),
        }
    })?;
    if let Some(path) = svg {
        write(path, &diagram.to_svg(number("max-depth")), "the drawing of the tree")?;
    }
    if let Some(path) = dot {
        let limited = number("max-depth").map(|depth| diagram.down_to(depth));
        write(path, &limited.as_ref().unwrap_or(&diagram).to_dot(), "the tree for Graphviz")?;
    }
    if output.is_json() && !matches.contains_id("row") {
        output
            .json(&json!({"title": diagram.title, "boxes": diagram.nodes().len(), "svg": svg, "dot": dot}))?;
    }
    Ok(true)
}

/// Writes a picture and says where.
pub fn write(path: &str, text: &str, what: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Error::file("write", path, error))?;
    note(&format!("{what} is in {path}"));
    Ok(())
}
