-- Why: every hour the roots of the trees of liabilities are published; each account can ask for its own leaf for a day.
-- Lock: none (new tables). Rebuild: publications cannot be made again with the same nonces; what was published stays. A history that is built anew
-- runs this migration again, so it leaves what there is.
create schema if not exists funds_proof;

-- The state that a publication was made from. Never changed and never deleted.
create table if not exists funds_proof.publications (
  state_seq bigint primary key,
  state_hash bytea not null,
  -- The full hour (or other period) before which the state was the last, in milliseconds.
  at bigint not null unique
);

-- Sums are numeric: they may have 128 bits.
create table if not exists funds_proof.roots (
  state_seq bigint not null references funds_proof.publications,
  asset int not null,
  code text not null,
  scale smallint not null,
  root bytea not null,
  sum numeric(39) not null,
  leaves int not null,
  customers numeric(39) not null,
  -- Sums of system accounts by the account's name, as JSON of texts.
  system json not null,
  custody numeric(39) not null,
  uncovered numeric(39) not null,
  primary key (state_seq, asset)
);

-- The key that the nonces of a publication are made with. Goes with its leaves.
create table if not exists funds_proof.nonce_keys (
  state_seq bigint primary key references funds_proof.publications,
  key bytea not null
);

-- Numbers and balances of all leaves of an asset, 22 bytes each: number in 6, balance in 16, in the order of the numbers.
create table if not exists funds_proof.leaves (
  state_seq bigint not null,
  asset int not null,
  packed bytea not null,
  primary key (state_seq, asset),
  foreign key (state_seq, asset) references funds_proof.roots
);
