//! What the derives write, seen from outside.

use hornbook_core::{
    Choice, Declared, Learner, ParameterKind, ParameterValue, Task, TraceEvent, Value, flatten_parameters,
    parameter_group,
};
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

/// How alike two rows are.
#[derive(Debug, Clone, PartialEq, Choice)]
pub enum Similarity {
    /// The inner product.
    Linear,
    /// A Gaussian of the distance.
    #[choice(alias = "gaussian")]
    Rbf {
        /// How fast it falls.
        #[param(default = 1.0, range = ">0..", search = "1e-3..10 log")]
        gamma: f64,
    },
    /// Equal stretches of so many letters.
    SharedStretches {
        /// How many.
        #[param(range = "1..")]
        length: u32,
        /// Whether each stretch counts once.
        once: Option<bool>,
    },
    /// A sum of others.
    Sum {
        /// The others.
        #[param(rest)]
        of: Vec<Similarity>,
    },
    /// Another, times a number.
    Scaled {
        /// The number.
        #[param(default = 2.0)]
        factor: f64,
        /// The other.
        #[param(default = Box::new(Similarity::Linear))]
        inner: Box<Similarity>,
    },
}

/// A learner with declared values among its parameters.
#[derive(Debug, Clone, Learner)]
#[learner(name = "alike", family = "tests", tasks(classification))]
pub struct Alike {
    /// How alike two rows are.
    #[param(default = Similarity::Rbf { gamma: 0.5 })]
    pub similarity: Similarity,
    /// More of them.
    pub more: Vec<Similarity>,
}

fn alike(name: &str, value: Value) -> Result<Alike, String> {
    let mut alike = Alike::default();
    alike.set_parameter(name, &value).map_err(|error| error.to_string())?;
    alike.check_parameters().map_err(|error| error.to_string())?;
    Ok(alike)
}

#[test]
fn declared_values_read_the_same_from_text_and_json() {
    let rbf = |gamma: f64| Similarity::Rbf { gamma };
    let sum = Similarity::Sum { of: vec![Similarity::Linear, rbf(0.1)] };
    for (text, expected) in [
        ("linear", Similarity::Linear),
        ("rbf", rbf(1.0)),
        ("Gaussian(gamma=3)", rbf(3.0)),
        ("rbf(3)", rbf(3.0)),
        ("shared-stretches(3)", Similarity::SharedStretches { length: 3, once: None }),
        (
            "shared_stretches(length=3, once=true)",
            Similarity::SharedStretches { length: 3, once: Some(true) },
        ),
        ("sum(linear, rbf(gamma=0.1))", sum.clone()),
        ("sum(of=[linear, rbf(0.1)])", sum.clone()),
        (
            "scaled(3, sum(linear, rbf(0.1)))",
            Similarity::Scaled { factor: 3.0, inner: Box::new(sum.clone()) },
        ),
        ("scaled(inner=rbf)", Similarity::Scaled { factor: 2.0, inner: Box::new(rbf(1.0)) }),
    ] {
        let read = alike("similarity", json!(text)).unwrap();
        assert_eq!(read.similarity, expected, "{text}");
        // What it prints and its JSON are the same value.
        let spec = hornbook_core::LearnerSpec::of(&read).to_string();
        let again = hornbook_core::LearnerSpec::parse(&spec).unwrap();
        let value = again.parameters.get("similarity").cloned().unwrap_or(json!("rbf(0.5)"));
        assert_eq!(alike("similarity", value).unwrap().similarity, expected, "{spec}");
        assert_eq!(alike("similarity", expected.to_value()).unwrap().similarity, expected);
    }
    assert_eq!(rbf(0.5).to_value(), json!({"name": "rbf", "parameters": {"gamma": 0.5}}));
    assert_eq!(Similarity::Linear.to_value(), json!("linear"));
    let list = alike("more", json!("[linear, scaled(2, rbf(0.1)), linear]")).unwrap().more;
    assert_eq!(list.len(), 3);
    assert_eq!(alike("more", list.to_value()).unwrap().more, list);
    assert_eq!(
        alike("more", json!(["linear", {"name": "rbf"}])).unwrap().more,
        [Similarity::Linear, rbf(1.0)]
    );
}

#[test]
fn what_is_wrong_within_a_declared_value_is_named() {
    for (text, expected) in [
        ("rbv", "alike: parameter 'similarity': there is no similarity 'rbv'; did you mean 'rbf'?"),
        (
            "quite",
            "alike: parameter 'similarity': there is no similarity 'quite'; there are linear, rbf, shared_stretches, sum, scaled",
        ),
        ("rbf(gamma=0)", "rbf: parameter 'gamma' is 0; expected a number above 0"),
        (
            "sum(linear, rbf(gamma=many))",
            "alike: parameter 'similarity': sum: parameter 'of': rbf: parameter 'gamma' is 'many'; expected a number above 0",
        ),
        (
            "rbf(1, 2)",
            "alike: parameter 'similarity': 'rbf(1, 2)' says 1 more than 'rbf' has parameters; write rbf(gamma)",
        ),
        (
            "rbf(1, gamma=2)",
            "alike: parameter 'similarity': 'rbf' is told its parameter 'gamma' twice; say each parameter once",
        ),
        (
            "shared-stretches",
            "alike: parameter 'similarity': shared_stretches: parameter 'length' is not given; expected an integer at least 1",
        ),
        (
            "rbf(",
            "alike: parameter 'similarity': 'rbf(' does not read as a similarity; write one of linear, rbf(gamma), \
             shared_stretches(length, once), sum(…), scaled(factor, inner)",
        ),
    ] {
        assert_eq!(alike("similarity", json!(text)).unwrap_err(), expected, "{text}");
    }
    let deep = format!("{}linear{}", "sum(".repeat(40), ")".repeat(40));
    assert!(alike("similarity", json!(deep)).is_err());
    assert!(alike("similarity", json!(3)).unwrap_err().contains("'3' does not read as a similarity"));
}

