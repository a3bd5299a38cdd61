//! The study.

use crate::answer;
use crate::candidate_evaluator::data_hash;
use crate::candidates::candidates;
use crate::checkpoint::Checkpoint;
use crate::data_checks::{CheckedData, check_data};
use crate::events::StudyEvent;
use crate::interpretation;
use crate::pipeline::{SelectedModel, SelectionPipeline};
use crate::preprocessing::{in_words, without_preprocessing};
use crate::record::{
    DecisionRecord, EntryResult, ErrorAnalysis, Leaderboard, LeaderboardEntry, MethodRecord, ModelRecord,
    ModelSection, StudyRecord, StudyTask, TestedRows, VERSION,
};
use crate::selection::{CandidateOutcome, ModelSelection, SelectionResult};
use crate::test_evaluation::TestEvaluation;
use crate::time::with_deadline;
use hornbook_core::{LearnerSpec, Result, Run};
use hornbook_data::{ColumnKind, Dataset, Target};
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::{
    AutoCrossValidation, EvaluationOptions, LockedTest, Measure, Resampling, TargetsAndPredictions,
    TestPredictions,
};
use hornbook_learner::{Baseline, Fit, FoldScheme, Learner, Model, Registry};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Below this many rows, a held-out test set would be too small: nested cross-validation is used instead.
const ENOUGH_TO_LOCK: usize = 1000;
/// The fraction of the rows held out as test set.
const LOCKED: f64 = 0.2;
/// Folds of the outer cross-validation.
const OUTER_FOLDS: usize = 5;
/// The parts of the budget by which choosing is done: on all rows where cross-validation is nested, then in its folds. The rest
/// is for training and calibrating the chosen one and for reading it.
const CHOSEN_BY: f64 = 0.6;
const CHOSEN_FIRST_BY: f64 = 0.2;
/// Text of an explanation that is kept, in letters; the model's own `explain` has the rest.
const MOST_TEXT: usize = 20_000;
/// Levels of a drawn tree.
const DRAWN_DEPTH: usize = 4;

/// An AutoML study: data checks, model selection with hyperparameter tuning, evaluation on held-out data, interpretation.
///
/// ```
/// use hornbook_core::Run;
/// use hornbook_data::Table;
/// # use hornbook_learner::{Baseline, RegistryEntry, Registry};
/// # use hornbook_trees::DecisionTree;
/// use hornbook_study::Study;
/// # let registry = Registry::fill(|| vec![RegistryEntry::of::<Baseline>(), RegistryEntry::of::<DecisionTree>()]);
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
    scoring: Option<EvaluationOptions>,
    losses: Option<LossMatrix>,
    learners: Option<Vec<LearnerSpec>>,
    name: String,
    command: Option<String>,
    checkpoint: Option<PathBuf>,
    resume: bool,
}

/// The result of a study.
pub struct FinishedStudy {
    /// What was found.
    pub record: StudyRecord,
    /// The chosen model.
    pub model: Box<dyn Model>,
}

impl Default for Study {
    fn default() -> Study {
        Study {
            budget: Duration::from_secs(60),
            seed: 0,
            scoring: None,
            losses: None,
            learners: None,
            name: "table".to_string(),
            command: None,
            checkpoint: None,
            resume: false,
        }
    }
}

impl Study {
    /// The time budget; a minute by default.
    #[must_use]
    pub fn budget(self, budget: Duration) -> Study {
        Study { budget, ..self }
    }

    /// The random seed; 0 by default. The same seed gives the same model, unless time is up first.
    #[must_use]
    pub fn seed(self, seed: u64) -> Study {
        Study { seed, ..self }
    }

    /// The metrics, the deciding one first.
    #[must_use]
    pub fn scoring(self, scoring: EvaluationOptions) -> Study {
        Study { scoring: Some(scoring), ..self }
    }

    /// The cost matrix: decisions of least expected loss are then recorded.
    #[must_use]
    pub fn losses(self, losses: LossMatrix) -> Study {
        Study { losses: Some(losses), ..self }
    }

    /// The candidates; by default every learner of the registry that does the task and is not there on request only.
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

    /// A checkpoint file of the evaluations, line by line. With `resume`, the file is read first, and nothing in it is
    /// evaluated again.
    #[must_use]
    pub fn checkpoint(self, file: impl Into<PathBuf>, resume: bool) -> Study {
        Study { checkpoint: Some(file.into()), resume, ..self }
    }

