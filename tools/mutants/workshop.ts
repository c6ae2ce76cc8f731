import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What the tests of mutants need: code with its tests and fixtures, and how the runner is configured. */
const parts = [
  "money",
  "contracts",
  "engine",
  "kit/client",
  "kit/node",
  "kit/testing",
  "services/gateway",
  "services/platform",
  "package.json",
  "vitest.config.ts",
  "tsconfig.base.json",
];

export type Verdict = {
  readonly word: "caught" | "survived" | "hung" | "does not load";
  /** Tests that failed, by name; suites that could not be loaded, by file. */
  readonly failed: readonly string[];
};

type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

/** A copy of the house in which bugs may be planted: the tree that others work in is never touched. */
export class Workshop {
  readonly folder: string;

  constructor(root: string, from: "working" | "committed") {
    this.folder = mkdtempSync(join(tmpdir(), "tidemark-mutants-"));
    if (from === "committed") {
      const tar = execFileSync("git", ["archive", "HEAD", ...parts], { cwd: root, maxBuffer: 1 << 28 });
      execFileSync("tar", ["-x"], { cwd: this.folder, input: tar });
    } else {
      const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", ...parts];
      for (const file of execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\0"))
        if (file !== "" && existsSync(join(root, file))) this.take(root, file);
    }
    // Packages find each other by relative links: copied as links they lead to the copies, and never to the originals.
    for (const part of parts) {
      const modules = join(root, part, "node_modules");
      if (existsSync(modules))
        cpSync(modules, join(this.folder, part, "node_modules"), { recursive: true, verbatimSymlinks: true });
    }
    mkdirSync(join(this.folder, "node_modules"));
    for (const entry of readdirSync(join(root, "node_modules")))
      if (entry !== ".vite") symlinkSync(join(root, "node_modules", entry), join(this.folder, "node_modules", entry));
  }

  private take(root: string, file: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    cpSync(join(root, file), join(this.folder, file));
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs these tests. A suite that cannot even be loaded says nothing about a bug. */
  async judge(tests: readonly string[], timeoutMs: number): Promise<Verdict> {
    const report = join(this.folder, "report.json");
    rmSync(report, { force: true });
    const projects = ["--project", "unit", "--project", "system"];
    const args = ["run", ...projects, "--bail=1", "--reporter=json", `--outputFile=${report}`];
    // The limit is for all of them: one that a busy machine makes slow has not failed.
    const limit = Math.ceil(timeoutMs);
    args.push(`--testTimeout=${limit}`, `--hookTimeout=${limit}`, ...tests);
    const { code, isHung } = await this.run(join(this.folder, "node_modules/.bin/vitest"), args, timeoutMs);
    if (isHung) return { word: "hung", failed: [] };
    if (!existsSync(report)) return { word: "does not load", failed: [] };
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const failed = testResults.flatMap(({ name, status, assertionResults }) => {
      const names = assertionResults.filter((each) => each.status === "failed").map(({ fullName }) => fullName);
      return status === "failed" && names.length === 0 ? [name.slice(this.folder.length + 1)] : names;
    });
    if (numFailedTests > 0) return { word: "caught", failed };
    return { word: code === 0 && numPassedTests > 0 ? "survived" : "does not load", failed };
  }

  /** In a process group of its own, so that a worker caught in an endless loop ends with its parent. */
  private run(command: string, args: readonly string[], timeoutMs: number): Promise<{ code: number; isHung: boolean }> {
    return new Promise((resolve) => {
      const child = spawn(command, args, { cwd: this.folder, detached: true, stdio: "ignore" });
      let isHung = false;
      const timer = setTimeout(() => {
        isHung = true;
        process.kill(-child.pid!, "SIGKILL");
      }, timeoutMs);
      child.on("close", (code) => {
        clearTimeout(timer);
        resolve({ code: code ?? 1, isHung });
      });
    });
  }
}
