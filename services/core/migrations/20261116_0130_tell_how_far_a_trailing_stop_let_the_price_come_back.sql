-- Of a trailing stop (role 3): its callback in basis points or in ticks; `trigger_price` is the price that activates it, 0 for none.
-- Lock: exclusive for a moment (columns without defaults). Rebuild: nothing, since no row before it is one.
alter table history.orders
  add column callback_bps smallint,
  add column callback_ticks bigint;
