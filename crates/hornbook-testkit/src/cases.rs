//! Every learner of the registry, with its defaults and with every option that it declares, and the datasets that suit it.
//!
//! All of it follows from the declarations, so that a learner that is added is covered by every law. Only what no declaration
//! tells, several options that matter together, stands in [`TOGETHER`].

use crate::tables::{TestDataset, datasets};
use hornbook::{Learner, LearnerSpec, Run, Task, Value};
use hornbook_core::{Declaration, ParameterKind, ParameterSpec};
use std::sync::OnceLock;

/// Rows of the small tables.
pub const ROWS: usize = 90;

/// What makes learners cheap, where a parameter of this name has a larger default.
const CHEAP: [(&str, u64); 7] = [
    ("n_estimators", 4),
    ("max_iter", 30),
    ("max_steps", 5_000),
    ("n_init", 2),
    ("n_alphas", 10),
    ("min_samples_leaf", 5),
    ("ef_construction", 40),
];

/// Options that do something only together, or that are no names: a learner with its settings a line.
const TOGETHER: [&str; 107] = [
    "decision-tree(splits=histogram,max_depth=9)",
    "decision-tree(criterion=entropy,categories=multiway)",
    "decision-tree(criterion=chi_square,max_leaf_nodes=40)",
    "decision-tree(missing=fractional,max_depth=5)",
    "decision-tree(missing=surrogate,max_depth=6)",
    "decision-tree(leaves=linear,max_depth=3)",
    "decision-tree(splits=histogram,bins=16)",
    "decision-tree(splits=histogram,criterion=gain_ratio)",
    "decision-tree(splits=histogram,criterion=poisson)",
    "decision-tree(missing=class_mode,categories=multiway)",
    "decision-tree(numbers=ranges,criterion=gain_ratio,max_depth=3)",
    "decision-tree(max_leaf_nodes=9)",
    "decision-tree(min_samples_leaf=9)",
    "decision-tree(significance=0.05)",
    "decision-tree(pruning=error_bound,missing=fractional,max_depth=4)",
    "decision-tree(criterion=absolute_error,missing=node_mode,max_depth=5)",
    "decision-tree(monotonic_cst=x=1,max_depth=5)",
    "random-forest(oob_score=true,oob_importances=true)",
    "random-forest(oob_score=true,quantiles=true)",
    "extra-trees(bootstrap=true,oob_score=true)",
    "extra-trees(max_leaf_nodes=30)",
    "isolation-forest(contamination=0.1,n_estimators=20)",
    "isolation-forest(bootstrap=true,max_samples=0.4,max_features=2)",
    "gradient-boosting(subsample=0.7,max_features=0.6)",
    "gradient-boosting(max_bins=16)",
    "huber-regression(alpha=0.5,fit_intercept=false)",
    "quantile-regression(quantile=0.9)",
    "quantile-regression(quantile=0.612345,errors=nid)",
    "bayesian-ridge(noise_precision=2,prior_precision=0.5,fit_intercept=false)",
    "least-squares-classifier(planes=pairwise,alpha=1,fit_intercept=false)",
    "lasso(alpha=0.05,fit_intercept=false)",
    "polynomial-regression(degree=3)",
    "polynomial-regression(degree=3,fit_intercept=false)",
    "logistic-regression(penalty=elasticnet,fit_intercept=false,tol=1e-10,max_iter=1000)",
    "generalized-linear(family=poisson,link=log,alpha=0.1)",
    "generalized-linear(family=gamma,link=log)",
    "generalized-linear(family=tweedie,link=log,fit_intercept=false,tol=1e-15)",
    "perceptron(mode=batch,variant=pocket)",
    "perceptron(mode=batch,variant=averaged)",
    "perceptron(shuffle=false,variant=averaged,max_iter=2)",
    "perceptron(shuffle=false,penalty=l2,margin=0.5,coding=plus_minus)",
    "delta-rule(momentum=0.5,learning_rate=decaying)",
    "delta-rule(shuffle=false,batch_size=4,momentum=0.3)",
    "delta-rule(mode=batch,reduction=sum,unit=sigmoid)",
    "delta-rule(unit=sigmoid,loss=cross_entropy,batch_size=7)",
    "pipeline(basis-expansion(basis=gaussian,n_knots=4),ridge)",
    "pipeline(basis-expansion(knots=quantile),ridge)",
    "linear-discriminant(solver=lsqr,shrinkage=auto)",
    "linear-discriminant(solver=eigen,shrinkage=auto)",
    "naive-bayes(numbers=kernel,bandwidth=0.5)",
    "naive-bayes(kernel_columns=y,multinomial_columns=x+words)",
    "kernel-density(kernel=epanechnikov,bandwidth=cross-validation)",
    "histogram(bins=7)",
    "histogram(edges=[-3,0,0.5,3])",
    "k-neighbors(metric=gower,weights=distance)",
    "k-neighbors(algorithm=kd_tree,scale=min_max,prototypes=edited)",
    "k-neighbors(p=3)",
    "k-neighbors(metric=hamming,algorithm=ball_tree)",
    "averaged-one-dependence(bins=4)",
    "k-neighbors-density(n_neighbors=4,scale=standard)",
    "k-neighbors-outliers(n_neighbors=3,contamination=0.3)",
    "local-outlier-factor(n_neighbors=3,contamination=0.3)",
    "pipeline(fill-missing(strategy=mean,categories=most_frequent),ridge)",
    "pipeline(fill-missing,bag-of-words,multinomial-naive-bayes)",
    "bag-of-words(hash_columns=16,weighting=tf_idf)",
    "bagging(bootstrap=false,max_samples=0.6,max_features=0.7)",
    "bagging(estimator=bagging(n_estimators=3),n_estimators=3,bootstrap_features=true)",
    "voting(voting=soft,estimators=[decision-tree(max_depth=2),baseline],weights=[1,0.5])",
    "stacking(passthrough=true,folds=3,estimators=[baseline,decision-tree(max_depth=2)])",
    "class-hierarchy(hierarchy=((a,b),c))",
    "output-code(code=exhaustive,decoding=hard)",
    "cascade(columns=x+color)",
    "ada-boost(algorithm=m1,estimator=decision-tree(max_depth=3))",
    "ada-boost(n_estimators=8,resampling=true,learning_rate=0.7)",
    "pipeline(fill-missing,scale-columns,ridge)",
    "pipeline(fill-missing(strategy=mean),scale-columns(method=robust),logistic-regression)",
    "pipeline(bag-of-words,multinomial-naive-bayes)",
    "pipeline(columns(@number=scale-columns,@rest=keep),decision-tree(splits=histogram))",
    "pipeline(fill-missing,scale-columns)",
    "columns(@number=scale-columns(method=min_max),@rest=drop)",
    "scale-columns(method=min_max,feature_range=[-1,3],clip=true)",
    "scale-columns(method=robust,quantile_range=[10,90],unit_variance=true)",
    "one-hot(max_categories=2,handle_unknown=infrequent_if_exist)",
    "one-hot(min_frequency=0.3,drop=first)",
    "ordinal(min_frequency=30,encoded_missing_value=-1,unknown_value=-2)",
    "target-encoding(smooth=3.5,folds=3)",
    "feature-hashing(n_features=7)",
    "binning(strategy=mdl,encode=category)",
    "binning(strategy=kmeans,n_bins=3,encode=ordinal)",
    "binning(strategy=uniform,n_bins=4,encode=category)",
    "quantile-transform(n_quantiles=7,output_distribution=normal)",
    "polynomial-features(degree=3,min_degree=2,include_bias=false)",
    "spline-features(knots=quantile,n_knots=4,degree=2,include_bias=false)",
    "date-parts(parts=month+hour,cyclic=true)",
    "lags(lags=[1,3])",
    "rolling-windows(window=4,statistics=mean+std+count,order=x,min_periods=2)",
    "function(formula=max(x,0)^2,inverse=sqrt(x))",
    "pipeline(fill-missing,function(formula=tanh(x)),ridge)",
    "pipeline(fill-missing,one-hot,ridge)",
    "pipeline(one-hot(drop=first),fill-missing,scale-columns,logistic-regression)",
    "pipeline(columns(@number=binning(encode=category),@rest=keep),naive-bayes)",
    "pipeline(fill-missing(strategy=most_frequent),power,polynomial-features,ridge(alpha=5))",
    "knn-imputation(n_neighbors=2,weights=distance)",
    "iterative-imputation(estimator=baseline,max_iter=2)",
    "pipeline(iterative-imputation(max_iter=2),one-hot,ridge)",
    "mixture-of-experts(n_init=3)",
    "mixture-of-experts(n_init=2,depth=2,max_iter=20)",
];

