use hornbook_core::{Error, Result};
use hornbook_data::Table;
use hornbook_learner::{Model, Predictions, first_largest};
use serde::Serialize;
use std::fmt;

/// Whether the members of an ensemble are better than chance and err on different rows.
///
/// From what members predict for rows that they did not see in training: on those they saw, they look alike.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Diversity {
    /// The accuracy of each member.
    pub accuracies: Vec<f64>,
    /// The accuracy of the most common class: what a guess gets.
    pub chance: f64,
    /// The accuracy of the majority of the members; ties go to the first class.
    pub majority: f64,
    /// Every two members.
    pub pairs: Vec<MemberPair>,
}

/// How two members of an ensemble differ.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MemberPair {
    /// The position of one.
    pub one: usize,
    /// The position of the other.
    pub other: usize,
    /// How often only one of them is right.
    pub disagreement: f64,
    /// How often both are wrong.
    pub double_fault: f64,
    /// The correlation of being wrong; not a number if one of them is always or never wrong.
    pub error_correlation: f64,
    /// Yule's Q of being right: 0 for independent members, negative if they err on different rows; not a number if it is
    /// undefined.
    pub q: f64,
    /// Cohen's kappa of what they predict: 1 for equal predictions, 0 for those that agree by chance.
    pub kappa: f64,
}

