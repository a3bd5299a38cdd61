//! Which approach and which learners, by what is known of the distribution of the rows.

use hornbook_core::{Choice, Declaration, Task};
use hornbook_learner::Registry;

/// What is known of the distribution that rows come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum DistributionKnowledge {
    /// Priors and class-conditional distributions are known in full.
    Full,
    /// Their form is known (Gaussian, multinomial, …), and its parameters are not.
    Form,
    /// Not even their form is known, but rows are labeled.
    Labels,
    /// Their form is not known, and no row is labeled.
    Nothing,
}

/// What to do with what is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LearningAdvice {
    /// The approach, by its name in textbooks.
    pub approach: &'static str,
    /// Why, and what to use, in a sentence.
    pub reason: &'static str,
    /// The learners of the approach, by their names; none where nothing is to be learned.
    pub learners: Vec<&'static str>,
}

/// The approach for what is known, and the learners of a registry that take it.
///
/// ```
/// use hornbook_learner::{Baseline, Registry, RegistryEntry};
/// use hornbook_study::{DistributionKnowledge, advise};
///
/// let registry = Registry::new(vec![RegistryEntry::of::<Baseline>()]);
/// let advice = advise(DistributionKnowledge::Full, &registry);
/// assert!(advice.approach == "Bayes decision rule" && advice.learners.is_empty());
/// ```
pub fn advise(knowledge: DistributionKnowledge, registry: &Registry) -> LearningAdvice {
    let (approach, reason): (_, _) = match knowledge {
        DistributionKnowledge::Full => (
            "Bayes decision rule",
            "Nothing is to be learned: decide by the posterior probabilities and the losses, which no other rule beats.",
        ),
        DistributionKnowledge::Form => (
            "parameter estimation (generative models)",
            "Estimate the parameters of each class, by maximum likelihood or with a prior, and decide by Bayes' rule.",
        ),
        DistributionKnowledge::Labels => (
            "discriminative learning",
            "Learn the boundary between classes, or the regression function, without a model of the rows.",
        ),
        DistributionKnowledge::Nothing => (
            "unsupervised learning",
            "Without labels look for structure: where rows are dense, and which are unlike the others.",
        ),
    };
    let is_meant = |d: &Declaration| {
        let has_target = d.tasks.iter().any(|task| task.needs_target());
        let is_own = !matches!(d.family, "ensembles" | "preprocessing" | "text" | "learner");
        match knowledge {
            DistributionKnowledge::Full => false,
            DistributionKnowledge::Form => has_target && d.generative,
            DistributionKnowledge::Labels => has_target && is_own && !d.generative,
            DistributionKnowledge::Nothing => !has_target && d.tasks != [Task::Transformation],
        }
    };
    let declarations = registry.entries().iter().map(|entry| entry.declaration);
    let learners = declarations.filter(|d| is_meant(d)).map(|d| d.name).collect();
    LearningAdvice { approach, reason, learners }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hornbook_bayes::{GaussianNaiveBayes, KernelDensity, LinearDiscriminant};
    use hornbook_learner::{Baseline, RegistryEntry};
    use hornbook_linear::LogisticRegression;
    use hornbook_neighbors::KNeighbors;
    use hornbook_trees::{DecisionTree, IsolationForest};

    /// The four cases of the notes, each with its approach and the learners that take it, and no learner in two of them.
    // proves: 001:14
    #[test]
    fn what_is_known_decides_the_approach() {
        let registry = Registry::new(vec![
            RegistryEntry::of::<Baseline>(),
            RegistryEntry::of::<GaussianNaiveBayes>(),
            RegistryEntry::of::<LinearDiscriminant>(),
            RegistryEntry::of::<LogisticRegression>(),
            RegistryEntry::of::<DecisionTree>(),
            RegistryEntry::of::<KNeighbors>(),
            RegistryEntry::of::<KernelDensity>(),
            RegistryEntry::of::<IsolationForest>(),
        ]);
        let expected: [(DistributionKnowledge, &str, &[&str]); 4] = [
            (DistributionKnowledge::Full, "Bayes decision rule", &[]),
            (
                DistributionKnowledge::Form,
                "parameter estimation",
                &["gaussian-naive-bayes", "linear-discriminant"],
            ),
            (
                DistributionKnowledge::Labels,
                "discriminative learning",
                &["logistic-regression", "decision-tree", "k-neighbors"],
            ),
            (
                DistributionKnowledge::Nothing,
                "unsupervised learning",
                &["kernel-density", "isolation-forest"],
            ),
        ];
        for (knowledge, approach, learners) in expected {
            let advice = advise(knowledge, &registry);
            assert!(advice.approach.starts_with(approach), "{advice:?}");
            assert_eq!(advice.learners, learners, "{knowledge:?}");
            assert!(!advice.reason.is_empty());
        }
    }
}