    /// Does the study on the run's threads. Trace events are [`StudyEvent`]s.
    pub fn run(&self, data: &Dataset, registry: &'static Registry, run: &Run) -> Result<FinishedStudy> {
        let run = run.clone().seed(self.seed);
        run.install(|| self.work(data, registry, &run))
    }

    fn work(&self, data: &Dataset, registry: &'static Registry, run: &Run) -> Result<FinishedStudy> {
        let begun = Instant::now();
        let checked = check_data(&data.clone().with_kinds(&[ColumnKind::Text]))?;
        let findings = &checked.record.findings;
        run.trace(|| StudyEvent::DataChecked {
            findings: findings.iter().map(|f| f.sentence.clone()).collect(),
        });
        let data = &checked.data;
        let (scoring, measure) = self.scoring_for(&checked)?;
        let candidates = candidates(data, registry, self.learners.as_deref())?;
        let fingerprint = format!("{:016x}", data_hash(data));
        let checkpoint = Arc::new(self.open_checkpoint(&fingerprint, measure)?);
        if self.resume {
            run.trace(|| StudyEvent::Resumed { results: checkpoint.len() });
        }
        let selection = ModelSelection {
            candidates,
            scoring: scoring.clone(),
            measure,
            registry,
            checkpoint: checkpoint.clone(),
            seed: self.seed,
        };
        let by = |share: f64| begun + self.budget.mul_f64(share);
        let context = StudyContext { study: self, data, scoring: &scoring, run, registry };
        let (selected_model, test_evaluation, unseen, chosen_in_folds, cut_short) =
            // Predefined folds say which rows are tested, however many there are.
            match data.rows().len() >= ENOUGH_TO_LOCK && FoldScheme::of(data) != FoldScheme::Predefined {
                true => context.with_locked_test(selection, by(CHOSEN_BY))?,
                false => context.with_nested_folds(selection, by(CHOSEN_FIRST_BY), by(CHOSEN_BY))?,
            };
        let mut result = test_evaluation.result(data, &scoring, run)?;
        result.calibration = selected_model.calibration.clone();
        result.decision = self.decision(&test_evaluation.test_predictions)?;
        let leaderboard =
            leaderboard(&selected_model.selected, &selected_model.spec, measure, chosen_in_folds);
        let end = by(1.0);
        let learner = registry.learner(&selected_model.spec)?;
        if let Some(curve) = context.optional(end, "the learning curve", |run| {
            interpretation::learning_curve(&*learner, data, &scoring, self.seed, run)
        })? {
            result.learning_curve = Some(curve);
        }
        let model = context.read_model(
            &selected_model,
            &*learner,
            unseen.as_ref(),
            &test_evaluation.test_predictions,
            end,
        )?;
        let error_analysis =
            context.find_mistakes(&*selected_model.model, &test_evaluation.test_predictions)?;
        let mut notes: Vec<String> = selected_model.model.info().summary.warnings.clone();
        if let Some(reason) = checkpoint.lost() {
            notes.push(format!("the checkpoint for --resume could not be written: {reason}"));
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
        method.steps = answer::steps(checked.task, &checked.record, &leaderboard, &result);
        let (target, _) = data.require_target()?;
        let answer = answer::sentences(target, &checked.record, &leaderboard, &result, &method);
        method.used_seconds = begun.elapsed().as_secs_f64();
        let schema = &selected_model.model.info().schema;
        let record = StudyRecord {
            version: VERSION,
            name: self.name.clone(),
            answer,
            target: target.to_string(),
            task: checked.task,
            classes: schema.target.classes.to_vec(),
            positive: (checked.task == StudyTask::Binary).then(|| context.positive()).flatten(),
            data: checked.record.clone(),
            leaderboard,
            result,
            model,
            error_analysis,
            method,
            notes,
        };
        Ok(FinishedStudy { record, model: selected_model.model })
    }

    /// How learners are scored: as asked for, or by accuracy, ROC AUC if two classes are imbalanced, or the error of
    /// numbers.
    fn scoring_for(&self, checked: &CheckedData) -> Result<(EvaluationOptions, Measure)> {
        let data = &checked.data;
        let task = data.task()?;
        let mut scoring = match &self.scoring {
            Some(scoring) => scoring.clone(),
            None => {
                let mut measures = Measure::usual(task).to_vec();
                let has_costs = self.losses.is_some() || data.costs().is_some();
                if checked.task == StudyTask::Binary && checked.imbalance.is_some() && !has_costs {
                    measures.retain(|&measure| measure != Measure::RocAuc);
                    measures.insert(0, Measure::RocAuc);
                }
                if has_costs {
                    measures.insert(0, Measure::ExpectedLoss);
                }
                EvaluationOptions::default().measures(&measures)
            }
        };
        if let Some(losses) = &self.losses {
            scoring = scoring.losses(losses.clone());
        }
        let measure = scoring.primary_measure(&Baseline::default(), data)?;
        Ok((scoring, measure))
    }

    fn open_checkpoint(&self, fingerprint: &str, measure: Measure) -> Result<Checkpoint> {
        let Some(path) = &self.checkpoint else { return Ok(Checkpoint::default()) };
        let release = env!("CARGO_PKG_VERSION");
        let study = format!("rows {fingerprint}, seed {}, {measure}, release {release}", self.seed);
        match self.resume {
            true => Checkpoint::resume(path, &study),
            false => Checkpoint::create(path, &study),
        }
    }

    /// What to do for the costs that were given.
    fn decision(&self, test_predictions: &TestPredictions) -> Result<Option<DecisionRecord>> {
        let (Some(losses), TargetsAndPredictions::Classes { levels, truth, probabilities, .. }) =
            (&self.losses, &test_predictions.values)
        else {
            return Ok(None);
        };
        let losses = losses.for_classes(levels)?;
        let costs = &test_predictions.costs;
        let mean = |decisions: &[u32]| {
            let loss = |(row, (&action, &class)): (usize, (&u32, &u32))| {
                let cost = costs.get(row).copied();
                test_predictions.weights[row] * losses.at_cost(action as usize, class as usize, cost)
            };
            let sum: f64 = decisions.iter().zip(truth).enumerate().map(loss).sum();
            sum / test_predictions.weights.iter().sum::<f64>()
        };
        let best = mean(&losses.decide_with_costs(probabilities, costs)?);
        let likeliest = LossMatrix::zero_one(&levels[..])?.decide_all(probabilities)?;
        let plain = mean(&likeliest);
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
            "mean cost per row {}, against {} for the most probable class",
            Measure::ExpectedLoss.show(best),
            Measure::ExpectedLoss.show(plain)
        );
        let sentence = match threshold {
            Some(threshold) => format!(
                "Decision threshold for these costs: predict '{}' from a probability of {threshold:.3} on ({gain}).",
                levels[1]
            ),
            None => format!("Cost-sensitive decision: take the action of least expected cost ({gain})."),
        };
        Ok(Some(DecisionRecord {
            sentence,
            threshold,
            costs: costs.collect(),
            mean_cost: Some((best, plain)),
        }))
    }
}

