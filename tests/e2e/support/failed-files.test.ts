import { expect, test } from "vitest";
import { specOf } from "./failed-files.ts";

const at = (file: string) => ({ file });

test("a test that another file declares is repeated with the spec that holds it", () => {
  const spec = { type: "file", location: at("coupons.spec.ts") };
  const group = { type: "describe", location: at("looks.ts"), parent: spec };
  expect(specOf({ location: at("looks.ts"), parent: spec })).toBe("coupons.spec.ts");
  expect(specOf({ location: at("looks.ts"), parent: group })).toBe("coupons.spec.ts");
});
