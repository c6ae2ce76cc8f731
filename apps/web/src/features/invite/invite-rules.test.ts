import { expect, test } from "vitest";
import { inviteLink, shareText } from "./invite-rules.ts";

test("[S1.81] a link opens the form of a new account with the code in it, on the site of the inviter", () => {
  expect(inviteLink("https://www.tidemark.example", "", "TIDE4820")).toBe(
    "https://www.tidemark.example/auth/register/email?invite=TIDE4820",
  );
  expect(inviteLink("https://www.tidemark.example", "/kr", "TIDE4820")).toBe(
    "https://www.tidemark.example/kr/auth/register/email?invite=TIDE4820",
  );
});

test("[S1.11] a share of fees is written as a percentage, and as unknown until the exchange has answered", () => {
  expect(["0.2", "0.05", "0.025", "1"].map((share) => shareText({ share }))).toEqual(["20", "5", "2.5", "100"]);
  expect(shareText(undefined)).toBe("--");
});
