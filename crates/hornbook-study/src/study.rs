//! The study.

use crate::answer;
use crate::baseline_test::{BaselineVerdict, permutation_p_value};
use crate::bias_correction::{ResampledUnits, corrected_scores, resamples};
use crate::calibration::RowCalibration;
use crate::checkpoint::{Checkpoint, data_hash};
use crate::data_checks::{
    CheckedData, CopyGroups, check_data, contamination_findings, covariate_shift_findings,
};
use crate::decision::decision_record;
use crate::events::StudyEvent;
use crate::final_model::{ChosenMembers, ModelMemory};
use crate::interpretation::Interpreter;
use crate::leaderboard::LeaderboardSource;
use crate::metric_policy::StudyScoring;
use crate::model_record::simple_model_record;
use crate::out_of_fold_checks::out_of_fold_findings;
use crate::predictability::{Predictability, predictability};
use crate::preference::{ModelChooser, Preference};
use crate::record::{
    Finding, MethodRecord, ScoreRecord, Severity, SimpleModelRecord, StudyRecord, StudyTask, TestedRows,
    VERSION,
};
use crate::search::{
    EvaluatedRows, OutOfFold, Search, SearchEnd, SearchLimits, SearchResult, StudyCandidate, StudyLoss,
    StudySplits, StudyTrial, TrialEvaluator, WorkSize, candidates, declared_work, in_words, losses_for,
    with_deadline, without_preparation,
};
use crate::test_evaluation::TestEvaluation;
use crate::test_rows::StudyTestRows;
use hornbook_core::format::counted;
use hornbook_core::{Declared, LearnerSpec, Result, Run, Seed};
use hornbook_data::{ColumnKind, Dataset, Target};
use hornbook_evaluation::decisions::LossMatrix;
use hornbook_evaluation::policy::SIGNIFICANCE_LEVEL;
use hornbook_evaluation::{EvaluationOptions, Measure, PredefinedSplits, Resampling, Score, TestPredictions};
use hornbook_learner::{Baseline, Fit, FoldScheme, Model, Registry};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time budget if none is given.
const USUAL_BUDGET: Duration = Duration::from_secs(60);
/// How many times more settings are tried if a time budget was given: who names a time wants it to be used.
const THOROUGHNESS: f64 = 3.0;
/// Trials that models are chosen from: the best ones.
const POOL: usize = 30;

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
/// assert_eq!(finished.record.model.learner, "decision-tree");
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Study {
    budget: Option<Duration>,
    trials: Option<usize>,
    preference: Preference,
    test: Option<Dataset>,
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
    /// The model that is kept, trained on all rows.
    pub model: Box<dyn Model>,
    /// The simplest model that is not much worse, if the one that is kept is another.
    pub simple_model: Option<Box<dyn Model>>,
}

