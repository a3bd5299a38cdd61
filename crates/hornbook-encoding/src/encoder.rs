//! The encoder: which columns it makes, and how it is fitted.

use crate::column::{EncodedColumn, EncodedSource};
use crate::options::{CategoricalEncoding, EncoderOptions, MissingValues, UnknownLevels};
use crate::scale::FeatureScale;
use crate::statistics::{FeatureStatistics, InputStatistics};
use hornbook_core::{Error, Result, Run};
use hornbook_data::{Dataset, Feature, Features, Input, InputKind, Matrix, Scalars};
use hornbook_learner::RowSource;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How the inputs of a model become columns of numbers: a number is itself, perhaps in another unit, a boolean is 0 or 1, and
/// a category has a column for each level or one of codes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "crate::file::FileEncoder", try_from = "crate::file::FileEncoder")]
pub struct Encoder {
    inputs: Vec<Input>,
    columns: Vec<EncodedColumn>,
    /// Where the columns of each input start, and where those of the last end.
    starts: Vec<usize>,
    /// Whether each input is a number and one column.
    is_numbers: bool,
    /// Whether encoding changes nothing.
    is_plain: bool,
    options: EncoderOptions,
}

impl Encoder {
    /// The columns of these inputs where nothing is to be fitted: numbers are in their own unit, missing ones stay missing, and
    /// what should be a mean of training is missing, too (see [`with_unknown_levels`](Encoder::with_unknown_levels)).
    pub fn of(inputs: &[Input], options: EncoderOptions) -> Encoder {
        let mut columns = Vec::new();
        for (at, Input { kind, .. }) in inputs.iter().enumerate() {
            let column = |source: EncodedSource| EncodedColumn {
                input: at,
                source,
                missing: unknown(source, options),
            };
            match (kind, options.categories) {
                (InputKind::Number | InputKind::Date, _) => columns.push(EncodedColumn::plain(at)),
                (
                    InputKind::Boolean | InputKind::Category { .. },
                    CategoricalEncoding::Ordinal | CategoricalEncoding::Native,
                ) => {
                    columns.push(column(EncodedSource::Code));
                }
                (InputKind::Boolean, _) => columns.push(column(EncodedSource::Level(1))),
                (InputKind::Category { levels }, encoding) => {
                    let first = u32::from(encoding == CategoricalEncoding::Dummy);
                    columns.extend(
                        (first..levels.len() as u32).map(|level| column(EncodedSource::Level(level))),
                    );
                }
                // Learners that take text and objects have them turned into numbers before.
                _ => {}
            }
        }
        Encoder::assembled(inputs.to_vec(), columns, options)
    }

    /// Fitted on all rows of a source.
    pub fn fit(options: EncoderOptions, source: RowSource<'_>, run: &Run) -> Result<Encoder> {
        options.scaling.check()?;
        let like = source.prototype();
        let inputs = Input::of_dataset(like);
        let imputation = options.missing.imputation();
        let keep_values = options.scaling.needs_values() || imputation.is_some_and(|how| how.needs_values());
        let only_complete = options.missing == MissingValues::Drop;
        let statistics = FeatureStatistics::gather_some(&inputs, keep_values, only_complete, source, run)?;
        if statistics.rows == 0 {
            return Err(Error::no_rows());
        }
        Encoder::of_statistics(&inputs, options, &statistics, like.offset_feature())
    }

    /// Fitted to what is known of the training rows. An offset stays as it is.
    pub fn of_statistics(
        inputs: &[Input],
        options: EncoderOptions,
        statistics: &FeatureStatistics,
        offset: Option<usize>,
    ) -> Result<Encoder> {
        let plain = Encoder::of(inputs, options);
        let mut columns = Vec::with_capacity(plain.width());
        for (at, (input, known)) in inputs.iter().zip(&statistics.inputs).enumerate() {
            if options.missing == MissingValues::Refuse && known.missing() > 0.0 {
                return Err(Error::data(
                    format!("column '{}' has missing values", input.name),
                    "impute them (fill-missing), or leave the rows or the column out",
                ));
            }
            let made = &plain.columns[plain.span(at)];
            columns.extend(made.iter().map(|column| fitted(*column, known, options, offset == Some(at))));
            let is_flagged =
                matches!(options.missing, MissingValues::ImputeAndFlag(_)) && known.missing() > 0.0;
            if is_flagged {
                columns.push(EncodedColumn {
                    input: at,
                    source: EncodedSource::MissingIndicator,
                    missing: 1.0,
                });
            }
        }
        Ok(Encoder::assembled(inputs.to_vec(), columns, options))
    }

