//! The critical difference diagram: ranks, with bars over those that are not significantly different.

use hornbook_core::format::shortened;
use hornbook_learner::drawing::{AxisScale, SvgBuilder};

/// A name and its rank, from 1 for the best.
pub(crate) struct RankedLearner {
    /// The name.
    pub name: String,
    /// Its rank, which need not be whole.
    pub rank: f64,
}

const WIDTH: f64 = 560.0;
const ROW: f64 = 24.0;
const TOP: f64 = 44.0;
const LEFT: f64 = 214.0;
/// Between two bars.
const BAR: f64 = 14.0;
const MOST_LETTERS: usize = 26;

/// The names from the best down, each with a dot over an axis of ranks; bars at the right run along the names, given as
/// first and last index, that are not significantly different.
pub(crate) fn ranked(
    title: &str,
    more: &str,
    axis: &str,
    names: &[RankedLearner],
    groups: &[(usize, usize)],
) -> String {
    let lanes = lanes(groups, names.len());
    let width_of_bars = BAR * lanes.iter().map(|(lane, _, _)| lane + 1).max().unwrap_or(0) as f64;
    let right = WIDTH - 24.0 - width_of_bars;
    let last = names.iter().map(|name| name.rank).fold(2.0, f64::max);
    let x = AxisScale::new((1.0, last), (LEFT + 12.0, right - 12.0));
    let bottom = TOP + ROW * names.len() as f64;
    let mut picture = SvgBuilder::new(WIDTH, bottom + 8.0, title, more);
    picture.text_with(0.5 * (LEFT + right), 13.0, "middle", "class=\"hb-name\"", axis);
    for tick in x.ticks().into_iter().filter(|tick| tick.fract() == 0.0) {
        let at = x.at(tick);
        picture.text_with(at, TOP - 10.0, "middle", "class=\"hb-label\"", &format!("{tick:.0}"));
        picture.add(format_args!("<path class=\"hb-grid\" d=\"M{at:.1} {TOP}V{bottom:.1}\"/>"));
    }
    picture.add(format_args!("<path class=\"hb-axis\" d=\"M{LEFT} {TOP}H{right:.1}\"/>"));
    for (place, name) in names.iter().enumerate() {
        let y = TOP + ROW * (place as f64 + 0.5);
        let hint = SvgBuilder::tooltip(&format!("{}: {axis} {:.2}", name.name, name.rank));
        picture.add(format_args!("<g class=\"hb-level\">{hint}"));
        picture.text_with(
            LEFT - 12.0,
            y + 4.5,
            "end",
            "class=\"hb-name\"",
            &shortened(&name.name, MOST_LETTERS),
        );
        picture.add(format_args!(
            "<circle class=\"hb-dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\"/></g>",
            x.at(name.rank)
        ));
    }
    for (lane, first, last) in lanes {
        let at = right + 12.0 + BAR * lane as f64;
        let (from, to) = (TOP + ROW * first as f64 + 5.0, TOP + ROW * (last + 1) as f64 - 5.0);
        let hint = format!("{} to {}: not significantly different", names[first].name, names[last].name);
        picture.add(format_args!(
            "<path class=\"hb-group\" d=\"M{at:.1} {from:.1}V{to:.1}\">{}</path>",
            SvgBuilder::tooltip(&hint)
        ));
    }
    picture.close()
}

/// The bars with their lanes: bars that do not meet share one. Places beyond the names are cut off.
fn lanes(groups: &[(usize, usize)], names: usize) -> Vec<(usize, usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut bars = Vec::new();
    for &(first, last) in groups {
        let last = last.min(names.saturating_sub(1));
        if first >= last {
            continue;
        }
        let lane = ends.iter().position(|&end| end < first).unwrap_or(ends.len());
        match ends.get_mut(lane) {
            Some(end) => *end = last,
            None => ends.push(last),
        }
        bars.push((lane, first, last));
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_that_meet_stand_side_by_side() {
        assert_eq!(lanes(&[(0, 2), (1, 4), (3, 9), (5, 5)], 6), [(0, 0, 2), (1, 1, 4), (0, 3, 5)]);
    }

    #[test]
    fn every_name_is_ranked() {
        let names: Vec<RankedLearner> = (0..5u32)
            .map(|at| RankedLearner { name: format!("<{at}>"), rank: 1.0 + f64::from(at) })
            .collect();
        let svg = ranked("ranks", "more", "mean rank", &names, &[(0, 1), (3, 4)]);
        assert_eq!((svg.matches("<circle").count(), svg.matches("hb-group").count()), (5, 2));
        assert!(svg.contains("&lt;0&gt; to &lt;1&gt;: not significantly different") && !svg.contains("NaN"));
        assert!(!ranked("none", "", "rank", &[], &[]).contains("NaN"));
    }
}
