-- title: Nexmark q16 over 300,000 events
-- routing: native
-- level: ordered
-- parallelism: 1
-- object-reuse: false, true
-- host-evaluations: 0
-- min-rows: 276000
-- include: ../../nexmark/tables-replay.sql
-- include: ../../nexmark/views.sql
-- include: ../../nexmark/q16.sql
-- table: nexmark_events.events = 300000
-- table: nexmark_events.splits = 1
-- table: nexmark_q16.connector = parity-sink


