//! Work that ends when its time is up.

use hornbook_core::{CancelToken, Error, Result, Run};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(5);

/// Does work that is canceled when its time is up, or when the whole run is. `None` if time was up.
pub(crate) fn with_deadline<T: Send>(
    end: Instant,
    run: &Run,
    work: impl FnOnce(&Run) -> Result<T> + Send,
) -> Result<Option<T>> {
    run.check()?;
    if Instant::now() >= end {
        return Ok(None);
    }
    let (token, whole) = (CancelToken::default(), run.cancel_token());
    let own = run.clone().canceled_by(token.clone());
    let (done, ended) = channel::<()>();
    let result = std::thread::scope(|scope| {
        scope.spawn(move || {
            while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                if whole.is_canceled() || Instant::now() >= end {
                    token.cancel();
                    return;
                }
            }
        });
        let result = work(&own);
        drop(done);
        result
    });
    match result {
        Err(Error::Canceled) => run.check().map(|()| None),
        other => other.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn endless(run: &Run) -> Result<u32> {
        loop {
            run.check()?;
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn work_ends_in_time() {
        let soon = || Instant::now() + Duration::from_millis(30);
        assert_eq!(with_deadline(soon(), &Run::default(), endless), Ok(None));
        assert_eq!(with_deadline(soon(), &Run::default(), |_| Ok(7)), Ok(Some(7)));
        assert_eq!(with_deadline(Instant::now(), &Run::default(), |_| Ok(7)), Ok(None));
    }

    #[test]
    fn canceling_the_whole_is_no_lack_of_time() {
        let run = Run::default();
        let token = run.cancel_token();
        let late = Instant::now() + Duration::from_secs(60);
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(20));
                token.cancel();
            });
            with_deadline(late, &run, endless)
        });
        assert_eq!(result, Err(Error::Canceled));
    }
}
