use std::sync::Arc;

use datafusion_physical_expr::PhysicalExpr;
use sf_contract::LogicalType;
use sf_contract::proto::StreamNode;
use sf_contract::substrait_proto::aggregate_rel::Measure;
use sf_contract::substrait_proto::{Expression, Type};

use crate::{EngineError, OperatorContext, StreamOperator};

/// An expression that is ready to run, over columns by position.
#[derive(Debug, Clone)]
pub struct CompiledExpression {
    /// Its Flink type, as the plan declares it.
    pub logical_type: LogicalType,
    /// Evaluates to exactly the Arrow type of `logical_type`.
    pub physical: Arc<dyn PhysicalExpr>,
    /// The same, reading [`CompiledExpressions::repeated`] calls from their columns.
    pub sharing: Arc<dyn PhysicalExpr>,
    /// The input column, if the expression is nothing but that.
    pub column: Option<usize>,
}

/// A call that the host evaluates. It stands in an unconditional position, so it is evaluated once
/// per batch before the expressions that use its result.
#[derive(Debug, Clone)]
pub struct HostCallSite {
    /// Key of the host's code.
    pub call_id: u32,
    /// The columns that cross, over the input.
    pub arguments: Vec<CompiledExpression>,
    /// Type of the result.
    pub result: LogicalType,
    /// The first expression that uses the result: what comes before it fails first on a row.
    pub first_use: usize,
}

/// Expressions over one input that are evaluated together, in order, as in one Calc.
#[derive(Debug, Clone)]
pub struct CompiledExpressions {
    /// Types of the input columns.
    pub input: Vec<LogicalType>,
    /// Calls to the host; the result of call *k* is column `input.len() + k` of the expressions.
    pub host_calls: Vec<HostCallSite>,
    /// Calls that occur more than once in the expressions, at least once where every row comes to
    /// them. The result of call *k* is the column behind the host calls' results plus *k* of the
    /// expressions' `sharing` form.
    pub repeated: Vec<CompiledExpression>,
    /// The expressions, over the input columns followed by the results of the host calls.
    pub expressions: Vec<CompiledExpression>,
}

/// Turns the plan's expressions and types into the engine's; the reader implements it.
pub trait ExpressionCompiler {
    /// Compiles expressions over an input row of the given types.
    ///
    /// # Errors
    /// An expression, function or type that the engine does not have, or one that contradicts itself.
    fn compile(
        &self,
        expressions: &[Expression],
        input: &[LogicalType],
    ) -> Result<CompiledExpressions, EngineError>;

    /// Reads a type.
    ///
    /// # Errors
    /// A type that is none of Flink's.
    fn logical_type(&self, proto: &Type) -> Result<LogicalType, EngineError>;

    /// Reads an aggregate call over columns of an input row, which takes nothing back.
    ///
    /// # Errors
    /// A call that is malformed or that the engine does not have.
    fn measure(
        &self,
        measure: &Measure,
        input: &[LogicalType],
    ) -> Result<AggregateMeasure, EngineError>;
}

/// What an operator is constructed with.
pub struct ConstructContext<'a> {
    /// Column types of each input.
    pub inputs: &'a [Vec<LogicalType>],
    /// Compiles the message's expressions.
    pub compiler: &'a dyn ExpressionCompiler,
    /// The task.
    pub operator: &'a OperatorContext,
}

/// An operator and what is known about it.
pub struct Constructed {
    /// The node's id and traits.
    pub node: StreamNode,
    /// The operator.
    pub operator: Box<dyn StreamOperator>,
    /// Column types of the output.
    pub output: Vec<LogicalType>,
}

/// Makes the operator of one extension relation from its message.
pub trait RelationConstructor: Send + Sync {
    /// The operator's slug.
    fn slug(&self) -> &'static str;

    /// Full name of the message, such as `streamfusion.substrait.v1.StreamCorrelateRel`.
    fn message_name(&self) -> &'static str;

    /// Number of inputs.
    fn inputs(&self) -> usize {
        1
    }

