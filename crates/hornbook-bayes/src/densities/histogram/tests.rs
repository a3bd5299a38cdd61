use super::*;
use crate::densities::kernel_density::tests::{numbers, reference, shipped};
use crate::densities::{DensityEstimator, density_curve, density_grid};
use hornbook_core::{ParameterValue, Run, Seed};
use hornbook_data::{Matrix, Table};
use hornbook_learner::{Fit, Model, Predictions, TrainingInput};
use hornbook_math::distributions::{Normal, Univariate as _};
use serde_json::json;

fn predict(model: &dyn Model, rows: &Matrix) -> Vec<f64> {
    let Predictions::Numbers(values) = model.predict_matrix(rows.view()).unwrap() else { panic!("classes") };
    values
}

fn one_column(values: &[f64]) -> Table {
    Table::builder().number("x", values.to_vec()).build().unwrap()
}

#[test]
fn edges_agree_with_numpy() {
    let all = reference();
    let entries = all["edges"].as_array().unwrap();
    assert_eq!(entries.len(), 21);
    for entry in entries {
        let table = shipped(entry["table"].as_str().unwrap());
        let data = table.dataset().only(&[entry["column"].as_str().unwrap()]).unwrap();
        let model =
            Histogram::default().bins(HistogramBins::from_value(&entry["rule"]).unwrap()).fit(&data).unwrap();
        let theirs = numbers(&entry["edges"]);
        assert_eq!(model.edges(0).len(), theirs.len(), "{entry}");
        assert!(model.edges(0).iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-9), "{entry}");
    }
}

/// The density at a point is the limit of the probability of a narrow interval over its width, and is no probability: it may
/// be above 1, and integrates to 1.
// proves: 000a:K9
#[test]
fn a_density_is_the_share_of_a_narrow_bin_over_its_width() {
    let truth = Normal::new(0.0, 0.1).unwrap();
    let mut rng = Seed(3).rng();
    let values: Vec<f64> = (0..100_000).map(|_| truth.sample(&mut rng)).collect();
    for width in [0.1, 0.01, 1e-3, 1e-6] {
        let share = truth.between(0.05, 0.05 + width) / width;
        assert!((share - truth.density(0.05)).abs() < 20.0 * width, "{width}: {share}");
    }
    let (from, width) = (0.05, 0.01);
    let edges: Vec<f64> = (-60..=60).map(|at| f64::from(at) * width).collect();
    let model = Histogram::default().edges(edges.clone()).fit(&one_column(&values).dataset()).unwrap();
    let counted = values.iter().filter(|x| (from..from + width).contains(*x)).count();
    let found = predict(&model, &Matrix::new(1, 1, vec![from + 0.5 * width]).unwrap())[0].exp();
    assert!((found - counted as f64 / 100_000.0 / width).abs() < 1e-9, "{found}");
    // Within three standard errors of a share of 100,000 rows, over the width.
    let share = truth.between(from, from + width);
    let error = (share * (1.0 - share) / 100_000.0).sqrt() / width;
    assert!((found - share / width).abs() < 3.0 * error && found > 1.0, "{found}");
    let middles = Matrix::new(120, 1, edges[..120].iter().map(|edge| edge + 0.5 * width).collect()).unwrap();
    let whole: f64 = predict(&model, &middles).iter().map(|log| log.exp() * width).sum();
    assert!((whole - 1.0).abs() < 1e-9);
}

