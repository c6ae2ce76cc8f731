import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { freePort } from "./anvil.ts";
import { type BcoinClient, bcoinClient, bcoinPath } from "./bcoin.ts";
import { hashAnswer } from "../src/chains/bitcoin/bitcoin-shapes.ts";

const folder = mkdtempSync(join(tmpdir(), "bcoin-"));
const file = join(folder, "chain");
let child: ChildProcess | undefined;
afterAll(async () => {
  await kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<BcoinClient> {
  const port = await freePort();
  child = spawn(process.execPath, [bcoinPath, String(port), file], { stdio: "ignore" });
  const client = bcoinClient(`http://127.0.0.1:${port}`);
  await expect.poll(() => client.height().catch(() => -1), { timeout: 30_000 }).toBeGreaterThanOrEqual(0);
  return client;
}
async function kill(): Promise<void> {
  const ended = new Promise<void>((resolve) => void child?.once("exit", () => resolve()));
  if (child?.kill("SIGKILL") === true) await ended;
  child = undefined;
}
const hashAt = ({ rpc }: BcoinClient, height: number): Promise<string> => rpc("getblockhash", [height], hashAnswer);

test("a local Bitcoin chain that is killed has the same blocks after its next start, and grows on", async () => {
  const first = await start();
  await first.mine(5);
  const hashes = await Promise.all([1, 5].map((height) => hashAt(first, height)));
  await kill();
  const whole = readFileSync(file, "utf8").split("\n").length;
  // What the kill left half written counts for nothing.
  appendFileSync(file, '[["AAAA","BB');
  const second = await start();
  expect(await second.height()).toBe(5);
  expect(await Promise.all([1, 5].map((height) => hashAt(second, height)))).toEqual(hashes);
  expect(readFileSync(file, "utf8").split("\n").length).toBeLessThan(whole);
  await second.mine(2);
  const tip = await hashAt(second, 7);
  await kill();
  const again = await start();
  expect([await again.height(), await hashAt(again, 7)]).toEqual([7, tip]);
}, 120_000);
