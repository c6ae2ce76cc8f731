-- Why: when each user of the simulated exchange was refilled, and the deposits to its core. Lock: none (new tables).
-- Rebuild: not possible. The numbers of the outbox belong to the simulated journal: when that journal is emptied, so is this schema.
create schema if not exists simulated;

create table simulated.refills (
  uid bigint primary key,
  -- 0: never.
  last_at bigint not null
);

-- Commands to the simulated core, numbered in the order of their commits.
create table simulated.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on simulated.outbox (number) where answered_at is null;

create table simulated.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into simulated.outbox_counter (id, last_number) values (1, 0);
