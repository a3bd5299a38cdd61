//! Sorting numbers by their bits: linear in their count, and stable.

/// Bits that sort as the numbers do: the sign bit flipped for positive ones, all bits for negative ones.
pub fn ordered_bits(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// The number whose [`ordered_bits`] these are.
pub fn from_ordered_bits(bits: u64) -> f64 {
    f64::from_bits(if bits >> 63 == 1 { bits ^ 1 << 63 } else { !bits })
}

/// The numbers that are not missing, ascending.
pub fn sorted(numbers: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut keys: Vec<u64> = numbers.filter(|x| !x.is_nan()).map(ordered_bits).collect();
    radix_sort(&mut keys, |&key| key);
    keys.into_iter().map(from_ordered_bits).collect()
}

/// Sorts by key, stably, a byte at a time from the lowest; bytes that all keys share are passed over, and short
/// lists are left to the standard sort.
pub fn radix_sort<T: Copy + Default>(items: &mut Vec<T>, key: impl Fn(&T) -> u64) {
    if items.len() < 256 {
        return items.sort_by_key(key);
    }
    let mut counts = vec![[0usize; 256]; 8];
    for item in items.iter() {
        let key = key(item);
        for (byte, count) in counts.iter_mut().enumerate() {
            count[(key >> (8 * byte)) as usize & 255] += 1;
        }
    }
    let mut other = vec![T::default(); items.len()];
    for (byte, count) in counts.iter().enumerate() {
        if count.contains(&items.len()) {
            continue;
        }
        let mut starts = [0usize; 256];
        let mut sum = 0;
        for (start, n) in starts.iter_mut().zip(count) {
            *start = sum;
            sum += n;
        }
        for &item in items.iter() {
            let digit = (key(&item) >> (8 * byte)) as usize & 255;
            other[starts[digit]] = item;
            starts[digit] += 1;
        }
        std::mem::swap(items, &mut other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_sort() {
        for n in [0, 5, 255, 256, 3000] {
            let many: Vec<f64> = (0..n).map(|i| f64::from((i * 7919) % 1009) / 7.0 - 50.0).collect();
            let mut expected = many.clone();
            expected.sort_by(f64::total_cmp);
            assert_eq!(sorted(many.into_iter()), expected);
        }
        assert_eq!(sorted([2.0, f64::NAN, f64::NEG_INFINITY].into_iter()), [f64::NEG_INFINITY, 2.0]);
    }

    #[test]
    fn equal_keys_keep_their_order() {
        let mut pairs: Vec<(u64, u32)> = (0..1000).map(|i| (u64::from(i % 3), i)).collect();
        radix_sort(&mut pairs, |&(key, _)| key);
        assert!(pairs.windows(2).all(|w| w[0] < w[1]));
    }
}
