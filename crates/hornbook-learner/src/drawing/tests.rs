use super::*;

fn leaf(text: &str) -> DiagramNode {
    let tint = Tint { color: 1, strength: 0.5 };
    DiagramNode { answer: vec![text.to_string()], tint, shares: vec![1.0, 3.0], ..DiagramNode::default() }
}

fn ask(question: &str, branches: &[(&str, usize)]) -> DiagramNode {
    let branch = |&(label, to): &(&str, usize)| DiagramBranch { label: label.to_string(), to };
    DiagramNode {
        question: question.to_string(),
        branches: branches.iter().map(branch).collect(),
        ..leaf("mostly small")
    }
}

fn diagram() -> Diagram {
    let nodes = vec![
        ask("a < b & \"c\"", &[("yes", 1), ("no", 2)]),
        leaf("small"),
        ask("kind", &[("x", 3), ("y", 4), ("z", 5)]),
        leaf("large"),
        leaf("large"),
        leaf("small"),
    ];
    Diagram::new("small & large", nodes).unwrap().legend(&["small", "large"])
}

/// Every element is closed, and what stands between has no markup of its own.
fn check_markup(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        assert!(
            !text
                .replace("&amp;", "")
                .replace("&lt;", "")
                .replace("&gt;", "")
                .replace("&quot;", "")
                .contains('&')
        );
        let name = tag.split([' ', '/']).find(|name| !name.is_empty()).unwrap().to_string();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_drawing_shows_every_box_once() {
    let svg = diagram().to_svg(None);
    check_markup(&svg);
    for (text, times) in
        [(">yes<", 2), (">kind<", 2), ("a &lt; b &amp; &quot;c&quot;", 3), (">small &amp; large<", 2)]
    {
        assert_eq!(svg.matches(text).count(), times, "{text}");
    }
    // Three leaves of one kind and one key; each text has its hint.
    assert_eq!(svg.matches(">large<").count(), 5);
    assert!(
        svg.contains("prefers-color-scheme:dark")
            && svg.contains("<desc>A tree of 6 boxes, 4 of them leaves.")
    );
}

#[test]
fn a_drawing_says_what_it_leaves_out() {
    let cut = diagram().down_to(1);
    assert_eq!(cut.nodes().len(), 3);
    assert_eq!(cut.nodes()[2].answer, ["mostly small", "… 3 more"]);
    assert!(cut.nodes()[2].branches.is_empty() && cut.nodes()[1].answer == ["small"]);
    assert_eq!(diagram().down_to(0).nodes()[0].answer, ["mostly small", "… 5 more"]);
    assert_eq!(diagram().down_to(2), diagram());
    let svg = diagram().to_svg(Some(1));
    assert!(svg.contains("… 3 more") && !svg.contains(">kind<"));
    // A tree that is too large for any drawing is cut, too, and is drawn without running out of stack.
    let deep = 100_000;
    let mut nodes: Vec<DiagramNode> =
        (0..deep).flat_map(|at| [ask("x", &[("yes", 2 * at + 1), ("no", 2 * at + 2)]), leaf("l")]).collect();
    nodes.push(leaf("end"));
    let svg = Diagram::new("deep", nodes).unwrap().to_svg(None);
    assert!(svg.contains("… 197002 more"), "{}", svg.len());
}

#[test]
fn dot_is_quoted() {
    let dot = diagram().to_dot();
    assert!(dot.contains(r#"n0 [label="a < b & \"c\""];"#), "{dot}");
    assert!(dot.contains(r#"n2 -> n4 [label="y"];"#));
    assert_eq!(dot.matches("fillcolor=\"#d1662f").count(), 4);
    let odd = Diagram::new("back\\slash\"\n", vec![leaf("x\ny")]).unwrap().to_dot();
    assert!(odd.contains(r#"label="back\\slash\"\n";"#) && odd.contains(r#"label="x\ny""#), "{odd}");
}

#[test]
fn boxes_must_be_a_tree() {
    for nodes in [
        vec![],
        vec![ask("a", &[("yes", 0)])],
        vec![ask("a", &[("yes", 1), ("no", 1)]), leaf("x")],
        vec![ask("a", &[("yes", 7)])],
        vec![leaf("a"), leaf("b")],
    ] {
        assert!(Diagram::new("no tree", nodes).is_err());
    }
}

#[test]
fn plots_hold_their_points() {
    let curve = |name: &str, values: &[f64]| PlotCurve {
        name: name.to_string(),
        points: values.iter().enumerate().map(|(at, &y)| (at as f64, y)).collect(),
    };
    let plot = LinePlot {
        title: "a < b".to_string(),
        below: "x".to_string(),
        curves: vec![curve("one", &[0.0, 2.0, f64::NAN]), curve("two", &[1.0, 1.5, 0.5])],
        behind: vec![vec![(0.0, 0.2), (2.0, 0.4)]],
        rug: vec![0.5, 9.0],
        mark: Some((1.0, "here & now".to_string())),
        names: Vec::new(),
    };
    let svg = plot.to_svg();
    check_markup(&svg);
    assert_eq!((svg.matches("<circle").count(), svg.matches("<polyline").count()), (5, 3));
    assert_eq!(svg.matches("v-7").count(), 1, "a stroke beyond the axis is not drawn");
    assert!(svg.contains("here &amp; now") && svg.contains("one, 1: 2.0000") && svg.contains("a &lt; b"));
    let named = LinePlot { names: vec!["p".to_string(), "q".to_string(), "r".to_string()], ..plot };
    assert!(named.to_svg().contains("one, q: 2.0000") && !named.to_svg().contains("stroke-width=\"2\""));
    // Nothing, and one value, can be drawn too.
    check_markup(&LinePlot::default().to_svg());
    let still = LinePlot { curves: vec![curve("still", &[3.0, 3.0])], ..LinePlot::default() };
    assert!(still.to_svg().contains("still, 0: 3.0000") && !still.to_svg().contains("NaN"));
}
