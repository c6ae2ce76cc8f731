-- Why: a loss deduction coupon may pay by the total of its window, and bounds the leverage of what it pays for.
-- Lock: exclusive on coupons.campaigns for a moment; it is small. Writes to coupons.coupons wait while one index is built anew. Rebuild: nothing; what coupons
-- counted before has its payment.
-- Ends of positions that a loss deduction coupon has counted or was paid by, each once.
create table coupons.closes (
  coupon_id bigint not null references coupons.coupons,
  item text not null,
  at bigint not null,
  -- Its price result, below zero a loss, and the initial margin of what was opened, in 1e-8 USDT.
  result bigint not null,
  invested bigint not null check (invested >= 0),
  primary key (coupon_id, item)
);
alter table coupons.campaigns drop constraint campaigns_held_terms_check;
alter table coupons.campaigns add constraint campaigns_held_terms_check check (
  kind not in (4, 5, 6)
  or (min_leverage = 0 and (kind = 5 or max_leverage = 0) and margin_mode = 'ANY' and deposit_req = 0 and cap = 0
    and (kind <> 4 or hold_hours = 0) and (kind = 6 or profit_req = 0) and (kind <> 6 or ratio = 100000000)));
-- A loss may be paid as bonus, whose end is announced like that of others.
drop index coupons.coupons_ending;
create index coupons_ending on coupons.coupons (end_at)
  where status = 'SUCCESS' and (kind in (2, 3, 8, 9) or kind = 5 and given > 0);
