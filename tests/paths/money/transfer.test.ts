import { productIds } from "@tidemark/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { credit } from "../../../tools/dev/seed/seed.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { availableOf, expectLedgerAgrees, good, units, until, watch } from "../support/traders.ts";

// The way of one transfer: the same command path as an order's, through two gateways that know nothing of each other.
const { wallet, spot, futures_usdt: futures } = productIds;
let exchange: Exchange;
let here: Trader;
let there: Trader;

beforeAll(async () => {
  const gatewayEnv = { RATE_TRADE_PER_SECOND: "100000", RATE_READ_PER_SECOND: "100000" };
  exchange = await throwAwayExchange({ gatewayPorts: [0, 0], gatewayEnv });
  [here, there] = await Promise.all([signIn(exchange.urls[0]!, "carol"), signIn(exchange.urls[1]!, "carol")]);
});
afterAll(async () => {
  here?.close();
  there?.close();
  await exchange?.remove();
});

const move = (asset: string, amount: string, requestId?: string) => ({
  fromProduct: wallet,
  toProduct: spot,
  asset,
  amount,
  ...(requestId === undefined ? {} : { requestId }),
});

test("[S1.74] a deposit reaches the wallet, and the screen without being asked for", async () => {
  const balances = watch(here, "balances");
  await until(() => balances.change.state === "live");
  const before = await availableOf(here, wallet, "LTC");
  await credit(exchange.link, seededUids.carol, "LTC", "12.5");
  await until(async () => (await availableOf(here, wallet, "LTC")) === before + units("12.5"));
  await until(() =>
    balances.change.rows.some(
      (row) => row.product === wallet && row.asset === "LTC" && units(row.amount) === before + units("12.5"),
    ),
  );
  balances.end();
});

test("[S7.47] a transfer moves once however often it is sent, and through whichever gateway", async () => {
  const before = await availableOf(here, wallet, "USDT");
  const sent = await Promise.all(
    [here, there, here, there].map(({ client }) => client.call("transfer", move("USDT", "100", "once"))),
  );
  const ids = new Set(sent.map((outcome) => good(outcome).transferId));
  expect(ids.size).toBe(1);
  expect(await availableOf(here, wallet, "USDT")).toBe(before - units("100"));
});

test("[S1.73 S3.50] a transfer to derivatives and back leaves every account as it was, and the statement tells both", async () => {
  const before = await availableOf(here, spot, "USDT");
  const already = await availableOf(here, futures, "USDT");
  const out = { fromProduct: spot, toProduct: futures, asset: "USDT", amount: "250.5" };
  good(await here.client.call("transfer", out));
  expect(await availableOf(here, futures, "USDT")).toBe(already + units("250.5"));
  good(await here.client.call("transfer", { ...out, fromProduct: futures, toProduct: spot }));
  expect(await availableOf(here, spot, "USDT")).toBe(before);
  await expectLedgerAgrees(here);
});

test("[S3.45] a refused transfer says how much there is", async () => {
  const available = await availableOf(here, wallet, "ETH");
  const outcome = await here.client.call("transfer", move("ETH", "1000"));
  expect(outcome).toMatchObject({ ok: false, refusal: "INSUFFICIENT_TRANSFERABLE", facts: { needed: "1000" } });
  expect(await availableOf(here, wallet, "ETH")).toBe(available);
  expect(await here.client.call("transfer", { ...move("ETH", "1"), toProduct: wallet })).toMatchObject({
    refusal: "SAME_ACCOUNT",
  });
});

test("[INC-02] parallel transfers of one balance through two gateways: exactly as many succeed as it covers", async () => {
  const balance = await availableOf(here, wallet, "BNB");
  const amount = units("0.7");
  const affordable = Number(balance / amount);
  expect(affordable).toBe(35);
  const outcomes = await Promise.all(
    Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? here : there).client.call("transfer", move("BNB", "0.7"))),
  );
  const refusals = outcomes.filter((outcome) => !outcome.ok);
  expect(outcomes.length - refusals.length).toBe(affordable);
  for (const refused of refusals) expect(refused).toMatchObject({ refusal: "INSUFFICIENT_TRANSFERABLE" });
  expect(await availableOf(here, wallet, "BNB")).toBe(balance - amount * BigInt(affordable));
  await expectLedgerAgrees(there);
});
