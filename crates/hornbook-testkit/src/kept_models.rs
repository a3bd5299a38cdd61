//! The models whose files are kept in `crates/hornbook/tests/files`.

use hornbook::data::{Column, ColumnKind};
use hornbook::evaluation::calibration::{Calibration, calibrate};
use hornbook::trees::decision_tree::{CategorySplits, Criterion, Leaves, Missing, NumberSplits, Splits};
use hornbook::{
    Baseline, BfsId3, C45, Cart, Dataset, DecisionTree, ExtraTrees, Fit, Hunt, Id3, LearnerSpec, Model,
    RandomForest, Run, Table,
};

/// A mixed table with gaps, made by a rule: it needs no file and never changes.
pub fn table() -> Table {
    let rows = 90;
    let size: Vec<f64> =
        (0..rows).map(|i| if i % 11 == 3 { f64::NAN } else { f64::from(i * 37 % 90) / 4.0 }).collect();
    let color: Vec<Option<&str>> =
        (0..rows).map(|i| ["red", "green", "blue"].get((i * 5 % 7) as usize % 4).copied()).collect();
    let kind: Vec<Option<&str>> = (0..rows)
        .map(|i| {
            Some(if i * 37 % 90 > 50 {
                "large"
            } else if i * 5 % 7 % 4 == 1 {
                "green"
            } else {
                "other"
            })
        })
        .collect();
    let price: Vec<f64> = (0..rows).map(|i| f64::from(i * 37 % 90) * 0.5 + f64::from(i % 3)).collect();
    let table = Table::builder().number("size", size).category("colour", &color);
    table.category("kind", &kind).number("price", price).build().expect("columns of one length")
}

