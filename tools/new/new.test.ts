import { execFileSync } from "node:child_process";
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
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { generate, type Kind } from "./generate.ts";

const house = fileURLToPath(new URL("../..", import.meta.url));
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tidemark-new-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const make = (kind: Kind, name: string): string[] => generate(kind, name, root, "20260101").paths;

/** The house's own formatter has nothing to change. */
function expectFormatted(paths: readonly string[]): void {
  cpSync(join(house, ".oxfmtrc.json"), join(root, ".oxfmtrc.json"));
  const sources = paths.filter((path) => /[.]tsx?$/.test(path));
  execFileSync(join(house, "node_modules/.bin/oxfmt"), ["--check", ...sources], { cwd: root, stdio: "pipe" });
}

const load = (path: string): Promise<Record<string, never>> =>
  import(pathToFileURL(join(root, path)).href) as Promise<Record<string, never>>;

test("a feature is a pure form with a test, a hook, a drawing and its words", async () => {
  const paths = make("feature", "price-alert");
  const folder = "apps/web/src/features/price-alert";
  const names = ["price-alert-form.test.ts", "price-alert-form.ts", "price-alert-messages.ts", "price-alert.tsx"];
  expect(paths.sort()).toEqual([...names, "use-price-alert.ts"].map((name) => `${folder}/${name}`));
  expectFormatted(paths);
  const { problemsOf, emptyPriceAlertForm } = await load(`${folder}/price-alert-form.ts`);
  expect((problemsOf as (form: unknown) => string[])(emptyPriceAlertForm)).toEqual(["amount_missing"]);
  expect(() => make("feature", "price-alert")).toThrow("exists already");
});

/** The house's contracts and platform, copied, so that what is added to them can be compiled and loaded. */
function copyHouse(): void {
  for (const folder of ["contracts", "services/platform"]) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of ["src", "package.json"])
      cpSync(join(house, folder, name), join(root, folder, name), { recursive: true });
  }
  symlinkSync(join(house, "contracts/node_modules"), join(root, "contracts/node_modules"));
  const packages = join(root, "services/platform/node_modules");
  mkdirSync(join(packages, "@tidemark"), { recursive: true });
  const installed = join(house, "services/platform/node_modules");
  for (const name of readdirSync(installed).filter((each) => each !== "@tidemark" && !each.startsWith(".")))
    symlinkSync(join(installed, name), join(packages, name));
  symlinkSync(join(installed, "@tidemark/kit-node"), join(packages, "@tidemark/kit-node"));
  symlinkSync(join(root, "contracts"), join(packages, "@tidemark/contracts"));
}

const contractsBefore = `import { z } from "zod";
import { defineCall } from "../define.ts";

export const rateText = z.string();
`;

function expectCompiled(folder: string, ...others: string[]): void {
  const config = {
    extends: join(house, "tsconfig.base.json"),
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(house, "node_modules/@types")],
    },
    include: [`${folder}/*.ts`, ...others],
    exclude: ["**/*.test.ts"],
  };
  writeFileSync(join(root, "tsconfig.json"), JSON.stringify(config));
  execFileSync(join(house, "node_modules/.bin/tsc"), ["-p", "tsconfig.json"], { cwd: root, stdio: "pipe" });
}

