//! Watching long work: a bar on terminals, a trace on request, Ctrl-C.

use crate::failure::Failure;
use crate::output::{self, Output};
use clap::ArgMatches;
use hornbook::{CancelToken, Error, Observer, ObserverAction, Progress, Run, TraceEvent};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PROGRESS_DELAY: Duration = Duration::from_millis(800);

/// What watches a run from the command line.
struct ProgressObserver {
    started: Instant,
    bar: OnceLock<ProgressBar>,
    /// Where trace events go, and the token that stops the run once nobody reads them.
    trace: Option<(Output, CancelToken)>,
}

impl Observer for ProgressObserver {
    fn progress(&self, progress: Progress) -> ObserverAction {
        // A bar would be torn by the lines of a trace.
        if self.trace.is_none() && self.started.elapsed() > PROGRESS_DELAY {
            let bar = self.bar.get_or_init(new_bar);
            bar.set_message(progress.stage);
            if let Some(total) = progress.total {
                bar.set_length(total);
            }
            bar.set_position(progress.done);
        }
        ObserverAction::Continue
    }

    fn wants_trace(&self) -> bool {
        self.trace.is_some()
    }

    fn trace(&self, event: &dyn TraceEvent) {
        let Some((output, token)) = &self.trace else { return };
        let written = if output.is_json() { output.json(&event.to_json()) } else { output.text(event) };
        if written.is_err() {
            token.cancel();
        }
    }

    fn warn(&self, sentence: &str) {
        output::warn(sentence);
    }
}

impl Drop for ProgressObserver {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar() -> ProgressBar {
    // Drawn only if standard error is a terminal.
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// Watches a study: one line that says the current candidate, the progress and the best so far.
struct StudyProgressObserver(ProgressBar);

impl Observer for StudyProgressObserver {
    fn progress(&self, progress: Progress) -> ObserverAction {
        if let Some(total) = progress.total {
            self.0.set_length(total);
        }
        self.0.set_position(progress.done);
        ObserverAction::Continue
    }

    fn wants_trace(&self) -> bool {
        true
    }

    fn trace(&self, event: &dyn TraceEvent) {
        let words = event.to_string();
        // Who is ahead stands in front of the bar, what is being tried behind it.
        match words.trim().split_once("; best so far: ") {
            Some((_, best)) => self.0.set_prefix(format!("best so far: {best}")),
            None => self.0.set_message(words.trim().lines().next().unwrap_or_default().to_string()),
        }
    }

    fn warn(&self, sentence: &str) {
        self.0.suspend(|| output::warn(sentence));
    }
}

impl Drop for StudyProgressObserver {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// The run of a study: as [`run`], but watched as a study wants it.
pub fn study(matches: &ArgMatches, output: &Output) -> Result<Run, Failure> {
    let run = run(matches, output)?;
    if matches.get_flag("trace") {
        return Ok(run);
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(8));
    let style = ProgressStyle::with_template("{prefix}\n{bar:20} {pos}/{len} {wide_msg} {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    Ok(run.observer(Arc::new(StudyProgressObserver(bar))))
}

/// The run that the flags `--seed` and `--threads` ask for, watched, and stopped by Ctrl-C.
pub fn run(matches: &ArgMatches, output: &Output) -> Result<Run, Failure> {
    let token = canceled_by_ctrl_c(output.is_json())?;
    let traced = matches.try_get_one::<bool>("trace").ok().flatten().is_some_and(|&trace| trace);
    let trace = traced.then(|| (output.clone(), token.clone()));
    let watcher = ProgressObserver { started: Instant::now(), bar: OnceLock::new(), trace };
    let mut run = Run::default().observer(Arc::new(watcher)).canceled_by(token);
    if let Some(&seed) = matches.try_get_one::<u64>("seed").ok().flatten() {
        run = run.seed(seed);
    }
    if let Some(&threads) = matches.try_get_one::<u64>("threads").ok().flatten() {
        run = run.threads(usize::try_from(threads).unwrap_or(usize::MAX));
    }
    Ok(run)
}

/// How long work may take to stop after it was asked to.
const GRACE: Duration = Duration::from_millis(900);

/// The first Ctrl-C or SIGTERM asks the work to stop, which it must within a second; the second stops the program.
fn canceled_by_ctrl_c(as_json: bool) -> Result<CancelToken, Failure> {
    let token = CancelToken::default();
    let pressed = token.clone();
    ctrlc::set_handler(move || {
        if pressed.is_canceled() {
            std::process::exit(130);
        }
        pressed.cancel();
        output::note("stopping; press Ctrl-C again to stop at once");
        // Work that does not hear of it is stopped all the same. Files are written beside their place and moved in, so that
        // none is left half written.
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            let _ = Failure::from(Error::Canceled).report(as_json);
            std::process::exit(130);
        });
    })
    .map_err(|e| Error::internal(format!("cannot listen for Ctrl-C: {e}")))?;
    Ok(token)
}
