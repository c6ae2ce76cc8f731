-- Why: of bonus that has ended its owner sees what it was granted, what it paid for and what went back to its campaign.
-- Lock: short, one column is added without a rewrite; the update takes the rows of open coupons. Rebuild: nothing.
-- Null: the coupon ended before this was kept, and how much went back is not known.
alter table coupons.coupons add column returned bigint;
alter table coupons.coupons alter column returned set default 0;

-- Until now only deposit coupons kept what they were granted. Of an open grant of the other kinds it is its first payment.
update coupons.coupons set returned = 0 where status = 'PENDING' or (status = 'SUCCESS' and kind = 2);
update coupons.coupons c set returned = 0, given = p.amount
from coupons.payments p
where c.status = 'SUCCESS' and c.kind in (3, 8, 9) and p.coupon_id = c.id and p.item = 'grant' and p.state = 'PAID';
