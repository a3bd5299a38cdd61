//! Output codes by hand.

use super::learner;
use hornbook_core::{Run, Seed};
use hornbook_data::Table;
use hornbook_learner::{Fit, Model, Predictions};
use hornbook_trees::DecisionTree;

/// Five classes along a line, of which a tenth of the rows has another.
fn line(seed: u64, rows: usize) -> (Vec<f64>, Vec<usize>) {
    let mut rng = Seed(seed).rng();
    let x: Vec<f64> = (0..rows).map(|_| 5.0 * rng.unit()).collect();
    let classes =
        x.iter().map(|x| if rng.unit() < 0.1 { rng.below(5) } else { (*x as usize).min(4) }).collect();
    (x, classes)
}

fn codes(model: &dyn Model, x: &[f64]) -> Vec<u32> {
    let table = Table::builder().number("x", x.to_vec()).build().unwrap();
    let Predictions::Classes(codes, _) = model.predict(&table).unwrap().values else { panic!() };
    codes
}

/// One binary model a bit of the codewords, and the class of the nearest word: wrong bits are corrected as long as the right
/// word stays the nearest. One bit a class is one-vs-rest.
// proves: 000b:KM34
#[test]
fn the_nearest_codeword_answers() {
    let (x, classes) = line(1, 400);
    let names = ["a", "b", "c", "d", "e"];
    let labels: Vec<Option<&str>> = classes.iter().map(|&class| Some(names[class])).collect();
    let data = Table::builder().number("x", x.clone()).category("c", &labels).build().unwrap();
    let data = data.dataset().target("c").unwrap();
    let spec = "output-code(code=exhaustive,decoding=hard,estimator=decision-tree(max_depth=2))";
    let model = learner(spec).fit_with(&data, &Run::default()).unwrap();
    // By hand: the exhaustive code of five classes has 15 bits.
    let words: Vec<Vec<bool>> = (0..5)
        .map(|class| (0..15usize).map(|bit| class == 0 || (bit >> (4 - class)) % 2 == 1).collect())
        .collect();
    let asked: Vec<f64> = (0..200).map(|i| f64::from(i) * 0.025 + 0.0125).collect();
    let mut bits: Vec<Vec<bool>> = vec![Vec::new(); asked.len()];
    let columns = (0..15).map(|bit| words.iter().map(|word| word[bit]).collect::<Vec<bool>>());
    for of_class in columns {
        let truth: Vec<Option<&str>> =
            classes.iter().map(|&class| Some(if of_class[class] { "1" } else { "0" })).collect();
        let table = Table::builder().number("x", x.clone()).category("bit", &truth).build().unwrap();
        let tree = DecisionTree::default().max_depth(2).fit(&table.dataset().target("bit").unwrap()).unwrap();
        bits.iter_mut().zip(codes(&tree, &asked)).for_each(|(row, code)| row.push(code == 1));
    }
    let distance = |row: &[bool], class: usize| row.iter().zip(&words[class]).filter(|(a, b)| a != b).count();
    let mut corrected = 0;
    for ((row, found), x) in bits.iter().zip(codes(&*model, &asked)).zip(&asked) {
        let nearest = (0..5).map(|class| distance(row, class)).min().unwrap();
        assert_eq!(distance(row, found as usize), nearest, "at {x}");
        corrected += usize::from(nearest > 0 && found as usize == (*x as usize).min(4));
    }
    assert!(corrected > 20, "rows with wrong bits that get the right class: {corrected}");
    // One bit a class, and the largest probability: one-vs-rest.
    let all = "output-code(code=one_vs_all,estimator=decision-tree(max_depth=2))";
    let (all, rest) = (learner(all), learner("one-vs-rest(estimator=decision-tree(max_depth=2))"));
    let (all, rest) =
        (all.fit_with(&data, &Run::default()).unwrap(), rest.fit_with(&data, &Run::default()).unwrap());
    assert_eq!(codes(&*all, &asked), codes(&*rest, &asked));
}
