import { randomBytes } from "node:crypto";
import { type Call, calls, refusals, success } from "@tidemark/contracts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Bus, connectBus } from "./bus.ts";
import { subjects } from "./subjects.ts";
import { systemClock } from "../clock.ts";
import { type Answer, answer, type RpcServer, given, openRpcServer, refuse } from "./rpc-server.ts";
import { createLog } from "../log.ts";
import { type Asker, openReply, type Question, type Reply, sealQuestion } from "./questions.ts";
import { sealsOf } from "./seal.ts";

const log = createLog("test");
log.level = "silent";
const seals = sealsOf("", "development");
const [rpcSeal, userSeal] = [seals.of("platform_rpc")!, seals.of("user")!];
const asker: Asker = { by: "user", sender: "test", seal: rpcSeal, replyCheck: rpcSeal };
const from = { ip: "127.0.0.1", lang: "en_US", site: "MAIN", deviceId: "d" } as const;
const core = `test-${randomBytes(5).toString("hex")}`;

let bus: Bus;
let rpc: RpcServer | undefined;
beforeAll(async () => {
  bus = await connectBus("nats://127.0.0.1:4222", "test");
});
afterEach(async () => {
  await rpc?.close();
  rpc = undefined;
});
afterAll(() => bus.close());

const open = (answers: readonly Answer[], inFlightMax = 10): void => {
  const admit = async () => undefined;
  rpc = openRpcServer(
    { bus, core, owner: "platform", seal: rpcSeal, clock: systemClock, log, admit, inFlightMax },
    answers,
  );
};

async function ask(question: Partial<Question>, by = asker, at = systemClock.now()): Promise<Reply | undefined> {
  const sealed = sealQuestion({ call: "content.langList", uid: 0, ask: {}, from, ...question }, by, at);
  return openReply(await bus.request(subjects(core).rpc("platform"), sealed, 400), sealed, rpcSeal);
}
const codeOf = async (question: Partial<Question>): Promise<number> => (await ask(question))!.code;

const languages = answer(calls.langList, (_ask, { uid, from: whence }) =>
  given({ defaultLang: whence.lang, list: [{ lang: "en_US", tag: String(uid), name: whence.ip, direction: "ltr" }] }),
);

test("an answer knows who asked and from where", async () => {
  open([languages]);
  const reply = (await ask({ uid: 7, from: { ...from, lang: "fa_IR", ip: "1.2.3.4" } }))!;
  expect(reply).toMatchObject({ code: success, data: { defaultLang: "fa_IR", list: [{ tag: "7", name: "1.2.3.4" }] } });
});

test("an answer has the core whose gateway asked", async () => {
  let by = "";
  const noted = answer(calls.langList, (_ask, { core: asking }) => {
    by = asking;
    return refuse("NOT_FOUND");
  });
  open([noted]);
  await codeOf({});
  expect(by).toBe(core);
});

test("a question under another key, or an old one said again, is not even answered", async () => {
  open([languages]);
  await expect(ask({}, { ...asker, seal: userSeal })).rejects.toThrow(/timeout/i);
  await expect(ask({}, asker, systemClock.now() - 11_000)).rejects.toThrow(/timeout/i);
  expect(rpc!.forged).toBe(2);
  expect(await codeOf({})).toBe(success);
});

test("what does not fit the contract is refused, whoever sealed it", async () => {
  open([languages, answer(calls.changeLanguage, () => given({}))]);
  expect(await codeOf({ ask: { extra: 1 } })).toBe(refusals.REQUEST_INVALID.code);
  expect(await codeOf({ from: { ...from, site: "MOON" as never } })).toBe(refusals.REQUEST_INVALID.code);
  expect(await codeOf({ call: "content.nothing" })).toBe(refusals.NOT_FOUND.code);
  expect(await codeOf({ call: "content.changeLanguage", ask: { lang: "de_DE" } })).toBe(refusals.LOGIN_INVALID.code);
  expect(await codeOf({ call: "content.changeLanguage", uid: 1, ask: { lang: "de_DE" } })).toBe(success);
});

test("a refusal that the contract does not list is our fault, and so is a failure; a database that is away is none", async () => {
  const failing = (error: unknown): Answer => ({
    call: calls.langList as unknown as Call,
    reply: () => Promise.reject(error as Error),
  });
  open([answer(calls.langList, () => refuse("NOT_FOUND"))]);
  expect(await codeOf({})).toBe(refusals.INTERNAL.code);
  await rpc!.close();
  open([failing(new Error("a defect"))]);
  expect(await codeOf({})).toBe(refusals.INTERNAL.code);
  await rpc!.close();
  open([failing(Object.assign(new Error("connect"), { code: "ECONNREFUSED" }))]);
  expect(await codeOf({})).toBe(refusals.BUSY.code);
});

test("questions beyond the bound are told at once that we are busy, and a closing rpc finishes what it has begun", async () => {
  let finish = (): void => undefined;
  const slow = new Promise<void>((resolve) => (finish = resolve));
  open([answer(calls.currencyRates, () => slow.then(() => given({ list: [] }))), languages], 1);
  const first = ask({ call: "content.currencyRates" });
  await systemClock.sleep(20);
  expect(await codeOf({})).toBe(refusals.BUSY.code);
  const closed = rpc!.close();
  finish();
  await closed;
  expect((await first)!.code).toBe(success);
  await expect(ask({})).rejects.toThrow(/no responders/i);
});
