-- Why: products and rates of Earn as data, what each user has subscribed, terms, and interest that is paid once for each day.
-- Lock: none (new tables). Rebuild: balances and changes from the core's feed (empty both and feed_cursor); all else is a record of its own.
create schema if not exists earn;

-- A rate that is written here counts from the next 00:00 UTC on.
create table earn.flexible_products (
  asset text primary key,
  -- In 1e-8: 8.2 % is 8200000.
  year_rate bigint not null check (year_rate between 0 and 100000000),
  minimum bigint not null check (minimum > 0),
  place integer not null
);
create table earn.term_products (
  asset text not null,
  days integer not null check (days between 1 and 730),
  year_rate bigint not null check (year_rate between 0 and 100000000),
  minimum bigint not null check (minimum > 0),
  place integer not null,
  primary key (asset, days)
);
-- The rate that a day pays. A day without a row pays the rate of the newest day before it.
create table earn.rate_days (
  asset text not null,
  day integer not null,
  year_rate bigint not null,
  primary key (asset, day)
);

-- What the core's events come to.
create table earn.balances (
  uid bigint not null,
  asset_id integer not null,
  balance bigint not null,
  -- Day of UTC of the last change.
  changed_day integer not null,
  primary key (uid, asset_id)
);
create table earn.changes (
  id bigint generated always as identity primary key,
  uid bigint not null,
  asset_id integer not null,
  -- 0 subscribed, 1 redeemed, 2 interest, which goes to the wallet account.
  cause integer not null,
  amount bigint not null,
  -- Of what earns, behind the change.
  balance bigint not null,
  day integer not null,
  at bigint not null
);
create index changes_by_user on earn.changes (uid, id);
create index changes_by_balance on earn.changes (uid, asset_id, at) where cause < 2;
create index changes_of_interest on earn.changes (uid, day) where cause = 2;

create table earn.terms (
  id uuid primary key,
  uid bigint not null,
  request_id text,
  asset text not null,
  asset_id integer not null,
  amount bigint not null check (amount > 0),
  days integer not null,
  year_rate bigint not null,
  interest bigint not null,
  state text not null check (state in ('ACTIVE', 'ENDED', 'LEFT', 'BROKEN')),
  joined_at bigint not null,
  -- The core's batch at which the user had this amount: only a redemption behind it can break the term.
  joined_seq bigint not null,
  -- Days of UTC since 1970: the first that it runs on, and the first that it does not.
  start_day integer not null,
  end_day integer not null,
  ended_at bigint
);
create unique index terms_by_request on earn.terms (uid, request_id) where request_id is not null;
create index terms_by_user on earn.terms (uid, asset_id, joined_at);

-- One payment for each user, asset and day: interest of what is flexible, and of terms that ended with the day.
create table earn.payments (
  uid bigint not null,
  asset_id integer not null,
  day integer not null,
  amount bigint not null,
  -- Its newest command; the core's refusal makes another one later.
  number bigint not null,
  state text not null check (state in ('SENT', 'PAID', 'REFUSED')),
  primary key (uid, asset_id, day)
);
create unique index payments_by_number on earn.payments (number);
create index payments_refused on earn.payments (day, uid, asset_id) where state = 'REFUSED';

-- One row for each day that interest is for. Users up to (after_uid, after_asset) are done.
create table earn.days (
  day integer primary key,
  -- The core's batch that must be handled before: what was redeemed before midnight.
  min_seq bigint not null,
  after_uid bigint not null,
  after_asset integer not null,
  payments bigint not null,
  begun_at bigint not null,
  ended_at bigint
);

create table earn.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);

-- Commands to the core, numbered in the order of their commits.
create table earn.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on earn.outbox (number) where answered_at is null;
create index outbox_by_answer on earn.outbox (answered_at) where answered_at is not null;
create table earn.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into earn.outbox_counter (id, last_number) values (1, 0);
