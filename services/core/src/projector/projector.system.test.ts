import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import { allBalances } from "@tidemark/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { btc, btcUsdt, lot, openingOf, tick, usdt } from "../../sim/opening.ts";
import type { EngineMachine } from "../engine-machine.ts";
import { SystemCore, until } from "../testing/system-core.ts";

let core: SystemCore;
const command: SystemCore["command"] = (by, ...drafts) => core.command(by, ...drafts);
const ask: SystemCore["ask"] = (call, uid, given, minSeq) => core.ask(call, uid, given, minSeq);

const price = (source: number, ticks: number): CommandDraft => ({
  type: "source_price_set",
  producer: 0,
  number: 0,
  market: btcUsdt,
  source,
  price: ticks * tick,
});
const order = (uid: number, side: number, price: number, qty: number, key: string): CommandDraft => ({
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
  price: price * tick,
  qty: qty * lot,
  quoteAmount: 0,
  posSide: 0,
});
const restKey = "rests-until-it-is-swept-away";
let deposits = 0;
const deposit = (uid: number, asset: number, amount: bigint): CommandDraft => ({
  type: "credit_deposit",
  producer: 2,
  number: (deposits += 1),
  uid,
  asset,
  amount: amount * 100_000_000n,
  reference: `tx ${deposits}`,
});
const toSpot = (uid: number, asset: number, amount: bigint, key: string): CommandDraft => ({
  type: "transfer",
  uid,
  key: keyOf(key),
  fromProduct: 1,
  fromSub: 0,
  toProduct: 2,
  toSub: 0,
  asset,
  amount: amount * 100_000_000n,
});

beforeAll(async () => {
  core = await SystemCore.start();
  await command("operator", ...openingOf(1));
  await command("oracle", ...[0, 1, 2].map((source) => price(source, 6_000_000)));
  await command("wallet", deposit(7, usdt, 10_000n), deposit(8, btc, 5n));
  await command("user", toSpot(7, usdt, 9_000n, "a"), toSpot(8, btc, 4n, "b"));
});
afterAll(() => core?.stop());

test("[S3.86 S3.87 S3.89] a trade is found again from every side: orders, fills, trades, candles and the day", async () => {
  const [sold] = await command("user", order(8, 1, 6_000_000, 1_000, "sell-1"));
  expect(sold).toMatchObject({ code: 200 });
  const [bought] = await command("user", order(7, 0, 6_000_000, 400, "buy-1"));
  const [refused] = await command("user", order(7, 0, 6_000_000, 99_999_999, "a-client-key-that-does-not-pack"));
  expect(bought!.code).toBe(200);
  const { seq } = refused!;

  expect(await ask("order", 7, { orderId: String(bought!.ref) }, seq)).toMatchObject({
    order: { clientOrderId: "buy-1", status: "FILLED", price: "60000.00", qty: "0.00400", filledValue: "240" },
  });
  expect(await ask("order", 8, { clientOrderId: "sell-1" }, seq)).toMatchObject({
    order: { status: "PARTIALLY_FILLED", filledQty: "0.00400", qty: "0.01000", fee: "0.24" },
  });
  expect(await ask("orderHistory", 7, {}, seq)).toMatchObject({
    total: 2,
    list: [
      { clientOrderId: "a-client-key-that-does-not-pack", status: "REJECTED" },
      { clientOrderId: "buy-1", status: "FILLED" },
    ],
  });
  expect(await ask("fills", 7, {}, seq)).toMatchObject({
    total: 1,
    list: [{ role: "TAKER", price: "60000.00", qty: "0.00400", fee: "0.000004", feeAsset: "BTC" }],
  });
  expect(await ask("trades", 0, { symbol: "BTC/USDT" }, seq)).toMatchObject({
    rows: [{ price: "60000.00", qty: "0.00400", takerSide: "BUY" }],
  });
  expect(await ask("dayStats", 0, { symbol: "BTC/USDT" }, seq)).toMatchObject({
    open: "60000.00",
    last: "60000.00",
    volume: "0.00400",
    quoteVolume: "240",
    change: "0.00",
  });
  expect(await ask("candles", 0, { symbol: "BTC/USDT", interval: "1h" }, seq)).toMatchObject({
    rows: [{ open: "60000.00", close: "60000.00", volume: "0.00400" }],
  });
  expect(await ask("statement", 7, { asset: "BTC" }, seq)).toMatchObject({
    total: 1,
    list: [{ cause: "FILL", delta: "0.003996", balance: "0.003996", bucket: "avail" }],
  });
});

