//! Discriminants: normal classes, the planes and quadrics between them, and the error that nobody can avoid.

use super::Chapter;
use crate::format::{short, six, table, vector};
use crate::lesson::LessonStep;
use hornbook::Result;
use hornbook::bayes::discriminants::{ClassCovariances, NormalClasses};
use hornbook::data::Matrix;

pub(super) const CHAPTER: Chapter = Chapter {
    name: "discriminants",
    title: "Discriminants: normal classes, what lies between them, and the error that is left",
    ids: &["001:99", "001:102", "001:103", "001:104", "001:105"],
    steps: &[spheres, one_covariance, two_covariances, error_that_is_left],
};

fn means() -> Result<Matrix> {
    Matrix::from_rows(&[[0.0, 0.0], [4.0, 2.0]])
}

fn covariance() -> Result<Matrix> {
    Matrix::from_rows(&[[2.0, 0.5], [0.5, 1.0]])
}

fn spheres() -> Result<LessonStep> {
    let between = |first: f64| {
        NormalClasses::new(vec![first, 1.0 - first], means()?, ClassCovariances::Spherical(2.0))?
            .hyperplane(0, 1)
    };
    let (even, plane) = (between(0.5)?, between(0.7)?);
    // The notes leave the variance out of the direction.
    let w: Vec<f64> = plane.w.iter().map(|x| x * 2.0).collect();
    Ok(LessonStep::new("Two classes like spheres")
        .says("Means (0, 0) and (4, 2), variance 2 in every direction, probabilities 0.7 and 0.3. The plane stands at right angles \
               to the line through the means; the likelier class pushes it away from itself.")
        .shows(format!("direction {}", vector(&w)))
        .shows(table(
            ["priors", "the plane cuts the line at"],
            [["0.5, 0.5".to_string(), vector(&even.x0)], ["0.7, 0.3".to_string(), vector(&plane.x0)]],
        ))
        .value("spheres.w", w)
        .value("spheres.x0", plane.x0))
}

fn one_covariance() -> Result<LessonStep> {
    let classes = NormalClasses::new(vec![0.7, 0.3], means()?, ClassCovariances::Shared(covariance()?))?;
    let plane = classes.hyperplane(0, 1)?;
    Ok(LessonStep::new("One covariance for both")
        .says("With the covariance ((2, 0.5), (0.5, 1)) the plane is still a plane, but it leans: w is the inverse covariance times \
               the difference of the means.")
        .shows(format!("w = {}\nx0 = {}", vector(&plane.w), vector(&plane.x0)))
        .value("shared.w", plane.w)
        .value("shared.x0", plane.x0))
}

fn two_covariances() -> Result<LessonStep> {
    let both = ClassCovariances::Full(vec![covariance()?, Matrix::diagonal(&[1.0, 4.0])]);
    let classes = NormalClasses::new(vec![0.7, 0.3], means()?, both)?;
    let (at, quadric) = ([2.0, 1.0], classes.quadric(0, 1)?);
    let found = classes.discriminants(&at)?;
    Ok(LessonStep::new("A covariance for each")
        .says("The second class has variances 1 and 4 and no covariance: now a quadric is between them.")
        .shows(format!("at (2, 1): g1 = {}, g2 = {}, so class 1", six(found[0]), six(found[1])))
        .shows(format!("log odds there, by the quadric: {}", six(quadric.log_odds(&at)?)))
        .value("g1", found[0])
        .value("g2", found[1])
        .value("log_odds", quadric.log_odds(&at)?)
        .erratum(
            "the eigenvalues of the covariance as the lengths of the axes of a hyperellipsoid",
            "Their square roots are",
        ))
}

fn error_that_is_left() -> Result<LessonStep> {
    let means = Matrix::from_rows(&[[0.0], [2.0]])?;
    let classes = NormalClasses::new(vec![0.7, 0.3], means, ClassCovariances::Spherical(1.0))?;
    let (threshold, error) = (classes.hyperplane(0, 1)?.x0[0], classes.bayes_error()?.value());
    Ok(LessonStep::new("The error that nobody can avoid")
        .says("On a line, N(0, 1) with probability 0.7 against N(2, 1) with 0.3. Even who knows all of this is wrong where the \
               other class happens to be.")
        .shows(format!("say the second class from {} on; wrong in {} of all cases", six(threshold), six(error)))
        .shows(format!("always saying the first would be wrong in {}", short(0.3)))
        .value("threshold", threshold)
        .value("bayes_error", error))
}
