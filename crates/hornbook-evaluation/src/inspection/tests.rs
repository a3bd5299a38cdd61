use super::*;
use crate::inspection::rows::ModelRows;
use hornbook_core::{Run, Seed, ToJson};
use hornbook_data::{Dataset, Feature, Features, Table};
use hornbook_learner::{
    ExplainedRow, Explanation, Fit, Model, OutputRequest, Predictions, Predictor, TargetOutputs,
};
use hornbook_trees::{DecisionTree, DecisionTreeModel};

/// Two numbers that go together, a category and a number to predict, in which the first two act together.
fn table(rows: u32) -> Table {
    let noise = |i: u32, m: u32| f64::from(i.wrapping_mul(2_654_435_761) >> 9 & 1023) % f64::from(m);
    let x: Vec<f64> = (0..rows).map(|i| noise(i, 23)).collect();
    let z: Vec<f64> =
        (0..rows).map(|i| if i % 11 == 3 { f64::NAN } else { noise(i, 23) + noise(i + 9, 5) }).collect();
    let kind: Vec<Option<&str>> = (0..rows).map(|i| ["a", "b", "c"].get((i % 4) as usize).copied()).collect();
    let y = (0..rows as usize).map(|i| x[i] * z[i].max(1.0) + if i % 4 == 1 { 40.0 } else { 0.0 }).collect();
    let class: Vec<Option<&str>> =
        (0..rows).map(|i| Some(if noise(i, 23) > 9.0 { "high" } else { "low" })).collect();
    let builder = Table::builder().number("x", x).number("z", z).category("kind", &kind);
    builder.number("y", y).category("class", &class).build().unwrap()
}

fn numbers(table: &Table) -> Dataset {
    table.dataset().without(&["class"]).unwrap().target("y").unwrap()
}

fn classes(table: &Table) -> Dataset {
    table.dataset().without(&["y"]).unwrap().target("class").unwrap()
}

fn model(data: &Dataset) -> DecisionTreeModel {
    DecisionTree::default().min_samples_leaf(3.0).fit(data).unwrap()
}

/// What the model says of a table in which a column has one value everywhere, as a mean over weights.
fn mean_with(model: &dyn Model, table: &Table, fixed: &[(&str, GridValue)], weights: &[f64]) -> f64 {
    let columns = table.names().iter().zip(table.columns()).map(|(name, column)| {
        let column = match fixed.iter().find(|(fixed, _)| fixed == name) {
            Some((_, GridValue::Number(x))) => hornbook_data::Column::Number(vec![*x; table.rows()].into()),
            Some((_, GridValue::Level(code))) => {
                let level =
                    model.info().schema.inputs.iter().find(|i| i.name == *name).unwrap().kind.level(*code);
                let labels = vec![Some(level); table.rows()];
                Table::builder().category("c", &labels).build().unwrap().columns()[0].clone()
            }
            None => column.clone(),
        };
        (name.clone(), column)
    });
    let other = Table::new(columns.collect()).unwrap();
    let Predictions::Numbers(values) = model.predict(&other).unwrap().values else { panic!() };
    let total: f64 = weights.iter().sum();
    values.iter().zip(weights).map(|(x, w)| x * w).sum::<f64>() / total
}

fn along(names: &[&str], most: usize) -> Vec<FeatureGrid> {
    names.iter().map(|name| FeatureGrid::quantiles(name, most)).collect()
}

#[test]
fn partial_dependence_is_the_mean_over_changed_tables() {
    let table = table(120);
    let model = model(&numbers(&table));
    let weights: Vec<f64> = (0..120).map(|i| f64::from(i % 3)).collect();
    let data = table.dataset().with_weights(weights.clone()).unwrap();
    for names in [&["x"][..], &["kind"], &["z", "kind"], &["x", "z"]] {
        let found = partial_dependence(&model, &data, &along(names, 6), false, &Run::default()).unwrap();
        let second = found.axes.get(1).map_or(1, |axis| axis.values.len());
        assert_eq!(found.means.len(), found.axes[0].values.len() * second);
        for (at, mean) in found.means.iter().enumerate() {
            let mut fixed = vec![(names[0], found.axes[0].values[at / second])];
            if let Some(axis) = found.axes.get(1) {
                fixed.push((names[1], axis.values[at % second]));
            }
            let exact = mean_with(&model, &table, &fixed, &weights);
            assert!((mean - exact).abs() < 1e-9, "{names:?}");
        }
        assert!(found.means.iter().any(|mean| (mean - found.means[0]).abs() > 0.1), "{names:?}");
    }
}

