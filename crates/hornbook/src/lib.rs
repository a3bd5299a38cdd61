//! The whole machine-learning textbook as one fast toolkit.

pub use hornbook_bayes as bayes;
pub use hornbook_bayes::{
    AveragedOneDependence, BernoulliNaiveBayes, CategoricalNaiveBayes, ComplementNaiveBayes,
    DensityClassifier, GaussianDiscriminant, GaussianNaiveBayes, Histogram, JointBayes, KernelDensity,
    LinearDiscriminant, MultinomialNaiveBayes, NaiveBayes, QuadraticDiscriminant, TreeAugmentedNaiveBayes,
};
pub use hornbook_core::format;
pub use hornbook_core::{
    AttributeKind, AttributeSpec, CancelToken, Declaration, Declared, Error, ErrorKind, LearnerSpec,
    MOST_THREADS, Observer, ObserverAction, ParameterValue, Parameters, PerColumn, Progress, Result, Run,
    Seed, Task, ToJson, Tool, ToolDeclaration, ToolEntry, ToolRegistry, ToolReport, TraceEvent, Value,
    start_threads, threads_of_environment,
};
pub use hornbook_data as data;
pub use hornbook_data::{Dataset, Table};
pub use hornbook_encoding as encoding;
pub use hornbook_ensembles as ensembles;
pub use hornbook_ensembles::{
    AdaBoost, Bagging, Cascade, ClassHierarchy, MixtureOfExperts, OneVsOne, OneVsRest, OutputCode, Stacking,
    Voting,
};
pub use hornbook_evaluation as evaluation;
pub use hornbook_learner::drawing;
pub use hornbook_learner::{
    AttributeValue, Baseline, Batches, CalibrationMap, Calibrator, CellText, ClassCalibrator, ColumnBlock,
    ColumnOrigins, ColumnTransformer, DEFAULT_LEARNER, DriftCounts, DriftReport, DropColumns, ExplainedRow,
    Explanation, FileBatches, Fit, Inspect, Learner, Model, ModelInfo, OutputRequest, Pipeline,
    PipelineModel, Prediction, PredictionIntervals, Predictions, Predictor, Profile, Registry, RegistryEntry,
    RowSource, Sampler, SelectColumns, ShapValues, TargetOutputs, TrainingInput, TransformedRows,
    Transformer, TransformerModel, attribute, attributes_of, parameter_of, strings_read_by, taken_columns,
    transformed_dataset,
};
pub use hornbook_linear as linear;
pub use hornbook_linear::{
    BasisExpansion, BayesianRidge, BinomialRegression, DeltaRule, ElasticNet, ElasticNetCV, GammaRegression,
    GeneralizedLinear, HuberRegression, Lasso, LassoCV, LeastSquaresClassifier, LinearRanking,
    LinearRegression, LogisticRegression, Perceptron, PoissonRegression, PolynomialRegression,
    QuantileRegression, Ridge, TweedieRegression,
};
pub use hornbook_math as math;
pub use hornbook_model_file as model_file;
pub use hornbook_neighbors as neighbors;
pub use hornbook_neighbors::{
    KNeighbors, KNeighborsDensity, KNeighborsOutliers, LocalOutlierFactor, RadiusNeighbors,
};
pub use hornbook_preprocessing as preprocessing;
pub use hornbook_preprocessing::{
    Binarize, Binning, DateParts, FeatureHashing, FillMissing, Function, IterativeImputation, KnnImputation,
    Lags, MissingIndicator, Normalize, OneHot, Ordinal, PolynomialFeatures, Power, QuantileTransform,
    RollingWindows, ScaleColumns, SplineFeatures, TargetEncoding, register_function,
};
pub use hornbook_report as report;
pub use hornbook_study as study;
pub use hornbook_text as text;
pub use hornbook_text::BagOfWords;
pub use hornbook_trees as trees;
pub use hornbook_trees::{
    BfsId3, C45, Cart, DecisionList, DecisionTree, ExtraTrees, GradientBoosting, Hunt, Id3, IsolationForest,
    RandomForest, RuleList,
};

use std::sync::OnceLock;

/// Every learner there is.
///
/// The first call also makes them known by name to learners that are made of others, such as bagging: call it once
/// before you train or load one of those.
pub fn registry() -> &'static Registry {
    start_threads();
    Registry::fill(|| {
        let families = [
            hornbook_learner::registry_entries(),
            linear::registry_entries(),
            bayes::registry_entries(),
            text::registry_entries(),
            preprocessing::registry_entries(),
            neighbors::registry_entries(),
            trees::registry_entries(),
            ensembles::registry_entries(),
        ];
        families.into_iter().flatten().collect()
    })
}

/// Every tool there is: computations on arguments that are no learners. `registry` is filled, too, since some take learners by
/// name.
///
/// ```
/// let tool = hornbook::tools().find("entropy")?;
/// let report = tool.compute_text(&[("counts", "9,5")], &hornbook::Run::default())?;
/// assert!((report.to_json()["entropy"].as_f64().unwrap_or(0.0) - 0.940285958670631).abs() < 1e-12);
/// # Ok::<(), hornbook::Error>(())
/// ```
pub fn tools() -> &'static ToolRegistry {
    static TOOLS: OnceLock<ToolRegistry> = OnceLock::new();
    registry();
    TOOLS.get_or_init(|| {
        let crates = [
            math::tool_entries(),
            bayes::tool_entries(),
            linear::tool_entries(),
            neighbors::tool_entries(),
            trees::tool_entries(),
            evaluation::tool_entries(),
            ensembles::tool_entries(),
            preprocessing::tool_entries(),
        ];
        ToolRegistry::new(crates.into_iter().flatten().collect())
    })
}
