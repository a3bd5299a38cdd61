//! From rows in groups to a model.

use super::hinge;
use super::objective::RankingObjective;
use super::params::{LinearRanking, RankingLoss};
use super::search::{RankingStopping, descend};
use crate::design::{design_of, targets_of};
use crate::model::LinearModel;
use crate::training_rows::{RowOrder, TrainingRows, inner};
use hornbook_core::{Declared, Error, Result, Run};
use hornbook_data::{Matrix, Schema};
use hornbook_encoding::CategoricalEncoding;
use hornbook_learner::{Fit, TrainingInput, TrainingSummary};

impl Fit for LinearRanking {
    type Model = LinearModel;

    fn fit_checked(&self, input: &TrainingInput<'_>, run: &Run) -> Result<LinearModel> {
        let data = input.dataset()?;
        let groups = data.groups().ok_or_else(|| {
            Error::data(
                "the learner 'linear-ranking' puts the rows of each group in order, and the rows have no groups",
                "say which column holds the groups",
            )
        })?;
        if self.loss == RankingLoss::Hinge && self.alpha == 0.0 {
            return Err(Error::Parameter {
                learner: Self::declaration().name.to_string(),
                parameter: "alpha".to_string(),
                found: "0".to_string(),
                expected: "a number above 0 for the loss 'hinge', whose minimum is not unique without regularization"
                    .to_string(),
            });
        }
        let design = design_of(&Schema::of(data)?.inputs, CategoricalEncoding::Dummy);
        let rows = TrainingRows::of(data, &design, RowOrder::Content)?;
        let column_stats = rows.column_stats(data, &design)?;
        let all = targets_of(data)?;
        let in_view = |position: &u32| *position as usize;
        let targets = rows.positions.iter().map(|position| all[in_view(position)]).collect();
        let codes: Vec<u32> = rows
            .positions
            .iter()
            .map(|position| groups[data.rows().at(in_view(position)) as usize])
            .collect();
        let ranking = RankingObjective::new(&rows, &column_stats, targets, &codes, self);
        if ranking.groups.is_empty() {
            return Err(Error::data(
                "no group has rows with different targets, so that there is no order to learn",
                "give groups of several rows",
            ));
        }
        let watch = RankingStopping { run, tolerance: self.tol, most_steps: self.max_iter };
        let found = match self.loss {
            RankingLoss::Hinge => hinge::search(&ranking, &watch)?,
            RankingLoss::Pairwise | RankingLoss::Listwise => descend(&ranking, &watch)?,
        };
        let mut summary = TrainingSummary {
            rows: rows.len() as u64,
            weight: rows.weight,
            converged: found.is_settled,
            ..TrainingSummary::default()
        };
        summary.details.insert("columns".into(), rows.width.into());
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("groups".into(), ranking.groups.len().into());
        summary.details.insert("pairs_in_order".into(), ranking.in_order(&found.point).into());
        summary.details.insert("loss".into(), found.value.into());
        summary.details.insert("loss_curve".into(), found.losses.into());
        if !summary.converged {
            summary.warnings.push(format!(
                "did not converge in {} iterations: raise max_iter, or the regularization strength (alpha), without \
                 which the coefficients diverge if the features give the order exactly",
                found.steps
            ));
        }
        let unit = |(w, deviation): (&f64, &f64)| if *deviation > 0.0 { w / deviation } else { 0.0 };
        let weights: Vec<f64> = found.point.iter().zip(&column_stats.deviations).map(unit).collect();
        // Only differences are learned: the row of means has the score zero.
        let intercept = -inner(&weights, &column_stats.means);
        let info = self.model_info(data, summary)?;
        let weights = Matrix::new(1, rows.width, weights)?;
        Ok(LinearModel::new(info, design, vec![intercept], weights, column_stats.means))
    }
}
