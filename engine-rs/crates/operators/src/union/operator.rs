use sf_faults::{Fault, is_on};
use sf_runtime::{
    ChangelogBatch, EngineError, OperatorContext, Output, SetParameters, Signal, StreamOperator,
    StreamStatus,
};

use super::valve::Valve;

/// Makes a union.
pub(crate) fn create(
    _id: &str,
    parameters: SetParameters,
    _context: &OperatorContext,
) -> Result<Box<dyn StreamOperator>, EngineError> {
    Ok(Box::new(UnionOperator { valve: Valve::new(parameters.inputs) }))
}

struct UnionOperator {
    valve: Valve,
}

impl StreamOperator for UnionOperator {
    fn process(
        &mut self,
        port: usize,
        batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        if port > 0 && is_on(Fault::LostUnionInput) {
            return Ok(());
        }
        out.batch(batch)
    }

    fn watermark(
        &mut self,
        port: usize,
        timestamp: i64,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        emit(self.valve.watermark(port, timestamp), out)
    }

    fn status(
        &mut self,
        port: usize,
        status: StreamStatus,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        emit(self.valve.status(port, status), out)
    }
}

fn emit(signals: Vec<Signal>, out: &mut Output<'_>) -> Result<(), EngineError> {
    for signal in signals {
        match signal {
            Signal::Watermark(timestamp) => out.watermark(timestamp)?,
            Signal::Status(status) => out.status(status)?,
        }
    }
    Ok(())
}
