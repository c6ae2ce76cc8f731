import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// A rule that has never reported anything may be written wrongly. These files break the table on purpose.
function broken(): string[] {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const planted = fileURLToPath(new URL("planted", import.meta.url));
  const args = [
    "--config",
    `${root}/.dependency-cruiser.cjs`,
    "--output-type",
    "json",
    "engine",
    "money",
    "apps",
    "services",
  ];
  let text: string;
  try {
    text = execFileSync(`${root}/node_modules/.bin/depcruise`, args, {
      cwd: planted,
      encoding: "utf8",
      maxBuffer: 1 << 26,
    });
  } catch (error) {
    text = (error as { stdout: string }).stdout;
  }
  const report = JSON.parse(text) as { summary: { violations: { rule: { name: string } }[] } };
  return report.summary.violations.map((violation) => violation.rule.name);
}

test("a planted clock in the engine, a record imported from below it, a limit of the wallet that imports what pays, a model that imports what it checks, an upward import, circles of files and of folders, a signer that runs code of others, and a feature that imports another are all reported", () => {
  const names = broken();
  expect(names).toContain("engine-is-pure");
  expect(names).toContain("engine-layer-memory");
  expect(names).toContain("wallet-room-limits");
  expect(names).toContain("model-rules-import-nothing");
  expect(names).toContain("money-imports-nothing");
  expect(names).toContain("signer-imports-no-exchange-code");
  expect(names).toContain("signer-imports-only-types-of-contracts");
  expect(names).toContain("features-do-not-import-each-other");
  expect(names).toContain("no-circular");
  expect(names).toContain("no-circular-folders");
}, 60_000);
