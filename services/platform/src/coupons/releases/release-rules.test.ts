import { parseUnits } from "@tidemark/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { claimProblem, releaseOf } from "./release-rules.ts";

const units = (text: string): bigint => parseUnits(text)!;
const terms = {
  face: units("50"),
  options: { isStreamed: true, releaseRate: "0.00155", dailyCap: "10" },
};
const today = 20_000;

test("[C.26] each day's volume releases its part by the rate, at most the cap of a day, and all days at most the face", () => {
  const days = [
    { day: today - 2, counted: units("1000") },
    { day: today - 1, counted: units("20000") },
    { day: today, counted: units("2000") },
  ];
  expect(releaseOf(terms, days, 0n, today)).toMatchObject({
    released: units("14.65"),
    releasedToday: units("3.1"),
    claimable: units("14.65"),
  });
  // What a cap cut off one day does not come back on the next.
  const more = releaseOf(terms, days, units("11.55"), today + 1);
  expect([more.releasedToday, more.claimable]).toEqual([0n, units("3.1")]);
  const many = Array.from({ length: 7 }, (_, place) => ({ day: today - place, counted: units("100000") }));
  expect(releaseOf(terms, many, 0n, today)).toMatchObject({ released: units("50"), releasedToday: 0n });
  // Less than the smallest unit releases nothing.
  expect(releaseOf(terms, [{ day: today, counted: 1n }], 0n, today).released).toBe(0n);
});

test("[C.26] a claim without anything to pay says why: nothing released, the day's most, or a coupon that is over", () => {
  const coupon = { status: "PENDING", claimBy: 0, claimedAt: null } as const;
  const none = releaseOf(terms, [], 0n, today);
  expect(claimProblem(coupon, none)).toBe("NOTHING_RELEASED");
  const full = [{ day: today, counted: units("100000") }];
  expect(claimProblem(coupon, releaseOf(terms, full, 0n, today))).toBeUndefined();
  expect(claimProblem(coupon, releaseOf(terms, full, units("10"), today))).toBe("RELEASE_DAY_FULL");
  expect(claimProblem(coupon, releaseOf(terms, full, units("10"), today + 1))).toBe("NOTHING_RELEASED");
  for (const status of ["USED_OFF", "EXPIRED", "INVALID", "FAILED"] as const)
    expect(claimProblem({ ...coupon, status }, releaseOf(terms, full, 0n, today))).toBe("RELEASE_OVER");
  expect(claimProblem({ ...coupon, claimBy: 5 }, releaseOf(terms, full, 0n, today))).toBe("RELEASE_OVER");
});

test("[C.26] whenever claims are made, together they pay what the volume has released, and never more than the face", () => {
  const act = fc.oneof(
    fc.record({ counted: fc.bigInt(0n, units("20000")) }),
    fc.constant("claim" as const),
    fc.constant("midnight" as const),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const counted = new Map<number, bigint>();
      let [day, paid] = [today, 0n];
      const now = () =>
        releaseOf(
          terms,
          [...counted].map(([at, sum]) => ({ day: at, counted: sum })),
          paid,
          day,
        );
      for (const one of acts) {
        if (one === "midnight") day += 1;
        else if (one === "claim") paid += now().claimable;
        else counted.set(day, (counted.get(day) ?? 0n) + one.counted);
        const { released, releasedToday, claimable, dailyCap } = now();
        expect(paid + claimable).toBe(released);
        expect(released <= terms.face && releasedToday >= 0n && releasedToday <= dailyCap).toBe(true);
      }
    }),
  );
});
