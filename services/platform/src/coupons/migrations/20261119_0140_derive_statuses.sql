-- Why: a status is what the steps of a coupon come to. Whatever writes one without its step, or a step that the state table does not have, is refused here.
-- Lock: exclusive on both tables while every step is read and written once, about 20 s for each million. Rebuild: nothing.
alter table coupons.steps
  -- The status that the step was taken from, and the one that it came to.
  add column status_before text,
  add column status text;
update coupons.steps
set status = case step
  when 'pay' then 'SUCCESS' when 'activate' then 'SUCCESS' when 'fail' then 'FAILED' when 'lapse' then 'EXPIRED'
  when 'runOut' then 'RUN_OUT' when 'useUp' then 'USED_OFF' when 'end' then 'EXPIRED' when 'recall' then 'RECALLED'
  when 'invalidate' then 'INVALID' end;
update coupons.steps s
set status_before = coalesce(
  (select status from coupons.steps b where b.coupon_id = s.coupon_id and b.place = s.place - 1), 'PENDING');
alter table coupons.steps
  alter column status_before set not null,
  alter column status set not null,
  add column place_before integer generated always as (nullif(place - 1, 0)) stored,
  add constraint steps_status unique (coupon_id, place, status),
  -- Each follows the one before it, from pending on.
  add constraint steps_follow foreign key (coupon_id, place_before, status_before)
    references coupons.steps (coupon_id, place, status),
  add constraint steps_begin check (place > 1 or place = 1 and status_before = 'PENDING'),
  -- The table of `rules.ts`.
  add constraint steps_allowed check ((status_before, step, status) in (
    ('PENDING', 'pay', 'SUCCESS'), ('PENDING', 'activate', 'SUCCESS'), ('PENDING', 'fail', 'FAILED'),
    ('PENDING', 'lapse', 'EXPIRED'), ('PENDING', 'runOut', 'RUN_OUT'), ('PENDING', 'invalidate', 'INVALID'),
    ('SUCCESS', 'useUp', 'USED_OFF'), ('SUCCESS', 'end', 'EXPIRED'), ('SUCCESS', 'recall', 'RECALLED'),
    ('SUCCESS', 'invalidate', 'INVALID'))),
  add constraint steps_cause check (cause <> '');

alter table coupons.coupons
  -- How many steps it has taken: its status is that of the last one.
  add column steps_taken integer not null default 0 check (steps_taken >= 0);
update coupons.coupons c set steps_taken = s.count
from (select coupon_id, count(*) as count from coupons.steps group by coupon_id) s where s.coupon_id = c.id;
alter table coupons.coupons
  add column last_step integer generated always as (nullif(steps_taken, 0)) stored,
  add constraint coupons_status_of_step foreign key (id, last_step, status) references coupons.steps (coupon_id, place, status),
  add constraint coupons_begin_pending check (steps_taken > 0 or status = 'PENDING');
