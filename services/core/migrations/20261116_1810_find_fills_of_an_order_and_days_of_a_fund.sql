-- Why: the fills of one order, and the public days of an insurance fund, are read without the rest of their tables.
-- Lock: writes to the three tables wait while their index is built. Rebuild: nothing.
create index fills_of_order on history.fills (order_id);
-- Kind 3 is DELEVERAGED.
create index liquidations_deleveraged on history.liquidations (asset, at) where kind = 3;
-- Uid 0 and bucket 19 are the insurance funds.
create index ledger_lines_of_one_fund on history.ledger_lines (product, asset, at) where uid = 0 and bucket = 19;
