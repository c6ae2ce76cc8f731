// This code imports nothing: the page runs it, and it is part of the verifier that anybody can read and run (see docs/proof-of-funds.md).

const lanes = 25;
const rateBytes = 136;
const lane64 = (1n << 64n) - 1n;
const turned = (lane: bigint, by: number): bigint => ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & lane64;

/** Of the bits that keccak derives its constants from: x^8 + x^6 + x^5 + x^4 + 1. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if (register % 2 === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = register * 2;
      if (register > 255) register = (register - 256) ^ 0x71;
    }
    return constant;
  });
}
const constants = roundConstants();

/** The path over all lanes but the first: where each goes, and by how many bits it turns. */
function laneMoves(): { readonly from: number; readonly to: number; readonly by: number }[] {
  let [x, y] = [1, 0];
  return Array.from({ length: lanes - 1 }, (_, step) => {
    const from = x + 5 * y;
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { from, to: x + 5 * y, by: (((step + 1) * (step + 2)) / 2) % 64 };
  });
}
const moves = laneMoves();

function permute(state: bigint[]): void {
  for (const constant of constants) {
    const columns = Array.from(
      { length: 5 },
      (_, x) => state[x]! ^ state[x + 5]! ^ state[x + 10]! ^ state[x + 15]! ^ state[x + 20]!,
    );
    for (let at = 0; at < lanes; at += 1)
      state[at] = state[at]! ^ columns[(at + 4) % 5]! ^ turned(columns[(at + 1) % 5]!, 1);
    const moved = [...state];
    for (const { from, to, by } of moves) moved[to] = turned(state[from]!, by);
    for (let at = 0; at < lanes; at += 1) {
      const row = at - (at % 5);
      state[at] = moved[at]! ^ (~moved[row + ((at + 1) % 5)]! & lane64 & moved[row + ((at + 2) % 5)]!);
    }
    state[0] = state[0]! ^ constant;
  }
}

/** Keccak-256 as Ethereum uses it, with the padding from before SHA-3. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.floor(bytes.length / rateBytes + 1) * rateBytes);
  padded.set(bytes);
  padded[bytes.length] = 1;
  padded[padded.length - 1] = padded.at(-1)! | 128;
  const state: bigint[] = Array.from({ length: lanes }, () => 0n);
  for (let block = 0; block < padded.length; block += rateBytes) {
    for (let at = 0; at < rateBytes; at += 1)
      state[at >> 3] = state[at >> 3]! ^ (BigInt(padded[block + at]!) << BigInt(8 * (at % 8)));
    permute(state);
  }
  return Uint8Array.from({ length: 32 }, (_, at) => Number((state[at >> 3]! >> BigInt(8 * (at % 8))) & 255n));
}
