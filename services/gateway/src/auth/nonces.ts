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
const fnvPrime = 0x0100_0193;

/** 52 bits of the text. A collision refuses one valid request in some billions, and the client signs again. */
function hashOf(owner: string, nonce: string): number {
  let low = 0x811c_9dc5;
  let high = 0x1b87_3593;
  for (const text of [owner, nonce])
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, fnvPrime);
      high = Math.imul(high ^ (code + at), 0x85eb_ca6b);
      high ^= high >>> 13;
    }
  return (low >>> 0) + (high & 0xf_ffff) * 2 ** 32 + 1;
}

const fresh = (slots: number): Generation => ({ hashes: new Float64Array(slots), count: 0 });

function slotOf(hashes: Float64Array, hash: number): number {
  let slot = hash % hashes.length;
  while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) % hashes.length;
  return slot;
}

function grown(old: Generation): Generation {
  const next = fresh(old.hashes.length * 2);
  for (const hash of old.hashes) if (hash !== 0) next.hashes[slotOf(next.hashes, hash)] = hash;
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
      const hash = hashOf(owner, nonce);
      if (old.hashes[slotOf(old.hashes, hash)] === hash) return false;
      const slot = slotOf(young.hashes, hash);
      if (young.hashes[slot] === hash) return false;
      young.hashes[slot] = hash;
      young.count += 1;
      if (young.count * 2 > young.hashes.length) young = grown(young);
      return true;
    },
    get size() {
      return young.count + old.count;
    },
  };
}
