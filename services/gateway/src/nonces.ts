/**
 * Remembers numbers used once for at least `memoryMs` in eight bytes each: two generations of open-addressed tables, of which the older
 * is thrown away as a whole. A table that is full counts as time passed only after it has grown as far as it may.
 */
export type Nonces = {
  /** False where it was used before. */
  use(owner: string, nonce: string, nowMs: number): boolean;
  readonly size: number;
};

type Generation = { words: Float64Array; count: number };

const slotsAtFirst = 1_024;
const fnvPrime = 0x0100_0193;

/** 52 bits of the text: two that meet by chance are refused once in some billion requests, and the client signs anew. */
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

const fresh = (slots: number): Generation => ({ words: new Float64Array(slots), count: 0 });

function slotOf(words: Float64Array, hash: number): number {
  let slot = hash % words.length;
  while (words[slot] !== 0 && words[slot] !== hash) slot = (slot + 1) % words.length;
  return slot;
}

function grown(old: Generation): Generation {
  const next = fresh(old.words.length * 2);
  for (const hash of old.words) if (hash !== 0) next.words[slotOf(next.words, hash)] = hash;
  next.count = old.count;
  return next;
}

export function rememberNonces(memoryMs: number, countMax = 4_000_000): Nonces {
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
      if (old.words[slotOf(old.words, hash)] === hash) return false;
      const slot = slotOf(young.words, hash);
      if (young.words[slot] === hash) return false;
      young.words[slot] = hash;
      young.count += 1;
      if (young.count * 2 > young.words.length) young = grown(young);
      return true;
    },
    get size() {
      return young.count + old.count;
    },
  };
}
