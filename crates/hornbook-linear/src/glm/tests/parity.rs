//! What others find.

use super::*;
use hornbook_learner::{Learner, Model};
use serde_json::Value;

fn found_by_r() -> Value {
    serde_json::from_str(include_str!("../../../tests/reference/generalized_r.json")).unwrap()
}

fn choice(name: &str) -> (Family, LinkChoice) {
    let (family, link) = name.split_once(' ').unwrap();
    let family = match family {
        "normal" => Family::Normal,
        "poisson" => Family::Poisson,
        "gamma" => Family::Gamma,
        "inverse_gaussian" => Family::InverseGaussian,
        other => panic!("{other}"),
    };
    let link = match link {
        "identity" => LinkChoice::Identity,
        "log" => LinkChoice::Log,
        "inverse" => LinkChoice::Inverse,
        "sqrt" => LinkChoice::Sqrt,
        "inverse_square" => LinkChoice::InverseSquare,
        other => panic!("{other}"),
    };
    (family, link)
}

/// Each number relative to itself.
fn alike(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!(a == b || (a - b).abs() <= tolerance * b.abs(), "{what}: {a} and not {b}");
    }
}

#[test]
fn the_tables_of_r() {
    for (name, fit) in found_by_r()["fits"].as_object().unwrap() {
        let columns: Vec<&str> =
            fit["columns"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
        let table = table_from(&fit["data"], &columns, &fit["levels"]);
        let data = table.dataset().target(fit["target"].as_str().unwrap()).unwrap();
        let (family, link) =
            choice(&format!("{} {}", fit["family"].as_str().unwrap(), fit["link"].as_str().unwrap()));
        let learner = GeneralizedLinear::default().family(family).link(link).tol(1e-18);
        let model = learner.fit_intercept(fit["intercept"].as_bool().unwrap()).fit(&data).unwrap();
        assert!(model.info().summary.converged, "{name}");
        let coefficients = model.coefficients(0);
        let all = |pick: fn(&crate::Coefficient) -> f64| coefficients.iter().map(pick).collect::<Vec<f64>>();
        alike(name, &all(|one| one.estimate), &list(&fit["weights"]), 1e-7);
        alike(name, &all(|one| one.error.unwrap()), &list(&fit["errors"]), 1e-6);
        alike(name, &all(|one| one.statistic.unwrap()), &list(&fit["statistics"]), 1e-6);
        alike(name, &all(|one| one.p_value.unwrap()), &list(&fit["p_values"]), 1e-5);
        alike(name, &numbers(&model, &data), &list(&fit["means"]), 1e-7);
        let known = model.glm_fit().unwrap();
        let ours = [known.deviance, known.dispersion().unwrap(), known.pearson, known.degrees().unwrap()];
        let theirs = ["deviance", "dispersion", "pearson", "degrees"].map(|key| fit[key].as_f64().unwrap());
        alike(name, &ours, &theirs, 1e-7);
        alike(name, &[known.aic.unwrap()], &[fit["aic"].as_f64().unwrap()], 1e-9);
        alike(name, &[known.null_deviance], &[fit["null_deviance"].as_f64().unwrap_or(f64::INFINITY)], 1e-9);
    }
}

#[test]
fn exposure_as_weight_is_an_offset() {
    let all = found_by_r();
    let fit = &all["exposure"];
    let levels = serde_json::json!({"District": ["1", "2", "3", "4"]});
    let holders = list(&fit["data"]["Holders"]);
    let rates: Vec<f64> =
        list(&fit["data"]["Claims"]).iter().zip(&holders).map(|(claims, holders)| claims / holders).collect();
    let inputs = table_from(&fit["data"], &["District", "Age"], &levels);
    let mut builder = Table::builder();
    for (name, column) in inputs.names().iter().zip(inputs.columns()) {
        builder = builder.column(name, column.clone());
    }
    let table = builder.number("rate", rates).number("holders", holders).build().unwrap();
    let data = table.dataset().target("rate").unwrap().weight("holders").unwrap();
    let model = PoissonRegression::default().tol(1e-18).fit(&data).unwrap();
    let coefficients = model.coefficients(0);
    let estimates: Vec<f64> = coefficients.iter().map(|one| one.estimate).collect();
    let errors: Vec<f64> = coefficients.iter().map(|one| one.error.unwrap()).collect();
    alike("weights", &estimates, &list(&fit["weights"]), 1e-8);
    alike("errors", &errors, &list(&fit["errors"]), 1e-7);
    let known = model.glm_fit().unwrap();
    alike("deviance", &[known.deviance], &[fit["deviance"].as_f64().unwrap()], 1e-8);
    assert_eq!(known.aic, None);
}

#[test]
fn offsets_as_in_r() {
    let all: Value = serde_json::from_str(include_str!("../../../tests/reference/offset_r.json")).unwrap();
    for fit in all.as_array().unwrap() {
        let name = format!("{} {} {}", fit["family"], fit["link"], fit["offset"]);
        let columns: Vec<&str> =
            fit["columns"].as_array().unwrap().iter().map(|x| x.as_str().unwrap()).collect();
        let table = table_from(&fit["data"], &columns, &fit["levels"]);
        let data = table.dataset().target(fit["target"].as_str().unwrap()).unwrap();
        let data = data.offset(fit["offset"].as_str().unwrap()).unwrap();
        let (family, link) =
            choice(&format!("{} {}", fit["family"].as_str().unwrap(), fit["link"].as_str().unwrap()));
        let learner = GeneralizedLinear::default().family(family).link(link).tol(1e-18);
        let model = learner.fit_intercept(fit["intercept"].as_bool().unwrap()).fit(&data).unwrap();
        let coefficients = model.coefficients(0);
        let all = |pick: fn(&crate::Coefficient) -> f64| coefficients.iter().map(pick).collect::<Vec<f64>>();
        alike(&name, &all(|one| one.estimate), &list(&fit["weights"]), 1e-7);
        alike(&name, &all(|one| one.error.unwrap()), &list(&fit["errors"]), 1e-6);
        alike(&name, &all(|one| one.p_value.unwrap()), &list(&fit["p_values"]), 1e-5);
        alike(&name, &numbers(&model, &data), &list(&fit["means"]), 1e-7);
        let known = model.glm_fit().unwrap();
        let ours = [known.null_deviance, known.deviance, known.degrees().unwrap(), known.aic.unwrap()];
        let theirs = ["null_deviance", "deviance", "degrees", "aic"].map(|key| fit[key].as_f64().unwrap());
        alike(&name, &ours, &theirs, 1e-8);
        assert!(model.info().summary.warnings.is_empty(), "{name}: {:?}", model.info().summary.warnings);
    }
}

#[test]
fn as_scikit_learn_finds() {
    let all: Value = serde_json::from_str(include_str!("../../../tests/reference/generalized.json")).unwrap();
    for fit in all["fits"].as_array().unwrap() {
        let mut builder = Table::builder();
        for (place, column) in all["x"].as_array().unwrap().iter().enumerate() {
            builder = builder.number(&format!("x{place}"), list(column));
        }
        let target = fit["target"].as_str().unwrap();
        let table =
            builder.number("y", list(&all[target])).number("weight", list(&all["weight"])).build().unwrap();
        let data = table.dataset().target("y").unwrap().without(&["weight"]).unwrap();
        let data = if fit["weighted"] == true { data.weight("weight").unwrap() } else { data };
        let plain: Box<dyn Learner> = match fit["learner"].as_str().unwrap() {
            "poisson-regression" => Box::new(PoissonRegression::default().tol(1e-18)),
            "gamma-regression" => Box::new(GammaRegression::default().tol(1e-18)),
            _ => Box::new(TweedieRegression::default().tol(1e-18)),
        };
        let changes = serde_json::from_value(fit["parameters"].clone()).unwrap();
        let model =
            plain.with_parameters(&changes).unwrap().fit_with(&data, &hornbook_core::Run::default()).unwrap();
        let any: &dyn std::any::Any = &*model;
        let model = any.downcast_ref::<LinearModel>().unwrap();
        let expected = [vec![fit["intercept"].as_f64().unwrap()], list(&fit["weights"])].concat();
        close(&learned(model), &expected, 1e-6);
        close(&numbers(model, &data)[..5], &list(&fit["predictions"]), 1e-6);
    }
}
