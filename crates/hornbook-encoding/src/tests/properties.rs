//! What holds of any table.

use super::*;
use crate::{DenseRows, Precision};
use hornbook_data::{Features, Input, Schema, TargetSchema};
use hornbook_learner::{Batches, CHUNK_ROWS, TableBatches};
use proptest::prelude::*;

const LEVELS: [&str; 4] = ["a", "b", "c", "d"];

/// Rows of two numbers, a category and a boolean; the numbers may be zero, and all may be missing.
fn some_rows(rows: std::ops::Range<usize>) -> impl Strategy<Value = Table> {
    let number = prop_oneof![3 => -50..50i32, 1 => Just(0), 1 => Just(i32::MIN)];
    let row = (number.clone(), number, 0..5usize, 0..3u8);
    prop::collection::vec(row, rows).prop_map(|rows| {
        let real = |x: i32| if x == i32::MIN { f64::NAN } else { f64::from(x) / 8.0 };
        let labels: Vec<Option<&str>> = rows.iter().map(|row| LEVELS.get(row.2).copied()).collect();
        Table::builder()
            .number("x", rows.iter().map(|row| real(row.0)).collect())
            .category("c", &labels)
            .column("t", Column::Boolean(Booleans(rows.iter().map(|row| row.3).collect())))
            .number("z", rows.iter().map(|row| real(row.1)).collect())
            .build()
            .unwrap()
    })
}

fn any_options() -> impl Strategy<Value = EncoderOptions> {
    let scaling = prop::sample::select(vec![
        Scaling::None,
        Scaling::STANDARD,
        Scaling::MinMax { feature_range: (-1.0, 3.0) },
        Scaling::MaxAbs,
        Scaling::ROBUST,
    ]);
    let categories = prop::sample::select(vec![
        CategoricalEncoding::OneHot,
        CategoricalEncoding::Dummy,
        CategoricalEncoding::Ordinal,
        CategoricalEncoding::Native,
    ]);
    let unknown = prop::sample::select(vec![
        UnknownLevels::Zeros,
        UnknownLevels::Mean,
        UnknownLevels::Missing,
        UnknownLevels::Code(-1.0),
    ]);
    let missing = prop::sample::select(vec![
        MissingValues::Keep,
        MissingValues::Impute(Imputation::Mean),
        MissingValues::Impute(Imputation::Median),
        MissingValues::Impute(Imputation::MostFrequent),
        MissingValues::ImputeAndFlag(Imputation::Constant(0.5)),
    ]);
    (scaling, categories, unknown, missing).prop_map(|(scaling, categories, unknown, missing)| {
        EncoderOptions { scaling, categories, unknown, missing }
    })
}

fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| (x + 0.0).to_bits()).collect()
}

