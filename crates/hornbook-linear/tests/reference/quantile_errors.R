# Errors of the weights of quantile regression as quantreg gives them: Rscript quantile_errors.R > quantile_errors_r.json
library(quantreg)
data(engel)
data(stackloss)
number <- function(x) sprintf("%.17g", x)
list_of <- function(x) paste0("[", paste(number(x), collapse = ","), "]")
entry <- function(key, value) paste0('"', key, '":', value)
one <- function(name, formula, data, level, se) {
  model <- rq(formula, tau = level, data = data, method = "br")
  s <- suppressWarnings(summary(model, se = se))
  paste0("{", paste(c(
    entry("data", paste0('"', name, '"')), entry("quantile", level), entry("degrees", s$rdf),
    entry("errors", paste0('"', se, '"')),
    entry("standard_errors", list_of(s$coefficients[, 2])), entry("statistics", list_of(s$coefficients[, 3])),
    entry("p_values", list_of(s$coefficients[, 4]))), collapse = ","), "}")
}
fits <- c()
for (se in c("ker", "nid")) {
  for (level in c(0.05, 0.25, 0.5, 0.75, 0.95)) fits <- c(fits, one("engel", foodexp ~ income, engel, level, se))
  for (level in c(0.3, 0.6, 0.8)) fits <- c(fits, one("stackloss", stack.loss ~ ., stackloss, level, se))
}
cat("[", paste(fits, collapse = ",\n"), "]\n", sep = "")
