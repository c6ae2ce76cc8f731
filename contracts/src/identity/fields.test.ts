import { expect, test } from "vitest";
import { emailText, googleCodeText, loginIdText, passwordText, phoneText, userNameText } from "./fields.ts";

const wordsOf = (outcome: { error?: { issues: { message: string }[] } | undefined }): string | undefined =>
  outcome.error?.issues[0]?.message;

test("[S5.7 S5.16 S9.4] an e-mail address has at most 50 characters, one @ and a host, and is kept in small letters", () => {
  expect(emailText.parse("Alice@Example.COM")).toBe("alice@example.com");
  expect(emailText.safeParse(`${"a".repeat(38)}@example.com`).success).toBe(true);
  expect(wordsOf(emailText.safeParse(`${"a".repeat(39)}@example.com`))).toBe(
    "Email address must not exceed 50 characters.",
  );
  for (const text of [
    "",
    "a",
    "a@",
    "@b.c",
    "a@b",
    "a b@c.de",
    "a@b@c.de",
    "a@-b.de",
    "a@b..de",
    "<a@b.de>",
    "a@b.de\n",
  ])
    expect(wordsOf(emailText.safeParse(text))).toBe("Please input correct email address");
});

test("[S5.10 S9.6] a password has 8 to 40 characters with a number, a special character and an uppercase letter", () => {
  for (const text of ["Passw0rd!", "A1!aaaaa", `A1 ${"x".repeat(37)}`, "Ünï-1234", "Ab1€cdefg"])
    expect(passwordText.safeParse(text).success).toBe(true);
  for (const text of ["A1!aaaa", "Password!", "passw0rd!", "Passw0rd1", `A1!${"x".repeat(38)}`, ""])
    expect(wordsOf(passwordText.safeParse(text))).toBe("Password format error");
});

test("[S5.9 S5.15 S5.17] a login name is an e-mail address or a number without the country's code", () => {
  expect([loginIdText.parse("Bob@x.io"), loginIdText.parse("01012345678")]).toEqual(["bob@x.io", "01012345678"]);
  for (const text of ["bob", "bob@", "+821012345678", "", "12", "1".repeat(16)])
    expect(wordsOf(loginIdText.safeParse(text))).toBe("Please input a valid email address/cellphone number.");
  expect(wordsOf(phoneText.safeParse("12a4"))).toBe("Please input valid cellphone number");
});

test("[S5.8 S5.14 S9.5 S9.7] codes have exactly six digits, names 5 to 20 word characters", () => {
  expect(googleCodeText.safeParse("012345").success).toBe(true);
  for (const text of ["12345", "1234567", "12345a", " 123456", "１２３４５６"])
    expect(wordsOf(googleCodeText.safeParse(text))).toBe("Please enter 6-digit Google verification code");
  expect(userNameText.safeParse("abc_1").success).toBe(true);
  for (const text of ["abcd", "a".repeat(21), "ab-cd", "äbcde"])
    expect(userNameText.safeParse(text).success).toBe(false);
});
