//! The dataset, and its data-quality warnings.

use crate::plots::sketch;
use crate::words::counted;
use hornbook_core::format::{percent, thousands};
use hornbook_study::record::{ColumnRecord, ColumnRole, DataRecord, Finding, Severity};
use serde::Serialize;

/// Columns that the table shows at most.
const MOST_COLUMNS: usize = 300;

#[derive(Serialize)]
pub(super) struct DataSection<'a> {
    /// Numbers worth a look, with what they count.
    facts: Vec<(String, &'static str)>,
    findings: Vec<FindingGroup<'a>>,
    columns: Vec<ColumnRow<'a>>,
    /// How many columns the table leaves out.
    more_columns: usize,
    left_out: Vec<LeftOutColumn<'a>>,
}

/// The findings of one severity.
#[derive(Serialize)]
struct FindingGroup<'a> {
    severity: &'static str,
    title: &'static str,
    findings: Vec<&'a Finding>,
}

#[derive(Serialize)]
struct ColumnRow<'a> {
    name: &'a str,
    kind: &'a str,
    role: &'static str,
    used: bool,
    missing: String,
    distinct: String,
    values: &'a str,
    sketch: Option<String>,
}

#[derive(Serialize)]
struct LeftOutColumn<'a> {
    name: &'a str,
    why: String,
}

impl<'a> DataSection<'a> {
    pub fn of(data: &'a DataRecord) -> DataSection<'a> {
        let of_role = |role: ColumnRole| data.columns.iter().filter(move |column| column.role == role);
        let mut facts = vec![(thousands(data.rows), if data.rows == 1 { "row" } else { "rows" })];
        if data.usable_rows != data.rows {
            facts.push((thousands(data.usable_rows), "with a target"));
        }
        facts.push((thousands(of_role(ColumnRole::Feature).count()), "features"));
        facts.push((thousands(of_role(ColumnRole::LeftOut).count()), "excluded columns"));
        facts.push((
            thousands(data.findings.len()),
            if data.findings.len() == 1 { "data-quality warning" } else { "data-quality warnings" },
        ));
        DataSection {
            facts,
            findings: [Severity::Serious, Severity::Warning, Severity::Note]
                .into_iter()
                .map(|severity| findings(data, severity))
                .filter(|findings| !findings.findings.is_empty())
                .collect(),
            columns: data.columns.iter().take(MOST_COLUMNS).map(|column| shown(column, data.rows)).collect(),
            more_columns: data.columns.len().saturating_sub(MOST_COLUMNS),
            left_out: of_role(ColumnRole::LeftOut)
                .take(MOST_COLUMNS)
                .map(|column| left_out(data, column))
                .collect(),
        }
    }
}

fn findings(data: &DataRecord, severity: Severity) -> FindingGroup<'_> {
    let (name, title) = match severity {
        Severity::Serious => ("serious", "Serious"),
        Severity::Warning => ("warning", "Warnings"),
        Severity::Note => ("note", "Notes"),
    };
    let findings = data.findings.iter().filter(|finding| finding.severity == severity).collect();
    FindingGroup { severity: name, title, findings }
}

fn shown(column: &ColumnRecord, rows: usize) -> ColumnRow<'_> {
    let missing = match column.missing {
        0 => "0".to_string(),
        missing => format!("{} ({})", thousands(missing), percent(missing as f64 / rows.max(1) as f64)),
    };
    let role = match column.role {
        ColumnRole::Feature => "feature",
        ColumnRole::Target => "target",
        ColumnRole::Rows => "weight, group, time, offset, cost or fold column",
        ColumnRole::LeftOut => "excluded",
    };
    ColumnRow {
        name: &column.name,
        kind: &column.kind,
        role,
        used: column.role != ColumnRole::LeftOut,
        missing,
        distinct: thousands(column.distinct),
        values: &column.values,
        sketch: sketch(&column.name, &column.sketch),
    }
}

/// Why a column was left out: what was found about it, or the request.
fn left_out<'a>(data: &DataRecord, column: &'a ColumnRecord) -> LeftOutColumn<'a> {
    let about = data.findings.iter().filter(|finding| finding.column.as_ref() == Some(&column.name));
    let sentences: Vec<&str> = about.map(|finding| finding.sentence.as_str()).collect();
    let why = match sentences.is_empty() {
        true => format!("Excluded on request ({}).", counted(column.distinct, "value")),
        false => sentences.join(" "),
    };
    LeftOutColumn { name: &column.name, why }
}
