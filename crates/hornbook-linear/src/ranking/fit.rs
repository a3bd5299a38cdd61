//! From rows in groups to a model.

use super::hinge;
use super::objective::Ranking;
use super::params::{LinearRanking, RankingLoss};
use super::search::{Watch, descend};
use crate::design::{Coding, Design, targets_of};
use crate::model::LinearModel;
use crate::training_rows::{RowOrder, TrainingRows, inner};
use hornbook_core::{Declared, Error, Result, Run};
use hornbook_data::{Dataset, Matrix, Schema};
use hornbook_learner::{Fit, Summary};

impl Fit for LinearRanking {
    type Model = LinearModel;

    fn learn(&self, data: &Dataset, run: &Run) -> Result<LinearModel> {
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
                expected: "a number above 0 for the loss 'hinge', since many weights may be equally good without a price"
                    .to_string(),
            });
        }
        let design = Design::of(&Schema::of(data)?.inputs, Coding::Reference);
        let rows = TrainingRows::of(data, &design, RowOrder::Content)?;
        let survey = rows.survey(data, &design)?;
        let all = targets_of(data)?;
        let in_view = |position: &u32| *position as usize;
        let targets = rows.positions.iter().map(|position| all[in_view(position)]).collect();
        let codes: Vec<u32> = rows
            .positions
            .iter()
            .map(|position| groups[data.rows().at(in_view(position)) as usize])
            .collect();
        let ranking = Ranking::new(&rows, &survey, targets, &codes, self);
        if ranking.groups.is_empty() {
            return Err(Error::data(
                "no group has rows with different targets, so that there is no order to learn",
                "give groups of several rows",
            ));
        }
        let watch = Watch { run, tolerance: self.tol, most_steps: self.max_iter };
        let found = match self.loss {
            RankingLoss::Hinge => hinge::search(&ranking, &watch)?,
            RankingLoss::Pairwise | RankingLoss::Listwise => descend(&ranking, &watch)?,
        };
        let mut summary = Summary {
            rows: rows.len() as u64,
            weight: rows.weight,
            converged: found.is_settled,
            ..Summary::default()
        };
        summary.details.insert("columns".into(), rows.width.into());
        summary.details.insert("rounds".into(), found.steps.into());
        summary.details.insert("groups".into(), ranking.groups.len().into());
        summary.details.insert("pairs_in_order".into(), ranking.in_order(&found.point).into());
        summary.details.insert("loss".into(), found.value.into());
        summary.details.insert("loss_curve".into(), found.losses.into());
        if !summary.converged {
            summary.warnings.push(format!(
                "the weights are not settled after {} steps: allow more (max_iter), or raise the price of the weights \
                 (alpha), without which none are best if the columns give the order exactly",
                found.steps
            ));
        }
        let unit = |(w, deviation): (&f64, &f64)| if *deviation > 0.0 { w / deviation } else { 0.0 };
        let weights: Vec<f64> = found.point.iter().zip(&survey.deviations).map(unit).collect();
        // Only differences are learned: the row of means has the score zero.
        let constant = -inner(&weights, &survey.means);
        let info = self.model_info(data, summary)?;
        let weights = Matrix::new(1, rows.width, weights)?;
        Ok(LinearModel::new(info, design, vec![constant], weights, survey.means))
    }
}
