-- Why: operators of the simulated exchange propose too. A proposal belongs to one exchange; its command has a number of that exchange's journal.
-- Proposals that exist are of the real one. The default stays for one release: processes of the release before still write while this one starts,
-- and do not name an exchange; what they propose is of the real one. A later migration takes the default away.
-- Lock: short (a column with a constant default, and indexes of a small table). Rebuild: impossible; all of this exists only here.
alter table operator.proposals
  add column exchange text not null default 'REAL' check (exchange in ('REAL', 'SIMULATED'));
alter table operator.proposals drop constraint proposals_number_key;
create unique index proposals_by_number on operator.proposals (exchange, number) where number is not null;
drop index operator.proposals_by_request;
create unique index proposals_by_request on operator.proposals (exchange, by_uid, request_id) where request_id is not null;
drop index operator.proposals_waiting_once;
create unique index proposals_waiting_once on operator.proposals (exchange, call, md5(ask::text)) where state = 'WAITING';
drop index operator.proposals_by_time;
create index proposals_by_time on operator.proposals (exchange, made_at desc, id);

-- Commands to the simulated core, numbered in the order of their commits.
create table operator.simulated_outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index simulated_outbox_unanswered on operator.simulated_outbox (number) where answered_at is null;
create index simulated_outbox_by_answer on operator.simulated_outbox (answered_at) where answered_at is not null;

create table operator.simulated_outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into operator.simulated_outbox_counter (id, last_number) values (1, 0);
