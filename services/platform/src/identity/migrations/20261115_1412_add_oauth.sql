-- Why: sign-in by Google and Apple, and linking them to an existing account.
-- Lock: sign_ins for a moment (a column without a default). Rebuild: oauth_links is impossible; oauth_sign_ins may be lost.
create table identity.oauth_links (
  issuer text not null,
  subject text not null,
  provider text not null check (provider in ('google', 'apple')),
  uid bigint not null references identity.users (uid),
  linked_at bigint not null,
  primary key (issuer, subject),
  -- One account of each provider.
  unique (uid, provider)
);

-- An authorization request to a provider. `sealed` holds state, nonce and the PKCE verifier.
create table identity.oauth_sign_ins (
  ticket_hash bytea primary key,
  provider text not null,
  sealed bytea not null,
  device_id text not null,
  made_at bigint not null,
  -- When its answer was checked, whatever the result.
  used_at bigint,
  -- The identity from the provider, while it is not linked; the address only where the provider has verified it.
  issuer text,
  subject text,
  email text,
  done_at bigint
);
create index oauth_sign_ins_by_time on identity.oauth_sign_ins (made_at);

-- The provider identity to link when the sign-in succeeds.
alter table identity.sign_ins add column oauth_hash bytea;