    /// Of columns that come from a file, if they are those of the inputs, in their order.
    pub fn of_columns(
        inputs: &[Input],
        columns: Vec<EncodedColumn>,
        options: EncoderOptions,
    ) -> Option<Encoder> {
        let fits = |column: &EncodedColumn| {
            let levels = inputs.get(column.input)?.kind.levels();
            Some(match (column.source, levels) {
                (EncodedSource::Number(scale), None) => scale.is_sound(),
                (EncodedSource::Level(level), Some(levels)) => (level as usize) < levels,
                (EncodedSource::Code, Some(_)) | (EncodedSource::MissingIndicator, _) => true,
                _ => false,
            })
        };
        let is_sound = columns.iter().all(|column| fits(column) == Some(true))
            && columns.is_sorted_by_key(|column| column.input);
        let encoder = is_sound.then(|| Encoder::assembled(inputs.to_vec(), columns, options))?;
        let levels_ascend = (0..inputs.len()).all(|input| encoder.has_levels_in_order(input));
        levels_ascend.then_some(encoder)
    }

    /// Whether an input has one column of a number or a code, or one for each of its last levels, and perhaps an indicator.
    fn has_levels_in_order(&self, input: usize) -> bool {
        let mut made = &self.columns[self.span(input)];
        if let Some((last, others)) = made.split_last()
            && last.source == EncodedSource::MissingIndicator
        {
            made = others;
        }
        let levels: Vec<u32> = made.iter().filter_map(EncodedColumn::level).collect();
        let all = self.inputs[input].kind.levels().unwrap_or(0) as u32;
        match levels.first() {
            Some(&first) => levels.len() == made.len() && levels.iter().copied().eq(first..all),
            None => {
                made.iter().all(|column| column.source != EncodedSource::MissingIndicator) && made.len() <= 1
            }
        }
    }

    fn assembled(inputs: Vec<Input>, columns: Vec<EncodedColumn>, options: EncoderOptions) -> Encoder {
        let start = |input: usize| columns.partition_point(|column| column.input < input);
        let starts = (0..=inputs.len()).map(start).collect();
        let is_one_each = columns.len() == inputs.len();
        let is_numbers = is_one_each && columns.iter().all(|column| column.scale().is_some());
        let is_plain = is_one_each && columns.iter().all(EncodedColumn::is_plain);
        Encoder { inputs, columns, starts, is_numbers, is_plain, options }
    }

    /// The same, but that unknown levels become these numbers, one a column: the means of training, say.
    #[must_use]
    pub fn with_unknown_levels(mut self, numbers: &[f64]) -> Encoder {
        let levels = self.columns.iter_mut().zip(numbers).filter(|(column, _)| column.scale().is_none());
        levels.for_each(|(column, number)| column.missing = *number);
        self
    }

    /// The inputs.
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// What was chosen.
    pub fn options(&self) -> EncoderOptions {
        self.options
    }

    /// The columns, those of an input side by side, in the order of the inputs.
    pub fn encoded_columns(&self) -> &[EncodedColumn] {
        &self.columns
    }

    /// Whether each input is a number and one column.
    pub(crate) fn is_numbers(&self) -> bool {
        self.is_numbers
    }

    /// Whether encoding changes nothing.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The columns of an input.
    pub fn span(&self, input: usize) -> Range<usize> {
        self.starts[input]..self.starts[input + 1]
    }

    /// The column that an input of numbers is.
    pub fn column_of(&self, input: usize) -> Option<usize> {
        self.span(input).find(|&column| self.columns[column].scale().is_some())
    }

    /// The name of a column: that of its input, with the level if there is one.
    pub fn name(&self, column: usize) -> String {
        let EncodedColumn { input, source, .. } = self.columns[column];
        let Input { name, kind } = &self.inputs[input];
        match source {
            EncodedSource::Number(_) | EncodedSource::Code => name.clone(),
            EncodedSource::Level(level) => format!("{name}={}", kind.level(level)),
            EncodedSource::MissingIndicator => format!("{name} is missing"),
        }
    }

    /// The names of the columns.
    pub fn names(&self) -> Vec<String> {
        (0..self.width()).map(|column| self.name(column)).collect()
    }

    /// The way back: what is known of the columns, so many numbers of each, added up to what is known of the inputs.
    pub fn to_inputs(&self, of_columns: &[f64], outputs: usize) -> Vec<f64> {
        let mut of_inputs = vec![0.0; self.inputs.len() * outputs];
        for (column, values) in self.columns.iter().zip(of_columns.chunks_exact(outputs.max(1))) {
            let sums = &mut of_inputs[column.input * outputs..(column.input + 1) * outputs];
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
        }
        of_inputs
    }

