//! The geometry of hyperplanes.

use hornbook_core::{Error, Result};
use hornbook_math::algebra::{Svd, vectors};
use hornbook_math::matrix::Matrix;

/// A hyperplane: the points $x$ with $g(x) = w^\top x + w_0 = 0$.
///
/// ```
/// use hornbook_linear::{Hyperplane, Side};
///
/// let plane = Hyperplane::new(vec![3.0, 4.0], -5.0)?;
/// assert_eq!(plane.distance(&[3.0, 4.0])?, 4.0);
/// assert_eq!(plane.side(&[0.0, 0.0])?, Side::Below);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Hyperplane {
    normal: Vec<f64>,
    offset: f64,
    length: f64,
}

/// Where a point is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Where $g(x) < 0$.
    Below,
    /// Where $g(x) = 0$.
    On,
    /// Where $g(x) > 0$: the side that the normal points to.
    Above,
}

impl Hyperplane {
    /// The plane of a normal $w$ and an offset $w_0$. A normal of zeros is refused.
    pub fn new(normal: Vec<f64>, offset: f64) -> Result<Hyperplane> {
        let length = vectors::norm(&normal);
        if !(length > 0.0 && length.is_finite() && offset.is_finite()) {
            return Err(Error::data(
                "a hyperplane needs a finite normal that is not zero, and a finite offset",
                "give weights of which at least one is not zero",
            ));
        }
        Ok(Hyperplane { normal, offset, length })
    }

    /// The plane above which lie the rows of bits (0 and 1) in which every bit is as given; what is not given does not count. It
    /// is a perceptron's answer to an *and* of bits and of their opposites.
    pub fn all_of(bits: &[Option<bool>]) -> Result<Hyperplane> {
        let (normal, wanted) = signs(bits);
        Hyperplane::new(normal, 0.5 - wanted)
    }

    /// The plane above which lie the rows of bits in which at least one bit is as given: an *or*. With
    /// [`all_of`](Hyperplane::all_of) before it, any formula is two levels of perceptrons, though it may need as many as there
    /// are rows of bits.
    pub fn any_of(bits: &[Option<bool>]) -> Result<Hyperplane> {
        let (normal, wanted) = signs(bits);
        let given = bits.iter().flatten().count() as f64;
        Hyperplane::new(normal, given - wanted - 0.5)
    }

    /// The plane of an augmented weight vector $(w_0, w)$: the offset first, then the normal.
    pub fn from_augmented(weights: &[f64]) -> Result<Hyperplane> {
        match weights {
            [offset, normal @ ..] => Hyperplane::new(normal.to_vec(), *offset),
            [] => {
                Err(Error::data("the augmented weight vector is empty", "give the offset, then the normal"))
            }
        }
    }

    /// The augmented vector $(1, x)$ of a point. In these coordinates every hyperplane is a subspace: it passes through the
    /// origin, and its value is the product with one vector.
    pub fn augmented_point(point: &[f64]) -> Vec<f64> {
        [&[1.0], point].concat()
    }

    /// The offset and the normal as one vector $(w_0, w)$, whose product with the
    /// [augmented point](Hyperplane::augmented_point) $(1, x)$ is the value of $x$.
    pub fn augmented(&self) -> Vec<f64> {
        [&[self.offset], &self.normal[..]].concat()
    }

