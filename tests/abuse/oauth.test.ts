import type { OAuthProvider } from "@tidemark/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type Visitor, type World } from "../../services/platform/testing/world.ts";
import { freePort } from "../../tools/dev/processes/ports.ts";
import { type OpenIdPeer, redirectsOf, startOpenIdPeer } from "../peers/openid.ts";
import { type OpenIdUser, signInAtProvider } from "../peers/openid-user.ts";
import { countOf, timeoutMs } from "./counts.ts";
import { testUsers, factOf, password, resultOf } from "./test-users.ts";

let world: World;
let peer: OpenIdPeer;
let people: ReturnType<typeof testUsers>;

beforeAll(async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  peer = await startOpenIdPeer(redirectsOf(url, url));
  world = await openWorld({
    platform: { SIGN_IN_NEW_DEVICE: "notice", ...peer.platformEnv },
    gateway: { GATEWAY_PORT: String(port) },
  });
  people = testUsers(world, 65_000);
});
afterAll(async () => {
  // What was started is ended also where the rest could not be.
  await Promise.all([world?.close(), peer?.stop()]);
});

const providers = ["google", "apple"] as const;
/** One way to a provider and back, with everything that an attacker could exchange. */
type Way = { ticket: string; provider: OAuthProvider; code: string; state: string; iss?: string };

async function wayOf(
  { client }: Visitor,
  provider: OAuthProvider,
  openIdUser: OpenIdUser,
  changes: Record<string, string> = {},
) {
  const begun = await client.call("startOAuth", { provider });
  if (!begun.ok) throw new Error(begun.message);
  const url = new URL(begun.value.url);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  const { fields } = await signInAtProvider(url.href, openIdUser);
  return { ticket: begun.value.ticket, provider, ...(fields as Omit<Way, "ticket" | "provider">) };
}

const paramOf = async ({ client }: Visitor, provider: OAuthProvider, name: string): Promise<string> => {
  const begun = await client.call("startOAuth", { provider });
  if (!begun.ok) throw new Error(begun.message);
  return new URL(begun.value.url).searchParams.get(name)!;
};

async function account(provider: OAuthProvider, openIdUser: OpenIdUser): Promise<string> {
  const visitor = world.visitor(`home-${openIdUser.account}`);
  const { client } = visitor;
  const unknown = await client.call("finishOAuth", await wayOf(visitor, provider, openIdUser));
  const done = await client.call("registerOAuth", { ticket: factOf(unknown, "ticket"), terms: true });
  if (!done.ok) throw new Error(done.message);
  return done.value.userId;
}

test(
  "an answer with one part of another way in it opens nobody's account, whichever part and whichever provider",
  async () => {
    const victims: Record<OAuthProvider, OpenIdUser> = {
      google: { account: "victim-g" },
      apple: { account: "victim-a" },
    };
    for (const provider of providers) await account(provider, victims[provider]);
    const opened: string[] = [];
    for (let i = 0; i < countOf("oauthMixtures"); i += 1) {
      const provider = providers[i % 2]!;
      const other = providers[(i + 1) % 2]!;
      const [victim, thief] = [world.visitor(`victim-${i}`), world.visitor(`thief-${i}`)];
      const hers = () => wayOf(victim, provider, victims[provider]);
      const his = () => wayOf(thief, provider, { account: `thief-${i}` });
      const mixtures: (() => Promise<Way>)[] = [
        // Her code, his way.
        async () => ({ ...(await his()), code: (await hers()).code }),
        // Her whole answer, his ticket; and her ticket on his device.
        async () => ({ ...(await hers()), ticket: (await his()).ticket }),
        async () => hers(),
        // Her way with his challenge smuggled in, so that his verifier would fit, and the same with the nonce.
        async () => {
          const way = await wayOf(victim, provider, victims[provider], {
            code_challenge: await paramOf(thief, provider, "code_challenge"),
          });
          return { ...(await his()), code: way.code };
        },
        async () => ({ ...(await wayOf(thief, provider, victims[provider], { nonce: "another" })) }),
        // The other provider's answer, under either name.
        async () => ({ ...(await wayOf(victim, other, victims[other])), ticket: (await his()).ticket }),
        async () => ({ ...(await his()), code: (await wayOf(victim, other, victims[other])).code, iss: peer[other] }),
      ];
      const way = await mixtures[(i >> 1) % mixtures.length]!();
      const outcome = await thief.client.call("finishOAuth", way);
      if (outcome.ok || (await thief.client.call("userInfo", {})).ok) opened.push(`${i}: ${resultOf(outcome)}`);
      expect(["OAUTH_FAILED", "TICKET_EXPIRED"]).toContain(resultOf(outcome));
    }
    expect(opened).toEqual([]);
  },
  timeoutMs,
);

test(
  "an address that a provider has not proven is linked to nobody, and a proven one not by itself",
  async () => {
    for (let i = 0; i < countOf("oauthUnproven"); i += 1) {
      const provider = providers[i % 2]!;
      const who = await people.one();
      const thief = world.visitor(`unproven-${i}`);
      const { client } = thief;
      const isVerified = i % 4 > 1;
      const openIdUser = { account: `unproven-${i}`, email: who.loginId, isVerified };
      const outcome = await client.call("finishOAuth", await wayOf(thief, provider, openIdUser));
      expect(resultOf(outcome)).toBe(isVerified ? "OAUTH_LINKABLE" : "OAUTH_UNKNOWN");
      const ticket = factOf(outcome, "ticket");
      expect((await client.call("registerOAuth", { ticket, terms: true })).ok).toBe(false);
      expect((await client.call("registerOAuth", { ticket, terms: true, email: who.loginId, code: "000000" })).ok).toBe(
        false,
      );
      expect((await client.call("associateOAuth", { ticket })).ok).toBe(false);
      // Even the password alone does not link: a code to the address comes first.
      expect((await client.call("associateOAuth", { ticket, password })).ok).toBe(false);
      expect((await client.call("userInfo", {})).ok).toBe(false);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from identity.oauth_links l join identity.users u on u.uid = l.uid
      where u.email like 'citizen%'`.execute(world.owner.db);
    expect(rows[0]!.count).toBe(0);
  },
  timeoutMs,
);
