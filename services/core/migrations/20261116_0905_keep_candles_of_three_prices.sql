-- Why: charts of the mark and index price, and of months, without reading every minute.
-- Lock: history.candles_1m is read whole and dropped, a moment on a small history; projectors are stopped during a release.
-- Rebuild: drop the schema and start a projector; candles of mark and index before this migration come only by that.
create table history.candles (
  market int not null,
  -- 0 last, 1 mark, 2 index.
  price smallint not null,
  -- In minutes: 1, 60 or 1440; all other widths are joined from these.
  width int not null,
  at bigint not null,
  open bigint not null,
  high bigint not null,
  low bigint not null,
  close bigint not null,
  volume numeric not null,
  quote_volume numeric not null,
  primary key (market, price, width, at)
);
insert into history.candles
select market, 0, width, minute - minute % (width * 60000::bigint) as at,
  (array_agg(open order by minute))[1], max(high), min(low), (array_agg(close order by minute desc))[1],
  sum(volume), sum(quote_volume)
from history.candles_1m, unnest(array[1, 60, 1440]) as width
group by market, width, at;
drop table history.candles_1m;
