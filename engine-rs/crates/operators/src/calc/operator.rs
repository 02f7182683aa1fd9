use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, UInt32Array};
use arrow_buffer::ScalarBuffer;
use sf_faults::{Fault, is_on};
use sf_runtime::{
    ChangelogBatch, EngineError, Mark, MarkHandling, OperatorMemory, Output, StreamOperator,
};

use crate::evaluation::{Columns, ExpressionSet, Failure, HostCalls, HostResults, Rows};

/// The condition: one BOOLEAN expression.
pub(super) struct Condition {
    pub(super) host_calls: HostCalls,
    pub(super) expression: ExpressionSet,
}

/// The output columns.
pub(super) struct Projection {
    pub(super) host_calls: HostCalls,
    pub(super) computed: ExpressionSet,
    pub(super) columns: Vec<OutputColumn>,
}

/// Where an output column comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum OutputColumn {
    /// An input column as it is.
    Input(usize),
    /// The result of a host call.
    Result(usize),
    /// An expression.
    Computed(usize),
}

pub(super) struct CalcOperator {
    condition: Option<Condition>,
    projection: Projection,
    memory: OperatorMemory,
}

/// The rows that reached the end, and the failure that stopped the others.
struct Projected {
    rows: Rows,
    computed: Vec<ArrayRef>,
    results: Vec<ArrayRef>,
    failure: Option<Failure>,
}

impl CalcOperator {
    pub(super) fn new(
        condition: Option<Condition>,
        projection: Projection,
        memory: OperatorMemory,
    ) -> Self {
        Self { condition, projection, memory }
    }

    /// The rows for which the condition is true. A failure's row is physical from here on, because the
    /// steps count rows differently.
    fn filter(&self, batch: &ChangelogBatch) -> Result<(Rows, Option<Failure>), EngineError> {
        let rows = Rows::of(batch);
        let Some(condition) = &self.condition else {
            return Ok((rows, None));
        };
        let host = condition.host_calls.run(batch.columns(), &rows)?;
        let limit = host.limit(rows.len());
        let given = rows.slice(0, limit);
        let columns = Columns::new(batch.columns(), &host.values);
        let evaluated = condition.expression.evaluate(columns, &given)?;
        let failure = evaluated
            .failure
            .or(host.failure.map(|failure| failure.failure))
            .map(|failure| at_physical_row(failure, &rows));
        let values = evaluated
            .values
            .first()
            .and_then(|values| values.as_boolean_opt())
            .ok_or_else(|| EngineError::defect("a condition that is not BOOLEAN"))?;
        let all_pass = values.null_count() == 0 && !values.has_false();
        if failure.is_none() && (all_pass || is_on(Fault::IgnoredFilter)) {
            return Ok((rows, None));
        }
        let chosen = match values.nulls() {
            None => values.values().clone(),
            Some(nulls) => values.values() & nulls.inner(),
        };
        let mut picked = Vec::with_capacity(chosen.count_set_bits());
        for place in chosen.set_indices() {
            let row = u32::try_from(rows.physical(place))
                .map_err(|_| EngineError::defect("a batch of more than 2^32 rows"))?;
            picked.push(row);
        }
        Ok((Rows::picked(ScalarBuffer::from(picked)), failure))
    }

    fn project(&self, batch: &ChangelogBatch, rows: Rows) -> Result<Projected, EngineError> {
        let projection = &self.projection;
        let HostResults { values: results, failure: host_failure } =
            projection.host_calls.run(batch.columns(), &rows)?;
        let limit = host_failure.as_ref().map_or(rows.len(), |failure| failure.failure.row);
        let columns = Columns::new(batch.columns(), &results);
        let evaluated = projection.computed.evaluate(columns, &rows.slice(0, limit))?;
        let failure = match (evaluated.failure, host_failure) {
            (Some(failure), _) => Some(failure),
            (None, None) => None,
            (None, Some(host)) => {
                // On the row itself the expressions before the call come first.
                let first = projection.computed.first_error(
                    columns,
                    &rows,
                    host.failure.row,
                    host.first_use,
                )?;
                let error = first.unwrap_or(host.failure.error);
                Some(Failure { row: host.failure.row, error })
            }
        };
        let count = failure.as_ref().map_or(rows.len(), |failure| failure.row);
        let failure = failure.map(|failure| at_physical_row(failure, &rows));
        Ok(Projected { rows: rows.slice(0, count), computed: evaluated.values, results, failure })
    }

