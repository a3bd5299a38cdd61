//! Why the hypothesis that was learned is not the truth: four causes told apart.

use crate::decisions::LossMatrix;
use crate::intervals::moments;
use crate::resampling::wrong;
use hornbook_core::{Error, Result, Rng, Run, Seed};
use hornbook_data::Matrix;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// How the causes of error are told apart: by training sets drawn from a finite world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ErrorCausesOptions {
    /// Rows a training set.
    pub rows: usize,
    /// How many training sets are drawn.
    pub draws: usize,
    /// Where the random numbers come from.
    pub seed: u64,
}

impl Default for ErrorCausesOptions {
    fn default() -> ErrorCausesOptions {
        ErrorCausesOptions { rows: 30, draws: 1000, seed: 0 }
    }
}

/// The expected loss of what a learner finds, in four parts that add up to it:
///
/// $$L = \underbrace{L(f)}_\text{noise} + \underbrace{L(h^*) - L(f)}_\text{unrealizability}
///     + \underbrace{E\,L(\hat h_D) - L(h^*)}_\text{variance} + \underbrace{E\,L(h_D) - E\,L(\hat h_D)}_\text{search}$$
///
/// $f$ is the best of all functions, $h^*$ the best of the hypothesis space, $\hat h_D$ the one of least loss on a training set
/// $D$, and $h_D$ the one that the search finds on it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ErrorCauses {
    /// What even the best function loses, since the target is not a function of the case.
    pub noise: f64,
    /// What the best hypothesis loses beyond that, since no hypothesis is the best function.
    pub unrealizability: f64,
    /// What the best on a training set loses beyond that on average, since training sets differ.
    pub variance: f64,
    /// What the search loses beyond that, since it does not look at every hypothesis (computational complexity). Below zero
    /// where hypotheses that it misses would have fitted chance.
    pub search: f64,
    /// The expected loss of what the search finds: the sum of the four.
    pub loss: f64,
    /// The standard error of `variance`, from the training sets that were drawn.
    pub variance_error: f64,
    /// The standard error of `search`.
    pub search_error: f64,
}

impl ErrorCauses {
    /// The causes of the error of a learner over a finite world. `joint` has a row for each case and a column for each class,
    /// with $P(x, y)$; a hypothesis has an action for each case. `search` gets the loss of each hypothesis on a training
    /// set, and says which it finds; the same as the exhaustive search if it finds the least.
    ///
    /// ```
    /// use hornbook_core::Run;
    /// use hornbook_data::Matrix;
    /// use hornbook_evaluation::decisions::LossMatrix;
    /// use hornbook_evaluation::model_selection::{ErrorCauses, ErrorCausesOptions};
    /// // Two cases that a tenth of the labels contradicts, and hypotheses that treat them alike.
    /// let joint = Matrix::new(2, 2, vec![0.45, 0.05, 0.05, 0.45])?;
    /// let losses = LossMatrix::zero_one(&["no", "yes"])?;
    /// let found = ErrorCauses::of(
    ///     &losses, &joint, &[[0, 0], [1, 1]], &ErrorCausesOptions::default(), |_, _| 0, &Run::default(),
    /// )?;
    /// assert!((found.noise - 0.1).abs() < 1e-12 && (found.unrealizability - 0.4).abs() < 1e-12);
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn of<H: AsRef<[u32]> + Sync>(
        losses: &LossMatrix,
        joint: &Matrix,
        hypotheses: &[H],
        options: &ErrorCausesOptions,
        search: impl Fn(&[f64], &mut Rng) -> usize + Sync,
        run: &Run,
    ) -> Result<ErrorCauses> {
        if options.rows == 0 || options.draws < 2 {
            let (parameter, found) =
                if options.rows == 0 { ("rows", options.rows) } else { ("draws", options.draws) };
            return Err(wrong(
                "causes of error",
                parameter,
                found,
                "at least one row, and two training sets",
            ));
        }
        let noise = losses.best_rule(joint)?.loss;
        let (_, best) = losses.best_hypothesis(hypotheses, joint)?;
        let true_losses = hypotheses.iter().map(|rule| losses.generalization_loss(rule.as_ref(), joint));
        let true_losses = true_losses.collect::<Result<Vec<f64>>>()?;
        let cells: Vec<f64> = joint
            .values()
            .iter()
            .scan(0.0, |sum, p| {
                *sum += p;
                Some(*sum)
            })
            .collect();
        let draw = |index: u64| {
            run.check()?;
            let own = Seed(options.seed).derive(index);
            let mut rng = own.rng();
            let mut counts = vec![0.0; cells.len()];
            for _ in 0..options.rows {
                let place = rng.unit() * cells.last().copied().unwrap_or(1.0);
                counts[cells.partition_point(|&sum| sum <= place).min(cells.len() - 1)] += 1.0;
            }
            let of = |rule: &H| {
                let loss = |cell: usize| {
                    let (case, class) = (cell / joint.columns(), cell % joint.columns());
                    counts[cell] * losses.at(rule.as_ref()[case] as usize, class)
                };
                (0..cells.len()).map(loss).sum::<f64>() / options.rows as f64
            };
            let empirical: Vec<f64> = hypotheses.iter().map(of).collect();
            let least = empirical.iter().copied().fold(f64::INFINITY, f64::min);
            let exhaustive = empirical.iter().position(|&loss| loss <= least).unwrap_or(0);
            let found = search(&empirical, &mut own.derive(1).rng());
            let Some(&loss) = true_losses.get(found) else {
                return Err(Error::data(
                    format!("the search found the hypothesis {found} of {}", hypotheses.len()),
                    "let it give the position of a hypothesis",
                ));
            };
            Ok((true_losses[exhaustive], loss))
        };
        let draws: Vec<(f64, f64)> =
            run.install(|| (0..options.draws as u64).into_par_iter().map(draw).collect::<Result<Vec<_>>>())?;
        let estimated: Vec<f64> = draws.iter().map(|(least, _)| *least).collect();
        let searched: Vec<f64> = draws.iter().map(|(least, found)| found - least).collect();
        let (n, mean, spread) = moments(&estimated);
        let (_, extra, extra_spread) = moments(&searched);
        Ok(ErrorCauses {
            noise,
            unrealizability: best - noise,
            variance: mean - best,
            search: extra,
            loss: mean + extra,
            variance_error: (spread / n).sqrt(),
            search_error: (extra_spread / n).sqrt(),
        })
    }
}

