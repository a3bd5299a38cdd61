# Generalized linear models with an offset as R fits them: Rscript offset.R > offset_r.json
# Data sets of R itself and of its recommended package MASS.
options(digits = 17)
number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "null")
list_of <- function(x) {
  if (is.numeric(x)) paste0("[", paste(number(x), collapse = ","), "]")
  else paste0("[", paste0('"', as.character(x), '"', collapse = ","), "]")
}
entry <- function(key, value) paste0('"', key, '":', value)
tight <- glm.control(epsilon = 1e-15, maxit = 500)

fit <- function(data, target, columns, offset, family, r_family, link, constant = TRUE) {
  right <- paste(c(columns, if (!constant) "-1", paste0("offset(", offset, ")")), collapse = " + ")
  model <- suppressWarnings(glm(as.formula(paste(target, "~", right)), family = r_family, data = data, control = tight))
  s <- summary(model)
  table <- c(columns, offset, target)
  cells <- sapply(table, function(c) entry(c, list_of(if (is.factor(data[[c]])) as.character(data[[c]]) else as.numeric(data[[c]]))))
  factors <- columns[sapply(columns, function(c) is.factor(data[[c]]))]
  levels <- sapply(factors, function(c) entry(c, list_of(levels(data[[c]]))))
  paste0("{", paste(c(
    entry("family", paste0('"', family, '"')),
    entry("link", paste0('"', link, '"')),
    entry("intercept", ifelse(constant, "true", "false")),
    entry("target", paste0('"', target, '"')),
    entry("offset", paste0('"', offset, '"')),
    entry("columns", list_of(table)),
    entry("data", paste0("{", paste(cells, collapse = ","), "}")),
    entry("levels", paste0("{", paste(levels, collapse = ","), "}")),
    entry("weights", list_of(s$coefficients[, 1])),
    entry("errors", list_of(s$coefficients[, 2])),
    entry("p_values", list_of(s$coefficients[, 4])),
    entry("null_deviance", number(s$null.deviance)),
    entry("deviance", number(s$deviance)),
    entry("degrees", number(s$df.residual)),
    entry("aic", number(model$aic)),
    entry("means", list_of(fitted(model)))
  ), collapse = ","), "}")
}

library(MASS)
claims <- data.frame(Claims = Insurance$Claims, District = factor(as.character(Insurance$District)),
                     Age = as.numeric(Insurance$Age), log_holders = log(Insurance$Holders))
cars <- data.frame(mpg = mtcars$mpg, hp = mtcars$hp, carb = mtcars$carb, log_weight = log(mtcars$wt), base = mtcars$cyl / 4)
fits <- c(
  fit(claims, "Claims", c("District", "Age"), "log_holders", "poisson", poisson("log"), "log"),
  fit(claims, "Claims", c("Age"), "log_holders", "poisson", poisson("log"), "log", constant = FALSE),
  fit(cars, "mpg", c("hp"), "log_weight", "gamma", Gamma("log"), "log"),
  fit(cars, "mpg", c("hp"), "log_weight", "inverse_gaussian", inverse.gaussian("log"), "log"),
  fit(cars, "carb", c("hp"), "base", "poisson", poisson("identity"), "identity"),
  fit(cars, "mpg", c("hp"), "base", "normal", gaussian("identity"), "identity")
)
cat("[", paste(fits, collapse = ",\n"), "]\n", sep = "")
