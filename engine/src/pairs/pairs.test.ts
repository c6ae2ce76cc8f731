import { noKey } from "@tidemark/contracts/journal";
import { parseUnits } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { asset, btcUsdt, journaled, people, type PerpWorld as World, PerpWorld, signed } from "../../sim/index.ts";
import { accountKey, bucket, product, system } from "../ledger/accounts.ts";
import { Market } from "../records/market.ts";
import { pairsOf, pairTermsOf } from "../read/questions-pairs.ts";
import { balanceOf } from "../read/questions.ts";
import { Pair } from "../records/margin-pair.ts";
import { pairsReached } from "./pair-alarms.ts";

type Coin = "USDT" | "BTC";
type Name = "alice" | "bob" | "carol";
const coins = { USDT: asset.usdt, BTC: asset.btc };
const move = (world: World, text: string, isIn: boolean, by: Name = "alice"): number => {
  const [amount, code] = text.split(" ") as [string, Coin];
  return world.do(
    journaled({
      type: "transfer",
      uid: people[by],
      key: noKey,
      fromProduct: isIn ? 2 : 5,
      fromSub: isIn ? 0 : btcUsdt,
      toProduct: isIn ? 5 : 2,
      toSub: isIn ? btcUsdt : 0,
      asset: coins[code],
      amount: parseUnits(amount)!,
    }),
  );
};
const loan = (world: World, type: "borrow" | "repay", text: string, by: Name = "alice"): number => {
  const [amount, code] = text.split(" ") as [string, Coin];
  const what = { market: btcUsdt, asset: coins[code], amount: parseUnits(amount)! };
  return world.do(journaled({ type, uid: people[by], key: noKey, ...what }));
};
const holds = (world: World, code: Coin, which: number = bucket.avail): string =>
  signed(balanceOf(world.state, people.alice, product.margin, coins[code], which, btcUsdt));
const owes = (world: World, code: Coin): [loan: string, interest: string] => [
  holds(world, code, bucket.loan),
  holds(world, code, bucket.interest),
];
const inPair = (wish: Parameters<World["place"]>[0]): Parameters<World["place"]>[0] => ({ ...wish, product: 5 });

/** Alice has put something into the pair BTC/USDT, which lends up to `leverage`. */
function pair(leverage: 3 | 5 | 10, ...money: string[]): PerpWorld {
  const world = new PerpWorld();
  world.do(world.operator({ type: "configure_pair", market: btcUsdt, leverage, baseRate: 1_000, quoteRate: 1_000 }));
  for (const text of money) {
    world.give("alice", text);
    expect(move(world, text, true)).toBe(200);
  }
  return world;
}
/** The index of the spot market, moved without tripping the breaker. */
function drift(world: World, price: string): void {
  for (let i = 0; i < 61; i += 1) {
    if (i % 5 === 0) world.price(price);
    world.batch(1_000);
  }
}

