import { afterEach, expect, test, vi } from "vitest";
import { kycLabelOf, contactKindOf, nicknameReviewOf } from "./user.ts";

afterEach(() => vi.unstubAllGlobals());

/** A page in a browser that remembers this user. */
async function pageWith(user: object | null) {
  vi.resetModules();
  const kept = new Map([["spot.user", JSON.stringify({ version: 0, data: user })]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  return { ...(await import("./user.ts")), kept: () => JSON.parse(kept.get("spot.user")!) as { data: unknown } };
}

test("[S4.27] logged in is who the browser remembers with a userId", async () => {
  expect((await pageWith({ userId: "1001", loginId: "a@b.c" })).userNow()).toMatchObject({ userId: "1001" });
  expect((await pageWith({ userId: "", loginId: "a@b.c" })).userNow()).toBeNull();
  expect((await pageWith({ loginId: "a@b.c" })).userNow()).toBeNull();
  expect((await pageWith(null)).userNow()).toBeNull();
});

test("[S7.38] new facts are laid over the stored user; of nobody there is nothing to lay them over", async () => {
  const page = await pageWith({ userId: "1001", loginId: "a@b.c", vipTag: 1 });
  page.mergeUser({ vipTag: 3, currentNickName: "Alice" });
  expect(page.kept().data).toEqual({ userId: "1001", loginId: "a@b.c", vipTag: 3, currentNickName: "Alice" });
  const before = page.userNow();
  page.mergeUser({ vipTag: 3 });
  expect(page.userNow()).toBe(before);
  const guests = await pageWith(null);
  guests.mergeUser({ userId: "1001" });
  expect(guests.kept().data).toBeNull();
});

test("[S4.15 S4.16 S4.17 S4.18 S4.19] the KYC status is shown by its table; anything else is unverified", () => {
  expect([-1, 1, 10, 9, 2, 0, 77].map(kycLabelOf)).toEqual([
    "unverified",
    "pending",
    "pending",
    "failed",
    "verified",
    "unverified",
    "unverified",
  ]);
});

test("[S3.5] a login id with @ is an e-mail, any other a phone", () => {
  expect(["a@b.c", "13800138000"].map(contactKindOf)).toEqual(["email", "phone"]);
});

test("[S4.20 S4.22 S4.23] a nickname waits at 0, was rejected at 2, and else the current one is in use", () => {
  const at = (nickNameStatus: number, newNickName = "flow") => nicknameReviewOf({ nickNameStatus, newNickName });
  expect([at(0), at(2), at(1), at(7), at(0, "")]).toEqual(["waits", "rejected", "none", "none", "none"]);
});