    /// Decodes and checks the message and makes the operator.
    ///
    /// # Errors
    /// A message that is malformed or asks for what the operator does not do.
    fn construct(
        &self,
        message: &[u8],
        context: &ConstructContext<'_>,
    ) -> Result<Constructed, EngineError>;
}

/// A filter and projection, from `FilterRel` and `ProjectRel`.
#[derive(Debug, Clone)]
pub struct CalcParameters {
    /// Rows for which this is not true are dropped; one expression.
    pub condition: Option<CompiledExpressions>,
    /// The output columns.
    pub projection: CompiledExpressions,
}

/// One aggregate call of [`AggregateParameters`].
#[derive(Debug, Clone)]
pub struct AggregateMeasure {
    /// Name of the function in `functions_flink_aggregate.yaml`.
    pub function: String,
    /// The input columns that are its arguments.
    pub arguments: Vec<usize>,
    /// Their types.
    pub argument_types: Vec<LogicalType>,
    /// A BOOLEAN input column; the call sees only rows for which it is true.
    pub filter: Option<usize>,
    /// Whether equal arguments count once.
    pub distinct: bool,
    /// Whether the function has to take values back.
    pub retracting: bool,
    /// Type of the result.
    pub output: LogicalType,
}

/// Groups of rows, from `AggregateRel`. The output is the grouping columns followed by the results.
#[derive(Debug, Clone)]
pub struct AggregateParameters {
    /// Types of the input columns.
    pub input: Vec<LogicalType>,
    /// The columns by which rows are grouped; none puts all rows into one group.
    pub grouping: Vec<usize>,
    /// The calls.
    pub measures: Vec<AggregateMeasure>,
    /// Whether the input holds other rows than inserts.
    pub retracting: bool,
    /// Whether an update is preceded by what it replaces.
    pub emit_update_before: bool,
    /// Time to live of a group after its last change, 0 for ever.
    pub state_ttl_millis: i64,
    /// Rows that are applied together; None if each row is applied by itself.
    pub bundle_rows: Option<usize>,
}

impl AggregateParameters {
    /// Types of the grouping columns.
    pub fn key_types(&self) -> Vec<LogicalType> {
        self.grouping.iter().filter_map(|column| self.input.get(*column).cloned()).collect()
    }
}

/// Copies of a row, from `ExpandRel`: one output row per projection, in order.
#[derive(Debug, Clone)]
pub struct ExpandParameters {
    /// The projections; all yield the same types.
    pub projections: Vec<CompiledExpressions>,
}

/// A union of inputs with equal columns, from `SetRel`.
#[derive(Debug, Clone)]
pub struct SetParameters {
    /// Number of inputs.
    pub inputs: usize,
}

/// Makes the operator behind a standard relation from its node id and parameters.
pub type StandardConstructor<P> =
    fn(&str, P, &OperatorContext) -> Result<Box<dyn StreamOperator>, EngineError>;

/// Constructors of the operators behind standard relations, one line each.
#[derive(Clone, Copy)]
pub struct StandardOperators {
    /// Group aggregate.
    pub aggregate: StandardConstructor<AggregateParameters>,
    /// Filter and project.
    pub calc: StandardConstructor<CalcParameters>,
    /// Expand.
    pub expand: StandardConstructor<ExpandParameters>,
    /// Union.
    pub set: StandardConstructor<SetParameters>,
}

/// Every operator the engine has; handed to the reader.
#[derive(Clone, Copy)]
pub struct OperatorRegistry {
    /// Operators behind standard relations.
    pub standard: StandardOperators,
    /// Operators behind extension relations, sorted by slug.
    pub extensions: &'static [&'static dyn RelationConstructor],
}

impl OperatorRegistry {
    /// The constructor for a message.
    pub fn extension(&self, message_name: &str) -> Option<&'static dyn RelationConstructor> {
        self.extensions.iter().copied().find(|entry| entry.message_name() == message_name)
    }
}
