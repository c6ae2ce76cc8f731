import { topics, verificationAfter, type VerificationStep } from "@tidemark/contracts";
import type { Clock, Database, Log, SecretBox, TopicChange, TopicWriter } from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import type { FileStore } from "./pictures/file-store.ts";
import type { Pictures } from "./pictures/pictures.ts";
import { type Verification, verificationRowOf } from "./rules.ts";
import { levels, verifications } from "./store.ts";

export type KycDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly log: Log;
  readonly accounts: Accounts;
  /** Wraps the keys of pictures and seals personal data. */
  readonly box: SecretBox;
  /** Undefined where no documents are taken. */
  readonly store: FileStore | undefined;
  readonly pictures: Pictures;
  readonly topics: TopicWriter;
  /** How long parts are kept: of a verification that is not finished, and after the decision. */
  readonly draftMs: number;
  readonly retentionMs: number;
  /** Whether a provider looks first. */
  readonly hasProvider: boolean;
};

const dataPurpose = "kyc data";
export const sealData = (box: SecretBox, uid: number, data: unknown): Buffer =>
  box.seal(dataPurpose, String(uid), JSON.stringify(data));
export const openData = (box: SecretBox, uid: number, sealed: Buffer): string | undefined =>
  box.open(dataPurpose, String(uid), sealed);

/** The change of a user's row as the open pages of the user get it. */
export async function rowChanged(writer: TopicWriter, tx: Database, uid: number): Promise<TopicChange> {
  const row = verificationRowOf(await verifications.of(tx, uid), await levels.of(tx, uid));
  return writer.change(tx, topics.verification, uid, [row]);
}

/** The state after a step; a step that the state does not have is a fault of the caller. */
export function stateAfter({ uid, state }: Verification, step: VerificationStep) {
  const after = verificationAfter(state, step);
  if (after === undefined) throw new Error(`verification of ${uid} is ${state}: ${step} is no step of it`);
  return after;
}
