//! Drawings that come with a record are put into the page as they are, so they must be drawings and nothing else.

use hornbook_core::{Error, Result};

/// What a drawing is made of.
const ELEMENTS: [&str; 13] = [
    "svg", "title", "desc", "style", "g", "rect", "path", "line", "polyline", "polygon", "circle", "ellipse",
    "text",
];

/// The attributes that those elements have: places, sizes and looks, and names for style sheets and screen readers.
const ATTRIBUTES: [&str; 44] = [
    "xmlns",
    "viewbox",
    "width",
    "height",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "dx",
    "dy",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "points",
    "transform",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "opacity",
    "font-family",
    "font-size",
    "font-weight",
    "font-style",
    "text-anchor",
    "dominant-baseline",
    "class",
    "id",
    "role",
    "style",
    "lang",
    "xml:space",
    "preserveaspectratio",
    "tabindex",
    "paint-order",
];

/// Refuses a drawing with elements or attributes that could do more than be seen.
///
/// The text is taken apart as a browser does, and only what is known to be harmless passes: a check for what is harmful
/// would have to know every way to write it.
pub(crate) fn check_drawing(svg: &str) -> Result<()> {
    let fault = |what: &str| {
        Err(Error::data(
            format!("the drawing of the model in this record has {what}, which no drawing of a tree needs"),
            "write the record again from the study",
        ))
    };
    if !svg.trim_start().starts_with("<svg") || !svg.trim_end().ends_with("</svg>") {
        return fault("something beside an <svg> element");
    }
    let plain = svg.to_ascii_lowercase();
    let mut rest = plain.as_str();
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let is_end = rest.starts_with('/');
        rest = rest.strip_prefix('/').unwrap_or(rest);
        let name_length = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(name_length);
        if !ELEMENTS.contains(&name) {
            let found: String = rest.chars().take(name_length.clamp(1, 20)).collect();
            return fault(&format!("an element '{found}'"));
        }
        rest = match attributes(after, is_end) {
            Ok(rest) => rest,
            Err(what) => return fault(&what),
        };
        if name == "style" && !is_end && has_reference(rest.split('<').next().unwrap_or_default()) {
            return fault("a style sheet with a reference to something else");
        }
    }
    Ok(())
}

/// Whether a style fetches something. With a backslash it may write anything in another way.
fn has_reference(style: &str) -> bool {
    ["url(", "@import", "image(", "image-set(", "expression(", "\\"].iter().any(|word| style.contains(word))
}

/// What follows a tag, all of whose attributes are harmless.
fn attributes(tag: &str, is_end: bool) -> Result<&str, String> {
    let mut rest = tag;
    loop {
        let blank = rest.len() - rest.trim_ascii_start().len();
        rest = &rest[blank..];
        if let Some(after) = rest.strip_prefix('>') {
            return Ok(after);
        }
        if let Some(after) = rest.strip_prefix("/>").filter(|_| !is_end) {
            return Ok(after);
        }
        if rest.is_empty() {
            return Err("an element that does not end".to_string());
        }
        if blank == 0 || is_end {
            return Err("an element that is not written as it should".to_string());
        }
        let is_named = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '_');
        let length = rest.find(|c| !is_named(c)).unwrap_or(rest.len());
        let (name, after) = rest.split_at(length);
        if !ATTRIBUTES.contains(&name) && !name.starts_with("data-") && !name.starts_with("aria-") {
            return Err(match name.starts_with("on") {
                true => format!("an attribute '{name}' that runs a script"),
                false if name.ends_with("href") => "a reference to something else".to_string(),
                false => format!("an attribute '{name}'"),
            });
        }
        // A value stands in quotes right behind the name, and whatever it holds is no markup.
        let value = after.strip_prefix('=').and_then(|value| {
            let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let end = value[1..].find(quote)?;
            Some((&value[1..=end], &value[end + 2..]))
        });
        let Some((value, after)) = value else {
            return Err(format!("an attribute '{name}' without a value in quotes"));
        };
        if value.contains(['<', '>']) {
            return Err(format!("markup in an attribute '{name}'"));
        }
        let is_seen = !name.starts_with("data-") && !name.starts_with("aria-");
        if is_seen && has_reference(value) {
            return Err(format!("a reference to something else in an attribute '{name}'"));
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_learner::drawing::{Diagram, DiagramNode};

    #[test]
    fn drawings_of_trees_pass() {
        let leaf = DiagramNode { answer: vec!["<script>on = 1".to_string()], ..DiagramNode::default() };
        let svg = Diagram::new("one onclick=x", vec![leaf]).unwrap().to_svg(None);
        check_drawing(&svg).unwrap();
    }

    #[test]
    fn anything_else_is_refused() {
        for bad in [
            "<p>text</p>",
            "<svg><script>alert(1)</script></svg>",
            "<svg onload=\"alert(1)\"></svg>",
            "<svg><rect\nonclick='x'/></svg>",
            "<svg><a href=\"x\">y</a></svg>",
            "<svg><image xlink:href=\"x\"/></svg>",
            "<svg><style>@import 'x'</style></svg>",
            "<svg><rect fill=\"url(x)\"/></svg>",
            "<svg><foreignObject/></svg>",
            "<svg></svg",
            "<svg title=\">\" onload=\"alert(1)\"></svg>",
            "<svg onload =\"alert(1)\"></svg>",
            "<svg class=\">\" onload=\"alert(1)\"></svg>",
            "<svg/onload=\"alert(1)\"></svg>",
            "<svg class=a onload=alert(1)></svg>",
            "<svg class=\"a\"onload=\"alert(1)\"></svg>",
            "<svg ONLOAD=\"alert(1)\"></svg>",
            "<svg><style>a{background:U\\52L(x)}</style></svg>",
            "<svg><!--><script>alert(1)</script>--></svg>",
            "<svg><text x='1' formaction='x'>y</text></svg>",
        ] {
            let error = check_drawing(bad).unwrap_err().to_string();
            assert!(error.contains("write the record again"), "{bad}: {error}");
        }
    }
}
