# Regression on splines and polynomials by R: fitted values at the rows and beyond them, and the table of plain powers.
# Run from this folder; needs jsonlite. Writes basis_r.json. R 4.2.2.
library(splines)
library(jsonlite)
asked <- data.frame(wt = c(1.0, 1.513, 2.2, 3.0, 3.3, 5.0, 5.424, 6.5))
at <- c(2.4, 3.1, 3.5)
natural <- lm(mpg ~ ns(wt, knots = at), mtcars)
cubic <- lm(mpg ~ bs(wt, knots = at, degree = 3), mtcars)
inside <- asked$wt >= min(mtcars$wt) & asked$wt <= max(mtcars$wt)
powers <- summary(lm(mpg ~ wt + I(wt^2) + I(wt^3), mtcars))
orthogonal <- lm(mpg ~ poly(wt, 3), mtcars)
surface <- summary(lm(mpg ~ wt + hp + I(wt^2) + I(wt * hp) + I(hp^2), mtcars))
table <- function(s) list(
  weights = unname(s$coefficients[, 1]), errors = unname(s$coefficients[, 2]), t = unname(s$coefficients[, 3]),
  p = unname(s$coefficients[, 4]), r_squared = s$r.squared, sigma = s$sigma, f = unname(s$fstatistic[1]))
write_json(list(
  at = at, asked = asked$wt,
  natural = list(fitted = unname(fitted(natural)), asked = unname(predict(natural, asked))),
  cubic = list(fitted = unname(fitted(cubic)), inside = asked$wt[inside], asked = unname(predict(cubic, asked)[inside])),
  powers = table(powers), orthogonal = list(fitted = unname(fitted(orthogonal)), asked = unname(predict(orthogonal, asked))),
  surface = table(surface)), "basis_r.json", digits = NA, auto_unbox = TRUE, pretty = TRUE)
