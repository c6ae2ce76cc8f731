import fc from "fast-check";
import { feeOf as exactFee } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { btcUsdt, journaled, people, World } from "../../sim/index.ts";
import { keyOf } from "@tidemark/contracts/codec";
import { noKey } from "@tidemark/contracts/journal";
import { checkAll } from "../check/invariants.ts";
import { feeOf } from "./fee.ts";
import { cause, status } from "../records/order.ts";

const traders = { alice: ["100000 USDT", "2 BTC"], bob: ["100000 USDT", "2 BTC"], carol: ["100000 USDT", "2 BTC"] };

describe("validation, in the rule book's order", () => {
  const refused = (wish: Partial<Parameters<World["place"]>[0]>, code: number, world = new World(traders)): void => {
    const before = world.book();
    expect(world.place({ by: "alice", side: "BUY", price: "49000", qty: "0.01", ...wish })).toBe(code);
    expect(world.book()).toEqual(before);
    expect(world.balance("alice", "USDT", "hold")).toBe("0");
  };

  test("[4.2-1] an unknown market is 21001", () => refused({ market: 77 }, 21001));
  test("[4.2-2 R-2.4] a market that is not trading is 21002", () => {
    const world = new World(traders);
    world.status(3);
    refused({}, 21002, world);
  });
  test("[4.2-3] options that do not go together are 21003", () => {
    refused({ postOnly: true, tif: "IOC" }, 21003);
    refused({ type: "MARKET" }, 21003);
    refused({ quoteAmount: "100" }, 21003);
    refused({ product: 5 }, 21003);
  });
  test("[4.2-4] a market order that would rest is 21017", () =>
    refused({ type: "MARKET", price: "0", tif: "GTC" }, 21017));
  test("[4.2-5] a client key of 37 characters is 21018", () => refused({ key: "x".repeat(37) }, 21018));
  test("[4.2-6] a price between ticks is 21004, outside the range 21005", () => {
    refused({ price: "49000.001" }, 21004);
    refused({ price: "1000001" }, 21005);
    refused({ price: "0" }, 21005);
  });
  test("[4.2-7] a size between lots is 21007, outside the range 21008", () => {
    refused({ qty: "0.000001" }, 21007);
    refused({ qty: "1001" }, 21008);
    refused({ qty: "0" }, 21008);
    refused({ type: "MARKET", price: "0", qty: "501" }, 21008);
  });
  test("[4.2-8 V008] the smallest order is worth 5 USDT: 21009 below, 21010 above the largest", () => {
    refused({ price: "49000", qty: "0.0001" }, 21009, new World({ alice: ["1000 USDT"] }, "49000"));
    const world = new World(traders, "60000");
    refused({ price: "60000", qty: "0.00008" }, 21009, world);
    expect(world.place({ by: "alice", side: "BUY", price: "60000", qty: "0.00009" })).toBe(200);
    refused({ price: "50000", qty: "300" }, 21010);
  });
  test("[4.2-9 R-5.6 V080] prices stray at most 5 % to the bad side and 50 % to the good side of the index", () => {
    const world = new World(traders);
    for (const [side, price, code] of [
      ["BUY", "52500", 200],
      ["BUY", "52500.01", 21006],
      ["BUY", "25000", 200],
      ["BUY", "24999.99", 21006],
      ["SELL", "47500", 200],
      ["SELL", "47499.99", 21006],
      ["SELL", "75000", 200],
      ["SELL", "75000.01", 21006],
    ] as const)
      expect(
        world.place({ by: side === "BUY" ? "alice" : "bob", side, price, qty: "0.001", tif: "GTC" }),
        `${side} ${price}`,
      ).toBe(code);
  });
  test("[4.2-10] at most 200 open orders in a market: 21011", () => {
    const world = new World(traders);
    for (let i = 0; i < 200; i += 1) world.placed({ by: "alice", side: "BUY", price: `${40_000 + i}`, qty: "0.001" });
    expect(world.place({ by: "alice", side: "BUY", price: "40000", qty: "0.001" })).toBe(21011);
    expect(world.place({ by: "bob", side: "BUY", price: "40000", qty: "0.001" })).toBe(200);
  });
  test("[4.2-17] more than there is is 21040, and says how much was needed and there", () => {
    const world = new World({ alice: ["100 USDT"] });
    expect(world.place({ by: "alice", side: "BUY", price: "50000", qty: "0.01" })).toBe(21040);
    expect([world.state.result.first, world.state.result.second]).toEqual([50_000_000_000n, 10_000_000_000n]);
    expect(world.place({ by: "alice", side: "SELL", price: "50000", qty: "0.01" })).toBe(21040);
  });
  test("[4.2-18] a market order meets an empty book: 21016", () => refused({ type: "MARKET", price: "0" }, 21016));
  test("[4.2-19 R-5.4] post only that would take, also one's own, is 21014 and never repriced", () => {
    const world = new World(traders);
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.1" });
    expect(world.place({ by: "alice", side: "BUY", price: "50000", qty: "0.1", postOnly: true })).toBe(21014);
    expect(world.place({ by: "bob", side: "BUY", price: "50000", qty: "0.1", postOnly: true })).toBe(21014);
    expect(world.place({ by: "alice", side: "BUY", price: "49999.99", qty: "0.1", postOnly: true })).toBe(200);
  });
  test("[4.2-0] the same key and body gets the first answer, another body 21013, also before every other check", () => {
    const world = new World(traders);
    const wish = { by: "alice", side: "BUY", price: "49000", qty: "0.01", key: "mine" } as const;
    const id = world.placed(wish);
    expect(world.placed(wish)).toBe(id);
    expect(world.open("alice")).toEqual([id]);
    expect(world.place({ ...wish, qty: "0.02" })).toBe(21013);
    expect(world.place({ ...wish, market: 99 })).toBe(21013);
    expect(world.place({ ...wish, by: "bob" })).toBe(200);
  });
  test("[4.2-0] a refusal is remembered as well", () => {
    const world = new World({ alice: ["10 USDT"] });
    const wish = { by: "alice", side: "BUY", price: "49000", qty: "0.01", key: "k" } as const;
    expect(world.place(wish)).toBe(21040);
    world.give("alice", "10000 USDT");
    expect(world.place(wish)).toBe(21040);
  });
  test("[4.2-0] a key lives ten minutes, or as long as its order is open", () => {
    const world = new World(traders);
    const open = { by: "alice", side: "BUY", price: "40000", qty: "0.01", key: "stays-open" } as const;
    const ended = { by: "alice", side: "BUY", price: "40000", qty: "0.01", key: "ends" } as const;
    const first = world.placed(open);
    const second = world.placed(ended);
    world.cancel("alice", second);
    world.batch(601_000);
    world.price("50000");
    expect(world.placed(open)).toBe(first);
    expect(world.placed(ended)).toBeGreaterThan(second);
    // Push the ring round so that the open order's key has left it.
    for (let i = 0; i < 40; i += 1) world.batch(1_000);
    expect(world.placed(open)).toBe(first);
    expect(
      world.do(
        journaled({
          type: "cancel_by_key",
          uid: people.alice,
          key: noKey,
          target: { form: 2, w0: 0, w1: 0, w2: 0, w3: 0, text: "" },
        }),
      ),
    ).toBe(21050);
    expect(checkAll(world.state)).toEqual([]);
  });
});

