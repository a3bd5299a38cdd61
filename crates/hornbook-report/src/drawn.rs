//! Drawings that come with a record are put into the page as they are, so they must be drawings and nothing else.

use hornbook_core::{Error, Result};

/// What a drawing is made of.
const ELEMENTS: [&str; 13] = [
    "svg", "title", "desc", "style", "g", "rect", "path", "line", "polyline", "polygon", "circle", "ellipse",
    "text",
];

/// Refuses a drawing with elements or attributes that could do more than be seen.
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
    for part in svg.split('<').skip(1) {
        let Some((tag, _)) = part.split_once('>') else { return fault("an element that does not end") };
        let name = tag.trim_start_matches('/').split([' ', '/', '\n', '\t', '\r']).next().unwrap_or_default();
        if !ELEMENTS.contains(&name) {
            return fault(&format!("an element '{name}'"));
        }
        let attributes = tag.to_ascii_lowercase();
        let names = attributes.split([' ', '\n', '\t', '\r', '"', '\'', '/']);
        if names.clone().any(|name| name.starts_with("on") && name.contains('=')) {
            return fault("an attribute that runs a script");
        }
        if attributes.contains("href") || svg.contains("url(") || svg.contains("@import") {
            return fault("a reference to something else");
        }
    }
    Ok(())
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
        ] {
            let error = check_drawing(bad).unwrap_err().to_string();
            assert!(error.contains("write the record again"), "{bad}: {error}");
        }
    }
}
