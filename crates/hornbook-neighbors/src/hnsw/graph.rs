//! Links between rows, level by level.

/// Who is linked to whom.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct HnswGraph {
    /// The most links a row may have on the lowest level; half as many above.
    most: usize,
    /// How high each row stands.
    levels: Vec<u8>,
    /// The links of the lowest level: `most` places a row, and how many are taken.
    lowest: Vec<u32>,
    taken: Vec<u32>,
    /// The links above: a list for each row and level.
    upper: Vec<Vec<Vec<u32>>>,
    /// Where searches begin: a row on the top level.
    entry: u32,
}

/// A graph as it is written to a file: for each row and, from the lowest, each of its levels the number of links, and all links
/// after each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HnswLinks {
    pub most: usize,
    pub levels: Vec<u8>,
    pub counts: Vec<u32>,
    pub links: Vec<u32>,
    pub entry: u32,
}

/// No row stands higher.
pub(super) const HIGHEST: u8 = 15;

impl HnswGraph {
    /// Rows without links.
    pub fn new(levels: Vec<u8>, most: usize) -> HnswGraph {
        let rows = levels.len();
        let upper = levels.iter().map(|&level| vec![Vec::new(); level.into()]).collect();
        HnswGraph { most, levels, lowest: vec![0; rows * most], taken: vec![0; rows], upper, entry: 0 }
    }

    pub fn entry(&self) -> u32 {
        self.entry
    }

    pub fn set_entry(&mut self, row: u32) {
        self.entry = row;
    }

    /// How high the entry stands.
    pub fn top(&self) -> usize {
        self.level(self.entry)
    }

    pub fn level(&self, row: u32) -> usize {
        self.levels[row as usize].into()
    }

    /// The most links a row may have on a level.
    pub fn most(&self, level: usize) -> usize {
        if level == 0 { self.most } else { self.most / 2 }
    }

    #[inline(always)]
    pub fn links(&self, row: u32, level: usize) -> &[u32] {
        let row = row as usize;
        match level {
            0 => &self.lowest[row * self.most..][..self.taken[row] as usize],
            above => self.upper[row].get(above - 1).map_or(&[], Vec::as_slice),
        }
    }

    pub fn set_links(&mut self, row: u32, level: usize, links: &[u32]) {
        let row = row as usize;
        match level {
            0 => {
                let (now, free) =
                    self.lowest[row * self.most..(row + 1) * self.most].split_at_mut(links.len());
                now.copy_from_slice(links);
                free.fill(0);
                self.taken[row] = links.len() as u32;
            }
            above => self.upper[row][above - 1] = links.to_vec(),
        }
    }

    pub fn to_links(&self) -> HnswLinks {
        let (mut counts, mut links) = (Vec::new(), Vec::new());
        for row in 0..self.levels.len() as u32 {
            for level in 0..=self.level(row) {
                counts.push(self.links(row, level).len() as u32);
                links.extend_from_slice(self.links(row, level));
            }
        }
        HnswLinks { most: self.most, levels: self.levels.clone(), counts, links, entry: self.entry }
    }

    /// The graph of so many rows, if every link leads to a row on its level.
    pub fn from_links(file: HnswLinks, rows: usize) -> Option<HnswGraph> {
        let HnswLinks { most, levels, counts, links, entry } = file;
        let lists: usize = levels.iter().map(|&level| usize::from(level) + 1).sum();
        let is_sound = levels.len() == rows
            && levels.iter().all(|&level| level <= HIGHEST)
            && counts.len() == lists
            && (entry as usize) < rows
            && levels.iter().max() == Some(&levels[entry as usize])
            // No file makes us take more room than it fills.
            && (2..=1 << 12).contains(&most)
            && most % 2 == 0;
        if !is_sound {
            return None;
        }
        let mut graph = HnswGraph::new(levels, most);
        graph.entry = entry;
        let (mut counts, mut rest) = (counts.into_iter(), links.as_slice());
        for row in 0..rows as u32 {
            for level in 0..=graph.level(row) {
                let some = rest.split_off(..counts.next()? as usize)?;
                let leads = |&to: &u32| (to as usize) < rows && to != row && graph.level(to) >= level;
                if some.len() > graph.most(level) || !some.iter().all(leads) {
                    return None;
                }
                graph.set_links(row, level, some);
            }
        }
        rest.is_empty().then_some(graph)
    }
}
