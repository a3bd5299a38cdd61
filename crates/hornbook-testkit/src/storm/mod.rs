//! More of the same at random: odd data and random parameters, damaged model files, damaged tables, damaged learner text.
//!
//! Each try follows from a seed of its own, the first from the storm's, the next from the number after it; so a try that fails is
//! repeated by a storm of no seconds with its seed.

mod data;
mod readers;

use crate::cases::cases;
use crate::damage::damaged;
use crate::laws::model_files::read_hostile;
use crate::{kept_models, laws};
use hornbook::{CancelToken, LearnerSpec, Seed, model_file};
use hornbook_core::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What a try may take, whatever its run was asked to do; then it is canceled.
const LONG: Duration = laws::LONG;
/// How soon a try must end that was canceled.
const CANCELED: Duration = Duration::from_secs(2);

/// The kinds of tries, in the order of [`StormReport::tried`].
pub const KINDS: [&str; 4] =
    ["fits on odd data", "damaged model files", "damaged tables", "damaged learner text"];

/// How a storm went.
#[derive(Debug, Default)]
pub struct StormReport {
    /// How many tries of each kind there were.
    pub tried: [usize; 4],
    /// How many of them ended in a sentence.
    pub refused: [usize; 4],
    /// The try that took longest: its seed and what it was.
    pub slowest: (Duration, u64, String),
    /// Each failure, with the seed that repeats it.
    pub failures: Vec<String>,
}

/// How a try ended: refused with a sentence, or not.
type Ended = Result<bool, String>;

/// What the tries begin with.
struct StormSources {
    models: Vec<(String, Vec<u8>)>,
    tables: Vec<(hornbook::data::Format, Vec<u8>)>,
    texts: Vec<String>,
}

impl StormSources {
    fn of(kept_files: &Path) -> std::io::Result<StormSources> {
        let mut models = Vec::new();
        for entry in std::fs::read_dir(kept_files)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "hornbook") {
                models.push((path.display().to_string(), std::fs::read(&path)?));
            }
        }
        models.sort();
        let texts = cases().iter().map(|case| case.text.clone()).collect();
        Ok(StormSources { models, tables: readers::files(), texts })
    }
}

/// Tries for so many seconds, but `least` times at least. The model files to damage are those of a folder. `begin` hears the seed of
/// each try before it begins: nothing else is left of one that ends the process, as one that asks for too much memory does.
pub fn run(
    seconds: u64,
    least: u64,
    seed: u64,
    kept_files: &Path,
    mut begin: impl FnMut(u64) -> std::io::Result<()>,
) -> std::io::Result<StormReport> {
    let sources = StormSources::of(kept_files)?;
    let mut report = StormReport::default();
    let start = Instant::now();
    let place = Arc::new(Mutex::new(String::new()));
    let noted = place.clone();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        // A panic may come from another thread, and from several at once: any place will do.
        if let Ok(mut place) = noted.lock() {
            *place = info.to_string().replace('\n', " ");
        }
    }));
    for number in 0.. {
        if number >= least && start.elapsed() >= Duration::from_secs(seconds) {
            break;
        }
        let own = seed.wrapping_add(number);
        begin(own)?;
        let mut rng = Seed(own).rng();
        let kind = [0, 0, 0, 1, 1, 2, 2, 3][rng.below(8)];
        let mut what = String::new();
        let began = Instant::now();
        let token = CancelToken::default();
        let ended = watched(own, &token, || {
            catch_unwind(AssertUnwindSafe(|| attempt(kind, &sources, &mut rng, &token, &mut what)))
        });
        let taken = began.elapsed();
        report.tried[kind] += 1;
        let failure = match ended {
            Err(_) => Some(place.lock().map(|place| place.clone()).unwrap_or_default()),
            Ok(Err(harm)) => Some(harm),
            Ok(Ok(_)) if taken > LONG + CANCELED => Some(format!("it took {taken:?}")),
            Ok(Ok(refused)) => {
                report.refused[kind] += usize::from(refused);
                None
            }
        };
        report
            .failures
            .extend(failure.map(|failure| format!("--seed {own}: {} ({what}): {failure}", KINDS[kind])));
        if taken > report.slowest.0 {
            report.slowest = (taken, own, what);
        }
    }
    std::panic::set_hook(usual);
    Ok(report)
}

/// Runs a try, cancels it when it takes long, and ends the process when that does not help: nothing else stops a loop.
fn watched<T>(seed: u64, token: &CancelToken, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let waits = |time| is_done.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout);
            if waits(LONG) {
                token.cancel();
                if waits(Duration::from_secs(60)) {
                    eprintln!("--seed {seed}: it goes on a minute after it was canceled");
                    std::process::exit(1);
                }
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn attempt(
    kind: usize,
    sources: &StormSources,
    rng: &mut Rng,
    token: &CancelToken,
    what: &mut String,
) -> Ended {
    match kind {
        0 => data::attempt(rng, token, what),
        1 => {
            let (name, bytes) = &sources.models[rng.below(sources.models.len())];
            *what = name.clone();
            let mut hostile = damaged(bytes, rng);
            if rng.below(8) > 0 {
                model_file::mend_checksum(&mut hostile);
            }
            read_hostile(&hostile, &kept_models::table())
        }
        2 => readers::attempt(&sources.tables, rng, what),
        _ => {
            let text = &sources.texts[rng.below(sources.texts.len())];
            let hostile = damaged(text.as_bytes(), rng);
            *what = String::from_utf8_lossy(&hostile).into_owned();
            let made = LearnerSpec::parse(what).and_then(|spec| hornbook::registry().learner(&spec));
            said(made.map(drop).err())
        }
    }
}

/// Whether something was refused, and that the sentence says what to do.
fn said(error: Option<hornbook::Error>) -> Ended {
    match error.map(|error| error.to_string()) {
        None => Ok(false),
        Some(sentence) if laws::says_what_to_do(&sentence) => Ok(true),
        Some(sentence) => Err(format!("'{sentence}' does not say what to do")),
    }
}