// proves: 000b:CL37
#[test]
fn bins_and_their_density() {
    let model = Histogram::default()
        .bins(HistogramBins::Count(4))
        .fit(&one_column(&[0.0, 1.0, 1.5, 4.0]).dataset())
        .unwrap();
    assert_eq!(model.edges(0), [0.0, 1.0, 2.0, 3.0, 4.0]);
    let cells: Vec<(Vec<u32>, f64)> = model.cells().map(|(cell, weight)| (cell.to_vec(), weight)).collect();
    assert_eq!(cells, [(vec![0], 1.0), (vec![1], 2.0), (vec![3], 1.0)]);
    let at = Matrix::new(6, 1, vec![0.0, 1.0, 2.5, 4.0, 4.1, -0.1]).unwrap();
    let none = f64::NEG_INFINITY;
    let expected = [0.25f64.ln(), 0.5f64.ln(), none, 0.25f64.ln(), none, none];
    let found = predict(&model, &at);
    assert!(found.iter().zip(expected).all(|(a, b)| *a == b || (a - b).abs() < 1e-15), "{found:?}");
    let smooth = Histogram::default()
        .bins(HistogramBins::Count(4))
        .alpha(1.0)
        .fit(&one_column(&[0.0, 1.0, 1.5, 4.0]).dataset())
        .unwrap();
    assert!((predict(&smooth, &at)[2] - (1.0f64 / 8.0).ln()).abs() < 1e-15);
    assert_eq!(
        model.explain().to_string(),
        "Bins\n  column  bins  from  to\n  x          4     0   4\n\nRows in bins\n  bin     rows  density\n  0 to 1     1     0.25\n  \
         1 to 2     2      0.5\n  2 to 3     0        0\n  3 to 4     1     0.25\n"
    );
    let rows = model.info().schema.matrix(at.view()).unwrap();
    let why = model.explain_row(&rows, 1).unwrap().to_string();
    assert_eq!(why, "Density\n  log density -0.6931, density 0.5\n\nIts cell\n  x: 1 to 2\n  2 rows in it\n");
    assert!(model.explain_row(&rows, 5).unwrap().to_string().contains("it lies beyond the bins"));
}

#[test]
fn grids_enclose_one_and_leave_out_what_is_missing() {
    let table = shipped("iris");
    let data = table.dataset().only(&table.names()[..2]).unwrap();
    for alpha in [0.0, 0.5] {
        let both = Histogram::default().bins(HistogramBins::Sturges).alpha(alpha).fit(&data).unwrap();
        let grid = density_grid(&both, 721).unwrap();
        let cell = (grid.x[1] - grid.x[0]) * (grid.y[1] - grid.y[0]);
        let volume = grid.density.values().iter().sum::<f64>() * cell;
        assert!((volume - 1.0).abs() < 0.01, "{volume}");
        // Without smoothing, the marginal is the histogram of the column alone.
        let alone = Histogram::default()
            .bins(HistogramBins::Sturges)
            .fit(&data.clone().only(&table.names()[..1]).unwrap())
            .unwrap();
        let found = predict(&both, &Matrix::new(1, 2, vec![5.1, f64::NAN]).unwrap())[0];
        let expected = predict(&alone, &Matrix::new(1, 1, vec![5.1]).unwrap())[0];
        assert!(alpha > 0.0 || (found - expected).abs() < 1e-12, "{found} for {expected}");
        assert_eq!(predict(&both, &Matrix::new(1, 2, vec![f64::NAN; 2]).unwrap()), [0.0]);
        assert!(both.explain().to_string().contains("cells have rows"));
        // Samples fall into cells as often as rows did.
        let drawn = both.sample(20_000, Seed(2));
        let again = Histogram::default().edges(Some(both.edges(0).to_vec()));
        let column = Table::builder().number("x", drawn.column(0)).build().unwrap();
        let again = again.fit(&column.dataset()).unwrap();
        let marginal = density_curve(&again, 9).unwrap();
        for (x, density) in marginal.x.iter().zip(&marginal.density) {
            let expected = predict(&both, &Matrix::new(1, 2, vec![*x, f64::NAN]).unwrap())[0].exp();
            // Three standard errors of a share of 20,000 samples, over the width of a bin.
            let width = both.edges(0)[1] - both.edges(0)[0];
            let share = expected * width;
            let error = (share * (1.0 - share) / 20_000.0).sqrt() / width;
            assert!((density - expected).abs() <= 3.0 * error, "{x}: {density} for {expected}");
        }
    }
}

