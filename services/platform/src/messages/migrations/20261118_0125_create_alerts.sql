-- Why: levels of price, funding rate and margin ratio at which users want a message.
-- Lock: none (new table). Rebuild: impossible; alerts exist only here.
create table messages.alerts (
  id uuid primary key,
  uid bigint not null,
  measure text not null check (measure in ('PRICE', 'FUNDING', 'MARGIN')),
  symbol text not null,
  direction text not null check (direction in ('ABOVE', 'BELOW')),
  level numeric not null,
  -- Since when it waits; set anew with every change.
  made_at bigint not null,
  fired_at bigint
);
create index alerts_by_user on messages.alerts (uid);
create index alerts_waiting on messages.alerts (measure, symbol, level) where fired_at is null;
create index alerts_on_margin on messages.alerts (uid, id) where measure = 'MARGIN' and fired_at is null;
