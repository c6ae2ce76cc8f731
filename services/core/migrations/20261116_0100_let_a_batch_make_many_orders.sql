-- Why: one command can make several orders now (TP and SL together, triggers that fire, orders of the engine), so a command's place in
-- its batch no longer names one order; and orders of contracts have a position, a trigger and a realised PnL.
-- Lock: exclusive for a moment (columns with constant defaults, one index built anew). Rebuild: rows written before keep their command's
-- place as their line; the rest of the history needs nothing.
alter table history.orders rename column command_index to line;
alter table history.orders
  -- 0 none (spot), 1 long, 2 short.
  add column pos_side smallint not null default 0,
  -- Null for an order that did not wait: 0 order, 1 take profit, 2 stop loss.
  add column role smallint,
  add column trigger_price bigint,
  add column trigger_by smallint,
  -- The order that a trigger became.
  add column child_id bigint,
  -- What its closing fills realised, before fees, in settle minor units.
  add column pnl bigint not null default 0;

alter table history.fills
  add column pos_side smallint not null default 0,
  add column pnl bigint not null default 0;
