use super::*;
use hornbook_core::{Run, Seed, ToJson};
use hornbook_data::Table;
use hornbook_learner::{Baseline, Fit, Model};
use hornbook_math::matrix::Matrix;
use proptest::prelude::*;

fn close(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs().max(1.0)
}

// proves: 000a:K1, 002:A10, 000a:K3, 000a:K4, 002:A07, 002:A08
#[test]
fn cancer_test_goldens() {
    let test = DiagnosticTest::new("cancer", 0.008, 0.98, 0.97).unwrap();
    let table = test.table(1, 0).unwrap();
    assert!(close(table.ln_joint()[0].exp(), 0.00784) && close(table.ln_joint()[1].exp(), 0.02976));
    assert!(close(table.ln_evidence().exp(), 0.0376) && close(table.odds(0), 0.00784 / 0.02976));
    assert_eq!((table.most_probable(), table.most_likely()), (vec![1], vec![0]), "MAP and ML differ");
    for (positive, negative, expected) in
        [(1, 0, 0.208511), (0, 1, 0.000166251), (2, 0, 0.895896), (0, 0, 0.008)]
    {
        let found = test.after(positive, negative).unwrap();
        assert!((found / expected - 1.0).abs() < 2e-6, "{found} for {expected}");
    }
    // A positive and a negative test, in either order, and odds that multiply.
    let both = test.after(1, 1).unwrap();
    let odds = 0.008 / 0.992 * test.positive_likelihood_ratio() * test.negative_likelihood_ratio();
    assert!(close(both, odds / (1.0 + odds)));
    assert_eq!(
        test.to_string(),
        "hypothesis  prior  likelihood  prior × likelihood  posterior\n\
         cancer      0.008        0.98             0.00784     0.2085\n\
         no cancer   0.992        0.03             0.02976     0.7915\n\
         evidence: 0.0376\n\
         MAP hypothesis: no cancer; maximum-likelihood hypothesis: cancer\n\
         prior odds 0.008065 × likelihood ratio 32.67 = posterior odds 0.2634\n\
         Of 100000, 800 have cancer and 99200 do not. The test is positive for 784 of the 800, and for 2976 of the 99200. \
         So of 3760 with a positive test, 784 have cancer: 20.9 %.\n"
    );
    let json = test.to_json(1, 0).unwrap();
    assert!(close(json["posterior"].as_f64().unwrap(), 0.00784 / 0.0376));
    // A test without mistakes, and one that cannot be positive.
    assert_eq!(DiagnosticTest::new("it", 0.5, 1.0, 1.0).unwrap().after(1, 0).unwrap(), 1.0);
    let never = DiagnosticTest::new("it", 0.5, 0.0, 1.0).unwrap();
    assert!(
        never.after(1, 0).is_err() && never.in_natural_frequencies().ends_with("So no test is positive.")
    );
    assert!(never.to_string().contains("no hypothesis that is possible"));
    assert!(
        DiagnosticTest::new("it", 1.2, 0.5, 0.5).is_err()
            && DiagnosticTest::new("it", 0.2, f64::NAN, 0.5).is_err()
    );
}

// proves: 000a:K16, 000a:K23, 002:A20, 000a:K17, 002:A21
#[test]
fn bayes_optimal_goldens() {
    let says = Matrix::from_rows(&[[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]]).unwrap();
    let votes = HypothesisVotes::new(&[0.4, 0.3, 0.3], &says).unwrap();
    // Classes − and +.
    assert!(close(votes.probabilities()[1], 0.4) && close(votes.probabilities()[0], 0.6));
    assert_eq!((votes.bayes_optimal(), votes.most_probable()), (0, 1));
    assert!(close(votes.bayes_error(), 0.4) && close(votes.gibbs_error(), 0.48));
    assert!(votes.gibbs_error() <= 2.0 * votes.bayes_error());
    assert!(close(votes.gap(1), 0.2) && votes.gap(0) == 0.0 && votes.gap(2).is_nan());
    let plus = (0..10_000).filter(|&i| votes.gibbs(Seed(5).derive(i)) == 1).count();
    assert!((plus as f64 / 10_000.0 - 0.4).abs() < 0.015, "{plus}");
    assert!(
        HypothesisVotes::new(&[0.4, 0.3, 0.2], &says).is_err()
            && HypothesisVotes::new(&[0.5, 0.5], &says).is_err()
    );
    assert!(
        HypothesisVotes::new(&[0.4, 0.3, 0.3], &Matrix::zeros(3, 2)).is_err(),
        "says that do not sum to 1"
    );
}

