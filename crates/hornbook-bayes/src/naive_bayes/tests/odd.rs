//! Bad input: a sentence, or a documented value.

use super::*;
use hornbook_core::{ColumnSets, PerColumn};
use hornbook_learner::{Predictor, TrainingInput};

fn error<L: Fit<Model = NaiveBayesModel>>(learner: &L, data: &Dataset) -> String {
    learner.fit(data).unwrap_err().to_string()
}

#[test]
fn zero_variance() {
    // A third of 0.1 three times is not 0.1.
    let x = [[0.1, 0.0], [0.1, 2.0], [0.1, 3.0], [3.0, 5.0], [3.0, 9.0]].map(|row| row.to_vec());
    let data = columns(&x, &[0, 0, 0, 1, 1]);
    let sentence = error(&GaussianNaiveBayes::default().var_smoothing(0.0), &data);
    assert!(sentence.contains("'x0' has one value only in the class '0'"), "{sentence}");
    let p = probabilities(&GaussianNaiveBayes::default().fit(&data).unwrap(), &data);
    assert!(p.iter().all(|p| p.is_finite()) && p[0] > 0.99);
    // No column varies at all.
    let constant = columns(&[vec![2.0], vec![2.0], vec![2.0]], &[0, 0, 1]);
    let p = probabilities(&GaussianNaiveBayes::default().fit(&constant).unwrap(), &constant);
    close(&p[..2], &[2.0 / 3.0, 1.0 / 3.0], 1e-12);
    let kernels = NaiveBayes::default().numbers(Likelihood::Kernel).fit(&constant).unwrap();
    close(&probabilities(&kernels, &constant)[..2], &[2.0 / 3.0, 1.0 / 3.0], 1e-12);
}

/// Seconds since 1970 vary by 10¹⁵: a billionth of that would drown columns of ordinary size.
#[test]
fn a_date_does_not_smooth_other_columns() {
    let mut table =
        Table::builder().number("x", (0..60).map(|row| f64::from(row % 2) + 0.01 * f64::from(row)).collect());
    let days: Vec<i64> = (0..60).map(|row| 1_600_000_000 + 2_592_000 * (row * 7 % 60)).collect();
    table = table.column("day", Column::Date(days.into()));
    let labels: Vec<Option<&str>> = (0..60).map(|row| Some(["no", "yes"][row % 2])).collect();
    let table = table.category("y", &labels).build().unwrap();
    let with = table.dataset().target("y").unwrap();
    let without = with.clone().without(&["day"]).unwrap();
    let model = GaussianNaiveBayes::default().fit(&with).unwrap();
    let alone = GaussianNaiveBayes::default().fit(&without).unwrap();
    assert_eq!(model.variances().at(0, 0), alone.variances().at(0, 0));
    assert!(model.variances().at(0, 1) > 1e8);
}

#[test]
fn a_row_without_features_gets_the_prior() {
    let data = play_tennis();
    let model = NaiveBayes::default().fit(&data).unwrap();
    let asked = Table::builder()
        .category("Outlook", &[None::<&str>])
        .category("Temperature", &[None::<&str>])
        .category("Humidity", &[None::<&str>])
        .category("Wind", &[None::<&str>])
        .build()
        .unwrap();
    close(model.probabilities(&asked).unwrap().row(0), &[5.0 / 14.0, 9.0 / 14.0], 1e-12);
    let x = columns(&[vec![1.0], vec![2.0], vec![5.0]], &[0, 0, 1]);
    let model = GaussianNaiveBayes::default().fit(&x).unwrap();
    let gap = columns(&[vec![f64::NAN]], &[0]);
    close(&probabilities(&model, &gap), &[2.0 / 3.0, 1.0 / 3.0], 1e-12);
    // A column that was never there says nothing.
    let empty = columns(&[vec![1.0, f64::NAN], vec![4.0, f64::NAN], vec![9.0, f64::NAN]], &[0, 0, 1]);
    for numbers in [Likelihood::Gaussian, Likelihood::Kernel, Likelihood::Categorical, Likelihood::Bernoulli]
    {
        let model = NaiveBayes::default().numbers(numbers).fit(&empty).unwrap();
        assert!(probabilities(&model, &empty).iter().all(|p| p.is_finite()), "{numbers:?}");
    }
}

#[test]
fn values_never_seen_say_nothing() {
    let model = NaiveBayes::default().fit(&play_tennis()).unwrap();
    let asked = |outlook: &str| {
        let table = words("Outlook Temperature Humidity Wind", &format!("{outlook} Cool High Strong"));
        (model.probabilities(&table).unwrap().row(0).to_vec(), model.predict(&table).unwrap().warnings)
    };
    let ((unseen, warnings), (missing, _)) = (asked("Hail"), asked("?"));
    assert_eq!(unseen, missing);
    assert!(warnings[0].contains("such as 'Hail'"), "{warnings:?}");
    let codes = columns(&[vec![0.0], vec![1.0], vec![1.0]], &[0, 1, 1]);
    let model = CategoricalNaiveBayes::default().fit(&codes).unwrap();
    for code in [2.0, 0.5, -1.0, 1e300] {
        close(&probabilities(&model, &columns(&[vec![code]], &[0])), &[1.0 / 3.0, 2.0 / 3.0], 1e-12);
    }
    for wrong in [0.5, -1.0, 1e9] {
        let sentence = error(&CategoricalNaiveBayes::default(), &columns(&[vec![0.0], vec![wrong]], &[0, 1]));
        assert!(sentence.contains("which is no code of a category"), "{sentence}");
    }
}

