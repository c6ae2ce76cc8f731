import { createHash, createPublicKey, verify } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * Commands that are passed over when their row is applied: the last resort against one that stops every node that applies it. The list
 * is a file that two people signed. What is passed over goes into the running hash, so that a node without the list contradicts the
 * others instead of quietly coming to another state.
 */
export type Skips = {
  /** Positions in the batch `seq`; undefined where nothing is passed over, which is always but once. */
  of(seq: number): ReadonlySet<number> | undefined;
};

export const noSkips: Skips = { of: () => undefined };

const signersMin = 2;
const lineForm = /^(\d{1,15}) (\d{1,5}) (\S.*)$/;

/** One line a command: the batch, the position in it, and why. */
export function parseSkips(text: string): Skips {
  const bySeq = new Map<number, Set<number>>();
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [, seq, index] = lineForm.exec(line) ?? [];
    if (seq === undefined) throw new Error(`not "<batch> <position> <why>": ${line}`);
    bySeq.set(Number(seq), (bySeq.get(Number(seq)) ?? new Set()).add(Number(index)));
  }
  return { of: (seq) => bySeq.get(seq) };
}

/** What goes into the running hash behind a batch of which something was passed over. */
export function skipHash(seq: number, skipped: ReadonlySet<number>): Buffer {
  const words = [...skipped].sort((a, b) => a - b).join(",");
  return createHash("sha256").update(`skipped ${seq}: ${words}`).digest();
}

/** `name=key` pairs, comma-separated; a key is the base64 of an Ed25519 public key in DER form. */
function signersOf(text: string): Map<string, ReturnType<typeof createPublicKey>> {
  const signers = new Map<string, ReturnType<typeof createPublicKey>>();
  for (const pair of text.split(",").filter((one) => one !== "")) {
    const at = pair.indexOf("=");
    const key = createPublicKey({ key: Buffer.from(pair.slice(at + 1), "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType !== "ed25519") throw new Error(`SKIP_SIGNERS: ${pair.slice(0, at)} is no Ed25519 key`);
    signers.set(pair.slice(0, at), key);
  }
  return signers;
}

/** The list in this file, if two of the signers have signed its very bytes: `<path>.<name>.sig`, raw, beside it. */
export function readSkips(path: string, signersText: string): Skips {
  if (path === "") return noSkips;
  const bytes = readFileSync(path);
  const keys = new Set<string>();
  for (const [name, key] of signersOf(signersText)) {
    let signature: Buffer;
    try {
      signature = readFileSync(`${path}.${name}.sig`);
    } catch {
      continue;
    }
    if (!verify(null, bytes, key, signature)) throw new Error(`the signature of ${name} does not fit ${path}`);
    // One person under two names is still one person.
    keys.add(key.export({ format: "der", type: "spki" }).toString("base64"));
  }
  if (keys.size < signersMin)
    throw new Error(`${path} needs the signatures of ${signersMin} people, it has ${keys.size}`);
  return parseSkips(bytes.toString());
}
