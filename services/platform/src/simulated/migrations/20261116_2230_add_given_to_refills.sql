-- Why: a page that was closed before a refill was booked moves it to the trading accounts later; it asks what was given.
-- Lock: short (a column with a constant default). Rebuild: from the outbox, whose references name the asset.
alter table simulated.refills add column given jsonb not null default '[]';
create index outbox_by_time on simulated.outbox (made_at);
