//! The laws that every learner keeps; `hornbook-testkit` has them. `HORNBOOK_LEARNER=ridge` checks one learner only.

use hornbook_testkit::laws::{
    attributes, batches, cancellation, capabilities, hold, model_files, odd_sizes, odd_tables, order,
    parameters, threads, weights,
};

#[test]
fn attributes_are_of_their_declared_type() {
    hold("attributes_are_of_their_declared_type", attributes::check);
}

#[test]
fn threads_change_no_bit() {
    hold("threads_change_no_bit", threads::check);
}

#[test]
fn weights_are_repetitions() {
    hold("weights_are_repetitions", weights::check);
}

#[test]
fn the_order_of_rows_does_not_matter() {
    hold("the_order_of_rows_does_not_matter", order::check);
}

#[test]
fn model_files_give_the_model_back() {
    hold("model_files_give_the_model_back", model_files::check_round_trip);
}

#[test]
fn model_files_that_are_cut_or_of_other_columns_are_refused() {
    hold("model_files_that_are_cut_or_of_other_columns_are_refused", model_files::check_other_headers);
}

#[test]
fn damaged_model_files_do_no_harm() {
    hold("damaged_model_files_do_no_harm", model_files::check_damage);
}

#[test]
fn batches_equal_memory() {
    hold("batches_equal_memory", batches::check);
}

#[test]
fn what_is_declared_is_taken() {
    hold("what_is_declared_is_taken", capabilities::check);
}

#[test]
fn odd_tables_end_in_a_model_or_a_sentence() {
    hold("odd_tables_end_in_a_model_or_a_sentence", odd_tables::check);
}

#[test]
fn parameters_out_of_range_are_refused_by_name() {
    hold("parameters_out_of_range_are_refused_by_name", parameters::check);
}

#[test]
fn canceled_runs_end_within_a_second() {
    hold("canceled_runs_end_within_a_second", cancellation::check);
}

#[test]
fn values_of_any_size() {
    hold("values_of_any_size", odd_sizes::check_values);
}

#[test]
fn targets_of_any_size() {
    hold("targets_of_any_size", odd_sizes::check_targets);
}

#[test]
fn weights_of_any_size() {
    hold("weights_of_any_size", odd_sizes::check_weights);
}

#[test]
fn rows_to_predict_of_any_size() {
    hold("rows_to_predict_of_any_size", odd_sizes::check_rows_to_predict);
}

#[test]
fn sizes_that_somebody_may_mean_are_learned() {
    hold("sizes_that_somebody_may_mean_are_learned", odd_sizes::check_what_is_meant);
}

/// `cargo dev storm` goes on for longer.
#[test]
fn a_short_storm_does_no_harm() {
    let files = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let least = if std::env::var_os("HORNBOOK_FULL").is_some() { 50_000 } else { 1_000 };
    let report = hornbook_testkit::storm::run(0, least, 1, &files, |_| Ok(())).unwrap();
    assert!(report.failures.is_empty(), "{}", report.failures.join("\n"));
    // What a longer storm found: gigabytes for isolation trees of heavy rows.
    let again = hornbook_testkit::storm::run(0, 1, 1_069_487, &files, |_| Ok(())).unwrap();
    assert!(again.failures.is_empty(), "{}", again.failures.join("\n"));
    assert!(
        report.tried.iter().zip(report.refused).all(|(&tried, refused)| 0 < refused && refused < tried),
        "{report:?}"
    );
}
