//! Fitting, and training rows that are encoded by the targets of other rows only.

use super::TargetEncodingModel;
use super::level_means::{LevelMeans, NumericTargets};
use super::params::TargetEncoding;
use crate::column_wise::ColumnWise;
use hornbook_core::{Error, Result, Run, Seed};
use hornbook_data::{Dataset, Feature, Input, InputKind};
use hornbook_learner::{
    Fit, FoldRows, FoldScheme, InnerFolds, TrainingInput, TransformedRows, Transformer, TransformerModel,
};
use std::collections::HashMap;

impl Fit for TargetEncoding {
    type Model = TargetEncodingModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<TargetEncodingModel> {
        let fitted = self.encoding(input.dataset()?)?;
        TransformerModel::new(self, input.rows(), fitted, run)
    }

    /// The training rows are encoded fold by fold.
    fn fit_transform(
        &self,
        data: &Dataset,
        run: &Run,
    ) -> Result<(TargetEncodingModel, Option<TransformedRows<'static>>)> {
        let model = self.fit_with(data, run)?;
        let rows = self.cross_fitted(data, model.fitted(), run)?;
        Ok((model, Some(rows)))
    }
}

impl TargetEncoding {
    /// The encoding that the rows of a view settle.
    fn encoding(&self, data: &Dataset) -> Result<ColumnWise<LevelMeans>> {
        let data = data.with_nonzero_weight();
        let targets = NumericTargets::of(&data)?;
        let weights = data.row_weights();
        let inputs = Input::of_dataset(&data);
        let column = |(place, input): (usize, &Input)| match (input.kind.levels(), data.row_feature(place)) {
            (Some(levels), Feature::Code(codes, _)) => {
                Some(LevelMeans::of(self.smooth, (&codes, levels), &targets, &weights))
            }
            _ => None,
        };
        let columns = inputs.iter().enumerate().map(column).collect();
        Ok(ColumnWise::new(inputs, columns))
    }

    /// The rows of a view, each encoded by the means of rows that are not in its fold.
    fn cross_fitted(
        &self,
        data: &Dataset,
        fitted: &ColumnWise<LevelMeans>,
        run: &Run,
    ) -> Result<TransformedRows<'static>> {
        let plain = fitted.transform(&data.row_features())?;
        if fitted.changed() == 0 {
            return Ok(plain.into_owned());
        }
        let features = plain.features();
        let kinds: Vec<InputKind> = fitted.outputs().into_iter().map(|output| output.kind).collect();
        let origins = fitted.origins();
        let is_encoded = |column: usize| fitted.columns()[origins.of(column)[0] as usize].is_some();
        let mut encoded: Vec<Option<Vec<f64>>> =
            (0..kinds.len()).map(|column| is_encoded(column).then(|| vec![0.0; features.rows()])).collect();
        for fold in self.folds_of(data, run)? {
            run.check()?;
            let others = self.encoding(&data.select(fold.train))?;
            let test = others.transform(&data.select(fold.test.clone()).row_features())?;
            let test = test.features();
            for (column, encoded) in encoded.iter_mut().enumerate() {
                if let (Some(encoded), Feature::Number(values)) = (encoded, test.column(column)) {
                    fold.test.iter().zip(values.iter()).for_each(|(&row, x)| encoded[row as usize] = *x);
                }
            }
        }
        let column = |(place, encoded): (usize, Option<Vec<f64>>)| match encoded {
            Some(values) => Feature::Number(values.into()),
            None => features.column(place),
        };
        let columns = encoded.into_iter().enumerate().map(column).collect();
        Ok(TransformedRows::of_columns(columns, features.rows()))
    }

    /// Folds that test every row once. What the roles of the rows leave untested, the first rows in time, is divided at random.
    fn folds_of(&self, data: &Dataset, run: &Run) -> Result<Vec<FoldRows>> {
        let seed = run.root_seed().derive(0);
        // Not even the fold of a row may depend on its target.
        let data = data.without_targets();
        if FoldScheme::of(&data) == FoldScheme::KFold {
            return self.dealt(&data, seed);
        }
        let mut folds = InnerFolds::of(&data, Some(self.folds as usize), seed)?.folds;
        let mut is_tested = vec![false; data.rows().len()];
        folds.iter().flat_map(|fold| &fold.test).for_each(|&row| is_tested[row as usize] = true);
        let left: Vec<u32> = (0..data.rows().len() as u32).filter(|&row| !is_tested[row as usize]).collect();
        if !left.is_empty() {
            let placed = |rows: Vec<u32>| rows.into_iter().map(|row| left[row as usize]).collect();
            let more = self.dealt(&data.select(left.clone()), seed)?.into_iter();
            folds.extend(more.map(|fold| FoldRows { train: placed(fold.train), test: placed(fold.test) }));
        }
        Ok(folds)
    }

    /// Rows, or whole groups of them, dealt at random. Equal rows are dealt one by one: all rows of a level and a class in one
    /// fold would be encoded by the other classes of that level.
    fn dealt(&self, data: &Dataset, seed: Seed) -> Result<Vec<FoldRows>> {
        let unit_of: Vec<u64> = match data.groups() {
            Some(groups) => data.rows().iter().map(|row| u64::from(groups[row as usize])).collect(),
            None => numbered(&data.fingerprints(), seed),
        };
        let mut units = unit_of.clone();
        units.sort_unstable_by_key(|unit| (seed.derive(*unit).0, *unit));
        units.dedup();
        let count = units.len().min(self.folds as usize);
        if count < 2 {
            let what = if data.groups().is_some() { "one group" } else { "one row" };
            return Err(Error::data(
                format!("{what} cannot be divided into folds, and no row is to be encoded by its own target"),
                "give more rows or groups",
            ));
        }
        let place_of: HashMap<u64, usize> =
            units.into_iter().enumerate().map(|(place, unit)| (unit, place)).collect();
        let fold = |wanted: usize| {
            let is_test = |row: &u32| place_of[&unit_of[*row as usize]] % count == wanted;
            let (test, train) = (0..unit_of.len() as u32).partition(is_test);
            FoldRows { train, test }
        };
        Ok((0..count).map(fold).collect())
    }
}

/// A number for each row that follows from its content, and for equal rows from which of them it is.
fn numbered(prints: &[u64], seed: Seed) -> Vec<u64> {
    let mut seen: HashMap<u64, u64> = HashMap::new();
    let number = |&print: &u64| {
        let copies = seen.entry(print).or_insert(0);
        *copies += 1;
        seed.derive(print).derive(*copies).0
    };
    prints.iter().map(number).collect()
}
