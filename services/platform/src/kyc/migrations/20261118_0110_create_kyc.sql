-- Why: verifications with their sealed data, the keys of their pictures, and the levels that follow from them.
-- Lock: none (new tables). Rebuild: levels from the core's events; the others are records of their own.
create schema if not exists kyc;

-- Commands to the core, numbered in the order of their commits.
create table kyc.outbox (
  number bigint primary key,
  command jsonb not null,
  made_at bigint not null,
  answered_at bigint,
  code integer
);
create index outbox_unanswered on kyc.outbox (number) where answered_at is null;
create index outbox_by_answer on kyc.outbox (answered_at) where answered_at is not null;

create table kyc.outbox_counter (
  id integer primary key check (id = 1),
  last_number bigint not null
);
insert into kyc.outbox_counter (id, last_number) values (1, 0);

-- One for each user who began one. What was decided before is in the operators' log.
create table kyc.verifications (
  uid bigint primary key,
  state text not null check (state in ('DRAFT', 'CHECKING', 'IN_REVIEW', 'REFUSED', 'APPROVED')),
  -- Sealed by the master key, bound to the uid.
  data bytea,
  data_delete_at bigint not null default 0,
  document_kind text,
  reason text,
  tries integer not null default 0,
  -- What the provider calls it: of this submission, and nothing that names the user.
  reference uuid unique,
  sent_at bigint not null default 0,
  suggestion text,
  submitted_at bigint not null default 0,
  checked_at bigint not null default 0,
  decided_at bigint not null default 0,
  changed_at bigint not null
);
create index verifications_open on kyc.verifications (state, submitted_at) where state in ('CHECKING', 'IN_REVIEW');
create index verifications_by_end on kyc.verifications (data_delete_at) where data is not null;

-- Pictures. The object in the store has the id as its name; its key is wrapped by the master key.
create table kyc.files (
  id uuid primary key,
  uid bigint not null,
  part text not null check (part in ('front', 'back', 'selfie')),
  key bytea not null,
  -- STORING: the object may or may not be there. OLD: it waits for its deletion.
  state text not null check (state in ('STORING', 'CURRENT', 'OLD')),
  made_at bigint not null,
  delete_at bigint not null
);
create unique index files_current on kyc.files (uid, part) where state = 'CURRENT';
create index files_by_end on kyc.files (delete_at);

-- What the provider reported, so that nothing counts twice.
create table kyc.provider_events (
  id text primary key,
  at bigint not null
);
create index provider_events_by_time on kyc.provider_events (at);

-- Verification levels as the core has them.
create table kyc.levels (
  uid bigint primary key,
  level integer not null
);

create table kyc.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);

create table kyc.topic_seq (
  topic text not null,
  uid bigint not null,
  seq bigint not null,
  changed_at bigint not null,
  primary key (topic, uid)
);
create index topic_seq_by_change on kyc.topic_seq (changed_at);
