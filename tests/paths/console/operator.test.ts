import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { operatorRoles, type ProposalRow, productIds, refusals, success } from "@tidemark/contracts";
import { openDatabase, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openOperatorRegister } from "../../../services/platform/src/index.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { root } from "../../../tools/dev/processes/root.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { type ConsoleWorld, openConsoleWorld, openOperator, type Operator } from "./console-world.ts";
import { good, units, until } from "../support/traders.ts";

// The way of an operator's change: call → proposal → approval → outbox → core → the answer in the proposal.
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let register: ReturnType<typeof openOperatorRegister>;
let console: ConsoleWorld;
let olivia: Operator;
let oscar: Operator;
/** An operator without any of the roles that money and markets take. */
let mara: Operator;
let alice: Trader;
const reason = "as the risk committee decided today";

beforeAll(async () => {
  const gatewayEnv = {
    RATE_SIGN_IN_PER_SECOND: "10000",
    SIGN_INS_PER_MINUTE: "1000000",
    RATE_READ_PER_SECOND: "10000",
  };
  exchange = await throwAwayExchange({ gatewayEnv });
  database = openDatabase(exchange.databaseUrl, 2);
  register = openOperatorRegister(exchange.databaseUrl);
  console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  olivia = await openOperator(console, "olivia", operatorRoles);
  oscar = await openOperator(console, "oscar", operatorRoles);
  mara = await openOperator(console, "mara", ["support"]);
  alice = await signIn(exchange.url, "alice", "alice-device");
});
afterAll(async () => {
  await console?.close();
  await register?.close();
  await database?.close();
  await exchange?.remove();
});

const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const proposalOf = async (id: string): Promise<ProposalRow> => good(await olivia.client.call("proposal", { id }));

async function ended(id: string): Promise<ProposalRow> {
  await until(async () => ["DONE", "REFUSED"].includes((await proposalOf(id)).state), 15_000);
  return proposalOf(id);
}

async function statusOf(symbol: string): Promise<string> {
  const { markets } = good(await alice.client.call("marketInstruments", {}));
  return markets.find((market) => market.symbol === symbol)!.status;
}

const fund = { product: productIds.futures_usdt, asset: "USDT" } as const;
async function insurance(): Promise<bigint> {
  const { list } = good(await alice.client.call("insuranceFund", { ...fund, pageSize: 1 }));
  return units(list[0]!.balance);
}
const seedFund = (amount: string, more: object = {}) =>
  olivia.client.call("seedFund", { ...fund, fund: "INSURANCE", amount, reason, ...more });

test("one operator halts a market at once, opens it again with another, and every page sees it", async () => {
  const halt = { symbol: "LTC/USDT", status: "HALT", liquidates: false, reason } as const;
  const proposed = good(await olivia.client.call("setMarketStatus", halt));
  expect(proposed).toMatchObject({ call: "operator.setMarketStatus", by: olivia.id, needed: 0, reason });
  expect(await ended(proposed.id)).toMatchObject({ state: "DONE", result: { code: success } });
  await until(async () => (await statusOf("LTC/USDT")) === "HALT");
  const order = { symbol: "LTC/USDT", side: "BUY", type: "LIMIT", price: "90", qty: "1" } as const;
  expect(resultOf(await alice.client.call("placeOrder", order))).toBe("MARKET_NOT_TRADING");
  await ended(good(await olivia.client.call("setMarketStatus", { ...halt, status: "CANCEL_ONLY" })).id);
  const opening = good(await olivia.client.call("setMarketStatus", { ...halt, status: "TRADING" }));
  expect([opening.state, opening.needed, await statusOf("LTC/USDT")]).toEqual(["WAITING", 1, "CANCEL_ONLY"]);
  const early = await oscar.client.call("approveProposal", { id: opening.id });
  expect(early).toMatchObject({ ok: false, refusal: "REQUEST_INVALID" });
  await until(async () => (await oscar.client.call("approveProposal", { id: opening.id })).ok);
  expect(await ended(opening.id)).toMatchObject({ state: "DONE" });
  await until(async () => (await statusOf("LTC/USDT")) === "TRADING");
});

