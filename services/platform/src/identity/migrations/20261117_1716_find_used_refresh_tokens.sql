-- Why: a session that is renewed every quarter of an hour leaves thousands of used tokens; those that are old are found without reading the table.
-- Lock: writes to the table wait while its index is built. Rebuild: from the table.
create index refresh_tokens_by_use on identity.refresh_tokens (used_at) where used_at is not null;
