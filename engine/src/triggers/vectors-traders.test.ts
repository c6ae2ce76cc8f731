import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asset, people, perp, PerpWorld } from "../../sim/index.ts";
import { asFixture, assure, vectorsOf } from "../../sim/vectors.ts";
import { cause, status } from "../records/order.ts";
import { depthOf } from "../read/questions.ts";

const money = ["100000 USDT"];
const rich = { alice: money, bob: money, carol: money, dave: money };
const tp = { price: "50500", by: "MARK" } as const;
const sl = { price: "49500", by: "MARK" } as const;

const vectorOf = vectorsOf(readFileSync(new URL("../../fixtures/vectors.json", import.meta.url), "utf8"));
function vector(id: string, outcome: () => unknown): void {
  const { name, expected } = vectorOf(id);
  test(name, () => expect(asFixture(outcome())).toEqual(expected));
}
/** Alice is long so much at 50,000. */
function long(qty: string): PerpWorld {
  const world = new PerpWorld(rich);
  world.meet("alice", "bob", qty, "50000");
  return world;
}
const bid = (world: PerpWorld, price: string, qty: string): number =>
  world.sent({ by: "dave", do: "open long", price, qty });
const lots = (world: PerpWorld): number => world.position("alice")?.qty ?? 0;
const waitingOf = (world: PerpWorld, id: number): number =>
  world.waiting("alice").find((trigger) => trigger.id === id)?.qty ?? 0;

describe("take profit and stop loss", () => {
  vector("V157", () => ({
    steps: vectorOf("V157").input["bidLots at 504000"].map((offered: string) => {
      const world = long("0.1");
      world.tpsl("alice", 1, { qty: "0.05", tp, sl });
      const [first, second] = world.waiting("alice").map(({ id }) => id);
      if (offered !== "0") bid(world, "50400", `${Number(offered) / 10_000}`);
      world.mark("50500");
      world.sound();
      const ended = world.endedTriggers();
      const ofSecond = ended.find(({ id }) => id === second);
      const ofFirst = ended.find(({ id }) => id === first)!;
      return {
        filled: 1_000 - lots(world),
        pos: lots(world),
        sl: waitingOf(world, second!),
        ...(ofSecond?.cause === cause.ocoSibling ? { cause: "OCO_SIBLING" } : {}),
        ...(ofFirst.result === 0 ? {} : { result: ofFirst.result }),
      };
    }),
  }));
  vector("V158", () => {
    const world = long("0.1");
    world.tpsl("alice", 1, { qty: "0.05", tp: { ...tp, limit: "50600" }, sl });
    const second = world.waiting("alice")[1]!.id;
    world.mark("50600");
    const [order] = world.open("alice");
    const slAfterFills = vectorOf("V158").input["fills"].map((size: string) => {
      world.sent({ by: "carol", do: "open long", price: "50600", qty: `${Number(size) / 10_000}` });
      return waitingOf(world, second);
    });
    bid(world, "49400", "1");
    const before = lots(world);
    world.batch();
    world.mark("49500");
    const [first] = world.endings();
    assure(first?.[0] === order && first?.[1] === status.canceled);
    world.sound();
    return {
      slAfterFills,
      onFiring: {
        restingCanceled: first![2] === cause.ocoSibling ? "OCO_SIBLING" : first![2],
        filledBefore: first![3],
        sold: before - lots(world),
        pos: lots(world),
      },
    };
  });
  vector("V159", () => {
    /** The size of the pair that protects the position; both of it have the same. */
    const pair = (world: PerpWorld): number => {
      const [first, second, ...more] = world.waiting("alice").filter(({ phase }) => phase === 1);
      expect([first?.qty, more]).toEqual([second?.qty, []]);
      return first?.qty ?? 0;
    };
    const world = new PerpWorld(rich);
    world.meet("bob", "carol", "0.01", "50000");
    world.sent({ by: "alice", do: "open long", price: "50000", qty: "0.1", tp, sl });
    const fill = (qty: string): number => world.sent({ by: "bob", do: "open short", price: "50000", qty });
    const pairAfter: number[] = [];
    fill("0.04");
    pairAfter.push(pair(world));
    bid(world, "50400", "0.04");
    world.mark("50500");
    pairAfter.push(pair(world));
    world.mark("50100");
    for (const qty of ["0.03", "0.03"]) {
      fill(qty);
      pairAfter.push(pair(world));
    }
    world.sound();
    const other = new PerpWorld(rich);
    other.sent({ by: "bob", do: "open short", price: "50200", qty: "0.1" });
    other.sent({
      by: "alice",
      do: "open long",
      qty: "0.1",
      trigger: { price: "50100", by: "MARK" },
      tp: { price: "51000", by: "MARK" },
      sl,
    });
    const awake = other.waiting("alice").filter(({ role, phase }) => role !== 0 && phase === 1);
    other.mark("50100");
    other.sound();
    return { pairAfter, ofTrigger: { dormant: awake.length, afterFiring: pair(other) } };
  });
  vector("V168", () => {
    const world = long("0.1");
    world.tpsl("alice", 1, { sl: { price: "49500" } });
    world.meet("carol", "dave", "0.01", "49500");
    const { input } = vectorOf("V168");
    const posAfter = input["bids(ticks,lots)"].map(([ticks, size]: string[]) => {
      bid(world, `${Number(ticks) / 10}`, `${Number(size) / 10_000}`);
      return lots(world);
    });
    world.sound();
    const isArmed = world.waiting("alice")[0]?.phase === 2;
    const met = posAfter.findIndex((left: number) => left < 1_000);
    return { limitTicks: input["bids(ticks,lots)"][met][0], posAfter, slAfter: isArmed ? "armed" : "gone" };
  });
});

