use super::votes::{Tally, VoteWeights};
use super::{explain, file};
use crate::index::{Index, Neighbourhoods};
use crate::places::{Counted, Places};
use hornbook_core::{Choice, Error, Result};
use hornbook_data::{Dataset, Features, Matrix, Target};
use hornbook_learner::{Explanation, Model, ModelInfo, Predictions, Stored};

/// Training rows that predict by their votes.
#[derive(Debug)]
pub struct NeighboursModel {
    pub(super) info: ModelInfo,
    pub(super) learned: Learned,
}

/// What was learned: the rows themselves.
#[derive(Debug)]
pub(crate) struct Learned {
    pub places: Places,
    pub answers: Answers,
    pub reach: Reach,
    pub votes: VoteWeights,
}

/// The targets of the training rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Answers {
    Classes(Vec<u32>),
    Numbers(Vec<f64>),
}

/// Who votes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Reach {
    /// So many nearest.
    Nearest(u32),
    /// All within a radius; and what is said where there is nobody.
    Within(f64, Option<OutlierLabel>),
}

/// What is predicted for a row without neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum OutlierLabel {
    /// The class that most training rows have; for numbers, their mean.
    MostFrequent,
}

impl Answers {
    /// The targets of the rows of a view.
    pub fn of(data: &Dataset) -> Result<Answers> {
        let rows = || data.rows().iter().map(|row| row as usize);
        Ok(match data.require_target()?.1 {
            Target::Classes(classes) => Answers::Classes(rows().map(|row| classes.codes[row]).collect()),
            Target::Numbers(numbers) => Answers::Numbers(rows().map(|row| numbers[row]).collect()),
        })
    }

    /// Those of some rows.
    pub fn kept(&self, rows: &[u32]) -> Answers {
        match self {
            Answers::Classes(codes) => {
                Answers::Classes(rows.iter().map(|&row| codes[row as usize]).collect())
            }
            Answers::Numbers(y) => Answers::Numbers(rows.iter().map(|&row| y[row as usize]).collect()),
        }
    }

    /// Counts the vote of a row.
    pub fn add(&self, tally: &mut Tally, row: u32, vote: f64, weight: f64) {
        match self {
            Answers::Classes(codes) => tally.add_class(codes[row as usize], vote, weight),
            Answers::Numbers(numbers) => tally.add_number(numbers[row as usize], vote, weight),
        }
    }
}

impl Learned {
    /// Counts the votes of a neighbourhood.
    pub fn tally(&self, neighbours: &[Counted], tally: &mut Tally) {
        tally.clear();
        let nearest = neighbours.first().map_or(0.0, |one| one.distance);
        for one in neighbours {
            self.answers.add(tally, one.row, self.votes.vote(one.distance, nearest), one.weight);
        }
    }

    /// What is said where there are no neighbours: everybody votes, and for classes the winner gets it all.
    fn tally_of_nobody(&self, tally: &mut Tally) {
        tally.clear();
        for row in 0..self.places.index.rows() as u32 {
            self.answers.add(tally, row, 1.0, self.places.weight(row));
        }
        if let Answers::Classes(_) = self.answers {
            let winner = tally.winner();
            tally.clear();
            tally.add_class(winner, 1.0, 1.0);
        }
    }
}

impl NeighboursModel {
    pub(crate) fn new(info: ModelInfo, learned: Learned) -> NeighboursModel {
        NeighboursModel { info, learned }
    }

    /// The training rows, where neighbours are found.
    pub fn index(&self) -> &Index {
        &self.learned.places.index
    }

    /// The `k` nearest training rows of each row; their numbers count the rows that were given to learn from, from 0.
    pub fn nearest(&self, rows: &Features<'_>, k: usize) -> Result<Neighbourhoods> {
        Ok(self.learned.places.numbered(&self.index().nearest(&self.points(rows)?, k)?))
    }

    /// The training rows at most so far from each row, numbered likewise.
    pub fn within(&self, rows: &Features<'_>, radius: f64) -> Result<Neighbourhoods> {
        Ok(self.learned.places.numbered(&self.index().within(&self.points(rows)?, radius)?))
    }

