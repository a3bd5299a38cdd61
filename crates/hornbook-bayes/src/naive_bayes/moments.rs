//! Weights, means and sums of squares by class and column, which merge.

use hornbook_math::simd;

/// Of each class and column the weight of the values, their mean and the sum of their squared distances from it.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct ClassMoments {
    classes: usize,
    width: usize,
    /// Class by class, column by column, as the others.
    pub weights: Vec<f64>,
    pub means: Vec<f64>,
    pub squares: Vec<f64>,
}

/// The moments of one column, in one class or in all.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct ColumnMoment {
    pub weight: f64,
    pub mean: f64,
    pub squares: f64,
}

impl ColumnMoment {
    /// Chan's formula: the moments of both groups of values together.
    #[inline(always)]
    pub fn merged(self, other: ColumnMoment) -> ColumnMoment {
        if other.weight == 0.0 {
            return self;
        }
        if self.weight == 0.0 {
            return other;
        }
        let weight = self.weight + other.weight;
        let (apart, share) = (other.mean - self.mean, other.weight / weight);
        ColumnMoment {
            weight,
            mean: self.mean + apart * share,
            squares: self.squares + other.squares + apart * apart * self.weight * share,
        }
    }
}

impl ClassMoments {
    pub fn new(classes: usize, width: usize) -> ClassMoments {
        let zeros = vec![0.0; classes * width];
        ClassMoments { classes, width, weights: zeros.clone(), means: zeros.clone(), squares: zeros }
    }

    /// From their parts, if the lengths fit.
    pub fn from_parts(
        (classes, width): (usize, usize),
        weights: Vec<f64>,
        means: Vec<f64>,
        squares: Vec<f64>,
    ) -> Option<ClassMoments> {
        let fits =
            [&weights, &means, &squares].iter().all(|part| Some(part.len()) == classes.checked_mul(width));
        fits.then_some(ClassMoments { classes, width, weights, means, squares })
    }

    pub fn width(&self) -> usize {
        self.width
    }

    pub fn at(&self, class: usize, column: usize) -> ColumnMoment {
        self.get(class * self.width + column)
    }

    #[inline(always)]
    fn get(&self, at: usize) -> ColumnMoment {
        ColumnMoment { weight: self.weights[at], mean: self.means[at], squares: self.squares[at] }
    }

    #[inline(always)]
    fn merge_at(&mut self, at: usize, more: ColumnMoment) {
        let ColumnMoment { weight, mean, squares } = self.get(at).merged(more);
        (self.weights[at], self.means[at], self.squares[at]) = (weight, mean, squares);
    }

    /// The moments of a column in all classes together.
    pub fn of_all(&self, column: usize) -> ColumnMoment {
        (0..self.classes).fold(ColumnMoment::default(), |all, class| all.merged(self.at(class, column)))
    }

    /// The squared distances of a column from the means of the classes, with the weight of all classes.
    pub fn within(&self, column: usize) -> (f64, f64) {
        let of = |class| self.at(class, column);
        (0..self.classes)
            .map(of)
            .fold((0.0, 0.0), |(weight, squares), moment| (weight + moment.weight, squares + moment.squares))
    }

    pub fn merge(&mut self, other: &ClassMoments) {
        (0..self.weights.len()).for_each(|at| self.merge_at(at, other.get(at)));
    }

    /// Adds a few rows, row by row, with their classes and weights; NaN is missing.
    ///
    /// The rows are read twice, so that squares are taken about their own means. They should fit into the nearest cache.
    pub fn add(&mut self, rows: &[f64], classes: &[u32], weights: Option<&[f64]>, room: &mut MomentBuffers) {
        if self.width > 0 {
            simd::run(MomentBlock { moments: self, rows, classes, weights, room });
        }
    }
}

