import type { PicturePart } from "@tidemark/contracts";
import { Button, Checkbox } from "@tidemark/kit-ui";
import { ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { client } from "../../../lib/client/client.ts";
import { countryName } from "../../../lib/i18n/country-name.ts";
import { useSubmit } from "../../../lib/forms/use-submit.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { data, m, picture, review as r, steps } from "../kyc-messages.ts";
import type { PersonalDraft } from "../personal-data.ts";
import type { DocumentChoice, Pictures } from "../pictures/use-pictures.ts";
import { type FormStep, sidesOf } from "../verification-steps.ts";
import { Aside, StepFrame } from "./step-frame.tsx";

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5 text-14">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-end break-words">{children}</dd>
    </div>
  );
}

function Part({ title, onChange, children }: { title: string; onChange: () => void; children: ReactNode }) {
  const t = useTexts();
  return (
    <section className="border-t border-line pt-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-14 font-semibold">{title}</h2>
        <Button look="quiet" size="sm" onPress={onChange} aria-label={`${t(r.change)}: ${title}`}>
          {t(r.change)}
        </Button>
      </div>
      {children}
    </section>
  );
}

/** A small copy of a picture of this sitting; of an earlier one only that it is there. */
function Thumb({ label, url }: { label: string; url: string | undefined }) {
  const t = useTexts();
  return (
    <figure className="grid content-start gap-1.5">
      <div className="grid aspect-[1.586] place-items-center overflow-hidden rounded-control border border-line-strong bg-surface">
        {url === undefined ? (
          <>
            <ShieldCheck aria-hidden size={24} strokeWidth={1.25} className="text-brand" />
            <span className="sr-only">{t(picture.stored)}</span>
          </>
        ) : (
          <img src={url} alt={label} className="size-full object-cover" />
        )}
      </div>
      <figcaption className="text-12 text-muted">{label}</figcaption>
    </figure>
  );
}

type SubmitStepProps = {
  /** What was typed in this sitting; undefined where it was typed before. */
  draft: PersonalDraft | undefined;
  document: DocumentChoice;
  pictures: Pictures;
  onChange: (step: FormStep) => void;
  onBack: () => void;
};

/** Everything once more, two promises, and the one button that sends it to review. */
export function SubmitStep({ draft, document, pictures, onChange, onBack }: SubmitStepProps) {
  const t = useTexts();
  const [isTrue, setIsTrue] = useState(false);
  const [isForMyself, setIsForMyself] = useState(false);
  const submission = useSubmit<object>({
    isWhole: isTrue && isForMyself,
    // The page shows the next state as soon as the exchange has it.
    onDone: () => undefined,
  });
  const { documentKind, documentCountry } = document;
  const labels: Readonly<Record<PicturePart, string>> = {
    front: t(documentKind === "passport" ? picture.photoPage : picture.front),
    back: t(picture.back),
    selfie: t(picture.selfie),
  };
  const wrong = submission.showsProblems;
  return (
    <StepFrame
      testId="kyc-submit"
      submitLabel={t(m.submit)}
      isPending={submission.isPending}
      onSubmit={() => void submission.submit(() => client.call("submitVerification", {}))}
      onBack={onBack}
      aside={<Aside title={t(r.nextTitle)}>{t(r.next)}</Aside>}
    >
      <div className="grid max-w-140 gap-5">
        <Part title={t(steps.data)} onChange={() => onChange("data")}>
          {draft === undefined ? (
            <p className="py-2.5 text-14 text-muted">{t(r.notShown)}</p>
          ) : (
            <dl className="divide-y divide-line">
              <Line name={t(r.name)}>
                <bdi>{`${draft.givenNames} ${draft.familyName}`}</bdi>
              </Line>
              <Line name={t(data.birthDate)}>
                <span className="num">{draft.birthDate}</span>
              </Line>
              <Line name={t(data.citizenship)}>{countryName(draft.citizenship ?? "")}</Line>
              <Line name={t(r.address)}>
                <bdi>{`${draft.street}, ${draft.postcode} ${draft.city}`}</bdi>, {countryName(draft.country ?? "")}
              </Line>
            </dl>
          )}
        </Part>
        <Part title={t(r.document)} onChange={() => onChange("document")}>
          <p className="py-2.5 text-14">
            {t(picture[documentKind])}, {countryName(documentCountry)}
          </p>
          <div className="grid grid-cols-3 gap-3">
            {[...sidesOf(documentKind), "selfie" as const].map((part) => (
              <Thumb key={part} label={labels[part]} url={pictures.of(part).picture?.url} />
            ))}
          </div>
        </Part>
        <div className="grid gap-3 border-t border-line pt-5 text-14">
          <Checkbox checked={isTrue} onChange={setIsTrue} isWrong={wrong && !isTrue} testId="kyc-true">
            {t(r.isTrue)}
          </Checkbox>
          <Checkbox
            checked={isForMyself}
            onChange={setIsForMyself}
            isWrong={wrong && !isForMyself}
            testId="kyc-for-myself"
          >
            {t(r.forMyself)}
          </Checkbox>
        </div>
      </div>
    </StepFrame>
  );
}
