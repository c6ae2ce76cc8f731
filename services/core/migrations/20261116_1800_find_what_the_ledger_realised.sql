-- Why: the PnL of an account is what its ledger lines of fills, funding, liquidations and settlements add up to: the fees of partial
-- liquidations are lines of fills, and stand nowhere else.
-- Lock: writes to the table wait while the index is built. Rebuild: nothing.
drop index history.ledger_lines_forced;
-- The causes FILL and FUNDING of contracts/src/values.ts, and those from LIQUIDATION_FEE to SETTLEMENT. Uid 0 is the exchange itself.
create index ledger_lines_realised on history.ledger_lines (uid, product, asset, at)
  where uid > 0 and cause in (4, 6, 7, 8, 9, 10, 11, 12, 13);
