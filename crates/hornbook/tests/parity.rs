//! Agreement with other programs on real tables. The numbers are those of R 4.2.2's rpart with its usual settings
//! (a node of 20 rows may split, a leaf holds at least 7), as `print(rpart(…))` shows them.

use hornbook::trees::decision_tree::Splits;
use hornbook::{DecisionTree, Fit, Model, Table};
use std::path::Path;

fn table(name: &str) -> Table {
    Table::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(name))
        .expect("a table of the repository")
}

fn like_rpart() -> DecisionTree {
    DecisionTree::default().min_samples_split(20.0).min_samples_leaf(7.0).min_impurity_decrease(0.01)
}

fn rules(model: &dyn Model) -> String {
    model.explain().sections[1].text.clone()
}

#[test]
fn irises_as_rpart_has_them() {
    let data = table("iris.csv").dataset().target("species").unwrap();
    for splits in [Splits::Exact, Splits::Histogram] {
        // rpart judges its smallest improvement by errors, which a third level does not lower.
        let model = like_rpart().max_depth(2).splits(splits).fit(&data).unwrap();
        assert_eq!(
            rules(&model),
            "if petal_length <= 2.45 then setosa (50 rows)\n\
             if petal_length > 2.45 or missing and petal_width <= 1.75 or missing then versicolor (54 rows, 5 wrong)\n\
             if petal_length > 2.45 or missing and petal_width > 1.75 then virginica (46 rows, 1 wrong)"
        );
    }
}

#[test]
fn cars_as_rpart_has_them() {
    let data = table("mtcars.csv").dataset().target("mpg").unwrap();
    let model = like_rpart().fit(&data).unwrap();
    // rpart has the rows with five cylinders or more first; its leaves: 13.41428571, 18.26428571 and 26.66363636.
    assert_eq!(
        rules(&model),
        "if cyl <= 5 then 26.6636 (11 rows)\n\
         if cyl > 5 or missing and hp <= 192.5 or missing then 18.2643 (14 rows)\n\
         if cyl > 5 or missing and hp > 192.5 then 13.4143 (7 rows)"
    );
    // Deviance is the number of rows times the variance.
    let nodes = model.explain().to_json()["tree"].clone();
    let deviance =
        |node: usize| nodes[node]["weight"].as_f64().unwrap() * nodes[node]["impurity"].as_f64().unwrap();
    for (node, rpart) in
        [(0, 1126.047188), (1, 203.3854545), (2, 198.472381), (3, 59.87214286), (4, 28.82857143)]
    {
        assert!((deviance(node) - rpart).abs() < 1e-6, "node {node}: {}", deviance(node));
    }
}
