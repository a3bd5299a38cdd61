//! Sums of products of tall tables, gathered in one pass.

use crate::design::{for_views, rows_of, targets_of};
use hornbook_core::{Result, Run};
use hornbook_data::Dataset;
use hornbook_encoding::Encoder;
use hornbook_learner::{PassOutcome, RowSource, StatisticalQuery};
use hornbook_math::algebra::Gram;

/// Rows that say where the numbers lie, spread over all of them.
const SAMPLE: usize = 512;
/// A mean that is so many deviations from the origin costs half of the digits.
const FAR: f64 = 1e4;

/// The sums over some rows, and how many rows there were.
#[derive(Debug, Clone)]
pub(crate) struct GramStatistic {
    pub rows: u64,
    pub gram: Gram,
}

/// Where sums are taken about: a position for each column, and one for the target.
#[derive(Debug, Clone)]
pub(crate) struct SumOrigin {
    pub columns: Vec<f64>,
    pub target: f64,
}

/// Gathers the sums of each part of a table about one origin, so that they can be added up.
pub(crate) fn gather(
    parts: &[Dataset],
    design: &Encoder,
    intercept: bool,
    run: &Run,
) -> Result<(Vec<GramStatistic>, SumOrigin)> {
    let one = |part: &Dataset, origin: &SumOrigin| {
        let mut pass = GramPass { design, origin, found: None };
        RowSource::Memory(part).run_query(&mut pass, run)?;
        Ok(pass.into_found())
    };
    near_the_means(sampled(parts, design, intercept)?, intercept, |origin| {
        parts.iter().map(|part| one(part, origin)).collect()
    })
}

/// Gathers the sums of all rows.
pub(crate) fn gather_all(
    source: RowSource<'_>,
    design: &Encoder,
    intercept: bool,
    run: &Run,
) -> Result<(GramStatistic, SumOrigin)> {
    let first = sampled(std::slice::from_ref(source.prototype()), design, intercept)?;
    let (mut gathered, origin) = near_the_means(first, intercept, |origin| {
        let mut pass = GramPass { design, origin, found: None };
        source.run_query(&mut pass, run)?;
        Ok(vec![pass.into_found()])
    })?;
    Ok((gathered.swap_remove(0), origin))
}

/// Gathers; and if the origin turns out to be far from a mean, once more about the means.
fn near_the_means(
    mut origin: SumOrigin,
    intercept: bool,
    pass: impl Fn(&SumOrigin) -> Result<Vec<GramStatistic>>,
) -> Result<(Vec<GramStatistic>, SumOrigin)> {
    let mut gathered = pass(&origin)?;
    if intercept && let Some(means) = far_means(&total(&gathered, None)?, &origin)? {
        origin = means;
        gathered = pass(&origin)?;
    }
    Ok((gathered, origin))
}

/// The sums of all parts but perhaps one.
pub(crate) fn total(parts: &[GramStatistic], but: Option<usize>) -> Result<GramStatistic> {
    let mut used = parts.iter().enumerate().filter(|(place, _)| Some(*place) != but).map(|(_, part)| part);
    let mut all = used.next().cloned().unwrap_or_else(|| GramStatistic { rows: 0, gram: Gram::new(0, 0) });
    for part in used {
        all.rows += part.rows;
        all.gram.merge(&part.gram)?;
    }
    Ok(all)
}

/// Near the means of the columns, by a sample; zero for lines through the origin.
fn sampled(parts: &[Dataset], design: &Encoder, intercept: bool) -> Result<SumOrigin> {
    let mut origin = SumOrigin { columns: vec![0.0; design.width()], target: 0.0 };
    if !intercept {
        return Ok(origin);
    }
    let mut count = 0.0;
    for part in parts {
        let (rows, most) = (part.rows().len(), (SAMPLE / parts.len()).max(1));
        let places: Vec<u32> = (0..rows).step_by(rows.div_ceil(most).max(1)).map(|row| row as u32).collect();
        let sample = part.select(places);
        let (values, targets) = (rows_of(design, &sample), targets_of(&sample)?);
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
fn far_means(all: &GramStatistic, origin: &SumOrigin) -> Result<Option<SumOrigin>> {
    let centered = all.gram.centered()?;
    let far = |mean: f64, origin: f64, squares: f64| {
        let distance = (mean - origin).abs();
        distance * distance * centered.weight > FAR * FAR * squares
            && distance > 8.0 * f64::EPSILON * mean.abs()
    };
    let is_far = (0..centered.means.len())
        .any(|j| far(centered.means[j], origin.columns[j], centered.matrix.at(j, j)))
        || far(centered.target_means[0], origin.target, centered.target_products.at(0, 0));
    Ok(is_far.then(|| SumOrigin { columns: centered.means, target: centered.target_means[0] }))
}

/// One pass over rows.
struct GramPass<'a> {
    design: &'a Encoder,
    origin: &'a SumOrigin,
    found: Option<GramStatistic>,
}

impl GramPass<'_> {
    fn into_found(mut self) -> GramStatistic {
        self.found.take().unwrap_or_else(|| self.empty())
    }
}

impl StatisticalQuery for GramPass<'_> {
    type Statistic = GramStatistic;

    fn empty(&self) -> GramStatistic {
        GramStatistic { rows: 0, gram: Gram::around(&self.origin.columns, &[self.origin.target]) }
    }

    fn add(&self, gathered: &mut GramStatistic, rows: &Dataset, _first: u64) -> Result<()> {
        for_views(self.design, rows, |values, rows| {
            let weights = rows.weights().map(|_| rows.row_weights());
            gathered.rows += match &weights {
                Some(weights) => weights.iter().filter(|weight| **weight > 0.0).count() as u64,
                None => rows.rows().len() as u64,
            };
            gathered.gram.add(values, &targets_of(rows)?, weights.as_deref())
        })
    }

    fn merge(&self, into: &mut GramStatistic, from: GramStatistic) -> Result<()> {
        into.rows += from.rows;
        into.gram.merge(&from.gram)
    }

    fn update(&mut self, gathered: GramStatistic) -> Result<PassOutcome> {
        self.found = Some(gathered);
        Ok(PassOutcome::Done)
    }
}
