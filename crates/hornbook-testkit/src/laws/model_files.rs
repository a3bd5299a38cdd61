//! A model file gives the model back; a damaged one is refused with a sentence, or does no harm.

use crate::answers::ModelAnswers;
use crate::cases::{CaseSettings, LearnerCase};
use crate::damage::damaged;
use crate::laws::{says_what_to_do, soon};
use hornbook::{Error, Model, Run, Seed, Table, model_file};

/// Writes and reads a model: the same bytes, answers and explanations.
pub fn check_round_trip(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    for one in &case.datasets {
        if let Err(what) = round_trip(case, &one.data) {
            broken.push(format!("{} on {}: {what}", case.text, one.name));
        }
    }
    broken
}

fn round_trip(case: &LearnerCase, data: &hornbook::Dataset) -> Result<(), String> {
    let said = |error: Error| error.to_string();
    let model = case.learner.fit_with(data, &Run::default()).map_err(said)?;
    let bytes = model_file::to_bytes(model.as_ref()).map_err(said)?;
    let again = model_file::from_bytes(&bytes, hornbook::registry()).map_err(said)?;
    if model_file::to_bytes(again.as_ref()).map_err(said)? != bytes {
        return Err("the file of the model that was read is another".to_string());
    }
    if again.info() != model.info() {
        return Err("the header of the model that was read is another".to_string());
    }
    let answers = |model: &dyn Model| ModelAnswers::of(model, data.table()).map_err(said);
    let (before, after) = (answers(model.as_ref())?, answers(again.as_ref())?);
    before.check(model.as_ref(), data.table().rows())?;
    // Compared as text, so that NaN is itself.
    match format!("{before:?}") == format!("{after:?}") {
        true => Ok(()),
        false => Err("the model that was read answers otherwise".to_string()),
    }
}

/// A body that ends before its end is refused; one with the header of another table is, too, or does no harm where the model does
/// not look at what differs.
pub fn check_other_headers(case: &LearnerCase) -> Vec<String> {
    let mut broken = Vec::new();
    if case.settings == CaseSettings::Option {
        return broken;
    }
    let entry = hornbook::registry().find(case.declaration().name).unwrap();
    for one in &case.datasets {
        let Ok(model) = case.learner.fit_with(&one.data, &Run::default()) else { continue };
        let (info, bytes) = (model.info(), model.to_bytes().unwrap());
        // Every cut near the ends, and some between.
        let middle = bytes.len().saturating_sub(40);
        let cuts =
            (0..bytes.len()).filter(|at| *at < 40 || *at >= middle || at % (1 + bytes.len() / 64) == 0);
        let read: Vec<usize> = cuts.filter(|&end| entry.model(info.clone(), &bytes[..end]).is_ok()).collect();
        // A file of an earlier release may end where a later one goes on.
        if read.len() > 1 {
            broken.push(format!(
                "{} on {}: of {} bytes, the first {read:?} are read",
                case.text,
                one.name,
                bytes.len()
            ));
        }
        let mut fewer = info.clone();
        fewer.schema.inputs.pop();
        let mut turned = info.clone();
        turned.schema.inputs.reverse();
        for other in [fewer, turned] {
            let harm = entry
                .model(other, &bytes)
                .ok()
                .and_then(|read| ask_hostile(read.as_ref(), one.data.table()).err());
            broken
                .extend(harm.map(|harm| format!("{} on {}, with other inputs: {harm}", case.text, one.name)));
        }
    }
    broken
}

/// Damages the file of a model in many ways.
pub fn check_damage(case: &LearnerCase) -> Vec<String> {
    let rounds = match (case.is_default(), std::env::var_os("HORNBOOK_FULL").is_some()) {
        (_, true) => 400,
        (true, false) => 40,
        (false, false) => 12,
    };
    let mut broken = Vec::new();
    for one in &case.datasets {
        let Ok(model) = case.learner.fit_with(&one.data, &Run::default()) else { continue };
        let bytes = model_file::to_bytes(model.as_ref()).unwrap();
        let few = one.data.table().take(&[0, 1, 2, 3, 4, 5, 6, 7]);
        let mut rng = Seed(bytes.len() as u64).rng();
        for round in 0..rounds {
            let mut hostile = damaged(&bytes, &mut rng);
            if round % 8 > 0 {
                model_file::mend_checksum(&mut hostile);
            }
            if let Err(what) = read_hostile(&hostile, &few) {
                broken.push(format!("{} on {}, damage {round}: {what}", case.text, one.name));
            }
        }
    }
    broken
}

/// Reads a file that may be damaged, and asks what is read: whether it was refused, or a sentence about the harm it did.
pub fn read_hostile(bytes: &[u8], table: &Table) -> Result<bool, String> {
    soon(|| match model_file::from_bytes(bytes, hornbook::registry()) {
        Ok(model) => ask_hostile(model.as_ref(), table).map(|()| false),
        Err(error) if says_what_to_do(&error.to_string()) => Ok(true),
        Err(error) => Err(format!("'{error}' does not say what to do")),
    })
}

/// Asks a model of a damaged file everything.
fn ask_hostile(model: &dyn Model, table: &Table) -> Result<(), String> {
    match ModelAnswers::of(model, table) {
        Ok(answers) => answers.check(model, table.rows())?,
        // What is loaded knows what it says: its probabilities are some.
        Err(error) if error.to_string().contains("that sum to") => return Err(error.to_string()),
        Err(_) => {}
    }
    // Everything else must end, too, whether or not there are answers.
    let _ =
        (model.explain(), model.inspect().importances(), model.inspect().size(), model.inspect().diagram(0));
    if let Ok((rows, _)) = model.info().schema.features(table) {
        let _ = model.explain_row(&rows, 0);
        if let Ok(predictor) = model.predictor() {
            let _ = predictor.shap_values(&rows, None, &Run::default());
        }
    }
    Ok(())
}
