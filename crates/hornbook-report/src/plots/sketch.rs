//! How the values of a column lie, small enough for a cell of a table.

use hornbook_core::format::{significant, thousands};
use hornbook_learner::drawing::SvgBuilder;
use hornbook_study::record::Sketch;

const WIDTH: f64 = 116.0;
const HEIGHT: f64 = 30.0;
/// More bars than this nobody can see.
const MOST_BARS: usize = 40;
/// Levels that are drawn.
const MOST_LEVELS: usize = 6;

/// The sketch of a column; nothing if there is nothing to draw.
pub(crate) fn sketch(name: &str, sketch: &Sketch) -> Option<String> {
    match sketch {
        Sketch::Bins { low, high, counts } => bins(name, (*low, *high), counts),
        Sketch::Levels(levels) => bars(name, levels),
        Sketch::Nothing => None,
    }
}

/// Bins as one outline: a column costs some hundred bytes, and a table may have hundreds of columns.
fn bins(name: &str, (low, high): (f64, f64), counts: &[usize]) -> Option<String> {
    let most = *counts.iter().max().filter(|most| **most > 0)?;
    // Neighbors are put together until the bars can be told apart.
    let together = counts.len().div_ceil(MOST_BARS).max(1);
    let bars: Vec<usize> = counts.chunks(together).map(|bins| bins.iter().sum()).collect();
    let tallest = *bars.iter().max()?;
    let fullest = counts.iter().position(|count| *count == most)?;
    let edge = |at: usize| significant(low + (high - low) * at as f64 / counts.len() as f64);
    let title = format!("Histogram of {name}");
    let more = format!(
        "From {} to {}; the fullest of {} bins, with {} values, lies between {} and {}.",
        significant(low),
        significant(high),
        counts.len(),
        thousands(most),
        edge(fullest),
        edge(fullest + 1)
    );
    let mut picture = SvgBuilder::new(WIDTH, HEIGHT, &title, &more);
    let width = WIDTH / bars.len() as f64;
    let path: String = bars
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(at, &count)| {
            // A bin with anything in it is seen.
            let height = ((HEIGHT - 2.0) * count as f64 / tallest as f64).max(1.0);
            let inner = (width - 0.8).max(0.6);
            format!("M{:.1} {HEIGHT}v-{height:.1}h{inner:.1}v{height:.1}Z", at as f64 * width)
        })
        .collect();
    picture.add(format_args!("<path class=\"hb-bars\" d=\"{path}\">{}</path>", SvgBuilder::tooltip(&more)));
    Some(picture.close())
}

/// The most common levels as bars beside each other.
fn bars(name: &str, levels: &[(String, usize)]) -> Option<String> {
    let most = levels.iter().map(|(_, count)| *count).max().filter(|most| *most > 0)?;
    let shown = &levels[..levels.len().min(MOST_LEVELS)];
    let spoken: Vec<String> = shown.iter().map(|(level, n)| format!("{level}: {}", thousands(*n))).collect();
    let title = format!("Levels of {name}");
    let mut picture = SvgBuilder::new(WIDTH, HEIGHT, &title, &format!("{}.", spoken.join("; ")));
    let row = HEIGHT / shown.len().max(3) as f64;
    for (at, ((_, n), text)) in shown.iter().zip(&spoken).enumerate() {
        let width = (WIDTH * *n as f64 / most as f64).max(1.0);
        picture.add(format_args!(
            "<rect class=\"hb-bars\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{:.1}\">{}</rect>",
            at as f64 * row,
            row - 1.2,
            SvgBuilder::tooltip(text)
        ));
    }
    Some(picture.close())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sketches_are_small_and_say_what_they_show() {
        let counts: Vec<usize> = (0..200).collect();
        let svg = sketch("a<b", &Sketch::Bins { low: 0.0, high: 100.0, counts }).unwrap();
        assert!(svg.len() < 2500, "{}", svg.len());
        assert!(svg.contains("between 99.5 and 100") && svg.contains("a&lt;b"));
        let levels = Sketch::Levels((0..9).map(|at| (format!("<{at}>"), 9 - at)).collect());
        let svg = sketch("kind", &levels).unwrap();
        assert_eq!(svg.matches("<rect").count(), MOST_LEVELS);
        assert!(svg.contains("&lt;0&gt;: 9"));
    }

    #[test]
    fn nothing_is_not_drawn() {
        assert_eq!(sketch("x", &Sketch::Nothing), None);
        assert_eq!(sketch("x", &Sketch::Levels(vec![])), None);
        assert_eq!(sketch("x", &Sketch::Bins { low: 0.0, high: 0.0, counts: vec![0, 0] }), None);
    }
}
