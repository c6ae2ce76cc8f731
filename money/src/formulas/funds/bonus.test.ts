import fc from "fast-check";
import { expect, test } from "vitest";
import { sum } from "../../../testing/vectors.ts";
import { availableOf, consumeCost, type CrossAccount, type Grant, transferOut } from "../../index.ts";

// Random histories of one cross account that receives bonus and bears costs, beside the same history without any bonus.
const most = 10n ** 14n;
const amount = fc.bigInt({ min: 1n, max: most });
const step = fc.oneof(
  fc.record({
    type: fc.constant("grant" as const),
    amount,
    ratio: fc.integer({ min: 1, max: 100_000_000 }),
    endMs: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({
    type: fc.constant("cost" as const),
    kind: fc.constantFrom("loss" as const, "fee" as const, "funding" as const),
    amount,
  }),
  fc.record({ type: fc.constant("profit" as const), amount }),
  // Positions and orders as they stand now; prices move them.
  fc.record({
    type: fc.constant("market" as const),
    uPnl: fc.bigInt({ min: -most, max: most }),
    initialMargin: fc.bigInt({ min: 0n, max: most }),
    orderMargin: fc.bigInt({ min: 0n, max: most }),
  }),
  fc.record({ type: fc.constant("end" as const), endMs: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ type: fc.constant("out" as const), amount }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Bound = Pick<CrossAccount, "uPnl" | "initialMargin" | "orderMargin">;
type Now = {
  readonly cash: bigint;
  /** Cash of the same history without bonus. */
  readonly plain: bigint;
  readonly grants: readonly Grant[];
  readonly faces: ReadonlyMap<number, bigint>;
  /** What grants have borne. */
  readonly borne: bigint;
  readonly bound: Bound;
};

const accountOf = ({ cash, grants, bound }: Now): CrossAccount => ({
  cash,
  bonus: sum(grants.map(({ remaining }) => remaining)),
  ...bound,
});
const outOf = (now: Now): bigint => availableOf(accountOf(now)).out;
const plainOutOf = ({ plain, bound }: Now): bigint => availableOf({ cash: plain, bonus: 0n, ...bound }).out;

function bear(now: Now, one: Extract<Step, { type: "cost" }>): Now {
  const { kind } = one;
  const { lines, cash, grants } = consumeCost({ kind, amount: one.amount }, now.cash, now.grants);
  expect(sum(lines.map((line) => line.amount))).toBe(one.amount);
  const fromGrants = sum(lines.filter(({ from }) => from === "grant").map((line) => line.amount));
  expect(now.cash - cash).toBe(one.amount - fromGrants);
  return { ...now, cash, plain: now.plain - one.amount, grants, borne: now.borne + fromGrants };
}

function after(now: Now, one: Step, id: number): Now {
  if (one.type === "cost") return bear(now, one);
  if (one.type === "profit") return { ...now, cash: now.cash + one.amount, plain: now.plain + one.amount };
  if (one.type === "market") {
    const { type: _type, ...bound } = one;
    return { ...now, bound };
  }
  if (one.type === "end") return { ...now, grants: now.grants.filter(({ endMs }) => endMs > one.endMs) };
  if (one.type === "grant") {
    const grant: Grant = { id, endMs: one.endMs, remaining: one.amount, ratio: one.ratio };
    return { ...now, grants: [...now.grants, grant], faces: new Map([...now.faces, [id, one.amount]]) };
  }
  const { isAllowed } = transferOut(accountOf(now), one.amount);
  return isAllowed ? { ...now, cash: now.cash - one.amount, plain: now.plain - one.amount, grants: [] } : now;
}

test("[C.2 C.13] over any history a grant keeps between nothing and its face, and what can be withdrawn never rises by it", () => {
  const start: Now = {
    cash: most,
    plain: most,
    grants: [],
    faces: new Map(),
    borne: 0n,
    bound: { uPnl: 0n, initialMargin: 0n, orderMargin: 0n },
  };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let now = start;
      for (const [id, one] of steps.entries()) {
        const before = outOf(now);
        const spared = now.borne;
        now = after(now, one, id);
        for (const grant of now.grants)
          expect(grant.remaining >= 0n && grant.remaining <= now.faces.get(grant.id)!).toBe(true);
        // Neither when it comes nor when it ends, and a cost that it bears lowers cash by less, never raises it.
        if (one.type === "grant" || one.type === "end") expect(outOf(now)).toBe(before);
        if (one.type === "cost") expect(outOf(now) <= before).toBe(true);
        if (one.type === "out") expect(now.borne).toBe(spared);
        // Beyond what it bore of costs, an account with bonus can withdraw no more than one without.
        expect(outOf(now) <= plainOutOf(now) + now.borne).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
});
