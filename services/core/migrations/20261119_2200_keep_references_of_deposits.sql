-- Why: the statement names the transaction of a chain that a deposit came by.
-- Lock: none (new table). Rebuild: drop the schema and start a projector; deposits of before this migration are named by their number alone until then.
-- The reference that the ledger credited, as `contracts` writes it.
create table history.deposit_references (
  deposit_id bigint primary key,
  reference text not null
);
