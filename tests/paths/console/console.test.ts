import {
  type AuditRow,
  consoleCallList,
  consoleCalls,
  type OperatorRole,
  operatorRoles,
  requirementsOf,
} from "@tidemark/contracts";
import { auditLog, brokenAt } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSettings } from "../../../services/console/src/config.ts";
import { cookiesOf } from "../../../services/console/src/cookies.ts";
import { passkeyDevice } from "../../peers/passkey-device.ts";
import { type Browser, type ConsoleWorld, honest, openConsoleWorld } from "./console-world.ts";

// The way of an operator into the console: invitation → passkey → session → passkey again for acts.
const minuteMs = 60_000;
let world: ConsoleWorld;
let count = 0;

beforeAll(async () => {
  world = await openConsoleWorld();
});
afterAll(() => world?.close());

/** A new operator at a browser, signed in by an invitation. */
async function signedIn(roles: readonly OperatorRole[] = operatorRoles): Promise<Browser & { readonly name: string }> {
  count += 1;
  const name = `operator-${count}`;
  const browser = world.browser();
  const { token } = await world.invite(name, roles);
  expect((await browser.accept(token)).result).toBe("ok");
  return Object.assign(browser, { name });
}

const linesOf = async (subject: string) => {
  const lines = await auditLog.all(world.owner.db);
  return lines.filter((line) => line.subject === subject).map(({ action, uid }) => [action, uid > 0]);
};

describe("an invitation", () => {
  test("[D.10] makes an account apart from traders' once, with the roles that it names, and is audited", async () => {
    const { token } = await world.invite("olivia", ["markets", "risk"]);
    const browser = world.browser();
    const opened = await browser.call("openInvitation", { invitation: token });
    expect(opened.data).toMatchObject({
      name: "olivia",
      roles: ["markets", "risk"],
      options: {
        rp: { id: "localhost" },
        authenticatorSelection: { residentKey: "required", userVerification: "required" },
      },
    });
    expect((await browser.accept(token)).data).toMatchObject({ name: "olivia", roles: ["markets", "risk"] });
    expect(await browser.session()).toMatchObject({ name: "olivia", mode: "development" });
    expect((await world.browser().accept(token)).result).toBe("TICKET_EXPIRED");
    expect(await linesOf("olivia")).toEqual([
      ["invited", false],
      ["invitation accepted", true],
    ]);
    expect(brokenAt(await auditLog.all(world.owner.db))).toBeUndefined();
  });

  test("ends with a newer one and after a day, and no other text opens anything", async () => {
    const first = await world.invite("oscar", ["risk"]);
    const second = await world.invite("oscar", ["support"]);
    expect((await world.browser().accept(first.token)).result).toBe("TICKET_EXPIRED");
    world.pass(24 * 60 * minuteMs);
    expect((await world.browser().accept(second.token)).result).toBe("TICKET_EXPIRED");
    world.pass(-24 * 60 * minuteMs);
    expect((await world.browser().accept("x".repeat(43))).result).toBe("TICKET_EXPIRED");
    expect((await world.browser().accept(second.token)).data).toMatchObject({ roles: ["support"] });
  });

  test("of who has lost a passkey replaces it: the old one and its sessions end", async () => {
    const old = await signedIn();
    const { token } = await world.invite(old.name, ["markets"]);
    const next = world.browser();
    expect((await next.accept(token)).result).toBe("ok");
    expect((await old.call("operatorMe")).result).toBe("LOGIN_INVALID");
    expect((await old.sign("signIn")).result).toBe("PASSKEY_WRONG");
    expect((await next.sign("signIn")).result).toBe("ok");
  });

  test("is used up by no passkey that another page made, or that did not see its owner", async () => {
    const { token } = await world.invite("otto", ["risk"]);
    const lies = [
      { origin: "http://localhost:8080" },
      { rpId: "tidemark.example" },
      { isVerified: false },
      { type: "webauthn.get" },
    ];
    for (const lie of lies)
      expect([lie, (await world.browser().accept(token, lie)).result]).toEqual([lie, "PASSKEY_WRONG"]);
    expect((await world.browser().accept(token)).result).toBe("ok");
  });
});

