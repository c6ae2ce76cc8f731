import { messageBytesMax, type Seal, sealLength, Writer } from "@tidemark/contracts/codec";

const version = 1;
const answersKind = 2;
const countAt = 10;
const headBytes = 12;
const answerBytes = 25;
const factsBytes = 16;
const sendersKept = 1_024;
const two32 = 4_294_967_296;

type Packed = { readonly out: Writer; count: number };

/**
 * Answers of one batch, one message per sender, written as they come: the bytes are those of `packAnswers`, without an object per
 * answer. answers.test.ts holds the two together.
 */
export class AnswerPacker {
  readonly #seal: Seal;
  readonly #epoch: number;
  readonly #bySender = new Map<string, Packed>();
  readonly #touched: string[] = [];
  #lastSender = "";
  #lastPacked: Packed | undefined;
  readonly #full: [string, Uint8Array][] = [];

  constructor(epoch: number, seal: Seal) {
    this.#epoch = epoch;
    this.#seal = seal;
  }

  add(sender: string, request: number, code: number, seq: number, ref: number, first: bigint, second: bigint): void {
    const packed = this.#of(sender);
    const { out } = packed;
    const withFacts = first !== 0n || second !== 0n;
    const at = out.reserve(withFacts ? answerBytes + factsBytes : answerBytes);
    const { view } = out;
    view.setUint32(at, request, true);
    view.setUint32(at + 4, code, true);
    view.setUint32(at + 8, seq % two32, true);
    view.setUint32(at + 12, Math.floor(seq / two32), true);
    view.setUint32(at + 16, ref % two32, true);
    view.setUint32(at + 20, Math.floor(ref / two32), true);
    view.setUint8(at + 24, withFacts ? 1 : 0);
    if (withFacts) {
      view.setBigInt64(at + 25, first, true);
      view.setBigInt64(at + 33, second, true);
    }
    packed.count += 1;
    if (out.length + answerBytes + factsBytes + sealLength > messageBytesMax)
      this.#full.push([sender, this.#sealed(packed)]);
  }

  #of(sender: string): Packed {
    // Commands of one sender mostly stand side by side.
    if (sender === this.#lastSender && this.#lastPacked !== undefined && this.#lastPacked.count > 0)
      return this.#lastPacked;
    const packed = this.#begun(sender);
    this.#lastSender = sender;
    this.#lastPacked = packed;
    return packed;
  }

  #begun(sender: string): Packed {
    let packed = this.#bySender.get(sender);
    if (packed === undefined) {
      packed = { out: new Writer(4_096), count: 0 };
      this.#bySender.set(sender, packed);
    }
    if (packed.count === 0) {
      this.#touched.push(sender);
      packed.out.length = 0;
      const at = packed.out.reserve(headBytes);
      packed.out.bytes.set([version, answersKind], at);
      packed.out.view.setUint32(at + 2, this.#epoch % two32, true);
      packed.out.view.setUint32(at + 6, Math.floor(this.#epoch / two32), true);
    }
    return packed;
  }

  #sealed(packed: Packed): Uint8Array {
    const { out } = packed;
    out.view.setUint16(countAt, packed.count, true);
    packed.count = 0;
    const seal = this.#seal(out.bytes.subarray(0, out.length));
    const at = out.reserve(sealLength);
    out.bytes.set(seal, at);
    return out.done();
  }

  /** Hands over sealed messages: one per sender, or more where one would not fit the bus. */
  flush(send: (sender: string, message: Uint8Array) => void): void {
    for (const [sender, message] of this.#full) send(sender, message);
    for (const sender of this.#touched) {
      const packed = this.#bySender.get(sender)!;
      if (packed.count > 0) send(sender, this.#sealed(packed));
    }
    this.#full.length = 0;
    this.#touched.length = 0;
    // Senders come and go with deployments; what they leave behind must not grow for ever.
    if (this.#bySender.size > sendersKept) this.#bySender.clear();
  }
}
