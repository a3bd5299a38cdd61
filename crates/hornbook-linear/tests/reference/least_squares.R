# Linear and logistic regression with all their diagnostics by R, on R's own data. Run from this folder; needs jsonlite and
# lmtest. Writes least_squares_r.json. R 4.2.2.
suppressMessages({library(jsonlite); library(lmtest)})

rows <- function(model) list(
  fitted = unname(fitted(model)), residuals = unname(residuals(model)), leverage = unname(hatvalues(model)),
  standardized = unname(rstandard(model)), studentized = unname(rstudent(model)),
  cooks_distance = unname(cooks.distance(model)), dffits = unname(dffits(model)))

linear <- function(formula, data, weights = NULL) {
  model <- if (is.null(weights)) lm(formula, data) else lm(formula, data[rep(seq_len(nrow(data)), weights), ])
  s <- summary(model)
  used <- model.frame(formula, data)
  # Without a constant term lmtest has no test.
  breusch <- if (attr(terms(formula), "intercept")) bptest(model) else list(statistic = NA, p.value = NA)
  watson <- dwtest(model)
  list(
    data = as.list(used), target = names(used)[1], row_weights = weights,
    weights = unname(s$coefficients[, 1]), errors = unname(s$coefficients[, 2]), t = unname(s$coefficients[, 3]),
    p = unname(s$coefficients[, 4]), sigma = s$sigma, r_squared = s$r.squared, adjusted = s$adj.r.squared,
    f = unname(s$fstatistic[1]), degrees = s$df[2], rows = rows(model),
    durbin_watson = unname(watson$statistic), breusch_pagan = unname(breusch$statistic),
    breusch_pagan_p = unname(breusch$p.value))
}

logistic <- function(formula, data) {
  # R takes standard errors from the weights before its last step, which a second fit starts from.
  control <- glm.control(epsilon = 1e-14, maxit = 100)
  model <- glm(formula, binomial, data, control = control)
  model <- glm(formula, binomial, data, control = control, start = coef(model))
  s <- summary(model)
  used <- model.frame(formula, data)
  list(
    data = as.list(used), target = names(used)[1],
    weights = unname(s$coefficients[, 1]), errors = unname(s$coefficients[, 2]), z = unname(s$coefficients[, 3]),
    p = unname(s$coefficients[, 4]), deviance = s$deviance, null_deviance = s$null.deviance, aic = s$aic,
    degrees = s$df.residual, fitted = unname(fitted(model)), deviance_residuals = unname(residuals(model, "deviance")),
    pearson_residuals = unname(residuals(model, "pearson")))
}

counts <- glm(count ~ spray, poisson, InsectSprays, control = glm.control(epsilon = 1e-14, maxit = 100))
everything <- list(
  linear = list(
    mtcars = linear(mpg ~ wt + hp + qsec, mtcars),
    cars = linear(dist ~ speed, cars),
    stackloss = linear(stack.loss ~ Air.Flow + Water.Temp + Acid.Conc., stackloss),
    longley = linear(Employed ~ GNP.deflator + GNP + Unemployed + Armed.Forces + Population + Year, longley),
    anscombe3 = linear(y3 ~ x3, anscombe),
    anscombe4 = linear(y4 ~ x4, anscombe),
    warpbreaks = linear(breaks ~ wool + tension, warpbreaks),
    origin = linear(dist ~ speed - 1, cars)),
  copies = linear(dist ~ speed, cars, rep(c(1, 2, 3, 1, 2), 10)),
  logistic = list(
    motors = logistic(am ~ wt + hp, mtcars),
    engines = logistic(vs ~ mpg + drat, mtcars),
    births = logistic(low ~ age + lwt + smoke + ptl, MASS::birthwt),
    cases = logistic(case ~ spontaneous + induced + age, infert)),
  poisson = list(
    data = as.list(InsectSprays), target = "count", fitted = unname(fitted(counts)),
    deviance_residuals = unname(residuals(counts, "deviance")),
    pearson_residuals = unname(residuals(counts, "pearson"))))
write_json(everything, "least_squares_r.json", digits = NA, auto_unbox = TRUE, na = "null")
