import fc from "fast-check";
import { expect, test } from "vitest";
import { perp, PerpWorld } from "../../../sim/index.ts";
import { checkAll } from "../../check/invariants.ts";

const one = 100_000_000n;
const act = fc.oneof(
  fc.record({
    type: fc.constant("grant" as const),
    kind: fc.constantFrom(0, 1),
    amount: fc.bigInt({ min: 1n, max: 500n * one }),
    ratio: fc.integer({ min: 1, max: 100_000_000 }),
    seconds: fc.integer({ min: 1, max: 600 }),
  }),
  fc.record({ type: fc.constant("meet" as const), isLong: fc.boolean(), lots: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ type: fc.constant("rest" as const), lots: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ type: fc.constant("mark" as const), price: fc.integer({ min: 48_000, max: 52_000 }) }),
  fc.record({ type: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 30 }) }),
);
const qty = (lots: number): string => (lots / 10_000).toFixed(4);

test("[C.2 R-14.1] in the engine, whatever an account holds: a grant does not raise what can be withdrawn, and leaves cash as it is", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 15 }), (acts) => {
      const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["100000 USDT"] });
      expect(world.campaign(1, "100000")).toBe(200);
      // An account has margin from its first order on.
      world.sent({ by: "alice", do: "open long", qty: "0.001", price: "45000" });
      for (const [index, each] of acts.entries()) {
        if (each.type === "grant") {
          const before = world.account("alice");
          const { kind, amount, ratio } = each;
          const code = world.grant("alice", {
            id: index + 1,
            kind,
            amount,
            ratio,
            endsAt: world.at + each.seconds * 1_000,
          });
          const now = world.account("alice");
          expect(now.available.out).toBe(before.available.out);
          expect(now.cash).toBe(before.cash);
          if (code !== 200) expect([now.bonus, now.fundBonus]).toEqual([before.bonus, before.fundBonus]);
        }
        if (each.type === "meet") {
          const price = world.markOf(perp.btcUsdt);
          const [alice, bob] = each.isLong
            ? (["open long", "open short"] as const)
            : (["open short", "open long"] as const);
          world.send({ by: "bob", do: bob, qty: qty(each.lots), price });
          world.send({ by: "alice", do: alice, qty: qty(each.lots), price });
        }
        if (each.type === "rest") world.send({ by: "alice", do: "open long", qty: qty(each.lots), price: "47000" });
        if (each.type === "mark") world.drift(String(each.price));
        if (each.type === "wait") world.wait(each.seconds);
        const { grants, available, cash } = world.account("alice");
        for (const { id, remaining } of grants) {
          const from = acts[id - 1]!;
          expect(from.type === "grant" && remaining >= 0n && remaining <= from.amount).toBe(true);
        }
        // Never more than the account's own cash.
        expect(available.out <= (cash > 0n ? cash : 0n)).toBe(true);
      }
      expect(checkAll(world.state)).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 120_000);