describe("matching", () => {
  test("[R-5.1 R-5.2 R-13.1 V005] a taker pays the resting price, keeps the improvement and pays its fee in what it receives", () => {
    const world = new World({ alice: ["60000 USDT"], bob: ["1 BTC"] }, "60000");
    world.placed({ by: "bob", side: "SELL", price: "59990.50", qty: "0.5" });
    world.placed({ by: "alice", side: "BUY", price: "60000", qty: "0.5" });
    expect([
      world.balance("alice", "USDT"),
      world.balance("alice", "USDT", "hold"),
      world.balance("alice", "BTC"),
    ]).toEqual(["30004.75", "0", "0.4995"]);
    expect([world.balance("bob", "USDT"), world.balance("bob", "BTC"), world.balance("bob", "BTC", "hold")]).toEqual([
      "29965.25475",
      "0.5",
      "0",
    ]);
    expect(checkAll(world.state)).toEqual([]);
  });

  test("[S1.12 R-13.1 V006] a maker's fee at level 1 is rounded up", () => {
    const world = new World({ alice: ["1000 USDT"], bob: ["1 BTC"] }, "60000");
    world.do(world.operator({ type: "set_vip_level", uid: people.bob, level: 1 }));
    world.placed({ by: "bob", side: "SELL", price: "60000.01", qty: "0.00123" });
    world.placed({ by: "alice", side: "BUY", price: "60000.01", qty: "0.00123" });
    expect(world.balance("bob", "USDT")).toBe("73.75019729");
  });

  test("[R.1 R-13.1] the level at entry counts, not the level at the fill", () => {
    const world = new World({ alice: ["100000 USDT"], bob: ["2 BTC"] });
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "1" });
    world.do(world.operator({ type: "set_vip_level", uid: people.bob, level: 5 }));
    world.placed({ by: "alice", side: "BUY", price: "50000", qty: "1" });
    expect(world.balance("bob", "USDT")).toBe("49950");
  });

  test("[S1.45 R-5.5 V007] a market buy by amount spends what buys whole lots and gives back the rest", () => {
    const world = new World({ alice: ["1000 USDT"], bob: ["1 BTC"] }, "60000");
    world.placed({ by: "bob", side: "SELL", price: "60000", qty: "0.01" });
    world.placed({ by: "bob", side: "SELL", price: "60010", qty: "0.02" });
    world.batch();
    const id = world.placed({ by: "alice", side: "BUY", type: "MARKET", quoteAmount: "1000" });
    expect(world.fills().map(([, ticks, lots]) => [ticks, lots])).toEqual([
      [6_000_000, 1_000],
      [6_001_000, 666],
    ]);
    expect(world.balance("alice", "USDT")).toBe("0.3334");
    expect(world.endings().at(-1)).toEqual([id, status.filled, cause.none, 1_666]);
  });

  test("[R-5.5 V112] market sells stop at the index less 5 %, however often they come; the rest expires", () => {
    const world = new World({ alice: ["1000000 USDT"], bob: ["2 BTC"] });
    for (const price of ["47500", "47400", "30000"]) world.placed({ by: "alice", side: "BUY", price, qty: "0.1" });
    for (let i = 0; i < 5; i += 1) {
      world.batch();
      const code = world.place({ by: "bob", side: "SELL", type: "MARKET", qty: "0.3" });
      expect(code).toBe(200);
      for (const [, ticks] of world.fills()) expect(ticks).toBeGreaterThanOrEqual(4_750_000);
      expect(world.endings().at(-1)!.slice(1, 3)).toEqual([status.expired, cause.protection]);
    }
    expect(world.book().bids).toEqual(["47400 × 0.1", "30000 × 0.1"]);
  });

  test("[R-5.6 V113] with a stale index the mean of the last minute stands in; without either the market is post only", () => {
    const world = new World({ alice: ["1000000 USDT"], bob: ["20 BTC"] }, null);
    const trade = (price: string): void => {
      world.placed({ by: "bob", side: "SELL", price, qty: "0.01", postOnly: true });
      world.placed({ by: "alice", side: "BUY", price, qty: "0.01" });
    };
    expect(world.place({ by: "bob", side: "SELL", price: "50000", qty: "0.01" })).toBe(21002);
    world.price("50000");
    trade("50000");
    world.batch(45_000);
    world.price("48000");
    trade("48000");
    world.batch(14_999);
    world.price("48000");
    trade("47500.01");
    world.batch(1);
    world.batch(0);
    // The index is fresh here; ten seconds later it is stale and the mean of [now − 60 s, now] is taken instead.
    world.price("48000", [0]);
    expect(world.place({ by: "alice", side: "BUY", price: "50400", qty: "0.001" })).toBe(200);
    expect(world.place({ by: "alice", side: "BUY", price: "50400.01", qty: "0.001" })).toBe(21006);
    world.batch(10_000);
    // Window: 35 s at 50000, 14.999 s at 48000, 10.001 s at 47500.01 (half up): 49083.33 → band max 51537.49.
    expect(world.place({ by: "alice", side: "BUY", price: "51537.50", qty: "0.001" })).toBe(21006);
    expect(world.place({ by: "alice", side: "BUY", price: "51537.49", qty: "0.001" })).toBe(200);
  });

  test("[R-5.7 V084] FOK counts only other owners' orders inside the limit and fills completely or not at all", () => {
    const make = (): World => {
      const world = new World(traders, "5000");
      world.placed({ by: "bob", side: "SELL", price: "5000", qty: "0.5" });
      world.placed({ by: "alice", side: "SELL", price: "5000", qty: "0.4" });
      world.placed({ by: "carol", side: "SELL", price: "5000.1", qty: "1" });
      return world;
    };
    const wish = { by: "alice", side: "BUY", price: "5000.1", tif: "FOK" } as const;
    const short = make();
    const before = short.book();
    expect(short.place({ ...wish, qty: "1.6" })).toBe(21015);
    expect(short.book()).toEqual(before);
    expect(make().place({ ...wish, qty: "1.5" })).toBe(200);
    expect(make().place({ ...wish, qty: "1.5", stp: 1 })).toBe(21015);
  });

  test("[D.85 R-5.7] IOC fills what it can inside its limit, the rest expires", () => {
    const world = new World(traders);
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.1" });
    world.batch();
    const id = world.placed({ by: "alice", side: "BUY", price: "50000", qty: "0.3", tif: "IOC" });
    expect(world.endings().at(-1)).toEqual([id, status.expired, cause.ioc, 10_000]);
    expect([world.balance("alice", "USDT", "hold"), world.book().bids]).toEqual(["0", []]);
  });

  describe("[R-5.8] self-trade prevention: the taker's mode decides", () => {
    const scene = (stp: 0 | 1 | 2): { world: World; ids: number[]; taker: number } => {
      const world = new World(traders);
      const ids = [
        world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.005" }),
        world.placed({ by: "alice", side: "SELL", price: "50000", qty: "0.004" }),
        world.placed({ by: "carol", side: "SELL", price: "50001", qty: "0.01" }),
      ];
      world.batch();
      return { world, ids, taker: world.placed({ by: "alice", side: "BUY", price: "50001", qty: "0.012", stp }) };
    };
    test("[V081] EXPIRE_MAKER takes the resting order out and goes on", () => {
      const { world, ids } = scene(0);
      expect(world.fills()).toEqual([
        [ids[0], 5_000_000, 500],
        [ids[2], 5_000_100, 700],
      ]);
      expect(world.endings()).toContainEqual([ids[1], status.expired, cause.stp, 0]);
      expect(world.book().asks).toEqual(["50001 × 0.003"]);
    });
    test("[V082] EXPIRE_TAKER stops the taker, the resting order stays", () => {
      const { world, ids, taker } = scene(1);
      expect(world.fills()).toEqual([[ids[0], 5_000_000, 500]]);
      expect(world.endings().at(-1)).toEqual([taker, status.expired, cause.stp, 500]);
      expect(world.book().asks).toEqual(["50000 × 0.004", "50001 × 0.01"]);
    });
    test("[V083] EXPIRE_BOTH ends both remainders", () => {
      const { world, ids, taker } = scene(2);
      expect(world.endings()).toEqual([
        [ids[0], status.filled, cause.none, 500],
        [ids[1], status.expired, cause.stp, 0],
        [taker, status.expired, cause.stp, 500],
      ]);
      expect(world.book().asks).toEqual(["50001 × 0.01"]);
    });
  });

  test("[R-5.11] the book is never crossed: a taker's rest stands below the next ask", () => {
    const world = new World(traders);
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.1" });
    world.placed({ by: "bob", side: "SELL", price: "50010", qty: "0.1" });
    world.placed({ by: "alice", side: "BUY", price: "50005", qty: "0.3" });
    expect(world.book()).toEqual({ bids: ["50005 × 0.2"], asks: ["50010 × 0.1"] });
  });

  test("[R-1.1] the fee in plain numbers equals the exact formula", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 51 - 1 }),
        fc.integer({ min: -10_000_000, max: 10_000_000 }),
        (value, rate) => {
          expect(BigInt(feeOf(value, rate))).toBe(exactFee(BigInt(value), rate));
        },
      ),
      { numRuns: 20_000 },
    );
  });
});

