//! Plans built by hand, for tests of the reader and of operators below it.

use std::collections::BTreeMap;

use pbjson_types::Any;
use prost::{Message, Name};
use sf_contract::proto::{
    JobHeader, StreamExchange, StreamGroupAggregate, StreamHostSinkRel, StreamHostSourceEdge,
    StreamNode, StreamRelEnhancement,
};
use sf_contract::substrait_proto::aggregate_function::AggregationInvocation;
use sf_contract::substrait_proto::aggregate_rel::{Grouping, Measure};
use sf_contract::substrait_proto::exchange_rel::{
    ExchangeKind, ScatterFields, SingleBucketExpression,
};
use sf_contract::substrait_proto::expression::field_reference::{
    ReferenceType, RootReference, RootType,
};
use sf_contract::substrait_proto::expression::if_then::IfClause;
use sf_contract::substrait_proto::expression::literal::LiteralType;
use sf_contract::substrait_proto::expression::reference_segment::{self, StructField};
use sf_contract::substrait_proto::expression::{
    Cast, FieldReference, IfThen, Literal, ReferenceSegment, RexType, ScalarFunction,
};
use sf_contract::substrait_proto::extensions::simple_extension_declaration::{
    ExtensionFunction, ExtensionType, MappingType,
};
use sf_contract::substrait_proto::extensions::{
    AdvancedExtension, SimpleExtensionDeclaration, SimpleExtensionUrn,
};
use sf_contract::substrait_proto::function_argument::ArgType;
use sf_contract::substrait_proto::read_rel::{NamedTable, ReadType};
use sf_contract::substrait_proto::rel::RelType;
use sf_contract::substrait_proto::rel_common::{Emit, EmitKind};
use sf_contract::substrait_proto::set_rel::SetOp;
use sf_contract::substrait_proto::{
    AggregateFunction, AggregateRel, AggregationPhase, ExchangeRel, Expression, ExtensionSingleRel,
    FilterRel, FunctionArgument, FunctionOption, NamedStruct, Plan, PlanRel, ProjectRel, ReadRel,
    ReferenceRel, Rel, RelCommon, SetRel, plan_rel, r#type,
};
use sf_contract::{
    CONTRACT_VERSION, FUNCTION_URN_PREFIX, LogicalType, MULTISET_TYPE, TYPES_URN, TypeContext,
};

const TYPES_ANCHOR: u32 = 1;

/// Collects the declarations that expressions and relations need, and the relations.
#[derive(Debug, Default)]
pub struct PlanBuilder {
    urns: BTreeMap<String, u32>,
    functions: BTreeMap<(String, String), u32>,
    relations: Vec<PlanRel>,
}

/// The types of a plan of this builder: MULTISET is declared under a fixed anchor.
pub const TYPES: TypeContext = TypeContext { multiset_anchor: Some(TYPES_ANCHOR) };

impl PlanBuilder {
    /// An empty plan.
    pub fn new() -> Self {
        Self::default()
    }

    fn function(&mut self, family: &str, name: &str) -> u32 {
        let urns = u32::try_from(self.urns.len()).unwrap_or(u32::MAX);
        self.urns.entry(format!("{FUNCTION_URN_PREFIX}{family}")).or_insert(urns + 2);
        let functions = u32::try_from(self.functions.len()).unwrap_or(u32::MAX);
        *self.functions.entry((family.into(), name.into())).or_insert(functions + 1)
    }

    /// A call of a function.
    pub fn call(
        &mut self,
        family: &str,
        name: &str,
        arguments: Vec<Expression>,
        output: &LogicalType,
    ) -> Expression {
        self.call_with_options(family, name, arguments, output, &[])
    }

    /// A call of a function with options.
    pub fn call_with_options(
        &mut self,
        family: &str,
        name: &str,
        arguments: Vec<Expression>,
        output: &LogicalType,
        options: &[(&str, &str)],
    ) -> Expression {
        let function = ScalarFunction {
            function_reference: self.function(family, name),
            arguments: arguments
                .into_iter()
                .map(|value| FunctionArgument { arg_type: Some(ArgType::Value(value)) })
                .collect(),
            options: options
                .iter()
                .map(|(name, value)| FunctionOption {
                    name: (*name).into(),
                    preference: vec![(*value).into()],
                })
                .collect(),
            output_type: output.to_substrait(&TYPES).ok(),
            ..ScalarFunction::default()
        };
        expression(RexType::ScalarFunction(function))
    }

    /// An aggregate call over columns of the input.
    pub fn measure(&mut self, call: &AggregateCall<'_>) -> Measure {
        let arguments = call
            .arguments
            .iter()
            .map(|argument| FunctionArgument { arg_type: Some(ArgType::Value(column(*argument))) });
        let invocation = if call.distinct {
            AggregationInvocation::Distinct
        } else {
            AggregationInvocation::All
        };
        Measure {
            measure: Some(AggregateFunction {
                function_reference: self.function("aggregate", call.function),
                arguments: arguments.collect(),
                output_type: call.output.to_substrait(&TYPES).ok(),
                phase: AggregationPhase::InitialToResult as i32,
                invocation: invocation as i32,
                ..AggregateFunction::default()
            }),
            filter: call.filter.map(column),
        }
    }

