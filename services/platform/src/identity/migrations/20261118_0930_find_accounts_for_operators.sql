-- Why: operators find accounts by the nickname of the registration, and two of them reopen a frozen account.
-- Lock: users while its index is made. Rebuild: waiting acts may be lost; the first operator asks again.
create index users_by_nick_name on identity.users (lower(nick_name));

-- What a first operator asked for and a second one has to ask for as well.
create table identity.waiting_acts (
  subject text primary key,
  change jsonb not null,
  by_uid bigint not null,
  reason text not null,
  at bigint not null
);
