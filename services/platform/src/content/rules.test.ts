import { expect, test } from "vitest";
import {
  compareVersions,
  isRegionDenied,
  subjectOf,
  variantOf,
  versionWordOf,
  whitelistOf,
  withoutSecrets,
  withReward,
} from "./rules.ts";

test("a country on the list is denied, one that is not is served, and an unknown one is what the operator says", () => {
  const denied = new Set(["US"]);
  expect(isRegionDenied("US", denied, "allowed")).toBe(true);
  expect(isRegionDenied("DE", denied, "denied")).toBe(false);
  expect(isRegionDenied(undefined, denied, "allowed")).toBe(false);
  expect(isRegionDenied(undefined, denied, "denied")).toBe(true);
});

test("what was decided about a user counts before what holds for his country, both ways", () => {
  const ofCountry = new Set(["koreanWhite"] as const);
  expect(whitelistOf("KR", {}, ofCountry)).toEqual({
    koreaIP: true,
    p2pWhite: false,
    kycWhite: false,
    koreanWhite: true,
  });
  const decided = whitelistOf("KR", { koreanWhite: false, p2pWhite: true }, ofCountry);
  expect(decided).toMatchObject({ koreaIP: true, koreanWhite: false, p2pWhite: true });
  expect(whitelistOf(undefined, {}, new Set()).koreaIP).toBe(false);
});

const trial = (name: string, weights: readonly number[]) => ({
  name,
  variants: weights.map((weight, i) => ({ name: "abcdef"[i]!, weight })),
});
const subjects = Array.from({ length: 4_000 }, (_, i) => subjectOf(i + 1, "")!);

test("a subject keeps its variant, and the variants share the subjects by their weights", () => {
  const third = trial("headline", [1, 2]);
  const first = subjects.map((subject) => variantOf(third, subject));
  expect(subjects.map((subject) => variantOf(third, subject))).toEqual(first);
  const share = first.filter((name) => name === "a").length / subjects.length;
  expect(share).toBeGreaterThan(0.3);
  expect(share).toBeLessThan(0.37);
  expect(variantOf(third, "user 1001")).toBe(variantOf(trial("headline", [1, 2]), "user 1001"));
});

test("being part of a variant in one trial says nothing about another trial", () => {
  const both = subjects.filter(
    (subject) => variantOf(trial("one", [1, 1]), subject) === "a" && variantOf(trial("two", [1, 1]), subject) === "a",
  );
  expect(both.length / subjects.length).toBeGreaterThan(0.22);
  expect(both.length / subjects.length).toBeLessThan(0.28);
});

test("a variant without weight gets nobody, and a subject that cannot be told apart gets the first", () => {
  expect(new Set(subjects.map((subject) => variantOf(trial("x", [0, 1, 0]), subject)))).toEqual(new Set(["b"]));
  expect(variantOf(trial("x", [0, 1]), undefined)).toBe("a");
  expect(variantOf(trial("x", [0, 0]), "user 1")).toBe("a");
});

test("a user is the same on all his devices; without one the device counts", () => {
  expect(subjectOf(7, "device-1")).toBe(subjectOf(7, "device-2"));
  expect(subjectOf(0, "device-1")).not.toBe(subjectOf(0, "device-2"));
  expect(subjectOf(0, "")).toBeUndefined();
});

test("versions are compared part by part as numbers", () => {
  expect(["1.10", "1.9.1", "1.9", "2", "1.9.0"].toSorted(compareVersions)).toEqual([
    "1.9",
    "1.9.0",
    "1.9.1",
    "1.10",
    "2",
  ]);
});

test("a version is told whether there is a newer one and whether it may still be used", () => {
  const newest = { versionName: "1.4.0", downUrl: "https://x/a.apk", usableFrom: "1.2" };
  expect(versionWordOf(newest, "0.0.0")).toEqual({
    versionName: "1.4.0",
    downUrl: "https://x/a.apk",
    isNewer: true,
    isRequired: true,
  });
  expect(versionWordOf(newest, "1.2.0")).toMatchObject({ isNewer: true, isRequired: false });
  expect(versionWordOf(newest, "1.4")).toMatchObject({ isNewer: false, isRequired: false });
});

test.each([
  ['{"symbol":"BTC/USDT","qty":"1"}', '{"symbol":"BTC/USDT","qty":"1"}'],
  ['{"newPassword":"a\\"b","x":1}', '{"newPassword":"","x":1}'],
  ['{"emailCode": 123456,"x":1}', '{"emailCode": "","x":1}'],
  ['{"x":{"refreshToken":"abc"}}', '{"x":{"refreshToken":""}}'],
  ['{"x":1,"loginPwd":"hunt', '{"x":1,"loginPwd":""'],
])("of %s is kept %s", (body, kept) => {
  expect(withoutSecrets(body)).toBe(kept);
});

test("[S2.47] the register bonus of a config is the reward of the campaign that runs, and nothing is advertised without one", () => {
  const body = {
    project: { name: "T", registerBonus: { amount: "10" } },
    switches: { registerBonus: true, vip: true },
  };
  expect(withReward(body, { amount: "25" })).toEqual({
    ...body,
    project: { name: "T", registerBonus: { amount: "25" } },
  });
  expect(withReward(body, null)).toEqual({ ...body, switches: { registerBonus: false, vip: true } });
});
