//! A view of a table with roles.

use crate::column::{Booleans, Categories, Column, ColumnKind, Levels, MISSING_CODE, Numbers};
use crate::features::{Feature, Features};
use crate::row_roles::RowRoles;
use crate::shared_matrix::MatrixColumn;
use crate::sparse_rows::SparseRows;
use crate::table::Table;
use arrow_buffer::ScalarBuffer;
use hornbook_core::{Capabilities, Error, Result, Task};
use hornbook_math::matrix::MatrixView;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// A view of a table: which rows, which columns to learn from, what to predict, with which weights.
///
/// Views are cheap: taking a fold copies row numbers at most, never columns.
///
/// ```
/// use hornbook_data::Table;
/// let table = Table::builder()
///     .number("size", vec![1.0, 2.0, 3.0])
///     .category("kind", &[Some("a"), Some("b"), Some("b")])
///     .build()?;
/// let data = table.dataset().target("kind")?;
/// assert_eq!(data.feature_names(), ["size"]);
/// assert_eq!(data.select(vec![0, 2]).rows().len(), 2);
/// # Ok::<(), hornbook_core::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dataset {
    table: Table,
    rows: RowSelection,
    roles: Arc<DatasetRoles>,
}

#[derive(Debug, Clone, Default)]
struct DatasetRoles {
    features: Vec<usize>,
    /// Columns of text or objects, which would be features if a learner could take them.
    untaken: Vec<usize>,
    /// What is known of each row beside its features.
    row_roles: RowRoles,
    /// The position in the table of the feature that is an offset.
    offset: Option<usize>,
    notes: Vec<String>,
}

/// What to predict, one value a row of the *table* (not of the view).
#[derive(Debug, Clone)]
pub enum Target {
    /// Classes.
    Classes(ClassLabels),
    /// Numbers; NaN is missing.
    Numbers(ScalarBuffer<f64>),
}

/// A target of classes.
#[derive(Debug, Clone)]
pub struct ClassLabels {
    /// A class a row of the table, or [`MISSING_CODE`].
    pub codes: ScalarBuffer<u32>,
    /// The classes' names.
    pub levels: Levels,
}

/// The rows of a view, as positions in its table.
#[derive(Debug, Clone)]
pub enum RowSelection {
    /// Neighboring rows.
    Span(Range<u32>),
    /// Any rows, in any order.
    Picked(Arc<[u32]>),
}

impl DatasetRoles {
    /// Makes features of columns that would be left out.
    fn take_up(&mut self, is_taken: impl Fn(usize) -> bool) {
        let (mut taken, untaken): (Vec<usize>, Vec<usize>) =
            self.untaken.iter().partition(|&&position| is_taken(position));
        self.untaken = untaken;
        if !taken.is_empty() {
            self.features.append(&mut taken);
            self.features.sort_unstable();
        }
    }
}

impl Target {
    /// Whether it is classes or numbers.
    pub fn task(&self) -> Task {
        match self {
            Target::Classes(_) => Task::Classification,
            Target::Numbers(_) => Task::Regression,
        }
    }

    /// Whether a row of the table has none.
    pub fn is_missing(&self, row: usize) -> bool {
        match self {
            Target::Classes(classes) => classes.codes[row] == MISSING_CODE,
            Target::Numbers(values) => values[row].is_nan(),
        }
    }
}

impl RowSelection {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            RowSelection::Span(span) => span.len(),
            RowSelection::Picked(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The position in the table of the view's row `i`.
    pub fn at(&self, i: usize) -> u32 {
        match self {
            RowSelection::Span(span) => span.start + i as u32,
            RowSelection::Picked(rows) => rows[i],
        }
    }

    /// All positions.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|i| self.at(i))
    }

    fn part(&self, range: Range<usize>) -> RowSelection {
        match self {
            RowSelection::Span(span) => {
                RowSelection::Span(span.start + range.start as u32..span.start + range.end as u32)
            }
            RowSelection::Picked(rows) => RowSelection::Picked(rows[range].into()),
        }
    }
}

impl Dataset {
    pub(crate) fn of(table: &Table) -> Dataset {
        let mut data = Dataset {
            table: table.clone(),
            rows: RowSelection::Span(0..table.rows() as u32),
            roles: Arc::new(DatasetRoles::default()),
        };
        let columns = table.columns();
        let roles = Arc::make_mut(&mut data.roles);
        (roles.features, roles.untaken) = (0..table.width())
            .partition(|&position| columns[position].kind().is_taken_by(Capabilities::NONE));
        data.note_untaken();
        data
    }

    /// Uses these columns as features.
    fn set_features(&mut self, positions: Vec<usize>) {
        let roles = Arc::make_mut(&mut self.roles);
        roles.features = positions;
        roles.untaken = Vec::new();
        roles.offset = roles.offset.filter(|offset| roles.features.contains(offset));
        self.note_untaken();
    }

