//! The order of the levels of a category: by Breiman et al. (1984), the best division of numbers or of two classes into two sets
//! of levels is a cut of their order by the mean or by the fraction of a class.

/// Puts levels, each behind its rank, into the order of their ranks. Ranks that differ by no more than the rounding, if there is
/// any, are equal; levels of equal rank stand in their own order.
pub(crate) fn sort_levels(ranked: &mut [(f64, u32)], rounding: Option<f64>) {
    ranked.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    if let Some(rounding) = rounding {
        ranked
            .chunk_by_mut(|a, b| b.0 - a.0 <= rounding)
            .for_each(|equal| equal.sort_unstable_by_key(|&(_, level)| level));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranks_stand_in_the_order_of_the_levels() {
        let mut ranked = [(0.5, 3), (0.2, 2), (0.5, 1), (0.5 - 1e-12, 4)];
        sort_levels(&mut ranked, None);
        assert_eq!(ranked.map(|(_, level)| level), [2, 4, 1, 3]);
        sort_levels(&mut ranked, Some(1e-9));
        assert_eq!(ranked.map(|(_, level)| level), [2, 1, 3, 4]);
    }
}