#[test]
fn declared_values_are_in_the_schema_the_page_and_reached_by_paths() {
    let declaration = Alike::declaration();
    let page = declaration.reference_page();
    assert!(page.contains("| `similarity` | one of linear, rbf(gamma), "), "{page}");
    assert!(page.contains("| rbf(gamma=0.5) | How alike two rows are. |"), "{page}");
    assert!(
        page.contains(
            "- `rbf(gamma)`: A Gaussian of the distance.\n  - `gamma` (a number above 0; 1.0): How"
        ),
        "{page}"
    );
    let schema = declaration.json_schema();
    let rbf = &schema["properties"]["similarity"]["anyOf"][1]["properties"];
    assert_eq!(rbf["name"], json!({"const": "rbf"}));
    assert_eq!(rbf["parameters"]["properties"]["gamma"]["exclusiveMinimum"], json!(0.0));

    let spec = declaration.parameter("similarity").unwrap();
    let scaled = alike("similarity", json!("scaled(3, rbf(0.1))")).unwrap().similarity.to_value();
    let paths: Vec<String> =
        hornbook_core::variant_parameters(spec, &scaled).into_iter().map(|(path, _)| path).collect();
    assert_eq!(paths, ["factor", "inner", "inner.gamma"]);
    let set = hornbook_core::set_variant_path(spec, &scaled, "inner.gamma", &json!(7)).unwrap().unwrap();
    let expected = Similarity::Scaled { factor: 3.0, inner: Box::new(Similarity::Rbf { gamma: 7.0 }) };
    assert_eq!(Similarity::from_value(&set), Some(expected));
    let error = hornbook_core::set_variant_path(spec, &scaled, "inner.gama", &json!(7)).unwrap_err();
    assert_eq!(error.to_string(), "rbf: parameter 'gama' is not known; expected 'gamma'?");
    let list = declaration.parameter("more").unwrap();
    let values = alike("more", json!("rbf(1), linear, rbf(2)")).unwrap().more.to_value();
    let set = hornbook_core::set_variant_path(list, &values, "rbf-2.gamma", &json!(5)).unwrap().unwrap();
    assert_eq!(set[2]["parameters"]["gamma"], json!(5.0));
    assert!(hornbook_core::variant_parameter(list, &values, "scaled.factor").is_err());
}

/// What two learners share.
#[parameter_group]
struct Limits {
    /// How deep.
    #[param(range = "1..")]
    pub depth: Option<u32>,
    /// How many.
    #[param(default = 3, range = "1..")]
    pub count: u32,
}

/// How they end.
#[parameter_group]
struct Ends {
    /// How far.
    #[param(default = 0.5)]
    pub far: f64,
}

/// A learner with two groups of parameters between its own.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(name = "grouped", family = "tests", tasks(regression), poor_score, study("depth=2", "count=5"))]
pub struct Grouped {
    /// Its own first.
    pub first: bool,
    #[group]
    limits: Limits,
    /// Its own between.
    pub between: bool,
    #[group]
    ends: Ends,
}

/// Another learner with one of them.
#[flatten_parameters]
#[derive(Debug, Clone, Learner)]
#[learner(name = "grouped-too", family = "tests", tasks(classification, regression), poor_score(regression))]
pub struct GroupedToo {
    #[group]
    limits: Limits,
}

#[test]
fn groups_of_parameters_stand_where_they_are_named() {
    let names: Vec<&str> = Grouped::declaration().parameters.iter().map(|p| p.name).collect();
    assert_eq!(names, ["first", "depth", "count", "between", "far"]);
    assert_eq!(GroupedToo::declaration().parameters.len(), 2);
    let grouped = Grouped::default().depth(4).far(0.25);
    assert_eq!((grouped.depth, grouped.count, grouped.far), (Some(4), 3, 0.25));
    assert!(GroupedToo::default().count(0).check_parameters().is_err());
    let [own, shared] =
        [Grouped::declaration(), GroupedToo::declaration()].map(|d| d.parameter("depth").unwrap());
    assert_eq!((own.doc, own.range), (shared.doc, shared.range));
}

#[test]
fn tasks_settings_and_limits_are_declared() {
    assert_eq!(Grouped::declaration().poor_score, [Task::Regression]);
    assert_eq!(GroupedToo::declaration().poor_score, [Task::Regression]);
    assert_eq!(Idle::declaration().poor_score, []);
    assert_eq!(Grouped::declaration().study_settings, ["depth=2", "count=5"]);
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
