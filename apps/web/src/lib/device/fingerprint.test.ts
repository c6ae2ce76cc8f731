import { expect, test, vi } from "vitest";
import {
  fingerprintAgeMaxMs,
  fingerprintNow,
  isFingerprintOld,
  isFingerprintToken,
  renewFingerprint,
  visitorByScript,
} from "./fingerprint.ts";

const visitor = async () => "0".repeat(32);

test("[S5.22 S9.11] a token is accepted only with 40 characters on the web and 72 in the app", () => {
  expect([39, 40, 41, 72].map((length) => isFingerprintToken("web", "a".repeat(length)))).toEqual([
    false,
    true,
    false,
    false,
  ]);
  expect([40, 71, 72].map((length) => isFingerprintToken("app", "a".repeat(length)))).toEqual([false, false, true]);
});

test("[S3.24 S7.71 S9.10] a token is renewed after four hours and not before; a bad one changes nothing", async () => {
  const issue = vi.fn(async (): Promise<string | undefined> => "a".repeat(40));
  await renewFingerprint(1_000_000, issue, visitor);
  expect(fingerprintNow()).toBe("a".repeat(40));
  await renewFingerprint(1_000_000 + fingerprintAgeMaxMs, issue, visitor);
  expect(issue).toHaveBeenCalledTimes(1);
  const later = 1_000_001 + fingerprintAgeMaxMs;
  await renewFingerprint(later, async () => "short", visitor);
  expect([fingerprintNow(), isFingerprintOld(later)]).toEqual(["a".repeat(40), true]);
  await renewFingerprint(later, async () => "b".repeat(40), visitor);
  expect([fingerprintNow(), isFingerprintOld(later), fingerprintAgeMaxMs]).toEqual(["b".repeat(40), false, 14_400_000]);
});

test("[S7.70] a configured provider's script names the device, whatever form its ids have", async () => {
  const asked: string[] = [];
  const provider = (visitorId: string) => async (url: string) => {
    asked.push(url);
    return { load: async () => ({ get: async () => ({ visitorId }) }) };
  };
  const script = "https://fp.example/v3/key";
  const own = await visitorByScript(script, provider("pYV3Ab1Tq9sLxKc0Zz7R"));
  expect(own).toMatch(/^[0-9a-f]{32}$/);
  expect(await visitorByScript(script, provider("pYV3Ab1Tq9sLxKc0Zz7R"))).toBe(own);
  expect(await visitorByScript(script, provider("a".repeat(32)))).toBe("a".repeat(32));
  expect(asked).toEqual([script, script, script]);
});