test("the gateway serves nothing of operators, and who lacks the role or a fresh passkey stops nothing", async () => {
  const ask = { symbol: "BTC/USDT", status: "HALT", liquidates: false, reason } as const;
  for (const path of ["/operator/set-market-status", "/console/propose/set-market-status"]) {
    const said = await fetch(exchange.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(ask),
    });
    expect([path, ((await said.json()) as { code: number }).code]).toEqual([path, refusals.NOT_FOUND.code]);
  }
  expect(resultOf(await mara.client.call("setMarketStatus", ask))).toBe("OPERATOR_ROLE_MISSING");
  expect(resultOf(await console.browser().client.call("setMarketStatus", ask))).toBe("LOGIN_INVALID");
  console.pass(11 * 60_000);
  expect(resultOf(await olivia.client.call("setMarketStatus", ask))).toBe("FACTOR_NEEDED");
  console.pass(-11 * 60_000);
  expect(await statusOf("BTC/USDT")).toBe("TRADING");
});

describe("a change that two must agree to", () => {
  test("waits, is not approved by its proposer or from his device, and is carried out once another approves", async () => {
    const before = await insurance();
    const { id, state, needed } = good(await seedFund("1000"));
    expect([state, needed]).toEqual(["WAITING", 1]);
    expect(resultOf(await olivia.client.call("approveProposal", { id }))).toBe("OWN_APPROVAL");
    expect(resultOf(await mara.client.call("approveProposal", { id }))).toBe("OPERATOR_ROLE_MISSING");
    const own = oscar.browser.deviceCookie;
    expect(own).not.toBe(olivia.browser.deviceCookie);
    oscar.browser.deviceCookie = olivia.browser.deviceCookie;
    expect(resultOf(await oscar.client.call("approveProposal", { id }))).toBe("OWN_APPROVAL");
    oscar.browser.deviceCookie = own;
    expect(await proposalOf(id)).toMatchObject({ state: "WAITING", approvals: [], result: null });
    expect(await insurance()).toBe(before);
    good(await oscar.client.call("approveProposal", { id }));
    expect(await ended(id)).toMatchObject({ state: "DONE", approvals: [{ by: oscar.id }] });
    await until(async () => (await insurance()) === before + units("1000"));
    expect(resultOf(await oscar.client.call("approveProposal", { id }))).toBe("PROPOSAL_FINAL");
  });

  test("keeps the core's refusal with its numbers", async () => {
    const ask = { ...fund, amount: "900000000", reason };
    const { id } = good(await oscar.client.call("moveTreasury", ask));
    good(await olivia.client.call("approveProposal", { id }));
    const { state, result } = await ended(id);
    expect([state, result]).toMatchObject([
      "REFUSED",
      {
        code: refusals.INSUFFICIENT_TRANSFERABLE.code,
        refusal: "INSUFFICIENT_TRANSFERABLE",
        facts: { needed: "900000000", asset: "USDT" },
      },
    ]);
  });

  test("is one proposal however often it is asked for, and can be taken back", async () => {
    const first = good(await seedFund("5", { requestId: "monday" }));
    expect(good(await seedFund("5", { requestId: "monday" })).id).toBe(first.id);
    expect(resultOf(await seedFund("6", { requestId: "monday" }))).toBe("DUPLICATE_CLIENT_ID");
    expect(resultOf(await seedFund("5"))).toBe("APPROVAL_PENDING");
    const { list } = good(await oscar.client.call("proposalList", { state: "WAITING" }));
    expect(list.map(({ id }) => id)).toEqual([first.id]);
    const rejected = good(
      await olivia.client.call("rejectProposal", { id: first.id, reason: "typed the wrong amount" }),
    );
    expect(rejected.state).toBe("REJECTED");
    expect(resultOf(await oscar.client.call("approveProposal", { id: first.id }))).toBe("PROPOSAL_FINAL");
  });

  test("expires, and does not outlive a role that was taken away", async () => {
    const late = good(await seedFund("7"));
    await sql`update operator.proposals set until = ${systemClock.now()} where id = ${late.id}`.execute(database.db);
    expect(resultOf(await oscar.client.call("approveProposal", { id: late.id }))).toBe("PROPOSAL_EXPIRED");
    expect((await proposalOf(late.id)).state).toBe("EXPIRED");
    const change = { name: "oscar", roles: ["treasury"], reason: "on leave", origin: "test" } as const;
    const orphan = good(await oscar.client.call("moveTreasury", { ...fund, amount: "1", reason }));
    await console.register.revoke(change);
    expect(resultOf(await oscar.client.call("moveTreasury", { ...fund, amount: "2", reason }))).toBe(
      "OPERATOR_ROLE_MISSING",
    );
    expect(resultOf(await olivia.client.call("approveProposal", { id: orphan.id }))).toBe("PROPOSAL_FINAL");
    expect((await proposalOf(orphan.id)).state).toBe("REJECTED");
    await console.register.grant(change);
  });

  test("does not pile up: an operator has at most a hundred waiting", async () => {
    const { id } = good(await seedFund("3"));
    await sql`
      insert into operator.proposals (id, exchange, call, role, ask, command, reason, by_uid, device_id, made_at, until, needed, state)
      select gen_random_uuid(), exchange, call, role, jsonb_build_object('copy', i), command, reason, by_uid, device_id, made_at, until,
        needed, state
      from operator.proposals, generate_series(1, 99) i where id = ${id}`.execute(database.db);
    expect(resultOf(await seedFund("4"))).toBe("TOO_MANY_REQUESTS");
    await sql`delete from operator.proposals where ask ? 'copy'`.execute(database.db);
    expect(resultOf(await seedFund("4"))).toBe("ok");
  });

  test("is refused at once where it fits no market, asset or step", async () => {
    const outcomes = [
      await olivia.client.call("setMarketStatus", { symbol: "NO/NE", status: "HALT", liquidates: false, reason }),
      await seedFund("1", { asset: "NONE" }),
    ];
    expect(outcomes.map(resultOf)).toEqual(["REQUEST_INVALID", "REQUEST_INVALID"]);
  });

  test("is carried out exactly once when the platform is killed between the approval and the sending", async () => {
    const before = await insurance();
    const { id } = good(await seedFund("250"));
    const cores = ["core-a", "core-b"].map((name) => exchange.processes.get(name)!);
    // No core answers: the command is stored and stays unsent, or sent and unanswered.
    for (const core of cores) core.kill("SIGSTOP");
    expect(good(await oscar.client.call("approveProposal", { id })).state).toBe("SENT");
    exchange.processes.get("platform")!.kill("SIGKILL");
    await systemClock.sleep(1_500);
    exchange.processes.get("platform")!.kill("SIGKILL");
    for (const core of cores) core.kill("SIGCONT");
    await until(async () => resultOf(await olivia.client.call("proposal", { id })) === "ok", 20_000);
    expect((await ended(id)).state).toBe("DONE");
    await until(async () => (await insurance()) === before + units("250"));
    const { lines } = await register.audit();
    const steps = lines.filter(({ subject }) => subject === id).map(({ action }) => action);
    expect(steps).toEqual(["proposed", "approved", "sent", "answered"]);
    const next = good(await seedFund("1"));
    good(await oscar.client.call("approveProposal", { id: next.id }));
    expect((await ended(next.id)).state).toBe("DONE");
    await until(async () => (await insurance()) === before + units("251"));
  }, 60_000);
});

