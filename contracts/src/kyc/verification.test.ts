import { expect, test } from "vitest";
import { personalData } from "./calls.ts";
import { ageOn, documentKinds, partsOf, partsToRepeat, refusalReasons } from "./verification-parts.ts";
import { kycStatusOf, verificationAfter, verificationStates, type VerificationStep } from "./verification-states.ts";

const steps: readonly VerificationStep[] = ["submit", "check", "approve", "refuse", "revoke"];

test("[S1.82] every step of a verification is one of the table, and no other is possible", () => {
  const table = verificationStates.flatMap((state) =>
    steps.flatMap((step) => {
      const after = verificationAfter(state, step);
      return after === undefined ? [] : [`${state} ${step} ${after}`];
    }),
  );
  expect(table).toEqual([
    "DRAFT submit CHECKING",
    "CHECKING check IN_REVIEW",
    "IN_REVIEW approve APPROVED",
    "IN_REVIEW refuse REFUSED",
    "REFUSED submit CHECKING",
    "APPROVED revoke DRAFT",
  ]);
});

test("[S3.15 S4.15 S4.16 S4.17 S4.18] the status follows the state; an account of a level is verified whatever its state", () => {
  const statuses = Object.fromEntries(verificationStates.map((state) => [state, kycStatusOf(state, 0)]));
  expect(statuses).toEqual({ DRAFT: -1, CHECKING: 1, IN_REVIEW: 10, REFUSED: 9, APPROVED: 10 });
  for (const state of verificationStates) expect([kycStatusOf(state, 1), kycStatusOf(state, 2)]).toEqual([2, 2]);
});

test("every reason asks for parts that its documents have, or is final", () => {
  for (const kind of documentKinds) expect(partsOf(kind)).toEqual(expect.arrayContaining(["data", "front", "selfie"]));
  expect(partsOf("passport")).not.toContain("back");
  expect(refusalReasons.filter((reason) => partsToRepeat(reason).length === 0)).toEqual(["UNDER_AGE"]);
});

test("an age is in whole years and counts from the birthday on", () => {
  expect(["2026-02-27", "2026-02-28", "2026-03-01"].map((day) => ageOn("2008-02-28", day))).toEqual([17, 18, 18]);
  expect([ageOn("2008-02-29", "2026-02-28"), ageOn("2008-02-29", "2026-03-01")]).toEqual([17, 18]);
});

test("personal data has a day of the calendar and countries by their code", () => {
  const data = {
    givenNames: "Maren",
    familyName: "Holt",
    birthDate: "1994-06-21",
    citizenship: "DE",
    street: "Hafenweg 12",
    postcode: "20457",
    city: "Hamburg",
    country: "DE",
  };
  const fits = (change: object): boolean => personalData.safeParse({ ...data, ...change }).success;
  expect(fits({})).toBe(true);
  expect([fits({ birthDate: "1994-02-30" }), fits({ birthDate: "21.06.1994" }), fits({ country: "Germany" })]).toEqual([
    false,
    false,
    false,
  ]);
  expect([fits({ givenNames: "  " }), fits({ postcode: "" }), fits({ extra: "1" })]).toEqual([false, true, false]);
});
