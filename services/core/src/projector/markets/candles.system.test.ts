import {
  type CandleInterval,
  candleIntervals,
  candlePart,
  candleStart,
  type CandleRow,
  topics,
} from "@tidemark/contracts";
import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { type HistoryChange, openQuestion, subjects, systemTime } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { btc, btcUsdt, lot, openingOf, tick, usdt } from "../../../sim/opening.ts";
import { SystemCore, until } from "../../testing/system-core.ts";

const minuteMs = 60_000;
const symbol = "BTC/USDT";
let core: SystemCore;
type Message = { prev: number; seq: number; changes: HistoryChange[] };
const messages: Message[] = [];

const price = (source: number, ticks: number): CommandDraft => ({
  type: "source_price_set",
  producer: 0,
  number: 0,
  market: btcUsdt,
  source,
  price: ticks * tick,
});
const order = (uid: number, side: number, ticks: number, lots: number, key: string): CommandDraft => ({
  type: "place_order",
  uid,
  key: keyOf(key),
  market: btcUsdt,
  product: 2,
  side,
  orderType: 0,
  tif: 0,
  postOnly: false,
  stp: 0,
  price: ticks * tick,
  qty: lots * lot,
  quoteAmount: 0,
  posSide: 0,
});
const funded = (number: number, uid: number, asset: number, amount: bigint): CommandDraft => ({
  type: "credit_deposit",
  producer: 2,
  number,
  uid,
  asset,
  amount: amount * 100_000_000n,
  reference: `tx ${number}`,
});
const toSpot = (uid: number, asset: number, amount: bigint): CommandDraft => ({
  type: "transfer",
  uid,
  key: keyOf(`spot-${uid}`),
  fromProduct: 1,
  fromSub: 0,
  toProduct: 2,
  toSub: 0,
  asset,
  amount: amount * 100_000_000n,
});

let trades = 0;
async function trade(ticks: number): Promise<number> {
  trades += 1;
  await core.done("user", order(8, 1, ticks, 100, `s-${trades}`));
  const [bought] = await core.done("user", order(7, 0, ticks, 100, `b-${trades}`));
  return bought!.seq;
}

type Made = { at: number; open: number; high: number; low: number; close: number; volume: number };

/** Minutes of about ten weeks, most of them missing, as the projector would have stored them. */
async function storePast(until: number): Promise<Made[]> {
  const minutes: Made[] = [];
  let at = until - 10 * 7 * 1_440 * minuteMs;
  for (let i = 0; at < until; i += 1) {
    const open = 5_000_000 + ((i * 7_919) % 9_001);
    const [high, low] = [open + (i % 13), open - (i % 17)];
    minutes.push({ at, open, high, low, close: low + ((i * 31) % (high - low + 1)), volume: 1 + (i % 5) });
    at += minuteMs * (1 + ((i * i) % 97));
  }
  const inUnits = (count: number, unit: number): string => String(BigInt(count) * BigInt(unit));
  for (const width of [1, 60, 1_440]) {
    const candles = joined(minutes, (time) => time - (time % (width * minuteMs)));
    const column = (name: keyof Made, unit: number): string[] => candles.map((candle) => inUnits(candle[name], unit));
    await core.reader.query(
      `insert into history.candles select $1, 0, $2, *, 0 from unnest
       ($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::numeric[])`,
      [
        btcUsdt,
        width,
        column("at", 1),
        ...(["open", "high", "low", "close"] as const).map((name) => column(name, tick)),
        column("volume", lot),
      ],
    );
  }
  return minutes;
}

function joined(minutes: readonly Made[], start: (at: number) => number): Made[] {
  const candles: Made[] = [];
  for (const minute of minutes) {
    const last = candles.at(-1);
    if (last?.at !== start(minute.at)) candles.push({ ...minute, at: start(minute.at) });
    else {
      last.high = Math.max(last.high, minute.high);
      last.low = Math.min(last.low, minute.low);
      last.close = minute.close;
      last.volume += minute.volume;
    }
  }
  return candles;
}

const textOf = ({ at, open, high, low, close, volume }: Made): CandleRow => ({
  at,
  open: (open / 100).toFixed(2),
  high: (high / 100).toFixed(2),
  low: (low / 100).toFixed(2),
  close: (close / 100).toFixed(2),
  volume: (volume / 100_000).toFixed(5),
});

const candlesOf = async (ask: object, seq = 0): Promise<CandleRow[]> =>
  ((await core.ask("candles", 0, { symbol, ...ask }, seq)) as { rows: CandleRow[] }).rows;

