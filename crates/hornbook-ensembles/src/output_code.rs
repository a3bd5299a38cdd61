//! Error-correcting output codes (ECOC): one binary classifier per codeword bit.

use crate::combination_rule::CombinationRule;
use crate::ensemble;
use crate::events::EnsembleEvent;
use crate::members::{Member, classes_of, in_parallel, learner_of, present, regrouped, tree};
use crate::model::EnsembleModel;
use hornbook_core::{Choice, Error, Learner, LearnerSpec, Result, Run, Seed};
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

/// Error-correcting output codes (ECOC): one binary classifier per codeword bit; the nearest codeword wins.
///
/// Each class has a codeword, and a row gets the class whose codeword is nearest (by Hamming distance) to the
/// predicted bits: errors of a few classifiers are corrected. Two codewords at Hamming distance $d$ allow
/// $\lfloor (d-1)/2 \rfloor$ classifiers to be wrong. Classifiers with different targets err on different
/// rows, which is what makes an ensemble better than its base learners. The fraction of the bits that agree
/// with a codeword, normalized to sum to 1, is the probability of its class. As many fits as there are bits.
///
/// Dietterich and Bakiri, *Solving multiclass learning problems via error-correcting output codes* (1995).
///
/// ```
/// use hornbook_data::Table;
/// use hornbook_ensembles::{CodeKind, OutputCode};
/// use hornbook_learner::{RegistryEntry, Fit, Model, Registry};
/// use hornbook_trees::DecisionTree;
///
/// Registry::fill(|| vec![RegistryEntry::of::<DecisionTree>()]); // or hornbook::registry()
/// let table = Table::builder()
///     .number("x", vec![1.0, 2.0, 3.0, 4.0])
///     .category("kind", &[Some("a"), Some("b"), Some("c"), Some("d")])
///     .build()?;
/// let model = OutputCode::default().code(CodeKind::Exhaustive).fit(&table.dataset().target("kind")?)?;
/// assert_eq!(model.inspect().members().len(), 7);
/// assert_eq!(model.predict(&table)?.values.label(2), "c");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, Learner)]
#[learner(
    name = "output-code",
    aliases("ecoc", "error-correcting output codes"),
    sklearn = "OutputCodeClassifier",
    weka = "MultiClassClassifier -M 1",
    family = "ensembles",
    tasks(classification),
    missing,
    categories,
    sample_weights,
    explicit_only
)]
pub struct OutputCode {
    /// Base learner (binary classifier); none takes a decision tree.
    pub estimator: Option<LearnerSpec>,
    /// Kind of codewords.
    #[param(default = CodeKind::Random, search = "every")]
    pub code: CodeKind,
    /// Length of random codewords, as bits per class; 4096 bits at most.
    #[param(default = 1.5, range = ">0..=100", search = "1..10")]
    pub code_size: f64,
    /// Decoding: what is compared with the codewords.
    #[param(default = Decoding::Soft, search = "every")]
    pub decoding: Decoding,
}

/// Kind of codewords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum CodeKind {
    /// Random codewords: of many draws, the one with the largest minimum Hamming distance.
    Random,
    /// Exhaustive code, one bit per dichotomy of the classes: $2^{K-1} - 1$ bits, for at most 11 classes.
    Exhaustive,
    /// One-vs-all: one bit per class.
    OneVsAll,
}

/// Decoding of the binary predictions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Decoding {
    /// Their probabilities.
    Soft,
    /// Their predicted classes (Hamming distance).
    Hard,
}

/// More classes than this have too many ways to divide them.
const MOST_EXHAUSTIVE: usize = 11;
/// More bits than this are more classifiers than anybody means to train.
const MOST_BITS: usize = 4096;
/// How many random codes are drawn.
const DRAWS: u64 = 100;

impl Fit for OutputCode {
    type Model = EnsembleModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<EnsembleModel> {
        let data = input.dataset()?;
        let data = data.with_nonzero_weight();
        let learner = learner_of(self.estimator.as_ref(), tree)?;
        let (codes, levels) = classes_of(&data)?;
        let present = present(&codes, levels.len());
        let words = self.codewords(present.len(), run.root_seed().derive(u64::MAX))?;
        let bits = words.first().map_or(0, Vec::len);
        // Classes without rows have a word of zeros, which is never compared with.
        let mut code = vec![vec![false; bits]; levels.len()];
        present.iter().zip(words).for_each(|(&class, word)| code[class as usize] = word);
        let members = in_parallel(bits, run, |bit, run| {
            let of_class: Vec<Option<u32>> = code.iter().map(|word| Some(u32::from(word[bit]))).collect();
            let part = regrouped(&data, vec!["0".to_string(), "1".to_string()], &of_class)?;
            Ok(Member::of(learner.fit_with(&part, run)?))
        })?;
        for (place, member) in members.iter().enumerate() {
            let ones: Vec<&str> = levels
                .iter()
                .zip(&code)
                .filter(|(_, word)| word[place])
                .map(|(level, _)| level.as_str())
                .collect();
            run.trace(|| EnsembleEvent::Member {
                place: place + 1,
                learner: member.label(),
                task: format!("one of {} or not", ones.join(", ")),
                rows: data.rows().len(),
                weight: data.row_weights().iter().sum(),
            });
        }
        let mut summary = TrainingSummary::default();
        let apart = present.iter().enumerate().flat_map(|(i, &a)| {
            let code = &code;
            present[i + 1..].iter().map(move |&b| distance(&code[a as usize], &code[b as usize]))
        });
        if let Some(least) = apart.min() {
            summary.details.insert("least_distance".to_string(), least.into());
        }
        let rule = CombinationRule::Codes { code, present, hard: self.decoding == Decoding::Hard };
        ensemble(self, &data, members, rule, summary)
    }
}