impl Default for Study {
    fn default() -> Study {
        Study {
            budget: None,
            trials: None,
            preference: Preference::Score,
            test: None,
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
    /// The time budget; at most a minute by default, and less where more would not help.
    #[must_use]
    pub fn budget(self, budget: Duration) -> Study {
        Study { budget: Some(budget), ..self }
    }

    /// How many settings of learners are evaluated at most (trials), in place of a time budget: the same number and seed give the same model
    /// on any machine.
    #[must_use]
    pub fn trials(self, trials: usize) -> Study {
        Study { trials: Some(trials), ..self }
    }

    /// Which model is kept: the one of the best expected score by default, or a simple or a fast one.
    #[must_use]
    pub fn prefer(self, preference: Preference) -> Study {
        Study { preference, ..self }
    }

    /// Rows to test the model on, in place of cross-validation and of a held-out part.
    #[must_use]
    pub fn test(self, test: Dataset) -> Study {
        Study { test: Some(test), ..self }
    }

    /// The random seed; 0 by default. The same seed gives the same model, unless time is up first.
    #[must_use]
    pub fn seed(self, seed: u64) -> Study {
        Study { seed, ..self }
    }

    /// The metrics, the one that is reported first at the front.
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
            findings: findings.iter().map(|finding| finding.sentence.clone()).collect(),
        });
        let mut checked = checked;
        if let Some(test) = &self.test {
            checked.record.findings.extend(contamination_findings(&checked.data, test)?);
            checked.record.findings.extend(covariate_shift_findings(&checked.data, test)?);
        }
        let ungrouped = checked.data.clone();
        checked.data = with_copies_together(&checked.data, checked.copies.as_ref())?;
        let scoring = StudyScoring::of(&checked, self.scoring.as_ref(), self.losses.as_ref())?;
        let (train, test) = StudyTestRows::divide(&checked.data, self.test.as_ref(), self.seed)?;
        let splits = StudySplits::new(&train, self.time(), self.seed)?;
        let rows = EvaluatedRows::of(&train, &splits.splits)?;
        let losses = losses_for(self.losses.as_ref(), &rows)?;
        let loss = StudyLoss::of(scoring.measure, losses, scoring.is_chosen_by_user);
        let candidates = candidates(&train, registry, self.learners.as_deref())?;
        let fingerprint = format!("{:016x}", data_hash(&train));
        let checkpoint = self.open_checkpoint(&fingerprint, scoring.measure)?;
        if self.resume {
            run.trace(|| StudyEvent::Resumed { results: checkpoint.len() });
        }
        let key = format!("{fingerprint}, {}, {}", splits.design, loss.measure());
        let evaluator = TrialEvaluator {
            data: &train,
            splits: &splits,
            rows: &rows,
            loss: &loss,
            registry,
            checkpoint: &checkpoint,
            key: &key,
        };
        let context = StudyContext {
            study: self,
            begun,
            checked: &checked,
            ungrouped: &ungrouped,
            scoring: &scoring,
            train: &train,
            evaluator,
            candidates: &candidates,
            registry,
            run,
        };
        context.finish(test, fingerprint)
    }

    /// The time for everything.
    fn time(&self) -> Duration {
        self.budget.unwrap_or(USUAL_BUDGET)
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
}

/// What the steps of a study share.
struct StudyContext<'a> {
    study: &'a Study,
    begun: Instant,
    checked: &'a CheckedData,
    /// The rows without the groups of copies.
    ungrouped: &'a Dataset,
    scoring: &'a StudyScoring,
    /// The rows to learn from.
    train: &'a Dataset,
    evaluator: TrialEvaluator<'a>,
    candidates: &'a [StudyCandidate],
    registry: &'static Registry,
    run: &'a Run,
}

/// The model that was chosen, before it is trained on all rows.
struct ChosenModel {
    members: ChosenMembers,
    spec: LearnerSpec,
    /// What it predicts out of fold.
    predictions: Vec<f64>,
    calibration: RowCalibration,
    /// What was found of its calibration; none for numbers.
    calibration_sentence: Option<String>,
}

