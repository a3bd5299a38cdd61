//! The study.

use crate::answer;
use crate::candidates::candidates;
use crate::choice::SIGNIFICANT;
use crate::events::StudyEvent;
use crate::examine::{Examined, examine};
use crate::judge::print_of;
use crate::last_word::LastWord;
use crate::ledger::Ledger;
use crate::prepared::{in_words, itself};
use crate::procedure::{Made, Procedure};
use crate::reading;
use crate::record::{
    Contestant, DecisionRecord, LineUp, MethodRecord, ModelRecord, ModelSection, Outcome, Record, StudyTask,
    VERSION, WrongRecord,
};
use crate::selection::{Selected, Selection, Went};
use crate::time::until;
use hornbook_core::{LearnerSpec, Result, Run};
use hornbook_data::{Dataset, Target};
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_evaluation::{Answers, CrossValidation, Judged, Judging, LockedTest, Measure, Resampling};
use hornbook_learner::{Baseline, Fit, Learner, Model, Registry};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Below this many rows, a part locked away would be too small to judge by: cross-validation is nested instead.
const ENOUGH_TO_LOCK: usize = 1000;
/// The share of the rows that is locked away.
const LOCKED: f64 = 0.2;
/// Folds of the outer cross-validation.
const OUTER_FOLDS: usize = 5;
/// The parts of the budget by which choosing is done: on all rows where cross-validation is nested, then in its folds. The rest
/// is for training and calibrating the chosen one and for reading it.
const CHOSEN_BY: f64 = 0.6;
const CHOSEN_FIRST_BY: f64 = 0.2;
/// A class rarer than this makes accuracy a poor guide.
const RARE: f64 = 0.2;
/// Text of an explanation that is kept, in letters; the model's own `explain` has the rest.
const MOST_TEXT: usize = 20_000;
/// Levels of a drawn tree.
const DRAWN_DEPTH: usize = 4;

/// From a table to an answer that can be defended.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// # use hornbook_learner::{Baseline, Entry, Registry};
/// # use hornbook_trees::DecisionTree;
/// use hornbook_study::Study;
/// # let registry = Registry::fill(|| vec![Entry::of::<Baseline>(), Entry::of::<DecisionTree>()]);
/// let kinds: Vec<Option<&str>> = (0..90).map(|i| Some(if i % 30 < 12 { "a" } else { "b" })).collect();
/// let table = Table::builder().number("x", (0..90).map(|i| f64::from(i % 30)).collect()).category("kind", &kinds);
/// let data = table.build()?.dataset().target("kind")?;
/// let finished = Study::default().run(&data, registry, &Run::default())?;
/// assert!(finished.record.result.beats_baseline);
/// assert_eq!(finished.model.info().learner, "decision-tree");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Study {
    budget: Duration,
    seed: u64,
    judging: Option<Judging>,
    losses: Option<LossMatrix>,
    learners: Option<Vec<LearnerSpec>>,
    name: String,
    command: Option<String>,
    ledger: Option<PathBuf>,
    resume: bool,
}

/// What a study gives.
pub struct Finished {
    /// What was found.
    pub record: Record,
    /// The chosen model.
    pub model: Box<dyn Model>,
}

impl Default for Study {
    fn default() -> Study {
        Study {
            budget: Duration::from_secs(60),
            seed: 0,
            judging: None,
            losses: None,
            learners: None,
            name: "table".to_string(),
            command: None,
            ledger: None,
            resume: false,
        }
    }
}

impl Study {
    /// How long it may take; a minute by default.
    #[must_use]
    pub fn budget(self, budget: Duration) -> Study {
        Study { budget, ..self }
    }

    /// Where random numbers come from; 0 by default. The same seed gives the same model, unless time is up first.
    #[must_use]
    pub fn seed(self, seed: u64) -> Study {
        Study { seed, ..self }
    }

    /// By which measures learners are judged, the one that decides in front.
    #[must_use]
    pub fn judging(self, judging: Judging) -> Study {
        Study { judging: Some(judging), ..self }
    }

    /// What each action costs for each class: the least costly actions decide then, and are recorded.
    #[must_use]
    pub fn losses(self, losses: LossMatrix) -> Study {
        Study { losses: Some(losses), ..self }
    }