#[test]
fn curves_of_rows_have_the_mean_of_the_whole() {
    let table = table(90);
    let model = model(&classes(&table));
    let found =
        partial_dependence(&model, &table.dataset(), &along(&["x"], 5), true, &Run::default()).unwrap();
    assert_eq!(found.outputs, ["high", "low"]);
    let curves = found.curves.as_ref().unwrap();
    assert_eq!(curves.len(), 90);
    for (at, mean) in found.means.iter().enumerate() {
        let sum: f64 = curves.iter().map(|curve| curve[at]).sum();
        assert!((sum / 90.0 - mean).abs() < 1e-12);
    }
    assert_eq!(found.to_json()["axes"][0]["column"], "x");
    assert_eq!(found.to_string().lines().count(), 1 + found.axes[0].values.len());
}

/// The sum over intervals, interval by interval and row by row, as it is defined.
#[test]
fn accumulated_effects_follow_the_definition() {
    let table = table(130);
    let model = model(&numbers(&table));
    let data = table.dataset();
    let found = accumulated_effects(&model, &data, "z", 7, &Run::default()).unwrap();
    let rows = ModelRows::of(&model, &data, &Run::default()).unwrap();
    let Feature::Number(z) = &rows.columns[1] else { panic!() };
    let says = |row: usize, x: f64| {
        let all = rows.scores(vec![(1, Feature::Number(vec![x; rows.len()].into()))]).unwrap();
        all.at(row, 0)
    };
    let mut at_edge = vec![0.0];
    let (mut mean, mut known) = (0.0, 0.0);
    let edges = found.axis.numbers().unwrap();
    assert_eq!(edges.len(), 8);
    for interval in 1..edges.len() {
        let (low, high) = (edges[interval - 1], edges[interval]);
        let inside: Vec<usize> =
            (0..130).filter(|&i| (z[i] > low || interval == 1) && z[i] <= high).collect();
        assert!(!inside.is_empty());
        let step: f64 =
            inside.iter().map(|&i| says(i, high) - says(i, low)).sum::<f64>() / inside.len() as f64;
        at_edge.push(at_edge[interval - 1] + step);
        mean += inside.len() as f64 * (at_edge[interval] + at_edge[interval - 1]) / 2.0;
        known += inside.len() as f64;
    }
    assert_eq!(known, z.iter().filter(|z| !z.is_nan()).count() as f64);
    for (effect, exact) in found.effects.iter().zip(&at_edge) {
        assert!((effect - (exact - mean / known)).abs() < 1e-9);
    }
    assert!(found.effects.iter().any(|effect| effect.abs() > 1.0));
}

/// Friedman's H by loops over single rows.
#[test]
fn interactions_follow_the_definition() {
    let table = table(40);
    let model = model(&numbers(&table));
    let rows = ModelRows::of(&model, &table.dataset(), &Run::default()).unwrap();
    let n = rows.len();
    let dependence = |places: &[usize]| -> Vec<f64> {
        let at = |i: usize| {
            let fixed = places.iter().map(|&place| (place, rows.all_as(place, i))).collect();
            rows.scores(fixed).unwrap().values().iter().sum::<f64>() / n as f64
        };
        let values: Vec<f64> = (0..n).map(at).collect();
        let mean = values.iter().sum::<f64>() / n as f64;
        values.into_iter().map(|x| x - mean).collect()
    };
    let h = |both: &[f64], one: &[f64], other: &[f64]| {
        let rest: f64 = (0..n).map(|i| (both[i] - one[i] - other[i]).powi(2)).sum();
        (rest / both.iter().map(|x| x * x).sum::<f64>()).sqrt()
    };
    let found = interactions(&model, &table.dataset(), &[], 1000, Seed(1), &Run::default()).unwrap();
    assert_eq!((found.rows, found.pairs.len(), found.columns.len()), (40, 3, 3));
    let places = |name: &str| ["x", "z", "kind"].iter().position(|n| *n == name).unwrap();
    for pair in &found.pairs {
        let [one, other] = [places(&pair.columns[0]), places(&pair.columns[1])];
        let exact = h(&dependence(&[one, other]), &dependence(&[one]), &dependence(&[other]));
        assert!((pair.h - exact).abs() < 1e-9, "{:?}", pair.columns);
    }
    let exact = h(&dependence(&[0, 1, 2]), &dependence(&[0]), &dependence(&[1, 2]));
    assert!((found.columns[0].1 - exact).abs() < 1e-9);
    assert!(found.pairs[0].h > 0.1 && found.to_string().contains("Friedman's H-statistic on 40 rows"));
}

