import { noKey } from "@tidemark/contracts/journal";
import { parseUnits } from "@tidemark/money";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { asset, journaled, people, perp, PerpWorld, signed } from "../../sim/index.ts";
import { balanceOf } from "../read/questions.ts";
import { accountKey, bucket, bucketOfKey, product, system } from "./accounts.ts";

const usdt = asset.usdt;

/** Every account in USDT that is not empty, as the rule book writes it. */
function balances(world: PerpWorld): Record<string, string> {
  const accounts: [key: string, uid: number, product: number, which: number, sub?: number][] = [
    ["s:deposits:USDT", 0, 1, system.deposits],
    ["s:house:4:USDT", 0, 4, system.treasury],
    ["s:insurance:4:USDT", 0, 4, system.insurance],
    ["s:fees:4:USDT", 0, 4, system.fees],
    ["s:clearing:BTCUSDT-PERP", 0, 4, system.clearing, perp.btcUsdt],
    ["s:funding:BTCUSDT-PERP", 0, 4, system.funding, perp.btcUsdt],
    ["s:rounding:4:USDT", 0, 4, system.rounding],
    ...(["A", "B"] as const).flatMap((name): [string, number, number, number, number?][] => {
      const uid = name === "A" ? people.alice : people.bob;
      return [
        [`u:${name}:1:USDT:avail`, uid, 1, bucket.avail],
        [`u:${name}:4:USDT:cash`, uid, 4, bucket.cash],
        [`u:${name}:4:USDT:hold`, uid, 4, bucket.hold],
        [`u:${name}:4:USDT:bonus`, uid, 4, bucket.bonus],
        [`u:${name}:4:USDT:iso:BTCUSDT-PERP:LONG`, uid, 4, bucket.iso, perp.btcUsdt],
      ];
    }),
  ];
  const found = accounts.map(([key, uid, of, which, sub = 0]) => [
    key,
    balanceOf(world.state, uid, of, usdt, which, sub),
  ]);
  return Object.fromEntries(found.filter(([, amount]) => amount !== 0n).map(([key, amount]) => [key, `${amount}`]));
}

