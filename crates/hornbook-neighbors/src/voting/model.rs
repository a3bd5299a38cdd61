use super::votes::{VoteCounts, VoteWeights};
use super::{explain, file};
use crate::index::{Index, NeighborLists};
use crate::training_index::{TrainingIndex, WeightedNeighbor};
use hornbook_core::{AttributeKind, AttributeSpec, Choice, Error, Result, Value};
use hornbook_data::{Dataset, Features, Matrix, Target};
use hornbook_learner::{
    AttributeValue, ExplainedRow, Explanation, Inspect, LoadModel, Model, ModelInfo, OutputRequest,
    Predictor, TargetOutputs,
};

/// What can be read off models of neighbors by name.
pub(crate) const TRAINING_ROWS: &[AttributeSpec] = &[
    AttributeSpec::new("n_samples_fit", AttributeKind::Count, "How many rows `fit` was given."),
    AttributeSpec::new(
        "kept_indices",
        AttributeKind::Counts,
        "The training rows that are kept, counted from 0, which are all unless prototypes were chosen.",
    ),
];

/// Training rows that predict by their votes.
#[derive(Debug)]
pub struct KNeighborsModel {
    pub(super) info: ModelInfo,
    pub(super) state: KnnState,
}

/// What was learned: the rows themselves.
#[derive(Debug)]
pub(crate) struct KnnState {
    pub training_index: TrainingIndex,
    pub targets: NeighborTargets,
    pub query: NeighborQuery,
    pub votes: VoteWeights,
}

/// The targets of the training rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum NeighborTargets {
    Classes(Vec<u32>),
    Numbers(Vec<f64>),
}

/// Who votes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum NeighborQuery {
    /// So many nearest.
    Nearest(u32),
    /// All within a radius; and what is said where there is nobody.
    Within(f64, Option<OutlierLabel>),
}

/// What is predicted for a row without neighbors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OutlierLabel {
    /// The class that most training rows have; for numbers, their mean.
    MostFrequent,
}

impl NeighborTargets {
    /// The targets of the rows of a view.
    pub fn of(data: &Dataset) -> Result<NeighborTargets> {
        let rows = || data.rows().iter().map(|row| row as usize);
        Ok(match data.require_target()?.1 {
            Target::Classes(classes) => {
                NeighborTargets::Classes(rows().map(|row| classes.codes[row]).collect())
            }
            Target::Numbers(numbers) => NeighborTargets::Numbers(rows().map(|row| numbers[row]).collect()),
        })
    }

    /// Those of some rows.
    pub fn kept(&self, rows: &[u32]) -> NeighborTargets {
        match self {
            NeighborTargets::Classes(codes) => {
                NeighborTargets::Classes(rows.iter().map(|&row| codes[row as usize]).collect())
            }
            NeighborTargets::Numbers(y) => {
                NeighborTargets::Numbers(rows.iter().map(|&row| y[row as usize]).collect())
            }
        }
    }

    /// Counts the vote of a row.
    pub fn add(&self, tally: &mut VoteCounts, row: u32, vote: f64, weight: f64) {
        match self {
            NeighborTargets::Classes(codes) => tally.add_class(codes[row as usize], vote, weight),
            NeighborTargets::Numbers(numbers) => tally.add_number(numbers[row as usize], vote, weight),
        }
    }
}

impl KnnState {
    /// Counts the votes of a neighborhood.
    pub fn tally(&self, neighbors: &[WeightedNeighbor], tally: &mut VoteCounts) {
        tally.clear();
        let nearest = neighbors.first().map_or(0.0, |one| one.distance);
        for one in neighbors {
            self.targets.add(tally, one.row, self.votes.vote(one.distance, nearest), one.weight);
        }
    }

    /// What is said where there are no neighbors: everybody votes, and for classes the winner gets it all.
    fn tally_of_nobody(&self, tally: &mut VoteCounts) {
        tally.clear();
        for row in 0..self.training_index.index.rows() as u32 {
            self.targets.add(tally, row, 1.0, self.training_index.weight(row));
        }
        if let NeighborTargets::Classes(_) = self.targets {
            let winner = tally.winner();
            tally.clear();
            tally.add_class(winner, 1.0, 1.0);
        }
    }
}

impl KNeighborsModel {
    pub(crate) fn new(info: ModelInfo, state: KnnState) -> KNeighborsModel {
        KNeighborsModel { info, state }
    }

    /// The training rows, where neighbors are found.
    pub fn index(&self) -> &Index {
        &self.state.training_index.index
    }

    /// The `k` nearest training rows of each row; their numbers count the rows that were given to learn from, from 0.
    pub fn nearest(&self, rows: &Features<'_>, k: usize) -> Result<NeighborLists> {
        Ok(self.state.training_index.numbered(&self.index().nearest(&self.points(rows)?, k)?))
    }

