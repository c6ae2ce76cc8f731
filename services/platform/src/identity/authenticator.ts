import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { generateSecret, generateURI, verifySync } from "otplib";
import type { Office } from "./office.ts";
import { afterWrongCode, isGuessing } from "./rules.ts";

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

/** The step of thirty seconds that the code is of, if it is right and newer than the last one taken. */
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

/** When it was bound; undefined where there is none. */
export async function boundAt(db: Database, uid: number): Promise<number | undefined> {
  const { rows } = await sql<{ at: number }>`
    select bound_at::float8 as at from identity.authenticators where uid = ${uid}`.execute(db);
  return rows[0]?.at;
}

export const hasAuthenticator = async (db: Database, uid: number): Promise<boolean> =>
  (await boundAt(db, uid)) !== undefined;

/** A key that nobody has yet; asked for again it is another one. */
export async function offerKey(office: Office, uid: number, label: string): Promise<{ key: string; uri: string }> {
  const key = generateSecret();
  const sealed = office.box.seal(purpose, aboutOf(uid), key);
  const at = office.clock.now();
  await sql`
    insert into identity.authenticator_offers (uid, sealed, made_at) values (${uid}, ${sealed}, ${at})
    on conflict (uid) do update set sealed = excluded.sealed, made_at = excluded.made_at`.execute(office.db);
  return { key, uri: generateURI({ issuer: "Tidemark", label, secret: key }) };
}

/** Binds what was offered if the code is its; `gone` where nothing was offered or too long ago. */
export async function bindOffer(
  office: Office,
  tx: Database,
  uid: number,
  code: string,
): Promise<"bound" | "wrong" | "gone"> {
  const now = office.clock.now();
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from identity.authenticator_offers where uid = ${uid} and made_at > ${now - office.times.keyOfferValidMs} for update`.execute(
    tx,
  );
  const key = rows[0] === undefined ? undefined : office.box.open(purpose, aboutOf(uid), rows[0].sealed);
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
 * Whether the code is the authenticator's and was not used before; `none` where there is no authenticator. The row is held, so the same
 * code given twice at once is taken once; wrong ones are counted over everything that asks for them.
 */
export async function useGoogleCode(
  office: Pick<Office, "box" | "clock">,
  tx: Database,
  uid: number,
  code: string | undefined,
): Promise<"right" | "wrong" | "missing" | "none"> {
  const now = office.clock.now();
  const { rows } = await sql<Kept>`
    select sealed, last_step::float8 as "lastStep", wrong, wrong_began_at::float8 as "wrongBeganAt"
    from identity.authenticators where uid = ${uid} for update`.execute(tx);
  const [kept] = rows;
  if (kept === undefined) return "none";
  if (code === undefined) return "missing";
  const key = office.box.open(purpose, aboutOf(uid), kept.sealed);
  const step = key === undefined || isGuessing(kept, now) ? undefined : stepOfCode(key, code, kept.lastStep, now);
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
