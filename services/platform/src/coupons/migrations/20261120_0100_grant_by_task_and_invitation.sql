-- Why: campaigns give coupons for a task and for a friend who is verified, and a friend earns one of a campaign whatever happens to its level.
-- Lock: exclusive on coupons.campaigns for a moment; it is small. Rebuild: nothing; who earned whom a coupon is a record of its own.
alter table coupons.campaigns drop constraint campaigns_grant_on_check;
alter table coupons.campaigns
  add constraint campaigns_grant_on_check check (grant_on in ('REGISTRATION', 'KYC', 'INVITE', 'TASK', 'OPERATOR')),
  -- What a user does for a coupon; set for campaigns of tasks only.
  add column task text check (task in ('DEPOSIT', 'SPOT_TRADE', 'CONTRACT_TRADE')),
  add constraint campaigns_task check ((grant_on = 'TASK') = (task is not null)),
  -- A task is done or not: doing it again earns nothing.
  add constraint campaigns_task_once check (grant_on <> 'TASK' or per_user = 1);

-- Friends who have earned their inviter a coupon.
create table coupons.friends (
  campaign_id integer not null references coupons.campaigns,
  friend_uid bigint not null,
  inviter_uid bigint not null,
  at bigint not null,
  primary key (campaign_id, friend_uid)
);
