-- Why: what the bonus of an invalidated coupon has earned is taken back; what the account could not give is a receivable that operators see.
-- Lock: exclusive on coupons.invalidations for a moment (columns with constant defaults). Rebuild: nothing.
alter table coupons.invalidations
  -- Attributable profit when the second operator decided it.
  add column profit bigint not null default 0 check (profit >= 0),
  -- What of it the core has moved; null: it has not said yet.
  add column taken bigint default 0 check (taken between 0 and profit);
create index invalidations_receivable on coupons.invalidations (coupon_id) where taken < profit;
