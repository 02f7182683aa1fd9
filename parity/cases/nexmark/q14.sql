-- title: Nexmark q14 over 300,000 events
-- routing: host
-- level: ordered
-- parallelism: 1, 2
-- object-reuse: false, true
-- host-evaluations: 1
-- min-rows: 70000
-- include: ../../nexmark/tables-replay.sql
-- include: ../../nexmark/views.sql
-- include: ../../nexmark/q14.sql
-- table: nexmark_events.events = 300000
-- table: nexmark_events.splits = 2
-- table: nexmark_q14.connector = parity-sink


