use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, AsArray, BooleanArray, RecordBatch};
use datafusion::arrow::buffer::BooleanBuffer;
use datafusion::arrow::compute::kernels::boolean::{and, and_kleene, or_kleene};
use datafusion::arrow::datatypes::{DataType, Schema};
use datafusion::common::Result;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::utils::scatter;
use sf_faults::{Fault, is_on};

use super::branch::{children_of, with_children};
use super::{Branch, identity_eq, typed_array};

/// AND or OR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Connective {
    And,
    Or,
}

impl Connective {
    /// The operand value that decides a row.
    fn decides(self) -> bool {
        match self {
            Self::And => false,
            Self::Or => true,
        }
    }
}

/// AND or OR of any number of operands, as Flink's generated code evaluates it: per row from left to right,
/// and no operand after the one that decides the row. NULL decides nothing.
#[derive(Debug, Clone)]
pub(crate) struct LogicExpr {
    connective: Connective,
    operands: Vec<Branch>,
}

identity_eq!(LogicExpr, connective, operands);

impl LogicExpr {
    pub(crate) fn new(connective: Connective, operands: Vec<Branch>) -> Self {
        Self { connective, operands }
    }

    /// Rows on which the next operand is evaluated.
    fn undecided(&self, known: &BooleanArray) -> BooleanArray {
        let decided = match self.connective {
            Connective::And => !known.values(),
            Connective::Or => known.values().clone(),
        };
        let decided = match known.nulls() {
            Some(nulls) => &decided & nulls.inner(),
            None => decided,
        };
        BooleanArray::new(!&decided, None)
    }

    fn combine(&self, known: &BooleanArray, next: &BooleanArray) -> Result<BooleanArray> {
        Ok(match self.connective {
            Connective::And if is_on(Fault::NullAndFalse) => and(known, next)?,
            Connective::And => and_kleene(known, next)?,
            Connective::Or => or_kleene(known, next)?,
        })
    }

    fn operand(
        &self,
        operand: &Branch,
        batch: &RecordBatch,
        known: &BooleanArray,
    ) -> Result<BooleanArray> {
        let rows = batch.num_rows();
        let undecided = self.undecided(known);
        let left = undecided.true_count();
        // Evaluating everything is cheaper than picking rows, but only right if no row can fail.
        let all = left == rows || is_on(Fault::EagerLogic);
        if all || (!operand.can_fail() && left * 4 >= rows) {
            return boolean(operand.evaluate(batch)?, rows);
        }
        let picked = boolean(operand.evaluate_masked(batch, &undecided)?, left)?;
        Ok(scatter(&undecided, &picked)?.as_boolean().clone())
    }
}

impl PhysicalExpr for LogicExpr {
    fn data_type(&self, _schema: &Schema) -> Result<DataType> {
        Ok(DataType::Boolean)
    }

    fn nullable(&self, _schema: &Schema) -> Result<bool> {
        Ok(true)
    }

    fn evaluate(&self, batch: &RecordBatch) -> Result<ColumnarValue> {
        let rows = batch.num_rows();
        let neutral = BooleanBuffer::collect_bool(rows, |_| !self.connective.decides());
        let mut known = BooleanArray::new(neutral, None);
        for operand in &self.operands {
            if !self.undecided(&known).has_true() {
                break;
            }
            let next = self.operand(operand, batch, &known)?;
            known = self.combine(&known, &next)?;
        }
        Ok(ColumnarValue::Array(Arc::new(known)))
    }

    fn children(&self) -> Vec<&Arc<dyn PhysicalExpr>> {
        children_of(&self.operands)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn PhysicalExpr>>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        Ok(Arc::new(Self::new(self.connective, with_children(&self.operands, children))))
    }

    fn fmt_sql(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl fmt::Display for LogicExpr {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.connective {
            Connective::And => "and",
            Connective::Or => "or",
        };
        write!(formatter, "{name}(")?;
        for (index, operand) in self.operands.iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            write!(formatter, "{separator}{operand}")?;
        }
        formatter.write_str(")")
    }
}

fn boolean(value: ColumnarValue, rows: usize) -> Result<BooleanArray> {
    let array: ArrayRef = typed_array(value, rows, &DataType::Boolean)?;
    Ok(array.as_boolean().clone())
}
