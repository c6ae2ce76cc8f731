-- Why: what users look up later, written by the projector behind the journal. No decision about money reads it.
-- Lock: none (new tables). Rebuild: drop the schema, run the migrations, start a projector; everything comes back from the journal.
-- Prices and sizes are whole numbers of 1e-8, so that they stay true when a market's tick or lot changes; money is minor units.
create schema if not exists history;

-- How far the history reaches, and on which branch of the journal. The update of this row is the fence between projectors.
create table history.cursor (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into history.cursor (seq, hash)
values (0, decode('e55334e4abdcca55135e4fdcfe238c633d70c6323d4b8a15bdafb0e1077df1b6', 'hex'));

create table history.orders (
  batch_seq bigint not null,
  command_index int not null,
  -- Null for a rejected order: it never got a number.
  order_id bigint unique,
  uid bigint not null,
  market int not null,
  product smallint not null,
  side smallint not null,
  type smallint not null,
  tif smallint not null,
  post_only boolean not null,
  price bigint not null,
  qty bigint not null,
  filled bigint not null,
  value bigint not null,
  fee bigint not null,
  status smallint not null,
  cause smallint not null,
  client_key text not null,
  -- The same rejected request sent again is the same rejection.
  rejection_key text unique,
  at bigint not null,
  primary key (batch_seq, command_index)
);
create index orders_of_user on history.orders (uid, batch_seq desc, command_index desc);
create index orders_by_client_key on history.orders (uid, client_key, batch_seq desc) where client_key <> '';

create table history.trades (
  trade_id bigint primary key,
  market int not null,
  price bigint not null,
  qty bigint not null,
  taker_side smallint not null,
  at bigint not null,
  batch_seq bigint not null
);
create index trades_of_market on history.trades (market, trade_id desc);

create table history.fills (
  trade_id bigint not null,
  -- 0 maker, 1 taker.
  role smallint not null,
  order_id bigint not null,
  uid bigint not null,
  market int not null,
  side smallint not null,
  price bigint not null,
  qty bigint not null,
  fee bigint not null,
  at bigint not null,
  primary key (trade_id, role)
);
create index fills_of_user on history.fills (uid, trade_id desc);

create table history.balances (
  uid bigint not null,
  account bigint not null,
  units bigint not null,
  primary key (uid, account)
);

create table history.ledger_lines (
  batch_seq bigint not null,
  line int not null,
  uid bigint not null,
  account bigint not null,
  product smallint not null,
  asset int not null,
  bucket smallint not null,
  cause smallint not null,
  ref bigint not null,
  delta bigint not null,
  balance bigint not null,
  at bigint not null,
  primary key (batch_seq, line)
);
create index ledger_lines_of_user on history.ledger_lines (uid, batch_seq desc, line desc);

create table history.candles_1m (
  market int not null,
  minute bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric not null,
  quote_volume numeric not null,
  primary key (market, minute)
);
