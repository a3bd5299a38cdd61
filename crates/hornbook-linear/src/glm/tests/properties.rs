//! What must hold for any rows.

use super::*;
use hornbook_learner::Model;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// The score equations: $\sum v (y - \mu) \mu' / V(\mu) \cdot x = \alpha W w$.
    #[test]
    fn the_score_is_zero_at_the_minimum(seed in 0u64..1000) {
        let table = some_table(150, seed);
        for (learner, target) in learners() {
            let data = weighted(&table, target);
            let model = learner.fit(&data).unwrap();
            let config = params::GlmLearner::config(&learner);
            let (x, width) = (crate::design::rows_of(model.design(), &data), model.design().width());
            let targets = crate::design::targets_of(&data).unwrap();
            let (mut score, mut size, mut weight) = (vec![0.0; width + 1], vec![0.0; width + 1], 0.0);
            for (row, (mean, v)) in numbers(&model, &data).into_iter().zip(data.row_weights().iter()).enumerate() {
                let rate = config.link.derivative(config.link.sum(mean), mean) / config.variance.of(mean);
                weight += v;
                for (place, (score, size)) in score.iter_mut().zip(&mut size).enumerate() {
                    let x = if place < width { x[row * width + place] } else { 1.0 };
                    *score += v * (targets[row] - mean) * rate * x;
                    *size += v * (targets[row] + mean) * rate * x.abs();
                }
            }
            for place in 0..width + usize::from(learner.fit_intercept) {
                let price = if place < width { learner.alpha * weight * model.weights().at(0, place) } else { 0.0 };
                prop_assert!((score[place] - price).abs() <= 1e-5 * size[place], "{:?}: {}", learner, score[place]);
            }
        }
    }

    /// A unit of a column is of no consequence.
    #[test]
    fn units_do_not_matter(seed in 0u64..1000, unit in 1e-3f64..1e3) {
        let table = some_table(120, seed);
        let a: Vec<f64> = match table.dataset().feature(0) {
            hornbook_data::Feature::Number(values) => values.iter().map(|x| x * unit + 1.0).collect(),
            _ => panic!("no numbers"),
        };
        let mut builder = Table::builder().number("a", a);
        for (name, column) in table.names().iter().zip(table.columns()).skip(1) {
            builder = builder.column(name, column.clone());
        }
        let other = builder.build().unwrap();
        for (learner, target) in learners().into_iter().filter(|(one, _)| one.alpha == 0.0 && one.fit_intercept) {
            let (one, two) = (data(&table, target), data(&other, target));
            let (first, second) = (learner.fit(&one).unwrap(), learner.fit(&two).unwrap());
            close(&numbers(&first, &one), &numbers(&second, &two), 1e-6);
        }
    }
}

#[test]
fn the_presets_are_the_one_engine() {
    let table = some_table(200, 3);
    let same = |one: LinearModel, other: LinearModel| {
        assert_eq!(one.to_bytes().unwrap(), other.to_bytes().unwrap());
    };
    let of = |family| GeneralizedLinear::default().family(family);
    let (counts, amounts) = (data(&table, "count"), data(&table, "amount"));
    same(PoissonRegression::default().fit(&counts).unwrap(), of(Family::Poisson).fit(&counts).unwrap());
    same(GammaRegression::default().fit(&amounts).unwrap(), of(Family::Gamma).fit(&amounts).unwrap());
    let (totals, tweedie) = (data(&table, "total"), TweedieRegression::default().power(1.5));
    same(tweedie.fit(&totals).unwrap(), of(Family::Tweedie).fit(&totals).unwrap());
}

#[test]
fn the_normal_family_is_least_squares() {
    let table = some_table(200, 4);
    let data = data(&table, "amount");
    let ours = TweedieRegression::default().fit(&data).unwrap();
    let squares = crate::LinearRegression::default().fit(&data).unwrap();
    close(&learned(&ours), &learned(&squares), 1e-6);
    for (one, other) in ours.coefficients(0).iter().zip(squares.coefficients(0)) {
        close(
            &[one.error.unwrap(), one.p_value.unwrap()],
            &[other.error.unwrap(), other.p_value.unwrap()],
            1e-8,
        );
    }
}