// proves: 000a:K13, 002:A19
#[test]
fn shortest_descriptions_are_most_probable() {
    assert!(close(TwoPartCode::optimal("h", 0.25, 0.125).bits(), 5.0));
    let mut table = HypothesisTable::uniform(&["a", "b", "c"]).unwrap();
    table.see(&[0.4, 0.3, 0.3]).unwrap();
    let bits: Vec<f64> = table.posterior().iter().map(|p| -p.log2()).collect();
    for (found, expected) in bits.iter().zip([1.321928, 1.736966, 1.736966]) {
        assert!((found - expected).abs() < 1e-6);
    }
    // A tree of three nodes that errs twice against one of eleven that never does, in the user's own codes.
    let small =
        TwoPartCode { name: "small".into(), hypothesis_bits: 12.0, data_bits: 2.0 * (14f64.log2() + 1.0) };
    let large = TwoPartCode { name: "large".into(), hypothesis_bits: 44.0, data_bits: 0.0 };
    let both = TwoPartCodes::new(vec![small, large]).unwrap();
    assert_eq!(both.shortest(), [0]);
    assert_eq!(
        both.to_string(),
        "hypothesis  hypothesis bits  data bits  total\n\
         small                    12      9.615  21.61\n\
         large                    44          0     44\n\
         minimum description length: small\n"
    );
    let wrong = TwoPartCode { name: "w".into(), hypothesis_bits: -1.0, data_bits: 0.0 };
    assert!(TwoPartCodes::new(vec![wrong]).is_err() && TwoPartCodes::new(vec![]).is_err());
    assert!(TwoPartCodes::new(vec![TwoPartCode::optimal("never", 0.0, 1.0)]).is_err());
}

/// All conjunctions over EnjoySport's six attributes: each attribute has a value or does not matter; and "nothing".
fn conjunctions() -> Vec<Option<[Option<usize>; 6]>> {
    let sizes = [3usize, 2, 2, 2, 2, 2];
    let mut all = vec![None];
    for code in 0..sizes.iter().map(|size| size + 1).product::<usize>() {
        let mut rest = code;
        let part = sizes.map(|size| {
            let value = rest % (size + 1);
            rest /= size + 1;
            value.checked_sub(1)
        });
        all.push(Some(part));
    }
    all
}

fn covers(hypothesis: &Option<[Option<usize>; 6]>, instance: &[usize; 6]) -> bool {
    hypothesis
        .is_some_and(|h| h.iter().zip(instance).all(|(wanted, is)| wanted.is_none_or(|wanted| wanted == *is)))
}

