//! What must hold for any rows.

use super::*;
use hornbook_core::Seed;
use hornbook_data::Dataset;
use proptest::prelude::*;

fn learners() -> Vec<Perceptron> {
    let mut all = Vec::new();
    for mode in [UpdateMode::Stochastic, UpdateMode::Batch] {
        for variant in [PerceptronVariant::Plain, PerceptronVariant::Averaged, PerceptronVariant::Pocket] {
            all.push(Perceptron::default().mode(mode).variant(variant).max_iter(20));
        }
    }
    all
}

/// Rows that some weights part with room between, of two or three classes. All numbers are eighths, so that sums are exact.
fn parted(rows: usize, classes: usize, seed: u64) -> Table {
    let mut rng = Seed(seed).rng();
    let (mut a, mut b, mut y) = (Vec::new(), Vec::new(), Vec::new());
    while y.len() < rows {
        let (x, z) = ((rng.unit() * 64.0).round() / 8.0 - 4.0, (rng.unit() * 64.0).round() / 8.0 - 4.0);
        let sums = [x + z, -2.0 * x + 0.5 * z, 1.0 - z];
        let mut order: Vec<usize> = (0..classes).collect();
        order.sort_by(|&i, &j| sums[j].total_cmp(&sums[i]));
        if sums[order[0]] - sums[order[1]] > 0.5 {
            a.push(x);
            b.push(z);
            y.push(Some(["u", "v", "w"][order[0]]));
        }
    }
    Table::builder().number("a", a).number("b", b).category("y", &y).build().unwrap()
}

fn whole(table: &Table) -> Dataset {
    table.dataset().target("y").unwrap()
}

/// What every learner says of rows that can be parted is what it predicts.
fn all_parted(seed: u64, classes: usize) -> Result<(), TestCaseError> {
    let data = whole(&parted(60, classes, seed));
    for learner in learners() {
        let model = learner.clone().max_iter(20_000).fit(&data).unwrap();
        let fit = model.margin_fit().unwrap();
        prop_assert!(fit.is_separated() && model.info().summary.converged, "{learner:?} {fit:?}");
        if learner.mode == UpdateMode::Stochastic && learner.variant == PerceptronVariant::Plain {
            prop_assert!(fit.updates as f64 <= fit.mistake_bound().unwrap(), "{fit:?}");
        }
        let predicted = model.predict(data.table()).unwrap().values;
        let hornbook_data::Target::Classes(target) = data.target_values().unwrap().1 else {
            panic!("classes")
        };
        for row in 0..60 {
            let class = &target.levels[target.codes[row] as usize];
            prop_assert_eq!(&predicted.label(row), class, "{:?} {:?}", learner, fit);
        }
    }
    Ok(())
}

/// The mean of many epochs may tie two classes but for rounding, which must not count as right.
#[test]
fn a_lead_that_is_rounding_is_none() {
    all_parted(203, 3).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn what_can_be_parted_is_parted(seed in 0u64..1000, classes in 2usize..4) {
        all_parted(seed, classes)?;
    }

    #[test]
    fn the_pocket_is_never_worse(seed in 0u64..1000, classes in 2usize..4) {
        let data = weighted(&some_table(80, classes, seed));
        let wrong = |variant| {
            let model = Perceptron::default().max_iter(15).variant(variant).fit(&data).unwrap();
            let fit = model.margin_fit().unwrap().clone();
            (fit.wrong, fit.curve)
        };
        let ((plain, curve), (pocket, best)) = (wrong(PerceptronVariant::Plain), wrong(PerceptronVariant::Pocket));
        prop_assert!(pocket <= plain && curve.iter().all(|&w| pocket <= w));
        prop_assert!(best.windows(2).all(|pair| pair[1] <= pair[0]));
    }
}

#[test]
fn the_seed_changes_the_order() {
    let table = some_table(100, 2, 1);
    let of = |seed| {
        learned(
            &Perceptron::default().max_iter(3).fit_with(&data(&table), &Run::default().seed(seed)).unwrap(),
        )
    };
    assert_eq!(of(1), of(1));
    assert_ne!(of(1), of(2));
}

#[test]
fn a_fraction_is_a_shorter_step() {
    let data = gate(&[&[2.0]], &[true]);
    let other = gate(&[&[2.0], &[1.0]], &[true, false]);
    assert_eq!(data.rows().len(), 1);
    let weighted = other.with_weights(vec![0.25, 1e-14]).unwrap();
    let model = Perceptron::default().shuffle(false).max_iter(1).fit(&weighted).unwrap();
    close(&learned(&model), &[0.25, 0.5], 1e-12);
}