describe("borrowing", () => {
  test("[A-13 23008] whoever is stopped borrows nothing and takes nothing out, but may pay back", () => {
    const world = pair(3, "1000 USDT");
    expect(loan(world, "borrow", "100 USDT")).toBe(200);
    world.do(world.operator({ type: "set_trading_stop", uid: people.alice, market: btcUsdt, stopped: true }));
    expect([loan(world, "borrow", "1 USDT"), move(world, "1 USDT", false)]).toEqual([23008, 23008]);
    expect(loan(world, "repay", "50 USDT")).toBe(200);
    world.sound();
  });
  test("[R-15.2 R-15.3 V132] up to the level, with the first hour's interest; a unit more is 24001", () => {
    const world = pair(3, "1000 USDT");
    expect(loan(world, "borrow", "1999.94000178 USDT")).toBe(24001);
    expect(world.state.result.first).toBe(199_994_000_177n);
    expect(loan(world, "borrow", "1999.94000177 USDT")).toBe(200);
    expect([holds(world, "USDT"), ...owes(world, "USDT")]).toEqual(["2999.94000177", "-1999.94000177", "-0.01999941"]);
    expect(world.system(system.loans, 5)).toBe("1999.96000118");
    expect(world.system(system.lending, 5)).toBe("998000.05999823");
    world.sound();
  });
  test("[R-15.2 V132] a pool that is short is 24002", () => {
    const world = pair(3, "1000 USDT");
    const { ledger } = world.state;
    const of = (which: number): number => ledger.account(0, accountKey(5, 0, asset.usdt, which));
    const change = 150_000_000_000n - ledger.balance(of(system.lending));
    ledger.beginEntry(0, 0);
    ledger.lineBig(of(system.lending), change);
    ledger.lineBig(of(system.treasury), -change);
    ledger.endEntry();
    expect(loan(world, "borrow", "1999.94000177 USDT")).toBe(24002);
    expect(loan(world, "borrow", "1500 USDT")).toBe(200);
    world.sound();
  });
  test("[R-15.1] another asset, no pair, nothing at all, or a stale index", () => {
    const world = pair(3, "1000 USDT");
    const what = { type: "borrow", uid: people.alice, key: noKey, market: btcUsdt, amount: 1n } as const;
    expect(world.do(journaled({ ...what, asset: asset.eth }))).toBe(23005);
    expect(world.do(journaled({ ...what, asset: asset.usdt, market: 2 }))).toBe(21001);
    expect(loan(world, "borrow", "0 USDT")).toBe(23003);
    expect(loan(world, "repay", "2000 USDT")).toBe(21040);
    world.batch(11_000);
    expect(loan(world, "borrow", "1 USDT")).toBe(21002);
    world.sound();
  });
  test("[R-15.3 V096] interest each hour on the principal, rounded up; repaid before it", () => {
    const world = pair(3, "1000 USDT");
    loan(world, "borrow", "1000.00000003 USDT");
    expect(owes(world, "USDT")).toEqual(["-1000.00000003", "-0.01000001"]);
    world.batch(3_599_999);
    expect(owes(world, "USDT")).toEqual(["-1000.00000003", "-0.01000001"]);
    world.batch(1);
    expect(owes(world, "USDT")).toEqual(["-1000.00000003", "-0.02000002"]);
    expect(loan(world, "repay", "500 USDT")).toBe(200);
    expect(owes(world, "USDT")).toEqual(["-500.02000005", "0"]);
    // More than is owed stays where it is.
    expect(loan(world, "repay", "1000 USDT")).toBe(200);
    expect([holds(world, "USDT"), ...owes(world, "USDT")]).toEqual(["999.97999998", "0", "0"]);
    expect(world.system(system.lending, 5)).toBe("1000000.02000002");
    world.sound();
  });
  test("[R-15.2 R-15.3] what is left to lend and the next interest can be asked for", () => {
    const world = pair(3, "1000 USDT");
    const terms = () => pairTermsOf(world.state).find(({ market }) => market === btcUsdt)!;
    const now = () => pairsOf(world.state, people.alice)[0]!;
    const before = terms().quotePool;
    expect(now().interestAt).toBe(0);
    loan(world, "borrow", "500 USDT");
    expect(before - terms().quotePool).toBe(parseUnits("500"));
    expect(now().interestAt).toBe(world.state.now + 3_600_000);
    loan(world, "repay", "500.005 USDT");
    expect([now().interestAt, terms().quotePool > before]).toEqual([0, true]);
  });
  test("[R-15.3] a loan repaid and taken anew is charged once an hour, from then on", () => {
    const world = pair(3, "1000 USDT");
    loan(world, "borrow", "1000 USDT");
    world.batch(600_000);
    loan(world, "repay", "1000.01 USDT");
    world.batch(600_000);
    world.price("50000");
    loan(world, "borrow", "1000 USDT");
    expect(owes(world, "USDT")).toEqual(["-1000", "-0.01"]);
    world.batch(3_599_999);
    expect(owes(world, "USDT")).toEqual(["-1000", "-0.01"]);
    world.batch(1);
    expect(owes(world, "USDT")).toEqual(["-1000", "-0.02"]);
    world.batch(3_600_000);
    expect(owes(world, "USDT")).toEqual(["-1000", "-0.03"]);
    world.sound();
  });
  test("[R-15.4] with a debt money leaves only while the level stays at 2", () => {
    const world = pair(3, "1000 USDT");
    expect(move(world, "1 USDT", false)).toBe(200);
    loan(world, "borrow", "900 USDT");
    // 1,899 of assets, 900.009 owed: 98.982 are above twice that.
    expect(move(world, "98.98200001 USDT", false)).toBe(23004);
    expect(move(world, "98.982 USDT", false)).toBe(200);
    expect(move(world, "0.00000001 USDT", false)).toBe(23004);
    world.sound();
  });
  test("[R-5.8] spot and pair share one book and one group: one's own order expires", () => {
    const world = pair(3, "1000 USDT");
    world.give("alice", "1 BTC");
    world.placed({ by: "alice", side: "SELL", price: "50000", qty: "0.01" });
    world.placed(inPair({ by: "alice", side: "BUY", price: "50000", qty: "0.01" }));
    expect(world.book()).toEqual({ bids: ["50000 × 0.01"], asks: [] });
    world.sound();
  });
});

