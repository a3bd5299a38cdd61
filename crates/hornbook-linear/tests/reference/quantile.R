# Quantile regression as quantreg finds it: Rscript quantile.R > quantile_r.json
library(quantreg)
data(engel)
data(stackloss)
number <- function(x) sprintf("%.17g", x)
list_of <- function(x) paste0("[", paste(number(x), collapse = ","), "]")
entry <- function(key, value) paste0('"', key, '":', value)
fits <- c()
for (level in c(0.05, 0.25, 0.5, 0.75, 0.95)) {
  fits <- c(fits, paste0("{", paste(c(entry("data", '"engel"'), entry("quantile", level),
    entry("weights", list_of(coef(rq(foodexp ~ income, tau = level, data = engel, method = "br"))))), collapse = ","), "}"))
}
for (level in c(0.3, 0.6, 0.8)) {
  fits <- c(fits, paste0("{", paste(c(entry("data", '"stackloss"'), entry("quantile", level),
    entry("weights", list_of(coef(rq(stack.loss ~ ., tau = level, data = stackloss, method = "br"))))), collapse = ","), "}"))
}
columns <- function(data) paste0("{", paste(sapply(names(data), function(c) entry(c, list_of(data[[c]]))), collapse = ","), "}")
cat("{", entry("engel", columns(engel)), ",\n", entry("stackloss", columns(stackloss)), ",\n",
    entry("fits", paste0("[", paste(fits, collapse = ",\n"), "]")), "}\n", sep = "")
