//! Pipelines and column transformers over the learners there are.

use hornbook::data::{Dataset, Feature};
use hornbook::evaluation::CrossValidation;
use hornbook::evaluation::Resampling;
use hornbook::{
    Learner, LearnerSpec, Model, OutputRequest, ParameterValue, Run, Table, ToJson, Value, model_file,
};
use serde_json::json;

fn learner(text: &str) -> Box<dyn Learner> {
    hornbook::registry().learner(&LearnerSpec::parse(text).unwrap()).unwrap()
}

fn fit(text: &str, data: &Dataset) -> hornbook::Result<Box<dyn Model>> {
    learner(text).fit_with(data, &Run::default())
}

fn table() -> Table {
    let rows = 60;
    let size: Vec<f64> =
        (0..rows).map(|i| if i % 7 == 2 { f64::NAN } else { f64::from(i * 37 % 60) }).collect();
    let full: Vec<f64> = (0..rows).map(|i| f64::from(i * 11 % 60) / 7.0).collect();
    let kind: Vec<Option<&str>> =
        (0..rows).map(|i| ["u", "v", "w"].get((i * 5 % 7) as usize % 4).copied()).collect();
    let y: Vec<f64> = (0..rows).map(|i| f64::from(i * 37 % 60) * 0.5 + f64::from(i % 3)).collect();
    Table::builder()
        .number("size", size)
        .number("full", full)
        .category("kind", &kind)
        .number("y", y)
        .build()
        .unwrap()
}

fn data() -> Dataset {
    table().dataset().target("y").unwrap()
}

fn values(model: &dyn Model) -> Vec<f64> {
    match model.predict(&table()).unwrap().values {
        hornbook::Predictions::Numbers(values) => values,
        hornbook::Predictions::Classes(..) => panic!("classes"),
    }
}

#[test]
fn text_json_and_builder_are_the_same_pipeline() {
    let text = "pipeline(fill-missing(strategy=mean), scale-columns(method=robust), ridge(alpha=2))";
    let json = json!({"learner": "pipeline", "parameters": {"steps": [
        {"learner": "fill-missing", "parameters": {"strategy": "mean"}},
        {"learner": "scale-columns", "parameters": {"method": "robust"}},
        {"learner": "ridge", "parameters": {"alpha": 2.0}},
    ]}});
    let of_json = hornbook::registry().learner(&LearnerSpec::from_value(&json).unwrap()).unwrap();
    let builder = hornbook::Pipeline::default()
        .step(
            hornbook::FillMissing::default()
                .strategy(hornbook::preprocessing::fill_missing::NumericStrategy::Mean),
        )
        .step(LearnerSpec::new("scale-columns").with("method", "robust"))
        .step(hornbook::Ridge::default().alpha(2.0));
    let bytes = |learner: &dyn Learner| {
        model_file::to_bytes(&*learner.fit_with(&data(), &Run::default()).unwrap()).unwrap()
    };
    let by_text = bytes(&*learner(text));
    assert_eq!(by_text, bytes(&*of_json));
    assert_eq!(by_text, bytes(&builder));
}

#[test]
fn steps_are_those_that_a_person_would_take_one_by_one() {
    let model = fit("pipeline(fill-missing, scale-columns, ridge(alpha=2))", &data()).unwrap();
    let features = data().without_targets();
    let filler = fit("fill-missing", &features).unwrap();
    let filled = hornbook::transformed_dataset(filler.transformer().unwrap(), &data()).unwrap();
    let scaler = fit("scale-columns", &filled.without_targets()).unwrap();
    let scaled = hornbook::transformed_dataset(scaler.transformer().unwrap(), &filled).unwrap();
    let ridge = fit("ridge(alpha=2)", &scaled).unwrap();
    let by_hand = ridge.outputs(&scaled.row_features(), OutputRequest::PREDICTIONS).unwrap().predictions;
    assert_eq!(model.predict(&table()).unwrap().values, by_hand);
}