    /// The plane through as many points as there are dimensions. The normal has the length 1, and its first part that is
    /// not zero is positive. Points that lie in several planes are refused.
    pub fn through<P: AsRef<[f64]>>(points: &[P]) -> Result<Hyperplane> {
        let few = || {
            Error::data(
                "these points do not determine a hyperplane",
                "give as many points as there are dimensions, not all of them in a smaller flat",
            )
        };
        let first = points.first().ok_or_else(few)?.as_ref();
        let dimension = first.len();
        if points.len() != dimension || dimension == 0 {
            return Err(few());
        }
        // One row of zeros makes the table square, so that its last direction is the normal.
        let mut rows = vec![vec![0.0; dimension]];
        for point in &points[1..] {
            rows.push(vectors::minus(point.as_ref(), first)?);
        }
        let largest = rows.iter().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
        if !largest.is_finite() || first.iter().any(|x| !x.is_finite()) {
            return Err(few());
        }
        let svd = Svd::new(&Matrix::from_rows(&rows)?)?;
        if svd.rank() + 1 != dimension {
            return Err(few());
        }
        let mut normal = svd.v.column(dimension - 1);
        let is_turned = normal.iter().find(|x| x.abs() > 1e-12).is_some_and(|&x| x < 0.0);
        if is_turned {
            normal.iter_mut().for_each(|x| *x = -*x);
        }
        let offset = -vectors::dot(&normal, first)?;
        Hyperplane::new(normal, offset)
    }

    /// The normal $w$.
    pub fn normal(&self) -> &[f64] {
        &self.normal
    }

    /// The offset $w_0$; its sign says on which side the origin is.
    pub fn offset(&self) -> f64 {
        self.offset
    }

    /// $g(x) = w^\top x + w_0$: the confidence in a point.
    pub fn value(&self, point: &[f64]) -> Result<f64> {
        Ok(vectors::dot(&self.normal, point)? + self.offset)
    }

    /// How far a point is, $g(x) / \|w\|$: above zero on the side that the normal points to.
    pub fn distance(&self, point: &[f64]) -> Result<f64> {
        Ok(self.value(point)? / self.length)
    }

    /// How far the origin is, $w_0 / \|w\|$.
    pub fn distance_of_origin(&self) -> f64 {
        self.offset / self.length
    }

    /// The point of the plane that is nearest to a point: $x - g(x) w / \|w\|^2$.
    pub fn projection(&self, point: &[f64]) -> Result<Vec<f64>> {
        let step = self.distance(point)? / self.length;
        Ok(point.iter().zip(&self.normal).map(|(x, w)| x - step * w).collect())
    }

    /// On which side a point is.
    pub fn side(&self, point: &[f64]) -> Result<Side> {
        Ok(match self.value(point)? {
            value if value > 0.0 => Side::Above,
            value if value < 0.0 => Side::Below,
            _ => Side::On,
        })
    }

    /// The functional margin of labeled points, $\min_i y_i g(x_i)$, where $y_i$ is 1 if a point should be
    /// above and -1 if not; below zero if one is misclassified.
    pub fn functional_margin<P: AsRef<[f64]>>(&self, points: &[P], is_above: &[bool]) -> Result<f64> {
        if points.len() != is_above.len() || points.is_empty() {
            return Err(Error::data(
                format!("there are {} points and {} labels", points.len(), is_above.len()),
                "give at least one point, and a label for each",
            ));
        }
        points.iter().zip(is_above).try_fold(f64::INFINITY, |least, (point, &is_above)| {
            let value = self.value(point.as_ref())?;
            Ok(least.min(if is_above { value } else { -value }))
        })
    }

    /// The geometric margin of labeled points: the functional one in lengths, $\min_i y_i g(x_i) / \|w\|$.
    pub fn geometric_margin<P: AsRef<[f64]>>(&self, points: &[P], is_above: &[bool]) -> Result<f64> {
        Ok(self.functional_margin(points, is_above)? / self.length)
    }

    /// The same plane in canonical form: the functional margin of these points is 1, and the geometric one is
    /// $1 / \|w\|$. Points that the plane does not part are refused.
    pub fn canonical<P: AsRef<[f64]>>(&self, points: &[P], is_above: &[bool]) -> Result<Hyperplane> {
        let margin = self.functional_margin(points, is_above)?;
        if margin <= 0.0 {
            return Err(Error::data(
                "a point is not on its side of the hyperplane",
                "give a separating hyperplane",
            ));
        }
        Hyperplane::new(self.normal.iter().map(|w| w / margin).collect(), self.offset / margin)
    }

