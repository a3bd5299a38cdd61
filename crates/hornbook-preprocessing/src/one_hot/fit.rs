//! From rows to the levels that get columns.

use super::OneHotModel;
use super::fitted::{FittedOneHot, OneHotLevels};
use super::params::{DroppedLevel, OneHot};
use crate::level_groups::LevelGroups;
use hornbook_core::{Result, Run};
use hornbook_data::{Input, InputKind};
use hornbook_encoding::{FeatureStatistics, InputStatistics, LevelStatistics};
use hornbook_learner::{Fit, TrainingInput, TransformerModel};

impl Fit for OneHot {
    type Model = OneHotModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<OneHotModel> {
        let inputs = Input::of_dataset(input.rows().prototype());
        let known = FeatureStatistics::gather(&inputs, false, input.rows(), run)?;
        let column = |(input, known): (&Input, &InputStatistics)| match known {
            InputStatistics::Levels(levels) => Some(self.levels(&input.kind, levels)),
            _ => None,
        };
        let columns = inputs.iter().zip(&known.inputs).map(column).collect();
        let fitted = FittedOneHot::new(inputs, columns, self.handle_unknown);
        TransformerModel::new(self, input.rows(), fitted, run)
    }
}

impl OneHot {
    fn levels(&self, kind: &InputKind, known: &LevelStatistics) -> OneHotLevels {
        let groups = LevelGroups::of(known, self.limits(), true);
        let dropped = match self.drop {
            // One column tells true from false.
            _ if *kind == InputKind::Boolean => groups.find(0),
            DroppedLevel::None => None,
            DroppedLevel::First => (groups.count() > 0).then_some(0),
            DroppedLevel::IfBinary => (groups.count() == 2).then_some(0),
        };
        OneHotLevels { groups, dropped }
    }
}
