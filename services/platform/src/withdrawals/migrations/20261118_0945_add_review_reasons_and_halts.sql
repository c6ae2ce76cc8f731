-- Why: why a withdrawal waits for operators, their orders to halt an asset, and what the wallet last reported.
-- Lock: withdrawals while its index is made. Rebuild: the report comes again within seconds; the rest is not possible.
alter table withdrawals.withdrawals add column review_reasons text[] not null default '{}';

create index withdrawals_by_change on withdrawals.withdrawals (changed_at desc, id) where core_id is not null;

-- Orders to the wallet: it carries each out once, by its id.
create table withdrawals.halt_orders (
  id uuid primary key,
  asset text not null,
  reason text not null,
  by_uid bigint not null,
  at bigint not null
);
create index halt_orders_by_time on withdrawals.halt_orders (at);

-- The last report of the wallet: halts and payments.
create table withdrawals.wallet_report (
  id integer primary key check (id = 1),
  at bigint not null,
  report jsonb not null
);
