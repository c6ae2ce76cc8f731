-- Why: a cash bonus may be released by volume, day by day, and claimed: its volume is counted until its end, also once a part is paid.
-- Lock: exclusive on coupons.coupons for a moment, without reading rows (an expression of the index only). Rebuild: nothing.
create index coupons_streaming on coupons.coupons (uid)
  where kind = 1 and status in ('PENDING', 'SUCCESS') and options -> 'isStreamed' = 'true';
