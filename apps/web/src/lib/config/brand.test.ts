import { expect, test } from "vitest";
import { brandRules } from "./brand.ts";

test("[D.1] a brand paints the tokens that it names, in each theme its own, and leaves the others alone", () => {
  expect(brandRules({ dark: { brand: "#ff8800", "on-brand": "#000000" }, light: { brand: "#aa5500" } })).toBe(
    ':root[data-theme="dark"]{--brand:#ff8800;--on-brand:#000000;}:root[data-theme="light"]{--brand:#aa5500;}',
  );
  expect(brandRules({ dark: {}, light: {} })).toBe("");
});
