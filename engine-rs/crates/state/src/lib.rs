//! State of operators by key group, in versioned snapshots.

/// State of one operator, as snapshot and restore see it.
pub trait OperatorState: Send {
    /// A view of the whole state that later changes do not touch. Taken on the task thread; the
    /// view may be written on another one and may outlive the operator.
    fn snapshot(&mut self) -> Box<dyn StateView>;
}

/// A consistent view of one operator's state.
pub trait StateView: Send {}