fn is_near(a: f64, b: f64) -> bool {
    (a.is_nan() && b.is_nan()) || (a - b).abs() <= 1e-12 * (1.0 + a.abs())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_form_has_the_same_numbers(table in some_rows(1..40), options in any_options()) {
        let data = table.dataset();
        let encoder = fit(options, &data).unwrap();
        let rows = data.features_in_place();
        let dense = encoder.matrix(&rows).unwrap();
        let (height, width) = (dense.rows(), encoder.width());
        prop_assert_eq!(width, encoder.names().len());
        let columns = encoder.columns(&rows);
        prop_assert_eq!(columns.len(), width);
        for (column, values) in columns.iter().enumerate() {
            prop_assert_eq!(bits(values), bits(&dense.column(column)));
            prop_assert_eq!(bits(values), bits(&encoder.column(&rows, column)));
        }
        let DenseRows::F32 { values: single, .. } = encoder.dense(&rows, Precision::F32).unwrap() else {
            panic!("a copy")
        };
        let rounded: Vec<u32> = dense.values().iter().map(|&x| (x as f32).to_bits()).collect();
        prop_assert_eq!(single.iter().map(|x| x.to_bits()).collect::<Vec<u32>>(), rounded);
        match encoder.sparse(&rows) {
            Some(sparse) => {
                let mut written = vec![0.0; height * width];
                sparse.view().write_dense(&mut written);
                prop_assert_eq!(bits(&written), bits(dense.values()));
                prop_assert!(sparse.view().values().iter().all(|x| *x != 0.0));
            }
            None => prop_assert!(encoder.encoded_columns().iter().any(|c| c.scale().is_some_and(|s| s.center != 0.0))),
        }
        let origin: Vec<f64> = (0..width).map(|column| column as f64 / 4.0).collect();
        let mut less = Vec::new();
        encoder.write_rows(&rows, Some(&origin), &mut less);
        let expected: Vec<f64> = dense.values().iter().enumerate().map(|(at, x)| x - origin[at % width]).collect();
        prop_assert_eq!(bits(&less), bits(&expected));
        let coefficients: Vec<f64> = (0..width).map(|column| 0.5 - column as f64).collect();
        let mut sums = vec![2.0; height];
        encoder.add_products(&rows, &coefficients, &mut sums);
        for (row, sum) in sums.iter().enumerate() {
            let expected = 2.0 + dense.row(row).iter().zip(&coefficients).map(|(x, w)| x * w).sum::<f64>();
            prop_assert!(is_near(*sum, expected), "{} {}", sum, expected);
        }
        let missing = |row: usize| dense.row(row).iter().any(|x| x.is_nan());
        let complete = encoder.complete_rows(&rows);
        prop_assert!((0..height).all(|row| complete[row] != missing(row)));
    }

    #[test]
    fn numbers_may_come_as_columns_matrix_or_sparse_rows(table in some_rows(1..60), options in any_options()) {
        let data = table.dataset().only(&["x", "z"]).unwrap();
        let encoder = fit(options, &data).unwrap();
        let columns = data.features_in_place();
        let plain = Encoder::of(&Input::of_dataset(&data), kept());
        let matrix = plain.matrix(&columns).unwrap();
        let sparse = plain.sparse(&columns).unwrap();
        let expected = encoder.matrix(&columns).unwrap();
        let coefficients: Vec<f64> = (0..encoder.width()).map(|column| 1.5 - column as f64).collect();
        let products = |rows: &Features<'_>| {
            let mut sums = vec![0.0; rows.rows()];
            encoder.add_products(rows, &coefficients, &mut sums);
            sums
        };
        for rows in [Features::Matrix(matrix.view()), Features::Sparse(sparse)] {
            prop_assert_eq!(bits(encoder.matrix(&rows).unwrap().values()), bits(expected.values()));
            for (ours, theirs) in products(&rows).iter().zip(products(&columns)) {
                prop_assert!(is_near(*ours, theirs));
            }
            if let Some(thin) = encoder.sparse(&rows) {
                let mut written = vec![0.0; expected.values().len()];
                thin.view().write_dense(&mut written);
                prop_assert_eq!(bits(&written), bits(expected.values()));
            }
            // Fitted to the same rows in another form, too.
            let mut statistics = crate::FeatureStatistics::new(encoder.inputs(), true);
            statistics.add(&rows, &vec![1.0; rows.rows()]);
            let again = Encoder::of_statistics(encoder.inputs(), options, &statistics, None).unwrap();
            for (ours, theirs) in again.matrix(&columns).unwrap().values().iter().zip(expected.values()) {
                prop_assert!(is_near(*ours, *theirs), "{} {}", ours, theirs);
            }
        }
    }

    #[test]
    fn weights_are_copies_and_rows_of_weight_zero_absent(
        table in some_rows(12..13),
        options in any_options(),
        weights in prop::collection::vec(0u32..4, 12),
    ) {
        prop_assume!(weights.iter().any(|weight| *weight > 0));
        let data = table.dataset();
        let copies: Vec<u32> =
            (0..12u32).flat_map(|row| std::iter::repeat_n(row, weights[row as usize] as usize)).collect();
        let weighted = data.clone().with_weights(weights.iter().map(|&weight| weight.into()).collect()).unwrap();
        let (ours, theirs) = (fit(options, &weighted).unwrap(), fit(options, &data.select(copies)).unwrap());
        prop_assert_eq!(ours.names(), theirs.names());
        let of = |encoder: &Encoder| encoder.matrix(&data.features_in_place()).unwrap().into_values();
        for (ours, theirs) in of(&ours).iter().zip(of(&theirs)) {
            prop_assert!(is_near(*ours, theirs), "{} {}", ours, theirs);
        }
    }

    #[test]
    fn columns_are_found_in_any_order(table in some_rows(5..20), options in any_options()) {
        let data = table.dataset();
        let encoder = fit(options, &data).unwrap();
        let turned: Vec<(String, Column)> =
            table.names().iter().cloned().zip(table.columns().iter().cloned()).rev().collect();
        let schema = Schema::predicting(TargetSchema::log_density(), &data);
        let (rows, _) = schema.features(&Table::new(turned).unwrap()).unwrap();
        let ours = encoder.matrix(&rows).unwrap().into_values();
        prop_assert_eq!(bits(&ours), bits(encoder.matrix(&data.features_in_place()).unwrap().values()));
    }

    #[test]
    fn the_way_back_adds_up(table in some_rows(5..20), options in any_options(), outputs in 1usize..4) {
        let encoder = fit(options, &table.dataset()).unwrap();
        let of_columns: Vec<f64> = (0..encoder.width() * outputs).map(|place| (place * place) as f64).collect();
        let of_inputs = encoder.to_inputs(&of_columns, outputs);
        prop_assert_eq!(of_inputs.len(), 4 * outputs);
        prop_assert_eq!(of_inputs.iter().sum::<f64>(), of_columns.iter().sum::<f64>());
        for input in 0..4 {
            for output in 0..outputs {
                let own: f64 = encoder.span(input).map(|column| of_columns[column * outputs + output]).sum();
                prop_assert_eq!(of_inputs[input * outputs + output], own);
            }
        }
    }

    #[test]
    fn moments_are_those_of_the_columns(table in some_rows(3..40), options in any_options()) {
        let data = table.dataset();
        let data = data.select(complete(&data));
        prop_assume!(!data.rows().is_empty());
        let encoder = fit(options, &data).unwrap();
        let inputs = Input::of_dataset(&data);
        let statistics =
            crate::FeatureStatistics::gather(&inputs, false, RowSource::Memory(&data), &Run::default()).unwrap();
        let (means, deviations) = encoder.moments(&statistics);
        for (column, values) in encoder.columns(&data.features_in_place()).iter().enumerate() {
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let variance = values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / values.len() as f64;
            prop_assert!((means[column] - mean).abs() < 1e-9, "{} {}", means[column], mean);
            prop_assert!((deviations[column] - variance.sqrt()).abs() < 1e-7);
        }
    }
}

