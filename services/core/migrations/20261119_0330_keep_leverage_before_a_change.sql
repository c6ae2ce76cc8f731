-- Why: what stood before a user's first change of leverage is in no row, so that a position of before it read as the leverage that everybody begins with.
-- Lock: none (nullable columns). Rebuild: drop the schema and start a projector; rows of before this migration say nothing of it otherwise.
alter table history.leverage_changes add column long_before smallint, add column short_before smallint;
