import { productIds } from "@tidemark/contracts";
import { printUnits } from "@tidemark/money";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendList } from "../../../tools/dev/core-link.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { assetId } from "../../../tools/dev/seed/listing.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { joinBy, signIn, type Trader } from "../../../tools/dev/trader.ts";
import { good, units, until } from "../support/traders.ts";

// Fills are counted, a midnight passes, and the next order pays by the new level: all processes are real. A midnight is made by setting back the days of
// what was counted and computed.
const spot = "BTC/USDT";
const contract = "BTCUSDT-PERP";
const depositors = { producer: 9, first: 50_001, count: 1_300 };
let exchange: Exchange;
let database: pg.Client;
let alice: Trader;
let bob: Trader;

beforeAll(async () => {
  exchange = await throwAwayExchange({ nodes: 1, simulated: { gatewayPort: 0 } });
  database = new pg.Client({ connectionString: exchange.databaseUrl });
  await database.connect();
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice", "alice"), signIn(exchange.url, "bob", "bob")]);
  await setNeeds([
    { spotVolume: "5000", contractVolume: "1000000", assets: "1000000000" },
    { spotVolume: "1000000", contractVolume: "2000", assets: "2000000000" },
  ]);
  await until(async () => (await daysComputed()).length === 1, 30_000);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await exchange?.remove();
});

async function setNeeds(needs: readonly object[]): Promise<void> {
  await database.query(
    `update content.configs set body = jsonb_set(body, '{project,feeLevels}', $1::jsonb) where name = 'exchange'`,
    [JSON.stringify(needs)],
  );
}
async function daysComputed(): Promise<readonly { day: number; users: number; changes: number; ended: boolean }[]> {
  const { rows } = await database.query<{ day: number; users: number; changes: number; ended: boolean }>(
    `select day, users::int, changes::int, ended_at is not null as ended from vip.days order by day`,
  );
  return rows;
}
/** What was today is yesterday. */
async function passMidnight(): Promise<void> {
  await database.query("begin");
  // From above: days of one user must stay apart on the way.
  await database.query("update history.volume_days set day = -day");
  await database.query("update history.volume_days set day = -day - 1");
  await database.query("update vip.days set day = -day");
  await database.query("update vip.days set day = -day - 1");
  await database.query("commit");
}
const lastDayEnded = async (): Promise<boolean> => {
  const days = await daysComputed();
  const today = Math.floor(Date.now() / 86_400_000);
  return days.at(-1)?.day === today && days.at(-1)!.ended;
};

type Deal = { readonly symbol: string; readonly price: string; readonly qty: string };
/** The seller's order rests, the buyer's takes it. */
async function trade(seller: Trader, buyer: Trader, deal: Deal): Promise<void> {
  const isSpot = deal.symbol === spot;
  const order = { ...deal, type: "LIMIT" } as const;
  const sold = { ...order, side: "SELL", posSide: isSpot ? "NONE" : "SHORT" } as const;
  const bought = { ...order, side: "BUY", posSide: isSpot ? "NONE" : "LONG" } as const;
  good(await seller.client.call("placeOrder", sold));
  const done = good(await buyer.client.call("placeOrder", bought));
  for (const trader of [seller, buyer]) trader.client.noteSeq(done);
}
const isDone = (): boolean => true;
const isBusy = (): boolean => false;
const feeLevelOf = async ({ client }: Trader) => good(await client.call("feeLevel", {}));
const vipTagOf = async ({ client }: Trader): Promise<number> => good(await client.call("userInfo", {})).vipTag;
const newestFill = async ({ client }: Trader) => good(await client.call("fills", { pageSize: 1 })).list[0]!;
const worth = ({ price, qty }: Deal): bigint => (units(price) * units(qty)) / 100_000_000n;

const spotDeal = { symbol: spot, price: "104250", qty: "0.05" };
const contractDeal = { symbol: contract, price: "104250", qty: "0.02" };

test("[R.2 R-13.1] the exchange charges by the six levels of the rule book", async () => {
  const { rows } = good(await alice.client.call("feeLevels", {}));
  expect(rows.slice(0, 6)).toEqual(
    [
      [100_000, 100_000, 20_000, 55_000],
      [67_500, 80_000, 18_000, 40_000],
      [65_000, 77_500, 16_000, 37_500],
      [62_500, 75_000, 14_000, 35_000],
      [50_000, 60_000, 12_000, 32_000],
      [40_000, 50_000, 10_000, 32_000],
    ].map(([spotMaker, spotTaker, contractMaker, contractTaker], level) => ({
      level,
      spotMaker,
      spotTaker,
      contractMaker,
      contractTaker,
    })),
  );
});

test("[R.3 S1.13] volumes of 30 days are counted by product and role, and assets are the overview's without bonus", async () => {
  await trade(alice, bob, spotDeal);
  await trade(alice, bob, contractDeal);
  const seen = await feeLevelOf(bob);
  expect(seen).toMatchObject({
    level: 0,
    spot: { maker: "0", taker: printUnits(worth(spotDeal)) },
    contracts: { maker: "0", taker: printUnits(worth(contractDeal)) },
    week: { spot: printUnits(worth(spotDeal)), contracts: printUnits(worth(contractDeal)) },
    saved: "0",
  });
  expect((await feeLevelOf(alice)).spot).toEqual({ maker: printUnits(worth(spotDeal)), taker: "0" });
  const { totalPreestimate, products } = good(await bob.client.call("totalPreestimate", { valuationAsset: "USDT" }));
  const bonus = products.reduce((sum, one) => sum + units(one.bonus), 0n);
  expect(units(seen.assets)).toBe(units(totalPreestimate) - bonus);
});

