//! The training rows, as they are.

use super::KnnImputationModel;
use super::donors::{DonorColumn, DonorRows};
use super::params::KnnImputation;
use crate::fill_missing::{CategoricalStrategy, FillMissing, ImputationValues, NumericStrategy};
use hornbook_core::{Result, Run};
use hornbook_data::{Feature, Input};
use hornbook_encoding::FeatureStatistics;
use hornbook_learner::{Fit, RowSource, TrainingInput, TransformerModel};

impl Fit for KnnImputation {
    type Model = KnnImputationModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<KnnImputationModel> {
        let data = input.dataset()?.with_nonzero_weight();
        let inputs = Input::of_dataset(&data);
        let known = FeatureStatistics::gather(&inputs, false, RowSource::Memory(&data), run)?;
        let others = FillMissing::default()
            .strategy(NumericStrategy::Mean)
            .categories(CategoricalStrategy::MostFrequent)
            .add_indicator(false);
        let column = |place: usize| match data.row_feature(place) {
            Feature::Number(values) => DonorColumn::Numbers(values.to_vec()),
            Feature::Code(codes, _) => DonorColumn::Codes(codes.to_vec()),
            Feature::Text(_) | Feature::Object(_) => DonorColumn::Text,
        };
        let columns = (0..inputs.len()).map(column).collect();
        let donors = DonorRows {
            otherwise: ImputationValues::of(&others, inputs, &known),
            n_neighbors: self.n_neighbors,
            rule: self.weights,
            weights: data.row_weights(),
            columns,
        };
        TransformerModel::new(self, input.rows(), donors, run)
    }
}
