use super::likelihoods::{ClassLikelihoods, learned};
use super::log_linear::{self, LogLinear};
use super::params::Likelihood;
use super::settings::NaiveBayesSettings;
use super::statistics::{NaiveBayesStatistics, StatisticsLayout};
use super::{attributes, contributions, explain, file};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Features, Matrix};
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, ShapValues, TargetOutputs,
};

/// What naive Bayes has learned: the class priors, and the likelihood of each column in each class.
///
/// It keeps the sums it was made of, so that more rows can be added later.
#[derive(Debug, Clone)]
pub struct NaiveBayesModel {
    pub(super) info: ModelInfo,
    pub(super) settings: NaiveBayesSettings,
    pub(super) layout: StatisticsLayout,
    pub(super) statistics: NaiveBayesStatistics,
    pub(super) learned: ClassLikelihoods,
}

impl NaiveBayesModel {
    pub(super) fn new(
        info: ModelInfo,
        settings: NaiveBayesSettings,
        statistics: NaiveBayesStatistics,
    ) -> Result<NaiveBayesModel> {
        let layout = StatisticsLayout::new(&settings, &info.schema);
        let learned = learned(&settings, &layout, &statistics, &info.schema)?;
        Ok(NaiveBayesModel { info, settings, layout, statistics, learned })
    }

    /// Whether sums gathered with these settings can be added to those of the model.
    pub(super) fn gathers_like(&self, settings: &NaiveBayesSettings) -> bool {
        self.settings.likelihoods == settings.likelihoods && self.settings.binarize == settings.binarize
    }

    pub(super) fn classes(&self) -> usize {
        self.layout.classes
    }

    /// How the values of each column are distributed within a class.
    pub fn likelihoods(&self) -> &[Likelihood] {
        &self.settings.likelihoods
    }

    /// The weight of the training rows of each class.
    pub fn class_weights(&self) -> &[f64] {
        &self.statistics.class_weights
    }

    /// The class priors. A class without training rows has none.
    pub fn priors(&self) -> &[f64] {
        &self.learned.priors
    }

    /// The means of the Gaussian columns in their order, a row for each class.
    pub fn means(&self) -> Matrix {
        let moments = &self.statistics.moments;
        Matrix::from_fn(self.classes(), moments.width(), |class, column| moments.at(class, column).mean)
    }

    /// The variances of the Gaussian columns in their order, with what is added to them, a row for each class.
    pub fn variances(&self) -> Matrix {
        let width = self.statistics.moments.width();
        Matrix::from_fn(self.classes(), width, |class, column| self.learned.variances[class * width + column])
    }

    /// What is added to the variance of each Gaussian column.
    pub fn added_variance(&self) -> f64 {
        self.learned.added_variance
    }

    /// Of the columns that count events, or else of the truths, the weighted sums in their order, a row for each class.
    pub fn feature_counts(&self) -> Matrix {
        let events = self.layout.events.len();
        let (sums, width) = match events {
            0 => (&self.statistics.truths, self.layout.bernoulli.len()),
            _ => (&self.statistics.events, events),
        };
        Matrix::from_fn(self.classes(), width, |class, column| sums[class * width + column])
    }

    /// Of the columns that count events what each event adds to the score of a class, and of truths the logarithm of the
    /// probability of true: columns in their order, a row for each class.
    pub fn feature_log_probabilities(&self) -> Matrix {
        use super::scores::Scores;
        let weights: Vec<Vec<f64>> = self
            .learned
            .columns
            .iter()
            .filter_map(|scores| match scores {
                Scores::Events(weights) => Some(weights.clone()),
                Scores::Truth { logs, .. } => Some(logs.iter().map(|[_, yes]| *yes).collect()),
                _ => None,
            })
            .collect();
        Matrix::from_fn(self.classes(), weights.len(), |class, column| weights[column][class])
    }

    /// The weight of each level of a categorical column, a row for each class; none for other columns.
    pub fn category_counts(&self, column: usize) -> Option<Matrix> {
        let place = self.layout.categorical.binary_search(&column).ok()?;
        let (counts, classes) = (&self.statistics.counts[place], self.classes());
        let levels = counts.len() / classes.max(1);
        Some(Matrix::from_fn(classes, levels, |class, level| counts[level * classes + class]))
    }

    /// The logarithm of the smoothed probability of each level of a categorical column, a row for each class; none for
    /// other columns.
    pub fn category_log_probabilities(&self, column: usize) -> Option<Matrix> {
        use super::scores::Scores;
        match self.learned.columns.get(column)? {
            Scores::Table { levels, logs } => Matrix::new(self.classes(), *levels, logs.clone()).ok(),
            _ => None,
        }
    }