impl StudyContext<'_> {
    fn finish(&self, test: Option<StudyTestRows>, fingerprint: String) -> Result<FinishedStudy> {
        let design = match &test {
            Some(test) => format!(
                "{} training rows ({}), and {} test rows",
                self.train.rows().len(),
                self.evaluator.splits.design,
                test.len()
            ),
            None => self.evaluator.splits.design.clone(),
        };
        self.run.trace(|| StudyEvent::Designed { design: design.clone() });
        let baseline = self.baseline()?;
        let mut result = self.search(test.as_ref())?;
        let chosen = self.choose(&result, &baseline)?;
        let leaderboard = self.leaderboard_source(&result, &chosen).leaderboard(self.run)?;
        self.run
            .trace(|| StudyEvent::Chosen { learner: in_words(&chosen.spec), why: leaderboard.why.clone() });
        let fold_models = self.fold_models(&mut result, &chosen.members)?;
        let memory = ModelMemory {
            rows: self.evaluator.rows,
            predictions: &chosen.predictions,
            calibration: chosen.calibration,
        };
        let (evaluation, unseen) = match test {
            Some(test) => {
                let what = format!("{} test rows", test.len());
                self.run.trace(|| StudyEvent::TestEvaluation { what });
                let (evaluation, unseen) = self.test(test, &chosen, &memory)?;
                (evaluation, Some(unseen))
            }
            None => {
                let what = "bias-corrected cross-validation".to_string();
                self.run.trace(|| StudyEvent::TestEvaluation { what });
                (self.cross_validated(&result, &chosen, &memory, &baseline)?, None)
            }
        };
        // Rows that were held out for testing are trained on now; a test file stays what it is.
        let all_rows = match evaluation.tested {
            TestedRows::HeldOut => &self.checked.data,
            _ => self.train,
        };
        let model = memory.train(&chosen.spec, all_rows, self.registry, &self.run.part(0))?;
        let (simple_model, simple_record) = self.simple_model(&result, &chosen, &baseline, all_rows)?.unzip();
        let mut outcome = evaluation.result()?;
        outcome.calibration = chosen.calibration_sentence.clone();
        outcome.decision = decision_record(self.study.losses.as_ref(), &evaluation.test_predictions)?;
        let interpreter = Interpreter {
            data: self.train,
            splits: &self.evaluator.splits.splits,
            scoring: &self.scoring.options,
            measure: self.scoring.measure,
            positive: self.positive(),
            seed: self.study.seed,
            registry: self.registry,
            run: self.run,
            end: self.interpretation_end(),
        };
        let specs: Vec<LearnerSpec> =
            chosen.members.places.iter().map(|&place| result.trials[place].spec.clone()).collect();
        let (model_record, learning_curve, mut notes) = interpreter.interpret(
            (&*model, &chosen.spec),
            crate::model_record::members(&specs, &chosen.members.weights),
            unseen.as_ref(),
            &fold_models,
            outcome.scores.first(),
        )?;
        outcome.learning_curve = learning_curve;
        let error_analysis =
            interpreter.error_analysis(unseen.as_ref(), &fold_models, &evaluation.test_predictions)?;
        let mut data_record = self.checked.record.clone();
        let is_ordered = self.train.row_order().is_some();
        data_record.findings.extend(out_of_fold_findings(&evaluation.test_predictions, is_ordered));
        data_record.findings.extend(self.score_with_copies_torn(&chosen, &result)?);
        data_record.findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
        notes.extend(evaluation.notes.iter().cloned());
        notes.extend(model.info().summary.warnings.iter().cloned());
        if let Some(reason) = self.evaluator.checkpoint.lost() {
            notes.push(format!("the checkpoint for --resume could not be written: {reason}"));
        }
        let mut method = self.method(&result, design, fingerprint);
        method.steps = answer::steps(
            (self.checked.task, &data_record),
            &leaderboard,
            &outcome,
            (&self.scoring.reason, &method),
        );
        let answer = answer::sentences(
            &model.info().schema.target.name,
            &data_record,
            &leaderboard,
            &outcome,
            (&model_record, simple_record.as_ref()),
            &method,
        );
        method.used_seconds = self.begun.elapsed().as_secs_f64();
        let record = StudyRecord {
            version: VERSION,
            name: self.study.name.clone(),
            answer,
            target: model.info().schema.target.name.clone(),
            task: self.checked.task,
            classes: model.info().schema.target.classes.to_vec(),
            positive: (self.checked.task == StudyTask::Binary).then(|| self.positive()).flatten(),
            data: data_record,
            leaderboard,
            result: outcome,
            model: model_record,
            simple_model: simple_record,
            error_analysis,
            method,
            notes,
        };
        Ok(FinishedStudy { record, model, simple_model })
    }

    /// What the baseline predicts out of fold.
    fn baseline(&self) -> Result<OutOfFold> {
        let rows = self.evaluator.rows;
        let mut predictions = Vec::with_capacity(rows.len() * rows.width());
        for split in &self.evaluator.splits.splits {
            let train = self.train.select(split.train.clone());
            let model = Baseline::default().fit_with(&train, &self.run.part(0))?;
            let test = self.train.select(split.test.clone());
            predictions.extend(rows.flattened(TestPredictions::of(&model, &test)?)?);
        }
        Ok(OutOfFold::new(predictions, rows, self.evaluator.loss))
    }

    fn search(&self, test: Option<&StudyTestRows>) -> Result<SearchResult> {
        let limits = SearchLimits {
            begun: self.begun,
            budget: self.study.time(),
            trials: self.study.trials,
            thoroughness: if self.study.budget.is_some() { THOROUGHNESS } else { 1.0 },
            // The model that is tested, and the one that is kept.
            fits: if test.is_some() { 2.0 } else { 1.0 },
            selections: if test.is_some() { 0 } else { resamples(self.evaluator.rows.len(), POOL) },
        };
        let evaluator = self.evaluator;
        let search =
            Search { evaluator, candidates: self.candidates, limits, seed: self.study.seed, run: self.run };
        search.run()
    }

    /// The trials that a model is chosen from.
    fn pool<'r>(&self, result: &'r SearchResult) -> Vec<&'r StudyTrial> {
        result.trials.iter().take(POOL).collect()
    }

    fn chooser<'r>(&'r self, result: &'r SearchResult, baseline: &'r OutOfFold) -> Result<ModelChooser<'r>> {
        let pool = self.pool(result);
        let size = WorkSize::of(self.train);
        let work = |trial: &&StudyTrial| -> Result<f64> {
            let (own, _) = without_preparation(&trial.spec);
            let declaration = self.candidates[trial.candidate].declaration;
            Ok(declared_work(declaration, &own.parameters, size)?.unwrap_or(f64::INFINITY))
        };
        let works: Vec<f64> = pool.iter().map(work).collect::<Result<_>>()?;
        let (rows, loss) = (self.evaluator.rows, self.evaluator.loss);
        Ok(ModelChooser::new(rows, loss, &pool, works, baseline, self.study.preference))
    }

    fn choose(&self, result: &SearchResult, baseline: &OutOfFold) -> Result<ChosenModel> {
        if result.trials.is_empty() {
            return Ok(ChosenModel {
                members: ChosenMembers::default(),
                spec: LearnerSpec::new(<Baseline as Declared>::declaration().name),
                predictions: baseline.predictions.clone(),
                calibration: RowCalibration::NONE,
                calibration_sentence: None,
            });
        }
        let chooser = self.chooser(result, baseline)?;
        let members = ChosenMembers::of(&chooser.choose(&self.evaluator.rows.weights));
        let predictions = members.out_of_fold(&result.trials);
        let (calibration, calibration_sentence) = RowCalibration::choose(self.evaluator.rows, &predictions)?;
        let spec = members.learner(&result.trials);
        Ok(ChosenModel { members, spec, predictions, calibration, calibration_sentence })
    }

    fn leaderboard_source<'r>(
        &'r self,
        result: &'r SearchResult,
        chosen: &'r ChosenModel,
    ) -> LeaderboardSource<'r> {
        LeaderboardSource {
            result,
            candidates: self.candidates,
            chosen: &chosen.members,
            rows: self.evaluator.rows,
            loss: self.evaluator.loss,
            measure: self.scoring.measure,
            scoring: &self.scoring.options,
            groups: self.train.groups().map(|groups| &**groups),
            design: &self.evaluator.splits.design,
            test_share: self.evaluator.splits.test_share(),
            prefers_score: self.study.preference == Preference::Score,
            registry: self.registry,
        }
    }

    /// The models of the folds of the model that was chosen; those of a resumed study are trained again.
    fn fold_models(&self, result: &mut SearchResult, members: &ChosenMembers) -> Result<Vec<Box<dyn Model>>> {
        for &place in &members.places {
            self.evaluator.models(&mut result.trials[place], self.run)?;
        }
        members.fold_models(&mut result.trials, self.train)
    }

    /// The evaluation on test rows, by a model of the training rows.
    fn test(
        &self,
        test: StudyTestRows,
        chosen: &ChosenModel,
        memory: &ModelMemory<'_>,
    ) -> Result<(TestEvaluation, UnseenRows)> {
        let tested = test.tested();
        let model = memory.train(&chosen.spec, self.train, self.registry, &self.run.part(0))?;
        let options = &self.scoring.options;
        let (test_predictions, rows) = test.evaluate(&*model, options, self.run)?;
        let guess = Baseline::default().fit_with(self.train, &self.run.part(0))?;
        let baseline = TestPredictions::of(&guess, &rows)?;
        let groups = rows.groups().map(|groups| &**groups);
        let scores = options.scores(&test_predictions, groups, self.run)?;
        let baseline_scores = options.scores(&baseline, groups, self.run)?;
        let alike = neighbors(&rows);
        let measure = self.scoring.measure;
        let p_value = permutation_p_value(&test_predictions, options, measure, alike.as_deref(), self.run)?;
        let is_better = is_better(scores.first(), baseline_scores.first()) && p_value <= SIGNIFICANCE_LEVEL;
        let design = match tested {
            TestedRows::TestFile => format!("test file of {} rows", test_predictions.len()),
            _ => format!("held-out test set of {} rows", test_predictions.len()),
        };
        let evaluation = TestEvaluation {
            design,
            tested,
            scores: scores.iter().map(ScoreRecord::of).collect(),
            baseline_scores: baseline_scores.iter().map(ScoreRecord::of).collect(),
            verdict: BaselineVerdict { is_better, p_value: Some(p_value) },
            notes: Vec::new(),
            test_predictions,
        };
        Ok((evaluation, UnseenRows { rows, model }))
    }

    /// The evaluation by cross-validation, corrected for the bias of selection.
    fn cross_validated(
        &self,
        result: &SearchResult,
        chosen: &ChosenModel,
        memory: &ModelMemory<'_>,
        baseline: &OutOfFold,
    ) -> Result<TestEvaluation> {
        let options = &self.scoring.options;
        let rows = self.evaluator.rows;
        let groups = self.train.groups().map(|groups| &**groups);
        let baseline_scores =
            options.scores(&rows.test_predictions(&baseline.predictions)?, groups, self.run)?;
        let test_predictions = memory.test_predictions()?;
        let tested = match FoldScheme::of(self.train) {
            _ if self.evaluator.splits.splits.len() == 1 => TestedRows::HoldOutValidation,
            FoldScheme::Predefined => TestedRows::PredefinedFolds,
            FoldScheme::TimeSeries => TestedRows::TimeSeriesSplit,
            FoldScheme::KFold => TestedRows::CrossValidation,
        };
        let design = format!("{}, bias-corrected by the bootstrap (BBC-CV)", self.evaluator.splits.design);
        if chosen.members.places.is_empty() {
            return Ok(TestEvaluation {
                design,
                tested,
                scores: baseline_scores.iter().map(ScoreRecord::of).collect(),
                baseline_scores: baseline_scores.iter().map(ScoreRecord::of).collect(),
                verdict: BaselineVerdict { is_better: false, p_value: None },
                notes: Vec::new(),
                test_predictions,
            });
        }
        let chooser = self.chooser(result, baseline)?;
        let units = self.units();
        let corrected = corrected_scores(&chooser, chosen.calibration, &units, options, self.run)?;
        let measure = self.scoring.measure;
        let (first, base) = (corrected.first(), baseline_scores.first());
        let is_beyond = |value: f64, base: f64| match measure.higher_is_better() {
            true => value > base,
            false => value < base,
        };
        let clears = first.zip(base).is_some_and(|(first, base)| is_beyond(first.limit, base.value));
        // The test of independence is exact and has more power where rows are few; one half of the level for each.
        let (p_value, notes) = match predictability(self.train, &self.run.part(0))? {
            Predictability::Tested(test) => (Some(test.p_value), test.notes),
            Predictability::Untested { reason } => {
                (None, vec![format!("there is no permutation test of independence: {reason}")])
            }
        };
        let is_better =
            first.zip(base).is_some_and(|(first, base)| is_beyond(first.record.value, base.value));
        let is_dependent = p_value.is_some_and(|p| 2.0 * p <= SIGNIFICANCE_LEVEL);
        Ok(TestEvaluation {
            design,
            tested,
            scores: corrected.into_iter().map(|score| score.record).collect(),
            baseline_scores: baseline_scores.iter().map(ScoreRecord::of).collect(),
            verdict: BaselineVerdict { is_better: clears || (is_dependent && is_better), p_value },
            notes,
            test_predictions,
        })
    }

    /// The rows that belong together when rows are drawn: groups, neighbors in time, or equal rows.
    fn units(&self) -> ResampledUnits {
        let rows = &self.evaluator.rows.rows;
        if let Some(groups) = self.train.groups() {
            return ResampledUnits::of_keys(rows.iter().map(|&row| u64::from(groups[row as usize])));
        }
        if let Some(order) = self.train.row_order() {
            let moments = rows.iter().enumerate().map(|(place, &row)| (order[row as usize], place));
            return ResampledUnits::of_order(moments.collect());
        }
        let mut prints = vec![0; self.train.table().rows()];
        for (row, print) in self.train.rows().iter().zip(self.train.fingerprints()) {
            prints[row as usize] = print;
        }
        ResampledUnits::of_keys(rows.iter().map(|&row| prints[row as usize]))
    }

    /// The simplest model that is not much worse than the one that is kept, trained on all rows.
    fn simple_model(
        &self,
        result: &SearchResult,
        chosen: &ChosenModel,
        baseline: &OutOfFold,
        all_rows: &Dataset,
    ) -> Result<Option<(Box<dyn Model>, SimpleModelRecord)>> {
        if chosen.members.places.is_empty() {
            return Ok(None);
        }
        let rows = self.evaluator.rows;
        let chooser = self.chooser(result, baseline)?;
        let kept = chosen.members.of_all(chooser.trials().len());
        let Some(place) = chooser.simplest(&kept, &rows.weights) else { return Ok(None) };
        if chosen.members.places == [place] {
            return Ok(None);
        }
        let trial = &result.trials[place];
        let predictions = &trial.out_of_fold.predictions;
        let memory = ModelMemory { rows, predictions, calibration: RowCalibration::NONE };
        let model = memory.train(&trial.spec, all_rows, self.registry, &self.run.part(0))?;
        let options = self.scoring.options.clone().measures(&[self.scoring.measure]);
        let score = |predictions: &[f64]| -> Result<f64> {
            let values = options.values(&rows.test_predictions(predictions)?)?;
            Ok(values.first().map_or(f64::NAN, |&(_, value)| value))
        };
        let (own, best) = (score(predictions)?, score(&chosen.predictions)?);
        let sentence = answer::simple_model(&in_words(&trial.spec), self.scoring.measure, own, best);
        let record = simple_model_record(&trial.spec, &*model, self.registry, sentence)?;
        Ok(Some((model, record)))
    }

    /// What the score would have been if copies of rows had been on both sides of splits, for one member of the model.
    fn score_with_copies_torn(&self, chosen: &ChosenModel, result: &SearchResult) -> Result<Option<Finding>> {
        let (Some(copies), Some(&place)) = (&self.checked.copies, chosen.members.places.first()) else {
            return Ok(None);
        };
        let trial = &result.trials[place];
        let rows: Vec<u32> = (0..self.ungrouped.rows().len() as u32).collect();
        let mut shuffled = rows.clone();
        Seed(self.study.seed).derive(u64::MAX - 2).rng().shuffle(&mut shuffled);
        let folds = self.evaluator.splits.splits.len().max(2);
        let split = |fold: usize| {
            let (test, train): (Vec<u32>, Vec<u32>) =
                rows.iter().partition(|&&row| shuffled[row as usize] as usize % folds == fold);
            (train, test)
        };
        let torn = PredefinedSplits::new((0..folds).map(split).collect());
        let learner = self.registry.learner(&trial.spec)?;
        let options = self.scoring.options.clone().measures(&[self.scoring.measure]);
        let evaluate = |run: &Run| torn.folds_with(&*learner, self.ungrouped, &options, run);
        // The report can do without it.
        let Some(folds) = with_deadline(self.interpretation_end(), self.run, evaluate)? else {
            return Ok(None);
        };
        let value = |rows: &TestPredictions| -> Result<f64> {
            Ok(options.values(rows)?.first().map_or(f64::NAN, |&(_, value)| value))
        };
        let torn = value(&folds.test_predictions)?;
        let whole = value(&self.evaluator.rows.test_predictions(&trial.out_of_fold.predictions)?)?;
        let measure = self.scoring.measure;
        Ok(Some(Finding {
            severity: Severity::Note,
            kind: "score_with_copies".to_string(),
            column: None,
            sentence: format!(
                "With copies of {} on both sides of splits, {} would have {} {measure} of {}, and has {} with copies kept together.",
                counted(copies.copied_rows() as u64, "row"),
                in_words(&trial.spec),
                answer::article(&measure.to_string()),
                measure.show(torn),
                measure.show(whole)
            ),
        }))
    }

    /// When interpretation must be done: by the end of a budget that was given, else after as long as the rest took; who asks for a
    /// number of trials has time.
    fn interpretation_end(&self) -> Instant {
        let least = Duration::from_secs(1);
        match (self.study.budget, self.study.trials) {
            (Some(budget), _) => (self.begun + budget).max(Instant::now() + least / 2),
            (None, Some(_)) => Instant::now() + USUAL_BUDGET,
            (None, None) => Instant::now() + self.begun.elapsed().max(least),
        }
    }

    fn positive(&self) -> Option<String> {
        match self.train.require_target() {
            Ok((_, Target::Classes(classes))) => self.scoring.options.positive_of(&classes.levels),
            _ => None,
        }
    }

    fn method(&self, result: &SearchResult, design: String, fingerprint: String) -> MethodRecord {
        let without_turn: Vec<&str> = (self.candidates.iter().enumerate())
            .filter(|(place, _)| {
                let record = &result.candidates[*place];
                record.refused.is_none()
                    && record.eliminated.is_none()
                    && (record.settings == 0 || !result.trials.iter().any(|trial| trial.candidate == *place))
                    && (record.out_of_time.is_some() || result.stopped == SearchEnd::Time)
            })
            .map(|(_, candidate)| candidate.declaration.name)
            .collect();
        MethodRecord {
            steps: Vec::new(),
            design,
            seed: self.study.seed,
            budget_seconds: self.study.time().as_secs_f64(),
            used_seconds: 0.0,
            cut_short: !without_turn.is_empty(),
            trials: result.settings,
            stopped: answer::stopped(result.stopped, &without_turn),
            command: self.study.command.clone(),
            release: env!("CARGO_PKG_VERSION").to_string(),
            fingerprint,
        }
    }
}

