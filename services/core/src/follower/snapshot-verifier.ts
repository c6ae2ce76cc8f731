import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { lowerPriority } from "@tidemark/kit-node";

const script = fileURLToPath(new URL("./verify-snapshot.ts", import.meta.url));
const niceness = 10;

/** Nobody is left to ask for the answer of a verification when its node has ended. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/**
 * Loads a finished snapshot in a process of its own: that costs the node no time, and finds what only the node's memory made look right.
 * In a session of its own, because the scheduler shares the processor between sessions first: nobody waits for this, and a takeover may.
 */
export async function verifyInOwnProcess(path: string): Promise<void> {
  const args = [script, path, String(process.pid)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  running.add(child);
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
  child.once("spawn", () => lowerPriority(niceness, child.pid));
  try {
    const [code] = (await once(child, "close")) as [number | null];
    if (code !== 0) throw new Error(`the snapshot was refused: ${said.trim()}`);
  } finally {
    running.delete(child);
  }
}