    /// Who takes part; by default every learner of the registry that does the task and is not there on request only.
    #[must_use]
    pub fn learners(self, learners: Vec<LearnerSpec>) -> Study {
        Study { learners: Some(learners), ..self }
    }

    /// What the table is called in the record.
    #[must_use]
    pub fn name(self, name: &str) -> Study {
        Study { name: name.to_string(), ..self }
    }

    /// The command that does it again, for the record.
    #[must_use]
    pub fn command(self, command: &str) -> Study {
        Study { command: Some(command.to_string()), ..self }
    }

    /// A file in which is kept what was judged, line by line. With `resume`, the file is read first, and nothing in it is
    /// judged again.
    #[must_use]
    pub fn ledger(self, file: impl Into<PathBuf>, resume: bool) -> Study {
        Study { ledger: Some(file.into()), resume, ..self }
    }

    /// Does the study on the run's threads. Trace events are [`StudyEvent`]s.
    pub fn run(&self, data: &Dataset, registry: &'static Registry, run: &Run) -> Result<Finished> {
        let run = run.clone().seed(self.seed);
        run.install(|| self.work(data, registry, &run))
    }

    fn work(&self, data: &Dataset, registry: &'static Registry, run: &Run) -> Result<Finished> {
        let begun = Instant::now();
        let examined = examine(&data.clone().with_text())?;
        let findings = &examined.record.findings;
        run.trace(|| StudyEvent::Examined {
            findings: findings.iter().map(|f| f.sentence.clone()).collect(),
        });
        let data = &examined.data;
        let (judging, measure) = self.judging_for(&examined)?;
        let candidates = candidates(data, registry, self.learners.as_deref())?;
        let fingerprint = format!("{:016x}", print_of(data));
        let ledger = Arc::new(self.open_ledger(&fingerprint, measure)?);
        if self.resume {
            run.trace(|| StudyEvent::Resumed { verdicts: ledger.len() });
        }
        let selection = Selection {
            candidates,
            judging: judging.clone(),
            measure,
            registry,
            ledger: ledger.clone(),
            seed: self.seed,
        };
        let by = |share: f64| begun + self.budget.mul_f64(share);
        let scene = Scene { study: self, data, judging: &judging, run, registry };
        let (made, word, unseen, chosen_in_folds, cut_short) = match data.rows().len() >= ENOUGH_TO_LOCK {
            true => scene.with_locked_test(selection, by(CHOSEN_BY))?,
            false => scene.with_nested_folds(selection, by(CHOSEN_FIRST_BY), by(CHOSEN_BY))?,
        };
        let mut result = word.result(data, &judging, run)?;
        result.calibration = made.calibration.clone();
        result.decision = self.decision(&word.judged)?;
        let line_up = line_up(&made.selected, &made.spec, measure, chosen_in_folds);
        let end = by(1.0);
        let learner = registry.learner(&made.spec)?;
        if let Some(curve) = scene.optional(end, "the learning curve", |run| {
            reading::learning_curve(&*learner, data, &judging, self.seed, run)
        })? {
            result.learning_curve = Some(curve);
        }
        let model = scene.read_model(&made, &*learner, unseen.as_ref(), &word.judged, end)?;
        let wrong = scene.find_mistakes(&*made.model, &word.judged)?;
        let mut notes: Vec<String> = made.model.info().summary.warnings.clone();
        if let Some(reason) = ledger.lost() {
            notes.push(format!("what was judged could not be kept for --resume: {reason}"));
        }
        let mut method = MethodRecord {
            steps: Vec::new(),
            design: result.design.clone(),
            seed: self.seed,
            budget_seconds: self.budget.as_secs_f64(),
            used_seconds: 0.0,
            cut_short,
            command: self.command.clone(),
            release: env!("CARGO_PKG_VERSION").to_string(),
            fingerprint,
        };
        method.steps = answer::steps(examined.task, &examined.record, &line_up, &result);
        let (target, _) = data.require_target()?;
        let answer = answer::sentences(target, &examined.record, &line_up, &result, &method);
        method.used_seconds = begun.elapsed().as_secs_f64();
        let schema = &made.model.info().schema;
        let record = Record {
            version: VERSION,
            name: self.name.clone(),
            answer,
            target: target.to_string(),
            task: examined.task,
            classes: schema.target.classes.to_vec(),
            positive: (examined.task == StudyTask::Binary).then(|| scene.positive()).flatten(),
            data: examined.record.clone(),
            line_up,
            result,
            model,
            wrong,
            method,
            notes,
        };
        Ok(Finished { record, model: made.model })
    }

