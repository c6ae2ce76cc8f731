-- Why: the module kyc has the levels and follows the core's events; two copies could differ.
-- Lock: short (drops two tables). Rebuild: none needed.
drop table profile.levels;
drop table profile.feed_cursor;
