import type { Suite } from "@playwright/test/reporter";
import { expect, test } from "vitest";
import { specOf } from "./failed-files.ts";

const at = (file: string) => ({ file, line: 1, column: 1 });

test("a test that another file declares is repeated with the spec that holds it", () => {
  const spec = { type: "file", location: at("coupons.spec.ts"), parent: undefined } as Suite;
  const group = { type: "describe", location: at("looks.ts"), parent: spec } as Suite;
  expect(specOf({ location: at("looks.ts"), parent: spec })).toBe("coupons.spec.ts");
  expect(specOf({ location: at("looks.ts"), parent: group })).toBe("coupons.spec.ts");
});
