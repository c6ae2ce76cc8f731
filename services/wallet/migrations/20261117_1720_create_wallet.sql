-- Why: deposit addresses, blocks that were read, deposits and the commands that credit them. Lock: none (new tables).
-- Rebuild: blocks and deposits by reading the chains again, for the core credits no reference twice; addresses from the uids that asked for one;
-- the outbox is not possible.
create schema if not exists wallet;

-- Commands to the core, numbered in the order of their commits.
create table wallet.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on wallet.outbox (number) where answered_at is null;
create index outbox_by_answer on wallet.outbox (answered_at) where answered_at is not null;

create table wallet.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into wallet.outbox_counter (id, last_number) values (1, 0);

-- One address of a user for all networks of a kind. The uid is the index of its derivation from the xpub, which ends at 2^31.
create table wallet.addresses (
  kind text not null,
  uid bigint not null check (uid >= 0 and uid < 2147483648),
  address text not null,
  made_at bigint not null,
  primary key (kind, uid),
  unique (kind, address)
);

-- The newest block of each network that was read whole. The row is locked while another is added.
create table wallet.tips (
  network text primary key,
  height bigint not null,
  hash text not null,
  -- The highest block that a reorg has taken away: what lost its block is reversed only once as many blocks were read again.
  settle_from bigint not null default 0
);
create table wallet.blocks (
  network text not null,
  height bigint not null,
  hash text not null,
  primary key (network, height)
);

create table wallet.deposits (
  id uuid primary key,
  network text not null,
  txid text not null,
  -- Which transfer of the transaction: 0 is that of the network's own coin, n is the n-th log.
  place integer not null check (place >= 0),
  uid bigint not null,
  asset text not null,
  -- Of the core's directory when it was seen; units are in its minor units, cut off.
  asset_id integer not null,
  scale integer not null,
  units bigint not null check (units >= 0),
  -- In the smallest units of the network.
  chain_amount numeric(78) not null,
  address text not null,
  height bigint not null,
  -- Its block is no longer on the chain, and whether another has it is not known yet.
  is_orphan boolean not null default false,
  state text not null,
  reason text not null default '',
  seen_at bigint not null,
  changed_at bigint not null,
  -- Follows its command when an outbox is numbered anew.
  number bigint unique references wallet.outbox (number) on update cascade on delete set null,
  -- What the core calls it; set once it was credited.
  core_id bigint,
  unique (network, txid, place)
);
create index deposits_by_user on wallet.deposits (uid, seen_at desc, id desc);
create index deposits_open on wallet.deposits (network, height) where state in ('SEEN', 'SHOWN', 'FINAL');
create index deposits_by_height on wallet.deposits (network, height);
create index deposits_orphaned on wallet.deposits (network) where is_orphan;
