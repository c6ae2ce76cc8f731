-- Why: payments of withdrawals: what the core holds, what pays it, and every transaction that was signed for it. Lock: none (new tables).
-- Rebuild: held from the core's feed (empty feed_cursor). The rest is not possible: a nonce that was signed under must never be forgotten.

-- Withdrawals as the core has them. Nothing is paid that does not stand here.
create table wallet.held (
  core_id bigint primary key,
  uid bigint not null,
  asset_id integer not null,
  units bigint not null check (units > 0),
  held_at bigint not null,
  -- When the platform was last asked for its intent, and what was wrong with the answer.
  asked_at bigint not null default 0,
  problem text not null default '',
  -- SENT or RETURNED once the core has ended it.
  ended text
);
create index held_open on wallet.held (asked_at, core_id) where ended is null;

create table wallet.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);

-- The newest position of the signer's store that was seen: a store that was set back signs nothing.
create table wallet.signer_seen (
  id integer primary key check (id = 1),
  seq bigint not null,
  hash text not null
);

-- Own addresses that send. The row is locked while a nonce is taken: nonces follow each other without a gap.
create table wallet.senders (
  network text not null,
  address text not null,
  -- `hot`, or the index of a deposit address.
  key text not null,
  next_nonce bigint not null check (next_nonce >= 0),
  primary key (network, address)
);

-- What is sent under a nonce: one effect, whichever of its transactions is mined.
create table wallet.sends (
  id uuid primary key,
  network text not null,
  sender text not null,
  nonce bigint not null check (nonce >= 0),
  kind text not null,
  asset text not null,
  -- Null: the network's own coin.
  token text,
  receiver text not null,
  -- Of a deposit address that gets coins for its fee.
  receiver_index bigint,
  -- In the smallest units of the network.
  amount numeric(78) not null check (amount >= 0),
  gas_limit bigint not null,
  state text not null,
  reason text not null default '',
  -- Of the transaction that is in a block.
  txid text,
  height bigint,
  block_hash text,
  is_success boolean,
  made_at bigint not null,
  changed_at bigint not null,
  unique (network, sender, nonce),
  foreign key (network, sender) references wallet.senders (network, address)
);
-- The signer signs the next nonce only: one transaction at a time waits for its first signature.
create unique index sends_unsigned on wallet.sends (network, sender) where state = 'PLANNED';
create index sends_open on wallet.sends (network, sender, nonce) where state in ('PLANNED', 'SIGNED', 'SENT', 'MINED');

-- The transactions of a send: the first, and those with a higher fee. Stored before they are broadcast.
create table wallet.attempts (
  send_id uuid not null references wallet.sends (id) on delete cascade,
  place integer not null check (place >= 0),
  unsigned text not null,
  fee_max numeric(78) not null,
  priority_fee numeric(78) not null,
  -- Null before it is signed.
  txid text unique,
  raw text,
  made_at bigint not null,
  sent_at bigint,
  primary key (send_id, place)
);

-- One row for each withdrawal that the platform has approved or given back.
create table wallet.payments (
  id uuid primary key,
  core_id bigint not null unique references wallet.held (core_id),
  uid bigint not null,
  network text not null,
  asset text not null,
  scale integer not null,
  -- In the ledger's minor units.
  units bigint not null,
  fee bigint not null check (fee >= 0 and fee <= units),
  token text,
  receiver text not null,
  amount numeric(78) not null,
  fee_cap numeric(78) not null,
  -- As it goes to the signer; empty for what is only given back.
  intent text not null,
  approvals jsonb not null,
  state text not null,
  -- Why it waits or failed; empty where nothing is to be said.
  reason text not null default '',
  -- It is not tried again before.
  retry_at bigint not null default 0,
  send_id uuid unique references wallet.sends (id) on delete set null,
  -- Follows its command when an outbox is numbered anew.
  number bigint unique references wallet.outbox (number) on update cascade on delete set null,
  made_at bigint not null,
  changed_at bigint not null
);
create index payments_by_user on wallet.payments (uid, made_at desc);
create index payments_waiting on wallet.payments (network, core_id) where state = 'WAITING';

-- Assets whose withdrawals are not paid, and why.
create table wallet.halts (
  asset text primary key,
  reason text not null,
  facts jsonb not null,
  since bigint not null
);

-- What own addresses have on a network at a block, in the ledger's minor units, beside what was paid and the core has not ended yet.
create table wallet.reserves (
  network text not null,
  asset text not null,
  asset_id integer not null,
  height bigint not null,
  units numeric(78) not null,
  unended_units numeric(78) not null,
  read_at bigint not null,
  primary key (network, asset)
);
