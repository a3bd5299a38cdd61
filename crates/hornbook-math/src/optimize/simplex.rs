//! The table of the simplex method: rows $A x = b$ with $x \ge 0$, always solved for some of the variables.

use hornbook_core::{Error, Result};

/// Smaller numbers are rounding, for rows whose largest number is 1.
const ROUNDING: f64 = 1e-9;
/// How far a variable may fall below zero for the sake of a better step.
const SLACK: f64 = 1e-12;
/// So many steps without progress for each row are followed by Bland's rule.
const PATIENCE: usize = 5;
/// More steps than these for each row and column mean that rounding has won.
const MOST_STEPS: usize = 200;

/// How often the table is made afresh from the rows as they were, to be rid of the rounding of all steps.
const REFRESHES: usize = 4;

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum SimplexStatus {
    Optimal,
    /// The sum of what is broken.
    Infeasible(f64),
    Unbounded,
}

/// Rows solved for their basic variables. Behind the columns of the variables each row has one of its own: the slack of an
/// inequality, and else an artificial variable that must become zero. It also carries what the row is multiplied by, from
/// which duals are read.
pub(super) struct Tableau {
    variables: usize,
    rows: usize,
    stride: usize,
    table: Vec<f64>,
    right: Vec<f64>,
    basis: Vec<usize>,
    /// How each row began.
    kinds: Vec<RowOrigin>,
    reduced: Vec<f64>,
    steps: usize,
    /// The table and the right side as they were given.
    given: (Vec<f64>, Vec<f64>),
}

#[derive(Debug, Clone, Copy)]
struct RowOrigin {
    /// The column of the slack, for inequalities.
    slack: Option<usize>,
    /// The column of the artificial variable, if the row needs one.
    artificial: Option<usize>,
    /// What the row was multiplied by.
    scale: f64,
}

impl Tableau {
    /// Room for some rows; each may take two columns beside those of the variables.
    pub fn new(rows: usize, variables: usize) -> Tableau {
        let stride = variables + 2 * rows;
        Tableau {
            variables,
            rows: 0,
            stride,
            table: Vec::with_capacity(rows * stride),
            right: Vec::with_capacity(rows),
            basis: Vec::with_capacity(rows),
            kinds: Vec::with_capacity(rows),
            reduced: vec![0.0; stride],
            steps: 0,
            given: (Vec::new(), Vec::new()),
        }
    }

    /// Adds a row; says which it is.
    pub fn push(&mut self, row: &[f64], right: f64, is_equal: bool) -> usize {
        let place = self.rows;
        let largest = row.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let size = if largest > 0.0 { 1.0 / largest } else { 1.0 };
        let scale = if right < 0.0 { -size } else { size };
        let (slack, artificial) = (self.variables + 2 * place, self.variables + 2 * place + 1);
        let start = self.table.len();
        self.table.resize(start + self.stride, 0.0);
        self.table[start..start + row.len()].iter_mut().zip(row).for_each(|(to, x)| *to = scale * x);
        let mut kind = RowOrigin { slack: None, artificial: None, scale };
        if !is_equal {
            // The slack of a row that was turned round stands with a minus, and cannot start.
            self.table[start + slack] = scale.signum();
            kind.slack = Some(slack);
        }
        if is_equal || scale < 0.0 {
            self.table[start + artificial] = 1.0;
            kind.artificial = Some(artificial);
        }
        self.basis.push(kind.artificial.unwrap_or(slack));
        self.right.push(scale * right);
        self.kinds.push(kind);
        self.rows += 1;
        place
    }

    /// Finds the least value of some costs.
    pub fn minimize(&mut self, costs: &[f64]) -> Result<SimplexStatus> {
        self.given = (self.table.clone(), self.right.clone());
        // Artificial variables may leave, but never come back.
        let mut barred = vec![false; self.stride];
        self.kinds.iter().filter_map(|kind| kind.artificial).for_each(|column| barred[column] = true);
        if barred.contains(&true) {
            let phase: Vec<f64> = barred.iter().map(|&is| f64::from(u8::from(is))).collect();
            self.price(&phase);
            self.search(&barred)?;
            let of_artificial = self.basis.iter().zip(&self.right).filter(|(column, _)| barred[**column]);
            let broken: f64 = of_artificial.map(|(_, right)| right).sum();
            let size = self.right.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            if broken > ROUNDING * size {
                return Ok(SimplexStatus::Infeasible(broken));
            }
            self.drive_out(&barred);
        }
        let mut all = costs.to_vec();
        all.resize(self.stride, 0.0);
        let largest = costs.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if largest > 0.0 {
            // Costs of the size 1 have rounding of a known size.
            all.iter_mut().for_each(|cost| *cost /= largest);
        }
        self.price(&all);
        let mut is_bounded = self.search(&barred)?;
        for _ in 0..REFRESHES {
            let earlier = self.steps;
            self.refresh();
            self.price(&all);
            is_bounded = self.search(&barred)?;
            if self.steps == earlier {
                break;
            }
        }
        self.reduced.iter_mut().for_each(|cost| *cost *= if largest > 0.0 { largest } else { 1.0 });
        Ok(if is_bounded { SimplexStatus::Optimal } else { SimplexStatus::Unbounded })
    }

    /// The values of the variables.
    pub fn point(&self) -> Vec<f64> {
        let mut point = vec![0.0; self.variables];
        for (&column, &value) in self.basis.iter().zip(&self.right) {
            if column < self.variables {
                point[column] = value.max(0.0);
            }
        }
        point
    }