    /// The mean and the standard deviation (with divisor n) of each column, which follow from what is known of the inputs if
    /// nothing is missing. A deviation is zero where it is rounding.
    pub fn moments(&self, statistics: &FeatureStatistics) -> (Vec<f64>, Vec<f64>) {
        let of = |column: &EncodedColumn| match (column.source, &statistics.inputs[column.input]) {
            (EncodedSource::Number(scale), InputStatistics::Number(numbers)) => {
                (scale.apply(numbers.mean()), numbers.deviation() / scale.spread)
            }
            (EncodedSource::Level(level), InputStatistics::Levels(levels)) => {
                let share = levels.share(level);
                (share, (share * (1.0 - share)).sqrt())
            }
            (EncodedSource::Code, InputStatistics::Levels(levels)) => levels.code_moments(),
            (_, known) => {
                let share = known.missing() / statistics.weight;
                (share, (share * (1.0 - share)).sqrt())
            }
        };
        self.columns.iter().map(of).unzip()
    }

    /// The first number that is missing in some rows: its row and its input.
    pub fn first_missing(&self, rows: &Features<'_>) -> Option<(usize, usize)> {
        let is_clean = match rows {
            Features::Matrix(matrix) => match matrix.values() {
                Scalars::F64(values) => values.iter().all(|x| !x.is_nan()),
                Scalars::F32(values) => values.iter().all(|x| !x.is_nan()),
            },
            Features::Sparse(sparse) => sparse.view().values().iter().all(|x| !x.is_nan()),
            Features::Columns(..) => false,
        };
        if is_clean {
            return None;
        }
        let numbers = (0..self.inputs.len()).filter(|&input| self.column_of(input).is_some());
        numbers.into_iter().find_map(|input| match rows.column(input) {
            Feature::Number(values) => Some((values.iter().position(|x| x.is_nan())?, input)),
            _ => None,
        })
    }

    /// Refuses missing numbers, if that was chosen.
    pub fn check_missing(&self, rows: &Features<'_>) -> Result<()> {
        if self.options.missing != MissingValues::Refuse {
            return Ok(());
        }
        match self.first_missing(rows) {
            None => Ok(()),
            Some((row, input)) => Err(Error::data(
                format!("column '{}' is missing (NaN) in row {}", self.inputs[input].name, row + 1),
                "impute it (fill-missing), or leave the row or the column out",
            )),
        }
    }

    /// Whether each row has a number in every column that is made of it: where not, a prediction is missing.
    pub fn complete_rows(&self, rows: &Features<'_>) -> Vec<bool> {
        let mut is_complete = vec![true; rows.rows()];
        for column in self.columns(rows) {
            is_complete.iter_mut().zip(&column).for_each(|(complete, x)| *complete &= !x.is_nan());
        }
        is_complete
    }
}

/// The features of the rows of a view as numbers, row by row: one-hot encoded, in their own units, with missing values.
pub fn encoded_features(data: &Dataset) -> Result<Matrix> {
    let options = EncoderOptions {
        unknown: UnknownLevels::Missing,
        missing: MissingValues::Keep,
        ..EncoderOptions::default()
    };
    Encoder::of(&Input::of_dataset(data), options).matrix(&data.features_in_place())
}

/// What an unknown level becomes in a column, as far as nothing has to be fitted.
fn unknown(source: EncodedSource, options: EncoderOptions) -> f64 {
    match (options.unknown, source) {
        (UnknownLevels::Zeros, _) => 0.0,
        (UnknownLevels::Mean | UnknownLevels::Missing, _) => f64::NAN,
        (UnknownLevels::Code(code), EncodedSource::Code) => code,
        (UnknownLevels::Code(_), _) => 0.0,
    }
}

/// The column with its unit and with what stands for missing values.
fn fitted(
    column: EncodedColumn,
    known: &InputStatistics,
    options: EncoderOptions,
    is_offset: bool,
) -> EncodedColumn {
    match (column.source, known) {
        (EncodedSource::Number(_), InputStatistics::Number(numbers)) => {
            let scale = if is_offset { FeatureScale::PLAIN } else { numbers.scale(options.scaling) };
            let imputed = options.missing.imputation().map(|how| scale.apply(numbers.imputation_value(how)));
            EncodedColumn {
                source: EncodedSource::Number(scale),
                missing: imputed.unwrap_or(f64::NAN),
                ..column
            }
        }
        (source, InputStatistics::Levels(levels)) => {
            let most = options.missing.imputation().and_then(|_| levels.most_frequent());
            let missing = match (most, source, options.unknown) {
                (Some(most), EncodedSource::Level(level), _) => f64::from(u8::from(most == level)),
                (Some(most), ..) => f64::from(most),
                (None, EncodedSource::Level(level), UnknownLevels::Mean) => levels.share(level),
                (None, _, UnknownLevels::Mean) => levels.code_moments().0,
                _ => column.missing,
            };
            EncodedColumn { missing, ..column }
        }
        _ => column,
    }
}
