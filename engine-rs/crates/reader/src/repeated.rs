//! Calls that occur more than once in the expressions of an operator.
//!
//! ```text
//! CASE WHEN LOWER(x) = 'a' THEN 1 WHEN LOWER(x) = 'b' THEN 2 END
//!      every row comes here            only some rows come here
//! ```
//!
//! LOWER(x) is evaluated on every row anyway, so its result can serve all of its places. A call to
//! which only some rows come in every place is not found here: computed for all rows it might fail
//! where Flink never evaluates it.

use std::collections::HashMap;

use datafusion::logical_expr::Expr;

use crate::expression::{Operation, TypedCall};

/// Where a call occurs.
#[derive(Default)]
struct Occurrences {
    count: usize,
    /// Whether every row comes to one of its places.
    on_every_row: bool,
}

/// Kernel calls that are worth a column of their own, in the order in which they are evaluated. None of
/// them lies only inside of another.
pub(crate) fn repeated_calls(expressions: &[Expr]) -> Vec<&Expr> {
    let mut found = HashMap::new();
    for expression in expressions {
        count(expression, true, &mut found);
    }
    found.retain(|_, places| places.count > 1 && places.on_every_row);
    let mut chosen = Vec::new();
    for expression in expressions {
        choose(expression, &mut found, &mut chosen);
    }
    chosen
}

fn count<'a>(expression: &'a Expr, on_every_row: bool, found: &mut HashMap<&'a Expr, Occurrences>) {
    let Some((call, arguments)) = evaluated_here(expression) else {
        return;
    };
    if matches!(call.operation(), Operation::Kernel(_)) && reads_columns_only(expression) {
        let places = found.entry(expression).or_default();
        places.count += 1;
        places.on_every_row |= on_every_row;
    }
    let branches = matches!(call.operation(), Operation::And | Operation::Or | Operation::Case);
    for (index, argument) in arguments.iter().enumerate() {
        count(argument, on_every_row && (index == 0 || !branches), found);
    }
}

/// Takes calls from `repeated` in the order in which they are come to, the outer before the inner.
fn choose<'a>(
    expression: &'a Expr,
    repeated: &mut HashMap<&'a Expr, Occurrences>,
    chosen: &mut Vec<&'a Expr>,
) {
    if let Some(places) = repeated.get_mut(expression) {
        // Chosen once, however often it is come to.
        if std::mem::take(&mut places.count) > 0 {
            chosen.push(expression);
        }
        return;
    }
    if let Some((_, arguments)) = evaluated_here(expression) {
        for argument in arguments {
            choose(argument, repeated, chosen);
        }
    }
}

/// The call and its arguments. Those of a host call are evaluated apart.
fn evaluated_here(expression: &Expr) -> Option<(&TypedCall, &[Expr])> {
    TypedCall::of(expression)
        .filter(|(call, _)| !matches!(call.operation(), Operation::HostCall { .. }))
}

/// Whether the call depends on some column and calls no host: a host call has a column already.
fn reads_columns_only(expression: &Expr) -> bool {
    fn visit(expression: &Expr, columns: &mut usize) -> bool {
        match TypedCall::of(expression) {
            None => {
                *columns += 1;
                true
            }
            Some((call, arguments)) => {
                !matches!(call.operation(), Operation::HostCall { .. })
                    && arguments.iter().all(|argument| visit(argument, columns))
            }
        }
    }
    let mut columns = 0;
    visit(expression, &mut columns) && columns > 0
}
