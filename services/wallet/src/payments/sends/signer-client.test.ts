import { expect, test } from "vitest";
import { isUndecided } from "./signer-client.ts";

test("only a signer that could not decide is asked the same again", () => {
  expect(isUndecided("store_unavailable")).toBe(true);
  for (const reason of ["hour_cap_reached", "intent_expired", "nonce_unexpected", "approvals_missing"] as const)
    expect(isUndecided(reason)).toBe(false);
});