    fn drop_feature(&mut self, position: usize) {
        let roles = Arc::make_mut(&mut self.roles);
        roles.features.retain(|&feature| feature != position);
        roles.offset = roles.offset.filter(|&offset| offset != position);
        roles.untaken.retain(|&untaken| untaken != position);
        self.note_untaken();
    }

    /// Says which columns nobody uses, a sentence for each kind.
    fn note_untaken(&mut self) {
        let Dataset { table, roles, .. } = self;
        let roles = Arc::make_mut(roles);
        roles.notes.clear();
        for kind in ColumnKind::ALL {
            let of_kind = roles.untaken.iter().filter(|&&position| table.columns()[position].kind() == kind);
            let names: Vec<String> =
                of_kind.map(|&position| format!("'{}'", table.names()[position])).collect();
            if !names.is_empty() {
                roles.notes.push(format!("{kind} columns are not used as features: {}", names.join(", ")));
            }
        }
    }

    /// What to predict. Categories, booleans and text make a classification, numbers and dates a
    /// regression; [`classify`](Dataset::classify) overrules that. The column is no longer a feature.
    pub fn target(self, name: &str) -> Result<Dataset> {
        self.targets(&[name])
    }

    /// What to predict, for learners that predict several targets at once.
    pub fn targets<S: AsRef<str>>(mut self, names: &[S]) -> Result<Dataset> {
        let mut targets = Vec::with_capacity(names.len());
        for name in names.iter().map(AsRef::as_ref) {
            let position = self.table.position(name)?;
            let column = &self.table.columns()[position];
            let target = match numbers_of(column) {
                Some(values) => Target::Numbers(values),
                None => Target::Classes(self.classes_for(name, "target")?),
            };
            targets.push((name.to_string(), target));
            self.drop_feature(position);
        }
        self.with_targets(targets)
    }

    /// Takes the values of the targets as classes even if they are numbers.
    pub fn classify(mut self) -> Result<Dataset> {
        self.require_target()?;
        let Dataset { table, roles, .. } = &mut self;
        let roles = Arc::make_mut(roles);
        for (name, target) in &mut roles.row_roles.targets {
            if let (Target::Numbers(_), Some(classes)) = (&target, classes_of(table.column(name)?)) {
                *target = Target::Classes(classes);
            }
        }
        Ok(self)
    }

    /// Sets the target directly, one value a row of the table.
    pub fn with_target(self, name: &str, target: Target) -> Result<Dataset> {
        self.with_targets(vec![(name.to_string(), target)])
    }

    /// Sets several targets directly, each with its name and one value a row of the table.
    pub fn with_targets(self, targets: Vec<(String, Target)>) -> Result<Dataset> {
        self.changing_row_roles(|roles| roles.targets = targets)
    }

    /// Sets the values of all row roles directly, one a row of the table.
    pub fn with_row_roles(self, row_roles: RowRoles) -> Result<Dataset> {
        row_roles.check_whole()?;
        self.changing_row_roles(|roles| *roles = row_roles)
    }

    /// The values of the row roles.
    pub(crate) fn row_roles(&self) -> &RowRoles {
        &self.roles.row_roles
    }

    fn changing_row_roles(mut self, change: impl FnOnce(&mut RowRoles)) -> Result<Dataset> {
        let roles = Arc::make_mut(&mut self.roles);
        change(&mut roles.row_roles);
        roles.row_roles.check(self.table.rows())?;
        Ok(self)
    }

    /// The rows of the view with other columns to learn from and every role they had: a table of its own, with a row for each
    /// row of the view. An offset is found among the columns by its name.
    pub fn with_columns(&self, columns: Vec<(String, Column)>) -> Result<Dataset> {
        let mut view = match columns.is_empty() {
            // A table without columns has no rows; the features below are none.
            true => Table::new(vec![("row".to_string(), Column::Number(vec![0.0; self.rows.len()].into()))])?
                .dataset()
                .without(&["row"])?,
            // Whatever they hold: they are the columns to learn from.
            false => Table::new(columns)?.dataset().with_kinds(&ColumnKind::ALL),
        };
        if let Some(name) = self.offset_name() {
            let lost = || Error::internal(format!("the offset '{name}' is not among the new columns"));
            let position = view.table.names().iter().position(|other| other == name).ok_or_else(lost)?;
            Arc::make_mut(&mut view.roles).offset = Some(position);
        }
        view.changing_row_roles(|roles| *roles = self.roles.row_roles.taken(&self.rows))
    }

