use crate::model::Model;
use hornbook_core::{Error, Result};

/// A tree as it is drawn: boxes of text, and what leads from one to the next.
///
/// ```
/// use hornbook_learner::drawing::{DiagramBranch, Diagram, DiagramNode};
/// let leaf = |text: &str| DiagramNode { answer: vec![text.to_string()], ..DiagramNode::default() };
/// let branch = |label: &str, to| DiagramBranch { label: label.to_string(), to };
/// let ask = DiagramNode {
///     question: "size <= 3".to_string(),
///     branches: vec![branch("yes", 1), branch("no", 2)],
///     ..leaf("small (9 rows)")
/// };
/// let diagram = Diagram::new("what is it", vec![ask, leaf("small"), leaf("large")])?;
/// assert!(diagram.to_dot().contains("size <= 3"));
/// assert!(diagram.to_svg(Some(0)).contains("2 more"));
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Diagram {
    /// What it shows, in a few words.
    pub title: String,
    /// The names of the colors, such as classes; none if colors only say more or less.
    pub legend: Vec<String>,
    nodes: Vec<DiagramNode>,
}

/// A box of a [`Diagram`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DiagramNode {
    /// Its split; nothing if it is a leaf.
    pub question: String,
    /// Lines of text that say what would be predicted here: shown in leaves, and where a drawing ends.
    pub answer: Vec<String>,
    /// The color of the answer.
    pub tint: Tint,
    /// The fraction of each color of the legend, drawn as a bar.
    pub shares: Vec<f64>,
    /// What leads on.
    pub branches: Vec<DiagramBranch>,
}

/// A color, and how much of it there is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tint {
    /// Which color.
    pub color: usize,
    /// From 0, hardly any, to 1.
    pub strength: f64,
}

/// What leads from a box to another.
#[derive(Debug, Clone, PartialEq)]
pub struct DiagramBranch {
    /// The answer that leads there.
    pub label: String,
    /// The box it leads to.
    pub to: usize,
}

impl Diagram {
    /// A diagram of boxes, the root first and every other after the one that leads to it.
    pub fn new(title: &str, nodes: Vec<DiagramNode>) -> Result<Diagram> {
        let fault = || {
            Error::data(
                "these boxes are not a tree",
                "let every box but the first be led to once, from before it",
            )
        };
        let mut led_to = vec![false; nodes.len()];
        *led_to.first_mut().ok_or_else(fault)? = true;
        for (at, node) in nodes.iter().enumerate() {
            for branch in &node.branches {
                match led_to.get_mut(branch.to) {
                    Some(seen) if branch.to > at && !*seen => *seen = true,
                    _ => return Err(fault()),
                }
            }
        }
        if led_to.contains(&false) {
            return Err(fault());
        }
        Ok(Diagram { title: title.to_string(), legend: Vec::new(), nodes })
    }

    /// The same with names for the colors.
    #[must_use]
    pub fn legend<S: AsRef<str>>(mut self, names: &[S]) -> Diagram {
        self.legend = names.iter().map(|name| name.as_ref().to_string()).collect();
        self
    }

    /// The boxes, the root first.
    pub fn nodes(&self) -> &[DiagramNode] {
        &self.nodes
    }

    /// How deep each box stands; the root at 0.
    pub(super) fn depths(&self) -> Vec<usize> {
        let mut depths = vec![0; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            node.branches.iter().for_each(|branch| depths[branch.to] = depths[at] + 1);
        }
        depths
    }

    /// The diagram down to a depth. Where it ends before a leaf, a box says what would be predicted there and how many
    /// boxes are left out below.
    #[must_use]
    pub fn down_to(&self, depth: usize) -> Diagram {
        let depths = self.depths();
        let mut below = vec![0; self.nodes.len()];
        for at in (0..self.nodes.len()).rev() {
            below[at] = self.nodes[at].branches.iter().map(|branch| 1 + below[branch.to]).sum();
        }
        // Where the boxes that stay come to stand.
        let mut places = vec![0; self.nodes.len()];
        for (place, at) in (0..self.nodes.len()).filter(|&at| depths[at] <= depth).enumerate() {
            places[at] = place;
        }
        let kept = self.nodes.iter().enumerate().filter(|(at, _)| depths[*at] <= depth);
        let nodes = kept.map(|(at, node)| {
            let mut node = node.clone();
            if depths[at] == depth && !node.branches.is_empty() {
                node.branches.clear();
                node.question.clear();
                node.answer.push(format!("… {} more", below[at]));
            }
            node.branches.iter_mut().for_each(|branch| branch.to = places[branch.to]);
            node
        });
        Diagram { title: self.title.clone(), legend: self.legend.clone(), nodes: nodes.collect() }
    }

    /// The diagram down to a depth if one is given, and in any case only as deep as a drawing can hold.
    pub(super) fn drawn(&self, max_depth: Option<usize>) -> Diagram {
        /// More boxes than this nobody can see.
        const MOST: usize = 3000;
        let mut of_depth: Vec<usize> = Vec::new();
        for depth in self.depths() {
            of_depth.resize(of_depth.len().max(depth + 1), 0);
            of_depth[depth] += 1;
        }
        let mut count = 0;
        let room = of_depth.iter().take_while(|&&boxes| {
            count += boxes;
            count <= MOST
        });
        let deepest = room.count().saturating_sub(1);
        self.down_to(max_depth.unwrap_or(deepest).min(deepest))
    }
}

/// A tree of a model: the only one, or the one at a position from 0 on.
pub fn diagram_of(model: &dyn Model, tree: Option<usize>) -> Result<Diagram> {
    let (count, learner) = (model.inspect().diagrams(), model.info().learner_in_words());
    let tree = match tree {
        _ if count == 0 => {
            return Err(Error::mismatch(
                format!("a model of '{learner}' has no tree to draw"),
                "draw a decision tree, a forest or boosted trees",
            ));
        }
        None if count > 1 => {
            return Err(Error::mismatch(format!("this model has {count} trees"), "say which one to draw"));
        }
        tree => tree.unwrap_or(0),
    };
    model.inspect().diagram(tree).ok_or_else(|| {
        let trees = if count == 1 { "one tree".to_string() } else { format!("{count} trees") };
        Error::mismatch(
            format!("this model has {trees}, and the one asked for is not among them"),
            "draw another",
        )
    })
}
