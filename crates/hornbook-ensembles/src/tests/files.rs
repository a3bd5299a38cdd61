//! Ensembles in files.

use super::*;
use hornbook_learner::{CalibrationMap, Calibrator, ClassCalibrator, ModelInfo};

fn reread(model: &dyn Model) -> Box<dyn Model> {
    let entry = registry().find(&model.info().learner).unwrap();
    entry.model(model.info().clone(), &model.to_bytes().unwrap()).unwrap()
}

#[test]
fn calibrated_members_stay_calibrated() {
    let table = table(100);
    let mut model = Voting::default().voting(VotingKind::Soft).fit(&classes(&table)).unwrap();
    let plain = answers(&model, &table);
    let curve = || ClassCalibrator::Platt { slope: 0.2, intercept: 0.1 };
    let map = CalibrationMap::Curves(vec![curve(), curve(), curve()]);
    model.members[0].model.info_mut().calibration = Some(Calibrator::new(3, map, true).unwrap());
    let calibrated = answers(&model, &table);
    assert_ne!(plain, calibrated);
    assert_eq!(answers(&*reread(&model), &table), calibrated);
}

/// A file may not make us recurse without end.
#[test]
fn models_within_models_have_a_bottom() {
    let table = table(30);
    let data = classes(&table);
    let mut model = Voting::default().fit(&data).unwrap();
    for _ in 0..12 {
        model = nested(model);
    }
    assert!(registry().find("voting").unwrap().model(model.info.clone(), &model.to_bytes().unwrap()).is_ok());
    for _ in 0..200 {
        model = nested(model);
    }
    let bytes = model.to_bytes().unwrap();
    let error = registry().find("voting").unwrap().model(model.info.clone(), &bytes).unwrap_err().to_string();
    assert!(error.contains("more than 16 deep"), "{error}");
    // And the depth is counted anew for the next file.
    let plain = Voting::default().fit(&data).unwrap();
    assert!(registry().find("voting").unwrap().model(plain.info.clone(), &plain.to_bytes().unwrap()).is_ok());
}

fn nested(model: EnsembleModel) -> EnsembleModel {
    let info: ModelInfo = model.info.clone();
    let member = Member::of(Box::new(model));
    EnsembleModel { info, members: vec![member], rule: CombinationRule::Votes { weights: vec![1.0] } }
}

#[test]
fn members_must_fit() {
    let table = table(60);
    let load = |model: &EnsembleModel| file::from_bytes(model.info.clone(), &model.to_bytes().unwrap());
    let voting = || Voting::default().fit(&classes(&table)).unwrap();
    let mut model = voting();
    model.rule = CombinationRule::Votes { weights: vec![1.0, 1.0] };
    assert!(load(&model).is_err());
    model.rule = CombinationRule::Votes { weights: vec![1.0, -1.0, 1.0] };
    assert!(load(&model).is_err());
    model.rule = CombinationRule::Median { votes: vec![1.0; 3] };
    assert!(load(&model).is_err());
    let mut model = voting();
    model.members[1] = Member::of(Box::new(DecisionTree::default().fit(&numbers(&table)).unwrap()));
    assert!(load(&model).is_err());
    let mut model = voting();
    model.members[0].columns = Some(vec![0, 1, 9]);
    assert!(load(&model).is_err());
    let mut model = OneVsOne::default().fit(&classes(&table)).unwrap();
    model.rule = CombinationRule::Pairs { pairs: vec![(0, 1), (0, 2), (1, 7)], present: vec![0, 1, 2] };
    assert!(load(&model).is_err());
    let mut model = ClassHierarchy::default().fit(&classes(&table)).unwrap();
    if let CombinationRule::Hierarchy { forks, .. } = &mut model.rule {
        let branch = forks[0].next.iter().position(Option::is_some).unwrap();
        forks[0].next[branch] = Some(0);
    }
    assert!(load(&model).is_err());
}
