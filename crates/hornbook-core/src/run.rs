//! The one context of every long piece of work: seed, threads, an observer and a way to cancel.

use crate::{Error, Result, Seed, Value};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};

/// Most threads of a run or a process. More would only wait for each other, and starting a hundred thousand of them exhausts
/// the system.
pub const MOST_THREADS: usize = 1024;

/// The threads that the environment variable `RAYON_NUM_THREADS` asks for, or a sentence if there are too many.
pub fn threads_of_environment() -> Result<Option<usize>> {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.trim().parse::<usize>().ok());
    match asked {
        Some(threads) if threads > MOST_THREADS => Err(Error::data(
            format!("the environment variable RAYON_NUM_THREADS asks for {threads} threads"),
            format!("ask for at most {MOST_THREADS}, or leave it unset to use all cores"),
        )),
        asked => Ok(asked),
    }
}

/// Starts the threads that are shared by all runs without their own, no more than [`MOST_THREADS`] whatever the environment
/// says. Only the first call does something, and nothing if others have started them before.
pub fn start_threads() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        if threads_of_environment().is_err() {
            // Fails only where somebody has started them already, with their own number.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(MOST_THREADS).build_global();
        }
    });
}

/// Shared between a fit and whoever may want to stop it. Clones are the same token.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks the work to stop; it ends with [`Error::Canceled`] at its next check.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody has asked.
    pub fn is_canceled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How far a piece of work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// What is being done, for people: `growing`, `reading`, `fold`.
    pub stage: &'static str,
    /// Units done.
    pub done: u64,
    /// Units in all, where that is known.
    pub total: Option<u64>,
}

/// What an observer wants after it has seen some progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObserverAction {
    /// Continue.
    Continue,
    /// Good enough: finish with what there is (early stopping). To throw the work away, cancel instead.
    Finish,
}

impl ObserverAction {
    /// The same for a search, which its observer may break off.
    pub fn flow(self) -> ControlFlow<()> {
        match self {
            ObserverAction::Continue => ControlFlow::Continue(()),
            ObserverAction::Finish => ControlFlow::Break(()),
        }
    }
}

/// One step of a learner's working, as text for people and as JSON for programs. Each learner has its own
/// enum of events.
pub trait TraceEvent: fmt::Display {
    /// The event as JSON.
    fn to_json(&self) -> Value;
}

/// Observes a run: a progress bar, a trace, an early stop.
pub trait Observer: Send + Sync {
    /// Called now and then with the state of the work.
    fn progress(&self, _progress: Progress) -> ObserverAction {
        ObserverAction::Continue
    }

    /// Whether trace events should be made at all; without a taker they cost nothing.
    fn wants_trace(&self) -> bool {
        false
    }

    /// Called with each trace event, in an order that does not depend on the number of threads.
    fn trace(&self, _event: &dyn TraceEvent) {}

    /// Called with each warning: a sentence about something that did not stop the work.
    fn warn(&self, _sentence: &str) {}
}

/// Seed, threads, observer and cancellation: the one context passed to every fit.
///
/// ```
/// use hornbook_core::Run;
/// let run = Run::default().seed(7).threads(2);
/// assert!(run.check().is_ok());
/// run.cancel_token().cancel();
/// assert!(run.check().is_err());
/// ```
#[derive(Clone, Default)]
pub struct Run {
    seed: u64,
    pool: Option<Arc<rayon::ThreadPool>>,
    observer: Option<Arc<dyn Observer>>,
    cancel: CancelToken,
}

impl Run {
    /// Where all random numbers of the run come from; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Run {
        self.seed = seed;
        self
    }

    /// How many threads to use, at most [`MOST_THREADS`]; by default as many as there are cores. The result is the same for any
    /// number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Run {
        // A pool that the system refuses to start leaves the default one: slower, never wrong.
        self.pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.clamp(1, MOST_THREADS))
            .build()
            .ok()
            .map(Arc::new);
        self
    }

    /// The observer.
    #[must_use]
    pub fn observer(mut self, observer: Arc<dyn Observer>) -> Run {
        self.observer = Some(observer);
        self
    }

    /// The token that stops this run.
    #[must_use]
    pub fn canceled_by(mut self, token: CancelToken) -> Run {
        self.cancel = token;
        self
    }

    /// The token that stops this run, to hand to somebody else.
    pub fn cancel_token(&self) -> CancelToken {
        self.cancel.clone()
    }

    /// The run of one part of the work that goes on beside others: with its own seed, and canceled with the whole, but
    /// unobserved, since progress and traces of parts side by side would mix.
    #[must_use]
    pub fn part(&self, index: u64) -> Run {
        Run::default().seed(self.root_seed().derive(index).0).canceled_by(self.cancel_token())
    }

    /// The root of the run's random numbers.
    pub fn root_seed(&self) -> Seed {
        Seed(self.seed)
    }

    /// An error if the run was canceled. Long loops call this often: it is one relaxed load.
    pub fn check(&self) -> Result<()> {
        if self.cancel.is_canceled() { Err(Error::Canceled) } else { Ok(()) }
    }

    /// Runs `work` on this run's threads.
    pub fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let mut work = Some(work);
        let mut result = None;
        self.install_erased(&mut || result = work.take().map(|work| work()));
        match result {
            Some(result) => result,
            None => unreachable!("a pool runs what it is given, or panics with it"),
        }
    }

    /// Not generic, so that what starts work on a pool is compiled once and not for every learner.
    fn install_erased(&self, work: &mut (dyn FnMut() + Send)) {
        match &self.pool {
            Some(pool) => pool.install(work),
            // Work that begins on another thread would change threads at every part that is done side by side, and sleep
            // and be woken each time.
            None => {
                start_threads();
                rayon::scope(|_| work());
            }
        }
    }

    /// How many threads [`install`](Run::install) will use.
    pub fn thread_count(&self) -> usize {
        self.install(rayon::current_num_threads)
    }

    /// Reports progress and hears whether to continue.
    pub fn progress(&self, stage: &'static str, done: u64, total: Option<u64>) -> ObserverAction {
        match &self.observer {
            Some(observer) => observer.progress(Progress { stage, done, total }),
            None => ObserverAction::Continue,
        }
    }

    /// Whether somebody wants trace events.
    pub fn is_traced(&self) -> bool {
        self.observer.as_ref().is_some_and(|o| o.wants_trace())
    }

    /// Emits a trace event; the closure runs only if somebody wants it.
    pub fn trace<E: TraceEvent>(&self, event: impl FnOnce() -> E) {
        if let Some(observer) = self.observer.as_ref().filter(|o| o.wants_trace()) {
            observer.trace(&event());
        }
    }

    /// Says something that did not stop the work.
    pub fn warn(&self, sentence: &str) {
        if let Some(observer) = &self.observer {
            observer.warn(sentence);
        }
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run").field("seed", &self.seed).field("observed", &self.observer.is_some()).finish()
    }
}
