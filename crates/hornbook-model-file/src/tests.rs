use super::*;
use hornbook_data::Table;
use hornbook_learner::{
    Baseline, BaselineModel, CalibrationMap, Calibrator, ClassCalibrator, Fit, RegistryEntry,
};
use proptest::prelude::*;

fn registry() -> Registry {
    Registry::new(vec![RegistryEntry::of::<Baseline>()])
}

fn model() -> BaselineModel {
    let table = Table::builder()
        .number("size", vec![1.0, 2.0, 3.0])
        .category("kind", &[Some("a"), Some("b"), Some("b")])
        .build()
        .unwrap();
    Baseline::default().fit(&table.dataset().target("kind").unwrap()).unwrap()
}

fn file() -> Vec<u8> {
    to_bytes(&model()).unwrap()
}

fn refusal(bytes: &[u8]) -> String {
    from_bytes(bytes, &registry()).unwrap_err().to_string()
}

#[test]
fn round_trip() {
    let bytes = file();
    let model = from_bytes(&bytes, &registry()).unwrap();
    assert_eq!(to_bytes(model.as_ref()).unwrap(), bytes);
    assert_eq!(model.info().schema.inputs[0].name, "size");
}

fn calibrated(map: CalibrationMap, classes: usize) -> Vec<u8> {
    let mut model = model();
    model.info_mut().calibration = Some(Calibrator::new(classes, map, true).unwrap());
    to_bytes(&model).unwrap()
}

#[test]
fn a_calibrated_model_keeps_its_calibration() {
    let platt = ClassCalibrator::Platt { slope: 1.0 / 3.0, intercept: 0.1 + 0.2 };
    let knots = ClassCalibrator::Isotonic { knots: vec![0.1, 0.7], values: vec![2.0 / 3.0, 0.9] };
    for curve in [platt, knots] {
        let bytes = calibrated(CalibrationMap::Curves(vec![curve]), 2);
        let model = from_bytes(&bytes, &registry()).unwrap();
        assert_eq!(to_bytes(model.as_ref()).unwrap(), bytes);
        assert!(model.explain().to_string().contains("Calibration"));
    }
}

#[test]
fn hostile_calibrations_are_refused() {
    let three = calibrated(CalibrationMap::Temperature(2.0), 3);
    assert!(refusal(&three).contains("the calibration is for 3 classes, and there are 2"));
    let sound = calibrated(CalibrationMap::Temperature(2.0), 2);
    let place = sound.windows(3).rposition(|part| part == b"2.0").unwrap();
    for (number, sentence) in
        [("0.0", "is not a number above 0"), ("NaN", "header cannot be read"), ("9e9", "")]
    {
        let mut bytes = sound.clone();
        bytes[place..place + 3].copy_from_slice(number.as_bytes());
        mend_checksum(&mut bytes);
        match sentence {
            "" => assert!(from_bytes(&bytes, &registry()).is_ok()),
            _ => assert!(refusal(&bytes).contains(sentence), "{}", refusal(&bytes)),
        }
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let bytes = file();
    assert!(refusal(&[]).contains("it is empty"));
    assert!(refusal(b"PK\x03\x04 something else").contains("does not start as a model file does"));
    assert!(refusal(&bytes[..5]).contains("ends after a few bytes"));
    assert!(refusal(&bytes[..40]).contains("ends after 40 bytes"));
    let mut unix = bytes.clone();
    unix.remove(4);
    assert!(refusal(&unix).contains("text mode"));
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert!(refusal(&newer).contains("format 9, and this release reads up to 1; use a newer release"));
    let mut longer = bytes.clone();
    longer.push(0);
    assert!(refusal(&longer).contains("1 bytes follow its end"));
    let mut damaged = bytes.clone();
    damaged[60] ^= 1;
    assert!(refusal(&damaged).contains("damaged"));
    let other = from_bytes(&bytes, &Registry::default()).unwrap_err().to_string();
    assert!(other.contains("trained by 'baseline', a learner this release does not have"), "{other}");
}

#[test]
fn hostile_lengths_allocate_nothing() {
    let mut bytes = file();
    bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(refusal(&bytes).contains("in the middle"));
    bytes[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(refusal(&bytes).contains("in the middle"));
}

#[test]
fn saving_is_all_or_nothing() {
    let missing = Path::new("no such folder/model.hornbook");
    let bytes = file();
    let model = from_bytes(&bytes, &registry()).unwrap();
    assert!(
        save(model.as_ref(), missing).unwrap_err().to_string().starts_with("cannot write 'no such folder")
    );
    assert!(load(missing, &registry()).unwrap_err().to_string().starts_with("cannot read"));
    assert!(load(".", &registry()).unwrap_err().to_string().contains("it is a directory"));
}

proptest! {
    #[test]
    fn any_damage_is_noticed(at in 0usize..200, flip in 1u8..=255, cut in 0usize..300) {
        let mut bytes = file();
        let at = at % bytes.len();
        bytes[at] ^= flip;
        prop_assert!(from_bytes(&bytes, &registry()).is_err());
        let whole = file();
        prop_assert!(from_bytes(&whole[..cut % whole.len()], &registry()).is_err());
    }

    #[test]
    fn a_mended_checksum_does_not_help(at in 8usize..400, flip in 1u8..=255) {
        // Past the checksum, every parser must still refuse or accept without a panic.
        let mut bytes = file();
        let at = at % (bytes.len() - 4);
        bytes[at] ^= flip;
        mend_checksum(&mut bytes);
        let _ = from_bytes(&bytes, &registry());
    }
}
