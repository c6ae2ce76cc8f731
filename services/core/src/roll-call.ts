import { DecodeError, packAlive, type Seal, unpackAlive } from "@tidemark/contracts/codec";
import { subjects } from "@tidemark/kit-node";
import { Forgeries } from "./forgeries.ts";
import { coreSealOf, type Parts } from "./parts.ts";

/** Whoever has not been heard for this long is not counted on. */
const silenceMaxMs = 1_000;
/** A sign of life that was kept and said again is none. */
const ageMaxMs = 10_000;

type Heard = { readonly sentAt: number; readonly at: number };

/** Who else of this core is alive, by what they say of themselves on the bus. */
export class RollCall {
  readonly #parts: Parts;
  readonly #seal: Seal;
  readonly #heard = new Map<string, Heard>();
  readonly #forgeries: Forgeries;
  #unsubscribe = (): void => undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#seal = coreSealOf(parts);
    this.#forgeries = new Forgeries(parts, "signs of life");
  }

  /** Signs of life without a fitting seal so far. */
  get forged(): number {
    return this.#forgeries.count;
  }

  start(): void {
    const { bus, core } = this.#parts;
    this.#unsubscribe = bus.subscribe(subjects(core).alive, (bytes) => this.#hear(bytes));
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Tells the others that this node follows and is up to date. */
  answer(): void {
    const { bus, core, node, time } = this.#parts;
    bus.publish(subjects(core).alive, packAlive({ node, sentAt: time.now() }, this.#seal));
  }

  /** Has any other node been heard lately? */
  get isAnybodyThere(): boolean {
    const now = this.#parts.time.steady();
    for (const { at } of this.#heard.values()) if (now - at <= silenceMaxMs) return true;
    return false;
  }

  /** Names come and go with deployments; one is kept for as long as its last word could be said again. */
  #forgetOld(): void {
    const now = this.#parts.time.steady();
    for (const [node, { at }] of this.#heard) if (now - at > 2 * ageMaxMs) this.#heard.delete(node);
  }

  #hear(bytes: Uint8Array): void {
    const { node: self, time } = this.#parts;
    try {
      const { node, sentAt } = unpackAlive(bytes, this.#seal);
      const isFresh = Math.abs(time.now() - sentAt) <= ageMaxMs && sentAt > (this.#heard.get(node)?.sentAt ?? 0);
      if (node === self || !isFresh) return;
      this.#heard.set(node, { sentAt, at: time.steady() });
      this.#forgetOld();
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#forgeries.add();
    }
  }
}
