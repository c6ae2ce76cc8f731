import { expect, test } from "vitest";
import { appConfig, menuEntry } from "./app-config.ts";
import { calls } from "../catalog.ts";

const line = { path: "/market/v2/depth", startedAt: 1, ms: 12, result: "success", code: 200, message: "" };
const fits = (lines: readonly object[]): boolean => calls.requestLog.ask.safeParse({ lines }).success;

test("a line of the request log has no query and, on private paths, no body; a batch has an end", () => {
  expect(fits([line])).toBe(true);
  expect(fits([{ ...line, path: "/market/v2/depth", body: "{}" }])).toBe(true);
  const privatePaths = ["/user", "/user/login", "/account/x", "/otc/order", "/activities/support/open"];
  for (const path of [...privatePaths, "/activities/notify/push/add"])
    expect([path, fits([{ ...line, path, body: "{}" }]), fits([{ ...line, path }])]).toEqual([path, false, true]);
  expect(fits([{ ...line, path: "/user/login?auth=1" }])).toBe(false);
  expect(fits([{ ...line, message: "x".repeat(301) }])).toBe(false);
  expect(fits(Array.from({ length: 51 }, () => line))).toBe(false);
  expect(fits([])).toBe(false);
});

test("the name of a config is no path", () => {
  for (const name of ["../secrets", "a/b", "A", "", "a.b", "-a"])
    expect(calls.configFile.ask.safeParse({ name }).success).toBe(false);
  expect(calls.configFile.ask.safeParse({ name: "web-main", v: "12" }).success).toBe(true);
});

test("a menu leads to pages and never runs a script; fields nobody knows are refused where configs are written", () => {
  expect(menuEntry.safeParse({ id: "a", path: "/markets" }).success).toBe(true);
  for (const path of ["javascript:alert(1)", "data:text/html,x", "//else.where", "markets"])
    expect(menuEntry.safeParse({ id: "a", path }).success).toBe(false);
  expect(menuEntry.safeParse({ id: "a", colour: "red" }).success).toBe(false);
  expect(menuEntry.safeParse({ id: "a", text: { de_DE: "ohne Englisch" } }).success).toBe(false);
  expect(appConfig.safeParse({}).success).toBe(false);
});
