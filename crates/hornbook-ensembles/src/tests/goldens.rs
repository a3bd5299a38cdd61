use super::*;
use serde_json::json;

/// Ten points on a line, boosted by stumps: every number of the textbook.
// proves: 002:R16, 002:R17
#[test]
fn ada_boost_on_ten_points() {
    let signs = ["+", "+", "+", "-", "-", "-", "+", "+", "+", "-"].map(Some);
    let points = Table::builder().number("x", (0..10).map(f64::from).collect()).category("y", &signs);
    let data = points.build().unwrap().dataset().target("y").unwrap();
    for text in [
        "ada-boost(algorithm=m1,n_estimators=3)",
        "ada-boost(estimator=decision-tree(max_depth=1),n_estimators=3)",
    ] {
        let (model, events) = traced(&*learner(text), &data);
        let near = |found: &Value, exact: f64| (found.as_f64().unwrap() - exact).abs() < 1e-6;
        let rounds = [
            // error, beta, vote, and the weights of the points 0 1 2 9, of 3 4 5 and of 6 7 8
            (0.3, 0.428571, 0.847298, [1.0 / 14.0, 1.0 / 14.0, 1.0 / 6.0], 0.3),
            (0.214286, 0.272727, 1.299283, [0.045455, 0.166667, 0.106061], 0.3),
            (0.181818, 0.222222, 1.504077, [0.125, 0.101852, 0.064815], 0.0),
        ];
        assert_eq!(events.len(), 3);
        for (event, (error, beta, vote, weights, wrong)) in events.iter().zip(rounds) {
            assert!(near(&event["error"], error) && near(&event["beta"], beta), "{event}");
            assert!(near(&event["vote"], vote) && near(&event["ensemble_error"], wrong), "{event}");
            for (point, group) in [0, 0, 0, 1, 1, 1, 2, 2, 2, 0].into_iter().enumerate() {
                assert!(near(&event["weights"][point], weights[group]), "{event}");
            }
        }
        for (member, threshold) in
            model.explain().to_json()["members"].as_array().unwrap().iter().zip([2.5, 8.5, 5.5])
        {
            let tree = member["explanation"]["tree"].to_string();
            assert!(tree.contains(&format!("x <= {threshold}")), "{tree}");
        }
        assert_eq!(model.predict(data.table()).unwrap().values.label(8), "+");
    }
}

/// A vote for the class of a yes, and for every other class of a no.
// proves: 002:P02
#[test]
fn a_table_of_votes() {
    // Three members whose answers are columns of the table: a one-against-the-rest ensemble with hard decoding.
    let bits = [[1, 0, 0], [0, 0, 0], [1, 1, 0], [0, 1, 1], [1, 1, 1]];
    let votes = [[3.0, 1.0, 1.0], [2.0, 2.0, 2.0], [2.0, 2.0, 0.0], [0.0, 2.0, 2.0], [1.0, 1.0, 1.0]];
    // Each member learns to repeat its own column: a class occurs where its column is 1.
    let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let column = |rows: &[[f64; 3]], c: usize| rows.iter().map(|row| row[c]).collect::<Vec<f64>>();
    let train = Table::builder()
        .number("f1", column(&rows, 0))
        .number("f2", column(&rows, 1))
        .number("f3", column(&rows, 2))
        .category("class", &[Some("C1"), Some("C2"), Some("C3")])
        .build()
        .unwrap();
    let model = learner("one-vs-rest(decoding=hard)")
        .fit_with(&train.dataset().target("class").unwrap(), &Run::default());
    let model = model.unwrap();
    let asked: Vec<[f64; 3]> = bits.iter().map(|row| row.map(f64::from)).collect();
    let new = Table::builder().number("f1", column(&asked, 0)).number("f2", column(&asked, 1));
    let new = new.number("f3", column(&asked, 2)).build().unwrap();
    let shares = model.probabilities(&new).unwrap();
    for (row, expected) in votes.iter().enumerate() {
        let total: f64 = expected.iter().sum();
        for (found, votes) in shares.row(row).iter().zip(expected) {
            assert!((found - votes / total).abs() < 1e-12, "{row}: {:?}", shares.row(row));
        }
    }
    // A tie is said and goes to the first class.
    let (features, _) = model.info().schema.features(&new).unwrap();
    let why = model.explain_row(&features, 3).unwrap().to_string();
    assert!(why.contains("C2 and C3 are tied; the first in order is taken"), "{why}");
    assert!(why.contains("so class is C2"), "{why}");
}

// proves: 002:R08
#[test]
fn a_cascade_hands_over() {
    let table = table(200);
    let (model, events) = traced(&*learner("cascade(confidence=0.95)"), &classes(&table));
    let answered = model.info().summary.details["answered"].as_array().unwrap().clone();
    assert_eq!(answered.len(), 3);
    assert_eq!(answered.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 200);
    assert!(answered.iter().all(|n| n.as_u64().unwrap() > 0), "{answered:?}");
    assert_eq!(events.len(), 3);
    // Each row has the probabilities of the first stage that is sure of it, or of the last.
    let shares = model.probabilities(&table).unwrap();
    let stages: Vec<_> = [2, 4, 8]
        .map(|depth| DecisionTree::default().max_depth(depth).fit(&classes(&table)).unwrap())
        .iter()
        .map(|stage| stage.probabilities(&table).unwrap())
        .collect();
    for row in 0..200 {
        let sure = |stage: &&hornbook_data::Matrix| stage.row(row).iter().any(|&p| p >= 0.95);
        let expected = stages.iter().find(sure).unwrap_or(&stages[2]);
        assert_eq!(shares.row(row), expected.row(row));
    }
}

// proves: 002:R09
#[test]
fn confused_classes_are_joined_first() {
    // Classes c and d overlap; a and b stand apart.
    let x: Vec<f64> =
        (0..120).map(|i| f64::from(i % 30) * 0.2 + [0.0, 10.0, 20.0, 21.0][i as usize / 30]).collect();
    let kind: Vec<Option<&str>> = (0..120).map(|i| Some(["a", "b", "c", "d"][i / 30])).collect();
    let data = Table::builder().number("x", x).category("kind", &kind).build().unwrap().dataset();
    let data = data.target("kind").unwrap();
    let (model, events) = traced(&*learner("class-hierarchy"), &data);
    assert_eq!(events[0]["event"], "joined");
    assert_eq!((events[0]["one"].clone(), events[0]["other"].clone()), (json!(["c"]), json!(["d"])));
    let text = model.explain().to_string();
    assert!(text.contains("(c) against (d)"), "{text}");
    let given =
        learner("class-hierarchy(hierarchy=((a, b), (c, d)))").fit_with(&data, &Run::default()).unwrap();
    assert!(given.explain().to_string().contains("(a or b) against (c or d)"));
    let shares = given.probabilities(data.table()).unwrap();
    assert!((0..120).all(|row| (shares.row(row).iter().sum::<f64>() - 1.0).abs() < 1e-12));
}
