import { messageBytesMax, signatureLengthMax, Writer } from "@tidemark/contracts/codec";

const version = 1;
const answersKind = 2;
const answerBytes = 33;
const factsBytes = 16;
const sendersKept = 1_024;
const two32 = 4_294_967_296;

export type AnswerBody = { readonly sender: string; readonly body: Uint8Array };

/** `countAt` is where the number of answers is written when they are all there. */
type Packed = { readonly out: Writer; count: number; countAt: number };

/**
 * Answers of one batch, one message per sender, written as they come: the bytes are those of `packAnswers`, without an object per
 * answer. answers.test.ts holds the two together.
 */
export class AnswerPacker {
  readonly #epoch: number;
  readonly #bySender = new Map<string, Packed>();
  readonly #touched: string[] = [];
  #lastSender = "";
  #lastPacked: Packed | undefined;
  /** Messages that are complete. */
  #bodies: AnswerBody[] = [];

  constructor(epoch: number) {
    this.#epoch = epoch;
  }

  add(
    sender: string,
    request: number,
    tag: number,
    code: number,
    seq: number,
    ref: number,
    first: bigint,
    second: bigint,
  ): void {
    const packed = this.#of(sender);
    const { out } = packed;
    const withFacts = first !== 0n || second !== 0n;
    const at = out.reserve(withFacts ? answerBytes + factsBytes : answerBytes);
    const { view } = out;
    view.setUint32(at, request, true);
    view.setUint32(at + 4, tag % two32, true);
    view.setUint32(at + 8, Math.floor(tag / two32), true);
    view.setUint32(at + 12, code, true);
    view.setUint32(at + 16, seq % two32, true);
    view.setUint32(at + 20, Math.floor(seq / two32), true);
    view.setUint32(at + 24, ref % two32, true);
    view.setUint32(at + 28, Math.floor(ref / two32), true);
    view.setUint8(at + 32, withFacts ? 1 : 0);
    if (withFacts) {
      view.setBigInt64(at + 33, first, true);
      view.setBigInt64(at + 41, second, true);
    }
    packed.count += 1;
    if (out.length + answerBytes + factsBytes + signatureLengthMax > messageBytesMax)
      this.#bodies.push({ sender, body: this.#bodyOf(packed) });
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
      packed = { out: new Writer(4_096), count: 0, countAt: 0 };
      this.#bySender.set(sender, packed);
    }
    if (packed.count === 0) {
      this.#touched.push(sender);
      this.#beginIn(packed, sender);
    }
    return packed;
  }

  #beginIn(packed: Packed, sender: string): void {
    const { out } = packed;
    out.length = 0;
    out.u8(version);
    out.u8(answersKind);
    out.u53(this.#epoch);
    out.text(sender);
    packed.countAt = out.reserve(2);
  }

  #bodyOf(packed: Packed): Uint8Array {
    const { out } = packed;
    out.view.setUint16(packed.countAt, packed.count, true);
    packed.count = 0;
    return out.done();
  }

  /** Hands over what has to be signed: one message per sender, or more where one would not fit the bus. */
  take(): readonly AnswerBody[] {
    for (const sender of this.#touched) {
      const packed = this.#bySender.get(sender)!;
      if (packed.count > 0) this.#bodies.push({ sender, body: this.#bodyOf(packed) });
    }
    this.#touched.length = 0;
    // Senders come and go with deployments; what they leave behind must not grow for ever.
    if (this.#bySender.size > sendersKept) this.#bySender.clear();
    const taken = this.#bodies;
    this.#bodies = [];
    return taken;
  }
}
