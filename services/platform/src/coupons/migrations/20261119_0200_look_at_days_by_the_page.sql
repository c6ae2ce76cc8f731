-- Why: days of cashback are settled by the page, and positions by themselves: neither reads over coupons of the other that are to be looked at.
-- Lock: writes to coupons.coupons wait while both indexes are built, which read it once. Rebuild: nothing.
create index coupons_days_looked_at on coupons.coupons (look_at, id)
  where kind = 4 and status = 'SUCCESS' and look_at is not null;
create index coupons_positions_looked_at on coupons.coupons (look_at, uid)
  where kind in (5, 6) and status = 'SUCCESS' and look_at is not null;
drop index coupons.coupons_looked_at;
