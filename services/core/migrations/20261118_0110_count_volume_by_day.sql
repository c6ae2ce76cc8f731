-- Why: VIP levels are measured by 30 days of volume; summing every fill of every user each midnight would read the whole history.
-- Lock: none (new table). Rebuild: drop the schema and start a projector; volumes before this migration come only by that.
-- Days are of UTC, counted from 1970. Product 0 is spot (margin orders stand in its books), 1 are contracts. Amounts are 1e-8 dollars at the index of the
-- batch that the fill was in: what the journal decides, whenever it is replayed.
create table history.volume_days (
  uid bigint not null,
  day int not null,
  product smallint not null,
  maker numeric not null,
  taker numeric not null,
  fees numeric not null,
  primary key (uid, day, product)
);
