//! What the derives write, seen from outside.

use hornbook_core::{Choice, Declared, Learner, ParameterKind, ParameterValue, TraceEvent, Value};
use serde_json::json;

/// How a shape is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum Cut {
    /// Along the grain.
    WithGrain,
    /// Across it.
    Across,
}

/// A learner that learns nothing.
///
/// It is here to be declared.
#[derive(Debug, Clone, Learner)]
#[learner(name = "idle", family = "tests", tasks(classification), missing, sample_weights)]
pub struct Idle {
    /// Longest path; unlimited by default.
    #[param(range = "1..")]
    pub depth: Option<u32>,
    /// A fraction.
    #[param(default = 0.5, range = ">0..=1")]
    pub share: f64,
    /// The cut.
    #[param(default = Cut::Across)]
    pub cut: Cut,
    /// Talk.
    pub loud: bool,
}

#[test]
fn builder_and_values() {
    let idle = Idle::default().depth(4).cut(Cut::WithGrain);
    assert_eq!(
        Value::Object(idle.parameters()),
        json!({"depth": 4, "share": 0.5, "cut": "with_grain", "loud": false})
    );
    let same = Idle::from_parameters(&idle.parameters()).unwrap();
    assert_eq!(same.parameters(), idle.parameters());
    assert_eq!(Idle::default().depth(None).depth, None);
}

#[test]
fn ranges_are_checked() {
    assert!(Idle::default().check_parameters().is_ok());
    let error = Idle::default().share(0.0).check_parameters().unwrap_err().to_string();
    assert_eq!(error, "idle: parameter 'share' is 0; expected a number above 0 and at most 1");
    assert!(Idle::default().share(f64::NAN).check_parameters().is_err());
    assert!(Idle::default().depth(0).check_parameters().is_err());
    let error = Idle::default().set_parameter("dept", &json!(3)).unwrap_err().to_string();
    assert_eq!(error, "idle: parameter 'dept' is not known; expected 'depth'?");
    let error = Idle::default().set_parameter("depth", &json!(-3)).unwrap_err().to_string();
    assert_eq!(error, "idle: parameter 'depth' is -3; expected an integer at least 1, or none");
}

#[test]
fn the_declaration_feeds_the_interfaces() {
    let declaration = Idle::declaration();
    assert_eq!(declaration.summary(), "A learner that learns nothing.");
    assert!(declaration.capabilities.missing && !declaration.capabilities.categories);
    let schema = declaration.json_schema();
    assert_eq!(schema["properties"]["share"]["exclusiveMinimum"], json!(0.0));
    assert_eq!(schema["properties"]["cut"]["enum"], json!(["with_grain", "across"]));
    assert_eq!(schema["properties"]["depth"]["default"], Value::Null);
    let page = declaration.reference_page();
    assert!(page.contains("| `share` | a number above 0 and at most 1 | 0.5 | A fraction. |"), "{page}");
    assert!(page.contains("- `with_grain`: Along the grain."), "{page}");
    let depth = declaration.parameter("depth").unwrap();
    assert_eq!(depth.parse(declaration, "none").unwrap(), Value::Null);
    assert!(depth.parse(declaration, "x").is_err());
}

/// How loud it may be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Noise {
    /// Whatever comes.
    Any,
    /// Up to this.
    UpTo(f64),
}

impl ParameterValue for Noise {
    const KIND: ParameterKind = ParameterKind::FloatOr(&[("any", "Whatever comes.")]);

    fn to_value(&self) -> Value {
        match self {
            Noise::Any => json!("any"),
            Noise::UpTo(level) => json!(level),
        }
    }

    fn from_value(value: &Value) -> Option<Self> {
        if value.as_str() == Some("any") { Some(Noise::Any) } else { value.as_f64().map(Noise::UpTo) }
    }

    fn as_number(&self) -> Option<f64> {
        if let Noise::UpTo(level) = self { Some(*level) } else { None }
    }
}

/// Listens, and is told nothing.
#[derive(Debug, Clone, Learner)]
#[learner(name = "listener", family = "tests", tasks(outliers))]
pub struct Listener {
    /// The noise.
    #[param(default = Noise::Any, range = "0..=9")]
    pub noise: Noise,
}

#[test]
fn a_number_or_a_name() {
    let declaration = Listener::declaration();
    let spec = declaration.parameter("noise").unwrap();
    assert_eq!(spec.allowed(), "a number at least 0 and at most 9, or any");
    assert_eq!(spec.parse(declaration, "any").unwrap(), json!("any"));
    assert_eq!(spec.parse(declaration, "2").unwrap(), json!(2.0));
    assert!(spec.parse(declaration, "all").is_err());
    assert!(Listener::default().check_parameters().is_ok(), "a name is in no range");
    assert!(Listener::default().noise(Noise::UpTo(10.0)).check_parameters().is_err());
    let schema = &declaration.json_schema()["properties"]["noise"];
    assert_eq!(schema["anyOf"][0], json!({"type": "number", "minimum": 0.0, "maximum": 9.0}));
    assert_eq!(schema["anyOf"][1]["enum"], json!(["any"]));
}

#[test]
fn some_learners_need_no_target() {
    assert!(Idle::declaration().needs_target() && !Listener::declaration().needs_target());
    assert!(Listener::declaration().reference_page().contains("Tasks: outliers."));
}

/// A step of nothing.
#[derive(TraceEvent)]
enum IdleEvent {
    #[event("round {round}: {}", shares.len())]
    #[event(if let Some(error) = error, ", error {error:.2}")]
    #[event(if error.is_none(), ", all right")]
    RoundDone { round: usize, error: Option<f64>, shares: Vec<f64> },
    #[event(name = "step")]
    #[event("{text}")]
    Quiet {
        #[event(skip)]
        text: &'static str,
        gain: f64,
    },
}

#[test]
fn a_trace_event_is_text_and_json() {
    let wrong = IdleEvent::RoundDone { round: 2, error: Some(0.125), shares: vec![0.5, 0.25] };
    assert_eq!(wrong.to_string(), "round 2: 2, error 0.12");
    assert_eq!(
        wrong.to_json().to_string(),
        r#"{"event":"round_done","round":2,"error":0.125,"shares":[0.5,0.25]}"#
    );
    let right = IdleEvent::RoundDone { round: 3, error: None, shares: Vec::new() };
    assert_eq!(right.to_string(), "round 3: 0, all right");
    assert_eq!(right.to_json()["error"], Value::Null);
    let quiet = IdleEvent::Quiet { text: "hush", gain: f64::NAN };
    assert_eq!(quiet.to_string(), "hush");
    assert_eq!(quiet.to_json().to_string(), r#"{"event":"step","gain":null}"#);
}