    /// Adds a fragment that ends in a host sink.
    pub fn sink(&mut self, id: &str, input: Rel) {
        let sink = StreamHostSinkRel { node: Some(node(id)), output: 0 };
        self.fragment(extension(&sink, input));
    }

    /// Adds a fragment.
    pub fn fragment(&mut self, rel: Rel) {
        self.relations.push(PlanRel { rel_type: Some(plan_rel::RelType::Rel(rel)) });
    }

    /// The plan.
    pub fn plan(&self) -> Plan {
        let mut urns: Vec<SimpleExtensionUrn> = self
            .urns
            .iter()
            .map(|(urn, anchor)| SimpleExtensionUrn {
                extension_urn_anchor: *anchor,
                urn: urn.clone(),
            })
            .collect();
        urns.push(SimpleExtensionUrn { extension_urn_anchor: TYPES_ANCHOR, urn: TYPES_URN.into() });
        let mut extensions: Vec<SimpleExtensionDeclaration> = self
            .functions
            .iter()
            .map(|((family, name), anchor)| {
                let urn = format!("{FUNCTION_URN_PREFIX}{family}");
                declaration(MappingType::ExtensionFunction(ExtensionFunction {
                    extension_urn_reference: self.urns.get(&urn).copied().unwrap_or_default(),
                    function_anchor: *anchor,
                    name: name.clone(),
                }))
            })
            .collect();
        extensions.push(declaration(MappingType::ExtensionType(ExtensionType {
            extension_urn_reference: TYPES_ANCHOR,
            type_anchor: TYPES_ANCHOR,
            name: MULTISET_TYPE.into(),
        })));
        let header = JobHeader {
            contract_version: CONTRACT_VERSION,
            flink_version: "2.2.1".into(),
            session_time_zone: "UTC".into(),
            options: Vec::new(),
        };
        Plan {
            extension_urns: urns,
            extensions,
            relations: self.relations.clone(),
            advanced_extensions: Some(enhanced(&header)),
            ..Plan::default()
        }
    }

    /// The plan's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.plan().encode_to_vec()
    }
}

/// A column.
pub fn column(index: i32) -> Expression {
    path(&[index])
}

/// A nested field: a column, then fields in it.
pub fn path(fields: &[i32]) -> Expression {
    let mut segment: Option<Box<ReferenceSegment>> = None;
    for field in fields.iter().rev() {
        segment = Some(Box::new(ReferenceSegment {
            reference_type: Some(reference_segment::ReferenceType::StructField(Box::new(
                StructField { field: *field, child: segment },
            ))),
        }));
    }
    let reference = FieldReference {
        reference_type: segment.map(|segment| ReferenceType::DirectReference(*segment)),
        root_type: Some(RootType::RootReference(RootReference {})),
    };
    expression(RexType::Selection(Box::new(reference)))
}

/// A literal that is not NULL.
pub fn literal(value: LiteralType) -> Expression {
    expression(RexType::Literal(Literal { literal_type: Some(value), ..Literal::default() }))
}

/// A NULL of a type.
pub fn null(logical_type: &LogicalType) -> Expression {
    match logical_type.to_substrait(&TYPES) {
        Ok(proto) => literal(LiteralType::Null(proto)),
        Err(_) => Expression::default(),
    }
}

