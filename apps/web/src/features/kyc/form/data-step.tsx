import { verifiedAgeMin } from "@tidemark/contracts";
import { Button, ComboBox, Note, TextField } from "@tidemark/kit-ui";
import { type HTMLInputAutoCompleteAttribute, useMemo, useState } from "react";
import { client } from "../../../lib/client/client.ts";
import { dayText } from "../../../lib/format/number-text.ts";
import { useSubmit } from "../../../lib/forms/use-submit.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { countriesNow } from "../countries.ts";
import { data as m } from "../kyc-messages.ts";
import { askOf, type PersonalDraft, problemsOf } from "../personal-data.ts";
import { Aside, StepFrame } from "./step-frame.tsx";

type Field = Exclude<keyof PersonalDraft, "citizenship" | "country">;
/** Browsers know them; the birthday is typed, because pickers begin with today. */
const completions = {
  givenNames: "given-name",
  familyName: "family-name",
  birthDate: "bday",
  street: "address-line1",
  postcode: "postal-code",
  city: "address-level2",
} as const satisfies Record<Field, HTMLInputAutoCompleteAttribute>;
const lengthMax = { givenNames: 80, familyName: 80, birthDate: 10, street: 120, postcode: 16, city: 80 } as const;

type DataStepProps = {
  draft: PersonalDraft;
  onDraft: (draft: PersonalDraft) => void;
  /** It has arrived before and may stay. */
  isStored: boolean;
  onDone: () => void;
  onKeep: () => void;
};

/** The data of the document, and where the user lives. */
export function DataStep({ draft, onDraft, isStored, onDone, onKeep }: DataStepProps) {
  const t = useTexts();
  const countries = useMemo(() => countriesNow(), []);
  const [today] = useState(() => dayText(new Date()));
  const problems = problemsOf(draft, today);
  const submission = useSubmit<object>({
    isWhole: Object.keys(problems).length === 0,
    beside: ["KYC_UNDER_AGE"],
    onDone,
  });
  const problemText = (name: keyof PersonalDraft): string | undefined => {
    const refused = name === "birthDate" ? submission.messageFor("KYC_UNDER_AGE") : undefined;
    if (refused !== undefined) return refused;
    const problem = submission.showsProblems ? problems[name] : undefined;
    if (problem === undefined) return undefined;
    if (problem === "underAge") return t(m.underAge, { years: verifiedAgeMin });
    return t(problem === "missing" ? m.missing : name === "birthDate" ? m.wrongDate : m.wrong);
  };
  const change = (name: keyof PersonalDraft, value: string) => {
    submission.clearProblem();
    onDraft({ ...draft, [name]: value });
  };
  const text = (name: Field) => (
    <TextField
      label={t(m[name])}
      value={draft[name]}
      onChange={(value) => change(name, value)}
      type={name === "birthDate" ? "date" : "text"}
      maxLength={lengthMax[name]}
      autoComplete={completions[name]}
      problem={problemText(name)}
      testId={`kyc-${name}`}
    />
  );
  const country = (name: "citizenship" | "country") => (
    <ComboBox
      size="form"
      label={t(m[name])}
      items={countries}
      selected={draft[name]}
      onSelect={(id) => change(name, id)}
      placeholder={t(m.choose)}
      searchLabel={t(m.search)}
      emptyLabel={t(m.nothingFound)}
      problem={problemText(name)}
      testId={`kyc-${name}`}
    />
  );
  const pair = "grid grid-cols-[minmax(0,1fr)] items-start gap-5 w768:grid-cols-2 w768:gap-3";
  return (
    <StepFrame
      testId="kyc-data"
      isPending={submission.isPending}
      onSubmit={() => void submission.submit(() => client.call("savePersonalData", askOf(draft)))}
      onBack={undefined}
      hasFocus
      aside={<Aside title={t(m.whoTitle)}>{t(m.who)}</Aside>}
    >
      <div className="grid max-w-130 gap-5">
        {isStored && (
          <Note tone="info">
            <p>{t(m.kept)}</p>
            <Button look="link" size="sm" className="px-0!" onPress={onKeep} data-testid="kyc-keep-data">
              {t(m.keep)}
            </Button>
          </Note>
        )}
        <div className={pair}>
          {text("givenNames")}
          {text("familyName")}
        </div>
        <div className={pair}>
          {text("birthDate")}
          {country("citizenship")}
        </div>
        {text("street")}
        <div className={pair}>
          {text("postcode")}
          {text("city")}
        </div>
        {country("country")}
        <Note>{t(m.asPrinted)}</Note>
      </div>
    </StepFrame>
  );
}
