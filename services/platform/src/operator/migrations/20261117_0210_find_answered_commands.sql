-- Why: answered commands are found by age, without reading the table.
-- Lock: writes to the table wait while its index is built. Rebuild: from the table.
create index outbox_by_answer on operator.outbox (answered_at) where answered_at is not null;
