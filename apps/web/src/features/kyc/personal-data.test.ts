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

test("blanks around a name are not sent", () => {
  expect(askOf({ ...maren, givenNames: "  Maren " }).givenNames).toBe("Maren");
  expect(problemsOf({ ...maren, city: "   " }, today)).toEqual({ city: "missing" });
});
