//! scikit-learn's five kinds on real tables.

use super::*;

fn tables() -> Tables {
    Tables::read(include_str!("../../../tests/reference/naive_bayes.json"))
}

const NAMES: [&str; 4] = ["iris", "wine", "breast_cancer", "digits"];

/// The weights of the script.
fn weighted(data: Dataset) -> Dataset {
    let weights = (0..data.table().rows()).map(|i| 0.5 + (i % 4) as f64).collect();
    data.with_weights(weights).unwrap()
}

fn agrees<L: Fit<Model = NaiveBayesModel>>(learner: &L, data: &Dataset, expected: &Value) -> NaiveBayesModel {
    assert!(!expected.is_null());
    let model = learner.fit(data).unwrap();
    let seventh: Vec<u32> = (0..data.rows().len() as u32).step_by(7).collect();
    let logs = model.log_probabilities(&data.select(seventh).row_features()).unwrap();
    close(logs.values(), &list(&expected["every_seventh"]), 1e-9);
    assert_eq!(right(&model, data) as u64, expected["right"].as_u64().unwrap());
    model
}

#[test]
fn gaussian() {
    let tables = tables();
    for name in NAMES {
        let (x, y) = tables.table(name);
        for data in [matrix(&x, &y), columns(&x, &y)] {
            let expected = tables.expected(&format!("{name} gaussian"));
            let model = agrees(&GaussianNaiveBayes::default(), &data, expected);
            close(model.means().values(), &list(&expected["theta_"]), 1e-12);
            close(model.variances().values(), &list(&expected["var_"]), 1e-12);
            close(&[model.added_variance()], &list(&expected["epsilon_"]), 1e-12);
            let joint = model.joint_log_probabilities(&data.select(vec![0, 1, 2]).row_features()).unwrap();
            close(joint.values(), &list(&expected["joint"]), 1e-9);
            let learner = GaussianNaiveBayes::default().priors(Tables::given(&y)).var_smoothing(1e-3);
            agrees(&learner, &data, tables.expected(&format!("{name} gaussian given")));
        }
    }
}

#[test]
fn multinomial_and_complement() {
    let tables = tables();
    for name in NAMES {
        let (x, y) = tables.table(name);
        for data in [matrix(&x, &y), columns(&x, &y)] {
            let expected = tables.expected(&format!("{name} multinomial"));
            let model = agrees(&MultinomialNaiveBayes::default(), &data, expected);
            close(model.feature_log_probabilities().values(), &list(&expected["feature_log_prob_"]), 1e-12);
            let expected = tables.expected(&format!("{name} complement"));
            let model = agrees(&ComplementNaiveBayes::default(), &data, expected);
            close(model.feature_log_probabilities().values(), &list(&expected["feature_log_prob_"]), 1e-12);
            let data = weighted(data);
            let learner = MultinomialNaiveBayes::default().alpha(0.1).fit_prior(false);
            agrees(&learner, &data, tables.expected(&format!("{name} multinomial weighted")));
            let learner = ComplementNaiveBayes::default().alpha(0.3).norm(true);
            agrees(&learner, &data, tables.expected(&format!("{name} complement norm")));
        }
    }
}

#[test]
fn bernoulli_and_categorical() {
    let tables = tables();
    for name in NAMES {
        let (x, y) = tables.table(name);
        let codes: Vec<Vec<f64>> =
            x.iter().map(|row| row.iter().map(|x| x.min(20.0).floor()).collect()).collect();
        for data in [matrix(&x, &y), columns(&x, &y)] {
            let expected = tables.expected(&format!("{name} bernoulli"));
            let model = agrees(&BernoulliNaiveBayes::default().binarize(3.0), &data, expected);
            close(model.feature_log_probabilities().values(), &list(&expected["feature_log_prob_"]), 1e-12);
            let learner =
                BernoulliNaiveBayes::default().alpha(0.2).binarize(1.0).class_prior(Tables::given(&y));
            agrees(&learner, &weighted(data), tables.expected(&format!("{name} bernoulli weighted")));
        }
        for data in [matrix(&codes, &y), columns(&codes, &y)] {
            let expected = tables.expected(&format!("{name} categorical"));
            agrees(&CategoricalNaiveBayes::default(), &data, expected);
            let learner = CategoricalNaiveBayes::default().alpha(0.4).min_categories(25);
            agrees(&learner, &weighted(data), tables.expected(&format!("{name} categorical weighted")));
        }
    }
}
