-- Why: operators' orders to halt an asset are carried out once, so that one that people have lifted does not come back; and the newest payments
-- are found for the report that operators see.
-- Lock: payments while its indexes are made. Rebuild: not possible; orders of the last week would be carried out again.
create table wallet.halt_orders (
  id uuid primary key,
  taken_at bigint not null
);

-- What is reported of payments every two seconds.
create index payments_open on wallet.payments (changed_at desc) where state not in ('PAID', 'FAILED');
create index payments_ended on wallet.payments (changed_at desc) where state in ('PAID', 'FAILED');
