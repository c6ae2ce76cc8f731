import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { generateSecret, generateURI, verifySync } from "otplib";
import type { IdentityDeps } from "../account/deps.ts";
import { afterWrongCode, isCodeLocked } from "../account/rules.ts";

const purpose = "authenticators";
const aboutOf = (uid: number): string => `authenticator of ${uid}`;
/** A phone's clock may be one step early or late. */
const toleranceSeconds = 30;

type Kept = {
  readonly sealed: Buffer;
  readonly lastStep: number;
  readonly wrong: number;
  readonly wrongBeganAt: number;
};

/** The 30-second step of the code, if it is right and newer than the last one used. */
export function stepOfCode(key: string, code: string, lastStep: number, now: number): number | undefined {
  try {
    const epoch = Math.floor(now / 1_000);
    const result = verifySync({
      secret: key,
      token: code,
      epoch,
      epochTolerance: toleranceSeconds,
      ...(lastStep > 0 ? { afterTimeStep: lastStep } : {}),
    });
    return result.valid && "timeStep" in result ? result.timeStep : undefined;
  } catch {
    return undefined;
  }
}

/** When the authenticator was bound; undefined for none. */
export async function boundAt(db: Database, uid: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select bound_at::float8 as at from identity.authenticators where uid = ${uid}`.execute(db);
  return rows[0]?.at;
}

export const hasAuthenticator = async (db: Database, uid: number): Promise<boolean> =>
  (await boundAt(db, uid)) !== undefined;

/** Offers a new key; a repeated call replaces it. */
export async function offerKey(deps: IdentityDeps, uid: number, label: string): Promise<{ key: string; uri: string }> {
  const key = generateSecret();
  const sealed = deps.box.seal(purpose, aboutOf(uid), key);
  const at = deps.clock.now();
  await sql`
    insert into identity.authenticator_offers (uid, sealed, made_at) values (${uid}, ${sealed}, ${at})
    on conflict (uid) do update set sealed = excluded.sealed, made_at = excluded.made_at`.execute(deps.db);
  return { key, uri: generateURI({ issuer: "Tidemark", label, secret: key }) };
}

/** Binds the offered key if the code is right; `gone` where there is no valid offer. */
export async function bindOffer(
  deps: IdentityDeps,
  tx: Database,
  uid: number,
  code: string,
): Promise<"bound" | "wrong" | "gone"> {
  const now = deps.clock.now();
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from identity.authenticator_offers where uid = ${uid} and made_at > ${now - deps.times.keyOfferValidMs} for update`.execute(
    tx,
  );
  const key = rows[0] === undefined ? undefined : deps.box.open(purpose, aboutOf(uid), rows[0].sealed);
  if (rows[0] === undefined || key === undefined) return "gone";
  const step = stepOfCode(key, code, 0, now);
  if (step === undefined) return "wrong";
  await sql`
    insert into identity.authenticators (uid, sealed, last_step, wrong, wrong_began_at, bound_at)
    values (${uid}, ${rows[0].sealed}, ${step}, 0, 0, ${now})`.execute(tx);
  await sql`delete from identity.authenticator_offers where uid = ${uid}`.execute(tx);
  return "bound";
}

/**
 * Whether the code is right and unused; `none` without an authenticator. The row is locked, so that concurrent uses of one code count once;
 * wrong codes are counted over all calls.
 */
export async function useGoogleCode(
  deps: Pick<IdentityDeps, "box" | "clock">,
  tx: Database,
  uid: number,
  code: string | undefined,
): Promise<"right" | "wrong" | "missing" | "none"> {
  const now = deps.clock.now();
  const { rows } = await sql<Kept>`
    select sealed, last_step::float8 as "lastStep", wrong, wrong_began_at::float8 as "wrongBeganAt"
    from identity.authenticators where uid = ${uid} for update`.execute(tx);
  const [kept] = rows;
  if (kept === undefined) return "none";
  if (code === undefined) return "missing";
  const key = deps.box.open(purpose, aboutOf(uid), kept.sealed);
  const step = key === undefined || isCodeLocked(kept, now) ? undefined : stepOfCode(key, code, kept.lastStep, now);
  const next = step === undefined ? afterWrongCode(kept, now) : { wrong: 0, wrongBeganAt: 0 };
  await sql`
    update identity.authenticators
    set last_step = ${step ?? kept.lastStep}, wrong = ${next.wrong}, wrong_began_at = ${next.wrongBeganAt}
    where uid = ${uid}`.execute(tx);
  return step === undefined ? "wrong" : "right";
}

export async function removeKey(tx: Database, uid: number): Promise<void> {
  await sql`delete from identity.authenticators where uid = ${uid}`.execute(tx);
}
