import type { DocumentKind, PicturePart, VerificationPart } from "@tidemark/contracts";
import { StepLine } from "@tidemark/kit-ui";
import { useEffect, useRef, useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Verification } from "../../../session/verification.ts";
import { m, steps as stepTexts } from "../kyc-messages.ts";
import { emptyDraft, type PersonalDraft } from "../personal-data.ts";
import { type DocumentChoice, usePictures } from "../pictures/use-pictures.ts";
import {
  firstOpenStep,
  type FormStep,
  formSteps,
  missingParts,
  sidesOf,
  stepAfter,
  stepBefore,
} from "../verification-steps.ts";
import { DataStep } from "./data-step.tsx";
import { DocumentStep } from "./document-step.tsx";
import { SelfieStep } from "./selfie-step.tsx";
import { SubmitStep } from "./submit-step.tsx";

type VerificationFormProps = {
  row: Verification;
  /** Where it begins; without it at the first step that something is missing for. */
  beginsAt?: FormStep | undefined;
};

/** Pictures from before documents had a country belong to none that can be named: the document is asked for again. */
function firstStep({ kept, documentKind, documentCountry }: Verification, wanted: FormStep | undefined): FormStep {
  if (documentCountry !== null) return wanted ?? firstOpenStep(kept, documentKind);
  const first = firstOpenStep(
    kept.filter((part) => part === "data"),
    documentKind,
  );
  return wanted === "data" ? wanted : first;
}

/** The four steps. What has arrived before is not asked again, and what was typed stays while going back and forth. */
export function VerificationForm({ row, beginsAt }: VerificationFormProps) {
  const t = useTexts();
  const [step, setStep] = useState<FormStep>(() => firstStep(row, beginsAt));
  const [draft, setDraft] = useState<PersonalDraft>(emptyDraft);
  const [isDataSent, setIsDataSent] = useState(false);
  const [kind, setKind] = useState<DocumentKind>(row.documentKind ?? "identityCard");
  const [country, setCountry] = useState<string | undefined>(row.documentCountry ?? undefined);
  const pictures = usePictures();
  const head = useRef<HTMLDivElement>(null);

  // A passport of Japan is mostly that of a citizen of Japan.
  const documentCountry = country ?? draft.citizenship;
  const document: DocumentChoice | undefined =
    documentCountry === undefined ? undefined : { documentKind: kind, documentCountry };
  const isSameDocument = kind === row.documentKind && documentCountry === row.documentCountry;
  const isStored = (part: PicturePart): boolean => {
    // A picture that was chosen since is to be sent.
    if (pictures.of(part).picture !== undefined) return pictures.isSent(part, document);
    return row.kept.includes(part) && (part === "selfie" || isSameDocument);
  };
  const kept: VerificationPart[] = [
    ...(isDataSent || row.kept.includes("data") ? (["data"] as const) : []),
    ...[...sidesOf(kind), "selfie" as const].filter(isStored),
  ];
  const missing = missingParts(kept, kind);

  /** The parts of a step that has just been done are not in `kept` of this render yet. */
  const toNext = (done: readonly VerificationPart[]) => setStep(stepAfter(step, [...kept, ...done], kind));
  const back = stepBefore(step);
  const goBack = () => {
    if (back !== undefined) setStep(back);
  };
  useEffect(() => {
    head.current?.scrollIntoView({ block: "nearest" });
  }, [step]);

  const isDone = (one: FormStep): boolean =>
    one === "data"
      ? !missing.includes("data")
      : one === "document"
        ? !missing.includes("front") && !missing.includes("back")
        : one === "selfie" && !missing.includes("selfie");
  return (
    <>
      <div ref={head} className="flex scroll-mt-24 flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h1 className="text-28 leading-9 font-semibold tracking-[-0.025em] max-w768:text-20">{t(m.title)}</h1>
        <StepLine
          label={t(m.title)}
          current={step}
          steps={formSteps.map((id) => ({ id, label: t(stepTexts[id]), isDone: isDone(id) }))}
        />
      </div>
      {step === "data" && (
        <DataStep
          draft={draft}
          onDraft={setDraft}
          isStored={row.kept.includes("data") && !isDataSent}
          onDone={() => {
            setIsDataSent(true);
            toNext(["data"]);
          }}
          onKeep={() => toNext(["data"])}
        />
      )}
      {step === "document" && (
        <DocumentStep
          pictures={pictures}
          documentKind={kind}
          documentCountry={documentCountry}
          onKind={setKind}
          onCountry={setCountry}
          isStored={isStored}
          onDone={() => toNext(sidesOf(kind))}
          onBack={goBack}
        />
      )}
      {step === "selfie" && document !== undefined && (
        <SelfieStep
          pictures={pictures}
          document={document}
          isStored={isStored("selfie")}
          onDone={() => toNext(["selfie"])}
          onBack={goBack}
        />
      )}
      {step === "submit" && document !== undefined && (
        <SubmitStep
          draft={isDataSent ? draft : undefined}
          document={document}
          pictures={pictures}
          onChange={setStep}
          onBack={goBack}
        />
      )}
    </>
  );
}
