import { expect, test } from "vitest";
import { couponKinds } from "./calls.ts";
import { couponOptionsOf } from "./option-defaults.ts";
import { couponOptions } from "./options.ts";

test("a page reads the options that a campaign leaves out as the services do", () => {
  for (const kind of couponKinds) expect(couponOptionsOf(kind, {})).toEqual(couponOptions[kind].parse({}));
  expect(couponOptionsOf("PROFIT_DOUBLE", { multiple: 3 }).multiple).toBe(3);
});
