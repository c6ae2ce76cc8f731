-- Why: passkeys, for sign-in and as a second factor.
-- Lock: sign_ins for a moment (a column with a constant default). Rebuild: passkeys is impossible; passkey_challenges may be lost.
create table identity.passkeys (
  id text primary key,
  uid bigint not null references identity.users (uid),
  public_key bytea not null,
  -- The signature counter: a passkey whose counter falls back was copied.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_kept boolean not null,
  added_at bigint not null,
  used_at bigint not null
);
create index passkeys_of_a_user on identity.passkeys (uid);

create table identity.passkey_challenges (
  ticket_hash bytea primary key,
  challenge text not null,
  purpose text not null check (purpose in ('add', 'signIn', 'confirm', 'reset')),
  device_id text not null,
  -- The session that asked for it; empty before sign-in.
  session_id text not null,
  made_at bigint not null,
  used_at bigint
);
create index passkey_challenges_by_time on identity.passkey_challenges (made_at);

alter table identity.sign_ins add column needs_passkey boolean not null default false;
