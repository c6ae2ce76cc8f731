import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SignerAnswer, WithdrawalIntent } from "@tidemark/contracts";
import { startService, type StartedService } from "@tidemark/kit-testing";
import { parseTransaction } from "viem";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eth, hotAddress, intentOf, lineOf, policyDocument, testWords, withdrawLine } from "../testing/fixture.ts";
import { askSocket } from "../testing/socket-client.ts";
import { seal } from "./encrypted-key-file.ts";
import { checkWholeAudit, createStore } from "./store.ts";

const passphrase = "correct horse battery staple";
const main = fileURLToPath(new URL("main.ts", import.meta.url));
const killedMain = fileURLToPath(new URL("../testing/killed-process.ts", import.meta.url));
let folder: string;
let env: Record<string, string>;
let running: StartedService[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signer-"));
  const at = (name: string): string => join(folder, name);
  env = {
    SIGNER_KEY_FILE: at("key.json"),
    SIGNER_STORE: at("store.db"),
    SIGNER_POLICY: at("policy.json"),
    SIGNER_SOCKET: at("socket"),
    SIGNER_PASSPHRASE_FILE: at("passphrase"),
    SIGNER_REQUESTS_PER_SECOND: "1000",
    SIGNER_KILL_FILE: at("kill"),
  };
  writeFileSync(env.SIGNER_KEY_FILE!, seal(testWords, passphrase), { mode: 0o600 });
  writeFileSync(env.SIGNER_POLICY!, JSON.stringify(policyDocument));
  writeFileSync(env.SIGNER_PASSPHRASE_FILE!, `${passphrase}\n`, { mode: 0o600 });
  createStore(env.SIGNER_STORE!, hotAddress);
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.end("SIGKILL")));
  rmSync(folder, { recursive: true });
});

async function start(file = main): Promise<StartedService> {
  const service = await startService(file, env, "signer: listening");
  running.push(service);
  return service;
}
const ask = (line: string): Promise<SignerAnswer | undefined> => askSocket(env.SIGNER_SOCKET!, line);
const outcome = (answer: SignerAnswer | undefined): string =>
  answer === undefined ? "no answer" : answer.ok ? "signed" : answer.reason;
const intentNow = (part: Partial<WithdrawalIntent> = {}): WithdrawalIntent =>
  intentOf({ expiresAt: Date.now() + 3_600_000, ...part });

test("[W2] [W4] kill -9 between write and signature: the intent and its amount count, and it is signed for the same nonce only", async () => {
  const all = ["platform", "anna", "ben"] as const;
  const intent = intentNow({ amount: eth(10) });
  writeFileSync(env.SIGNER_KILL_FILE!, "written");
  const killed = await start(killedMain);
  expect(await ask(withdrawLine(intent, 0, all))).toBeUndefined();
  await killed.end("SIGKILL");

  await start();
  expect(await ask(lineOf({ kind: "status" }))).toMatchObject({ ok: true, status: { hotAddress, nonceNext: "1" } });
  expect(outcome(await ask(withdrawLine(intent, 1, all)))).toBe("intent_already_signed");
  expect(outcome(await ask(withdrawLine(intentNow(), 0)))).toBe("nonce_taken");
  expect(outcome(await ask(withdrawLine(intentNow({ amount: eth(10) }), 1, all)))).toBe("signed");
  expect(outcome(await ask(withdrawLine(intentNow({ amount: eth(10) }), 2, all)))).toBe("signed");
  expect(outcome(await ask(withdrawLine(intentNow({ amount: 1n }), 3)))).toBe("hour_cap_reached");
  expect(outcome(await ask(withdrawLine(intent, 0, all)))).toBe("signed");
}, 120_000);

test("[W2] kill -9 at any moment: every intent is signed under one nonce, without a gap, and the audit stays whole", async () => {
  const lines = Array.from({ length: 12 }, (_, nonce) => withdrawLine(intentNow(), nonce));
  const signed = new Map<number, string>();
  for (let kill = 0; kill < 4; kill += 1) {
    const service = await start();
    const dying = new Promise((resolve) => setTimeout(resolve, 5 + 15 * kill)).then(() => service.end("SIGKILL"));
    for (const [nonce, line] of lines.entries()) {
      const answer = await ask(line);
      if (answer === undefined) break;
      if (!answer.ok || !("signed" in answer)) throw new Error(outcome(answer));
      expect(signed.get(nonce) ?? answer.signed).toBe(answer.signed);
      signed.set(nonce, answer.signed);
    }
    await dying;
  }
  const service = await start();
  for (const [nonce, line] of lines.entries()) {
    const answer = await ask(line);
    if (answer?.ok !== true || !("signed" in answer)) throw new Error(outcome(answer));
    expect(signed.get(nonce) ?? answer.signed).toBe(answer.signed);
    expect(parseTransaction(answer.signed as `0x02${string}`).nonce).toBe(nonce);
  }
  await service.end("SIGTERM");
  expect(checkWholeAudit(env.SIGNER_STORE!)).toBeGreaterThan(12);
}, 120_000);

test("a wrong passphrase, a key file that others can read, a missing store and a second process stop the start and say so", async () => {
  writeFileSync(env.SIGNER_PASSPHRASE_FILE!, "wrong horse battery staple");
  await expect(start()).rejects.toThrow("the passphrase is wrong");
  writeFileSync(env.SIGNER_PASSPHRASE_FILE!, passphrase);
  chmodSync(env.SIGNER_KEY_FILE!, 0o640);
  await expect(start()).rejects.toThrow("open to other users");
  chmodSync(env.SIGNER_KEY_FILE!, 0o600);
  await start();
  await expect(start()).rejects.toThrow("database is locked");
  rmSync(env.SIGNER_STORE!);
  await expect(start()).rejects.toThrow("no such file");
}, 120_000);