/// What the steps of a study share.
struct StudyContext<'a> {
    study: &'a Study,
    data: &'a Dataset,
    scoring: &'a EvaluationOptions,
    run: &'a Run,
    registry: &'static Registry,
}

/// A model, its test evaluation, the held-out rows if there are any, how often each learner was selected, and whether time
/// was up.
type StudyOutcome = (SelectedModel, TestEvaluation, Option<Dataset>, Vec<(String, usize)>, bool);

impl StudyContext<'_> {
    /// Selects on most of the rows and evaluates once on the held-out test set.
    fn with_locked_test(&self, selection: ModelSelection, end: Instant) -> Result<StudyOutcome> {
        let (train, locked) = LockedTest::hold_out(self.data, LOCKED, self.study.seed)?;
        let design = format!(
            "{} training rows for model selection, and a held-out test set of {} rows",
            train.rows().len(),
            locked.rows()
        );
        self.run.trace(|| StudyEvent::Designed { design: design.clone() });
        let pipeline = SelectionPipeline::new(selection, end);
        let selected_model = pipeline.make(&train, self.run)?.with_intervals_and_profile(&train);
        self.say_chosen(&selected_model);
        self.run
            .trace(|| StudyEvent::TestEvaluation { what: format!("{} held-out test rows", locked.rows()) });
        let (evaluation, test) =
            locked.evaluate_once_with_rows(&*selected_model.model, self.scoring, self.run)?;
        let guess = Baseline::default().fit_with(&train, &self.run.part(0))?;
        let test_evaluation = TestEvaluation {
            design: evaluation.design,
            tested: TestedRows::HeldOut,
            test_predictions: evaluation.test_predictions,
            baseline: TestPredictions::of(&guess, &test)?,
        };
        let cut_short = pipeline.cut_short();
        Ok((selected_model, test_evaluation, Some(test), Vec::new(), cut_short))
    }

    /// Selects on all rows, and evaluates the whole procedure by nested cross-validation.
    fn with_nested_folds(
        &self,
        selection: ModelSelection,
        first: Instant,
        end: Instant,
    ) -> Result<StudyOutcome> {
        let outer = AutoCrossValidation::new(OUTER_FOLDS).seed(self.study.seed);
        let plan = outer.plan(self.data)?;
        let nested = format!("nested cross-validation, outer: {}", plan.design);
        let scheme = FoldScheme::of(self.data);
        let design = match scheme {
            FoldScheme::Predefined => nested.clone(),
            FoldScheme::TimeSeries | FoldScheme::KFold => {
                format!("{} rows are too few for a held-out test set: {nested}", self.data.rows().len())
            }
        };
        self.run.trace(|| StudyEvent::Designed { design: design.clone() });
        let pipeline = SelectionPipeline::new(selection.clone(), first);
        let selected_model = pipeline.make(self.data, self.run)?.with_intervals_and_profile(self.data);
        self.say_chosen(&selected_model);
        self.run.trace(|| StudyEvent::TestEvaluation { what: nested });
        let nested = SelectionPipeline::new(selection, end);
        let nested_folds = outer.folds_with(&nested, self.data, self.scoring, self.run)?;
        let guessed = outer.folds_with(&Baseline::default(), self.data, self.scoring, &self.run.part(0))?;
        let test_evaluation = TestEvaluation {
            design: format!("nested cross-validation, outer: {}", nested_folds.design),
            tested: match scheme {
                FoldScheme::KFold => TestedRows::NestedFolds,
                FoldScheme::TimeSeries => TestedRows::NestedTimeSeries,
                FoldScheme::Predefined => TestedRows::NestedPredefinedFolds,
            },
            test_predictions: nested_folds.test_predictions,
            baseline: guessed.test_predictions,
        };
        let cut_short = pipeline.cut_short() || nested.cut_short();
        Ok((selected_model, test_evaluation, None, nested.chosen(), cut_short))
    }

    fn say_chosen(&self, selected_model: &SelectedModel) {
        self.run.trace(|| StudyEvent::Chosen { learner: in_words(&selected_model.spec), why: String::new() });
    }

    fn positive(&self) -> Option<String> {
        match self.data.require_target() {
            Ok((_, Target::Classes(classes))) => self.scoring.positive_of(&classes.levels),
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
        self.run.trace(|| StudyEvent::Interpreting { what });
        match with_deadline(end, self.run, work) {
            Err(hornbook_core::Error::Canceled) => Err(hornbook_core::Error::Canceled),
            other => Ok(other.ok().flatten()),
        }
    }

    /// Interpretation of the model.
    fn read_model(
        &self,
        selected_model: &SelectedModel,
        learner: &dyn Learner,
        unseen: Option<&Dataset>,
        test_predictions: &TestPredictions,
        end: Instant,
    ) -> Result<ModelRecord> {
        let (model, seed) = (&*selected_model.model, self.study.seed);
        let importances = self.optional(end, "permutation importance", |run| match unseen {
            Some(unseen) => interpretation::importances_on(model, unseen, self.scoring, seed, run),
            None => interpretation::importances_by_folds(learner, self.data, self.scoring, seed, run),
        })?;
        let importances = importances.unwrap_or_default();
        let positive = self.positive();
        let partial_dependence = self.optional(end, "partial dependence", |run| {
            interpretation::partial_dependence_curves(
                model,
                self.data,
                &importances,
                positive.as_deref(),
                run,
            )
        })?;
        let info = model.info();
        let declaration =
            self.registry.find(&without_preprocessing(&selected_model.spec).0.name)?.declaration;
        let explanation = model
            .explain()
            .sections
            .into_iter()
            .map(|section| ModelSection { title: section.heading.to_string(), text: shortened(section.text) })
            .collect();
        let drawing = match model.inspect().diagrams() {
            1 => model.inspect().diagram(0).map(|diagram| diagram.to_svg(Some(DRAWN_DEPTH))),
            _ => None,
        };
        Ok(ModelRecord {
            learner: declaration.name.to_string(),
            summary: declaration.summary().to_string(),
            spec: selected_model.spec.to_string(),
            parameters: info.parameters.clone(),
            rows: info.summary.rows as usize,
            size: model.inspect().size().filter(|size| size.is_finite()),
            file: None,
            explanation,
            drawing,
            importance_note: format!(
                "Permutation importance: how much worse the {} gets when a feature is permuted in held-out rows. Correlated features \
                 share their importance.",
                self.scoring.primary_measure(&Baseline::default(), self.data)?
            ),
            importances,
            partial_dependence: partial_dependence.unwrap_or_default(),
            local_explanations: interpretation::examples(model, self.data, test_predictions, self.run)?,
        })
    }

    /// Error analysis.
    fn find_mistakes(&self, model: &dyn Model, test_predictions: &TestPredictions) -> Result<ErrorAnalysis> {
        let (slices, looked_at) = interpretation::slices(self.data, test_predictions)?;
        let slices_note = match slices.is_empty() {
            true => format!(
                "Of {looked_at} slices (levels, quartiles, missing values, and pairs of those), none has a significantly higher error."
            ),
            false => format!(
                "Of {looked_at} slices (levels, quartiles, missing values, and pairs of those), these have a significantly higher error \
                 than the other rows (Holm-corrected p-values)."
            ),
        };
        Ok(ErrorAnalysis {
            worst: interpretation::worst(model, self.data, test_predictions, self.run)?,
            slices,
            slices_note,
        })
    }
}

