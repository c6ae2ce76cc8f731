-- Why: two operators sign what the wallet may not decide by itself, and the last comparison of chains and ledger is kept for them. Lock: none (new tables).
-- Rebuild: comparisons by themselves at the next block; decisions not at all.
create table wallet.decisions (
  -- What is decided, with the time of the row that it is about: an old signature decides nothing new.
  text text not null,
  public_key text not null,
  approver text not null,
  signature text not null,
  reason text not null,
  made_at bigint not null,
  primary key (text, public_key)
);
-- In the ledger's minor units.
create table wallet.comparisons (
  asset text primary key,
  units numeric(78) not null,
  owed numeric(78) not null,
  compared_at bigint not null
);
create index deposits_ignored on wallet.deposits (seen_at) where state = 'IGNORED';
create index deposits_credited on wallet.deposits (network, address, asset, seen_at) where state = 'CREDITED';
create index sends_by_sender on wallet.sends (network, sender, asset, made_at);
create index sends_gas_to on wallet.sends (network, receiver) where kind = 'fund_gas';
