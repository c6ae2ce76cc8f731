import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { generate } from "./generate.ts";
import { type Kind, type Options, readOptions } from "./options.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tidemark-new-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (kind: Kind, name: string, options: Options = {}): string[] =>
  generate(kind, name, root, "20260101", options).paths;
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const load = (path: string): Promise<Record<string, never>> =>
  import(pathToFileURL(join(root, path)).href) as Promise<Record<string, never>>;

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(from, to);
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Copies packages of the repository, which then import each other's copies; what is not copied comes from the repository. */
function copyPackages(...folders: string[]): void {
  const copied = new Map(folders.map((folder) => [folder.split("/").at(-1)!, folder]));
  for (const folder of folders) {
    const parts = ["src", "sim", "model", "testing", "package.json"];
    for (const name of namesIn(join(repository, folder)).filter((one) => parts.includes(one)))
      cpSync(join(repository, folder, name), join(root, folder, name), { recursive: true });
    const [installed, packages] = [join(repository, folder, "node_modules"), join(root, folder, "node_modules")];
    for (const name of namesIn(installed).filter((one) => one !== "@tidemark" && !one.startsWith(".")))
      link(join(installed, name), join(packages, name));
    for (const name of namesIn(join(installed, "@tidemark"))) {
      const own = copied.get(name);
      const from = own === undefined ? join(installed, "@tidemark", name) : join(root, own);
      link(from, join(packages, "@tidemark", name));
    }
  }
  for (const name of ["vitest", "fast-check"])
    link(join(repository, "node_modules", name), join(root, "node_modules", name));
}

function run(tool: string, ...words: string[]): void {
  const options = { cwd: root, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(join(repository, "node_modules/.bin", tool), words, options);
  if (status !== 0) throw new Error(`${tool} failed: ${stdout}${stderr}`);
}

function expectCompiled(paths: readonly string[], more: object = {}): void {
  const config = {
    extends: join(repository, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(repository, "node_modules/@types")],
      ...more,
    },
    include: paths.filter((path) => /[.]tsx?$/.test(path)),
  };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config));
  run("tsc", "-p", "tsconfig.json");
}

/** The tests that a generator wrote pass. */
const expectPassing = (paths: readonly string[]): void =>
  run("vitest", "run", "--root", root, ...paths.filter((path) => /(?<![.]system)[.]test[.]ts$/.test(path)));

describe("in the core", () => {
  beforeEach(() => copyPackages("money", "contracts", "engine", "services/core"));

  test("a call, a command with event and field, a topic and a record compile, and their tests pass", async () => {
    const paths = [
      ...make("call", "account.vip-level", { "user-field": "vip" }),
      ...make("call", "loyalty.my-points"),
      ...make("command", "set-fee-discount", {
        class: "operator",
        event: "fee-discount-set",
        "user-field": "feeDiscount",
      }),
      ...make("command", "note-user"),
      ...make("event", "user-noted", { fields: "uid,until" }),
      ...make("topic", "account.fee-discount", { event: "fee-discount-set", "user-field": "feeDiscount" }),
      ...make("topic", "account.notes", { event: "user_noted" }),
      ...make("record", "fee-plan"),
    ];
    expectCompiled(paths);
    expectPassing(paths);
    const { calls, topics } = (await load("contracts/src/catalog.ts")) as unknown as {
      calls: Record<string, { name: string; path: string }>;
      topics: Record<string, { rows(event: object): object[] }>;
    };
    expect(calls.vipLevel).toMatchObject({ name: "account.vipLevel", path: "GET /api/account/vip-level" });
    expect(calls.myPoints).toMatchObject({ name: "loyalty.myPoints" });
    const event = { type: "fee_discount_set", uid: 7, feeDiscount: 5 };
    expect(topics.feeDiscount!.rows(event)).toEqual([{ to: 7, row: { feeDiscount: 5 } }]);
    expect(topics.feeDiscount!.rows({ type: "user_noted", uid: 7 })).toEqual([]);
    const { consoleCalls } = (await load("contracts/src/console/console-catalog.ts")) as unknown as {
      consoleCalls: Record<string, { name: string }>;
    };
    expect(consoleCalls.setFeeDiscount).toMatchObject({ name: "operator.setFeeDiscount" });
    expect(read("engine/src/records/user.ts").match(/feeDiscount: word/g)).toHaveLength(1);
    for (const [kind, name] of [
      ["call", "account.vip-level"],
      ["command", "set-fee-discount"],
      ["event", "fee-discount-set"],
      ["record", "fee-plan"],
    ] as const)
      expect(() => make(kind, name), `${kind} ${name}`).toThrow("already");
  }, 180_000);

  test("what cannot be written is refused before anything is", () => {
    const before = read("contracts/src/catalog.ts");
    expect(() => make("call", "account.nothing", { "user-field": "neverDeclared" })).toThrow("no field neverDeclared");
    expect(() => make("topic", "account.nothing", { event: "never_declared" })).toThrow("no event never_declared");
    expect(() => make("topic", "account.nothing", { event: "market_configured" })).toThrow("names no user");
    expect(() => make("command", "do-nothing", { class: "user" })).toThrow("user-commands.ts");
    expect(read("contracts/src/catalog.ts")).toBe(before);
  });
});

