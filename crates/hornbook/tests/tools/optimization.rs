use super::*;

const ROSENBROCK: &str = "(1 - x)^2 + 100*(y - x^2)^2";

fn minimized(method: &str) -> Value {
    let found = compute("minimize", &[("formula", ROSENBROCK), ("start", "x=-1.2,y=1"), ("method", method)]);
    assert_eq!(found["converged"], true, "{method}: {found}");
    assert_all_close(&found["x"], &[1.0, 1.0], 1e-4);
    found
}

// proves: 000a:G3, 000a:I11, 001:184, 002:H03
#[test]
fn gradient_descent() {
    let found = compute(
        "minimize",
        &[("formula", "(x - 3)^2 + 2*(y + 1)^2"), ("method", "gradient_descent"), ("rate", "0.1")],
    );
    assert_close(&found["point"]["x"], 3.0, 1e-7);
    assert_close(&found["point"]["y"], -1.0, 1e-7);
    assert_close(&found["value"], 0.0, 1e-12);
    // One step from 0 with rate 0.1 goes to 0.6: the gradient there is −6.
    let one =
        compute("minimize", &[("formula", "(x - 3)^2"), ("method", "gradient_descent"), ("max_steps", "1")]);
    assert_close(&one["point"]["x"], 0.6, 1e-12);
    assert_eq!(one["converged"], false);
    // A rate that is too large leads away.
    let away = compute(
        "minimize",
        &[
            ("formula", "x^2"),
            ("start", "1"),
            ("method", "gradient_descent"),
            ("rate", "1.1"),
            ("max_steps", "50"),
        ],
    );
    assert!(number(&away["value"]) > 1.0 || away["converged"] == false);
}

// proves: 000a:I32, 000b:NN19
#[test]
fn line_search_and_conjugate_gradient() {
    minimized("conjugate_gradient");
    let found = compute(
        "minimize",
        &[("formula", "x^2 + 10*y^2 - x*y"), ("start", "5,1"), ("method", "line_search")],
    );
    assert_all_close(&found["x"], &[0.0, 0.0], 1e-6);
    // n steps are enough for a quadratic of n variables.
    let quadratic = compute(
        "minimize",
        &[("formula", "x^2 + 10*y^2 - x*y"), ("start", "5,1"), ("method", "conjugate_gradient")],
    );
    assert!(number(&quadratic["iterations"]) <= 6.0, "{quadratic}");
}

// proves: 000b:NN20
#[test]
fn second_order_methods() {
    let newton = minimized("newton");
    minimized("bfgs");
    assert!(number(&newton["iterations"]) < 40.0);
    assert_close(&newton["hessian"][0][0], 802.0, 1e-3);
    // Newton's method solves a quadratic in one step.
    let one = compute("minimize", &[("formula", "(x - 3)^2 + 2*(y + 1)^2"), ("method", "newton")]);
    assert_close(&one["iterations"], 1.0, 0.0);
    let growth = compute(
        "curve-fit",
        &[("formula", "a*exp(b*x)"), ("x", "0,1,2"), ("y", "2,4,8"), ("start", "a=1,b=0")],
    );
    assert_close(&growth["point"]["a"], 2.0, 1e-8);
    assert_close(&growth["point"]["b"], 2f64.ln(), 1e-8);
}

/// Alpaydin's rule: more by a constant while the error falls, less by a fraction when it rises.
// proves: 000b:NN18
#[test]
fn adaptive_learning_rate() {
    let entry = hornbook::tools().find("minimize").unwrap();
    let arguments = [
        ("formula", "x^2"),
        ("start", "1"),
        ("method", "gradient_descent"),
        ("schedule", "adaptive"),
        ("rate", "0.1"),
        ("increase", "0.05"),
        ("decrease", "0.5"),
        ("max_steps", "3"),
    ];
    let steps = entry.compute_text(&arguments, &Run::default()).unwrap().steps();
    // 0.1, and after each fall of the error 0.05 more.
    assert!(
        steps[1].ends_with("rate 0.1") && steps[2].ends_with("rate 0.15") && steps[3].ends_with("rate 0.2"),
        "{steps:?}"
    );
    // From 1.2 on the steps overshoot: the error rises, and the rate is halved.
    let wild = [("rate", "1.2"), ("max_steps", "2")];
    let arguments: Vec<_> = arguments
        .iter()
        .filter(|(name, _)| !["rate", "max_steps"].contains(name))
        .copied()
        .chain(wild)
        .collect();
    let steps = entry.compute_text(&arguments, &Run::default()).unwrap().steps();
    assert!(steps[2].ends_with("rate 0.6"), "{steps:?}");
}

// proves: 002:U04
#[test]
fn gradient_check() {
    let right = compute(
        "gradient-check",
        &[("formula", "sin(x) + y^2"), ("at", "0.3,0.7"), ("gradient", "cos(x);2*y")],
    );
    assert_eq!(right["agrees"], true);
    let wrong = compute(
        "gradient-check",
        &[("formula", "sin(x) + y^2"), ("at", "x=0.3,y=0.7"), ("gradient", "cos(x);2.1*y")],
    );
    assert_eq!(wrong["agrees"], false);
    assert_eq!(
        (&wrong["derivatives"][0]["agrees"], &wrong["derivatives"][1]["agrees"]),
        (&true.into(), &false.into())
    );
    assert_close(&wrong["derivatives"][1]["differences"], 1.4, 1e-9);
}

// proves: 000a:F1
#[test]
fn interpolation() {
    let found = compute("interpolate", &[("x", "0,1,2"), ("y", "1,3,7"), ("at", "1.5,3")]);
    assert_all_close(&found["coefficients"], &[1.0, 1.0, 1.0], 1e-12);
    assert_close(&found["at"][0]["value"], 4.75, 1e-12);
    assert_eq!(
        (&found["at"][0]["kind"], &found["at"][1]["kind"]),
        (&"interpolation".into(), &"extrapolation".into())
    );
    assert_close(&found["at"][1]["value"], 13.0, 1e-12);
}
