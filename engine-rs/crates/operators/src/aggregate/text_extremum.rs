use sf_runtime::EngineError;

use super::extremum::End;
use super::held::{Event, Hold, Next};

/// `MIN` and `MAX` of texts that are not taken back: by their bytes, as Flink compares texts that came
/// through the network. Follows Flink's StringMinAggFunction and StringMaxAggFunction.
pub(super) struct TextExtremum(pub(super) End);

impl Hold for TextExtremum {
    const COMPARES: bool = true;

    fn next(&self, _own: &mut [u8], event: Event) -> Result<Next, EngineError> {
        let replaces = event.order.is_none_or(|order| order == self.0.order());
        let seen = event.accumulate && !event.null;
        Ok(if seen && replaces { Next::Value } else { Next::Same })
    }
}
