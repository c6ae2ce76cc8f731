-- Why: a signed request names no exchange, so a key of one must be unknown at the other. Keys that exist are of the real exchange.
-- Lock: short (a column with a constant default). Rebuild: impossible; all of this exists only here.
alter table security.api_keys
  add column exchange text not null default 'REAL' check (exchange in ('REAL', 'SIMULATED'));
-- Every writer says which it is.
alter table security.api_keys alter column exchange drop default;
