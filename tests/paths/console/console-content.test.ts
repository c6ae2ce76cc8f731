import type { ContentPreview, WaitingContent } from "@tidemark/contracts";
import { auditLog, brokenAt } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../services/platform/testing/world.ts";
import { type Browser, type ConsoleWorld, openConsoleWorld, openOperator } from "./console-world.ts";

// What traders' pages are made of, changed by operators: read → preview by the module's rules → asked → a second operator → pages.
const reason = "as the product meeting decided";
let world: World;
let console: ConsoleWorld;
let first: Browser;
let second: Browser;

beforeAll(async () => {
  world = await openWorld();
  console = await openConsoleWorld({ CORE_NAME: world.core }, world.database);
  first = (await openOperator(console, "carla", ["markets"])).browser;
  second = (await openOperator(console, "conrad", ["markets"])).browser;
});
afterAll(async () => {
  await console?.close();
  await world?.close();
});

type Config = { name: string; biz: string; version: number; body: Record<string, unknown>; isSeed: boolean };
type Overview = {
  configs: Config[];
  strategies: { name: string; variants: { name: string; weight: number }[]; isRunning: boolean }[];
  countryFlags: { country: string; flag: string }[];
  userFlags: unknown[];
  waiting: WaitingContent[];
};
async function answered<T>(of: Promise<{ readonly result: string; readonly data: unknown }>): Promise<T> {
  const { result, data } = await of;
  expect(result).toBe("ok");
  return data as T;
}
const overview = () => answered<Overview>(first.call("contentOverview"));
const shared = async (): Promise<Config> => (await overview()).configs.find(({ biz }) => biz === "")!;
const preview = (change: object) => answered<ContentPreview>(first.call("previewContent", { change }));
const lines = async () =>
  (await auditLog.all(console.owner.db))
    .filter(({ action }) => action.startsWith("content"))
    .map(({ action, subject }) => `${action} ${subject}`);

test("[U.66] a config is previewed field by field, refused by the module's own rules, and written by two operators", async () => {
  const { name, version, body } = await shared();
  const website = "https://next.tidemark.example";
  const change = { kind: "config", name, version, body: { ...body, website } };
  expect(await preview(change)).toEqual({
    problem: "",
    differences: [{ path: "website", before: expect.any(String), after: '"https://next.tidemark.example"' }],
    needsSecond: true,
  });
  const broken = { ...change, body: { ...body, lang: "klingon" } };
  expect((await preview(broken)).problem).toMatch(/lang/);
  expect(await first.call("changeContent", { change: broken, reason })).toMatchObject({ result: "REQUEST_INVALID" });
  expect((await preview({ ...change, version: version + 1 })).problem).toMatch(/changed meanwhile/);
  expect((await preview({ ...change, body })).problem).toBe("nothing would change");
  expect(await answered(first.call("changeContent", { change, reason }))).toEqual({ isDone: false });
  expect((await first.call("changeContent", { change, reason })).result).toBe("OWN_APPROVAL");
  expect((await shared()).version).toBe(version);
  const [waiting] = (await overview()).waiting;
  expect(waiting).toMatchObject({ subject: `config ${name}`, reason, preview: { problem: "" } });
  // What is approved is what was asked for: another body takes its place and waits anew.
  const other = { ...change, body: { ...body, website: "https://evil.example" } };
  expect(await answered(second.call("changeContent", { change: other, reason }))).toEqual({ isDone: false });
  expect(await answered(second.call("dropContentChange", { subject: `config ${name}`, reason }))).toEqual({});
  expect((await second.call("dropContentChange", { subject: `config ${name}`, reason })).result).toBe("NOT_FOUND");
  expect(await answered(first.call("changeContent", { change, reason }))).toEqual({ isDone: false });
  expect(await answered(second.call("changeContent", { change: waiting!.change, reason }))).toEqual({ isDone: true });
  expect(await shared()).toMatchObject({ version: version + 1, isSeed: false, body: { website } });
  const file = await world.visitor("content-device").client.call("configFile", { name });
  expect(file).toMatchObject({ value: { version: version + 1, website } });
  expect((await overview()).waiting).toEqual([]);
  expect(await lines()).toEqual([
    `content change asked config ${name}`,
    `content change asked config ${name}`,
    `content change dropped config ${name}`,
    `content change asked config ${name}`,
    `content changed config ${name}`,
  ]);
});

test("a trial is stopped and a flag taken away by one operator; starting and giving take two", async () => {
  const [trial] = (await overview()).strategies;
  const stop = { kind: "strategy", name: trial!.name, variants: trial!.variants, isRunning: false };
  expect(await preview(stop)).toMatchObject({ problem: "", needsSecond: false });
  expect(await answered(first.call("changeContent", { change: stop, reason }))).toEqual({ isDone: true });
  const start = { ...stop, isRunning: true };
  expect(await answered(first.call("changeContent", { change: start, reason }))).toEqual({ isDone: false });
  expect(await answered(second.call("changeContent", { change: start, reason }))).toEqual({ isDone: true });
  const twice = [
    { name: "a", weight: 1 },
    { name: "a", weight: 1 },
  ];
  expect((await preview({ ...start, variants: twice })).problem).toBe("two variants have one name");
  expect((await preview({ ...start, variants: [{ name: "a", weight: 0 }] })).problem).toBe("no variant has a weight");
  const flag = { kind: "userFlag", uid: 7801, flag: "p2pWhite", isOn: true };
  expect(await answered(first.call("changeContent", { change: flag, reason }))).toEqual({ isDone: false });
  expect(await answered(second.call("changeContent", { change: flag, reason }))).toEqual({ isDone: true });
  expect((await overview()).userFlags).toEqual([{ uid: 7801, flag: "p2pWhite", isOn: true }]);
  expect(await answered(first.call("changeContent", { change: { ...flag, isOn: false }, reason }))).toEqual({
    isDone: true,
  });
  const country = { kind: "countryFlag", country: "NO", flag: "kycWhite", isOn: true };
  expect(await answered(first.call("changeContent", { change: country, reason }))).toEqual({ isDone: false });
  expect(await answered(second.call("changeContent", { change: country, reason }))).toEqual({ isDone: true });
  expect((await overview()).countryFlags).toContainEqual({ country: "NO", flag: "kycWhite" });
  expect((await first.call("changeContent", { change: { kind: "other" }, reason })).result).toBe("REQUEST_INVALID");
  expect(brokenAt(await auditLog.all(console.owner.db))).toBeUndefined();
});