/// A CASE.
pub fn case(clauses: Vec<(Expression, Expression)>, default: Option<Expression>) -> Expression {
    let ifs = clauses
        .into_iter()
        .map(|(condition, result)| IfClause { r#if: Some(condition), then: Some(result) })
        .collect();
    expression(RexType::IfThen(Box::new(IfThen { ifs, r#else: default.map(Box::new) })))
}

/// A cast that fails where Flink's CAST does.
pub fn cast(input: Expression, output: &LogicalType) -> Expression {
    expression(RexType::Cast(Box::new(Cast {
        r#type: output.to_substrait(&TYPES).ok(),
        input: Some(Box::new(input)),
        failure_behavior: 2,
    })))
}

/// A host edge.
pub fn source(id: &str, port: u32, columns: &[LogicalType]) -> Rel {
    let types = columns.iter().filter_map(|column| column.to_substrait(&TYPES).ok()).collect();
    let edge = StreamHostSourceEdge {
        node: Some(node(id)),
        port,
        columns: (0..).take(columns.len()).map(column).collect(),
    };
    let read = ReadRel {
        base_schema: Some(NamedStruct {
            names: (0..columns.len()).map(|index| format!("c{index}")).collect(),
            r#struct: Some(r#type::Struct {
                types,
                nullability: r#type::Nullability::Required as i32,
                ..r#type::Struct::default()
            }),
        }),
        advanced_extension: Some(enhanced(&edge)),
        read_type: Some(ReadType::NamedTable(NamedTable {
            names: vec![id.into()],
            ..NamedTable::default()
        })),
        ..ReadRel::default()
    };
    rel(RelType::Read(Box::new(read)))
}

/// A filter.
pub fn filter(id: &str, input: Rel, condition: Expression) -> Rel {
    let filter = FilterRel {
        input: Some(Box::new(input)),
        condition: Some(Box::new(condition)),
        advanced_extension: Some(enhanced(&StreamRelEnhancement { node: Some(node(id)) })),
        ..FilterRel::default()
    };
    rel(RelType::Filter(Box::new(filter)))
}

/// A projection that emits only its expressions; `width` is the number of input columns.
pub fn project(id: &str, input: Rel, width: i32, expressions: Vec<Expression>) -> Rel {
    let count = i32::try_from(expressions.len()).unwrap_or(i32::MAX);
    let emit = Emit { output_mapping: (width..width + count).collect() };
    let project = ProjectRel {
        common: Some(RelCommon { emit_kind: Some(EmitKind::Emit(emit)), ..RelCommon::default() }),
        input: Some(Box::new(input)),
        expressions,
        advanced_extension: Some(enhanced(&StreamRelEnhancement { node: Some(node(id)) })),
    };
    rel(RelType::Project(Box::new(project)))
}

/// A UNION ALL.
pub fn union(id: &str, inputs: Vec<Rel>) -> Rel {
    let set = SetRel {
        inputs,
        op: SetOp::UnionAll as i32,
        advanced_extension: Some(enhanced(&StreamRelEnhancement { node: Some(node(id)) })),
        ..SetRel::default()
    };
    rel(RelType::Set(set))
}

/// What [`PlanBuilder::measure`] is made of.
#[derive(Debug, Clone)]
pub struct AggregateCall<'a> {
    /// The function's name.
    pub function: &'a str,
    /// Columns of the input.
    pub arguments: &'a [i32],
    /// A BOOLEAN column of the input.
    pub filter: Option<i32>,
    /// Whether equal arguments count once.
    pub distinct: bool,
    /// Type of the result.
    pub output: LogicalType,
}

/// A group aggregate; `aggregate` says what it follows Flink in.
pub fn aggregate(
    aggregate: &StreamGroupAggregate,
    input: Rel,
    grouping: &[i32],
    measures: Vec<Measure>,
) -> Rel {
    let groups = (0_u32..).take(grouping.len()).collect();
    rel(RelType::Aggregate(Box::new(AggregateRel {
        input: Some(Box::new(input)),
        groupings: vec![Grouping { expression_references: groups, ..Grouping::default() }],
        grouping_expressions: grouping.iter().map(|key| column(*key)).collect(),
        measures,
        advanced_extension: Some(enhanced(aggregate)),
        ..AggregateRel::default()
    })))
}

/// An exchange by the hash of columns.
pub fn hash_exchange(id: &str, input: Rel, keys: &[i32]) -> Rel {
    let fields = keys.iter().filter_map(|key| match column(*key).rex_type {
        Some(RexType::Selection(field)) => Some(*field),
        _ => None,
    });
    exchange(id, input, ExchangeKind::ScatterByFields(ScatterFields { fields: fields.collect() }))
}

/// An exchange to one task.
pub fn single_exchange(id: &str, input: Rel) -> Rel {
    let target = Some(Box::new(literal(LiteralType::I32(0))));
    exchange(
        id,
        input,
        ExchangeKind::SingleTarget(Box::new(SingleBucketExpression { expression: target })),
    )
}

fn exchange(id: &str, input: Rel, kind: ExchangeKind) -> Rel {
    rel(RelType::Exchange(Box::new(ExchangeRel {
        input: Some(Box::new(input)),
        exchange_kind: Some(kind),
        advanced_extension: Some(enhanced(&StreamExchange { node: Some(node(id)) })),
        ..ExchangeRel::default()
    })))
}

/// A reference to another fragment.
pub fn reference(fragment: i32) -> Rel {
    rel(RelType::Reference(ReferenceRel { subtree_ordinal: fragment }))
}

/// An extension relation with one input.
pub fn extension<M: Message + Name>(message: &M, input: Rel) -> Rel {
    extension_of(any(message), input)
}

/// An extension relation with one input, from packed bytes.
pub fn extension_of(detail: Any, input: Rel) -> Rel {
    rel(RelType::ExtensionSingle(Box::new(ExtensionSingleRel {
        common: None,
        input: Some(Box::new(input)),
        detail: Some(detail),
    })))
}

/// A node with nothing but its id.
pub fn node(id: &str) -> StreamNode {
    StreamNode { id: id.into(), ..StreamNode::default() }
}

/// Packs a message.
pub fn any<M: Message + Name>(message: &M) -> Any {
    Any { type_url: M::type_url(), value: message.encode_to_vec().into() }
}

/// An enhancement.
pub fn enhanced<M: Message + Name>(message: &M) -> AdvancedExtension {
    AdvancedExtension { enhancement: Some(any(message)), optimization: Vec::new() }
}

fn declaration(mapping: MappingType) -> SimpleExtensionDeclaration {
    SimpleExtensionDeclaration { mapping_type: Some(mapping) }
}

fn expression(rex: RexType) -> Expression {
    Expression { rex_type: Some(rex) }
}

fn rel(rel_type: RelType) -> Rel {
    Rel { rel_type: Some(rel_type) }
}
