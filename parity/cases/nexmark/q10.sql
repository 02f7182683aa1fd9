-- title: Nexmark q10 over 300,000 events
-- routing: native
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- parallelism: 1, 2
-- object-reuse: false, true
-- host-evaluations: 0
-- min-rows: 276000
-- include: ../../nexmark/tables-replay.sql
-- include: ../../nexmark/views.sql
-- include: ../../nexmark/q10.sql
-- table: nexmark_events.events = 300000
-- table: nexmark_events.splits = 2
-- table: nexmark_q10.connector = parity-sink