    /// The logarithm of the probability of each class and the values of each row together. Densities stand for
    /// probabilities of numbers, and complement columns add weights that are no probabilities.
    pub fn joint_log_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let classes = self.classes();
        let scores = self.learned.for_scores(rows, classes, |scores, to| to.copy_from_slice(scores))?;
        Matrix::new(rows.rows(), classes, scores)
    }

    /// The logarithm of the probability of each class given each row: exact where the probability itself would be zero.
    pub fn log_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let classes = self.classes();
        let logs = self.learned.for_scores(rows, classes, |scores, to: &mut [f64]| {
            let all = hornbook_math::special::log_sum_exp(scores);
            match all.is_finite() {
                true => to.iter_mut().zip(scores).for_each(|(to, score)| *to = score - all),
                false => to.iter_mut().zip(&self.learned.priors).for_each(|(to, p)| *to = p.ln()),
            }
        })?;
        Matrix::new(rows.rows(), classes, logs)
    }

    /// The model as weighted sums, one a class, whose softmax are the probabilities. There is one where all columns are
    /// discrete, counts, or normal with a variance that all classes share.
    pub fn log_linear(&self) -> Result<LogLinear> {
        log_linear::of(self)
    }

    pub(super) fn check_width(&self, rows: &Features<'_>) -> Result<()> {
        let (found, needed) = (rows.width(), self.info.schema.inputs.len());
        if found == needed {
            return Ok(());
        }
        Err(Error::mismatch(
            format!("the rows have {found} columns and the model needs {needed}"),
            "give the columns of training",
        ))
    }
}

impl Model for NaiveBayesModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.settings, &self.statistics)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for NaiveBayesModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        self.check_width(rows)?;
        let levels = &self.info.schema.target.classes;
        if !request.probabilities {
            let best = |scores: &[f64], to: &mut [u32]| to[0] = self.learned.best(scores) as u32;
            return Ok(vec![TargetOutputs::of_classes(self.learned.for_scores(rows, 1, best)?, levels)]);
        }
        // One number more a row: the class of the best score, which rounding could make as probable as another.
        let width = self.classes() + 1;
        let both = |scores: &[f64], to: &mut [f64]| {
            to[0] = self.learned.best(scores) as f64;
            self.learned.normalize(scores, &mut to[1..]);
        };
        let values = self.learned.for_scores(rows, width, both)?;
        let codes = values.chunks_exact(width).map(|row| row[0] as u32).collect();
        let probabilities = values.chunks_exact(width).flat_map(|row| &row[1..]).copied().collect();
        let probabilities = Matrix::new(rows.rows(), self.classes(), probabilities)?;
        Ok(vec![TargetOutputs::of_classes(codes, levels).with_probabilities(probabilities)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        self.check_width(row.features())?;
        explain::row(self, row)
    }

    /// Divides the score of each class, the logarithm of prior times likelihood, which is a sum over the columns.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        self.check_width(rows)?;
        background.map_or(Ok(()), |rows| self.check_width(rows))?;
        contributions::of(self, rows, background, run)
    }

    fn row_function(&self, name: &str, rows: &Features<'_>, _arguments: &[f64]) -> Result<Option<Matrix>> {
        Ok(Some(match name {
            "predict_joint_log_proba" => self.joint_log_probabilities(rows)?,
            "predict_log_proba" => self.log_probabilities(rows)?,
            _ => return Ok(None),
        }))
    }
}

impl Inspect for NaiveBayesModel {
    fn size(&self) -> Option<f64> {
        use super::scores::Scores;
        let classes = self.statistics.class_weights.iter().filter(|weight| **weight > 0.0).count() as f64;
        let of_column = |scores: &Scores| match scores {
            Scores::Normal { .. } if self.settings.shared_variance => classes + 1.0,
            Scores::Normal { .. } => 2.0 * classes,
            Scores::Kernel(windows) => windows.iter().map(|windows| windows.len() as f64).sum(),
            Scores::Table { levels, .. } => (*levels as f64 - 1.0) * classes,
            Scores::Truth { .. } | Scores::Events(_) => classes,
            Scores::Silent => 0.0,
        };
        Some(classes - 1.0 + self.learned.columns.iter().map(of_column).sum::<f64>())
    }

    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        attributes::attribute(self, name)
    }
}

impl LoadModel for NaiveBayesModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<NaiveBayesModel> {
        let (settings, statistics) = file::from_bytes(&info.schema, bytes)?;
        NaiveBayesModel::new(info, settings, statistics).map_err(|e| Error::damaged(e.to_string()))
    }
}
