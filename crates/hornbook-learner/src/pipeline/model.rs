//! Fitted transformers, and the model behind them.

use super::params::Pipeline;
use crate::drawing::Diagram;
use crate::explained_row::ExplainedRow;
use crate::explanation::{Explanation, Section};
use crate::model::{Inspect, LoadModel, Model, ModelInfo, Predictor};
use crate::model_part::{read_model_part, write_model_part};
use crate::nested::{load_nested_model, nested_header};
use crate::outputs::{OutputRequest, TargetOutputs};
use crate::shap_values::ShapValues;
use crate::transformer::{ColumnBlock, ColumnOrigins, TransformedRows, Transformer};
use hornbook_core::{Declared, Error, LearnerSpec, ParameterValue, Parameters, Result, Run, Task};
use hornbook_data::{Features, Input, Matrix};
use serde::{Deserialize, Serialize};

/// Numbers that transformed rows may have at once, where sparse columns stand beside categories and are written out.
const BLOCK: usize = 1 << 22;
/// Numbers that are still in the processor's cache when the last model reads what was made of them, and the fewest rows at a time.
const CACHED: usize = 1 << 19;
const LEAST_ROWS: usize = 4096;

/// Fitted transformers, and the model behind them.
#[derive(Debug)]
pub struct PipelineModel {
    info: ModelInfo,
    transformers: Vec<Box<dyn Model>>,
    last: Box<dyn Model>,
}

impl PipelineModel {
    /// A pipeline of fitted steps, each of which takes what the one before it makes.
    pub(crate) fn of_parts(mut info: ModelInfo, mut steps: Vec<Box<dyn Model>>) -> Result<PipelineModel> {
        let specs: Vec<LearnerSpec> = steps.iter().map(|step| step.info().spec()).collect();
        let last = steps.pop().ok_or_else(|| Error::internal("a pipeline has no steps"))?;
        info.learner = Pipeline::declaration().name.to_string();
        info.parameters = Parameters::from_iter([("steps".to_string(), specs.to_value())]);
        let model = PipelineModel { info, transformers: steps, last };
        match model.misfit()? {
            None => Ok(model),
            Some(step) => Err(Error::damaged(format!(
                "step {} of its pipeline does not take what stands before it",
                step + 1
            ))),
        }
    }

    /// The fitted transformers.
    pub fn transformers(&self) -> impl Iterator<Item = &dyn Model> {
        self.transformers.iter().map(|step| &**step)
    }

    /// The model behind them.
    pub fn last(&self) -> &dyn Model {
        &*self.last
    }

    /// Whether an offset passes by the transformers. In pipelines of earlier files it was one of their inputs.
    fn offset_aside(&self) -> Option<usize> {
        let first = self.transformers.first()?;
        self.info.schema.offset.filter(|_| first.info().schema.offset.is_none())
    }

    /// The first step whose inputs are not what the one before it makes.
    fn misfit(&self) -> Result<Option<usize>> {
        let mut inputs = self.info.schema.inputs.clone();
        let offset =
            self.offset_aside().filter(|&place| place < inputs.len()).map(|place| inputs.remove(place));
        for (at, step) in self.transformers.iter().enumerate() {
            if step.info().schema.inputs != inputs {
                return Ok(Some(at));
            }
            inputs = step.transformer()?.outputs();
        }
        inputs.extend(offset);
        let schema = &self.last.info().schema;
        let fits = schema.inputs == inputs
            && schema.target == self.info.schema.target
            && schema.additional_targets == self.info.schema.additional_targets;
        Ok((!fits).then_some(self.transformers.len()))
    }

    /// The same transformer, for another pipeline.
    pub(super) fn copy_of_step(&self, at: usize) -> Result<Box<dyn Model>> {
        let step = &self.transformers[at];
        load_nested_model(&nested_header(&**step, &self.info.schema)?, &step.to_bytes()?, &self.info.schema)
    }

