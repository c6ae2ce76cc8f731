-- Why: notices are sent by a module of their own, again until they arrive or nobody waits for them any more.
-- Lock: notices for a moment (columns with constant defaults). Rebuild: impossible; all of this exists only here.
create schema if not exists mail;
alter table identity.notices set schema mail;

-- `number` is the order in which they were made. A try sets `next_at` to when another may follow, so that a sender who dies is followed by
-- the next one. `provider_id` is what the receiving side calls the message.
alter table mail.notices
  add column number bigint generated always as identity,
  add column tries integer not null default 0,
  add column next_at bigint not null default 0,
  add column sent_at bigint,
  add column provider_id text,
  add column dead_at bigint,
  add column problem text;
update mail.notices set sent_at = taken_at where taken_at is not null;
drop index mail.notices_waiting;
alter table mail.notices drop column taken_at;
alter table mail.notices alter column next_at drop default;
create index notices_due on mail.notices (next_at) where sent_at is null and dead_at is null;
create index notices_dead on mail.notices (dead_at) where dead_at is not null;
create index notices_by_time on mail.notices (made_at);

-- What somebody has to look at: it was never sent and never will be.
create view mail.dead_letters as
  select id, kind, channel, uid, lang, site, tries, problem, made_at, dead_at from mail.notices where dead_at is not null;
