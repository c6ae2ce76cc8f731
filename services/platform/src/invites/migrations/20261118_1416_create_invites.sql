-- Why: shares of what friends pay in fees, counted for each day and paid once.
-- Lock: none (new tables). Rebuild: none, a record of its own.
create schema if not exists invites;

-- Tier 1: who invited the user. Tier 2: who invited that one.
create table invites.tiers (
  tier smallint primary key check (tier in (1, 2)),
  -- Of the fees, in 1e-8: 20 % is 20000000.
  share bigint not null check (share between 0 and 100000000),
  -- Since the friend's account was opened.
  days integer not null check (days > 0)
);

-- One payment for each friend, tier, product, asset and day.
create table invites.shares (
  id bigint generated always as identity primary key,
  inviter bigint not null,
  friend bigint not null,
  tier smallint not null,
  day integer not null,
  product smallint not null,
  asset_id integer not null,
  -- Minor units: what the friend paid, and what of it is paid on.
  fees bigint not null,
  amount bigint not null check (amount > 0),
  -- 1e-8 USDT, at the index when the day was counted.
  fees_worth bigint not null,
  worth bigint not null,
  -- Its newest command; the core's refusal makes another one later.
  number bigint not null,
  state text not null check (state in ('SENT', 'PAID', 'REFUSED')),
  unique (friend, tier, day, product, asset_id)
);
create unique index shares_by_number on invites.shares (number);
create index shares_of_inviter on invites.shares (inviter, id);
create index shares_of_day on invites.shares (inviter, day);
create index shares_refused on invites.shares (id) where state = 'REFUSED';

-- One row for each day whose fees are shared. Friends up to after_uid are done.
create table invites.days (
  day integer primary key,
  -- The core's batch that the history must hold: what was traded before midnight.
  min_seq bigint not null,
  after_uid bigint not null,
  shares bigint not null,
  started_at bigint not null,
  ended_at bigint
);

-- Commands to the core, numbered in the order of their commits.
create table invites.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on invites.outbox (number) where answered_at is null;
create index outbox_by_answer on invites.outbox (answered_at) where answered_at is not null;
create table invites.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into invites.outbox_counter (id, last_number) values (1, 0);