describe("a session", () => {
  test("is opened by the passkey alone, under a new id each time, in a cookie that no script reads", async () => {
    const browser = await signedIn();
    const first = browser.cookie;
    const opened = await browser.sign("signIn");
    expect(browser.cookie).not.toBe(first);
    expect(String(opened.headers["set-cookie"])).toMatch(
      /^console-session=[\w-]{43}; Max-Age=43\d{3}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const { rows } = await sql<{ found: number }>`
      select count(*)::integer as found from console.sessions
      where encode(token_hash, 'escape') like ${`%${browser.cookie.slice(16)}%`}`.execute(world.owner.db);
    expect(rows[0]!.found).toBe(0);
  });

  test("a passkey that lies about its page, its owner or its counter opens none; a challenge serves once and for its purpose", async () => {
    const browser = await signedIn();
    for (const lie of [
      { origin: "http://localhost:8080" },
      { rpId: "x.example" },
      { isVerified: false },
      { type: "webauthn.create" },
    ])
      expect([lie, (await browser.sign("signIn", lie)).result]).toEqual([lie, "PASSKEY_WRONG"]);
    expect((await browser.sign("signIn", {}, passkeyDevice())).result).toBe("PASSKEY_WRONG");
    expect((await browser.sign("signIn", { counter: 5 })).result).toBe("ok");
    expect((await browser.sign("signIn", { counter: 5 })).result).toBe("PASSKEY_WRONG");
    const { data } = await browser.call("challengeOperator", { purpose: "signIn" });
    const { ticket, options } = data as { ticket: string; options: { challenge: string } };
    const passkey = browser.device.answer(ticket, options, { ...honest, counter: 9 });
    expect((await browser.call("confirmOperator", { passkey })).result).toBe("PASSKEY_WRONG");
    expect((await browser.call("signInOperator", { passkey })).result).toBe("ok");
    expect((await browser.call("signInOperator", { passkey })).result).toBe("PASSKEY_WRONG");
  });

  test("ends after 15 minutes without a question and after 12 hours in any case", async () => {
    const idle = await signedIn();
    world.pass(15 * minuteMs - 1_000);
    expect((await idle.call("operatorMe")).result).toBe("ok");
    world.pass(15 * minuteMs + 1_000);
    expect((await idle.call("operatorMe")).result).toBe("LOGIN_INVALID");
    const busy = await signedIn();
    for (let quarter = 0; quarter < 71; quarter += 1) {
      world.pass(10 * minuteMs);
      expect([quarter, (await busy.call("operatorMe")).result]).toEqual([quarter, "ok"]);
    }
    expect((await busy.sign("confirm")).result).toBe("ok");
    world.pass(10 * minuteMs + 1_000);
    expect((await busy.call("operatorMe")).result).toBe("LOGIN_INVALID");
  });

  test("acts need the passkey within ten minutes; shown again, the session has another id and its old one ends", async () => {
    const browser = await signedIn();
    expect((await browser.call("startOperatorPasskey")).result).toBe("ok");
    world.pass(10 * minuteMs);
    expect((await browser.call("startOperatorPasskey")).result).toBe("FACTOR_NEEDED");
    expect((await browser.call("operatorPasskeys")).result).toBe("ok");
    const other = await signedIn();
    expect((await browser.sign("confirm", {}, other.device)).result).toBe("PASSKEY_WRONG");
    const before = browser.cookie;
    expect((await browser.sign("confirm")).result).toBe("ok");
    const { ticket, options } = (await browser.call("startOperatorPasskey")).data as {
      ticket: string;
      options: { challenge: string };
    };
    const second = passkeyDevice();
    const passkey = second.make(options, honest);
    expect((await browser.call("addOperatorPasskey", { ticket, label: "Safe", passkey })).result).toBe("ok");
    expect((await browser.sign("signIn", {}, second)).result).toBe("ok");
    browser.cookie = before;
    expect((await browser.call("operatorMe")).result).toBe("LOGIN_INVALID");
  });

  test("ends when its operator signs out or is dismissed, whose name and passkey open nothing afterwards", async () => {
    const [leaving, dismissed] = [await signedIn(), await signedIn()];
    const { cookie } = leaving;
    expect((await leaving.call("signOutOperator")).result).toBe("ok");
    leaving.cookie = cookie;
    expect((await leaving.call("operatorMe")).result).toBe("LOGIN_INVALID");
    await world.register.dismiss({ name: dismissed.name, reason: "left the house", origin: "a test" });
    expect((await dismissed.call("operatorMe")).result).toBe("LOGIN_INVALID");
    expect((await dismissed.sign("signIn")).result).toBe("PASSKEY_WRONG");
    await expect(world.invite(dismissed.name, ["risk"])).rejects.toThrow("was dismissed");
    expect(await linesOf(dismissed.name)).toEqual([
      ["invited", false],
      ["invitation accepted", true],
      ["dismissed", false],
    ]);
  });
});

describe("every call of the console", () => {
  test("is refused to a visitor, from another site, under another host and without the passkey where it says so", async () => {
    const browser = await signedIn();
    world.pass(10 * minuteMs);
    for (const [name, call] of Object.entries(consoleCalls)) {
      const { who, origin, factor } = requirementsOf(call as never);
      const key = name as keyof typeof consoleCalls;
      const visitor = await world.browser().call(key);
      expect([name, visitor.result === "LOGIN_INVALID"]).toEqual([name, who === "operator"]);
      for (const headers of [
        { origin: "http://localhost:8080" },
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { origin: "null" },
      ]) {
        const foreign = await browser.call(key, {}, headers);
        expect([name, foreign.data]).toEqual([name, { problem: "it comes from another site" }]);
        expect(origin).toBe(true);
      }
      if (call.session === "ends") continue;
      const late = await browser.call(key);
      expect([name, late.result === "FACTOR_NEEDED"]).toEqual([name, factor === "fresh"]);
      const rebound = await browser.call(key, {}, { host: "console.evil.example" });
      expect([name, rebound.data]).toEqual([name, { problem: "it names a host that is not ours" }]);
    }
  });

  test("is open to the roles that it names and to no others, role by role", async () => {
    for (const role of operatorRoles) {
      const browser = await signedIn([role]);
      for (const [name, call] of Object.entries(consoleCalls)) {
        if (call.needs !== "operator" || call.session === "ends") continue;
        const { result } = await browser.call(name as keyof typeof consoleCalls);
        const isOpen = ["any", role].includes(call.operator!.role);
        expect([role, name, result !== "OPERATOR_ROLE_MISSING"]).toEqual([role, name, isOpen]);
      }
    }
  });

  test("says what it requires; changes are by passkey, and nothing of it is among the calls of traders", () => {
    for (const call of consoleCallList) {
      expect([call.name, call.path.includes(" /console/")]).toEqual([call.name, true]);
      expect(["console", "platform"]).toContain(call.owner);
      expect([call.name, call.needs === "operator"]).toEqual([call.name, call.operator !== undefined]);
      expect([call.name, requirementsOf(call).apiKey === "never" || call.needs === "nothing"]).toEqual([
        call.name,
        true,
      ]);
    }
    const acts = consoleCallList.filter((call) => requirementsOf(call).factor === "fresh").map(({ name }) => name);
    // A search and a preview change nothing: they are no GET since addresses are logged, and short.
    const without = ["console.signOut", "console.confirm", "users.find", "content.preview", "coupons.previewCampaign"];
    const changes = consoleCallList.filter(({ path, needs }) => path.startsWith("POST ") && needs === "operator");
    expect(acts).toEqual(changes.map(({ name }) => name).filter((name) => !without.includes(name)));
  });

  test("answers in the envelope with headers that allow no frame and no cache, and reads no body but JSON", async () => {
    const { headers } = await world.browser().call("operatorMe");
    expect(headers).toMatchObject({
      "x-frame-options": "DENY",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    });
    const to = { method: "POST", url: "/console/challenge" } as const;
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      const answer = await world.send({
        ...to,
        headers: { "content-type": type },
        payload: '{"purpose":"signIn"}',
      });
      expect([type, answer.json<{ code: number }>().code]).toEqual([type, 40000]);
    }
    for (const url of ["/user/userInfo", "/operator/proposals", "/console"])
      expect((await world.send({ url })).json<{ code: number }>().code).toBe(40400);
  });
});

