//! The whole machine-learning textbook as one fast toolkit.

pub use hornbook_bayes as bayes;
pub use hornbook_bayes::{
    AveragedOneDependence, BernoulliNaiveBayes, CategoricalNaiveBayes, ComplementNaiveBayes,
    DensityClassifier, GaussianDiscriminant, GaussianNaiveBayes, Histogram, JointBayes, KernelDensity,
    LinearDiscriminant, MultinomialNaiveBayes, NaiveBayes, QuadraticDiscriminant, TreeAugmentedNaiveBayes,
};
pub use hornbook_core::format;
pub use hornbook_core::{
    CancelToken, Declaration, Declared, Error, ErrorKind, LearnerSpec, MOST_THREADS, Observer,
    ObserverAction, ParameterValue, Parameters, PerColumn, Progress, Result, Run, Seed, Task, TraceEvent,
    Value, start_threads, threads_of_environment,
};
pub use hornbook_data as data;
pub use hornbook_data::{Dataset, Table};
pub use hornbook_ensembles as ensembles;
pub use hornbook_ensembles::{
    AdaBoost, Bagging, Cascade, ClassHierarchy, MixtureOfExperts, OneVsOne, OneVsRest, OutputCode, Stacking,
    Voting,
};
pub use hornbook_evaluation as evaluation;
pub use hornbook_learner::drawing;
pub use hornbook_learner::{
    Baseline, Batches, CalibrationMap, Calibrator, ClassCalibrator, DriftCounts, DriftReport, Explanation,
    FileBatches, Fit, Learner, Model, ModelInfo, Prediction, PredictionIntervals, Predictions, Profile,
    Registry, RegistryEntry, ShapValues,
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
pub use hornbook_preprocessing::{FillMissing, ScaleColumns};
pub use hornbook_report as report;
pub use hornbook_study as study;
pub use hornbook_text as text;
pub use hornbook_text::BagOfWords;
pub use hornbook_trees as trees;
pub use hornbook_trees::{
    BfsId3, C45, Cart, DecisionList, DecisionTree, ExtraTrees, GradientBoosting, Hunt, Id3, IsolationForest,
    RandomForest, RuleList,
};

/// Every learner there is.
///
/// The first call also makes them known by name to learners that are made of others, such as bagging: call it once
/// before you train or load one of those.
pub fn registry() -> &'static Registry {
    start_threads();
    Registry::fill(|| {
        vec![
            RegistryEntry::of::<Baseline>(),
            RegistryEntry::of::<LinearRegression>(),
            RegistryEntry::of::<PolynomialRegression>(),
            RegistryEntry::of::<BasisExpansion>(),
            RegistryEntry::of::<Ridge>(),
            RegistryEntry::of::<Lasso>(),
            RegistryEntry::of::<ElasticNet>(),
            RegistryEntry::of::<LassoCV>(),
            RegistryEntry::of::<ElasticNetCV>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<BinomialRegression>(),
            RegistryEntry::of::<PoissonRegression>(),
            RegistryEntry::of::<GammaRegression>(),
            RegistryEntry::of::<TweedieRegression>(),
            RegistryEntry::of::<GeneralizedLinear>(),
            RegistryEntry::of::<BayesianRidge>(),
            RegistryEntry::of::<HuberRegression>(),
            RegistryEntry::of::<QuantileRegression>(),
            RegistryEntry::of::<Perceptron>(),
            RegistryEntry::of::<DeltaRule>(),
            RegistryEntry::of::<LeastSquaresClassifier>(),
            RegistryEntry::of::<LinearRanking>(),
            RegistryEntry::of::<NaiveBayes>(),
            RegistryEntry::of::<GaussianNaiveBayes>(),
            RegistryEntry::of::<MultinomialNaiveBayes>(),
            RegistryEntry::of::<ComplementNaiveBayes>(),
            RegistryEntry::of::<BernoulliNaiveBayes>(),
            RegistryEntry::of::<CategoricalNaiveBayes>(),
            RegistryEntry::of::<TreeAugmentedNaiveBayes>(),
            RegistryEntry::of::<AveragedOneDependence>(),
            RegistryEntry::of::<JointBayes>(),
            RegistryEntry::of::<GaussianDiscriminant>(),
            RegistryEntry::of::<LinearDiscriminant>(),
            RegistryEntry::of::<QuadraticDiscriminant>(),
            RegistryEntry::of::<DensityClassifier>(),
            RegistryEntry::of::<BagOfWords>(),
            RegistryEntry::of::<FillMissing>(),
            RegistryEntry::of::<ScaleColumns>(),
            RegistryEntry::of::<KNeighbors>(),
            RegistryEntry::of::<RadiusNeighbors>(),
            RegistryEntry::of::<Histogram>(),
            RegistryEntry::of::<KernelDensity>(),
            RegistryEntry::of::<KNeighborsDensity>(),
            RegistryEntry::of::<KNeighborsOutliers>(),
            RegistryEntry::of::<LocalOutlierFactor>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<Id3>(),
            RegistryEntry::of::<C45>(),
            RegistryEntry::of::<Cart>(),
            RegistryEntry::of::<Hunt>(),
            RegistryEntry::of::<BfsId3>(),
            RegistryEntry::of::<RuleList>(),
            RegistryEntry::of::<DecisionList>(),
            RegistryEntry::of::<RandomForest>(),
            RegistryEntry::of::<ExtraTrees>(),
            RegistryEntry::of::<IsolationForest>(),
            RegistryEntry::of::<GradientBoosting>(),
            RegistryEntry::of::<Bagging>(),
            RegistryEntry::of::<AdaBoost>(),
            RegistryEntry::of::<Voting>(),
            RegistryEntry::of::<Stacking>(),
            RegistryEntry::of::<Cascade>(),
            RegistryEntry::of::<OneVsRest>(),
            RegistryEntry::of::<OneVsOne>(),
            RegistryEntry::of::<OutputCode>(),
            RegistryEntry::of::<ClassHierarchy>(),
            RegistryEntry::of::<MixtureOfExperts>(),
        ]
    })
}