    /// How learners are judged: as asked for, or by accuracy, the ROC area if one of two classes is rare, or the error of
    /// numbers.
    fn judging_for(&self, examined: &Examined) -> Result<(Judging, Measure)> {
        let data = &examined.data;
        let task = data.task()?;
        let mut judging = match &self.judging {
            Some(judging) => judging.clone(),
            None => {
                let mut measures = Measure::usual(task).to_vec();
                if examined.task == StudyTask::Binary && rarest(data)? < RARE && self.losses.is_none() {
                    measures.retain(|&measure| measure != Measure::RocArea);
                    measures.insert(0, Measure::RocArea);
                }
                if self.losses.is_some() {
                    measures.insert(0, Measure::ExpectedLoss);
                }
                Judging::default().measures(&measures)
            }
        };
        if let Some(losses) = &self.losses {
            judging = judging.losses(losses.clone());
        }
        let measure = judging.deciding_measure(task)?;
        Ok((judging, measure))
    }

    fn open_ledger(&self, fingerprint: &str, measure: Measure) -> Result<Ledger> {
        let Some(path) = &self.ledger else { return Ok(Ledger::default()) };
        let release = env!("CARGO_PKG_VERSION");
        let study = format!("rows {fingerprint}, seed {}, {measure}, release {release}", self.seed);
        match self.resume {
            true => Ledger::resume(path, &study),
            false => Ledger::create(path, &study),
        }
    }

    /// What to do for the costs that were given.
    fn decision(&self, judged: &Judged) -> Result<Option<DecisionRecord>> {
        let (Some(losses), Answers::Classes { levels, truth, probabilities, .. }) =
            (&self.losses, &judged.answers)
        else {
            return Ok(None);
        };
        let losses = losses.for_classes(levels)?;
        let mean = |losses: &LossMatrix, decisions: &[u32]| {
            losses.mean_loss(decisions, truth, Some(&judged.weights))
        };
        let best = mean(&losses, &losses.decide_all(probabilities)?)?;
        let likeliest = LossMatrix::zero_one(&levels[..])?.decide_all(probabilities)?;
        let plain = mean(&losses, &likeliest)?;
        let threshold = match levels.len() {
            2 => losses.threshold().ok(),
            _ => None,
        };
        let (actions, classes) = (losses.actions(), losses.classes());
        let costs = actions.iter().enumerate().flat_map(|(a, action)| {
            let losses = &losses;
            classes.iter().enumerate().map(move |(c, class)| (action.clone(), class.clone(), losses.at(a, c)))
        });
        let gain = format!(
            "a mean cost of {} a row, against {} if the likeliest class is taken",
            Measure::ExpectedLoss.show(best),
            Measure::ExpectedLoss.show(plain)
        );
        let sentence = match threshold {
            Some(threshold) => format!(
                "With these costs, say '{}' from a probability of {threshold:.3} on: {gain}.",
                levels[1]
            ),
            None => format!("With these costs, take the action of least expected cost: {gain}."),
        };
        Ok(Some(DecisionRecord {
            sentence,
            threshold,
            costs: costs.collect(),
            mean_cost: Some((best, plain)),
        }))
    }
}

/// The share of the rarest class; 1 for numbers.
fn rarest(data: &Dataset) -> Result<f64> {
    let (_, Target::Classes(classes)) = data.require_target()? else { return Ok(1.0) };
    let mut counts = vec![0usize; classes.levels.len()];
    data.rows().iter().for_each(|row| counts[classes.codes[row as usize] as usize] += 1);
    let least = counts.into_iter().filter(|&count| count > 0).min().unwrap_or(0);
    Ok(least as f64 / data.rows().len().max(1) as f64)
}

/// What the steps of a study share.
struct Scene<'a> {
    study: &'a Study,
    data: &'a Dataset,
    judging: &'a Judging,
    run: &'a Run,
    registry: &'static Registry,
}

