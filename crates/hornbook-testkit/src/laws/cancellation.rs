//! A run that is canceled ends within a second, with the error that says so.

use crate::cases::LearnerCase;
use crate::cpu_time::CpuClock;
use crate::tables::{TestDataset, datasets};
use hornbook::{Dataset, Error, Learner, LearnerSpec, Run};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};

/// Cancels before the start, and a moment after it.
pub fn check(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    // Options are tried on the first dataset only.
    let (name, most) = (case.text.as_str(), if case.is_default() { 2 } else { 1 });
    let before = Run::default();
    before.cancel_token().cancel();
    if !matches!(case.learner.fit_with(&case.datasets[0].data, &before), Err(Error::Canceled)) {
        broken.push(format!("{name}: canceled before the start, it went on"));
    }
    static LARGE: OnceLock<Vec<TestDataset>> = OnceLock::new();
    let rows = if std::env::var_os("HORNBOOK_FULL").is_some() { 100_000 } else { 12_000 };
    let large = LARGE.get_or_init(|| datasets(rows, 3));
    // With the true defaults, which are what takes long.
    let usual = hornbook::registry().learner(&LearnerSpec::new(case.declaration().name)).unwrap();
    let learner = if case.is_default() { &usual } else { &case.learner };
    for one in large.iter().filter(|one| case.datasets.iter().any(|small| small.name == one.name)).take(most)
    {
        // A fit that refuses the data may do so just after it was canceled, on a busy machine: not three times.
        let mut complaint = None;
        for _ in 0..3 {
            complaint = complaint_of(learner.as_ref(), &one.data);
            if complaint.is_none() {
                break;
            }
        }
        broken.extend(complaint.map(|complaint| format!("{name} on {}: {complaint}", one.name)));
    }
    broken
}

/// Cancels a fit a moment after its start, and says what is wrong with how it ended.
fn complaint_of(learner: &dyn Learner, data: &Dataset) -> Option<String> {
    let run = Run::default();
    let token = run.cancel_token();
    let (ended, since_cancel) = std::thread::scope(|scope| {
        let (over, is_over) = mpsc::channel::<()>();
        let canceling = scope.spawn(move || {
            // A fit that is over sooner is not waited for.
            let _ = is_over.recv_timeout(Duration::from_millis(15));
            token.cancel();
            (Instant::now(), CpuClock::start())
        });
        let ended = learner.fit_with(data, &run).map(drop);
        let end = Instant::now();
        drop(over);
        let (canceled, clock) = canceling.join().unwrap();
        (ended, if end > canceled { clock.elapsed() } else { Duration::ZERO })
    });
    if since_cancel > Duration::from_secs(1) {
        return Some(format!("it ended {since_cancel:?} after it was canceled"));
    }
    match ended {
        // A fit that was over before, or refused the data at once, was not canceled; one that went on was, and says so.
        Err(error) if !matches!(error, Error::Canceled) && since_cancel > Duration::ZERO => {
            Some(format!("it was canceled, and says: {error}"))
        }
        _ => None,
    }
}
