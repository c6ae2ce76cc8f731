import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Visitor, type World } from "../../services/platform/testing/world.ts";
import { freePort } from "../../tools/dev/processes/ports.ts";
import { type OpenIdPeer, redirectsOf, startOpenIdPeer } from "../peers/openid.ts";
import { signInAtProvider } from "../peers/openid-user.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { factOf, passMinute, retryWhileBusy, password, resultOf } from "./test-users.ts";

/** An address in Korea, by the database of regions that tests have. */
const denied = "168.126.63.1";
let world: World;
let peer: OpenIdPeer;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  peer = await startOpenIdPeer(redirectsOf(url, url));
  world = await openWorld({ platform: peer.platformEnv, gateway: { GATEWAY_PORT: String(port) } });
  await sql`insert into content.denied_regions (site, country) values ('MAIN', 'KR') on conflict do nothing`.execute(
    world.owner.db,
  );
});
afterAll(async () => {
  await Promise.all([world?.close(), peer?.stop()]);
});

const people = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::integer as count from identity.users`.execute(world.owner.db)).rows[0]!
    .count;

async function byCode({ client }: Visitor, to: { loginId: string; areaCode?: string }): Promise<string> {
  await passMinute(world);
  const robot = await world.robot(client);
  expect(resultOf(await client.call("sendCode", { purpose: "register", ...to, robot }))).toBe("ok");
  return world.sink.codeOf(`${to.areaCode ?? ""}${to.loginId}`);
}

/** Every way to an account, each with everything right but the place. */
const ways: readonly ((visitor: Visitor, i: number) => Promise<string>)[] = [
  async (visitor, i) => {
    const email = `region${i}@example.com`;
    const code = await byCode(visitor, { loginId: email });
    const wish = { email, code, password, terms: true } as const;
    return resultOf(await retryWhileBusy(() => visitor.client.call("registerEmail", wish)));
  },
  async (visitor, i) => {
    const to = { loginId: String(1_020_000_000 + i), areaCode: "+82" };
    const code = await byCode(visitor, to);
    const wish = { phone: to.loginId, areaCode: to.areaCode, code, password, terms: true } as const;
    return resultOf(await retryWhileBusy(() => visitor.client.call("registerPhone", wish)));
  },
  ...(["google", "apple"] as const).map((provider) => async ({ client }: Visitor, i: number) => {
    const begun = await client.call("startOAuth", { provider });
    if (!begun.ok) return resultOf(begun);
    const { fields } = await signInAtProvider(begun.value.url, { account: `region-${i}` });
    const way = { provider, ticket: begun.value.ticket, ...(fields as { code: string; state: string }) };
    const ticket = factOf(await client.call("finishOAuth", way), "ticket");
    return resultOf(await client.call("registerOAuth", { ticket, terms: true }));
  }),
];

test(
  "where the product is not offered nobody opens an account, by whatever way and whatever he claims of his place",
  async () => {
    const before = await people();
    for (let i = 0; i < countOf("deniedRegions"); i += 1) {
      // Only the last address was written by our own proxy; a page's word about its place is no word at all.
      const headers = { "x-forwarded-for": `8.8.4.4, ${denied}`, "cf-ipcountry": "DE", "x-real-ip": "8.8.4.4" };
      const visitor = world.visitor(`region-${i}`, headers);
      const word = await ways[i % ways.length]!(visitor, i);
      expect([i % ways.length, word]).toEqual([i % ways.length, "REGION_DENIED"]);
      expect(await visitor.client.call("currentDatetime", {})).toMatchObject({ code: 1405 });
    }
    expect(await people()).toBe(before);
    // The same calls succeed from other regions.
    for (const [i, way] of ways.entries())
      expect([i, await way(world.visitor(`elsewhere-${i}`), 1_000_000 + i)]).toEqual([i, "ok"]);
  },
  timeoutMs,
);
