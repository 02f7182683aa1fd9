use std::collections::BTreeMap;
use std::sync::Arc;

use sf_contract::{LogicalType, layout_hash};
use sf_runtime::encode::Distribution;
use sf_runtime::{
    AggregateMeasure, CompiledExpression, CompiledExpressions, EngineError, ErrorCode,
    ExpressionCompiler, FragmentTask, InputPort, OperatorContext, OperatorRegistry, PlacedOperator,
    StreamOperator,
};
use substrait::proto::aggregate_rel::Measure;
use substrait::proto::expression::field_reference::{ReferenceType, RootReference, RootType};
use substrait::proto::expression::reference_segment::{self, StructField};
use substrait::proto::expression::{FieldReference, ReferenceSegment, RexType};
use substrait::proto::{Expression, Type};

use crate::declarations::FunctionName;
use crate::expression::ExpressionReader;
use crate::lower::Lowering;
use crate::plan::CheckedPlan;
use crate::rel::from_top;

/// What an input port takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PortSource {
    /// Rows of a host operator, in slabs.
    Host,
    /// Frames of another fragment.
    Fragment {
        /// Its ordinal in the plan.
        ordinal: usize,
        /// How it distributes its rows.
        distribution: Distribution,
    },
}

/// One input port of a fragment. Host edges come first, by the port the plan gives them; then the
/// references to other fragments, in the plan's order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortLayout {
    /// Where its rows come from.
    pub source: PortSource,
    /// Its columns.
    pub columns: Vec<LogicalType>,
}

/// A fragment that is ready to run.
pub struct OpenedFragment {
    /// Runs it.
    pub task: FragmentTask,
    /// Its input ports.
    pub ports: Vec<PortLayout>,
    /// The columns of its only output.
    pub output: Vec<LogicalType>,
    /// Where its rows go.
    pub distribution: Distribution,
}

/// A relation that was read: its columns, and who produces them.
pub(crate) struct Built {
    pub(crate) columns: Vec<LogicalType>,
    producer: Producer,
}

#[derive(Debug, Clone, Copy)]
enum Producer {
    HostPort(u32),
    FragmentPort(usize),
    Operator(usize),
}

type Consumer = Option<(usize, usize)>;

struct Port {
    layout: PortLayout,
    consumer: Consumer,
}

/// What a fragment sends to the ones behind it.
struct Earlier {
    columns: Vec<LogicalType>,
    distribution: Distribution,
}

/// Reads the relations of one fragment into operators.
pub(crate) struct Builder<'a> {
    plan: &'a CheckedPlan,
    fragment: usize,
    /// The fragments before this one.
    earlier: &'a [Earlier],
    operators: &'a OperatorRegistry,
    context: &'a OperatorContext,
    placed: Vec<PlacedOperator>,
    host_ports: BTreeMap<u32, Port>,
    fragment_ports: Vec<Port>,
}

/// Reads a fragment and puts its operators together.
pub(crate) fn open(
    plan: &CheckedPlan,
    fragment: usize,
    operators: &OperatorRegistry,
    context: &OperatorContext,
) -> Result<OpenedFragment, EngineError> {
    // A reference goes to an earlier fragment only, which is known by then: no recursion.
    let mut earlier = Vec::with_capacity(fragment);
    for ordinal in 0..fragment {
        let OpenedFragment { output: columns, distribution, .. } =
            Builder::new(plan, ordinal, &earlier, operators, context).build()?;
        earlier.push(Earlier { columns, distribution });
    }
    let opened = Builder::new(plan, fragment, &earlier, operators, context).build()?;
    check_layouts(&opened.ports, &context.task.input_layouts)?;
    Ok(opened)
}

/// Refuses a host that would write other slabs than the engine reads.
fn check_layouts(ports: &[PortLayout], layouts: &[u64]) -> Result<(), EngineError> {
    for (port, layout) in ports.iter().enumerate() {
        if layout.source != PortSource::Host {
            continue;
        }
        if layouts.get(port).is_some_and(|hash| *hash != layout_hash(&layout.columns)) {
            let message = format!("port {port}: the host's slab layout is not the plan's");
            return Err(EngineError::new(ErrorCode::Protocol, message));
        }
    }
    Ok(())
}

impl<'a> Builder<'a> {
    fn new(
        plan: &'a CheckedPlan,
        fragment: usize,
        earlier: &'a [Earlier],
        operators: &'a OperatorRegistry,
        context: &'a OperatorContext,
    ) -> Self {
        Self {
            plan,
            fragment,
            earlier,
            operators,
            context,
            placed: Vec::new(),
            host_ports: BTreeMap::new(),
            fragment_ports: Vec::new(),
        }
    }

    fn build(mut self) -> Result<OpenedFragment, EngineError> {
        let rel = self.plan.relation(self.fragment).ok_or_else(|| {
            EngineError::new(
                ErrorCode::Protocol,
                format!("fragment {} of a plan of {}", self.fragment, self.plan.fragments()),
            )
        })?;
        let (root, distribution) = from_top(&mut self, rel)?;
        let mut ports = Vec::with_capacity(self.host_ports.len() + self.fragment_ports.len());
        for (expected, (port, content)) in (0_u32..).zip(self.host_ports) {
            if port != expected {
                return Err(malformed(&format!("host port {port} without port {expected}")));
            }
            ports.push(content);
        }
        ports.extend(self.fragment_ports);
        let (layouts, inputs): (Vec<_>, Vec<_>) = ports
            .into_iter()
            .map(|port| (port.layout, InputPort { consumer: port.consumer }))
            .unzip();
        let task =
            FragmentTask::try_new(self.placed, inputs, Arc::clone(&self.context.host_counters))?;
        Ok(OpenedFragment { task, ports: layouts, output: root.columns, distribution })
    }

