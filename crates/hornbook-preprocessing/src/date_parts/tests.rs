//! Days of the calendar.

use super::*;
use hornbook_data::{Column, Feature, MISSING_DATE, Table};
use hornbook_learner::{Fit, Model};

#[test]
fn parts_are_those_of_the_calendar() {
    // The 29th of February 2024, 13:45:07, a Thursday; and the last day of 1969.
    let moment = 1_709_214_307.0;
    let expected = [2024.0, 1.0, 2.0, 29.0, 60.0, 3.0, 0.0, 13.0, 45.0, 7.0];
    for (part, value) in DatePart::ALL.into_iter().zip(expected) {
        assert_eq!(part.of(moment), value, "{part:?}");
    }
    let expected = [1969.0, 4.0, 12.0, 31.0, 365.0, 2.0, 0.0, 23.0, 59.0, 59.0];
    for (part, value) in DatePart::ALL.into_iter().zip(expected) {
        assert_eq!(part.of(-0.5), value, "{part:?}");
    }
    // A Saturday.
    assert_eq!(DatePart::Weekend.of(2.0 * 86_400.0), 1.0);
}

#[test]
fn dates_become_their_parts() {
    let day = 86_400_000;
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0])
        .column("when", Column::Date(vec![0, 31 * day, MISSING_DATE].into()))
        .build()
        .unwrap();
    let model =
        DateParts::default().parts("year + month".to_string()).cyclic(true).fit(&table.dataset()).unwrap();
    let names: Vec<String> = model.transformer().unwrap().outputs().into_iter().map(|o| o.name).collect();
    assert_eq!(names, ["x", "when year", "sin(when month)", "cos(when month)"]);
    let made = model.transformer().unwrap().transform(&table.dataset().row_features()).unwrap();
    let Feature::Number(sines) = made.features().column(2) else { panic!("levels") };
    assert!(sines[0] == 0.0 && (sines[1] - 0.5).abs() < 1e-12 && sines[2].is_nan());
    let refused =
        DateParts::default().parts("moth".to_string()).fit(&table.dataset()).unwrap_err().to_string();
    assert!(refused.contains("'moth' is no part of a date"), "{refused}");
}