#[test]
fn negative_counts_and_half_truths() {
    let data = columns(&[vec![1.0], vec![-2.0]], &[0, 1]);
    for sentence in
        [error(&MultinomialNaiveBayes::default(), &data), error(&ComplementNaiveBayes::default(), &data)]
    {
        assert!(sentence.contains("column 'x0' holds -2, which is no count of events"), "{sentence}");
    }
    let sentence = error(&BernoulliNaiveBayes::default().binarize(None), &data);
    assert!(sentence.contains("holds -2 where 0 and 1 are expected"), "{sentence}");
}

#[test]
fn priors_must_be_probabilities_of_the_classes() {
    let data = columns(&[vec![1.0], vec![2.0], vec![4.0]], &[0, 1, 1]);
    for (priors, said) in [
        (vec![0.5, 0.6], "a list that sums to 1.1"),
        (vec![0.5, 0.2, 0.3], "a list of 3 for 2 classes"),
        (vec![1.5, -0.5], "1.5; expected probabilities from 0 to 1"),
    ] {
        let sentence = error(&GaussianNaiveBayes::default().priors(priors), &data);
        assert!(sentence.contains(said) && sentence.contains("gaussian-naive-bayes"), "{sentence}");
    }
}

#[test]
fn columns_are_named_once_and_hold_numbers() {
    let data = play_tennis();
    let wind = || ColumnSets::named(&[&["Wind"]]);
    let sentence = error(&NaiveBayes::default().kernel_columns(wind()), &data);
    assert!(sentence.contains("'Wind', which holds categories"), "{sentence}");
    assert!(NaiveBayes::default().categorical_columns(wind()).fit(&data).is_ok());
    let sentence = error(&NaiveBayes::default().noise(PerColumn::named([("Wind", 1.5)])), &data);
    assert!(sentence.contains("1.5 for 'Wind'") && sentence.contains("from 0 to 1"), "{sentence}");
    let numbers = columns(&[vec![1.0], vec![2.0]], &[0, 1]);
    let x0 = || ColumnSets::named(&[&["x0"]]);
    let sentence = error(&NaiveBayes::default().kernel_columns(x0()).bernoulli_columns(x0()), &numbers);
    assert!(sentence.contains("is in 'kernel_columns', too"), "{sentence}");
    let noise = PerColumn::named([("x0", 0.1)]);
    let sentence = error(&NaiveBayes::default().numbers(Likelihood::Multinomial).noise(noise), &numbers);
    assert!(sentence.contains("none for columns that count events"), "{sentence}");
}

#[test]
fn a_row_that_no_class_allows_gets_the_prior() {
    let data = words("a b class", "u p x\nu p x\nv q y").dataset().target("class").unwrap();
    let model = NaiveBayes::default().alpha(0.0).fit(&data).unwrap();
    let p = model.probabilities(&words("a b", "u q")).unwrap();
    close(p.row(0), &[2.0 / 3.0, 1.0 / 3.0], 1e-12);
    assert_eq!(model.predict(&words("a b", "u q")).unwrap().values.label(0), "x");
    let rows = model.info().schema.features(&words("a b", "u q")).unwrap().0;
    assert!(model.explain_row(&rows, 0).is_ok());
    assert!(model.shap_values(&rows, None, &Run::default()).unwrap().is_none());
}

#[test]
fn classes_without_rows_are_never_predicted() {
    let data =
        columns(&[vec![1.0], vec![2.0], vec![3.0], vec![7.0], vec![9.0]], &[0, 0, 2, 3, 3]).slice(0..3);
    for numbers in
        [Likelihood::Gaussian, Likelihood::Kernel, Likelihood::Categorical, Likelihood::Multinomial]
    {
        let model = NaiveBayes::default().numbers(numbers).fit(&data).unwrap();
        let p = probabilities(&model, &data);
        for row in p.chunks_exact(4) {
            assert_eq!((row[1], row[3]), (0.0, 0.0));
            assert!((row[0] + row[2] - 1.0).abs() < 1e-12, "{numbers:?} {row:?}");
        }
    }
    let one = columns(&[vec![1.0]], &[0]);
    assert_eq!(probabilities(&GaussianNaiveBayes::default().fit(&one).unwrap(), &one), [1.0]);
}

#[test]
fn going_on_needs_the_same_sums() {
    let data = columns(&[vec![1.0], vec![2.0], vec![5.0]], &[0, 1, 1]);
    let normal = NaiveBayes::default().fit(&data).unwrap();
    let kernel = NaiveBayes::default().numbers(Likelihood::Kernel);
    let sentence = kernel
        .fit_with(TrainingInput::from(&data).with_warm_start(&normal), &Run::default())
        .unwrap_err()
        .to_string();
    assert!(sentence.contains("other sufficient statistics"), "{sentence}");
}
