# Two classes with four links as R fits them, and an offset: Rscript binomial.R > binomial_r.json
# Data sets of R itself and of its recommended package MASS.
options(digits = 17)
number <- function(x) ifelse(is.finite(x), sprintf("%.17g", x), "null")
list_of <- function(x) {
  if (is.numeric(x)) paste0("[", paste(number(x), collapse = ","), "]")
  else paste0("[", paste0('"', as.character(x), '"', collapse = ","), "]")
}
entry <- function(key, value) paste0('"', key, '":', value)
tight <- glm.control(epsilon = 1e-15, maxit = 500)

# One fit: the rows, and what summary(glm) says of them. The target is "no" or "yes".
fit <- function(data, columns, link, constant = TRUE, offset = NULL) {
  right <- paste(c(columns, if (!constant) "-1", if (!is.null(offset)) paste0("offset(", offset, ")")), collapse = " + ")
  formula <- as.formula(paste("y ~", right))
  model <- suppressWarnings(glm(formula, family = binomial(link), data = data, control = tight))
  s <- summary(model)
  table <- c(columns, offset)
  cells <- sapply(table, function(c) entry(c, list_of(if (is.factor(data[[c]])) as.character(data[[c]]) else as.numeric(data[[c]]))))
  factors <- columns[sapply(columns, function(c) is.factor(data[[c]]))]
  levels <- sapply(factors, function(c) entry(c, list_of(levels(data[[c]]))))
  paste0("{", paste(c(
    entry("link", paste0('"', link, '"')),
    entry("intercept", ifelse(constant, "true", "false")),
    entry("offset", if (is.null(offset)) "null" else paste0('"', offset, '"')),
    entry("columns", list_of(table)),
    entry("data", paste0("{", paste(cells, collapse = ","), "}")),
    entry("levels", paste0("{", paste(levels, collapse = ","), "}")),
    entry("classes", list_of(ifelse(data$y == 1, "yes", "no"))),
    entry("weights", list_of(s$coefficients[, 1])),
    entry("errors", list_of(s$coefficients[, 2])),
    entry("statistics", list_of(s$coefficients[, 3])),
    entry("p_values", list_of(s$coefficients[, 4])),
    entry("null_deviance", number(s$null.deviance)),
    entry("deviance", number(s$deviance)),
    entry("degrees", number(s$df.residual)),
    entry("aic", number(model$aic)),
    entry("probabilities", list_of(fitted(model)))
  ), collapse = ","), "}")
}

library(MASS)
births <- data.frame(y = birthwt$low, age = birthwt$age, lwt = birthwt$lwt, smoke = birthwt$smoke,
                     race = factor(birthwt$race, labels = c("black", "other", "white")[c(3, 1, 2)]))
births$race <- factor(as.character(births$race), levels = c("black", "other", "white"))
births$log_weight <- log(births$lwt / 100)
cars <- data.frame(y = mtcars$am, hp = mtcars$hp, wt = mtcars$wt)
fits <- c()
for (link in c("logit", "probit", "cloglog", "cauchit")) {
  fits <- c(fits,
    fit(births, c("age", "lwt", "smoke", "race"), link),
    fit(births, c("age", "smoke"), link, constant = FALSE),
    fit(births, c("age", "smoke"), link, offset = "log_weight"),
    if (link != "cauchit") fit(cars, c("hp", "wt"), link))
}
cat("[", paste(fits, collapse = ",\n"), "]\n", sep = "")
