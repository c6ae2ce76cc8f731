-- Why: where an account's coins may go, and since when; a new address waits before it can be used.
-- Lock: none (new tables). Rebuild: impossible; all of this exists only here.
create table security.withdrawal_addresses (
  id uuid primary key,
  uid bigint not null,
  network text not null,
  address text not null,
  -- The address as it is compared: two ways to write one are one.
  same_as text not null,
  memo text not null,
  label text not null,
  added_at bigint not null,
  -- Since when it is meant to be on the allow list; it counts there after the wait.
  allow_listed_at bigint,
  removed_at bigint
);
create unique index withdrawal_addresses_once on security.withdrawal_addresses (uid, network, same_as, memo) where removed_at is null;

create table security.withdrawal_policies (
  uid bigint primary key,
  only_allow_listed boolean not null,
  -- When it was ended; until the wait is over it goes on.
  ended_at bigint
);
