-- Of a takeover: what was left of the margin at mark, and went to the insurance fund with the position.
alter table history.liquidations add column margin bigint;
