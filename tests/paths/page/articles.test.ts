import { auditLog } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../../services/platform/testing/world.ts";
import { type Browser, type ConsoleWorld, openConsoleWorld, openOperator } from "../console/console-world.ts";
import { good } from "../support/traders.ts";

// The way of an article: an operator writes and publishes it in the console, everyone reads it at the gateway.
let world: World;
let console: ConsoleWorld;
let writer: Browser;

beforeAll(async () => {
  world = await openWorld();
  console = await openConsoleWorld({ CORE_NAME: world.core }, world.database);
  writer = (await openOperator(console, "olivia", ["support"])).browser;
});
afterAll(async () => {
  await console?.close();
  await world?.close();
});

const reader = (lang = "en_US") => world.visitor("device-reader", { lang }).client;
const save = (slug: string, lang: string, title: string, body = "From Monday.") =>
  writer.call("saveArticle", { slug, kind: "ANNOUNCEMENT", text: { lang, title, summary: "100% of_it", body } });
const publish = (slug: string, isPublished = true) => writer.call("publishArticle", { slug, isPublished });
const titles = async (search = "", lang = "en_US") =>
  good(await reader(lang).call("articleList", { kind: "ANNOUNCEMENT", search })).list.map(({ title }) => title);

test("[D.125] what is published is read by everyone, in the reader's language or in English, and nothing before", async () => {
  expect((await save("new-market", "de_DE", "Neuer Markt")).result).toBe("ok");
  expect((await publish("new-market")).result).toBe("REQUEST_INVALID");
  expect((await save("new-market", "en_US", "New market")).result).toBe("ok");
  expect(await titles()).toEqual([]);
  const ask = { kind: "ANNOUNCEMENT", slug: "new-market" } as const;
  expect(await reader().call("article", ask)).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  expect((await publish("new-market")).result).toBe("ok");
  expect([await titles(), await titles("", "de_DE"), await titles("", "fa_IR")]).toEqual([
    ["New market"],
    ["Neuer Markt"],
    ["New market"],
  ]);
  expect(good(await reader("fa_IR").call("article", ask))).toMatchObject({ lang: "en_US", body: "From Monday." });
  expect(await reader().call("article", { ...ask, kind: "HELP" })).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  expect((await publish("new-market", false)).result).toBe("ok");
  expect(await titles()).toEqual([]);
  expect((await publish("new-market")).result).toBe("ok");
  const lines = (await auditLog.all(console.owner.db)).filter(({ action }) => action.startsWith("article "));
  expect(lines.map(({ action }) => action)).toEqual([
    "article written",
    "article written",
    "article published",
    "article taken back",
    "article published",
  ]);
});

test("an article is found by all words of the search, and signs of patterns stand for themselves", async () => {
  await save("maintenance", "en_US", "Maintenance", "Tron pauses for three hours.");
  await publish("maintenance");
  expect(await titles("HOURS tron")).toEqual(["Maintenance"]);
  expect(await titles("tron monday")).toEqual([]);
  expect(await titles("100%")).toHaveLength(2);
  expect(await titles("1%0")).toEqual([]);
  expect(await titles("o_f")).toEqual([]);
});

test("only operators of the role write, and an address is one", async () => {
  const other = (await openOperator(console, "oscar", ["markets"])).browser;
  expect((await other.call("articleDrafts")).result).toBe("OPERATOR_ROLE_MISSING");
  for (const slug of ["terms", "../x", "A", ""]) expect((await save(slug, "en_US", "x")).result).not.toBe("ok");
  expect((await publish("never-written")).result).toBe("NOT_FOUND");
});
