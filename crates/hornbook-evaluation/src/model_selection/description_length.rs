//! Minimum description length: the best hypothesis is the one with which the data are sent in the fewest bits.

use super::criteria::InformationCriteria;
use hornbook_core::{Error, Result};

/// The bits of the optimal code for something of this probability: $-\log_2 p$. Infinite for 0, NaN for what is no
/// probability.
///
/// ```
/// assert_eq!(hornbook_evaluation::model_selection::code_length(0.125), 3.0);
/// ```
pub fn code_length(probability: f64) -> f64 {
    if (0.0..=1.0).contains(&probability) { -probability.log2() } else { f64::NAN }
}

/// A code in two parts, in bits: the hypothesis, then the data as far as the hypothesis leaves them open,
/// $L(h) + L(D \mid h)$.
///
/// The lengths belong to a way of writing hypotheses down: in another representation another hypothesis may be the
/// shortest, and lengths of two representations must not be compared.
///
/// ```
/// use hornbook_evaluation::model_selection::DescriptionLength;
/// let length = DescriptionLength::of_probabilities(0.25, 0.125);
/// assert_eq!((length.hypothesis, length.data, length.total()), (2.0, 3.0, 5.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DescriptionLength {
    /// The bits of the hypothesis.
    pub hypothesis: f64,
    /// The bits of the data, given the hypothesis: those of the exceptions, for instance.
    pub data: f64,
}

impl DescriptionLength {
    /// The lengths of the optimal codes: the shortest description is then that of the hypothesis of the highest
    /// posterior probability.
    pub fn of_probabilities(prior: f64, likelihood: f64) -> DescriptionLength {
        DescriptionLength { hypothesis: code_length(prior), data: code_length(likelihood) }
    }

    /// The usual code of a fitted model: $\tfrac12 \log_2 n$ bits a parameter, which is as precisely as $n$ rows
    /// determine it, and $-\log_2$ of the likelihood for the rows. It is BIC in bits: $\text{BIC} / (2 \ln 2)$.
    pub fn of_model(criteria: &InformationCriteria) -> DescriptionLength {
        DescriptionLength {
            hypothesis: 0.5 * criteria.parameters * criteria.rows.log2(),
            data: -criteria.log_likelihood / std::f64::consts::LN_2,
        }
    }

    /// Both parts.
    pub fn total(&self) -> f64 {
        self.hypothesis + self.data
    }
}

/// The hypothesis of the shortest description, the first of equals.
pub fn shortest(lengths: &[DescriptionLength]) -> Result<usize> {
    if let Some(place) = lengths.iter().position(|length| length.total().is_nan()) {
        return Err(Error::data(
            format!("the description of hypothesis {} has no length", place + 1),
            "give lengths in bits, or probabilities from 0 to 1",
        ));
    }
    let total = |place: &usize| lengths[*place].total();
    (0..lengths.len())
        .reduce(|a, b| if total(&b) < total(&a) { b } else { a })
        .ok_or_else(|| Error::data("there is no hypothesis to choose", "give at least one"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_math::information::entropy;
    use proptest::prelude::*;

    // proves: 000a:K14, 002:A18
    #[test]
    fn optimal_codes() {
        assert_eq!((code_length(0.25), code_length(1.0), code_length(0.0)), (2.0, 0.0, f64::INFINITY));
        assert!(code_length(1.5).is_nan() && code_length(-0.1).is_nan() && code_length(f64::NAN).is_nan());
        // The expected length of the best codes is the entropy.
        let p = [0.5, 0.25, 0.125, 0.125];
        let expected: f64 = p.iter().map(|p| p * code_length(*p)).sum();
        assert_eq!((expected, entropy(&p)), (1.75, 1.75));
    }

    #[test]
    fn a_shorter_tree_with_exceptions() {
        // Eight bits a node, six an exception: pruning two nodes pays for two exceptions, not for three.
        let tree = |nodes: f64, exceptions: f64| DescriptionLength {
            hypothesis: 8.0 * nodes,
            data: 6.0 * exceptions,
        };
        assert_eq!(shortest(&[tree(7.0, 0.0), tree(5.0, 2.0)]).unwrap(), 1);
        assert_eq!(shortest(&[tree(7.0, 0.0), tree(5.0, 3.0)]).unwrap(), 0);
    }

    /// Two representations name the same two hypotheses in words of other lengths, and the razor cuts differently.
    // proves: 000a:D5
    #[test]
    fn the_razor_depends_on_the_representation() {
        let in_bits =
            |lengths: [f64; 2]| lengths.map(|hypothesis| DescriptionLength { hypothesis, data: 10.0 });
        assert_eq!(shortest(&in_bits([2.0, 5.0])).unwrap(), 0);
        assert_eq!(shortest(&in_bits([5.0, 2.0])).unwrap(), 1);
    }

    #[test]
    fn a_model_in_bits() {
        let criteria = InformationCriteria::new(-69.85490522, 12.0, 32.0).unwrap();
        let length = DescriptionLength::of_model(&criteria);
        assert_eq!(length.hypothesis, 30.0);
        assert!((length.total() - criteria.bic / (2.0 * std::f64::consts::LN_2)).abs() < 1e-9);
    }

    #[test]
    fn refusals() {
        assert!(shortest(&[]).unwrap_err().to_string().contains("no hypothesis"));
        let nonsense = DescriptionLength::of_probabilities(2.0, 0.5);
        assert!(shortest(&[nonsense]).unwrap_err().to_string().contains("hypothesis 1 has no length"));
    }

    proptest! {
        // proves: 000a:K13, 002:A19
        #[test]
        fn the_shortest_is_the_most_probable(
            rows in proptest::collection::vec((0.001..1.0f64, 0.001..1.0f64), 1..12)
        ) {
            let lengths: Vec<DescriptionLength> =
                rows.iter().map(|&(p, l)| DescriptionLength::of_probabilities(p, l)).collect();
            let (prior, likelihood) = rows[shortest(&lengths).unwrap()];
            let most = rows.iter().map(|(p, l)| p * l).fold(0.0, f64::max);
            prop_assert!((prior * likelihood - most).abs() <= 1e-12 * most);
        }
    }
}
