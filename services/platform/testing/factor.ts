import type { Client } from "@tidemark/kit-client";
import type { Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { generateSync } from "otplib";
import { seedUsers } from "../src/index.ts";
import { noticeSink } from "./notice-sink.ts";
import type { World } from "./world.ts";

const stepMs = 30_000;
const googleCodeOf = (key: string, stepsLater = 0): string =>
  generateSync({ secret: key, epoch: Math.floor((Date.now() + stepsLater * stepMs) / 1_000) });

async function done<T extends { ok: boolean }>(asked: Promise<T>): Promise<Extract<T, { ok: true }>> {
  const outcome = await asked;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome as Extract<T, { ok: true }>;
}

/** Binds an authenticator to the signed-in account; `confirm` shows its code, so that the session has a fresh factor. */
export async function bindFactor(
  client: Client,
  loginId: string,
  db: Database,
  codeOf: (address: string) => Promise<string> = (address) => noticeSink(db).codeOf(address),
): Promise<{ confirm(): Promise<void> }> {
  const { value } = await done(client.call("startAuthenticator", {}));
  // A code can be requested once a minute; tests skip the minute.
  await sql`update identity.codes set made_at = made_at - 60001`.execute(db);
  await done(client.call("sendOwnCode", { channel: "email" }));
  const code = await codeOf(loginId);
  // The previous step's code is still accepted and leaves the present one unused.
  await done(client.call("bindAuthenticator", { googleCode: googleCodeOf(value.key, -1), code }));
  return {
    async confirm() {
      await done(client.call("confirmFactor", { googleCode: googleCodeOf(value.key) }));
    },
  };
}

const signInTriesMax = 20;

/** A device on which the account is signed in. On a busy machine a password is not always checked in time: BUSY is asked again. */
export async function signedInVisitor(world: World, deviceId: string, loginId: string, password: string) {
  const visitor = world.visitor(deviceId);
  const signIn = () => visitor.client.call("signIn", { loginId, password });
  let outcome = await signIn();
  for (let tries = 1; !outcome.ok && outcome.refusal === "BUSY" && tries < signInTriesMax; tries += 1)
    outcome = await signIn();
  await done(Promise.resolve(outcome));
  return visitor;
}

/** A new user, signed in and with an authenticator. */
export async function twoFactorVisitor(world: World, uid: number, password: string) {
  const loginId = `guarded${uid}@example.com`;
  await seedUsers(world.database.url, [{ uid, name: `guarded${uid}`, email: loginId }], password);
  const { client, jar } = await signedInVisitor(world, `device-${uid}`, loginId, password);
  return { uid, loginId, client, jar, ...(await bindFactor(client, loginId, world.owner.db)) };
}
