import type { PersonalData, PicturePart, VerificationCase } from "@tidemark/contracts";
import { act } from "../../lib/act.ts";
import { RefusedError } from "../../lib/client.ts";

/** What a reviewer has opened: the typed data, and addresses of pictures within this page; undefined where a part is gone. */
export type OpenedCase = {
  readonly data: PersonalData | undefined;
  readonly pictures: readonly { readonly part: PicturePart; readonly url: string | undefined }[];
};

/** Undefined where it is not there any more: retention may have deleted it. */
async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RefusedError && error.problem.refusal === "NOT_FOUND") return undefined;
    throw error;
  }
}

async function readPicture(uid: number, part: PicturePart, reason: string): Promise<string> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from: number | null = 0; from !== null;) {
    const { bytes, next }: { bytes: string; next: number | null } = await act("viewPicture", {
      uid,
      part,
      reason,
      from,
    });
    pieces.push(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
    from = next;
  }
  return URL.createObjectURL(new Blob(pieces, { type: "image/jpeg" }));
}

/** One after the other: the first may ask for the passkey. */
export async function readCase({ uid, pictures }: VerificationCase, reason: string): Promise<OpenedCase> {
  const data = await unlessGone(async () => (await act("viewPersonalData", { uid, reason })).data);
  const shown: { part: PicturePart; url: string | undefined }[] = [];
  for (const part of pictures) shown.push({ part, url: await unlessGone(() => readPicture(uid, part, reason)) });
  return { data, pictures: shown };
}

/** The pictures leave the page's memory. */
export const closeCase = (opened: OpenedCase): void =>
  opened.pictures.forEach(({ url }) => url !== undefined && URL.revokeObjectURL(url));
