//! What weights cost.

use hornbook_math::optimize::proximal::soft_threshold;

/// A convex penalty of each coefficient, smallest at zero.
pub(super) trait CoordinatePenalty: Sync {
    /// The weight $w$ with the smallest $\frac12 b w^2 - p w + h(w)$, for $b > 0$.
    fn minimizer(&self, curvature: f64, rho: f64) -> f64;

    /// An upper bound of how far an objective is above its smallest value. `gradients` are the products of the columns with
    /// the residuals, `squares` the mean square of the residuals. Gradients that are known to be no violation may be zero
    /// where weights are.
    fn gap(&self, weights: &[f64], gradients: &[f64], squares: f64) -> f64;

    /// What the penalty is on one side of zero, if it is a parabola there.
    fn parabola(&self) -> Option<ElasticNetPenalty>;
}

/// $\lambda_1 |w| + \frac12 \lambda_2 w^2$.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ElasticNetPenalty {
    pub l1: f64,
    pub l2: f64,
}

impl ElasticNetPenalty {
    /// As scikit-learn divides a penalty.
    pub fn new(alpha: f64, l1_ratio: f64) -> ElasticNetPenalty {
        ElasticNetPenalty { l1: alpha * l1_ratio, l2: alpha * (1.0 - l1_ratio) }
    }

    /// Fenchel's dual at the residuals as they are: finite with an L2 penalty only.
    fn gap_of_squares(&self, weights: &[f64], gradients: &[f64]) -> f64 {
        let each = weights.iter().zip(gradients).map(|(&w, &gradient)| {
            let beyond = (gradient.abs() - self.l1).max(0.0);
            self.l1 * w.abs() + 0.5 * self.l2 * w * w + 0.5 * beyond * beyond / self.l2 - w * gradient
        });
        each.sum()
    }

    /// The lasso's dual, with the L2 penalty as further rows, at residuals shrunk until no gradient is
    /// above its penalty.
    fn gap_of_shrunk(&self, weights: &[f64], gradients: &[f64], squares: f64) -> f64 {
        let gradient_of = |(&w, &gradient): (&f64, &f64)| gradient - self.l2 * w;
        let largest =
            weights.iter().zip(gradients).map(gradient_of).fold(0.0, |most: f64, c| most.max(c.abs()));
        let share = if largest > self.l1 { self.l1 / largest } else { 1.0 };
        let lengths: f64 = weights.iter().map(|w| w * w).sum();
        let rest: f64 = weights
            .iter()
            .zip(gradients)
            .map(|pair| self.l1 * pair.0.abs() - share * pair.0 * gradient_of(pair))
            .sum();
        0.5 * (1.0 - share) * (1.0 - share) * (squares + self.l2 * lengths) + rest
    }
}

impl CoordinatePenalty for ElasticNetPenalty {
    #[inline(always)]
    fn minimizer(&self, curvature: f64, rho: f64) -> f64 {
        // Zero is added so that it has no sign.
        soft_threshold(rho, self.l1) / (curvature + self.l2) + 0.0
    }

    fn gap(&self, weights: &[f64], gradients: &[f64], squares: f64) -> f64 {
        let shrunk = self.gap_of_shrunk(weights, gradients, squares);
        let gap = if self.l2 > 0.0 { shrunk.min(self.gap_of_squares(weights, gradients)) } else { shrunk };
        gap.max(0.0)
    }

    fn parabola(&self) -> Option<ElasticNetPenalty> {
        Some(*self)
    }
}

/// $\lambda |w|^q$ with $q > 1$.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct LqPenalty {
    pub alpha: f64,
    pub exponent: f64,
}

impl CoordinatePenalty for LqPenalty {
    /// The root of $b w + \lambda q w^{q-1} = |p|$, which lies below each of the roots that one term alone would have.
    fn minimizer(&self, curvature: f64, rho: f64) -> f64 {
        let (q, size) = (self.exponent, rho.abs());
        if size == 0.0 {
            return 0.0;
        }
        let alone = (size / (self.alpha * q)).powf(1.0 / (q - 1.0));
        let (mut low, mut high) = (0.0, alone.min(size / curvature));
        let mut w = high;
        for _ in 0..200 {
            let push = self.alpha * q * w.powf(q - 1.0);
            let miss = curvature * w + push - size;
            if miss > 0.0 {
                high = w;
            } else {
                low = w;
            }
            if miss.abs() <= 4.0 * f64::EPSILON * size || high - low <= f64::EPSILON * high {
                break;
            }
            let newton = w - miss / (curvature + (q - 1.0) * push / w);
            // Where the curve is too curved for Newton's step, half of what is left is cut off.
            w = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
        }
        w.copysign(rho)
    }

    fn gap(&self, weights: &[f64], gradients: &[f64], _: f64) -> f64 {
        let q = self.exponent;
        let each = weights.iter().zip(gradients).map(|(&w, &gradient)| {
            let held = (gradient.abs() / (self.alpha * q)).powf(q / (q - 1.0));
            self.alpha * (w.abs().powf(q) + (q - 1.0) * held) - w * gradient
        });
        each.sum::<f64>().max(0.0)
    }

    fn parabola(&self) -> Option<ElasticNetPenalty> {
        None
    }
}
