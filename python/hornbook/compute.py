"""Computations of the textbook that are no estimators: information, distributions, algebra, optimization, intervals, tests, decisions.

Every function gives a :class:`ComputeResult`: its results are attributes, its text is what `hornbook compute` prints, and `steps` has
the derivation. Lists may be numpy arrays or Series, matrices also frames; tables are frames, dictionaries of columns, or paths.

Made from the declarations of the tools by `cargo dev generate`; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal

from numpy.typing import ArrayLike

from ._compute import ComputeResult, compute_tool

__all__ = [
    "ComputeResult",
    "basis_terms",
    "bayes_decision",
    "bayes_optimal",
    "bias_variance",
    "boolean_network",
    "central_limit",
    "change_of_basis",
    "chebyshev",
    "class_indicators",
    "confidence_interval",
    "conjugate_families",
    "consistency",
    "constrained_regression",
    "contingency",
    "coverage",
    "cross_entropy",
    "curve_fit",
    "decision_regions",
    "decompose",
    "definiteness",
    "deflation",
    "density_function",
    "description_length",
    "diagnostic_test",
    "distribution",
    "eigen",
    "empirical_loss",
    "ensemble_diversity",
    "entropy",
    "entropy_curve",
    "error_causes",
    "error_difference",
    "estimate",
    "estimator",
    "expected_difference",
    "expected_loss",
    "feature_ranking",
    "gamma_function",
    "gradient_check",
    "hyperplane",
    "information_gain",
    "interpolate",
    "joint_distribution",
    "law_of_large_numbers",
    "likelihood",
    "linear_map",
    "log_linear",
    "logic_tree",
    "loss_surface",
    "majority_vote",
    "matrix",
    "matrix_derivative",
    "metric_axioms",
    "minimize",
    "multivariate_distribution",
    "mutual_information",
    "norm",
    "normal_classes",
    "optimal_code",
    "overfitting",
    "perceptron_gate",
    "posterior",
    "power_iteration",
    "proportion_interval",
    "quantile_table",
    "random_variable",
    "regularized_cost",
    "sample_size",
    "solve",
    "stability",
    "sufficient_statistics",
    "t_test",
    "tree_rules",
    "true_error",
    "two_sample_t_test",
    "vector_space",
    "vectors",
    "version_space",
]


def entropy(
    *,
    counts: list[float] | None = None,
    labels: ArrayLike | None = None,
    base: float = 2.0,
) -> ComputeResult:
    """Shannon entropy of a distribution or of labels: how many bits it takes on average to tell an outcome.

    Zero for a single class, one bit for two equally frequent classes, at most log₂ c for c classes. The optimal code gives an
    outcome −log₂ p bits; the expected code length is the entropy.

    Parameters
    ----------
    counts : list[float] or None, default=None
        Counts, weights or probabilities of the classes.
        At least 0.
    labels : ArrayLike or None, default=None
        Labels to count, in place of counts.
    base : float, default=2.0
        Base of the logarithm: 2 for bits, 2.718 (e) for nats, 10 for hartleys.
        Above 1.
    """
    return compute_tool("entropy", locals())


def entropy_curve(
    *,
    steps: int = 10,
) -> ComputeResult:
    """Entropy curve of a binary class: the entropy by the proportion of the positive class, from 0 to 1.

    Parameters
    ----------
    steps : int, default=10
        Number of equal steps from 0 to 1.
        At least 1 and at most 100000.
    """
    return compute_tool("entropy-curve", locals())


def information_gain(
    *,
    parts: ArrayLike | None = None,
    attribute: ArrayLike | None = None,
    labels: ArrayLike | None = None,
) -> ComputeResult:
    """Information gain of a split: entropy before, remainder (expected entropy after), gain, split information (the entropy of the
    attribute itself) and gain ratio.

    The split is a table of class counts, a row for each value of the attribute, or two columns: the attribute and the labels.

    Parameters
    ----------
    parts : ArrayLike or None, default=None
        Class counts: a row for each value of the attribute, a column for each class.
        At least 0.
    attribute : ArrayLike or None, default=None
        Value of the attribute in each row, in place of counts.
    labels : ArrayLike or None, default=None
        Class of each row, beside the attribute.
    """
    return compute_tool("information-gain", locals())


def mutual_information(
    *,
    joint: ArrayLike | None = None,
    x: ArrayLike | None = None,
    y: ArrayLike | None = None,
) -> ComputeResult:
    """Conditional entropy and mutual information of two variables: H(Y | X), H(X | Y), H(X, Y) and I(X; Y).

    Parameters
    ----------
    joint : ArrayLike or None, default=None
        Joint counts or probabilities: a row for each value of X, a column for each value of Y.
        At least 0.
    x : ArrayLike or None, default=None
        Values of X, in place of a table.
    y : ArrayLike or None, default=None
        Values of Y, beside those of X.
    """
    return compute_tool("mutual-information", locals())


def cross_entropy(
    *,
    p: list[float] | None = None,
    q: list[float] | None = None,
    labels: list[float] | None = None,
    probabilities: ArrayLike | None = None,
    base: float = 2.0,
) -> ComputeResult:
    """Cross-entropy and relative entropy (Kullback–Leibler divergence) of two distributions, or the cross-entropy loss of
    predicted probabilities.

    Relative entropy is what is lost by taking q for p; it is not symmetric, and infinite where q rules out what p allows.

    Parameters
    ----------
    p : list[float] or None, default=None
        True distribution: probabilities, counts or weights.
        At least 0.
    q : list[float] or None, default=None
        The distribution taken for it.
        At least 0.
    labels : list[float] or None, default=None
        True class of each row, by its column in the probabilities (from 0), in place of p and q.
    probabilities : ArrayLike or None, default=None
        Predicted probabilities, a row for each label and a column for each class; one column is the probability of class 1.
        At least 0 and at most 1.
    base : float, default=2.0
        Base of the logarithm: 2 for bits, 2.718 (e) for nats, 10 for hartleys.
        Above 1.
    """
    return compute_tool("cross-entropy", locals())


def optimal_code(
    probabilities: list[float],
    *,
    names: ArrayLike | None = None,
) -> ComputeResult:
    """Optimal code of some messages: −log₂ p bits for a message of probability p, and Huffman's code, the shortest one of whole
    bits.

    The expected length of the ideal code is the entropy; that of Huffman's code is less than one bit above it.

    Parameters
    ----------
    probabilities : list[float]
        Probabilities, counts or weights of the messages.
        Above 0.
    names : ArrayLike or None, default=None
        Names of the messages.
    """
    return compute_tool("optimal-code", locals())


def distribution(
    *,
    family: Literal["bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"] = "normal",
    parameters: dict[str, float] | ArrayLike = [],
    at: list[float] | None = None,
    between: list[float] | None = None,
    quantiles: list[float] | None = None,
    samples: int = 0,
    values: list[float] | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Probability distribution of one number: density (or probability), log-density, cumulative distribution function, interval
    probabilities, quantiles, moments, random samples, and the maximum-likelihood fit.

    `hornbook compute distribution normal --parameters 100,15 --at 130 --between 85,115 --quantiles 0.975`. The parameters of each
    family stand behind its name in the list of families, in order; they may be given by name, as in `mean=100,deviation=15`.

    Parameters
    ----------
    family : {"bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"}, default="normal"
        Family of the distribution.

        - "bernoulli": Bernoulli distribution of one trial: p.
        - "binomial": Binomial distribution, successes in n trials: n, p.
        - "geometric": Geometric distribution, failures before the first success: p.
        - "negative_binomial": Negative binomial distribution, failures before r successes: r, p.
        - "hypergeometric": Hypergeometric distribution, marked ones among those drawn without replacement: total, marked, drawn.
        - "beta_binomial": Beta-binomial distribution: n, a, b.
        - "poisson": Poisson distribution of counts: mean.
        - "normal": Normal (Gaussian) distribution: mean, deviation.
        - "student": Student's t distribution: degrees, location, scale.
        - "chi_square": Chi-square distribution: degrees.
        - "fisher": Fisher's F distribution: numerator, denominator (degrees of freedom).
        - "gamma": Gamma distribution by shape and rate (mean shape/rate): shape, rate.
        - "inverse_gamma": Inverse gamma distribution: shape, scale.
        - "beta": Beta distribution: a, b.
        - "exponential": Exponential distribution: rate.
        - "uniform": Uniform distribution on an interval: low, high.
        - "log_normal": Log-normal distribution, by mean and deviation of the logarithm: mean, deviation.
        - "laplace": Laplace (double exponential) distribution: location, scale.
        - "logistic": Logistic distribution: location, scale.
        - "cauchy": Cauchy distribution: location, scale.
        - "weibull": Weibull distribution: shape, scale.
        - "lomax": Lomax (Pareto type II) distribution: shape, scale.
    parameters : dict[str, float] | ArrayLike, default=[]
        Parameters of the family, by name or in order.
    at : list[float] or None, default=None
        Points at which to give the density (or probability) and the cumulative distribution function.
    between : list[float] or None, default=None
        Ends of an interval, whose probability is F(b) − F(a).
    quantiles : list[float] or None, default=None
        Probabilities for which to give the quantiles.
        At least 0 and at most 1.
    samples : int, default=0
        Number of random values to draw.
        At least 0 and at most 1000000.
    values : list[float] or None, default=None
        Values to fit the parameters to, by maximum likelihood.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("distribution", locals())


def multivariate_distribution(
    *,
    family: Literal["multinomial", "dirichlet", "dirichlet_multinomial", "normal", "student", "wishart", "normal_gamma", "normal_wishart"] = "normal",
    vector: list[float] | None = None,
    matrix: ArrayLike | None = None,
    number: float | None = None,
    confidence: float = 1.0,
    at: ArrayLike | None = None,
    samples: int = 0,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Probability distribution of several numbers: density, log-density, means, covariances, random samples.

    A matrix counts as its values, row by row; a mean and a precision (matrix) stand one behind the other.

    Parameters
    ----------
    family : {"multinomial", "dirichlet", "dirichlet_multinomial", "normal", "student", "wishart", "normal_gamma", "normal_wishart"}, default="normal"
        Family of the distribution.

        - "multinomial": Multinomial distribution, counts of n draws: vector = probabilities, number = n.
        - "dirichlet": Dirichlet distribution of probabilities: vector = concentrations α.
        - "dirichlet_multinomial": Dirichlet-multinomial distribution: vector = concentrations α, number = n.
        - "normal": Multivariate normal distribution: vector = means, matrix = covariances.
        - "student": Multivariate Student's t distribution: vector = location, matrix = scale, number = degrees of freedom.
        - "wishart": Wishart distribution of matrices: matrix = scale T, number = degrees of freedom ν.
        - "normal_gamma": Normal-gamma distribution of a mean and a precision: vector = μ₀, κ, α, β.
        - "normal_wishart": Normal-Wishart distribution of means and a precision matrix: vector = μ₀, number = ν, confidence = κ, matrix = inverse scale T.
    vector : list[float] or None, default=None
        Means, probabilities or concentrations, as the family says.
    matrix : ArrayLike or None, default=None
        Covariances or scale, as the family says.
    number : float or None, default=None
        Number of trials or degrees of freedom, as the family says.
    confidence : float, default=1.0
        Number of rows that the prior mean of a normal-Wishart distribution is worth.
        Above 0.
    at : ArrayLike or None, default=None
        Points at which to give the density, a row each.
    samples : int, default=0
        Number of random points to draw.
        At least 0 and at most 100000.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("multivariate-distribution", locals())


def random_variable(
    values: list[float],
    *,
    probabilities: list[float] | None = None,
    factor: float | None = None,
    plus_values: list[float] | None = None,
    plus_probabilities: list[float] | None = None,
) -> ComputeResult:
    """Discrete random variable: expected value, second moment, variance and standard deviation, of itself, of a multiple, and of the
    sum with an independent one.

    Probabilities are checked to sum to 1.

    Parameters
    ----------
    values : list[float]
        Values that the variable takes.
    probabilities : list[float] or None, default=None
        Probability of each value; all the same by default.
        At least 0 and at most 1.
    factor : float or None, default=None
        A factor λ: gives the distribution of λX too, whose variance is λ² times that of X.
    plus_values : list[float] or None, default=None
        Values of an independent variable to be added.
    plus_probabilities : list[float] or None, default=None
        Probabilities of the variable to be added; all the same by default.
        At least 0 and at most 1.
    """
    return compute_tool("random-variable", locals())


def joint_distribution(
    joint: ArrayLike,
    *,
    x: list[float] | None = None,
    y: list[float] | None = None,
    given_y: float | None = None,
    given_x: float | None = None,
) -> ComputeResult:
    """Joint distribution of two variables: marginals, means, variances, covariance, correlation, independence, and conditional
    distributions (Bayes' rule).

    Parameters
    ----------
    joint : ArrayLike
        Joint probabilities or counts: a row for each value of X, a column for each value of Y.
        At least 0.
    x : list[float] or None, default=None
        Values of X, one for each row; 0, 1, 2, … by default.
    y : list[float] or None, default=None
        Values of Y, one for each column; 0, 1, 2, … by default.
    given_y : float or None, default=None
        A value of Y: gives the distribution of X when Y has it.
    given_x : float or None, default=None
        A value of X: gives the distribution of Y when X has it.
    """
    return compute_tool("joint-distribution", locals())


def density_function(
    formula: str,
    *,
    meaning: Literal["density", "cdf"] = "density",
    low: float | None = None,
    high: float | None = None,
    between: list[float] | None = None,
    at: list[float] | None = None,
) -> ComputeResult:
    """Continuous random variable from the formula of its density or its cumulative distribution function: interval probabilities, mean
    and variance by integration.

    `hornbook compute density-function '2*x' --low 0 --high 1 --between 0.5,1`. A density may exceed 1; its integral may not, and is
    shown.

    Parameters
    ----------
    formula : str
        Formula of x, like 2*x or 1 - exp(-x).
    meaning : {"density", "cdf"}, default="density"
        What the formula is.

        - "density": A probability density function, the derivative of the cumulative one.
        - "cdf": A cumulative distribution function F(x) = P(X ≤ x).
    low : float or None, default=None
        Least possible value; minus infinity by default.
    high : float or None, default=None
        Largest possible value; infinity by default.
    between : list[float] or None, default=None
        Ends of an interval, whose probability is F(b) − F(a).
    at : list[float] or None, default=None
        Points at which to give the density and the cumulative distribution function.
    """
    return compute_tool("density-function", locals())


def quantile_table(
    *,
    family: Literal["student", "chi_square", "normal"] = "student",
    degrees: list[float] = [1.0,2.0,3.0,4.0,5.0,9.0,10.0,20.0,29.0,30.0,100.0],
    alphas: list[float] = [0.1,0.05,0.025,0.01,0.005],
) -> ComputeResult:
    """Table of critical values: the numbers that are exceeded with probability α, by degrees of freedom.

    For a two-sided test or interval take α/2: `--alphas 0.025` for 95 %. With infinitely many degrees of freedom Student's t is the
    normal distribution, which is the last row.

    Parameters
    ----------
    family : {"student", "chi_square", "normal"}, default="student"
        Distribution of the table.

        - "student": Student's t distribution.
        - "chi_square": Chi-square distribution.
        - "normal": Standard normal distribution, the limit of Student's t for many degrees of freedom.
    degrees : list[float], default=[1.0,2.0,3.0,4.0,5.0,9.0,10.0,20.0,29.0,30.0,100.0]
        Degrees of freedom, a row each.
        Above 0.
    alphas : list[float], default=[0.1,0.05,0.025,0.01,0.005]
        Probabilities of the upper tail, a column each.
        Above 0 and below 1.
    """
    return compute_tool("quantile-table", locals())


def gamma_function(
    x: float,
    *,
    dimensions: int | None = None,
    beta: float | None = None,
    choose: int | None = None,
) -> ComputeResult:
    """Gamma function Γ(x), its logarithm, the multivariate gamma function, the beta function and binomial coefficients.

    Γ(x + 1) = x Γ(x) and Γ(1) = 1, so Γ(n + 1) = n!.

    Parameters
    ----------
    x : float
        Argument x of Γ; for the multivariate one it is above (d − 1)/2.
        Above 0.
    dimensions : int or None, default=None
        Dimensions d of the multivariate gamma function Γ_d(x).
        At least 1 and at most 1000.
    beta : float or None, default=None
        Second argument y of the beta function B(x, y).
        Above 0.
    choose : int or None, default=None
        Number k of things chosen out of x, for the binomial coefficient C(x, k).
    """
    return compute_tool("gamma-function", locals())


def chebyshev(
    *,
    variance: float | None = None,
    distance: float | None = None,
    deviations: float | None = None,
) -> ComputeResult:
    """Chebyshev's inequality: how probable it is at most that a variable of any distribution is far from its mean.

    Parameters
    ----------
    variance : float or None, default=None
        Variance σ² of the variable.
        At least 0.
    distance : float or None, default=None
        Distance a from the mean.
        Above 0.
    deviations : float or None, default=None
        Distance in standard deviations, k, in place of variance and distance.
        Above 0.
    """
    return compute_tool("chebyshev", locals())


def law_of_large_numbers(
    variance: float,
    distance: float,
    *,
    n: float | None = None,
    probability: float | None = None,
) -> ComputeResult:
    """Weak law of large numbers: how probable it is at most that the mean of n values is far from the true mean, and how many values
    are enough.

    Parameters
    ----------
    variance : float
        Variance σ² of one value.
        At least 0.
    distance : float
        Distance ε of the mean from the true mean.
        Above 0.
    n : float or None, default=None
        Number of values n: gives the bound of the probability.
        At least 1.
    probability : float or None, default=None
        Largest probability δ that is accepted: gives the number of values that is enough.
        Above 0 and below 1.
    """
    return compute_tool("law-of-large-numbers", locals())


def vectors(
    *,
    x: list[float] | None = None,
    y: list[float] | None = None,
    product: ArrayLike | None = None,
    set: ArrayLike | None = None,
) -> ComputeResult:
    """Two vectors: sum, difference, dot product, lengths, angle, orthogonality, and the projection of the one on the other; or a set of
    vectors: is it orthonormal, and an orthonormal basis of its span (Gram–Schmidt).

    Parameters
    ----------
    x : list[float] or None, default=None
        First vector.
    y : list[float] or None, default=None
        Second vector.
    product : ArrayLike or None, default=None
        Symmetric matrix M of another dot product ⟨x, y⟩ = xᵀMy.
    set : ArrayLike or None, default=None
        A set of vectors, a row each, in place of x and y.
    """
    return compute_tool("vectors", locals())


def vector_space(
    vectors: ArrayLike,
    *,
    vector: list[float] | None = None,
    coefficients: list[float] | None = None,
) -> ComputeResult:
    """Vector space spanned by some vectors: linear independence, dimension, whether they are a basis; whether a vector is in the span,
    its coordinates, and linear combinations.

    Parameters
    ----------
    vectors : ArrayLike
        Vectors, a row each.
    vector : list[float] or None, default=None
        A vector to look for in the span.
    coefficients : list[float] or None, default=None
        Coefficients of a linear combination.
    """
    return compute_tool("vector-space", locals())


def linear_map(
    *,
    map: ArrayLike | None = None,
    images: ArrayLike | None = None,
    from_basis: ArrayLike | None = None,
    to_basis: ArrayLike | None = None,
    coordinates: list[float] | None = None,
) -> ComputeResult:
    """Matrix of a linear map between two bases: its columns are the images of the first basis in coordinates of the second, so that
    Mλ = μ.

    The map is given by its matrix in the standard bases, or by the images of the vectors of the first basis.

    Parameters
    ----------
    map : ArrayLike or None, default=None
        Matrix of the map in the standard bases.
    images : ArrayLike or None, default=None
        Images of the vectors of the first basis, a row each, in place of the matrix.
    from_basis : ArrayLike or None, default=None
        First basis, a vector a row; the standard basis by default.
    to_basis : ArrayLike or None, default=None
        Second basis, a vector a row; the standard basis by default.
    coordinates : list[float] or None, default=None
        Coordinates λ in the first basis of a vector to be mapped.
    """
    return compute_tool("linear-map", locals())


def change_of_basis(
    new: ArrayLike,
    *,
    old: ArrayLike | None = None,
    vector: list[float] | None = None,
) -> ComputeResult:
    """Change of basis: the matrix P whose columns are the new basis in coordinates of the old one, and a vector in both.

    Parameters
    ----------
    new : ArrayLike
        New basis, a vector a row.
    old : ArrayLike or None, default=None
        Old basis, a vector a row; the standard basis by default.
    vector : list[float] or None, default=None
        A vector, in the standard basis.
    """
    return compute_tool("change-of-basis", locals())


def norm(
    *,
    vector: list[float] | None = None,
    p: float = 3.0,
    other: list[float] | None = None,
    product: ArrayLike | None = None,
    matrix: ArrayLike | None = None,
    formula: str | None = None,
    trials: int = 1000,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Norms of a vector (1, 2, ∞, any p, or induced by a dot product), the distances they induce, norms of a matrix, and a check of the
    norm axioms for a formula of yours.

    A formula is tried on the axes and on random vectors: a counterexample disproves it, finding none proves nothing.

    Parameters
    ----------
    vector : list[float] or None, default=None
        A vector.
    p : float, default=3.0
        Order p of the norm (Σ|xᵢ|ᵖ)^(1/p).
        At least 1.
    other : list[float] or None, default=None
        Another vector, for the distances.
    product : ArrayLike or None, default=None
        Symmetric matrix M of a dot product xᵀMy, which induces the norm √(xᵀMx).
    matrix : ArrayLike or None, default=None
        A matrix, for its norms.
    formula : str or None, default=None
        A candidate norm to be checked: a formula of x1, x2, …, like |x1| + 2*|x2|.
    trials : int, default=1000
        Number of random pairs of vectors that the axioms are tried on.
        At least 1 and at most 1000000.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("norm", locals())


def matrix(
    matrix: ArrayLike,
    *,
    times: ArrayLike | None = None,
) -> ComputeResult:
    """Properties of a matrix: transpose, trace, determinant, rank, inverse, symmetry, condition number; and the product with another one.

    Parameters
    ----------
    matrix : ArrayLike
        The matrix M.
    times : ArrayLike or None, default=None
        A matrix N to multiply by: MN, and (MN)ᵀ = NᵀMᵀ.
    """
    return compute_tool("matrix", locals())


def solve(
    matrix: ArrayLike,
    right: list[float],
) -> ComputeResult:
    """System of linear equations Ax = b: the solution, or the shortest least-squares solution if there is none or more than one.

    Parameters
    ----------
    matrix : ArrayLike
        The matrix A.
    right : list[float]
        The right side b.
    """
    return compute_tool("solve", locals())


def eigen(
    matrix: ArrayLike,
    *,
    vector: list[float] | None = None,
) -> ComputeResult:
    """Eigenvalues and eigenvectors of a square matrix, Ax = λx, and whether it is singular (has the eigenvalue 0).

    Eigenvectors of different eigenvalues of a symmetric matrix are orthogonal. With a vector, Rayleigh's quotient xᵀAx/xᵀx, which is
    the eigenvalue if x is an eigenvector.

    Parameters
    ----------
    matrix : ArrayLike
        The matrix A.
    vector : list[float] or None, default=None
        A vector x, for Rayleigh's quotient.
    """
    return compute_tool("eigen", locals())


def power_iteration(
    matrix: ArrayLike,
    *,
    sought: Literal["dominant", "largest", "smallest"] = "largest",
    start: list[float] | None = None,
    max_steps: int = 10000,
    tolerance: float = 1e-12,
) -> ComputeResult:
    """Power iteration: the eigenvector of the largest eigenvalue of a symmetric matrix, by multiplying and normalizing again and again;
    Rayleigh's quotient rises to the eigenvalue.

    Parameters
    ----------
    matrix : ArrayLike
        A symmetric matrix.
    sought : {"dominant", "largest", "smallest"}, default="largest"
        Which eigenvalue to look for.

        - "dominant": The one of largest size.
        - "largest": The largest one, which maximizes Rayleigh's quotient.
        - "smallest": The smallest one, which minimizes Rayleigh's quotient.
    start : list[float] or None, default=None
        Vector to start from.
    max_steps : int, default=10000
        Most steps.
        At least 1.
    tolerance : float, default=1e-12
        The vector changes no more than this when it has converged.
        Above 0.
    """
    return compute_tool("power-iteration", locals())


def deflation(
    matrix: ArrayLike,
) -> ComputeResult:
    """Deflation: all eigenpairs of a symmetric matrix, the largest first, each taken off the matrix (A − λxxᵀ); then the negative ones,
    and an orthonormal basis (Gram–Schmidt) for the eigenvalue 0.

    Parameters
    ----------
    matrix : ArrayLike
        A symmetric matrix.
    """
    return compute_tool("deflation", locals())


def decompose(
    matrix: ArrayLike,
    *,
    method: Literal["eigen", "svd", "qr", "cholesky"] = "eigen",
    vector: list[float] | None = None,
) -> ComputeResult:
    """Decomposition of a matrix: eigendecomposition, singular values, QR or Cholesky.

    With a vector, the eigendecomposition shows its coordinates in the eigenbasis and how the matrix stretches it there.

    Parameters
    ----------
    matrix : ArrayLike
        The matrix A.
    method : {"eigen", "svd", "qr", "cholesky"}, default="eigen"
        Which decomposition.

        - "eigen": Eigendecomposition A = VΛVᵀ of a symmetric matrix.
        - "svd": Singular value decomposition A = UΣVᵀ.
        - "qr": QR decomposition with column pivoting, AP = QR.
        - "cholesky": Cholesky decomposition A = LLᵀ of a symmetric positive definite matrix.
    vector : list[float] or None, default=None
        A vector to represent in the eigenbasis and to stretch.
    """
    return compute_tool("decompose", locals())


def definiteness(
    matrix: ArrayLike,
) -> ComputeResult:
    """Positive (semi)definite matrix, by three equivalent tests: the least eigenvalue, the least value of xᵀMx over unit vectors, and a
    factor B with M = BᵀB.

    Parameters
    ----------
    matrix : ArrayLike
        A symmetric matrix M.
    """
    return compute_tool("definiteness", locals())


def matrix_derivative(
    *,
    form: Literal["product", "bilinear", "quadratic", "square", "trace", "determinant"] = "quadratic",
    matrix: ArrayLike | None = None,
    second: ArrayLike | None = None,
    at: ArrayLike | None = None,
    x: list[float] | None = None,
    y: list[float] | None = None,
) -> ComputeResult:
    """Derivatives of linear and quadratic forms, traces and determinants of matrices, with a check by numerical differences.

    Parameters
    ----------
    form : {"product", "bilinear", "quadratic", "square", "trace", "determinant"}, default="quadratic"
        Which form.

        - "product": Mx by x: the Jacobian is M.
        - "bilinear": yᵀMx by x: Mᵀy.
        - "quadratic": xᵀMx by x: (M + Mᵀ)x, which is 2Mx for a symmetric M.
        - "square": xᵀx by x: 2x.
        - "trace": tr(ABC) by B: (CA)ᵀ; A is the matrix, C the second one.
        - "determinant": det(A) by A: det(A) A⁻ᵀ.
    matrix : ArrayLike or None, default=None
        The matrix M (or A).
    second : ArrayLike or None, default=None
        The second matrix, C of a trace.
    at : ArrayLike or None, default=None
        The matrix B at which the derivative of a trace is checked.
    x : list[float] or None, default=None
        The vector x.
    y : list[float] or None, default=None
        The vector y of a bilinear form.
    """
    return compute_tool("matrix-derivative", locals())


def metric_axioms(
    rows: ArrayLike,
    *,
    distance: Literal["euclidean", "manhattan", "chebyshev", "cosine", "hamming"] = "euclidean",
    formula: str | None = None,
) -> ComputeResult:
    """Distances between rows, and whether a distance of yours is a metric on them: non-negativity, identity, symmetry, triangle inequality.

    A formula is of x1, x2, … (the one row) and y1, y2, … (the other), like (x1 - y1)^2. A counterexample disproves it; that none of these
    rows is one proves nothing of others.

    Parameters
    ----------
    rows : ArrayLike
        Rows of numbers.
    distance : {"euclidean", "manhattan", "chebyshev", "cosine", "hamming"}, default="euclidean"
        A distance by name.

        - "euclidean": L2 distance.
        - "manhattan": L1 (city-block) distance.
        - "chebyshev": L∞ distance.
        - "cosine": One minus the cosine of the angle.
        - "hamming": The fraction of columns that differ.
    formula : str or None, default=None
        A distance of your own, as a formula of x1, x2, … and y1, y2, ….
    """
    return compute_tool("metric-axioms", locals())


def minimize(
    formula: str,
    *,
    start: dict[str, float] | ArrayLike = [],
    method: Literal["gradient_descent", "line_search", "conjugate_gradient", "newton", "bfgs"] = "bfgs",
    rate: float = 0.1,
    schedule: Literal["constant", "decaying", "adaptive"] = "constant",
    decay: float = 0.01,
    increase: float = 0.01,
    decrease: float = 0.5,
    window: int = 1,
    acceleration: Literal["none", "momentum", "nesterov", "adam"] = "none",
    momentum: float = 0.9,
    max_steps: int = 10000,
    tolerance: float = 1e-8,
) -> ComputeResult:
    """Minimize any differentiable formula: gradient descent with its learning-rate schedules, line search, conjugate gradient, Newton's
    method or BFGS.

    Derivatives are exact. `--trace` shows the steps; to maximize a function, minimize minus it.

    Parameters
    ----------
    formula : str
        Formula of the variables, like (x - 1)^2 + 10*(y - x^2)^2.
    start : dict[str, float] | ArrayLike, default=[]
        Point to start from, by name or in the order of the names; 0 by default.
    method : {"gradient_descent", "line_search", "conjugate_gradient", "newton", "bfgs"}, default="bfgs"
        Optimizer.

        - "gradient_descent": Gradient descent, x ← x − η∇f(x).
        - "line_search": Steepest descent with a line search (backtracking).
        - "conjugate_gradient": Conjugate gradient with a line search.
        - "newton": Newton's method, with the exact Hessian.
        - "bfgs": Quasi-Newton method with limited memory (L-BFGS).
    rate : float, default=0.1
        Learning rate η of gradient descent.
        Above 0.
    schedule : {"constant", "decaying", "adaptive"}, default="constant"
        Schedule of the learning rate.

        - "constant": Always the same.
        - "decaying": η₀/(1 + decay · t).
        - "adaptive": More by `increase` while the value falls, less by the fraction `decrease` when it does not.
    decay : float, default=0.01
        Decay of a decaying learning rate.
        At least 0.
    increase : float, default=0.01
        What an adaptive learning rate grows by, a.
        At least 0.
    decrease : float, default=0.5
        Fraction that an adaptive learning rate shrinks by, b.
        At least 0 and below 1.
    window : int, default=1
        Number of past values whose mean an adaptive learning rate compares, τ.
        At least 1.
    acceleration : {"none", "momentum", "nesterov", "adam"}, default="none"
        Acceleration of gradient descent.

        - "none": Nothing.
        - "momentum": Momentum.
        - "nesterov": Nesterov's momentum.
        - "adam": Adam.
    momentum : float, default=0.9
        Momentum, the share of the last step that is taken again.
        At least 0 and below 1.
    max_steps : int, default=10000
        Most steps.
        At least 0.
    tolerance : float, default=1e-8
        The search has converged when no component of the gradient is larger.
        At least 0.
    """
    return compute_tool("minimize", locals())


def curve_fit(
    formula: str,
    x: list[float],
    y: list[float],
    *,
    start: dict[str, float] | ArrayLike = [],
) -> ComputeResult:
    """Nonlinear least squares: the parameters of a formula of x that bring it nearest to measured points, by the Levenberg–Marquardt
    method.

    With Gaussian noise of constant variance this is the maximum-likelihood hypothesis; its log-likelihood is shown.

    Parameters
    ----------
    formula : str
        Formula of x and of the parameters, like a*exp(-b*x).
    x : list[float]
        Where was measured.
    y : list[float]
        What was measured.
    start : dict[str, float] | ArrayLike, default=[]
        Parameters to start from, by name or in the order of the names; 1 by default.
    """
    return compute_tool("curve-fit", locals())


def gradient_check(
    formula: str,
    at: dict[str, float] | ArrayLike,
    *,
    gradient: list[str] | str | None = None,
) -> ComputeResult:
    """Gradient check: the derivatives of a formula, by your own formulas or by exact differentiation, against numerical differences.

    Parameters
    ----------
    formula : str
        Formula of the variables.
    at : dict[str, float] | ArrayLike
        Point at which to check, by name or in the order of the names.
    gradient : list[str] | str or None, default=None
        Your derivatives, one for each variable in the order of the names; those by exact differentiation if left out.
    """
    return compute_tool("gradient-check", locals())


def interpolate(
    x: list[float],
    y: list[float],
    *,
    at: list[float] | None = None,
) -> ComputeResult:
    """Polynomial interpolation: the polynomial of degree N − 1 through N points, and its values; outside of the points it is an
    extrapolation, which is flagged.

    Parameters
    ----------
    x : list[float]
        Where the points are.
    y : list[float]
        Their heights.
    at : list[float] or None, default=None
        Where to evaluate the polynomial.
    """
    return compute_tool("interpolate", locals())


def diagnostic_test(
    prior: float,
    sensitivity: float,
    specificity: float,
    *,
    positive: int | None = None,
    negative: int | None = None,
    condition: str = "disease",
) -> ComputeResult:
    """Diagnostic test: the posterior probability of a condition from its prevalence and the sensitivity and specificity of a test, after
    some positive and negative results.

    Parameters
    ----------
    prior : float
        Prior probability (prevalence, base rate): 0.008 is 8 of 1000.
        At least 0 and at most 1.
    sensitivity : float
        Sensitivity (true positive rate): P(positive | condition).
        At least 0 and at most 1.
    specificity : float
        Specificity (true negative rate): P(negative | no condition).
        At least 0 and at most 1.
    positive : int or None, default=None
        Number of positive tests; 1 if no results are given.
    negative : int or None, default=None
        Number of negative tests; errors are taken as independent.
    condition : str, default="disease"
        Name of the condition.
    """
    return compute_tool("diagnostic-test", locals())


def posterior(
    prior: dict[str, float] | ArrayLike,
    *,
    likelihoods: list[dict[str, float]] | ArrayLike = [],
    names: ArrayLike | None = None,
) -> ComputeResult:
    """Posterior probabilities of hypotheses from their priors and the likelihoods of what was observed (brute-force MAP learning): the full
    posterior, the MAP and maximum-likelihood hypotheses, the evidence, and the two-part code lengths.

    `hornbook compute posterior fair=0.9,loaded=0.1 --likelihoods '1/6,1/2;1/6,1/2'`: a row for each observation, a column for each
    hypothesis. With names: `--likelihood fair=1/6,loaded=1/2`, once for each observation.

    Parameters
    ----------
    prior : dict[str, float] | ArrayLike
        Prior probability of each hypothesis, by name; names alone have a uniform prior.
    likelihoods : list[dict[str, float]] | ArrayLike, default=[]
        Likelihoods P(observation | h): a row for each observation, a number for each hypothesis, by its name or in order.
        At least 0.
    names : ArrayLike or None, default=None
        Names of the hypotheses, if the priors have none.
    """
    return compute_tool("posterior", locals())


def likelihood(
    y: list[float],
    *,
    predictions: ArrayLike | None = None,
    formulas: list[str] | str | None = None,
    x: list[float] | None = None,
    noise: Literal["gaussian", "bernoulli"] = "gaussian",
    deviation: float = 1.0,
    priors: list[float] | None = None,
    names: ArrayLike | None = None,
) -> ComputeResult:
    """Likelihood of hypotheses under Gaussian noise (least squares) or Bernoulli noise (cross-entropy): log-likelihoods, errors, the maximum
    likelihood and the MAP hypothesis.

    Hypotheses are formulas of x, or their predictions. Noise in x is not modeled, and P(x) does not depend on the hypothesis.

    Parameters
    ----------
    y : list[float]
        Observed targets.
    predictions : ArrayLike or None, default=None
        Predictions, a row for each hypothesis.
    formulas : list[str] | str or None, default=None
        Hypotheses as formulas of x, in place of predictions.
    x : list[float] or None, default=None
        Inputs x of the formulas.
    noise : {"gaussian", "bernoulli"}, default="gaussian"
        Noise of the observations.

        - "gaussian": Normal noise of constant deviation in the target: the most likely hypothesis has the least sum of squared errors.
        - "bernoulli": The target is 0 or 1, and the hypothesis its probability: the most likely one has the least cross-entropy.
    deviation : float, default=1.0
        Standard deviation of Gaussian noise.
        Above 0.
    priors : list[float] or None, default=None
        Prior probability of each hypothesis; all the same by default.
        At least 0 and at most 1.
    names : ArrayLike or None, default=None
        Names of the hypotheses.
    """
    return compute_tool("likelihood", locals())


def consistency(
    labels: list[float],
    *,
    predictions: ArrayLike | None = None,
    formulas: list[str] | str | None = None,
    x: ArrayLike | None = None,
    names: ArrayLike | None = None,
) -> ComputeResult:
    """Consistency of hypotheses with examples: which examples each one disagrees with, and whether the hypothesis space is realizable (has a
    consistent hypothesis).

    Hypotheses are formulas of the columns of x (x1, x2, …; above 0 means 1), or a row of predictions each.

    Parameters
    ----------
    labels : list[float]
        True label of each example.
    predictions : ArrayLike or None, default=None
        Predictions, a row for each hypothesis.
    formulas : list[str] | str or None, default=None
        Hypotheses as formulas of x1, x2, …, which say 1 above 0, else 0.
    x : ArrayLike or None, default=None
        Examples, a row each, for the formulas.
    names : ArrayLike or None, default=None
        Names of the hypotheses.
    """
    return compute_tool("consistency", locals())


def version_space(
    table: Any,
    target: str,
    *,
    positive: str | None = None,
    levels: list[float] | None = None,
    prior: Literal["uniform", "specific"] = "uniform",
) -> ComputeResult:
    """Version space of conjunctions: all hypotheses `a=1 and b=? …` that agree with the examples, by brute-force MAP learning, and FIND-S, the
    most specific of them, as a MAP learner.

    P(D) is the share of consistent hypotheses, |VS|/|H|; with a uniform prior each has the posterior 1/|VS|.

    Parameters
    ----------
    table : Any
        The table of categories.
    target : str
        Target column.
    positive : str or None, default=None
        Label of the positive examples; the first one by default.
    levels : list[float] or None, default=None
        Number of values of each attribute, if not all of them are in the table.
        At least 1.
    prior : {"uniform", "specific"}, default="uniform"
        Prior of the hypotheses.

        - "uniform": All the same: every consistent hypothesis is a MAP hypothesis.
        - "specific": Half as probable for every attribute that does not count: more specific hypotheses are more probable.
    """
    return compute_tool("version-space", locals())


def bayes_optimal(
    posterior: list[float],
    says: ArrayLike,
    *,
    classes: ArrayLike | None = None,
    prediction: int | None = None,
    draws: int = 1,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Bayes optimal classifier: the class probabilities of all hypotheses weighted by their posteriors, beside the MAP hypothesis, Gibbs'
    algorithm, and the gap of any prediction to the optimum.

    No method with the same hypotheses and prior is better on average. Gibbs' algorithm draws one hypothesis, and errs at most twice as
    often.

    Parameters
    ----------
    posterior : list[float]
        Posterior probability of each hypothesis.
        At least 0 and at most 1.
    says : ArrayLike
        What each hypothesis says, a row each: probabilities of the classes.
        At least 0 and at most 1.
    classes : ArrayLike or None, default=None
        Names of the classes.
    prediction : int or None, default=None
        Position of a predicted class (from 0), whose gap to the optimum is shown.
    draws : int, default=1
        Number of times Gibbs' algorithm is run.
        At least 1 and at most 1000000.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("bayes-optimal", locals())


def contingency(
    table: Any,
    columns: ArrayLike,
    *,
    given: ArrayLike = [],
    counts: str | None = None,
) -> ComputeResult:
    """Contingency table of categorical columns: joint, marginal and conditional distributions, with tests of (conditional) independence.

    `hornbook compute contingency data/play_tennis.csv Humidity,Temperature --given Play`. Rows in which a value is missing are not
    counted.

    Parameters
    ----------
    table : Any
        The table.
    columns : ArrayLike
        Columns of the contingency table.
    given : ArrayLike, default=[]
        Columns that are known: conditional independence is tested given these.
    counts : str or None, default=None
        Frequency weight: how many rows a row of the table stands for.
    """
    return compute_tool("contingency", locals())


def log_linear(
    model: Any,
) -> ComputeResult:
    """Naive Bayes model as a log-linear classifier: for each class an intercept (log prior) and a weight (log probability) for each value, whose
    weighted sums the softmax turns into probabilities.

    Parameters
    ----------
    model : Any
        A trained naive Bayes model.
    """
    return compute_tool("log-linear", locals())


def estimate(
    family: str,
    *,
    values: list[float] | None = None,
    table: Any | None = None,
    columns: ArrayLike | None = None,
    prior: list[float] | None = None,
    statement: list[str] | str | None = None,
    known: list[float] = [],
    level: float = 0.95,
    weight: str | None = None,
) -> ComputeResult:
    """Estimate a distribution: maximum likelihood, MAP, and the posterior under a conjugate prior, with the posterior predictive.

    From columns of a table, or from values. `conjugate-families` lists the families and what their numbers mean. `hornbook compute
    estimate normal-mean data/iris.csv --columns sepal_width --known 0.2 --statement 'close to 2, between 1 and 3'` has a prior in words.

    Parameters
    ----------
    family : str
        Likelihood and conjugate prior, such as bernoulli-beta.
    values : list[float] or None, default=None
        Values, in place of a table.
    table : Any or None, default=None
        A table.
    columns : ArrayLike or None, default=None
        Columns of the table.
    prior : list[float] or None, default=None
        Hyperparameters of the prior; of a matrix all entries, row by row, or its diagonal.
    statement : list[str] | str or None, default=None
        Prior elicitation, in words: a statement for each parameter.
    known : list[float], default=[]
        Known parameters of the family: a variance, a mean, a number of trials; of several columns their variances, or covariances row by
        row.
    level : float, default=0.95
        Probability of the posterior predictive interval.
        Above 0 and below 1.
    weight : str or None, default=None
        Sample weight column of the table (frequency weights: 2 is the row twice, 0 the row absent).
    """
    return compute_tool("estimate", locals())


def conjugate_families(
) -> ComputeResult:
    """The likelihoods and their conjugate priors.
    """
    return compute_tool("conjugate-families", locals())


def sufficient_statistics(
    *,
    rows: ArrayLike | None = None,
    more: ArrayLike | None = None,
    labels: ArrayLike | None = None,
    more_labels: ArrayLike | None = None,
) -> ComputeResult:
    """Sufficient statistics of a sample: counts of labels, or number, mean and covariances of rows; and those of two samples merged, which are
    the same as of all rows (streaming, parallel estimation).

    Parameters
    ----------
    rows : ArrayLike or None, default=None
        Rows of numbers, or one list of numbers.
    more : ArrayLike or None, default=None
        Rows of a second sample, to be merged.
    labels : ArrayLike or None, default=None
        Labels to count, in place of rows.
    more_labels : ArrayLike or None, default=None
        Labels of a second sample.
    """
    return compute_tool("sufficient-statistics", locals())


def normal_classes(
    means: ArrayLike,
    covariances: ArrayLike,
    *,
    priors: list[float] | None = None,
    points: ArrayLike | None = None,
    fraction: float = 0.95,
) -> ComputeResult:
    """Normal (Gaussian) classes: discriminants and posteriors of a point, Bayes error (exact for one feature or two classes with one
    covariance, else bounds), the boundary, and hyperellipsoids of constant density.

    The axes of a hyperellipsoid are the eigenvectors of the covariance matrix, and its half-lengths are proportional to the roots of the
    eigenvalues.

    Parameters
    ----------
    means : ArrayLike
        Means, a row for each class.
    covariances : ArrayLike
        Covariance matrices: one for each class, or one for all.
    priors : list[float] or None, default=None
        Prior probability of each class; all the same by default.
        At least 0 and at most 1.
    points : ArrayLike or None, default=None
        Points to classify, a row each.
    fraction : float, default=0.95
        Fraction of a class that its hyperellipsoid holds.
        Above 0 and below 1.
    """
    return compute_tool("normal-classes", locals())


def bayes_decision(
    *,
    likelihoods: list[float] | None = None,
    priors: list[float] | None = None,
    posterior: list[float] | None = None,
    classes: ArrayLike | None = None,
    losses: ArrayLike | None = None,
    utilities: ArrayLike | None = None,
    actions: ArrayLike | None = None,
    reject: float | None = None,
) -> ComputeResult:
    """Bayes decision rule: posterior probabilities, discriminant functions in their three forms (minus the risk, posterior, likelihood
    times prior), conditional risks or expected utilities, log odds, and the best action.

    From priors and likelihoods p(x | C), or from posterior probabilities; with losses, utilities, and a cost of rejection if there is
    one.

    Parameters
    ----------
    likelihoods : list[float] or None, default=None
        Likelihood p(x | C) of each class.
        At least 0.
    priors : list[float] or None, default=None
        Prior probability P(C) of each class; all the same by default.
        At least 0 and at most 1.
    posterior : list[float] or None, default=None
        Posterior probability P(C | x) of each class, in place of likelihoods and priors.
        At least 0 and at most 1.
    classes : ArrayLike or None, default=None
        Names of the classes.
    losses : ArrayLike or None, default=None
        Losses: a row for each action, a column for each class; 1 for every mistake by default.
    utilities : ArrayLike or None, default=None
        Utilities, in place of losses: a row for each action, a column for each state.
    actions : ArrayLike or None, default=None
        Names of the actions.
    reject : float or None, default=None
        Cost of rejecting, which is an action more.
        At least 0.
    """
    return compute_tool("bayes-decision", locals())


def decision_regions(
    densities: list[str] | str,
    *,
    priors: list[float] | None = None,
    losses: ArrayLike | None = None,
    reject: float | None = None,
    classes: ArrayLike | None = None,
    low: float = -5.0,
    high: float = 5.0,
    points: int = 41,
) -> ComputeResult:
    """Decision regions and boundaries of classes with known densities, over one feature x or two features x and y, as a map of a grid;
    and the Bayes error over one feature.

    `hornbook compute decision-regions 'exp(-(x-1)^2/2);exp(-(x+1)^2/2)' --low -4 --high 4`.

    Parameters
    ----------
    densities : list[str] | str
        Density p(x | C) of each class: formulas of x, or of x and y.
    priors : list[float] or None, default=None
        Prior probability of each class; all the same by default.
        At least 0 and at most 1.
    losses : ArrayLike or None, default=None
        Losses: a row for each action, a column for each class; 1 for every mistake by default.
    reject : float or None, default=None
        Cost of rejecting, which is an action more.
        At least 0.
    classes : ArrayLike or None, default=None
        Names of the classes.
    low : float, default=-5.0
        Left end of the grid.
    high : float, default=5.0
        Right end of the grid.
    points : int, default=41
        Points of the grid along each feature.
        At least 2 and at most 2000.
    """
    return compute_tool("decision-regions", locals())


def expected_loss(
    joint: ArrayLike,
    *,
    hypotheses: ArrayLike | None = None,
    losses: ArrayLike | None = None,
    classes: ArrayLike | None = None,
    actions: ArrayLike | None = None,
    reject: float | None = None,
    values: list[float] | None = None,
    number_loss: Literal["squared", "absolute"] = "squared",
) -> ComputeResult:
    """Expected generalization loss over a finite world: Σ L(y, h(x)) P(x, y) of hypotheses, the best of them (h*), and the best rule there
    can be (the Bayes risk).

    The world is a table of joint probabilities, a row for each case x and a column for each y. Hypotheses say a class for each case, or
    with `values` a number.

    Parameters
    ----------
    joint : ArrayLike
        Joint probabilities P(x, y): a row for each case, a column for each class or value.
        At least 0.
    hypotheses : ArrayLike or None, default=None
        Hypotheses, a row each: for each case the class (from 0) that it says, or the number.
    losses : ArrayLike or None, default=None
        Losses: a row for each class or action that is said, a column for each that is true; 1 for every mistake by default.
    classes : ArrayLike or None, default=None
        Names of the classes.
    actions : ArrayLike or None, default=None
        Names of the actions, if they are not the classes.
    reject : float or None, default=None
        Cost of rejecting, which is an action more.
        At least 0.
    values : list[float] or None, default=None
        Numbers that the columns stand for, if numbers are predicted and not classes.
    number_loss : {"squared", "absolute"}, default="squared"
        Loss of a predicted number.

        - "squared": Squared error; the mean is best.
        - "absolute": Absolute error; the median is best.
    """
    return compute_tool("expected-loss", locals())


def empirical_loss(
    truth: ArrayLike,
    *,
    hypotheses: ArrayLike | None = None,
    predicted: ArrayLike | None = None,
    cases: ArrayLike | None = None,
    weights: list[float] | None = None,
    classes: ArrayLike | None = None,
    losses: ArrayLike | None = None,
) -> ComputeResult:
    """Empirical loss (empirical risk): the mean loss of hypotheses on examples, the best of them, and the best rule for cases that repeat.

    Parameters
    ----------
    truth : ArrayLike
        True class of each example.
    hypotheses : ArrayLike or None, default=None
        Hypotheses, a row each: the class (from 0, in the order of the names) that it says for each example.
    predicted : ArrayLike or None, default=None
        What one hypothesis says for each example, by name.
    cases : ArrayLike or None, default=None
        Case of each example (what is known of it): gives the rule of least empirical loss.
    weights : list[float] or None, default=None
        Weight of each example.
        At least 0.
    classes : ArrayLike or None, default=None
        Names of the classes, in the order of the losses; in alphabetical order by default.
    losses : ArrayLike or None, default=None
        Losses: a row for each class that is said, a column for each that is true; 1 for every mistake by default.
    """
    return compute_tool("empirical-loss", locals())


def hyperplane(
    weights: list[float],
    *,
    offset: float = 0.0,
    points: ArrayLike | None = None,
    labels: list[float] | None = None,
) -> ComputeResult:
    """Hyperplane g(x) = wᵀx + w₀: on which side points are, their distances and projections, functional and geometric margins of labeled
    points, the canonical form, and the augmented vectors that fold the bias in.

    The normal w is orthogonal to the hyperplane; a point is of class 1 if g(x) ≥ 0. The sign of w₀ says on which side the origin is.

    Parameters
    ----------
    weights : list[float]
        Normal w.
    offset : float, default=0.0
        Offset w₀ (bias, minus the threshold).
    points : ArrayLike or None, default=None
        Points, a row each.
    labels : list[float] or None, default=None
        Class of each point: 1 where it should be above the hyperplane, −1 (or 0) where below.
    """
    return compute_tool("hyperplane", locals())


def perceptron_gate(
    gate: Literal["and", "or", "nand", "nor", "xor"],
    *,
    inputs: int = 2,
    coding: Literal["zero_one", "plus_minus"] = "zero_one",
) -> ComputeResult:
    """Boolean function by one perceptron: the weights of AND, OR, NAND and NOR, with the truth table; XOR needs two layers, which are shown.

    Parameters
    ----------
    gate : {"and", "or", "nand", "nor", "xor"}
        Boolean function.

        - "and": All inputs are true.
        - "or": At least one input is true.
        - "nand": Not all inputs are true.
        - "nor": No input is true.
        - "xor": An odd number of inputs is true.
    inputs : int, default=2
        Number of inputs.
        At least 1 and at most 10.
    coding : {"zero_one", "plus_minus"}, default="zero_one"
        How truth values are written.

        - "zero_one": False is 0, true is 1.
        - "plus_minus": False is −1, true is 1.
    """
    return compute_tool("perceptron-gate", locals())


def boolean_network(
    formula: str,
    *,
    inputs: list[float] | None = None,
) -> ComputeResult:
    """Boolean formula in disjunctive or conjunctive normal form as a two-layer perceptron network: a unit for each term, and one that joins
    them.

    `hornbook compute boolean-network 'a & !b | !a & b'`. A formula may need exponentially many units.

    Parameters
    ----------
    formula : str
        Formula: terms of literals joined by &, joined by | (DNF); or clauses joined by | in brackets, joined by & (CNF). ! is not.
    inputs : list[float] or None, default=None
        Values of the variables, in order of their first occurrence, 0 or 1: what the units say.
        At least 0 and at most 1.
    """
    return compute_tool("boolean-network", locals())


def loss_surface(
    x: list[float],
    y: list[float],
    *,
    intercepts: list[float] = [-1.0,1.0],
    slopes: list[float] = [-1.0,1.0],
    points: int = 5,
) -> ComputeResult:
    """Loss surface of simple linear regression: the sum of squared errors of lines over a grid of intercepts and slopes, which is convex,
    and its lowest point beside the least-squares line.

    Parameters
    ----------
    x : list[float]
        Inputs.
    y : list[float]
        Targets.
    intercepts : list[float], default=[-1.0,1.0]
        First and last intercept w₀ of the grid.
    slopes : list[float], default=[-1.0,1.0]
        First and last slope w₁ of the grid.
    points : int, default=5
        Points along each side of the grid.
        At least 2 and at most 1000.
    """
    return compute_tool("loss-surface", locals())


def constrained_regression(
    budget: float,
    *,
    x: ArrayLike | None = None,
    y: list[float] | None = None,
    table: Any | None = None,
    target: str | None = None,
    shape: Literal["l1", "l2"] = "l1",
    fit_intercept: bool = True,
) -> ComputeResult:
    """Constrained regularization: least squares subject to a complexity of at most c, and the penalty λ (alpha) that is equivalent to it.

    Parameters
    ----------
    budget : float
        Largest complexity c.
        Above 0.
    x : ArrayLike or None, default=None
        Inputs, a row each.
    y : list[float] or None, default=None
        Targets.
    table : Any or None, default=None
        A table, in place of x and y.
    target : str or None, default=None
        Target column of the table.
    shape : {"l1", "l2"}, default="l1"
        Shape of the constraint.

        - "l1": Σ|w| ≤ c: a diamond, whose corners are zeros (lasso).
        - "l2": Σw² ≤ c: a ball (ridge).
    fit_intercept : bool, default=True
        Whether an intercept is fitted, which is free.
    """
    return compute_tool("constrained-regression", locals())


def basis_terms(
    columns: int,
    *,
    degree: int = 2,
    interaction_only: bool = False,
    rows: int = 1000,
) -> ComputeResult:
    """Basis expansion: the product terms of a polynomial of some degree in some columns, how many there are, and what it costs to fit them
    beside the linear fit.

    There are C(d + k, k) − 1 terms of degree at most k in d columns; least squares takes n p² steps for p of them.

    Parameters
    ----------
    columns : int
        Number of columns, d.
        At least 1 and at most 10000.
    degree : int, default=2
        Largest degree, k.
        At least 1 and at most 100.
    interaction_only : bool, default=False
        Only products of different columns.
    rows : int, default=1000
        Rows of the training set, n, for the cost.
        At least 1.
    """
    return compute_tool("basis-terms", locals())


def tree_rules(
    *,
    model: Any | None = None,
    table: Any | None = None,
    target: str | None = None,
    learner: Estimator | str = "decision-tree",
    only_class: str | None = None,
) -> ComputeResult:
    """Decision tree as logic: for each class a disjunction of conjunctions (DNF), a rule for each path, and the attributes that the tree never
    tests.

    From a trained tree, or from a table, on which a tree is trained first.

    Parameters
    ----------
    model : Any or None, default=None
        A trained decision tree.
    table : Any or None, default=None
        A table to train a tree on.
    target : str or None, default=None
        Target column of the table.
    learner : Estimator | str, default="decision-tree"
        Learner of the tree, like id3 or decision-tree(max_depth=3).
    only_class : str or None, default=None
        Only this class.
    """
    return compute_tool("tree-rules", locals())


def logic_tree(
    *,
    formula: str | None = None,
    truth_table: list[float] | None = None,
) -> ComputeResult:
    """Decision tree of a propositional formula or a truth table: every Boolean function has one, though not always a small one.

    `hornbook compute logic-tree 'a and (b or not c)'`. A truth table is the list of its results, for variables x1, x2, … that count up in
    binary.

    Parameters
    ----------
    formula : str or None, default=None
        Formula with not, and, xor, or, implies, iff.
    truth_table : list[float] or None, default=None
        Results of a truth table, 0 or 1, in place of a formula; 2, 4, 8, … of them.
        At least 0 and at most 1.
    """
    return compute_tool("logic-tree", locals())


def feature_ranking(
    table: Any,
    target: str,
    *,
    classify: bool = False,
    without: ArrayLike = [],
    only: ArrayLike | None = None,
    weight: str | None = None,
) -> ComputeResult:
    """Feature ranking by information gain (univariate feature selection), with gain ratio, Gini and chi-square test, and contradictory rows
    (label noise).

    Parameters
    ----------
    table : Any
        The table.
    target : str
        Target column.
    classify : bool, default=False
        Classification: take the target's values as classes even if they are numbers.
    without : ArrayLike, default=[]
        Features to exclude.
    only : ArrayLike or None, default=None
        The only features to use.
    weight : str or None, default=None
        Sample weight column (frequency weights: 2 is the row twice, 0 the row absent).
    """
    return compute_tool("feature-ranking", locals())


def proportion_interval(
    successes: float,
    n: float,
    *,
    level: float = 0.95,
    truth: float | None = None,
) -> ComputeResult:
    """Confidence interval of a proportion or error rate: normal approximation e ± z √(e(1 − e)/n), with its validity checks, Wilson's
    interval, and the exact binomial interval (Clopper–Pearson).

    `hornbook compute proportion-interval 12 40`: of 40 test rows, 12 are misclassified. The rows must be drawn independently of the
    hypothesis and of each other.

    Parameters
    ----------
    successes : float
        Number of successes, or of errors.
        At least 0.
    n : float
        Number of trials, or of test rows.
        Above 0.
    level : float, default=0.95
        Confidence level.
        Above 0 and below 1.
    truth : float or None, default=None
        True proportion p, if it is known: gives the true standard deviation √(p(1 − p)/n) beside the estimated one.
        At least 0 and at most 1.
    """
    return compute_tool("proportion-interval", locals())


def confidence_interval(
    *,
    values: list[float] | None = None,
    estimate: float | None = None,
    standard_error: float = 1.0,
    family: Literal["bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"] = "normal",
    parameters: dict[str, float] | ArrayLike = [],
    errors: list[float] | None = None,
    level: float = 0.95,
    sides: Literal["two_sided", "lower", "upper"] = "two_sided",
) -> ComputeResult:
    """Confidence interval from any sampling distribution, two-sided or one-sided; or of the mean of some values.

    The general recipe: an estimate, and the distribution of its error (estimate − truth). That is a family of distributions times the
    standard error, or errors that a simulation or bootstrap gave.

    Parameters
    ----------
    values : list[float] or None, default=None
        Values whose mean is estimated (Student's interval), in place of an estimate.
    estimate : float or None, default=None
        The estimate.
    standard_error : float, default=1.0
        Standard error of the estimate, which the distribution is multiplied by.
        Above 0.
    family : {"bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"}, default="normal"
        Family of the distribution of the error.

        - "bernoulli": Bernoulli distribution of one trial: p.
        - "binomial": Binomial distribution, successes in n trials: n, p.
        - "geometric": Geometric distribution, failures before the first success: p.
        - "negative_binomial": Negative binomial distribution, failures before r successes: r, p.
        - "hypergeometric": Hypergeometric distribution, marked ones among those drawn without replacement: total, marked, drawn.
        - "beta_binomial": Beta-binomial distribution: n, a, b.
        - "poisson": Poisson distribution of counts: mean.
        - "normal": Normal (Gaussian) distribution: mean, deviation.
        - "student": Student's t distribution: degrees, location, scale.
        - "chi_square": Chi-square distribution: degrees.
        - "fisher": Fisher's F distribution: numerator, denominator (degrees of freedom).
        - "gamma": Gamma distribution by shape and rate (mean shape/rate): shape, rate.
        - "inverse_gamma": Inverse gamma distribution: shape, scale.
        - "beta": Beta distribution: a, b.
        - "exponential": Exponential distribution: rate.
        - "uniform": Uniform distribution on an interval: low, high.
        - "log_normal": Log-normal distribution, by mean and deviation of the logarithm: mean, deviation.
        - "laplace": Laplace (double exponential) distribution: location, scale.
        - "logistic": Logistic distribution: location, scale.
        - "cauchy": Cauchy distribution: location, scale.
        - "weibull": Weibull distribution: shape, scale.
        - "lomax": Lomax (Pareto type II) distribution: shape, scale.
    parameters : dict[str, float] | ArrayLike, default=[]
        Parameters of the family, by name or in order.
    errors : list[float] or None, default=None
        Errors (estimate − truth) of simulated estimates, in place of a family.
    level : float, default=0.95
        Confidence level.
        Above 0 and below 1.
    sides : {"two_sided", "lower", "upper"}, default="two_sided"
        Which ends the interval has.

        - "two_sided": Both ends, with half of the error on each side.
        - "lower": A lower bound only.
        - "upper": An upper bound only.
    """
    return compute_tool("confidence-interval", locals())


def central_limit(
    *,
    values: list[float] | None = None,
    mean: float | None = None,
    n: float | None = None,
    true_mean: float = 0.0,
    deviation: float | None = None,
    simulate: Literal["bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"] | None = None,
    parameters: dict[str, float] | ArrayLike = [],
    sizes: list[float] = [1.0,5.0,30.0,100.0],
    samples: int = 2000,
    level: float = 0.95,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Central limit theorem: the mean of n values in units of its standard error, z = (x̄ − μ)/(σ/√n), the confidence interval of a mean,
    and a simulation of how means of any distribution become normal.

    Parameters
    ----------
    values : list[float] or None, default=None
        A sample.
    mean : float or None, default=None
        Mean of a sample, in place of its values.
    n : float or None, default=None
        Size of the sample, beside its mean.
        At least 1.
    true_mean : float, default=0.0
        True mean μ.
    deviation : float or None, default=None
        True standard deviation σ; without one, the sample's own is taken.
        Above 0.
    simulate : {"bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"} or None, default=None
        Family of distributions to simulate means of, in place of a sample.

        - "bernoulli": Bernoulli distribution of one trial: p.
        - "binomial": Binomial distribution, successes in n trials: n, p.
        - "geometric": Geometric distribution, failures before the first success: p.
        - "negative_binomial": Negative binomial distribution, failures before r successes: r, p.
        - "hypergeometric": Hypergeometric distribution, marked ones among those drawn without replacement: total, marked, drawn.
        - "beta_binomial": Beta-binomial distribution: n, a, b.
        - "poisson": Poisson distribution of counts: mean.
        - "normal": Normal (Gaussian) distribution: mean, deviation.
        - "student": Student's t distribution: degrees, location, scale.
        - "chi_square": Chi-square distribution: degrees.
        - "fisher": Fisher's F distribution: numerator, denominator (degrees of freedom).
        - "gamma": Gamma distribution by shape and rate (mean shape/rate): shape, rate.
        - "inverse_gamma": Inverse gamma distribution: shape, scale.
        - "beta": Beta distribution: a, b.
        - "exponential": Exponential distribution: rate.
        - "uniform": Uniform distribution on an interval: low, high.
        - "log_normal": Log-normal distribution, by mean and deviation of the logarithm: mean, deviation.
        - "laplace": Laplace (double exponential) distribution: location, scale.
        - "logistic": Logistic distribution: location, scale.
        - "cauchy": Cauchy distribution: location, scale.
        - "weibull": Weibull distribution: shape, scale.
        - "lomax": Lomax (Pareto type II) distribution: shape, scale.
    parameters : dict[str, float] | ArrayLike, default=[]
        Parameters of the family, by name or in order.
    sizes : list[float], default=[1.0,5.0,30.0,100.0]
        Sizes of the simulated samples.
        At least 1 and at most 100000.
    samples : int, default=2000
        Number of simulated samples of each size.
        At least 2 and at most 1000000.
    level : float, default=0.95
        Confidence level.
        Above 0 and below 1.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("central-limit", locals())


def true_error(
    *,
    probabilities: list[float] | None = None,
    predicted: ArrayLike | None = None,
    truth: ArrayLike | None = None,
    hypothesis: str | None = None,
    target: str | None = None,
    family: Literal["bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"] = "uniform",
    parameters: dict[str, float] | ArrayLike = [],
    draws: int = 100000,
    level: float = 0.95,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """True error of a hypothesis, P(h(x) ≠ f(x)): an exact sum over finitely many instances, or a Monte Carlo estimate over a
    distribution of x.

    A formula says 1 where it is above 0, else 0.

    Parameters
    ----------
    probabilities : list[float] or None, default=None
        Probability of each instance.
        At least 0.
    predicted : ArrayLike or None, default=None
        What the hypothesis says of each instance.
    truth : ArrayLike or None, default=None
        What is true of each instance.
    hypothesis : str or None, default=None
        Hypothesis h, a formula of x that is above 0 where it says 1.
    target : str or None, default=None
        Target f, a formula of x that is above 0 where 1 is true.
    family : {"bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"}, default="uniform"
        Family of the distribution of x.

        - "bernoulli": Bernoulli distribution of one trial: p.
        - "binomial": Binomial distribution, successes in n trials: n, p.
        - "geometric": Geometric distribution, failures before the first success: p.
        - "negative_binomial": Negative binomial distribution, failures before r successes: r, p.
        - "hypergeometric": Hypergeometric distribution, marked ones among those drawn without replacement: total, marked, drawn.
        - "beta_binomial": Beta-binomial distribution: n, a, b.
        - "poisson": Poisson distribution of counts: mean.
        - "normal": Normal (Gaussian) distribution: mean, deviation.
        - "student": Student's t distribution: degrees, location, scale.
        - "chi_square": Chi-square distribution: degrees.
        - "fisher": Fisher's F distribution: numerator, denominator (degrees of freedom).
        - "gamma": Gamma distribution by shape and rate (mean shape/rate): shape, rate.
        - "inverse_gamma": Inverse gamma distribution: shape, scale.
        - "beta": Beta distribution: a, b.
        - "exponential": Exponential distribution: rate.
        - "uniform": Uniform distribution on an interval: low, high.
        - "log_normal": Log-normal distribution, by mean and deviation of the logarithm: mean, deviation.
        - "laplace": Laplace (double exponential) distribution: location, scale.
        - "logistic": Logistic distribution: location, scale.
        - "cauchy": Cauchy distribution: location, scale.
        - "weibull": Weibull distribution: shape, scale.
        - "lomax": Lomax (Pareto type II) distribution: shape, scale.
    parameters : dict[str, float] | ArrayLike, default=[]
        Parameters of the family, by name or in order.
    draws : int, default=100000
        Number of instances drawn.
        At least 1 and at most 100000000.
    level : float, default=0.95
        Confidence level.
        Above 0 and below 1.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("true-error", locals())


def coverage(
    p: float,
    *,
    n: int = 40,
    samples: int = 10000,
    level: float = 0.95,
    interval: Literal["normal", "wilson", "exact"] = "normal",
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Repeated-sampling experiment: the error rates of many samples, their histogram, and how often the confidence interval holds the
    true error (its coverage).

    Parameters
    ----------
    p : float
        True error p.
        At least 0 and at most 1.
    n : int, default=40
        Rows of each sample, n.
        At least 1 and at most 1000000.
    samples : int, default=10000
        Number of samples, k.
        At least 1 and at most 1000000.
    level : float, default=0.95
        Confidence level of the intervals.
        Above 0 and below 1.
    interval : {"normal", "wilson", "exact"}, default="normal"
        Interval that is tried.

        - "normal": Normal approximation.
        - "wilson": Wilson's interval.
        - "exact": Exact interval of Clopper and Pearson.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("coverage", locals())


def estimator(
    *,
    estimator: Literal["mean", "median", "variance_n", "variance", "deviation", "maximum", "training_error"] = "mean",
    family: Literal["bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"] = "normal",
    parameters: dict[str, float] | ArrayLike = [],
    n: int = 10,
    draws: int = 10000,
    hypotheses: int = 10,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Bias and variance of an estimator, by simulation: E[Y] − truth, Var[Y], and the expected squared error.

    Among unbiased estimators the one of least variance is best. The training error is optimistically biased, because the hypothesis
    is not independent of the sample.

    Parameters
    ----------
    estimator : {"mean", "median", "variance_n", "variance", "deviation", "maximum", "training_error"}, default="mean"
        Estimator Y.

        - "mean": Sample mean, of the mean.
        - "median": Sample median, of the median.
        - "variance_n": Variance with divisor n, of the variance.
        - "variance": Variance with divisor n − 1, of the variance.
        - "deviation": Standard deviation with divisor n − 1, of the standard deviation.
        - "maximum": Largest value, of the largest possible value.
        - "training_error": Training error: the least error rate of several hypotheses on the sample by which the best is chosen, of its true error p (a Bernoulli distribution).
    family : {"bernoulli", "binomial", "geometric", "negative_binomial", "hypergeometric", "beta_binomial", "poisson", "normal", "student", "chi_square", "fisher", "gamma", "inverse_gamma", "beta", "exponential", "uniform", "log_normal", "laplace", "logistic", "cauchy", "weibull", "lomax"}, default="normal"
        Family of the distribution of the values.

        - "bernoulli": Bernoulli distribution of one trial: p.
        - "binomial": Binomial distribution, successes in n trials: n, p.
        - "geometric": Geometric distribution, failures before the first success: p.
        - "negative_binomial": Negative binomial distribution, failures before r successes: r, p.
        - "hypergeometric": Hypergeometric distribution, marked ones among those drawn without replacement: total, marked, drawn.
        - "beta_binomial": Beta-binomial distribution: n, a, b.
        - "poisson": Poisson distribution of counts: mean.
        - "normal": Normal (Gaussian) distribution: mean, deviation.
        - "student": Student's t distribution: degrees, location, scale.
        - "chi_square": Chi-square distribution: degrees.
        - "fisher": Fisher's F distribution: numerator, denominator (degrees of freedom).
        - "gamma": Gamma distribution by shape and rate (mean shape/rate): shape, rate.
        - "inverse_gamma": Inverse gamma distribution: shape, scale.
        - "beta": Beta distribution: a, b.
        - "exponential": Exponential distribution: rate.
        - "uniform": Uniform distribution on an interval: low, high.
        - "log_normal": Log-normal distribution, by mean and deviation of the logarithm: mean, deviation.
        - "laplace": Laplace (double exponential) distribution: location, scale.
        - "logistic": Logistic distribution: location, scale.
        - "cauchy": Cauchy distribution: location, scale.
        - "weibull": Weibull distribution: shape, scale.
        - "lomax": Lomax (Pareto type II) distribution: shape, scale.
    parameters : dict[str, float] | ArrayLike, default=[]
        Parameters of the family, by name or in order.
    n : int, default=10
        Values of each sample, n.
        At least 1 and at most 1000000.
    draws : int, default=10000
        Number of samples.
        At least 2 and at most 10000000.
    hypotheses : int, default=10
        Number of hypotheses among which the training error is the least.
        At least 1 and at most 100000.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("estimator", locals())


def t_test(
    values: list[float],
    *,
    second: list[float] | None = None,
    expected: float = 0.0,
    alternative: Literal["two_sided", "less", "greater"] = "two_sided",
    alpha: float = 0.05,
) -> ComputeResult:
    """Student's t-test: the mean of some values against an expected one, or two learners on the same folds (paired t-test).

    The paired test is that of the differences δᵢ: T = δ̄/√(Σ(δᵢ − δ̄)²/(k(k − 1))) with k − 1 degrees of freedom. Folds of a
    cross-validation overlap, so its p-values are too small; `hornbook compare` uses the corrected test.

    Parameters
    ----------
    values : list[float]
        Values, or the scores of the first learner.
    second : list[float] or None, default=None
        Scores of the second learner on the same folds, for a paired test.
    expected : float, default=0.0
        Mean that is tested against, μ₀.
    alternative : {"two_sided", "less", "greater"}, default="two_sided"
        Alternative hypothesis.

        - "two_sided": The difference is not 0 (two-tailed).
        - "less": The difference is below 0 (one-tailed).
        - "greater": The difference is above 0 (one-tailed).
    alpha : float, default=0.05
        Significance level α.
        Above 0 and below 1.
    """
    return compute_tool("t-test", locals())


def two_sample_t_test(
    first: list[float],
    second: list[float],
    *,
    pooled: bool = False,
    alternative: Literal["two_sided", "less", "greater"] = "two_sided",
    alpha: float = 0.05,
) -> ComputeResult:
    """Two-sample t-test: whether two independent samples differ in their means, with a confidence interval and an effect size.

    Welch's test by default: each sample has its own variance, and the degrees of freedom are those of Welch and Satterthwaite. Pairs,
    such as two learners on the same folds, are not independent: `t-test` compares them.

    Parameters
    ----------
    first : list[float]
        Values of the first sample.
    second : list[float]
        Values of the second sample.
    pooled : bool, default=False
        Pooled variance (Student's test): assume that both samples have the same variance.
    alternative : {"two_sided", "less", "greater"}, default="two_sided"
        Alternative hypothesis.

        - "two_sided": The difference is not 0 (two-tailed).
        - "less": The difference is below 0 (one-tailed).
        - "greater": The difference is above 0 (one-tailed).
    alpha : float, default=0.05
        Significance level α.
        Above 0 and below 1.
    """
    return compute_tool("two-sample-t-test", locals())


def error_difference(
    first_errors: int,
    first_rows: int,
    second_errors: int,
    *,
    second_rows: int | None = None,
    only_first: int | None = None,
    alternative: Literal["two_sided", "less", "greater"] = "two_sided",
    level: float = 0.95,
) -> ComputeResult:
    """Difference of two error rates: on independent samples, or on the same rows (conservative with the counts of errors alone; exact
    pairs if it is known on how many rows only the one errs).

    Parameters
    ----------
    first_errors : int
        Errors of the first hypothesis.
    first_rows : int
        Rows it was tested on.
        At least 1.
    second_errors : int
        Errors of the second hypothesis.
    second_rows : int or None, default=None
        Rows that the second one was tested on; the same rows as the first if left out.
        At least 1.
    only_first : int or None, default=None
        Rows on which only the first one errs (of the same rows).
    alternative : {"two_sided", "less", "greater"}, default="two_sided"
        Alternative hypothesis.

        - "two_sided": The difference is not 0 (two-tailed).
        - "less": The difference is below 0 (one-tailed).
        - "greater": The difference is above 0 (one-tailed).
    level : float, default=0.95
        Confidence level.
        Above 0 and below 1.
    """
    return compute_tool("error-difference", locals())


def sample_size(
    first: float,
    second: float,
    *,
    alpha: float = 0.05,
    power: float = 0.8,
    rows: int | None = None,
) -> ComputeResult:
    """Sample size and power: how many test rows each of two error rates needs for their difference to be noticed, and how probably it is.

    Parameters
    ----------
    first : float
        First true error rate.
        At least 0 and at most 1.
    second : float
        Second true error rate.
        At least 0 and at most 1.
    alpha : float, default=0.05
        Significance level α.
        Above 0 and below 1.
    power : float, default=0.8
        Power that is wanted.
        Above 0 and below 1.
    rows : int or None, default=None
        Rows of each sample, if they are given: what power they have.
        At least 1.
    """
    return compute_tool("sample-size", locals())


def overfitting(
    training: float,
    validation: float,
    other_training: float,
    other_validation: float,
) -> ComputeResult:
    """Overfitting (Mitchell's definition): a hypothesis overfits if there is another one with the larger training error and the smaller
    true (or validation) error.

    Parameters
    ----------
    training : float
        Training error of the hypothesis.
    validation : float
        True or validation error of the hypothesis.
    other_training : float
        Training error of the other hypothesis.
    other_validation : float
        True or validation error of the other hypothesis.
    """
    return compute_tool("overfitting", locals())


def bias_variance(
    table: Any,
    target: str,
    *,
    learner: Estimator | str = "decision-tree",
    rounds: int = 50,
    samples: Literal["bootstrap", "disjoint"] = "bootstrap",
    test_fraction: float = 0.3,
    noise: float = 0.0,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Bias-variance decomposition of a learner: it is trained on many samples of a table and all models are tested on the same rows.

    A simple learner has high bias and low variance, a complex one the reverse; the best one has the least sum.

    Parameters
    ----------
    table : Any
        The table.
    target : str
        Target column.
    learner : Estimator | str, default="decision-tree"
        Learner, like decision-tree(max_depth=3).
    rounds : int, default=50
        Number of training sets.
        At least 2 and at most 100000.
    samples : {"bootstrap", "disjoint"}, default="bootstrap"
        How training sets are drawn.

        - "bootstrap": With replacement.
        - "disjoint": Parts that share no rows.
    test_fraction : float, default=0.3
        Fraction of the rows that is held out for testing.
        Above 0 and below 1.
    noise : float, default=0.0
        Variance of the noise of the target, if it is known.
        At least 0.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("bias-variance", locals())


def error_causes(
    joint: ArrayLike,
    hypotheses: ArrayLike,
    *,
    losses: ArrayLike | None = None,
    rows: int = 20,
    draws: int = 1000,
    looks: int | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Causes of error: noise, unrealizability, variance and search, whose sum is the expected loss of what a learner finds.

    The world is finite: the joint probabilities of cases and classes are known, and every hypothesis says a class for each case. A
    learner that looks at all hypotheses has no error of search; one that looks at some of them (a local search) has.

    Parameters
    ----------
    joint : ArrayLike
        Joint probabilities P(x, y): a row for each case, a column for each class.
        At least 0.
    hypotheses : ArrayLike
        Hypotheses, a row each: the class (from 0) that it says for each case.
    losses : ArrayLike or None, default=None
        Losses, a row for each class that is said and a column for each that is true; 1 for every mistake by default.
    rows : int, default=20
        Rows of each training set.
        At least 1 and at most 1000000.
    draws : int, default=1000
        Number of training sets.
        At least 2 and at most 1000000.
    looks : int or None, default=None
        How many hypotheses the learner looks at, drawn at random; all by default.
        At least 1.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("error-causes", locals())


def expected_difference(
    table: Any,
    target: str,
    *,
    first: Estimator | str = "decision-tree",
    second: Estimator | str = "baseline",
    training_rows: int = 100,
    test_rows: int = 1000,
    rounds: int = 100,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Expected difference of two learning algorithms over training sets of one size, where the distribution is known: the rows of a table
    are the population, from which training and test rows are drawn with replacement.

    Parameters
    ----------
    table : Any
        The table whose rows are the population.
    target : str
        Target column.
    first : Estimator | str, default="decision-tree"
        First learner, like decision-tree(max_depth=3).
    second : Estimator | str, default="baseline"
        Second learner.
    training_rows : int, default=100
        Rows of each training set.
        At least 1 and at most 10000000.
    test_rows : int, default=1000
        Rows that each pair of models is tested on.
        At least 1 and at most 10000000.
    rounds : int, default=100
        Number of training sets.
        At least 2 and at most 100000.
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("expected-difference", locals())


def description_length(
    *,
    names: ArrayLike | None = None,
    hypothesis_bits: list[float] | None = None,
    data_bits: list[float] | None = None,
    priors: list[float] | None = None,
    likelihoods: list[float] | None = None,
    other_bits: list[float] | None = None,
) -> ComputeResult:
    """Minimum description length: the hypothesis for which L(h) + L(D | h) is least, in your own codes or in the optimal codes −log₂ P(h)
    and −log₂ P(D | h), for which it is the MAP hypothesis.

    With a second representation (other lengths of the same hypotheses) the choice may change: Occam's razor depends on the
    representation.

    Parameters
    ----------
    names : ArrayLike or None, default=None
        Names of the hypotheses.
    hypothesis_bits : list[float] or None, default=None
        Bits of each hypothesis, L(h).
        At least 0.
    data_bits : list[float] or None, default=None
        Bits of the data given each hypothesis, L(D | h).
        At least 0.
    priors : list[float] or None, default=None
        Prior probabilities P(h), for the optimal codes.
        At least 0 and at most 1.
    likelihoods : list[float] or None, default=None
        Likelihoods P(D | h), for the optimal codes.
        At least 0.
    other_bits : list[float] or None, default=None
        Bits of each hypothesis in another representation.
        At least 0.
    """
    return compute_tool("description-length", locals())


def regularized_cost(
    losses: list[float],
    complexities: list[float],
    *,
    penalties: list[float] = [1.0],
    names: ArrayLike | None = None,
) -> ComputeResult:
    """Regularized cost: Cost(h) = EmpLoss(h) + λ Complexity(h), and the hypothesis of least cost, for one or several λ.

    Parameters
    ----------
    losses : list[float]
        Empirical loss of each hypothesis.
    complexities : list[float]
        Complexity of each hypothesis.
    penalties : list[float], default=[1.0]
        Conversion rates λ between loss and complexity.
        At least 0.
    names : ArrayLike or None, default=None
        Names of the hypotheses.
    """
    return compute_tool("regularized-cost", locals())


def majority_vote(
    members: int,
    error: float,
) -> ComputeResult:
    """Majority vote of independent members (Condorcet's jury theorem): how often the majority is wrong if each member is wrong with some
    probability.

    Parameters
    ----------
    members : int
        Number of members.
        At least 1.
    error : float
        Error rate of each member.
        At least 0 and at most 1.
    """
    return compute_tool("majority-vote", locals())


def ensemble_diversity(
    model: Any,
    table: Any,
) -> ComputeResult:
    """Accuracy and diversity of the members of an ensemble on rows that it was not trained on: disagreement, double fault, correlation of
    errors, Q statistic, kappa.

    Parameters
    ----------
    model : Any
        A trained ensemble.
    table : Any
        A table with test rows.
    """
    return compute_tool("ensemble-diversity", locals())


def stability(
    table: Any,
    target: str,
    *,
    learner: Estimator | str = "decision-tree",
    rounds: int = 10,
    left_out: float = 0.1,
    classify: bool = False,
    without: ArrayLike = [],
    only: ArrayLike | None = None,
    weight: str | None = None,
    random_state: int | None = None,
    n_jobs: int | None = None,
) -> ComputeResult:
    """Stability of a learner: how much what it predicts changes with the training set (variance); bagging helps unstable learners.

    Parameters
    ----------
    table : Any
        The table.
    target : str
        Target column.
    learner : Estimator | str, default="decision-tree"
        Learner, like decision-tree(max_depth=3).
    rounds : int, default=10
        Number of models to compare.
        At least 2 and at most 10000.
    left_out : float, default=0.1
        Fraction of the rows left out of each training set.
        Above 0 and below 1.
    classify : bool, default=False
        Classification: take the target's values as classes even if they are numbers.
    without : ArrayLike, default=[]
        Features to exclude.
    only : ArrayLike or None, default=None
        The only features to use.
    weight : str or None, default=None
        Sample weight column (frequency weights: 2 is the row twice, 0 the row absent).
    random_state : int or None, default=None
        Random seed; 0 by default.
    n_jobs : int or None, default=None
        Number of threads; all cores by default.
    """
    return compute_tool("stability", locals())


def class_indicators(
    *,
    labels: ArrayLike | None = None,
    numbers: list[float] | None = None,
    threshold: float | None = None,
) -> ComputeResult:
    """One-hot target encoding (label binarization): a vector of 0 and 1 for each label, with exactly one 1, at the place of its class;
    numbers are divided into two classes at a threshold.

    Classes are in alphabetical order. These are the targets of K two-class problems, one against all others.

    Parameters
    ----------
    labels : ArrayLike or None, default=None
        The class labels.
    numbers : list[float] or None, default=None
        Numbers in place of labels, to be divided at the threshold.
    threshold : float or None, default=None
        Numbers above it are one class, all others the other.
    """
    return compute_tool("class-indicators", locals())
