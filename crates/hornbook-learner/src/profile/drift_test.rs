//! Tests whether a column of new rows has the same distribution as in training.

use super::counts::ColumnCounts;
use super::report::ColumnDrift;
use super::{ColumnProfile, ValueProfile};
use hornbook_core::format::{percent, significant};
use hornbook_data::{Column, Input, InputKind};
use hornbook_math::distributions::chi_square_upper;

/// Counts below this are put together before chi-square is taken: it holds for counts that are not small.
const LEAST_EXPECTED: f64 = 5.0;

/// What the counts of a column say, before all columns are looked at together.
pub(super) fn of_column(
    size: f64,
    column: &ColumnProfile,
    input: &Input,
    rows: u64,
    counts: &ColumnCounts,
) -> ColumnDrift {
    let (gaps, rows) = (counts.missing as f64, rows as f64);
    let missing_now = if rows > 0.0 { gaps / rows } else { 0.0 };
    let shares = [column.missing, 1.0 - column.missing];
    let of_missing = BinComparison::new(&shares, size, &[gaps, rows - gaps]);
    let known = size * (1.0 - column.missing);
    let (of_values, largest, test) = match &column.values {
        ValueProfile::Numbers { cuts, below } => {
            let compared = BinComparison::new(&differences(below), known, &as_numbers(&counts.bins));
            let (distance, at) = compared.distance();
            let sentence = cuts.get(at).map(|&cut| {
                format!(
                    "{} of its values are at most {}, and {} were in training",
                    percent(compared.below_now(at)),
                    in_words(cut, input),
                    percent(below[at]),
                )
            });
            let p = kolmogorov(distance, known, compared.now);
            (compared, sentence, Some((p, distance)))
        }
        ValueProfile::Levels { shares, rest } => {
            let mut before: Vec<f64> = shares.iter().map(|(_, share)| *share).collect();
            before.push(*rest);
            let mut bins = as_numbers(&counts.bins);
            // Levels that training never saw count with those that were too rare to be kept.
            if let Some(last) = bins.last_mut() {
                *last += counts.unseen as f64;
            }
            let compared = BinComparison::new(&before, known, &bins);
            let at = compared.most_changed();
            let level = shares
                .get(at)
                .map_or("any other level".to_string(), |(code, _)| format!("'{}'", input.kind.level(*code)));
            let sentence = before.get(at).map(|share| {
                format!(
                    "{} of its values are {level}, and {} were in training",
                    percent(compared.share_now(at)),
                    percent(*share),
                )
            });
            let p = compared.chi_square();
            (compared, sentence, Some((p, 0.0)))
        }
        ValueProfile::Text => (BinComparison::new(&[], 0.0, &[]), None, None),
    };
    let missing_sentence = format!(
        "{} of its values are missing, and {} were in training",
        percent(missing_now),
        percent(column.missing)
    );
    ColumnDrift {
        column: column.name.clone(),
        stability: of_values.stability(),
        distance: test.map_or(0.0, |(_, distance)| distance),
        p_values: test.map_or(1.0, |(p, _)| p),
        p_missing: of_missing.chi_square(),
        missing_before: column.missing,
        missing_now,
        missing_stability: of_missing.stability(),
        unseen: counts.unseen,
        has_drifted: false,
        sentences: vec![largest.unwrap_or_default(), missing_sentence],
    }
}

fn in_words(cut: f64, input: &Input) -> String {
    match input.kind {
        InputKind::Date => {
            let date = Column::Date(vec![(cut * 1000.0).round() as i64].into());
            date.label(0).unwrap_or_default()
        }
        _ => significant(cut),
    }
}

fn as_numbers(counts: &[u64]) -> Vec<f64> {
    counts.iter().map(|&count| count as f64).collect()
}

/// The fractions of bins from those of all bins up to each; the last bin has what is left.
fn differences(below: &[f64]) -> Vec<f64> {
    let mut last = 0.0;
    let shares = below.iter().chain([&1.0]).map(|&share| share - std::mem::replace(&mut last, share));
    shares.collect()
}

/// Two samples in the same bins.
struct BinComparison {
    /// Counts in training and now.
    bins: Vec<(f64, f64)>,
    before: f64,
    now: f64,
}

impl BinComparison {
    fn new(shares: &[f64], size: f64, counts: &[f64]) -> BinComparison {
        BinComparison {
            bins: shares.iter().map(|share| share * size).zip(counts.iter().copied()).collect(),
            before: size,
            now: counts.iter().sum(),
        }
    }

    fn is_empty(&self) -> bool {
        self.before <= 0.0 || self.now <= 0.0
    }

    fn share_now(&self, bin: usize) -> f64 {
        if self.is_empty() { 0.0 } else { self.bins[bin].1 / self.now }
    }

    fn below_now(&self, bin: usize) -> f64 {
        if self.is_empty() { 0.0 } else { self.bins[..=bin].iter().map(|bin| bin.1).sum::<f64>() / self.now }
    }

