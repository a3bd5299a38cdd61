//! Where cuts are, and what bins become.

use super::*;
use hornbook_core::PerColumn;
use hornbook_data::{Dataset, Feature, Table};
use hornbook_learner::{Fit, Model};

fn data() -> Dataset {
    let x = vec![0.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0, f64::NAN, 40.0];
    Table::builder().number("x", x).build().unwrap().dataset()
}

fn edges(binning: Binning, data: &Dataset) -> Vec<f64> {
    let model = binning.fit(data).unwrap();
    model.fitted().columns()[0].as_ref().unwrap().edges().to_vec()
}

fn made(model: &BinningModel, data: &Dataset) -> Vec<Vec<f64>> {
    let made = model.transformer().unwrap().transform(&data.row_features()).unwrap();
    let column = |at: usize| match made.features().column(at) {
        Feature::Number(values) => values.to_vec(),
        Feature::Code(codes, _) => codes.iter().map(|&code| f64::from(code)).collect(),
        _ => panic!("neither numbers nor levels"),
    };
    (0..made.width()).map(column).collect()
}

#[test]
fn each_strategy_has_its_cuts() {
    let three = || Binning::default().n_bins(3);
    assert_eq!(edges(three().strategy(BinningStrategy::Uniform), &data())[0], 0.0);
    assert_eq!(
        edges(Binning::default().n_bins(4).strategy(BinningStrategy::Uniform), &data()),
        [0.0, 10.0, 20.0, 30.0, 40.0]
    );
    assert_eq!(edges(Binning::default().n_bins(2), &data()), [0.0, 6.5, 40.0]);
    let clusters = Table::builder().number("x", vec![0.0, 1.0, 9.0, 10.0, 11.0, 20.0, 22.0]).build().unwrap();
    let clusters = edges(three().strategy(BinningStrategy::Kmeans), &clusters.dataset());
    assert_eq!(clusters, [0.0, 5.25, 15.5, 22.0]);
}

#[test]
fn a_bin_is_a_number_a_level_or_columns() {
    let two = || Binning::default().n_bins(2);
    let columns = two().fit(&data()).unwrap();
    assert_eq!(made(&columns, &data())[0][..4], [1.0; 4]);
    assert!(made(&columns, &data())[1][7].is_nan());
    let ordinal = two().encode(BinEncoding::Ordinal).fit(&data()).unwrap();
    assert_eq!(made(&ordinal, &data())[0][3..7], [0.0, 1.0, 1.0, 1.0]);
    let level = two().encode(BinEncoding::Category).fit(&data()).unwrap();
    let outputs = level.transformer().unwrap().outputs();
    assert_eq!(outputs[0].kind.level(1), "from 6.5");
    for model in [columns, ordinal, level] {
        let transformer = model.transformer().unwrap();
        let made = transformer.transform(&data().row_features()).unwrap();
        let Feature::Number(back) =
            transformer.inverse_transform(&made.features()).unwrap().features().column(0)
        else {
            panic!("levels")
        };
        assert_eq!((back[0], back[8], back[7].is_nan()), (3.25, 23.25, true));
    }
}

#[test]
fn cuts_by_the_mdl_principle_follow_the_classes() {
    let rows = 60;
    let class: Vec<Option<&str>> = (0..rows).map(|i| Some(["a", "b", "a"][i / 20])).collect();
    let table = Table::builder()
        .number("cut", (0..rows).map(|i| i as f64).collect())
        .number("noise", (0..rows).map(|i| (i * 37 % 60) as f64).collect())
        .category("class", &class)
        .build()
        .unwrap();
    let data = table.dataset().target("class").unwrap();
    let mdl = Binning::default().strategy(BinningStrategy::Mdl);
    let model = mdl.fit(&data).unwrap();
    let bins: Vec<&[f64]> = model.fitted().columns().iter().flatten().map(FittedBins::edges).collect();
    assert_eq!(bins[0], [0.0, 19.5, 39.5, 59.0]);
    assert_eq!(bins[1], [0.0, 59.0], "noise is one bin");
    let numbers = table.dataset().target("noise").unwrap().only(&["cut"]).unwrap();
    assert!(mdl.fit(&numbers).unwrap_err().to_string().contains("the target is a number"));
}

#[test]
fn bins_of_each_column_and_other_quantiles() {
    let x: Vec<f64> = (0..10).map(f64::from).collect();
    let data = Table::builder().number("x", x.clone()).number("y", x).build().unwrap().dataset();
    let edges = |binning: Binning, at: usize| {
        binning.fit(&data).unwrap().fitted().columns()[at].as_ref().unwrap().edges().to_vec()
    };
    let two = || Binning::default().n_bins(2).column_bins(PerColumn::named([("y", 5.0)]));
    assert_eq!(edges(two(), 0), [0.0, 4.5, 9.0]);
    assert_eq!(edges(two(), 1).len(), 6);
    // numpy.quantile(numpy.arange(10), 0.5, method=…)
    assert_eq!(edges(two().quantile_method(CutQuantiles::InvertedCdf), 0), [0.0, 4.0, 9.0]);
    assert_eq!(edges(two().quantile_method(CutQuantiles::InterpolatedInvertedCdf), 0), [0.0, 4.0, 9.0]);
    assert_eq!(edges(two().quantile_method(CutQuantiles::Hazen), 0), [0.0, 4.5, 9.0]);
    let refused =
        |bins: f64| Binning::default().column_bins(PerColumn::named([("y", bins)])).fit(&data).unwrap_err();
    assert!(refused(1.0).to_string().contains("column 'y' is to have 1 bins"), "{}", refused(1.0));
    assert!(refused(2.5).to_string().contains("2.5 bins"));
}
