import { Note } from "@tidemark/kit-ui";
import { useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { picture as m } from "../kyc-messages.ts";
import { PictureSlot } from "../pictures/picture-slot.tsx";
import type { DocumentChoice, Pictures } from "../pictures/use-pictures.ts";
import { PhoneCode } from "./document-step.tsx";
import { Aside, StepFrame } from "./step-frame.tsx";

type SelfieStepProps = {
  pictures: Pictures;
  /** The document that the face is compared with. */
  document: DocumentChoice;
  isStored: boolean;
  onDone: () => void;
  onBack: () => void;
};

/** A picture of the user, to be compared with the document. */
export function SelfieStep({ pictures, document, isStored, onDone, onBack }: SelfieStepProps) {
  const t = useTexts();
  const [showsProblems, setShowsProblems] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const state = pictures.of("selfie");
  const isFresh = state.picture !== undefined && !isStored;
  async function send() {
    setShowsProblems(true);
    if (isPending || (!isStored && !pictures.isReady("selfie"))) return;
    if (!isFresh) return onDone();
    setIsPending(true);
    if (await pictures.send(["selfie"], document).finally(() => setIsPending(false))) onDone();
  }
  return (
    <StepFrame
      testId="kyc-selfie"
      isPending={isPending}
      onSubmit={() => void send()}
      onBack={onBack}
      aside={
        <>
          <Aside title={t(m.selfieTitle)}>{t(m.selfieWhy)}</Aside>
          <PhoneCode />
        </>
      }
    >
      <div className="grid max-w-105 gap-5">
        <Note>{t(m.selfieHow)}</Note>
        <PictureSlot
          part="selfie"
          label={t(m.selfie)}
          shape="face"
          state={state}
          isStored={isStored}
          isWrong={showsProblems && !isStored && state.picture === undefined}
          onFile={(file) => pictures.choose("selfie", file)}
          onAccept={(isAccepted) => pictures.accept("selfie", isAccepted)}
        />
      </div>
    </StepFrame>
  );
}
