import { afterAll, beforeAll, expect, test } from "vitest";
import { dayText } from "../lib/format/number-text.ts";
import { bonusEndDay } from "./bonus-end.ts";

const zone = process.env.TZ;
beforeAll(() => {
  process.env.TZ = "America/New_York";
});
afterAll(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test("[U.25] bonus ends on the day of UTC that its coupon names, wherever its owner is", () => {
  const [first, last] = [Date.UTC(2026, 11, 1), Date.UTC(2026, 11, 8)];
  // Where the owner is, the day before has not ended.
  expect(dayText(new Date(first))).toBe("2026-11-30");
  const account = {
    figures: {
      grants: [
        { kind: "TRADING", endsAt: last },
        { kind: "TRADING", endsAt: first },
        { kind: "FUNDING", endsAt: last },
      ],
    },
  } as const;
  expect(bonusEndDay(account, "TRADING")).toBe("2026-12-01");
  expect(bonusEndDay(account, "FUNDING")).toBe("2026-12-08");
  expect(bonusEndDay({ figures: { grants: [{ kind: "TRADING", endsAt: 0 }] } }, "TRADING")).toBeUndefined();
  expect(bonusEndDay(undefined, "TRADING")).toBeUndefined();
});