#[test]
fn refusals() {
    let same = one_column(&[2.0, 2.0]);
    let model = Histogram::default().fit(&same.dataset()).unwrap();
    assert!(model.info().summary.warnings[0].contains("column 'x' does not vary"));
    assert_eq!(predict(&model, &Matrix::new(1, 1, vec![2.0]).unwrap()), [0.0]);
    assert!(Histogram::default().edges(Some(vec![1.0, 3.0])).fit(&same.dataset()).is_ok());
    for edges in [vec![1.0], vec![3.0, 1.0], vec![1.0, 1.0], vec![]] {
        assert!(Histogram::default().edges(Some(edges)).fit(&same.dataset()).is_err());
    }
    let beyond =
        Histogram::default().edges(Some(vec![5.0, 6.0])).fit(&same.dataset()).unwrap_err().to_string();
    assert!(beyond.contains("no row lies within the edges"), "{beyond}");
    let some = Histogram::default()
        .edges(Some(vec![0.0, 1.0, 2.0]))
        .fit(&one_column(&[0.5, 1.5, 9.0, 1.0]).dataset())
        .unwrap();
    assert_eq!(some.info().summary.warnings, ["25.0 % of the rows lie beyond the edges and count in no bin"]);
    assert!(
        Histogram::default().bins(HistogramBins::Count(0)).fit(&one_column(&[1.0, 2.0]).dataset()).is_err()
    );
    let narrow = Histogram::default()
        .bins(HistogramBins::Count(100))
        .fit(&one_column(&[1.0, 1.0 + 1e-15]).dataset())
        .unwrap_err();
    assert!(narrow.to_string().contains("too narrow"), "{narrow}");
    // Nine values of ten are the same, so that the quartiles are: Sturges' rule takes over.
    let mut values = vec![1.0; 18];
    values.extend([0.0, 5.0]);
    assert_eq!(Histogram::default().fit(&one_column(&values).dataset()).unwrap().edges(0).len(), 7);
    // A far outlier makes no more bins than fit into memory.
    let mut values: Vec<f64> = (0..1000).map(f64::from).collect();
    values.push(1e12);
    let wide = Histogram::default().fit(&one_column(&values).dataset()).unwrap();
    assert!(wide.edges(0).len() == 100_001 && wide.info().summary.warnings[0].contains("bins by the rule"));
    for value in [json!(5), json!("sturges"), json!("scott"), json!("freedman-diaconis")] {
        assert_eq!(HistogramBins::from_value(&value).unwrap().to_value(), value);
    }
    assert_eq!(
        (HistogramBins::from_value(&json!(2.5)), HistogramBins::from_value(&json!("auto"))),
        (None, None)
    );
}

#[test]
fn more_rows_count_in_the_same_bins() {
    let table = one_column(&[0.0, 1.0, 1.5, 4.0, 2.0, 0.2, 9.0]);
    let (data, run) = (table.dataset(), Run::default());
    let learner = Histogram::default().edges(vec![0.0, 1.0, 2.0, 4.0]);
    let first = learner.fit(&data.slice(0..3)).unwrap();
    let both =
        learner.fit_with(TrainingInput::from(&data.slice(3..7)).with_warm_start(&first), &run).unwrap();
    let all = learner.fit(&data).unwrap();
    assert_eq!((all.info(), &all.grid), (both.info(), &both.grid));
    assert!(both.info().summary.warnings[0].starts_with("14.3 % of the rows lie beyond"));
    let by_rule = Histogram::default().fit(&data.slice(0..4)).unwrap();
    let more = Histogram::default()
        .fit_with(TrainingInput::from(&data.slice(4..7)).with_warm_start(&by_rule), &run)
        .unwrap();
    assert_eq!(more.edges(0), by_rule.edges(0), "the bins are those of the first rows");
    assert_eq!(more.info().summary.rows, 7);
}
