import {
  consoleCalls,
  partsToRepeat,
  personalData,
  type PersonalViews,
  type PicturePart,
  type RefusalReason,
  type VerificationPart,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  auditLog,
  type Database,
  enqueueCommand,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { type Actor, actorOf } from "../module/audit-line.ts";
import type { Messages } from "../module/messages.ts";
import { recordView, type ViewDeps } from "../module/personal-views.ts";
import { type KycDeps, openData, rowChanged, stateAfter } from "./deps.ts";
import { decryptFile } from "./pictures/encrypted-file.ts";
import type { Verification } from "./rules.ts";
import { files, levels, schema, verifications } from "./store.ts";

export type ReviewDeps = Pick<KycDeps, "db" | "clock" | "box" | "store" | "topics" | "draftMs" | "retentionMs"> &
  ViewDeps & { readonly messages: Messages };

/** The level that a document and a selfie give. */
const documentLevel = 1;
const queueMax = 200;
/** Of a picture in one answer: what the bus carries, less a third for base64. */
const pieceBytes = 512 * 1024;

export const waitingVerifications = (db: Database): Promise<readonly Verification[]> =>
  verifications.inState(db, "IN_REVIEW", queueMax);

async function pictureOf({ db, box, store }: ReviewDeps, uid: number, part: PicturePart): Promise<Buffer | undefined> {
  const found = (await files.current(db, uid)).find((one) => one.part === part);
  const bytes = found === undefined ? undefined : await store?.get(found.id);
  return bytes === undefined ? undefined : decryptFile(box, found!.id, { bytes, key: found!.key });
}

async function dataOf({ db, box }: ReviewDeps, uid: number): Promise<Buffer | undefined> {
  const sealed = await verifications.data(db, uid);
  const text = sealed === undefined ? undefined : openData(box, uid, sealed);
  return text === undefined ? undefined : Buffer.from(text);
}

/** The audit line is written first: nothing is seen without it. */
export const auditView = (
  deps: ReviewDeps,
  reviewer: Actor,
  of: number,
  part: VerificationPart,
): Promise<PersonalViews> => recordView(deps, { ...reviewer, action: "verification viewed", subject: `${of} ${part}` });

/** What the user typed, or one picture; undefined where it is gone or cannot be opened. */
export const partOf = (deps: ReviewDeps, uid: number, part: VerificationPart): Promise<Buffer | undefined> =>
  part === "data" ? dataOf(deps, uid) : pictureOf(deps, uid, part);

async function approve(deps: ReviewDeps, tx: Database, one: Verification, at: number): Promise<unknown> {
  const { uid } = one;
  const state = stateAfter(one, "approve");
  const until = at + deps.retentionMs;
  await verifications.change(tx, uid, { state, decidedAt: at, dataDeleteAt: until }, at);
  await files.keepUntil(tx, uid, until);
  // An operator may have given a higher one meanwhile.
  if ((await levels.of(tx, uid)) < documentLevel)
    await enqueueCommand(tx, schema, { type: "set_kyc_level", uid, level: documentLevel }, at);
  return state;
}

async function refuseBecause(
  deps: ReviewDeps,
  tx: Database,
  one: Verification,
  because: RefusalReason,
  at: number,
): Promise<unknown> {
  const { uid } = one;
  const state = stateAfter(one, "refuse");
  const parts = partsToRepeat(because);
  const until = at + deps.draftMs;
  const change = { state, reason: because, decidedAt: at, dataDeleteAt: until };
  await verifications.change(tx, uid, { ...change, ...(parts.includes("data") ? { data: null } : {}) }, at);
  await files.keepUntil(tx, uid, until);
  await files.drop(tx, uid, parts, at);
  return { state, because };
}

type Decision = Actor & { readonly of: number; readonly because: RefusalReason | undefined };

/**
 * Approves a verification that waits for it, or refuses it for a reason. Undefined where it waits for nobody. The user gets a message of a refusal here, of
 * the level by the core's event.
 */
export async function decide(
  deps: ReviewDeps,
  { of, because, ...reviewer }: Decision,
): Promise<Verification["state"] | undefined> {
  const decided = await inTransaction(deps.db, async (tx) => {
    const at = deps.clock.now();
    const one = await verifications.lock(tx, of, at);
    if (one.state !== "IN_REVIEW") return undefined;
    const after =
      because === undefined ? await approve(deps, tx, one, at) : await refuseBecause(deps, tx, one, because, at);
    const change = await rowChanged(deps.topics, tx, of);
    const source = `verification ${of} ${at}`;
    const tell =
      because === undefined
        ? undefined
        : await deps.messages.add(tx, { uid: of, kind: "identity-rejected", facts: {}, at, source });
    const action = because === undefined ? "verification approved" : "verification refused";
    await auditLog.append(tx, [{ ...reviewer, at, action, subject: String(of), before: one.state, after }]);
    return { change, tell, state: (await verifications.of(tx, of)).state };
  });
  if (decided === undefined) return undefined;
  deps.topics.publish(decided.change);
  decided.tell?.();
  return decided.state;
}

async function piece(jpeg: Buffer, from: number): Promise<Outcome<{ bytes: string; next: number | null }>> {
  const end = Math.min(jpeg.length, from + pieceBytes);
  return given({ bytes: jpeg.subarray(from, end).toString("base64"), next: end < jpeg.length ? end : null });
}

/** What operators ask in the console. */
export const reviewAnswers = (deps: ReviewDeps): Answer[] => [
  answer(consoleCalls.verificationQueue, async () => {
    const waiting = await waitingVerifications(deps.db);
    return given({
      list: waiting.map(({ uid, documentKind, documentCountry, pictures, tries, submittedAt, suggestion }) => ({
        uid,
        documentKind,
        documentCountry,
        pictures: [...pictures],
        tries,
        submittedAt,
        suggestion: suggestion ?? "",
      })),
    });
  }),
  answer(consoleCalls.viewPersonalData, async ({ uid, reason }, asked) => {
    await auditView(deps, actorOf(asked, reason), uid, "data");
    const data = await partOf(deps, uid, "data");
    return data === undefined
      ? refuse("NOT_FOUND")
      : given({ data: personalData.parse(JSON.parse(data.toString()) as unknown) });
  }),
  answer(consoleCalls.viewPicture, async ({ uid, part, reason, from }, asked) => {
    if (from === 0) await auditView(deps, actorOf(asked, reason), uid, part);
    const jpeg = await partOf(deps, uid, part);
    return jpeg === undefined ? refuse("NOT_FOUND") : piece(jpeg, from);
  }),
  answer(consoleCalls.decideVerification, async ({ uid, because, reason }, asked) => {
    const state = await decide(deps, { ...actorOf(asked, reason), of: uid, because });
    return state === undefined ? refuse("PROPOSAL_FINAL") : given({ uid, state });
  }),
];
