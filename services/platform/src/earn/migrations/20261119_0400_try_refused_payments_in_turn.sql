-- Why: refused payments are tried in the order of their newest commands, so that one empty pool does not keep those of others waiting.
-- Lock: writes to the table wait while the index is built. Rebuild: nothing.
drop index earn.payments_refused;
create index payments_refused on earn.payments (number) where state = 'REFUSED';
