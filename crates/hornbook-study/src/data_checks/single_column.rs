//! How well a column alone predicts, out of fold, from its bins.

use super::binned_column::BinnedColumn;
use super::check_input::FOLDS;

/// A class with fewer rows, or fewer rows of others, is not judged: chance could set it apart.
const FEWEST_OF_A_CLASS: f64 = 8.0;

/// How well a column sets a class apart from all others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ClassSeparation {
    pub class: u32,
    /// The area under the one-vs-rest ROC curve.
    pub auc: f64,
    /// Whether the class has bins of its own, which hold all of its rows: precision and recall are 1.
    pub is_exact: bool,
    /// The rows of the class.
    pub rows: f64,
}

/// How well each class with enough rows is set apart.
pub(super) fn class_separations(
    column: &BinnedColumn,
    classes: &[u32],
    folds: &[u8],
) -> Vec<ClassSeparation> {
    let totals = BinTotals::of(column, folds);
    // One sort brings the rows of a class, and in it those of a bin, together, however many levels there are.
    let mut cells: Vec<(u32, u32, u8)> =
        (0..classes.len()).map(|row| (classes[row], column.bins[row], folds[row])).collect();
    cells.sort_unstable();
    let all = classes.len() as f64;
    let of_class = |cells: &[(u32, u32, u8)]| {
        let rows = cells.len() as f64;
        (rows.min(all - rows) >= FEWEST_OF_A_CLASS).then(|| separation(cells, rows, all, &totals))
    };
    cells.chunk_by(|a, b| a.0 == b.0).filter_map(of_class).collect()
}

/// R² of the means of bins.
pub(super) fn explained_by_bins(column: &BinnedColumn, target: &[f64], folds: &[u8]) -> f64 {
    let totals = BinTotals::of(column, folds);
    let mut sums = vec![[0.0; FOLDS]; column.count];
    let mut by_fold = [0.0; FOLDS];
    for ((&bin, &fold), y) in column.bins.iter().zip(folds).zip(target) {
        sums[bin as usize][fold as usize] += y;
        by_fold[fold as usize] += y;
    }
    let all: f64 = by_fold.iter().sum();
    let mean = all / target.len() as f64;
    let (mut left, mut total) = (0.0, 0.0);
    for ((&bin, &fold), y) in column.bins.iter().zip(folds).zip(target) {
        let others = totals.in_other_folds(bin, fold);
        let guess = match others > 0.0 {
            true => (sums[bin as usize].iter().sum::<f64>() - sums[bin as usize][fold as usize]) / others,
            false => {
                (all - by_fold[fold as usize])
                    / (target.len() as f64 - totals.by_fold[fold as usize]).max(1.0)
            }
        };
        left += (y - guess) * (y - guess);
        total += (y - mean) * (y - mean);
    }
    1.0 - left / total
}

/// R² of a line, for each row without the rows of its fold: a few extreme rows do not vouch for themselves. It finds what bins of
/// many rows blur in the tail of a skewed column.
pub(super) fn explained_by_line(x: &[f64], y: &[f64], folds: &[u8]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (x_mean, y_mean) = (mean(x), mean(y));
    let mut sums = [[0.0; 5]; FOLDS];
    let mut all = [0.0; 5];
    for ((x, y), &fold) in x.iter().zip(y).zip(folds) {
        let (x, y) = (x - x_mean, y - y_mean);
        for (place, term) in [1.0, x, y, x * x, x * y].into_iter().enumerate() {
            sums[fold as usize][place] += term;
            all[place] += term;
        }
    }
    let lines = sums.map(|own| {
        let [rows, sx, sy, sxx, sxy] = std::array::from_fn(|place| all[place] - own[place]);
        let slope = (sxy - sx * sy / rows) / (sxx - sx * sx / rows);
        (slope, (sy - slope * sx) / rows)
    });
    let (mut left, mut total) = (0.0, 0.0);
    for ((x, y), &fold) in x.iter().zip(y).zip(folds) {
        let (slope, at_mean) = lines[fold as usize];
        left += (y - y_mean - at_mean - slope * (x - x_mean)).powi(2);
        total += (y - y_mean) * (y - y_mean);
    }
    1.0 - left / total
}

/// How many rows there are in each bin, by fold.
struct BinTotals {
    bins: Vec<[f64; FOLDS]>,
    by_fold: [f64; FOLDS],
}

impl BinTotals {
    fn of(column: &BinnedColumn, folds: &[u8]) -> BinTotals {
        let mut totals = BinTotals { bins: vec![[0.0; FOLDS]; column.count], by_fold: [0.0; FOLDS] };
        for (&bin, &fold) in column.bins.iter().zip(folds) {
            totals.bins[bin as usize][fold as usize] += 1.0;
            totals.by_fold[fold as usize] += 1.0;
        }
        totals
    }

    fn in_other_folds(&self, bin: u32, fold: u8) -> f64 {
        let bins = &self.bins[bin as usize];
        bins.iter().sum::<f64>() - bins[fold as usize]
    }
}

/// Rows of a bin and a fold, whose score comes from the other folds.
struct ScoredRows {
    score: f64,
    positive: f64,
    negative: f64,
}