// proves: 000a:K5, 000a:K7
#[test]
fn enjoy_sport_version_space() {
    // Sunny Warm Normal Strong Warm Same +, … with the values counted from 0.
    let rows = [
        ([0, 0, 0, 0, 0, 0], true),
        ([0, 0, 1, 0, 0, 0], true),
        ([1, 1, 1, 0, 0, 1], false),
        ([0, 0, 1, 0, 1, 1], true),
    ];
    let all = conjunctions();
    assert_eq!(all.len(), 973);
    let names: Vec<String> = (0..all.len()).map(|at| at.to_string()).collect();
    let mut table = HypothesisTable::uniform(&names).unwrap();
    let mut sizes = vec![all.len()];
    for (instance, is_positive) in &rows {
        table.keep(&all.iter().map(|h| covers(h, instance) == *is_positive).collect::<Vec<bool>>()).unwrap();
        sizes.push(table.posterior().iter().filter(|p| **p > 0.0).count());
    }
    assert_eq!(sizes, [973, 64, 32, 28, 6]);
    assert!(close(table.ln_evidence().exp(), 6.0 / 973.0));
    assert_eq!(table.most_probable().len(), 6, "all ties");
    // FIND-S' answer, the most specific of them, is a MAP hypothesis; and the only one if specific ones are more probable.
    let found = all.iter().position(|h| *h == Some([Some(0), Some(0), None, Some(0), None, None])).unwrap();
    assert!(table.most_probable().contains(&found));
    let free: Vec<f64> = all
        .iter()
        .map(|h| 0.5f64.powi(h.map_or(0, |h| h.iter().filter(|v| v.is_none()).count() as i32)))
        .collect();
    let sum: f64 = free.iter().sum();
    let mut specific =
        HypothesisTable::new(&names, &free.iter().map(|p| p / sum).collect::<Vec<f64>>()).unwrap();
    for (instance, is_positive) in &rows {
        specific
            .keep(&all.iter().map(|h| covers(h, instance) == *is_positive).collect::<Vec<bool>>())
            .unwrap();
    }
    assert_eq!(specific.most_probable(), [found]);
    let votes = |instance: [usize; 6]| {
        let says: Vec<[f64; 2]> =
            all.iter().map(|h| if covers(h, &instance) { [0.0, 1.0] } else { [1.0, 0.0] }).collect();
        6.0 * HypothesisVotes::new(&table.posterior(), &Matrix::from_rows(&says).unwrap())
            .unwrap()
            .probabilities()[1]
    };
    let expected = [
        ([0, 0, 0, 0, 1, 1], 6.0),
        ([1, 1, 0, 1, 0, 0], 0.0),
        ([0, 0, 0, 1, 0, 0], 3.0),
        ([0, 1, 0, 0, 0, 0], 2.0),
    ];
    for (instance, plus) in expected {
        assert!(close(votes(instance), plus), "{instance:?}");
    }
    let before = table.clone();
    assert!(table.keep(&vec![false; 973]).is_err());
    assert_eq!(table, before, "what cannot be changes nothing");
}

// proves: 002:A02, 002:A06
#[test]
fn consistent_hypotheses_are_the_version_space() {
    let rows = [
        ([0, 0, 0, 0, 0, 0], true),
        ([0, 0, 1, 0, 0, 0], true),
        ([1, 1, 1, 0, 0, 1], false),
        ([0, 0, 1, 0, 1, 1], true),
    ];
    let named = |h: &Option<[Option<usize>; 6]>| (format!("{h:?}"), *h);
    let all: Vec<(String, _)> = conjunctions()
        .iter()
        .map(named)
        .map(|(name, h)| (name, move |x: &[usize; 6]| covers(&h, x)))
        .collect();
    let report = Realizability::of(&all, &rows).unwrap();
    assert!(report.is_realizable());
    assert_eq!(report.nearest().len(), 6, "the hypotheses of the version space");
    // A positive row of rain: a conjunction that covers all positive rows covers the negative one, too.
    let rain = [rows.as_slice(), &[([1, 1, 1, 0, 0, 0], true)]].concat();
    assert!(!Realizability::of(&all, &rain).unwrap().is_realizable());
    let contradicted = [rows.as_slice(), &[([0, 0, 0, 0, 0, 0], false)]].concat();
    let report = Realizability::of(&all, &contradicted).unwrap();
    assert!(!report.is_realizable() && report.nearest().len() >= 6);
    let general =
        &report.hypotheses[all.iter().position(|(name, _)| *name == named(&Some([None; 6])).0).unwrap()];
    assert_eq!(general.1.disagreements, [2, 4]);
    assert!(
        report.to_string().starts_with("not realizable: every hypothesis disagrees with a row"),
        "{report}"
    );
    let line = report.to_string().lines().nth(3).unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.ends_with("2 of 5 rows 3 5"), "{report}");
    assert!(Realizability::of(&all, &[]).is_err());
}