/// The rows with copies of each other as groups: whatever divides rows keeps groups whole. Rows in the order of time are divided by time.
fn with_copies_together(data: &Dataset, copies: Option<&CopyGroups>) -> Result<Dataset> {
    match copies.filter(|_| FoldScheme::of(data) == FoldScheme::KFold) {
        Some(copies) => copies.grouped(data),
        None => Ok(data.clone()),
    }
}

/// Test rows, and the model of the training rows that was tested on them.
pub(crate) struct UnseenRows {
    pub rows: Dataset,
    pub model: Box<dyn Model>,
}

/// The places of rows of which neighbors are alike, in order: by group, or by time. None where every row stands for itself.
fn neighbors(rows: &Dataset) -> Option<Vec<usize>> {
    let key = |row: u32| -> Option<f64> {
        match (rows.row_order(), rows.groups()) {
            (Some(order), _) => Some(order[row as usize]),
            (None, Some(groups)) => Some(f64::from(groups[row as usize])),
            (None, None) => None,
        }
    };
    let keys: Vec<f64> = rows.rows().iter().map(key).collect::<Option<_>>()?;
    let mut places: Vec<usize> = (0..keys.len()).collect();
    places.sort_by(|&a, &b| keys[a].total_cmp(&keys[b]));
    Some(places)
}

/// Whether a score is better than that of the baseline.
fn is_better(score: Option<&Score>, baseline: Option<&Score>) -> bool {
    score.zip(baseline).is_some_and(|(score, base)| match score.measure.higher_is_better() {
        true => score.value > base.value,
        false => score.value < base.value,
    })
}