    /// The rows as the last model sees them.
    pub fn transform_inputs<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let Some(offset) = self.offset_aside() else {
            return transformed_by(&self.transformers, TransformedRows::from(rows.clone()));
        };
        let others: Vec<usize> = (0..rows.width()).filter(|&column| column != offset).collect();
        let made = transformed_by(&self.transformers, TransformedRows::from(rows.select(&others)))?;
        let mut blocks = made.into_blocks();
        blocks.push(ColumnBlock::Features(rows.select(&[offset])));
        TransformedRows::of_blocks(blocks, rows.rows())
    }

    /// Works on the rows as the last model sees them, some at a time where they would be too many to write out.
    fn for_each_block(
        &self,
        rows: &Features<'_>,
        mut work: impl FnMut(&Features<'_>) -> Result<()>,
    ) -> Result<()> {
        let width = self.last.info().schema.inputs.len();
        let is_wide = width > 4 * self.info.schema.inputs.len().max(16);
        let step = match Model::is_row_wise(self) {
            true if is_wide => (BLOCK / width.max(1)).max(1),
            true => (CACHED / width.max(1)).max(LEAST_ROWS),
            false => usize::MAX,
        };
        if rows.rows() <= step {
            return work(&self.transform_inputs(rows)?.features());
        }
        for start in (0..rows.rows()).step_by(step) {
            let block = rows.part(start..rows.rows().min(start + step));
            work(&self.transform_inputs(&block)?.features())?;
        }
        Ok(())
    }

    /// Numbers of the columns that the last model sees, led back to the inputs.
    fn to_inputs(&self, of_columns: &[f64], width: usize) -> Vec<f64> {
        let offset = self.offset_aside();
        let own = of_columns.len() - if offset.is_some() { width } else { 0 };
        let mut numbers = of_columns[..own].to_vec();
        for step in self.transformers.iter().rev() {
            let Ok(transformer) = step.transformer() else { continue };
            numbers = transformer.origins().to_inputs(&numbers, width, step.info().schema.inputs.len());
        }
        if let Some(place) = offset {
            let at = place * width;
            numbers.splice(at..at, of_columns[own..].iter().copied());
        }
        numbers
    }
}

/// Rows behind some transformers.
fn transformed_by<'a>(steps: &[Box<dyn Model>], rows: TransformedRows<'a>) -> Result<TransformedRows<'a>> {
    let mut made = rows;
    for step in steps {
        if let Some(changed) = changed_by(step.transformer()?, &made)? {
            made = changed;
        }
    }
    Ok(made)
}

/// Rows behind a transformer; none if it leaves them as they are.
fn changed_by(
    transformer: &dyn Transformer,
    rows: &TransformedRows<'_>,
) -> Result<Option<TransformedRows<'static>>> {
    let made = transformer.transform(&rows.features())?;
    Ok((!made.is_unchanged()).then(|| made.into_owned()))
}

impl Model for PipelineModel {
    fn info(&self) -> &ModelInfo {
        &self.info
    }

    fn info_mut(&mut self) -> &mut ModelInfo {
        &mut self.info
    }

    fn raw_explanation(&self) -> Explanation {
        let steps = self.transformers.iter().chain(std::iter::once(&self.last));
        Explanation { sections: steps.flat_map(|step| step.explain().sections).collect() }
    }

    fn to_bytes(&self) -> Result<Vec<u8>> {
        let step = |step: &dyn Model| {
            Ok(StepFile { header: nested_header(step, &self.info.schema)?, bytes: step.to_bytes()? })
        };
        let file = PipelineFile { steps: self.members().into_iter().map(step).collect::<Result<_>>()? };
        write_model_part(&file)
    }

    fn is_row_wise(&self) -> bool {
        self.transformers.iter().chain(std::iter::once(&self.last)).all(|step| step.is_row_wise())
    }

    fn predictor(&self) -> Result<&dyn Predictor> {
        self.last.predictor()?;
        Ok(self)
    }

    fn transformer(&self) -> Result<&dyn Transformer> {
        self.last.transformer()?;
        Ok(self)
    }

    fn inspect(&self) -> &dyn Inspect {
        self
    }
}

impl Predictor for PipelineModel {
    fn raw_outputs(&self, rows: &Features<'_>, request: OutputRequest) -> Result<Vec<TargetOutputs>> {
        let mut all: Option<Vec<TargetOutputs>> = None;
        self.for_each_block(rows, |block| {
            let more = self.last.outputs_of_targets(block, request)?;
            match &mut all {
                None => all = Some(more),
                Some(targets) => {
                    targets.iter_mut().zip(more).try_for_each(|(outputs, more)| outputs.append(more))?;
                }
            }
            Ok(())
        })?;
        all.ok_or_else(|| Error::internal("a pipeline saw no rows"))
    }

    fn raw_row_explanation(&self, row: &ExplainedRow<'_>) -> Result<Explanation> {
        let mut sections: Vec<Section> = Vec::new();
        let offset = self.offset_aside();
        let width = row.features().width();
        let bare = row.select(&(0..width).filter(|&column| Some(column) != offset).collect::<Vec<_>>());
        let mut made = TransformedRows::from(bare.features().clone());
        let mut values = bare.into_input_values();
        for step in &self.transformers {
            let transformer = step.transformer()?;
            let seen = row.seen_as(made.features(), values);
            sections.extend(transformer.row_section(seen.features()));
            values = seen.values_behind(&step.info().schema.inputs, transformer);
            if let Some(changed) = changed_by(transformer, &made)? {
                made = changed;
            }
        }
        if let Some(place) = offset {
            values.push(Some(row.value(&self.info.schema.inputs[place], place)));
        }
        let made = self.transform_inputs(row.features())?;
        sections.extend(self.last.row_explanation(&row.seen_as(made.features(), values))?.sections);
        Ok(Explanation { sections })
    }

