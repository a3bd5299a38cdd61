//! How long work takes on a processor, however busy the machine is.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

/// A clock that stands still while the threads of this process wait for a processor.
pub struct CpuClock {
    threads: BTreeMap<String, Duration>,
    start: Instant,
}

impl CpuClock {
    /// Starts it.
    pub fn start() -> CpuClock {
        CpuClock { threads: thread_times(), start: Instant::now() }
    }

    /// How long the busiest thread has run since: what the work would take if nobody else were there. Where the system does not say
    /// how long threads run, the time of the wall, which is never less.
    pub fn elapsed(&self) -> Duration {
        let wall = self.start.elapsed();
        let before = |thread: &String| self.threads.get(thread).copied().unwrap_or_default();
        let busiest = thread_times().iter().map(|(thread, time)| time.saturating_sub(before(thread))).max();
        busiest.map_or(wall, |busiest| busiest.min(wall))
    }
}

/// How long each thread of this process has run, as Linux has it: the first number of `schedstat`, in nanoseconds.
fn thread_times() -> BTreeMap<String, Duration> {
    let Ok(threads) = fs::read_dir("/proc/self/task") else { return BTreeMap::new() };
    let time = |thread: fs::DirEntry| {
        let text = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
        Some((thread.file_name().to_string_lossy().into_owned(), Duration::from_nanos(nanoseconds)))
    };
    threads.flatten().filter_map(time).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_does_not_count_and_work_does() {
        let clock = CpuClock::start();
        std::thread::sleep(Duration::from_millis(200));
        let waited = clock.elapsed();
        let mut sum = 0u64;
        while clock.start.elapsed() < Duration::from_secs(20) && clock.elapsed() < Duration::from_millis(50) {
            sum = (0..100_000u64).fold(sum, |sum, x| std::hint::black_box(sum ^ x));
        }
        assert!(clock.elapsed() >= Duration::from_millis(50), "{sum}");
        let has_clock = !thread_times().is_empty();
        assert!(!has_clock || waited < Duration::from_millis(100), "{waited:?}");
    }
}