describe("the audit log", () => {
  test("is read by every operator, the newest first, by filters, with the state of its chain", async () => {
    const browser = await signedIn();
    const read = async (ask: object) =>
      (await browser.call("auditList", ask)).data as {
        list: AuditRow[];
        next: number | null;
        brokenAt: number | null;
        total: number;
      };
    const own = await read({ subject: browser.name });
    expect(own.list.map(({ action, name }) => [action, name])).toEqual([
      ["invitation accepted", browser.name],
      ["invited", ""],
    ]);
    expect(own).toMatchObject({ next: null, brokenAt: null });
    const first = await read({ pageSize: "2" });
    expect(first.list).toHaveLength(2);
    const second = await read({ pageSize: "2", before: String(first.next) });
    expect(second.list[0]!.number).toBe(first.list[1]!.number - 1);
    expect((await read({ action: "dismissed" })).list.every(({ action }) => action === "dismissed")).toBe(true);
  });

  test("refuses changes to everybody, and a line that was changed around that is found", async () => {
    await expect(
      sql`update operator.audit_log set reason = 'x' where number = 1`.execute(world.owner.db),
    ).rejects.toThrow("append-only");
    const browser = await signedIn();
    await sql`alter table operator.audit_log disable trigger audit_log_is_append_only`.execute(world.owner.db);
    await sql`update operator.audit_log set reason = 'as if it was so' where number = 3`.execute(world.owner.db);
    world.pass(10_000);
    expect((await browser.call("auditList")).data).toMatchObject({ brokenAt: 3 });
  });
});

