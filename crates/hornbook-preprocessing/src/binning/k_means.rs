//! Cuts between the clusters of k-means in one dimension.

/// Most rounds of Lloyd's algorithm.
const MOST_ROUNDS: usize = 300;
/// Centers that move less than this fraction of the variance stand still.
const TOLERANCE: f64 = 1e-4;

/// The cuts between clusters that start at equal distances.
pub(super) fn cuts(values: &[(f64, f64)], bins: usize) -> Vec<f64> {
    let distinct = distinct_values(values);
    let ([(low, _), ..], [.., (high, _)]) = (&distinct[..], &distinct[..]) else { return Vec::new() };
    let bins = bins.min(distinct.len());
    let step = (high - low) / bins as f64;
    let mut centers: Vec<f64> = (0..bins).map(|bin| low + (bin as f64 + 0.5) * step).collect();
    let still = TOLERANCE * variance(&distinct);
    let mut ends = Vec::new();
    for _ in 0..MOST_ROUNDS {
        let between: Vec<f64> = centers.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect();
        let now: Vec<usize> =
            between.iter().map(|cut| distinct.partition_point(|value| value.0 <= *cut)).collect();
        let is_same = now == ends;
        ends = now;
        let moved = updated(&centers, &distinct, &ends);
        let shift: f64 = centers.iter().zip(&moved).map(|(a, b)| (a - b) * (a - b)).sum();
        centers = moved;
        if is_same || shift <= still {
            break;
        }
    }
    centers.windows(2).map(|pair| f64::midpoint(pair[0], pair[1])).collect()
}

/// The values in order, each once, with the weight of all rows that have it.
fn distinct_values(values: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let equal = sorted.chunk_by(|a, b| a.0 == b.0);
    equal.map(|same| (same[0].0, same.iter().map(|value| value.1).sum())).collect()
}

fn variance(values: &[(f64, f64)]) -> f64 {
    let total: f64 = values.iter().map(|value| value.1).sum();
    let mean = values.iter().map(|(x, weight)| x * weight).sum::<f64>() / total;
    values.iter().map(|(x, weight)| weight * (x - mean) * (x - mean)).sum::<f64>() / total
}

/// The means of the clusters, which end at these positions, in order. An empty cluster moves to the value that is farthest from
/// the center of its own.
fn updated(centers: &[f64], values: &[(f64, f64)], ends: &[usize]) -> Vec<f64> {
    let cluster_of = |at: usize| ends.partition_point(|&end| end <= at);
    let mut sums = vec![(0.0, 0.0); centers.len()];
    for (at, (x, weight)) in values.iter().enumerate() {
        let (sum, total) = &mut sums[cluster_of(at)];
        *sum += x * weight;
        *total += weight;
    }
    let mut farthest: Vec<usize> = (0..values.len()).collect();
    let distance = |at: usize| (values[at].0 - centers[cluster_of(at)]).abs();
    farthest.sort_by(|&a, &b| distance(b).total_cmp(&distance(a)));
    let empty: Vec<usize> = (0..sums.len()).filter(|&cluster| sums[cluster].1 == 0.0).collect();
    for (cluster, at) in empty.into_iter().zip(farthest) {
        let (x, weight) = values[at];
        let (sum, total) = &mut sums[cluster_of(at)];
        (*sum, *total) = (*sum - x * weight, *total - weight);
        sums[cluster] = (x * weight, weight);
    }
    let center = |((sum, total), old): (&(f64, f64), &f64)| if *total > 0.0 { sum / total } else { *old };
    let mut moved: Vec<f64> = sums.iter().zip(centers).map(center).collect();
    moved.sort_unstable_by(f64::total_cmp);
    moved
}
