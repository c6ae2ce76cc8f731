-- Why: operators and their roles, the changes that they propose and approve, the commands that follow, and a log of all of it.
-- Lock: none (new tables). Rebuild: impossible; all of this exists only here.
create schema if not exists operator;

create table operator.roles (
  uid bigint not null,
  role text not null,
  granted_at bigint not null,
  primary key (uid, role)
);

create table operator.proposals (
  id uuid primary key,
  call text not null,
  role text not null,
  ask jsonb not null,
  -- As the outbox will send it, fixed when it was proposed: what is approved is what is sent.
  command jsonb not null,
  reason text not null,
  by_uid bigint not null,
  device_id text not null,
  -- The proposer's own id of the request: one that is sent twice is one proposal.
  request_id text,
  made_at bigint not null,
  until bigint not null,
  needed integer not null,
  state text not null check (state in ('WAITING', 'SENT', 'DONE', 'REFUSED', 'REJECTED', 'EXPIRED')),
  -- Its number in the outbox: one proposal gives one command.
  number bigint unique,
  code integer,
  facts jsonb,
  answered_at bigint,
  check ((number is not null) = (state in ('SENT', 'DONE', 'REFUSED'))),
  check ((code is not null) = (state in ('DONE', 'REFUSED')))
);
create index proposals_by_time on operator.proposals (made_at desc, id);
create unique index proposals_by_request on operator.proposals (by_uid, request_id) where request_id is not null;
create unique index proposals_waiting_once on operator.proposals (call, md5(ask::text)) where state = 'WAITING';

create table operator.approvals (
  proposal uuid not null references operator.proposals (id),
  uid bigint not null,
  device_id text not null,
  at bigint not null,
  primary key (proposal, uid)
);

-- Commands to the core, numbered in the order of their commits.
create table operator.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on operator.outbox (number) where answered_at is null;

create table operator.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into operator.outbox_counter (id, last_number) values (1, 0);

-- Who did what, why, when and from where. Nobody changes or removes a line, the owner of the table included.
create table operator.audit_log (
  number bigint primary key,
  at bigint not null,
  -- 0: somebody at the command line of the installation, whom `origin` names, or the platform itself.
  uid bigint not null,
  -- The address of the request, or the command line.
  origin text not null,
  action text not null,
  -- The proposal's id, or the operator's uid.
  subject text not null,
  reason text not null,
  before jsonb not null,
  after jsonb not null,
  -- SHA-256 of the line before and this one: a line that was changed or taken out breaks the chain.
  hash text not null
);
create function operator.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'operator.audit_log is append-only';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on operator.audit_log
  for each statement execute function operator.refuse_change();
