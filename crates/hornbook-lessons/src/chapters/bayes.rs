//! Bayesian learning: a test for something rare, votes of hypotheses, and naive Bayes.

use super::Chapter;
use crate::format::{fixed, short, six, table};
use crate::lesson::LessonStep;
use crate::tables::{self, features};
use hornbook::bayes::NaiveBayesModel;
use hornbook::bayes::hypotheses::{DiagnosticTest, HypothesisTable, HypothesisVotes};
use hornbook::data::{InputKind, Matrix};
use hornbook::math::distributions::binomial_probability;
use hornbook::math::information::code_lengths;
use hornbook::{Error, Fit, Model, NaiveBayes, Result, Table};

pub(super) const CHAPTER: Chapter = Chapter {
    name: "bayes",
    title: "Bayesian learning: the cancer test, what hypotheses vote, and naive Bayes on the tennis days",
    ids: &[
        "000a:K1", "000a:K3", "000a:K5", "000a:K14", "000a:K16", "000a:K17", "000a:K18", "000a:K20",
        "001:173", "001:175", "002:K01", "002:K02", "002:K04", "002:K05", "002:K06",
    ],
    steps: &[cancer, more_tests, optimal, version_space, tennis, smoothing, wind],
};

fn test() -> Result<DiagnosticTest> {
    DiagnosticTest::new("cancer", 0.008, 0.98, 0.97)
}

fn cancer() -> Result<LessonStep> {
    let found = test()?.table(1, 0)?;
    let joint: Vec<f64> = found.ln_joint().iter().map(|x| x.exp()).collect();
    let posterior = found.posterior();
    let best = found.names()[found.most_probable()[0]].clone();
    Ok(LessonStep::new("A positive test")
        .says(
            "0.8 % have a cancer. The test is positive for 98 % of those who have it, and negative for 97 % of those who do not. It is \
             positive: which hypothesis is the most probable?",
        )
        .shows(format!(
            "P(+ | cancer) P(cancer) = 0.98 x 0.008 = {}\nP(+ | no cancer) P(no cancer) = 0.03 x 0.992 = {}\nP(+) = {}",
            fixed(joint[0], 5),
            fixed(joint[1], 5),
            fixed(joint[0] + joint[1], 5)
        ))
        .shows(format!("P(cancer | +) = {}, so that the MAP hypothesis is '{best}'", six(posterior[0])))
        .value("joint.cancer", joint[0])
        .value("joint.none", joint[1])
        .value("evidence", found.ln_evidence().exp())
        .value("cancer", posterior[0])
        .value("map", best)
        .erratum(
            "P(- | not cancer) twice, for .03 as well as for .97",
            format!("The first is P(+ | not cancer): with it P(+) is {}", fixed(joint[0] + joint[1], 4)),
        ))
}

fn more_tests() -> Result<LessonStep> {
    let test = test()?;
    let (twice, negative) = (test.after(2, 0)?, test.after(0, 1)?);
    Ok(LessonStep::new("More tests")
        .says("The posterior of one test is the prior of the next, if their mistakes are independent.")
        .shows(table(
            ["tests", "P(cancer)"],
            [
                ["none".to_string(), six(test.after(0, 0)?)],
                ["one positive".to_string(), six(test.after(1, 0)?)],
                ["two positive".to_string(), six(twice)],
                ["one negative".to_string(), fixed(negative, 9)],
            ],
        ))
        .value("cancer.twice", twice)
        .value("cancer.negative", negative))
}