test("[S3.44 S3.97] questions about now are answered from memory, and a preview leaves no trace", async () => {
  const [placed] = await command("user", order(7, 0, 5_900_000, 100, restKey));
  const { seq } = placed!;
  const directory = (await ask("marketInstruments", 0, {}, seq)) as { markets: { symbol: string; tickSize: string }[] };
  expect(directory.markets).toMatchObject([
    { symbol: "BTC/USDT", tickSize: "0.01", minNotional: "5", status: "TRADING" },
  ]);
  expect(await ask("depth", 0, { symbol: "BTC/USDT" }, seq)).toMatchObject({
    rows: [
      { side: "BUY", price: "59000.00", qty: "0.00100" },
      { side: "SELL", price: "60000.00", qty: "0.00600" },
    ],
  });
  expect(await ask("ticker", 0, { symbol: "BTC/USDT" }, seq)).toMatchObject({ rows: [{ last: "60000.00" }] });
  expect(await ask("openOrders", 7, {}, seq)).toMatchObject({
    rows: [{ clientOrderId: restKey, status: "NEW", price: "59000.00", qty: "0.00100" }],
  });
  const before = core.node.replica!.machine.accumulator();
  const preview = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "60000", qty: "0.008" };
  expect(await ask("previewOrder", 7, preview, seq)).toMatchObject({
    filledQty: "0.00600",
    filledValue: "360",
    feeAsset: "BTC",
    fee: "0.000006",
    rests: "0.00200",
    reserve: "120",
  });
  expect(core.node.replica!.machine.accumulator()).toEqual(before);
  expect(await ask("transferInfo", 7, { fromProduct: 1, toProduct: 2, asset: "USDT" }, seq)).toMatchObject({
    availableBalance: "1000",
  });
  expect(await ask("balances", 7, {}, seq)).toMatchObject({
    rows: expect.arrayContaining([{ product: 2, sub: "", asset: "USDT", bucket: "hold", amount: "59" }]),
  });
});

test("a rejected order says why, with its numbers, and has no number of its own", async () => {
  const [tooDear] = await command("user", order(7, 0, 6_000_000, 20_000, "too-dear"));
  expect(tooDear!.code).toBe(21040);
  const { order: row } = (await ask("order", 7, { clientOrderId: "too-dear" }, tooDear!.seq)) as { order: object };
  expect(row).toMatchObject({
    status: "REJECTED",
    refusal: { code: 21040, facts: { needed: "12000", available: expect.any(String), asset: "USDT" } },
  });
  expect(row).not.toHaveProperty("orderId");
  // Sent again it is answered from memory, without its numbers; the history keeps those of the first time.
  const [again] = await command("user", order(7, 0, 6_000_000, 20_000, "too-dear"));
  expect(await ask("order", 7, { clientOrderId: "too-dear" }, again!.seq)).toMatchObject({ order: row });
});

test("a refusal for a used key does not hide the order that used it", async () => {
  const [first] = await command("user", order(7, 0, 5_900_000, 100, "used-once"));
  const [second] = await command("user", order(7, 0, 5_900_000, 200, "used-once"));
  expect([first!.code, second!.code]).toEqual([200, 21013]);
  await command("user", { type: "cancel_order", uid: 7, key: keyOf("cancel-used"), orderId: first!.ref });
  const [last] = await command("user", order(7, 0, 5_900_000, 300, "used-once"));
  expect(last!.code).toBe(21013);
  expect(await ask("order", 7, { clientOrderId: "used-once" }, last!.seq)).toMatchObject({
    order: { orderId: String(first!.ref), status: "CANCELED", qty: "0.00100" },
  });
});

