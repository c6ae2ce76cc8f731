import { readFileSync } from "node:fs";
import { checkPrivate, checkUnwritable, readConfig, readPassphrase } from "./config.ts";
import { mnemonicKeys } from "./mnemonic-keys.ts";
import { readPolicy } from "./policy.ts";
import { rateLimit } from "./rate-limit.ts";
import { unseal } from "./encrypted-key-file.ts";
import { openSigner } from "./signer.ts";
import { listen } from "./socket-server.ts";
import { openStore } from "./store.ts";

function log(level: "info" | "error", msg: string, fields: object = {}): void {
  process.stdout.write(`${JSON.stringify({ level, time: Date.now(), name: "signer", ...fields, msg })}\n`);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const policy = readPolicy(readFileSync(config.SIGNER_POLICY, "utf8"));
  checkUnwritable(config.SIGNER_POLICY);
  checkPrivate(config.SIGNER_KEY_FILE);
  checkPrivate(config.SIGNER_STORE);
  const passphrase = readPassphrase(config.SIGNER_PASSPHRASE_FILE);
  const keys = mnemonicKeys(unseal(readFileSync(config.SIGNER_KEY_FILE, "utf8"), passphrase));
  const hotAddress = keys.addressOf("hot");
  const store = openStore(config.SIGNER_STORE, hotAddress, Date.now);
  const rate = rateLimit(config.SIGNER_REQUESTS_PER_SECOND, () => performance.now());
  const signer = openSigner({ policy, keys, store, rate, alarm: (text) => log("error", `signer: ${text}`) });
  const listening = await listen(signer, config.SIGNER_SOCKET);
  log("info", "signer: listening", { hotAddress, store: store.position().seq, networks: [...policy.networks.keys()] });

  const stop = async (): Promise<void> => {
    await listening.close();
    store.close();
    process.exit(0);
  };
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());
}

start().catch((error: unknown) => {
  log("error", `signer: not started: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});
