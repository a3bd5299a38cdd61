//! The best coefficients under some planes, none of which the mean loss goes below.

/// So often may the fractions of planes be moved before the planes are taken as they are.
const MOST_MOVES: usize = 20_000;

/// Planes $a_i^\top w + b_i$ that the mean loss does not go below, and the coefficients that make the
/// largest of them with the penalty $\frac{\alpha}{2} \|w\|^2$ smallest. Those are $-\sum_i \lambda_i a_i /
/// \alpha$ for the fractions $\lambda$, which add up to 1, that make $\sum_i \lambda_i b_i - \frac{1}{2
/// \alpha} \|\sum_i \lambda_i a_i\|^2$ largest: whatever the fractions are, no coefficients go below that.
pub(super) struct CuttingPlanes {
    alpha: f64,
    gradients: Vec<Vec<f64>>,
    heights: Vec<f64>,
    /// The products of the gradients of any two, over the penalty.
    products: Vec<Vec<f64>>,
    shares: Vec<f64>,
    /// How fast the bound grows with each fraction.
    gains: Vec<f64>,
}

impl CuttingPlanes {
    /// A loss is never below zero.
    pub fn new(width: usize, alpha: f64) -> CuttingPlanes {
        CuttingPlanes {
            alpha,
            gradients: vec![vec![0.0; width]],
            heights: vec![0.0],
            products: vec![vec![0.0]],
            shares: vec![1.0],
            gains: vec![0.0],
        }
    }

    pub fn add(&mut self, subgradient: Vec<f64>, height: f64) {
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>() / self.alpha;
        let mut row: Vec<f64> = self.gradients.iter().map(|other| product(other, &subgradient)).collect();
        self.products.iter_mut().zip(&row).for_each(|(products, with_new)| products.push(*with_new));
        row.push(product(&subgradient, &subgradient));
        self.gains.push(0.0);
        self.products.push(row);
        self.gradients.push(subgradient);
        self.heights.push(height);
        self.shares.push(0.0);
    }

    /// Finds the fractions whose bound is the largest but for `tolerance`: again and again, a fraction is
    /// moved from one plane to another, those between which the bound grows most.
    pub fn solve(&mut self, tolerance: f64) {
        // From the fractions anew, so that what rounding leaves does not add up over the iterations.
        for (gain, (height, row)) in self.gains.iter_mut().zip(self.heights.iter().zip(&self.products)) {
            *gain = height - row.iter().zip(&self.shares).map(|(q, share)| q * share).sum::<f64>();
        }
        for _ in 0..MOST_MOVES {
            let Some((from, to, amount, gap)) = self.best_move() else { return };
            if gap <= tolerance {
                return;
            }
            self.shares[from] -= amount;
            self.shares[to] += amount;
            for (place, gain) in self.gains.iter_mut().enumerate() {
                *gain -= amount * (self.products[to][place] - self.products[from][place]);
            }
        }
    }

    /// Which plane gives how much of its fraction to which other, and how far the bound is from the largest
    /// at most.
    fn best_move(&self) -> Option<(usize, usize, f64, f64)> {
        let to = (0..self.gains.len()).max_by(|&a, &b| self.gains[a].total_cmp(&self.gains[b]))?;
        let mean: f64 = self.gains.iter().zip(&self.shares).map(|(gain, share)| gain * share).sum();
        let mut best: Option<(f64, usize, f64)> = None;
        for from in (0..self.shares.len()).filter(|&from| from != to && self.shares[from] > 0.0) {
            let rise = self.gains[to] - self.gains[from];
            let curvature = self.products[to][to] + self.products[from][from] - 2.0 * self.products[to][from];
            let free = if curvature > 0.0 { rise / curvature } else { f64::INFINITY };
            let amount = free.min(self.shares[from]);
            let won = amount * (rise - 0.5 * amount * curvature.max(0.0));
            if rise > 0.0 && best.is_none_or(|(most, ..)| won > most) {
                best = Some((won, from, amount));
            }
        }
        best.map(|(_, from, amount)| (from, to, amount, self.gains[to] - mean))
    }

    /// The coefficients of the fractions.
    pub fn weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; self.gradients[0].len()];
        for (subgradient, share) in self.gradients.iter().zip(&self.shares).filter(|(_, share)| **share > 0.0)
        {
            weights.iter_mut().zip(subgradient).for_each(|(w, a)| *w -= share * a / self.alpha);
        }
        weights
    }

    /// What no coefficients go below.
    pub fn bound(&self) -> f64 {
        let height: f64 = self.heights.iter().zip(&self.shares).map(|(b, share)| b * share).sum();
        height - 0.5 * self.alpha * self.weights().iter().map(|w| w * w).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_point_of_two_planes_and_the_price() {
        // The larger of 1 - 2w and 0, with w²/2: the gradient of the first alone would take w to 2, but it
        // ends at 1/2.
        let mut planes = CuttingPlanes::new(1, 1.0);
        planes.add(vec![-2.0], 1.0);
        planes.solve(1e-15);
        assert!((planes.weights()[0] - 0.5).abs() < 1e-12 && (planes.bound() - 0.125).abs() < 1e-12);
        // With a penalty of 16, the first plane is never left.
        let mut dear = CuttingPlanes::new(1, 16.0);
        dear.add(vec![-2.0], 1.0);
        dear.solve(1e-15);
        assert!((dear.weights()[0] - 0.125).abs() < 1e-12 && (dear.bound() - 0.875).abs() < 1e-12);
    }
}
