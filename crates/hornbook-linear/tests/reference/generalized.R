# Generalized linear models as R fits them: Rscript generalized.R > generalized_r.json
# Data sets of R itself and of its recommended package MASS.
options(digits = 17)
number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "null")
list_of <- function(x) {
  if (is.numeric(x)) paste0("[", paste(number(x), collapse = ","), "]")
  else paste0("[", paste0('"', as.character(x), '"', collapse = ","), "]")
}
entry <- function(key, value) paste0('"', key, '":', value)
tight <- glm.control(epsilon = 1e-15, maxit = 200)

# One fit: the data that it saw, and what summary(glm) says.
fit <- function(name, data, formula, family, r_family, link, ...) {
  model <- suppressWarnings(glm(formula, family = r_family, data = data, control = tight, ...))
  s <- summary(model)
  frame <- model.frame(model)
  target <- as.character(formula[[2]])
  columns <- setdiff(all.vars(formula[[3]]), ".")
  if ("." %in% all.vars(formula[[3]])) columns <- setdiff(names(data), target)
  table <- c(columns, target)
  cells <- sapply(table, function(c) entry(c, list_of(if (is.factor(data[[c]])) as.character(data[[c]]) else as.numeric(data[[c]]))))
  first <- columns[sapply(columns, function(c) is.factor(data[[c]]))]
  levels <- sapply(first, function(c) entry(c, list_of(levels(data[[c]]))))
  fields <- c(
    entry("family", paste0('"', family, '"')),
    entry("link", paste0('"', link, '"')),
    entry("intercept", ifelse(attr(terms(model), "intercept") == 1, "true", "false")),
    entry("target", paste0('"', target, '"')),
    entry("columns", list_of(table)),
    entry("data", paste0("{", paste(cells, collapse = ","), "}")),
    entry("levels", paste0("{", paste(levels, collapse = ","), "}")),
    entry("names", list_of(rownames(s$coefficients))),
    entry("weights", list_of(s$coefficients[, 1])),
    entry("errors", list_of(s$coefficients[, 2])),
    entry("statistics", list_of(s$coefficients[, 3])),
    entry("p_values", list_of(s$coefficients[, 4])),
    entry("null_deviance", number(s$null.deviance)),
    entry("null_degrees", number(s$df.null)),
    entry("deviance", number(s$deviance)),
    entry("degrees", number(s$df.residual)),
    entry("dispersion", number(s$dispersion)),
    entry("pearson", number(sum(residuals(model, "pearson")^2))),
    entry("aic", number(model$aic)),
    entry("means", list_of(fitted(model)))
  )
  entry(name, paste0("{", paste(fields, collapse = ","), "}"))
}

library(MASS)
cars <- mtcars
insurance <- data.frame(Claims = Insurance$Claims, Holders = Insurance$Holders,
                        District = factor(as.character(Insurance$District)), Age = as.numeric(Insurance$Age))
quine2 <- data.frame(Eth = quine$Eth, Sex = quine$Sex, Age = quine$Age, Days = quine$Days)
quine3 <- quine2; quine3$Days <- quine3$Days + 1
fits <- c(
  fit("warpbreaks", warpbreaks, breaks ~ wool + tension, "poisson", poisson("log"), "log"),
  fit("quine", quine2, Days ~ Eth + Sex + Age, "poisson", poisson("log"), "log"),
  fit("carburettors, root", cars, carb ~ hp + wt, "poisson", poisson("sqrt"), "sqrt"),
  fit("carburettors, identity", cars, carb ~ hp, "poisson", poisson("identity"), "identity"),
  fit("carburettors, no constant", cars, carb ~ hp + wt - 1, "poisson", poisson("log"), "log"),
  fit("miles, gamma", cars, mpg ~ hp + wt + qsec, "gamma", Gamma("log"), "log"),
  fit("miles, gamma, inverse", cars, mpg ~ hp + wt, "gamma", Gamma("inverse"), "inverse"),
  fit("miles, gamma, no constant", cars, mpg ~ hp + wt - 1, "gamma", Gamma("inverse"), "inverse"),
  fit("days, gamma", quine3, Days ~ Eth + Age, "gamma", Gamma("log"), "log"),
  fit("miles, inverse gaussian", cars, mpg ~ hp + wt, "inverse_gaussian", inverse.gaussian("log"), "log"),
  fit("miles, inverse gaussian, canonical", cars, mpg ~ hp + wt, "inverse_gaussian", inverse.gaussian("1/mu^2"), "inverse_square"),
  fit("miles, normal", cars, mpg ~ hp + wt, "normal", gaussian("identity"), "identity"),
  fit("miles, normal, log", cars, mpg ~ hp + wt, "normal", gaussian("log"), "log"),
  fit("miles, normal, inverse", cars, mpg ~ hp + wt, "normal", gaussian("inverse"), "inverse")
)

# Claims with their exposure as an offset: only weights and errors are compared.
offset_fit <- glm(Claims ~ District + Age + offset(log(Holders)), family = poisson, data = insurance, control = tight)
s <- summary(offset_fit)
cells <- sapply(names(insurance), function(c) entry(c, list_of(if (is.factor(insurance[[c]])) as.character(insurance[[c]]) else as.numeric(insurance[[c]]))))
exposure <- entry("exposure", paste0("{", paste(c(
  entry("data", paste0("{", paste(cells, collapse = ","), "}")),
  entry("weights", list_of(s$coefficients[, 1])),
  entry("errors", list_of(s$coefficients[, 2])),
  entry("deviance", number(s$deviance))
), collapse = ","), "}"))
cat("{\n", entry("fits", paste0("{", paste(fits, collapse = ",\n"), "}")), ",\n", exposure, "\n}\n", sep = "")