/// Where the settings of a case come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseSettings {
    /// The defaults, but for what makes the learner cheap.
    Default,
    /// One option of one parameter.
    Option,
    /// Options that are listed together.
    Together,
}

/// A learner with its settings, and the small datasets that suit it.
pub struct LearnerCase {
    /// The learner as text, as [`LearnerSpec::parse`] reads it.
    pub text: String,
    /// The learner.
    pub learner: Box<dyn Learner>,
    /// Where its settings come from.
    pub settings: CaseSettings,
    /// The datasets that suit it: all of them for the defaults, one of each task for other options.
    pub datasets: Vec<TestDataset>,
}

impl LearnerCase {
    /// Whether these are its defaults, but for what makes it cheap.
    pub fn is_default(&self) -> bool {
        self.settings == CaseSettings::Default
    }

    /// What the learner declares.
    pub fn declaration(&self) -> &'static Declaration {
        self.learner.declaration()
    }
}

/// The cases of all learners, or of the one that the environment variable `HORNBOOK_LEARNER` names.
pub fn cases() -> &'static [LearnerCase] {
    static CASES: OnceLock<Vec<LearnerCase>> = OnceLock::new();
    CASES.get_or_init(|| {
        let small = datasets(ROWS, 1);
        let only = std::env::var("HORNBOOK_LEARNER").ok();
        let asked =
            |declaration: &Declaration| only.as_deref().is_none_or(|name| declaration.is_called(name));
        let mut cases = Vec::new();
        for entry in hornbook::registry().entries().iter().filter(|entry| asked(entry.declaration)) {
            let declaration = entry.declaration;
            // What is made of other learners is told of which, below.
            if declaration.composite {
                continue;
            }
            let usual = case(LearnerSpec::new(declaration.name), CaseSettings::Default, &small).unwrap();
            for task in declaration.tasks {
                let suits = |one: &TestDataset| !task.needs_target() || one.data.task().ok() == Some(*task);
                assert!(
                    usual.datasets.iter().any(suits),
                    "no dataset for {task} suits '{}'",
                    declaration.name
                );
            }
            cases.push(usual);
            let options = options(declaration).into_iter();
            cases.extend(
                options
                    .filter_map(|spec| case(spec, CaseSettings::Option, &small))
                    .filter(|case| !case.datasets.is_empty()),
            );
        }
        for text in TOGETHER {
            let spec = LearnerSpec::parse(text).unwrap();
            if asked(hornbook::registry().find(&spec.name).unwrap().declaration) {
                let case = case(spec, CaseSettings::Together, &small)
                    .unwrap_or_else(|| panic!("{text} cannot be made"));
                assert!(!case.datasets.is_empty(), "no dataset suits {text}");
                cases.push(case);
            }
        }
        assert!(!cases.is_empty(), "HORNBOOK_LEARNER names no learner");
        cases
    })
}

