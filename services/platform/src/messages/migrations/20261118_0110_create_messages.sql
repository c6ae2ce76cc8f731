-- Why: messages of users with what they have read and what they want to receive, fed by the core's events and by other modules.
-- Lock: none (new tables). Rebuild: messages of events from the core's feed, after emptying messages and feed_cursor; the others exist only here.
create schema if not exists messages;

create table messages.messages (
  uid bigint not null,
  -- The number of the change of the user's stream that brought it, so that numbers follow the order of commits.
  number bigint not null,
  type text not null check (type in ('trader', 'user', 'system')),
  kind text not null,
  facts jsonb not null,
  link text not null,
  made_at bigint not null,
  -- What caused it: the same cause makes no second message.
  source text not null,
  is_in_bell boolean not null,
  primary key (uid, number)
);
create unique index messages_by_source on messages.messages (uid, source);
create index messages_by_type on messages.messages (uid, type, number desc) where is_in_bell;
create index messages_by_age on messages.messages (made_at);

-- Messages of a type up to this number are read.
create table messages.read_markers (
  uid bigint not null,
  type text not null,
  up_to bigint not null,
  primary key (uid, type)
);

-- Only what differs from the rule.
create table messages.preferences (
  uid bigint not null,
  topic text not null,
  channel text not null,
  is_on boolean not null,
  primary key (uid, topic, channel)
);

create table messages.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);

create table messages.topic_seq (
  topic text not null,
  uid bigint not null,
  seq bigint not null,
  changed_at bigint not null,
  primary key (topic, uid)
);
create index topic_seq_by_change on messages.topic_seq (changed_at);