test("an order that is amended and ends in one go keeps its last price and size", async () => {
  const amend = (orderId: number, key: string): CommandDraft => ({
    type: "amend_order",
    uid: 7,
    key: keyOf(key),
    orderId,
    price: 5_800_000 * tick,
    qty: 150 * lot,
    trigger: Number.MAX_SAFE_INTEGER,
  });
  const cancel = (orderId: number, key: string): CommandDraft => ({
    type: "cancel_order",
    uid: 7,
    key: keyOf(key),
    orderId,
  });
  const [old] = await command("user", order(7, 0, 5_900_000, 100, "born-before"));
  await until(() => core.projector.seq >= old!.seq);
  const [amended, ended] = await command("user", amend(old!.ref, "amend-old"), cancel(old!.ref, "cancel-old"));
  expect([amended!.code, ended!.code, amended!.seq]).toEqual([200, 200, ended!.seq]);
  const last = { status: "CANCELED", price: "58000.00", qty: "0.00150" };
  expect(await ask("order", 7, { clientOrderId: "born-before" }, ended!.seq)).toMatchObject({ order: last });

  // The same for one that is also born in that run: its number follows the last one.
  const id = old!.ref + 1;
  const done = await command(
    "user",
    order(7, 0, 5_900_000, 100, "born-within"),
    amend(id, "amend-new"),
    cancel(id, "cancel-new"),
  );
  expect(done.map(({ code }) => code)).toEqual([200, 200, 200]);
  expect(await ask("order", 7, { clientOrderId: "born-within" }, done[2]!.seq)).toMatchObject({ order: last });
});

test("[C7] the read model equals the state at its cursor", async () => {
  const { seq } = core.node.replica!;
  await until(() => core.projector.seq >= seq);
  const { rows } = await core.reader.query<{ uid: string; account: string; units: string }>(
    "select uid, account, units from history.balances where units <> 0 order by uid, account",
  );
  const { state } = core.node.replica!.machine as EngineMachine;
  const expected = allBalances(state)
    .filter(({ units }) => units !== 0n)
    .sort((a, b) => a.uid - b.uid || a.account - b.account)
    .map(({ uid, account, units }) => ({ uid: String(uid), account: String(account), units: String(units) }));
  expect(rows).toEqual(expected);
  const sums = await core.reader.query(
    "select asset, sum(delta)::text as sum from history.ledger_lines group by asset",
  );
  expect(sums.rows.every((row) => row.sum === "0")).toBe(true);
});

test("a projector that starts again goes on where the history ends, and a moved cursor stops it", async () => {
  await core.projector.stop();
  // An open order needs no history at all.
  const [open] = await command("user", order(7, 0, 5_900_000, 100, "while-away"));
  expect(await ask("order", 7, { clientOrderId: "while-away" }, open!.seq)).toMatchObject({
    order: { orderId: String(open!.ref), status: "NEW" },
  });
  expect(await ask("order", 7, { orderId: String(open!.ref) }, open!.seq)).toMatchObject({ order: { status: "NEW" } });
  const [swept] = await command("user", {
    type: "cancel_all",
    uid: 7,
    key: keyOf("sweep"),
    market: 65_535,
    product: 0,
    posSide: 0,
    includeTriggers: true,
    includeTpsl: false,
  });
  let ended: string | undefined;
  await core.startProjector((why) => (ended = why));
  await until(() => core.projector.seq >= swept!.seq);
  expect(await ask("order", 7, { clientOrderId: restKey })).toMatchObject({ order: { status: "CANCELED" } });
  await core.reader.query("update history.cursor set hash = decode(repeat('ab', 32), 'hex')");
  await command("user", order(7, 0, 5_900_000, 100, "rest-2"));
  await until(() => ended !== undefined);
  expect(ended).toBe("fenced");
});
