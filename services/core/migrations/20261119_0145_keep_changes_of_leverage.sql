-- Why: a coupon for losses may bound the leverage of the position that it pays for, and weighs what was invested in it.
-- Lock: none (new table). Rebuild: drop the schema and start a projector; leverage that was set before this migration comes only by that. Without it such a
-- setting reads as the one that everybody begins with.
-- A user's leverage of both sides of a contract from here on.
create table history.leverage_changes (
  batch_seq bigint not null,
  line int not null,
  uid bigint not null,
  market int not null,
  long smallint not null,
  short smallint not null,
  at bigint not null,
  primary key (uid, market, batch_seq, line)
);
