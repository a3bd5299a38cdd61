//! The critical difference diagram: mean ranks on an axis, and bars over learners that are not significantly different.

use super::post_hoc::nemenyi_difference;
use super::score_table::ScoreTable;
use super::svg;
use hornbook_core::format::weight;
use hornbook_core::{Result, ToJson, Value};
use serde_json::json;
use std::fmt;

/// Columns of the axis in a text drawing.
const COLUMNS: usize = 48;

/// The mean ranks of learners, and which of them Nemenyi's test cannot tell apart (Demšar, 2006).
///
/// Its text is a drawing for terminals, a line a learner; learners under a common bar on the right do not differ.
/// [`to_svg`](CriticalDifference::to_svg) draws it for pages.
///
/// ```
/// use hornbook_evaluation::significance::{ScoreDirection, CriticalDifference, ScoreTable};
/// let rows = vec![vec![0.9, 0.8, 0.7]; 8];
/// let results = ScoreTable::new(&["forest", "tree", "baseline"], &rows, ScoreDirection::Higher)?;
/// let diagram = CriticalDifference::of(&results, 0.05)?;
/// assert_eq!(diagram.groups, [(0, 1), (1, 2)]);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CriticalDifference {
    /// The learners with their mean ranks, the best first.
    pub ranks: Vec<(String, f64)>,
    /// Mean ranks at least this far apart differ.
    pub difference: f64,
    /// The significance of that.
    pub significance: f64,
    /// The first and the last position in `ranks` of learners that are not significantly different; no group is part of another.
    pub groups: Vec<(usize, usize)>,
    /// How many data sets the ranks come from.
    pub data_sets: usize,
}

impl CriticalDifference {
    /// The diagram of some results at a significance, such as 0.05.
    pub fn of(results: &ScoreTable, significance: f64) -> Result<CriticalDifference> {
        let difference = nemenyi_difference(results.learners().len(), results.data_sets(), significance)?;
        let mut ranks: Vec<(String, f64)> =
            results.learners().iter().cloned().zip(results.mean_ranks()).collect();
        // The sort is stable: equal ranks stay in the order of the learners.
        ranks.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut groups: Vec<(usize, usize)> = Vec::new();
        for (first, (_, best)) in ranks.iter().enumerate() {
            let last = ranks.partition_point(|(_, rank)| rank - best < difference).saturating_sub(1);
            if last > first && groups.last().is_none_or(|&(_, before)| last > before) {
                groups.push((first, last));
            }
        }
        Ok(CriticalDifference { ranks, difference, significance, groups, data_sets: results.data_sets() })
    }

    /// The diagram as an SVG picture. It takes its color from the page around it, light or dark.
    pub fn to_svg(&self) -> String {
        svg::draw(self)
    }

    /// What it shows, in a line.
    pub(super) fn title(&self) -> String {
        format!(
            "critical difference {:.3} at {} %, {} data sets",
            self.difference,
            weight(100.0 * self.significance),
            self.data_sets
        )
    }
}

impl ToJson for CriticalDifference {
    fn to_json(&self) -> Value {
        let ranks: Vec<Value> =
            self.ranks.iter().map(|(name, rank)| json!({"learner": name, "mean_rank": rank})).collect();
        let groups: Vec<Vec<&String>> = self
            .groups
            .iter()
            .map(|&(a, b)| self.ranks[a..=b].iter().map(|(name, _)| name).collect())
            .collect();
        json!({
            "ranks": ranks,
            "critical_difference": self.difference,
            "significance": self.significance,
            "groups": groups,
            "data_sets": self.data_sets,
        })
    }
}

