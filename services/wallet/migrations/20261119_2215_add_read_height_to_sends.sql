-- Why: a sweep takes what its address had at a block. A deposit of a later block is not in it, though its row may be older than that of the sweep:
-- by their times it counted as swept and stayed where it was.
-- Lock: short (nullable column). Rebuild: not possible, and not needed: older sweeps are compared by their times as before.
alter table wallet.sends add column read_height bigint;