fn optimal() -> Result<LessonStep> {
    let posterior = [0.4, 0.3, 0.3];
    let says = Matrix::from_rows(&[[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])?;
    let votes = HypothesisVotes::new(&posterior, &says)?;
    let sign = |class: usize| ["+", "-"][class];
    let bits = code_lengths(&posterior);
    let rows = (0..3).map(|at| {
        let h = says.row(at);
        [format!("h{}", at + 1), short(posterior[at]), short(h[0]), short(h[1]), six(bits[at])]
    });
    let (plus, minus) = (votes.probabilities()[0], votes.probabilities()[1]);
    Ok(LessonStep::new("The most probable class is not that of the most probable hypothesis")
        .says(
            "Three hypotheses with the posteriors 0.4, 0.3 and 0.3. The first says +, the others -. The Bayes-optimal classifier lets \
             all of them vote with their posteriors. Gibbs' algorithm draws one of them: it errs at most twice as often.",
        )
        .shows(table(["hypothesis", "P(h | D)", "P(+ | h)", "P(- | h)", "bits"], rows))
        .shows(format!(
            "P(+ | D) = {}, P(- | D) = {}: the optimal class is {}, the MAP hypothesis says {}\n\
             Errors: optimal {}, Gibbs {}",
            short(plus),
            short(minus),
            sign(votes.bayes_optimal()),
            sign(votes.most_probable()),
            short(votes.bayes_error()),
            short(votes.gibbs_error())
        ))
        .value("plus", plus)
        .value("minus", minus)
        .value("optimal", sign(votes.bayes_optimal()))
        .value("of_map", sign(votes.most_probable()))
        .value("gibbs_error", votes.gibbs_error())
        .value("bayes_error", votes.bayes_error())
        .numbers("bits", ["h1", "h2", "h3"].into_iter().zip(bits))
        .erratum(
            "h_1(x) twice, once 1 and once 0",
            format!("The second is h_3(x) = 0: only so do the votes for - sum to {}", short(minus)),
        )
        .erratum(
            "'Gibbs sampling' for drawing one hypothesis",
            "It is Gibbs' algorithm; Gibbs sampling is a way to draw from a joint distribution, one variable after the other",
        ))
}

const SPORT: [&[&str]; 6] = [
    &["Sunny", "Cloudy", "Rainy"],
    &["Warm", "Cold"],
    &["Normal", "High"],
    &["Strong", "Weak"],
    &["Warm", "Cool"],
    &["Same", "Change"],
];

const SPORT_DAYS: [([&str; 6], bool); 4] = [
    (["Sunny", "Warm", "Normal", "Strong", "Warm", "Same"], true),
    (["Sunny", "Warm", "High", "Strong", "Warm", "Same"], true),
    (["Rainy", "Cold", "High", "Strong", "Warm", "Change"], false),
    (["Sunny", "Warm", "High", "Strong", "Cool", "Change"], true),
];

/// All conjunctions: for each attribute a value or `?`, and last the one that no day meets.
fn conjunctions() -> Vec<Option<Vec<&'static str>>> {
    let mut all: Vec<Vec<&'static str>> = vec![Vec::new()];
    for values in SPORT {
        let longer = |start: &Vec<&'static str>| {
            let choices = values.iter().copied().chain(["?"]);
            choices.map(|choice| [start.as_slice(), &[choice]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(Some).chain([None]).collect()
}

fn version_space() -> Result<LessonStep> {
    let all = conjunctions();
    let meets = |h: &Option<Vec<&str>>, day: &[&str]| {
        h.as_ref().is_some_and(|h| h.iter().zip(day).all(|(wanted, found)| *wanted == "?" || wanted == found))
    };
    let names: Vec<String> = (1..=all.len()).map(|at| format!("h{at}")).collect();
    let mut beliefs = HypothesisTable::uniform(&names)?;
    let left = |beliefs: &HypothesisTable| beliefs.posterior().iter().filter(|p| **p > 0.0).count();
    let mut sizes = vec![left(&beliefs)];
    for (day, sport) in SPORT_DAYS {
        beliefs.keep(&all.iter().map(|h| meets(h, &day) == sport).collect::<Vec<_>>())?;
        sizes.push(left(&beliefs));
    }
    let posterior = beliefs.posterior();
    let rows = sizes
        .iter()
        .enumerate()
        .map(|(seen, size)| [seen.to_string(), size.to_string(), six(1.0 / *size as f64)]);
    let kept: Vec<String> = all
        .iter()
        .zip(&posterior)
        .filter(|(_, p)| **p > 0.0)
        .map(|(h, p)| format!("{}  {}", six(*p), h.as_ref().map_or("none".to_string(), |h| h.join(" "))))
        .collect();
    Ok(LessonStep::new("Every hypothesis at once")
        .says(
            "Days on which a sport is enjoyed are described by a conjunction: for each of six attributes a value or '?'. All are \
             equally probable at first. A day strikes out those that it contradicts, and those that are left, the version space, share \
             the probability.",
        )
        .shows(table(["days seen", "hypotheses left", "P(h | D) of each"], rows))
        .shows(format!("P(D) = {}", fixed(beliefs.ln_evidence().exp(), 9)))
        .shows(kept.join("\n"))
        .value("version_space", sizes)
        .value("sport.evidence", beliefs.ln_evidence().exp())
        .value("sport.posterior", posterior.iter().copied().fold(0.0, f64::max)))
}

fn learned(learner: &NaiveBayes) -> Result<NaiveBayesModel> {
    learner.fit(&tables::play_tennis()?.dataset().target("Play")?)
}

fn asked() -> Result<Table> {
    tables::words(&["Outlook", "Temperature", "Humidity", "Wind"], &["Sunny Cool High Strong"])
}

/// The factors of a class: the prior, then the probability of each value that was asked about.
fn factors(model: &NaiveBayesModel, class: usize) -> Result<Vec<f64>> {
    let mut all = vec![model.priors()[class]];
    for (column, value) in ["Sunny", "Cool", "High", "Strong"].into_iter().enumerate() {
        let logs = model.category_log_probabilities(column);
        let level = match &model.info().schema.inputs[column].kind {
            InputKind::Category { levels } => levels.iter().position(|level| level == value),
            _ => None,
        };
        match (logs, level) {
            (Some(logs), Some(level)) => all.push(logs.at(class, level).exp()),
            _ => {
                return Err(Error::data(
                    format!("there is no table for '{value}'"),
                    "look at the columns of the days",
                ));
            }
        }
    }
    Ok(all)
}

fn product(factors: &[f64]) -> String {
    let words: Vec<String> = factors.iter().map(|&factor| fixed(factor, 4)).collect();
    format!("{} = {}", words.join(" x "), fixed(factors.iter().product(), 9))
}

fn tennis() -> Result<LessonStep> {
    let model = learned(&NaiveBayes::default().alpha(0.0))?;
    let (no, yes) = (factors(&model, 0)?, factors(&model, 1)?);
    let query = asked()?;
    let joint = model.joint_log_probabilities(&features(&model, &query)?)?;
    let p = model.probabilities(&query)?;
    let answer = model.predict(&query)?.values.label(0);
    Ok(LessonStep::new("Naive Bayes on the tennis days")
        .says(
            "A sunny, cool day of high humidity and strong wind. Naive Bayes multiplies the share of a class by the shares of the values \
             within it, as if the columns were independent given the class, and takes the class of the larger product.",
        )
        .shows("P(class) x P(Sunny) x P(Cool) x P(High) x P(Strong), each given the class")
        .shows(format!("Yes: {}\nNo:  {}", product(&yes), product(&no)))
        .shows(format!("Divided by their sum: Yes {}, No {}. The class is {answer}.", six(p.at(0, 1)), six(p.at(0, 0))))
        .value("product.Yes", joint.at(0, 1).exp())
        .value("product.No", joint.at(0, 0).exp())
        .value("p.No", p.at(0, 0))
        .value("v_nb", answer))
}

fn smoothing() -> Result<LessonStep> {
    let cases = [
        ("counts", NaiveBayes::default().alpha(0.0)),
        ("Laplace", NaiveBayes::default().alpha(1.0)),
        ("m = 1", NaiveBayes::default().m(1.0)),
        ("m = 2", NaiveBayes::default().m(2.0)),
        ("m = 5", NaiveBayes::default().m(5.0)),
    ];
    let (mut rows, mut step) = (Vec::new(), LessonStep::new("Counts that are too small"));
    for (name, learner) in cases {
        let model = learned(&learner)?;
        let p = model.probabilities(&asked()?)?;
        let products = [1, 0].map(|class| factors(&model, class).map(|all| all.iter().product::<f64>()));
        let [yes, no] = products;
        let (yes, no) = (yes?, no?);
        rows.push([name.to_string(), fixed(yes, 9), fixed(no, 9), six(p.at(0, 1)), six(p.at(0, 0))]);
        step = step.value(format!("smooth.{name}.Yes"), yes).value(format!("smooth.{name}.No"), no);
    }
    let smoothed = learned(&NaiveBayes::default().alpha(1.0))?;
    let overcast = smoothed.category_log_probabilities(0).map_or(f64::NAN, |logs| logs.at(0, 0).exp());
    Ok(step
        .says(
            "No day without tennis was overcast, and a share of 0 would decide every product alone. Laplace's estimate imagines one row \
             of each value, the m-estimate m rows divided among the values.",
        )
        .shows(table(["estimate", "Yes", "No", "P(Yes)", "P(No)"], rows))
        .shows(format!("P(Overcast | No) = 0/5 becomes (0 + 1) / (5 + 3) = {}", short(overcast)))
        .value("overcast", overcast))
}

fn wind() -> Result<LessonStep> {
    let estimate = |found: f64, m: f64| (found + m * 0.5) / (5.0 + m);
    let sizes = [0.0, 1.0, 2.0, 5.0, 10.0];
    let rows = sizes.map(|m| [short(m), six(estimate(3.0, m)), six(estimate(0.0, m))]);
    let none = binomial_probability(0, 5, 0.08);
    let step = sizes.iter().fold(LessonStep::new("How much to believe five days"), |step, &m| {
        step.value(format!("wind.3.{m}"), estimate(3.0, m)).value(format!("wind.0.{m}"), estimate(0.0, m))
    });
    Ok(step
        .says(
            "Of the five days without tennis three had strong wind: 3/5. If the true share were 0.08, five days would most probably show \
             none at all, and the share would be taken for 0. The m-estimate (n_c + m p) / (n + m) with p = 1/2 draws both toward p.",
        )
        .shows(format!("P(no strong day of five) = 0.92^5 = {}", fixed(none, 10)))
        .shows(table(["m", "3 of 5", "0 of 5"], rows))
        .value("wind.none", none))
}
