//! A line of a sparse matrix, a row or a column: where its values stand, and the values.

/// The product of a line with a vector. Panics if a position lies beyond the vector, as indexing does.
#[inline]
pub fn dot((places, values): (&[u32], &[f64]), vector: &[f64]) -> f64 {
    // Two sums side by side, so that one addition does not wait for the other.
    let (mut even, mut odd) = (0.0, 0.0);
    let (pairs, pair_values) = (places.chunks_exact(2), values.chunks_exact(2));
    if let ([place], [value]) = (pairs.remainder(), pair_values.remainder()) {
        even = vector[*place as usize] * value;
    }
    for (places, values) in pairs.zip(pair_values) {
        even += vector[places[0] as usize] * values[0];
        odd += vector[places[1] as usize] * values[1];
    }
    even + odd
}

/// Adds a multiple of a line to sums. Panics if a position lies beyond them, as indexing does.
#[inline]
pub fn add_scaled((places, values): (&[u32], &[f64]), factor: f64, sums: &mut [f64]) {
    places.iter().zip(values).for_each(|(&place, value)| sums[place as usize] += factor * value);
}
