-- Why: page content as data: configs, languages, rates, versions, trials, flags; and the request log of pages.
-- Lock: none (new tables). Rebuild: the request log may be lost; everything else exists only here.
create schema if not exists content;

-- Two files make a page's config: the shared one has no `biz`, a site's own names the shared one that it overrides.
create table content.configs (
  name text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,47}$'),
  biz text references content.configs (name) check (biz <> name),
  version integer not null check (version > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object' and length(body::text) <= 60000),
  -- The fingerprint of the seed it was last written from; null once an operator has changed it.
  seed_hash text,
  updated_at bigint not null
);

-- Lists that were seeded once and are edited by operators since.
create table content.seeded (
  name text primary key,
  at bigint not null
);

create table content.site_languages (
  site text not null,
  lang text not null,
  position integer not null,
  is_default boolean not null,
  primary key (site, lang)
);
create unique index one_default_language_of_a_site on content.site_languages (site) where is_default;

create table content.user_languages (
  uid bigint primary key,
  lang text not null,
  updated_at bigint not null
);

-- Value of one USD, for estimates.
create table content.currency_rates (
  name text primary key check (name ~ '^[A-Z]{3}$'),
  symbol text not null,
  rate numeric(26, 8) not null check (rate > 0),
  position integer not null,
  updated_at bigint not null
);

create table content.app_versions (
  type text not null check (type in ('android', 'ios')),
  version_name text not null,
  down_url text not null,
  -- The oldest version that may still be used.
  usable_from text not null,
  published_at bigint not null,
  primary key (type, version_name)
);

-- Trials: `variants` is a list of {name, weight}. Subjects without an id get the first.
create table content.strategies (
  name text primary key,
  variants jsonb not null check (jsonb_typeof(variants) = 'array' and jsonb_array_length(variants) > 0),
  is_running boolean not null
);

create table content.vasp (
  site text primary key,
  is_on boolean not null,
  lang text not null
);

create table content.user_flags (
  uid bigint not null,
  flag text not null,
  is_on boolean not null,
  primary key (uid, flag)
);
create table content.country_flags (
  country text not null check (country ~ '^[A-Z]{2}$'),
  flag text not null,
  primary key (country, flag)
);
create table content.denied_regions (
  site text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  primary key (site, country)
);

-- No address, no secret, and no body of a private path: enough to see what fails where, too little to track a user.
create table content.request_log (
  id bigint generated always as identity primary key,
  at bigint not null,
  uid bigint not null,
  device_id text not null,
  site text not null,
  path text not null,
  started_at bigint not null,
  ms integer not null,
  result text not null,
  code integer not null,
  message text not null,
  body text not null
);
create index request_log_by_time on content.request_log (at);