test("a module has a contract, one door, pure rules, a store, answers and its own migration, and is on the list", async () => {
  copyHouse();
  const paths = make("module", "lucky-draw");
  expectFormatted(paths);
  const folder = "services/platform/src/lucky-draw";
  for (const name of ["index.ts", "rules.ts", "rules.test.ts", "store.ts", "answers.ts"])
    expect(paths).toContain(`${folder}/${name}`);
  expect(existsSync(join(root, `${folder}/migrations/20260101_0900_create_lucky_draw.sql`))).toBe(true);
  // Its contract may be there before the module is.
  mkdirSync(join(root, "contracts/src/earn"));
  writeFileSync(join(root, "contracts/src/earn/calls.ts"), contractsBefore);
  make("module", "earn");
  expectCompiled(folder, "services/platform/src/modules.ts");
  const { modules } = (await load("services/platform/src/modules.ts")) as unknown as {
    modules: Record<string, (kit: unknown) => { answers: { call: { name: string; owner: string } }[] }>;
  };
  expect(Object.keys(modules).slice(-2)).toEqual(["lucky-draw", "earn"]);
  const { answers } = modules["lucky-draw"]!({});
  expect(answers.map(({ call }) => [call.name, call.owner])).toEqual([["lucky-draw.keepLuckyDrawNote", "platform"]]);
  const { isFull } = await load(`${folder}/rules.ts`);
  expect((isFull as (count: number) => boolean)(100)).toBe(true);
  expect(readFileSync(join(root, "contracts/src/earn/calls.ts"), "utf8")).toContain(contractsBefore);
  expect(() => make("module", "earn")).toThrow("already");
}, 60_000);

test("a call joins its domain and the catalogue, which still loads and knows it", async () => {
  mkdirSync(join(root, "contracts"));
  cpSync(join(house, "contracts/src"), join(root, "contracts/src"), { recursive: true });
  symlinkSync(join(house, "contracts/node_modules"), join(root, "contracts/node_modules"));
  const paths = [...make("call", "account.freeze-wallet"), ...make("call", "loyalty.my-points")];
  expectFormatted(paths);
  const { calls } = (await load("contracts/src/catalog.ts")) as unknown as {
    calls: Record<string, { name: string; path: string }>;
  };
  expect(calls.freezeWallet).toMatchObject({ name: "account.freezeWallet", path: "GET /api/account/freeze-wallet" });
  expect(calls.myPoints).toMatchObject({ name: "loyalty.myPoints" });
  expect(readFileSync(join(root, "contracts/src/catalog.ts"), "utf8")).toContain(
    'import * as loyalty from "./loyalty/calls.ts"',
  );
  expect(() => make("call", "account.freeze-wallet")).toThrow("already");
});

test("a command with its event and a record compile, and the command does what its test says", async () => {
  for (const folder of ["money", "contracts", "engine"]) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of readdirSync(join(house, folder)))
      if (["src", "sim", "model", "package.json"].includes(name))
        cpSync(join(house, folder, name), join(root, folder, name), { recursive: true });
  }
  for (const folder of ["contracts", "engine"]) {
    mkdirSync(join(root, folder, "node_modules/@tidemark"), { recursive: true });
    for (const name of ["money", "contracts", "engine"])
      symlinkSync(join(root, name), join(root, folder, "node_modules/@tidemark", name));
  }
  for (const name of readdirSync(join(house, "contracts/node_modules")).filter((each) => !each.startsWith("@tidemark")))
    symlinkSync(join(house, "contracts/node_modules", name), join(root, "contracts/node_modules", name));
  symlinkSync(join(house, "node_modules/fast-check"), join(root, "engine/node_modules/fast-check"));
  const paths = [
    ...make("command", "set-fee-discount"),
    ...make("event", "fee-discount-set"),
    ...make("record", "fee-discount"),
    ...make("topic", "wallet.deposits"),
  ];
  expectFormatted(paths);
  expectCompiled("engine/src/commands", "contracts/src/catalog.ts");
  const sim = (await load("engine/sim/index.ts")) as unknown as {
    World: new (given: object) => { do(command: unknown): number; operator(command: object): unknown };
  };
  const world = new sim.World({ alice: ["10 USDT"] });
  expect(world.do(world.operator({ type: "set_fee_discount", uid: 4_000_000 }))).toBe(40400);
  expect(() => make("command", "set-fee-discount")).toThrow("already");
  expect(() => make("event", "fee-discount-set")).toThrow("already");
}, 120_000);

test("names that need a legend or say nothing are refused", () => {
  expect(() => make("feature", "PriceAlert")).toThrow("kebab-case");
  expect(() => make("feature", "helpers")).toThrow("says nothing");
  expect(() => make("call", "freeze")).toThrow("domain.call-name");
});
