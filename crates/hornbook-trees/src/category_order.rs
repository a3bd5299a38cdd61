//! The order of the levels of a category: by Breiman et al. (1984), the best division of numbers or of two classes into two sets
//! of levels is a cut of their order by the mean or by the fraction of a class.

use std::cmp::Ordering;

fn by_rank(a: &(f64, u32), b: &(f64, u32)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

/// As [`sort_levels`] without rounding, of so many levels at either end; those between them stand in any order.
pub(crate) fn sort_ends(ranked: &mut [(f64, u32)], count: usize) {
    if ranked.len() <= 2 * count {
        return ranked.sort_unstable_by(by_rank);
    }
    if count == 0 {
        return;
    }
    ranked.select_nth_unstable_by(count, by_rank);
    let (first, rest) = ranked.split_at_mut(count);
    first.sort_unstable_by(by_rank);
    let between = rest.len() - count;
    rest.select_nth_unstable_by(between, by_rank);
    rest[between..].sort_unstable_by(by_rank);
}

/// Puts levels, each behind its rank, into the order of their ranks. Ranks that differ by no more than the rounding, if there is
/// any, are equal; levels of equal rank stand in their own order.
pub(crate) fn sort_levels(ranked: &mut [(f64, u32)], rounding: Option<f64>) {
    ranked.sort_unstable_by(by_rank);
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
    fn ends_stand_as_in_the_whole_order() {
        let ranked: Vec<(f64, u32)> = (0..97).map(|level| (f64::from(level * 31 % 50), level)).collect();
        let mut whole = ranked.clone();
        sort_levels(&mut whole, None);
        for count in [0, 1, 7, 48, 49, 200] {
            let mut ends = ranked.clone();
            sort_ends(&mut ends, count);
            let count = count.min(ranked.len());
            assert_eq!(ends[..count], whole[..count], "{count}");
            assert_eq!(ends[97 - count..], whole[97 - count..], "{count}");
        }
    }

    #[test]
    fn equal_ranks_stand_in_the_order_of_the_levels() {
        let mut ranked = [(0.5, 3), (0.2, 2), (0.5, 1), (0.5 - 1e-12, 4)];
        sort_levels(&mut ranked, None);
        assert_eq!(ranked.map(|(_, level)| level), [2, 4, 1, 3]);
        sort_levels(&mut ranked, Some(1e-9));
        assert_eq!(ranked.map(|(_, level)| level), [2, 1, 3, 4]);
    }
}
