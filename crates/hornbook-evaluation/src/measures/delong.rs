//! DeLong's variance of ROC AUCs, from the position of each row among those of the other class.

use super::roc::ranked_classes;
use super::rows::same_length;
use super::sorted_scores::SortedScores;
use crate::intervals::{Interval, IntervalMethod};
use hornbook_core::{Error, Result};
use hornbook_math::distributions::{normal_cdf, normal_quantile};

/// A ROC AUC and what each row adds to it: the component of a positive row is the fraction of the negative ones it
/// scores above, that of a negative row the fraction of the positive ones above it, ties counted as half.
///
/// Their spread within each class gives the variance of the area,
/// $$\widehat{\mathrm{Var}} = \sum_c \frac{1}{n_c (n_c - 1)} \sum_{i \in c} (h_i - \bar h_c)^2,$$
/// with weights counted as repeated rows.
///
/// ```
/// use hornbook_evaluation::measures::{AucComponents, SortedScores};
/// let truth = [true, true, true, false, false, false];
/// let area = AucComponents::of(&SortedScores::new(&truth, &[0.9, 0.8, 0.3, 0.6, 0.2, 0.1], None)?);
/// let interval = area.interval(0.95).expect("the area is neither 0 nor 1");
/// assert!(interval.contains(area.area()) && interval.high < 1.0);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AucComponents {
    area: f64,
    classes: usize,
    /// The class, the weight and the component of each row that was given.
    class: Vec<u32>,
    weights: Vec<f64>,
    components: Vec<f64>,
}

/// Two ROC AUCs on the same rows, compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AucComparison {
    /// The first area less the second.
    pub difference: f64,
    /// The standard error of the difference.
    pub standard_error: f64,
    /// Their ratio; 0 if both are zero.
    pub z: f64,
    /// How likely so large a difference would be if the areas were equal, in either direction. NaN if the rows
    /// leave no spread to evaluate a difference by.
    pub p_value: f64,
}

impl AucComponents {
    /// The components of the area of ranked rows.
    pub fn of(ranked: &SortedScores) -> AucComponents {
        let (class, weights, components) = two_class_components(ranked);
        AucComponents { area: ranked.area(), classes: 2, class, weights, components }
    }

    /// The components of the mean area of the classes against the rest, from a row-major matrix of scores.
    ///
    /// The mean is a statistic of one sample a class: a row of class $c$ adds its component among the positive
    /// ones of $c$, and $n_c / (n - n_k)$ of its component among the negative ones of every other class $k$.
    pub fn macro_average(
        classes: usize,
        truth: &[u32],
        scores: &[f64],
        weights: Option<&[f64]>,
    ) -> Result<AucComponents> {
        let ranked = ranked_classes(classes, truth, scores, weights)?;
        let Some(first) = ranked.first() else {
            return Err(Error::data("there are no classes", "give at least two classes"));
        };
        let weights = two_class_components(first).1;
        let support: Vec<f64> = ranked.iter().map(|class| class.totals().0).collect();
        let total: f64 = support.iter().sum();
        let mut components = vec![0.0; truth.len()];
        for (k, class) in ranked.iter().enumerate() {
            for (row, component) in two_class_components(class).2.into_iter().enumerate() {
                let own = truth[row] as usize;
                let share = if own == k { 1.0 } else { support[own] / (total - support[k]) };
                components[row] += share * component / classes as f64;
            }
        }
        let area = ranked.iter().map(SortedScores::area).sum::<f64>() / classes as f64;
        Ok(AucComponents { area, classes, class: truth.to_vec(), weights, components })
    }

    /// The area itself.
    pub fn area(&self) -> f64 {
        self.area
    }

    /// The component of each row; zero for rows that were left out.
    pub fn components(&self) -> &[f64] {
        &self.components
    }

