-- Why: coins of networks without accounts: what own addresses were paid, what blocks spent of it, and which send uses which coin. Lock: none (new tables).
-- Rebuild: coins by reading the chain again; inputs from the unsigned transactions of wallet.attempts.
create table wallet.coins (
  network text not null,
  txid text not null,
  place integer not null check (place >= 0),
  address text not null,
  -- `hot`, `cold`, or the index of a deposit address.
  key text not null,
  amount numeric(78) not null check (amount > 0),
  height bigint not null,
  -- Paid to a miner: it cannot be moved for 100 blocks.
  is_mined boolean not null,
  -- The block and the transaction that spend it.
  spent_height bigint,
  spent_txid text,
  primary key (network, txid, place)
);
create index coins_by_height on wallet.coins (network, height);
create index coins_by_address on wallet.coins (network, address);
create index coins_unspent on wallet.coins (network, height) where spent_height is null;
create index coins_spent on wallet.coins (network, spent_height) where spent_height is not null;
create index coins_by_spender on wallet.coins (network, spent_txid) where spent_txid is not null;

-- A coin is an input of one send, for ever, unless the send was never signed and is dropped.
create table wallet.inputs (
  network text not null,
  txid text not null,
  place integer not null,
  send_id uuid not null references wallet.sends (id) on delete cascade,
  -- Its place among the inputs.
  input integer not null check (input >= 0),
  key text not null,
  amount numeric(78) not null check (amount > 0),
  primary key (network, txid, place),
  unique (send_id, input)
);

insert into wallet.coins (network, txid, place, address, key, amount, height, is_mined)
select network, txid, place, address, uid::text, chain_amount, height, reason = 'MINED' from wallet.deposits
where network in ('BITCOIN', 'BITCOIN_REGTEST') and not is_orphan and state <> 'REVERSED';
