//! Which levels of a category are told apart: rare ones may be grouped into one, infrequent level.

use hornbook_core::CountOrFraction;
use hornbook_data::MISSING_CODE;
use hornbook_encoding::LevelStatistics;
use serde::{Deserialize, Serialize};

/// How rare levels are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FrequencyLimits {
    /// Levels of fewer rows, or of a smaller fraction of them, are infrequent.
    pub min_frequency: Option<CountOrFraction>,
    /// Most groups, with that of the infrequent levels.
    pub max_categories: Option<u32>,
}

/// The levels of a category that training rows have, in groups: each frequent level by itself, in order; missing values, if there
/// were any and they are not rare; and all infrequent ones together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelGroups {
    /// The group of each level; none if no training row has it.
    group_of: Vec<Option<u32>>,
    /// The group of missing values; none if no training row has one.
    missing: Option<u32>,
    /// The group of all infrequent levels, the last.
    infrequent: Option<u32>,
    groups: u32,
}

/// What a group is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LevelGroup {
    /// One level.
    Level(u32),
    /// Missing values.
    Missing,
    /// All infrequent levels.
    Infrequent,
}

impl LevelGroups {
    /// The groups of the levels that rows have, and of missing values if they are a group of their own.
    pub fn of(known: &LevelStatistics, limits: FrequencyLimits, groups_missing: bool) -> LevelGroups {
        let levels = known.counts().len();
        let missing = if groups_missing { known.missing() } else { 0.0 };
        let counts: Vec<(usize, f64)> = (known.counts().iter().copied().chain([missing]).enumerate())
            .filter(|(_, count)| *count > 0.0)
            .collect();
        let is_rare = rare(&counts, known.weight() + known.missing(), limits);
        let mut groups = 0;
        let mut group_of = vec![None; levels + 1];
        for ((level, _), is_rare) in counts.iter().zip(&is_rare) {
            if !is_rare {
                group_of[*level] = Some(groups);
                groups += 1;
            }
        }
        let infrequent = is_rare.contains(&true).then_some(groups);
        for ((level, _), is_rare) in counts.iter().zip(&is_rare) {
            if *is_rare {
                group_of[*level] = infrequent;
            }
        }
        let missing = group_of.pop().flatten();
        LevelGroups { group_of, missing, infrequent, groups: groups + u32::from(infrequent.is_some()) }
    }

    /// How many groups there are.
    pub fn count(&self) -> usize {
        self.groups as usize
    }

    /// The group of a level or of a missing value; none if training rows had none of it.
    pub fn find(&self, code: u32) -> Option<u32> {
        match code {
            MISSING_CODE => self.missing,
            _ => self.group_of.get(code as usize).copied().flatten(),
        }
    }

    /// The group of infrequent levels.
    pub fn infrequent(&self) -> Option<u32> {
        self.infrequent
    }

    /// The group of missing values.
    pub fn missing(&self) -> Option<u32> {
        self.missing
    }

    /// What each group is.
    pub fn groups(&self) -> Vec<LevelGroup> {
        let mut groups = vec![LevelGroup::Missing; self.count()];
        for (level, group) in self.group_of.iter().enumerate() {
            if let Some(group) = group {
                groups[*group as usize] = LevelGroup::Level(level as u32);
            }
        }
        if let Some(infrequent) = self.infrequent {
            groups[infrequent as usize] = LevelGroup::Infrequent;
        }
        groups
    }

    /// Whether it can be true of so many levels, if it comes from a file.
    pub fn is_sound(&self, levels: usize) -> bool {
        let all: Vec<u32> = self.group_of.iter().copied().chain([self.missing]).flatten().collect();
        let mut seen = vec![0u32; self.groups.min(levels as u32 + 2) as usize];
        let is_counted = all.iter().all(|&group| match seen.get_mut(group as usize) {
            Some(count) => {
                *count += 1;
                true
            }
            None => false,
        });
        let is_alone = |(group, &count): (usize, &u32)| count == 1 || self.infrequent == Some(group as u32);
        let is_last = self.infrequent.is_none_or(|group| group.checked_add(1) == Some(self.groups));
        self.group_of.len() == levels
            && self.groups as usize == seen.len()
            && is_counted
            && is_last
            && seen.iter().all(|&count| count > 0)
            && seen.iter().enumerate().all(is_alone)
    }
}

/// Which of the levels with rows are infrequent. Among levels of as many rows the first are, if too many are frequent.
fn rare(counts: &[(usize, f64)], total: f64, limits: FrequencyLimits) -> Vec<bool> {
    let least = match limits.min_frequency {
        None => 0.0,
        Some(CountOrFraction::Count(count)) => f64::from(count),
        Some(CountOrFraction::Fraction(share)) => share * total,
    };
    let mut is_rare: Vec<bool> = counts.iter().map(|(_, count)| *count < least).collect();
    let groups = 1 + is_rare.iter().filter(|is_rare| !**is_rare).count();
    if let Some(most) = limits.max_categories.map(|most| most as usize)
        && most < groups
    {
        let mut by_count: Vec<usize> = (0..counts.len()).collect();
        by_count.sort_by(|&a, &b| counts[a].1.total_cmp(&counts[b].1));
        by_count.truncate(counts.len().saturating_sub(most.saturating_sub(1)));
        by_count.into_iter().for_each(|level| is_rare[level] = true);
    }
    is_rare
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_core::Run;
    use hornbook_data::{Input, Table};
    use hornbook_encoding::{FeatureStatistics, InputStatistics};
    use hornbook_learner::RowSource;

    fn groups(limits: FrequencyLimits) -> LevelGroups {
        let levels = ["a", "a", "a", "b", "c", "c", "d", "d", "d"].map(Some);
        let levels: Vec<Option<&str>> = levels.into_iter().chain([None]).collect();
        let table = Table::builder().category("k", &levels).build().unwrap();
        let data = table.dataset();
        let inputs = Input::of_dataset(&data);
        let known =
            FeatureStatistics::gather(&inputs, false, RowSource::Memory(&data), &Run::default()).unwrap();
        let InputStatistics::Levels(known) = &known.inputs[0] else { panic!("levels") };
        LevelGroups::of(known, limits, true)
    }

    #[test]
    fn rare_levels_are_one_group() {
        use LevelGroup::{Infrequent, Level, Missing};
        let all = groups(FrequencyLimits::default());
        assert_eq!(all.groups(), [Level(0), Level(1), Level(2), Level(3), Missing]);
        let limits = FrequencyLimits { min_frequency: Some(CountOrFraction::Count(2)), max_categories: None };
        assert_eq!(groups(limits).groups(), [Level(0), Level(2), Level(3), Infrequent]);
        let limits = FrequencyLimits { min_frequency: None, max_categories: Some(2) };
        // Of two levels with as many rows the later one stays.
        assert_eq!(groups(limits).groups(), [Level(3), Infrequent]);
        assert!(groups(limits).is_sound(4) && !groups(limits).is_sound(5));
        let share = Some(CountOrFraction::Fraction(0.25));
        let limits = FrequencyLimits { min_frequency: share, max_categories: None };
        assert_eq!(groups(limits).groups(), [Level(0), Level(3), Infrequent]);
        assert_eq!(groups(limits).find(MISSING_CODE), Some(2));
        assert_eq!(groups(limits).find(9), None);
    }
}
