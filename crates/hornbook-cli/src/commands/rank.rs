//! `hornbook rank`: univariate feature ranking by information gain, and label noise.

use crate::arguments::required;
use crate::failure::Failure;
use crate::input;
use crate::output::{Output, rows_of_cells};
use clap::{ArgMatches, Command};
use comfy_table::CellAlignment;
use hornbook::format::counted;
use hornbook::trees::reports::{InconsistencyReport, RankedFeature, inconsistent_rows, ranking};
use serde_json::json;

pub fn command() -> Command {
    Command::new("rank")
        .about("Rank features by information gain (univariate feature selection), and count contradictory rows (label noise)")
        .arg(required("FILE", "The file with the rows, or - for standard input"))
        .args(input::role_flags(true))
        .args(input::reading_flags())
}

pub fn run(matches: &ArgMatches, output: &Output) -> Result<(), Failure> {
    let path = matches.get_one::<String>("FILE").map(String::as_str).unwrap_or_default();
    let data = input::usable(&input::roles(matches), &input::read(path, &input::read_options(matches)?)?)?;
    let (ranked, noise) = (ranking(&data)?, inconsistent_rows(&data)?);
    let weight = data.row_weights().iter().sum();
    if output.is_json() {
        let column = |one: &RankedFeature| {
            json!({
                "column": one.name,
                "threshold": one.threshold,
                "gain": one.gain,
                "gain_ratio": one.gain_ratio,
                "gini": one.gini,
                "chi_square": one.chi_square,
                "degrees": one.degrees,
                "p_value": one.p_value,
            })
        };
        // Rows are counted from 1, as `explain --row` does.
        let places = |rows: &[u32]| rows.iter().map(|row| row + 1).collect::<Vec<_>>();
        let groups: Vec<_> = noise.groups.iter().map(|group| places(&group.rows)).collect();
        return output.json(&json!({
            "columns": ranked.iter().map(column).collect::<Vec<_>>(),
            "noise": {"alike": groups, "least_errors": noise.least_errors, "weight": weight},
        }));
    }
    output.text(in_words(&ranked, &noise, weight))
}

fn in_words(ranked: &[RankedFeature], noise: &InconsistencyReport, weight: f64) -> String {
    let mut cells =
        vec![["feature", "split", "information gain", "gain ratio", "Gini", "p-value"].map(str::to_string)];
    for one in ranked {
        let split =
            one.threshold.map_or("by category".to_string(), |t| format!("≤ {}", (t * 1e6).round() / 1e6));
        let [gain, ratio, gini] = [one.gain, one.gain_ratio, one.gini].map(|x| format!("{x:.4}"));
        let p =
            if one.p_value < 1e-4 { format!("{:.1e}", one.p_value) } else { format!("{:.4}", one.p_value) };
        cells.push([one.name.clone(), split, gain, ratio, gini, p]);
    }
    let right = [2, 3, 4, 5].map(|column| (column, CellAlignment::Right));
    let table = rows_of_cells(cells, &right);
    let says = match noise.groups.len() {
        0 => "no contradictory rows (same features, different classes)".to_string(),
        groups => {
            let rows: usize = noise.groups.iter().map(|group| group.rows.len()).sum();
            format!(
                "{} with the same features have different classes, in {}: no model of these features has an accuracy \
                 above {:.2} %",
                counted(rows as u64, "row"),
                counted(groups as u64, "group"),
                100.0 * (1.0 - noise.least_errors / weight)
            )
        }
    };
    format!("{table}\n\n{says}\n")
}
