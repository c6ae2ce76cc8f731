-- Why: announcements and help, written by operators in up to 13 languages and read by everyone.
-- Lock: none (new tables). Rebuild: impossible; both exist only here.
create schema if not exists articles;

create table articles.articles (
  slug text primary key,
  kind text not null check (kind in ('ANNOUNCEMENT', 'HELP')),
  changed_at bigint not null,
  -- When it was published first; what is taken back and published again keeps its date.
  published_at bigint,
  is_published boolean not null default false
);
create index articles_published on articles.articles (kind, published_at desc) where is_published;

create table articles.texts (
  slug text not null references articles.articles (slug),
  lang text not null,
  title text not null,
  summary text not null,
  body text not null,
  primary key (slug, lang)
);
