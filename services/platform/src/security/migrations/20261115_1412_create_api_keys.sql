-- Why: API keys of accounts and their permissions.
-- Lock: none (new tables). Rebuild: impossible; all of this exists only here.
create schema if not exists security;

create table security.api_keys (
  key text primary key check (key ~ '^[A-Za-z0-9_-]{32}$'),
  uid bigint not null,
  label text not null,
  kind text not null check (kind in ('HMAC_SHA256', 'ED25519')),
  -- The secret, sealed and bound to its key; or the public key of a pair that the user made (64 hex digits).
  sealed bytea,
  public_key text check (public_key ~ '^[0-9a-f]{64}$'),
  permissions text[] not null,
  ips text[] not null,
  made_at bigint not null,
  until bigint,
  changed_at bigint not null,
  removed_at bigint,
  check ((sealed is null) <> (public_key is null) or removed_at is not null)
);
create index api_keys_of_a_user on security.api_keys (uid, made_at) where removed_at is null;
create unique index api_keys_by_label on security.api_keys (uid, label) where removed_at is null;
create index api_keys_by_change on security.api_keys (changed_at);