/// From the cells of one class. Rows in bins where the class does not occur all have score 0.
fn separation(cells: &[(u32, u32, u8)], rows: f64, all: f64, totals: &BinTotals) -> ClassSeparation {
    let mut scored: Vec<ScoredRows> = Vec::new();
    let mut is_exact = true;
    for of_bin in cells.chunk_by(|a, b| a.1 == b.1) {
        let bin = of_bin[0].1;
        let mut positive = [0.0; FOLDS];
        of_bin.iter().for_each(|cell| positive[cell.2 as usize] += 1.0);
        for fold in 0..FOLDS as u8 {
            let in_fold = totals.bins[bin as usize][fold as usize];
            let own = positive[fold as usize];
            let others = of_bin.len() as f64 - own;
            is_exact &= in_fold == own && (own == 0.0 || others > 0.0);
            // One row more keeps a bin with few rows below a bin with many of the same fraction.
            let score = others / (totals.in_other_folds(bin, fold) + 1.0);
            scored.push(ScoredRows { score, positive: own, negative: in_fold - own });
        }
    }
    let negatives = all - rows;
    let elsewhere = negatives - scored.iter().map(|rows| rows.negative).sum::<f64>();
    scored.push(ScoredRows { score: 0.0, positive: 0.0, negative: elsewhere });
    scored.sort_by(|a, b| b.score.total_cmp(&a.score));
    let (mut below, mut ordered) = (negatives, 0.0);
    for tied in scored.chunk_by(|a, b| a.score == b.score) {
        let positive: f64 = tied.iter().map(|rows| rows.positive).sum();
        let negative: f64 = tied.iter().map(|rows| rows.negative).sum();
        below -= negative;
        ordered += positive * (below + 0.5 * negative);
    }
    ClassSeparation { class: cells[0].0, auc: ordered / (rows * negatives), is_exact, rows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data_checks::binned_column::RareClasses;
    use crate::data_checks::check_input::folds_of;
    use hornbook_core::Seed;
    use hornbook_data::Feature;

    fn numbers(values: Vec<f64>) -> (BinnedColumn, Vec<u8>) {
        let rows: Vec<usize> = (0..values.len()).collect();
        let folds = folds_of(&rows, None);
        (BinnedColumn::of(&Feature::Number(values.into()), &rows, &RareClasses::default()), folds)
    }

    #[test]
    fn classes_set_apart() {
        let classes: Vec<u32> = (0..300).map(|i| i % 3).collect();
        let (column, folds) = numbers(classes.iter().map(|&class| f64::from(class / 2)).collect());
        let found = class_separations(&column, &classes, &folds);
        let last = found.iter().find(|found| found.class == 2).unwrap();
        assert!(last.is_exact && last.auc == 1.0 && last.rows == 100.0);
        assert!(!found[0].is_exact && (found[0].auc - 0.75).abs() < 0.05, "{:?}", found[0]);
        // The seven rows of a class are too few.
        let classes: Vec<u32> = (0..300).map(|i| u32::from(i < 7)).collect();
        assert!(class_separations(&column, &classes, &folds).is_empty());
    }

    #[test]
    fn noise_sets_nothing_apart() {
        for seed in 0..20 {
            let mut rng = Seed(seed).rng();
            let classes: Vec<u32> = (0..400).map(|_| u32::from(rng.unit() < 0.3)).collect();
            let (column, folds) = numbers((0..400).map(|_| rng.unit()).collect());
            let found = class_separations(&column, &classes, &folds);
            assert!(found.iter().all(|found| (0.35..0.65).contains(&found.auc) && !found.is_exact));
            let target: Vec<f64> = (0..400).map(|_| rng.unit()).collect();
            assert!(explained_by_bins(&column, &target, &folds) < 0.05);
        }
    }

    #[test]
    fn one_extreme_row_is_no_line() {
        let mut rng = Seed(8).rng();
        let noise = |rng: &mut hornbook_core::Rng| (0..200).map(|_| rng.unit()).collect::<Vec<f64>>();
        let (mut x, mut y) = (noise(&mut rng), noise(&mut rng));
        let folds = folds_of(&(0..200).collect::<Vec<_>>(), None);
        (x[0], y[0]) = (1e3, 1e3);
        assert!(explained_by_line(&x, &y, &folds) < 0.5);
        let line: Vec<f64> = x.iter().map(|x| 3.0 - 2.0 * x).collect();
        assert!(explained_by_line(&x, &line, &folds) > 0.999_999);
    }

    #[test]
    fn thousands_of_levels() {
        // Every level has four rows of one class.
        let rows = 8000;
        let classes: Vec<u32> = (0..rows).map(|row| u32::from((row / 4) % 7 < 2)).collect();
        let bins: Vec<u32> = (0..rows).map(|row| row / 4).collect();
        let column = BinnedColumn { bins, count: 2001, is_ordered: false };
        let folds = folds_of(&(0..rows as usize).collect::<Vec<_>>(), None);
        let found = class_separations(&column, &classes, &folds);
        assert!(found.iter().all(|found| found.auc > 0.98), "{found:?}");
        let target: Vec<f64> = (0..rows).map(|row| f64::from((row / 4) % 7)).collect();
        assert!(explained_by_bins(&column, &target, &folds) > 0.95);
    }
}
