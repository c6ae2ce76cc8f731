-- Why: volume, fees, profit and loss are counted in USDT. A campaign in another asset would pay the same number of that asset.
-- Lock: exclusive on the table of campaigns for a moment; rows that stand are not read. Rebuild: nothing.
alter table coupons.campaigns add constraint campaigns_in_usdt check (asset = 'USDT') not valid;