// proves: 000a:K5, 002:A09, 000a:K6
#[test]
fn rows_one_by_one_are_rows_together() {
    let rows: Vec<f64> = (0..2000).map(|i| f64::from(i % 7) - 3.0).collect();
    let bump =
        |mean: f64| move |x: &f64| (-0.5 * (x - mean).powi(2)).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let hypotheses: Vec<Hypothesis<'_, f64>> = [-1.0, 0.0, 1.0]
        .iter()
        .zip([0.25, 0.25, 0.5])
        .map(|(&m, p)| Hypothesis::new(format!("{m}"), p, bump(m)))
        .collect();
    let found = brute_force(&hypotheses, &rows).unwrap();
    assert_eq!((found.history.len(), found.history[0].clone()), (2001, vec![0.25, 0.25, 0.5]));
    assert_eq!(found.table.most_probable(), [1]);
    assert!(found.table.ln_evidence() < -3000.0, "no underflow: {}", found.table.ln_evidence());
    assert!(found.table.to_string().contains("e-"), "{}", found.table);
    let mut together = HypothesisTable::new(&["-1", "0", "1"], &[0.25, 0.25, 0.5]).unwrap();
    let sum = |mean: f64| rows.iter().map(|x| bump(mean)(x).ln()).sum::<f64>();
    together.see_ln(&[sum(-1.0), sum(0.0), sum(1.0)]).unwrap();
    assert!((together.ln_evidence() - found.table.ln_evidence()).abs() < 1e-8);
    let none: [Hypothesis<'_, f64>; 0] = [];
    assert!(brute_force(&none, &rows).is_err());
    let error = brute_force(&[Hypothesis::new("h", 1.0, |x: &f64| f64::from(*x > 0.0))], &rows)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("row 1: no hypothesis that is possible allows"), "{error}");
    assert!(format!("{:?}", hypotheses[0]).contains("prior: 0.25"));
}

/// With normal noise the most likely line is that of least squares; with 0 and 1, that of the least cross entropy.
// proves: 000a:K8, 000a:K11, 002:A16, 002:A17
#[test]
fn noise_makes_least_squares_most_likely() {
    let examples: Vec<Example> =
        (0..30).map(|i| (vec![f64::from(i)], 0.7 * f64::from(i) + f64::from(i % 5) - 2.0)).collect();
    let slopes: Vec<f64> = (0..40).map(|i| 0.05 * f64::from(i)).collect();
    let line = |slope: f64| {
        Hypothesis::with_noise(format!("{slope}"), 1.0 / 40.0, move |x: &[f64]| slope * x[0], 0.01)
    };
    let found = brute_force(&slopes.iter().map(|&slope| line(slope)).collect::<Vec<_>>(), &examples).unwrap();
    let squares = |slope: f64| examples.iter().map(|(x, d)| (d - slope * x[0]).powi(2)).sum::<f64>();
    let best = (0..40).min_by(|&a, &b| squares(slopes[a]).total_cmp(&squares(slopes[b]))).unwrap();
    assert_eq!((found.table.most_likely(), found.table.most_probable()), (vec![best], vec![best]));
    let labels: Vec<Example> =
        examples.iter().map(|(x, d)| (x.clone(), f64::from(u8::from(*d > 9.0)))).collect();
    let curve = |at: f64| move |x: &[f64]| 1.0 / (1.0 + (at - x[0]).exp());
    let middles = [5.0, 12.0, 13.0, 20.0];
    let hypotheses: Vec<Hypothesis<'_, Example>> =
        middles.iter().map(|&at| Hypothesis::of_probability(format!("{at}"), 0.25, curve(at))).collect();
    let found = brute_force(&hypotheses, &labels).unwrap();
    for (at, ln) in middles.iter().zip(found.table.ln_likelihood()) {
        let entropy: f64 =
            labels.iter().map(|(x, d)| d * curve(*at)(x).ln() + (1.0 - d) * (1.0 - curve(*at)(x)).ln()).sum();
        assert!((ln - entropy).abs() < 1e-9 * entropy.abs(), "{ln} for {entropy}");
    }
    let wrong = [Hypothesis::of_probability("h", 1.0, |_: &[f64]| 1.5)];
    assert!(brute_force(&wrong, &labels).is_err());
}

