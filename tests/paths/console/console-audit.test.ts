import { type Call, consoleCalls, type OperatorRole, operatorRoles, requirementsOf } from "@tidemark/contracts";
import { auditLog, brokenAt } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { type Example, examplesOf, personal, reason } from "./console-asks.ts";
import { type Answered, type ConsoleWorld, openConsoleWorld, openOperator, type Operator } from "./console-world.ts";
import { reviewedExchange } from "../account/reviewed-exchange.ts";

// Every call of the console, asked once as it is meant and in every way in which it is refused; what the audit log has of it afterwards.
type Name = keyof typeof consoleCalls;
const all = Object.entries(consoleCalls) as unknown as readonly (readonly [Name, Call])[];
/** Offers something to sign; what is signed is the act. */
const offers: readonly Name[] = ["startOperatorPasskey"];
/** A call that changes something, or shows personal data, takes a fresh passkey or begins or ends a session: so the catalogue says. */
const isAct = ([name, call]: readonly [Name, Call]): boolean =>
  (requirementsOf(call).factor === "fresh" && !offers.includes(name)) ||
  call.session === "opens" ||
  call.session === "ends";
const acts = all.filter(isAct);
const others = all.filter((one) => !isAct(one));
/** Personal data of the users that the asks are about, as an answer would have it. */
const canaries = [personal.familyName, personal.street, emailOf("bot1")] as const;
const viewActions = ["account viewed", "verification viewed"];
const waitMaxMs = 600_000;
const elevenMinutesMs = 11 * 60_000;

let exchange: Exchange;
let console: ConsoleWorld;
let first: Operator;
/** Each has one role only. */
const outsiders = new Map<OperatorRole, Operator>();
let examples: ReturnType<typeof examplesOf>;

beforeAll(async () => {
  exchange = await reviewedExchange({ pictureStorePort: 0 });
  console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
  first = await openOperator(console, "olivia", operatorRoles);
  const second = await openOperator(console, "oscar", operatorRoles);
  for (const role of ["support", "markets"] as const)
    outsiders.set(role, await openOperator(console, `only-${role}`, [role]));
  examples = examplesOf({ exchange, console, first, second });
}, 180_000);
afterAll(async () => {
  await console?.close();
  await exchange?.remove();
});

const lines = async () => (await auditLog.all(console.owner.db)).filter(({ uid }) => uid > 0);
type Line = Awaited<ReturnType<typeof lines>>[number];
async function linesOf<T>(act: () => Promise<T>): Promise<{ readonly said: T; readonly added: readonly Line[] }> {
  const before = (await lines()).at(-1)?.number ?? 0;
  const said = await act();
  return { said, added: (await lines()).filter(({ number }) => number > before) };
}

async function exampleOf(name: Name): Promise<Example & { readonly by: Operator }> {
  const example = await examples[name]?.();
  return { ask: {}, by: first, ...example };
}

/** The ask as everybody sends it who may not: nobody, another page, an operator without the role, one whose passkey was shown long ago. */
async function refusedOf([name, call]: readonly [Name, Call], ask: object): Promise<Record<string, string>> {
  const said: Record<string, string> = {};
  const note = async (way: string, answered: Promise<Answered>) => (said[way] = (await answered).result);
  await note("from another site", first.browser.call(name, ask, { origin: "http://localhost:8080" }));
  if (call.needs !== "operator") return said;
  await note("by a visitor", console.browser().call(name, ask));
  const { role } = call.operator!;
  const outsider = outsiders.get(role === "support" ? "markets" : "support")!;
  if (role !== "any") await note("without the role", outsider.browser.call(name, ask));
  if (requirementsOf(call).factor === "fresh") {
    console.pass(elevenMinutesMs);
    await note("without a passkey", first.browser.call(name, ask));
    console.pass(-elevenMinutesMs);
    if (call.operator!.reason === "required")
      await note("without a reason", first.browser.call(name, { ...ask, reason: " " }));
  }
  return said;
}

/** The lines that say what was done. A command that goes to the core at once has a second one, which says so. */
const doneIn = (added: readonly Line[]): readonly Line[] => added.filter(({ action }) => action !== "sent");

test("every call of the catalogue has an ask that it takes", () => {
  const without = all.filter(([name, call]) => examples[name] === undefined && !call.ask.safeParse({}).success);
  expect(without.map(([name]) => name)).toEqual([]);
});

test(
  "[U.62 D.10] every call that changes something or shows personal data leaves exactly one line of the audit log, by whom, about what and why; a refused one none",
  async () => {
    for (const [name, call] of acts) {
      const { ask, by } = await exampleOf(name);
      const refused = await linesOf(() => refusedOf([name, call], ask));
      expect([name, Object.entries(refused.said).filter(([, result]) => result === "ok")]).toEqual([name, []]);
      expect([name, refused.added]).toEqual([name, []]);
      const { said, added } = await linesOf(() => by.browser.call(name, ask));
      expect([name, said.result, said.result === "ok" ? "" : said.data]).toEqual([name, "ok", ""]);
      const { stopped, state } = said.data as { stopped?: string[]; state?: string };
      const done = doneIn(added);
      // Markets are stopped one by one, each by a proposal of its own.
      expect([name, done.length]).toEqual([name, stopped?.length ?? 1]);
      expect([name, new Set(done.map(({ subject }) => subject)).size]).toEqual([name, done.length]);
      const sent = stopped?.length ?? (state === "SENT" ? 1 : 0);
      expect([name, added.length - done.length]).toEqual([name, sent]);
      for (const line of added) {
        const why = call.operator?.reason === "required" ? reason : line.reason;
        expect([name, line]).toMatchObject([name, { uid: by.id, origin: "127.0.0.1", reason: why }]);
        expect([name, line.subject !== "" && line.action !== ""]).toEqual([name, true]);
      }
      // Sent again: what is refused leaves nothing, and a view is a view each time.
      const again = await linesOf(() => by.browser.call(name, ask));
      const isView = viewActions.includes(done[0]!.action);
      if (isView || again.said.result !== "ok") expect([name, again.added.length]).toEqual([name, isView ? 1 : 0]);
      else expect([name, doneIn(again.added).length <= 1]).toEqual([name, true]);
    }
    expect(brokenAt(await auditLog.all(console.owner.db))).toBeUndefined();
  },
  waitMaxMs,
);

test(
  "[U.61 U.62] a call that leaves no line changes nothing and shows no personal data",
  async () => {
    for (const [name] of others) {
      const { ask, by } = await exampleOf(name);
      const { said, added } = await linesOf(() => by.browser.call(name, ask));
      expect([name, said.result]).toEqual([name, "ok"]);
      expect([name, added]).toEqual([name, []]);
      const shown = JSON.stringify(said.data);
      expect([name, canaries.filter((canary) => shown.includes(canary))]).toEqual([name, []]);
    }
  },
  waitMaxMs,
);
