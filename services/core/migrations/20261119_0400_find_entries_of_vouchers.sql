-- Why: fees of a voucher's position are no fees paid in cash; each fill asks whether its position began with a voucher's entry.
-- The cause VOUCHER of contracts/src/values.ts.
-- Lock: writes wait while the index is built. Rebuild: nothing.
create index ledger_lines_of_vouchers on history.ledger_lines (uid, batch_seq) where cause = 21;
