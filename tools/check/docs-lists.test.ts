import { expect, test } from "vitest";
import { producers } from "@tidemark/contracts/journal";
import { busServices } from "@tidemark/kit-node";
import { readDocument, tracked } from "./documents.ts";

/** `1. [Title](decisions/0001-….md)`, as the index of docs/README.md has it. */
function indexFaults(index: string, decisions: readonly { readonly path: string; readonly title: string }[]): string[] {
  const lines = [...index.matchAll(/^(\d+)[.] \[([^\]]+)\]\((decisions\/[^)]+)\)/gm)];
  const listed = new Set(lines.map(([, number, title, path]) => `${path} ${Number(number)} ${title}`));
  const wanted = decisions.map(({ path, title }) => `${path} ${Number(/\d+/.exec(path)![0])} ${title}`);
  return [...wanted.filter((one) => !listed.has(one)), ...[...listed].filter((one) => !wanted.includes(one))];
}

const titleOf = (path: string): string => /^# \d+ (.*)$/m.exec(readDocument(path))?.[1] ?? "";

test("docs/README.md lists every decision with its title", () => {
  const decisions = tracked
    .filter((path) => /^docs\/decisions\/\d+/.test(path))
    .map((path) => ({ path: path.replace("docs/", ""), title: titleOf(path) }));
  expect(indexFaults(readDocument("docs/README.md"), decisions), "correct the index in docs/README.md").toEqual([]);
});

test("decisions that are not listed, or under another title, are found", () => {
  const index = "1. [One](decisions/0001-one.md)\n2. [Two](decisions/0002-two.md), supersedes 1\n";
  const decisions = [
    { path: "decisions/0001-one.md", title: "One" },
    { path: "decisions/0002-two.md", title: "Two, and why" },
    { path: "decisions/0003-three.md", title: "Three" },
  ];
  expect(indexFaults(index, decisions)).toEqual([
    "decisions/0002-two.md 2 Two, and why",
    "decisions/0003-three.md 3 Three",
    "decisions/0002-two.md 2 Two",
  ]);
});

/** Tools list and fund a development exchange; a stopped one of those is no alarm. */
const isOfTools = (name: string): boolean => name.endsWith("Tools");

test("docs/runbooks/stopped-producer.md has every producer", () => {
  const rows = [...readDocument("docs/runbooks/stopped-producer.md").matchAll(/^\| (\d+) \| (\w+)/gm)];
  const wanted = Object.entries(producers).filter(([name]) => !isOfTools(name));
  expect(rows.map(([, number, name]) => `${number} ${name}`)).toEqual(
    wanted.toSorted(([, a], [, b]) => a - b).map(([name, number]) => `${number} ${name}`),
  );
});

test("docs/runbooks/bus-keys.md has a user for every service", () => {
  const users = /```\n([\s\S]*?)```/.exec(readDocument("docs/runbooks/bus-keys.md"))![1]!;
  const named = new Set([...users.matchAll(/^([\w-]+)/gm)].map(([, service]) => service!));
  expect([...named].toSorted()).toEqual(busServices.filter((service) => service !== "development").toSorted());
});

const runbooks = tracked.filter((path) => /^docs\/runbooks\/[^/]+[.]md$/.test(path) && !path.endsWith("README.md"));

test.each(["docs/README.md", "docs/runbooks/README.md"])("%s has every runbook", (page) => {
  const linked = [...readDocument(page).matchAll(/\]\((?:runbooks\/)?([\w-]+[.]md)\)/g)].map(([, file]) => file);
  expect(runbooks.filter((path) => !linked.includes(path.replace("docs/runbooks/", "")))).toEqual([]);
});

type Table = { readonly schema: string; readonly name: string };

const created = /^create table (?:if not exists )?(\w+)[.](\w+)/gm;
const dropped = /^drop table (?:if exists )?(\w+)[.](\w+)/gm;

function tablesIn(migrations: readonly string[]): Table[] {
  const all = (form: RegExp): string[] =>
    migrations.flatMap((text) => [...text.matchAll(form)].map(([, schema, name]) => `${schema}.${name}`));
  const gone = new Set(all(dropped));
  return [...new Set(all(created))]
    .filter((table) => !gone.has(table))
    .map((table) => ({ schema: table.split(".")[0]!, name: table.split(".")[1]! }));
}

/** What the page says about a schema: its row in the list of schemas, or the part with its name. */
function aboutSchema(page: string, schema: string): { readonly text: string; readonly isRow: boolean } {
  const row = new RegExp(`^\\| \`${schema}\`(?: \\([^|]*\\))? \\|(.*)\\|$`, "m").exec(
    page.split("\n## Platform")[1] ?? "",
  );
  if (row !== null) return { text: row[1]!, isRow: true };
  const part = page.split(/^## /m).find((one) => one.toLowerCase().startsWith(`${schema.replaceAll("_", " ")}\n`));
  return { text: part ?? "", isRow: false };
}

/** Tables that the page does not name, and names of tables that there are not. */
function tableFaults(page: string, tables: readonly Table[]): string[] {
  const ticked = (text: string): string[] => [...text.matchAll(/`([a-z_0-9]+)`/g)].map(([, name]) => name!);
  return [...new Set(tables.map(({ schema }) => schema))].flatMap((schema) => {
    const { text, isRow } = aboutSchema(page, schema);
    const names = tables.filter((table) => table.schema === schema).map(({ name }) => name);
    const named = new Set(ticked(text));
    const missing = names.filter((name) => name !== schema || isRow).filter((name) => !named.has(name));
    const unknown = isRow ? [...named].filter((name) => !names.includes(name)) : [];
    return [...missing.map((name) => `${schema}.${name}`), ...unknown.map((name) => `no table: ${schema}.${name}`)];
  });
}

test("docs/data-model.md names every table of the migrations and no other", () => {
  const migrations = tracked.filter((path) => /^services\/.*\/migrations\/.*[.]sql$/.test(path)).toSorted();
  const tables = tablesIn(migrations.map(readDocument));
  expect(tables.length).toBeGreaterThan(100);
  expect(tableFaults(readDocument("docs/data-model.md"), tables), "correct docs/data-model.md").toEqual([]);
});

test("planted tables that the page does not name are found", () => {
  const tables = tablesIn([
    "create table journal.journal (\n);\ncreate table history.orders (\n);\ncreate table history.old (\n);",
    "drop table history.old;\ncreate table if not exists history.feed (\n);\ncreate table kyc.files (\n);\ncreate table vip.days (\n);",
  ]);
  const page = "## Journal\nRows.\n## History\n| `orders` | x |\n## Platform\n| `kyc` | `files` · `pictures` |\n";
  expect(tableFaults(page, tables)).toEqual(["history.feed", "no table: kyc.pictures", "vip.days"]);
});
