//! Minimum description length.

use super::hypothesis_table::HypothesisTable;
use hornbook_core::format::{significant, table};
use hornbook_core::{Error, Result};
use std::f64::consts::LN_2;
use std::fmt;

/// Bits that differ by less are ties.
const TIE: f64 = 1e-9;

/// How many bits it takes to say a hypothesis, and then the data to somebody who knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoPartCode {
    /// The hypothesis' name.
    pub name: String,
    /// The bits of the hypothesis, $L_{C_1}(h)$.
    pub hypothesis_bits: f64,
    /// The bits of the data given the hypothesis, $L_{C_2}(D \mid h)$.
    pub data_bits: f64,
}

impl TwoPartCode {
    /// In the best codes for these probabilities: $-\log_2 P(h)$ and $-\log_2 P(D \mid h)$.
    ///
    /// ```
    /// use hornbook_bayes::hypotheses::TwoPartCode;
    /// assert_eq!(TwoPartCode::optimal("h", 0.25, 0.125).bits(), 5.0);
    /// ```
    pub fn optimal(name: impl Into<String>, prior: f64, likelihood: f64) -> TwoPartCode {
        TwoPartCode { name: name.into(), hypothesis_bits: -prior.log2(), data_bits: -likelihood.log2() }
    }

    /// All bits together.
    pub fn bits(&self) -> f64 {
        self.hypothesis_bits + self.data_bits
    }
}

/// Descriptions of the same data, of which the shortest are the best.
///
/// In the best codes ([`TwoPartCode::optimal`], [`TwoPartCodes::of`]) the shortest description is the MAP hypothesis; in the
/// user's own codes it is whatever they are short for.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoPartCodes {
    all: Vec<TwoPartCode>,
}

impl TwoPartCodes {
    /// From descriptions in any codes. Lengths are not negative (but for densities, whose likelihood may be above 1), and
    /// infinite for what cannot be said.
    pub fn new(all: Vec<TwoPartCode>) -> Result<TwoPartCodes> {
        let wrong =
            |d: &&TwoPartCode| d.hypothesis_bits.is_nan() || d.hypothesis_bits < 0.0 || d.data_bits.is_nan();
        if let Some(wrong) = all.iter().find(wrong) {
            return Err(Error::data(
                format!("'{}' takes {} and {} bits", wrong.name, wrong.hypothesis_bits, wrong.data_bits),
                "give numbers of bits, those of a hypothesis at least 0",
            ));
        }
        if !all.iter().any(|d| d.bits().is_finite()) {
            return Err(Error::data(
                "nothing describes the data in finitely many bits",
                "give a hypothesis that does",
            ));
        }
        Ok(TwoPartCodes { all })
    }

    /// In the best codes for the prior and likelihoods of a table.
    pub fn of(table: &HypothesisTable) -> Result<TwoPartCodes> {
        let all = table.names().iter().zip(table.prior().into_iter().zip(table.ln_likelihood()));
        let describe = |(name, (prior, ln)): (&String, (f64, &f64))| TwoPartCode {
            name: name.clone(),
            hypothesis_bits: -prior.log2(),
            data_bits: -ln / LN_2,
        };
        TwoPartCodes::new(all.map(describe).collect())
    }

    /// All of them.
    pub fn all(&self) -> &[TwoPartCode] {
        &self.all
    }

    /// The positions of the shortest, with ties.
    pub fn shortest(&self) -> Vec<usize> {
        let least = self.all.iter().map(TwoPartCode::bits).fold(f64::INFINITY, f64::min);
        let near = |at: &usize| self.all[*at].bits() - least <= TIE * least.abs().max(1.0);
        (0..self.all.len()).filter(near).collect()
    }
}

/// A row a hypothesis, the shortest named below.
impl fmt::Display for TwoPartCodes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows =
            vec![["hypothesis", "hypothesis bits", "data bits", "total"].map(str::to_string).to_vec()];
        for d in &self.all {
            let bits = [d.hypothesis_bits, d.data_bits, d.bits()].map(significant);
            rows.push([vec![d.name.clone()], bits.to_vec()].concat());
        }
        writeln!(f, "{}", table(&rows))?;
        let names: Vec<&str> = self.shortest().into_iter().map(|at| self.all[at].name.as_str()).collect();
        writeln!(f, "minimum description length: {}", names.join(", "))
    }
}
