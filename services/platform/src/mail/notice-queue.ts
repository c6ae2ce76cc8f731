import { randomUUID } from "node:crypto";
import type { SecretBox } from "@tidemark/kit-node";
import type { Notices } from "../module/notices.ts";
import { notices } from "./store.ts";

const purpose = "notices";

/** The secret of a notice, for its sender; undefined where it was sealed for another notice. */
export const openSecret = (box: SecretBox, id: string, sealed: Uint8Array): string | undefined =>
  box.open(purpose, id, sealed);

function sealed(box: SecretBox | undefined, id: string, secret: string): Buffer {
  if (box === undefined) throw new Error("a notice with a secret needs the key that seals it");
  return box.seal(purpose, id, secret);
}

/** Without a box only notices without secrets are taken. */
export const noticeQueue = (box: SecretBox | undefined): Notices => ({
  async enqueue(tx, notice, at) {
    const id = randomUUID();
    const secret = notice.secret === undefined ? null : sealed(box, id, notice.secret);
    await notices.add(tx, { id, notice, sealed: secret, at });
  },
});
