//! Bytes that were damaged at random.

use hornbook_core::Rng;

/// One to four changes: another byte, another bit, bytes put in, bytes taken out, the end lost.
pub fn damaged(bytes: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    for _ in 0..=rng.below(3) {
        if damaged.is_empty() {
            break;
        }
        let at = rng.below(damaged.len());
        match rng.below(12) {
            0..=2 => damaged[at] = rng.bits() as u8,
            3..=5 => damaged[at] ^= 1 << rng.below(8),
            6..=7 => drop(damaged.splice(at..at, [0xff; 3])),
            8 => drop(damaged.drain(at..(at + 1 + rng.below(8)).min(damaged.len()))),
            9..=10 => damaged.truncate(at.max(1)),
            // Numbers that mean too much: the largest, the smallest, none.
            _ => {
                let odd =
                    [f64::MAX, f64::NAN, f64::INFINITY, -1.0, 5e-324, 1e300][rng.below(6)].to_le_bytes();
                let end = (at + 8).min(damaged.len());
                damaged[at..end].copy_from_slice(&odd[..end - at]);
            }
        }
    }
    damaged
}
