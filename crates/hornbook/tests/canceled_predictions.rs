//! Predictions and SHAP values of many rows end soon after they are canceled, and are the same as without a run.

use hornbook::data::Features;
use hornbook::{Error, LearnerSpec, Model, OutputRequest, Result, Run, Table};
use std::time::{Duration, Instant};

fn rows(count: usize, columns: usize) -> Table {
    let mut table = Table::builder();
    for column in 0..columns {
        let value = |row: usize| ((row * (2 * column + 31) + 17 * column) % 1009) as f64;
        table = table.number(&format!("x{column}"), (0..count).map(value).collect());
    }
    table.number("y", (0..count).map(|row| (row % 101) as f64).collect()).build().unwrap()
}

fn model(learner: &str, table: &Table) -> Box<dyn Model> {
    let learner = hornbook::registry().learner(&LearnerSpec::parse(learner).unwrap()).unwrap();
    learner.fit_with(&table.dataset().target("y").unwrap(), &Run::default()).unwrap()
}

/// How long work goes on after it is canceled, a moment after its start.
fn goes_on(work: impl FnOnce(&Run) -> Result<()>) -> Duration {
    let run = Run::default();
    let token = run.cancel_token();
    std::thread::scope(|scope| {
        let canceling = scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            token.cancel();
            Instant::now()
        });
        let ended = work(&run);
        let end = Instant::now();
        assert!(matches!(ended, Err(Error::Canceled)), "it was over before it was canceled");
        end.saturating_duration_since(canceling.join().unwrap())
    })
}

fn features<'a>(model: &dyn Model, table: &'a Table) -> Features<'a> {
    model.info().schema.features(table).unwrap().0
}

#[test]
fn a_long_neighbor_search_is_canceled() {
    let table = rows(60_000, 30);
    let model = model("k-neighbors(algorithm=brute)", &table);
    let gone_on = goes_on(|run| model.predict_with(&table, run).map(drop));
    assert!(gone_on < Duration::from_secs(1), "{gone_on:?}");
}

#[test]
fn long_shap_values_are_canceled() {
    let table = rows(3000, 12);
    let model = model("random-forest(n_estimators=30)", &table);
    let rows = features(&*model, &table);
    let gone_on = goes_on(|run| model.shap_values_with(&rows, Some(&rows), run).map(drop));
    assert!(gone_on < Duration::from_secs(1), "{gone_on:?}");
}

#[test]
fn blocks_change_no_bit() {
    let table = rows(700, 5);
    let run = Run::default();
    for learner in ["k-neighbors", "random-forest(n_estimators=5)", "ridge"] {
        let model = model(learner, &table);
        let rows = features(&*model, &table);
        let whole = model.outputs_of_targets(&rows, OutputRequest::PREDICTIONS).unwrap();
        let in_blocks = model.outputs_of_targets_with(&rows, OutputRequest::PREDICTIONS, &run).unwrap();
        assert_eq!(in_blocks, whole, "{learner}");
        assert_eq!(model.predict_with(&table, &run).unwrap(), model.predict(&table).unwrap());
        let shap = model.predictor().unwrap().shap_values(&rows, None, &Run::default()).unwrap();
        assert_eq!(model.shap_values_with(&rows, None, &run).unwrap(), shap, "{learner}");
    }
    // Of no rows there are no predictions, and no error.
    let none = table.take(&[]);
    let model = model("ridge", &table);
    assert!(model.predict_with(&none, &run).unwrap().values.is_empty());
}