/// The learner with each option of each choice, and each boolean turned, one at a time.
fn options(declaration: &'static Declaration) -> Vec<LearnerSpec> {
    let mut specs = Vec::new();
    for parameter in declaration.parameters {
        let usual = (parameter.default)();
        let values: Vec<Value> = match parameter.kind {
            ParameterKind::Boolean => vec![Value::Bool(usual != Value::Bool(true))],
            kind => kind
                .options()
                .iter()
                .map(|(name, _)| Value::from(*name))
                .filter(|name| *name != usual)
                .collect(),
        };
        specs.extend(
            values.into_iter().map(|value| LearnerSpec::new(declaration.name).with(parameter.name, value)),
        );
    }
    specs
}

/// The learner, made cheap; `None` if its options do not go together.
pub fn cheap(mut spec: LearnerSpec) -> Option<(String, Box<dyn Learner>)> {
    let registry = hornbook::registry();
    let declaration = registry.find(&spec.name).ok()?.declaration;
    for parameter in declaration.parameters {
        if let Some(value) = cheaper(parameter).filter(|_| !spec.parameters.contains_key(parameter.name)) {
            spec = spec.with(parameter.name, value);
        }
    }
    Some((spec.to_string(), registry.learner(&spec).ok()?))
}

fn cheaper(parameter: &ParameterSpec) -> Option<u64> {
    let (_, few) = CHEAP.iter().find(|(name, _)| *name == parameter.name)?;
    (parameter.default)().as_f64().filter(|usual| *usual > *few as f64).map(|_| *few)
}

/// A case, or `None` if the options do not go together.
fn case(spec: LearnerSpec, settings: CaseSettings, small: &[TestDataset]) -> Option<LearnerCase> {
    let (text, learner) = cheap(spec)?;
    let mut suiting: Vec<TestDataset> = Vec::new();
    for one in small {
        let repeats = suiting.iter().any(|other| other.data.task().ok() == one.data.task().ok());
        if (settings == CaseSettings::Default || !repeats) && suits(learner.as_ref(), one) {
            suiting.push(one.clone());
        }
    }
    Some(LearnerCase { text, learner, settings, datasets: suiting })
}

/// Whether the learner learns from targets of such a task. A transformer that learns from the target says itself which it can use.
pub fn learns_from(learner: &dyn Learner, task: Task) -> bool {
    learner.needs_target() && (learner.tasks().contains(&task) || learner.tasks() == [Task::Transformation])
}

/// The tasks whose targets a learner is tried on: a transformer that learns from the target has those of classes and numbers.
pub fn asked_tasks(learner: &dyn Learner) -> Vec<Task> {
    match learner.tasks() {
        [Task::Transformation] if learner.needs_target() => vec![Task::Classification, Task::Regression],
        tasks => tasks.to_vec(),
    }
}

/// Whether the learner declares to take such data, and does.
pub fn suits(learner: &dyn Learner, one: &TestDataset) -> bool {
    let takes = learner.capabilities();
    let does_task = match one.data.task() {
        Ok(task) => learns_from(learner, task),
        Err(_) => !learner.needs_target(),
    };
    does_task
        && (!one.has_missing || takes.missing)
        && (!one.has_categories || takes.categories)
        && (!one.has_text || takes.text)
        && (!one.has_several_targets || takes.multi_output)
        && (!one.has_offset || takes.offset)
        // What only the learner knows: two classes, counts, groups.
        && learner.fit_with(&one.data, &Run::default()).is_ok()
}
