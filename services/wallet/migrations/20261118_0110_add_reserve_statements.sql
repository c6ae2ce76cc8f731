-- Why: what own addresses have on chains at a publication of the proof of funds, and what they sign. Lock: none (new table).
-- Rebuild: not possible: balances are of a past block, and cold addresses have signed offline.
create table wallet.reserve_statements (
  -- Of the publication.
  state_seq bigint not null,
  network text not null,
  role text not null check (role in ('hot', 'cold', 'deposits')),
  -- Empty for the sum of all deposit addresses.
  address text not null,
  height bigint not null,
  block_hash text not null,
  -- A list of asset and units, in the ledger's minor units.
  balances jsonb not null,
  -- What the address signs; empty for deposit addresses.
  text text not null,
  -- Null before it has signed.
  signature text,
  made_at bigint not null,
  signed_at bigint,
  primary key (state_seq, network, role)
);
