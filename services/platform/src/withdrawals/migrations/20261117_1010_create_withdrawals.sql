-- Why: withdrawals from the request to their end, the commands that hold their money, and what approvers signed. Lock: none (new tables).
-- Rebuild: levels and ends of withdrawals from the core's feed (empty feed_cursor); the rest is not possible.
create schema if not exists withdrawals;

-- Commands to the core, numbered in the order of their commits.
create table withdrawals.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on withdrawals.outbox (number) where answered_at is null;
create index outbox_by_answer on withdrawals.outbox (answered_at) where answered_at is not null;

create table withdrawals.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into withdrawals.outbox_counter (id, last_number) values (1, 0);

create table withdrawals.withdrawals (
  id uuid primary key,
  uid bigint not null,
  request_id text not null,
  asset text not null,
  -- Of the core's directory when it was asked for; amounts are in its minor units.
  asset_id integer not null,
  scale integer not null,
  network text not null,
  address_id uuid not null,
  address text not null,
  memo text not null,
  label text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  -- In 1e-8 USDT.
  value bigint not null check (value >= 0),
  receiver text not null,
  state text not null,
  is_reviewed boolean not null default false,
  -- The session that showed its second factor, and when: what proves the request later.
  session_id text not null,
  factor_at bigint not null,
  code_hash bytea not null,
  tries_left integer not null,
  made_at bigint not null,
  confirm_by bigint not null,
  changed_at bigint not null,
  -- When the core had taken the money and nobody had to approve it: counts in the hour of all users.
  approved_at bigint,
  -- Follows its command when an outbox is numbered anew.
  number bigint unique references withdrawals.outbox (number) on update cascade on delete set null,
  -- What the core calls it.
  core_id bigint unique,
  refusal_code integer,
  unique (uid, request_id)
);
create index withdrawals_by_user on withdrawals.withdrawals (uid, made_at desc, id desc);
create index withdrawals_open on withdrawals.withdrawals (state, made_at)
  where state in ('UNCONFIRMED', 'CONFIRMED', 'IN_REVIEW', 'APPROVED', 'RETURNING');
create index withdrawals_approved on withdrawals.withdrawals (approved_at) where approved_at is not null;

-- What approvers sign, byte for byte.
create table withdrawals.intents (
  withdrawal_id uuid primary key references withdrawals.withdrawals (id),
  intent text not null,
  expires_at bigint not null
);
create table withdrawals.approvals (
  withdrawal_id uuid not null references withdrawals.withdrawals (id),
  approver text not null,
  signature text not null,
  at bigint not null,
  primary key (withdrawal_id, approver)
);

-- Verification levels as the core has them.
create table withdrawals.levels (
  uid bigint primary key,
  level integer not null
);

create table withdrawals.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);
