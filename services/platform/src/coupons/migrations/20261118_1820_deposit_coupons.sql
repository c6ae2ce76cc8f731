-- Why: deposit coupons give several grants, and weigh transfers and deposits; bonus that ends is announced before.
-- Lock: exclusive on coupons.coupons for a moment (columns with constant defaults). Rebuild: nothing.

-- What was moved before the coupon was taken; null: not yet asked.
alter table coupons.coupons add column prior_net bigint;
alter table coupons.coupons add column had_transfer_in boolean;
-- What the core has granted of a deposit coupon altogether.
alter table coupons.coupons add column given bigint not null default 0;
-- The notice of its end that was sent last: hours before it; null: none.
alter table coupons.coupons add column noticed_hours smallint;
create index coupons_by_moves on coupons.coupons (uid, id) where kind in (2, 3) and status in ('PENDING', 'SUCCESS');
create index coupons_ending on coupons.coupons (end_at) where status = 'SUCCESS' and kind in (2, 3, 8, 9);

-- Grants of coupons that give several; all other grants have the number of their coupon. Numbers are of one sequence: the core takes each once.
create table coupons.grants (
  number bigint primary key default nextval('coupons.coupons_id_seq') check (number < 4294967296),
  coupon_id bigint not null references coupons.coupons,
  amount bigint not null check (amount > 0),
  remaining bigint not null check (remaining between 0 and amount),
  -- WAITING: the account could not take it; it is sent again.
  state text not null check (state in ('SENT', 'WAITING', 'GRANTED', 'REFUSED')),
  -- The money that earned it has left again before the core granted it.
  is_recalled boolean not null default false
);
create index grants_of_coupon on coupons.grants (coupon_id);

-- Transfers, deposits and withdrawals that a coupon weighs, each once; in is above zero.
create table coupons.moves (
  id bigint generated always as identity primary key,
  coupon_id bigint not null references coupons.coupons,
  source text not null check (source in ('TRANSFER', 'DEPOSIT', 'REVERSAL', 'WITHDRAWAL', 'RETURN')),
  ref bigint not null,
  at bigint not null,
  amount bigint not null,
  unique (coupon_id, source, ref)
);