#[test]
fn wrong_beliefs_are_refused() {
    assert!(HypothesisTable::new(&["a", "b"], &[0.5, 0.6]).is_err());
    assert!(HypothesisTable::new(&["a", "b"], &[1.5, -0.5]).is_err());
    assert!(HypothesisTable::new(&["a"], &[0.5, 0.5]).is_err());
    assert!(HypothesisTable::uniform::<&str>(&[]).is_err());
    let mut table = HypothesisTable::uniform(&["a", "b"]).unwrap();
    assert!(
        table.see(&[0.5]).is_err()
            && table.see(&[-0.5, 0.5]).is_err()
            && table.see_ln(&[f64::NAN, 0.0]).is_err()
    );
    assert!(table.odds(7).is_nan() && close(table.odds(0), 1.0));
    assert_eq!(HypothesisTable::uniform(&["a"]).unwrap().odds(0), f64::INFINITY);
    assert!(table.to_json()["hypotheses"][0]["prior"].as_f64().is_some_and(|p| close(p, 0.5)));
    let draws = (0..1000).filter(|&i| table.draw(Seed(1).derive(i)) == 0).count();
    assert!((430..570).contains(&draws), "{draws}");
}

/// Thunder says nothing of rain once lightning is known.
fn storm() -> ProbabilityTable {
    let truth = |name: &str| Variable::new(name, &["yes", "no"]);
    ProbabilityTable::new(vec![truth("lightning")], &[0.1, 0.9])
        .unwrap()
        .and(truth("thunder"), &[vec![0.95, 0.05], vec![0.01, 0.99]])
        .unwrap()
        .and(truth("rain"), &[vec![0.7, 0.3], vec![0.7, 0.3], vec![0.2, 0.8], vec![0.2, 0.8]])
        .unwrap()
}

// proves: 000a:K2, 002:A11, 002:A13, 002:A14, 001:129
#[test]
fn conditional_independence() {
    let table = storm();
    assert!(!table.is_independent(&["thunder"], &["rain"], &[]).unwrap());
    assert!(table.is_independent(&["thunder"], &["rain"], &["lightning"]).unwrap());
    assert!(table.is_independent(&["rain"], &["thunder"], &["lightning"]).unwrap());
    assert!(!table.is_independent(&["rain", "thunder"], &["lightning"], &[]).unwrap());
    assert!(close(table.probability(&[("rain", "yes")]).unwrap(), 0.25), "total probability");
    let given = table.given(&[("lightning", "no")]).unwrap();
    assert!(close(given.probability(&[("rain", "yes"), ("thunder", "yes")]).unwrap(), 0.2 * 0.01));
    assert!(given.is_independent(&["rain"], &["thunder"], &[]).unwrap());
    let either = table.either(&[("rain", "yes")], &[("lightning", "yes")]).unwrap();
    assert!(close(either, 0.25 + 0.1 - 0.07));
    let order: Vec<String> =
        table.marginal(&["rain", "lightning"]).unwrap().variables().iter().map(|v| v.name.clone()).collect();
    assert_eq!(order, ["rain", "lightning"]);
    let text = table.marginal(&["rain"]).unwrap().to_string();
    assert_eq!(text, "rain  probability\nyes          0.25\nno           0.75\n");
    assert_eq!(table.to_json().as_array().unwrap().len(), 8);
}

#[test]
fn wrong_tables_are_refused() {
    let table = storm();
    assert!(table.marginal(&["rains"]).unwrap_err().to_string().contains("did you mean 'rain'"));
    assert!(table.marginal(&["rain", "rain"]).is_err());
    assert!(table.probability(&[("rain", "perhaps")]).is_err());
    let values = Variable::new("v", &["a", "b"]);
    assert!(ProbabilityTable::new(vec![values.clone()], &[0.5, 0.6]).is_err());
    assert!(ProbabilityTable::new(vec![values.clone()], &[1.0]).is_err());
    assert!(ProbabilityTable::new(vec![values.clone(), values.clone()], &[0.25; 4]).is_err());
    assert!(ProbabilityTable::new(vec![Variable::new("v", &["a", "a"])], &[0.5; 2]).is_err());
    assert!(table.and(values.clone(), &[vec![0.5, 0.5]]).is_err());
    assert!(table.and(values.clone(), &vec![vec![0.5]; 8]).is_err());
    assert!(table.and(values.clone(), &vec![vec![0.5, 0.6]; 8]).is_err());
    let certain = ProbabilityTable::new(vec![values.clone()], &[1.0, 0.0]).unwrap();
    assert!(certain.given(&[("v", "b")]).is_err());
    let wide: Vec<Variable> = (0..25).map(|i| Variable::new(format!("v{i}"), &["a", "b"])).collect();
    assert!(CountTable::new(wide, &[]).unwrap_err().to_string().contains("more than 16777216 cells"));
    assert!(CountTable::new(vec![values.clone()], &[1.0, -1.0]).is_err());
    assert!(CountTable::new(vec![values], &[0.0, 0.0]).unwrap().shares().is_err());
    assert!(
        total_probability(&[0.5, 0.5], &[0.5]).is_err()
            && total_probability(&[0.5, 0.5], &[0.5, 1.5]).is_err()
    );
}

