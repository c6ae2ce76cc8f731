import { expect, test } from "vitest";
import { passwordProblems } from "./password-problems.ts";

test("[S5.10] a password has 8 to 40 characters, a number, a special character and an uppercase letter", () => {
  const of = (password: string) => passwordProblems({ password, again: password });
  expect(of("Harbour-26")).toEqual({});
  const wrong = ["Har-b2", "harbour-26", "Harbour-xx", "Harbour026", `Aa1-${"x".repeat(37)}`];
  expect(wrong.map(of)).toEqual(wrong.map(() => ({ password: "format" })));
});

test("[S5.11] the second must be the first", () => {
  expect(passwordProblems({ password: "Harbour-26", again: "Harbour-27" })).toEqual({ again: "differ" });
});