#[test]
fn what_adds_up_does_not_act_together() {
    let x: Vec<f64> = (0..64).map(|i| f64::from(i % 8)).collect();
    let z: Vec<f64> = (0..64).map(|i| f64::from(i / 8)).collect();
    let y = x.iter().zip(&z).map(|(x, z)| x + 10.0 * z).collect();
    let still = vec![1.0; 64];
    let table =
        Table::builder().number("x", x).number("z", z).number("still", still).number("y", y).build().unwrap();
    let model = DecisionTree::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    let found = interactions(&model, &table.dataset(), &["x", "z"], 64, Seed(0), &Run::default()).unwrap();
    assert!(found.pairs[0].h < 1e-9 && found.columns[0].1 < 1e-9, "{found}");
}

#[test]
fn weights_are_rows_and_threads_change_nothing() {
    let table = table(60);
    let model = model(&numbers(&table));
    // With few rows to draw, and with all of them.
    let weights: Vec<f64> = (0..60).map(|i| f64::from(i * 7 % 4)).collect();
    let copies: Vec<u32> = (0..60).flat_map(|i| std::iter::repeat_n(i, (i * 7 % 4) as usize)).collect();
    let weighted = table.dataset().with_weights(weights).unwrap();
    let repeated = table.dataset().select(copies);
    let close = |one: &[f64], other: &[f64]| {
        assert_eq!(one.len(), other.len());
        assert!(one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9), "{one:?} {other:?}");
    };
    let both = |run: &Run| {
        [&weighted, &repeated].map(|data| {
            let dependence = partial_dependence(&model, data, &along(&["z"], 9), false, run).unwrap();
            let effects = accumulated_effects(&model, data, "z", 9, run).unwrap();
            let levels = accumulated_effects(&model, data, "kind", 9, run).unwrap();
            let h = |sample: usize| {
                let found = interactions(&model, data, &[], sample, Seed(1), run).unwrap();
                found.pairs.into_iter().map(|pair| pair.h).collect::<Vec<_>>()
            };
            (dependence.means, [effects.effects, levels.effects].concat(), [h(1000), h(15)].concat())
        })
    };
    let [one, two] = both(&Run::default().threads(1));
    close(&one.0, &two.0);
    close(&one.1, &two.1);
    close(&one.2, &two.2);
    assert_eq!(both(&Run::default().threads(2)), [one, two]);
}