impl fmt::Display for ErrorCauses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "expected loss {:.4}", self.loss)?;
        writeln!(f, "  noise            {:.4}: what the best function loses", self.noise)?;
        writeln!(f, "  unrealizability  {:.4}: no hypothesis is that function", self.unrealizability)?;
        writeln!(
            f,
            "  variance         {:.4} ± {:.4}: training sets differ",
            self.variance, self.variance_error
        )?;
        write!(
            f,
            "  search           {:.4} ± {:.4}: not every hypothesis is looked at",
            self.search, self.search_error
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::ToJson;

    const CASES: usize = 21;

    fn losses() -> LossMatrix {
        LossMatrix::zero_one(&["no", "yes"]).unwrap()
    }

    /// Cases 0 to 20 on a line; yes from `from` up to `to`, and a share of the labels is turned around.
    fn line(from: usize, to: usize, noise: f64) -> Matrix {
        Matrix::from_fn(CASES, 2, |case, class| {
            let is_own = (from..to).contains(&case) == (class == 1);
            (if is_own { 1.0 - noise } else { noise }) / CASES as f64
        })
    }

    /// Yes from each place on.
    fn thresholds() -> Vec<Vec<u32>> {
        (0..=CASES).map(|from| (0..CASES).map(|case| u32::from(case >= from)).collect()).collect()
    }

    fn exhaustive(empirical: &[f64], _: &mut Rng) -> usize {
        let least = empirical.iter().copied().fold(f64::INFINITY, f64::min);
        empirical.iter().position(|&loss| loss <= least).unwrap()
    }

    /// Downhill from a random place, one step at a time: it ends where both neighbors are no better.
    fn hill_climbing(empirical: &[f64], rng: &mut Rng) -> usize {
        let mut at = rng.below(empirical.len());
        loop {
            let neighbors = [at.wrapping_sub(1), at + 1].into_iter().filter(|&next| next < empirical.len());
            match neighbors.min_by(|&a, &b| empirical[a].total_cmp(&empirical[b])) {
                Some(next) if empirical[next] < empirical[at] => at = next,
                _ => return at,
            }
        }
    }

    fn causes(joint: &Matrix, rows: usize, search: fn(&[f64], &mut Rng) -> usize) -> ErrorCauses {
        let options = ErrorCausesOptions { rows, draws: 2000, seed: 5 };
        let found =
            ErrorCauses::of(&losses(), joint, &thresholds(), &options, search, &Run::default()).unwrap();
        let sum = found.noise + found.unrealizability + found.variance + found.search;
        assert!((found.loss - sum).abs() < 1e-12, "{found:?}");
        found
    }

    /// Each cause is there alone where the world has it alone.
    // proves: 002:D06
    #[test]
    fn four_causes_are_told_apart() {
        let none = causes(&line(10, CASES, 0.0), 5000, exhaustive);
        assert!(none.noise.abs() < 1e-12 && none.unrealizability.abs() < 1e-12);
        assert!(none.variance.abs() < 1e-12 && none.search.abs() < 1e-12);
        // Noise: a fifth of the labels, in a function that a threshold is.
        let noise = causes(&line(10, CASES, 0.2), 50_000, exhaustive);
        assert!((noise.noise - 0.2).abs() < 1e-12 && noise.unrealizability.abs() < 1e-12);
        assert!(noise.variance.abs() < 1e-3, "{noise:?}");
        // Unrealizability: yes in the middle third only. The best threshold is wrong about the last seven of 21.
        let unrealizable = causes(&line(7, 14, 0.0), 5000, exhaustive);
        assert!(
            unrealizable.noise.abs() < 1e-12 && (unrealizable.unrealizability - 7.0 / 21.0).abs() < 1e-12
        );
        // Variance: few rows. With one row the first threshold that fits it is taken: always for a yes, and the next
        // place for a no at case x, which is wrong about what lies between x and 10.
        let one = causes(&line(10, CASES, 0.0), 1, exhaustive);
        let of_no: f64 = (0..10).map(|x| (10.0 - (f64::from(x) + 1.0)) / 21.0).sum::<f64>() / 21.0;
        let exact = 11.0 / 21.0 * 10.0 / 21.0 + of_no;
        assert!((one.variance - exact).abs() < 3.0 * one.variance_error, "{one:?} and {exact}");
        assert!(one.noise.abs() < 1e-12 && one.unrealizability.abs() < 1e-12 && one.search.abs() < 1e-12);
        // Search: with enough rows the exhaustive search errs by nothing, and hill climbing stays in the hollow
        // beside a hill: yes in two places has two hollows.
        let world = Matrix::from_fn(CASES, 2, |case, class| {
            let is_yes = (5..9).contains(&case) || case >= 13;
            f64::from(u8::from(is_yes == (class == 1))) / CASES as f64
        });
        let complete = causes(&world, 20_000, exhaustive);
        let stuck = causes(&world, 20_000, hill_climbing);
        assert!(complete.search.abs() < 1e-12 && complete.variance.abs() < 1e-3);
        // Thresholds 5 and 13 are hollows of the same loss, 4 of 21, and 0 of none; only a start at an end climbs.
        assert_eq!((stuck.noise, stuck.unrealizability), (complete.noise, complete.unrealizability));
        let text = stuck.to_string();
        assert!(text.contains("unrealizability  0.1905") && text.lines().count() == 5, "{text}");
        assert_eq!(stuck.to_json()["search"], stuck.search);
    }

    /// A hollow that is not the lowest: what hill climbing loses is the share of starts that lead there times its depth.
    // proves: 002:D06
    #[test]
    fn what_a_local_search_loses() {
        // Yes from 4 to 8 and from 10 on: threshold 4 is wrong about two cases, threshold 10 about four; the hill
        // between them is at 8 with six.
        let world = Matrix::from_fn(CASES, 2, |case, class| {
            let is_yes = (4..8).contains(&case) || case >= 10;
            f64::from(u8::from(is_yes == (class == 1))) / CASES as f64
        });
        let found = causes(&world, 50_000, hill_climbing);
        assert!(
            (found.unrealizability - 2.0 / 21.0).abs() < 1e-12 && found.variance.abs() < 1e-12,
            "{found:?}"
        );
        // Of 22 starts those above the hill, 9 to 21, end at 10, which is wrong about two cases more; a start on the
        // hill itself goes down its steeper side, which chance decides.
        let (few, many) = (13.0 / 22.0 * 2.0 / 21.0, 14.0 / 22.0 * 2.0 / 21.0);
        let error = 3.0 * found.search_error;
        assert!(found.search > few - error && found.search < many + error, "{found:?}");
    }

    #[test]
    fn refusals() {
        let of = |options: &ErrorCausesOptions, search: fn(&[f64], &mut Rng) -> usize| {
            ErrorCauses::of(&losses(), &line(3, 9, 0.0), &thresholds(), options, search, &Run::default())
                .unwrap_err()
                .to_string()
        };
        let usual = ErrorCausesOptions::default();
        assert!(of(&ErrorCausesOptions { rows: 0, ..usual }, exhaustive).contains("rows"));
        assert!(of(&ErrorCausesOptions { draws: 1, ..usual }, exhaustive).contains("draws"));
        assert!(of(&usual, |_, _| 99).contains("the hypothesis 99 of 22"));
    }
}
