-- Why: what the status page shows: one row for each component and change of its state, and what gateways report.
-- Lock: none (new tables). Rebuild: impossible; states exist only here. Gateways report again by themselves.
create schema if not exists status;

-- A state counts until the next row of its component. A time without measurements has rows of its own.
create table status.changes (
  component text not null,
  at bigint not null,
  state text not null check (state in ('NOT_MEASURED', 'OPERATIONAL', 'DEGRADED', 'HALTED', 'DOWN')),
  affected jsonb not null,
  primary key (component, at)
);

-- One row: until when the newest states are known to have counted.
create table status.measured (
  id smallint primary key default 1 check (id = 1),
  at bigint not null,
  answer_ms integer
);

create table status.gateways (
  gateway text primary key,
  core text not null,
  sockets integer not null,
  requests_per_second double precision not null,
  reported_at bigint not null
);