    /// How fast the least value changes with the right side of a row as it was given.
    pub fn dual(&self, row: usize) -> f64 {
        let kind = self.kinds[row];
        kind.artificial.or(kind.slack).map_or(0.0, |column| -self.reduced[column] * kind.scale)
    }

    pub fn steps(&self) -> usize {
        self.steps
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.table[row * self.stride..(row + 1) * self.stride]
    }

    /// Costs of a step along each column, for the variables that the rows are solved for.
    fn price(&mut self, costs: &[f64]) {
        self.reduced.copy_from_slice(costs);
        for row in 0..self.rows {
            let cost = costs[self.basis[row]];
            if cost != 0.0 {
                let from = &self.table[row * self.stride..(row + 1) * self.stride];
                self.reduced.iter_mut().zip(from).for_each(|(reduced, a)| *reduced -= cost * a);
            }
        }
        self.basis.iter().for_each(|&column| self.reduced[column] = 0.0);
    }

    /// Steps until no column lowers the value; false if one lowers it without end.
    fn search(&mut self, barred: &[bool]) -> Result<bool> {
        let most = MOST_STEPS * (self.rows + self.variables + 1);
        let mut standing = 0;
        for _ in 0..most {
            let mut candidates =
                (0..self.stride).filter(|&column| self.reduced[column] < -ROUNDING && !barred[column]);
            // The steepest column is fast, and the first one cannot go in circles.
            let is_bland = standing > PATIENCE * (self.rows + 4);
            let entering = match is_bland {
                true => candidates.next(),
                false => candidates.min_by(|&a, &b| self.reduced[a].total_cmp(&self.reduced[b])),
            };
            let Some(column) = entering else { return Ok(true) };
            let Some(row) = self.leaving(column, is_bland) else { return Ok(false) };
            standing = if self.right[row] > ROUNDING { 0 } else { standing + 1 };
            self.pivot(row, column);
        }
        Err(Error::data(
            "a linear program was not solved: rounding is larger than what its steps gain",
            "bring rows and columns to one scale",
        ))
    }

    /// The row whose variable is zero first when a column grows. Of several that are as good as equal, the one with the
    /// largest number in that column, which loses fewest digits; by Bland's rule, that of the first variable.
    fn leaving(&self, column: usize, is_bland: bool) -> Option<usize> {
        let candidates = || {
            let all = (0..self.rows)
                .map(|row| (row, self.table[row * self.stride + column], self.right[row].max(0.0)));
            all.filter(|(_, a, _)| *a > ROUNDING)
        };
        let limit = candidates().map(|(_, a, right)| (right + SLACK) / a).fold(f64::INFINITY, f64::min);
        let first = candidates().filter(|(_, a, right)| right / a <= limit);
        let chosen = match is_bland {
            true => first.min_by_key(|(row, ..)| self.basis[*row]),
            false => first.max_by(|x, y| x.1.total_cmp(&y.1).then(y.0.cmp(&x.0))),
        };
        chosen.map(|(row, ..)| row)
    }

    /// Solves a row for another variable.
    fn pivot(&mut self, row: usize, column: usize) {
        self.steps += 1;
        let stride = self.stride;
        let by = 1.0 / self.table[row * stride + column];
        let own: Vec<f64> = self.row(row).iter().map(|a| a * by).collect();
        let right = self.right[row] * by;
        for other in (0..self.rows).filter(|&other| other != row) {
            let line = &mut self.table[other * stride..(other + 1) * stride];
            let factor = line[column];
            if factor != 0.0 {
                line.iter_mut().zip(&own).for_each(|(a, b)| *a -= factor * b);
                line[column] = 0.0;
                // Rounding must not make a variable negative.
                self.right[other] = match self.right[other] - factor * right {
                    left if left.abs() < 1e-14 * (1.0 + factor.abs() * right.abs()) => 0.0,
                    left => left,
                };
            }
        }
        let factor = self.reduced[column];
        self.reduced.iter_mut().zip(&own).for_each(|(reduced, b)| *reduced -= factor * b);
        self.reduced[column] = 0.0;
        self.table[row * stride..(row + 1) * stride].copy_from_slice(&own);
        self.table[row * stride + column] = 1.0;
        self.right[row] = right;
        self.basis[row] = column;
    }

    /// Solves the rows as they were for the variables of now, each in the row where it is largest.
    fn refresh(&mut self) {
        let (columns, steps) = (self.basis.clone(), self.steps);
        self.table.copy_from_slice(&self.given.0);
        self.right.copy_from_slice(&self.given.1);
        let mut is_solved = vec![false; self.rows];
        for column in columns {
            let size = |row: usize| self.table[row * self.stride + column].abs();
            let open = (0..self.rows).filter(|&row| !is_solved[row]);
            if let Some(row) = open.max_by(|&a, &b| size(a).total_cmp(&size(b))) {
                is_solved[row] = true;
                self.pivot(row, column);
            }
        }
        self.steps = steps;
    }

    /// Solves rows for other variables than the artificial ones that are zero; a row that has no other says nothing.
    fn drive_out(&mut self, artificial: &[bool]) {
        for row in 0..self.rows {
            if !artificial[self.basis[row]] {
                continue;
            }
            self.right[row] = 0.0;
            let size = |column: usize| self.table[row * self.stride + column].abs();
            let others = (0..self.stride).filter(|&column| !artificial[column] && size(column) > ROUNDING);
            if let Some(column) = others.max_by(|&a, &b| size(a).total_cmp(&size(b))) {
                self.pivot(row, column);
            }
        }
    }
}
