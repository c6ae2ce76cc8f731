import {
  ageOn,
  countryShape,
  isBirthDay,
  type PersonalData,
  personalTextLengths,
  verifiedAgeMin,
} from "@tidemark/contracts";

/** As it is typed: a country is undefined until one is chosen. */
export type PersonalDraft = Omit<PersonalData, "citizenship" | "country"> & {
  readonly citizenship: string | undefined;
  readonly country: string | undefined;
};

export const emptyDraft: PersonalDraft = {
  givenNames: "",
  familyName: "",
  birthDate: "",
  citizenship: undefined,
  street: "",
  postcode: "",
  city: "",
  country: undefined,
};

type FieldProblem = "missing" | "wrong" | "underAge";

const textFields = Object.keys(personalTextLengths) as (keyof typeof personalTextLengths)[];

/** What is wrong with each field; fields that are right are not in it. `today` as YYYY-MM-DD. */
export function problemsOf(
  draft: PersonalDraft,
  today: string,
): Readonly<Partial<Record<keyof PersonalDraft, FieldProblem>>> {
  const problems: Partial<Record<keyof PersonalDraft, FieldProblem>> = {};
  for (const name of textFields) {
    const [{ min, max }, { length }] = [personalTextLengths[name], draft[name].trim()];
    if (length < min) problems[name] = "missing";
    else if (length > max) problems[name] = "wrong";
  }
  for (const name of ["citizenship", "country"] as const)
    if (!countryShape.test(draft[name] ?? "")) problems[name] = "missing";
  const { birthDate } = draft;
  if (birthDate === "") problems.birthDate = "missing";
  else if (!isBirthDay(birthDate) || birthDate > today) problems.birthDate = "wrong";
  else if (ageOn(birthDate, today) < verifiedAgeMin) problems.birthDate = "underAge";
  return problems;
}

/** What the exchange is sent; only of a draft without problems. */
export function askOf(draft: PersonalDraft): PersonalData {
  const texts = Object.fromEntries(textFields.map((name) => [name, draft[name].trim()]));
  return { ...draft, ...texts } as PersonalData;
}
