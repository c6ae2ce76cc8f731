-- Why: what a user moved into an account before a coupon is read without the rest of the user's lines.
-- Lock: writes to the table wait while the index is built. Rebuild: nothing.
-- Cause 1 is TRANSFER.
create index ledger_lines_transfers on history.ledger_lines (uid, account, at) where cause = 1;
