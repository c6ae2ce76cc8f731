import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Visitor, type World } from "../../services/platform/testing/world.ts";
import { countOf, timeoutMs } from "./counts.ts";
import {
  bindTotp,
  type TestUser,
  testUsers,
  factOf,
  password,
  retryWhileBusy,
  signedIn,
  totpAt,
  resultOf,
} from "./test-users.ts";

let world: World;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  people = testUsers(world, 50_000);
});
afterAll(() => world.close());

/** A browser with the same cookies, as a second tab or a thief has them. */
function copyOf(deviceId: string, jar: ReadonlyMap<string, string>): Visitor {
  const copy = world.visitor(deviceId);
  for (const [name, value] of jar) copy.jar.set(name, value);
  return copy;
}
const sessionOf = ({ jar }: Visitor): string => jar.get("tm-session") ?? "";
const isIn = async ({ client }: Visitor): Promise<boolean> => (await client.call("userInfo", {})).ok;
const waitGrace = () =>
  sql`update identity.refresh_tokens set used_at = used_at - 10001 where used_at is not null`.execute(world.owner.db);

test(
  "a session has another name after every sign-in, second factor, confirmation and scanned picture, and what was planted is nobody's",
  async () => {
    for (let i = 0; i < countOf("fixations"); i += 1) {
      const [thief, victim] = [await people.one(), await people.one()];
      const planted = await signedIn(world.visitor(`browser-${i}`), thief);
      const names = [sessionOf(planted)];
      // The victim uses a browser in which the thief's cookies lie.
      const browser = copyOf(`browser-${i}`, planted.jar);
      const noteNew = async (visitor: Visitor): Promise<void> => {
        expect(names).not.toContain(sessionOf(visitor));
        names.push(sessionOf(visitor));
        expect(await visitor.client.call("userInfo", {})).toMatchObject({
          ok: true,
          value: { userId: String(victim.uid) },
        });
        const before = await planted.client.call("userInfo", {});
        expect(before.ok && before.value.userId === String(victim.uid)).toBe(false);
      };
      await signedIn(browser, victim);
      await noteNew(browser);
      const key = await bindTotp(world, browser, victim);
      const again = copyOf(`browser-${i}`, browser.jar);
      const asked = await retryWhileBusy(() => again.client.call("signIn", { loginId: victim.loginId, password }));
      const verified = { ticket: factOf(asked, "ticket"), googleCode: totpAt(key) };
      expect(resultOf(await again.client.call("verifySignIn", verified))).toBe("ok");
      await noteNew(again);
      await sql`update identity.authenticators set last_step = last_step - 2 where uid = ${victim.uid}`.execute(
        world.owner.db,
      );
      expect(resultOf(await again.client.call("confirmFactor", { googleCode: totpAt(key) }))).toBe("ok");
      await noteNew(again);
      const page = copyOf(`page-${i}`, (await signedIn(world.visitor(`page-${i}`), thief)).jar);
      const shown = await page.client.call("createQr", {});
      if (!shown.ok) throw new Error(shown.message);
      const { code, ticket } = shown.value;
      await again.client.call("scanQr", { code });
      await again.client.call("answerQr", { code, isConfirmed: true });
      expect(await page.client.call("qrState", { ticket })).toMatchObject({ ok: true, value: { state: "confirmed" } });
      await noteNew(page);
    }
  },
  timeoutMs,
);

async function waitUntilOut(visitor: Visitor): Promise<number> {
  const began = performance.now();
  while (await isIn(visitor)) if (performance.now() - began > 5_000) break;
  return performance.now() - began;
}

test(
  "a stolen refresh token that is used ends the whole family within a second, whoever uses it first",
  async () => {
    for (let i = 0; i < countOf("tokenReuses"); i += 1) {
      const who: TestUser = await people.one();
      const device = `owner-${i}`;
      const owner = await signedIn(world.visitor(device), who);
      const thief = copyOf(device, owner.jar);
      const [first, second] = i % 2 === 0 ? [owner, thief] : [thief, owner];
      expect(resultOf(await first.client.call("refreshToken", {}))).toBe("ok");
      // Every other time the successor was used, too: then there is no second chance even within the ten seconds.
      if (i % 4 < 2) await waitGrace();
      else expect(resultOf(await first.client.call("refreshToken", {}))).toBe("ok");
      expect(resultOf(await second.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
      expect(await waitUntilOut(first)).toBeLessThan(1_000);
      expect(resultOf(await first.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
      expect((await world.sink.of(who.loginId)).map(({ kind }) => kind)).toContain("session-stolen");
    }
  },
  timeoutMs,
);

test(
  "whoever lost the answer asks again within ten seconds and gets the same successor; on another device nobody does",
  async () => {
    for (let i = 0; i < countOf("lostAnswers"); i += 1) {
      const device = `lost-${i}`;
      const owner = await signedIn(world.visitor(device), await people.one());
      const before = new Map(owner.jar);
      expect(resultOf(await copyOf(device, before).client.call("refreshToken", {}))).toBe("ok");
      const again = copyOf(device, before);
      expect(resultOf(await again.client.call("refreshToken", {}))).toBe("ok");
      const third = copyOf(device, before);
      expect(resultOf(await third.client.call("refreshToken", {}))).toBe("ok");
      expect(third.jar.get("tm-refresh")).toBe(again.jar.get("tm-refresh"));
      expect(await isIn(again)).toBe(true);
      const elsewhere = copyOf(`elsewhere-${i}`, before);
      expect(resultOf(await elsewhere.client.call("refreshToken", {}))).toBe("LOGIN_INVALID");
      expect(await waitUntilOut(again)).toBeLessThan(1_000);
    }
  },
  timeoutMs,
);

test(
  "fifty tabs that renew together get one new token, and stay in",
  async () => {
    for (let i = 0; i < countOf("renewalsTogether"); i += 1) {
      const who = await people.one();
      const device = `tabs-${i}`;
      const owner = await signedIn(world.visitor(device), who);
      const tabs = Array.from({ length: 50 }, () => copyOf(device, owner.jar));
      const words = await Promise.all(tabs.map(async ({ client }) => resultOf(await client.call("refreshToken", {}))));
      expect(words).toEqual(tabs.map(() => "ok"));
      expect(new Set(tabs.map(({ jar }) => jar.get("tm-refresh"))).size).toBe(1);
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from identity.refresh_tokens t
        join identity.sessions s on s.id = t.session_id where s.uid = ${who.uid}`.execute(world.owner.db);
      expect(rows[0]!.count).toBe(2);
      expect(await isIn(tabs[49]!)).toBe(true);
    }
  },
  timeoutMs,
);
