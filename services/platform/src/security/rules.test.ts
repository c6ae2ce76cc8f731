import { permissions } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { inOrder, needsIps, untilAfterEdit, untilOf } from "./rules.ts";

const dayMs = 24 * 60 * 60_000;

test("permissions stand once and in one order", () => {
  expect(inOrder(["TRADE", "READ", "TRADE"], permissions)).toEqual(["READ", "TRADE"]);
});

test("a key that may withdraw needs addresses", () => {
  expect(needsIps({ permissions: ["READ", "WITHDRAW"], ips: [] })).toBe(true);
  expect(needsIps({ permissions: ["READ", "WITHDRAW"], ips: ["203.0.113.1"] })).toBe(false);
  expect(needsIps({ permissions: ["READ", "TRADE"], ips: [] })).toBe(false);
});

test("a key without addresses ends after 90 days at most, one with addresses when it was told to", () => {
  expect(untilOf(undefined, [], 1_000)).toBe(1_000 + 90 * dayMs);
  expect(untilOf(7, [], 0)).toBe(7 * dayMs);
  expect(untilOf(365, [], 0)).toBe(90 * dayMs);
  expect(untilOf(undefined, ["203.0.113.1"], 0)).toBeNull();
  expect(untilOf(365, ["203.0.113.1"], 0)).toBe(365 * dayMs);
});

test("taking the addresses away binds a key by time again; no edit lengthens its life", () => {
  expect(untilAfterEdit(null, [], 5 * dayMs)).toBe(95 * dayMs);
  expect(untilAfterEdit(10 * dayMs, [], 5 * dayMs)).toBe(10 * dayMs);
  expect(untilAfterEdit(10 * dayMs, ["203.0.113.1"], 5 * dayMs)).toBe(10 * dayMs);
});
