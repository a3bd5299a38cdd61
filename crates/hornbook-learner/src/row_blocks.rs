//! Long work on rows, a block of them after the other, so that it can be canceled in between.

use hornbook_core::{Result, Run};
use std::ops::Range;
use std::time::{Duration, Instant};

/// The rows of the first block.
const FIRST: usize = 1;
/// Blocks are as large as this allows by what the one before took, and halve when one takes twice as much: work is canceled within a
/// second.
const TARGET: Duration = Duration::from_millis(400);
/// How many times larger than the one before a block may be, unless that took long enough to foretell the next.
const GROWTH: f64 = 16.0;
const TELLING: Duration = Duration::from_micros(200);
/// Rows at the beginning are done once more with all others if they are at most one in so many: putting together what was made of two
/// blocks would take longer.
const FEW: usize = 100;

/// Does work on each block of rows, on the run's threads, until it is canceled. How large blocks are depends on the machine: what
/// the work makes of a row must not depend on the others. A block that begins with the first row replaces whatever came before it.
pub(crate) fn in_blocks(
    rows: usize,
    run: &Run,
    mut work: impl FnMut(Range<usize>) -> Result<()> + Send,
) -> Result<()> {
    run.install(|| {
        let mut size = FIRST;
        let mut start = 0;
        // Of no rows there is one block, which is empty: it has the form of an answer.
        loop {
            run.check()?;
            let end = rows.min(size.saturating_add(start));
            if end == rows && start <= rows / FEW {
                start = 0;
            }
            let began = Instant::now();
            work(start..end)?;
            let taken = began.elapsed();
            if taken > 2 * TARGET {
                size = (size / 2).max(1);
            } else {
                let room = TARGET.as_secs_f64() / taken.as_secs_f64();
                let most = if taken < TELLING { GROWTH } else { f64::MAX };
                size = (size as f64 * room.clamp(1.0, most)) as usize;
            }
            start = end;
            if start == rows {
                return Ok(());
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Error;

    #[test]
    fn every_row_is_in_one_block() {
        for rows in [0, 1, 16, 17, 5000] {
            let mut seen = 0;
            in_blocks(rows, &Run::default(), |block| {
                assert!(block.start == seen || block.start == 0);
                seen = block.end;
                Ok(())
            })
            .unwrap();
            assert_eq!(seen, rows);
        }
    }

    #[test]
    fn few_rows_are_done_again_with_the_others() {
        let mut blocks = Vec::new();
        in_blocks(100, &Run::default(), |block| {
            blocks.push(block);
            std::thread::sleep(TELLING);
            Ok(())
        })
        .unwrap();
        assert_eq!(blocks, [0..1, 0..100]);
    }

    #[test]
    fn a_canceled_run_ends_after_the_block_at_hand() {
        let run = Run::default();
        let token = run.cancel_token();
        let mut blocks = 0;
        let ended = in_blocks(1_000_000, &run, |_| {
            blocks += 1;
            token.cancel();
            Ok(())
        });
        assert!(matches!(ended, Err(Error::Canceled)) && blocks == 1);
    }
}
