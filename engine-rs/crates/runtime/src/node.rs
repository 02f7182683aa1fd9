use crate::operator::StreamOperator;
use crate::output::Target;

/// An operator in its place in the fragment.
pub(crate) struct Node {
    pub(crate) id: String,
    pub(crate) operator: Box<dyn StreamOperator>,
    pub(crate) target: Target,
}
