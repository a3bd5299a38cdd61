use super::*;

// proves: 000a:H4, 000a:H5, 001:18, 001:74, 002:B07
#[test]
fn entropy() {
    let found = compute("entropy", &[("counts", "9,5")]);
    assert_close(&found["entropy"], 0.940285958670631, 1e-12);
    assert_close(&compute("entropy", &[("counts", "7,7")])["entropy"], 1.0, 0.0);
    assert_close(&compute("entropy", &[("counts", "14,0")])["entropy"], 0.0, 0.0);
    let four = compute("entropy", &[("counts", "0.25,0.25,0.25,0.25")]);
    assert_close(&four["entropy"], 2.0, 1e-12);
    assert_close(&four["maximum"], 2.0, 1e-12);
    assert_close(&compute("entropy", &[("counts", "1,1"), ("base", "2.718")])["entropy"], 2f64.ln(), 1e-12);
    let labels = compute("entropy", &[("labels", "yes,no,yes,yes")]);
    assert_close(&labels["entropy"], 0.8112781244591328, 1e-12);
    assert_close(&labels["classes"][0]["code_length"], -(0.75f64.log2()), 1e-12);
}

// proves: 000a:H6
#[test]
fn entropy_curve() {
    let found = compute("entropy-curve", &[("steps", "4")]);
    let curve = found["curve"].as_array().unwrap();
    assert_eq!(curve.len(), 5);
    assert_close(&curve[1]["proportion"], 0.25, 0.0);
    assert_close(&curve[1]["entropy"], 0.8112781244591328, 1e-12);
    assert_close(&curve[2]["entropy"], 1.0, 0.0);
}

/// The restaurant's Patrons and Type, and PlayTennis' Wind.
// proves: 001:20, 002:B08, 002:B10
#[test]
fn splits() {
    let patrons = compute("information-gain", &[("parts", "0,2;4,0;2,4")]);
    assert_close(&patrons["remainder"], 0.4591479170272448, 1e-12);
    assert_close(&patrons["gain"], 0.5408520829727552, 1e-12);
    let wind = compute("information-gain", &[("parts", "6,2;3,3")]);
    assert_close(&wind["gain"], 0.04812703040826938, 1e-12);
    assert_close(&wind["split_information"], 0.9852281360342515, 1e-12);
    let outlook = compute("information-gain", &[("attribute", "s,s,s,s,s,o,o,o,o,r,r,r,r,r")]);
    assert_close(&outlook["split_information"], 1.5774062828523454, 1e-12);
}

// proves: 001:75, 001:76
#[test]
fn cross_entropy() {
    let found = compute("cross-entropy", &[("p", "1/2,1/2"), ("q", "1/4,3/4")]);
    assert_close(&found["cross_entropy"], 1.207518749639422, 1e-12);
    assert_close(&found["relative_entropy"], 0.20751874963942196, 1e-12);
    assert_close(&found["reverse_relative_entropy"], 0.18872187554086717, 1e-12);
    assert_eq!(compute("cross-entropy", &[("p", "1,1"), ("q", "1,0")])["relative_entropy"], "Infinity");
    let loss =
        compute("cross-entropy", &[("labels", "1,0"), ("probabilities", "0.8,0.4"), ("base", "2.718")]);
    assert_close(&loss["cross_entropy"], -(0.8f64.ln() + 0.6f64.ln()) / 2.0, 1e-12);
    let classes =
        compute("cross-entropy", &[("labels", "2,0"), ("probabilities", "0.2,0.3,0.5;0.7,0.2,0.1")]);
    assert_close(&classes["total"], -(0.5f64.log2() + 0.7f64.log2()), 1e-12);
}

/// Cover and Thomas' example 2.2.1.
// proves: 001:77
#[test]
fn conditional_entropy() {
    let joint = "1/8,1/16,1/32,1/32;1/16,1/8,1/32,1/32;1/16,1/16,1/16,1/16;1/4,0,0,0";
    let found = compute("mutual-information", &[("joint", joint)]);
    assert_close(&found["entropy_x"], 2.0, 1e-12);
    assert_close(&found["entropy_y"], 1.75, 1e-12);
    assert_close(&found["conditional_entropy"], 11.0 / 8.0, 1e-12);
    assert_close(&found["conditional_entropy_of_x"], 13.0 / 8.0, 1e-12);
    assert_close(&found["joint_entropy"], 27.0 / 8.0, 1e-12);
    assert_close(&found["mutual_information"], 3.0 / 8.0, 1e-12);
}

// proves: 000a:K14, 002:A18
#[test]
fn optimal_codes() {
    let found = compute("optimal-code", &[("probabilities", "1/2,1/4,1/8,1/8"), ("names", "a,b,c,d")]);
    assert_close(&found["expected_length"], 1.75, 1e-12);
    assert_close(&found["huffman_length"], 1.75, 1e-12);
    let messages = found["messages"].as_array().unwrap();
    let codes: Vec<&str> = messages.iter().map(|one| one["huffman_code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["0", "10", "110", "111"]);
    assert_close(&messages[2]["ideal_length"], 3.0, 1e-12);
    // No code of whole bits reaches the entropy of thirds.
    let thirds = compute("optimal-code", &[("probabilities", "1/3,1/3,1/3")]);
    assert_close(&thirds["huffman_length"], 5.0 / 3.0, 1e-12);
    assert_close(&thirds["expected_length"], 3f64.log2(), 1e-12);
}
