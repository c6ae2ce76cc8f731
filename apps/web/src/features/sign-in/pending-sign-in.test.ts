import { expect, test } from "vitest";
import { pendingOf } from "./pending-sign-in.ts";

test("a sign-in that needs more names its factors in the order in which they are asked", () => {
  expect(pendingOf({ ticket: "t", needs: "google,email" })).toEqual({
    ticket: "t",
    needs: ["email", "google"],
    isPasskeyEnough: false,
  });
});

test("one passkey does where the exchange says so, and where nothing else is bound", () => {
  expect(pendingOf({ ticket: "t", needs: "google", instead: "passkey" }).isPasskeyEnough).toBe(true);
  expect(pendingOf({ ticket: "t", needs: "passkey" })).toMatchObject({ needs: ["passkey"], isPasskeyEnough: true });
});

test("a factor that this page does not know is not shown as a field", () => {
  expect(pendingOf({ ticket: "t", needs: "telepathy" }).needs).toEqual([]);
});