    /// The rows of the view as a table of their own, with their features and every role.
    pub fn materialized(&self) -> Result<Dataset> {
        let rows: Vec<u32> = self.rows.iter().collect();
        let column = |&position: &usize| {
            (self.table.names()[position].clone(), self.table.columns()[position].take(&rows))
        };
        self.with_columns(self.features().iter().map(column).collect())
    }

    /// Learns from these columns only, whatever they hold: a learner that cannot take one refuses it.
    pub fn only<S: AsRef<str>>(mut self, names: &[S]) -> Result<Dataset> {
        let positions: Vec<usize> =
            names.iter().map(|n| self.table.position(n.as_ref())).collect::<Result<_>>()?;
        self.set_features(positions);
        Ok(self)
    }

    /// Does not learn from these columns.
    pub fn without<S: AsRef<str>>(mut self, names: &[S]) -> Result<Dataset> {
        for name in names {
            let position = self.table.position(name.as_ref())?;
            self.drop_feature(position);
        }
        Ok(self)
    }

    /// The view with some of its features, by their index, in this order.
    #[must_use]
    pub fn select_features(&self, indices: &[usize]) -> Dataset {
        let mut view = self.clone();
        let roles = Arc::make_mut(&mut view.roles);
        roles.features = indices.iter().map(|&index| self.roles.features[index]).collect();
        roles.offset = roles.offset.filter(|offset| roles.features.contains(offset));
        view
    }

