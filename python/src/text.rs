//! Documents as rows of numbers.

use crate::errors::to_python;
use crate::threads::run;
use hornbook::data::SparseMatrix;
use hornbook::text::{
    Analyzer, FittedVectorizer, IdfKind, NgramOptions, Norm, TermWeightingOptions, Vectorizer as Settings,
    VocabularyLimits,
};
use hornbook::{Error, ParameterValue, Value};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

/// Where rows start, the columns, and the values of a matrix of so many columns.
type CsrArrays<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<f64>>, usize);

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyVectorizer>()?;
    module.add_function(wrap_pyfunction!(vectorize, module)?)
}

/// How to turn documents into rows, as learned from some.
#[pyclass(name = "Vectorizer", module = "hornbook._hornbook", frozen)]
pub struct PyVectorizer(FittedVectorizer);

#[pymethods]
impl PyVectorizer {
    /// The gram of each column, unless columns are hashed.
    fn words(&self) -> Option<Vec<String>> {
        self.0.words().map(<[String]>::to_vec)
    }

    /// How rare each gram is.
    fn idf<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_slice(py, self.0.idf())
    }

    /// Documents as rows.
    fn apply<'py>(
        &self,
        py: Python<'py>,
        documents: Vec<PyBackedStr>,
        threads: Option<usize>,
    ) -> PyResult<CsrArrays<'py>> {
        let texts: Vec<Option<&str>> = documents.iter().map(|text| Some(&**text)).collect();
        let rows = run(py, threads, || Ok(self.0.apply(&texts)))?;
        Ok(as_arrays(py, rows))
    }
}

fn as_arrays(py: Python<'_>, rows: SparseMatrix) -> CsrArrays<'_> {
    let starts = rows.starts.iter().map(|&start| start as i64);
    (
        PyArray1::from_iter(py, starts),
        PyArray1::from_vec(py, rows.indices),
        PyArray1::from_vec(py, rows.values),
        rows.columns,
    )
}

/// Learns from documents how to turn them into rows, and does so. The settings are JSON.
#[pyfunction]
fn vectorize<'py>(
    py: Python<'py>,
    documents: Vec<PyBackedStr>,
    settings: &str,
    threads: Option<usize>,
) -> PyResult<(PyVectorizer, CsrArrays<'py>)> {
    let settings: Value = serde_json::from_str(settings).map_err(|e| to_python(Error::internal(e)))?;
    let settings = read(&settings).ok_or_else(|| {
        to_python(Error::data(format!("these settings make no sense: {settings}"), "correct them"))
    })?;
    let texts: Vec<Option<&str>> = documents.iter().map(|text| Some(&**text)).collect();
    let (fitted, rows) = run(py, threads, || settings.fit(&texts, None))?;
    Ok((PyVectorizer(fitted), as_arrays(py, rows)))
}

fn read(settings: &Value) -> Option<Settings> {
    let whole = |name: &str| settings[name].as_u64().and_then(|x| u32::try_from(x).ok());
    let words = settings["stop_words"].as_array()?.iter().map(|word| word.as_str().map(str::to_string));
    let mut stop_words = words.collect::<Option<Vec<String>>>()?;
    stop_words.sort_unstable();
    Some(Settings {
        grams: NgramOptions {
            analyzer: Analyzer::from_value(&settings["analyzer"])?,
            ngram_min: whole("shortest")?,
            ngram_max: whole("longest")?,
            lowercase: settings["lowercase"].as_bool()?,
            stop_words,
        },
        limits: VocabularyLimits {
            min_documents: ParameterValue::from_value(&settings["min_df"])?,
            max_documents: ParameterValue::from_value(&settings["max_df"])?,
            most: whole("max_features"),
        },
        weighting: TermWeightingOptions {
            binary: settings["binary"].as_bool()?,
            sublinear: settings["sublinear_tf"].as_bool()?,
            idf: match (settings["use_idf"].as_bool()?, settings["smooth_idf"].as_bool()?) {
                (false, _) => IdfKind::None,
                (true, true) => IdfKind::Smooth,
                (true, false) => IdfKind::Plain,
            },
            norm: match settings["norm"].as_str() {
                None => Norm::None,
                Some("l1") => Norm::Sum,
                Some("l2") => Norm::Euclidean,
                Some(_) => return None,
            },
        },
        hashed: whole("n_features").zip(settings["alternate_sign"].as_bool()),
    })
}