    /// The `k` nearest training rows of each training row, itself left out: a list for each of the
    /// [kept rows](NeighboursModel::kept_rows), numbered likewise.
    pub fn nearest_others(&self, k: usize) -> Neighbourhoods {
        self.learned.places.numbered(&self.index().nearest_others(k))
    }

    /// The training rows at most so far from each training row, itself left out: a list for each of the
    /// [kept rows](NeighboursModel::kept_rows), numbered likewise.
    pub fn others_within(&self, radius: f64) -> Result<Neighbourhoods> {
        Ok(self.learned.places.numbered(&self.index().others_within(radius)?))
    }

    /// The places, among the rows that were given to learn from, of those that are kept.
    pub fn kept_rows(&self) -> Vec<u32> {
        (0..self.index().rows() as u32).map(|row| self.learned.places.number(row)).collect()
    }

    fn points(&self, rows: &Features<'_>) -> Result<Matrix> {
        let schema = &self.info.schema;
        self.learned.places.points(rows, &schema.inputs, &self.info.learner)
    }

    /// Who votes on each row, and with which weight.
    pub(super) fn voters(&self, rows: &Features<'_>) -> Result<Vec<Vec<Counted>>> {
        let places = &self.learned.places;
        let points = self.points(rows)?;
        let (found, wanted) = match self.learned.reach {
            Reach::Nearest(k) => (places.nearest(&points, k.into())?, k.into()),
            Reach::Within(radius, _) => (places.index.within(&points, radius)?, f64::INFINITY),
        };
        Ok(found.iter().map(|neighbours| places.counted(neighbours, wanted)).collect())
    }

    /// Counts the votes of each row.
    fn for_each_tally(&self, rows: &Features<'_>, mut visit: impl FnMut(usize, &Tally)) -> Result<()> {
        let mut tally = Tally::new(self.info.schema.target.classes.len());
        for (row, voters) in self.voters(rows)?.iter().enumerate() {
            self.tally_of(row, voters, &mut tally)?;
            visit(row, &tally);
        }
        Ok(())
    }

    /// Counts the votes of one row.
    pub(super) fn tally_of(&self, row: usize, voters: &[Counted], tally: &mut Tally) -> Result<()> {
        match (voters, self.learned.reach) {
            ([], Reach::Within(radius, None)) => {
                return Err(Error::data(
                    format!("no training row is within {radius} of row {}", row + 1),
                    "give a larger radius, or say with outlier_label what to predict there",
                ));
            }
            ([], _) => self.learned.tally_of_nobody(tally),
            (voters, _) => self.learned.tally(voters, tally),
        }
        Ok(())
    }
}

impl Model for NeighboursModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_predictions(&self, rows: &Features<'_>) -> Result<Predictions> {
        Ok(match self.learned.answers {
            Answers::Classes(_) => {
                let mut codes = Vec::with_capacity(rows.rows());
                self.for_each_tally(rows, |_, tally| codes.push(tally.winner()))?;
                Predictions::Classes(codes, self.info.schema.target.classes.clone())
            }
            Answers::Numbers(_) => {
                let mut numbers = Vec::with_capacity(rows.rows());
                self.for_each_tally(rows, |_, tally| numbers.push(tally.mean()))?;
                Predictions::Numbers(numbers)
            }
        })
    }

    fn raw_probabilities(&self, rows: &Features<'_>) -> Result<Matrix> {
        let mut shares = Matrix::zeros(rows.rows(), self.info.schema.target.classes.len());
        self.for_each_tally(rows, |row, tally| tally.write_shares(shares.row_mut(row)))?;
        Ok(shares)
    }

    fn raw_explanation(&self) -> Explanation {
        explain::model(self)
    }

    fn raw_row_explanation(&self, rows: &Features<'_>, row: usize) -> Result<Explanation> {
        explain::row(self, rows, row)
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        file::to_bytes(&self.learned)
    }
}

impl Stored for NeighboursModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<NeighboursModel> {
        let learned = file::from_bytes(&info.schema, bytes)?;
        Ok(NeighboursModel::new(info, learned))
    }
}
