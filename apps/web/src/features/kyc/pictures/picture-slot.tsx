import { type PicturePart } from "@tidemark/contracts";
import { Button, Checkbox, classNames, Gauge, Tag } from "@tidemark/kit-ui";
import { Camera, Check, CircleAlert, ShieldCheck, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { picture as m } from "../kyc-messages.ts";
import { CameraDialog, hasCamera } from "./camera-dialog.tsx";
import { adviceOf, flawTags } from "./flaw-texts.ts";
import { type GuideShape, Placeholder } from "./guides.tsx";
import { isRefusable, type Picture } from "./prepare-picture.ts";

/** What the exchange reads; other files are refused by it. */
const accepted = "image/jpeg,image/png,image/webp";

export type SlotState = {
  readonly picture?: Picture | undefined;
  /** The file could not be read as a picture. */
  readonly isUnreadable?: boolean;
  readonly isLooking?: boolean;
  /** The user has looked at its flaws and found it readable. */
  readonly isAccepted?: boolean;
  /** From 0 to 1 while it is sent. */
  readonly share?: number | undefined;
  /** Why the exchange did not take it. */
  readonly problem?: string | undefined;
};

type PictureSlotProps = {
  part: PicturePart;
  label: string;
  shape: GuideShape;
  state: SlotState;
  /** It has arrived before. */
  isStored: boolean;
  /** Nothing was chosen, and something is needed. */
  isWrong: boolean;
  onFile: (file: Blob) => void;
  onAccept: (isAccepted: boolean) => void;
};

function StateTag({ state, isStored }: Pick<PictureSlotProps, "state" | "isStored">) {
  const t = useTexts();
  const { picture, share, isLooking = false } = state;
  if (share !== undefined) return <Tag tone="info">{t(m.sending, { percent: Math.round(share * 100) })}</Tag>;
  if (isLooking) return <Tag tone="info">{t(m.looking)}</Tag>;
  if (picture !== undefined)
    return picture.flaws.length === 0 ? (
      <Tag tone="brand" icon={<Check aria-hidden />}>
        {t(m.good)}
      </Tag>
    ) : (
      <Tag tone="warn" icon={<CircleAlert aria-hidden />}>
        {t(flawTags[picture.flaws[0]!])}
      </Tag>
    );
  return isStored ? (
    <Tag tone="brand" icon={<Check aria-hidden />}>
      {t(m.stored)}
    </Tag>
  ) : null;
}

/** What was measured, and what to do; a picture with flaws can be accepted by who has looked at it. */
function Findings({ part, state, isStored, isWrong, onAccept }: Omit<PictureSlotProps, "label" | "shape" | "onFile">) {
  const t = useTexts();
  const { picture, isUnreadable = false, isAccepted = false, problem } = state;
  const alert = problem ?? (isUnreadable ? t(m.unreadable) : isWrong ? t(m.needed) : undefined);
  if (alert !== undefined)
    return (
      <p role="alert" className="flex items-start gap-2 text-warn" data-testid={`kyc-problem-${part}`}>
        <CircleAlert aria-hidden size={16} className="mt-0.5 flex-none" />
        {alert}
      </p>
    );
  if (picture === undefined)
    return isStored ? <p className="text-muted">{t(m.storedWhy)}</p> : <p className="text-muted">{t(m.formats)}</p>;
  if (picture.flaws.length === 0)
    return (
      <p className="flex items-start gap-2" data-testid={`kyc-fine-${part}`}>
        <Check aria-hidden size={16} className="mt-0.5 flex-none text-brand" />
        {t(m.fine)}
      </p>
    );
  return (
    <div className="grid gap-2" data-testid={`kyc-flaws-${part}`}>
      {picture.flaws.map((flaw) => (
        <p key={flaw} className="flex items-start gap-2">
          <CircleAlert aria-hidden size={16} className="mt-0.5 flex-none text-warn" />
          {adviceOf(t, flaw, picture)}
        </p>
      ))}
      {!isRefusable(picture) && (
        <Checkbox checked={isAccepted} onChange={onAccept} testId={`kyc-anyway-${part}`}>
          {t(m.anyway)}
        </Checkbox>
      )}
    </div>
  );
}

/** One picture: by the camera, as a file or dropped; looked at here before it is sent. */
export function PictureSlot(props: PictureSlotProps) {
  const { part, label, shape, state, isStored, isWrong, onFile } = props;
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isShooting, setIsShooting] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const { picture, share } = state;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    <fieldset
      className="grid min-w-0 content-start gap-3 text-13"
      aria-label={label}
      data-testid={`kyc-slot-${part}`}
      data-problem={isWrong}
    >
      <div className="flex min-h-4.5 items-center justify-between gap-2">
        <span className="min-w-0 text-muted">{label}</span>
        <StateTag state={state} isStored={isStored} />
      </div>
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          "relative grid place-items-center overflow-hidden rounded-panel border bg-surface",
          shape === "face" ? "aspect-6/5" : "aspect-[1.586]",
          picture === undefined ? "border-dashed" : "border-solid",
          isOver ? "border-brand" : isWrong ? "border-warn" : "border-line-strong",
        )}
      >
        {picture !== undefined ? (
          <img src={picture.url} alt={label} className="absolute size-full object-contain" />
        ) : isStored ? (
          <ShieldCheck aria-hidden size={40} strokeWidth={1.25} className="text-brand" />
        ) : (
          <Placeholder shape={shape} />
        )}
      </div>
      {share !== undefined && (
        <Gauge label={label} share={share} valueText={t(m.sending, { percent: Math.round(share * 100) })} />
      )}
      <Findings {...props} />
      <div className="flex flex-wrap items-center gap-2">
        {hasCamera() && (
          <Button
            look="ghost"
            isDisabled={share !== undefined}
            onPress={() => setIsShooting(true)}
            aria-label={`${t(picture === undefined ? m.take : m.takeAgain)}: ${label}`}
            data-testid={`kyc-take-${part}`}
          >
            <Camera aria-hidden size={16} />
            {t(picture === undefined ? m.take : m.takeAgain)}
          </Button>
        )}
        <Button
          look={hasCamera() ? "quiet" : "ghost"}
          isDisabled={share !== undefined}
          onPress={() => input.current?.click()}
          aria-label={`${t(m.choose)}: ${label}`}
        >
          <Upload aria-hidden size={16} />
          {t(m.choose)}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accepted}
          tabIndex={-1}
          aria-hidden
          className="hidden"
          data-testid={`kyc-file-${part}`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again after it was changed.
            event.target.value = "";
            if (file !== undefined) onFile(file);
          }}
        />
      </div>
      {isShooting && <CameraDialog shape={shape} onPicture={onFile} onClose={() => setIsShooting(false)} />}
    </fieldset>
  );
}
