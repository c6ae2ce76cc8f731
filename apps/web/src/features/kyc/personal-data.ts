import { ageOn, type PersonalData, personalData, verifiedAgeMin } from "@tidemark/contracts";

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

export type FieldProblem = "missing" | "wrong" | "underAge";

/** What is wrong with each field; fields that are right are not in it. `today` as YYYY-MM-DD. */
export function problemsOf(
  draft: PersonalDraft,
  today: string,
): Readonly<Partial<Record<keyof PersonalDraft, FieldProblem>>> {
  const problems: Partial<Record<keyof PersonalDraft, FieldProblem>> = {};
  for (const name of Object.keys(emptyDraft) as (keyof PersonalDraft)[]) {
    const value = draft[name] ?? "";
    if (personalData.shape[name].safeParse(value).success) continue;
    problems[name] = value.trim() === "" ? "missing" : "wrong";
  }
  if (problems.birthDate === undefined && ageOn(draft.birthDate, today) < verifiedAgeMin)
    problems.birthDate = draft.birthDate > today ? "wrong" : "underAge";
  return problems;
}

/** What the exchange is sent; only of a draft without problems. */
export const askOf = (draft: PersonalDraft): PersonalData => personalData.parse(draft);