impl OutputCode {
    /// A codeword for each of so many classes.
    fn codewords(&self, classes: usize, seed: Seed) -> Result<Vec<Vec<bool>>> {
        match self.code {
            CodeKind::OneVsAll => {
                Ok((0..classes).map(|c| (0..classes).map(|bit| bit == c).collect()).collect())
            }
            CodeKind::Exhaustive if classes > MOST_EXHAUSTIVE => Err(Error::Parameter {
                learner: "output-code".to_string(),
                parameter: "code".to_string(),
                found: format!("'exhaustive' for {classes} classes"),
                expected: format!("random or one_vs_all for more than {MOST_EXHAUSTIVE} classes"),
            }),
            CodeKind::Exhaustive => Ok(exhaustive(classes)),
            CodeKind::Random => {
                let least = classes.next_power_of_two().trailing_zeros() as usize;
                let wanted = (self.code_size * classes as f64).ceil() as usize;
                if wanted > MOST_BITS {
                    return Err(Error::Parameter {
                        learner: "output-code".to_string(),
                        parameter: "code_size".to_string(),
                        found: format!("{}, which is {wanted} bits for {classes} classes", self.code_size),
                        expected: format!("at most {}", MOST_BITS as f64 / classes as f64),
                    });
                }
                Ok(random(classes, wanted.max(least).max(1), seed))
            }
        }
    }
}

/// All ways to divide the classes in two: bit `j` of the word of class `i` alternates in runs of $2^{K-1-i}$, and the
/// first word is all ones.
fn exhaustive(classes: usize) -> Vec<Vec<bool>> {
    let bits = (1usize << classes.saturating_sub(1)).saturating_sub(1);
    let word =
        |class: usize| (0..bits).map(|bit| class == 0 || (bit >> (classes - 1 - class)) % 2 == 1).collect();
    (0..classes).map(word).collect()
}

/// The best of many random codes: the one whose nearest words are farthest apart, then the one with more different bits.
fn random(classes: usize, bits: usize, seed: Seed) -> Vec<Vec<bool>> {
    let draw = |index: u64| -> Vec<Vec<bool>> {
        let mut rng = seed.derive(index).rng();
        (0..classes).map(|_| (0..bits).map(|_| rng.bits() >> 63 == 1).collect()).collect()
    };
    let merit = |code: &Vec<Vec<bool>>| {
        let pairs = (0..classes).flat_map(|a| (a + 1..classes).map(move |b| (a, b)));
        let least = pairs.map(|(a, b)| distance(&code[a], &code[b])).min().unwrap_or(0);
        // A bit that is the same for all classes teaches nothing.
        let useful = (0..bits).filter(|&bit| code.iter().any(|word| word[bit] != code[0][bit])).count();
        (least, useful)
    };
    let mut best = draw(0);
    let mut best_merit = merit(&best);
    for index in 1..DRAWS {
        let code = draw(index);
        let own = merit(&code);
        if own > best_merit {
            (best, best_merit) = (code, own);
        }
    }
    // Words that are still equal are told apart by the number of their class.
    if best_merit.0 == 0 && classes > 1 {
        for (class, word) in best.iter_mut().enumerate() {
            word.iter_mut().enumerate().for_each(|(bit, slot)| *slot = (class >> bit.min(63)) & 1 == 1);
        }
    }
    best
}

fn distance(one: &[bool], other: &[bool]) -> usize {
    one.iter().zip(other).filter(|(a, b)| a != b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 002:R05, 002:P03, 000b:KM34
    #[test]
    fn exhaustive_words_are_far_apart() {
        // Dietterich and Bakiri's table for five classes: 15 bits, every two words differ in 8.
        let code = exhaustive(5);
        let word = |bits: &[bool]| bits.iter().map(|&b| if b { '1' } else { '0' }).collect::<String>();
        assert_eq!(word(&code[0]), "111111111111111");
        assert_eq!(word(&code[1]), "000000001111111");
        assert_eq!(word(&code[2]), "000011110000111");
        assert_eq!(word(&code[3]), "001100110011001");
        assert_eq!(word(&code[4]), "010101010101010");
        assert!((0..5).all(|a| (0..a).all(|b| distance(&code[a], &code[b]) == 8)));
        assert_eq!((exhaustive(1)[0].len(), exhaustive(2)[0].len()), (0, 1));
    }

    #[test]
    fn random_words_differ() {
        for classes in 2..20 {
            let code = OutputCode::default().code_size(0.1).codewords(classes, Seed(3)).unwrap();
            assert!((0..classes).all(|a| (0..a).all(|b| code[a] != code[b])), "{classes}");
        }
        let code = OutputCode::default().code_size(5.0).codewords(6, Seed(3)).unwrap();
        assert_eq!(code[0].len(), 30);
        assert!((0..6).all(|a| (0..a).all(|b| distance(&code[a], &code[b]) >= 10)));
        let error = OutputCode::default().code(CodeKind::Exhaustive).codewords(12, Seed(3)).unwrap_err();
        assert!(error.to_string().contains("12 classes"));
        let error = OutputCode::default().code_size(100.0).codewords(50, Seed(3)).unwrap_err();
        assert!(error.to_string().contains("5000 bits for 50 classes; expected at most 81.92"), "{error}");
    }
}
