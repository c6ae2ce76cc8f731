-- Why: content that opens something is changed by two operators. Lock: none (a new table). Rebuild: may be lost; the first operator asks again.
create table content.waiting_acts (
  subject text primary key,
  change jsonb not null,
  by_uid bigint not null,
  reason text not null,
  at bigint not null
);
