-- Why: nicknames with their reviews, the label of verified traders, and verification levels for the user object.
-- Lock: none (new tables). Rebuild: levels from the core's events; the others are records of their own.
create schema if not exists profile;

-- Each nickname that was ever submitted. The last accepted one is in use; before the first, identity's own default is.
create table profile.nicknames (
  id bigint generated always as identity primary key,
  uid bigint not null,
  nickname text not null,
  state text not null check (state in ('UNDER_REVIEW', 'ACCEPTED', 'REJECTED')),
  submitted_at bigint not null,
  decided_at bigint,
  check ((state = 'UNDER_REVIEW') = (decided_at is null))
);
create index nicknames_by_user on profile.nicknames (uid, id desc);
-- Of two submissions at once one is taken; it also lists what waits for operators.
create unique index nicknames_under_review on profile.nicknames (uid) where state = 'UNDER_REVIEW';

create table profile.verified_traders (
  uid bigint primary key,
  since bigint not null
);

-- Verification levels as the core has them.
create table profile.levels (
  uid bigint primary key,
  level integer not null
);

create table profile.feed_cursor (
  core text primary key,
  seq bigint not null,
  part int not null
);
