//! Tables as a study records them.

use super::words;
use hornbook_study::record::{ColumnRecord, ColumnRole, DataRecord, Finding, Severity, Sketch};

fn column(
    name: &str,
    kind: &str,
    role: ColumnRole,
    missing: usize,
    distinct: usize,
    values: &str,
    sketch: Sketch,
) -> ColumnRecord {
    ColumnRecord {
        name: words(name),
        kind: words(kind),
        role,
        missing,
        distinct,
        values: words(values),
        sketch,
    }
}

/// Counts under a curve with its top at a share of the range.
fn bell(low: f64, high: f64, top: f64) -> Sketch {
    let height = |bin: u32| 900.0 * (-(f64::from(bin) / 24.0 - top).powi(2) * 14.0).exp();
    Sketch::Bins { low, high, counts: (0..24).map(|bin| height(bin) as usize).collect() }
}

fn levels(levels: &[(&str, usize)]) -> Sketch {
    Sketch::Levels(levels.iter().map(|(level, count)| (words(level), *count)).collect())
}

fn finding(severity: Severity, kind: &str, column: Option<&str>, sentence: &str) -> Finding {
    Finding { severity, kind: words(kind), column: column.map(words), sentence: words(sentence) }
}

/// A table of customers with some faults.
pub fn customers() -> DataRecord {
    use ColumnRole::{Feature, LeftOut, Target};
    let columns = vec![
        column(
            "customer_id",
            "text",
            LeftOut,
            0,
            7043,
            "7590-VHVEG, 5575-GNVDE, 3668-QPYBK, …",
            Sketch::Nothing,
        ),
        column("tenure", "number", Feature, 0, 73, "0 to 72, median 29", bell(0.0, 72.0, 0.1)),
        column(
            "monthly_charges",
            "number",
            Feature,
            0,
            1585,
            "18.25 to 118.75, median 70.35",
            bell(18.25, 118.75, 0.6),
        ),
        column(
            "total_charges",
            "number",
            Feature,
            11,
            6531,
            "18.8 to 8684.8, median 1397.5",
            bell(18.8, 8684.8, 0.0),
        ),
        column(
            "contract",
            "category",
            Feature,
            0,
            3,
            "month-to-month, two year, one year",
            levels(&[("month-to-month", 3875), ("two year", 1695), ("one year", 1473)]),
        ),
        column(
            "internet",
            "category",
            Feature,
            0,
            3,
            "fibre, DSL, none",
            levels(&[("fibre", 3096), ("DSL", 2421), ("none", 1526)]),
        ),
        column(
            "payment",
            "category",
            Feature,
            0,
            4,
            "electronic cheque, mailed cheque, transfer, card",
            levels(&[
                ("electronic cheque", 2365),
                ("mailed cheque", 1612),
                ("transfer", 1544),
                ("card", 1522),
            ]),
        ),
        column(
            "partner",
            "boolean",
            Feature,
            0,
            2,
            "no 52 %, yes 48 %",
            levels(&[("no", 3641), ("yes", 3402)]),
        ),
        column(
            "support",
            "boolean",
            Feature,
            0,
            2,
            "no 71 %, yes 29 %",
            levels(&[("no", 4999), ("yes", 2044)]),
        ),
        column(
            "paperless",
            "boolean",
            Feature,
            0,
            2,
            "yes 59 %, no 41 %",
            levels(&[("yes", 4171), ("no", 2872)]),
        ),
        column(
            "age_group",
            "category",
            Feature,
            213,
            5,
            "30-44, 45-59, 18-29, 60-74, 75 and above",
            levels(&[
                ("30-44", 2410),
                ("45-59", 1933),
                ("18-29", 1201),
                ("60-74", 980),
                ("75 and above", 306),
            ]),
        ),
        column(
            "closing_letter_sent",
            "boolean",
            LeftOut,
            0,
            2,
            "no 74 %, yes 26 %",
            levels(&[("no", 5190), ("yes", 1853)]),
        ),
        column("country", "category", LeftOut, 0, 1, "GB", levels(&[("GB", 7043)])),
        column(
            "churn",
            "category",
            Target,
            0,
            2,
            "stays 73 %, leaves 27 %",
            levels(&[("stays", 5174), ("leaves", 1869)]),
        ),
    ];
    let findings = vec![
        finding(
            Severity::Serious,
            "copy_of_target",
            Some("closing_letter_sent"),
            "Column 'closing_letter_sent' alone predicts the target in 99.4 % of the rows: it was probably written after the fact. It was left out.",
        ),
        finding(
            Severity::Serious,
            "id",
            Some("customer_id"),
            "Column 'customer_id' has another value in every row, so that nothing can be learned from it. It was left out.",
        ),
        finding(
            Severity::Warning,
            "duplicate",
            None,
            "22 rows occur more than once. Copies were kept on the same side of every split.",
        ),
        finding(
            Severity::Warning,
            "imbalance",
            Some("churn"),
            "The class 'leaves' has 27 % of the rows, so accuracy alone would mislead.",
        ),
        finding(
            Severity::Note,
            "constant",
            Some("country"),
            "Column 'country' has the same value in every row. It was left out.",
        ),
        finding(Severity::Note, "missing", Some("age_group"), "Column 'age_group' lacks 213 values (3 %)."),
    ];
    DataRecord { rows: 7043, usable_rows: 7043, columns, findings }
}

/// A table of many columns with long names.
pub fn of_many_columns(many: usize) -> DataRecord {
    let number = |at: usize| {
        let name = format!("a_rather_long_name_of_a_column_number_{at}");
        column(
            &name,
            "number",
            ColumnRole::Feature,
            at,
            5000 + at,
            "0 to 100, median 50",
            bell(0.0, 100.0, at as f64 / 200.0),
        )
    };
    let findings = (0..many).map(|at| {
        let name = format!("a_rather_long_name_of_a_column_number_{at}");
        finding(Severity::Note, "missing", Some(&name), &format!("Column '{name}' lacks {at} values."))
    });
    DataRecord {
        rows: 10_000,
        usable_rows: 9_000,
        columns: (0..many).map(number).collect(),
        findings: findings.collect(),
    }
}
