import { type DocumentKind, documentKinds, type PicturePart } from "@tidemark/contracts";
import { ComboBox, Disclosure, Qr, Segmented } from "@tidemark/kit-ui";
import { useMemo, useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { countriesNow } from "../countries.ts";
import { data, picture as m } from "../kyc-messages.ts";
import { PictureSlot } from "../pictures/picture-slot.tsx";
import type { DocumentChoice, Pictures } from "../pictures/use-pictures.ts";
import { sidesOf } from "../verification-steps.ts";
import { Aside, StepFrame } from "./step-frame.tsx";

const kindTexts = {
  identityCard: m.identityCard,
  passport: m.passport,
  drivingLicence: m.drivingLicence,
} as const satisfies Record<DocumentKind, unknown>;

/** The address of this page as a code, for who sits at a computer without a camera. */
export function PhoneCode() {
  const t = useTexts();
  return (
    <div className="max-w768:hidden">
      <Disclosure title={t(m.noCamera)}>
        <div className="grid gap-3">
          <p>{t(m.phone)}</p>
          <Qr value={location.href} label={t(m.phoneCode)} sizePx={136} />
        </div>
      </Disclosure>
    </div>
  );
}

type DocumentStepProps = {
  pictures: Pictures;
  documentKind: DocumentKind;
  documentCountry: string | undefined;
  onKind: (kind: DocumentKind) => void;
  onCountry: (country: string) => void;
  /** Whether this side of this document has arrived. */
  isStored: (part: PicturePart) => boolean;
  onDone: () => void;
  onBack: () => void;
};

/** The document: what it is, who issued it, and its sides. */
export function DocumentStep(props: DocumentStepProps) {
  const { pictures, documentKind, documentCountry, onKind, onCountry, isStored, onDone, onBack } = props;
  const t = useTexts();
  const countries = useMemo(() => countriesNow(), []);
  const [showsProblems, setShowsProblems] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const sides = sidesOf(documentKind);
  /** Chosen in this sitting and not sent yet. */
  const fresh = sides.filter((part) => pictures.of(part).picture !== undefined && !isStored(part));
  const isOpen = (part: PicturePart): boolean => !isStored(part) && !pictures.isReady(part);
  async function send() {
    setShowsProblems(true);
    if (documentCountry === undefined || sides.some(isOpen) || isPending) return;
    setIsPending(true);
    const document: DocumentChoice = { documentKind, documentCountry };
    const isDone = await pictures.send(fresh, document).finally(() => setIsPending(false));
    if (isDone) onDone();
  }
  const labelOf = (part: PicturePart): string =>
    t(part === "back" ? m.back : documentKind === "passport" ? m.photoPage : m.front);
  return (
    <StepFrame
      testId="kyc-document"
      isPending={isPending}
      onSubmit={() => void send()}
      onBack={onBack}
      aside={
        <>
          <Aside title={t(m.hereTitle)}>{t(m.here)}</Aside>
          <PhoneCode />
        </>
      }
    >
      <div className="grid max-w-160 gap-5">
        <Segmented
          label={t(m.kind)}
          size="switch"
          className="justify-self-start max-w-full flex-wrap"
          items={documentKinds.map((id) => ({ id, label: t(kindTexts[id]), testId: `kyc-kind-${id}` }))}
          selected={documentKind}
          onSelect={onKind}
        />
        <ComboBox
          size="form"
          className="w768:max-w-80"
          label={t(m.issuedBy)}
          items={countries}
          selected={documentCountry}
          onSelect={onCountry}
          placeholder={t(data.choose)}
          searchLabel={t(data.search)}
          emptyLabel={t(data.nothingFound)}
          problem={showsProblems && documentCountry === undefined ? t(m.countryNeeded) : undefined}
          testId="kyc-document-country"
        />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 w768:grid-cols-2 w768:gap-4">
          {sides.map((part) => (
            <PictureSlot
              key={part}
              part={part}
              label={labelOf(part)}
              shape="card"
              state={pictures.of(part)}
              isStored={isStored(part)}
              isWrong={showsProblems && isOpen(part) && pictures.of(part).picture === undefined}
              onFile={(file) => pictures.choose(part, file)}
              onAccept={(isAccepted) => pictures.accept(part, isAccepted)}
            />
          ))}
        </div>
      </div>
    </StepFrame>
  );
}