describe("the end of a pair", () => {
  /** 1,000 of one's own and 3,900 borrowed buy 0.09 BTC at 50,000: level 1.18 is at 46,736, 1.15 at 45,435. */
  const geared = (): PerpWorld => {
    const world = pair(5, "1000 USDT");
    world.give("bob", "1 BTC");
    world.give("bob", "100000 USDT");
    expect(loan(world, "borrow", "3900 USDT")).toBe(200);
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.09" });
    world.placed(inPair({ by: "alice", side: "BUY", price: "50000", qty: "0.09" }));
    expect([holds(world, "USDT"), holds(world, "BTC")]).toEqual(["400", "0.08991"]);
    drift(world, "46000");
    return world;
  };
  test("[A-9 R-15.4] above 1.15 a pair of 5 × lives, at it base is sold, all is repaid, and 1 % goes to the fund", () => {
    const world = geared();
    world.placed({ by: "bob", side: "BUY", price: "44500", qty: "1" });
    drift(world, "45440");
    expect(holds(world, "BTC")).toBe("0.08991");
    drift(world, "45430");
    expect([...owes(world, "USDT"), ...owes(world, "BTC")]).toEqual(["0", "0", "0", "0"]);
    expect(Number(holds(world, "USDT"))).toBeGreaterThan(0);
    expect(world.system(system.insurance, 5)).toBe("39.00039");
    expect(world.system(system.treasury, 5)).toBe("1000000");
    world.sound();
  });
  test("[R-15.4] orders go first, and what they hold counts", () => {
    const world = geared();
    world.placed(inPair({ by: "alice", side: "BUY", price: "30000", qty: "0.01" }));
    world.placed({ by: "bob", side: "BUY", price: "42500", qty: "1" });
    drift(world, "43250");
    expect([world.open("alice"), holds(world, "USDT", bucket.hold)]).toEqual([[], "0"]);
    world.sound();
  });
  test("[R-15.4] a base debt is bought back", () => {
    const world = pair(5, "1000 USDT");
    world.give("bob", "100000 USDT");
    world.give("bob", "1 BTC");
    expect(loan(world, "borrow", "0.07 BTC")).toBe(200);
    world.placed({ by: "bob", side: "BUY", price: "50000", qty: "0.07" });
    world.placed(inPair({ by: "alice", side: "SELL", price: "50000", qty: "0.07" }));
    world.placed({ by: "bob", side: "SELL", price: "56500", qty: "1" });
    drift(world, "54000");
    drift(world, "55850");
    expect(owes(world, "BTC")[0]).toBe("-0.07");
    drift(world, "55900");
    expect([...owes(world, "BTC"), ...owes(world, "USDT")]).toEqual(["0", "0", "0", "0"]);
    expect(Number(world.system(system.insurance, 5, "BTC"))).toBeGreaterThan(0);
    world.sound();
  });
  test("[R-15.4] with nobody to sell to the debt is not a gift: what would have been sold goes to the fund", () => {
    const world = geared();
    drift(world, "43250");
    expect([...owes(world, "USDT"), ...owes(world, "BTC")]).toEqual(["0", "0", "0", "0"]);
    const left = Number(holds(world, "USDT")) + Number(holds(world, "BTC")) * 43_250;
    // 388 of equity were left at 43,250; nobody gains by an empty book.
    expect(left).toBeLessThan(390);
    world.sound();
  });
  test("[R-15.1] a stale index liquidates nobody", () => {
    const world = geared();
    world.batch(11_000);
    world.price("43000", [0]);
    world.batch(1_000);
    expect(holds(world, "BTC")).toBe("0.08991");
    world.sound();
  });
});