    /// How much each row moved the area: its component's distance from the mean of its class, times its fraction of the
    /// class's weight. The sum of their squares is the variance; rows that are not independent are added up first.
    pub fn influences(&self) -> Vec<f64> {
        let mut sums = vec![(0.0, 0.0); self.classes];
        for (row, &class) in self.class.iter().enumerate() {
            let (weight, sum) = &mut sums[class as usize];
            *weight += self.weights[row];
            *sum += self.weights[row] * self.components[row];
        }
        let influence = |(row, &class): (usize, &u32)| {
            let (weight, sum) = sums[class as usize];
            // With n − 1 for n, as for any variance.
            let scale = if weight > 1.0 { (weight / (weight - 1.0)).sqrt() } else { f64::NAN };
            scale * self.weights[row] * (self.components[row] - sum / weight) / weight
        };
        self.class.iter().enumerate().map(influence).collect()
    }

    /// The variance of the area. NaN if a class has less than two rows.
    pub fn variance(&self) -> f64 {
        self.spread(&self.components, &self.components)
    }

    /// The covariance with the area of other scores of the same rows.
    pub fn covariance(&self, other: &AucComponents) -> Result<f64> {
        self.check_same_rows(other)?;
        Ok(self.spread(&self.components, &other.components))
    }

    /// The interval of the area at a level such as 0.95.
    ///
    /// It is symmetric on the logit scale, so that it stays between 0 and 1 and keeps its level for areas near
    /// 1, where the plain ± interval would be cut off. `None` for an area of exactly 0 or 1, of which the rows
    /// show no spread, and if the variance is undefined.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let (area, error) = (self.area, self.variance().sqrt());
        if !(area > 0.0 && area < 1.0 && error.is_finite() && level > 0.0 && level < 1.0) {
            return None;
        }
        let logit = (area / (1.0 - area)).ln();
        let reach = normal_quantile(0.5 + 0.5 * level) * error / (area * (1.0 - area));
        let back = |x: f64| 1.0 / (1.0 + (-x).exp());
        // Rounding must not push the area out of an interval of no width.
        let (low, high) = (back(logit - reach).min(area), back(logit + reach).max(area));
        Some(Interval { low, high, level, method: IntervalMethod::DeLong })
    }

    /// Tests whether two scores of the same rows have the same area.
    pub fn compare(&self, other: &AucComponents) -> Result<AucComparison> {
        self.check_same_rows(other)?;
        // From the differences row by row: equal scores have a spread of exactly zero.
        let apart: Vec<f64> = self.components.iter().zip(&other.components).map(|(a, b)| a - b).collect();
        let difference = self.area - other.area;
        let standard_error = self.spread(&apart, &apart).sqrt();
        let z = if difference == 0.0 && standard_error == 0.0 { 0.0 } else { difference / standard_error };
        let p_value = if z.is_finite() { 2.0 * normal_cdf(-z.abs()) } else { f64::NAN };
        Ok(AucComparison { difference, standard_error, z, p_value })
    }

    fn check_same_rows(&self, other: &AucComponents) -> Result<()> {
        same_length("rows of the other area", other.class.len(), self.class.len())?;
        if self.class == other.class && self.weights == other.weights {
            return Ok(());
        }
        Err(Error::data(
            "the two areas are of other rows",
            "give both scores for the same rows, in one order",
        ))
    }

    fn spread(&self, a: &[f64], b: &[f64]) -> f64 {
        // Of each class: its weight and the sums of both components.
        let mut sums = vec![(0.0, 0.0, 0.0); self.classes];
        for (row, &class) in self.class.iter().enumerate() {
            let (weight, a_sum, b_sum) = &mut sums[class as usize];
            *weight += self.weights[row];
            *a_sum += self.weights[row] * a[row];
            *b_sum += self.weights[row] * b[row];
        }
        let mut products = vec![0.0; self.classes];
        for (row, &class) in self.class.iter().enumerate() {
            let (weight, a_sum, b_sum) = sums[class as usize];
            let (a, b) = (a[row] - a_sum / weight, b[row] - b_sum / weight);
            if self.weights[row] > 0.0 {
                products[class as usize] += self.weights[row] * a * b;
            }
        }
        let of_class = |(products, (n, ..)): (f64, (f64, f64, f64))| {
            if n > 1.0 { products / (n - 1.0) / n } else { f64::NAN }
        };
        products.into_iter().zip(sums).map(of_class).sum()
    }
}