test("the process may make no operator and no invitation, nor give itself a role", async () => {
  const rights = await sql<{ may: boolean }>`
    select has_table_privilege('tidemark_console', 'console.operators', 'insert')
      or has_column_privilege('tidemark_console', 'console.operators', 'roles', 'update')
      or has_table_privilege('tidemark_console', 'console.invitations', 'insert')
      or has_table_privilege('tidemark_console', 'operator.audit_log', 'update')
      or has_schema_privilege('tidemark_console', 'identity', 'usage') as may`.execute(world.owner.db);
  expect(rights.rows[0]!.may).toBe(false);
});

test("[D.10 R.10] production does not start without an origin over https, and its cookie is bound to the host", () => {
  const bus = {
    NATS_URL: "tls://bus.tidemark.example:4222",
    NATS_SEED: "SUAMAAL3TEQP6IJJMJBHSZIWHSEQJQWAB6J76XJP2XFZOF3ZYUCRI4C34M",
    BUS_KEYS: `console_rpc=${"c".repeat(64)}`,
    CORE_NAME: "main",
  };
  const production = { TIDEMARK_MODE: "production", CONSOLE_BEHIND_PROXY: "yes", ...bus };
  expect(() => readSettings(production)).toThrow("CONSOLE_ORIGIN");
  expect(() => readSettings({ ...production, CONSOLE_ORIGIN: "http://console.tidemark.example" })).toThrow("https");
  expect(() => readSettings({ ...production, CONSOLE_ORIGIN: "https://console.tidemark.example/x" })).toThrow("origin");
  const settings = { CONSOLE_ORIGIN: "https://console.tidemark.example" };
  expect(() => readSettings({ TIDEMARK_MODE: "production", ...bus, ...settings })).toThrow("CONSOLE_BEHIND_PROXY");
  expect(readSettings({ ...production, ...settings }).OPERATOR_IDLE_MS).toBe(900_000);
  const grant = { accessToken: "x".repeat(43), refreshToken: "", refreshUntil: 43_200_000 };
  expect(cookiesOf("production").of(grant, 0)).toBe(
    `__Host-console=${"x".repeat(43)}; Max-Age=43200; Path=/; HttpOnly; SameSite=Strict; Secure`,
  );
});
