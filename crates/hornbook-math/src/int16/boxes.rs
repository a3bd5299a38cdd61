//! Boxes around rows of small integers.

/// How many numbers stand together.
pub const WIDE: usize = 16;

/// A part of a row of small integers; the last part of a row ends with zeros.
pub type Int16Panel = [i16; WIDE];

/// How many parts a row of so many numbers has.
pub fn numbers_of(width: usize) -> usize {
    width.div_ceil(WIDE)
}

/// Boxes, with a number each: the lowest and the highest corner of what is in them.
#[derive(Debug, Clone)]
pub struct Int16Boxes {
    parts: usize,
    /// A box after the other, and of each the lower and the upper end, part by part.
    ends: Vec<[Int16Panel; 2]>,
}

impl Int16Boxes {
    /// So many boxes around nothing, for rows of so many parts.
    pub fn new(parts: usize, boxes: usize) -> Int16Boxes {
        Int16Boxes { parts, ends: vec![[[i16::MAX; WIDE], [i16::MIN; WIDE]]; boxes * parts] }
    }

    /// Makes a box large enough for a row.
    pub fn take_in(&mut self, which: usize, row: &[Int16Panel]) {
        for (part, numbers) in row.iter().enumerate() {
            self.take_in_part(which, part, numbers);
        }
    }

    /// Makes a box large enough for another.
    pub fn take_in_box(&mut self, which: usize, other: usize) {
        for part in 0..self.parts {
            let [low, high] = self.ends[other * self.parts + part];
            self.take_in_part(which, part, &low);
            self.take_in_part(which, part, &high);
        }
    }

    fn take_in_part(&mut self, which: usize, part: usize, numbers: &Int16Panel) {
        let [low, high] = &mut self.ends[which * self.parts + part];
        for place in 0..WIDE {
            low[place] = low[place].min(numbers[place]);
            high[place] = high[place].max(numbers[place]);
        }
    }

    /// The column in which a box is widest, the first of equals.
    pub fn widest(&self, which: usize) -> usize {
        let parts = &self.ends[which * self.parts..(which + 1) * self.parts];
        let widths = parts.iter().flat_map(|[low, high]| {
            low.iter().zip(high).map(|(low, high)| i32::from(*high) - i32::from(*low))
        });
        let mut widest = (0, i32::MIN);
        for (column, width) in widths.enumerate() {
            if width > widest.1 {
                widest = (column, width);
            }
        }
        widest.0
    }

    /// A squared distance that no row in a box is below, for this box and the next.
    ///
    /// Numbers are at most [`largest`](super::largest). Panics if there are no such boxes, as indexing does.
    #[inline]
    pub fn squared_to_two(&self, first: usize, row: &[Int16Panel]) -> [i32; 2] {
        let (one, other) = self.ends[first * self.parts..(first + 2) * self.parts].split_at(self.parts);
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has been found to have what the function is compiled for.
            #[allow(unsafe_code)]
            return unsafe { [avx2::squared(one, row), avx2::squared(other, row)] };
        }
        [squared(one, row), squared(other, row)]
    }
}

/// How far a number is outside; never more than it truly is where that is too much for 16 bits.
fn outside(low: i16, high: i16, x: i16) -> i16 {
    low.saturating_sub(x).max(x.saturating_sub(high)).max(0)
}

/// Without the help of any particular processor.
fn squared(ends: &[[Int16Panel; 2]], row: &[Int16Panel]) -> i32 {
    let mut sum = 0;
    for ([low, high], row) in ends.iter().zip(row) {
        for place in 0..WIDE {
            let outside = i32::from(outside(low[place], high[place], row[place]));
            sum += outside * outside;
        }
    }
    sum
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::Int16Panel;
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
        _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_max_epi16,
        _mm256_setr_epi16, _mm256_setzero_si256, _mm256_subs_epi16,
    };

    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(x: &Int16Panel) -> __m256i {
        _mm256_setr_epi16(
            x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7], x[8], x[9], x[10], x[11], x[12], x[13], x[14],
            x[15],
        )
    }

    /// The same as [`squared`](super::squared).
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) fn squared(ends: &[[Int16Panel; 2]], row: &[Int16Panel]) -> i32 {
        let mut sums = _mm256_setzero_si256();
        for ([low, high], row) in ends.iter().zip(row) {
            let row = load(row);
            let below = _mm256_subs_epi16(load(low), row);
            let above = _mm256_subs_epi16(row, load(high));
            let outside = _mm256_max_epi16(_mm256_max_epi16(below, above), _mm256_setzero_si256());
            sums = _mm256_add_epi32(sums, _mm256_madd_epi16(outside, outside));
        }
        let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256::<1>(sums));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b00_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b00_00_00_01>(two)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FARTHEST, largest};
    use super::*;
    use proptest::prelude::*;

    fn parts(row: &[i16]) -> Vec<Int16Panel> {
        let mut parts = vec![[0; WIDE]; numbers_of(row.len())];
        parts.as_flattened_mut()[..row.len()].copy_from_slice(row);
        parts
    }

    fn rows(width: usize) -> impl Strategy<Value = Vec<Vec<i16>>> {
        let most = largest(width);
        prop::collection::vec(prop::collection::vec(-most..=most, width), 3..12)
    }

    proptest! {
        #[test]
        fn no_row_in_a_box_is_nearer(rows in prop_oneof![Just(1usize), Just(2), Just(16), Just(33)].prop_flat_map(rows)) {
            let (query, rest) = rows.split_first().unwrap();
            let (one, other) = rest.split_at(rest.len() / 2);
            let mut boxes = Int16Boxes::new(numbers_of(query.len()), 3);
            one.iter().for_each(|row| boxes.take_in(1, &parts(row)));
            other.iter().for_each(|row| boxes.take_in(2, &parts(row)));
            let found = boxes.squared_to_two(1, &parts(query));
            for (side, some) in [one, other].into_iter().enumerate() {
                let corner = |column: usize| {
                    let values = || some.iter().map(|row| row[column]);
                    let (low, high) = (values().min().unwrap(), values().max().unwrap());
                    i32::from(outside(low, high, query[column])).pow(2)
                };
                let expected: i32 = (0..query.len()).map(corner).sum();
                prop_assert_eq!(found[side], expected);
                prop_assert!((0..=FARTHEST).contains(&found[side]));
                for row in some {
                    let truly: i64 = row.iter().zip(query).map(|(a, b)| (i64::from(*a) - i64::from(*b)).pow(2)).sum();
                    prop_assert!(i64::from(found[side]) <= truly);
                }
                prop_assert_eq!(squared(&boxes.ends[(side + 1) * boxes.parts..(side + 2) * boxes.parts], &parts(query)), found[side]);
            }
            boxes.take_in_box(0, 1);
            boxes.take_in_box(0, 2);
            let mut all = Int16Boxes::new(boxes.parts, 1);
            rest.iter().for_each(|row| all.take_in(0, &parts(row)));
            prop_assert_eq!(&boxes.ends[..boxes.parts], &all.ends[..]);
        }
    }

    #[test]
    fn the_widest_column() {
        let mut boxes = Int16Boxes::new(2, 1);
        let mut row = [[0; WIDE]; 2];
        boxes.take_in(0, &row);
        assert_eq!(boxes.widest(0), 0, "all are equally wide");
        row[1][3] = -7;
        row[0][2] = 7;
        boxes.take_in(0, &row);
        assert_eq!(boxes.widest(0), 2, "the first of equals");
        row[1][3] = -8;
        boxes.take_in(0, &row);
        assert_eq!(boxes.widest(0), 19);
    }
}
