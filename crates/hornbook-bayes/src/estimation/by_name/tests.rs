use super::*;
use hornbook_core::{Run, ToJson};
use hornbook_data::Table;

fn asked(family: &str, known: Option<f64>, prior: PriorSpec, values: &[f64]) -> Result<ColumnsEstimate> {
    let table = Table::builder().number("x", values.to_vec()).build()?;
    estimate_columns(family, known.as_slice(), &prior, &table.dataset(), 0.9, &Run::default())
}

/// The golden of the curriculum: rows 4 6 5 7 8 after a normal-gamma(0, 1, 2, 3).
#[test]
fn numbers_by_name_are_those_of_the_types() {
    let prior = PriorSpec::Numbers(vec![0.0, 1.0, 2.0, 3.0]);
    let estimate = asked("normal-gamma", None, prior, &[4.0, 6.0, 5.0, 7.0, 8.0]).unwrap();
    assert_eq!(estimate.summary.posterior, "normal-gamma(mean 5 worth 6 rows, shape 4.5, rate 23)");
    let NextRow::Interval { low, high, level } = estimate.next else { panic!("no interval") };
    assert!(level == 0.9 && (0.5 * (low + high) - 5.0).abs() < 1e-12, "{low} {high}");
    // Student's t with 9 degrees of freedom and squared scale 23 · 7 / (4.5 · 6).
    assert!((high - 5.0 - 1.833112932656124 * (161.0f64 / 27.0).sqrt()).abs() < 1e-9, "{high}");
}

#[test]
fn every_family_of_one_column_has_a_name() {
    let stated = |text: &str| PriorSpec::Stated(vec![text.parse().unwrap()]);
    let rows = [1.0, 0.0, 1.0];
    for (family, known, prior) in [
        ("bernoulli-beta", None, PriorSpec::Uniform),
        ("binomial-beta", Some(3.0), PriorSpec::Uniform),
        ("poisson-gamma", None, stated("1, worth 2 rows")),
        ("exponential-gamma", None, PriorSpec::Numbers(vec![2.0, 1.0])),
        ("normal-mean", Some(1.0), stated("close to 2, between 1 and 3")),
        ("normal-precision", Some(0.0), PriorSpec::Numbers(vec![2.0, 1.0])),
        ("normal-variance", Some(0.0), stated("between 0.5 and 2")),
    ] {
        let estimate = asked(family, known, prior, &rows).unwrap();
        assert_eq!((estimate.summary.family, estimate.summary.weight), (family, 3.0));
        assert!(estimate.summary.ln_evidence.unwrap().is_finite());
    }
}

#[test]
fn what_is_wrong_is_said() {
    let said = |family: &str, known, prior| asked(family, known, prior, &[1.0, 2.0]).unwrap_err().to_string();
    let numbers = |n: &[f64]| PriorSpec::Numbers(n.to_vec());
    assert!(said("normal-gama", None, PriorSpec::Uniform).contains("expected 'normal-gamma'?"));
    assert!(said("beta", None, PriorSpec::Uniform).contains("'bernoulli-beta' or 'binomial-beta'"));
    assert!(
        said("normal-mean", None, numbers(&[0.0, 1.0]))
            .contains("'known' is not said; expected the variance")
    );
    assert!(
        said("normal-mean", Some(1.0), numbers(&[0.0]))
            .contains("is [0.0]; expected the 2 numbers of normal")
    );
    assert!(said("normal-mean", Some(1.0), numbers(&[0.0, -1.0])).contains("deviation"));
    assert!(said("normal-gamma", None, PriorSpec::Uniform).contains("expected the 4 numbers"));
    assert!(said("poisson-gamma", Some(2.0), numbers(&[1.0, 1.0])).contains("takes nothing as known"));
    assert!(said("bernoulli-beta", None, PriorSpec::Uniform).contains("0 and 1"));
    assert!(
        said("normal-wishart", None, PriorSpec::Uniform).contains("expected the 4 numbers of normal-Wishart")
    );
    assert!(said("categorical-dirichlet", None, PriorSpec::Uniform).contains("--type x=category"));
    assert!(
        said("binomial-beta", Some(1.5), PriorSpec::Uniform)
            .contains("is 1.5; expected an integer of trials")
    );
}

#[test]
fn outcomes_have_their_names() {
    let table =
        Table::builder().category("play", &[Some("no"), Some("yes"), Some("yes"), None]).build().unwrap();
    let of = |family: &str| {
        let prior = PriorSpec::Uniform;
        estimate_columns(family, &[], &prior, &table.dataset(), 0.95, &Run::default()).unwrap()
    };
    let (coin, die) = (of("bernoulli-beta"), of("categorical-dirichlet"));
    assert_eq!(coin.summary.parameters[0].name, "P(yes)");
    assert_eq!(die.summary.parameters[1].name, "P(yes)");
    assert_eq!((coin.summary.incomplete, coin.summary.weight), (1, 3.0));
    assert_eq!(coin.next, die.next);
    assert_eq!(coin.next, NextRow::Outcomes(vec![("no".into(), 0.4), ("yes".into(), 0.6)]));
    let constant = Table::builder().category("play", &[Some("yes"), Some("yes")]).build().unwrap();
    let (prior, run) = (PriorSpec::Uniform, Run::default());
    let said = estimate_columns("bernoulli-beta", &[], &prior, &constant.dataset(), 0.95, &run);
    assert!(said.unwrap_err().to_string().contains("the levels of column 'play' are yes,"));
}

