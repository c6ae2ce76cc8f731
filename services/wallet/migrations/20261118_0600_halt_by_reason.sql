-- Why: an asset may be halted for two reasons, a lack and a reorg, and lifting one must not lift the other unseen. Lock: short (a table of a few rows).
-- Rebuild: not needed.
alter table wallet.halts drop constraint halts_pkey;
alter table wallet.halts add primary key (asset, reason);
