-- Why: authenticators, and commands to the core that must be executed exactly once (the withdrawal lock after a reset or a change).
-- Lock: sign_ins for a moment (a column with a constant default). Rebuild: impossible; all of this exists only here.
create table identity.authenticators (
  uid bigint primary key references identity.users (uid),
  -- The key, sealed and bound to its user.
  sealed bytea not null,
  -- The newest step of thirty seconds whose code was used: codes up to it are refused.
  last_step bigint not null,
  wrong integer not null,
  wrong_began_at bigint not null,
  bound_at bigint not null
);

-- A key that was shown and not confirmed yet.
create table identity.authenticator_offers (
  uid bigint primary key references identity.users (uid),
  sealed bytea not null,
  made_at bigint not null
);

alter table identity.sign_ins add column needs_google boolean not null default false;

-- Commands to the core, numbered in the order of their commits.
create table identity.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on identity.outbox (number) where answered_at is null;

create table identity.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into identity.outbox_counter (id, last_number) values (1, 0);
