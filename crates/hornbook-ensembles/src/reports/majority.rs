use hornbook_core::{Error, Result};
use hornbook_math::distributions::{binomial_probability, binomial_upper};

/// How often a majority of independent members is wrong, if each is wrong with probability `error`:
/// $\sum_{i > L/2} \binom{L}{i} \epsilon^i (1-\epsilon)^{L-i}$. With an even number of members a tie is wrong half of the
/// time.
///
/// ```
/// let wrong = hornbook_ensembles::reports::majority_error(21, 0.3)?;
/// assert!((wrong - 0.0263899407).abs() < 1e-10);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
pub fn majority_error(members: u64, error: f64) -> Result<f64> {
    if members == 0 {
        return Err(Error::data("an ensemble needs at least one base learner", "give at least one member"));
    }
    if !(0.0..=1.0).contains(&error) {
        return Err(Error::data(
            format!("the error of a member is {error}"),
            "give a probability between 0 and 1",
        ));
    }
    let more_than_half = binomial_upper(members / 2, members, error);
    let tie =
        if members.is_multiple_of(2) { binomial_probability(members / 2, members, error) / 2.0 } else { 0.0 };
    Ok(more_than_half + tie)
}

#[cfg(test)]
mod tests {
    use super::*;

    // proves: 002:R01
    #[test]
    fn ensembles_of_many_sizes() {
        for (members, error, exact, digits) in [
            (1, 0.3, 0.3, 1e-12),
            (3, 0.3, 0.216, 1e-12),
            (5, 0.3, 0.16308, 1e-12),
            (11, 0.3, 0.0782248, 5e-8),
            (21, 0.3, 0.0263899407, 5e-11),
            (51, 0.3, 0.00136409, 5e-9),
            (25, 0.35, 0.0604449, 5e-8),
            (2, 0.3, 0.3, 1e-12),
            (7, 0.0, 0.0, 0.0),
            (7, 1.0, 1.0, 0.0),
            (101, 0.5, 0.5, 1e-12),
        ] {
            let found = majority_error(members, error).unwrap();
            assert!((found - exact).abs() <= digits, "{members} {error}: {found}");
        }
        assert!(majority_error(0, 0.3).is_err() && majority_error(3, 1.2).is_err());
        assert!(majority_error(3, f64::NAN).is_err());
    }
}
