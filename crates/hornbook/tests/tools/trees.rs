use super::*;

/// Quinlan's tree: Yes ⇔ overcast, or sunny and normal, or rain and weak; Temperature is never tested.
// proves: 000a:H2, 001:16, 002:B02, 002:B22
#[test]
fn rules_of_a_tree() {
    let table = data("play_tennis.csv");
    let columns = hornbook::Table::read(&table).unwrap();
    let has_day = columns.names().iter().any(|name| name == "Day");
    assert!(!has_day, "the table has no number of the day");
    let found = compute("tree-rules", &[("table", &table), ("target", "Play"), ("learner", "id3")]);
    let dnf = found["dnf"]["Yes"].as_str().unwrap();
    for term in ["Outlook = Overcast", "Humidity = Normal", "Wind = Weak"] {
        assert!(dnf.contains(term), "{dnf}");
    }
    assert_eq!(dnf.matches(" or ").count(), 2, "{dnf}");
    assert_eq!(found["unused"], serde_json::json!(["Temperature"]));
    assert_close(&found["rules"], 5.0, 0.0);
    let no = compute(
        "tree-rules",
        &[("table", &table), ("target", "Play"), ("learner", "id3"), ("only_class", "No")],
    );
    assert!(no["dnf"]["No"].as_str().unwrap().contains("Humidity = High"));
    assert!(
        refusal("tree-rules", &[("table", &table), ("target", "Play"), ("learner", "naive-bayes")])
            .contains("not a single tree")
    );
}

// proves: 002:B03
#[test]
fn logic_to_a_tree() {
    let found = compute("logic-tree", &[("formula", "a and (b or not c)")]);
    assert_eq!(found["variables"], serde_json::json!(["a", "b", "c"]));
    assert_close(&found["rows"], 8.0, 0.0);
    assert_close(&found["leaves"], 4.0, 0.0);
    // Parity needs every variable on every path.
    let parity = compute("logic-tree", &[("truth_table", "0,1,1,0,1,0,0,1")]);
    assert_close(&parity["leaves"], 8.0, 0.0);
    assert!(parity["notes"].to_string().contains("not concise"));
    assert_close(&compute("logic-tree", &[("truth_table", "0,0,0,0")])["leaves"], 1.0, 0.0);
}

#[test]
fn ranking_and_ensembles() {
    let found = compute("feature-ranking", &[("table", &data("play_tennis.csv")), ("target", "Play")]);
    assert_eq!(found["columns"][0]["column"], "Outlook");
    assert_close(&found["columns"][0]["gain"], 0.2467498197744391, 1e-9);
    let vote = compute("majority-vote", &[("members", "21"), ("error", "0.3")]);
    assert_close(&vote["majority_error"], 0.02638994070128393, 1e-12);
    let stable =
        compute("stability", &[("table", &data("iris.csv")), ("target", "species"), ("rounds", "3")]);
    assert!(stable.to_string().contains("0.1"));
    let numbers = [("table", data("mtcars.csv")), ("target", "cyl".to_string())];
    let [table, target] = &numbers.each_ref().map(|(name, text)| (*name, text.as_str()));
    assert!(refusal("feature-ranking", &[*table, *target]).contains("the target is numeric"));
    let found = compute("feature-ranking", &[*table, *target, ("classify", "true"), ("only", "hp,wt")]);
    assert_eq!(found["columns"].as_array().unwrap().len(), 2);
}

#[test]
fn diversity_of_the_members_of_an_ensemble() {
    let bagging = hornbook::LearnerSpec::parse("bagging(n_estimators=3)").unwrap();
    let table = hornbook::Table::read(data("iris.csv")).unwrap();
    let rows = table.dataset().target("species").unwrap();
    let model = hornbook::registry().learner(&bagging).unwrap().fit_with(&rows, &Run::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bagged.hornbook");
    hornbook::model_file::save(&*model, &path).unwrap();
    let found =
        compute("ensemble-diversity", &[("model", path.to_str().unwrap()), ("table", &data("iris.csv"))]);
    assert_eq!((numbers(&found["accuracies"]).len(), found["pairs"].as_array().unwrap().len()), (3, 3));
}
