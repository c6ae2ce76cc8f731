-- Why: the one record of everything that moves money, one row a batch; see src/journal/row.ts for what is hashed.
-- Lock: none (new table). Rebuild: never; this is the record itself.
create schema if not exists journal;

create table journal.journal (
  batch_seq bigint primary key,
  prev_id uuid not null,
  -- No unique index: it costs a third more WAL per small row and forbids partitions. The chain fence of the insert does its work.
  batch_id uuid not null,
  epoch bigint not null,
  logic_ver int not null,
  ts_us bigint not null,
  -- A normal row n says n - 1; epoch and barrier rows say what was proven durable before them.
  durable_through bigint not null,
  prev_hash bytea not null,
  hash bytea not null,
  -- The leader's state after batch state_seq, which is before this one.
  state_seq bigint not null,
  state_hash bytea not null,
  payload bytea not null
);

-- Commands are packed already: compressing them again halves the rate.
alter table journal.journal alter column payload set storage external;

-- Row 0, written once, so that every insert has a predecessor to name. Its hash is rowHash() of src/journal/row.ts.
insert into journal.journal values (
  0,
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-0000-0000-000000000000',
  0, 1, 0, 0,
  decode(repeat('00', 32), 'hex'),
  decode('e55334e4abdcca55135e4fdcfe238c633d70c6323d4b8a15bdafb0e1077df1b6', 'hex'),
  0,
  decode(repeat('00', 40), 'hex'),
  decode('0000', 'hex')
);

-- The role of a running core gets this and nothing more; update, delete and truncate belong to nobody but the owner:
--   grant usage on schema journal to tidemark_core;
--   grant select, insert on journal.journal to tidemark_core;