    /// The training rows at most so far from each row, numbered likewise.
    pub fn within(&self, rows: &Features<'_>, radius: f64) -> Result<NeighborLists> {
        Ok(self.state.training_index.numbered(&self.index().within(&self.points(rows)?, radius)?))
    }

    /// The `k` nearest training rows of each training row, itself left out: a list for each of the
    /// [kept rows](KNeighborsModel::kept_rows), numbered likewise.
    pub fn nearest_others(&self, k: usize) -> NeighborLists {
        self.state.training_index.numbered(&self.index().nearest_others(k))
    }

    /// The training rows at most so far from each training row, itself left out: a list for each of the
    /// [kept rows](KNeighborsModel::kept_rows), numbered likewise.
    pub fn others_within(&self, radius: f64) -> Result<NeighborLists> {
        Ok(self.state.training_index.numbered(&self.index().others_within(radius)?))
    }

    /// The positions, among the rows that were given to learn from, of those that are kept.
    pub fn kept_rows(&self) -> Vec<u32> {
        (0..self.index().rows() as u32).map(|row| self.state.training_index.number(row)).collect()
    }

    fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        self.state.training_index.points(rows, &self.info.learner)
    }

    /// Who votes on each row, and with which weight.
    pub(super) fn voters(&self, rows: &Features<'_>) -> Result<Vec<Vec<WeightedNeighbor>>> {
        let training_index = &self.state.training_index;
        let points = self.points(rows)?;
        let (found, wanted) = match self.state.query {
            NeighborQuery::Nearest(k) => (training_index.nearest(&points, k.into())?, k.into()),
            NeighborQuery::Within(radius, _) => {
                (training_index.index.within(&points, radius)?, f64::INFINITY)
            }
        };
        Ok(found.iter().map(|neighbors| training_index.weighted_neighbors(neighbors, wanted)).collect())
    }

    /// Counts the votes of each row.
    fn for_each_tally(&self, rows: &Features<'_>, mut visit: impl FnMut(usize, &VoteCounts)) -> Result<()> {
        let mut tally = VoteCounts::new(self.info.schema.target.classes.len());
        for (row, voters) in self.voters(rows)?.iter().enumerate() {
            self.tally_of(row, voters, &mut tally)?;
            visit(row, &tally);
        }
        Ok(())
    }

    /// Counts the votes of one row.
    pub(super) fn tally_of(
        &self,
        row: usize,
        voters: &[WeightedNeighbor],
        tally: &mut VoteCounts,
    ) -> Result<()> {
        match (voters, self.state.query) {
            ([], NeighborQuery::Within(radius, None)) => {
                return Err(Error::data(
                    format!("no training row is within {radius} of row {}", row + 1),
                    "give a larger radius, or say with outlier_label what to predict there",
                ));
            }
            ([], _) => self.state.tally_of_nobody(tally),
            (voters, _) => self.state.tally(voters, tally),
        }
        Ok(())
    }
}

impl Model for KNeighborsModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.state)
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Inspect for KNeighborsModel {
    fn attribute(&self, name: &str) -> Result<Option<AttributeValue>> {
        let kept = self.kept_rows();
        // Files of earlier versions only know the rows that are kept.
        let known = kept.iter().max().map_or(0, |&last| u64::from(last) + 1);
        Ok(Some(match name {
            "n_samples_fit" => {
                let given = self.info.summary.details.get("given_rows").and_then(Value::as_u64);
                AttributeValue::Count(given.unwrap_or(known))
            }
            "kept_indices" => AttributeValue::Counts(kept.into_iter().map(u64::from).collect()),
            _ => return Ok(None),
        }))
    }
}

impl Predictor for KNeighborsModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let count = rows.rows();
        let levels = &self.info.schema.target.classes;
        if let NeighborTargets::Numbers(_) = self.state.targets {
            let mut numbers = Vec::with_capacity(count);
            self.for_each_tally(rows, |_, tally| numbers.push(tally.mean()))?;
            return Ok(vec![TargetOutputs::of_numbers(numbers)]);
        }
        let mut codes = Vec::with_capacity(count);
        let mut shares = request.probabilities.then(|| Matrix::zeros(count, levels.len()));
        self.for_each_tally(rows, |row, tally| {
            codes.push(tally.winner());
            if let Some(shares) = &mut shares {
                tally.write_shares(shares.row_mut(row));
            }
        })?;
        let outputs = TargetOutputs::of_classes(codes, levels);
        Ok(vec![TargetOutputs { probabilities: shares, ..outputs }])
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        explain::row(self, row)
    }
}

impl LoadModel for KNeighborsModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<KNeighborsModel> {
        let state = file::from_bytes(&info.schema, bytes)?;
        Ok(KNeighborsModel::new(info, state))
    }
}
