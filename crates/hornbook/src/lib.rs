//! The whole machine-learning textbook as one fast toolkit.

pub mod doors;

pub use hornbook_bayes as bayes;
pub use hornbook_bayes::{
    AveragedOneDependence, BernoulliNaiveBayes, CategoricalNaiveBayes, ComplementNaiveBayes,
    DensityClassifier, GaussianDiscriminant, GaussianNaiveBayes, Histogram, JointBayes, KernelDensity,
    LinearDiscriminant, MultinomialNaiveBayes, NaiveBayes, QuadraticDiscriminant, TreeAugmentedNaiveBayes,
};
pub use hornbook_core::{
    CancelToken, Declaration, Declared, Error, ErrorKind, LearnerSpec, Observer, ParameterValue, Parameters,
    PerColumn, Progress, Result, Run, Seed, Task, TraceEvent, Value, Verdict,
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
    Baseline, Batches, CalibrationMap, Calibrator, Contributions, Curve, DriftCounts, DriftReport, Entry,
    Explanation, FileBatches, Fit, Learner, Model, ModelInfo, Prediction, PredictionIntervals, Predictions,
    Profile, Registry,
};
pub use hornbook_linear as linear;
pub use hornbook_linear::{
    BasisExpansion, BayesianRidge, BinomialRegression, DeltaRule, ElasticNet, ElasticNetCV, GammaRegression,
    GeneralisedLinear, HuberRegression, Lasso, LassoCV, LinearDiscrimination, LinearRanking,
    LinearRegression, LogisticRegression, Perceptron, PoissonRegression, PolynomialRegression,
    QuantileRegression, Ridge, TweedieRegression,
};
pub use hornbook_math as math;
pub use hornbook_model_file as model_file;
pub use hornbook_neighbors as neighbors;
pub use hornbook_neighbors::{
    KNeighbors, KNeighborsDensity, KNeighborsOutliers, LocalOutlierFactor, RadiusNeighbors,
};
pub use hornbook_preparation as preparation;
pub use hornbook_preparation::{FillMissing, ScaleColumns};
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
    Registry::fill(|| {
        vec![
            Entry::of::<Baseline>(),
            Entry::of::<LinearRegression>(),
            Entry::of::<PolynomialRegression>(),
            Entry::of::<BasisExpansion>(),
            Entry::of::<Ridge>(),
            Entry::of::<Lasso>(),
            Entry::of::<ElasticNet>(),
            Entry::of::<LassoCV>(),
            Entry::of::<ElasticNetCV>(),
            Entry::of::<LogisticRegression>(),
            Entry::of::<BinomialRegression>(),
            Entry::of::<PoissonRegression>(),
            Entry::of::<GammaRegression>(),
            Entry::of::<TweedieRegression>(),
            Entry::of::<GeneralisedLinear>(),
            Entry::of::<BayesianRidge>(),
            Entry::of::<HuberRegression>(),
            Entry::of::<QuantileRegression>(),
            Entry::of::<Perceptron>(),
            Entry::of::<DeltaRule>(),
            Entry::of::<LinearDiscrimination>(),
            Entry::of::<LinearRanking>(),
            Entry::of::<NaiveBayes>(),
            Entry::of::<GaussianNaiveBayes>(),
            Entry::of::<MultinomialNaiveBayes>(),
            Entry::of::<ComplementNaiveBayes>(),
            Entry::of::<BernoulliNaiveBayes>(),
            Entry::of::<CategoricalNaiveBayes>(),
            Entry::of::<TreeAugmentedNaiveBayes>(),
            Entry::of::<AveragedOneDependence>(),
            Entry::of::<JointBayes>(),
            Entry::of::<GaussianDiscriminant>(),
            Entry::of::<LinearDiscriminant>(),
            Entry::of::<QuadraticDiscriminant>(),
            Entry::of::<DensityClassifier>(),
            Entry::of::<BagOfWords>(),
            Entry::of::<FillMissing>(),
            Entry::of::<ScaleColumns>(),
            Entry::of::<KNeighbors>(),
            Entry::of::<RadiusNeighbors>(),
            Entry::of::<Histogram>(),
            Entry::of::<KernelDensity>(),
            Entry::of::<KNeighborsDensity>(),
            Entry::of::<KNeighborsOutliers>(),
            Entry::of::<LocalOutlierFactor>(),
            Entry::of::<DecisionTree>(),
            Entry::of::<Id3>(),
            Entry::of::<C45>(),
            Entry::of::<Cart>(),
            Entry::of::<Hunt>(),
            Entry::of::<BfsId3>(),
            Entry::of::<RuleList>(),
            Entry::of::<DecisionList>(),
            Entry::of::<RandomForest>(),
            Entry::of::<ExtraTrees>(),
            Entry::of::<IsolationForest>(),
            Entry::of::<GradientBoosting>(),
            Entry::of::<Bagging>(),
            Entry::of::<AdaBoost>(),
            Entry::of::<Voting>(),
            Entry::of::<Stacking>(),
            Entry::of::<Cascade>(),
            Entry::of::<OneVsRest>(),
            Entry::of::<OneVsOne>(),
            Entry::of::<OutputCode>(),
            Entry::of::<ClassHierarchy>(),
            Entry::of::<MixtureOfExperts>(),
        ]
    })
}
