import { botMarkMix, botMarkPasses, botMarkPrime } from "@tidemark/contracts";

// The compiled twin of contracts/src/identity/bot-mark.ts, put together byte by byte: so small a routine needs no compiler, and whoever
// doubts the file can read here what stands in it. Opcodes are those of the WebAssembly core specification.
const i32 = 0x7f;
const op = {
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  load8u: 0x2d,
  const: 0x41,
  ltU: 0x49,
  geU: 0x4f,
  add: 0x6a,
  mul: 0x6c,
  xor: 0x73,
  shrU: 0x76,
} as const;
const empty = 0x40;

function unsigned(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

/** A signed number in groups of seven bits, lowest first. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value | 0; ; rest >>= 7) {
    const low = rest & 0x7f;
    const isLast = (rest >> 6 === 0 && low < 64) || (rest >> 6 === -1 && low >= 64);
    if (isLast) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

const constant = (value: number): number[] => [op.const, ...signed(value)];
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const listed = (items: readonly number[][]): number[] => [...unsigned(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];
const named = (text: string): number[] => sized([...new TextEncoder().encode(text)]);

// The parameters and locals of the routine.
const [length, hash, pass, at] = [0, 1, 2, 3];

const shiftedXor = (bits: number): number[] => [op.get, hash, op.get, hash, ...constant(bits), op.shrU, op.xor];

const eachByte = [
  [op.block, empty, op.loop, empty],
  [op.get, at, op.get, length, op.geU, op.brIf, 1],
  [op.get, hash, op.get, at, op.load8u, 0, 0, op.xor, ...constant(botMarkPrime), op.mul, op.set, hash],
  [...shiftedXor(15), op.set, hash],
  [op.get, at, ...constant(1), op.add, op.set, at, op.br, 0],
  [op.end, op.end],
].flat();

const body = [
  [op.loop, empty, ...constant(0), op.set, at],
  eachByte,
  [op.get, pass, ...constant(1), op.add, op.tee, pass, ...constant(botMarkPasses), op.ltU, op.brIf, 0, op.end],
  [...shiftedXor(16), ...constant(botMarkMix[0]), op.mul, op.set, hash],
  [...shiftedXor(13), ...constant(botMarkMix[1]), op.mul, op.set, hash],
  [...shiftedXor(16), op.end],
].flat();

const magicAndVersion = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** The module: one page of memory, and `word(length, seed)` over the bytes at its start. */
export function routineBytes(): Uint8Array {
  const functionType = [0x60, ...listed([[i32], [i32]]), ...listed([[i32]])];
  const code = [...listed([[...unsigned(2), i32]]), ...body];
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(1, listed([functionType])),
    ...section(3, listed([[0]])),
    ...section(5, listed([[0x00, 0x01]])),
    ...section(
      7,
      listed([
        [...named("memory"), 0x02, 0x00],
        [...named("word"), 0x00, 0x00],
      ]),
    ),
    ...section(10, listed([sized(code)])),
  ]);
}
