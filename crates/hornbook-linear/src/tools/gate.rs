//! Boolean functions by one perceptron.

use super::equation;
use crate::geometry::Hyperplane;
use hornbook_core::{AnswerValue, Choice, Result, Run, Tool, WorkedSolution};

/// A Boolean function.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Choice)]
pub enum Gate {
    /// All inputs are true.
    #[default]
    And,
    /// At least one input is true.
    Or,
    /// Not all inputs are true.
    Nand,
    /// No input is true.
    Nor,
    /// An odd number of inputs is true.
    Xor,
}

/// How truth values are written as numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Choice)]
pub enum BitCoding {
    /// False is 0, true is 1.
    ZeroOne,
    /// False is −1, true is 1.
    PlusMinus,
}

/// Boolean function by one perceptron: the weights of AND, OR, NAND and NOR, with the truth table; XOR needs two layers, which are shown.
#[derive(Debug, Tool)]
#[tool(
    name = "perceptron-gate",
    chapter = "Linear models",
    aliases("and or nand nor", "boolean perceptron", "xor", "truth table of a perceptron")
)]
pub struct GateTool {
    /// Boolean function.
    gate: Gate,
    /// Number of inputs.
    #[param(default = 2, range = "1..=10")]
    inputs: usize,
    /// How truth values are written.
    #[param(default = BitCoding::ZeroOne)]
    coding: BitCoding,
}

impl Gate {
    fn value(self, bits: &[bool]) -> bool {
        match self {
            Gate::And => bits.iter().all(|bit| *bit),
            Gate::Or => bits.iter().any(|bit| *bit),
            Gate::Nand => !bits.iter().all(|bit| *bit),
            Gate::Nor => !bits.iter().any(|bit| *bit),
            Gate::Xor => bits.iter().filter(|bit| **bit).count() % 2 == 1,
        }
    }

    /// The plane above which the function is true, for bits 0 and 1; none for XOR of two inputs and more.
    fn plane(self, inputs: usize) -> Result<Option<(Vec<f64>, f64)>> {
        let of = |plane: Hyperplane, sign: f64| {
            (plane.normal().iter().map(|w| sign * w).collect::<Vec<f64>>(), sign * plane.offset())
        };
        let all = || Hyperplane::all_of(&vec![Some(true); inputs]);
        let any = || Hyperplane::any_of(&vec![Some(true); inputs]);
        Ok(match self {
            Gate::And => Some(of(all()?, 1.0)),
            Gate::Or => Some(of(any()?, 1.0)),
            Gate::Nand => Some(of(all()?, -1.0)),
            Gate::Nor => Some(of(any()?, -1.0)),
            Gate::Xor if inputs == 1 => Some(of(any()?, 1.0)),
            Gate::Xor => None,
        })
    }
}

impl Tool for GateTool {
    type Report = WorkedSolution;

    fn compute(&self, _: &Run) -> Result<WorkedSolution> {
        let mut solution = WorkedSolution::by("output = 1 if wᵀx + w₀ > 0, else 0");
        let plane = self.gate.plane(self.inputs)?.map(|(weights, offset)| match self.coding {
            BitCoding::ZeroOne => (weights, offset),
            // A bit is (x + 1)/2.
            BitCoding::PlusMinus => {
                let sum: f64 = weights.iter().sum();
                (weights.iter().map(|w| w / 2.0).collect(), offset + sum / 2.0)
            }
        });
        let coded = |bit: bool| match self.coding {
            BitCoding::ZeroOne => f64::from(bit),
            BitCoding::PlusMinus => {
                if bit {
                    1.0
                } else {
                    -1.0
                }
            }
        };
        if let Some((weights, offset)) = &plane {
            solution.labeled("equation", "perceptron", format!("{} > 0", equation(weights, *offset)));
            solution.labeled("weights", "w", weights.clone());
            solution.labeled("offset", "w₀", *offset);
        }
        let rows = (0..1usize << self.inputs).map(|code| {
            let bits: Vec<bool> = (0..self.inputs).rev().map(|place| code >> place & 1 == 1).collect();
            let x: Vec<f64> = bits.iter().map(|bit| coded(*bit)).collect();
            let mut row: Vec<AnswerValue> = x.iter().map(|x| AnswerValue::from(*x)).collect();
            if let Some((weights, offset)) = &plane {
                row.push(AnswerValue::from(weights.iter().zip(&x).map(|(w, x)| w * x).sum::<f64>() + offset));
            }
            row.push(AnswerValue::from(coded(self.gate.value(&bits))));
            row
        });
        let names: Vec<String> = (1..=self.inputs).map(|i| format!("x{i}")).collect();
        let mut columns: Vec<&str> = names.iter().map(String::as_str).collect();
        columns.extend(plane.is_some().then_some("wᵀx+w₀"));
        columns.push(self.gate.name());
        solution.table("truth_table", &columns, rows.collect());
        solution.value("separable", plane.is_some().into());
        if plane.is_none() {
            solution
                .say("no single perceptron computes XOR: its true and false rows are not linearly separable");
            solution.say("two layers do, for two inputs: XOR = (x1 OR x2) AND (x1 NAND x2); see `boolean-network` for any formula");
        }
        Ok(solution)
    }
}
