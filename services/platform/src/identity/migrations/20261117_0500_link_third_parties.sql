-- Why: signing in by Google and Apple, and linking them to an account that is there already.
-- Lock: sign_ins for a moment (a column without a default). Rebuild: third_links is impossible; third_sign_ins may be lost.
create table identity.third_links (
  issuer text not null,
  subject text not null,
  provider text not null check (provider in ('google', 'apple')),
  uid bigint not null references identity.users (uid),
  linked_at bigint not null,
  primary key (issuer, subject),
  -- One account of each provider.
  unique (uid, provider)
);

-- A way to a provider and back. `sealed` holds what the answer must fit: state, nonce and the verifier of its code.
create table identity.third_sign_ins (
  ticket_hash bytea primary key,
  provider text not null,
  sealed bytea not null,
  device_id text not null,
  made_at bigint not null,
  -- Its answer was looked at, whatever came of it.
  used_at bigint,
  -- Who the provider says it is, where nobody is linked to it yet; the address only where it is proven.
  issuer text,
  subject text,
  email text,
  done_at bigint
);
create index third_sign_ins_by_time on identity.third_sign_ins (made_at);

-- A sign-in that links a third party once it is through.
alter table identity.sign_ins add column third_hash bytea;
