import { seededUids } from "../../tools/dev/seed/people.ts";
import { fundedBots } from "../../tools/dev/seed/seed.ts";
import { Pipeline, type Sender, signIn } from "./pipeline.ts";

/** What a trader asked and was told, written down outside the system. Times are of one steady clock, in ms. */
export type Recorded = {
  readonly uid: number;
  readonly kind: "place" | "cancel";
  /** The client's own key of a placement; the order's number of a cancel. */
  readonly key: string;
  readonly sentAt: number;
  answeredAt: number;
  /** 0: never answered. Codes from 50002 to 50004 and lost connections say nothing about the order. */
  code: number;
  orderId: number;
  seq: number;
};

/** Answers that leave open whether the command was carried out. */
const opens = new Set([0, 50002, 50003, 50004]);
export const isAcked = (record: Pick<Recorded, "code">): boolean => !opens.has(record.code);

const openOrdersWanted = 60;
const inFlightMax = 800;
const tickMs = 10;

/** One trader: places small orders around the index and cancels them again, at a steady rate whatever the exchange does. */
class Trader {
  readonly records: Recorded[] = [];
  readonly #pipeline: Pipeline;
  readonly #uid: number;
  readonly #name: string;
  readonly #open: number[] = [];
  #count = 0;

  constructor(port: number, sender: Sender, uid: number, name: string) {
    this.#pipeline = new Pipeline(port, sender);
    this.#uid = uid;
    this.#name = name;
  }

  act(): void {
    if (this.#pipeline.inFlight >= inFlightMax) return;
    if (this.#open.length > openOrdersWanted) this.#cancel(this.#open.shift()!);
    else this.#place();
  }

  #send(record: Recorded, path: string, body: unknown, done?: (record: Recorded) => void): void {
    this.records.push(record);
    this.#pipeline.post(path, body, (answer) => {
      record.answeredAt = performance.now();
      if (answer === undefined) return;
      record.code = answer.code;
      record.orderId = Number(answer.data?.orderId ?? 0);
      record.seq = Number(answer.data?.seq ?? 0);
      done?.(record);
    });
  }

  #record(kind: Recorded["kind"], key: string): Recorded {
    return { uid: this.#uid, kind, key, sentAt: performance.now(), answeredAt: 0, code: 0, orderId: 0, seq: 0 };
  }

  #place(): void {
    this.#count += 1;
    const side = (this.#count + this.#uid) % 2 === 0 ? "BUY" : "SELL";
    // A few ticks either side of the index, so that about one in five trades at once.
    const away = 1 + ((this.#count * 7 + this.#uid * 3) % 40);
    const crosses = this.#count % 5 === 0;
    const offset = (side === "BUY") === crosses ? away : -away;
    const body = {
      symbol: "ETH/USDT",
      side,
      type: "LIMIT",
      price: (priceOf + offset / 100).toFixed(2),
      qty: `0.0${1 + (this.#count % 9)}`,
      clientOrderId: `${this.#name}-${this.#count}`,
    };
    this.#send(this.#record("place", body.clientOrderId), "/api/trade-api/order/place", body, (record) => {
      if (record.code === 200) this.#open.push(record.orderId);
    });
  }

  #cancel(orderId: number): void {
    this.#send(this.#record("cancel", String(orderId)), "/api/trade-api/order/cancel", { orderId: String(orderId) });
  }

  get pending(): number {
    return this.#pipeline.inFlight;
  }
  close(): void {
    this.#pipeline.close();
  }
}

let priceOf = 0;

export type Load = {
  readonly records: () => Recorded[];
  /** Answered commands so far. */
  acked(): number;
  stop(): Promise<void>;
};

/** Several traders at a steady rate through the gateways. More than there are bots with money: then a bot trades through every gateway. */
export async function startLoad(
  urls: readonly string[],
  perSecond: number,
  traders: number,
  price: number,
): Promise<Load> {
  priceOf = price;
  const run = Date.now().toString(36);
  const all: Trader[] = [];
  const senders: Sender[] = [];
  for (let i = 0; i < traders; i += 1) {
    const bot = i % fundedBots;
    const url = urls[(i + Math.floor(i / fundedBots)) % urls.length]!;
    // A session is good at every gateway, and a password takes its time.
    const sender = senders[bot] ?? (await signIn(url, `bot${bot + 1}`));
    senders[bot] = sender;
    all.push(new Trader(Number(new URL(url).port), sender, seededUids.firstBot + bot, `${run}${i}`));
  }
  let due = 0;
  let next = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    due = Math.min(due + ((now - last) * perSecond) / 1000, perSecond / 4);
    last = now;
    for (; due >= 1; due -= 1) all[next++ % all.length]!.act();
  }, tickMs);
  const records = (): Recorded[] => all.flatMap((trader) => trader.records);
  return {
    records,
    acked: () => records().filter(isAcked).length,
    async stop() {
      clearInterval(timer);
      const giveUpAt = performance.now() + 8_000;
      while (all.some((trader) => trader.pending > 0) && performance.now() < giveUpAt)
        await new Promise((resolve) => setTimeout(resolve, 50));
      for (const trader of all) trader.close();
    },
  };
}
