use super::*;
use hornbook_data::ReadOptions;
use serde_json::Value;

fn reference() -> Value {
    serde_json::from_str(include_str!("../../tests/reference/encoding.json")).unwrap()
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect()
}

fn numbers(rows: &Value) -> Vec<f64> {
    let row = |row: &Value| row.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect::<Vec<f64>>();
    rows.as_array().unwrap().iter().flat_map(row).collect()
}

fn assert_close(ours: &[f64], theirs: &[f64], what: &str) {
    assert_eq!(ours.len(), theirs.len(), "{what}");
    let apart = ours.iter().zip(theirs).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(apart < 1e-10, "{what}: {apart}");
}

#[test]
fn scalers_of_scikit_learn() {
    let all = reference();
    let text = include_bytes!("../../../../data/mtcars.csv");
    let table = ReadOptions::default().read_from(&text[..], "mtcars.csv").unwrap();
    let data = table.dataset().only(&strings(&all["numbers"])).unwrap();
    let robust = |with_centering: bool, quantile_range: (f64, f64), unit_variance: bool| Scaling::Robust {
        with_centering,
        with_scaling: true,
        quantile_range,
        unit_variance,
    };
    let scalings = [
        ("standard", Scaling::STANDARD),
        ("standard_without_mean", Scaling::Standard { with_mean: false, with_std: true }),
        ("standard_without_std", Scaling::Standard { with_mean: true, with_std: false }),
        ("min_max", Scaling::MIN_MAX),
        ("min_max_of_a_range", Scaling::MinMax { feature_range: (-3.0, 7.0) }),
        ("max_abs", Scaling::MaxAbs),
        ("robust", Scaling::ROBUST),
        ("robust_of_deciles", robust(true, (0.1, 0.9), true)),
        ("robust_without_centering", robust(false, (0.25, 0.75), false)),
    ];
    for (name, scaling) in scalings {
        let ours = encoded(EncoderOptions { scaling, ..EncoderOptions::default() }, &data);
        assert_close(&ours, &numbers(&all["scaled"][name]), name);
    }
    let weights = (0..data.rows().len()).map(|row| if row < 7 { 2.0 } else { 1.0 }).collect();
    let options = EncoderOptions { scaling: Scaling::STANDARD, ..EncoderOptions::default() };
    let encoder = fit(options, &data.clone().with_weights(weights).unwrap()).unwrap();
    let ours = encoder.matrix(&data.features_in_place()).unwrap().into_values();
    assert_close(&ours, &numbers(&all["scaled"]["standard_weighted"]), "standard_weighted");
}

// proves: 001:124
#[test]
fn encoders_of_scikit_learn() {
    let all = reference();
    let text = include_bytes!("../../../../data/restaurant.csv");
    let table = ReadOptions::default().read_from(&text[..], "restaurant.csv").unwrap();
    let data = table.dataset().only(&strings(&all["categories"])).unwrap();
    let encodings = [
        ("one_hot", CategoricalEncoding::OneHot),
        ("dummy", CategoricalEncoding::Dummy),
        ("ordinal", CategoricalEncoding::Ordinal),
    ];
    for (name, categories) in encodings {
        let ours = encoded(EncoderOptions { categories, ..EncoderOptions::default() }, &data);
        assert_close(&ours, &numbers(&all["encoded"][name]), name);
    }
}
