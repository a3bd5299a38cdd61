//! Whether the rows to predict are like those of training.

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
            "Write how the rows differ from those of training as JSON; warnings are given in any case",
        ),
        switch("no-drift", "Do not compare the rows with those of training").conflicts_with("drift"),
    ]
}

/// Compares rows with the profile in the model's file, if there is one.
pub struct Watch<'a> {
    compared: Option<(&'a dyn Model, &'a Profile, DriftCounts)>,
    /// Where the report goes.
    report: Option<String>,
}

impl<'a> Watch<'a> {
    pub fn of(model: &'a dyn Model, matches: &ArgMatches) -> Result<Watch<'a>, Failure> {
        let profile = model.info().profile.as_ref().filter(|profile| !profile.columns.is_empty());
        let report = matches.get_one::<String>("drift").cloned();
        if report.is_some() && profile.is_none() {
            return Err(Error::mismatch(
                "the model's file does not say what its training rows looked like",
                "train it with `hornbook fit` or `hornbook study` on at most 1000 columns, without --batch-rows",
            )
            .into());
        }
        let profile = profile.filter(|_| !matches.get_flag("no-drift"));
        Ok(Watch { compared: profile.map(|profile| (model, profile, DriftCounts::new(profile))), report })
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
