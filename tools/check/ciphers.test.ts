import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { unauthenticatedCiphers } from "./ciphers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const planted = fileURLToPath(new URL("planted", import.meta.url));

test("[R.9] whatever is encrypted is encrypted so that a change is noticed: no source names another cipher", () => {
  expect(unauthenticatedCiphers(root)).toEqual([]);
});

test("a planted module that encrypts without authentication is reported", () => {
  expect(unauthenticatedCiphers(planted)).toEqual([
    "services/platform/src/greedy/keeps-secrets.ts: aes-256-cbc",
    "services/platform/src/greedy/keeps-secrets.ts: AES-CBC",
    "services/platform/src/greedy/keeps-secrets.ts: subtle.encrypt",
  ]);
});