#[test]
fn a_file_gives_the_same_answers_and_explanations() {
    for text in [
        "pipeline(fill-missing, scale-columns, ridge)",
        "pipeline(columns(size+full=scale-columns, kind=select-columns), gradient-boosting(max_iter=5))",
        "pipeline(pipeline(fill-missing, scale-columns), ridge)",
    ] {
        let model = fit(text, &data()).unwrap();
        let bytes = model_file::to_bytes(&*model).unwrap();
        let again = model_file::from_bytes(&bytes, hornbook::registry()).unwrap();
        assert_eq!(values(&*model), values(&*again), "{text}");
        assert_eq!(model.explain(), again.explain(), "{text}");
        assert_eq!(bytes, model_file::to_bytes(&*again).unwrap(), "{text}");
        assert_eq!(again.info().spec().to_string(), text);
    }
}

#[test]
fn hyperparameters_of_steps_are_set_by_path() {
    let mut pipeline = learner("pipeline(scale-columns, scale-columns, bagging(estimator=ridge))");
    pipeline.set_parameter("scale-columns-2.method", &json!("min_max")).unwrap();
    pipeline.set_parameter("bagging.estimator.alpha", &json!(3.0)).unwrap();
    let steps = Vec::<LearnerSpec>::from_value(&pipeline.parameters()["steps"]).unwrap();
    let said: Vec<String> = steps.iter().map(LearnerSpec::to_string).collect();
    assert_eq!(
        said,
        ["scale-columns", "scale-columns(method=min_max)", "bagging(estimator=ridge(alpha=3.0))"]
    );
    let refused = |path: &str, value: Value| {
        learner("pipeline(scale-columns, ridge)").set_parameter(path, &value).unwrap_err().to_string()
    };
    assert!(refused("lasso.alpha", json!(1.0)).contains("a parameter of one of scale-columns, ridge"));
    assert!(refused("ridge.alpa", json!(1.0)).contains("'alpha'?"));
    assert!(refused("ridge.alpha", json!("much")).contains("parameter 'alpha'"));
    let direct = fit("pipeline(fill-missing, scale-columns, ridge(alpha=7))", &data()).unwrap();
    let mut set = learner("pipeline(fill-missing, scale-columns, ridge)");
    set.set_parameter("ridge.alpha", &json!(7.0)).unwrap();
    assert_eq!(values(&*direct), values(&*set.fit_with(&data(), &Run::default()).unwrap()));
}

#[test]
fn steps_that_do_not_fit_name_each_other_and_the_column() {
    let said = |text: &str| fit(text, &data()).unwrap_err().to_string();
    let missing = said("pipeline(scale-columns, ridge)");
    assert!(missing.contains("step 'ridge' of the pipeline, behind 'scale-columns'"), "{missing}");
    assert!(missing.contains("column 'size' is missing (NaN) in row 3"), "{missing}");
    let order = said("pipeline(ridge, scale-columns)");
    assert!(
        order
            .contains("step 'ridge' of the pipeline is no transformer, and 'scale-columns' stands behind it"),
        "{order}"
    );
    assert!(said("pipeline()").contains("the pipeline has no steps"));
    assert!(said("pipeline(columns(sizes=scale-columns), ridge)").contains("did you mean 'size'?"));
    assert!(said("pipeline(columns(size=ridge), ridge)").contains("'ridge' is no transformer"));
    let unused = said("scale-columns");
    assert!(unused.contains("'scale-columns' is a transformer and predicts nothing, and 'y' is a target"));
    let transformer = fit("scale-columns", &data().without_targets()).unwrap();
    assert!(
        transformer
            .predict(&table())
            .unwrap_err()
            .to_string()
            .contains("transforms rows and predicts nothing")
    );
    let ridge = fit("pipeline(fill-missing, ridge)", &data()).unwrap();
    let refused = ridge.transformer().err().unwrap().to_string();
    assert!(refused.contains("predicts and does not transform rows"), "{refused}");
}

#[test]
fn a_pipeline_takes_what_its_steps_take() {
    let takes = |text: &str| learner(text).capabilities();
    assert!(!takes("pipeline(scale-columns, ridge)").missing);
    assert!(takes("pipeline(scale-columns, fill-missing, ridge)").missing);
    assert!(takes("pipeline(scale-columns, decision-tree)").missing);
    assert!(takes("pipeline(bag-of-words, ridge)").text && !takes("pipeline(scale-columns, ridge)").text);
    assert!(takes("pipeline(scale-columns, poisson-regression)").offset);
    assert!(learner("pipeline(scale-columns, ridge)").needs_target());
    assert!(!learner("pipeline(fill-missing, scale-columns)").needs_target());
}

