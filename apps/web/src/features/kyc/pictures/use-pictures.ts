import type { DocumentKind, PicturePart } from "@tidemark/contracts";
import { useCallback, useEffect, useRef, useState } from "react";
import { client } from "../../../lib/client/client.ts";
import { followUpload } from "../../../lib/client/upload.ts";
import type { SlotState } from "./picture-slot.tsx";
import { dropPicture, isRefusable, preparePicture } from "./prepare-picture.ts";

export type DocumentChoice = { readonly documentKind: DocumentKind; readonly documentCountry: string };
/** The document that a part was sent for: the sides of another one do not count. */
const nameOf = ({ documentKind, documentCountry }: DocumentChoice): string => `${documentKind} ${documentCountry}`;

export type Pictures = {
  readonly of: (part: PicturePart) => SlotState;
  readonly choose: (part: PicturePart, file: Blob) => void;
  readonly accept: (part: PicturePart, isAccepted: boolean) => void;
  /** Whether the part was sent in this sitting, for this document. */
  readonly isSent: (part: PicturePart, document: DocumentChoice | undefined) => boolean;
  /** Whether it can be sent: there is one, and its flaws were seen. */
  readonly isReady: (part: PicturePart) => boolean;
  /** Sends the parts side by side; whether all arrived. */
  readonly send: (parts: readonly PicturePart[], document: DocumentChoice) => Promise<boolean>;
};

/** The pictures of this sitting. They stay in this browser until they are sent, and leave its memory with the page. */
export function usePictures(): Pictures {
  const [slots, setSlots] = useState<Readonly<Partial<Record<PicturePart, SlotState>>>>({});
  const [sent, setSent] = useState<Readonly<Partial<Record<PicturePart, string>>>>({});
  const latest = useRef(slots);
  useEffect(() => {
    latest.current = slots;
  });
  useEffect(
    () => () => {
      for (const slot of Object.values(latest.current)) dropPicture(slot.picture);
    },
    [],
  );
  const change = useCallback(
    (part: PicturePart, to: SlotState) => setSlots((all) => ({ ...all, [part]: { ...all[part], ...to } })),
    [],
  );

  async function prepare(part: PicturePart, file: Blob): Promise<void> {
    change(part, { isLooking: true, isUnreadable: false, problem: undefined });
    const picture = await preparePicture(file, part);
    dropPicture(latest.current[part]?.picture);
    setSent(({ [part]: _replaced, ...others }) => others);
    setSlots((all) => ({ ...all, [part]: { picture, isUnreadable: picture === undefined } }));
  }

  async function sendOne(part: PicturePart, document: DocumentChoice): Promise<boolean> {
    const { picture } = latest.current[part] ?? {};
    if (picture === undefined) return false;
    change(part, { share: 0, problem: undefined });
    const end = followUpload(picture.file, (share) => change(part, { share }));
    const outcome = await client.call("uploadPicture", { part, ...document, file: picture.file }).finally(end);
    change(part, { share: undefined, problem: outcome.ok ? undefined : outcome.message });
    if (outcome.ok) setSent((all) => ({ ...all, [part]: nameOf(document) }));
    return outcome.ok;
  }

  const of = (part: PicturePart): SlotState => slots[part] ?? {};
  return {
    of,
    choose: (part, file) => void prepare(part, file),
    accept: (part, isAccepted) => change(part, { isAccepted }),
    isSent: (part, document) =>
      sent[part] !== undefined && (part === "selfie" || (document !== undefined && sent[part] === nameOf(document))),
    isReady(part) {
      const { picture, isAccepted = false, isLooking = false } = of(part);
      if (picture === undefined || isLooking) return false;
      return picture.flaws.length === 0 || (isAccepted && !isRefusable(picture));
    },
    send: async (parts, document) => (await Promise.all(parts.map((part) => sendOne(part, document)))).every(Boolean),
  };
}
