import { type CallName, calls, defaultLang, defaultSite, type Refusal, refusals, success } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import { type Bus, connectBus, openReply, sealQuestion, sealsOf, subjects, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorVisitor } from "../testing/factor.ts";
import { openWorld, type World } from "../testing/world.ts";
import { accountsOf } from "./identity/index.ts";

const password = "Gr3en-Harbour-Lamp";
const dayMs = 24 * 60 * 60_000;
const newKey: AskOf<"createApiKey"> = {
  label: "program_thief",
  permissions: ["READ", "TRADE", "WITHDRAW"],
  ips: ["203.0.113.7"],
};
const newAddress: AskOf<"addWithdrawalAddress"> = {
  network: "BITCOIN",
  address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  label: "Ledger 9",
};
const codeOf = (name: Refusal): number => refusals[name].code;
let world: World;
let bus: Bus;
let owner: Awaited<ReturnType<typeof twoFactorVisitor>>;
let other: Awaited<ReturnType<typeof twoFactorVisitor>>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice", RATE_LOG_PER_SECOND: "1" } });
  bus = await connectBus(process.env.NATS_URL ?? "nats://127.0.0.1:4222", "test");
  owner = await twoFactorVisitor(world, 7501, password);
  other = await twoFactorVisitor(world, 7502, password);
});
afterAll(async () => {
  await bus?.close();
  await world?.close();
});

async function sessionOf({ client }: typeof owner): Promise<string> {
  const list = await client.call("sessionList", {});
  if (!list.ok) throw new Error(list.message);
  return list.value.list.find(({ isThis }) => isThis)!.id;
}

/** As who has a gateway's key would ask: straight to the platform, with the session's id and nothing checked. */
async function askDirectly(call: CallName, ask: object, session: string, uid = owner.uid): Promise<number> {
  const seal = sealsOf("", "development").of("platform_rpc")!;
  const from = { ip: "203.0.113.7", lang: defaultLang, site: defaultSite, deviceId: "x", session };
  const question = { call: calls[call].name, uid, ask, from };
  const bytes = sealQuestion(question, { by: "user", sender: "test", seal }, systemClock.now());
  return openReply(await bus.request(subjects(world.core).rpc("platform"), bytes, 5_000), bytes, seal)!.code;
}

test("H3: a session that has shown no factor makes no key and no address, also of the platform directly", async () => {
  const session = await sessionOf(owner);
  for (const [call, ask] of [
    ["createApiKey", newKey],
    ["editApiKey", { key: "k".repeat(32), permissions: ["WITHDRAW"], ips: ["203.0.113.7"] }],
    ["addWithdrawalAddress", newAddress],
    ["allowWithdrawalAddress", { id: "00000000-0000-4000-8000-000000000000", isAllowListed: true }],
    ["setOnlyAllowListed", { isOn: false }],
    ["removeAuthenticator", { code: "000000" }],
    ["removePasskey", { id: "x" }],
  ] as const)
    expect([call, await askDirectly(call, ask, session)]).toEqual([call, codeOf("FACTOR_NEEDED")]);
  const { rows } = await sql`
    select 1 from security.api_keys where uid = ${owner.uid}
    union all select 1 from security.withdrawal_addresses where uid = ${owner.uid}`.execute(world.owner.db);
  expect(rows).toEqual([]);
});

test("H3: a factor counts for its own session and user, and for a short while", async () => {
  await owner.confirm();
  const session = await sessionOf(owner);
  expect(await askDirectly("createApiKey", { ...newKey, label: "program_own" }, session)).toBe(success);
  const othersSession = await sessionOf(other);
  for (const [call, ask] of [
    ["createApiKey", newKey],
    ["apiKeyList", {}],
  ] as const)
    expect([call, await askDirectly(call, ask, session, other.uid)]).toEqual([call, codeOf("LOGIN_INVALID")]);
  expect(await askDirectly("createApiKey", newKey, othersSession, other.uid)).toBe(codeOf("FACTOR_NEEDED"));
  await sql`update identity.sessions set factor_at = factor_at - 600000 where id = ${session}`.execute(world.owner.db);
  expect(await askDirectly("createApiKey", newKey, session)).toBe(codeOf("FACTOR_NEEDED"));
  await sql`update identity.sessions set factor_at = factor_at + 600000 where id = ${session}`.execute(world.owner.db);
});

test("H3: an account with a factor must show it for what needs it only there", async () => {
  const session = await sessionOf(other);
  expect(await askDirectly("startPasskey", { password }, session, other.uid)).toBe(codeOf("FACTOR_NEEDED"));
  const change = { text: "blue whale", code: "000000" };
  expect(await askDirectly("setAntiPhishing", change, session, other.uid)).toBe(codeOf("GOOGLE_CODE_NEEDED"));
});

test("H3: a session that has reached its own end, was ended or was never there is nobody's", async () => {
  const session = await sessionOf(owner);
  const read = (id: string): Promise<number> => askDirectly("apiKeyList", {}, id);
  const create = (): Promise<number> => askDirectly("createApiKey", { ...newKey, label: "program_late" }, session);
  expect(await read(session)).toBe(success);
  const moveEnd = (ms: number) =>
    sql`update identity.sessions set until = until + ${ms} where id = ${session}`.execute(world.owner.db);
  await moveEnd(-31 * dayMs);
  expect([await read(session), await create()]).toEqual([codeOf("LOGIN_INVALID"), codeOf("LOGIN_INVALID")]);
  await moveEnd(31 * dayMs);
  expect(await read(session)).toBe(success);
  for (const none of ["", "s".repeat(22)]) expect(await read(none)).toBe(codeOf("LOGIN_INVALID"));
  await sql`update identity.users set frozen_at = 1 where uid = ${owner.uid}`.execute(world.owner.db);
  expect(await read(session)).toBe(codeOf("LOGIN_INVALID"));
  await sql`update identity.users set frozen_at = null where uid = ${owner.uid}`.execute(world.owner.db);
  await sql`update identity.sessions set ended_at = 1 where id = ${session}`.execute(world.owner.db);
  expect([await read(session), await create()]).toEqual([codeOf("LOGIN_INVALID"), codeOf("LOGIN_INVALID")]);
});

test("L6: a change asks in its own transaction too whether the session is open, by its own end as well", async () => {
  const session = await sessionOf(other);
  const accounts = accountsOf({ enqueue: async () => undefined }, 1);
  const from = { ip: "203.0.113.7", lang: defaultLang, site: defaultSite, deviceId: "x", session };
  const isOpenAt = (now: number): Promise<boolean> =>
    accounts.isSignedIn(world.owner.db, { uid: other.uid, from, core: world.core }, now);
  const { rows } = await sql<{ until: number }>`
    select until::float8 as until from identity.sessions where id = ${session}`.execute(world.owner.db);
  const { until } = rows[0]!;
  expect([await isOpenAt(until - 1), await isOpenAt(until)]).toEqual([true, false]);
});

test("H3: the platform counts a call's allowance itself", async () => {
  const lines = [{ path: "/x", startedAt: 1, ms: 1, result: "success", code: 200, message: "" }];
  const codes = await Promise.all(Array.from({ length: 60 }, () => askDirectly("requestLog", { lines }, "", 0)));
  const limited = codes.filter((code) => code === codeOf("TOO_MANY_REQUESTS")).length;
  expect(limited).toBeGreaterThanOrEqual(30);
  expect(limited).toBeLessThan(60);
});