/// Memory that is used again for each block.
#[derive(Debug, Default)]
pub(crate) struct MomentBuffers {
    sums: Vec<f64>,
    squares: Vec<f64>,
    weights: Vec<f64>,
    present: Vec<u32>,
    /// The first row of each class that is present. Distances from it keep all digits, and are nothing where a column does
    /// not vary.
    first: Vec<usize>,
}

struct MomentBlock<'a> {
    moments: &'a mut ClassMoments,
    rows: &'a [f64],
    classes: &'a [u32],
    weights: Option<&'a [f64]>,
    room: &'a mut MomentBuffers,
}

impl MomentBlock<'_> {
    #[inline(always)]
    fn weight(&self, row: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[row])
    }

    /// The moments of values some of which are missing.
    fn add_with_gaps(self) {
        let width = self.moments.width;
        for column in 0..width {
            for &class in &self.room.present {
                let values = || {
                    let at = |row: usize| (self.rows[row * width + column], self.weight(row));
                    let counts = |&row: &usize| self.classes[row] == class;
                    (0..self.classes.len())
                        .filter(counts)
                        .map(at)
                        .filter(|(x, weight)| !x.is_nan() && *weight > 0.0)
                };
                let Some((first, _)) = values().next() else { continue };
                let (weight, sum) = values().fold((0.0, 0.0), |(n, s), (x, w)| (n + w, s + w * (x - first)));
                let mean = first + sum / weight;
                let squares = values().map(|(x, w)| w * (x - mean) * (x - mean)).sum();
                self.moments
                    .merge_at(class as usize * width + column, ColumnMoment { weight, mean, squares });
            }
        }
    }
}

impl simd::SimdKernel for MomentBlock<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let width = self.moments.width;
        let cells = self.moments.classes * width;
        self.room.sums.resize(cells, 0.0);
        self.room.squares.resize(cells, 0.0);
        self.room.weights.resize(self.moments.classes, 0.0);
        self.room.first.resize(self.moments.classes, 0);
        self.room.present.clear();
        for (row, line) in self.rows.chunks_exact(width).enumerate() {
            let (weight, class) = (self.weight(row), self.classes[row] as usize);
            if weight == 0.0 {
                continue;
            }
            let sums = &mut self.room.sums[class * width..][..width];
            if self.room.weights[class] == 0.0 {
                self.room.present.push(class as u32);
                self.room.squares[class * width..][..width].fill(0.0);
                sums.fill(0.0);
                self.room.first[class] = row;
            }
            self.room.weights[class] += weight;
            let first = &self.rows[self.room.first[class] * width..][..width];
            sums.iter_mut().zip(line).zip(first).for_each(|((sum, x), first)| *sum += weight * (x - first));
        }
        let mut is_whole = true;
        for &class in &self.room.present {
            let weight = self.room.weights[class as usize];
            let sums = &mut self.room.sums[class as usize * width..][..width];
            let first = &self.rows[self.room.first[class as usize] * width..][..width];
            sums.iter_mut().zip(first).for_each(|(sum, first)| *sum = first + *sum / weight);
            is_whole &= sums.iter().all(|sum| !sum.is_nan());
        }
        if is_whole {
            for (row, line) in self.rows.chunks_exact(width).enumerate() {
                let (weight, class) = (self.weight(row), self.classes[row] as usize);
                if weight == 0.0 {
                    continue;
                }
                let means = &self.room.sums[class * width..][..width];
                let squares = &mut self.room.squares[class * width..][..width];
                for ((square, x), mean) in squares.iter_mut().zip(line).zip(means) {
                    *square += weight * (x - mean) * (x - mean);
                }
            }
            for &class in &self.room.present {
                let weight = self.room.weights[class as usize];
                for at in class as usize * width..(class as usize + 1) * width {
                    let (mean, squares) = (self.room.sums[at], self.room.squares[at]);
                    self.moments.merge_at(at, ColumnMoment { weight, mean, squares });
                }
            }
        }
        for &class in &self.room.present {
            self.room.weights[class as usize] = 0.0;
        }
        if !is_whole {
            self.add_with_gaps();
        }
    }
}
