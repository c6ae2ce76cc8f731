-- Why: the module kyc has the levels and follows the core's events; two copies could differ. Processes of the release before still write these
-- two tables while a new one starts beside them, so they are dropped by a migration of the next release (decision 0071).
-- Lock: none. Rebuild: none needed.
comment on table profile.levels is 'Unused: the module kyc has them. Dropped in the release after.';
comment on table profile.feed_cursor is 'Unused: kyc follows the events. Dropped in the release after.';
