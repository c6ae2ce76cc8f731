-- Why: campaigns and coupons as data, each step of a coupon with its cause, the fills that it counts, and payments that are made once.
-- Lock: none (new tables). Rebuild: nothing; steps, payments and counted fills are records of their own.
create schema if not exists coupons;

-- Amounts and ratios are in 1e-8. The number is that of the campaign's accounts in the ledger.
create table coupons.campaigns (
  id integer primary key check (id > 0),
  name text not null,
  -- Numbers as in the contracts; only kinds that are built: 1 cash bonus, 8 trading bonus, 9 funding bonus.
  kind smallint not null check (kind in (1, 8, 9)),
  -- What gives a coupon to a user; OPERATOR: nothing by itself.
  grant_on text not null check (grant_on in ('REGISTRATION', 'KYC', 'OPERATOR')),
  asset text not null,
  face bigint not null check (face > 0),
  ratio bigint not null default 100000000 check (ratio between 1 and 100000000),
  cap bigint not null default 0 check (cap >= 0),
  -- All faces together, and coupons of one user.
  budget bigint not null check (budget >= 0),
  per_user integer not null default 1 check (per_user between 1 and 100),
  reserved bigint not null default 0 check (reserved between 0 and budget),
  products integer[] not null,
  symbols text[] not null default '{}',
  min_leverage smallint not null default 0,
  max_leverage smallint not null default 0,
  margin_mode text not null default 'ANY' check (margin_mode in ('ANY', 'CROSS', 'ISOLATED')),
  volume_req bigint not null default 0 check (volume_req >= 0),
  deposit_req bigint not null default 0 check (deposit_req >= 0),
  profit_req bigint not null default 0 check (profit_req >= 0),
  hold_hours integer not null default 0 check (hold_hours >= 0),
  -- How long a coupon runs from its grant, and how long it can be claimed; 0: it need not be claimed.
  days integer not null check (days between 1 and 365),
  claim_days integer not null default 0 check (claim_days between 0 and 365),
  -- Coupons are granted from start_at until end_at, while it is running.
  is_running boolean not null,
  start_at bigint not null,
  end_at bigint not null,
  -- Before it nothing is paid; 0: as soon as the requirements are met.
  distribution_at bigint not null default 0,
  check (start_at < end_at)
);

-- The terms are those of the campaign at the grant: a campaign that changes later breaks no promise.
create table coupons.coupons (
  -- Also the number of its grant in the core, which is below 2^32; small numbers belong to tools.
  id bigint generated always as identity (start with 1000001) primary key check (id < 4294967296),
  campaign_id integer not null references coupons.campaigns,
  uid bigint not null,
  place integer not null,
  kind smallint not null,
  name text not null,
  asset text not null,
  face bigint not null,
  ratio bigint not null,
  cap bigint not null,
  products integer[] not null,
  symbols text[] not null,
  min_leverage smallint not null,
  max_leverage smallint not null,
  margin_mode text not null,
  volume_req bigint not null,
  deposit_req bigint not null,
  profit_req bigint not null,
  hold_hours integer not null,
  start_at bigint not null,
  end_at bigint not null,
  -- 0: need not be claimed.
  claim_by bigint not null,
  distribution_at bigint not null,
  -- What happened to it.
  claimed_at bigint,
  is_reserved boolean not null,
  is_payment_sent boolean not null default false,
  volume_done bigint not null default 0,
  remaining bigint not null check (remaining between 0 and face),
  paid bigint not null default 0,
  -- What the steps come to; written with them only.
  status text not null,
  -- When something may become due; null: nothing will by time alone.
  due_at bigint,
  unique (campaign_id, uid, place)
);
create index coupons_of_user on coupons.coupons (uid, id);
create index coupons_due on coupons.coupons (due_at, id) where due_at is not null;
create index coupons_counting on coupons.coupons (uid) where status = 'PENDING' and volume_req > 0;

-- Each step once, in order; the status is their fold over the state table.
create table coupons.steps (
  coupon_id bigint not null references coupons.coupons,
  place integer not null,
  step text not null,
  cause text not null,
  at bigint not null,
  primary key (coupon_id, place)
);

-- A payment or grant: one for each coupon and item, whatever ends in between.
create table coupons.payments (
  coupon_id bigint not null references coupons.coupons,
  item text not null,
  amount bigint not null check (amount > 0),
  -- Its newest command.
  number bigint not null unique,
  state text not null check (state in ('SENT', 'PAID', 'REFUSED')),
  primary key (coupon_id, item)
);

-- Fills that a coupon looked at; counted is 0 where it counts nothing.
create table coupons.fills (
  id bigint generated always as identity primary key,
  coupon_id bigint not null references coupons.coupons,
  trade_id bigint not null,
  role smallint not null,
  seq bigint not null,
  at bigint not null,
  market integer not null,
  symbol text not null,
  order_id bigint not null,
  side smallint not null,
  volume bigint not null,
  counted bigint not null check (counted between 0 and volume),
  counts_by text not null,
  cash bigint not null,
  bonus bigint not null,
  unique (coupon_id, trade_id, role)
);
create index fills_of_coupon on coupons.fills (coupon_id, id);

-- Positions of vouchers that are open: their fills count nothing.
create table coupons.open_vouchers (
  uid bigint not null,
  market integer not null,
  pos_side smallint not null,
  voucher bigint not null,
  primary key (uid, market, pos_side)
);

create table coupons.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);

-- Commands to the core, numbered in the order of their commits.
create table coupons.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on coupons.outbox (number) where answered_at is null;
create index outbox_by_answer on coupons.outbox (answered_at) where answered_at is not null;
create table coupons.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into coupons.outbox_counter (id, last_number) values (1, 0);
