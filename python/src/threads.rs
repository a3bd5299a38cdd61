//! Where the work runs: on threads of our own, while Python goes on.

use crate::errors::to_python;
use hornbook::{CancelToken, Error, MOST_THREADS, Result, Run};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often a fit looks whether Ctrl-C was pressed.
const SIGNAL_CHECK: Duration = Duration::from_millis(50);

struct Pool {
    process: u32,
    threads: Option<usize>,
    pool: Arc<ThreadPool>,
}

/// The pools started so far. Rayon's global pool is never used: it would be dead, and every fit would hang, in
/// a process forked by `multiprocessing`.
static POOLS: Mutex<Vec<Pool>> = Mutex::new(Vec::new());

/// The pool of so many threads, or of all cores.
fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if pools.iter().any(|kept| kept.process != process) {
        // The threads stayed behind in the parent. To drop the pools would be to speak to them.
        std::mem::forget(std::mem::take(&mut *pools));
    }
    if let Some(kept) = pools.iter().find(|kept| kept.threads == threads) {
        return Ok(kept.pool.clone());
    }
    if let Some(asked) = threads.filter(|asked| *asked > MOST_THREADS) {
        return Err(to_python(Error::data(
            format!("{asked} threads are too many"),
            format!("ask for at most {MOST_THREADS}"),
        )));
    }
    hornbook::threads_of_environment().map_err(to_python)?;
    let started = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
    let pool =
        Arc::new(started.map_err(|e| to_python(Error::internal(format!("cannot start threads ({e})"))))?);
    pools.push(Pool { process, threads, pool: pool.clone() });
    Ok(pool)
}

/// Runs work that is over soon.
pub fn run<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce() -> Result<T> + Send,
) -> PyResult<T> {
    let pool = pool(threads)?;
    finish(py.detach(|| catch_unwind(AssertUnwindSafe(|| pool.install(work)))))
}

/// Runs work that may be long. Ctrl-C cancels it and is raised at once.
pub fn run_until_interrupted<T: Send + 'static>(
    py: Python<'_>,
    threads: Option<usize>,
    cancel: &CancelToken,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let (sender, receiver) = channel();
    pool.spawn(move || {
        // Nobody listens any more if the work was interrupted.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    });
    py.detach(move || wait(receiver, cancel))
}

/// As [`run_until_interrupted`], on memory that is borrowed, so that Ctrl-C is raised only when the work has noticed it.
pub fn run_borrowing<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    work: impl FnOnce(&Run) -> Result<T> + Send,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let context = Run::default();
    let cancel = context.cancel_token();
    let (sender, receiver) = channel();
    py.detach(|| {
        pool.in_place_scope(|scope| {
            scope.spawn(move |_| {
                let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&context))));
            });
            wait(receiver, &cancel)
        })
    })
}

/// Waits for the outcome of work; Ctrl-C cancels it.
fn wait<T>(receiver: Receiver<std::thread::Result<Result<T>>>, cancel: &CancelToken) -> PyResult<T> {
    loop {
        match receiver.recv_timeout(SIGNAL_CHECK) {
            Ok(outcome) => return finish(outcome),
            Err(RecvTimeoutError::Disconnected) => return Err(fault()),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(interrupt) = Python::attach(|py| py.check_signals()) {
                    cancel.cancel();
                    return Err(interrupt);
                }
            }
        }
    }
}

fn finish<T>(outcome: std::thread::Result<Result<T>>) -> PyResult<T> {
    outcome.map_err(|_| fault())?.map_err(to_python)
}

fn fault() -> PyErr {
    to_python(Error::internal("the work was stopped by the fault printed above"))
}
