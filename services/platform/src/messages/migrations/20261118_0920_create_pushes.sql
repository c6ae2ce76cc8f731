-- Why: browsers that users want pushes in, and one row for each push of a message until it is sent.
-- Lock: none (new tables). Rebuild: impossible; both exist only here.

-- `session`: the one in which it was turned on; when that is over, nothing is sent any more.
create table messages.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  uid bigint not null,
  session text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  lang text not null,
  -- As it is shown to the user; empty where the browser did not say.
  device text not null,
  made_at bigint not null
);
create index push_subscriptions_by_user on messages.push_subscriptions (uid, made_at);

-- A try moves `next_at`, so that another process takes over when a sender dies.
create table messages.pushes (
  subscription uuid not null references messages.push_subscriptions (id) on delete cascade,
  uid bigint not null,
  number bigint not null,
  made_at bigint not null,
  tries integer not null default 0,
  next_at bigint not null,
  sent_at bigint,
  -- Given up: why.
  problem text,
  primary key (subscription, uid, number)
);
create index pushes_due on messages.pushes (next_at) where sent_at is null and problem is null;
create index pushes_by_age on messages.pushes (made_at);
