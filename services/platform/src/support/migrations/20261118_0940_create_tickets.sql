-- Why: tickets of users to support, with everything that both sides write.
-- Lock: none (new tables). Rebuild: impossible; both exist only here.
create schema if not exists support;

create table support.tickets (
  number bigint generated always as identity (start with 10001) primary key,
  uid bigint not null,
  topic text not null check (topic in ('TRADING', 'DEPOSIT', 'WITHDRAWAL', 'ACCOUNT', 'OTHER')),
  subject text not null,
  state text not null check (state in ('OPEN', 'ANSWERED', 'CLOSED')),
  opened_at bigint not null,
  changed_at bigint not null,
  -- Since when it waits for support; unchanged by what the user adds meanwhile.
  waits_since bigint not null
);
create index tickets_by_user on support.tickets (uid, changed_at desc);
create index tickets_waiting on support.tickets (waits_since) where state = 'OPEN';

create table support.ticket_messages (
  ticket bigint not null references support.tickets (number),
  place integer not null,
  -- Null for the user, who owns the ticket.
  operator bigint,
  body text not null,
  written_at bigint not null,
  -- The writer's own key: the same writes nothing twice.
  request uuid not null,
  primary key (ticket, place)
);
create unique index ticket_messages_by_request on support.ticket_messages (request);
