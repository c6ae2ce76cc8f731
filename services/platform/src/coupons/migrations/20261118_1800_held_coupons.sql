-- Why: all nine kinds, and what a campaign of one kind says beyond the common terms.
-- Lock: exclusive on both tables for a moment; they are small before the first campaign. Rebuild: nothing.
alter table coupons.campaigns drop constraint campaigns_kind_check;
alter table coupons.campaigns add constraint campaigns_kind_check check (kind between 1 and 9);
-- Checked by the schema of the kind in the contracts.
alter table coupons.campaigns add column options jsonb not null default '{}';
alter table coupons.coupons add column options jsonb not null default '{}';
