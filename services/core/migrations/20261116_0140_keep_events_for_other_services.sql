-- Why: platform modules, wallet and oracle act on events (fills, deposits, bonus) and must see each of them once, also after days of absence.
-- Lock: none (new table). Rebuild: drop the schema and start a projector.
-- Event rows as the journal's codec writes them, whole rows in each part; a batch without such events has no row.
create table history.feed (
  seq bigint not null,
  part int not null,
  at bigint not null,
  events bytea not null,
  primary key (seq, part)
);