impl fmt::Display for CriticalDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let k = self.ranks.len();
        let width = self.ranks.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let column = |rank: f64| ((rank - 1.0) / (k as f64 - 1.0) * COLUMNS as f64).round() as usize;
        writeln!(f, "{}\n", self.title())?;
        // Ticks at whole ranks, as many as have room.
        let every = (4 * k).div_ceil(COLUMNS).max(1);
        let mut ticks = vec![' '; COLUMNS + 4];
        for rank in (1..=k).step_by(every) {
            let cells = ticks.iter_mut().skip(column(rank as f64));
            cells.zip(rank.to_string().chars()).for_each(|(cell, digit)| *cell = digit);
        }
        let margin = " ".repeat(width + 8);
        writeln!(f, "{margin}{}", ticks.iter().collect::<String>().trim_end())?;
        let bar = column(1.0 + self.difference.min(k as f64 - 1.0)).saturating_sub(1);
        writeln!(f, "{margin}├{}┤ critical difference", "─".repeat(bar))?;
        for (place, (name, rank)) in self.ranks.iter().enumerate() {
            let at = column(*rank);
            let bars: String = self
                .groups
                .iter()
                .map(|&(first, last)| if (first..=last).contains(&place) { " ┃" } else { "  " })
                .collect();
            let line = format!(
                "{name:<width$}  {rank:>5.2} {}●{}{bars}",
                "·".repeat(at),
                " ".repeat(COLUMNS - at.min(COLUMNS))
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::score_table::ScoreDirection;
    use super::*;

    fn diagram(rows: &[Vec<f64>]) -> CriticalDifference {
        let names = ["a & b", "<c>", "naïve Bayes", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
        let results = ScoreTable::new(&names[..rows[0].len()], rows, ScoreDirection::Lower).unwrap();
        CriticalDifference::of(&results, 0.05).unwrap()
    }

    #[test]
    fn text() {
        let diagram = diagram(&vec![vec![1.0, 2.0, 3.0]; 8]);
        let bar = "·".repeat(24);
        let expected = format!(
            "critical difference 1.172 at 5 %, 8 data sets\n\n{margin}1{gap}2{gap}3\n\
             {margin}├{rule}┤ critical difference\n\
             a & b         1.00 ●{blank}{blank} ┃\n\
             <c>           2.00 {bar}●{blank} ┃ ┃\n\
             naïve Bayes   3.00 {bar}{bar}●   ┃\n",
            margin = " ".repeat(19),
            gap = " ".repeat(23),
            rule = "─".repeat(27),
            blank = " ".repeat(24),
        );
        assert_eq!(diagram.to_string(), expected);
        assert_eq!(diagram.to_json()["groups"], json!([["a & b", "<c>"], ["<c>", "naïve Bayes"]]));
    }

    #[test]
    fn groups_are_largest() {
        // Twelve learners in the same order on twenty data sets: Nemenyi's difference is 3.73 ranks.
        let twelve = diagram(&vec![(0..12).map(f64::from).collect(); 20]);
        assert!((3.7..3.8).contains(&twelve.difference), "{}", twelve.difference);
        let expected: Vec<(usize, usize)> = (0..9).map(|first| (first, first + 3)).collect();
        assert_eq!(twelve.groups, expected);
        assert!(diagram(&vec![vec![1.0, 2.0]; 100]).groups.is_empty());
    }

    #[test]
    fn very_many_learners_can_be_drawn() {
        let names: Vec<String> = (0..10_001).map(|i| i.to_string()).collect();
        let ranks: Vec<(String, f64)> = names.into_iter().zip((1..).map(f64::from)).collect();
        let wide =
            CriticalDifference { ranks, difference: 2.0, significance: 0.05, groups: vec![], data_sets: 2 };
        assert_eq!(wide.to_string().lines().count(), 10_001 + 4);
        assert!(wide.to_svg().ends_with("</svg>\n"));
    }

    #[test]
    fn names_are_escaped_and_rows_keep_apart() {
        let svg = diagram(&vec![(0..12).map(f64::from).collect(); 20]).to_svg();
        assert!(svg.contains("a &amp; b") && svg.contains("&lt;c&gt;") && !svg.contains("<c>"));
        assert!(svg.contains("currentColor") && !svg.contains('#'));
        // Six names a side, each on a line of its own.
        let lines = |anchor: &str| -> Vec<f64> {
            svg.lines()
                .filter(|line| line.contains(anchor))
                .map(|line| line.split("y=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap())
                .collect()
        };
        for anchor in ["\"end\"", "\"start\""] {
            let mut places = lines(anchor);
            places.sort_by(f64::total_cmp);
            assert_eq!(places.len(), 6);
            assert!(places.windows(2).all(|two| two[1] - two[0] >= 16.0), "{places:?}");
        }
    }
}