    /// Puts the output together: under the selection if that copies less, else with only its rows.
    fn output(
        &self,
        batch: ChangelogBatch,
        projected: &Projected,
        marks: Vec<Mark>,
    ) -> Result<ChangelogBatch, EngineError> {
        let physical = batch.physical_rows();
        let rows = &projected.rows;
        let selection = rows.selection(physical)?;
        let made = self.projection.columns.iter().filter(|column| !column.is_input()).count();
        let plain = self.projection.columns.len() - made;
        let spread = selection.is_none() || made == 0 || made * physical < plain * rows.len();
        let mut columns = Vec::with_capacity(self.projection.columns.len());
        for column in &self.projection.columns {
            columns.push(match (column, spread) {
                (OutputColumn::Input(column), true) => ArrayRef::clone(&batch.columns()[*column]),
                (OutputColumn::Input(column), false) => rows.gather(&batch.columns()[*column])?,
                (OutputColumn::Result(result), spread) => {
                    let value = projected.results[*result].slice(0, rows.len());
                    if spread { spread_out(value, rows, physical)? } else { value }
                }
                (OutputColumn::Computed(computed), spread) => {
                    let value = ArrayRef::clone(&projected.computed[*computed]);
                    if spread { spread_out(value, rows, physical)? } else { value }
                }
            });
        }
        if spread {
            return batch.with_columns(columns)?.with_selection(selection)?.with_marks(marks);
        }
        let row_kinds = batch.row_kinds().map(|kinds| {
            (0..rows.len()).map(|place| kinds[rows.physical(place)]).collect::<Vec<u8>>()
        });
        let marks = marks
            .into_iter()
            .map(|mark| Mark { position: rows_before(rows, mark.position), signal: mark.signal })
            .collect();
        ChangelogBatch::try_new(columns, rows.len())?
            .with_row_kinds(row_kinds.map(ScalarBuffer::from))?
            .with_marks(marks)
    }
}

impl OutputColumn {
    fn is_input(self) -> bool {
        matches!(self, Self::Input(_))
    }
}

impl StreamOperator for CalcOperator {
    fn mark_handling(&self) -> MarkHandling {
        MarkHandling::Carried
    }

    fn process(
        &mut self,
        _port: usize,
        mut batch: ChangelogBatch,
        out: &mut Output<'_>,
    ) -> Result<(), EngineError> {
        let mut marks = batch.take_marks();
        let (rows, filter_failure) = self.filter(&batch)?;
        let projected = self.project(&batch, rows)?;
        // A projection fails on a row that the condition let pass, so before the condition's failure.
        let failing_row = [projected.failure.as_ref(), filter_failure.as_ref()]
            .into_iter()
            .flatten()
            .map(|failure| failure.row)
            .next();
        if let Some(row) = failing_row {
            marks.retain(|mark| mark.position <= row);
        }
        let made: usize = projected
            .computed
            .iter()
            .chain(&projected.results)
            .map(|column| column.get_array_memory_size())
            .sum();
        self.memory.resize(made)?;
        let output = self.output(batch, &projected, marks)?;
        if failing_row.is_none() || !is_on(Fault::LostRowsBeforeFailure) {
            out.batch(output)?;
        }
        match projected.failure.or(filter_failure) {
            Some(failure) => Err(failure.error),
            None => Ok(()),
        }
    }
}

fn at_physical_row(failure: Failure, rows: &Rows) -> Failure {
    Failure { row: rows.physical(failure.row), error: failure.error }
}

/// How many of the rows come before a physical row.
fn rows_before(rows: &Rows, physical: usize) -> usize {
    let (mut low, mut high) = (0, rows.len());
    while low < high {
        let middle = (low + high) / 2;
        if rows.physical(middle) < physical {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Puts values at their physical rows; the other rows are not selected and become NULL.
fn spread_out(values: ArrayRef, rows: &Rows, physical: usize) -> Result<ArrayRef, EngineError> {
    if rows.len() == physical {
        return Ok(values);
    }
    let mut places: Vec<Option<u32>> = vec![None; physical];
    for place in 0..rows.len() {
        places[rows.physical(place)] = u32::try_from(place).ok();
    }
    let places = UInt32Array::from(places);
    Ok(arrow_select::take::take(values.as_ref(), &places, None)?)
}
