-- Why: a withdrawal that was planned when its asset was halted kept the nonce of its hot address, and all later ones waited behind it. Only where the
-- signer was never asked for it may the nonce go to the next. A row that does not say so counts as asked: those of before, and those of processes that
-- still run an older version.
-- Lock: short (a column with a constant default). Rebuild: not possible, and not needed: what counts as asked keeps its nonce as before.
alter table wallet.sends add column is_asked boolean not null default true;
