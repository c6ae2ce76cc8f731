-- Why: mails and text messages are queued in the transaction of the change that they report, and sent again until they arrive or expire.
-- Lock: none (new tables). Rebuild: impossible; all of this exists only here.
create schema if not exists mail;

-- `number` is the order of creation. A try moves `next_at`, so that another process takes over when a sender dies. `sealed` holds what no log
-- and no backup may show: a code. `provider_id` is the receiving server's id of the message.
create table mail.notices (
  id uuid primary key,
  number bigint generated always as identity,
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  uid bigint,
  lang text not null,
  site text not null,
  facts jsonb not null,
  sealed bytea,
  made_at bigint not null,
  tries integer not null default 0,
  next_at bigint not null,
  sent_at bigint,
  provider_id text,
  dead_at bigint,
  problem text
);
create index notices_due on mail.notices (next_at) where sent_at is null and dead_at is null;
create index notices_dead on mail.notices (dead_at) where dead_at is not null;
create index notices_by_time on mail.notices (made_at);

-- Notices that were never sent and will not be: an operator looks at them.
create view mail.dead_letters as
  select id, kind, channel, uid, lang, site, tries, problem, made_at, dead_at from mail.notices where dead_at is not null;
