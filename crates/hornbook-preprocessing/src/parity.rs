//! What scikit-learn's transformers make of the shipped data (`tests/reference/transformers.py`), to 1e-10.

use hornbook_core::{LearnerSpec, Run, Value};
use hornbook_data::{Dataset, Feature, ReadOptions, Table};
use hornbook_learner::{Model, Registry};

fn reference() -> Value {
    serde_json::from_str(include_str!("../tests/reference/transformers.json")).unwrap()
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

/// A table of the shipped data, without inferred booleans.
fn table(text: &[u8], name: &str) -> Table {
    ReadOptions::default().read_from(text, name).unwrap()
}

fn cars() -> Table {
    table(include_bytes!("../../../data/mtcars.csv"), "mtcars.csv")
}

fn restaurant() -> Table {
    table(include_bytes!("../../../data/restaurant.csv"), "restaurant.csv")
}

/// The columns of numbers with the gaps that the script makes.
fn cars_with_gaps(columns: &[&str]) -> Table {
    let cars = cars();
    let mut table = Table::builder();
    for (at, name) in columns.iter().enumerate() {
        let Feature::Number(values) = Feature::of(cars.column(name).unwrap()) else { panic!("levels") };
        let is_gap = |row: usize| {
            (at == 1 && row.is_multiple_of(5)) || (at == 4 && row >= 3 && (row - 3).is_multiple_of(7))
        };
        let gap = |(row, x): (usize, &f64)| if is_gap(row) { f64::NAN } else { *x };
        table = table.number(name, values.iter().enumerate().map(gap).collect());
    }
    table.build().unwrap()
}

/// Numbers as levels.
fn as_levels(table: &Table, columns: &[&str]) -> Table {
    let mut made = Table::builder();
    for name in columns {
        let column = table.column(name).unwrap();
        let labels: Vec<Option<String>> = (0..column.len()).map(|row| column.label(row)).collect();
        made = made.category(name, &labels);
    }
    made.build().unwrap()
}

fn fit(text: &str, data: &Dataset) -> Box<dyn Model> {
    let all = || crate::registry_entries().into_iter().chain(hornbook_linear::registry_entries()).collect();
    let registry = Registry::fill(all);
    let learner = registry.learner(&LearnerSpec::parse(text).unwrap()).unwrap();
    learner.fit_with(data, &Run::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a model makes of the features of some rows, row by row.
fn made(model: &dyn Model, data: &Dataset) -> Vec<Vec<f64>> {
    let made = model.transformer().unwrap().transform(&data.row_features()).unwrap();
    let features = made.features();
    let columns: Vec<Feature> = (0..features.width()).map(|column| features.column(column)).collect();
    let cell = |column: &Feature, row: usize| match column {
        Feature::Number(values) => values[row],
        Feature::Code(codes, _) => f64::from(codes[row]),
        _ => panic!("neither numbers nor levels"),
    };
    (0..features.rows()).map(|row| columns.iter().map(|column| cell(column, row)).collect()).collect()
}

fn assert_close(what: &str, ours: &[Vec<f64>], theirs: &Value) {
    let theirs = theirs.as_array().unwrap_or_else(|| panic!("{what}: no reference"));
    assert_eq!(ours.len(), theirs.len(), "{what}");
    for (row, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
        let theirs: Vec<f64> =
            theirs.as_array().unwrap().iter().map(|x| x.as_f64().unwrap_or(f64::NAN)).collect();
        assert_eq!(ours.len(), theirs.len(), "{what}, row {row}");
        for (ours, theirs) in ours.iter().zip(&theirs) {
            let is_close = (ours - theirs).abs() <= 1e-10 * theirs.abs().max(1.0);
            assert!(is_close || ours.is_nan() && theirs.is_nan(), "{what}, row {row}: {ours} and {theirs}");
        }
    }
}

/// Every setting of a transformer that the reference has, fitted and applied to the same rows.
fn assert_all(learner: &str, group: &str, data: &Dataset) {
    let all = reference();
    for (settings, theirs) in all[group].as_object().unwrap() {
        let text = format!("{learner}({settings})");
        assert_close(&text, &made(&*fit(&text, data), data), theirs);
    }
}

#[test]
fn scalers() {
    let all = reference();
    let data = cars().dataset().only(&names(&all["numbers"])).unwrap();
    assert_all("scale-columns", "scaled", &data);
    let first = data.select((0..16).collect());
    let clipped = fit("scale-columns(method=min_max,clip=true)", &first);
    assert_close("clip", &made(&*clipped, &data), &all["clipped"]);
    let weights: Vec<f64> = (0..32).map(|row| if row < 7 { 2.0 } else { 1.0 }).collect();
    let weighted = fit("scale-columns", &data.with_row_weights(&weights).unwrap());
    assert_close("weights", &made(&*weighted, &data), &all["weighted"]);
}

#[test]
fn imputers() {
    let all = reference();
    let data = cars_with_gaps(&names(&all["numbers"])).dataset();
    for (settings, theirs) in all["imputed"].as_object().unwrap() {
        let text = format!("fill-missing({settings},add_indicator=false)");
        assert_close(&text, &made(&*fit(&text, &data), &data), theirs);
    }
    assert_all("knn-imputation", "imputed_by_neighbors", &data);
    let chained = fit("iterative-imputation(estimator=linear-regression,max_iter=4,tol=0)", &data);
    assert_close("iterative imputation", &made(&*chained, &data), &all["imputed_iteratively"]);
    for (features, theirs) in all["missing_indicator"].as_object().unwrap() {
        let text = format!("missing-indicator(features={features})");
        assert_close(&text, &made(&*fit(&text, &data), &data), theirs);
    }
}

// proves: 001:124
#[test]
fn encoders() {
    let all = reference();
    let data = as_levels(&restaurant(), &names(&all["categories"])).dataset();
    assert_all("one-hot", "one_hot", &data);
    assert_all("ordinal", "ordinal", &data);
    let first = data.select((0..6).collect());
    let unknown = fit("one-hot(handle_unknown=infrequent_if_exist,max_categories=2)", &first);
    assert_close("unknown levels", &made(&*unknown, &data), &all["one_hot_unknown"]);
    let unknown = fit("ordinal(unknown_value=-1)", &first);
    assert_close("unknown levels", &made(&*unknown, &data), &all["ordinal_unknown"]);
}

#[test]
fn target_encoders() {
    let all = reference();
    let with_target = |features: &Table, table: &Table, target: &str, is_class: bool| {
        let mut together = Table::builder();
        for (name, column) in features.names().iter().zip(features.columns()) {
            together = together.column(name, column.clone());
        }
        let column = table.column(target).unwrap();
        let labels: Vec<Option<String>> = (0..column.len()).map(|row| column.label(row)).collect();
        let together = match is_class {
            true => together.category("the target", &labels),
            false => together.column("the target", column.clone()),
        };
        together.build().unwrap().dataset().target("the target").unwrap()
    };
    let cylinders = as_levels(&cars(), &["cyl", "gear", "carb"]);
    let data = with_target(&cylinders, &cars(), "mpg", false);
    for (smooth, theirs) in all["target_numbers"].as_object().unwrap() {
        let text = format!("target-encoding(smooth={smooth})");
        assert_close(&text, &made(&*fit(&text, &data), &data), theirs);
    }
    let categories = as_levels(&restaurant(), &names(&all["categories"]));
    let data = with_target(&categories, &restaurant(), "WillWait", true);
    assert_close("two classes", &made(&*fit("target-encoding", &data), &data), &all["target_two_classes"]);
    let iris = table(include_bytes!("../../../data/iris.csv"), "iris.csv");
    let wide: Vec<Option<&str>> = names(&all["wide"]).into_iter().map(Some).collect();
    let wide = Table::builder().category("wide", &wide).build().unwrap();
    let data = with_target(&wide, &iris, "species", true);
    assert_close("three classes", &made(&*fit("target-encoding", &data), &data), &all["target_classes"]);
}

#[test]
fn numbers_in_other_forms() {
    let all = reference();
    let data = cars().dataset().only(&names(&all["numbers"])).unwrap();
    assert_all("binning", "binning", &data);
    assert_all("binarize", "binarize", &data);
    assert_all("quantile-transform", "quantile_transform", &data);
    assert_all("normalize", "normalize", &data);
    assert_all("polynomial-features", "polynomial_features", &data.select((0..5).collect()));
    let first = data.select((0..20).collect());
    for (settings, theirs) in all["spline_features"].as_object().unwrap() {
        let text = format!("spline-features({settings})");
        assert_close(&text, &made(&*fit(&text, &first), &data), theirs);
    }
    let categories = as_levels(&restaurant(), &names(&all["categories"])).dataset();
    assert_all("feature-hashing", "feature_hashing", &categories);
}

#[test]
fn sequences() {
    let all = reference();
    let data = cars().dataset().only(&names(&all["sequence"])).unwrap();
    assert_all("lags", "lags", &data);
    assert_all("rolling-windows", "rolling_windows", &data);
}

/// The exponents are those of the script, which has 50 digits; scikit-learn's have eight.
#[test]
fn power_transforms() {
    let all = reference();
    let data = cars().dataset().only(&names(&all["numbers"])).unwrap();
    for (method, theirs) in all["power"].as_object().unwrap() {
        let model = fit(&format!("power(method={method})"), &data);
        let explained = &model.explain().to_json()["power_transform"];
        let lambdas: Vec<f64> =
            names(&all["numbers"]).iter().map(|name| explained[name]["lambda"].as_f64().unwrap()).collect();
        for (ours, theirs) in lambdas.iter().zip(theirs["lambdas"].as_array().unwrap()) {
            assert!((ours - theirs.as_f64().unwrap()).abs() < 1e-10, "{method}: {ours} and {theirs}");
        }
        assert_close(method, &made(&*model, &data), &theirs["rows"]);
    }
}
