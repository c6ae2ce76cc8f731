import { randomUUID } from "node:crypto";
import {
  calls,
  type PersonalData,
  pictureShortSideMin,
  topics,
  verificationTriesMax,
  verifiedAgeMin,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
  type TopicChange,
  type Upload,
  upload,
} from "@tidemark/kit-node";
import { type KycDeps, rowChanged, sealData, stateAfter } from "./deps.ts";
import { encryptFile } from "./pictures/encrypted-file.ts";
import { closedBecause, isUnderAge, missingParts, type Verification, verificationRowOf } from "./rules.ts";
import { files, levels, verifications } from "./store.ts";

type Nothing = Record<never, never>;
/** An object that was stored but never became part of a verification is deleted after this. */
const unfinishedMs = 60 * 60_000;

function refusalOf(one: Verification, level: number): Outcome<never> | undefined {
  const refusal = closedBecause(one, level);
  if (refusal === undefined) return undefined;
  return refusal === "KYC_TRIES" ? refuse(refusal, { allowed: String(verificationTriesMax) }) : refuse(refusal);
}

/** Runs a change of an open verification, with its row locked, and publishes it after the commit. */
async function changeOpen(
  deps: KycDeps,
  asked: Asked,
  work: (tx: Database, one: Verification, now: number) => Promise<Outcome<Nothing>>,
): Promise<Outcome<Nothing>> {
  let change: TopicChange | undefined;
  const outcome = await inTransaction(deps.db, async (tx): Promise<Outcome<Nothing>> => {
    const now = deps.clock.now();
    if (!(await deps.accounts.isSignedIn(tx, asked, now))) return refuse("LOGIN_INVALID");
    const one = await verifications.lock(tx, asked.uid, now);
    const refusal = refusalOf(one, await levels.of(tx, asked.uid));
    if (refusal !== undefined) return refusal;
    const done = await work(tx, one, now);
    if (done.ok) change = await rowChanged(deps.topics, tx, asked.uid);
    return done;
  });
  if (change !== undefined) deps.topics.publish(change);
  return outcome;
}

function saveData(deps: KycDeps, data: PersonalData, asked: Asked): Promise<Outcome<Nothing>> {
  return changeOpen(deps, asked, async (tx, { uid }, now) => {
    if (isUnderAge(data, now)) return refuse("KYC_UNDER_AGE", { needed: String(verifiedAgeMin) });
    const change = { data: sealData(deps.box, uid, data), dataDeleteAt: now + deps.draftMs };
    await verifications.change(tx, uid, change, now);
    return given({});
  });
}

type Picture = typeof calls.uploadPicture.ask._zod.output;

/** The picture is stored before it becomes part of the verification: no row ever names an object that is not there. */
async function savePicture(deps: KycDeps, ask: Picture, asked: Asked): Promise<Outcome<Nothing>> {
  const { store, db, clock } = deps;
  if (store === undefined) return refuse("KYC_OFF");
  const { uid } = asked;
  const refusal = refusalOf(await verifications.of(db, uid), await levels.of(db, uid));
  if (refusal !== undefined) return refusal;
  const cleaned = await deps.pictures.clean(new Uint8Array(await ask.file.arrayBuffer()));
  if ("problem" in cleaned) {
    if (cleaned.problem === "busy") return refuse("BUSY");
    if (cleaned.problem === "no picture") return refuse("FILE_NOT_PICTURE");
    return refuse("PICTURE_TOO_SMALL", { needed: String(pictureShortSideMin) });
  }
  const id = randomUUID();
  const encrypted = encryptFile(deps.box, id, cleaned.jpeg);
  const at = clock.now();
  await files.begin(db, { id, uid, part: ask.part, key: encrypted.key, at, deleteAt: at + unfinishedMs });
  await store.put(id, encrypted.bytes);
  return changeOpen(deps, asked, async (tx, one, now) => {
    const { part, documentKind, documentCountry } = ask;
    const isOther =
      (one.documentKind ?? documentKind) !== documentKind ||
      (one.documentCountry ?? documentCountry) !== documentCountry;
    // Two sides of two documents are no document.
    const replaced = isOther && part !== "selfie" ? ["front", "back"] : [part];
    await files.drop(tx, uid, replaced, now);
    await files.makeCurrent(tx, id, now + deps.draftMs);
    if (part !== "selfie") await verifications.change(tx, uid, { documentKind, documentCountry }, now);
    return given({});
  });
}

function submit(deps: KycDeps, asked: Asked): Promise<Outcome<Nothing>> {
  if (deps.store === undefined) return Promise.resolve(refuse("KYC_OFF"));
  return changeOpen(deps, asked, async (tx, one, now) => {
    if (missingParts(one).length > 0) return refuse("KYC_INCOMPLETE");
    const { uid, tries } = one;
    const submitted = stateAfter(one, "submit");
    const state = deps.hasProvider ? submitted : stateAfter({ ...one, state: submitted }, "check");
    const checkedAt = deps.hasProvider ? 0 : now;
    const fresh = { reason: null, suggestion: null, reference: randomUUID(), sentAt: 0, decidedAt: 0 };
    const until = now + deps.retentionMs;
    const change = { ...fresh, state, tries: tries + 1, submittedAt: now, checkedAt, dataDeleteAt: until };
    await verifications.change(tx, uid, change, now);
    await files.keepUntil(tx, uid, until);
    return given({});
  });
}

/** Contract → rules → store. */
export const kycAnswers = (deps: KycDeps): Answer[] => [
  answer(calls.getKyc, async (_ask, { uid }) => {
    const { status } = verificationRowOf(await verifications.of(deps.db, uid), await levels.of(deps.db, uid));
    return given({ status });
  }),
  answer(calls.verification, async (_ask, { uid }) => {
    const at = await deps.topics.at(deps.db, topics.verification, uid);
    return given({
      ...at,
      rows: [verificationRowOf(await verifications.of(deps.db, uid), await levels.of(deps.db, uid))],
    });
  }),
  answer(calls.savePersonalData, (data, asked) => saveData(deps, data, asked)),
  answer(calls.submitVerification, (_ask, asked) => submit(deps, asked)),
];

export const kycUploads = (deps: KycDeps): Upload[] => [
  upload(calls.uploadPicture, (ask, asked) => savePicture(deps, ask, asked)),
];