/// The rows without a gap.
fn complete(data: &Dataset) -> Vec<u32> {
    let options = EncoderOptions { unknown: UnknownLevels::Missing, ..kept() };
    let encoder = Encoder::of(&Input::of_dataset(data), options);
    let complete = encoder.complete_rows(&data.features_in_place());
    (0..complete.len() as u32).filter(|&row| complete[row as usize]).collect()
}

#[test]
fn a_matrix_is_fitted_as_its_columns_are() {
    let value = |row: usize, column: usize| ((row * 31 + column * 17) % 1009) as f64 / 7.0;
    let mut table = Table::builder();
    for column in 0..10 {
        table = table.number(&format!("x{column}"), (0..3000).map(|row| value(row, column)).collect());
    }
    let table = table.build().unwrap();
    let data = table.dataset();
    let (inputs, matrix) = (Input::of_dataset(&data), crate::encoded_features(&data).unwrap());
    let mut statistics = [(); 2].map(|()| crate::FeatureStatistics::new(&inputs, false));
    let forms = [data.row_features(), Features::Matrix(matrix.view())];
    statistics.iter_mut().zip(&forms).for_each(|(statistics, rows)| statistics.add(rows, &[1.5; 3000]));
    assert_eq!(statistics[0], statistics[1]);
}

#[test]
fn batches_are_memory() {
    let rows = 2 * CHUNK_ROWS + 777;
    let value = |row: usize| ((row * 7919 + 13) % 10_007) as f64 / 97.0 - 40.0;
    let labels: Vec<Option<&str>> = (0..rows).map(|row| LEVELS.get(row % 5).copied()).collect();
    let table = Table::builder()
        .number("x", (0..rows).map(|row| if row % 11 == 0 { f64::NAN } else { value(row) }).collect())
        .category("c", &labels)
        .build()
        .unwrap();
    let weights = (0..rows).map(|row| (row % 3) as f64).collect();
    let data = table.dataset().with_weights(weights).unwrap();
    for scaling in [Scaling::STANDARD, Scaling::MIN_MAX, Scaling::MaxAbs, Scaling::ROBUST] {
        let missing = MissingValues::ImputeAndFlag(Imputation::Median);
        let options =
            EncoderOptions { scaling, missing, unknown: UnknownLevels::Mean, ..EncoderOptions::default() };
        let memory = fit(options, &data).unwrap();
        for batch_rows in [CHUNK_ROWS, 2 * CHUNK_ROWS] {
            let batches = TableBatches::new(data.clone(), batch_rows);
            let source = RowSource::Batches(&batches as &dyn Batches);
            let found = Encoder::fit(options, source, &Run::default()).unwrap();
            assert_eq!(found, memory, "{scaling:?}");
        }
        let odd = TableBatches::new(data.clone(), 1000);
        let found = Encoder::fit(options, RowSource::Batches(&odd), &Run::default()).unwrap();
        let (ours, theirs) =
            (found.encoded_columns()[0].scale().unwrap(), memory.encoded_columns()[0].scale().unwrap());
        assert!(is_near(ours.center, theirs.center) && is_near(ours.spread, theirs.spread), "{scaling:?}");
    }
}
