//! Sums of products of tall tables, gathered in one pass.

use crate::design::{Design, targets_of};
use crate::source::Source;
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_learner::{Query, Step};
use hornbook_math::algebra::Gram;

/// Rows that say where the numbers lie, spread over all of them.
const SAMPLE: usize = 512;
/// A mean that is so many deviations from the origin costs half of the digits.
const FAR: f64 = 1e4;

/// The sums over some rows, and how many rows there were.
#[derive(Debug, Clone)]
pub(crate) struct Gathered {
    pub rows: u64,
    pub gram: Gram,
}

/// Where sums are taken about: a place for each column, and one for the target.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    pub columns: Vec<f64>,
    pub target: f64,
}

/// Gathers the sums of each part of a table about one origin, so that they can be added up.
pub(crate) fn gather(
    parts: &[Dataset],
    design: &Design,
    intercept: bool,
    run: &Run,
) -> Result<(Vec<Gathered>, Origin)> {
    let one = |part: &Dataset, origin: &Origin| {
        let mut pass = Pass { design, origin, found: None };
        Source::Memory(part).ask(&mut pass, run)?;
        Ok(pass.into_found())
    };
    near_the_means(sampled(parts, design, intercept)?, intercept, |origin| {
        parts.iter().map(|part| one(part, origin)).collect()
    })
}

/// Gathers the sums of all rows.
pub(crate) fn gather_all(
    source: Source<'_>,
    design: &Design,
    intercept: bool,
    run: &Run,
) -> Result<(Gathered, Origin)> {
    let first = sampled(std::slice::from_ref(source.like()), design, intercept)?;
    let (mut gathered, origin) = near_the_means(first, intercept, |origin| {
        let mut pass = Pass { design, origin, found: None };
        source.ask(&mut pass, run)?;
        Ok(vec![pass.into_found()])
    })?;
    Ok((gathered.swap_remove(0), origin))
}

/// Gathers; and if the origin turns out to be far from a mean, once more about the means.
fn near_the_means(
    mut origin: Origin,
    intercept: bool,
    pass: impl Fn(&Origin) -> Result<Vec<Gathered>>,
) -> Result<(Vec<Gathered>, Origin)> {
    let mut gathered = pass(&origin)?;
    if intercept && let Some(means) = far_means(&total(&gathered, None)?, &origin)? {
        origin = means;
        gathered = pass(&origin)?;
    }
    Ok((gathered, origin))
}

/// The sums of all parts but perhaps one.
pub(crate) fn total(parts: &[Gathered], but: Option<usize>) -> Result<Gathered> {
    let mut used = parts.iter().enumerate().filter(|(place, _)| Some(*place) != but).map(|(_, part)| part);
    let mut all = used.next().cloned().unwrap_or_else(|| Gathered { rows: 0, gram: Gram::new(0, 0) });
    for part in used {
        all.rows += part.rows;
        all.gram.merge(&part.gram)?;
    }
    Ok(all)
}

/// Near the means of the columns, by a sample; zero for lines through the origin.
fn sampled(parts: &[Dataset], design: &Design, intercept: bool) -> Result<Origin> {
    let mut origin = Origin { columns: vec![0.0; design.width()], target: 0.0 };
    if !intercept {
        return Ok(origin);
    }
    let mut count = 0.0;
    for part in parts {
        let (rows, most) = (part.rows().len(), (SAMPLE / parts.len()).max(1));
        let places: Vec<u32> = (0..rows).step_by(rows.div_ceil(most).max(1)).map(|row| row as u32).collect();
        let sample = part.select(places);
        let (values, targets) = (design.rows_of(&sample), targets_of(&sample)?);
        for (row, y) in targets.iter().enumerate() {
            count += 1.0;
            let line = &values[row * design.width()..];
            // A running mean, which is exact where a column is constant.
            origin.columns.iter_mut().zip(line).for_each(|(mean, x)| *mean += (x - *mean) / count);
            origin.target += (y - origin.target) / count;
        }
    }
    Ok(origin)
}

/// The means, if the origin is so far from one of them that the sums lost digits, and moving it helps.
fn far_means(all: &Gathered, origin: &Origin) -> Result<Option<Origin>> {
    let centred = all.gram.centred()?;
    let far = |mean: f64, origin: f64, squares: f64| {
        let distance = (mean - origin).abs();
        distance * distance * centred.weight > FAR * FAR * squares
            && distance > 8.0 * f64::EPSILON * mean.abs()
    };
    let is_far = (0..centred.means.len())
        .any(|j| far(centred.means[j], origin.columns[j], centred.matrix.at(j, j)))
        || far(centred.target_means[0], origin.target, centred.target_products.at(0, 0));
    Ok(is_far.then(|| Origin { columns: centred.means, target: centred.target_means[0] }))
}

/// One pass over rows.
struct Pass<'a> {
    design: &'a Design,
    origin: &'a Origin,
    found: Option<Gathered>,
}

impl Pass<'_> {
    fn into_found(mut self) -> Gathered {
        self.found.take().unwrap_or_else(|| self.empty())
    }
}

impl Query for Pass<'_> {
    type Statistic = Gathered;

    fn empty(&self) -> Gathered {
        Gathered { rows: 0, gram: Gram::around(&self.origin.columns, &[self.origin.target]) }
    }

    fn add(&self, gathered: &mut Gathered, rows: &Dataset, _first: u64) -> Result<()> {
        self.design.for_views(rows, |values, rows| {
            let weights = rows.weights().map(|_| rows.row_weights());
            gathered.rows += match &weights {
                Some(weights) => weights.iter().filter(|weight| **weight > 0.0).count() as u64,
                None => rows.rows().len() as u64,
            };
            gathered.gram.add(values, &targets_of(rows)?, weights.as_deref())
        })
    }

    fn merge(&self, into: &mut Gathered, from: Gathered) -> Result<()> {
        into.rows += from.rows;
        into.gram.merge(&from.gram)
    }

    fn update(&mut self, gathered: Gathered) -> Result<Step> {
        self.found = Some(gathered);
        Ok(Step::Done)
    }
}
