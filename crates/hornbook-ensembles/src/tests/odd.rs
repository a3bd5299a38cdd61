//! Odd tables and wrong parameters.

use super::*;

#[test]
fn a_class_whose_rows_weigh_nothing_is_never_predicted() {
    let full = table(60);
    for (text, _) in everyone(&full) {
        let weights: Vec<f64> = match classes(&full).require_target().unwrap().1 {
            hornbook_data::Target::Classes(c) => {
                c.codes.iter().map(|&c| f64::from(u8::from(c == 1))).collect()
            }
            hornbook_data::Target::Numbers(_) => unreachable!(),
        };
        let only = suiting(text, classes(&full)).with_weights(weights).unwrap();
        let model = learner(text).fit_with(&only, &Run::default()).unwrap();
        let shares = model.probabilities(&full).unwrap();
        assert!((0..60).all(|row| (shares.at(row, 1) - 1.0).abs() < 1e-12), "{text}: {:?}", shares.row(0));
    }
}

#[test]
fn wrong_parameters_are_sentences() {
    let data = classes(&table(40));
    for (text, sentence) in [
        ("voting(estimators=[])", "an empty list; expected at least one learner"),
        ("voting(weights=[1,2])", "expected 3 numbers"),
        ("voting(weights=[0,0,0])", "expected 3 numbers"),
        ("voting(weights=[1,1,1],learn_weights=true)", "given and to be learned"),
        ("cascade(columns=q)", "'q', which is no column"),
        (r#"cascade(columns=[["x"],["x"],["x"],["x"]])"#, "4 sets for 3 stages"),
        ("class-hierarchy(hierarchy=(a,b))", "without c"),
        ("bagging(max_samples=1.5)", "at most 1"),
        ("bagging(n_estimators=0)", "at least 1"),
        ("ada-boost(learning_rate=0)", "above 0"),
        ("mixture-of-experts", "takes no missing values"),
        ("mixture-of-experts(experts=0)", "at least 1"),
        ("mixture-of-experts(alpha=0)", "above 0"),
        ("one-vs-rest(estimator=memory)", "the learner 'memory' takes no missing values"),
        ("bagging(estimator=decision-tree(max_depth=0))", "parameter 'max_depth' is 0"),
    ] {
        let error = learner(text).fit_with(&data, &Run::default()).map(drop).unwrap_err().to_string();
        assert!(error.contains(sentence), "{text}: {error}");
    }
    let learner_error = |text: &str| {
        registry()
            .learner(&hornbook_core::LearnerSpec::parse(text).unwrap())
            .map(drop)
            .unwrap_err()
            .to_string()
    };
    assert!(learner_error("bagging(estimator=decision-tre)").contains("did you mean 'decision-tree'?"));
    assert!(learner_error("bagging(estimator=decision-tree(dept=3))").contains("'dept' is not known"));
    assert!(learner_error("bagging(estimator=decision-tree(max_depth=x))").contains("'max_depth' is 'x'"));
    let regression = numbers(&table(40));
    let error =
        learner("one-vs-rest").fit_with(&regression, &Run::default()).map(drop).unwrap_err().to_string();
    assert!(error.contains("does not support regression"));
}

#[test]
fn boosting_knows_when_to_stop() {
    let table = table(60);
    // A full tree is right everywhere: it decides alone.
    let perfect =
        learner("ada-boost(estimator=decision-tree)").fit_with(&classes(&table), &Run::default()).unwrap();
    assert_eq!(perfect.info().summary.details["members"], 1);
    // A guess cannot be boosted.
    let guess = learner("ada-boost(estimator=baseline,algorithm=m1)")
        .fit_with(&classes(&table), &Run::default())
        .unwrap();
    assert_eq!(guess.info().summary.details["members"], 1);
    assert!(guess.info().summary.warnings[0].contains("no better than random"));
    // Weights of rows far below 1 mean few draws.
    let light = classes(&table).with_weights(vec![1.0 / 60.0; 60]).unwrap();
    let model = learner("bagging").fit_with(&light, &Run::default()).unwrap();
    assert!(model.info().summary.warnings[0].contains("let 1 be the weight of one row"));
}
