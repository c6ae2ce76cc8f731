import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

test("development knows no regions and serves whom it does not know; production must say both", () => {
  expect(readSettings({})).toMatchObject({ REGION_DATABASE: "", REGION_UNKNOWN: "allowed" });
  const production = { TIDEMARK_MODE: "production", FINGERPRINT_SECRET: "s" };
  expect(() => readSettings(production)).toThrow("REGION_UNKNOWN is not set");
  expect(() => readSettings({ ...production, REGION_UNKNOWN: "denied" })).toThrow("REGION_DATABASE is not set");
  expect(readSettings({ ...production, REGION_UNKNOWN: "denied", REGION_DATABASE: "/a.mmdb" }).REGION_UNKNOWN).toBe(
    "denied",
  );
});