/// A model of each kind of file, by name.
pub fn models() -> Vec<(&'static str, Box<dyn Model>)> {
    let table = table();
    let registry = hornbook::registry();
    let classes = table.dataset().target("kind").expect("there").without(&["price"]).expect("there");
    let numbers = table.dataset().target("price").expect("there").without(&["kind"]).expect("there");
    let thresholds = table.dataset().target("kind").expect("there").only(&["size"]).expect("there");
    let features = table.dataset().without(&["kind", "price"]).expect("there");
    // Without gaps: rows of known levels.
    let known = (0..90u32).filter(|i| i * 5 % 7 < 7 && (i * 5 % 7) % 4 < 3).collect();
    let levels =
        table.dataset().target("kind").expect("there").only(&["colour"]).expect("there").select(known);
    let money = table.dataset().only(&["price"]).expect("there");
    // The colors as documents, to which the categories of the table are as good as text.
    let colors = table.column("colour").expect("there");
    let texts: Vec<Option<String>> = (0..90).map(|row| colors.label(row)).collect();
    let documents = Table::builder()
        .column("colour", Column::Text(texts.into()))
        .column("kind", table.column("kind").expect("there").clone())
        .build()
        .expect("as many rows");
    let documents = documents.dataset().target("kind").expect("there").with_kinds(&[ColumnKind::Text]);
    let tree = DecisionTree::default;
    let fits = "the table suits the learner";
    let shallow = tree().max_depth(2);
    let calibrated = |method| calibrate(&shallow, &classes, method, 3, &Run::default()).expect(fits);
    let of = |text: &str, data: &Dataset| {
        let learner = LearnerSpec::parse(text).and_then(|spec| registry.learner(&spec)).expect("a learner");
        learner.fit_with(data, &Run::default()).expect(fits)
    };
    let kinds = table.dataset().target("price").expect("there").only(&["kind"]).expect("there");
    let prices = table.dataset().target("kind").expect("there").only(&["price"]).expect("there");
    let sizes = table.dataset().target("size").expect("there").only(&["price", "kind"]).expect("there");
    let sizes = sizes.drop_missing_target().expect("some are left").0;
    let names = table.column("kind").expect("there");
    let first = names.label(0);
    let others = (0..90).map(|row| names.label(row)).find(|label| *label != first).expect("several kinds");
    let of_two = (0..90u32).filter(|&row| [&first, &others].contains(&&names.label(row as usize))).collect();
    let two_kinds = prices.select(of_two);
    let with_offset = sizes.clone().offset("price").expect("numbers");
    vec![
        ("linear-regression", of("linear-regression", &kinds)),
        ("polynomial-regression", of("polynomial-regression(degree=3)", &sizes)),
        (
            "basis-expansion-classes",
            of("pipeline(basis-expansion(basis=gaussian,n_knots=4),logistic-regression)", &prices),
        ),
        ("basis-expansion-numbers", of("pipeline(basis-expansion(knots=quantile),ridge)", &sizes)),
        ("ridge", of("ridge(alpha=2.0)", &kinds)),
        ("lasso", of("lasso(alpha=0.1)", &kinds)),
        ("logistic-regression", of("logistic-regression", &levels)),
        ("logistic-regression-free", of("logistic-regression(penalty=none)", &levels)),
        ("binomial-regression", of("binomial-regression(link=cloglog)", &two_kinds)),
        ("generalized-linear-offset", of("generalized-linear", &with_offset)),
        ("quantile-regression-errors", of("quantile-regression(errors=nid)", &kinds)),
        ("poisson-regression", of("poisson-regression", &kinds)),
        ("bayesian-ridge", of("bayesian-ridge", &kinds)),
        ("huber-regression", of("huber-regression", &kinds)),
        ("quantile-regression", of("quantile-regression", &kinds)),
        ("perceptron", of("perceptron", &levels)),
        ("linear-discrimination-pairs", of("linear-discrimination(planes=pairwise)", &levels)),
        ("baseline-classes", Box::new(Baseline::default().fit(&classes).expect(fits))),
        ("baseline-numbers", Box::new(Baseline::default().fit(&numbers).expect(fits))),
        ("tree-thresholds", Box::new(tree().fit(&thresholds).expect(fits))),
        ("tree-subsets", Box::new(tree().splits(Splits::Histogram).fit(&classes).expect(fits))),
        (
            "tree-multiway",
            Box::new(
                tree()
                    .categories(CategorySplits::Multiway)
                    .criterion(Criterion::Entropy)
                    .fit(&classes)
                    .expect(fits),
            ),
        ),
        (
            "tree-fractional",
            Box::new(tree().missing(Missing::Fractional).max_depth(4).fit(&numbers).expect(fits)),
        ),
        (
            "tree-ranges",
            Box::new(tree().numbers(NumberSplits::Ranges).max_depth(2).fit(&classes).expect(fits)),
        ),
        ("tree-lines", Box::new(tree().leaves(Leaves::Linear).max_depth(2).fit(&numbers).expect(fits))),
        ("id3", Box::new(Id3::default().fit(&classes).expect(fits))),
        ("c45", Box::new(C45::default().fit(&classes).expect(fits))),
        ("cart", Box::new(Cart::default().ccp_alpha(0.001).fit(&numbers).expect(fits))),
        ("hunt", Box::new(Hunt::default().fit(&classes).expect(fits))),
        ("bfs-id3", Box::new(BfsId3::default().fit(&levels).expect(fits))),
        ("rule-list", of("rule-list(estimate=validation)", &classes)),
        ("decision-list", of("decision-list(max_literals=1)", &classes)),
        (
            "forest-classes",
            Box::new(
                RandomForest::default()
                    .n_estimators(5)
                    .oob_score(true)
                    .oob_importances(true)
                    .fit(&classes)
                    .expect(fits),
            ),
        ),
        (
            "forest-quantiles",
            Box::new(RandomForest::default().n_estimators(5).quantiles(true).fit(&numbers).expect(fits)),
        ),
        ("extra-trees", Box::new(ExtraTrees::default().n_estimators(5).fit(&classes).expect(fits))),
        ("naive-bayes", of("naive-bayes", &classes)),
        ("naive-bayes-kernel", of("naive-bayes(numbers=kernel)", &classes)),
        ("gaussian-naive-bayes", of("gaussian-naive-bayes", &prices)),
        ("multinomial-naive-bayes", of("multinomial-naive-bayes", &prices)),
        ("complement-naive-bayes", of("complement-naive-bayes", &prices)),
        ("bernoulli-naive-bayes", of("bernoulli-naive-bayes(binarize=20)", &prices)),
        ("categorical-naive-bayes", of("categorical-naive-bayes", &levels)),
        ("tree-augmented-naive-bayes", of("tree-augmented-naive-bayes", &classes)),
        ("averaged-one-dependence", of("averaged-one-dependence", &classes)),
        ("joint-bayes", of("joint-bayes", &levels)),
        ("gaussian-discriminant", of("gaussian-discriminant(covariance=full)", &prices)),
        ("linear-discriminant", of("linear-discriminant", &prices)),
        ("quadratic-discriminant", of("quadratic-discriminant", &prices)),
        ("density-classifier", of("density-classifier", &prices)),
        ("scale-columns-classes", of("pipeline(scale-columns,logistic-regression)", &prices)),
        (
            "scale-columns-numbers",
            of("pipeline(scale-columns(method=robust),gradient-boosting(max_iter=5))", &numbers),
        ),
        ("pipeline", of("pipeline(fill-missing,scale-columns,ridge)", &numbers)),
        (
            "pipeline-columns",
            of("pipeline(columns(size=scale-columns,@category=keep),decision-tree(max_depth=3))", &classes),
        ),
        ("one-hot", of("pipeline(fill-missing,one-hot(drop=first,max_categories=3),ridge)", &numbers)),
        ("ordinal", of("pipeline(ordinal(encoded_missing_value=-1),decision-tree(max_depth=3))", &classes)),
        ("target-encoding", of("pipeline(target-encoding,decision-tree(max_depth=3))", &classes)),
        (
            "feature-hashing",
            of("pipeline(feature-hashing(n_features=8),decision-tree(max_depth=3))", &numbers),
        ),
        ("knn-imputation", of("pipeline(knn-imputation(n_neighbors=3),one-hot,ridge)", &numbers)),
        ("iterative-imputation", of("pipeline(iterative-imputation(max_iter=2),one-hot,ridge)", &numbers)),
        (
            "missing-indicator",
            of(
                "pipeline(columns(@all=missing-indicator,@number=fill-missing,@category=fill-missing),one-hot,ridge)",
                &numbers,
            ),
        ),
        ("binning", of("pipeline(binning(strategy=mdl,encode=category),naive-bayes)", &classes)),
        ("binning-kmeans", of("pipeline(binning(strategy=kmeans,n_bins=4),ridge)", &sizes)),
        ("binarize", of("pipeline(binarize(threshold=20),ridge)", &sizes)),
        ("power", of("pipeline(power,ridge)", &sizes)),
        ("quantile-transform", of("pipeline(quantile-transform(output_distribution=normal),ridge)", &sizes)),
        ("normalize", of("pipeline(normalize(norm=max),ridge)", &sizes)),
        ("polynomial-features", of("pipeline(scale-columns,polynomial-features,ridge)", &sizes)),
        ("spline-features", of("pipeline(spline-features(extrapolation=linear),ridge)", &sizes)),
        ("date-parts", of("pipeline(date-parts(parts=month+weekday,cyclic=true),ridge)", &sizes)),
        ("lags", of("pipeline(lags(lags=[1,2],group=colour),decision-tree(max_depth=3))", &numbers)),
        (
            "rolling-windows",
            of("pipeline(rolling-windows(statistics=mean+std),decision-tree(max_depth=3))", &sizes),
        ),
        ("function", of("pipeline(function(formula=x^2/100),ridge)", &sizes)),
        (
            "scale-columns-clipped",
            of("pipeline(scale-columns(method=min_max,clip=true),decision-tree(max_depth=3))", &sizes),
        ),
        ("bag-of-words", of("pipeline(bag-of-words(ngram_max=2),multinomial-naive-bayes)", &documents)),
        (
            "bag-of-words-hashed",
            of(
                "pipeline(bag-of-words(hash_columns=16,weighting=tf_idf),multinomial-naive-bayes)",
                &documents,
            ),
        ),
        ("fill-missing-classes", of("pipeline(fill-missing,logistic-regression)", &classes)),
        (
            "fill-missing-numbers",
            of("pipeline(fill-missing(strategy=mean,categories=most_frequent),ridge)", &numbers),
        ),
        ("fill-missing-words", of("pipeline(fill-missing,bag-of-words,multinomial-naive-bayes)", &documents)),
        ("k-neighbors-classes", of("k-neighbors(n_neighbors=3,weights=distance)", &levels)),
        ("k-neighbors-numbers", of("k-neighbors(algorithm=hnsw)", &kinds)),
        ("radius-neighbors", of("radius-neighbors(radius=5)", &prices)),
        ("histogram", of("histogram", &money)),
        ("kernel-density", of("kernel-density", &money)),
        ("k-neighbors-density", of("k-neighbors-density", &money)),
        ("k-neighbors-outliers", of("k-neighbors-outliers", &money)),
        ("local-outlier-factor", of("local-outlier-factor(n_neighbors=5)", &money)),
        ("isolation-forest", of("isolation-forest(n_estimators=5,contamination=0.1)", &features)),
        ("boosting-classes", of("gradient-boosting(max_iter=3,min_samples_leaf=5)", &classes)),
        ("boosting-numbers", of("gradient-boosting(max_iter=3,min_samples_leaf=5,loss=poisson)", &numbers)),
        ("calibrated-platt", calibrated(Calibration::Platt)),
        ("calibrated-isotonic", calibrated(Calibration::Isotonic)),
        ("calibrated-beta", calibrated(Calibration::Beta)),
        ("calibrated-temperature", calibrated(Calibration::Temperature)),
        ("bagging", of("bagging(n_estimators=3,max_features=0.5)", &classes)),
        (
            "voting-hard",
            of("voting(estimators=[baseline,decision-tree(max_depth=2),decision-tree])", &classes),
        ),
        (
            "voting-numbers",
            of("voting(estimators=[baseline,decision-tree(max_depth=2)],weights=[1,3])", &numbers),
        ),
        ("ada-boost-classes", of("ada-boost(n_estimators=4)", &classes)),
        ("ada-boost-numbers", of("ada-boost(n_estimators=3,estimator=decision-tree(max_depth=2))", &numbers)),
        (
            "stacking",
            of("stacking(estimators=[baseline,decision-tree(max_depth=2)],passthrough=true)", &classes),
        ),
        ("cascade", of("cascade(estimators=[decision-tree(max_depth=1),decision-tree])", &classes)),
        ("one-vs-rest", of("one-vs-rest(estimator=decision-tree(max_depth=2))", &classes)),
        ("one-vs-one", of("one-vs-one(estimator=decision-tree(max_depth=2))", &classes)),
        ("output-code", of("output-code(estimator=decision-tree(max_depth=2),code=exhaustive)", &classes)),
        ("class-hierarchy", of("class-hierarchy(hierarchy=((green,other),large))", &classes)),
        ("mixture-of-experts-classes", of("mixture-of-experts(n_init=2)", &levels)),
        ("mixture-of-experts-numbers", of("mixture-of-experts(n_init=2,depth=2)", &kinds)),
    ]
}
