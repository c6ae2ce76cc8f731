-- Why: old devices, sessions and answered commands are found by age every two minutes, without reading the tables.
-- Lock: writes to the three tables wait while their index is built. Rebuild: from the tables.
create index devices_by_time on identity.devices (last_at);
create index sessions_by_own_end on identity.sessions (until) where ended_at is null;
create index outbox_by_answer on identity.outbox (answered_at) where answered_at is not null;
