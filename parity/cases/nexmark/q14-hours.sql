-- title: Nexmark q14 at 5 events per second, so that all times of day occur
-- routing: host
-- level: ordered
-- zones: UTC, America/Los_Angeles, Asia/Kolkata
-- parallelism: 1
-- min-rows: 70000
-- include: ../../nexmark/tables-replay.sql
-- include: ../../nexmark/views.sql
-- include: ../../nexmark/q14.sql
-- table: nexmark_events.events = 300000
-- table: nexmark_events.rate = 5
-- table: nexmark_q14.connector = parity-sink


