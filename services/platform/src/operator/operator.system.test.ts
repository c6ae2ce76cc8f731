import {
  consoleCalls,
  defaultLang,
  defaultSite,
  type OperatorRole,
  operatorRoles,
  refusals,
} from "@tidemark/contracts";
import { type Bus, connectBus, openReply, sealQuestion, sealsOf, subjects, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../testing/world.ts";
import { auditOperator, openOperatorRegister } from "./index.ts";

const halt = { symbol: "BTC/USDT", status: "HALT", liquidates: false, reason: "the price feed is wrong" } as const;
const missing = { id: "00000000-0000-4000-8000-000000000000" };
const operator = 11;
let world: World;
let bus: Bus;
let register: ReturnType<typeof openOperatorRegister>;

beforeAll(async () => {
  world = await openWorld();
  bus = await connectBus(process.env.NATS_URL ?? "nats://127.0.0.1:4222", "test");
  register = openOperatorRegister(world.database.url);
});
afterAll(async () => {
  await register?.close();
  await bus?.close();
  await world?.close();
});

/** The roles in the platform's own records. */
async function setRoles(...list: readonly OperatorRole[]): Promise<void> {
  const { db } = world.owner;
  await sql`delete from operator.roles where uid = ${operator}`.execute(db);
  await sql`
    insert into operator.roles (uid, role, granted_at)
    select ${operator}, role, 1 from unnest(${list}::text[]) as role`.execute(db);
}

type Asking = { readonly to?: "console" | "platform"; readonly by?: "console_rpc" | "platform_rpc" };

/** As a console that checks nothing would ask, claiming every role; or as somebody else would. */
async function askDirectly(
  call: keyof typeof consoleCalls,
  ask: object,
  { to = "console", by = "console_rpc" }: Asking = {},
): Promise<number | "silence"> {
  const seal = sealsOf("", "development").of(by)!;
  const from = { ip: "203.0.113.7", lang: defaultLang, site: defaultSite, deviceId: "x", roles: operatorRoles };
  const question = { call: consoleCalls[call].name, uid: operator, ask, from };
  const bytes = sealQuestion(question, { by: "user", sender: "test", seal }, systemClock.now());
  try {
    return openReply(await bus.request(subjects(world.core).rpc(to), bytes, 2_000), bytes, seal)!.code;
  } catch {
    return "silence";
  }
}

test("a console that claims a role gives nobody a right: the platform reads its own records", async () => {
  await setRoles();
  for (const [call, ask] of [
    ["setMarketStatus", halt],
    ["proposalList", {}],
    ["approveProposal", missing],
  ] as const)
    expect([call, await askDirectly(call, ask)]).toEqual([call, refusals.OPERATOR_ROLE_MISSING.code]);
  await setRoles("support");
  expect(await askDirectly("setMarketStatus", halt)).toBe(refusals.OPERATOR_ROLE_MISSING.code);
  expect(await askDirectly("proposalList", {})).toBe(200);
});

test("a gateway serves nothing of operators, and neither its subject nor its key reaches their calls", async () => {
  await setRoles(...operatorRoles);
  for (const path of ["/operator/set-market-status", "/console/propose/set-market-status", "/operator/approve"]) {
    const said = await fetch(world.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(halt),
    });
    expect([path, ((await said.json()) as { code: number }).code]).toEqual([path, refusals.NOT_FOUND.code]);
  }
  expect(await askDirectly("setMarketStatus", halt, { to: "platform", by: "platform_rpc" })).toBe(
    refusals.NOT_FOUND.code,
  );
  expect(await askDirectly("setMarketStatus", halt, { by: "platform_rpc" })).toBe("silence");
});

test("without a core nothing is proposed, and the answer is BUSY", async () => {
  expect(await askDirectly("setMarketStatus", halt)).toBe(refusals.BUSY.code);
  const { rows } = await sql`select 1 from operator.proposals`.execute(world.owner.db);
  expect(rows).toEqual([]);
  for (const call of ["proposal", "approveProposal"] as const)
    expect([call, await askDirectly(call, missing)]).toEqual([call, refusals.NOT_FOUND.code]);
});

test("a line that somebody changes behind the trigger's back breaks the chain", async () => {
  const { db } = world.owner;
  for (const subject of ["first", "second", "third"])
    await auditOperator(db, {
      at: 1,
      uid: 0,
      origin: "test",
      action: "tested",
      subject,
      reason: "x",
      before: 1,
      after: 2,
    });
  expect((await register.audit()).brokenAt).toBeUndefined();
  await expect(sql`update operator.audit_log set uid = 1`.execute(db)).rejects.toThrow("append-only");
  await sql`alter table operator.audit_log disable trigger all`.execute(db);
  await sql`update operator.audit_log set reason = 'fired' where number = 2`.execute(db);
  await sql`alter table operator.audit_log enable trigger all`.execute(db);
  expect((await register.audit()).brokenAt).toBe(2);
});
