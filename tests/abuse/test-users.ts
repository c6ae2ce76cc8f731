import { systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { generateSync } from "otplib";
import { expect } from "vitest";
import { seedUsers } from "../../services/platform/src/index.ts";
import type { Visitor, World } from "../../services/platform/testing/world.ts";

export const password = "Gr3en-Harbour-Lamp";
export const wrongPassword = "Wr0ng-Harbour-Lamp";

export type CallOutcome = { ok: boolean; refusal?: string; facts?: Readonly<Record<string, string>> };
export const resultOf = (outcome: CallOutcome): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
export const factOf = (outcome: CallOutcome, name: string): string => outcome.facts?.[name] ?? "";

export type TestUser = { readonly loginId: string; readonly uid: number };

/** Seeded users with their own uids and addresses. */
export function testUsers(world: World, first: number) {
  let count = 0;
  const next = (): { name: string; loginId: string; uid: number } => {
    count += 1;
    const name = `citizen${first + count}`;
    return { name, loginId: `${name}@example.com`, uid: first + count };
  };
  const seed = (list: readonly { name: string; loginId: string; uid: number }[]): Promise<void> =>
    seedUsers(
      world.database.url,
      list.map(({ uid, name, loginId }) => ({ uid, name, email: loginId })),
      password,
    );
  return {
    async one(): Promise<TestUser> {
      const who = next();
      await seed([who]);
      return who;
    },
    async many(size: number): Promise<TestUser[]> {
      const list = Array.from({ length: size }, next);
      await seed(list);
      return list;
    },
  };
}

const busyTriesMax = 20;

/** Retries while the answer is BUSY, as pages do. */
export async function retryWhileBusy<T extends CallOutcome>(ask: () => Promise<T>): Promise<T> {
  let outcome = await ask();
  for (let left = busyTriesMax; left > 0 && resultOf(outcome) === "BUSY"; left -= 1) {
    await systemClock.sleep(100);
    outcome = await ask();
  }
  return outcome;
}

export async function signedIn(visitor: Visitor, { loginId }: TestUser): Promise<Visitor> {
  const outcome = await retryWhileBusy(() => visitor.client.call("signIn", { loginId, password }));
  expect(resultOf(outcome)).toBe("ok");
  return visitor;
}

/** A code can be requested once a minute; tests skip the minute. */
export const passMinute = ({ owner }: World) =>
  sql`update identity.codes set made_at = made_at - 60001`.execute(owner.db);

export const stepMs = 30_000;
export const totpAt = (key: string, ms = 0): string =>
  generateSync({ secret: key, epoch: Math.floor((Date.now() + ms) / 1_000) });

/** Binds an authenticator; the code of the step before is used up by it, the present one is left. */
export async function bindTotp(world: World, visitor: Visitor, { loginId }: TestUser): Promise<string> {
  const { client } = visitor;
  const started = await client.call("startAuthenticator", {});
  if (!started.ok) throw new Error(started.message);
  await passMinute(world);
  expect(resultOf(await client.call("sendOwnCode", { channel: "email" }))).toBe("ok");
  const code = await world.sink.codeOf(loginId);
  const { key } = started.value;
  const bound = await client.call("bindAuthenticator", { googleCode: totpAt(key, -stepMs), code });
  expect(resultOf(bound)).toBe("ok");
  return key;
}

/** So many at a time, all of them in the end. */
export async function inParallel<T>(list: readonly T[], size: number, work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list];
  await Promise.all(
    Array.from({ length: size }, async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
    }),
  );
}
