-- Why: withdrawal addresses of an account; a new address waits before it can be used.
-- Lock: none (new tables). Rebuild: impossible; all of this exists only here.
create table security.withdrawal_addresses (
  id uuid primary key,
  uid bigint not null,
  network text not null,
  address text not null,
  -- The canonical form of the address, for comparison.
  same_as text not null,
  memo text not null,
  label text not null,
  added_at bigint not null,
  -- When it was put on the allow list; it counts after the wait.
  allow_listed_at bigint,
  removed_at bigint
);
create unique index withdrawal_addresses_once on security.withdrawal_addresses (uid, network, same_as, memo) where removed_at is null;

create table security.withdrawal_policies (
  uid bigint primary key,
  only_allow_listed boolean not null,
  -- When it was switched off; it stays in force until the wait is over.
  ended_at bigint
);
