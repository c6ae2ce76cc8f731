-- Why: operators make, start and stop campaigns, give coupons and invalidate them in the console.
-- Lock: exclusive on coupons.campaigns for a moment; it is small. The indexes are built before there are many coupons. Rebuild: nothing; waiting acts may be
-- lost, the first operator asks again.
alter table coupons.campaigns
  -- Null where it was made by a tool. The request makes a repeated ask the same campaign.
  add column made_by bigint,
  add column made_at bigint,
  add column made_device text not null default '',
  add column made_request uuid unique,
  add column started_by bigint,
  add column started_at bigint,
  add column stopped_by bigint,
  add column stopped_at bigint,
  -- Whatever the code says: who made the terms does not start them.
  add constraint campaigns_two_operators check (started_by is null or made_by is null or started_by <> made_by),
  add constraint campaigns_started check (not is_running or made_by is null or started_by is not null);

create index coupons_of_campaign on coupons.coupons (campaign_id, id);
create index coupons_by_status on coupons.coupons (campaign_id, status);

-- Coupons that operators gave; the request makes a repeated ask the same coupon.
create table coupons.given (
  request uuid primary key,
  coupon_id bigint not null references coupons.coupons,
  by_uid bigint not null,
  at bigint not null
);

-- Coupons that two operators have invalidated; of a grant the status follows when the core has taken it back.
create table coupons.invalidations (
  coupon_id bigint primary key references coupons.coupons,
  by_uid bigint not null,
  reason text not null,
  at bigint not null
);

create table coupons.waiting_acts (
  subject text primary key,
  change jsonb not null,
  by_uid bigint not null,
  reason text not null,
  at bigint not null
);