describe("what a review found", () => {
  test("[A4.9] ten minutes of silence after many keyed orders: heartbeats alone move their keys and nothing hangs", () => {
    const world = new World({ alice: ["1000000 USDT"] });
    for (let i = 0; i < 150; i += 1)
      world.placed({ by: "alice", side: "BUY", price: "40000", qty: "0.001", key: `quiet-${i}` });
    world.batch(601_000);
    for (let i = 0; i < 40; i += 1) world.batch(250);
    world.price("50000");
    expect(world.place({ by: "alice", side: "BUY", price: "40000", qty: "0.001", key: "quiet-149" })).toBe(200);
    expect(world.open("alice")).toHaveLength(150);
    expect(checkAll(world.state)).toEqual([]);
  });

  test("[R-4.1] a cancel by client key never takes another command's number for an order", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    // Transfers are numbered like orders: make one whose number is the order's.
    let last = 0;
    for (let i = 0; last < id; i += 1) {
      world.move("alice", "1 USDT", "spot", "wallet", `t${i}`);
      last = world.state.result.ref;
    }
    world.move("alice", "1 USDT", "wallet", "spot", "the-transfer");
    const target = journaled({ type: "cancel_by_key", uid: people.alice, key: noKey, target: keyOf("the-transfer") });
    expect(world.do(target)).toBe(21050);
    expect(world.open("alice")).toEqual([id]);
  });

  test("[R-5.5] a market buy that spends its amount to the last unit is filled, also when it empties the book", () => {
    const world = new World({ alice: ["50000 USDT"], bob: ["1 BTC"] });
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "1" });
    world.batch();
    const id = world.placed({ by: "alice", side: "BUY", type: "MARKET", quoteAmount: "50000" });
    expect(world.endings().at(-1)).toEqual([id, status.filled, cause.none, 100_000]);
  });

  test("[R-4.3 R-1.1] a new size of 0 cancels the rest; an order raised again and again stays within 1e9 lots", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    expect(world.amend("alice", id, { qty: "10000.00001" })).toBe(21008);
    expect(world.amend("alice", id, { qty: "0" })).toBe(200);
    expect(world.open("alice")).toEqual([]);
  });

  test("[A4.8] only prices and upgrades may come without a number", () => {
    const world = new World();
    const deposit = journaled({
      type: "credit_deposit",
      producer: 0,
      number: 0,
      uid: people.alice,
      asset: 1,
      amount: 5n,
      reference: "x",
    });
    expect([world.do(deposit), world.balance("alice", "USDT", "avail", "wallet")]).toEqual([50005, "0"]);
  });

  test("[S3.46 R-14.7] a transfer to a sub-account that does not exist is refused and moves nothing", () => {
    const world = new World(traders);
    for (const sub of [65_535, 1]) {
      const to = journaled({
        type: "transfer",
        uid: people.alice,
        key: noKey,
        fromProduct: 2,
        fromSub: 0,
        toProduct: 2,
        toSub: sub,
        asset: 1,
        amount: 5n,
      });
      expect(world.do(to)).toBe(23005);
    }
    expect(world.balance("alice", "USDT")).toBe("100000");
  });

  test("[A4.9] a fault while an order ends by age leaves that order, closes its market, and the batch goes on", () => {
    const world = new World(traders);
    const ids = [1, 2].map(() => world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" }));
    world.batch(180 * 86_400_000 - 1);
    world.state.memory.failAt = 6;
    world.batch(1);
    expect(world.open("alice")).toEqual([ids[0]]);
    expect(world.events().map((event) => event.type)).toContain("command_failed");
    expect(checkAll(world.state)).toEqual([]);
    expect(world.cancel("alice", ids[0]!)).toBe(200);
  });

  test("[A4.9] a command_failed amend closes the market of its order", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    world.batch();
    world.state.memory.failAt = 3;
    expect(world.amend("alice", id, { price: "48000" })).toBe(50001);
    expect(world.place({ by: "bob", side: "BUY", price: "49000", qty: "0.1" })).toBe(21002);
    expect(world.cancel("alice", id)).toBe(200);
  });
});

