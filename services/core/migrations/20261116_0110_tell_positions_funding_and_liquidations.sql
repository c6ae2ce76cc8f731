-- Why: what became of positions, who paid which funding, what liquidations did, and where bonus and loans went.
-- Lock: none (new tables); one index on the ledger's lines, built while nothing is written. Rebuild: drop the schema and start a projector.
-- Sizes and prices are whole numbers of 1e-8, money is minor units of the settle asset; a row is named by its batch and its line there.

-- A position from its opening to its end; closed_at is null while it is open. The sums say what was opened and closed altogether.
create table history.positions (
  uid bigint not null,
  market int not null,
  pos_side smallint not null,
  opened_seq bigint not null,
  opened_line int not null,
  opened_at bigint not null,
  closed_seq bigint,
  closed_at bigint,
  cause smallint not null,
  qty bigint not null,
  value bigint not null,
  margin bigint not null,
  max_qty bigint not null,
  opened_qty bigint not null,
  opened_value bigint not null,
  closed_qty bigint not null,
  closed_value bigint not null,
  realised bigint not null,
  fees bigint not null,
  funding bigint not null,
  primary key (uid, market, pos_side, opened_seq, opened_line)
);
create index positions_closed on history.positions (uid, closed_seq desc, opened_line desc) where closed_at is not null;
create index positions_open on history.positions (uid) where closed_at is null;

create table history.funding_payments (
  batch_seq bigint not null,
  line int not null,
  uid bigint not null,
  market int not null,
  pos_side smallint not null,
  rate int not null,
  amount bigint not null,
  capitalised bigint not null,
  at bigint not null,
  primary key (batch_seq, line)
);
create index funding_payments_of_user on history.funding_payments (uid, batch_seq desc, line desc);

-- Rate and mark are null where the settlement was skipped.
create table history.funding_settlements (
  batch_seq bigint not null,
  line int not null,
  market int not null,
  due_at bigint not null,
  rate int,
  mark bigint,
  positions int not null,
  residue bigint not null,
  primary key (batch_seq, line)
);
create index funding_settlements_of_market on history.funding_settlements (market, batch_seq desc, line desc);

-- Kind: the place in the contracts' list; numbers that a kind does not have are null.
create table history.liquidations (
  batch_seq bigint not null,
  line int not null,
  kind smallint not null,
  uid bigint not null,
  market int not null,
  pos_side smallint not null,
  asset int not null,
  qty bigint,
  value bigint,
  price bigint,
  mark bigint,
  equity bigint,
  maintenance bigint,
  pnl bigint,
  level bigint,
  at bigint not null,
  primary key (batch_seq, line)
);
create index liquidations_of_user on history.liquidations (uid, batch_seq desc, line desc);

create table history.grants (
  grant_id bigint primary key,
  batch_seq bigint not null,
  uid bigint not null,
  campaign bigint not null,
  kind smallint not null,
  amount bigint not null,
  remaining bigint not null,
  ratio int not null,
  ends_at bigint not null,
  at bigint not null
);
create index grants_of_user on history.grants (uid, batch_seq desc, grant_id desc);

create table history.grant_changes (
  batch_seq bigint not null,
  line int not null,
  uid bigint not null,
  grant_id bigint not null,
  cause smallint not null,
  amount bigint not null,
  remaining bigint not null,
  at bigint not null,
  primary key (batch_seq, line)
);
create index grant_changes_of_user on history.grant_changes (uid, batch_seq desc, line desc);

create table history.loan_changes (
  batch_seq bigint not null,
  line int not null,
  uid bigint not null,
  market int not null,
  asset int not null,
  cause smallint not null,
  amount bigint not null,
  at bigint not null,
  primary key (batch_seq, line)
);
create index loan_changes_of_user on history.loan_changes (uid, batch_seq desc, line desc);

-- Uid 0 and bucket 19 are the insurance funds: their history is their own ledger lines.
create index ledger_lines_of_funds on history.ledger_lines (batch_seq desc, line desc) where uid = 0 and bucket = 19;
