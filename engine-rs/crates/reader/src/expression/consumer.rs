use async_trait::async_trait;
use datafusion::arrow::datatypes::{Field, Schema};
use datafusion::catalog::TableProvider;
use datafusion::common::{DFSchema, Result, TableReference};
use datafusion::execution::FunctionRegistry;
use datafusion::execution::registry::MemoryFunctionRegistry;
use datafusion::logical_expr::Expr;
use datafusion_substrait::extensions::Extensions;
use datafusion_substrait::logical_plan::consumer::SubstraitConsumer;
use sf_contract::{LogicalType, TypeContext};
use sf_runtime::{EngineError, ErrorCode};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use substrait::proto::expression::{
    Cast, Enum, FieldReference, IfThen, Lambda, Literal, MultiOrList, Nested, ScalarFunction,
    SingularOrList, Subquery, SwitchExpression, WindowFunction,
};
use substrait::proto::{DynamicParameter, Expression, Type};

use super::{TypedCall, cast, field_reference, if_then, literal, scalar_function};
use crate::declarations::Declarations;

/// Reads expressions over one input row. Columns are named by position; every expression kind that the
/// engine has is read by a file of its own, every other is refused.
pub(crate) struct ExpressionReader<'a> {
    declarations: &'a Declarations,
    input: &'a [LogicalType],
    schema: DFSchema,
    // The trait wants both; ours stay empty because calls are resolved by URN and signature.
    extensions: Extensions,
    functions: MemoryFunctionRegistry,
}

impl<'a> ExpressionReader<'a> {
    pub(crate) fn try_new(
        declarations: &'a Declarations,
        input: &'a [LogicalType],
    ) -> std::result::Result<Self, EngineError> {
        let fields: Vec<Field> = input
            .iter()
            .enumerate()
            .map(|(index, column)| Field::new(format!("f{index}"), column.to_arrow(), true))
            .collect();
        Ok(Self {
            declarations,
            input,
            schema: DFSchema::try_from(Schema::new(fields))?,
            extensions: Extensions::default(),
            functions: MemoryFunctionRegistry::new(),
        })
    }

    /// Reads one expression.
    pub(crate) fn read(&self, expression: &Expression) -> std::result::Result<Expr, EngineError> {
        // The trait's methods are async for consumers that look tables up; ours never wait.
        let read = pin!(self.consume_expression(expression, &self.schema));
        match read.poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(result) => Ok(result?),
            Poll::Pending => Err(EngineError::defect("reading an expression waited")),
        }
    }

    /// The Flink type of an expression that was read.
    pub(crate) fn logical_type(
        &self,
        expression: &Expr,
    ) -> std::result::Result<LogicalType, EngineError> {
        if let Expr::Column(column) = expression {
            let index = self.schema.index_of_column(column)?;
            return Ok(self.input[index].clone());
        }
        TypedCall::of(expression).map(|(call, _)| call.logical_type().clone()).ok_or_else(|| {
            EngineError::defect(format!("an expression without a type: {expression}"))
        })
    }

    pub(crate) fn declarations(&self) -> &Declarations {
        self.declarations
    }

    pub(crate) fn types(&self) -> &TypeContext {
        self.declarations.types()
    }

    pub(crate) fn input(&self) -> &[LogicalType] {
        self.input
    }

    /// Reads a type that an expression carries.
    pub(crate) fn declared_type(
        &self,
        proto: Option<&Type>,
        what: &str,
    ) -> std::result::Result<LogicalType, EngineError> {
        let proto = proto.ok_or_else(|| {
            EngineError::new(ErrorCode::PlanMalformed, format!("{what} without a type"))
        })?;
        LogicalType::from_substrait(proto, self.types())
            .map_err(|error| EngineError::new(ErrorCode::Type, error.to_string()))
    }
}

fn unsupported<T>(what: &str) -> Result<T> {
    Err(EngineError::new(ErrorCode::Expression, format!("{what} are not supported")).into())
}

#[async_trait]
impl SubstraitConsumer for ExpressionReader<'_> {
    async fn resolve_table_ref(
        &self,
        _table: &TableReference,
    ) -> Result<Option<Arc<dyn TableProvider>>> {
        Ok(None)
    }

    fn get_extensions(&self) -> &Extensions {
        &self.extensions
    }

    fn get_function_registry(&self) -> &impl FunctionRegistry {
        &self.functions
    }

    async fn consume_literal(&self, literal: &Literal) -> Result<Expr> {
        Ok(literal::from_literal(self, literal)?)
    }

    async fn consume_field_reference(
        &self,
        reference: &FieldReference,
        _schema: &DFSchema,
    ) -> Result<Expr> {
        field_reference::from_field_reference(self, reference).await
    }

    async fn consume_scalar_function(
        &self,
        function: &ScalarFunction,
        _schema: &DFSchema,
    ) -> Result<Expr> {
        scalar_function::from_scalar_function(self, function).await
    }

    async fn consume_if_then(&self, case: &IfThen, _schema: &DFSchema) -> Result<Expr> {
        if_then::from_if_then(self, case).await
    }

    async fn consume_cast(&self, cast: &Cast, _schema: &DFSchema) -> Result<Expr> {
        cast::from_cast(self, cast).await
    }

    async fn consume_window_function(
        &self,
        _function: &WindowFunction,
        _schema: &DFSchema,
    ) -> Result<Expr> {
        unsupported("window functions")
    }

    async fn consume_switch(&self, _switch: &SwitchExpression, _schema: &DFSchema) -> Result<Expr> {
        unsupported("switch expressions")
    }

    async fn consume_singular_or_list(
        &self,
        _list: &SingularOrList,
        _schema: &DFSchema,
    ) -> Result<Expr> {
        unsupported("or-lists")
    }

    async fn consume_multi_or_list(&self, _list: &MultiOrList, _schema: &DFSchema) -> Result<Expr> {
        unsupported("or-lists")
    }

    async fn consume_subquery(&self, _subquery: &Subquery, _schema: &DFSchema) -> Result<Expr> {
        unsupported("subqueries")
    }

    async fn consume_nested(&self, _nested: &Nested, _schema: &DFSchema) -> Result<Expr> {
        unsupported("nested constructors")
    }

    async fn consume_enum(&self, _value: &Enum, _schema: &DFSchema) -> Result<Expr> {
        unsupported("enum expressions")
    }

    async fn consume_dynamic_parameter(
        &self,
        _parameter: &DynamicParameter,
        _schema: &DFSchema,
    ) -> Result<Expr> {
        unsupported("dynamic parameters")
    }

    async fn consume_lambda(&self, _lambda: &Lambda, _schema: &DFSchema) -> Result<Expr> {
        unsupported("lambdas")
    }
}