/// A model, its last word, the rows it did not see if there are any, how often each learner was chosen, and whether time
/// was up.
type Judgement = (Made, LastWord, Option<Dataset>, Vec<(String, usize)>, bool);

impl Scene<'_> {
    /// Chooses on most of the rows and opens the others once.
    fn with_locked_test(&self, selection: Selection, end: Instant) -> Result<Judgement> {
        let (train, locked) = LockedTest::lock_away(self.data, LOCKED, self.study.seed)?;
        let design =
            format!("{} rows to choose and train by, and {} locked away", train.rows().len(), locked.rows());
        self.run.trace(|| StudyEvent::Designed { design: design.clone() });
        let procedure = Procedure::new(selection, end);
        let made = procedure.make(&train, self.run)?.with_memories(&train);
        self.say_chosen(&made);
        self.run.trace(|| StudyEvent::LastWord { what: format!("{} locked rows are opened", locked.rows()) });
        let (evaluation, test) = locked.open_with_rows(&*made.model, self.judging, self.run)?;
        let guess = Baseline::default().fit_with(&train, &self.run.part(0))?;
        let word = LastWord {
            design: evaluation.design,
            judged: evaluation.judged,
            baseline: Judged::of(&guess, &test)?,
        };
        let cut_short = procedure.cut_short();
        Ok((made, word, Some(test), Vec::new(), cut_short))
    }

    /// Chooses on all rows, and judges the whole procedure by doing it again in each of several folds.
    fn with_nested_folds(&self, selection: Selection, first: Instant, end: Instant) -> Result<Judgement> {
        let outer = CrossValidation::new(OUTER_FOLDS).seed(self.study.seed);
        let design = format!(
            "{} rows are too few to lock some away; everything is done again in each of {OUTER_FOLDS} folds (nested \
             cross-validation)",
            self.data.rows().len()
        );
        self.run.trace(|| StudyEvent::Designed { design: design.clone() });
        let procedure = Procedure::new(selection.clone(), first);
        let made = procedure.make(self.data, self.run)?.with_memories(self.data);
        self.say_chosen(&made);
        self.run.trace(|| StudyEvent::LastWord { what: format!("all of it again in {OUTER_FOLDS} folds") });
        let nested = Procedure::new(selection, end);
        let judged = outer.folds_with(&nested, self.data, self.judging, self.run)?;
        let guessed = outer.folds_with(&Baseline::default(), self.data, self.judging, &self.run.part(0))?;
        let design = format!("nested cross-validation, outer: {}", judged.design);
        let word = LastWord { design, judged: judged.judged, baseline: guessed.judged };
        let cut_short = procedure.cut_short() || nested.cut_short();
        Ok((made, word, None, nested.chosen(), cut_short))
    }

    fn say_chosen(&self, made: &Made) {
        self.run.trace(|| StudyEvent::Chosen { learner: in_words(&made.spec), why: String::new() });
    }

    fn positive(&self) -> Option<String> {
        match self.data.require_target() {
            Ok((_, Target::Classes(classes))) => self.judging.positive_of(&classes.levels),
            _ => None,
        }
    }

    /// Work that a study can do without: not done if time is up or it cannot be done on these rows.
    fn optional<T: Send>(
        &self,
        end: Instant,
        what: &'static str,
        work: impl FnOnce(&Run) -> Result<T> + Send,
    ) -> Result<Option<T>> {
        self.run.trace(|| StudyEvent::Reading { what });
        match until(end, self.run, work) {
            Err(hornbook_core::Error::Cancelled) => Err(hornbook_core::Error::Cancelled),
            other => Ok(other.ok().flatten()),
        }
    }

    /// What the model learned.
    fn read_model(
        &self,
        made: &Made,
        learner: &dyn Learner,
        unseen: Option<&Dataset>,
        judged: &Judged,
        end: Instant,
    ) -> Result<ModelRecord> {
        let (model, seed) = (&*made.model, self.study.seed);
        let importances = self.optional(end, "which columns matter", |run| match unseen {
            Some(unseen) => reading::importances_on(model, unseen, self.judging, seed, run),
            None => reading::importances_by_folds(learner, self.data, self.judging, seed, run),
        })?;
        let importances = importances.unwrap_or_default();
        let positive = self.positive();
        let dependences = self.optional(end, "how predictions change along them", |run| {
            reading::dependences(model, self.data, &importances, positive.as_deref(), run)
        })?;
        let info = model.info();
        let declaration = self.registry.find(&itself(&made.spec).0.name)?.declaration;
        let explanation = model
            .explain()
            .sections
            .into_iter()
            .map(|section| ModelSection { title: section.heading.to_string(), text: shortened(section.text) })
            .collect();
        let drawing = match model.diagrams() {
            1 => model.diagram(0).map(|diagram| diagram.to_svg(Some(DRAWN_DEPTH))),
            _ => None,
        };
        Ok(ModelRecord {
            learner: declaration.name.to_string(),
            summary: declaration.summary().to_string(),
            spec: made.spec.to_string(),
            parameters: info.parameters.clone(),
            rows: info.summary.rows as usize,
            size: model.size().filter(|size| size.is_finite()),
            file: None,
            explanation,
            drawing,
            importance_note: format!(
                "How much worse the {} gets when the values of a column are shuffled among rows that the model did not see. \
                 Columns that say the same hide each other.",
                self.judging.deciding_measure(self.data.task()?)?
            ),
            importances,
            dependences: dependences.unwrap_or_default(),
            cases: reading::examples(model, self.data, judged)?,
        })
    }

    /// Where the model is wrong.
    fn find_mistakes(&self, model: &dyn Model, judged: &Judged) -> Result<WrongRecord> {
        let (slices, looked_at) = reading::slices(self.data, judged)?;
        let slices_note = match slices.is_empty() {
            true => format!(
                "Of {looked_at} parts of the rows (levels, quarters of numbers, gaps, and pairs of those), none has an error \
                 that is larger by more than chance explains."
            ),
            false => format!(
                "Of {looked_at} parts of the rows (levels, quarters of numbers, gaps, and pairs of those), these have a larger \
                 error than the other rows by more than chance explains (p corrected by Holm)."
            ),
        };
        Ok(WrongRecord { worst: reading::worst(model, self.data, judged)?, slices, slices_note })
    }
}