#[test]
fn what_is_wrong_gets_a_sentence() {
    let table = table(30);
    let model = model(&numbers(&table));
    let run = Run::default();
    let data = table.dataset();
    let dependence = |names: &[&str]| partial_dependence(&model, &data, &along(names, 5), false, &run);
    assert!(dependence(&["xx"]).unwrap_err().to_string().contains("did you mean 'x'"));
    assert!(dependence(&[]).is_err() && dependence(&["x", "x"]).is_err());
    assert!(dependence(&["x", "z", "kind"]).is_err());
    let at = |along: FeatureGrid| {
        partial_dependence(&model, &data, &[along], false, &run).unwrap_err().to_string()
    };
    assert!(at(FeatureGrid::numbers("kind", &[1.0])).contains("holds categories"));
    assert!(at(FeatureGrid::levels("x", &["a"])).contains("holds numbers"));
    assert!(at(FeatureGrid::levels("kind", &["d"])).contains("no level 'd'"));
    assert!(at(FeatureGrid::numbers("x", &[f64::NAN])).contains("finite"));
    assert!(at(FeatureGrid::numbers("x", &[])).contains("no value"));
    let one = data.select(vec![4, 8]);
    assert!(accumulated_effects(&model, &one, "kind", 5, &run).unwrap_err().to_string().contains("only one"));
    let nothing = data.select(Vec::new());
    assert!(interactions(&model, &nothing, &[], 9, Seed(1), &run).is_err());
    let missing = data.select(vec![3, 14]);
    assert!(partial_dependence(&model, &missing, &along(&["z"], 5), false, &run).is_err());
    assert!(accumulated_effects(&model, &missing, "z", 5, &run).is_err());
}

/// Two rows a level, worked by hand.
#[test]
fn accumulated_effects_of_levels() {
    // The other column says that b is like a, and c like neither; it is not enough to tell them.
    let kind: Vec<Option<&str>> = ["a", "a", "c", "c", "b", "b"].map(Some).to_vec();
    let z = vec![1.0, 2.0, 1.0, 9.0, 1.0, 2.0];
    let y = vec![0.0, 0.0, 4.0, 4.0, 10.0, 10.0];
    let table = Table::builder().category("kind", &kind).number("z", z).number("y", y).build().unwrap();
    let data = table.dataset().target("y").unwrap().only(&["kind", "z"]).unwrap();
    let model = DecisionTree::default().fit(&data).unwrap();
    let found = accumulated_effects(&model, &table.dataset(), "kind", 5, &Run::default()).unwrap();
    let labels: Vec<String> = (0..3).map(|at| found.axis.label(at)).collect();
    // The tree asks whether the kind is b, and then whether it is a; so a is 0, b is 10 and c is 4 wherever it is.
    assert_eq!(labels, ["a", "b", "c"]);
    let mean = (0.0 + 10.0 + 4.0) / 3.0;
    for (effect, exact) in found.effects.iter().zip([0.0 - mean, 10.0 - mean, 4.0 - mean]) {
        assert!((effect - exact).abs() < 1e-12, "{found}");
    }
    assert_eq!(found.weights, [2.0, 2.0, 2.0]);
}

#[test]
fn neighbors_among_levels_are_alike() {
    // Levels whose order along another column is none of the alphabet's.
    let names = ["a", "b", "c", "d", "e"];
    let at = [3.0, 0.0, 4.0, 1.0, 2.0];
    let kind: Vec<Option<&str>> = (0..100).map(|i| Some(names[i % 5])).collect();
    let x: Vec<f64> = (0..100).map(|i| at[i % 5] + (i / 5) as f64 * 0.5).collect();
    let y = x.clone();
    let table = Table::builder().category("kind", &kind).number("x", x).number("y", y).build().unwrap();
    let model = DecisionTree::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    let found = accumulated_effects(&model, &table.dataset(), "kind", 5, &Run::default()).unwrap();
    let labels: Vec<String> = (0..5).map(|at| found.axis.label(at)).collect();
    assert_eq!(labels.concat(), "caedb");
}

/// Where columns go together and only one of them counts, accumulated effects find that one, and its truth.
#[test]
fn effects_of_what_adds_up_are_the_truth() {
    let x: Vec<f64> = (0..400).map(|i| f64::from(i % 20)).collect();
    let z: Vec<f64> = (0..400).map(|i| f64::from(i % 20 + i / 20 % 3)).collect();
    let y: Vec<f64> = x.iter().zip(&z).map(|(x, z)| x * x - 3.0 * z).collect();
    let table = Table::builder().number("x", x).number("z", z).number("y", y).build().unwrap();
    let model = Sum(DecisionTree::default().fit(&table.dataset().target("y").unwrap()).unwrap());
    let found = accumulated_effects(&model, &table.dataset(), "x", 19, &Run::default()).unwrap();
    let edges = found.axis.numbers().unwrap();
    assert_eq!(edges.len(), 20);
    for (edge, effect) in edges.iter().zip(&found.effects) {
        let exact = edge * edge - edges[0] * edges[0];
        assert!((effect - found.effects[0] - exact).abs() < 1e-9, "{found}");
    }
    let sampled = interactions(&model, &table.dataset(), &[], 50, Seed(3), &Run::default()).unwrap();
    assert!(sampled.rows <= 50 && sampled.pairs[0].h < 1e-7, "{sampled}");
}