describe("levels by leverage", () => {
  const warnings = (world: World): number => world.events().filter((event) => event.type === "pair_warned").length;
  /** Alice borrows as much as `leverage` gives on 1,000 and buys with all of it at 50,000. */
  const full = (leverage: 3 | 5 | 10, borrowed: string, qty: string): PerpWorld => {
    const world = pair(leverage, "1000 USDT");
    world.give("bob", "10 BTC");
    expect(loan(world, "borrow", `${borrowed} USDT`)).toBe(200);
    world.placed({ by: "bob", side: "SELL", price: "50000", qty });
    world.placed(inPair({ by: "alice", side: "BUY", price: "50000", qty }));
    world.placed({ by: "bob", side: "SELL", price: "70000", qty: "1" });
    world.batch(1);
    return world;
  };
  const isLiquidated = (world: World): boolean => owes(world, "USDT")[0] === "0";
  /** [warned, liquidated] by each of these prices in turn. */
  const course = (world: World, ...prices: string[]): [number, boolean][] =>
    prices.map((price) => {
      // Longer than the breaker looks back.
      world.batch(61_000);
      world.price(price);
      return [warnings(world), isLiquidated(world)];
    });

  test("[A-9 R-15.4] 3 ×: warned at 1.35, ended at 1.18", () => {
    // 1,999.9 owed with interest, 0.05994 BTC held.
    const world = full(3, "1999.9", "0.05999");
    expect(course(world, "45100", "44800", "44000", "39500", "39100")).toEqual([
      [0, false],
      [1, false],
      [0, false],
      [0, false],
      [0, true],
    ]);
    world.sound();
  });
  test("[A-9 R-15.4] 10 ×: it may lose five parts of a hundred before it ends at 1.05", () => {
    // 8,990 owed with interest, 0.19960 BTC and 0 left: level 1.11.
    const world = full(10, "8990", "0.1998");
    expect(course(world, "49500", "49000", "47500", "47200")).toEqual([
      [0, false],
      [1, false],
      [0, false],
      [0, true],
    ]);
    world.sound();
  });
  test("[A-9 R-15.4] a pair that has borrowed and done nothing else is watched: coins that it owes become dear", () => {
    const world = pair(5, "1000 USDT");
    world.give("bob", "10 BTC");
    expect(loan(world, "borrow", "0.07 BTC")).toBe(200);
    for (const price of ["54000", "58000", "63000", "68000", "74000", "80000", "86000", "93000"]) drift(world, price);
    expect(owes(world, "BTC")[0]).toBe("-0.07");
    world.placed({ by: "bob", side: "SELL", price: "95300", qty: "1" });
    drift(world, "95300");
    expect([...owes(world, "BTC"), ...owes(world, "USDT")]).toEqual(["0", "0", "0", "0"]);
    world.sound();
  });
  test("[A-9 R-15.4] warned once until the level was above the warning again", () => {
    const world = full(3, "1999.9", "0.05999");
    expect(course(world, "44800", "44700", "45100", "44800", "44900").map(([warned]) => warned)).toEqual([
      1, 0, 0, 1, 0,
    ]);
    const [now] = pairsOf(world.state, people.alice);
    expect([now!.warnLevel, now!.liquidationLevel]).toEqual([135_000_000n, 118_000_000n]);
    expect(now!.warnedLevel > 134_000_000n && now!.warnedLevel <= 135_000_000n).toBe(true);
    // Without debt nothing is left of it.
    world.do(world.order(inPair({ by: "alice", side: "SELL", price: "44900", qty: "0.0599" })));
    world.give("bob", "10000 USDT");
    world.placed({ by: "bob", side: "BUY", price: "44900", qty: "0.0599" });
    expect(loan(world, "repay", "2000 USDT")).toBe(200);
    expect(pairsOf(world.state, people.alice)[0]!.warnedLevel).toBe(0n);
    world.sound();
  });
  test("[A-9 R-15.3 R-15.4] interest alone warns and ends the pair that was charged, at a price that stands still", () => {
    const world = full(3, "1999.9", "0.05999");
    const rate = { type: "configure_pair", market: btcUsdt, leverage: 3, baseRate: 0, quoteRate: 10_000_000 } as const;
    world.do(world.operator(rate));
    world.batch(3_599_900);
    world.price("50000");
    expect([warnings(world), isLiquidated(world)]).toEqual([0, false]);
    // 10 % of interest: 1.498 becomes 1.362, then 1.248, then 1.15.
    const levels = [1, 2, 3].map(() => {
      world.batch(150);
      const seen = warnings(world);
      world.batch(3_599_850);
      world.price("50000");
      return [seen, isLiquidated(world)];
    });
    expect(levels).toEqual([
      [0, false],
      [1, false],
      [0, true],
    ]);
    world.sound();
  });
  test("[A-9 R-15.4] an index looks at the pairs that wait for it and at no others", () => {
    const world = full(3, "1999.9", "0.05999");
    world.give("carol", "1000 USDT");
    expect([move(world, "1000 USDT", true, "carol"), loan(world, "borrow", "1000 USDT", "carol")]).toEqual([200, 200]);
    world.give("carol", "1 BTC");
    expect([move(world, "1 BTC", true, "carol"), loan(world, "borrow", "0.5 BTC", "carol")]).toEqual([200, 200]);
    const { memory, pairs, markets } = world.state;
    const market = markets.at(btcUsdt);
    const reachedAt = (ticks: number): number[] => {
      memory.set(market + Market.index, ticks);
      return [...pairsReached(world.state, market)].map((record) => memory.w[record + Pair.uid]!);
    };
    expect([reachedAt(4_600_000), reachedAt(4_480_000)]).toEqual([[], [people.alice]]);
    // Carol owes half of what she has in BTC: no price ends that.
    expect([reachedAt(1), reachedAt(2_000_000_000)]).toEqual([[people.alice], []]);
    expect(pairs.find(people.carol, btcUsdt)).not.toBe(0);
  });
  test("[A-9 R-15.4] a pair keeps the levels it borrowed under: closing it to new loans liquidates nobody", () => {
    const world = full(10, "8990", "0.1998");
    const terms = { type: "configure_pair", market: btcUsdt, baseRate: 1_000, quoteRate: 1_000 } as const;
    expect(world.do(world.operator({ ...terms, leverage: 0 }))).toBe(200);
    expect(course(world, "49900", "49000", "47500", "47200").map(([, isOver]) => isOver)).toEqual([
      false,
      false,
      false,
      true,
    ]);
    world.sound();
  });
  test("[A-9] pairs leave the list of their market from its ends and from its middle", () => {
    const world = pair(3);
    const names = ["alice", "bob", "carol"] as const;
    for (const name of names) {
      world.give(name, "1000 USDT");
      expect([move(world, "1000 USDT", true, name), loan(world, "borrow", "100 USDT", name)]).toEqual([200, 200]);
    }
    const listed = (): number[] => {
      const { w } = world.state.memory;
      const found: number[] = [];
      const first = w[world.state.markets.at(btcUsdt) + Market.firstPair]!;
      for (let record = first; record !== 0; record = w[record + Pair.next]!) found.push(w[record + Pair.uid]!);
      return found;
    };
    expect(listed()).toEqual([13, 12, 11]);
    loan(world, "repay", "200 USDT", "bob");
    expect(listed()).toEqual([13, 11]);
    loan(world, "borrow", "100 USDT", "bob");
    loan(world, "repay", "200 USDT", "alice");
    expect(listed()).toEqual([12, 13]);
    loan(world, "repay", "200 USDT", "bob");
    loan(world, "repay", "200 USDT", "carol");
    expect(listed()).toEqual([]);
    world.sound();
  });
});
