-- Why: a campaign may bound how long the position of its voucher is held; then it is closed at market.
-- Lock: exclusive on coupons.voucher_opens for a moment (columns without defaults). Rebuild: nothing; positions that are open have no bound.
alter table coupons.voucher_opens
  -- When the position is closed, or asked to be closed again; null: it may be held for ever.
  add column close_at bigint,
  -- The command that closes it, while it is on its way.
  add column close_number bigint unique;
create index vouchers_to_close on coupons.voucher_opens (close_at) where state = 'OPEN' and close_number is null;
