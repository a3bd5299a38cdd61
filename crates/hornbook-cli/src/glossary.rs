//! Terms that are no learners: where the guide treats them, and what Hornbook does not have.

use hornbook_core::search_words;

/// The generated glossary: a line for each term, with the pages that explain it.
const GLOSSARY: &str = include_str!("../../../docs/glossary.md");

/// What people look for and will not find here, by its usual names, with what comes nearest.
const ABSENT: [(&[&str], &str); 9] = [
    (
        &["pca", "principal component", "dimensionality reduction", "t-sne", "umap"],
        "linear-discriminant gives discriminant axes (supervised dimensionality reduction), lasso selects features",
    ),
    (
        &["k-means", "kmeans", "clustering", "dbscan", "gaussian mixture"],
        "kernel-density estimates densities, local-outlier-factor and isolation-forest find outliers",
    ),
    (
        &["svm", "svc", "support vector"],
        "logistic-regression and perceptron are linear classifiers, linear-ranking has the hinge loss (RankSVM)",
    ),
    (
        &["neural network", "mlp", "deep learning", "backpropagation", "lstm", "cnn"],
        "delta-rule and perceptron train single units, gradient-boosting learns nonlinear functions of tables",
    ),
    (
        &["gaussian process", "kriging"],
        "bayesian-ridge has predictive distributions, k-neighbors is nonparametric",
    ),
    (
        &["arima", "forecasting", "exponential smoothing"],
        "`evaluate --blocks` splits time series for any learner of lagged columns",
    ),
    (
        &["bayesian network", "hidden markov"],
        "tree-augmented-naive-bayes and aode model dependences of features",
    ),
    (
        &["association rule", "apriori", "q-learning", "reinforcement learning"],
        "decision-list and rule-list learn rules for a target",
    ),
    (
        &["class weight", "class_weight", "smote", "oversampling"],
        "sample weights (--weight), a cost matrix (--loss) or another decision threshold (--threshold)",
    ),
];

/// A term and the pages of the guide that explain it.
pub struct GuideTerm {
    pub term: &'static str,
    /// Paths from the root of the repository, such as `docs/evaluation.md`.
    pub pages: Vec<String>,
}

/// The terms of the glossary that have all of these words, those that are just these words first; where none has, the terms
/// that have most of them, but not less than half.
pub fn guide_terms(words: &str) -> Vec<GuideTerm> {
    let wanted = search_words(words);
    if wanted.is_empty() {
        return Vec::new();
    }
    let terms = GLOSSARY.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": ["));
    let found: Vec<(usize, usize, GuideTerm)> = terms
        .filter_map(|(term, pages)| {
            let own = search_words(term);
            let has = |word: &&String| own.iter().any(|other| other.starts_with(word.as_str()));
            let count = wanted.iter().filter(has).count();
            let pages: Vec<String> = format!("[{pages}")
                .split("](")
                .skip(1)
                .filter_map(|link| link.split_once(')').map(|(page, _)| page))
                // The pages of learners are what the search of learners finds.
                .filter(|page| !page.contains('/'))
                .map(|page| format!("docs/{page}"))
                .collect();
            (2 * count >= wanted.len() && !pages.is_empty()).then_some((
                count,
                own.len(),
                GuideTerm { term, pages },
            ))
        })
        .collect();
    let most = found.iter().map(|(count, _, _)| *count).max().unwrap_or(0);
    let mut best: Vec<_> = found.into_iter().filter(|(count, _, _)| *count == most).collect();
    best.sort_by_key(|(_, length, _)| *length);
    best.into_iter().map(|(_, _, term)| term).collect()
}

/// What comes nearest to something that Hornbook does not have; `None` for anything else.
pub fn nearest_to_absent(words: &str) -> Option<&'static str> {
    let wanted = search_words(words).join(" ");
    let is_meant = |name: &&str| {
        let name = search_words(name).join(" ");
        format!(" {wanted} ").contains(&format!(" {name} "))
            || (wanted.len() > 3 && name.starts_with(&wanted))
    };
    ABSENT.iter().find(|(names, _)| names.iter().any(is_meant)).map(|(_, nearest)| *nearest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_the_guide_are_found() {
        let first =
            |words: &str| guide_terms(words).into_iter().next().map(|found| (found.term, found.pages));
        assert_eq!(
            first("confusion matrix"),
            Some(("confusion matrix", vec!["docs/evaluation.md".to_string()]))
        );
        assert!(first("Confidence intervals").is_some_and(|(term, _)| term == "confidence interval"));
        assert!(first("one-hot encoding").is_some_and(|(term, _)| term == "one-hot"));
        assert!(first("OneHotEncoder").is_some_and(|(term, _)| ["one-hot", "OneHotEncoder"].contains(&term)));
        assert!(first("xyzzy plugh").is_none() && first("").is_none());
    }

    #[test]
    fn what_is_absent_is_no_learner() {
        let registry = hornbook::registry();
        for name in ABSENT.iter().flat_map(|(names, _)| names.iter()) {
            assert!(registry.find(name).is_err(), "'{name}' is there now");
            assert!(nearest_to_absent(name).is_some());
        }
        // What is advised instead is there.
        let words = ABSENT.iter().flat_map(|(_, nearest)| nearest.split([' ', ',']));
        for name in words.filter(|word| word.contains('-') && !word.starts_with(['-', '(', '`'])) {
            assert!(registry.find(name).is_ok(), "'{name}' is no learner");
        }
        assert!(nearest_to_absent("ridge").is_none() && nearest_to_absent("impute").is_none());
    }
}