describe("in the platform", () => {
  beforeEach(() => copyPackages("money", "contracts", "services/platform"));

  test("modules, their calls and topics compile, their tests pass, and the platform opens them", async () => {
    mkdirSync(join(root, "contracts/src/gifts"));
    const before = `import { z } from "zod";\nimport { defineCall } from "../define.ts";\n\nexport const rateText = z.string();\n`;
    writeFileSync(join(root, "contracts/src/gifts/calls.ts"), before);
    const paths = [
      ...make("module", "lucky-draw", { events: "fills,vip_level_set" }),
      ...make("topic", "lucky-draw.tickets", { owner: "platform" }),
      // Its contract may be there before the module is.
      ...make("module", "gifts"),
      ...make("call", "gifts.plans", { owner: "platform" }),
      ...make("topic", "security.addresses", { owner: "platform" }),
    ];
    const folder = "services/platform/src/lucky-draw";
    expect(read(`${folder}/migrations/20260101_0900_create_lucky_draw.sql`)).toContain("lucky_draw.feed_cursor");
    expect(read(`${folder}/migrations/20260101_0901_create_topic_seq.sql`)).toContain("lucky_draw.topic_seq");
    // A module that has the table gets no second one.
    expect(paths.filter((path) => path.startsWith("services/platform/src/security/"))).toEqual([]);
    expect(read("contracts/src/gifts/calls.ts")).toContain("export const rateText = z.string();");
    expectCompiled([...paths, "services/platform/src/modules.ts"]);
    expectPassing(paths);
    const { modules } = (await load("services/platform/src/modules.ts")) as unknown as {
      modules: Record<
        string,
        (deps: object) => {
          answers: { call: { name: string; owner: string } }[];
          events?: { events: string[] };
          topics?: { name: string }[];
        }
      >;
    };
    expect(Object.keys(modules).slice(-2)).toEqual(["lucky-draw", "gifts"]);
    const { answers, events, topics } = modules["lucky-draw"]!({});
    expect(answers.map(({ call }) => call.name)).toEqual(["lucky-draw.luckyDrawCount", "lucky-draw.tickets"]);
    expect(events!.events).toEqual(["order_filled", "vip_level_set"]);
    expect(topics!.map(({ name }) => name)).toEqual(["lucky-draw.tickets"]);
    expect(modules.gifts!({}).answers.map(({ call }) => call.name)).toEqual(["gifts.keepGiftsNote", "gifts.plans"]);
    expect(() => make("module", "gifts")).toThrow("already");
    expect(() => make("module", "bank", { events: "level_set" })).toThrow("no event level_set");
    expect(() => make("topic", "bank.rows", { owner: "platform" })).toThrow("pnpm new module bank");
  }, 180_000);
});

describe("in the web app", () => {
  test("a feature is a pure form with a test, a hook, a drawing and its texts", () => {
    const paths = make("feature", "price-alert");
    const folder = "apps/web/src/features/price-alert";
    const names = ["price-alert-form.test.ts", "price-alert-form.ts", "price-alert-messages.ts", "price-alert.tsx"];
    expect(paths.toSorted()).toEqual([...names, "use-price-alert.ts"].map((name) => `${folder}/${name}`));
    expect(() => make("feature", "price-alert")).toThrow("exists already");
  });

  test("a screen takes its announced path, title and guard, or gets new ones, and the router compiles with it", () => {
    copyPackages("apps/web");
    make("feature", "copy-trading", { path: "/copy-trading" });
    make("feature", "price-table", { path: "/price-table" });
    const declared = read("apps/web/src/routes/paths.ts");
    expect(declared).toContain('  copyTrading: page("/copy-trading", m.copyTrading),');
    expect(declared.match(/"\/copy-trading"/g)).toHaveLength(1);
    expect(declared).toContain('  priceTable: page("/price-table", m.priceTable),');
    expect(read("apps/web/src/routes/page-title-messages.ts")).toContain("priceTable: msg`Price table`");
    expect(read("apps/web/src/features/copy-trading/copy-trading-messages.ts")).toContain("title: msg`Copy trading`");
    expect(read("apps/web/src/shell/menus/coming-rules.ts")).not.toContain('"/copy-trading"');
    link(join(repository, "apps/web/node_modules/vite"), join(root, "node_modules/vite"));
    expectCompiled(["apps/web/src/main.tsx"], {
      jsx: "react-jsx",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2024", "dom", "dom.iterable"],
      types: ["vite/client"],
      typeRoots: undefined,
    });
    expect(() => make("feature", "copied-trades", { path: "/copy-trading" })).toThrow("already");
  }, 180_000);
});

test("names that need a legend or say nothing are refused, and so are options of another kind", () => {
  expect(() => make("feature", "PriceAlert")).toThrow("kebab-case");
  expect(() => make("feature", "helpers")).toThrow("says nothing");
  expect(() => make("call", "freeze")).toThrow("is not domain.");
  expect(readOptions("call", ["--owner", "platform"])).toEqual({ owner: "platform" });
  expect(() => readOptions("call", ["--path", "/x"])).toThrow("call takes --user-field …, --owner …, not --path");
  expect(() => readOptions("record", ["--path", "/x"])).toThrow("no options");
  expect(() => readOptions("feature", ["--path"])).toThrow("needs a value");
});