/// The class (1 is positive), the weight and the component of each row that was given to a ranking.
fn two_class_components(ranked: &SortedScores) -> (Vec<u32>, Vec<f64>, Vec<f64>) {
    let (positives, negatives) = ranked.totals();
    let rows = ranked.rows();
    let (mut class, mut weights, mut components) = (vec![0; rows], vec![0.0; rows], vec![0.0; rows]);
    let (mut positives_above, mut negatives_above) = (0.0, 0.0);
    for run in ranked.runs() {
        let (mut positive, mut negative) = (0.0, 0.0);
        for at in run.clone() {
            let (_, is_positive, weight) = ranked.at(at);
            *if is_positive { &mut positive } else { &mut negative } += weight;
        }
        for at in run {
            let (row, is_positive, weight) = ranked.at(at);
            class[row] = u32::from(is_positive);
            weights[row] = weight;
            components[row] = if is_positive {
                (negatives - negatives_above - 0.5 * negative) / negatives
            } else {
                (positives_above + 0.5 * positive) / positives
            };
        }
        positives_above += positive;
        negatives_above += negative;
    }
    (class, weights, components)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_scores_do_not_differ() {
        let truth = [true, false, true, false, true];
        let area = |scores: &[f64]| AucComponents::of(&SortedScores::new(&truth, scores, None).unwrap());
        let a = area(&[0.9, 0.8, 0.7, 0.2, 0.1]);
        let same = a.compare(&a).unwrap();
        assert_eq!((same.difference, same.standard_error, same.z, same.p_value), (0.0, 0.0, 0.0, 1.0));
        assert!((a.covariance(&a).unwrap() - a.variance()).abs() < 1e-18);
        let perfect = area(&[1.0, 0.0, 1.0, 0.0, 1.0]);
        assert_eq!((perfect.area(), perfect.variance(), perfect.interval(0.95)), (1.0, 0.0, None));
        let constant = area(&[0.5; 5]);
        assert!(perfect.compare(&constant).unwrap().p_value.is_nan());
        assert_eq!(constant.interval(0.95).map(|i| (i.low, i.high)), Some((0.5, 0.5)));
    }

    #[test]
    fn other_rows_are_refused() {
        let area = |truth: &[bool], scores: &[f64]| {
            AucComponents::of(&SortedScores::new(truth, scores, None).unwrap())
        };
        let a = area(&[true, false, true], &[0.3, 0.2, 0.1]);
        assert!(a.compare(&area(&[true, false], &[0.3, 0.2])).is_err());
        assert!(a.covariance(&area(&[true, true, false], &[0.3, 0.2, 0.1])).is_err());
        assert!(a.variance().is_nan() && a.interval(0.95).is_none());
    }

    #[test]
    fn weight_two_is_the_row_twice() {
        let (truth, scores) = ([true, false, true, false, true, false], [0.9, 0.8, 0.7, 0.7, 0.3, 0.1]);
        let weighted = SortedScores::new(&truth, &scores, Some(&[2.0, 1.0, 1.0, 2.0, 1.0, 0.0])).unwrap();
        let rows = [0, 0, 1, 2, 3, 3, 4];
        let repeated =
            SortedScores::new(&rows.map(|r: usize| truth[r]), &rows.map(|r: usize| scores[r]), None).unwrap();
        let (weighted, repeated) = (AucComponents::of(&weighted), AucComponents::of(&repeated));
        assert!((weighted.area() - repeated.area()).abs() < 1e-15);
        assert!((weighted.variance() - repeated.variance()).abs() < 1e-15);
    }

    #[test]
    fn the_mean_over_two_classes_is_the_area() {
        let truth = [1, 0, 1, 0, 0, 1];
        let p = [0.8, 0.3, 0.3, 0.6, 0.1, 0.7];
        let matrix: Vec<f64> = p.iter().flat_map(|p| [1.0 - p, *p]).collect();
        let both = AucComponents::macro_average(2, &truth, &matrix, None).unwrap();
        let one = AucComponents::of(&SortedScores::of_class(1, &truth, &p, None).unwrap());
        assert!((both.area() - one.area()).abs() < 1e-15);
        assert!((both.variance() - one.variance()).abs() < 1e-15);
    }
}