/// The columns are independent under these priors, and then each is as if it stood alone.
#[test]
fn several_columns_are_each_by_itself_without_covariances() {
    let (a, b) = ([4.0, 6.0, 5.0, 7.0, 8.0], [1.0, 0.0, 2.0, 1.5, 0.5]);
    let table = Table::builder().number("a", a.to_vec()).number("b", b.to_vec()).build().unwrap();
    let numbers = |n: &[f64]| PriorSpec::Numbers(n.to_vec());
    let of = |known: &[f64], prior: &[f64]| {
        let (data, run) = (table.dataset(), Run::default());
        estimate_columns("multivariate-normal-mean", known, &numbers(prior), &data, 0.9, &run).unwrap()
    };
    let both = of(&[2.0, 0.5], &[0.0, 1.0, 3.0, 4.0]);
    assert_eq!(
        both,
        of(&[2.0, 0.0, 0.0, 0.5], &[0.0, 1.0, 3.0, 0.0, 0.0, 4.0]),
        "variances or the whole matrix"
    );
    let NextRow::Intervals { columns, level } = &both.next else { panic!("no intervals") };
    assert_eq!(*level, 0.9);
    for (at, (values, known, prior)) in [(&a, 2.0, [0.0, 3.0]), (&b, 0.5, [1.0, 4.0])].into_iter().enumerate()
    {
        let alone = asked("normal-mean", Some(known), numbers(&prior), values).unwrap();
        let (found, expected) = (&both.summary.parameters[at], &alone.summary.parameters[0]);
        assert_eq!(found.name, format!("mean of {}", ["a", "b"][at]));
        assert!((found.expected.unwrap() - expected.expected.unwrap()).abs() < 1e-12);
        let NextRow::Interval { low, high, .. } = alone.next else { panic!("no interval") };
        assert!((columns[at].1 - low).abs() < 1e-9 && (columns[at].2 - high).abs() < 1e-9);
    }
    assert!(both.to_string().contains("posterior predictive: a between"), "{both}");
    assert_eq!(both.to_json()["next"]["intervals"]["b"]["low"], columns[1].1);
}

/// By hand: rows (1,2) (2,1) (3,4) (4,3), a prior of mean 0 worth one row, 4 degrees and the identity.
#[test]
fn normal_wishart_by_name() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 4.0])
        .number("y", vec![2.0, 1.0, 4.0, 3.0])
        .build()
        .unwrap();
    let of = |prior: &PriorSpec| {
        estimate_columns("normal-wishart", &[], prior, &table.dataset(), 0.95, &Run::default())
    };
    let estimate = of(&PriorSpec::Numbers(vec![0.0, 0.0, 1.0, 4.0, 1.0, 1.0])).unwrap();
    assert_eq!(estimate.summary.posterior, "normal-Wishart(means 2, 2 worth 5 rows, 8 degrees of freedom)");
    let names: Vec<&str> = estimate.summary.parameters.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names[1..4], ["mean of y", "precision of x, x", "precision of x, y"]);
    // Tₙ = I + S + 4/5 · 2.5² of ones = [[11, 8], [8, 11]]; t with 7 degrees and squared scale 11 · 6 / (5 · 7).
    let NextRow::Intervals { columns, .. } = &estimate.next else { panic!("no intervals") };
    let half = 2.364_624_251_592_785 * (66.0f64 / 35.0).sqrt();
    for (name, low, high) in columns {
        assert!(
            (low - (2.0 - half)).abs() < 1e-9 && (high - (2.0 + half)).abs() < 1e-9,
            "{name} {low} {high}"
        );
    }
    let stated = ["0, worth 1 row", "0, worth 1 row", "0.25, worth 4 rows", "0.25, worth 4 rows"];
    let stated = PriorSpec::Stated(stated.iter().map(|text| text.parse().unwrap()).collect());
    assert_eq!(of(&stated).unwrap().summary.posterior, estimate.summary.posterior);
    let said = of(&PriorSpec::Numbers(vec![0.0, 0.0, 1.0])).unwrap_err().to_string();
    assert!(said.contains("expected the 6 or 8 numbers of normal-Wishart"), "{said}");
    let singular = PriorSpec::Numbers(vec![0.0, 0.0, 1.0, 4.0, 1.0, 1.0, 1.0, 1.0]);
    assert!(of(&singular).unwrap_err().to_string().contains("positive definite"));
}

#[test]
fn counts_of_several_outcomes() {
    let table = Table::builder().number("u", vec![1.0, 2.0]).number("v", vec![2.0, 1.0]).build().unwrap();
    let of = |family: &str, known: &[f64]| {
        estimate_columns(family, known, &PriorSpec::Uniform, &table.dataset(), 0.95, &Run::default())
    };
    let counts = of("multinomial-dirichlet", &[3.0]).unwrap();
    assert_eq!(counts.next, NextRow::Outcomes(vec![("u".into(), 0.5), ("v".into(), 0.5)]));
    assert_eq!(counts.summary.posterior, "Dirichlet(4, 4)");
    assert!(of("normal-gamma", &[]).unwrap_err().to_string().contains("is of one column, and 2 are named"));
    assert!(of("multivariate-normal-mean", &[]).unwrap_err().to_string().contains("2 variances"));
    let mixed = Table::builder().number("u", vec![1.0]).category("k", &[Some("a")]).build().unwrap();
    let said =
        estimate_columns("normal-wishart", &[], &PriorSpec::Uniform, &mixed.dataset(), 0.95, &Run::default());
    assert!(said.unwrap_err().to_string().contains("column 'k' holds categories"));
}
