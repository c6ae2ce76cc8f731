import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

test("the name of the cookies has one default, and one that means something in a pattern or header stops the start", () => {
  expect(readSettings({}).COOKIE_NAME).toBe("tm");
  expect(readSettings({ COOKIE_NAME: "tm-simulated2" }).COOKIE_NAME).toBe("tm-simulated2");
  for (const name of ["TM", "2tm", "tm.*", "tm;x", "a b", "t".repeat(22)])
    expect(() => readSettings({ COOKIE_NAME: name })).toThrow("COOKIE_NAME must match");
});