impl Diversity {
    /// From the true classes, what each member predicts, and the weights of the rows.
    ///
    /// ```
    /// use hornbook_ensembles::reports::Diversity;
    /// let report = Diversity::of(&[0, 0, 1, 1], &[vec![0, 0, 1, 0], vec![0, 1, 1, 1]], 2, &[1.0; 4])?;
    /// assert_eq!(report.accuracies, [0.75, 0.75]);
    /// assert_eq!(report.pairs[0].disagreement, 0.5);
    /// assert!((report.pairs[0].error_correlation + 1.0 / 3.0).abs() < 1e-12);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn of(truth: &[u32], predictions: &[Vec<u32>], classes: usize, weights: &[f64]) -> Result<Diversity> {
        let uneven =
            predictions.iter().any(|member| member.len() != truth.len()) || weights.len() != truth.len();
        if uneven {
            return Err(Error::data("the lists are not of one length", "give one value a row in each"));
        }
        let is_class = |code: &u32| (*code as usize) < classes;
        if !truth.iter().all(is_class) || !predictions.iter().flatten().all(is_class) {
            return Err(Error::data("there is a code of no class", "give codes below the number of classes"));
        }
        let total: f64 = weights.iter().sum();
        if predictions.is_empty() || !(total > 0.0 && total.is_finite()) || weights.iter().any(|w| *w < 0.0) {
            return Err(Error::data(
                "there is nothing to compare",
                "give members, and rows of positive weight",
            ));
        }
        let share = |is: &dyn Fn(usize) -> bool| {
            (0..truth.len()).filter(|&row| is(row)).map(|row| weights[row]).sum::<f64>() / total
        };
        let accuracies = predictions.iter().map(|member| share(&|row| member[row] == truth[row])).collect();
        let of_class = |class: usize| share(&|row| truth[row] as usize == class);
        let chance = (0..classes).map(of_class).fold(0.0, f64::max);
        let majority = share(&|row| {
            let mut votes = vec![0.0; classes];
            predictions.iter().for_each(|member| votes[member[row] as usize] += 1.0);
            first_largest(&votes) as u32 == truth[row]
        });
        let places = (0..predictions.len())
            .flat_map(|one| (one + 1..predictions.len()).map(move |other| (one, other)));
        let pairs = places
            .map(|(one, other)| {
                let (a, b) = (&predictions[one], &predictions[other]);
                let both = |first: bool, second: bool| {
                    share(&|row| (a[row] == truth[row]) == first && (b[row] == truth[row]) == second)
                };
                let (n11, n00, n10, n01) =
                    (both(true, true), both(false, false), both(true, false), both(false, true));
                let agree = share(&|row| a[row] == b[row]);
                let by_chance: f64 = (0..classes as u32)
                    .map(|class| share(&|row| a[row] == class) * share(&|row| b[row] == class))
                    .sum();
                let spread = ((n11 + n10) * (n01 + n00) * (n11 + n01) * (n10 + n00)).sqrt();
                MemberPair {
                    one,
                    other,
                    disagreement: n10 + n01,
                    double_fault: n00,
                    error_correlation: quotient(n11 * n00 - n10 * n01, spread),
                    q: quotient(n11 * n00 - n10 * n01, n11 * n00 + n10 * n01),
                    kappa: if by_chance < 1.0 { (agree - by_chance) / (1.0 - by_chance) } else { 1.0 },
                }
            })
            .collect();
        Ok(Diversity { accuracies, chance, majority, pairs })
    }

    /// The members of a model that predict what it predicts itself, on the rows of a table that has the truth too. What
    /// decides over a stack asks for other columns, and is left out.
    pub fn of_model(model: &dyn Model, table: &Table) -> Result<Diversity> {
        let target = &model.info().schema.target;
        let truth = table.column(&target.name)?;
        let code_of = |row: usize| {
            let label = truth.label(row).unwrap_or_default();
            let code = target.classes.iter().position(|class| *class == label);
            code.map(|code| code as u32).ok_or_else(|| {
                Error::mismatch(
                    format!("row {} is of the class '{label}', which the model does not know", row + 1),
                    "leave such rows out",
                )
            })
        };
        let truth: Vec<u32> = (0..table.rows()).map(code_of).collect::<Result<_>>()?;
        let known = |member: &&dyn Model| {
            member.info().schema.inputs.iter().all(|input| table.find(&input.name).is_some())
        };
        let members: Vec<&dyn Model> = model.inspect().members().into_iter().filter(known).collect();
        if members.iter().any(|member| member.info().schema.target != *target) || members.is_empty() {
            return Err(Error::mismatch(
                "this model has no base learners that predict its classes",
                "compare the base learners of bagging, voting, boosting, a cascade or stacking",
            ));
        }
        let codes = |member: &&dyn Model| match member.predict(table)?.values {
            Predictions::Classes(codes, _) => Ok(codes),
            Predictions::Numbers(_) => Err(Error::mismatch("the members predict numbers", "compare classes")),
        };
        let predictions: Vec<Vec<u32>> = members.iter().map(codes).collect::<Result<_>>()?;
        Diversity::of(&truth, &predictions, target.classes.len(), &vec![1.0; truth.len()])
    }

    /// The mean over all pairs for which a measure is defined.
    pub fn mean(&self, measure: impl Fn(&MemberPair) -> f64) -> f64 {
        let values: Vec<f64> = self.pairs.iter().map(measure).filter(|x| x.is_finite()).collect();
        quotient(values.iter().sum(), values.len() as f64)
    }
}

/// Not a number where there is nothing to divide by.
fn quotient(above: f64, below: f64) -> f64 {
    if below > 0.0 { above / below } else { f64::NAN }
}

impl fmt::Display for Diversity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.accuracies.iter().sum::<f64>() / self.accuracies.len() as f64;
        let better = self.accuracies.iter().filter(|&&a| a > self.chance).count();
        writeln!(f, "{} base learners, mean accuracy {mean:.4}", self.accuracies.len())?;
        writeln!(f, "better than the majority-class baseline ({:.4}): {better}", self.chance)?;
        writeln!(f, "majority vote: {:.4}", self.majority)?;
        writeln!(f, "pairwise diversity (means over pairs):")?;
        writeln!(f, "  error correlation {:.4}", self.mean(|p| p.error_correlation))?;
        writeln!(f, "  disagreement      {:.4}", self.mean(|p| p.disagreement))?;
        writeln!(f, "  double fault      {:.4}", self.mean(|p| p.double_fault))?;
        writeln!(f, "  Q statistic       {:.4}", self.mean(|p| p.q))?;
        write!(f, "  kappa             {:.4}", self.mean(|p| p.kappa))
    }
}
