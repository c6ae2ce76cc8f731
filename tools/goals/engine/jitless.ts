import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const parts = ["money/src", "contracts/src/codec", "contracts/src/journal", "engine/src", "engine/model", "engine/sim"];
/** What these parts import by name, as files of the copy. */
const packages: Readonly<Record<string, string>> = {
  "@tidemark/money": "money/src/index.js",
  "@tidemark/contracts/codec": "contracts/src/codec/index.js",
  "@tidemark/contracts/journal": "contracts/src/journal/index.js",
};

/** The engine as plain JavaScript: without a JIT there is no WebAssembly, and so nothing that could strip its types. */
function copyOf(to: string): void {
  for (const part of parts)
    for (const name of readdirSync(join(root, part), { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
      const target = join(to, part, name.replace(/\.ts$/, ".js"));
      const code = stripTypeScriptTypes(readFileSync(join(root, part, name), "utf8"));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        code.replaceAll(/from "([^"]+)"/g, (_, path: string) => `from "${resolved(path, target, to)}"`),
      );
    }
  cpSync(join(root, "engine/fixtures/golden"), join(to, "golden"), { recursive: true });
  writeFileSync(join(to, "package.json"), '{"type":"module"}');
  writeFileSync(join(to, "replay.js"), replay);
}

function resolved(path: string, from: string, to: string): string {
  const entry = packages[path];
  if (entry === undefined) return path.replace(/\.ts$/, ".js");
  const way = relative(dirname(from), join(to, entry));
  return way.startsWith(".") ? way : `./${way}`;
}

/** Every golden journal, and the hash of all its events. */
const replay = `
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { replayGolden } from "./engine/sim/golden.js";
for (const name of readdirSync("golden").filter((each) => each.endsWith(".bin"))) {
  const hash = createHash("sha256");
  const version = Number(/^v(\\d+)/.exec(name)[1]);
  replayGolden(readFileSync("golden/" + name), version, (events) => hash.update(events));
  console.log(name, hash.digest("hex"));
}
`;

/** S8: the same journal with and without a JIT gives the same hashes. */
export function tellJitless(say: (line: string) => void): string[] {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-jitless-"));
  try {
    copyOf(folder);
    const run = (...flags: string[]): string =>
      execFileSync(process.execPath, [...flags, "replay.js"], { cwd: folder, encoding: "utf8" }).trim();
    const withJit = run();
    const without = run("--jitless");
    say(`jitless  ${withJit.split("\n").length} journals  ${withJit === without ? "same hashes" : "OTHER HASHES"}`);
    return withJit === without ? [] : [`with a JIT ${withJit}, without ${without}`];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
