-- Why: limits of verification levels are enforced here a second time: the level of each user by the core's events, what each withdrawal that the
-- core holds was worth, and when it counts. Lock: held while its columns and indexes are made (a row for each withdrawal).
-- Rebuild: levels from the core's feed (empty feed_cursor); worth is not possible, it is asked anew at the prices of that moment.
create table wallet.levels (
  uid bigint primary key,
  level integer not null
);

-- In 1e-8 USDT, rounded up; null: not known yet.
alter table wallet.held add column worth numeric(78) check (worth >= 0);
-- The time at which it counts within the limit of 24 hours; null: it was not let pass yet.
alter table wallet.held add column counted_at bigint;
create index held_by_user on wallet.held (uid);
create index held_unvalued on wallet.held (held_at) where worth is null;

-- What is being paid already counts, as it would have when the core held it.
update wallet.held h set counted_at = h.held_at from wallet.payments p
where p.core_id = h.core_id and p.send_id is not null and h.ended is null;

-- Levels that were set before this are learned by reading the feed again; what stands here of withdrawals stays as it is.
update wallet.feed_cursor set seq = 0, part = -1;
