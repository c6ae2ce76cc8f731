-- Why: charts of a contract's open interest.
-- Lock: none (new table). Rebuild: drop the schema and start a projector.
-- As it stood after the first batch of each five minutes: what the journal decides, whenever it is replayed. Sizes and prices are whole numbers of 1e-8.
create table history.open_interest (
  market int not null,
  at bigint not null,
  qty bigint not null,
  mark bigint not null,
  primary key (market, at)
);