/// A model that says x² − 3z, whatever it was made of.
#[derive(Debug)]
struct Sum(DecisionTreeModel);

impl Model for Sum {
    fn info(&self) -> &hornbook_learner::ModelInfo {
        self.0.info()
    }

    fn info_mut(&mut self) -> &mut hornbook_learner::ModelInfo {
        self.0.info_mut()
    }

    fn raw_explanation(&self) -> Explanation {
        self.0.raw_explanation()
    }

    fn to_bytes(&self) -> hornbook_core::Result<Vec<u8>> {
        self.0.to_bytes()
    }

    fn predictor(&self) -> hornbook_core::Result<&dyn Predictor> {
        Ok(self)
    }
}

impl Predictor for Sum {
    fn raw_outputs(
        &self,
        rows: &Features<'_>,
        _request: OutputRequest,
    ) -> hornbook_core::Result<Vec<TargetOutputs>> {
        let (Feature::Number(x), Feature::Number(z)) = (rows.column(0), rows.column(1)) else { panic!() };
        let values = x.iter().zip(z.iter()).map(|(x, z)| x * x - 3.0 * z).collect();
        Ok(vec![TargetOutputs::of_numbers(values)])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> hornbook_core::Result<Explanation> {
        self.0.raw_row_explanation(row)
    }
}

#[test]
fn few_values_are_read_at_all_of_them_and_many_at_quantiles() {
    // A rare value is a value.
    let x: Vec<f64> = (0..100).map(|i| if i == 50 { 5.0 } else { f64::from(i % 3) }).collect();
    let many: Vec<f64> = (0..100).map(f64::from).collect();
    let table =
        Table::builder().number("x", x).number("many", many.clone()).number("y", many).build().unwrap();
    let model = DecisionTree::default().fit(&table.dataset().target("y").unwrap()).unwrap();
    let values = |name: &str, most: usize| {
        let along = along(&[name], most);
        let found = partial_dependence(&model, &table.dataset(), &along, false, &Run::default()).unwrap();
        found.axes[0].numbers().unwrap()
    };
    assert_eq!(values("x", 4), [0.0, 1.0, 2.0, 5.0]);
    assert_eq!(values("many", 5), [0.0, 24.0, 49.0, 74.0, 99.0]);
    assert_eq!(values("many", 0), [0.0, 99.0]);
}

#[test]
fn what_was_read_can_be_drawn() {
    let table = table(90);
    let (number, class) = (model(&numbers(&table)), model(&classes(&table)));
    let run = Run::default();
    let dependence = |model: &dyn Model, names: &[&str], individual: bool| {
        partial_dependence(model, &table.dataset(), &along(names, 8), individual, &run).unwrap().to_svg()
    };
    let svg = dependence(&number, &["x"], false);
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (8, 1));
    assert!(svg.matches("v-7").count() == 9 && svg.contains("mean y"), "{svg}");
    // A line for one of two classes, and one for each row.
    assert_eq!(dependence(&class, &["x"], true).matches("<polyline").count(), 91);
    assert!(dependence(&class, &["x"], true).contains("probability of low"));
    let levels = dependence(&number, &["kind"], false);
    assert!(levels.matches("<circle").count() == 3 && levels.matches("<polyline").count() == 0);
    assert_eq!(dependence(&number, &["x", "z"], false).matches("<polyline").count(), 6);
    let effects = accumulated_effects(&number, &table.dataset(), "z", 5, &run).unwrap().to_svg();
    assert_eq!((effects.matches("<circle").count(), effects.matches("v-7").count()), (6, 9));
}
