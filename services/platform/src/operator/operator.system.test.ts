import { type CallName, calls, defaultLang, defaultSite, operatorRoles, refusals } from "@tidemark/contracts";
import { type Bus, connectBus, openReply, sealQuestion, sealsOf, subjects, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { twoFactorVisitor } from "../../testing/factor.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { openOperatorRegister } from "./index.ts";

const password = "Gr3en-Harbour-Lamp";
const halt = { symbol: "BTC/USDT", status: "HALT", liquidates: false, reason: "the price feed is wrong" } as const;
let world: World;
let bus: Bus;
let register: ReturnType<typeof openOperatorRegister>;
let operator: Awaited<ReturnType<typeof twoFactorVisitor>>;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  bus = await connectBus(process.env.NATS_URL ?? "nats://127.0.0.1:4222", "test");
  register = openOperatorRegister(world.database.url);
  operator = await twoFactorVisitor(world, 7301, password);
});
afterAll(async () => {
  await register?.close();
  await bus?.close();
  await world?.close();
});

const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const change = { uid: 7301, reason: "hired", origin: "test" } as const;

/** As a gateway that checks nothing would ask: straight to the platform, with the session's id. */
async function askDirectly(call: CallName, ask: object): Promise<number> {
  const list = await operator.client.call("sessionList", {});
  if (!list.ok) throw new Error(list.message);
  const session = list.value.list.find(({ isThis }) => isThis)!.id;
  const seal = sealsOf("", "development").of("platform_rpc")!;
  const from = { ip: "203.0.113.7", lang: defaultLang, site: defaultSite, deviceId: "x", session };
  const question = { call: calls[call].name, uid: operator.uid, ask, from };
  const bytes = sealQuestion(question, { by: "user", sender: "test", seal }, systemClock.now());
  return openReply(await bus.request(subjects(world.core).rpc("platform"), bytes, 5_000), bytes, seal)!.code;
}

test("an operator who has shown no factor lately is refused by the platform as by the gateway", async () => {
  await register.grant({ ...change, roles: operatorRoles });
  expect(resultOf(await operator.client.call("setMarketStatus", halt))).toBe("FACTOR_NEEDED");
  for (const [call, ask] of [
    ["setMarketStatus", halt],
    ["proposalList", { pageNum: 1, pageSize: 10 }],
    ["approveProposal", { id: "00000000-0000-4000-8000-000000000000" }],
  ] as const)
    expect([call, await askDirectly(call, ask)]).toEqual([call, refusals.FACTOR_NEEDED.code]);
  await operator.confirm();
  expect(await askDirectly("proposalList", { pageNum: 1, pageSize: 10 })).toBe(200);
  await sql`update identity.sessions set factor_at = factor_at - 600000 where uid = 7301`.execute(world.owner.db);
  expect(await askDirectly("setMarketStatus", halt)).toBe(refusals.FACTOR_NEEDED.code);
  expect(resultOf(await operator.client.call("setMarketStatus", halt))).toBe("FACTOR_NEEDED");
  await sql`update identity.sessions set factor_at = factor_at + 600000 where uid = 7301`.execute(world.owner.db);
});

test("without a core nothing is proposed, and the answer is BUSY", async () => {
  expect(resultOf(await operator.client.call("setMarketStatus", halt))).toBe("BUSY");
  expect(await operator.client.call("proposalList", {})).toMatchObject({ ok: true, value: { list: [], total: 0 } });
  const missing = { id: "00000000-0000-4000-8000-000000000000" };
  for (const call of ["proposal", "approveProposal"] as const)
    expect(resultOf(await operator.client.call(call, missing))).toBe("NOT_FOUND");
});

test("a role is granted and taken away with a line in the log, and each call needs its own", async () => {
  await register.revoke({ ...change, roles: ["markets"] });
  expect(resultOf(await operator.client.call("setMarketStatus", halt))).toBe("OPERATOR_ROLE_MISSING");
  expect(resultOf(await operator.client.call("proposalList", {}))).toBe("ok");
  await register.revoke({ ...change, roles: operatorRoles });
  expect(resultOf(await operator.client.call("proposalList", {}))).toBe("NOT_OPERATOR");
  expect(await register.list()).toEqual([]);
  // Nothing changes, so nothing is logged.
  await register.revoke({ ...change, roles: operatorRoles });
  const { lines, brokenAt } = await register.audit();
  expect(lines.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    "granted 7301",
    "revoked 7301",
    "revoked 7301",
  ]);
  expect(brokenAt).toBeUndefined();
});

test("a line that somebody changes behind the trigger's back breaks the chain", async () => {
  const { db } = world.owner;
  await expect(sql`update operator.audit_log set uid = 1`.execute(db)).rejects.toThrow("append-only");
  await sql`alter table operator.audit_log disable trigger all`.execute(db);
  await sql`update operator.audit_log set reason = 'fired' where number = 2`.execute(db);
  await sql`alter table operator.audit_log enable trigger all`.execute(db);
  expect((await register.audit()).brokenAt).toBe(2);
});
