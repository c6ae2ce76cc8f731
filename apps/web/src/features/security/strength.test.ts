import { expect, test } from "vitest";
import type { SecuritySettings } from "../../session/security-settings.ts";
import { strengthOf } from "./strength.ts";

const bare: SecuritySettings = {
  email: "ma***@example.com",
  phone: "",
  hasPassword: true,
  passwordAt: 1,
  isEmailFactor: false,
  isSmsFactor: false,
  antiPhishing: "",
  hasAuthenticator: false,
  authenticatorAt: 0,
  passkeys: 0,
  hasGoogle: false,
  hasApple: false,
};
const whole: SecuritySettings = {
  ...bare,
  phone: "+49***417",
  antiPhishing: "grey heron",
  hasAuthenticator: true,
  passkeys: 1,
};

test("an account is weak until it has a second factor, whatever else it has", () => {
  expect(strengthOf(bare, true)).toEqual({ count: 1, level: "weak", next: "passkey" });
  expect(strengthOf({ ...whole, hasAuthenticator: false, passkeys: 0 }, true)).toMatchObject({
    count: 3,
    level: "weak",
  });
  expect(strengthOf({ ...bare, hasAuthenticator: true }, true)).toMatchObject({ count: 2, level: "fair" });
});

test("what is missing is advised in order, and nothing is advised that the browser cannot do", () => {
  expect(strengthOf({ ...bare, passkeys: 1 }, true).next).toBe("authenticator");
  expect(strengthOf(bare, false).next).toBe("authenticator");
  expect(strengthOf({ ...whole, passkeys: 0 }, true)).toEqual({ count: 4, level: "strong", next: "passkey" });
  expect(strengthOf({ ...whole, passkeys: 0 }, false).next).toBeUndefined();
  expect(strengthOf({ ...whole, hasPassword: false }, true).next).toBe("password");
});

test("an account that has everything needs no advice", () => {
  expect(strengthOf(whole, true)).toEqual({ count: 5, level: "whole", next: undefined });
});