fn play_tennis() -> Table {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/play_tennis.csv");
    Table::read(path).unwrap()
}

// proves: 002:A13, 002:A14
#[test]
fn independence_tests_agree_with_scipy() {
    let reference: serde_json::Value =
        serde_json::from_str(include_str!("../../tests/reference/independence.json")).unwrap();
    let counts = CountTable::of(&play_tennis().dataset()).unwrap();
    assert_eq!(counts.counts().iter().sum::<f64>(), 14.0);
    let entries = reference.as_array().unwrap();
    assert_eq!(entries.len(), 11);
    for entry in entries {
        let names = |key: &str| -> Vec<&str> {
            entry[key].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect()
        };
        let test = counts.test_independence(&names("one"), &names("other"), &names("given")).unwrap();
        let ours = test.to_json();
        for key in ["chi_square", "g", "degrees", "chi_square_p", "g_p", "least_expected"] {
            let (found, expected) = (ours[key].as_f64().unwrap(), entry[key].as_f64().unwrap());
            assert!((found - expected).abs() < 1e-11, "{entry}: {key} {found}");
        }
    }
    let test = counts.test_independence(&["Outlook"], &["Play"], &[]).unwrap();
    assert_eq!(
        test.to_string(),
        "chi-square 3.547 with 2 degrees of freedom, p 0.1698\nG 4.789 with 2 degrees of freedom, p 0.09122\n\
         a cell expects only 1.429 rows: the p-values are rough\n"
    );
    assert!(counts.test_independence(&[], &["Play"], &[]).is_err());
    assert!(counts.test_independence(&["Play"], &["Play"], &[]).is_err());
    assert!(counts.shares().unwrap().is_independent(&["Outlook"], &["Play"], &[]).is_ok_and(|is| !is));
}

#[test]
fn counts_of_a_dataset_weigh_rows_and_leave_out_gaps() {
    let table = Table::builder()
        .category("a", &[Some("x"), Some("y"), None, Some("x")])
        .category("b", &[Some("u"), Some("u"), Some("v"), Some("v")])
        .number("w", vec![2.0, 1.0, 5.0, 0.5])
        .build()
        .unwrap();
    let counts = CountTable::of(&table.dataset().weight("w").unwrap()).unwrap();
    assert_eq!(counts.counts(), [2.0, 0.5, 1.0, 0.0]);
    assert!(CountTable::of(&table.dataset()).unwrap_err().to_string().contains("'w' holds numbers"));
}