    /// Takes columns of these kinds as features, too, for learners that declare to take them: text and objects are features
    /// of no dataset by themselves.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[ColumnKind]) -> Dataset {
        let Dataset { table, roles, .. } = &mut self;
        let roles = Arc::make_mut(roles);
        let columns = table.columns();
        roles.take_up(|position| kinds.contains(&columns[position].kind()));
        self.note_untaken();
        self
    }

    /// Takes columns of these names as features, too, that would be left out for what they hold.
    pub(crate) fn with_features_named<'a>(mut self, names: impl Iterator<Item = &'a String>) -> Dataset {
        let named: Vec<usize> = names.filter_map(|name| self.table.find(name)).collect();
        Arc::make_mut(&mut self.roles).take_up(|position| named.contains(&position));
        self.note_untaken();
        self
    }

    /// The same view of a table that has another column in one place.
    pub(crate) fn with_column_at(mut self, position: usize, column: Column) -> Result<Dataset> {
        let names = self.table.names().iter().cloned();
        let mut columns: Vec<(String, Column)> = names.zip(self.table.columns().iter().cloned()).collect();
        columns[position].1 = column;
        self.table = Table::new(columns)?;
        Ok(self)
    }

    /// The features with what they hold: their positions in the table, and the kinds of their columns.
    pub(crate) fn feature_kinds(&self) -> impl Iterator<Item = (usize, ColumnKind)> + '_ {
        self.features().iter().map(|&position| (position, self.table.columns()[position].kind()))
    }

    /// The weight of each row: weight 2 is the row twice, weight 0 is the row absent.
    pub fn weight(mut self, name: &str) -> Result<Dataset> {
        let (position, values) = self.number_role(name, "weight")?;
        self.drop_feature(position);
        self.changing_row_roles(|roles| roles.weight = Some((name.to_string(), values)))
    }

    /// Sets the weights directly, one a row of the table.
    pub fn with_weights(self, weights: Vec<f64>) -> Result<Dataset> {
        self.changing_row_roles(|roles| roles.weight = Some(("weight".to_string(), weights.into())))
    }

    /// The view with these weights, one a row of the view.
    pub fn with_row_weights(&self, weights: &[f64]) -> Result<Dataset> {
        if weights.len() != self.rows.len() {
            return Err(Error::data(
                format!("there are {} weights for {} rows", weights.len(), self.rows.len()),
                "give one weight a row",
            ));
        }
        let mut of_table = vec![0.0; self.table.rows()];
        let mut seen = vec![false; self.table.rows()];
        let mut once = Vec::with_capacity(self.rows.len());
        for (i, row) in self.rows.iter().enumerate() {
            // A row that the view holds several times becomes one row of their weight.
            of_table[row as usize] += weights[i];
            if !std::mem::replace(&mut seen[row as usize], true) {
                once.push(i as u32);
            }
        }
        let view = if once.len() < self.rows.len() { self.select(once) } else { self.clone() };
        view.with_weights(of_table)
    }

    /// The weight of each row of the view; 1 if none was given.
    pub fn row_weights(&self) -> Vec<f64> {
        self.rows.iter().map(|row| self.weights().map_or(1.0, |w| w[row as usize])).collect()
    }

    /// The view with every row weighing the same.
    #[must_use]
    pub fn without_weights(&self) -> Dataset {
        let mut view = self.clone();
        Arc::make_mut(&mut view.roles).row_roles.weight = None;
        view
    }

    /// The view without the rows of weight zero, which are absent and must not sway how others are assigned to folds or drawn.
    #[must_use]
    pub fn with_nonzero_weight(&self) -> Dataset {
        let Some(weights) = self.weights() else { return self.clone() };
        let counts = |&i: &u32| weights[self.rows.at(i as usize) as usize] > 0.0;
        let keep: Vec<u32> = (0..self.rows.len() as u32).filter(counts).collect();
        if keep.len() == self.rows.len() { self.clone() } else { self.select(keep) }
    }

    /// The group of each row; groups are never torn between training and test.
    pub fn group(mut self, name: &str) -> Result<Dataset> {
        let position = self.table.position(name)?;
        let classes = self.classes_for(name, "group")?;
        self.drop_feature(position);
        self.changing_row_roles(|roles| roles.group = Some((name.to_string(), classes.codes)))
    }

    /// Sets the groups directly, a code for each row of the table.
    pub fn with_groups(self, groups: Vec<u32>) -> Result<Dataset> {
        self.changing_row_roles(|roles| roles.group = Some(("group".to_string(), groups.into())))
    }

    /// The order of the rows in time.
    pub fn order(mut self, name: &str) -> Result<Dataset> {
        let (position, values) = self.number_role(name, "order")?;
        self.drop_feature(position);
        self.changing_row_roles(|roles| roles.order = Some((name.to_string(), values)))
    }

    /// Sets the order directly, a moment for each row of the table.
    pub fn with_order(self, moments: Vec<f64>) -> Result<Dataset> {
        self.changing_row_roles(|roles| roles.order = Some(("order".to_string(), moments.into())))
    }

    /// What it costs to misclassify each row: evaluations report the mean cost.
    pub fn cost(mut self, name: &str) -> Result<Dataset> {
        let (position, values) = self.number_role(name, "cost")?;
        self.drop_feature(position);
        self.changing_row_roles(|roles| roles.cost = Some((name.to_string(), values)))
    }

    /// Predefined folds: each value of the column is a fold, in which its rows are tested by models of all other rows. An empty
    /// cell, or -1 in a column of numbers, is a row that is trained on in every fold.
    pub fn fold(mut self, name: &str) -> Result<Dataset> {
        let position = self.table.position(name)?;
        let codes = fold_codes(&self.table.columns()[position], self.classes_for(name, "fold")?);
        self.drop_feature(position);
        self.changing_row_roles(|roles| roles.fold = Some((name.to_string(), codes)))
    }

    /// A column that learners of means add to their linear predictor (an offset): the logarithm of the exposure of each
    /// row, if the logarithm of the mean is a sum. It stays a feature, since predictions need it, too; the target is set
    /// before it.
    ///
    /// ```
    /// use hornbook_data::Table;
    /// let table = Table::builder()
    ///     .number("log_hours", vec![0.0, 1.5])
    ///     .number("calls", vec![2.0, 7.0])
    ///     .build()?;
    /// let data = table.dataset().target("calls")?.offset("log_hours")?;
    /// assert_eq!((data.feature_names(), data.offset_name()), (vec!["log_hours"], Some("log_hours")));
    /// # Ok::<(), hornbook_core::Error>(())
    /// ```
    pub fn offset(mut self, name: &str) -> Result<Dataset> {
        let (position, _) = self.number_role(name, "offset")?;
        if self.all_targets().any(|(target, _)| target == name) {
            return Err(Error::data(
                format!("column '{name}' is the target and cannot be the offset"),
                "name another column",
            ));
        }
        let roles = Arc::make_mut(&mut self.roles);
        if !roles.features.contains(&position) {
            roles.features.push(position);
            roles.features.sort_unstable();
        }
        roles.offset = Some(position);
        Ok(self)
    }

    /// Labels that nobody learns from: evaluations of what is learned without a target compare it with them.
    pub fn reference(mut self, name: &str) -> Result<Dataset> {
        let position = self.table.position(name)?;
        let labels = self.classes_for(name, "reference")?;
        self.drop_feature(position);
        self.changing_row_roles(|roles| roles.reference = Some((name.to_string(), labels)))
    }

    /// As [`reference`](Dataset::reference), for labels that are no column: one a row of the table.
    pub fn with_reference_labels(self, name: &str, labels: ClassLabels) -> Result<Dataset> {
        self.changing_row_roles(|roles| roles.reference = Some((name.to_string(), labels)))
    }

    /// The labels to compare with, one a row of the table.
    pub fn reference_labels(&self) -> Option<&ClassLabels> {
        self.roles.row_roles.reference.as_ref().map(|(_, labels)| labels)
    }

    fn classes_for(&self, name: &str, role: &str) -> Result<ClassLabels> {
        let column = self.table.column(name)?;
        classes_of(column).ok_or_else(|| {
            Error::data(
                format!("column '{name}' holds {} and cannot be the {role}", column.kind().plural()),
                "name a column of single values",
            )
        })
    }

    fn number_role(&self, name: &str, role: &str) -> Result<(usize, ScalarBuffer<f64>)> {
        let position = self.table.position(name)?;
        let column = &self.table.columns()[position];
        match numbers_of(column) {
            Some(values) => Ok((position, values)),
            None => Err(Error::data(
                format!("column '{name}' holds {} values and cannot be the {role}", column.kind()),
                "name a column of numbers",
            )),
        }
    }

    /// The table behind the view.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The rows of the view.
    pub fn rows(&self) -> &RowSelection {
        &self.rows
    }

    /// The positions in the table of the columns to learn from.
    pub fn features(&self) -> &[usize] {
        &self.roles.features
    }

    /// The names of the columns to learn from.
    pub fn feature_names(&self) -> Vec<&str> {
        self.features().iter().map(|&i| self.table.names()[i].as_str()).collect()
    }

    /// How many features there are to learn from. The offset is a column that predictions need, but not one of them.
    pub fn feature_count(&self) -> usize {
        self.features().len() - usize::from(self.offset_feature().is_some())
    }

    /// The feature of this index, with all rows of the table.
    pub fn feature(&self, index: usize) -> Feature {
        Feature::of(&self.table.columns()[self.features()[index]])
    }

    /// The feature of this index, with the rows of the view.
    pub fn row_feature(&self, index: usize) -> Feature {
        Feature::of_rows(&self.table.columns()[self.features()[index]], &self.rows)
    }

    /// The features of the view's rows, as a model that was trained on a view of the same table takes them.
    pub fn row_features(&self) -> Features<'static> {
        if let Some(rows) = self.sparse_rows() {
            return Features::Sparse(rows);
        }
        let columns = (0..self.features().len()).map(|index| self.row_feature(index));
        Features::Columns(columns.collect(), self.rows.len())
    }

    /// The features of the view's rows as they lie in memory: a matrix where they are one, sparse rows where all columns are
    /// sparse, else columns. Only rows that were picked are copied.
    pub fn features_in_place(&self) -> Features<'_> {
        if let Some(matrix) = self.matrix() {
            return Features::Matrix(matrix);
        }
        if let Some(rows) = self.sparse_rows() {
            return Features::Sparse(rows);
        }
        let column = |&at: &usize| match &self.table.columns()[at] {
            // To ask a matrix for a column would turn all of it, and of these rows only a few are wanted.
            Column::Number(numbers @ Numbers::Matrix(_)) => {
                Feature::Number(self.rows.iter().map(|row| numbers.at(row as usize)).collect())
            }
            column => Feature::of_rows(column, &self.rows),
        };
        Features::Columns(self.features().iter().map(column).collect(), self.rows.len())
    }

    /// The features of the view as they lie in memory, if they are the columns of one matrix in order and its rows are
    /// neighbors.
    pub fn matrix(&self) -> Option<MatrixView<'_>> {
        let RowSelection::Span(span) = &self.rows else { return None };
        let columns = self.features().iter().map(|&position| match &self.table.columns()[position] {
            Column::Number(Numbers::Matrix(column)) => Some(column),
            _ => None,
        });
        MatrixColumn::view_of_all(
            &columns.collect::<Option<Vec<_>>>()?,
            span.start as usize..span.end as usize,
        )
    }

    /// The features of the view row by row without their zeros, if all are sparse columns of numbers. There is no copy
    /// where they are the columns of one sparse matrix in order and the rows are neighbors.
    pub fn sparse_rows(&self) -> Option<SparseRows> {
        SparseRows::gather(&self.number_columns()?, &self.rows)
    }

    /// The features, if all are columns of numbers.
    fn number_columns(&self) -> Option<Vec<&Numbers>> {
        let columns = self.features().iter().map(|&position| match &self.table.columns()[position] {
            Column::Number(numbers) => Some(numbers),
            _ => None,
        });
        columns.collect()
    }

    /// The rows of the view as a table of their own, if all features are sparse columns of numbers that do not lie in
    /// memory as [`sparse_rows`](Dataset::sparse_rows) gives them: a learner that reads them again and again gathers them
    /// once. Else the view itself.
    pub fn with_sparse_rows_together(&self) -> Result<Cow<'_, Dataset>> {
        let apart = self.number_columns().filter(|columns| !SparseRows::lie_together(columns, &self.rows));
        let Some(rows) = apart.and_then(|columns| SparseRows::gather(&columns, &self.rows)) else {
            return Ok(Cow::Borrowed(self));
        };
        let names = self.feature_names().into_iter().map(str::to_string);
        let columns = rows.columns().into_iter().map(|column| Column::Number(Numbers::SparseMatrix(column)));
        let mut together = self.with_columns(names.zip(columns).collect())?;
        Arc::make_mut(&mut together.roles).notes = self.roles.notes.clone();
        Ok(Cow::Owned(together))
    }

    /// The target's name and values, if one was set.
    pub fn target_values(&self) -> Option<(&str, &Target)> {
        self.roles.row_roles.targets.first().map(|(name, target)| (name.as_str(), target))
    }

    /// The target's name and values, or an error that asks for one.
    pub fn require_target(&self) -> Result<(&str, &Target)> {
        self.target_values().ok_or_else(|| {
            Error::data("the dataset has no target", "say which column to predict, with target(name)")
        })
    }

    /// The targets after the first, if there are several.
    pub fn additional_targets(&self) -> &[(String, Target)] {
        self.roles.row_roles.targets.get(1..).unwrap_or_default()
    }

    /// All targets with their names.
    pub fn all_targets(&self) -> impl Iterator<Item = (&str, &Target)> {
        self.roles.row_roles.targets.iter().map(|(name, target)| (name.as_str(), target))
    }

    /// Whether the target is classes or numbers.
    pub fn task(&self) -> Result<Task> {
        Ok(self.require_target()?.1.task())
    }

    /// The columns that say something about the rows rather than of them: weight, group, order, cost and fold.
    pub fn role_columns(&self) -> Vec<&str> {
        self.roles.row_roles.columns()
    }

    /// The sample weights, one a row of the table.
    pub fn weights(&self) -> Option<&ScalarBuffer<f64>> {
        self.roles.row_roles.weight.as_ref().map(|(_, w)| w)
    }

    /// The row groups, one a row of the table.
    pub fn groups(&self) -> Option<&ScalarBuffer<u32>> {
        self.roles.row_roles.group.as_ref().map(|(_, g)| g)
    }

    /// The order of the rows, one a row of the table.
    pub fn row_order(&self) -> Option<&ScalarBuffer<f64>> {
        self.roles.row_roles.order.as_ref().map(|(_, o)| o)
    }

    /// The costs of the rows, one a row of the table.
    pub fn costs(&self) -> Option<&ScalarBuffer<f64>> {
        self.roles.row_roles.cost.as_ref().map(|(_, c)| c)
    }

    /// The fold that each row is tested in, one a row of the table; [`MISSING_CODE`] for rows that never are.
    pub fn folds(&self) -> Option<&ScalarBuffer<u32>> {
        self.roles.row_roles.fold.as_ref().map(|(_, fold)| fold)
    }

    /// The name of the fold column, if there is one.
    pub fn fold_name(&self) -> Option<&str> {
        self.roles.row_roles.fold.as_ref().map(|(name, _)| name.as_str())
    }

    /// The view without its targets, for learners that need none.
    #[must_use]
    pub fn without_targets(&self) -> Dataset {
        let mut view = self.clone();
        Arc::make_mut(&mut view.roles).row_roles.targets.clear();
        view
    }

    /// The view without its offset, which is no longer among the columns to learn from.
    #[must_use]
    pub fn without_offset(&self) -> Dataset {
        let mut view = self.clone();
        if let Some(offset) = view.roles.offset {
            view.drop_feature(offset);
        }
        view
    }

    /// The view without the order of the rows, for drawing from rows that are all in the past.
    #[must_use]
    pub fn without_order(&self) -> Dataset {
        let mut view = self.clone();
        Arc::make_mut(&mut view.roles).row_roles.order = None;
        view
    }

    /// Which of the features is the offset, if one is.
    pub fn offset_feature(&self) -> Option<usize> {
        self.features().iter().position(|&position| Some(position) == self.roles.offset)
    }

    /// The name of the offset, if there is one.
    pub fn offset_name(&self) -> Option<&str> {
        self.roles.offset.map(|position| self.table.names()[position].as_str())
    }

    /// What was decided on the way and a person may want to know.
    pub fn notes(&self) -> &[String] {
        &self.roles.notes
    }

    /// The view of these rows of the view. Panics if one is out of range, as indexing does.
    #[must_use]
    pub fn select(&self, rows: Vec<u32>) -> Dataset {
        let picked: Arc<[u32]> = match &self.rows {
            RowSelection::Span(span) if span.start == 0 => rows.into(),
            all => rows.iter().map(|&i| all.at(i as usize)).collect(),
        };
        assert!(picked.iter().all(|&row| (row as usize) < self.table.rows()), "row out of range");
        Dataset { rows: RowSelection::Picked(picked), ..self.clone() }
    }

    /// The view of these rows of the *table*, whatever the rows of this view are. Panics if one is out of range.
    #[must_use]
    pub fn table_rows(&self, rows: Vec<u32>) -> Dataset {
        Dataset { rows: RowSelection::Span(0..self.table.rows() as u32), ..self.clone() }.select(rows)
    }

    /// At most about this many rows of the view, evenly spread.
    #[must_use]
    pub fn subsampled(&self, most: usize) -> Dataset {
        let step = self.rows.len().div_ceil(most.max(1)).max(1);
        self.select((0..self.rows.len() as u32).step_by(step).collect())
    }

    /// The view of neighboring rows of the view.
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Dataset {
        Dataset { rows: self.rows.part(range), ..self.clone() }
    }

    /// The view without the rows whose target, or any of them, is missing, and how many those are.
    pub fn drop_missing_target(self) -> Result<(Dataset, usize)> {
        self.require_target()?;
        let mut keep: Vec<u32> = self.rows.iter().collect();
        for (_, target) in self.all_targets() {
            keep.retain(|&row| !target.is_missing(row as usize));
        }
        let dropped = self.rows.len() - keep.len();
        if dropped == 0 {
            return Ok((self, 0));
        }
        Ok((Dataset { rows: RowSelection::Picked(keep.into()), ..self }, dropped))
    }
}