test("[R.5] what is traded on the simulated exchange and what meets its own order is no volume", async () => {
  const before = await feeLevelOf(alice);
  const simulated = {
    alice: await joinBy(alice, exchange.simulated!.url, "alice"),
    bob: await joinBy(bob, exchange.simulated!.url, "bob"),
  };
  for (const trader of [simulated.alice, simulated.bob]) {
    good(await trader.client.call("refillSimulated", {}));
    const move = { fromProduct: productIds.wallet, toProduct: productIds.futures_usdt, asset: "USDT" } as const;
    trader.client.noteSeq(good(await trader.client.call("transfer", { ...move, amount: "50000" })));
  }
  await trade(simulated.alice, simulated.bob, contractDeal);
  expect(units((await feeLevelOf(simulated.alice)).contracts.maker)).toBe(worth(contractDeal));
  // Her own resting order expires instead of a trade with herself.
  await trade(alice, alice, { ...spotDeal, price: "104251" });
  good(await alice.client.call("cancelAll", {}));
  const { spot: spotAfter, contracts } = await feeLevelOf(alice);
  expect({ spot: spotAfter, contracts }).toEqual({ spot: before.spot, contracts: before.contracts });
});

test("[R.3 R.4 S1.13 S3.8] at midnight the highest level that one measure reaches is set, and the next order pays its rate", async () => {
  // It rests over midnight: its rate is that of its entry.
  const resting = { symbol: spot, type: "LIMIT", side: "SELL", price: "104250", qty: "0.01" } as const;
  good(await alice.client.call("placeOrder", resting));
  expect(await vipTagOf(bob)).toBe(0);
  await passMidnight();
  await until(lastDayEnded, 20_000);
  // Spot volume reaches level 1 and contract volume level 2; the higher counts.
  await until(async () => (await vipTagOf(bob)) === 2, 20_000);
  const status = good(await bob.client.call("vipStatus", {}));
  expect(status.level).toBe(2);
  expect([status.since > 0, status.computedAt > 0]).toEqual([true, true]);

  const bought = good(await bob.client.call("placeOrder", { ...resting, side: "BUY" }));
  for (const trader of [alice, bob]) trader.client.noteSeq(bought);
  // 0.01 BTC at 0.0775 % for the taker of level 2; 1,042.50 USDT at 0.1 % for the order of before.
  expect(await newestFill(bob)).toMatchObject({ role: "TAKER", fee: "0.00000775", feeAsset: "BTC" });
  expect(await newestFill(alice)).toMatchObject({ role: "MAKER", fee: "1.0425", feeAsset: "USDT" });
  await trade(alice, bob, { ...spotDeal, qty: "0.01" });
  expect(await newestFill(alice)).toMatchObject({ role: "MAKER", fee: "0.677625", feeAsset: "USDT" });

  const after = await feeLevelOf(bob);
  expect(after).toMatchObject({ level: 2, rates: { spotTaker: 77_500, contractTaker: 37_500 } });
  expect(units(after.saved)).toBeGreaterThan(0n);
});

test("[R.4] a platform that is killed again and again sets every level once", async () => {
  const { producer, first, count } = depositors;
  const deposits = Array.from({ length: count }, (_, at) => ({
    type: "credit_deposit" as const,
    uid: first + at,
    asset: assetId("USDT"),
    amount: units("200000"),
    reference: `vip ${at}`,
  }));
  // In parts, each until it is done: a busy core refuses what is too much at once, and a list resumes where it ended.
  for (let part = 100; part < count + 100; part += 100)
    await until(
      () => sendList(exchange.link, "wallet", producer, deposits.slice(0, part)).then(isDone, isBusy),
      30_000,
    );
  await setNeeds([{ spotVolume: "1000000000", contractVolume: "1000000000", assets: "200000" }]);
  await passMidnight();
  const levelled = async (): Promise<number> => {
    const { rows } = await database.query<{ count: number }>(
      "select count(*)::int as count from vip.levels where uid between $1 and $2 and level = 1",
      [first, first + count - 1],
    );
    return rows[0]!.count;
  };
  for (let kill = 0; kill < 4; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    exchange.processes.get("platform")!.kill("SIGKILL");
  }
  await until(lastDayEnded, 60_000);
  await until(async () => (await levelled()) === count, 60_000);
  const { rows } = await database.query<{ commands: number; users: number; good: number }>(
    `select count(*)::int as commands, count(distinct command ->> 'uid')::int as users,
       count(*) filter (where code = 200)::int as good
     from vip.outbox where (command ->> 'uid')::bigint between $1 and $2`,
    [first, first + count - 1],
  );
  expect(rows[0]).toEqual({ commands: count, users: count, good: count });
  const measures = { call: "account.feeLevel", uid: seededUids.bob, ask: {} };
  const reply = await exchange.link.ask("history", measures);
  expect((reply.data as { level: number }).level).toBe(1);
}, 150_000);