beforeAll(async () => {
  core = await SystemCore.start();
  await core.done("operator", ...openingOf(1));
  await core.done("wallet", funded(1, 7, usdt, 100_000n), funded(2, 8, btc, 5n));
  await core.done("user", toSpot(7, usdt, 90_000n), toSpot(8, btc, 4n));
  core.bus.subscribe(subjects(core.name).historyTopics, (bytes) => {
    const message = openQuestion(bytes, { of: () => core.coreKeys }, systemTime.now());
    if (typeof message === "object") messages.push(message.ask as Message);
  });
});
afterAll(() => core?.stop());

test("candles of trades and of the index are made of every price, and the running one is published with its number", async () => {
  await core.done("oracle", ...[0, 1, 2].map((source) => price(source, 6_000_000)));
  let seq = 0;
  for (const ticks of [6_000_000, 6_010_000, 5_990_000]) seq = await trade(ticks);
  const [hour] = await candlesOf({ interval: "1h" }, seq);
  expect(hour).toMatchObject({
    open: "60000.00",
    high: "60100.00",
    low: "59900.00",
    close: "59900.00",
    volume: "0.00300",
  });
  const [index] = await candlesOf({ interval: "1M", price: "INDEX" }, seq);
  expect(index).toMatchObject({ open: "60000.00", close: "60000.00", volume: "0.00000" });
  expect(await candlesOf({ interval: "1m", price: "MARK" }, seq)).toEqual([]);

  const published = (part: string): unknown =>
    messages
      .flatMap(({ changes }) => changes)
      .findLast(([topic, to, name]) => topic === topics.candles.name && to === btcUsdt && name === part)?.[3];
  await until(async () => JSON.stringify(published(candlePart("LAST", "1h"))) === JSON.stringify([hour]));
  for (const interval of candleIntervals) {
    const rows = await candlesOf({ interval, limit: 1 }, seq);
    expect([interval, published(candlePart("LAST", interval))]).toEqual([interval, rows]);
  }
  for (const [at, { prev }] of messages.slice(1).entries()) expect(prev).toBe(messages[at]!.seq);
});

test("the day of every market is answered in one call and published when it changes", async () => {
  const seq = await trade(6_005_000);
  const { rows } = (await core.ask("days", 0, {}, seq)) as { rows: object[] };
  expect(rows).toMatchObject([{ symbol, open: "60000.00", high: "60100.00", low: "59900.00", last: "60050.00" }]);
  const { rows: lines } = (await core.ask("dayLines", 0, {}, seq)) as { rows: { symbol: string; closes: string[] }[] };
  // Nothing was traded before this test, and a half hour may have ended within it.
  expect(lines).toMatchObject([{ symbol }]);
  expect([lines[0]!.closes.length, lines[0]!.closes[0], lines[0]!.closes.at(-1)]).toEqual([48, "", "60050.00"]);
  const day = (await core.ask("dayStats", 0, { symbol }, seq)) as object;
  expect(rows[0]).toEqual({
    symbol,
    ...Object.fromEntries(Object.entries(day).filter(([name]) => !["seq", "source"].includes(name))),
  });
  const last = (): unknown =>
    messages.flatMap(({ changes }) => changes).findLast(([topic]) => topic === topics.days.name)?.[3];
  await until(() => JSON.stringify(last()) === JSON.stringify(rows));
});

test("every width is joined from what is stored, and older candles come by `before`, without a gap or a double", async () => {
  await core.projector.stop();
  await core.reader.query("delete from history.candles where market = $1 and price = 0", [btcUsdt]);
  const now = Date.now();
  const minutes = await storePast(now - (now % minuteMs));
  await core.startProjector();
  await until(() =>
    candlesOf({ interval: "1m", limit: 1 }).then(
      () => true,
      () => false,
    ),
  );
  for (const interval of candleIntervals) {
    const expected = joined(minutes, (at) => candleStart(interval, at)).map(textOf);
    const all: CandleRow[] = [];
    for (let before: number | undefined, pages = 0; pages < 40; pages += 1) {
      const rows = await candlesOf({ interval, limit: 997, ...(before === undefined ? {} : { before }) });
      all.unshift(...rows);
      if (rows.length < 997) break;
      before = rows[0]!.at;
    }
    expect([interval, all]).toEqual([interval, expected]);
  }
});

test("`before` takes candles that begin before it, each whole", async () => {
  const widest: CandleInterval = "1w";
  const all = await candlesOf({ interval: widest });
  const within = all.at(-1)!.at;
  const before = await candlesOf({ interval: widest, before: within });
  expect(before).toEqual(all.slice(0, -1));
  expect(await candlesOf({ interval: widest, before: within + 1 })).toEqual(all);
});