test("an operator is made at the command line, and roles are granted to who is one, with a reason", () => {
  const run = (...given: string[]): string => {
    const main = join(root, "tools/operator/main.ts");
    return execFileSync(process.execPath, [main, ...given, "--database", exchange.databaseUrl], { encoding: "utf8" });
  };
  expect(run("invite", "carol", "risk", "--reason", "new here")).toContain("/invitation#");
  expect(run("grant", "carol", "support", "--reason", "answers tickets")).toContain("carol: risk, support");
  expect(run("list")).toMatch(/carol \(\d+\): risk, support/);
  expect(run("revoke", "carol", "all", "--reason", "answers no more")).toContain("carol: no role");
  expect(run("dismiss", "carol", "--reason", "left the house")).toContain("no operator any more");
  expect(run("audit")).toMatch(/granted +carol +answers tickets[^]+The chain of \d+ lines is whole/);
  expect(() => run("grant", "nobody", "support", "--reason", "why not")).toThrow("Command failed");
}, 120_000);

test("everything stands in the audit log, with who, why and from where, and nobody can change it", async () => {
  const { lines, brokenAt } = await register.audit();
  expect(brokenAt).toBeUndefined();
  const actions = new Set(lines.map(({ action }) => action));
  for (const action of ["granted", "revoked", "proposed", "approved", "rejected", "expired", "sent", "answered"])
    expect([action, actions.has(action)]).toEqual([action, true]);
  const proposed = lines.find(({ action, uid }) => action === "proposed" && uid === olivia.id)!;
  expect(proposed).toMatchObject({ reason, origin: "127.0.0.1", before: null });
  for (const text of [
    "update operator.audit_log set reason = 'another'",
    "delete from operator.audit_log where number = 1",
    "truncate operator.audit_log",
  ])
    await expect(sql.raw(text).execute(database.db)).rejects.toThrow("append-only");
});
