import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

test("development knows no regions and serves whom it does not know; production must say both", () => {
  expect(readSettings({})).toMatchObject({ REGION_DATABASE: "", REGION_UNKNOWN: "allowed" });
  const production = { TIDEMARK_MODE: "production", FINGERPRINT_SECRET: "s", ROBOT_CHECKS: "altcha" };
  expect(() => readSettings(production)).toThrow("REGION_UNKNOWN is not set");
  expect(() => readSettings({ ...production, REGION_UNKNOWN: "denied" })).toThrow("REGION_DATABASE is not set");
  expect(readSettings({ ...production, REGION_UNKNOWN: "denied", REGION_DATABASE: "/a.mmdb" }).REGION_UNKNOWN).toBe(
    "denied",
  );
});

test("production must have the keys of the robot checks that it accepts", () => {
  const production = {
    TIDEMARK_MODE: "production",
    FINGERPRINT_SECRET: "s",
    REGION_UNKNOWN: "denied",
    REGION_DATABASE: "/a.mmdb",
  };
  expect(() => readSettings(production)).toThrow("GEETEST_ID and GEETEST_KEY are not set");
  expect(() => readSettings({ ...production, ROBOT_CHECKS: "recaptcha" })).toThrow("RECAPTCHA_SECRET is not set");
});
