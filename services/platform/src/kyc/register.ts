import type { RefusalReason, VerificationPart } from "@tidemark/contracts";
import { createLog, openDatabase, secretBox, systemTime, topicWriter } from "@tidemark/kit-node";
import type { KycConfig } from "../module/kyc-settings.ts";
import type { Messages } from "../module/messages.ts";
import { openFileStore } from "./pictures/file-store.ts";
import { auditView, decide, partOf, type ReviewDeps, waitingVerifications } from "./reviews.ts";
import type { Verification } from "./rules.ts";
import { schema, verifications } from "./store.ts";

type Why = { readonly reason: string; readonly origin: string };

export type KycRegister = {
  /** Verifications that wait for a person, the oldest first. */
  waiting(): Promise<readonly Verification[]>;
  /** What the user typed, or one picture. The audit line is written first: nothing is seen without it. */
  view(order: Why & { readonly uid: number; readonly part: VerificationPart }): Promise<Buffer>;
  approve(order: Why & { readonly uid: number }): Promise<void>;
  refuse(order: Why & { readonly uid: number; readonly because: RefusalReason }): Promise<void>;
  close(): Promise<void>;
};

/** Reviews by a command line, with the rights of the schema's owner. A refusal is a message, as the core's level is. */
export function openKycRegister(ownerUrl: string, config: KycConfig, messages: Messages): KycRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const store = openFileStore(config);
  const deps: ReviewDeps = {
    db,
    clock: systemTime,
    box: secretBox("KYC_MASTER_KEY", config.KYC_MASTER_KEY, config.TIDEMARK_MODE),
    store,
    // Not published: gateways find the number of the change.
    topics: topicWriter({ schema, clock: systemTime, publish: () => undefined }),
    draftMs: config.KYC_DRAFT_RETENTION_MS,
    retentionMs: config.KYC_RETENTION_MS,
    messages,
    log: createLog("operator"),
    viewsPerHour: Number.POSITIVE_INFINITY,
  };

  async function decideOf(uid: number, because: RefusalReason | undefined, { reason, origin }: Why): Promise<void> {
    if ((await decide(deps, { uid: 0, origin, reason, of: uid, because })) !== undefined) return;
    const { state } = await verifications.of(db, uid);
    throw new Error(`The verification of account ${uid} is ${state}: nobody waits for a decision.`);
  }

  return {
    waiting: () => waitingVerifications(db),
    async view({ uid, part, reason, origin }) {
      await auditView(deps, { uid: 0, origin, reason }, uid, part);
      if (part !== "data" && store === undefined)
        throw new Error("KYC_STORE is not set: the pictures cannot be reached from here.");
      const found = await partOf(deps, uid, part);
      if (found === undefined)
        throw new Error(
          `Account ${uid} has no ${part === "data" ? "data" : `picture ${part}`} that can be opened: it is not there, or the key is another.`,
        );
      return found;
    },
    approve: ({ uid, ...why }) => decideOf(uid, undefined, why),
    refuse: ({ uid, because, ...why }) => decideOf(uid, because, why),
    async close() {
      store?.close();
      await database.close();
    },
  };
}