    /// Those of the last model, added up for the inputs.
    fn shap_values(
        &self,
        rows: &Features<'_>,
        background: Option<&Features<'_>>,
        run: &Run,
    ) -> Result<Option<ShapValues>> {
        let made = self.transform_inputs(rows)?;
        let background = background.map(|others| self.transform_inputs(others)).transpose()?;
        let background = background.as_ref().map(TransformedRows::features);
        let found = self.last.predictor()?.shap_values(&made.features(), background.as_ref(), run)?;
        Ok(found.map(|found| {
            let inputs = self.info.schema.inputs.len();
            let outputs = found.outputs();
            let lines = found.values().chunks_exact((found.columns() * outputs).max(1));
            let values = lines.flat_map(|line| self.to_inputs(line, outputs)).collect();
            ShapValues::new(found.base().to_vec(), values, found.rows(), inputs)
        }))
    }

    /// Those of the last model.
    fn row_function(&self, name: &str, rows: &Features<'_>, arguments: &[f64]) -> Result<Option<Matrix>> {
        self.last.predictor()?.row_function(name, &self.transform_inputs(rows)?.features(), arguments)
    }
}

impl Transformer for PipelineModel {
    fn is_row_wise(&self) -> bool {
        Model::is_row_wise(self)
    }

    fn outputs(&self) -> Vec<Input> {
        self.last.transformer().map_or_else(|_| Vec::new(), |last| last.outputs())
    }

    fn transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let made = self.transform_inputs(rows)?;
        Ok(changed_by(self.last.transformer()?, &made)?.unwrap_or_else(|| made.into_owned()))
    }

    fn inverse_transform<'a>(&self, rows: &Features<'a>) -> Result<TransformedRows<'a>> {
        let mut made = TransformedRows::from(rows.clone());
        let steps = self.transformers.iter().chain(std::iter::once(&self.last));
        for step in steps.collect::<Vec<_>>().into_iter().rev() {
            made = step.transformer()?.inverse_transform(&made.features())?.into_owned();
        }
        Ok(made)
    }

    fn origins(&self) -> ColumnOrigins {
        let steps = self.transformers.iter().chain(std::iter::once(&self.last));
        let mut all: Option<ColumnOrigins> = None;
        for step in steps {
            let Ok(transformer) = step.transformer() else { continue };
            let own = transformer.origins();
            all = Some(match all {
                None => own,
                Some(before) => own.behind(&before),
            });
        }
        all.unwrap_or_default()
    }

    fn row_section(&self, row: &Features<'_>) -> Option<Section> {
        self.transformers.first()?.transformer().ok()?.row_section(row)
    }
}

impl Inspect for PipelineModel {
    /// Those of the last model, added up for the inputs.
    fn importances(&self) -> Option<Vec<f64>> {
        let importances = self.last.inspect().importances()?;
        let columns = self.last.info().schema.inputs.len();
        (importances.len() == columns).then(|| self.to_inputs(&importances, 1))
    }

    fn members(&self) -> Vec<&dyn Model> {
        self.transformers.iter().chain(std::iter::once(&self.last)).map(|step| &**step).collect()
    }

    fn diagrams(&self) -> usize {
        self.last.inspect().diagrams()
    }

    fn diagram(&self, tree: usize) -> Option<Diagram> {
        self.last.inspect().diagram(tree)
    }

    fn size(&self) -> Option<f64> {
        self.last.inspect().size()
    }
}

#[derive(Serialize, Deserialize)]
struct PipelineFile {
    steps: Vec<StepFile>,
}

#[derive(Serialize, Deserialize)]
struct StepFile {
    /// As [`nested_header`] has it.
    header: String,
    bytes: Vec<u8>,
}

impl LoadModel for PipelineModel {
    fn from_bytes(info: ModelInfo, bytes: &[u8]) -> Result<PipelineModel> {
        let file: PipelineFile = read_model_part(bytes, "steps")?;
        let step = |step: &StepFile| load_nested_model(&step.header, &step.bytes, &info.schema);
        let steps: Vec<Box<dyn Model>> = file.steps.iter().map(step).collect::<Result<_>>()?;
        let Some((_, transformers)) = steps.split_last() else {
            return Err(Error::damaged("its pipeline has no steps"));
        };
        match transformers.iter().all(|step| step.info().schema.target.task == Task::Transformation) {
            true => PipelineModel::of_parts(info, steps),
            false => Err(Error::damaged("a step of its pipeline is no transformer")),
        }
    }
}
