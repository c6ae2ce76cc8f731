import { refusals, success } from "@tidemark/contracts";
import { type Announcement, keyOf } from "@tidemark/contracts/codec";
import type { CommandClass, CommandResult } from "@tidemark/contracts/journal";
import { Asker, type BusKeys } from "./asker.ts";
import type { SimBus } from "./sim-bus.ts";
import { Actor, type chanceOf, type Stage } from "./stage.ts";

const triesMax = 3;
const tryAgainMs = 1_500;

/** One call of a client, as the client saw it. */
export type Call = {
  readonly bytes: Uint8Array;
  readonly by: CommandClass;
  readonly sentAt: number;
  tries: number;
  answeredAt: number | undefined;
  result: CommandResult | undefined;
};

/** Refusals that say "not journaled": the same bytes may be tried again. */
const passing = new Set<number>([refusals.BUSY.code, refusals.TOO_OLD.code]);

/** A client that keeps a record outside the system of everything it said and heard. */
export class Client {
  readonly calls: Call[] = [];
  readonly announced: Announcement[] = [];
  readonly #asker: Asker;
  readonly #stage: Stage;
  readonly #chance: ReturnType<typeof chanceOf>;
  readonly #actor: Actor;
  readonly #uid: number;
  readonly #byRequest = new Map<number, Call>();
  #serial = 0;
  #isQuiet = false;

  constructor(
    uid: number,
    core: string,
    stage: Stage,
    bus: SimBus,
    chance: ReturnType<typeof chanceOf>,
    keys: BusKeys,
  ) {
    this.#uid = uid;
    this.#stage = stage;
    this.#chance = chance;
    this.#actor = new Actor(`client-${uid}`);
    this.#asker = new Asker(core, `client-${uid}`, bus.of(this.#actor), stage.timeOf(this.#actor), keys);
    this.#asker.heardAnswer = (request, result) => this.#heard(request, result);
    this.#asker.heardAnnouncement = (announcement) => this.announced.push(announcement);
  }

  start(): void {
    this.#stage.after(this.#chance.between(5, 60), () => this.#speak(), this.#actor);
  }

  stop(): void {
    this.#isQuiet = true;
  }

  #speak(): void {
    if (this.#isQuiet) return;
    const by: CommandClass = this.#chance.is(0.3) ? "wallet" : "user";
    const count = 1 + this.#chance.whole(4);
    const calls = Array.from({ length: count }, () => this.#newCall(by));
    this.calls.push(...calls);
    this.#send(calls, by);
    this.start();
  }

  #newCall(by: CommandClass): Call {
    this.#serial += 1;
    const bytes = by === "wallet" ? this.#deposit() : this.#chance.is(0.2) ? this.#order() : this.#transfer();
    return { bytes, by, sentAt: this.#stage.now, tries: 0, answeredAt: undefined, result: undefined };
  }

  #send(calls: readonly Call[], by: CommandClass): void {
    const requests = this.#asker.send(
      calls.map(({ bytes }) => bytes),
      by,
    );
    requests.forEach((request, i) => this.#byRequest.set(request, calls[i]!));
    for (const call of calls) call.tries += 1;
    this.#stage.after(tryAgainMs, () => this.#again(calls, by), this.#actor);
  }

  #again(calls: readonly Call[], by: CommandClass): void {
    const open = calls.filter((call) => call.result === undefined && call.tries < triesMax);
    if (open.length > 0 && !this.#isQuiet) this.#send(open, by);
  }

  #heard(request: number, result: CommandResult): void {
    const call = this.#byRequest.get(request);
    if (call === undefined || call.result !== undefined || passing.has(result.code)) return;
    call.result = result;
    call.answeredAt = this.#stage.now;
  }

  #key = () => keyOf(`${this.#uid}-${this.#serial}`);

  #transfer(): Uint8Array {
    const back = this.#chance.is(0.5);
    return this.#asker.encode({
      type: "transfer",
      uid: this.#uid,
      key: this.#key(),
      fromProduct: back ? 2 : 1,
      fromSub: 0,
      toProduct: back ? 1 : 2,
      toSub: 0,
      asset: 1,
      amount: BigInt(1 + this.#chance.whole(50)),
    });
  }

  #deposit(): Uint8Array {
    return this.#asker.encode({
      type: "credit_deposit",
      producer: this.#uid,
      number: this.#uid * 1_000_000 + this.#serial,
      uid: this.#uid,
      asset: 1,
      amount: BigInt(1 + this.#chance.whole(100)),
      reference: "sim",
    });
  }

  /** The toy machine takes up to four slices for it. */
  #order(): Uint8Array {
    return this.#asker.encode({
      type: "place_order",
      uid: this.#uid,
      key: this.#key(),
      market: 1,
      product: 2,
      side: 0,
      orderType: 0,
      tif: 0,
      postOnly: false,
      stp: 0,
      price: 1,
      qty: this.#chance.whole(4),
      quoteAmount: 0,
      posSide: 0,
    });
  }

  /** When the first call that was sent after `since` was carried out. */
  servedAfter(since: number): number {
    let first = Number.POSITIVE_INFINITY;
    for (const { sentAt, answeredAt, result } of this.calls)
      if (sentAt >= since && answeredAt !== undefined && result?.code === success) first = Math.min(first, answeredAt);
    return first;
  }
}