describe("closing and amending", () => {
  vector("V160", () => {
    const uid = people.alice;
    const world = long("1");
    world.do(world.operator({ type: "set_kyc_level", uid, level: 1 }));
    world.give("alice", "300 USDT");
    world.move("alice", "200 USDT", "spot", "wallet");
    const order = world.sent({ by: "alice", do: "open long", price: "49000", qty: "0.1" });
    world.tpsl("alice", 1, { qty: "0.1", sl });
    bid(world, "49400", "2");
    world.do(world.operator({ type: "set_trading_stop", uid, market: 0, stopped: true }));
    const answers = {
      open: world.send({ by: "alice", do: "open short", price: "51000", qty: "0.1" }),
      "opening trigger": world.send({ by: "alice", do: "open long", qty: "0.1", trigger: { price: "60000" } }),
      "spot order": world.place({ by: "alice", side: "BUY", price: "40000", qty: "0.001" }),
      "transfer out": world.move("alice", "1 USDT", "futures", "wallet"),
      withdrawal: world.do(
        world.operator({ type: "request_withdrawal", uid, asset: asset.usdt, amount: 100_000_000n }),
      ),
      cancel: world.cancel("alice", order),
      close: world.send({ by: "alice", do: "close long", price: "51000", qty: "0.1" }),
    };
    world.mark("49500");
    const [stop] = world.endedTriggers();
    const after = {
      ...answers,
      stopLoss: stop?.status === status.triggered ? "TRIGGERED" : stop?.status,
      flashClose: world.flash("alice", 1),
      "transfer in": world.move("alice", "1 USDT", "wallet", "futures"),
    };
    world.sound();
    return after;
  });
  vector("V161", () => {
    const { input } = vectorOf("V161");
    const tried = input["bids"].map((ticks: string | null) => {
      const world = long("0.1");
      world.sent({ by: "alice", do: "close long", price: "51000", qty: "0.05" });
      if (ticks !== null) bid(world, `${Number(ticks) / 10}`, "0.01");
      const answer = world.flash("alice", 1);
      world.sound();
      return [answer, world.open("alice").length * 500];
    });
    return {
      limitTicks: input["bids"][tried.findIndex(([answer]: number[]) => answer === 200)],
      answers: tried.map(([answer]: number[]) => answer),
      restingAfter: tried.map(([, resting]: number[]) => resting),
    };
  });
  vector("V162", () => {
    const world = long("0.001");
    const ids = ["0.0004", "0.0003", "0.0003"].map((qty, i) =>
      world.sent({ by: "alice", do: "close long", price: `${52_000 + i}`, qty }),
    );
    bid(world, "49900", "0.0002");
    const market11 = world.send({ by: "alice", do: "close long", qty: "0.0011" });
    const limit1 = world.send({ by: "alice", do: "close long", qty: "0.0001", price: "53000" });
    world.batch();
    world.sent({ by: "alice", do: "close long", qty: "0.0005" });
    world.sound();
    const sizes = new Map(depthOf(world.state, perp.btcUsdt).asks);
    return {
      market11,
      limit1,
      closesAfter: ids.map((_, i) => [`o${i + 1}`, sizes.get(520_000 + 10 * i) ?? 0]),
      canceled: world
        .endings()
        .filter(([, ended, why]) => ended === status.canceled && why === cause.closeTrim)
        .map(([id]) => `o${ids.indexOf(id) + 1}`),
      filled: 10 - lots(world),
      posAfter: lots(world),
    };
  });
  vector("V165", () => {
    const world = new PerpWorld(rich);
    const id = world.sent({ by: "alice", do: "open short", price: "49900", qty: "1" });
    world.sent({ by: "carol", do: "open short", price: "49900", qty: "0.1" });
    world.mark("52000");
    world.wait(61);
    world.mark("53500");
    const { expected } = vectorOf("V165");
    const at = (price: string): number => world.send({ by: "bob", do: "open short", price, qty: "0.01", tif: "GTC" });
    const lowest = Number(expected["lowestSellTicks"]);
    assure(at(`${(lowest - 1) / 10}`) === 21006 && at(`${lowest / 10}`) === 200);
    const answers = {
      lowestSellTicks: lowest,
      newOrder: world.send({ by: "alice", do: "open short", price: "49900", qty: "1" }),
      to5000: world.amend("alice", id, { qty: "0.5" }),
      to6000: world.amend("alice", id, { qty: "0.6" }),
      to1: world.amend("alice", id, { qty: "0.0001" }),
      valueOf1: 499_000 * 1_000,
    };
    world.batch();
    world.sent({ by: "dave", do: "open long", price: "50900", qty: "0.001" });
    world.sound();
    return { ...answers, firstInQueue: world.endings()[0]?.[0] === id };
  });
});

describe("fill or kill", () => {
  vector("V167", () => {
    const names = ["bob", "carol", "dave", "erin", "frank"] as const;
    const tried = (qty: string): number => {
      const world = new PerpWorld(Object.fromEntries([...names, "alice"].map((name) => [name, money])));
      world.reconfigure(perp.btcUsdt, { maxOpenOrders: 300 });
      for (let i = 0; i < 1_001; i += 1)
        world.sent({ by: names[i % names.length]!, do: "open short", price: "50000", qty: "0.0001" });
      const code = world.send({ by: "alice", do: "open long", price: "50000", qty, tif: "FOK" });
      expect([lots(world), world.perpBook().asks]).toEqual(
        code === 200 ? [1_000, ["50000 × 0.0001"]] : [0, ["50000 × 0.1001"]],
      );
      world.sound();
      return code;
    };
    return { fok1000: tried("0.1"), fok1001: tried("0.1001") };
  });
});