/// The values of a column of numbers or dates.
fn numbers_of(column: &Column) -> Option<ScalarBuffer<f64>> {
    match column {
        Column::Number(_) | Column::Date(_) => match Feature::of(column) {
            Feature::Number(values) => Some(values),
            _ => None,
        },
        _ => None,
    }
}

/// The fold of each row: levels as of classes, but that -1 is none.
fn fold_codes(column: &Column, classes: ClassLabels) -> ScalarBuffer<u32> {
    let ClassLabels { codes, levels } = classes;
    let never = matches!(column, Column::Number(_)).then(|| levels.iter().position(|level| level == "-1"));
    match never.flatten() {
        Some(never) => codes
            .iter()
            .map(|&code| match code {
                MISSING_CODE => MISSING_CODE,
                code if code == never as u32 => MISSING_CODE,
                code if code > never as u32 => code - 1,
                code => code,
            })
            .collect(),
        None => codes,
    }
}

/// A column's values as classes: levels of a category, false and true, or the distinct values in order. Objects are none.
fn classes_of(column: &Column) -> Option<ClassLabels> {
    Some(match column {
        Column::Category(c) => ClassLabels { codes: c.codes.clone(), levels: c.levels.clone() },
        Column::Boolean(booleans) => ClassLabels { codes: booleans.codes(), levels: Booleans::levels() },
        Column::Number(numbers) => {
            let values = numbers.dense();
            let mut distinct: Vec<f64> = values.iter().copied().filter(|x| !x.is_nan()).collect();
            distinct.sort_unstable_by(f64::total_cmp);
            distinct.dedup();
            let code = |x: &f64| match distinct.partition_point(|d| d < x) {
                _ if x.is_nan() => MISSING_CODE,
                i => i as u32,
            };
            ClassLabels {
                codes: values.iter().map(code).collect(),
                levels: distinct.iter().map(f64::to_string).collect(),
            }
        }
        Column::Date(_) | Column::Text(_) => {
            let labels: Vec<Option<String>> = (0..column.len()).map(|row| column.label(row)).collect();
            let Categories { codes, levels } = Categories::from_labels(&labels);
            ClassLabels { codes, levels }
        }
        Column::Object(_) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column::{MISSING_DATE, SparseNumbers};

    fn table() -> Table {
        Table::builder()
            .number("x", vec![0.0, 2.0, f64::NAN, 4.0])
            .category("c", &[Some("u"), Some("v"), None, Some("u")])
            .column("t", Column::Boolean(Booleans(vec![0, 1, 2, 1].into())))
            .number("y", vec![3.0, 1.0, 1.0, f64::NAN])
            .column("note", Column::Text(vec!["a", "b", "c", "d"].into()))
            .build()
            .unwrap()
    }

    // proves: 000a:A3, 000a:A5, 002:A01
    #[test]
    fn roles() {
        let data = table().dataset().target("y").unwrap();
        assert_eq!(data.feature_names(), ["x", "c", "t"]);
        assert_eq!(data.task().unwrap(), Task::Regression);
        assert_eq!(data.notes(), ["text columns are not used as features: 'note'"]);
        let two = table().with_column("more", Column::Text(vec!["e", "f", "g", "h"].into())).unwrap();
        let labeled = two.dataset().target("note").unwrap();
        assert_eq!(labeled.notes(), ["text columns are not used as features: 'more'"]);
        assert!(labeled.without(&["more"]).unwrap().notes().is_empty());
        let data = data.classify().unwrap();
        let Target::Classes(classes) = data.require_target().unwrap().1 else { panic!("not classes") };
        assert_eq!(&*classes.levels, ["1", "3"]);
        assert_eq!(&*classes.codes, [1, 0, 0, MISSING_CODE]);
        let (kept, dropped) = data.drop_missing_target().unwrap();
        assert_eq!((kept.rows().len(), dropped), (3, 1));
        assert!(table().dataset().weight("c").is_err());
        assert!(table().dataset().weight("x").is_err(), "a missing weight");
        assert!(table().dataset().target("z").is_err());
        assert_eq!(table().dataset().only(&["t", "x"]).unwrap().feature_names(), ["t", "x"]);
    }

    #[test]
    fn an_offset_is_a_feature() {
        let data = table().dataset().target("y").unwrap().offset("x").unwrap();
        assert_eq!((data.offset_name(), data.offset_feature()), (Some("x"), Some(0)));
        assert_eq!(data.select(vec![1]).offset_name(), Some("x"));
        assert_eq!(data.clone().without(&["x"]).unwrap().offset_name(), None);
        assert_eq!(data.clone().only(&["c"]).unwrap().offset_name(), None);
        let back = data.clone().only(&["c"]).unwrap().offset("x").unwrap();
        assert_eq!(back.feature_names(), ["x", "c"]);
        let schema = crate::Schema::of(&data).unwrap();
        assert_eq!(schema.offset_name(), Some("x"));
        let without = Table::builder().category("c", &[Some("u")]).build().unwrap();
        let said = schema.features(&without).unwrap_err().to_string();
        assert!(said.contains("needs its offset 'x' in every row, and the table lacks it"), "{said}");
        assert!(data.clone().offset("y").unwrap_err().to_string().contains("is the target"));
        assert!(data.offset("c").unwrap_err().to_string().contains("cannot be the offset"));
    }

    #[test]
    fn weights_of_a_view() {
        let data = table().dataset().select(vec![3, 1, 3]);
        let weighted = data.with_row_weights(&[0.5, 2.0, 1.0]).unwrap();
        assert_eq!(weighted.rows().iter().collect::<Vec<_>>(), [3, 1]);
        assert_eq!(weighted.row_weights(), [1.5, 2.0]);
        assert_eq!(weighted.without_weights().row_weights(), [1.0, 1.0]);
        assert!(data.with_row_weights(&[1.0]).is_err());
        assert!(data.with_row_weights(&[1.0, -1.0, 1.0]).is_err());
        let Features::Columns(columns, 3) = data.row_features() else { panic!("columns") };
        assert!(matches!(&columns[0], Feature::Number(x) if **x == [4.0, 2.0, 4.0]));
        assert!(matches!(table().dataset().row_features(), Features::Columns(_, 4)));
    }

    #[test]
    fn rows_of_any_selection_have_their_features() {
        let all = table().with_column("d", Column::Date(vec![0, 1500, MISSING_DATE, 4000].into())).unwrap();
        let sparse = SparseNumbers { rows: 4, indices: vec![1, 3].into(), values: vec![7.0, 9.0].into() };
        let all = all.with_column("s", Column::Number(Numbers::Sparse(sparse))).unwrap();
        let data = all.dataset().target("y").unwrap();
        let text = |features: &Features<'_>, row: usize| {
            (0..features.width()).map(|column| cell(&features.column(column), row)).collect::<Vec<String>>()
        };
        let whole = data.row_features();
        assert_eq!(text(&whole, 1), ["2", "v", "true", "1.5", "7"]);
        assert_eq!(text(&whole, 2), ["-", "-", "-", "-", "0"]);
        for (view, rows) in [
            (data.slice(1..3), vec![1, 2]),
            (data.select(vec![3, 1, 1]), vec![3, 1, 1]),
            (data.select(vec![3, 1, 0]).slice(1..3), vec![1, 0]),
        ] {
            for features in [view.row_features(), view.features_in_place()] {
                assert_eq!(features.rows(), rows.len());
                for (at, &row) in rows.iter().enumerate() {
                    assert_eq!(text(&features, at), text(&whole, row));
                    assert_eq!(text(&features.part(at..at + 1), 0), text(&whole, row));
                }
            }
        }
    }

    fn cell(feature: &Feature, row: usize) -> String {
        match feature {
            _ if feature.is_missing(row) => "-".to_string(),
            Feature::Number(values) => values[row].to_string(),
            Feature::Code(codes, levels) => levels[codes[row] as usize].clone(),
            Feature::Text(texts) => texts.value(row).to_string(),
            Feature::Object(_) => panic!("an object"),
        }
    }
}
