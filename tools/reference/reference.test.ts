import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { callList, commandList, eventList, refusalList, topicList } from "./contracts.ts";
import { configFiles, referencePages } from "./pages.ts";
import { fieldsOf } from "./schema.ts";
import { commentsIn, settingsIn, valuesIn } from "./source.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const pages = referencePages(read);
const pageOf = (file: string): string => pages.find((page) => page.file === file)!.text;

test.each(pages)("docs/reference/$file is what the contracts say", ({ file, text }) => {
  expect(read(`docs/reference/${file}`) === text, `docs/reference/${file} is out of date: run pnpm reference`).toBe(
    true,
  );
});

test("docs/reference has no other file", () => {
  const files = pages.map(({ file }) => file).toSorted();
  expect(readdirSync(join(root, "docs/reference")).toSorted(), "run pnpm reference").toEqual(files);
});

test("every call, topic, command, event and refusal is on its page", () => {
  for (const { name } of callList) expect(pageOf("calls.md")).toContain(`### ${name}\n`);
  for (const { path } of callList) expect(pageOf("requirements.md")).toContain(`\`${path}\``);
  for (const { name } of topicList) expect(pageOf("topics.md")).toContain(`## ${name}\n`);
  for (const { name, kind } of commandList) expect(pageOf("commands.md")).toContain(`| ${kind} | \`${name}\` |`);
  for (const { name, code } of eventList) expect(pageOf("events.md")).toContain(`| ${code} | \`${name}\` |`);
  for (const { name, code } of refusalList) expect(pageOf("refusals.md")).toContain(`| ${code} | \`${name}\` |`);
});

test("every setting that a process reads is on the page", () => {
  const files = ["kit/node/src/config.ts", ...configFiles];
  const declared = files.flatMap((path) =>
    [...read(path).matchAll(/\b([A-Z][A-Z0-9_]{3,}): (?:text|integer|choice|perSecond)\(/g)].map(([, name]) => name!),
  );
  expect(declared.length).toBeGreaterThan(80);
  expect(declared.filter((name) => !pageOf("settings.md").includes(`| \`${name}\` |`))).toEqual([]);
});

test("comments, settings and enumerations are read from their declarations", () => {
  const source = [
    "export const list = {",
    "  /** Moves",
    "   * money. */",
    '  transfer: defineCommand(5, "user", {}),',
    "  place: defineCommand(1),",
    "};",
    "/** Who takes. */",
    'export const sides = ["BUY", "SELL"] as const;',
    "export const products = { spot: 2, margin: 5 } as const;",
    "const settings = {",
    "  /** How long. */",
    "  WAIT_MS: integer({ min: 1_000, max: 60 * 60_000, default: 2_000 }),",
    '  ROLE: choice(["serve", "migrate"], "serve"),',
    '  URL: text({ default: "" }),',
    "};",
  ].join("\n");
  expect([...commentsIn(source)]).toEqual([["transfer", "Moves money."]]);
  expect(valuesIn(source.slice(source.indexOf("/** Who")))).toEqual([
    { name: "sides", members: ["BUY", "SELL"], comment: "Who takes." },
    { name: "products", members: ["spot = 2", "margin = 5"], comment: "" },
  ]);
  expect(settingsIn(source)).toEqual([
    { name: "WAIT_MS", kind: "integer", bounds: "1000 – 60 * 60000", fallback: "2000", comment: "How long." },
    { name: "ROLE", kind: "choice", bounds: "serve, migrate", fallback: "serve", comment: "" },
    { name: "URL", kind: "text", bounds: "", fallback: "", comment: "" },
  ]);
});

test("fields of lists and objects are named by their path", () => {
  const schema = {
    type: "object",
    required: ["rows"],
    properties: {
      rows: { type: "array", items: { type: "object", properties: { side: { enum: ["BUY", "SELL"] } } } },
    },
  };
  expect(fieldsOf(schema)).toEqual([
    { name: "rows", type: "list of object", isRequired: true },
    { name: "rows[].side", type: "BUY, SELL", isRequired: false },
  ]);
});
