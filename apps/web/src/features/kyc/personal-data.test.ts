import { personalData } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { askOf, emptyDraft, type PersonalDraft, problemsOf } from "./personal-data.ts";

const today = "2026-11-18";
const maren: PersonalDraft = {
  givenNames: "Maren Elisabeth",
  familyName: "Holt",
  birthDate: "1994-06-21",
  citizenship: "DE",
  street: "Hafenweg 12",
  postcode: "",
  city: "Hamburg",
  country: "DE",
};

test("every field is needed but the postcode, which some countries do not have", () => {
  expect(problemsOf(maren, today)).toEqual({});
  expect(Object.keys(problemsOf(emptyDraft, today)).toSorted()).toEqual([
    "birthDate",
    "citizenship",
    "city",
    "country",
    "familyName",
    "givenNames",
    "street",
  ]);
});

test("a date has to be one of the calendar, and eighteen years ago", () => {
  const born = (birthDate: string) => problemsOf({ ...maren, birthDate }, today).birthDate;
  expect(["1994-02-30", "2027-01-01", "2008-11-19", "2008-11-18", ""].map(born)).toEqual([
    "wrong",
    "wrong",
    "underAge",
    undefined,
    "missing",
  ]);
});

test("what the form finds right the exchange takes, and the other way round", () => {
  const changes: Partial<PersonalDraft>[] = [
    {},
    { givenNames: "x".repeat(80) },
    { givenNames: "x".repeat(81) },
    { street: " " },
    { postcode: "1".repeat(17) },
    { city: "" },
    { country: "Germany" },
    { citizenship: undefined },
    { birthDate: "1994-02-30" },
    { birthDate: "1894-02-20" },
  ];
  for (const change of changes) {
    const draft = { ...maren, ...change };
    const isRight = Object.keys(problemsOf(draft, today)).length === 0;
    expect([change, personalData.safeParse(askOf(draft)).success]).toEqual([change, isRight]);
  }
});

test("blanks around a name are not sent", () => {
  expect(askOf({ ...maren, givenNames: "  Maren " }).givenNames).toBe("Maren");
  expect(problemsOf({ ...maren, city: "   " }, today)).toEqual({ city: "missing" });
});
