import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Call, calls, consoleCalls } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { type Sources, unansweredIn } from "./answerers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const sources: Sources = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard", "services"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((path) => /[.]ts$/.test(path) && !/[.]test[.]ts$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, source: readFileSync(join(root, path), "utf8") }));

const catalogue = { ...calls, ...consoleCalls } as unknown as Readonly<Record<string, Call>>;

test("every call of the catalogue has somebody who answers it", () => {
  expect(unansweredIn(sources, catalogue)).toEqual([]);
});

test("planted calls without an answerer are found, each with the place that lacks it", () => {
  const planted = {
    ...catalogue,
    plantedNow: { ...catalogue.depth!, name: "market.plantedNow" },
    plantedHistory: { ...catalogue.statement!, name: "account.plantedHistory" },
    plantedOwn: { ...catalogue.langList!, name: "content.plantedOwn" },
    plantedConsole: { ...catalogue.langList!, name: "console.plantedOwn", owner: "console" as const },
    plantedWallet: { ...catalogue.langList!, name: "wallet.plantedOwn", owner: "wallet" as const },
  };
  const { command: _, ...withoutCommand } = catalogue.transfer!;
  const found = unansweredIn(sources, { ...planted, plantedCommand: { ...withoutCommand, name: "account.planted" } });
  expect(found.map((line) => line.split(" ")[0])).toEqual([
    "market.plantedNow",
    "account.plantedHistory",
    "content.plantedOwn",
    "console.plantedOwn",
    "wallet.plantedOwn",
    "account.planted",
  ]);
  expect(found[0]).toContain("services/core/src/questions");
});
