//! Waterfall plot of the SHAP values of one prediction.

use hornbook_core::format::shortened;
use hornbook_core::format::significant;
use hornbook_learner::drawing::{AxisScale, SvgBuilder, bounds, tick_text, with_room};
use hornbook_study::record::ContributionRecord;

const WIDTH: f64 = 480.0;
const ROW: f64 = 26.0;
const LEFT: f64 = 208.0;
const RIGHT: f64 = 66.0;
const TOP: f64 = 6.0;
const MOST_LETTERS: usize = 26;
/// Columns beyond this many are put together.
const MOST_ROWS: usize = 9;

/// A line a column: its bar begins where the one above ended. The last line is the sum.
pub(crate) fn contributions(title: &str, contributions: &[ContributionRecord]) -> String {
    let finite: Vec<&ContributionRecord> =
        contributions.iter().filter(|part| part.contribution.is_finite()).collect();
    let mut rows: Vec<(String, f64)> = finite
        .iter()
        .take(MOST_ROWS)
        .map(|part| (format!("{} = {}", part.column, part.value), part.contribution))
        .collect();
    if let Some(rest) = finite.get(MOST_ROWS..).filter(|rest| !rest.is_empty()) {
        let sum = rest.iter().map(|part| part.contribution).sum();
        rows.push((format!("{} other features", rest.len()), sum));
    }
    let sums: Vec<f64> = rows
        .iter()
        .scan(0.0, |sum, (_, part)| {
            *sum += part;
            Some(*sum)
        })
        .collect();
    let total = sums.last().copied().unwrap_or(0.0);
    let x = AxisScale::new(with_room(bounds(sums.iter().copied().chain([0.0]))), (LEFT, WIDTH - RIGHT));
    let bottom = TOP + ROW * (rows.len() + 1) as f64 + 2.0;
    let spoken: Vec<String> = rows.iter().map(|(name, part)| format!("{name}: {}", signed(*part))).collect();
    let more = format!("{}. Sum: {}.", spoken.join("; "), signed(total));
    let mut picture = SvgBuilder::new(WIDTH, bottom + 24.0, title, &more);
    for tick in x.ticks() {
        let at = x.at(tick);
        picture.add(format_args!("<path class=\"hb-grid\" d=\"M{at:.1} {TOP}V{bottom:.1}\"/>"));
        picture.text_with(at, bottom + 17.0, "middle", "class=\"hb-label\"", &tick_text(tick));
    }
    let zero = x.at(0.0);
    picture.add(format_args!("<path class=\"hb-axis\" d=\"M{zero:.1} {TOP}V{bottom:.1}\"/>"));
    let starts = [0.0].into_iter().chain(sums.iter().copied());
    for (place, ((name, part), start)) in rows.iter().zip(starts).enumerate() {
        bar(&mut picture, &x, place, name, start, *part, if *part < 0.0 { "hb-less" } else { "hb-more" });
    }
    bar(&mut picture, &x, rows.len(), "sum", 0.0, total, "hb-sum");
    picture.close()
}

fn bar(
    picture: &mut SvgBuilder,
    x: &AxisScale,
    place: usize,
    name: &str,
    start: f64,
    part: f64,
    class: &str,
) {
    let top = TOP + ROW * place as f64;
    let (from, to) = (x.at(start.min(start + part)), x.at(start.max(start + part)));
    let (bar_top, width) = (top + 5.0, (to - from).max(1.0));
    let text = signed(part);
    picture.add(format_args!("<g>{}", SvgBuilder::tooltip(&format!("{name}: {text}"))));
    picture.text_with(LEFT - 10.0, top + 17.5, "end", "class=\"hb-name\"", &shortened(name, MOST_LETTERS));
    picture.add(format_args!(
        "<rect class=\"{class}\" x=\"{from:.1}\" y=\"{bar_top:.1}\" width=\"{width:.1}\" height=\"16\" rx=\"2\"/>"
    ));
    picture.text_with(WIDTH - 4.0, top + 17.5, "end", "class=\"hb-figure\"", &text);
    picture.add(format_args!("</g>"));
}

/// A number with its sign.
fn signed(x: f64) -> String {
    let text = significant(x.abs());
    match x {
        x if x > 0.0 => format!("+{text}"),
        x if x < 0.0 => format!("−{text}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_add_up() {
        let part = |column: &str, contribution: f64| ContributionRecord {
            column: column.to_string(),
            value: "<1>".to_string(),
            contribution,
        };
        let mut parts = vec![part("age", 2.0), part("size", -0.5), part("odd", f64::NAN)];
        let svg = contributions("why", &parts);
        assert!(svg.contains("age = &lt;1&gt;: +2; size = &lt;1&gt;: −0.5. Sum: +1.5."), "{svg}");
        assert_eq!((svg.matches("hb-more").count(), svg.matches("hb-less").count()), (1, 1));
        assert!(!svg.contains("NaN"));
        parts.extend((0..20).map(|_| part("more", 0.1)));
        assert!(contributions("why", &parts).contains("13 other features: +1.3"));
        assert!(!contributions("nothing", &[]).contains("NaN"));
    }
}