type Vector = { id: string; expected: { steps: { step: string; balances: Record<string, string> }[] } };
const { vectors } = JSON.parse(readFileSync(new URL("../../fixtures/vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};
const steps = vectors.find(({ id }) => id === "V098")!.expected.steps;

const transfer = (world: PerpWorld, uid: number, amount: string): number =>
  world.do(
    journaled({
      type: "transfer",
      uid,
      key: noKey,
      fromProduct: 1,
      fromSub: 0,
      toProduct: 4,
      toSub: 0,
      asset: usdt,
      amount: parseUnits(amount)!,
    }),
  );

/** A world whose only USDT are those of V098: what the small exchange was opened with is taken out again. */
function bare(): PerpWorld {
  const world = new PerpWorld();
  const { ledger } = world.state;
  const of = (product: number, which: number): number => ledger.account(0, accountKey(product, 0, usdt, which));
  ledger.beginEntry(0, 0);
  for (const [product, which] of [
    [4, system.treasury],
    [4, system.insurance],
    [5, system.treasury],
    [5, system.lending],
  ] as const) {
    const amount = ledger.balance(of(product, which));
    ledger.lineBig(of(product, which), -amount);
    ledger.lineBig(of(1, system.deposits), amount);
  }
  ledger.endEntry();
  world.batch();
  return world;
}

test("[R-3.3 V098] end to end: every balance after every step", () => {
  const world = bare();
  const extra = 150_000_000_000_000n;
  const expectStep = (i: number, more = 0n): void => {
    const { step, balances: figures } = steps[i]!;
    const shifted = {
      ...figures,
      "s:deposits:USDT": `${BigInt(figures["s:deposits:USDT"]!) - more}`,
      "s:insurance:4:USDT": `${BigInt(figures["s:insurance:4:USDT"]!) + more}`,
    };
    expect([step, balances(world)]).toEqual([step, shifted]);
    world.sound();
  };
  const deposit = (uid: number): number =>
    world.do(
      world.wallet({ type: "credit_deposit", uid, asset: usdt, amount: 1_000_000_000_000n, reference: `x${uid}` }),
    );
  deposit(people.alice);
  deposit(people.bob);
  world.do(world.wallet({ type: "credit_treasury", asset: usdt, amount: 505_000_000_000n }));
  world.do(world.operator({ type: "move_treasury", product: 4, asset: usdt, amount: 505_000_000_000n }));
  world.do(world.operator({ type: "seed_fund", fund: 0, product: 4, asset: usdt, amount: 500_000_000_000n }));
  expectStep(0);

  for (const uid of [people.alice, people.bob]) expect(transfer(world, uid, "3000")).toBe(200);
  world.campaign(1, "50");
  world.grant("alice", { id: 1, amount: 5_000_000_000n, endsAt: world.at + 100 * 86_400_000 });
  expectStep(1);

  world.mode("alice", "isolated");
  world.leverage("alice", 25);
  const order = world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
  expectStep(2);

  // Alice takes: her order goes, bob's rests, and hers comes again; the reserve is the same.
  world.cancel("alice", order);
  world.sent({ by: "bob", do: "open short", price: "50000", qty: "1" });
  world.sent({ by: "alice", do: "open long", price: "50000", qty: "1" });
  expectStep(3);

  world.beforeFunding();
  world.batch(1_000);
  expectStep(4);

  // lets the fund keep at most a fifth of itself, so it gets 1,500,000 more that the rule book's figures do not show.
  world.do(world.wallet({ type: "credit_treasury", asset: usdt, amount: extra }));
  world.do(world.operator({ type: "move_treasury", product: 4, asset: usdt, amount: extra }));
  world.do(world.operator({ type: "seed_fund", fund: 0, product: 4, asset: usdt, amount: extra }));
  world.sent({ by: "bob", do: "close short", price: "47900", qty: "1" });
  world.feed(perp.btcUsdt, "48150");
  world.batch(1_000);
  expect(world.told("taken_over")).toMatchObject([{ uid: people.alice, qty: 10_000, valueLow: 4_800_500_000_000 }]);
  expectStep(5, extra);

  world.wait(90, { [perp.btcUsdt]: "48100" });
  expectStep(6, extra);
});

describe("postings of section 3.3", () => {
  /** The lines of this batch's entries: [uid, bucket, units]. */
  const lines = (world: PerpWorld): [number, number, number][] =>
    world.told("ledger_line").map(({ uid, account, delta }) => [uid, bucketOfKey(account), delta]);
  test("[R-14.7 V134] a transfer is one entry, both positions through transit, which is empty again", () => {
    const world = new PerpWorld({ alice: ["1 USDT"] });
    world.do(
      world.wallet({ type: "credit_deposit", uid: people.alice, asset: usdt, amount: 20_000_000_000n, reference: "x" }),
    );
    world.batch();
    expect(transfer(world, people.alice, "200")).toBe(200);
    expect(world.told("entry")).toHaveLength(1);
    expect(lines(world)).toEqual([
      [people.alice, bucket.avail, -20_000_000_000],
      [0, system.transit, 20_000_000_000],
      [0, system.transit, -20_000_000_000],
      [people.alice, bucket.cash, 20_000_000_000],
    ]);
    expect(world.system(system.transit, 0)).toBe("0");
    world.sound();
  });
  test("[3.2 V133] a reversed deposit takes what is there, the rest is a debt that later deposits repay first", () => {
    const world = new PerpWorld();
    const deposit = (amount: string): number =>
      world.do(
        world.wallet({
          type: "credit_deposit",
          uid: people.alice,
          asset: usdt,
          amount: parseUnits(amount)!,
          reference: world.reference(),
        }),
      );
    const wallet = (): string[] => [
      signed(balanceOf(world.state, people.alice, product.wallet, usdt, bucket.avail)),
      signed(balanceOf(world.state, people.alice, product.wallet, usdt, system.reorg)),
    ];
    deposit("100");
    transfer(world, people.alice, "70");
    expect(
      world.do(
        world.wallet({ type: "reverse_deposit", deposit: 1, uid: people.alice, asset: usdt, amount: 10_000_000_000n }),
      ),
    ).toBe(200);
    expect(wallet()).toEqual(["0", "-70"]);
    deposit("25");
    expect(wallet()).toEqual(["0", "-45"]);
    deposit("60");
    expect(wallet()).toEqual(["15", "0"]);
    world.sound();
  });
  test("[23001–23005] transfers that cannot be", () => {
    const world = new PerpWorld({ alice: ["100 USDT", "1 BTC"] });
    const wish = {
      type: "transfer",
      uid: people.alice,
      key: noKey,
      fromSub: 0,
      toSub: 0,
      asset: usdt,
      amount: 1n,
    } as const;
    const send = (change: object): number => world.do(journaled({ ...wish, fromProduct: 4, toProduct: 1, ...change }));
    expect(send({ toProduct: 4 })).toBe(23001);
    expect(send({ amount: 0n })).toBe(23003);
    expect(send({ amount: -1n })).toBe(23003);
    expect(send({ amount: 10_000_000_001n })).toBe(23004);
    expect(send({ asset: asset.btc })).toBe(23005);
    expect(send({ fromProduct: 3 })).toBe(23005);
    expect(send({ fromProduct: 1, toProduct: 5, toSub: 2 })).toBe(23005);
    expect(send({ fromProduct: 6 })).toBe(23005);
    const status = (of: number, to: number): number =>
      world.do(world.operator({ type: "set_account_status", uid: people.alice, product: of, status: to }));
    for (const [of, to, code] of [
      [4, 1, 23002],
      [4, 0, 23002],
      [4, 2, 200],
      [1, 2, 23002],
      [1, 1, 200],
    ] as const) {
      status(of, to);
      expect([of, to, send({})]).toEqual([of, to, code]);
      status(of, 3);
    }
    world.sound();
  });
});
