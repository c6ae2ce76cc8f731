import { DecodeError, packAlive, unpackAlive } from "@tidemark/contracts/codec";
import type { CoreNodeState } from "@tidemark/contracts/journal";
import { subjects } from "@tidemark/kit-node";
import { RejectedMessages } from "./rejected-messages.ts";
import type { Deps } from "./deps.ts";

/** Whoever has not been heard for this long is not counted on. */
const silenceMaxMs = 1_000;
/** A sign of life that was kept and said again is none. */
const ageMaxMs = 10_000;

type Heard = { readonly sentAt: number; readonly at: number; readonly answersNow: boolean; readonly logicVer: number };

/** Who else of this core is alive, by what they say of themselves on the bus. */
export class PeerHeartbeats {
  readonly #deps: Deps;
  /** By name; only configured processes can get in. */
  readonly #heard = new Map<string, Heard>();
  readonly #rejected: RejectedMessages;
  #unsubscribe = (): void => undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rejected = new RejectedMessages(deps, "signs of life");
  }

  /** Signs of life without a fitting signature so far. */
  get forged(): number {
    return this.#rejected.count;
  }

  start(): void {
    const { bus, core } = this.#deps;
    this.#unsubscribe = bus.subscribe(subjects(core).alive, (bytes) => this.#hear(bytes));
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Tells the others that this node is alive, whether it answers about now, and what its build knows. */
  tell(answersNow: boolean): void {
    const { bus, core, node, signer, time, maker } = this.#deps;
    const message = { node, sentAt: time.now(), answersNow, logicVer: maker.logicVer };
    bus.publish(subjects(core).alive, packAlive(message, signer));
  }

  /** Has any other node been heard lately that answers about now? */
  get isNowAnswered(): boolean {
    const now = this.#deps.time.steady();
    for (const { at, answersNow } of this.#heard.values()) if (answersNow && now - at <= silenceMaxMs) return true;
    return false;
  }

  /** Every other process that has given a sign of life. */
  get nodes(): CoreNodeState[] {
    const now = this.#deps.time.steady();
    return [...this.#heard]
      .map(([node, { at, answersNow, logicVer }]) => ({ node, silentMs: Math.round(now - at), answersNow, logicVer }))
      .toSorted((a, b) => (a.node < b.node ? -1 : 1));
  }

  /**
   * The names of those, of all configured processes, whose build does not have this version, or whose last heartbeat is old: one that
   * is away now comes back with the build that it had.
   */
  whoLacks(logicVer: number): string[] {
    const { node: self, coreKeys, maker, time } = this.#deps;
    const has = (node: string): boolean => {
      if (node === self) return maker.logicVer >= logicVer;
      const heard = this.#heard.get(node);
      return heard !== undefined && heard.logicVer >= logicVer && time.steady() - heard.at <= ageMaxMs;
    };
    return coreKeys.nodes.filter((node) => !has(node));
  }

  #hear(bytes: Uint8Array): void {
    const { node: self, coreKeys, time } = this.#deps;
    try {
      const { node, sentAt, answersNow, logicVer } = unpackAlive(bytes, coreKeys);
      const isFresh = Math.abs(time.now() - sentAt) <= ageMaxMs && sentAt > (this.#heard.get(node)?.sentAt ?? 0);
      if (node === self || !isFresh) return;
      this.#heard.set(node, { sentAt, at: time.steady(), answersNow, logicVer });
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#rejected.add();
    }
  }
}
