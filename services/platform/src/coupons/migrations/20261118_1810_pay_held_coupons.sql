-- Why: coupons that are in force pay several times: what they owe waits for its day, and they are looked at when something of theirs may have ended.
-- Lock: exclusive on three tables for a moment; they are small before the first campaign of these kinds. Rebuild: nothing.
alter table coupons.coupons
  -- From when on what the user does counts; null until it is in force.
  add column in_force_at bigint,
  -- All fees, or all ends of positions, of before this moment are settled; null where the kind has none.
  add column settled_to bigint,
  -- The batch up to which ends of positions are.
  add column closes_to bigint not null default 0,
  -- When it is looked at next; null: when an event names its user.
  add column look_at bigint;
create index coupons_looked_at on coupons.coupons (look_at) where look_at is not null;
create index coupons_in_force on coupons.coupons (uid, kind) where status = 'SUCCESS';

-- What is owed waits until pay_at; it has a number once it is sent.
alter table coupons.payments alter column number drop not null;
alter table coupons.payments drop constraint payments_state_check;
alter table coupons.payments add constraint payments_state_check check (state in ('WAITING', 'SENT', 'PAID', 'REFUSED'));
alter table coupons.payments add column pay_at bigint not null default 0;
alter table coupons.payments add constraint payments_number_check check (number is not null or state = 'WAITING');
create index payments_waiting on coupons.payments (pay_at) where state = 'WAITING';

-- Terms that kinds 4 to 6 do not look at are refused rather than promised.
alter table coupons.campaigns add constraint campaigns_held_terms_check check (
  kind not in (4, 5, 6)
  or (min_leverage = 0 and max_leverage = 0 and margin_mode = 'ANY' and deposit_req = 0 and cap = 0
    and (kind <> 4 or hold_hours = 0) and (kind = 6 or profit_req = 0) and (kind <> 6 or ratio = 100000000)));
