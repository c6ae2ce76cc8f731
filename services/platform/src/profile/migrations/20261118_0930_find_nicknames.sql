-- Why: operators find accounts by the nickname that is in use.
-- Lock: nicknames while its index is made. Rebuild: none needed.
create index nicknames_by_text on profile.nicknames (lower(nickname)) where state = 'ACCEPTED';
