use crate::decision_tree::tests::{play_tennis, restaurant};
use crate::decision_tree::tree::columns_of;
use crate::decision_tree::{CategorySplits, DecisionTree, DecisionTreeModel, NumberSplits};
use crate::rules::{Conclusion, Rule};
use crate::{Id3, presets::Hunt};
use hornbook_data::{Dataset, Table};
use hornbook_learner::{Fit, Model, Predictions};
use proptest::prelude::*;

// proves: 000a:H2, 001:16, 002:B02
#[test]
fn play_tennis_as_a_disjunction() {
    let model = Id3::default().fit(&play_tennis().dataset().target("Play").unwrap()).unwrap();
    assert_eq!(
        model.dnf("Yes").unwrap().to_string(),
        "(Outlook = Overcast) or (Outlook = Rain and Wind = Weak) or (Outlook = Sunny and Humidity = Normal)"
    );
    assert_eq!(
        model.dnf("No").unwrap().to_string(),
        "(Outlook = Rain and Wind = Strong) or (Outlook = Sunny and Humidity = High)"
    );
    assert_eq!(model.dnf("Yes").unwrap().terms.len(), 3);
    assert_eq!(model.unused_columns(), ["Temperature"]);
    let refusal = model.dnf("Maybe").unwrap_err().to_string();
    assert_eq!(refusal, "the tree predicts no class 'Maybe'; give one of No, Yes");
}

// proves: 002:B22
#[test]
fn the_learned_restaurant_tree_asks_neither_of_rain_nor_of_reservations() {
    let model = Id3::default().fit(&restaurant().dataset().target("WillWait").unwrap()).unwrap();
    assert_eq!(model.unused_columns(), ["Alt", "Bar", "Price", "Rain", "Res", "Est"]);
    // No row is hungry for French food: the node above answers, and the rule says so.
    let rules = model.rules();
    let french: Vec<&Rule> = rules.iter().filter(|rule| rule.weight == 0.0).collect();
    assert_eq!(french.len(), 1);
    assert_eq!(
        french[0].words(&model.info().schema),
        "if Pat = Full or missing and Hun = Yes or missing and Type = French then No (no rows)"
    );
}

#[test]
fn constants_and_numbers() {
    let one =
        Table::builder().number("x", vec![1.0, 2.0]).category("c", &[Some("a"), Some("a")]).build().unwrap();
    let model = DecisionTree::default().fit(&one.dataset().target("c").unwrap()).unwrap();
    assert_eq!(model.dnf("a").unwrap().to_string(), "true");
    let x: Vec<f64> = (0..8).map(f64::from).collect();
    let y: Vec<f64> = x.iter().map(|&x| f64::from(u8::from((3.0..5.0).contains(&x)))).collect();
    let two = Table::builder().number("x", x).number("y", y).build().unwrap();
    let model = DecisionTree::default().fit(&two.dataset().target("y").unwrap()).unwrap();
    let words: Vec<String> = model.rules().iter().map(|rule| rule.words(&model.info().schema)).collect();
    // Two thresholds on one path are one condition.
    assert!(words.contains(&"if 2.5 < x <= 4.5 then 1 (2 rows)".to_string()), "{words:?}");
    assert!(model.dnf("1").unwrap_err().to_string().starts_with("this is a regression tree"));
}

/// Rows of two numbers, a category and a boolean, some missing, and a class that depends on chance.
pub(super) fn tables() -> impl Strategy<Value = Table> {
    let row = (0u8..6, 0u8..5, 0u8..6, 0u8..3, 0u8..3);
    prop::collection::vec(row, 2..60).prop_map(|rows| {
        let number = |x: u8, none: u8| if x == none { f64::NAN } else { f64::from(x) };
        let level = |x: u8| (x > 0).then(|| format!("l{x}"));
        let truth = |x: u8| (x > 0).then_some(if x == 1 { "no" } else { "yes" });
        Table::builder()
            .number("a", rows.iter().map(|r| number(r.0, 5)).collect())
            .number("b", rows.iter().map(|r| number(r.1, 9)).collect())
            .category("c", &rows.iter().map(|r| level(r.2)).collect::<Vec<_>>())
            .category("d", &rows.iter().map(|r| truth(r.3)).collect::<Vec<_>>())
            .category("class", &rows.iter().map(|r| Some(format!("k{}", r.4))).collect::<Vec<_>>())
            .build()
            .unwrap()
    })
}

/// Every row fires exactly one rule, with the prediction of the tree.
fn check(model: &DecisionTreeModel, data: &Dataset) {
    let rules = model.rules();
    let (features, _) = model.info().schema.features(data.table()).unwrap();
    let Predictions::Classes(codes, _) = model.predict_features(&features).unwrap() else { panic!() };
    let columns = columns_of(&features);
    for (row, &code) in codes.iter().enumerate() {
        let firing: Vec<&Rule> = rules.iter().filter(|rule| rule.fires(&columns, row)).collect();
        assert_eq!(firing.len(), 1, "row {row}");
        assert_eq!(firing[0].conclusion, Conclusion::Class(code));
    }
}

proptest! {
    /// The tree is grown from half of the rows, so that the others bring levels that nodes have not seen.
    // proves: 000a:H3
    #[test]
    fn rules_fire_as_the_tree_predicts(table in tables()) {
        let data = table.dataset().target("class").unwrap();
        let half = data.select((0..table.rows() as u32 / 2).collect());
        check(&DecisionTree::default().fit(&half).unwrap(), &data);
        let multiway = DecisionTree::default().categories(CategorySplits::Multiway).numbers(NumberSplits::Ranges);
        check(&multiway.fit(&half).unwrap(), &data);
        check(&Hunt::default().fit(&half).unwrap(), &data);
    }
}
