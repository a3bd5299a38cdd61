use super::*;

// proves: 000a:E2
#[test]
fn each_label_has_one_1_at_its_class() {
    let found = compute("class-indicators", &[("labels", "sports,family,luxury,family")]);
    assert_eq!(found["classes"], serde_json::json!(["family", "luxury", "sports"]));
    assert_eq!(
        rows(&found["indicators"]),
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
    );
    assert_all_close(&found["counts"], &[2.0, 1.0, 1.0], 0.0);
    let split = compute("class-indicators", &[("numbers", "12,30,20"), ("threshold", "20")]);
    assert_eq!(split["classes"], serde_json::json!(["above 20", "at most 20"]));
    assert_eq!(rows(&split["indicators"]), [[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]]);
    assert!(refusal("class-indicators", &[("numbers", "1,2")]).contains("threshold"));
    assert!(refusal("class-indicators", &[]).contains("the target is not given once"));
}