    pub(crate) fn operators(&self) -> &'a OperatorRegistry {
        self.operators
    }

    pub(crate) fn context(&self) -> &'a OperatorContext {
        self.context
    }

    /// A function that the plan declares.
    pub(crate) fn function(&self, anchor: u32) -> Result<&'a FunctionName, EngineError> {
        self.plan.declarations().function(anchor)
    }

    /// A port that takes rows of the host.
    pub(crate) fn host_port(
        &mut self,
        port: u32,
        columns: Vec<LogicalType>,
    ) -> Result<Built, EngineError> {
        let layout = PortLayout { source: PortSource::Host, columns: columns.clone() };
        if self.host_ports.insert(port, Port { layout, consumer: None }).is_some() {
            return Err(malformed(&format!("host port {port} twice")));
        }
        Ok(Built { columns, producer: Producer::HostPort(port) })
    }

    /// A port that takes another fragment's frames.
    pub(crate) fn fragment_port(&mut self, fragment: usize) -> Result<Built, EngineError> {
        let Earlier { columns, distribution } = self.earlier.get(fragment).ok_or_else(|| {
            malformed(&format!("fragment {} refers to fragment {fragment}", self.fragment))
        })?;
        let source = PortSource::Fragment { ordinal: fragment, distribution: distribution.clone() };
        let layout = PortLayout { source, columns: columns.clone() };
        self.fragment_ports.push(Port { layout, consumer: None });
        let producer = Producer::FragmentPort(self.fragment_ports.len() - 1);
        Ok(Built { columns: columns.clone(), producer })
    }

    /// Places an operator behind its inputs.
    pub(crate) fn place(
        &mut self,
        id: &str,
        operator: Box<dyn StreamOperator>,
        inputs: Vec<Built>,
        columns: Vec<LogicalType>,
    ) -> Result<Built, EngineError> {
        if self.placed.iter().any(|placed| placed.id == id) {
            return Err(malformed(&format!("node {id} twice in one fragment")));
        }
        let ordinal = self.placed.len();
        for (port, input) in inputs.into_iter().enumerate() {
            let consumer = match input.producer {
                Producer::HostPort(port) => {
                    self.host_ports.get_mut(&port).map(|port| &mut port.consumer)
                }
                Producer::FragmentPort(index) => {
                    self.fragment_ports.get_mut(index).map(|port| &mut port.consumer)
                }
                Producer::Operator(index) => {
                    self.placed.get_mut(index).map(|placed| &mut placed.consumer)
                }
            };
            match consumer {
                Some(consumer) => *consumer = Some((ordinal, port)),
                None => return Err(EngineError::defect(format!("no producer for node {id}"))),
            }
        }
        self.placed.push(PlacedOperator { id: id.to_owned(), operator, consumer: None });
        Ok(Built { columns, producer: Producer::Operator(ordinal) })
    }

    /// A reference to an input column, as an expression of the plan.
    pub(crate) fn reference(&self, column: usize) -> Result<Expression, EngineError> {
        let field = i32::try_from(column).map_err(|_| malformed("too many columns"))?;
        let segment = ReferenceSegment {
            reference_type: Some(reference_segment::ReferenceType::StructField(Box::new(
                StructField { field, child: None },
            ))),
        };
        let reference = FieldReference {
            reference_type: Some(ReferenceType::DirectReference(segment)),
            root_type: Some(RootType::RootReference(RootReference {})),
        };
        Ok(Expression { rex_type: Some(RexType::Selection(Box::new(reference))) })
    }

    /// A projection of all columns.
    pub(crate) fn identity(
        &self,
        columns: &[LogicalType],
    ) -> Result<CompiledExpressions, EngineError> {
        let references: Result<Vec<_>, _> =
            (0..columns.len()).map(|column| self.reference(column)).collect();
        self.compile(&references?, columns)
    }

    /// The column to which an expression refers.
    pub(crate) fn column(
        &self,
        reference: &Expression,
        columns: &[LogicalType],
        what: &str,
    ) -> Result<usize, EngineError> {
        let compiled = self.compile(std::slice::from_ref(reference), columns)?;
        match compiled.expressions.as_slice() {
            [CompiledExpression { column: Some(column), .. }] => Ok(*column),
            _ => Err(malformed(&format!("{what} that is no column"))),
        }
    }
}

impl ExpressionCompiler for Builder<'_> {
    fn compile(
        &self,
        expressions: &[Expression],
        input: &[LogicalType],
    ) -> Result<CompiledExpressions, EngineError> {
        let reader = ExpressionReader::try_new(self.plan.declarations(), input)?;
        let read: Result<Vec<_>, _> =
            expressions.iter().map(|expression| reader.read(expression)).collect();
        Lowering::new(&reader, &self.context.host).lower_all(&read?)
    }

    fn logical_type(&self, proto: &Type) -> Result<LogicalType, EngineError> {
        LogicalType::from_substrait(proto, self.plan.declarations().types())
            .map_err(|error| EngineError::new(ErrorCode::Type, error.to_string()))
    }

    fn measure(
        &self,
        measure: &Measure,
        input: &[LogicalType],
    ) -> Result<AggregateMeasure, EngineError> {
        crate::rel::measure(self, measure, false, input)
    }
}

fn malformed(message: &str) -> EngineError {
    EngineError::new(ErrorCode::PlanMalformed, message)
}
