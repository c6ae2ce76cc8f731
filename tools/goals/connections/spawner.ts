// Starts and kills processes for one that cannot fork: an engine reserves more addresses than a fork may copy.
import { type ChildProcess, spawn } from "node:child_process";

export type SpawnerAsk =
  | { readonly do: "start"; readonly id: number; readonly args: readonly string[] }
  | { readonly do: "signal"; readonly id: number; readonly signal: "SIGKILL" | "SIGSTOP" };

const children = new Map<number, ChildProcess>();

process.on("message", (ask: SpawnerAsk) => {
  if (ask.do === "start") {
    const child = spawn(process.execPath, [...ask.args], { stdio: ["ignore", "ignore", "inherit"] });
    child.once("exit", () => {
      children.delete(ask.id);
      process.send?.({ ended: ask.id });
    });
    children.set(ask.id, child);
  } else children.get(ask.id)?.kill(ask.signal);
});
process.on("disconnect", () => {
  for (const child of children.values()) child.kill("SIGKILL");
});
