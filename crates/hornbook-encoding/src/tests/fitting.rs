use super::*;
use crate::{EncodedSource, FeatureScale, NumberStatistics, Precision};
use hornbook_data::{Features, Input, Matrix};

const DAY: f64 = 86_400.0;

// proves: 001:124
#[test]
fn one_column_a_level() {
    let data = mixed(false).dataset();
    let encoder = fit(EncoderOptions::default(), &data).unwrap();
    assert_eq!(encoder.names(), ["size", "new=true", "color=blue", "color=green", "color=red", "day"]);
    let values = encoded(EncoderOptions::default(), &data);
    assert_eq!(values[..6], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    assert_eq!(values[6..12], [3.0, 1.0, 1.0, 0.0, 0.0, DAY]);
    assert_eq!(values[18..], [8.0, 0.0, 0.0, 0.0, 1.0, 3.0 * DAY]);
}

#[test]
fn the_first_level_may_go_without() {
    let options = EncoderOptions { categories: CategoricalEncoding::Dummy, ..EncoderOptions::default() };
    let data = mixed(false).dataset();
    assert_eq!(fit(options, &data).unwrap().names(), ["size", "new=true", "color=green", "color=red", "day"]);
    assert_eq!(encoded(options, &data)[..5], [1.0, 0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn codes_are_one_column() {
    for categories in [CategoricalEncoding::Ordinal, CategoricalEncoding::Native] {
        let options = EncoderOptions { categories, unknown: UnknownLevels::Code(-1.0), ..kept() };
        assert_eq!(fit(options, &mixed(true).dataset()).unwrap().names(), ["size", "new", "color", "day"]);
        let values = encoded(options, &mixed(true).dataset());
        let column = |at: usize| values.iter().skip(at).step_by(4).copied().collect::<Vec<f64>>();
        assert_eq!(column(1), [0.0, 1.0, 1.0, -1.0]);
        assert_eq!(column(2), [1.0, -1.0, 0.0, 1.0]);
    }
}

#[test]
fn unknown_levels() {
    let colors = |unknown: UnknownLevels| {
        let values = encoded(EncoderOptions { unknown, ..kept() }, &mixed(true).dataset());
        // The row without a color: green, red; and the last, which is neither new nor not.
        (values[5 + 2..5 + 4].to_vec(), values[3 * 5 + 1])
    };
    assert_eq!(colors(UnknownLevels::Zeros), (vec![0.0, 0.0], 0.0));
    assert_eq!(colors(UnknownLevels::Mean), (vec![1.0 / 3.0, 2.0 / 3.0], 2.0 / 3.0));
    assert_eq!(colors(UnknownLevels::Code(7.0)), (vec![0.0, 0.0], 0.0));
    let (levels, boolean) = colors(UnknownLevels::Missing);
    assert!(levels.iter().all(|x| x.is_nan()) && boolean.is_nan());
}

#[test]
fn missing_values_are_refused_by_name() {
    let refused = fit(EncoderOptions::default(), &mixed(true).dataset()).unwrap_err().to_string();
    assert!(refused.contains("column 'size' has missing values"), "{refused}");
    let encoder = fit(EncoderOptions::default(), &mixed(false).dataset()).unwrap();
    let later = mixed(true);
    let refused =
        encoder.dense(&later.dataset().features_in_place(), Precision::F64).unwrap_err().to_string();
    assert!(refused.contains("column 'size' is missing (NaN) in row 3"), "{refused}");
    let matrix = Matrix::new(2, 1, vec![1.0, f64::NAN]).unwrap();
    let one = Encoder::of(&encoder.inputs()[..1], EncoderOptions::default());
    assert_eq!(one.first_missing(&Features::Matrix(matrix.view())), Some((1, 0)));
}

#[test]
fn rows_with_missing_values_are_left_out() {
    let options = EncoderOptions {
        missing: MissingValues::Drop,
        unknown: UnknownLevels::Missing,
        scaling: Scaling::STANDARD,
        ..EncoderOptions::default()
    };
    let data = mixed(true).dataset();
    let encoder = fit(options, &data).unwrap();
    // Only the first row is complete.
    assert_eq!(encoder.encoded_columns()[0].scale(), Some(FeatureScale { center: 1.0, spread: 1.0 }));
    assert_eq!(encoder.complete_rows(&data.features_in_place()), [true, false, false, false]);
    let nothing = fit(options, &data.slice(1..4)).unwrap_err();
    assert_eq!(nothing.to_string(), hornbook_core::Error::no_rows().to_string());
}

#[test]
fn missing_values_are_imputed_and_flagged() {
    let options = |missing: MissingValues| EncoderOptions { missing, ..EncoderOptions::default() };
    let data = mixed(true).dataset();
    let size = |imputation: Imputation| encoded(options(MissingValues::Impute(imputation)), &data)[2 * 5];
    assert_eq!(size(Imputation::Mean), 4.0);
    assert_eq!(size(Imputation::Median), 3.0);
    assert_eq!(size(Imputation::MostFrequent), 1.0, "the smallest of several");
    assert_eq!(size(Imputation::Constant(-5.0)), -5.0);
    let flagged = fit(options(MissingValues::ImputeAndFlag(Imputation::Mean)), &data).unwrap();
    assert_eq!(
        flagged.names(),
        [
            "size",
            "size is missing",
            "new=true",
            "new is missing",
            "color=green",
            "color=red",
            "color is missing",
            "day"
        ]
    );
    let values = flagged.matrix(&data.features_in_place()).unwrap().into_values();
    assert_eq!(values[8..16], [3.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, DAY], "the most frequent color is red");
    assert_eq!(values[16..19], [4.0, 1.0, 1.0]);
    assert_eq!(values[26..28], [1.0, 1.0], "true is more frequent than false");
}

#[test]
fn imputed_numbers_are_scaled() {
    let options = EncoderOptions {
        scaling: Scaling::MIN_MAX,
        missing: MissingValues::Impute(Imputation::Constant(2.75)),
        ..EncoderOptions::default()
    };
    let table = Table::builder().number("x", vec![1.0, f64::NAN, 8.0]).build().unwrap();
    assert_eq!(encoded(options, &table.dataset()), [0.0, 0.25, 1.0]);
}

// proves: 002:Q06
#[test]
fn columns_in_a_chosen_range() {
    // The notes: heights of 1.5 to 1.8 m, incomes of 10,000 to 10,000,000.
    let unit = |numbers: &[f64], from: f64, to: f64| {
        let statistics = NumberStatistics::of(numbers, &vec![1.0; numbers.len()], false);
        statistics.scale(Scaling::MinMax { feature_range: (from, to) })
    };
    let (heights, incomes) = ([1.5, 1.8], [10_000.0, 10_000_000.0]);
    assert!((unit(&heights, 0.0, 1.0).apply(1.65) - 0.5).abs() < 1e-12);
    assert!((unit(&incomes, 0.0, 1.0).apply(73_600.0) - 63_600.0 / 9_990_000.0).abs() < 1e-12);
    assert!((unit(&incomes, 0.0, 1.0).apply(73_600.0) - 0.006_366_37).abs() < 5e-9);
    let wide = unit(&heights, -3.0, 7.0);
    for (meters, expected) in [(1.5, -3.0), (1.65, 2.0), (1.8, 7.0), (2.1, 17.0)] {
        assert!((wide.apply(meters) - expected).abs() < 1e-12, "{meters}");
        assert!((wide.invert(expected) - meters).abs() < 1e-12, "{meters}");
    }
    let constant = unit(&[4.0, 4.0], -3.0, 7.0).apply(4.0);
    assert!((constant + 3.0).abs() < 1e-12, "a constant becomes the start of the range");
}

// proves: 002:Q07
#[test]
fn units() {
    let of = |numbers: &[f64]| NumberStatistics::of(numbers, &vec![1.0; numbers.len()], true);
    let column = of(&[1.0, 3.0, f64::NAN, 5.0]);
    assert_eq!(column.scale(Scaling::MIN_MAX), FeatureScale { center: 1.0, spread: 4.0 });
    let standard = column.scale(Scaling::STANDARD);
    assert!((standard.spread - (8.0f64 / 3.0).sqrt()).abs() < 1e-15 && standard.center == 3.0);
    let scaled = [1.0, 3.0, 5.0].map(|x| standard.apply(x));
    assert!(scaled.iter().sum::<f64>().abs() < 1e-12, "the mean is 0");
    assert!((scaled.iter().map(|z| z * z).sum::<f64>() / 3.0 - 1.0).abs() < 1e-12, "the deviation is 1");
    assert_eq!(column.scale(Scaling::None).apply(7.0), 7.0);
    assert_eq!(of(&[2.0; 3]).scale(Scaling::STANDARD).apply(3.0), 1.0, "a constant column keeps its unit");
    assert_eq!(of(&[f64::NAN]).scale(Scaling::MIN_MAX), FeatureScale::PLAIN);
    assert_eq!(of(&[0.0, 0.0]).scale(Scaling::MaxAbs), FeatureScale::PLAIN);
    assert_eq!(of(&[-4.0, 2.0]).scale(Scaling::MaxAbs).apply(2.0), 0.5);
    assert_eq!(
        of(&[0.0, 0.0, 0.0, 0.0, 9.0]).scale(Scaling::ROBUST),
        FeatureScale::PLAIN,
        "no interquartile range"
    );
    let heavy = NumberStatistics::of(&[1.0, 4.0], &[2.0, 1.0], false);
    let twice = NumberStatistics::of(&[1.0, 1.0, 4.0], &[1.0; 3], false);
    assert_eq!(heavy.scale(Scaling::STANDARD), twice.scale(Scaling::STANDARD));
}

#[test]
fn digits_far_from_zero_are_kept() {
    let values: Vec<f64> = (0..5000).map(|i| 1e9 + f64::from(i % 10)).collect();
    let table = Table::builder().number("x", values).build().unwrap();
    let scale = fit(EncoderOptions { scaling: Scaling::STANDARD, ..kept() }, &table.dataset()).unwrap();
    let scale = scale.encoded_columns()[0].scale().unwrap();
    assert!((scale.center - (1e9 + 4.5)).abs() < 1e-6, "{scale:?}");
    assert!((scale.spread - 8.25f64.sqrt()).abs() < 1e-9, "{scale:?}");
}

#[test]
fn ranges_that_are_none() {
    let data = mixed(false).dataset();
    let refused =
        |scaling: Scaling| fit(EncoderOptions { scaling, ..kept() }, &data).unwrap_err().to_string();
    for feature_range in [(1.0, 1.0), (2.0, 1.0), (0.0, f64::INFINITY), (f64::NAN, 1.0)] {
        let refused = refused(Scaling::MinMax { feature_range });
        assert!(refused.contains("the range of min-max scaling"), "{refused}");
    }
    for quantile_range in [(0.5, 0.5), (-0.1, 0.9), (0.1, 1.5)] {
        let (with_centering, with_scaling, unit_variance) = (true, true, false);
        let scaling = Scaling::Robust { with_centering, with_scaling, quantile_range, unit_variance };
        let refused = refused(scaling);
        assert!(refused.contains("the quantile range"), "{refused}");
    }
}

#[test]
fn an_offset_stays_as_it_is() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 4.0])
        .number("exposure", vec![3.0, 5.0, 9.0])
        .number("y", vec![0.0, 1.0, 2.0])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap().offset("exposure").unwrap();
    let encoder = fit(EncoderOptions { scaling: Scaling::STANDARD, ..kept() }, &data).unwrap();
    let scales: Vec<_> = encoder.encoded_columns().iter().filter_map(|column| column.scale()).collect();
    assert_ne!(scales[0], FeatureScale::PLAIN);
    assert_eq!(scales[1], FeatureScale::PLAIN);
}

#[test]
fn nothing_is_copied_where_nothing_changes() {
    let matrix = Matrix::new(2, 2, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let rows = Features::Matrix(matrix.view());
    let table = Table::builder().number("a", vec![0.0]).number("b", vec![1.0]).build().unwrap();
    let inputs = Input::of_dataset(&table.dataset());
    let plain = Encoder::of(&inputs, EncoderOptions::default());
    assert!(matches!(plain.dense(&rows, Precision::F64), Ok(crate::DenseRows::InPlace(_))));
    assert!(matches!(plain.dense(&rows, Precision::F32), Ok(crate::DenseRows::F32 { rows: 2, .. })));
    let scaled = fit(EncoderOptions { scaling: Scaling::MaxAbs, ..kept() }, &table.dataset()).unwrap();
    assert!(scaled.is_plain(), "the largest absolute values are 0 and 1");
}

#[test]
fn files_are_checked() {
    let options = EncoderOptions {
        scaling: Scaling::STANDARD,
        missing: MissingValues::ImputeAndFlag(Imputation::Mean),
        ..kept()
    };
    let encoder = fit(options, &mixed(true).dataset()).unwrap();
    let bytes = postcard::to_stdvec(&encoder).unwrap();
    assert_eq!(postcard::from_bytes::<Encoder>(&bytes).unwrap(), encoder);
    let json = serde_json::to_string(&encoder).unwrap();
    assert!(serde_json::from_str::<Encoder>(&json).is_ok());
    let (inputs, columns) = (encoder.inputs(), encoder.encoded_columns().to_vec());
    let refused = |change: &dyn Fn(&mut Vec<crate::EncodedColumn>)| {
        let mut columns = columns.clone();
        change(&mut columns);
        Encoder::of_columns(inputs, columns, options).is_none()
    };
    assert!(!refused(&|_| {}));
    assert!(refused(&|columns| columns.swap(0, 7)), "out of order");
    assert!(refused(&|columns| columns[0].input = 9), "no such input");
    assert!(refused(&|columns| columns[4].source = EncodedSource::Level(5)), "no such level");
    assert!(refused(&|columns| columns.swap(4, 5)), "levels out of order");
    assert!(refused(&|columns| columns[0].source = EncodedSource::Code), "a number has no code");
    let broken = EncodedSource::Number(FeatureScale { center: 0.0, spread: 0.0 });
    assert!(refused(&|columns| columns[0].source = broken), "no unit");
    let text = json.replace("\"Level\":1", "\"Level\":3");
    assert!(serde_json::from_str::<Encoder>(&text).is_err());
}
