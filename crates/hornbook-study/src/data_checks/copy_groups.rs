//! Which rows are copies of each other, so that a study can keep them together in folds.

use hornbook_core::Result;
use hornbook_data::Dataset;

/// Groups of rows that are exact or near copies of each other; a row that is no copy is a group of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyGroups {
    group_of: Vec<u32>,
    groups: usize,
}

impl CopyGroups {
    /// The groups that follow from pairs of rows.
    pub(super) fn of_pairs(rows: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> CopyGroups {
        let mut parent: Vec<u32> = (0..rows as u32).collect();
        for (a, b) in pairs {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            // The first row of a group is its root.
            parent[a.max(b) as usize] = a.min(b);
        }
        let mut number = vec![u32::MAX; rows];
        let mut groups = 0;
        let group_of = (0..rows as u32).map(|row| {
            let root = root(&mut parent, row) as usize;
            if number[root] == u32::MAX {
                number[root] = groups;
                groups += 1;
            }
            number[root]
        });
        let group_of = group_of.collect();
        CopyGroups { group_of, groups: groups as usize }
    }

    /// The group of each row of the view, numbered in the order of their first rows.
    pub fn groups(&self) -> &[u32] {
        &self.group_of
    }

    /// How many groups there are, single rows among them.
    pub fn group_count(&self) -> usize {
        self.groups
    }

    /// How many rows are copies of an earlier row.
    pub fn copied_rows(&self) -> usize {
        self.group_of.len() - self.groups
    }

    /// Whether each row is the first of its group.
    pub fn are_first(&self) -> Vec<bool> {
        let mut begun = 0;
        let is_first = |&group: &u32| {
            let is = group == begun;
            begun += u32::from(is);
            is
        };
        self.group_of.iter().map(is_first).collect()
    }

    /// How many rows the largest group has.
    pub fn largest(&self) -> usize {
        let mut counts = vec![0usize; self.groups];
        self.group_of.iter().for_each(|&group| counts[group as usize] += 1);
        counts.into_iter().max().unwrap_or(0)
    }

    /// The groups of a view whose rows have groups already, such as patients: copies bring two of those together.
    #[must_use]
    pub fn joined_with(&self, groups: &[u32]) -> CopyGroups {
        let first_of = |groups: &[u32]| {
            let mut order: Vec<(u32, u32)> =
                groups.iter().zip(0..).map(|(&group, row)| (group, row)).collect();
            order.sort_unstable();
            order
                .chunk_by(|a, b| a.0 == b.0)
                .flat_map(|rows| rows.iter().map(|&(_, row)| (rows[0].1, row)))
                .collect::<Vec<_>>()
        };
        let pairs = first_of(&self.group_of).into_iter().chain(first_of(groups));
        CopyGroups::of_pairs(self.group_of.len(), pairs)
    }

    /// The view with these groups, so that folds keep copies together; groups that it has are kept together, too.
    pub fn grouped(&self, data: &Dataset) -> Result<Dataset> {
        let joined = data.groups().map(|groups| {
            let of_view: Vec<u32> = data.rows().iter().map(|row| groups[row as usize]).collect();
            self.joined_with(&of_view)
        });
        let groups = joined.as_ref().unwrap_or(self);
        let mut of_table = vec![0; data.table().rows()];
        data.rows().iter().zip(groups.groups()).for_each(|(row, &group)| of_table[row as usize] = group);
        data.clone().with_groups(of_table)
    }
}

/// The first row that a row is connected with; paths are halved on the way.
fn root(parent: &mut [u32], mut row: u32) -> u32 {
    while parent[row as usize] != row {
        let above = parent[parent[row as usize] as usize];
        parent[row as usize] = above;
        row = above;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_data::Table;

    #[test]
    fn copies_are_groups_of_a_view() {
        let table = Table::builder().number("x", (0..6).map(f64::from).collect());
        let table = table
            .number("who", vec![1.0, 2.0, 3.0, 3.0, 4.0, 5.0])
            .number("y", vec![0.0; 6])
            .build()
            .unwrap();
        // Rows 1 to 5 of the table, of which the first and the last are copies.
        let view = table.dataset().target("y").unwrap().slice(1..6);
        let copies = CopyGroups::of_pairs(5, [(0, 4)]);
        assert_eq!(**copies.grouped(&view).unwrap().groups().unwrap(), [0, 0, 1, 2, 3, 0]);
        let patients = view.group("who").unwrap();
        assert_eq!(**copies.grouped(&patients).unwrap().groups().unwrap(), [0, 0, 1, 1, 2, 0]);
    }

    #[test]
    fn pairs_make_groups() {
        let groups = CopyGroups::of_pairs(6, [(4, 1), (1, 5)]);
        assert_eq!(groups.groups(), [0, 1, 2, 3, 1, 1]);
        assert_eq!((groups.group_count(), groups.copied_rows(), groups.largest()), (4, 2, 3));
        assert_eq!(groups.are_first(), [true, true, true, true, false, false]);
        // Rows 0 and 4 are of one patient, and so are 2 and 3.
        let joined = groups.joined_with(&[7, 8, 9, 9, 7, 6]);
        assert_eq!(joined.groups(), [0, 0, 1, 1, 0, 0]);
        assert_eq!(CopyGroups::of_pairs(2, []).groups(), [0, 1]);
    }
}
