import { randomUUID } from "node:crypto";
import type { SecretBox } from "@tidemark/kit-node";
import type { Notices } from "../module/notices.ts";
import { notices } from "./store.ts";

const purpose = "notices";

/** The secret of a notice, for its sender; undefined where it was sealed for another notice. */
export const openSecret = (box: SecretBox, id: string, sealed: Uint8Array): string | undefined =>
  box.open(purpose, id, sealed);

export const noticeQueue = (box: SecretBox): Notices => ({
  async enqueue(tx, notice, at) {
    const id = randomUUID();
    const sealed = notice.secret === undefined ? null : box.seal(purpose, id, notice.secret);
    await notices.add(tx, { id, notice, sealed, at });
  },
});