#[test]
fn importances_and_shap_values_are_those_of_the_inputs() {
    let model =
        fit("pipeline(fill-missing, gradient-boosting(max_iter=9, min_samples_leaf=2))", &data()).unwrap();
    let importances = model.inspect().importances().unwrap();
    assert_eq!(importances.len(), 3);
    assert!((importances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let (rows, _) = model.info().schema.features(&table()).unwrap();
    let shap = model.predictor().unwrap().shap_values(&rows, None, &Run::default()).unwrap().unwrap();
    for (row, value) in values(&*model).into_iter().enumerate() {
        let sum: f64 = (0..3).map(|column| shap.value(row, column, 0)).sum();
        assert!((shap.base()[0] + sum - value).abs() < 1e-9);
    }
}

#[test]
fn an_offset_passes_by_the_transformers() {
    let table = table();
    let roles = |data: Dataset| data.only(&["full", "size"]).unwrap().offset("full").unwrap();
    let y: Vec<f64> = (0..60).map(|i| f64::from(i % 5)).collect();
    let table = table.with_column("count", hornbook::data::Column::Number(y.into())).unwrap();
    let data = roles(table.dataset().target("count").unwrap());
    let model =
        fit("pipeline(fill-missing(add_indicator=false), scale-columns, poisson-regression)", &data).unwrap();
    assert_eq!(model.info().schema.offset_name(), Some("full"));
    let at = |by: f64| {
        let Feature::Number(full) = Feature::of(table.column("full").unwrap()) else { panic!("codes") };
        let moved = Table::builder()
            .number("full", full.iter().map(|x| x + by).collect())
            .column("size", table.column("size").unwrap().clone())
            .build();
        match model.predict(&moved.unwrap()).unwrap().values {
            hornbook::Predictions::Numbers(values) => values[5],
            hornbook::Predictions::Classes(..) => panic!("classes"),
        }
    };
    // The mean is multiplied by the exposure, whatever is done to the features.
    assert!((at(2f64.ln()) / at(0.0) - 2.0).abs() < 1e-9);
}

#[test]
fn different_columns_get_different_transformers() {
    let features = data().without_targets();
    let model =
        fit("columns(full=scale-columns(method=min_max), @category=keep, @rest=drop)", &features).unwrap();
    let transformer = model.transformer().unwrap();
    let names: Vec<String> = transformer.outputs().into_iter().map(|output| output.name).collect();
    assert_eq!(names, ["full", "kind"]);
    let made = hornbook::transformed_dataset(transformer, &features).unwrap();
    let Feature::Number(full) = made.feature(0) else { panic!("codes") };
    assert_eq!(full.iter().copied().fold(f64::NEG_INFINITY, f64::max), 1.0);
    // What nobody selects stays, behind the others, unless it is to be dropped.
    let kept = fit("columns(full=scale-columns)", &features).unwrap();
    let names: Vec<String> = kept.transformer().unwrap().outputs().into_iter().map(|o| o.name).collect();
    assert_eq!(names, ["full", "size", "kind"]);
    let dropped = fit("columns(full=scale-columns, remainder=drop)", &features).unwrap();
    assert_eq!(dropped.transformer().unwrap().outputs().len(), 1);
    // A column for two transformers has two names.
    let twice = json!({"learner": "columns", "parameters": {"remainder": "drop", "transformers": [
        {"columns": ["full"], "transformer": "scale-columns"},
        {"columns": ["full"], "transformer": "keep"},
    ]}});
    let twice = hornbook::registry().learner(&LearnerSpec::from_value(&twice).unwrap()).unwrap();
    let twice = twice.fit_with(&features, &Run::default()).unwrap();
    let names: Vec<String> = twice.transformer().unwrap().outputs().into_iter().map(|o| o.name).collect();
    assert_eq!(names, ["scale-columns: full", "select-columns: full"]);
}

#[test]
fn transformers_and_their_inverses_cancel() {
    let features = data().without_targets().only(&["full", "size"]).unwrap();
    for text in [
        "scale-columns",
        "pipeline(scale-columns(method=robust), scale-columns(method=min_max))",
        "columns(size=scale-columns, full=keep)",
    ] {
        let model = fit(text, &features).unwrap();
        let transformer = model.transformer().unwrap();
        let made = transformer.transform(&features.row_features()).unwrap();
        let back = transformer.inverse_transform(&made.features()).unwrap();
        for column in 0..2 {
            let (Feature::Number(found), Feature::Number(given)) =
                (back.features().column(column), features.feature(column))
            else {
                panic!("codes")
            };
            for (found, given) in found.iter().zip(given.iter()) {
                assert!((found - given).abs() < 1e-12 || (found.is_nan() && given.is_nan()), "{text}");
            }
        }
    }
    let gone = fit("columns(size=scale-columns, remainder=drop)", &features).unwrap();
    let made = gone.transformer().unwrap().transform(&features.row_features()).unwrap();
    let refused = gone.transformer().unwrap().inverse_transform(&made.features()).unwrap_err().to_string();
    assert!(refused.contains("'full' was dropped"), "{refused}");
}

#[test]
fn a_pipeline_is_evaluated_as_any_learner() {
    let pipeline = learner("pipeline(fill-missing, scale-columns, ridge)");
    let evaluation = CrossValidation::new(5).seed(3).evaluate(&*pipeline, &data()).unwrap();
    let again = CrossValidation::new(5).seed(3).evaluate(&*pipeline, &data()).unwrap();
    assert_eq!(evaluation.to_json(), again.to_json());
}

/// Rows that follow each other must not be cut into blocks, wherever the transformer stands that looks back.
#[test]
fn rows_that_look_back_are_predicted_together() {
    let known = "pipeline(columns(full=lags(lags=[1])), fill-missing, linear-regression)";
    for text in [known.to_string(), format!("bagging(estimator={known}, n_estimators=2)")] {
        let model = fit(&text, &data()).unwrap();
        assert!(!model.is_row_wise(), "{text}");
        let in_blocks = model.predict_with(&table(), &Run::default()).unwrap().values;
        assert_eq!(in_blocks, model.predict(&table()).unwrap().values, "{text}");
    }
    assert!(fit("pipeline(fill-missing, linear-regression)", &data()).unwrap().is_row_wise());
}

/// Why a row gets its prediction.
fn why(text: &str, data: &Dataset, row: usize) -> hornbook::Explanation {
    fit(text, data).unwrap().explain_row(&data.row_features(), row).unwrap()
}

#[test]
fn values_in_explanations_are_those_of_the_inputs() {
    let said = |text: &str, row: usize| why(text, &data(), row).to_string();
    for learner in ["ridge", "random-forest(n_estimators=5)", "pipeline(scale-columns, ridge)"] {
        let text = format!("pipeline(fill-missing(add_indicator=false), scale-columns, {learner})");
        let row = said(&text, 2);
        assert!(row.contains("(is missing)") && row.contains("(is 3.14286)"), "{text}: {row}");
        assert!(row.contains("Imputation\n  size: missing, imputed with 29"), "{text}: {row}");
    }
    // Programs get all digits; a column of its own name has its own value.
    let explanation = why("pipeline(fill-missing, scale-columns, one-hot, ridge)", &data(), 2);
    assert_eq!(
        explanation.to_json()["feature_contributions"]["columns"]["full"]["value"],
        "3.142857142857143"
    );
    assert!(explanation.to_string().contains("kind=w") && !explanation.to_string().contains("(is w)"));
    let classes = data().without_targets().without(&["y"]).unwrap().target("kind").unwrap();
    let classes = classes.drop_missing_target().unwrap().0;
    let bayes = why("pipeline(scale-columns, naive-bayes)", &classes, 1).to_string();
    let full = bayes.split("full = ").nth(1).unwrap().split(' ').next().unwrap();
    assert!(full.len() <= 7 && full.parse::<f64>().unwrap() >= 0.0, "{bayes}");
    let density = data().without_targets().only(&["full"]).unwrap();
    let near = why("pipeline(scale-columns, kernel-density)", &density, 2).to_string();
    assert!(near.contains("3.14286, transformed to -0."), "{near}");
}

#[test]
fn an_offset_keeps_its_value_in_explanations() {
    let table = Table::builder()
        .number("log_hours", vec![0.25, 1.5, 0.75, 2.0])
        .number("x", vec![100.0, 300.0, 200.0, 500.0])
        .number("calls", vec![2.0, 7.0, 3.0, 9.0])
        .build()
        .unwrap();
    let data = table.dataset().target("calls").unwrap().offset("log_hours").unwrap();
    let row = why("pipeline(scale-columns, poisson-regression)", &data, 2).to_string();
    assert!(row.contains("(is 200)") && row.contains("(is 0.75)"), "{row}");
}

#[test]
fn models_are_called_by_the_learner_at_the_end_of_a_pipeline() {
    let title = |text: &str| fit(text, &data()).unwrap().info().title();
    assert_eq!(title("baseline"), "baseline for 'y' (regression)");
    assert_eq!(
        title("pipeline(fill-missing, pipeline(scale-columns(method=robust), fill-missing, ridge))"),
        "ridge (imputed, scaled) for 'y' (regression)"
    );
    assert_eq!(
        title("pipeline(columns(kind=one-hot), decision-tree)"),
        "decision-tree (columns) for 'y' (regression)"
    );
    let rows = data().without_targets().without(&["y"]).unwrap();
    let title = |text: &str| fit(text, &rows).unwrap().info().title();
    assert_eq!(title("pipeline(fill-missing, isolation-forest)"), "isolation-forest (imputed; outliers)");
    assert_eq!(title("scale-columns"), "scale-columns (transformation)");
}

#[test]
fn text_that_a_learner_names_is_a_feature() {
    use hornbook::data::ColumnKind::{self, Category, Text};
    let taken = |text: &str| hornbook::taken_columns(&*learner(text));
    let named = |text: &str| taken(text).named.into_iter().collect::<Vec<(String, Option<ColumnKind>)>>();
    let of = |name: &str, kind: Option<ColumnKind>| (name.to_string(), kind);
    let text = "pipeline(columns(notes=bag-of-words, city+who=one-hot, x=scale-columns), ridge)";
    assert_eq!(
        named(text),
        [of("city", Some(Category)), of("notes", Some(Text)), of("who", Some(Category)), of("x", None)]
    );
    assert!(!taken(text).kinds.contains(&Text) && !taken(text).vectorizes);
    assert_eq!(named(&format!("bagging(estimator={text})")), named(text));
    assert_eq!(named("pipeline(drop-columns(columns=notes+@date), ridge)"), [of("notes", None)]);
    assert_eq!(
        named("columns(a+b=bag-of-words, a+c=one-hot)"),
        [of("a", None), of("b", Some(Text)), of("c", Some(Category))]
    );
    for (text, vectorizes) in [
        ("pipeline(bag-of-words, multinomial-naive-bayes)", true),
        ("pipeline(scale-columns, bag-of-words, ridge)", true),
        ("pipeline(columns(color=one-hot, @rest=bag-of-words), ridge)", true),
        ("pipeline(columns(@text=bag-of-words), ridge)", false),
        ("pipeline(columns(notes=bag-of-words), ridge)", false),
        ("ridge", false),
    ] {
        assert_eq!(taken(text).vectorizes, vectorizes, "{text}");
    }

    let words = ["red apple", "green pear", "red cherry", "green apple"].map(Some);
    let table =
        Table::builder().category("notes", &words).number("y", vec![1.0, 2.0, 1.5, 2.5]).build().unwrap();
    let learner = learner("pipeline(columns(notes=bag-of-words), ridge)");
    let data =
        table.dataset().target("y").unwrap().taking(&taken("pipeline(columns(notes=bag-of-words), ridge)"));
    let model = learner.fit_with(&data.unwrap(), &Run::default()).unwrap();
    let new = Table::builder().category("notes", &[Some("green cherry"), Some("red pear")]).build().unwrap();
    let hornbook::Predictions::Numbers(made) = model.predict(&new).unwrap().values else { panic!("numbers") };
    assert!(made[0] > made[1], "{made:?}");
    // Who forgets to take up what is named is told how.
    let long: Vec<Option<String>> = (0..30).map(|i| Some(format!("note {i}"))).collect();
    let table = Table::builder()
        .column("notes", hornbook::data::Column::Text(long.into_iter().collect()))
        .number("y", (0..30).map(f64::from).collect())
        .build()
        .unwrap();
    let said =
        learner.fit_with(&table.dataset().target("y").unwrap(), &Run::default()).unwrap_err().to_string();
    assert!(
        said.contains("column 'notes' is given to 'bag-of-words', and is no feature of the dataset"),
        "{said}"
    );
    assert!(said.contains("data.taking(&taken_columns(&learner))"), "{said}");
}
