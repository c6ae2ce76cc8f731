-- Why: a development exchange begins with candles of a simulated past, and readers must be able to see which they are.
-- Lock: none (new table). Rebuild: drop the schema and start a projector; the journal has no simulated past, so neither has the new history.
create table history.simulated_past (
  -- Candles that begin before this time are simulated, or begin with simulated prices. No row: all are real.
  before bigint not null
);
