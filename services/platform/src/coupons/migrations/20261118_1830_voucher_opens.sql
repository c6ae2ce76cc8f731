-- Why: a contract voucher opens one position; each order for it is kept with its numbered command and what became of it.
-- Lock: none, the table is new. Rebuild: nothing.
create table coupons.voucher_opens (
  coupon_id bigint not null references coupons.coupons,
  -- How often it was tried: where nothing filled or the core refused, it may be tried again.
  place integer not null,
  number bigint not null unique,
  symbol text not null,
  pos_side smallint not null check (pos_side in (1, 2)),
  leverage smallint not null,
  state text not null check (state in ('SENT', 'REFUSED', 'NOT_FILLED', 'OPEN', 'ENDED')),
  -- Of a refusal: its code and its two numbers as the core gave them.
  code integer not null default 0,
  facts text[] not null default '{}',
  primary key (coupon_id, place)
);
-- One position for a voucher, whatever the processes do.
create unique index voucher_in_use on coupons.voucher_opens (coupon_id) where state in ('SENT', 'OPEN', 'ENDED');