/// A text that is not too long to read.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MOST_TEXT) {
        Some((end, _)) => format!("{}\n… `hornbook explain` shows the rest", &text[..end]),
        None => text,
    }
}

/// The leaderboard, for the record.
fn leaderboard(
    selected: &SelectionResult,
    spec: &LearnerSpec,
    measure: Measure,
    chosen_in_folds: Vec<(String, usize)>,
) -> Leaderboard {
    let mut entries = Vec::with_capacity(selected.tried.len());
    for (place, tried) in selected.tried.iter().enumerate() {
        let declaration = tried.declaration;
        let outcome = match &tried.outcome {
            CandidateOutcome::Refused(why) => EntryResult::Refused { why: why.clone() },
            CandidateOutcome::LeftOut(why) => EntryResult::LeftOut { why: why.clone() },
            CandidateOutcome::Evaluated(cv_result) => {
                let p_value = selected.p_values.get(place).copied().flatten();
                let error = crate::choice::estimate(cv_result).standard_error;
                EntryResult::Evaluated {
                    score: Box::new(cv_result.score.clone()),
                    rows: tried.rows,
                    folds: cv_result.folds.clone(),
                    standard_error: error.is_finite().then_some(error),
                    size: cv_result.size.filter(|size| size.is_finite()),
                    trials: tried.trials,
                    p_value,
                    tied: place < selected.finals
                        && (place == selected.best || p_value.is_some_and(|p| p > SIGNIFICANCE_LEVEL)),
                    seconds: cv_result.seconds,
                }
            }
        };
        entries.push(LeaderboardEntry {
            learner: declaration.name.to_string(),
            spec: tried.spec.to_string(),
            family: declaration.family.to_string(),
            summary: declaration.summary().to_string(),
            outcome,
        });
    }
    let any_scored = selected.tried.iter().any(|tried| tried.cv_result().is_some());
    let why = match any_scored {
        true => answer::why(&entries, selected.best, selected.chosen, selected.alike(measure)),
        false => format!("No candidate could be evaluated within the time budget, so {spec} is used."),
    };
    Leaderboard {
        measure: measure.to_string(),
        higher_is_better: measure.higher_is_better(),
        design: selected.design.clone(),
        entries,
        best: selected.best,
        chosen: selected.chosen,
        why,
        groups: selected.groups.clone(),
        test: "corrected resampled t-test over the folds (Nadeau and Bengio), p-values against the best with Holm's correction"
            .to_string(),
        chosen_in_folds,
    }
}
