use crate::decision_tree::tree::columns_of;
use crate::rules::Formula;
use hornbook_learner::Model;
use proptest::prelude::*;

/// Whether the tree and its disjunction are true exactly where the formula is.
fn check(text: &str) {
    let formula = Formula::parse(text).unwrap();
    let (table, tree) = (formula.truth_table().unwrap(), formula.tree().unwrap());
    let predictions = tree.predict(&table).unwrap().values;
    let (features, _) = tree.info().schema.features(&table).unwrap();
    let columns = columns_of(&features);
    // A formula that is never true has no class of that name.
    let terms = tree.dnf("true").map(|dnf| dnf.terms).unwrap_or_default();
    let count = formula.variables().len();
    for row in 0..table.rows() {
        let case: Vec<bool> = (0..count).map(|i| row >> (count - 1 - i) & 1 == 1).collect();
        let truth = formula.value(&case).unwrap();
        assert_eq!(predictions.label(row), truth.to_string(), "{text}");
        assert_eq!(terms.iter().any(|term| term.fires(&columns, row)), truth, "{text}");
    }
}

fn values(text: &str) -> String {
    let formula = Formula::parse(text).unwrap();
    let count = formula.variables().len();
    let case = |row: usize| (0..count).map(|i| row >> (count - 1 - i) & 1 == 1).collect::<Vec<bool>>();
    (0..1 << count).map(|row| if formula.value(&case(row)).unwrap() { '1' } else { '0' }).collect()
}

#[test]
fn words_and_signs_bind_as_they_should() {
    for (words, signs, expected) in [
        ("a and b", "a ∧ b", "0001"),
        ("a or b", "a || b", "0111"),
        ("a xor b", "a ⊕ b", "0110"),
        ("a implies b", "a -> b", "1101"),
        ("a IFF b", "a <=> b", "1001"),
        ("not a and b", "!a & b", "0100"),
        ("not (a and b)", "¬(a∧b)", "1110"),
        ("a or b and c", "a | b & c", "00011111"),
        ("a implies b implies c", "a → b → c", "11111101"),
        ("true", "⊤", "1"),
    ] {
        assert_eq!((values(words), values(signs)), (expected.to_string(), expected.to_string()), "{words}");
    }
    for bad in ["", "a b", "(a", "a)", "and", "a or", "not", "a # b"] {
        assert!(Formula::parse(bad).is_err(), "{bad}");
    }
    assert!(Formula::parse(&"(".repeat(100_000)).is_err());
    for deep in ["(", "!"] {
        assert!(Formula::parse(&deep.repeat(400)).unwrap_err().to_string().contains("ends too early"));
    }
    assert_eq!(values(&format!("{}a", "a -> ".repeat(199))), "11");
    let many: Vec<String> = (0..17).map(|i| format!("v{i}")).collect();
    assert!(Formula::parse(&many.join(" or ")).unwrap().tree().is_err());
    assert_eq!(Formula::parse("a").unwrap().value(&[]), None);
}

#[test]
fn parity_is_not_concise() {
    let parity = Formula::parse("a xor b xor c xor d").unwrap().tree().unwrap();
    assert_eq!(parity.leaves(), 16);
    assert_eq!(parity.info().summary.warnings, ["the tree is not concise: it has 16 leaves for 16 cases"]);
    let and = Formula::parse("a and b and c and result").unwrap().tree().unwrap();
    assert_eq!((and.leaves(), and.info().schema.target.name.as_str()), (5, "result_"));
    assert!(and.info().summary.warnings.is_empty());
    check("a xor b xor c xor d");
    check("a and not a");
}

/// Random formulas of up to four variables.
fn formulas() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "c", "d", "true", "false"]).prop_map(str::to_string);
    leaf.prop_recursive(5, 40, 2, |inner| {
        let joins = prop::sample::select(vec!["and", "or", "xor", "implies", "iff"]);
        prop_oneof![
            inner.clone().prop_map(|a| format!("not ({a})")),
            (inner.clone(), joins, inner).prop_map(|(a, join, b)| format!("({a}) {join} ({b})")),
        ]
    })
}

proptest! {
    // proves: 002:B03
    #[test]
    fn tree_and_disjunction_are_equivalent_to_the_formula(text in formulas()) {
        check(&text);
    }
}
