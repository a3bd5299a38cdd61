//! Watching long work: a bar on terminals, a trace on request, Ctrl-C.

use crate::failure::Failure;
use crate::output::{self, Output};
use clap::ArgMatches;
use hornbook::{CancelToken, Observer, Progress, Run, TraceEvent, Verdict};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_millis(800);

/// What watches a run from the command line.
struct Watcher {
    started: Instant,
    bar: OnceLock<ProgressBar>,
    /// Where trace events go, and the token that stops the run once nobody reads them.
    trace: Option<(Output, CancelToken)>,
}

impl Observer for Watcher {
    fn progress(&self, progress: Progress) -> Verdict {
        // A bar would be torn by the lines of a trace.
        if self.trace.is_none() && self.started.elapsed() > PATIENCE {
            let bar = self.bar.get_or_init(new_bar);
            bar.set_message(progress.stage);
            if let Some(total) = progress.total {
                bar.set_length(total);
            }
            bar.set_position(progress.done);
        }
        Verdict::Continue
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

impl Drop for Watcher {
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

/// The run that the flags `--seed` and `--threads` ask for, watched, and stopped by Ctrl-C.
pub fn run(matches: &ArgMatches, output: &Output) -> Result<Run, Failure> {
    let token = cancelled_by_ctrl_c()?;
    let traced = matches.try_get_one::<bool>("trace").ok().flatten().is_some_and(|&trace| trace);
    let trace = traced.then(|| (output.clone(), token.clone()));
    let watcher = Watcher { started: Instant::now(), bar: OnceLock::new(), trace };
    let mut run = Run::default().observer(Arc::new(watcher)).cancelled_by(token);
    if let Some(&seed) = matches.try_get_one::<u64>("seed").ok().flatten() {
        run = run.seed(seed);
    }
    if let Some(&threads) = matches.get_one::<u64>("threads") {
        run = run.threads(usize::try_from(threads).unwrap_or(usize::MAX));
    }
    Ok(run)
}

/// The first Ctrl-C asks the work to stop, the second stops the program.
fn cancelled_by_ctrl_c() -> Result<CancelToken, Failure> {
    let token = CancelToken::default();
    let pressed = token.clone();
    ctrlc::set_handler(move || {
        if pressed.is_cancelled() {
            std::process::exit(130);
        }
        pressed.cancel();
        output::note("stopping; press Ctrl-C again to stop at once");
    })
    .map_err(|e| Failure::Internal(format!("cannot listen for Ctrl-C: {e}")))?;
    Ok(token)
}
