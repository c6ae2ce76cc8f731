import { hash, randomBytes } from "node:crypto";

/**
 * Remembers nonces for at least `memoryMs` in eight bytes each: two generations of open-addressed tables, the older dropped as a whole. A
 * full generation is rotated early only at its maximum size.
 */
export type Nonces = {
  /** False where the nonce was used before. */
  use(owner: string, nonce: string, nowMs: number): boolean;
  readonly size: number;
};

type Generation = { hashes: Float64Array; count: number };

const slotsAtFirst = 1_024;
/**
 * Unknown outside of this process and other at every start: clients choose their nonces, and must not choose the slots that they take, or one
 * of them could make every look-up walk through a full row of slots.
 */
const seed = randomBytes(16).toString("base64url");

/** 52 bits of the text. A collision refuses one valid request in some billions, and the client signs again. */
export function hashOf(owner: string, nonce: string): number {
  const bytes = hash("sha256", `${seed} ${owner} ${nonce}`, "buffer");
  return bytes.readUInt32LE(0) + (bytes.readUInt32LE(4) & 0xf_ffff) * 2 ** 32 + 1;
}

const fresh = (slots: number): Generation => ({ hashes: new Float64Array(slots), count: 0 });

function slotOf(hashes: Float64Array, own: number): number {
  let slot = own % hashes.length;
  while (hashes[slot] !== 0 && hashes[slot] !== own) slot = (slot + 1) % hashes.length;
  return slot;
}

function grown(old: Generation): Generation {
  const next = fresh(old.hashes.length * 2);
  for (const own of old.hashes) if (own !== 0) next.hashes[slotOf(next.hashes, own)] = own;
  next.count = old.count;
  return next;
}

export function createNonces(memoryMs: number, countMax = 4_000_000): Nonces {
  let young = fresh(slotsAtFirst);
  let old = fresh(slotsAtFirst);
  let turnedAt = 0;

  function turn(nowMs: number): void {
    if (nowMs - turnedAt < memoryMs && young.count < countMax) return;
    old = nowMs - turnedAt < 2 * memoryMs ? young : fresh(slotsAtFirst);
    young = fresh(slotsAtFirst);
    turnedAt = nowMs;
  }

  return {
    use(owner, nonce, nowMs) {
      turn(nowMs);
      const own = hashOf(owner, nonce);
      if (old.hashes[slotOf(old.hashes, own)] === own) return false;
      const slot = slotOf(young.hashes, own);
      if (young.hashes[slot] === own) return false;
      young.hashes[slot] = own;
      young.count += 1;
      if (young.count * 2 > young.hashes.length) young = grown(young);
      return true;
    },
    get size() {
      return young.count + old.count;
    },
  };
}
