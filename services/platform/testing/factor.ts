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

/** Binds an authenticator to whoever is signed in; `confirm` shows its code, so that the session has a second factor. */
export async function bindFactor(
  client: Client,
  loginId: string,
  db: Database,
  codeOf: (address: string) => Promise<string> = (address) => noticeSink(db).codeOf(address),
): Promise<{ confirm(): Promise<void> }> {
  const { value } = await done(client.call("startAuthenticator", {}));
  // Codes may be asked for once a minute: in a test the minute is over at once.
  await sql`update identity.codes set made_at = made_at - 60001`.execute(db);
  await done(client.call("sendOwnCode", { channel: "email" }));
  const code = await codeOf(loginId);
  // The code of the step before is still taken, and leaves the present one for later.
  await done(client.call("bindAuthenticator", { googleCode: googleCodeOf(value.key, -1), code }));
  return {
    async confirm() {
      await done(client.call("confirmFactor", { googleCode: googleCodeOf(value.key) }));
    },
  };
}

/** Somebody new who has signed in and bound an authenticator. */
export async function guardedVisitor(world: World, uid: number, password: string) {
  const loginId = `guarded${uid}@example.com`;
  await seedUsers(world.database.url, [{ uid, name: `guarded${uid}`, email: loginId }], password);
  const { client } = world.visitor(`device-${uid}`);
  await done(client.call("login", { loginId, password }));
  return { uid, loginId, client, ...(await bindFactor(client, loginId, world.owner.db)) };
}
