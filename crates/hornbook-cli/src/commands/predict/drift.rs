//! Data drift between training and prediction.

use crate::arguments::{option, switch};
use crate::failure::Failure;
use crate::output::warn;
use clap::{Arg, ArgMatches};
use hornbook::data::Features;
use hornbook::{DriftCounts, Error, Model, Profile, Table};

pub fn flags() -> [Arg; 2] {
    [
        option(
            "drift",
            "FILE",
            "Write a data drift report (PSI, tests per column) as JSON; drift warnings are given in any case",
        ),
        switch("no-drift", "Do not check for data drift").conflicts_with("drift"),
    ]
}

/// Compares rows with the profile in the model's file, if there is one.
pub struct DriftMonitor<'a> {
    compared: Option<(&'a dyn Model, &'a Profile, DriftCounts)>,
    /// Where the report goes.
    report: Option<String>,
}

impl<'a> DriftMonitor<'a> {
    pub fn of(model: &'a dyn Model, matches: &ArgMatches) -> Result<DriftMonitor<'a>, Failure> {
        let profile = model.info().profile.as_ref().filter(|profile| !profile.columns.is_empty());
        let report = matches.get_one::<String>("drift").cloned();
        if report.is_some() && profile.is_none() {
            return Err(Error::mismatch(
                "the model's file has no profile of its training data",
                "train it with `hornbook fit` or `hornbook study` on at most 1000 columns, without --batch-rows",
            )
            .into());
        }
        let profile = profile.filter(|_| !matches.get_flag("no-drift"));
        Ok(DriftMonitor {
            compared: profile.map(|profile| (model, profile, DriftCounts::new(profile))),
            report,
        })
    }

    /// Counts rows whose features are found.
    pub fn see(&mut self, table: &Table, features: &Features<'_>) -> hornbook::Result<()> {
        match &mut self.compared {
            Some((model, profile, counts)) => counts.add(profile, &model.info().schema, table, features),
            None => Ok(()),
        }
    }

    /// Says which columns have drifted, once all rows are seen.
    pub fn finish(self) -> Result<(), Failure> {
        let Some((model, profile, counts)) = self.compared else { return Ok(()) };
        let report = counts.report(profile, &model.info().schema);
        if let Some(path) = &self.report {
            std::fs::write(path, format!("{:#}\n", report.to_json()))
                .map_err(|e| Error::file("write", path, e))?;
        }
        report.sentences().iter().for_each(|sentence| warn(sentence));
        Ok(())
    }
}
