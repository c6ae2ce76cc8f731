import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createStore, mnemonicKeys, seal } from "../src/index.ts";

// Files of a signer for development and tests, as the ceremony makes them: `node prepare-signer.ts folder words policy.json-text`.
const passphrase = "correct horse battery staple";
const ownerOnly = 0o600;

export type PreparedSigner = { readonly env: Readonly<Record<string, string>>; readonly socketPath: string };

/** The settings that a signer is started with. Files that exist are kept: the store must not forget what was signed. */
function signerFiles(folder: string): PreparedSigner {
  const at = (name: string): string => join(folder, name);
  return {
    socketPath: at("socket"),
    env: {
      SIGNER_KEY_FILE: at("key.json"),
      SIGNER_STORE: at("store.db"),
      SIGNER_POLICY: at("policy.json"),
      SIGNER_SOCKET: at("socket"),
      SIGNER_PASSPHRASE_FILE: at("passphrase"),
      SIGNER_REQUESTS_PER_SECOND: "1000",
    },
  };
}

function unlessThere(write: () => void): void {
  try {
    write();
  } catch (error) {
    if ((error as { code?: unknown }).code !== "EEXIST") throw error;
  }
}

export function prepareSigner(folder: string, words: string, policy: string): PreparedSigner {
  const files = signerFiles(folder);
  const { SIGNER_KEY_FILE, SIGNER_STORE, SIGNER_POLICY, SIGNER_PASSPHRASE_FILE } = files.env;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(SIGNER_POLICY!, policy);
  writeFileSync(SIGNER_PASSPHRASE_FILE!, `${passphrase}\n`, { mode: ownerOnly });
  unlessThere(() => writeFileSync(SIGNER_KEY_FILE!, seal(words, passphrase), { mode: ownerOnly, flag: "wx" }));
  unlessThere(() => createStore(SIGNER_STORE!, mnemonicKeys(words).addressOf("hot")));
  return files;
}

const [, main, folder, words, policy] = process.argv;
if (main === import.meta.filename && folder !== undefined) prepareSigner(folder, words!, policy!);