/// A text that is not too long to read.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}\n… `hornbook explain` shows the rest", &text[..end]),
        None => text,
    }
}

/// Everybody who took part, for the record.
fn line_up(
    selected: &Selected,
    spec: &LearnerSpec,
    measure: Measure,
    chosen_in_folds: Vec<(String, usize)>,
) -> LineUp {
    let mut contestants = Vec::with_capacity(selected.tried.len());
    for (place, tried) in selected.tried.iter().enumerate() {
        let declaration = tried.declaration;
        let outcome = match &tried.outcome {
            Went::Refused(why) => Outcome::Refused { why: why.clone() },
            Went::LeftOut(why) => Outcome::LeftOut { why: why.clone() },
            Went::Judged(standing) => {
                let p_value = selected.p_values.get(place).copied().flatten();
                let error = crate::choice::estimate(standing).standard_error;
                Outcome::Judged {
                    score: Box::new(standing.score.clone()),
                    rows: tried.rows,
                    folds: standing.folds.clone(),
                    standard_error: error.is_finite().then_some(error),
                    size: standing.size.filter(|size| size.is_finite()),
                    trials: tried.trials,
                    p_value,
                    tied: place < selected.finals
                        && (place == selected.best || p_value.is_some_and(|p| p > SIGNIFICANT)),
                    seconds: standing.seconds,
                }
            }
        };
        contestants.push(Contestant {
            learner: declaration.name.to_string(),
            spec: tried.spec.to_string(),
            family: declaration.family.to_string(),
            summary: declaration.summary().to_string(),
            outcome,
        });
    }
    let judged = selected.tried.iter().any(|tried| tried.standing().is_some());
    let why = match judged {
        true => answer::why(&contestants, selected.best, selected.chosen, selected.alike(measure)),
        false => format!("Nobody could be judged in time, so {spec} stands in."),
    };
    LineUp {
        measure: measure.to_string(),
        higher_is_better: measure.higher_is_better(),
        design: selected.design.clone(),
        contestants,
        best: selected.best,
        chosen: selected.chosen,
        why,
        groups: selected.groups.clone(),
        test: "corrected resampled t test of the folds, p-values against the best corrected by Holm"
            .to_string(),
        chosen_in_folds,
    }
}
