-- Why: of bonus that has ended its owner sees what it was granted, what it paid for and what went back to its campaign.
-- Lock: exclusive on coupons.coupons for a moment (a column with a constant default); the updates take rows of few coupons. Rebuild: nothing.
-- Null: the coupon ended before this was kept, and how much went back is not known.
alter table coupons.coupons add column returned bigint default 0;
update coupons.coupons set returned = null where kind = 2 and given > 0 and status not in ('PENDING', 'SUCCESS');

-- Until now only deposit coupons kept what they were granted. Of an open grant of the other kinds it is its first payment.
update coupons.coupons c set given = p.amount
from coupons.payments p
where c.status = 'SUCCESS' and c.kind in (3, 8, 9) and p.coupon_id = c.id and p.item = 'grant' and p.state = 'PAID';
