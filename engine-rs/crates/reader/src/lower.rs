//! From the markers in DataFusion's `Expr` to physical expressions.

use std::sync::Arc;

use datafusion::arrow::datatypes::{Field, Schema};
use datafusion::logical_expr::Expr;
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr::expressions::{Column, Literal};
use sf_contract::LogicalType;
use sf_runtime::{
    CompiledExpression, CompiledExpressions, EngineError, ErrorCode, HostCallHandler, HostCallSite,
};

use crate::expression::{ExpressionReader, KernelCall, Operation, TypedCall};
use crate::physical::{
    Branch, CaseExpr, CoalesceExpr, Connective, FieldExpr, HostFallback, KernelExpr, LogicExpr,
};
use crate::repeated::repeated_calls;

/// Whether an expression is evaluated on every row of the batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Position {
    /// Always.
    Unconditional,
    /// Only where an AND, OR or CASE comes to it.
    Conditional,
}

struct Lowered {
    physical: Arc<dyn PhysicalExpr>,
    can_fail: bool,
}

/// Lowers the expressions of one operator.
pub(crate) struct Lowering<'a> {
    reader: &'a ExpressionReader<'a>,
    host: &'a Arc<dyn HostCallHandler>,
    schema: Schema,
    host_calls: Vec<HostCallSite>,
    current: usize,
    /// Calls that are read from a column, and the column.
    repeated: Vec<(&'a Expr, usize)>,
    /// The second time the sites of host calls are known; the next of them.
    known_host_call: Option<usize>,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(
        reader: &'a ExpressionReader<'a>,
        host: &'a Arc<dyn HostCallHandler>,
    ) -> Self {
        let fields: Vec<Field> = reader.input().iter().enumerate().map(field).collect();
        Self {
            reader,
            host,
            schema: Schema::new(fields),
            host_calls: Vec::new(),
            current: 0,
            repeated: Vec::new(),
            known_host_call: None,
        }
    }

    /// Lowers all expressions, in order.
    pub(crate) fn lower_all(
        mut self,
        expressions: &'a [Expr],
    ) -> Result<CompiledExpressions, EngineError> {
        let mut compiled = Vec::with_capacity(expressions.len());
        for (index, expression) in expressions.iter().enumerate() {
            self.current = index;
            compiled.push(self.lower_root(expression)?);
        }
        let repeated = self.share(repeated_calls(expressions))?;
        if !repeated.is_empty() {
            self.known_host_call = Some(0);
            for (expression, compiled) in expressions.iter().zip(&mut compiled) {
                compiled.sharing = self.lower(expression, Position::Unconditional)?.physical;
            }
        }
        Ok(CompiledExpressions {
            input: self.reader.input().to_vec(),
            host_calls: self.host_calls,
            repeated,
            expressions: compiled,
        })
    }

    /// Gives repeated calls a column each, behind the input's and the host calls' results.
    fn share(&mut self, calls: Vec<&'a Expr>) -> Result<Vec<CompiledExpression>, EngineError> {
        let mut compiled = Vec::with_capacity(calls.len());
        for call in &calls {
            compiled.push(self.lower_root(call)?);
        }
        for (call, compiled) in calls.into_iter().zip(&compiled) {
            let index = self.schema.fields().len();
            self.add_column(&compiled.logical_type);
            self.repeated.push((call, index));
        }
        Ok(compiled)
    }

    fn add_column(&mut self, logical_type: &LogicalType) {
        let mut fields: Vec<Field> =
            self.schema.fields().iter().map(|known| known.as_ref().clone()).collect();
        fields.push(field((fields.len(), logical_type)));
        self.schema = Schema::new(fields);
    }

    fn lower_root(&mut self, expression: &Expr) -> Result<CompiledExpression, EngineError> {
        let logical_type = self.reader.logical_type(expression)?;
        let lowered = self.lower(expression, Position::Unconditional)?;
        let column = match expression {
            Expr::Column(_) => lowered.physical.downcast_ref::<Column>().map(Column::index),
            _ => None,
        };
        let physical = lowered.physical;
        Ok(CompiledExpression { logical_type, sharing: Arc::clone(&physical), physical, column })
    }

    fn lower(&mut self, expression: &Expr, position: Position) -> Result<Lowered, EngineError> {
        if let Expr::Column(column) = expression {
            let index = self.schema.index_of(&column.name)?;
            let physical: Arc<dyn PhysicalExpr> = Arc::new(Column::new(&column.name, index));
            return Ok(Lowered { physical, can_fail: false });
        }
        if let Some((_, index)) = self.repeated.iter().find(|(call, _)| *call == expression) {
            return Ok(result_column(*index));
        }
        let (call, arguments) = TypedCall::of(expression)
            .ok_or_else(|| EngineError::defect(format!("cannot lower {expression}")))?;
        match call.operation() {
            Operation::Literal(value) => {
                Ok(Lowered { physical: Arc::new(Literal::new(value.clone())), can_fail: false })
            }
            Operation::Field(ordinal) => {
                let row = self.lower(one(arguments)?, position)?;
                let physical = FieldExpr::new(row.physical, *ordinal, call.logical_type().clone());
                Ok(Lowered { physical: Arc::new(physical), can_fail: row.can_fail })
            }
            Operation::And => self.logic(Connective::And, arguments, position),
            Operation::Or => self.logic(Connective::Or, arguments, position),
            Operation::Case => self.case(call, arguments, position),
            Operation::Coalesce => {
                let (operands, can_fail) = self.arguments(arguments, position)?;
                let physical = CoalesceExpr::new(operands, call.logical_type().clone());
                Ok(Lowered { physical: Arc::new(physical), can_fail })
            }
            Operation::Kernel(KernelCall { kernel, host_call, .. }) => {
                let (operands, arguments_fail) = self.arguments(arguments, position)?;
                let fallback = match host_call {
                    None => None,
                    Some(call_id) => Some(HostFallback {
                        call_id: *call_id,
                        argument_types: self.types(arguments)?,
                        host: Arc::clone(self.host),
                    }),
                };
                let can_fail = arguments_fail || kernel.can_fail() || fallback.is_some();
                let output = call.logical_type().clone();
                let physical =
                    KernelExpr::new(call.name(), Arc::clone(kernel), operands, output, fallback);
                Ok(Lowered { physical: Arc::new(physical), can_fail })
            }
            Operation::HostCall { call_id } => self.host_call(*call_id, call, arguments, position),
        }
    }

    fn logic(
        &mut self,
        connective: Connective,
        arguments: &[Expr],
        position: Position,
    ) -> Result<Lowered, EngineError> {
        let operands = self.branches(arguments, position)?;
        let can_fail = operands.iter().any(Branch::can_fail);
        Ok(Lowered { physical: Arc::new(LogicExpr::new(connective, operands)), can_fail })
    }

    fn case(
        &mut self,
        call: &TypedCall,
        arguments: &[Expr],
        position: Position,
    ) -> Result<Lowered, EngineError> {
        let branches = self.branches(arguments, position)?;
        let can_fail = branches.iter().any(Branch::can_fail);
        let physical = CaseExpr::new(branches, call.logical_type().clone());
        Ok(Lowered { physical: Arc::new(physical), can_fail })
    }

    /// Operands that are evaluated only on some rows; the first one is evaluated on all.
    fn branches(
        &mut self,
        arguments: &[Expr],
        position: Position,
    ) -> Result<Vec<Branch>, EngineError> {
        let mut branches = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            let position = if index == 0 { position } else { Position::Conditional };
            let lowered = self.lower(argument, position)?;
            branches.push(Branch::try_new(lowered.physical, &self.schema, lowered.can_fail)?);
        }
        Ok(branches)
    }

    fn arguments(
        &mut self,
        arguments: &[Expr],
        position: Position,
    ) -> Result<(Vec<Arc<dyn PhysicalExpr>>, bool), EngineError> {
        let mut can_fail = false;
        let mut operands = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let lowered = self.lower(argument, position)?;
            can_fail |= lowered.can_fail;
            operands.push(lowered.physical);
        }
        Ok((operands, can_fail))
    }

    /// Takes a host call out of its expression: its result becomes a column behind the input's.
    fn host_call(
        &mut self,
        call_id: u32,
        call: &TypedCall,
        arguments: &[Expr],
        position: Position,
    ) -> Result<Lowered, EngineError> {
        if position == Position::Conditional {
            return Err(refused("a host call that is evaluated on some rows only"));
        }
        if let Some(known) = self.known_host_call {
            self.known_host_call = Some(known + 1);
            return Ok(result_column(self.reader.input().len() + known));
        }
        let known = self.host_calls.len();
        let mut compiled = Vec::with_capacity(arguments.len());
        for argument in arguments {
            compiled.push(self.lower_root(argument)?);
        }
        if self.host_calls.len() > known {
            return Err(refused("a host call in an argument of a host call"));
        }
        let index = self.reader.input().len() + known;
        self.add_column(call.logical_type());
        self.host_calls.push(HostCallSite {
            call_id,
            arguments: compiled,
            result: call.logical_type().clone(),
            first_use: self.current,
        });
        Ok(result_column(index))
    }

    fn types(&self, arguments: &[Expr]) -> Result<Vec<LogicalType>, EngineError> {
        arguments.iter().map(|argument| self.reader.logical_type(argument)).collect()
    }
}

/// Name of a column; expressions are moved between schemas by it.
fn column_name(index: usize) -> String {
    format!("f{index}")
}

/// A column that is computed before the expression.
fn result_column(index: usize) -> Lowered {
    Lowered { physical: Arc::new(Column::new(&column_name(index), index)), can_fail: false }
}

fn field((index, logical_type): (usize, &LogicalType)) -> Field {
    Field::new(column_name(index), logical_type.to_arrow(), true)
}

fn one(arguments: &[Expr]) -> Result<&Expr, EngineError> {
    match arguments {
        [argument] => Ok(argument),
        _ => Err(EngineError::defect(format!("{} arguments instead of one", arguments.len()))),
    }
}

fn refused(message: &str) -> EngineError {
    EngineError::new(ErrorCode::Expression, message)
}
