import { partsToRepeat, type PicturePart, type RefusalReason, type VerificationPart } from "@tidemark/contracts";
import { type Database, enqueueCommand, openDatabase, secretBox, systemTime, topicWriter } from "@tidemark/kit-node";
import type { AuditLine } from "../module/audit-line.ts";
import type { KycConfig } from "../module/kyc-settings.ts";
import type { Messages } from "../module/messages.ts";
import { openData, rowChanged, stateAfter } from "./deps.ts";
import { openFileStore } from "./pictures/file-store.ts";
import { decryptFile } from "./pictures/encrypted-file.ts";
import type { Verification } from "./rules.ts";
import { files, levels, schema, verifications } from "./store.ts";

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

/** The level that a document and a selfie give. */
const documentLevel = 1;
const queueMax = 200;

/** Reviews by a command line, with the rights of the schema's owner. `audit` is the operators' log; a refusal is a message, as the core's level is. */
export function openKycRegister(
  ownerUrl: string,
  config: KycConfig,
  audit: (tx: Database, line: AuditLine) => Promise<void>,
  messages: Messages,
): KycRegister {
  const database = openDatabase(ownerUrl, 1);
  const { db } = database;
  const box = secretBox("KYC_MASTER_KEY", config.KYC_MASTER_KEY, config.TIDEMARK_MODE);
  const store = openFileStore(config);
  // Not published: gateways find the number of the change.
  const writer = topicWriter({ schema, clock: systemTime, publish: () => undefined });
  const run = <T>(work: (tx: Database, at: number) => Promise<T>): Promise<T> =>
    db.transaction().execute((transaction) => work(transaction as unknown as Database, systemTime.now()));

  async function inReview(tx: Database, uid: number, at: number): Promise<Verification> {
    const one = await verifications.lock(tx, uid, at);
    if (one.state !== "IN_REVIEW")
      throw new Error(`The verification of account ${uid} is ${one.state}: nobody waits for a decision.`);
    return one;
  }

  async function pictureOf(uid: number, part: PicturePart): Promise<Buffer> {
    const found = (await files.current(db, uid)).find((one) => one.part === part);
    if (found === undefined) throw new Error(`Account ${uid} has no picture ${part}.`);
    if (store === undefined) throw new Error("KYC_STORE is not set: the pictures cannot be reached from here.");
    const bytes = await store.get(found.id);
    const jpeg = bytes === undefined ? undefined : decryptFile(box, found.id, { bytes, key: found.key });
    if (jpeg === undefined)
      throw new Error(`The picture ${part} of account ${uid} cannot be opened: is the key right?`);
    return jpeg;
  }

  async function dataOf(uid: number): Promise<Buffer> {
    const sealed = await verifications.data(db, uid);
    const text = sealed === undefined ? undefined : openData(box, uid, sealed);
    if (text === undefined) throw new Error(`The data of account ${uid} cannot be opened.`);
    return Buffer.from(text);
  }

  return {
    waiting: () => verifications.inState(db, "IN_REVIEW", queueMax),
    async view({ uid, part, reason, origin }) {
      const line = { uid: 0, origin, action: "verification viewed", subject: `${uid} ${part}`, reason };
      await run((tx, at) => audit(tx, { ...line, at, before: "", after: "" }));
      return part === "data" ? dataOf(uid) : pictureOf(uid, part);
    },
    approve: ({ uid, reason, origin }) =>
      run(async (tx, at) => {
        const one = await inReview(tx, uid, at);
        const after = stateAfter(one, "approve");
        const until = at + config.KYC_RETENTION_MS;
        await verifications.change(tx, uid, { state: after, decidedAt: at, dataDeleteAt: until }, at);
        await files.keepUntil(tx, uid, until);
        // An operator may have given a higher one meanwhile.
        if ((await levels.of(tx, uid)) < documentLevel)
          await enqueueCommand(tx, schema, { type: "set_kyc_level", uid, level: documentLevel }, at);
        await rowChanged(writer, tx, uid);
        const line = { at, uid: 0, origin, action: "verification approved", subject: String(uid), reason };
        await audit(tx, { ...line, before: one.state, after });
      }),
    refuse: ({ uid, because, reason, origin }) =>
      run(async (tx, at) => {
        const one = await inReview(tx, uid, at);
        const state = stateAfter(one, "refuse");
        const parts = partsToRepeat(because);
        const until = at + config.KYC_DRAFT_RETENTION_MS;
        const change = { state, reason: because, decidedAt: at, dataDeleteAt: until };
        await verifications.change(tx, uid, { ...change, ...(parts.includes("data") ? { data: null } : {}) }, at);
        await files.keepUntil(tx, uid, until);
        await files.drop(tx, uid, parts, at);
        await rowChanged(writer, tx, uid);
        await messages.add(tx, { uid, kind: "identity-rejected", facts: {}, at, source: `verification ${uid} ${at}` });
        const line = { at, uid: 0, origin, action: "verification refused", subject: String(uid), reason };
        await audit(tx, { ...line, before: one.state, after: { state, because } });
      }),
    async close() {
      store?.close();
      await database.close();
    },
  };
}
