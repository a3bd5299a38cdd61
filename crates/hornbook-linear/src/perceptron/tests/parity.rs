//! Weights of scikit-learn.

use super::*;
use serde_json::Value;

#[test]
fn the_weights_of_scikit_learn() {
    let known: Value =
        serde_json::from_str(include_str!("../../../tests/reference/perceptron.json")).unwrap();
    let names: Vec<&str> = known["names"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
    let table = iris();
    let target = table.names().last().unwrap().to_string();
    let mut compared = 0;
    let all = table.dataset().target(&target).unwrap();
    for (label, pair) in [("parted", &names[..2]), ("mixed", &names[1..])] {
        let hornbook_data::Target::Classes(classes) = all.target_values().unwrap().1 else {
            panic!("classes")
        };
        let is_kept = |row: &u32| pair.contains(&&*classes.levels[classes.codes[*row as usize] as usize]);
        let data = all.select((0..150).filter(is_kept).collect());
        for epochs in [1, 3, 10] {
            let learner = Perceptron::default().shuffle(false).max_iter(epochs);
            for (name, learner) in [
                ("", learner.clone()),
                ("_free", learner.clone().fit_intercept(false)),
                ("_l2", learner.clone().penalty(PerceptronPenalty::L2).alpha(0.01).eta0(0.5)),
                ("_average", learner.clone().variant(PerceptronVariant::Averaged)),
            ] {
                let model = learner.fit(&data).unwrap();
                let expected = known[format!("{label}_{epochs}{name}")].as_array().unwrap();
                let expected: Vec<f64> = expected.iter().map(|x| x.as_f64().unwrap()).collect();
                // An epoch without a mistake ends our search; what shrinks, or is a mean, would go on
                // changing.
                if (name == "_average" || name == "_l2")
                    && model.margin_fit().unwrap().rounds < u64::from(epochs)
                {
                    continue;
                }
                compared += 1;
                close(&learned(&model), &expected, 1e-12);
            }
        }
    }
    assert!(compared >= 20, "{compared} of 24");
}
