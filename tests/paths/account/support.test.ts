import { randomUUID } from "node:crypto";
import { auditLog } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedUsers } from "../../../services/platform/src/index.ts";
import { signedInVisitor } from "../../../services/platform/testing/factor.ts";
import { openWorld, type World } from "../../../services/platform/testing/world.ts";
import { type Browser, type ConsoleWorld, openConsoleWorld, openOperator } from "../console/console-world.ts";
import { good } from "../support/traders.ts";

// The way of a ticket: a trader writes at the gateway, an operator answers in the console, and the answer is a message of the trader.
const password = "Gr3en-Harbour-Lamp";
const users = [
  { uid: 7801, name: "wren", email: "wren@example.com" },
  { uid: 7802, name: "lark", email: "lark@example.com" },
];
let world: World;
let console: ConsoleWorld;
let [wren, lark] = [] as unknown as ReturnType<World["visitor"]>["client"][];
let operator: Browser;

beforeAll(async () => {
  world = await openWorld({ platform: { SIGN_IN_NEW_DEVICE: "notice" } });
  console = await openConsoleWorld({ CORE_NAME: world.core }, world.database);
  await seedUsers(world.database.url, users, password);
  [wren, lark] = await Promise.all(
    users.map(async ({ email, name }) => (await signedInVisitor(world, `device-${name}`, email, password)).client),
  );
  operator = (await openOperator(console, "olivia", ["support"])).browser;
});
afterAll(async () => {
  await console?.close();
  await world?.close();
});

const opening = (fields: object = {}) =>
  ({
    requestId: randomUUID(),
    topic: "WITHDRAWAL",
    subject: "Withdrawal takes long",
    text: "It says a person looks at it.",
    ...fields,
  }) as const;
type Case = { readonly number: number; readonly uid: number; readonly subject: string };
const waiting = async (): Promise<readonly Case[]> =>
  ((await operator.call("ticketQueue")).data as { list: readonly Case[] }).list;

test("[D.124] a ticket is opened once, waits in the console, and its answer is a message and a line of the audit log", async () => {
  const ask = opening();
  const { number } = good(await wren!.call("openTicket", ask));
  expect(good(await wren!.call("openTicket", ask)).number).toBe(number);
  expect(await waiting()).toMatchObject([{ number, uid: users[0]!.uid, subject: "Withdrawal takes long" }]);
  const answer = { requestId: randomUUID(), number, text: "Nothing is wrong.", isClosed: false };
  for (let i = 0; i < 2; i += 1) expect((await operator.call("answerTicket", answer)).result).toBe("ok");
  expect(await waiting()).toEqual([]);
  const { ticket, messages } = good(await wren!.call("ticket", { number }));
  expect(ticket.state).toBe("ANSWERED");
  expect(messages.map(({ by, text }) => [by, text])).toEqual([
    ["USER", "It says a person looks at it."],
    ["SUPPORT", "Nothing is wrong."],
  ]);
  const { list } = good(await wren!.call("messageList", { type: "user" }));
  expect(list).toMatchObject([
    {
      kind: "ticket-answered",
      title: "Support has answered: Withdrawal takes long",
      linkUrl: `/personal/support/${number}`,
    },
  ]);
  const lines = (await auditLog.all(console.owner.db)).filter(({ action }) => action === "ticket answered");
  expect(lines).toMatchObject([{ subject: `${users[0]!.uid} S-${number}`, before: "OPEN", after: "ANSWERED" }]);
});

test("what the user writes puts the ticket back into the queue, and a closed one takes nothing more", async () => {
  const { number } = good(await wren!.call("ticketList", {})).list[0]!;
  good(await wren!.call("writeTicket", { requestId: randomUUID(), number, text: "Thank you. One more question." }));
  expect((await waiting()).map((one) => one.number)).toEqual([number]);
  good(await wren!.call("closeTicket", { number }));
  expect(await waiting()).toEqual([]);
  const write = { requestId: randomUUID(), number, text: "late" };
  expect(await wren!.call("writeTicket", write)).toMatchObject({ ok: false, refusal: "TICKET_CLOSED" });
  expect((await operator.call("answerTicket", { ...write, isClosed: true })).result).toBe("TICKET_CLOSED");
});

test("a ticket of another user is as unknown as none, an operator without the role reads none, and a user has at most five open", async () => {
  const { number } = good(await wren!.call("ticketList", {})).list[0]!;
  for (const asked of [
    lark!.call("ticket", { number }),
    lark!.call("writeTicket", { requestId: randomUUID(), number, text: "mine?" }),
    lark!.call("closeTicket", { number }),
  ])
    expect(await asked).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  const other = (await openOperator(console, "oscar", ["markets"])).browser;
  expect((await other.call("ticketQueue")).result).toBe("OPERATOR_ROLE_MISSING");
  for (let i = 0; i < 5; i += 1) good(await lark!.call("openTicket", opening()));
  expect(await lark!.call("openTicket", opening())).toMatchObject({ ok: false, refusal: "TICKET_LIMIT" });
  expect(await lark!.call("openTicket", opening({ subject: " a " }))).toMatchObject({ ok: false });
});