describe("cancel, amend, cancel all", () => {
  test("[R-3.1] a cancel restores exactly what placement took", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49999.99", qty: "0.12345" });
    expect(world.balance("alice", "USDT", "hold")).toBe("6172.4987655");
    expect(world.cancel("alice", id)).toBe(200);
    expect([world.balance("alice", "USDT"), world.balance("alice", "USDT", "hold")]).toEqual(["100000", "0"]);
    expect([world.cancel("alice", id), world.cancel("alice", 999)]).toEqual([21051, 21050]);
  });

  test("[INC-13] what an order takes follows from its market and side: who has only the other coin sells nothing", () => {
    const world = new World({ alice: ["100000 USDT"], bob: ["2 BTC"] });
    expect(world.place({ by: "alice", side: "SELL", price: "51000", qty: "1" })).toBe(21040);
    expect(world.place({ by: "bob", side: "BUY", price: "49000", qty: "1" })).toBe(21040);
    expect([world.balance("alice", "USDT"), world.balance("bob", "BTC")]).toEqual(["100000", "2"]);
    expect(world.place({ by: "alice", side: "BUY", price: "49000", qty: "1" })).toBe(200);
    expect(world.place({ by: "bob", side: "SELL", price: "51000", qty: "1" })).toBe(200);
    expect([world.balance("alice", "USDT", "hold"), world.balance("bob", "BTC", "hold")]).toEqual(["49000", "1"]);
    expect([world.balance("alice", "BTC", "hold"), world.balance("bob", "USDT", "hold")]).toEqual(["0", "0"]);
  });

  test("[4.3] another user's order does not exist", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    expect(world.cancel("bob", id)).toBe(21050);
    expect(world.amend("bob", id, { qty: "0.2" })).toBe(21050);
  });

  test("[R-4.3 V085] a smaller size at the same price keeps its place; more size or another price goes to the tail", () => {
    const queue = (change: { price?: string; qty?: string }): { order: number[]; code: number } => {
      const world = new World(traders);
      const ids = [
        world.placed({ by: "bob", side: "BUY", price: "50000", qty: "0.1" }),
        world.placed({ by: "alice", side: "BUY", price: "50000", qty: "0.55" }),
        world.placed({ by: "carol", side: "BUY", price: "50000", qty: "0.4" }),
      ];
      const code = world.amend("alice", ids[1]!, change);
      const order: number[] = [];
      const { books, markets, orders } = world.state;
      const market = markets.at(btcUsdt);
      for (let each = books.front(market, 0); each !== 0; each = books.behind(market, each, 0))
        order.push(ids.indexOf(orders.idOf(each)));
      expect(checkAll(world.state)).toEqual([]);
      return { order, code };
    };
    expect(queue({ qty: "0.5" })).toEqual({ order: [0, 1, 2], code: 200 });
    expect(queue({ qty: "0.6" })).toEqual({ order: [0, 2, 1], code: 200 });
    expect(queue({ price: "50000.01" })).toEqual({ order: [1, 0, 2], code: 200 });
    expect(queue({ qty: "0.55" })).toEqual({ order: [0, 1, 2], code: 21053 });
  });

  test("[R-4.3] an amend may take, under the same id; a post-only one may not and stays as it was", () => {
    const world = new World(traders);
    const plain = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    const shy = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1", postOnly: true });
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.05" });
    expect(world.amend("alice", shy, { price: "50000" })).toBe(21014);
    expect(world.amend("alice", plain, { price: "50000" })).toBe(200);
    expect(world.book()).toEqual({ bids: ["50000 × 0.05", "49000 × 0.1"], asks: [] });
    expect(world.open("alice")).toEqual([plain, shy]);
  });

  test("[R-4.3] a new size not above what is filled cancels the rest; too little money is 21041 and changes nothing", () => {
    const world = new World({ alice: ["10000 USDT"], bob: ["1 BTC"] });
    const id = world.placed({ by: "alice", side: "BUY", price: "50000", qty: "0.1" });
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.04" });
    expect(world.amend("alice", id, { qty: "1" })).toBe(21041);
    expect(world.balance("alice", "USDT", "hold")).toBe("3000");
    world.batch();
    expect(world.amend("alice", id, { qty: "0.04" })).toBe(200);
    expect(world.endings()).toEqual([[id, status.canceled, cause.user, 4_000]]);
    expect([world.balance("alice", "USDT"), world.balance("alice", "USDT", "hold")]).toEqual(["8000", "0"]);
  });

  test("[R-4.3] amend checks ticks, lots, range, band and status like an entry", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    expect(world.amend("alice", id, { price: "49000.001" })).toBe(21004);
    expect(world.amend("alice", id, { qty: "0.000001" })).toBe(21007);
    expect(world.amend("alice", id, { price: "60000" })).toBe(21006);
    expect(world.amend("alice", id, { price: "49001", qty: "0.00001" })).toBe(21009);
    world.status(3);
    expect(world.amend("alice", id, { price: "49001" })).toBe(21002);
    expect(world.cancel("alice", id)).toBe(200);
  });

  test("[A-18 R-4.3] one that only lowers the size passes band and least value, and keeps its place", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "50000", qty: "0.1" });
    const next = world.placed({ by: "carol", side: "BUY", price: "50000", qty: "0.1" });
    world.price("47000", [0, 1, 2, 3]);
    world.batch();
    expect(world.place({ by: "alice", side: "BUY", price: "50000", qty: "0.1" })).toBe(21006);
    expect(world.amend("alice", id, { qty: "0.05" })).toBe(200);
    expect(world.amend("alice", id, { qty: "0.00001" })).toBe(200);
    expect(world.amend("alice", id, { qty: "0.06" })).toBe(21006);
    expect([world.book().bids, world.balance("alice", "USDT", "hold")]).toEqual([["50000 × 0.10001"], "0.5"]);
    world.batch();
    world.placed({ by: "bob", side: "SELL", price: "50000", qty: "0.1" });
    expect(world.endings()[0]).toEqual([id, status.filled, cause.none, 1]);
    expect(world.open("carol")).toEqual([next]);
  });

  test("[R-4.4] cancel all takes the user's orders in ascending id, more than a slice of them, and nobody else's", () => {
    const world = new World({ alice: ["1000000 USDT", "10 BTC"], bob: ["100000 USDT"] });
    world.price("0.05", [0, 1, 2, 3], 2);
    const ids: number[] = [];
    for (let i = 0; i < 200; i += 1)
      ids.push(world.placed({ by: "alice", side: "BUY", price: `${40_000 + ((i * 37) % 100)}`, qty: "0.001" }));
    for (let i = 0; i < 120; i += 1)
      ids.push(world.placed({ by: "alice", side: "BUY", price: "0.05", qty: "0.1", market: 2 }));
    const other = world.placed({ by: "bob", side: "BUY", price: "40000", qty: "0.001" });
    world.batch();
    expect([world.cancelAll("alice"), world.state.result.ref]).toEqual([200, 320]);
    expect(world.endings().map(([id]) => id)).toEqual(ids);
    expect([world.open("alice"), world.open("bob")]).toEqual([[], [other]]);
    expect(world.balance("alice", "USDT", "hold")).toBe("0");
  });

  test("[R-2.9] an order ends 180 days after its acceptance, amended or not", () => {
    const world = new World(traders);
    const id = world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    const accepted = world.at;
    world.amend("alice", id, { qty: "0.09" });
    world.batch(180 * 86_400_000 - 1 - (world.at - accepted));
    expect(world.open("alice")).toEqual([id]);
    world.batch(1);
    expect(world.open("alice")).toEqual([]);
    expect(world.endings()).toEqual([[id, status.expired, cause.age, 0]]);
    expect(world.balance("alice", "USDT", "hold")).toBe("0");
  });

  test("[R-2.4] only the written steps between statuses; settling cancels what rests", () => {
    const world = new World(traders);
    world.placed({ by: "alice", side: "BUY", price: "49000", qty: "0.1" });
    expect([world.status(1), world.status(5)]).toEqual([50007, 50007]);
    expect([world.status(4), world.status(2), world.status(3), world.settle()]).toEqual([200, 50007, 200, 200]);
    expect([world.book().bids, world.balance("alice", "USDT")]).toEqual([[], "100000"]);
    expect(world.place({ by: "alice", side: "BUY", price: "49000", qty: "0.1" })).toBe(21001);
  });
});
