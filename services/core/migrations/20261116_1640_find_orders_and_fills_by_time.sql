-- Why: lists, files and PnL of a time range read the range and not the whole history of a user; what liquidations and settlements did to an
-- account is added up by day.
-- Lock: writes to the three tables wait while their index is built. Rebuild: nothing.
create index orders_of_user_by_time on history.orders (uid, at desc);
create index fills_of_user_by_time on history.fills (uid, at desc);
-- The causes of contracts/src/values.ts from LIQUIDATION_FEE to SETTLEMENT.
create index ledger_lines_forced on history.ledger_lines (uid, at) where cause in (7, 8, 9, 10, 11, 12, 13);
