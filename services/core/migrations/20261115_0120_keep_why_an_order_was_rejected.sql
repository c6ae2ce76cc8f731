-- Why: a rejected order said neither why nor with which numbers, so nobody could tell a short balance from a wrong tick afterwards.
-- Lock: short (nullable columns, no default). Rebuild: rows written before stay without a reason until the history is built anew.
alter table history.orders
  add column refusal_code int,
  -- The two numbers of the refusal, as the contracts name them for its code; null where it has none.
  add column refusal_first bigint,
  add column refusal_second bigint;