    /// The angle between two planes, from 0 to a right angle.
    pub fn angle(&self, other: &Hyperplane) -> Result<f64> {
        let angle = vectors::angle(&self.normal, &other.normal)?;
        Ok(angle.min(std::f64::consts::PI - angle))
    }

    /// Whether two planes do not meet or are the same, up to a tolerance for the angle.
    pub fn is_parallel(&self, other: &Hyperplane, tolerance: f64) -> Result<bool> {
        // The sine of a small angle is exact where its cosine is not.
        let other_unit = vectors::normalized(&other.normal)?;
        let across = vectors::minus(&self.normal, &vectors::projection(&self.normal, &other_unit)?)?;
        Ok(vectors::norm(&across) <= tolerance * self.length)
    }

    /// How far two parallel planes are from each other.
    pub fn distance_between(&self, other: &Hyperplane) -> Result<f64> {
        if !self.is_parallel(other, 1e-12)? {
            return Err(Error::data(
                "the hyperplanes are not parallel",
                "ask for the distance of parallel ones",
            ));
        }
        let sign = vectors::dot(&self.normal, &other.normal)?.signum();
        Ok((self.distance_of_origin() - sign * other.distance_of_origin()).abs())
    }
}

/// A weight of 1 for bits that are to be set and of -1 for those that are not, and how many are to be set.
fn signs(bits: &[Option<bool>]) -> (Vec<f64>, f64) {
    let sign = |bit: &Option<bool>| bit.map_or(0.0, |is_set| if is_set { 1.0 } else { -1.0 });
    (bits.iter().map(sign).collect(), bits.iter().flatten().filter(|is_set| **is_set).count() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12, "{found:?} and not {expected:?}");
        }
    }

    // proves: 000a:I2, 000b:LD08, 000b:LD09, 001:179, 001:180, 001:193, 002:I01
    #[test]
    fn the_examples_of_the_books() {
        let plane = Hyperplane::new(vec![3.0, 4.0], -5.0).unwrap();
        // g = 20, r = 4, r0 = -1, and the foot is (0.6, 0.8).
        assert_eq!(plane.value(&[3.0, 4.0]).unwrap(), 20.0);
        assert_eq!(plane.distance(&[3.0, 4.0]).unwrap(), 4.0);
        assert_eq!(plane.distance_of_origin(), -1.0);
        near(&plane.projection(&[3.0, 4.0]).unwrap(), &[0.6, 0.8]);
        // f = 5, margin 1, foot (1.4, 0.2).
        assert_eq!((plane.value(&[2.0, 1.0]).unwrap(), plane.distance(&[2.0, 1.0]).unwrap()), (5.0, 1.0));
        near(&plane.projection(&[2.0, 1.0]).unwrap(), &[1.4, 0.2]);
        assert_eq!(plane.side(&[1.0, 0.5]).unwrap(), Side::On);
    }

    // proves: 000a:I4, 000b:NN03
    #[test]
    fn weights_of_booleans() {
        // AND with -1 and 1: w0 = -0.8 is right, and the misprint -3 says no to all.
        let corners = [[-1.0, -1.0], [-1.0, 1.0], [1.0, -1.0], [1.0, 1.0]];
        let and = [false, false, false, true];
        let right = Hyperplane::new(vec![0.5, 0.5], -0.8).unwrap();
        near(&corners.map(|c| right.value(&c).unwrap()), &[-1.8, -0.8, -0.8, 0.2]);
        assert!((right.functional_margin(&corners, &and).unwrap() - 0.2).abs() < 1e-12);
        let misprint = Hyperplane::new(vec![0.5, 0.5], -3.0).unwrap();
        near(&corners.map(|c| misprint.value(&c).unwrap()), &[-4.0, -3.0, -3.0, -2.0]);
        assert!(misprint.functional_margin(&corners, &and).unwrap() < 0.0);
        assert!(misprint.canonical(&corners, &and).is_err());
        let or = Hyperplane::new(vec![0.5, 0.5], 0.3).unwrap();
        assert!(or.functional_margin(&corners, &[false, true, true, true]).unwrap() > 0.0);
        for (weights, offset, gate) in [
            ([-0.5, -0.5], 0.8, [true, true, true, false]),
            ([-0.5, -0.5], -0.3, [true, false, false, false]),
        ] {
            let plane = Hyperplane::new(weights.to_vec(), offset).unwrap();
            assert!(plane.functional_margin(&corners, &gate).unwrap() > 0.0);
        }
        let canonical = right.canonical(&corners, &and).unwrap();
        assert!((canonical.functional_margin(&corners, &and).unwrap() - 1.0).abs() < 1e-12);
        let length = vectors::norm(canonical.normal());
        assert!((canonical.geometric_margin(&corners, &and).unwrap() - 1.0 / length).abs() < 1e-12);
    }

    /// The parity of three bits has four terms, and its other form as many clauses.
    // proves: 001:182
    #[test]
    fn formulas_are_two_levels_of_planes() {
        let rows: Vec<[f64; 3]> =
            (0..8).map(|i| [4, 2, 1].map(|bit| f64::from(u8::from(i & bit > 0)))).collect();
        let is_odd = |row: &[f64; 3]| row.iter().sum::<f64>() as u32 % 2 == 1;
        let bits = |row: &[f64; 3], same: bool| row.map(|bit| Some((bit == 1.0) == same));
        let above = |plane: &Hyperplane, row: &[f64]| plane.side(row).unwrap() == Side::Above;
        let level = |planes: &[Hyperplane], row: &[f64]| -> Vec<f64> {
            planes.iter().map(|plane| f64::from(u8::from(above(plane, row)))).collect()
        };
        let of = |rows: Vec<&[f64; 3]>,
                  make: fn(&[Option<bool>]) -> Result<Hyperplane>,
                  same: bool|
         -> Vec<Hyperplane> {
            rows.iter().map(|row| make(&bits(row, same)).unwrap()).collect()
        };
        // A term for each odd row; a clause that only an even row breaks.
        let terms = of(rows.iter().filter(|row| is_odd(row)).collect(), Hyperplane::all_of, true);
        let clauses = of(rows.iter().filter(|row| !is_odd(row)).collect(), Hyperplane::any_of, false);
        let or = Hyperplane::any_of(&[Some(true); 4]).unwrap();
        let and = Hyperplane::all_of(&[Some(true); 4]).unwrap();
        for row in &rows {
            assert_eq!(above(&or, &level(&terms, row)), is_odd(row), "{row:?}");
            assert_eq!(above(&and, &level(&clauses, row)), is_odd(row), "{row:?}");
        }
        // What is not given does not count.
        let second = Hyperplane::all_of(&[None, Some(false), None]).unwrap();
        assert!(above(&second, &[1.0, 0.0, 1.0]) && !above(&second, &[0.0, 1.0, 0.0]));
    }

    // proves: 001:183
    #[test]
    fn the_offset_folded_in() {
        let plane = Hyperplane::new(vec![3.0, 4.0], -5.0).unwrap();
        assert_eq!(plane.augmented(), [-5.0, 3.0, 4.0]);
        assert_eq!(Hyperplane::augmented_point(&[2.0, 1.0]), [1.0, 2.0, 1.0]);
        for point in [[2.0, 1.0], [-1.0, 0.5], [0.0, 0.0]] {
            let folded = vectors::dot(&plane.augmented(), &Hyperplane::augmented_point(&point)).unwrap();
            assert_eq!(folded, plane.value(&point).unwrap());
        }
        assert_eq!(Hyperplane::from_augmented(&plane.augmented()).unwrap(), plane);
        // Among augmented points the plane is one through the origin, with the augmented weights as its normal.
        let subspace = Hyperplane::new(plane.augmented(), 0.0).unwrap();
        assert_eq!(subspace.value(&Hyperplane::augmented_point(&[2.0, 1.0])).unwrap(), 5.0);
        assert!(Hyperplane::from_augmented(&[]).is_err() && Hyperplane::from_augmented(&[1.0, 0.0]).is_err());
    }

    #[test]
    fn planes_beside_each_other() {
        let plane = Hyperplane::new(vec![3.0, 4.0], -5.0).unwrap();
        let turned = Hyperplane::new(vec![-6.0, -8.0], -10.0).unwrap();
        assert!(plane.is_parallel(&turned, 1e-12).unwrap());
        // -5 / 5 and 10 / 10, seen from the same side.
        assert!((plane.distance_between(&turned).unwrap() - 2.0).abs() < 1e-12);
        let across = Hyperplane::new(vec![4.0, -3.0], 1.0).unwrap();
        assert!((plane.angle(&across).unwrap() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
        assert!(!plane.is_parallel(&across, 1e-12).unwrap() && plane.distance_between(&across).is_err());
        let slanted = Hyperplane::new(vec![1.0, 1.0], 0.0).unwrap();
        let axis = Hyperplane::new(vec![0.0, -2.0], 0.0).unwrap();
        assert!((slanted.angle(&axis).unwrap() - std::f64::consts::FRAC_PI_4).abs() < 1e-12);
    }

    #[test]
    fn through_points() {
        let line = Hyperplane::through(&[[0.0, 1.0], [1.0, 0.0]]).unwrap();
        let half = 0.5_f64.sqrt();
        near(line.normal(), &[half, half]);
        assert!((line.offset() + half).abs() < 1e-12);
        let point = Hyperplane::through(&[[3.0]]).unwrap();
        assert_eq!((point.normal(), point.offset()), (&[1.0][..], -3.0));
        for few in [vec![vec![1.0, 2.0]], vec![vec![1.0, 2.0], vec![1.0, 2.0]], vec![]] {
            assert!(Hyperplane::through(&few).is_err(), "{few:?}");
        }
        assert!(Hyperplane::through(&[[0.0, f64::NAN], [1.0, 1.0]]).is_err());
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(Hyperplane::new(vec![0.0, 0.0], 1.0).is_err());
        assert!(Hyperplane::new(vec![], 1.0).is_err());
        assert!(Hyperplane::new(vec![f64::INFINITY], 1.0).is_err());
        assert!(Hyperplane::new(vec![1.0], f64::NAN).is_err());
        let plane = Hyperplane::new(vec![1.0], 0.0).unwrap();
        assert!(plane.value(&[1.0, 2.0]).is_err());
        assert!(plane.functional_margin(&[[1.0]], &[]).is_err());
    }

    proptest! {
        #[test]
        fn projections_lie_on_the_plane(
            normal in prop::collection::vec(-5.0f64..5.0, 4),
            point in prop::collection::vec(-10.0f64..10.0, 4),
            offset in -10.0f64..10.0,
        ) {
            prop_assume!(vectors::norm(&normal) > 0.1);
            let plane = Hyperplane::new(normal, offset).unwrap();
            let foot = plane.projection(&point).unwrap();
            prop_assert!(plane.distance(&foot).unwrap().abs() < 1e-9);
            let step = vectors::distance(&point, &foot).unwrap();
            prop_assert!((step - plane.distance(&point).unwrap().abs()).abs() < 1e-9);
        }

        #[test]
        fn planes_hold_the_points_they_go_through(points in prop::collection::vec(prop::collection::vec(-5.0f64..5.0, 4), 4)) {
            if let Ok(plane) = Hyperplane::through(&points) {
                for point in &points {
                    prop_assert!(plane.distance(point).unwrap().abs() < 1e-9);
                }
            }
        }
    }
}
