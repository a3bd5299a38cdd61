//! Where the boxes of a tree stand: parents over the middle of their children, subtrees as close as their outlines allow
//! (Reingold and Tilford, 1981, for boxes of any width).

/// A box to be placed: its width, and the boxes below it, all of which come after it.
pub(super) struct LayoutBox {
    pub width: f64,
    pub children: Vec<usize>,
}

/// The outline of a subtree, level by level with the deepest first, as distances from the middle of its top box.
#[derive(Default)]
struct SubtreeOutline {
    /// Added to every distance.
    shift: f64,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl SubtreeOutline {
    /// How far to the right another outline must stand, to be clear of this one.
    fn clear(&self, other: &SubtreeOutline, gap: f64) -> f64 {
        let mine = self.right.iter().rev().map(|x| x + self.shift);
        let theirs = other.left.iter().rev().map(|x| x + other.shift);
        mine.zip(theirs).map(|(mine, theirs)| mine - theirs + gap).fold(0.0, f64::max)
    }

    /// This outline with another to its right. The shorter one is laid into the longer one.
    fn with(self, other: SubtreeOutline) -> SubtreeOutline {
        let (mut long, short, short_is_right) =
            if self.left.len() >= other.left.len() { (self, other, true) } else { (other, self, false) };
        let (of_long, of_short) = (long.left.len(), short.left.len());
        for level in 0..of_short {
            let (at, from) = (of_long - 1 - level, of_short - 1 - level);
            if short_is_right {
                long.right[at] = short.right[from] + short.shift - long.shift;
            } else {
                long.left[at] = short.left[from] + short.shift - long.shift;
            }
        }
        long
    }
}

/// The middle of each box, from the left edge of all of them, and the width of all.
pub(super) fn middles(blocks: &[LayoutBox], gap: f64) -> (Vec<f64>, f64) {
    // How far each box stands from its parent's middle.
    let mut offsets = vec![0.0; blocks.len()];
    let mut outlines: Vec<SubtreeOutline> = blocks.iter().map(|_| SubtreeOutline::default()).collect();
    let mut all = SubtreeOutline::default();
    for at in (0..blocks.len()).rev() {
        let block = &blocks[at];
        let mut under = SubtreeOutline::default();
        for &child in &block.children {
            let mut outline = std::mem::take(&mut outlines[child]);
            let place = under.clear(&outline, gap);
            offsets[child] = place;
            outline.shift += place;
            under = if under.left.is_empty() { outline } else { under.with(outline) };
        }
        if let (Some(&first), Some(&last)) = (block.children.first(), block.children.last()) {
            let middle = 0.5 * (offsets[first] + offsets[last]);
            block.children.iter().for_each(|&child| offsets[child] -= middle);
            under.shift -= middle;
        }
        under.left.push(-0.5 * block.width - under.shift);
        under.right.push(0.5 * block.width - under.shift);
        if at == 0 {
            all = under;
        } else {
            outlines[at] = under;
        }
    }
    let left = all.left.iter().fold(0.0f64, |least, x| least.min(x + all.shift));
    let right = all.right.iter().fold(0.0f64, |most, x| most.max(x + all.shift));
    let mut middles = vec![-left; blocks.len()];
    for (at, block) in blocks.iter().enumerate() {
        block.children.iter().for_each(|&child| middles[child] = middles[at] + offsets[child]);
    }
    (middles, right - left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_do_not_meet_and_parents_stand_in_the_middle() {
        // A lopsided tree with a wide box deep on one side.
        let children = [vec![1, 2], vec![3, 4], vec![5, 6, 7], vec![], vec![8], vec![], vec![], vec![9, 10]];
        let widths = [40.0, 60.0, 20.0, 30.0, 10.0, 10.0, 10.0, 10.0, 300.0, 50.0, 50.0];
        let blocks: Vec<LayoutBox> = widths
            .iter()
            .enumerate()
            .map(|(at, &width)| LayoutBox { width, children: children.get(at).cloned().unwrap_or_default() })
            .collect();
        let (middles, width) = middles(&blocks, 5.0);
        let mut depths = vec![0; blocks.len()];
        for (at, block) in blocks.iter().enumerate() {
            block.children.iter().for_each(|&child| depths[child] = depths[at] + 1);
            if let (Some(&first), Some(&last)) = (block.children.first(), block.children.last()) {
                assert!((middles[at] - 0.5 * (middles[first] + middles[last])).abs() < 1e-9);
            }
            assert!(
                middles[at] - 0.5 * block.width > -1e-9 && middles[at] + 0.5 * block.width < width + 1e-9
            );
        }
        for one in 0..blocks.len() {
            for two in one + 1..blocks.len() {
                if depths[one] == depths[two] {
                    let apart =
                        (middles[one] - middles[two]).abs() - 0.5 * (blocks[one].width + blocks[two].width);
                    assert!(apart > 5.0 - 1e-9, "{one} {two}: {apart}");
                }
            }
        }
    }
}