    /// The bin whose fraction has changed most.
    fn most_changed(&self) -> usize {
        if self.is_empty() {
            return 0;
        }
        let change = |&(before, now): &(f64, f64)| (before / self.before - now / self.now).abs();
        crate::first_largest(&self.bins.iter().map(change).collect::<Vec<_>>())
    }

    /// The largest distance between the two distribution functions at the ends of bins, and where.
    fn distance(&self) -> (f64, usize) {
        let (mut largest, mut at) = (0.0, 0);
        let (mut before, mut now) = (0.0, 0.0);
        for (place, bin) in self.bins.iter().enumerate().filter(|_| !self.is_empty()) {
            before += bin.0 / self.before;
            now += bin.1 / self.now;
            if (before - now).abs() > largest {
                (largest, at) = ((before - now).abs(), place);
            }
        }
        (largest, at)
    }

    /// The population stability index: the divergences of the two from each other, added up. Half a row is added to each
    /// bin, so that an empty one is not infinitely far away.
    fn stability(&self) -> f64 {
        if self.is_empty() {
            return 0.0;
        }
        let more = 0.5 * self.bins.len() as f64;
        let of_bin = |&(before, now): &(f64, f64)| {
            let (a, b) = ((before + 0.5) / (self.before + more), (now + 0.5) / (self.now + more));
            (b - a) * (b / a).ln()
        };
        self.bins.iter().map(of_bin).sum()
    }

    /// How likely proportions are that differ so much, by Pearson's chi-square for two samples; 1 if there are too few rows to
    /// tell.
    fn chi_square(&self) -> f64 {
        let all = self.before + self.now;
        if self.is_empty() {
            return 1.0;
        }
        let mut bins = self.bins.clone();
        bins.sort_by(|a, b| (a.0 + a.1).total_cmp(&(b.0 + b.1)));
        let least = self.before.min(self.now) / all;
        let (mut statistic, mut used, mut pooled) = (0.0, 0.0, (0.0, 0.0));
        let last = bins.len() - 1;
        for (place, bin) in bins.into_iter().enumerate() {
            pooled = (pooled.0 + bin.0, pooled.1 + bin.1);
            let count = pooled.0 + pooled.1;
            if place < last && count * least < LEAST_EXPECTED {
                continue;
            }
            if count > 0.0 {
                let expected = (count * self.before / all, count * self.now / all);
                statistic += (pooled.0 - expected.0).powi(2) / expected.0;
                statistic += (pooled.1 - expected.1).powi(2) / expected.1;
                used += 1.0;
            }
            pooled = (0.0, 0.0);
        }
        if used < 2.0 { 1.0 } else { chi_square_upper(statistic, used - 1.0) }
    }
}

/// How likely a distance between the distribution functions of two samples is that is at least so large, after Kolmogorov and
/// Smirnov. Where values repeat, or are looked at in bins, chance is less likely to reach it still.
fn kolmogorov(distance: f64, n: f64, m: f64) -> f64 {
    if n <= 0.0 || m <= 0.0 || distance <= 0.0 {
        return 1.0;
    }
    let root = (n * m / (n + m)).sqrt();
    // Stephens' correction for samples that are not large.
    let x = (root + 0.12 + 0.11 / root) * distance;
    if x < 0.2 {
        return 1.0;
    }
    let term = |k: i32| (-2.0 * f64::from(k * k) * x * x).exp() * if k % 2 == 0 { -2.0 } else { 2.0 };
    (1..=100).map(term).sum::<f64>().clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_as_tables_have_them() {
        // The limit's quantiles: 1.3581 at 5 %, 1.6276 at 1 %.
        for (x, p) in [(1.3581f64, 0.05), (1.6276, 0.01)] {
            assert!((kolmogorov(x / 1e4, 2e8, 2e8) - p).abs() < 1e-4);
        }
        assert_eq!(kolmogorov(0.0, 10.0, 10.0), 1.0);
    }

    #[test]
    fn shares_that_differ() {
        // scipy.stats.chi2_contingency([[60, 40], [90, 10]], correction=False).pvalue
        let compared = BinComparison::new(&[0.6, 0.4], 100.0, &[90.0, 10.0]);
        assert!(
            (compared.chi_square() / 9.633_570_086_430_948e-7 - 1.0).abs() < 1e-6,
            "{}",
            compared.chi_square()
        );
        assert_eq!(compared.most_changed(), 0);
        // Too few to tell.
        assert_eq!(BinComparison::new(&[0.5, 0.5], 1000.0, &[2.0, 0.0]).chi_square(), 1.0);
        assert!(compared.stability() > 0.5);
        assert!(BinComparison::new(&[0.6, 0.4], 100.0, &[60.0, 40.0]).stability().abs() < 1e-12);
    }

    #[test]
    fn shares_in_words() {
        assert_eq!(
            [0.0, 0.0005, 0.034, 0.5, 0.9999, 1.0].map(percent),
            ["0 %", "less than 0.1 %", "3.4 %", "50 %", "more than 99.9 %", "100 %"]
        );
    }
}
