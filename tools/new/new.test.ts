import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
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

test("a module has one door, pure rules, a store, answers, ears and its own migration", async () => {
  const paths = make("module", "referral");
  expectFormatted(paths);
  for (const name of ["index.ts", "rules.ts", "rules.test.ts", "store.ts", "answers.ts", "hears.ts"])
    expect(paths).toContain(`services/platform/src/referral/${name}`);
  expect(existsSync(join(root, "services/platform/src/referral/migrations/20260101_0900_create_referral.sql"))).toBe(
    true,
  );
  // Alone: the package's tsconfig points at neighbours that are not here.
  cpSync(join(root, "services/platform/src/referral/rules.ts"), join(root, "rules.ts"));
  const { refusalOf } = await load("rules.ts");
  expect((refusalOf as (text: string, count: number) => string)("", 0)).toBe("empty");
  expect(make("module", "earn")).not.toContain("services/platform/package.json");
});

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

test("names that need a legend or say nothing are refused", () => {
  expect(() => make("feature", "PriceAlert")).toThrow("kebab-case");
  expect(() => make("feature", "helpers")).toThrow("says nothing");
  expect(() => make("call", "freeze")).toThrow("domain.call-name");
});
