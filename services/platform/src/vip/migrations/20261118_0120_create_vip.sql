-- Why: VIP levels are computed once a day, over any crash; the user object carries the level, and a page since when it stands.
-- Lock: none (new tables). Rebuild: levels from the core's feed (empty feed_cursor); days and the outbox are records of their own.
create schema if not exists vip;

-- Levels as the core has them.
create table vip.levels (
  uid bigint primary key,
  level integer not null,
  since bigint not null
);

create table vip.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);

-- One row for each midnight of UTC that levels were computed at, by the day that began with it. Users up to `after` are done.
create table vip.days (
  day integer primary key,
  -- What the levels needed, in 1e-8 dollars: the same for everybody, also if the configuration changes meanwhile.
  needs jsonb not null,
  -- The core's batch that must be in the history before it is measured.
  min_seq bigint not null,
  after bigint not null,
  users bigint not null,
  changes bigint not null,
  begun_at bigint not null,
  ended_at bigint
);

-- Commands to the core, numbered in the order of their commits.
create table vip.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on vip.outbox (number) where answered_at is null;
create index outbox_by_answer on vip.outbox (answered_at) where answered_at is not null;

create table vip.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into vip.outbox_counter (id, last_number) values (1, 0);
