//! The page: templates, and what they are filled with.

use crate::sections::ReportPage;
use hornbook_core::{Error, Result};
use hornbook_study::StudyRecord;
use minijinja::Environment;

/// The templates by name. Those that end in `.html` escape what is put into them.
const TEMPLATES: [(&str, &str); 13] = [
    ("page.html", include_str!("../templates/page.html")),
    ("parts.html", include_str!("../templates/parts.html")),
    ("answer.html", include_str!("../templates/answer.html")),
    ("data.html", include_str!("../templates/data.html")),
    ("leaderboard.html", include_str!("../templates/leaderboard.html")),
    ("result.html", include_str!("../templates/result.html")),
    ("model.html", include_str!("../templates/model.html")),
    ("error_analysis.html", include_str!("../templates/error_analysis.html")),
    ("method.html", include_str!("../templates/method.html")),
    ("card.html", include_str!("../templates/card.html")),
    ("style.css", include_str!("../templates/style.css")),
    ("print.css", include_str!("../templates/print.css")),
    ("script.js", include_str!("../templates/script.js")),
];

/// A record as one HTML page that needs nothing beside it.
///
/// It is a pure function: the same record gives the same bytes. Names and values of the table are escaped; a drawing in
/// the record that is more than a drawing is refused.
pub fn render(record: &StudyRecord) -> Result<String> {
    let fault = |error: minijinja::Error| {
        Error::data(format!("the report could not be written: {error:#}"), "tell the authors of Hornbook")
    };
    let page = ReportPage::of(record)?;
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source).map_err(fault)?;
    }
    environment.get_template("page.html").and_then(|template| template.render(&page)).map_err(fault)
}