// proves: 000a:K22
#[test]
fn models_as_hypotheses() {
    let table = Table::builder()
        .number("x", vec![1.0, 2.0, 3.0, 4.0])
        .category("y", &[Some("a"), Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    let data = table.dataset().target("y").unwrap();
    let of = |rows: Vec<u32>| Baseline::default().fit_with(&data.select(rows), &Run::default()).unwrap();
    // Shares of a: 2/3, 1/3 and 1.
    let (mostly_a, mostly_b, only_a) = (of(vec![0, 1, 2]), of(vec![0, 2, 3]), of(vec![0, 1]));
    let models = || vec![&mostly_a as &dyn Model, &mostly_b, &only_a];
    let committee = BayesModelAverage::new(models(), &[0.2, 0.3, 0.5]).unwrap();
    let probabilities = committee.probabilities(&table).unwrap();
    assert!(close(probabilities.at(0, 0), 0.2 * 2.0 / 3.0 + 0.1 + 0.5));
    assert_eq!(committee.bayes_optimal(&table).unwrap(), [0; 4]);
    assert_eq!(committee.most_probable(&table).unwrap(), [0; 4]);
    let (judged, beliefs) =
        BayesModelAverage::judged(models(), &[0.2, 0.3, 0.5], &data.select(vec![2, 3, 2])).unwrap();
    // Three rows of class b: 1/27, 8/27 and nearly nothing.
    let total = 0.2 / 27.0 + 0.3 * 8.0 / 27.0;
    assert!((judged.weights()[1] - 0.3 * 8.0 / 27.0 / total).abs() < 1e-12 && judged.weights()[2] < 1e-40);
    assert_eq!(beliefs.most_likely(), [1]);
    assert_eq!(judged.bayes_optimal(&table).unwrap(), [1; 4]);
    let draws: Vec<u32> = (0..500).flat_map(|i| committee.gibbs(&table, Seed(i)).unwrap()).collect();
    let b = draws.iter().filter(|&&class| class == 1).count() as f64 / draws.len() as f64;
    assert!((b - 0.3).abs() < 0.03, "{b}");
    assert!(
        BayesModelAverage::new(models(), &[0.5, 0.5]).is_err()
            && BayesModelAverage::new(vec![], &[]).is_err()
    );
    let numbers = Baseline::default().fit(&table.dataset().target("x").unwrap()).unwrap();
    assert!(BayesModelAverage::new(vec![&mostly_a, &numbers], &[0.5, 0.5]).is_err());
    assert!(
        BayesModelAverage::judged(models(), &[0.2, 0.3, 0.5], &table.dataset().target("x").unwrap()).is_err()
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// In the best codes the shortest description is the most probable hypothesis; Gibbs errs at most twice as often.
    #[test]
    fn descriptions_and_gibbs(
        prior in prop::collection::vec(0.01..1.0f64, 2..7), seeds in prop::collection::vec(0.0..1.0f64, 7), classes in 2usize..4
    ) {
        let sum: f64 = prior.iter().sum();
        let prior: Vec<f64> = prior.iter().map(|p| p / sum).collect();
        let names: Vec<String> = (0..prior.len()).map(|i| format!("h{i}")).collect();
        let mut table = HypothesisTable::new(&names, &prior).unwrap();
        table.see(&seeds[..prior.len()].iter().map(|s| s + 1e-3).collect::<Vec<f64>>()).unwrap();
        prop_assert_eq!(TwoPartCodes::of(&table).unwrap().shortest(), table.most_probable());
        prop_assert!((table.posterior().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let says = Matrix::from_fn(prior.len(), classes, |h, c| f64::from(u8::from((seeds[h] * 1000.0) as usize % classes == c)));
        let votes = HypothesisVotes::new(&table.posterior(), &says).unwrap();
        prop_assert!(votes.gibbs_error() <= 2.0 * votes.bayes_error() + 1e-12);
        prop_assert!(votes.gibbs_error() >= votes.bayes_error() - 1e-12);
    }

    /// A table is the product of a marginal and its conditionals, in whatever order.
    // proves: 002:A12
    #[test]
    fn tables_are_marginals_times_conditionals(cells in prop::collection::vec(0.01..1.0f64, 12)) {
        let sum: f64 = cells.iter().sum();
        let joint: Vec<f64> = cells.iter().map(|c| c / sum).collect();
        let variables =
            vec![Variable::new("a", &["0", "1"]), Variable::new("b", &["0", "1", "2"]), Variable::new("c", &["0", "1"])];
        let table = ProbabilityTable::new(variables, &joint).unwrap();
        let c = table.marginal(&["c"]).unwrap();
        for value in ["0", "1"] {
            let given = table.given(&[("c", value)]).unwrap();
            let product = c.probability(&[("c", value)]).unwrap() * given.probability(&[("a", "1"), ("b", "2")]).unwrap();
            prop_assert!((product - table.probability(&[("a", "1"), ("b", "2"), ("c", value)]).unwrap()).abs() < 1e-14);
        }
    }
}
