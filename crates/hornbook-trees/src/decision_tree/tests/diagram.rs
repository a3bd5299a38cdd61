//! Trees to be drawn.

use super::*;
use hornbook_learner::Inspect;

#[test]
fn play_tennis_drawn() {
    let data = play_tennis().dataset().target("Play").unwrap();
    let diagram = id3().fit(&data).unwrap().diagram(0).unwrap();
    assert_eq!(diagram.title, "decision-tree for Play, from 14 rows");
    assert_eq!(diagram.legend, ["No", "Yes"]);
    let shown: Vec<String> = diagram
        .nodes()
        .iter()
        .map(|node| match node.branches.is_empty() {
            true => node.answer.join(", "),
            false => {
                let ways: Vec<String> =
                    node.branches.iter().map(|b| format!("{} {}", b.label, b.to)).collect();
                format!("{}? {}", node.question, ways.join("; "))
            }
        })
        .collect();
    assert_eq!(
        shown,
        [
            "Outlook? Overcast 1; Rain or missing 2; Sunny 3",
            "Yes, 4 rows",
            "Wind? Strong 4; Weak or missing 5",
            "Humidity? High or missing 6; Normal 7",
            "No, 2 rows",
            "Yes, 3 rows",
            "No, 3 rows",
            "Yes, 2 rows",
        ]
    );
    assert_eq!(diagram.nodes()[1].shares, [0.0, 4.0]);
    assert!(id3().fit(&data).unwrap().diagram(1).is_none());
}

#[test]
fn every_kind_of_question_can_be_drawn() {
    let data = some_data(300, 3);
    let tree = DecisionTree::default().min_samples_leaf(5.0);
    let drawn = |learner: DecisionTree| learner.fit(&data).unwrap().diagram(0).unwrap();
    let whole = |diagram: &hornbook_learner::drawing::Diagram| format!("{:?}", diagram.nodes());
    let plain = whole(&drawn(tree.clone()));
    assert!(plain.contains(" ≤ ") && plain.contains("kind") && plain.contains("no or missing"), "{plain}");
    // Missing values go down every branch: with no side.
    assert!(!whole(&drawn(tree.clone().missing(Missing::Fractional))).contains("missing"));
    let ranges =
        tree.clone().numbers(NumberSplits::Ranges).categories(CategorySplits::Multiway).max_ranges(4);
    let model = ranges.fit(&data).unwrap();
    let text = whole(&model.diagram(0).unwrap());
    assert!(text.contains(" to ") && text.contains("label: \"k3"), "{text}");
    // Levels that no row of a node had are one branch.
    let text = ["a x n\n".repeat(5), "b x p\n".repeat(5), "a y p\nb z n\n".to_string()].concat();
    let data = words("first second class", &text).dataset().target("class").unwrap();
    let diagram = id3().fit(&data).unwrap().diagram(0).unwrap();
    assert!(
        whole(&diagram).contains("1 other level") && whole(&diagram).contains("no rows; as the question")
    );
    // A tree of one leaf.
    let one = data.select(vec![0, 1]);
    let diagram = DecisionTree::default().fit(&one).unwrap().diagram(0).unwrap();
    assert!(
        diagram.nodes().len() == 1
            && diagram.to_svg(None).contains("It has no split and predicts n, 2 rows.")
    );
}
