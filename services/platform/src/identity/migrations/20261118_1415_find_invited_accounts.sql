-- Why: an inviter's friends are listed and counted.
-- Lock: writes to users wait while the index is built. Rebuild: from the table.
create index users_by_inviter on identity.users (referred_by, uid) where referred_by is not null;
